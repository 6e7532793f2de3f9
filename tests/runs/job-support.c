/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "job-support.h"
#include "jobs-running.h"

Record record;

Input *
input_new (int id, int steps)
{
  Input *input = g_new (Input, 1);

  *input = (Input){ id, steps };
  return input;
}

void
input_free (gpointer data)
{
  g_mutex_lock (&record.mutex);
  record.n_inputs_freed++;
  g_mutex_unlock (&record.mutex);
  g_free (data);
}

/* Whether a held job may end; takes the permission. */
static gboolean
may_finish (void)
{
  gboolean may;

  g_mutex_lock (&record.mutex);
  may = record.n_released > 0;
  record.n_released -= may;
  g_mutex_unlock (&record.mutex);
  return may;
}

void
release (void)
{
  g_mutex_lock (&record.mutex);
  record.n_released++;
  g_mutex_unlock (&record.mutex);
}

static void
run (IplJob *job, gpointer data, gpointer worker_data)
{
  Input *input = data;
  int *worker_count = worker_data;
  gboolean stopped = FALSE;

  (*worker_count)++;
  g_mutex_lock (&record.mutex);
  record.n_started++;
  g_mutex_unlock (&record.mutex);
  if (input->steps == HELD)
    {
      while (!may_finish ())
        g_usleep (200);
      stopped = g_cancellable_is_cancelled (ipl_job_get_cancellable (job));
    }
  for (int i = 0;
       (input->steps == ENDLESS || input->steps == OPTIONAL || i < input->steps) && !stopped; i++)
    {
      g_usleep (1000);
      ipl_job_progress (job, input->steps > 0 ? (double)i / input->steps : -1.0, -1.0, "counting");
      stopped = g_cancellable_is_cancelled (ipl_job_get_cancellable (job))
                || (input->steps == OPTIONAL
                    && g_cancellable_is_cancelled (ipl_job_get_background_cancellable (job)));
    }
  /* Posted even when stopped: it is for the jobs to drop it. */
  ipl_job_post (job, input_new (input->id, 0));
  g_mutex_lock (&record.mutex);
  record.n_finished += !stopped;
  record.stopped_at = g_get_monotonic_time ();
  g_mutex_unlock (&record.mutex);
}

static void
update (const IplJobStatus *status, gpointer result, gpointer user_data)
{
  Input *input = result;

  g_assert_true (user_data == &record);
  g_assert_cmpfloat (status->fraction, <=, 1.0);
  record.n_updates++;
  if (input != NULL)
    {
      record.n_results++;
      record.last_id = input->id;
    }
}

static gpointer
memory_new (void)
{
  return g_new0 (int, 1);
}

const IplRun counting = {
  .id = "counting",
  .title = "Count",
  .run = run,
  .memory_new = memory_new,
  .memory_free = g_free,
  .request_free = input_free,
  .result_unref = g_free,
};

IplJobs *
jobs_new (void)
{
  g_assert_true (ipl_jobs_wait_for_end (FALSE, HANG_SECONDS * 1000));
  g_mutex_lock (&record.mutex);
  record.last_id = -1;
  record.n_results = record.n_updates = record.n_started = record.n_finished = 0;
  record.n_released = record.n_inputs_freed = 0;
  record.stopped_at = 0;
  g_mutex_unlock (&record.mutex);
  return ipl_jobs_new (NULL, &counting, update, &record);
}

guint
count_of (const guint *number)
{
  guint n;

  g_mutex_lock (&record.mutex);
  n = *number;
  g_mutex_unlock (&record.mutex);
  return n;
}

guint
started (void)
{
  return count_of (&record.n_started);
}

guint
finished (void)
{
  return count_of (&record.n_finished);
}

void
wait_idle (IplJobs *jobs)
{
  wait_until (!jobs_running (jobs) && !g_main_context_pending (NULL));
}

void
sleep_step (gint64 end)
{
  g_usleep (200);
  g_assert_cmpint (g_get_monotonic_time (), <, end);
}

AFTER_TESTS (wait_for_jobs)
{
  ipl_jobs_wait_for_end (FALSE, -1);
}
