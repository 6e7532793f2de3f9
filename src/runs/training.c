/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/training.h"

#include "core/base/error.h"
#include "core/experiments/image-task-fields.h"
#include "core/network/trained-network-io.h"
#include "core/tasks/one-shot-task.h"
#include "core/base/parallel.h"
#include <string.h>

#include "runs/duration.h"

/* Sequences that the held-out accuracy is taken over. */
#define HOLDOUT_SEQUENCES 4000
/* A run of hours is not lost to a power cut. */
#define SAVE_USEC (60 * G_USEC_PER_SEC)

/* The input of a job. */
typedef struct
{
  IplImageTask task;
  IplTraining training;
  char *from; /* nullable: the network to go on from */
  char *path; /* where the result is kept; of a look, what is looked at */
  gboolean look;
  GCancellable *stop; /* ends the run, and what there is is kept */
} Order;

/* The main context's end. */
struct _IplTrainings
{
  IplJobs *jobs;
  GCancellable *stop; /* of the run that was started last */
  IplTrainingUpdateFunc update;
  gpointer user_data;
};

/* One run, in the worker thread. */
typedef struct
{
  IplJob *job;
  const Order *order;
  IplOneShotTask *world;
  IplTrainer *trainer;
  GArray *points;
  guint64 total_steps;
  double total_seconds;
  gint64 saved_usec;
  gboolean kept;
} Attempt;

static void
order_free (gpointer data)
{
  Order *order = data;

  g_clear_object (&order->stop);
  g_free (order->from);
  g_free (order->path);
  g_free (order);
}

/* The curve as it is now; a copy only where it has grown. */
static void
take_points (Attempt *attempt)
{
  gsize n;
  const IplTrainerPoint *points = ipl_trainer_get_points (attempt->trainer, &n);

  if (attempt->points != NULL && attempt->points->len == n)
    return;
  g_clear_pointer (&attempt->points, g_array_unref);
  attempt->points = g_array_sized_new (FALSE, FALSE, sizeof *points, (guint)MAX (n, 1));
  g_array_append_vals (attempt->points, points, (guint)n);
}

static IplTrainingRun *
describe (Attempt *attempt)
{
  IplTrainingRun *run = g_new0 (IplTrainingRun, 1);

  g_atomic_ref_count_init (&run->ref_count);
  run->task = attempt->order->task;
  run->path = g_strdup (attempt->order->path);
  run->total_steps = attempt->total_steps;
  run->total_seconds = attempt->total_seconds;
  run->seconds_left = -1.0;
  run->fraction = -1.0;
  run->kept = attempt->kept;
  if (attempt->trainer != NULL)
    {
      take_points (attempt);
      run->points = g_array_ref (attempt->points);
      run->step = ipl_trainer_get_step (attempt->trainer);
    }
  return run;
}

static void
tell (Attempt *attempt, const char *sentence)
{
  IplTrainingRun *run = describe (attempt);

  run->running = TRUE;
  run->sentence = g_strdup (sentence);
  ipl_job_post (attempt->job, run);
}

static gboolean
save (Attempt *attempt, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (attempt->order->path);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "The folder %s cannot be made: %s.", folder,
                   g_strerror (errno));
      return FALSE;
    }
  attempt->saved_usec = g_get_monotonic_time ();
  attempt->kept = ipl_trainer_save (attempt->trainer, attempt->order->path, error);
  return attempt->kept;
}

static void
on_progress (double fraction, double seconds_left, const char *sentence,
             const IplTrainerPoint *point, gpointer data)
{
  Attempt *attempt = data;
  IplTrainingRun *run;

  /* Where that fails, it will at the end too, and be told there. */
  if (g_get_monotonic_time () - attempt->saved_usec > SAVE_USEC)
    save (attempt, NULL);
  run = describe (attempt);
  run->running = TRUE;
  run->fraction = fraction;
  run->seconds_left = seconds_left;
  if (seconds_left >= 0.0)
    {
      g_autofree char *left = ipl_duration_text (seconds_left);
      run->sentence = g_strdup_printf ("%s, %s left", sentence, left);
    }
  else
    run->sentence = g_strdup (sentence);
  ipl_job_post (attempt->job, run);
}

/* A network without the state of its training begins another run, from its weights. */
static IplTrainer *
begin_from_network (Attempt *attempt, GError **error)
{
  const Order *order = attempt->order;
  g_autoptr (IplTrainedNetwork) network
      = ipl_trained_network_load (order->from, order->stop, error);
  IplTrainerConfig config;

  if (network == NULL || !ipl_training_to_config (&order->training, &config, error))
    return NULL;
  config.shape = network->shape;
  return ipl_trainer_new_from_network (&config, network, ipl_one_shot_task_train_source,
                                       attempt->world, error);
}

