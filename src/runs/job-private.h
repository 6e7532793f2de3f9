/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/job.h"
#include "runs/time-left.h"

struct _IplJob
{
  /* (nullable): NULL if the run is in the thread of its caller, which @progress informs */
  IplJobs *jobs;
  guint64 generation;    /* of @jobs at submission */
  gint64 requested_usec; /* time of submission */
  gpointer input;
  GCancellable *cancellable; /* cancels all of the job */
  GCancellable *background;  /* cancels the parts whose results are not on screen yet */
  gint64 deadline_usec;      /* end of the grace period of a superseded job; else 0 */
  IplTimeLeft time_left;     /* guarded by a mutex in job-worker.c */
  /* Guarded by the mutex of @jobs. */
  gboolean stopping; /* TRUE if progress is not shown any more */
  gboolean answered; /* TRUE after its first result */

  /* For runs without @jobs. */
  const IplRun *run;
  IplProgressFunc progress;
  gpointer user_data;
  gpointer result;
};

/* Owned by its owner and its thread; the last one frees it. */
struct _IplJobs
{
  gatomicrefcount ref_count;
  const IplRun *run;
  gpointer memory; /* used and freed by the thread only */
  IplJobUpdateFunc update;
  gpointer user_data;
  GMainContext *context;

  GMutex mutex;
  GCond cond;   /* signals a waiting job, or the end of the owner */
  GCond posted; /* signals a result of the newest request */
  /* Guarded by the mutex. */
  gboolean closing;
  guint64 generation; /* results of jobs of an earlier generation are dropped */
  IplJob *waiting;
  IplJob *running;
  GSource *idle;
  gpointer result;    /* (nullable): not delivered yet */
  gint64 answer_usec; /* time from the submission of the last answered job to its first result */
  double fraction;
  char *sentence;

  GSource *grace; /* main context only */
  gboolean has_thread;
  GSource *work; /* runs jobs in the main loop if there is no thread */
};

/* job.c */
void ipl_jobs_schedule_update (IplJobs *self);
void ipl_job_result_unref (const IplRun *run, gpointer result);
