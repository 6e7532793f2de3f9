/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/job.h"
#include "runs/run-table.h"

/* A stand-in for the solver: counts to input->steps in millisecond steps. */
typedef struct
{
  int id;
  int steps;
} Input;

typedef struct
{
  int last_id;     /* of the last delivered result */
  guint n_results; /* delivered results */
  guint n_updates; /* calls of the update function */
  GMutex mutex;    /* guards the rest, which the worker writes */
  guint n_started;
  guint n_finished;
  guint n_inputs_freed;
  gint64 stopped_at; /* monotonic time the last job returned */
} Record;

static Record record;

static Input *
input_new (int id, int steps)
{
  Input *input = g_new (Input, 1);

  *input = (Input){ id, steps };
  return input;
}

static void
input_free (gpointer data)
{
  g_mutex_lock (&record.mutex);
  record.n_inputs_freed++;
  g_mutex_unlock (&record.mutex);
  g_free (data);
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
  for (int i = 0; i < input->steps && !stopped; i++)
    {
      g_usleep (1000);
      ipl_job_progress (job, (double)i / input->steps, -1.0, "counting");
      stopped = g_cancellable_is_cancelled (ipl_job_get_cancellable (job));
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

static const IplRun counting = {
  .id = "counting",
  .title = "Count",
  .run = run,
  .memory_new = memory_new,
  .memory_free = g_free,
  .request_free = input_free,
  .result_unref = g_free,
};

static IplJobs *
jobs_new (void)
{
  g_mutex_lock (&record.mutex);
  record.last_id = -1;
  record.n_results = record.n_updates = record.n_started = record.n_finished = 0;
  record.n_inputs_freed = 0;
  record.stopped_at = 0;
  g_mutex_unlock (&record.mutex);
  return ipl_jobs_new (NULL, &counting, update, &record);
}

static guint
started (void)
{
  guint n;

  g_mutex_lock (&record.mutex);
  n = record.n_started;
  g_mutex_unlock (&record.mutex);
  return n;
}

static void
wait_idle (IplJobs *jobs)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (ipl_jobs_is_running (jobs) || g_main_context_pending (NULL))
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (500);
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
}

static void
wait_started (guint n)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (started () < n)
    {
      g_usleep (200);
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
}

static void
test_delivers (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (7, 5));
  g_assert_true (ipl_jobs_is_running (jobs));
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 7);
  g_assert_cmpuint (record.n_results, ==, 1);
}

/* Twenty requests in a row: the last is delivered, most of the others never even start. */
static void
test_latest_wins (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  for (int i = 0; i < 20; i++)
    ipl_jobs_submit (jobs, input_new (i, 300));
  g_usleep (20000);
  ipl_jobs_submit (jobs, input_new (20, 3));
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 20);
  g_assert_cmpuint (record.n_results, ==, 1);
  g_assert_cmpuint (started (), <=, 4);
  g_mutex_lock (&record.mutex);
  g_assert_cmpuint (record.n_inputs_freed, ==, 21);
  g_mutex_unlock (&record.mutex);
}

/* A job that posted and was then outdated before the main loop looked delivers nothing. */
static void
test_stale_dropped (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (1, 1));
  while (ipl_jobs_is_running (jobs))
    g_usleep (500);
  ipl_jobs_cancel (jobs);
  wait_idle (jobs);
  g_assert_cmpuint (record.n_results, ==, 0);
}

static void
test_cancel_is_felt (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  gint64 cancelled_at, latency;

  ipl_jobs_submit (jobs, input_new (1, 20000));
  wait_started (1);
  g_usleep (20000);
  cancelled_at = g_get_monotonic_time ();
  ipl_jobs_cancel (jobs);
  wait_idle (jobs);
  g_mutex_lock (&record.mutex);
  latency = record.stopped_at - cancelled_at;
  g_mutex_unlock (&record.mutex);
  g_test_message ("cancel felt after %.2f ms", latency / 1e3);
  g_test_message ("cancelled after %.1f ms", (double)latency / 1e3);
  /* The target is 100 ms; on a busy machine only a hang can be told. */
  g_assert_cmpint (latency, <, 1000000);
  g_assert_cmpuint (record.n_results, ==, 0);
  /* And the thread is ready for more. */
  ipl_jobs_submit (jobs, input_new (2, 1));
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 2);
}