/* Files that only lie elsewhere are the same. */
static gboolean
same_images (IplImageTask *a, const IplImageTask *b)
{
  for (guint i = 0; i < IPL_IMAGE_TASK_FILES; i++)
    {
      g_autofree char *of_a = g_path_get_basename (a->files[i]);
      g_autofree char *of_b = g_path_get_basename (b->files[i]);

      if (a->files[i][0] != '\0' && b->files[i][0] != '\0' && strcmp (of_a, of_b) == 0)
        a->files[i] = b->files[i];
    }
  return ipl_image_task_same_training (a, b);
}

static gboolean
check_task (const Attempt *attempt, const IplTrainer *trainer, GError **error)
{
  const char *json = ipl_trainer_get_network (trainer)->task;
  g_autofree char *shown = g_filename_display_basename (attempt->order->from);
  IplImageTask task;

  ipl_image_task_init (&task);
  /* A network of unknown origin is taken at its user's word. */
  if (json == NULL || !ipl_image_task_from_json (&task, json, NULL)
      || same_images (&task, &attempt->order->task))
    return TRUE;
  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
               "“%s” was trained on other images, alphabets or another seed: open it to go on with "
               "its own, or train a new network.",
               shown);
  return FALSE;
}

static IplTrainer *
go_on (Attempt *attempt, GError **error)
{
  const Order *order = attempt->order;
  g_autoptr (GError) load_error = NULL;
  g_autoptr (IplTrainer) trainer = ipl_trainer_load (order->from, ipl_one_shot_task_train_source,
                                                     attempt->world, order->stop, &load_error);

  if (trainer == NULL && g_error_matches (load_error, IPL_ERROR, IPL_ERROR_MISSING))
    {
      g_clear_error (&load_error);
      trainer = begin_from_network (attempt, &load_error);
    }
  if (trainer == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&load_error));
      return NULL;
    }
  if (!check_task (attempt, trainer, error))
    return NULL;
  ipl_trainer_extend (trainer, order->training.steps > 0
                                   ? ipl_trainer_get_step (trainer) + order->training.steps
                                   : 0);
  return g_steal_pointer (&trainer);
}

static gboolean
prepare (Attempt *attempt, GError **error)
{
  const Order *order = attempt->order;
  IplTrainerConfig config;
  g_autofree char *json = NULL;

  if (!ipl_training_to_config (&order->training, &config, error))
    return FALSE;
  tell (attempt, "Preparing the images");
  attempt->world
      = ipl_one_shot_task_get (&order->task, ipl_parallel_default_threads (), order->stop, error);
  if (attempt->world == NULL)
    return FALSE;
  tell (attempt, "Preparing the network");
  attempt->trainer = order->from != NULL ? go_on (attempt, error)
                                         : ipl_trainer_new (&config, ipl_one_shot_task_train_source,
                                                            attempt->world, error);
  if (attempt->trainer == NULL)
    return FALSE;
  json = ipl_image_task_to_json (&order->task);
  ipl_trainer_set_task (attempt->trainer, json);
  return ipl_trainer_set_holdout (attempt->trainer, HOLDOUT_SEQUENCES,
                                  ipl_one_shot_task_holdout_source, attempt->world, error);
}

/* Whatever ends the run, all steps taken are kept; where weights are no numbers any more, those of
 * the last save are. */
