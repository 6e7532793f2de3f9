/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The owner's side of jobs, and their thread. */
#include "runs/job-private.h"

#include "core/base/abandonable-call.h"

/* Counts threads whose owner has freed the jobs; the end of the program waits for them. */
static GMutex threads_mutex;
static GCond threads_cond;
static guint n_threads, n_saving;

static void
count_thread (const IplRun *run, int change)
{
  g_mutex_lock (&threads_mutex);
  n_threads += (guint)change;
  if (run->saves_on_stop)
    n_saving += (guint)change;
  g_cond_broadcast (&threads_cond);
  g_mutex_unlock (&threads_mutex);
}

static void
job_free (IplJob *job)
{
  if (job == NULL)
    return;
  if (job->jobs->run->request_free != NULL && job->input != NULL)
    job->jobs->run->request_free (job->input);
  g_object_unref (job->cancellable);
  g_object_unref (job->background);
  g_free (job);
}

void
ipl_job_result_unref (const IplRun *run, gpointer result)
{
  if (result != NULL && run->result_unref != NULL)
    run->result_unref (result);
}

static void
jobs_unref (IplJobs *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->sentence);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_cond_clear (&self->posted);
  g_main_context_unref (self->context);
  g_free (self);
}

static gboolean
dispatch_update (gpointer data)
{
  IplJobs *self = data;
  const IplRun *run = self->run;
  g_autofree char *sentence = NULL;
  gpointer result;

  g_mutex_lock (&self->mutex);
  g_clear_pointer (&self->idle, g_source_unref);
  IplJobStatus status = { .running = self->running != NULL || self->waiting != NULL,
                          .stopping = self->running != NULL && self->running->stopping,
                          .fraction = self->fraction };
  status.sentence = sentence = g_strdup (self->sentence);
  result = g_steal_pointer (&self->result);
  g_mutex_unlock (&self->mutex);

  /* The callback may free the jobs. */
  self->update (&status, result, self->user_data);
  ipl_job_result_unref (run, result);
  return G_SOURCE_REMOVE;
}

/* With the mutex held: merges all changes in the worker into one update in the main loop. */
void
ipl_jobs_schedule_update (IplJobs *self)
{
  if (self->idle != NULL || self->closing)
    return;
  self->idle = g_idle_source_new ();
  /* The priority is below input and layout and above drawing: the next frame shows the newest
   * result. */
  g_source_set_priority (self->idle, G_PRIORITY_HIGH_IDLE + 15);
  g_source_set_callback (self->idle, dispatch_update, self, NULL);
  g_source_set_static_name (self->idle, "ipl-jobs-update");
  g_source_attach (self->idle, self->context);
}

/* With the mutex held: stops the running job, if any, and shows "Stopping…" as its progress.
 * @cancels: TRUE to cancel all of it, FALSE only its background work */
static void
stop_running (IplJobs *self, gboolean cancels)
{
  if (self->running == NULL)
    return;
  g_cancellable_cancel (self->running->background);
  if (cancels)
    g_cancellable_cancel (self->running->cancellable);
  self->running->stopping = TRUE;
  self->fraction = -1.0;
  g_free (self->sentence);
  self->sentence = g_strdup ("Stopping…");
  ipl_jobs_schedule_update (self);
}

/* With the mutex held: begins a new generation, in which no result of an earlier job is delivered.
 * Returns: (transfer full) (nullable): the pending result */
static gpointer
begin_generation (IplJobs *self)
{
  self->generation++;
  stop_running (self, TRUE);
  return g_steal_pointer (&self->result);
}

/* Runs the waiting job. The mutex is held on entry and return, and released during the run. */
static void
run_waiting (IplJobs *self)
{
  IplJob *job = g_steal_pointer (&self->waiting);

  self->running = job;
  self->fraction = -1.0;
  g_clear_pointer (&self->sentence, g_free);
  ipl_jobs_schedule_update (self);
  g_mutex_unlock (&self->mutex);

  if (!g_cancellable_is_cancelled (job->cancellable))
    self->run->run (job, job->input, self->memory);

  g_mutex_lock (&self->mutex);
  self->running = NULL;
  g_cond_signal (&self->posted);
  /* The progress of the ended job does not apply to the waiting one. */
  self->fraction = self->waiting == NULL ? 1.0 : -1.0;
  g_clear_pointer (&self->sentence, g_free);
  ipl_jobs_schedule_update (self);
  g_mutex_unlock (&self->mutex);
  job_free (job);
  g_mutex_lock (&self->mutex);
}