/* Requests every 5 ms, each of which takes 20 ms: a dragged slider still shows something. */
static void
test_supersede_is_not_starved (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  guint during;

  for (int i = 0; i < 60; i++)
    {
      ipl_jobs_supersede (jobs, input_new (i, 10), 100);
      for (int k = 0; k < 5; k++)
        {
          g_usleep (1000);
          while (g_main_context_iteration (NULL, FALSE))
            ;
        }
    }
  during = record.n_results;
  wait_idle (jobs);
  g_assert_cmpuint (during, >=, 3);
  g_assert_cmpint (record.last_id, ==, 59);
  g_assert_cmpuint (started (), <, 60);
}

/* ... but a step longer than the grace is stopped. */
static void
test_supersede_has_an_end (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  gint64 begin;

  ipl_jobs_supersede (jobs, input_new (1, 20000), 100);
  wait_started (1);
  begin = g_get_monotonic_time ();
  ipl_jobs_supersede (jobs, input_new (2, 1), 100);
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 2);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 2 * G_USEC_PER_SEC);
}

/* Progress reported a hundred times is told a few times, when the main loop looks. */
static void
test_updates_coalesce (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (1, 100));
  while (ipl_jobs_is_running (jobs))
    g_usleep (1000);
  wait_idle (jobs);
  g_assert_cmpuint (record.n_updates, <=, 3);
  g_assert_cmpuint (record.n_results, ==, 1);
}

static void
test_free_joins (void)
{
  IplJobs *jobs = jobs_new ();
  gint64 begin, took;

  ipl_jobs_submit (jobs, input_new (1, 20000));
  wait_started (1);
  ipl_jobs_submit (jobs, input_new (2, 20000));
  begin = g_get_monotonic_time ();
  ipl_jobs_free (jobs);
  took = g_get_monotonic_time () - begin;
  g_test_message ("closed after %.2f ms", took / 1e3);
  g_assert_cmpint (took, <, 5000000);
  g_assert_cmpuint (record.n_inputs_freed, ==, 2);
  record.n_updates = 0;
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (record.n_updates, ==, 0);
}

/* A stop is not a cancel: the job hears of it by the other cancellable, and its result arrives. */
static void
test_stop_keeps_result (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (3, 20));
  wait_started (1);
  ipl_jobs_stop (jobs);
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 3);
  g_assert_cmpuint (record.n_results, ==, 1);
}

static void
count_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  g_assert_cmpstr (sentence, ==, "counting");
  g_assert_cmpfloat (seconds_left, <, 0.0);
  (*(guint *)data)++;
}

/* As a command line runs it: in this thread, every report heard, the last result returned. */
static void
test_run_now (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Input request = { 4, 5 };
  g_autofree Input *result = NULL;
  guint n = 0;

  result = ipl_run_now (&counting, &request, cancellable, count_progress, &n);
  g_assert_cmpint (result->id, ==, 4);
  g_assert_cmpuint (n, ==, 5);
  g_clear_pointer (&result, g_free);
  /* What there is when it is cancelled is returned too. */
  g_cancellable_cancel (cancellable);
  result = ipl_run_now (&counting, &request, cancellable, count_progress, &n);
  g_assert_cmpint (result->id, ==, 4);
  g_assert_cmpuint (n, ==, 6);
}

/* The table knows the program's runs by name, and takes in others. */
static void
test_table (void)
{
  const char *const ids[] = { "solve", "sweep", "train", "heads" };
  const IplRun *const *runs;
  guint n;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_assert_nonnull (ipl_run_find (ids[i]));
      g_assert_cmpstr (ipl_run_find (ids[i])->id, ==, ids[i]);
    }
  g_assert_null (ipl_run_find ("counting"));
  ipl_run_register (&counting);
  g_assert_true (ipl_run_find ("counting") == &counting);
  runs = ipl_runs (&n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (ids) + 1);
  g_assert_true (runs[n - 1] == &counting);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_mutex_init (&record.mutex);
  g_test_add_func ("/job/delivers", test_delivers);
  g_test_add_func ("/job/latest-wins", test_latest_wins);
  g_test_add_func ("/job/stale-dropped", test_stale_dropped);
  g_test_add_func ("/job/cancel-is-felt", test_cancel_is_felt);
  g_test_add_func ("/job/supersede-is-not-starved", test_supersede_is_not_starved);
  g_test_add_func ("/job/supersede-has-an-end", test_supersede_has_an_end);
  g_test_add_func ("/job/updates-coalesce", test_updates_coalesce);
  g_test_add_func ("/job/free-joins", test_free_joins);
  g_test_add_func ("/job/stop-keeps-result", test_stop_keeps_result);
  g_test_add_func ("/job/run-now", test_run_now);
  g_test_add_func ("/job/table", test_table);
  return g_test_run ();
}
