/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/job.h"

#include "runs/duration.h"

struct _IplJob
{
  IplJobs *jobs; /* NULL: it runs in the thread of its caller, who is told by @progress */
  guint64 serial;
  gpointer input;
  GCancellable *cancellable; /* stops everything */
  GCancellable *background;  /* stops what nobody is looking at yet */
  gint64 deadline_usec;      /* of a superseded job, else 0 */

  /* Without jobs. */
  const IplRun *run;
  IplJobProgressFunc progress;
  gpointer user_data;
  gpointer result;
};

struct _IplJobs
{
  const IplRun *run;
  gpointer memory; /* touched by the thread only */
  IplJobUpdateFunc update;
  gpointer user_data;
  GMainContext *context;
  GThread *thread;

  GMutex mutex;
  GCond cond;
  /* Under the mutex. */
  gboolean closing;
  guint64 last_serial;
  guint64 valid_from; /* results of older jobs are thrown away */
  IplJob *waiting;
  IplJob *running;
  GSource *idle;
  gpointer result;
  guint64 result_serial;
  double fraction;
  char *sentence;

  GSource *grace; /* main context only */
};

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

static void
result_unref (const IplRun *run, gpointer result)
{
  if (result != NULL && run->result_unref != NULL)
    run->result_unref (result);
}

static gboolean
dispatch_update (gpointer data)
{
  IplJobs *self = data;
  g_autofree char *sentence = NULL;
  gpointer result = NULL;
  gboolean stale;

  g_mutex_lock (&self->mutex);
  g_clear_pointer (&self->idle, g_source_unref);
  IplJobStatus status = { self->running != NULL || self->waiting != NULL, self->fraction, NULL };
  status.sentence = sentence = g_strdup (self->sentence);
  result = g_steal_pointer (&self->result);
  stale = self->result_serial < self->valid_from;
  g_mutex_unlock (&self->mutex);

  self->update (&status, stale ? NULL : result, self->user_data);
  result_unref (self->run, result);
  return G_SOURCE_REMOVE;
}

/* With the mutex held: however much happens in the worker, the main loop sees one update. */
static void
schedule_update (IplJobs *self)
{
  if (self->idle != NULL || self->closing)
    return;
  self->idle = g_idle_source_new ();
  /* After input and layout, before drawing: what is drawn next is the newest. */
  g_source_set_priority (self->idle, G_PRIORITY_HIGH_IDLE + 15);
  g_source_set_callback (self->idle, dispatch_update, self, NULL);
  g_source_set_static_name (self->idle, "ipl-jobs-update");
  g_source_attach (self->idle, self->context);
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

      IplJob *job = g_steal_pointer (&self->waiting);
      self->running = job;
      self->fraction = -1.0;
      g_clear_pointer (&self->sentence, g_free);
      schedule_update (self);
      g_mutex_unlock (&self->mutex);

      if (!g_cancellable_is_cancelled (job->cancellable))
        self->run->run (job, job->input, self->memory);

      g_mutex_lock (&self->mutex);
      self->running = NULL;
      if (self->waiting == NULL)
        {
          self->fraction = 1.0;
          g_clear_pointer (&self->sentence, g_free);
        }
      schedule_update (self);
      g_mutex_unlock (&self->mutex);
      job_free (job);
      g_mutex_lock (&self->mutex);
    }
  g_mutex_unlock (&self->mutex);
  return NULL;
}

/**
 * ipl_jobs_new:
 * @context: (nullable): the main context updates arrive in; %NULL for the default one
 * @run: what to run
 * @update: told in @context of progress and results
 * @user_data: for @update
 *
 * Starts the background thread of a run. The latest request wins: a new one replaces the
 * one that waits and stops the one at work. All functions but the ipl_job_ ones belong to the
 * thread of @context.
 *
 * Returns: (transfer full): the thread's owner
 */
