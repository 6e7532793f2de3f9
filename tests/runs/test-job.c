/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests to a background thread: the latest wins, what is outdated is dropped. */
#include "../refuse-threads.h"
#include "job-support.h"
#include "jobs-running.h"

TEST (test_delivers, "/job/delivers")
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (7, 5));
  g_assert_true (jobs_running (jobs));
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 7);
  g_assert_cmpuint (record.n_results, ==, 1);
}

/* Twenty requests while the first is at work: the last is delivered, the others never even start.
 */
TEST (test_latest_wins, "/job/latest-wins")
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (0, HELD));
  sleep_until (started () >= 1);
  for (int i = 1; i <= 20; i++)
    ipl_jobs_submit (jobs, input_new (i, 3));
  release ();
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 20);
  g_assert_cmpuint (record.n_results, ==, 1);
  g_assert_cmpuint (started (), ==, 2);
  g_assert_cmpuint (finished (), ==, 1);
  g_assert_cmpuint (count_of (&record.n_inputs_freed), ==, 21);
}

/* A job that posted and was then outdated before the main loop looked delivers nothing. */
TEST (test_stale_dropped, "/job/stale-dropped")
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (1, 1));
  sleep_until (!jobs_running (jobs));
  g_assert_cmpuint (finished (), ==, 1);
  ipl_jobs_cancel (jobs);
  wait_idle (jobs);
  g_assert_cmpuint (record.n_results, ==, 0);
}

/* What would never end by itself ends, and nothing of it is delivered. */
TEST (test_cancel_is_felt, "/job/cancel-is-felt")
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  gint64 cancelled_at, latency;

  ipl_jobs_submit (jobs, input_new (1, ENDLESS));
  sleep_until (started () >= 1);
  cancelled_at = g_get_monotonic_time ();
  ipl_jobs_cancel (jobs);
  wait_idle (jobs);
  g_mutex_lock (&record.mutex);
  latency = record.stopped_at - cancelled_at;
  g_mutex_unlock (&record.mutex);
  g_test_message ("cancel felt after %.2f ms (target 100 ms)", (double)latency / 1e3);
  g_assert_cmpuint (finished (), ==, 0);
  g_assert_cmpuint (record.n_results, ==, 0);
  /* And the thread is ready for more. */
  ipl_jobs_submit (jobs, input_new (2, 1));
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 2);
}

/* Every job is outdated twice before it ends, within its grace: a dragged slider still shows
 * something, of each job that was started. */
TEST (test_supersede_is_not_starved, "/job/supersede-is-not-starved")
{
  const guint grace_ms = 10 * HANG_SECONDS * 1000, n_rounds = 10;
  g_autoptr (IplJobs) jobs = jobs_new ();
  int id = 0;

  ipl_jobs_supersede (jobs, input_new (id, HELD), grace_ms);
  for (guint i = 1; i <= n_rounds; i++)
    {
      int at_work = id;

      sleep_until (started () >= i);
      ipl_jobs_supersede (jobs, input_new (++id, HELD), grace_ms);
      ipl_jobs_supersede (jobs, input_new (++id, HELD), grace_ms);
      release ();
      wait_until (record.n_results >= i);
      g_assert_cmpint (record.last_id, ==, at_work);
    }
  release ();
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, id);
  g_assert_cmpuint (record.n_results, ==, n_rounds + 1);
  g_assert_cmpuint (started (), ==, n_rounds + 1);
  g_assert_cmpuint (finished (), ==, n_rounds + 1);
  g_assert_cmpuint (count_of (&record.n_inputs_freed), ==, 2 * n_rounds + 1);
}

/* ... but a step longer than the grace is stopped: this one would never end. */
TEST (test_supersede_has_an_end, "/job/supersede-has-an-end")
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_supersede (jobs, input_new (1, ENDLESS), 100);
  sleep_until (started () >= 1);
  ipl_jobs_supersede (jobs, input_new (2, 1), 100);
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 2);
  g_assert_cmpuint (started (), ==, 2);
  g_assert_cmpuint (finished (), ==, 1);
}

/* A job has its grace, too, where that of the job before is not over yet. */
TEST (test_next_grace, "/job/next-grace")
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_supersede (jobs, input_new (1, HELD), 1);
  sleep_until (started () >= 1);
  ipl_jobs_supersede (jobs, input_new (2, ENDLESS), 1);
  release ();
  sleep_until (started () >= 2);
  ipl_jobs_supersede (jobs, input_new (3, 1), 50);
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 3);
}

/* Progress reported a hundred times is told once, when the main loop looks. */
TEST (test_updates_coalesce, "/job/updates-coalesce")
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (1, 100));
  sleep_until (!jobs_running (jobs));
  wait_idle (jobs);
  g_assert_cmpuint (record.n_updates, ==, 1);
  g_assert_cmpuint (record.n_results, ==, 1);
}

/* The table knows the program's runs by name, and takes in others. */
TEST (test_table, "/job/table")
{
  const char *const ids[] = { "solve", "map", "train", "heads", "seeds" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_assert_nonnull (ipl_run_find (ids[i]));
      g_assert_cmpstr (ipl_run_find (ids[i])->id, ==, ids[i]);
    }
  g_assert_null (ipl_run_find ("counting"));
  ipl_run_register (&counting);
  g_assert_true (ipl_run_find ("counting") == &counting);
}

/* A result is delivered without a look at the main context where one can be waited for. */
TEST (test_await, "/job/await")
{
  const gint64 long_usec = HANG_SECONDS * G_USEC_PER_SEC;
  const gint64 short_usec = 20000;
  g_autoptr (IplJobs) jobs = jobs_new ();

  /* How long the first takes is not known. */
  ipl_jobs_await (jobs, long_usec);
  ipl_jobs_supersede (jobs, input_new (1, HELD), 0);
  ipl_jobs_await (jobs, long_usec);
  g_assert_cmpint (record.last_id, ==, -1);
  release ();
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 1);

  ipl_jobs_supersede (jobs, input_new (2, 1), 0);
  ipl_jobs_await (jobs, long_usec);
  g_assert_cmpint (record.last_id, ==, 2);
  g_assert_cmpuint (record.n_results, ==, 2);
  wait_idle (jobs);
  g_assert_cmpuint (record.n_results, ==, 2);

  /* One that takes longer than the last one did is waited for once, and comes as ever. */
  ipl_jobs_supersede (jobs, input_new (3, HELD), long_usec / 1000);
  ipl_jobs_await (jobs, short_usec);
  g_assert_cmpint (record.last_id, ==, 2);
  ipl_jobs_await (jobs, short_usec);
  release ();
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 3);

  /* The last one took too long. */
  ipl_jobs_supersede (jobs, input_new (4, HELD), 0);
  ipl_jobs_await (jobs, 0);
  g_assert_cmpint (record.last_id, ==, 3);
  /* None comes of a job that is cancelled, and still at its work. */
  ipl_jobs_cancel (jobs);
  ipl_jobs_await (jobs, long_usec);
  release ();
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 3);
}

/* Jobs are done in the main loop. The last test: it is so until the end. */
TEST (test_no_threads, "/job/no-threads")
{
  g_autoptr (IplJobs) jobs = NULL;

  if (!refuse_threads ())
    {
      g_test_skip ("no filter of system calls");
      return;
    }
  jobs = jobs_new ();
  ipl_jobs_submit (jobs, input_new (1, 3));
  ipl_jobs_submit (jobs, input_new (2, 3));
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 2);
  g_assert_cmpuint (record.n_started, ==, 1);
  ipl_jobs_submit (jobs, input_new (3, 3));
}