static void
end_worker (IplJobs *self)
{
  const IplRun *run = self->run;

  if (run->memory_free != NULL)
    run->memory_free (self->memory);
  jobs_unref (self);
  count_thread (run, -1);
}

static gpointer
worker (gpointer data)
{
  IplJobs *self = data;

  g_mutex_lock (&self->mutex);
  while (TRUE)
    {
      while (!self->closing && self->waiting == NULL)
        g_cond_wait (&self->cond, &self->mutex);
      if (self->closing)
        break;
      run_waiting (self);
    }
  g_mutex_unlock (&self->mutex);
  end_worker (self);
  return NULL;
}

/* Replaces the thread if the system cannot create one. */
static gboolean
work_in_main_loop (gpointer data)
{
  IplJobs *self = data;

  g_mutex_lock (&self->mutex);
  g_clear_pointer (&self->work, g_source_unref);
  if (self->waiting != NULL)
    run_waiting (self);
  g_mutex_unlock (&self->mutex);
  return G_SOURCE_REMOVE;
}

/* Starts the background thread of a run, or uses the main loop if the system cannot create a
 * thread. The latest request wins: a new one replaces the waiting one and stops the running one.
 * All functions except ipl_job_*() belong to the thread of @context.
 * @context: (nullable): main context that updates arrive in; NULL for the default one
 * @update: called in @context with progress and results
 * Returns: (transfer full): the jobs of the run */
IplJobs *
ipl_jobs_new (GMainContext *context, const IplRun *run, IplJobUpdateFunc update, gpointer user_data)
{
  IplJobs *self = g_new0 (IplJobs, 1);
  GThread *thread;

  /* References: the owner and the thread. */
  g_atomic_ref_count_init (&self->ref_count);
  g_atomic_ref_count_inc (&self->ref_count);
  self->run = run;
  self->memory = run->memory_new != NULL ? run->memory_new () : NULL;
  self->update = update;
  self->user_data = user_data;
  self->context = g_main_context_ref (context != NULL ? context : g_main_context_default ());
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  g_cond_init (&self->posted);
  self->answer_usec = G_MAXINT64;
  thread = g_thread_try_new ("ipl-jobs", worker, self, NULL);
  self->has_thread = thread != NULL;
  g_clear_pointer (&thread, g_thread_unref);
  return self;
}

static void
clear_grace (IplJobs *self)
{
  if (self->grace != NULL)
    {
      g_source_destroy (self->grace);
      g_clear_pointer (&self->grace, g_source_unref);
    }
}

/* Cancels the running job and drops its results: @update is not called any more. Does not wait: the
 * thread ends later and owns everything that it uses; see ipl_jobs_wait_for_end(). */
void
ipl_jobs_free (IplJobs *self)
{
  IplJob *waiting;
  gpointer result;

  if (self == NULL)
    return;
  clear_grace (self);
  count_thread (self->run, 1);
  g_mutex_lock (&self->mutex);
  self->closing = TRUE;
  waiting = g_steal_pointer (&self->waiting);
  result = begin_generation (self);
  if (self->idle != NULL)
    {
      g_source_destroy (self->idle);
      g_clear_pointer (&self->idle, g_source_unref);
    }
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  job_free (waiting);
  ipl_job_result_unref (self->run, result);
  if (!self->has_thread)
    {
      if (self->work != NULL)
        g_source_destroy (self->work);
      g_clear_pointer (&self->work, g_source_unref);
      end_worker (self);
    }
  jobs_unref (self);
}

/* Waits for the remaining threads after all jobs have been freed.
 * @saving: TRUE to wait only for runs that save something when they are stopped
 * @timeout_ms: time limit; negative for none
 * Returns: TRUE if the threads have ended; else only _exit() is safe, because they still use memory
 *   of the process */
gboolean
ipl_jobs_wait_for_end (gboolean saving, int timeout_ms)
{
  gint64 end = g_get_monotonic_time () + timeout_ms * (gint64)1000;
  const guint *left = saving ? &n_saving : &n_threads;
  gboolean over = FALSE;

  g_mutex_lock (&threads_mutex);
  while (*left > 0 && !over)
    if (timeout_ms < 0)
      g_cond_wait (&threads_cond, &threads_mutex);
    else
      over = !g_cond_wait_until (&threads_cond, &threads_mutex, end);
  over = *left > 0 || (!saving && ipl_abandonable_call_is_running ());
  g_mutex_unlock (&threads_mutex);
  return !over;
}

static void start_grace (IplJobs *self, gint64 usec);

