/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/duration.h"

#include <math.h>

#include "../refuse-threads.h"
#include "runs/job.h"

/* No test says how fast anything has to be: what is asserted is what has been started, finished and
 * delivered. Only what hangs takes longer than this. */
#define HANG_SECONDS 60

/* A stand-in for the solver: counts to input->steps in millisecond steps, or ... */
#define ENDLESS -1  /* counts until it is cancelled */
#define HELD -2     /* waits for let_go(), cancelled or not */
#define OPTIONAL -3 /* as endless, but is not wanted either once it is stopped or outdated */

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
  guint n_finished; /* that were not stopped */
  guint n_let_go;   /* held jobs that may end */
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

/* Whether a held job may end; takes the permission. */
static gboolean
may_finish (void)
{
  gboolean may;

  g_mutex_lock (&record.mutex);
  may = record.n_let_go > 0;
  record.n_let_go -= may;
  g_mutex_unlock (&record.mutex);
  return may;
}

/* Lets the held job that runs end, or the next one. */
static void
let_go (void)
{
  g_mutex_lock (&record.mutex);
  record.n_let_go++;
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
  /* Nothing of the test before counts. */
  g_assert_true (ipl_jobs_wait_for_end (FALSE, HANG_SECONDS * 1000));
  g_mutex_lock (&record.mutex);
  record.last_id = -1;
  record.n_results = record.n_updates = record.n_started = record.n_finished = 0;
  record.n_let_go = record.n_inputs_freed = 0;
  record.stopped_at = 0;
  g_mutex_unlock (&record.mutex);
  return ipl_jobs_new (NULL, &counting, update, &record);
}

/* A count that the worker writes. */
static guint
count_of (const guint *number)
{
  guint n;

  g_mutex_lock (&record.mutex);
  n = *number;
  g_mutex_unlock (&record.mutex);
  return n;
}

static guint
started (void)
{
  return count_of (&record.n_started);
}

static guint
finished (void)
{
  return count_of (&record.n_finished);
}

static gint64
hang_time (void)
{
  return g_get_monotonic_time () + HANG_SECONDS * G_USEC_PER_SEC;
}

/* Without a look at the main context: nothing is delivered meanwhile. */
static void
wait_ended (IplJobs *jobs)
{
  gint64 end = hang_time ();

  while (ipl_jobs_is_running (jobs))
    {
      g_usleep (500);
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
}

static void
wait_idle (IplJobs *jobs)
{
  gint64 end = hang_time ();

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
  gint64 end = hang_time ();

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

static void
wait_delivered (guint n)
{
  gint64 end = hang_time ();

  while (record.n_results < n)
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (200);
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
}

/* Twenty requests while the first is at work: the last is delivered, the others never even start.
 */
static void
test_latest_wins (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (0, HELD));
  wait_started (1);
  for (int i = 1; i <= 20; i++)
    ipl_jobs_submit (jobs, input_new (i, 3));
  let_go ();
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 20);
  g_assert_cmpuint (record.n_results, ==, 1);
  g_assert_cmpuint (started (), ==, 2);
  g_assert_cmpuint (finished (), ==, 1);
  g_assert_cmpuint (count_of (&record.n_inputs_freed), ==, 21);
}

/* A job that posted and was then outdated before the main loop looked delivers nothing. */
static void
test_stale_dropped (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (1, 1));
  wait_ended (jobs);
  g_assert_cmpuint (finished (), ==, 1);
  ipl_jobs_cancel (jobs);
  wait_idle (jobs);
  g_assert_cmpuint (record.n_results, ==, 0);
}

/* What would never end by itself ends, and nothing of it is delivered. */
static void
test_cancel_is_felt (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  gint64 cancelled_at, latency;

  ipl_jobs_submit (jobs, input_new (1, ENDLESS));
  wait_started (1);
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
static void
test_supersede_is_not_starved (void)
{
  const guint grace_ms = 10 * HANG_SECONDS * 1000, n_rounds = 10;
  g_autoptr (IplJobs) jobs = jobs_new ();
  int id = 0;

  ipl_jobs_supersede (jobs, input_new (id, HELD), grace_ms);
  for (guint i = 1; i <= n_rounds; i++)
    {
      int at_work = id;

      wait_started (i);
      ipl_jobs_supersede (jobs, input_new (++id, HELD), grace_ms);
      ipl_jobs_supersede (jobs, input_new (++id, HELD), grace_ms);
      let_go ();
      wait_delivered (i);
      g_assert_cmpint (record.last_id, ==, at_work);
    }
  let_go ();
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, id);
  g_assert_cmpuint (record.n_results, ==, n_rounds + 1);
  g_assert_cmpuint (started (), ==, n_rounds + 1);
  g_assert_cmpuint (finished (), ==, n_rounds + 1);
  g_assert_cmpuint (count_of (&record.n_inputs_freed), ==, 2 * n_rounds + 1);
}