static gboolean
train (Attempt *attempt, GError **error)
{
  const IplTraining *training = &attempt->order->training;
  guint64 first_step;
  g_autoptr (GError) run_error = NULL;

  if (!prepare (attempt, error))
    return FALSE;
  first_step = ipl_trainer_get_step (attempt->trainer);
  attempt->total_steps = training->steps > 0 ? first_step + training->steps : 0;
  attempt->total_seconds = training->minutes > 0.0 ? ipl_trainer_get_seconds (attempt->trainer)
                                                         + 60.0 * training->minutes
                                                   : 0.0;
  attempt->saved_usec = g_get_monotonic_time ();
  ipl_trainer_run (attempt->trainer, training->steps, 60.0 * training->minutes,
                   ipl_parallel_default_threads (), on_progress, attempt, attempt->order->stop,
                   &run_error);
  if ((run_error == NULL || g_error_matches (run_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      && ipl_trainer_get_step (attempt->trainer) > first_step && !save (attempt, error))
    return FALSE;
  if (run_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&run_error));
  return FALSE;
}

static void
no_sequences (guint64 first, gsize count, float *x, float *y, gpointer data)
{
  memset (x, 0, count * IPL_ONE_SHOT_TOKENS * sizeof *x);
  memset (y, 0, count * sizeof *y);
}

/* Only the learning curve, where the file has one. */
static void
look (Attempt *attempt)
{
  IplTrainingRun *run;

  attempt->trainer
      = ipl_trainer_load (attempt->order->path, no_sequences, NULL, attempt->order->stop, NULL);
  run = describe (attempt);
  run->looked = TRUE;
  run->kept = TRUE;
  ipl_job_post (attempt->job, run);
}

static void
cancel_too (GCancellable *cancellable, gpointer stop)
{
  g_cancellable_cancel (stop);
}

static void
work (IplJob *job, gpointer input, gpointer worker_data)
{
  const Order *order = input;
  GCancellable *cancellable = ipl_job_get_cancellable (job);
  gulong handler = g_cancellable_connect (cancellable, G_CALLBACK (cancel_too), order->stop, NULL);
  Attempt attempt = { .job = job, .order = order };
  g_autoptr (GError) error = NULL;

  if (order->look)
    look (&attempt);
  else
    {
      gboolean finished = train (&attempt, &error);
      IplTrainingRun *run = describe (&attempt);

      run->fraction = 1.0;
      run->seconds_left = 0.0;
      run->stopped = !finished;
      if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        run->error = g_steal_pointer (&error);
      ipl_job_post (job, run);
    }
  g_cancellable_disconnect (cancellable, handler);
  g_clear_pointer (&attempt.trainer, ipl_trainer_free);
  g_clear_pointer (&attempt.world, ipl_one_shot_task_unref);
  g_clear_pointer (&attempt.points, g_array_unref);
}

static void
on_update (const IplJobStatus *status, gpointer result, gpointer user_data)
{
  IplTrainings *self = user_data;

  self->update (result, self->user_data);
}

/**
 * ipl_trainings_new:
 * @update: told in the default main context whenever there is something new
 * @user_data: for @update
 *
 * Returns: (transfer full): the thread that trains networks, one at a time
 */
IplTrainings *
ipl_trainings_new (IplTrainingUpdateFunc update, gpointer user_data)
{
  IplTrainings *self = g_new0 (IplTrainings, 1);
  IplJobsVTable vtable
      = { work, NULL, NULL, order_free, (GDestroyNotify)ipl_training_run_unref, on_update, self };

  self->update = update;
  self->user_data = user_data;
  self->jobs = ipl_jobs_new (NULL, &vtable);
  return self;
}

/**
 * ipl_trainings_free:
 * @self: (transfer full): the thread's owner
 *
 * Stops what runs, lets it be saved, and waits for that.
 */
void
ipl_trainings_free (IplTrainings *self)
{
  if (self == NULL)
    return;
  ipl_jobs_free (self->jobs);
  g_clear_object (&self->stop);
  g_free (self);
}

static void
submit (IplTrainings *self, Order *order)
{
  g_clear_object (&self->stop);
  self->stop = g_cancellable_new ();
  order->stop = g_object_ref (self->stop);
  ipl_jobs_submit (self->jobs, order);
}

/**
 * ipl_trainings_start:
 * @self: the thread
 * @task: what to train on
 * @training: how
 * @from: (nullable): the file of a network to go on from
 * @path: the file to keep the network in
 *
 * Trains. What was running before ends first.
 */
void
ipl_trainings_start (IplTrainings *self, const IplImageTask *task, const IplTraining *training,
                     const char *from, const char *path)
{
  Order *order = g_new0 (Order, 1);

  order->task = *task;
  order->training = *training;
  order->from = g_strdup (from);
  order->path = g_strdup (path);
  submit (self, order);
}

/**
 * ipl_trainings_look:
 * @self: the thread, which has nothing to do
 * @path: the file of a network
 *
 * Reads the learning curve that the file holds; without one the run has no points.
 */
void
ipl_trainings_look (IplTrainings *self, const char *path)
{
  Order *order = g_new0 (Order, 1);

  order->path = g_strdup (path);
  order->look = TRUE;
  submit (self, order);
}

/**
 * ipl_trainings_stop:
 * @self: the thread
 *
 * Ends the run after the step it is at; its last update says where what there is has been kept.
 */
void
ipl_trainings_stop (IplTrainings *self)
{
  if (self->stop != NULL)
    g_cancellable_cancel (self->stop);
}
