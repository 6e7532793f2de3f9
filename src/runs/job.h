/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/base/work.h"
#include "runs/run.h"

typedef struct _IplJobs IplJobs;

/* The state of a progress bar. */
typedef struct
{
  gboolean running; /* TRUE if a job is queued or running */
  /* TRUE if the running job has been asked to stop and has not ended */
  gboolean stopping;
  double fraction; /* share of the work that is done, in [0, 1]; negative while unknown */
  /* (nullable): description of the work, with the remaining time if known */
  const char *sentence;
} IplJobStatus;

/* Called in the main context. @result is borrowed, and NULL if only the status changed. */
typedef void (*IplJobUpdateFunc) (const IplJobStatus *status, gpointer result, gpointer user_data);

IplJobs *ipl_jobs_new (GMainContext *context, const IplRun *run, IplJobUpdateFunc update,
                       gpointer user_data);
void ipl_jobs_free (IplJobs *self);
gboolean ipl_jobs_wait_for_end (gboolean saving, int timeout_ms);
void ipl_jobs_submit (IplJobs *self, gpointer input);
void ipl_jobs_supersede (IplJobs *self, gpointer input, guint grace_ms);
void ipl_jobs_stop (IplJobs *self);
void ipl_jobs_cancel (IplJobs *self);
void ipl_jobs_await (IplJobs *self, gint64 limit_usec);

GCancellable *ipl_job_get_cancellable (IplJob *self);
GCancellable *ipl_job_get_background_cancellable (IplJob *self);
void ipl_job_progress (IplJob *self, double fraction, double seconds_left, const char *sentence);
void ipl_job_post (IplJob *self, gpointer result);

gpointer ipl_run_now (const IplRun *run, gpointer memory, gpointer request,
                      GCancellable *cancellable, IplProgressFunc progress, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplJobs, ipl_jobs_free)