/* ... but a step longer than the grace is stopped: this one would never end. */
static void
test_supersede_has_an_end (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_supersede (jobs, input_new (1, ENDLESS), 20);
  wait_started (1);
  ipl_jobs_supersede (jobs, input_new (2, 1), 20);
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 2);
  g_assert_cmpuint (started (), ==, 2);
  g_assert_cmpuint (finished (), ==, 1);
}

/* Progress reported a hundred times is told once, when the main loop looks. */
static void
test_updates_coalesce (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (1, 100));
  wait_ended (jobs);
  wait_idle (jobs);
  g_assert_cmpuint (record.n_updates, ==, 1);
  g_assert_cmpuint (record.n_results, ==, 1);
}

/* Neither the one that runs nor the one that waits would ever end by itself. */
static void
test_free_cancels (void)
{
  IplJobs *jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (1, ENDLESS));
  wait_started (1);
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
static void
test_free_does_not_wait (void)
{
  IplJobs *jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (1, HELD));
  wait_started (1);
  ipl_jobs_free (jobs);
  g_assert_cmpuint (count_of (&record.n_inputs_freed), ==, 0);
  g_assert_false (ipl_jobs_wait_for_end (FALSE, 20));
  /* It keeps nothing. */
  g_assert_true (ipl_jobs_wait_for_end (TRUE, 0));
  let_go ();
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
  char *sentence;
} Shown;

static void
show (const IplJobStatus *status, gpointer result, gpointer data)
{
  Shown *shown = data;

  g_free (shown->sentence);
  *shown = (Shown){ status->running, status->stopping, g_strdup (status->sentence) };
}

/* Whatever the job says of its progress: what is being stopped says so, until it ends. */
static void
test_stopping_is_said (void)
{
  void (*const ways[]) (IplJobs * jobs) = { ipl_jobs_stop, ipl_jobs_cancel };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      Shown shown = { FALSE, FALSE, NULL };
      IplJobs *jobs = jobs_new ();

      ipl_jobs_free (jobs);
      jobs = ipl_jobs_new (NULL, &counting, show, &shown);
      ipl_jobs_submit (jobs, input_new (1, HELD));
      wait_started (1);
      ways[i](jobs);
      while (!shown.stopping)
        g_main_context_iteration (NULL, TRUE);
      g_assert_true (shown.running);
      g_assert_cmpstr (shown.sentence, ==, "Stopping…");
      let_go ();
      while (shown.running)
        g_main_context_iteration (NULL, TRUE);
      g_assert_false (shown.stopping);
      g_assert_null (shown.sentence);
      ipl_jobs_free (jobs);
      g_assert_true (ipl_jobs_wait_for_end (FALSE, HANG_SECONDS * 1000));
      g_free (shown.sentence);
    }
}

static gint lets_go; /* whether the input of the job that is over may be freed */

static void
free_when_let (gpointer data)
{
  while (!g_atomic_int_get (&lets_go))
    g_usleep (200);
  input_free (data);
}

/* Nor does the job that waits for one that was stopped say that it stops: the main loop looks
 * between the two. */
static void
test_stopping_is_not_said_of_the_next (void)
{
  IplRun slow = counting;
  Shown shown = { FALSE, FALSE, NULL };
  IplJobs *jobs = jobs_new ();

  ipl_jobs_free (jobs);
  slow.request_free = free_when_let;
  g_atomic_int_set (&lets_go, FALSE);
  jobs = ipl_jobs_new (NULL, &slow, show, &shown);
  ipl_jobs_submit (jobs, input_new (1, HELD));
  wait_started (1);
  ipl_jobs_submit (jobs, input_new (2, HELD));
  while (!shown.stopping)
    g_main_context_iteration (NULL, TRUE);
  let_go ();
  while (shown.stopping)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (shown.running);
  g_assert_null (shown.sentence);
  g_atomic_int_set (&lets_go, TRUE);
  let_go ();
  while (shown.running)
    g_main_context_iteration (NULL, TRUE);
  ipl_jobs_free (jobs);
  g_assert_true (ipl_jobs_wait_for_end (FALSE, HANG_SECONDS * 1000));
  g_free (shown.sentence);
}

