/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker's side of a job: cancellation, progress and results. */
#include "runs/job-private.h"

/* Returns: (transfer none): cancellable of the job, to be checked at least every 100 ms */
GCancellable *
ipl_job_get_cancellable (IplJob *self)
{
  return self->cancellable;
}

/* Returns: (transfer none): cancellable of work that any newer request makes pointless */
GCancellable *
ipl_job_get_background_cancellable (IplJob *self)
{
  return self->background;
}

/* Thread-safe: several threads of a job may report at once. */
static double
guess_left (IplJob *self, double fraction)
{
  static GMutex mutex;
  double left;

  g_mutex_lock (&mutex);
  left = ipl_time_left (&self->time_left, fraction, g_get_monotonic_time ());
  g_mutex_unlock (&mutex);
  return left;
}

/* Reports progress. May be called from any thread of the job, at any rate.
 * @fraction: share of the work that is done; negative if unknown
 * @seconds_left: estimate of the remaining time; if negative, it is estimated from the growth of
 *   @fraction
 * @sentence: (nullable): description of the work */
void
ipl_job_progress (IplJob *self, double fraction, double seconds_left, const char *sentence)
{
  IplJobs *jobs = self->jobs;
  char *text;

  if (seconds_left < 0.0)
    seconds_left = guess_left (self, fraction);
  if (jobs == NULL)
    {
      if (self->progress != NULL)
        self->progress (fraction, seconds_left, sentence, self->user_data);
      return;
    }
  text = ipl_duration_left_text (sentence, seconds_left);
  g_mutex_lock (&jobs->mutex);
  if (!self->stopping)
    {
      jobs->fraction = fraction;
      g_free (jobs->sentence);
      jobs->sentence = g_steal_pointer (&text);
      ipl_jobs_schedule_update (jobs);
    }
  g_mutex_unlock (&jobs->mutex);
  g_free (text);
}

/* Hands a result to the main context. A result includes all earlier ones of its job, so that only
 * the newest is delivered. Results of a cancelled job are dropped.
 * @result: (transfer full): all results so far; replaces a result that is not delivered yet */
void
ipl_job_post (IplJob *self, gpointer result)
{
  IplJobs *jobs = self->jobs;
  gpointer replaced = result;

  if (jobs == NULL)
    {
      ipl_job_result_unref (self->run, self->result);
      self->result = result;
      return;
    }
  g_mutex_lock (&jobs->mutex);
  if (self->generation == jobs->generation)
    {
      replaced = jobs->result;
      jobs->result = result;
      if (!self->answered)
        jobs->answer_usec = g_get_monotonic_time () - self->requested_usec;
      self->answered = TRUE;
      g_cond_signal (&jobs->posted);
      ipl_jobs_schedule_update (jobs);
    }
  g_mutex_unlock (&jobs->mutex);
  ipl_job_result_unref (jobs->run, replaced);
}

/* Runs in the calling thread, as on a command line.
 * @memory: (nullable): return value of @run's memory_new(), passed to one request after another;
 *   NULL for a single request
 * @progress: (nullable): called with the progress
 * Returns: (transfer full) (nullable): the last result that was posted; after a cancel the partial
 *   result, if any */
gpointer
ipl_run_now (const IplRun *run, gpointer memory, gpointer request, GCancellable *cancellable,
             IplProgressFunc progress, gpointer user_data)
{
  g_autoptr (GCancellable) watched
      = cancellable != NULL ? g_object_ref (cancellable) : g_cancellable_new ();
  gpointer own = memory == NULL && run->memory_new != NULL ? run->memory_new () : NULL;
  IplJob job = { .input = request,
                 .cancellable = watched,
                 .background = watched,
                 .run = run,
                 .progress = progress,
                 .user_data = user_data };

  run->run (&job, request, memory != NULL ? memory : own);
  if (own != NULL)
    run->memory_free (own);
  return job.result;
}