IplJobs *
ipl_jobs_new (GMainContext *context, const IplRun *run, IplJobUpdateFunc update, gpointer user_data)
{
  IplJobs *self = g_new0 (IplJobs, 1);

  self->run = run;
  self->memory = run->memory_new != NULL ? run->memory_new () : NULL;
  self->update = update;
  self->user_data = user_data;
  self->context = g_main_context_ref (context != NULL ? context : g_main_context_default ());
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  self->valid_from = 1;
  self->thread = g_thread_new ("ipl-jobs", worker, self);
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

/**
 * ipl_jobs_free:
 * @self: (transfer full): the jobs
 *
 * Cancels whatever runs, waits for the thread to end and drops what it had posted: afterwards no
 * update is called any more.
 */
void
ipl_jobs_free (IplJobs *self)
{
  IplJob *waiting;

  if (self == NULL)
    return;
  clear_grace (self);
  g_mutex_lock (&self->mutex);
  self->closing = TRUE;
  waiting = g_steal_pointer (&self->waiting);
  if (self->running != NULL)
    {
      g_cancellable_cancel (self->running->cancellable);
      g_cancellable_cancel (self->running->background);
    }
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  job_free (waiting);

  g_thread_join (self->thread);
  if (self->idle != NULL)
    {
      g_source_destroy (self->idle);
      g_clear_pointer (&self->idle, g_source_unref);
    }
  result_unref (self->run, self->result);
  if (self->run->memory_free != NULL)
    self->run->memory_free (self->memory);
  g_free (self->sentence);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_main_context_unref (self->context);
  g_free (self);
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
        g_cancellable_cancel (self->running->cancellable);
    }
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&self->grace, g_source_unref);
  /* The job that it was set for has ended meanwhile, and the next one has a grace of its own. */
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

  job->jobs = self;
  job->input = input;
  job->cancellable = g_cancellable_new ();
  job->background = g_cancellable_new ();

  g_mutex_lock (&self->mutex);
  job->serial = ++self->last_serial;
  replaced = self->waiting;
  self->waiting = job;
  if (!gently)
    self->valid_from = job->serial;
  if (self->running != NULL)
    {
      g_cancellable_cancel (self->running->background);
      if (!gently)
        g_cancellable_cancel (self->running->cancellable);
      else if (self->running->deadline_usec == 0)
        {
          self->running->deadline_usec = g_get_monotonic_time () + grace_ms * 1000;
          if (self->grace == NULL)
            start_grace (self, grace_ms * 1000);
        }
    }
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  job_free (replaced);
}

/**
 * ipl_jobs_submit:
 * @self: the jobs
 * @input: (transfer full): a copy of all the job needs
 *
 * Asks for a computation. What runs is cancelled and its results are thrown away.
 */
void
ipl_jobs_submit (IplJobs *self, gpointer input)
{
  clear_grace (self);
  submit (self, input, FALSE, 0);
}

/**
 * ipl_jobs_supersede:
 * @self: the jobs
 * @input: (transfer full): a copy of all the job needs
 * @grace_ms: how long what runs may take to end the step it is in
 *
 * Asks for a computation of the same kind as the one that runs, one step further, as a dragged
 * slider does. What runs may finish the step it is in within the grace, and that result is
 * still shown, so that a slider dragged faster than the solver solves is not followed by nothing.
 */
void
ipl_jobs_supersede (IplJobs *self, gpointer input, guint grace_ms)
{
  submit (self, input, TRUE, grace_ms);
}

/**
 * ipl_jobs_stop:
 * @self: the jobs
 *
 * Ends what runs before its time: what nobody waits for is left out, and what there is by then is
 * kept and delivered.
 */
void
ipl_jobs_stop (IplJobs *self)
{
  g_mutex_lock (&self->mutex);
  if (self->waiting != NULL)
    g_cancellable_cancel (self->waiting->background);
  if (self->running != NULL)
    g_cancellable_cancel (self->running->background);
  g_mutex_unlock (&self->mutex);
}

/**
 * ipl_jobs_cancel:
 * @self: the jobs
 *
 * Stops what runs, forgets what waits, throws away what has been posted.
 */