/* A stop is not a cancel: the job hears of it by the other cancellable, and its result arrives. */
static void
test_stop_keeps_result (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();

  ipl_jobs_submit (jobs, input_new (3, OPTIONAL));
  wait_started (1);
  ipl_jobs_stop (jobs);
  wait_idle (jobs);
  g_assert_cmpuint (finished (), ==, 0);
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
  const char *const ids[] = { "solve", "sweep", "map", "train", "heads", "seeds", "file" };
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

/* From how fast the fraction grew; nothing before two seconds, or a fiftieth; begun anew where it
 * falls or is not known. */
static void
test_time_left (void)
{
  IplTimeLeft left = { 0 };
  gint64 now = 1000 * G_USEC_PER_SEC;

  g_assert_cmpfloat (ipl_time_left (&left, 0.0, now), ==, -1);
  g_assert_cmpfloat (ipl_time_left (&left, 0.2, now + G_USEC_PER_SEC), ==, -1);
  g_assert_cmpfloat_with_epsilon (ipl_time_left (&left, 0.25, now + 5 * G_USEC_PER_SEC), 15, 1e-9);
  g_assert_cmpfloat_with_epsilon (ipl_time_left (&left, 1.0, now + 9 * G_USEC_PER_SEC), 0, 1e-9);
  /* The next stage, from half on. */
  g_assert_cmpfloat (ipl_time_left (&left, 0.5, now + 10 * G_USEC_PER_SEC), ==, -1);
  g_assert_cmpfloat (ipl_time_left (&left, 0.51, now + 20 * G_USEC_PER_SEC), ==, -1);
  g_assert_cmpfloat_with_epsilon (ipl_time_left (&left, 0.75, now + 20 * G_USEC_PER_SEC), 10, 1e-9);
  g_assert_cmpfloat (ipl_time_left (&left, -1.0, now + 21 * G_USEC_PER_SEC), ==, -1);
  g_assert_cmpfloat (ipl_time_left (&left, 0.9, now + 22 * G_USEC_PER_SEC), ==, -1);
  g_assert_cmpfloat (ipl_time_left (&left, NAN, now + 40 * G_USEC_PER_SEC), ==, -1);
}

/* A result is delivered without a look at the main context where one can be waited for. */
static void
test_await (void)
{
  const gint64 long_usec = HANG_SECONDS * G_USEC_PER_SEC;
  const gint64 short_usec = 20000;
  g_autoptr (IplJobs) jobs = jobs_new ();

  /* How long the first takes is not known. */
  ipl_jobs_await (jobs, long_usec);
  ipl_jobs_supersede (jobs, input_new (1, HELD), 0);
  ipl_jobs_await (jobs, long_usec);
  g_assert_cmpint (record.last_id, ==, -1);
  let_go ();
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
  let_go ();
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 3);

  /* The last one took too long. */
  ipl_jobs_supersede (jobs, input_new (4, HELD), 0);
  ipl_jobs_await (jobs, 0);
  g_assert_cmpint (record.last_id, ==, 3);
  /* None comes of a job that is cancelled, and still at its work. */
  ipl_jobs_cancel (jobs);
  ipl_jobs_await (jobs, long_usec);
  let_go ();
  wait_idle (jobs);
  g_assert_cmpint (record.last_id, ==, 3);
}

/* Jobs are done in the main loop. */
static void
test_no_threads (void)
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

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_mutex_init (&record.mutex);
  g_test_add_func ("/job/time-left", test_time_left);
  g_test_add_func ("/job/delivers", test_delivers);
  g_test_add_func ("/job/latest-wins", test_latest_wins);
  g_test_add_func ("/job/stale-dropped", test_stale_dropped);
  g_test_add_func ("/job/cancel-is-felt", test_cancel_is_felt);
  g_test_add_func ("/job/supersede-is-not-starved", test_supersede_is_not_starved);
  g_test_add_func ("/job/supersede-has-an-end", test_supersede_has_an_end);
  g_test_add_func ("/job/updates-coalesce", test_updates_coalesce);
  g_test_add_func ("/job/free-cancels", test_free_cancels);
  g_test_add_func ("/job/free-does-not-wait", test_free_does_not_wait);
  g_test_add_func ("/job/stopping-is-said", test_stopping_is_said);
  g_test_add_func ("/job/stopping-is-not-said-of-the-next", test_stopping_is_not_said_of_the_next);
  g_test_add_func ("/job/stop-keeps-result", test_stop_keeps_result);
  g_test_add_func ("/job/await", test_await);
  g_test_add_func ("/job/run-now", test_run_now);
  g_test_add_func ("/job/table", test_table);
  /* The last: it is so until the end. */
  g_test_add_func ("/job/no-threads", test_no_threads);
  status = g_test_run ();
  ipl_jobs_wait_for_end (FALSE, -1);
  return status;
}