static gboolean
grace_over (gpointer data)
{
  IplJobs *self = data;
  gint64 left_usec = 0;

  g_mutex_lock (&self->mutex);
  if (self->running != NULL && self->running->deadline_usec != 0)
    {
      left_usec = self->running->deadline_usec - g_get_monotonic_time ();
      if (left_usec <= 0)
        stop_running (self, TRUE);
    }
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&self->grace, g_source_unref);
  /* A new job has replaced the job of the timeout; its grace period ends later. */
  if (left_usec > 0)
    start_grace (self, left_usec);
  return G_SOURCE_REMOVE;
}

static void
start_grace (IplJobs *self, gint64 usec)
{
  self->grace = g_timeout_source_new ((guint)(usec / 1000 + 1));
  g_source_set_callback (self->grace, grace_over, self, NULL);
  g_source_attach (self->grace, self->context);
}

static void
submit (IplJobs *self, gpointer input, gboolean gently, guint grace_ms)
{
  IplJob *job = g_new0 (IplJob, 1);
  IplJob *replaced;
  gpointer obsolete = NULL;

  job->jobs = self;
  job->requested_usec = g_get_monotonic_time ();
  job->input = input;
  job->cancellable = g_cancellable_new ();
  job->background = g_cancellable_new ();

  g_mutex_lock (&self->mutex);
  replaced = self->waiting;
  self->waiting = job;
  if (!gently)
    obsolete = begin_generation (self);
  else if (self->running != NULL)
    {
      g_cancellable_cancel (self->running->background);
      if (self->running->deadline_usec == 0)
        {
          self->running->deadline_usec = g_get_monotonic_time () + grace_ms * 1000;
          if (self->grace == NULL)
            start_grace (self, grace_ms * 1000);
        }
    }
  job->generation = self->generation;
  if (!self->has_thread && self->work == NULL)
    {
      self->work = g_idle_source_new ();
      g_source_set_callback (self->work, work_in_main_loop, self, NULL);
      g_source_attach (self->work, self->context);
    }
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  job_free (replaced);
  ipl_job_result_unref (self->run, obsolete);
}

/* Requests a computation. The running job is cancelled and its results are dropped.
 * @input: (transfer full): a copy of everything that the job needs */
void
ipl_jobs_submit (IplJobs *self, gpointer input)
{
  clear_grace (self);
  submit (self, input, FALSE, 0);
}

/* Requests a computation of the same kind as the running one, as a dragged slider does. The running
 * job may finish its present step within the grace period, and that result is shown. A slider that
 * moves faster than the solver therefore still shows results.
 * @input: (transfer full): a copy of everything that the job needs
 * @grace_ms: time that the running job has to end its present step */
void
ipl_jobs_supersede (IplJobs *self, gpointer input, guint grace_ms)
{
  submit (self, input, TRUE, grace_ms);
}

/* Stops the running job early: it skips background work, and its results so far are delivered. */
void
ipl_jobs_stop (IplJobs *self)
{
  g_mutex_lock (&self->mutex);
  if (self->waiting != NULL)
    g_cancellable_cancel (self->waiting->background);
  stop_running (self, FALSE);
  g_mutex_unlock (&self->mutex);
}

/* Cancels the running job, drops the waiting one and all results that are not delivered. */
void
ipl_jobs_cancel (IplJobs *self)
{
  IplJob *waiting;
  gpointer result;

  clear_grace (self);
  g_mutex_lock (&self->mutex);
  waiting = g_steal_pointer (&self->waiting);
  result = begin_generation (self);
  ipl_jobs_schedule_update (self);
  g_mutex_unlock (&self->mutex);
  job_free (waiting);
  ipl_job_result_unref (self->run, result);
}

/* With the mutex held: TRUE if the newest request has no result yet. */
static gboolean
awaits_answer (const IplJobs *self)
{
  const IplJob *running = self->running;

  return self->waiting != NULL
         || (running != NULL && !running->answered && running->generation == self->generation);
}

/* Waits for the first result of the newest request and delivers it, so that the next frame shows
 * it. Does not wait if the last first result took longer than @limit_usec. */
void
ipl_jobs_await (IplJobs *self, gint64 limit_usec)
{
  gint64 end = g_get_monotonic_time () + limit_usec;
  gboolean is_answered = FALSE;

  g_mutex_lock (&self->mutex);
  if (self->answer_usec <= limit_usec && awaits_answer (self))
    {
      while (awaits_answer (self) && g_cond_wait_until (&self->posted, &self->mutex, end))
        ;
      is_answered = !awaits_answer (self) && self->idle != NULL;
      if (is_answered)
        g_source_destroy (self->idle);
      if (awaits_answer (self))
        self->answer_usec = limit_usec + 1;
    }
  g_mutex_unlock (&self->mutex);
  if (is_answered)
    dispatch_update (self);
}