void
ipl_jobs_cancel (IplJobs *self)
{
  IplJob *waiting;

  clear_grace (self);
  g_mutex_lock (&self->mutex);
  waiting = g_steal_pointer (&self->waiting);
  self->valid_from = self->last_serial + 1;
  if (self->running != NULL)
    {
      g_cancellable_cancel (self->running->cancellable);
      g_cancellable_cancel (self->running->background);
    }
  schedule_update (self);
  g_mutex_unlock (&self->mutex);
  job_free (waiting);
}

/**
 * ipl_jobs_is_running:
 * @self: the jobs
 *
 * Returns: whether a job waits or is at work
 */
gboolean
ipl_jobs_is_running (IplJobs *self)
{
  gboolean running;

  g_mutex_lock (&self->mutex);
  running = self->running != NULL || self->waiting != NULL;
  g_mutex_unlock (&self->mutex);
  return running;
}

/**
 * ipl_job_get_cancellable:
 * @self: the running job
 *
 * Returns: (transfer none): to be watched at least every 100 ms
 */
GCancellable *
ipl_job_get_cancellable (IplJob *self)
{
  return self->cancellable;
}

/**
 * ipl_job_get_background_cancellable:
 * @self: the running job
 *
 * Returns: (transfer none): to be watched by work that any newer request makes pointless
 */
GCancellable *
ipl_job_get_background_cancellable (IplJob *self)
{
  return self->background;
}

/**
 * ipl_job_progress:
 * @self: the running job
 * @fraction: share of the work done, or negative where it cannot be told
 * @seconds_left: honest guess, or negative where it is not known
 * @sentence: (nullable): what is being done
 *
 * Reports progress; may be called from any thread of the job, as often as it likes.
 */
void
ipl_job_progress (IplJob *self, double fraction, double seconds_left, const char *sentence)
{
  IplJobs *jobs = self->jobs;
  char *text;

  if (jobs == NULL)
    {
      if (self->progress != NULL)
        self->progress (fraction, seconds_left, sentence, self->user_data);
      return;
    }
  text = ipl_duration_left_text (sentence, seconds_left);
  g_mutex_lock (&jobs->mutex);
  jobs->fraction = fraction;
  g_free (jobs->sentence);
  jobs->sentence = text;
  schedule_update (jobs);
  g_mutex_unlock (&jobs->mutex);
}

/**
 * ipl_job_post:
 * @self: the running job
 * @result: (transfer full): everything known so far; replaces what has not been delivered yet
 *
 * Hands a result to the main context. A result holds all earlier ones of its job, so that only
 * the newest needs to be delivered. Dropped where the job has been cancelled meanwhile.
 */
void
ipl_job_post (IplJob *self, gpointer result)
{
  IplJobs *jobs = self->jobs;
  gpointer replaced = result;

  if (jobs == NULL)
    {
      result_unref (self->run, self->result);
      self->result = result;
      return;
    }
  g_mutex_lock (&jobs->mutex);
  if (!jobs->closing && self->serial >= jobs->valid_from)
    {
      replaced = jobs->result;
      jobs->result = result;
      jobs->result_serial = self->serial;
      schedule_update (jobs);
    }
  g_mutex_unlock (&jobs->mutex);
  result_unref (jobs->run, replaced);
}

/**
 * ipl_run_now:
 * @run: what to run
 * @request: the request; stays the caller's
 * @cancellable: (nullable): stops it
 * @progress: (nullable): told how far it is
 * @user_data: for @progress
 *
 * Runs in the calling thread, as a command line does.
 *
 * Returns: (transfer full) (nullable): the last result that was posted, which after a cancel is
 *   what there was by then; %NULL where that is nothing
 */
gpointer
ipl_run_now (const IplRun *run, gpointer request, GCancellable *cancellable,
             IplJobProgressFunc progress, gpointer user_data)
{
  GCancellable *watched = cancellable != NULL ? g_object_ref (cancellable) : g_cancellable_new ();
  IplJob job = { .input = request,
                 .cancellable = watched,
                 .background = watched,
                 .run = run,
                 .progress = progress,
                 .user_data = user_data };
  gpointer memory = run->memory_new != NULL ? run->memory_new () : NULL;

  run->run (&job, request, memory);
  if (run->memory_free != NULL)
    run->memory_free (memory);
  g_object_unref (watched);
  return job.result;
}
