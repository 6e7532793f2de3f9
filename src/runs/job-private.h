/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/job.h"
#include "runs/duration.h"

struct _IplJob
{
  IplJobs *jobs; /* NULL: it runs in the thread of its caller, who is told by @progress */
  guint64 serial;
  gint64 asked_usec; /* when it was submitted */
  gpointer input;
  GCancellable *cancellable; /* stops everything */
  GCancellable *background;  /* stops what nobody is looking at yet */
  gint64 deadline_usec;      /* of a superseded job, else 0 */
  double begin;              /* share of the work that lay behind when its present part began */
  IplTimeLeft time_left;     /* under a mutex of its own */
  gboolean stopping; /* under the mutex: what it says of its progress is not shown any more */

  /* Without jobs. */
  const IplRun *run;
  IplProgressFunc progress;
  gpointer user_data;
  gpointer result;
};

/* Owned by its owner and its thread together: the last one frees it. */
struct _IplJobs
{
  gatomicrefcount ref_count;
  const IplRun *run;
  gpointer memory; /* touched by the thread only, which frees it */
  IplJobUpdateFunc update;
  gpointer user_data;
  GMainContext *context;

  GMutex mutex;
  GCond cond;   /* something waits to be run, or the owner lets go */
  GCond posted; /* the newest request has an answer */
  /* Under the mutex. */
  gboolean closing;
  guint64 last_serial;
  guint64 valid_from; /* results of older jobs are thrown away */
  IplJob *waiting;
  IplJob *running;
  GSource *idle;
  gpointer result;
  guint64 result_serial;
  guint64 answered;   /* the newest job of which something was posted */
  gint64 answer_usec; /* how long it took to its first result */
  double fraction;
  char *sentence;

  GSource *grace; /* main context only */
  gboolean has_thread;
  GSource *work; /* of jobs without a thread, while one waits */
};

/* job.c */
void ipl_jobs_schedule_update (IplJobs *self);
void ipl_job_result_unref (const IplRun *run, gpointer result);
