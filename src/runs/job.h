/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _IplJobs IplJobs;
typedef struct _IplJob IplJob;

/**
 * IplJobStatus:
 * @running: whether a job is queued or at work
 * @fraction: share of the work done, in [0, 1]; negative while it cannot be told
 * @sentence: (nullable): what is being done
 *
 * What a progress bar shows.
 */
typedef struct
{
  gboolean running;
  double fraction;
  const char *sentence;
} IplJobStatus;

/* In the worker thread. @input is the job's own; @worker_data is touched by this thread only. */
typedef void (*IplJobFunc) (IplJob *job, gpointer input, gpointer worker_data);
/* In the main context. @result is lent, and NULL where only the status changed. */
typedef void (*IplJobUpdateFunc) (const IplJobStatus *status, gpointer result, gpointer user_data);

typedef struct
{
  IplJobFunc run;
  gpointer worker_data;
  GDestroyNotify worker_free;
  GDestroyNotify input_free;
  GDestroyNotify result_free;
  IplJobUpdateFunc update;
  gpointer user_data;
} IplJobsVTable;

IplJobs *ipl_jobs_new (GMainContext *context, const IplJobsVTable *vtable);
void ipl_jobs_free (IplJobs *self);
void ipl_jobs_submit (IplJobs *self, gpointer input);
void ipl_jobs_supersede (IplJobs *self, gpointer input, guint grace_ms);
void ipl_jobs_cancel (IplJobs *self);
gboolean ipl_jobs_is_running (IplJobs *self);

GCancellable *ipl_job_get_cancellable (IplJob *self);
GCancellable *ipl_job_get_background_cancellable (IplJob *self);
void ipl_job_progress (IplJob *self, double fraction, const char *sentence);
void ipl_job_post (IplJob *self, gpointer result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplJobs, ipl_jobs_free)

G_END_DECLS
