/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How jobs end before their time, and what is shown of that. */
#include "job-support.h"

/* Neither the one that runs nor the one that waits would ever end by itself. */
TEST (test_free_cancels, "/job/free-cancels")
{
  IplJobs *jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (1, ENDLESS));
  sleep_until (started () >= 1);
  ipl_jobs_submit (jobs, input_new (2, ENDLESS));
  ipl_jobs_free (jobs);
  g_assert_true (ipl_jobs_wait_for_end (FALSE, HANG_SECONDS * 1000));
  g_assert_cmpuint (record.n_finished, ==, 0);
  g_assert_cmpuint (record.n_inputs_freed, ==, 2);
  g_assert_cmpuint (record.n_results, ==, 0);
  record.n_updates = 0;
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (record.n_updates, ==, 0);
}

/* Nor is one waited for that does not hear: it is left to end alone, and what it posts goes
 * nowhere. The end of the program can wait for it, or not. */
TEST (test_free_does_not_wait, "/job/free-does-not-wait")
{
  IplJobs *jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (1, HELD));
  sleep_until (started () >= 1);
  ipl_jobs_free (jobs);
  g_assert_cmpuint (count_of (&record.n_inputs_freed), ==, 0);
  g_assert_false (ipl_jobs_wait_for_end (FALSE, 20));
  /* It keeps nothing. */
  g_assert_true (ipl_jobs_wait_for_end (TRUE, 0));
  release ();
  g_assert_true (ipl_jobs_wait_for_end (FALSE, HANG_SECONDS * 1000));
  g_assert_cmpuint (record.n_inputs_freed, ==, 1);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (record.n_results, ==, 0);
}

typedef struct
{
  gboolean running;
  gboolean stopping;
  double fraction;
  char *sentence;
} Shown;

static void
show (const IplJobStatus *status, gpointer result, gpointer data)
{
  Shown *shown = data;

  g_free (shown->sentence);
  *shown
      = (Shown){ status->running, status->stopping, status->fraction, g_strdup (status->sentence) };
}

/* Whatever the job says of its progress: what is being stopped says so, until it ends. */
TEST (test_stopping_is_reported, "/job/stopping-is-said")
{
  void (*const ways[]) (IplJobs * jobs) = { ipl_jobs_stop, ipl_jobs_cancel };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      Shown shown = { FALSE };
      IplJobs *jobs = jobs_new ();

      ipl_jobs_free (jobs);
      jobs = ipl_jobs_new (NULL, &counting, show, &shown);
      ipl_jobs_submit (jobs, input_new (1, HELD));
      sleep_until (started () >= 1);
      ways[i](jobs);
      wait_until (shown.stopping);
      g_assert_true (shown.running);
      g_assert_cmpstr (shown.sentence, ==, "Stopping…");
      release ();
      wait_until (!shown.running);
      g_assert_false (shown.stopping);
      g_assert_null (shown.sentence);
      ipl_jobs_free (jobs);
      g_assert_true (ipl_jobs_wait_for_end (FALSE, HANG_SECONDS * 1000));
      g_free (shown.sentence);
    }
}

static gint may_release; /* whether the input of the job that is over may be freed */

static void
free_when_released (gpointer data)
{
  while (!g_atomic_int_get (&may_release))
    g_usleep (200);
  input_free (data);
}

/* Nor does the job that waits for one that was stopped say that it stops: the main loop looks
 * between the two. */
TEST (test_stopping_is_not_reported_of_the_next, "/job/stopping-is-not-said-of-the-next")
{
  IplRun slow = counting;
  Shown shown = { FALSE };
  IplJobs *jobs = jobs_new ();

  ipl_jobs_free (jobs);
  slow.request_free = free_when_released;
  g_atomic_int_set (&may_release, FALSE);
  jobs = ipl_jobs_new (NULL, &slow, show, &shown);
  ipl_jobs_submit (jobs, input_new (1, HELD));
  sleep_until (started () >= 1);
  ipl_jobs_submit (jobs, input_new (2, HELD));
  wait_until (shown.stopping);
  release ();
  wait_until (!shown.stopping);
  g_assert_true (shown.running);
  g_assert_null (shown.sentence);
  g_assert_cmpfloat (shown.fraction, <, 0);
  g_atomic_int_set (&may_release, TRUE);
  release ();
  wait_until (!shown.running);
  ipl_jobs_free (jobs);
  g_assert_true (ipl_jobs_wait_for_end (FALSE, HANG_SECONDS * 1000));
  g_free (shown.sentence);
}

/* A stop is not a cancel: the job hears of it by the other cancellable, and its result arrives. */
TEST (test_result_after_stop, "/job/stop-keeps-result")
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (3, OPTIONAL));
  sleep_until (started () >= 1);
  ipl_jobs_stop (jobs);
  wait_idle (jobs);
  g_assert_cmpuint (finished (), ==, 0);
  g_assert_cmpint (record.last_id, ==, 3);
  g_assert_cmpuint (record.n_results, ==, 1);
}

/* It is felt by the job that waits, too. */
TEST (test_stop_of_the_next, "/job/stop-of-the-next")
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (1, HELD));
  sleep_until (started () >= 1);
  ipl_jobs_submit (jobs, input_new (2, OPTIONAL));
  ipl_jobs_stop (jobs);
  release ();
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 2);
}

static void
count_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  g_assert_cmpstr (sentence, ==, "counting");
  g_assert_cmpfloat (seconds_left, <, 0.0);
  (*(guint *)data)++;
}

/* As a command line runs it: in this thread, every report heard, the last result returned. */
TEST (test_run_now, "/job/run-now")
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Input request = { 4, 5 };
  g_autofree Input *result = NULL;
  guint n = 0;

  result = ipl_run_now (&counting, NULL, &request, cancellable, count_progress, &n);
  g_assert_cmpint (result->id, ==, 4);
  g_assert_cmpuint (n, ==, 5);
  g_clear_pointer (&result, g_free);
  /* What there is when it is cancelled is returned too. */
  g_cancellable_cancel (cancellable);
  result = ipl_run_now (&counting, NULL, &request, cancellable, count_progress, &n);
  g_assert_cmpint (result->id, ==, 4);
  g_assert_cmpuint (n, ==, 6);
}
