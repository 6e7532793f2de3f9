/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trains a network on a one-shot task. */
#include "runs/train.h"

#include "core/fields/training-fields.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text-escape.h"
#include "core/network/trained-network.h"
#include "core/tasks/one-shot-task.h"
#include <math.h>
#include <string.h>

#include "runs/time-left.h"

/* Number of sequences for the held-out accuracy. */
#define HOLDOUT_SEQUENCES 4000

/* Least time between two copies of the record of heads, in microseconds. */
#define HISTORY_INTERVAL (G_USEC_PER_SEC / 5)

/* State of one training run. */
typedef struct
{
  IplJob *job;
  GCancellable *stop; /* ends the run; its results so far are saved */
  const IplTrainRequest *request;
  guint threads;
  IplOneShotTask *task;
  IplTrainer *trainer;
  GArray *points;
  IplTrajectory *history; /* (nullable): an immutable copy */
  gint64 history_usec;
  guint64 total_steps;
  double total_seconds;
  gint64 saved_usec;
  /* step and seconds at which the request began, also if the run resumes later */
  guint64 first_step;
  double first_seconds;
  IplTrainCheckpoint *checkpoint; /* (nullable) */
  gboolean is_saved;
  double accuracy;
  double standard_error;
} Attempt;

/* Copies the learning curve if it has grown. */
static void
copy_points (Attempt *attempt)
{
  gsize n;
  const IplTrainerPoint *points = ipl_trainer_get_points (attempt->trainer, &n);

  if (attempt->points != NULL && attempt->points->len == n)
    return;
  g_clear_pointer (&attempt->points, g_array_unref);
  attempt->points = g_array_sized_new (FALSE, FALSE, sizeof *points, (guint)MAX (n, 1));
  g_array_append_vals (attempt->points, points, (guint)n);
}

/* Copies the record of heads, at intervals because a long record takes time to copy. */
static void
copy_head_history (Attempt *attempt, gboolean running)
{
  const IplTrajectory *history = ipl_trainer_get_head_history (attempt->trainer);
  const IplTrajectory *before = attempt->history;
  gint64 now = g_get_monotonic_time ();
  IplTrajectory *copy;

  if (history->S == 0
      || (before != NULL
          && (before->time[before->S - 1] == history->time[history->S - 1]
              || (running && now - attempt->history_usec < HISTORY_INTERVAL))))
    return;
  /* Without memory for a copy, the earlier one stays. */
  copy = ipl_trajectory_copy (history, NULL);
  if (copy == NULL)
    return;
  g_clear_pointer (&attempt->history, ipl_trajectory_unref);
  attempt->history = copy;
  attempt->history_usec = now;
}

static IplTrainResult *
describe (Attempt *attempt, gboolean running)
{
  IplTrainResult *result = ipl_train_result_new (attempt->request);

  result->curve.total_steps = attempt->total_steps;
  result->curve.total_seconds = attempt->total_seconds;
  result->is_saved = attempt->is_saved;
  result->accuracy = attempt->accuracy;
  result->standard_error = attempt->standard_error;
  if (attempt->trainer != NULL)
    {
      copy_points (attempt);
      result->points = g_array_ref (attempt->points);
      result->curve.points = (const IplTrainerPoint *)(gconstpointer)attempt->points->data;
      result->curve.n_points = attempt->points->len;
      copy_head_history (attempt, running);
      result->history = attempt->history != NULL ? ipl_trajectory_ref (attempt->history) : NULL;
      result->step = ipl_trainer_get_step (attempt->trainer);
      result->seconds = ipl_trainer_get_seconds (attempt->trainer);
      result->n_parameters = ipl_trainer_get_network (attempt->trainer)->n_parameters;
    }
  return result;
}

/* Posts the progress for the window, and reports it for the command line. */
static void
post_progress (Attempt *attempt, double fraction, double seconds_left, const char *sentence)
{
  IplTrainResult *result = describe (attempt, TRUE);

  result->curve.running = TRUE;
  result->curve.seconds_left = seconds_left;
  result->fraction = fraction;
  result->sentence = ipl_duration_left_text (sentence, seconds_left);
  ipl_job_post (attempt->job, result);
  ipl_job_progress (attempt->job, fraction, seconds_left, sentence);
}

static gboolean
save (Attempt *attempt, GError **error)
{
  const IplTrainRequest *request = attempt->request;
  g_autofree char *folder = g_path_get_dirname (request->path);

  if (request->is_private_folder && g_mkdir_with_parents (folder, 0700) != 0)
    return ipl_fail (error, IPL_ERROR_IO, "The folder %s cannot be created: %s.", folder,
                     g_strerror (errno));
  attempt->saved_usec = g_get_monotonic_time ();
  attempt->is_saved = ipl_trainer_save (attempt->trainer, request->path, error);
  return attempt->is_saved;
}

static void
on_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Attempt *attempt = data;
  guint interval = attempt->request->checkpoint_seconds;

  /* A failure is ignored here; the save at the end reports it. */
  if (interval > 0 && g_get_monotonic_time () - attempt->saved_usec > interval * G_USEC_PER_SEC)
    save (attempt, NULL);
  if (attempt->checkpoint != NULL)
    ipl_train_checkpoint_pause (attempt->checkpoint, attempt->trainer);
  post_progress (attempt, fraction, seconds_left, sentence);
}

/* Begins another run from the weights of a network. */
static IplTrainer *
begin_from_network (Attempt *attempt, GError **error)
{
  const IplTrainRequest *request = attempt->request;
  IplTrainerConfig config = request->config;
  g_autoptr (IplTrainedNetwork) network
      = ipl_trained_network_load (request->from, attempt->stop, error);

  if (network == NULL || !ipl_one_shot_task_check_network (attempt->task, &network->shape, error))
    return NULL;
  config.shape = network->shape;
  return ipl_trainer_new_from_network (&config, network, ipl_one_shot_task_train_source,
                                       attempt->task, error);
}

/* TRUE if the images are the same; their files may have moved. */
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
  g_autofree char *shown = ipl_file_shown (attempt->request->from);
  IplImageTask task;

  if (!ipl_one_shot_task_check_network (attempt->task, &ipl_trainer_get_network (trainer)->shape,
                                        error))
    return FALSE;
  memset (&task, 0, sizeof task);
  ipl_image_task_init (&task);
  /* A network without a recorded task is accepted. */
  if (json == NULL || !ipl_image_task_from_json (&task, json, NULL)
      || same_images (&task, &attempt->request->task))
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "“%s” was trained on other images, alphabets or shots, or with another seed: "
                   "open it to continue with these, or train a new network.",
                   shown);
}

static IplTrainer *
load (Attempt *attempt, GError **error)
{
  return ipl_trainer_load (attempt->request->from, ipl_one_shot_task_train_source, attempt->task,
                           attempt->stop, error);
}

/* Extends the run of a checkpoint by the steps of the request. */
static IplTrainer *
go_on (Attempt *attempt, GError **error)
{
  const IplTrainRequest *request = attempt->request;
  g_autoptr (GError) load_error = NULL;
  g_autoptr (IplTrainer) trainer = load (attempt, &load_error);

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
  ipl_trainer_extend (trainer,
                      request->steps > 0 ? ipl_trainer_get_step (trainer) + request->steps : 0);
  return g_steal_pointer (&trainer);
}

/* Resumes the run of a checkpoint, which must be of the same task. */
static IplTrainer *
resume (Attempt *attempt, GError **error)
{
  const IplImageTask *task = &attempt->task->task;
  g_autofree IplImageTask *before = g_new0 (IplImageTask, 1);
  g_autofree char *was = NULL, *is = ipl_image_task_describe (task);
  g_autoptr (IplTrainer) trainer = load (attempt, error);
  const char *json;

  if (trainer == NULL)
    return NULL;
  json = ipl_trainer_get_network (trainer)->task;
  if (json != NULL && ipl_image_task_from_json (before, json, NULL)
      && ipl_image_task_same_training (before, task))
    return g_steal_pointer (&trainer);
  was = json != NULL && before->n_train > 0 ? ipl_image_task_describe (before) : NULL;
  return ipl_fail_null (
      error, IPL_ERROR_VALUE,
      "%s was trained on another task (%s; here: %s): give the same images, --holdout, "
      "shots and seed, or none of them.",
      attempt->request->from, was != NULL ? was : "unknown", is);
}

static IplTrainer *
make_trainer (Attempt *attempt, GError **error)
{
  const IplTrainRequest *request = attempt->request;
  g_autofree char *json = ipl_image_task_to_json (&request->task);
  IplTrainer *trainer;

  if (request->start == IPL_TRAIN_RESUME)
    return resume (attempt, error);
  if (request->start == IPL_TRAIN_FROM)
    trainer = begin_from_network (attempt, error);
  else if (request->start == IPL_TRAIN_GO_ON)
    trainer = go_on (attempt, error);
  else
    trainer
        = ipl_trainer_new (&request->config, ipl_one_shot_task_train_source, attempt->task, error);
  if (trainer != NULL)
    ipl_trainer_set_task (trainer, json);
  return trainer;
}

/* Resumes from the checkpoint of the same request, if there is one. */
static gboolean
resume_run (Attempt *attempt, GError **error)
{
  const IplTrainRequest *request = attempt->request;
  IplTrainer *resumed;
  char minutes[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *limits = NULL;
  g_autoptr (GError) load_error = NULL;

  if (request->checkpoint == NULL)
    return TRUE;
  g_ascii_dtostr (minutes, sizeof minutes, request->minutes);
  limits = g_strdup_printf ("%" G_GUINT64_FORMAT " steps, %s minutes", request->steps, minutes);
  attempt->checkpoint = ipl_train_checkpoint_new (request->checkpoint, attempt->trainer, limits);
  resumed = ipl_train_checkpoint_load (attempt->checkpoint, attempt->trainer,
                                       ipl_one_shot_task_train_source, attempt->task, attempt->stop,
                                       &load_error);
  if (resumed != NULL)
    {
      ipl_trainer_free (attempt->trainer);
      attempt->trainer = resumed;
    }
  if (load_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&load_error));
  return FALSE;
}

static gboolean
prepare (Attempt *attempt, GError **error)
{
  post_progress (attempt, -1.0, -1.0, "Preparing the images");
  attempt->task
      = ipl_one_shot_task_get (&attempt->request->task, attempt->threads, attempt->stop, error);
  if (attempt->task == NULL)
    return FALSE;
  post_progress (attempt, -1.0, -1.0, "Preparing the network");
  attempt->trainer = make_trainer (attempt, error);
  if (attempt->trainer == NULL)
    return FALSE;
  attempt->first_step = ipl_trainer_get_step (attempt->trainer);
  attempt->first_seconds = ipl_trainer_get_seconds (attempt->trainer);
  return resume_run (attempt, error)
         && ipl_trainer_set_holdout (attempt->trainer, HOLDOUT_SEQUENCES,
                                     ipl_one_shot_task_holdout_source, attempt->task, error)
         && ipl_trainer_record_heads (attempt->trainer, ipl_one_shot_task_holdout_source,
                                      attempt->task, error);
}

/* Saves the network. Not called after a failure, such as weights that are not finite: then the last
 * save stays. */
static gboolean
save_network (Attempt *attempt, gboolean has_stepped, GError **error)
{
  if (attempt->request->evaluate)
    return ipl_trainer_evaluate (attempt->trainer, attempt->threads, &attempt->accuracy,
                                 &attempt->standard_error, NULL, error)
           && save (attempt, error);
  return !has_stepped || save (attempt, error);
}

/* Finds the remaining limits of a resumed run; FALSE if nothing remains. */
static gboolean
find_limits (const Attempt *attempt, guint64 *steps, double *seconds)
{
  const IplTrainRequest *request = attempt->request;
  guint64 done = ipl_trainer_get_step (attempt->trainer) - attempt->first_step;
  double spent = ipl_trainer_get_seconds (attempt->trainer) - attempt->first_seconds;

  *steps = request->steps > done ? request->steps - done : 0;
  *seconds = MAX (60.0 * request->minutes - spent, 0.0);
  return (request->steps == 0 || *steps > 0) && (request->minutes <= 0 || *seconds > 0);
}

static gboolean
train (Attempt *attempt, GError **error)
{
  const IplTrainRequest *request = attempt->request;
  double seconds;
  guint64 steps;
  g_autoptr (GError) run_error = NULL;

  if (!prepare (attempt, error))
    return FALSE;
  attempt->total_steps = request->steps > 0 ? attempt->first_step + request->steps : 0;
  attempt->total_seconds
      = request->minutes > 0.0 ? attempt->first_seconds + 60.0 * request->minutes : 0.0;
  attempt->saved_usec = g_get_monotonic_time ();
  if (find_limits (attempt, &steps, &seconds))
    ipl_trainer_run (attempt->trainer, steps, seconds,
                     &(IplWork){ .threads = attempt->threads,
                                 .cancellable = attempt->stop,
                                 .progress = on_progress,
                                 .data = attempt },
                     &run_error);
  if (g_error_matches (run_error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && attempt->checkpoint != NULL)
    ipl_train_checkpoint_save (attempt->checkpoint, attempt->trainer);
  if ((run_error == NULL || g_error_matches (run_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      && !save_network (attempt, ipl_trainer_get_step (attempt->trainer) > attempt->first_step,
                        error))
    return FALSE;
  if (run_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&run_error));
  return FALSE;
}

/* Posts the learning curve and the record of heads of a file, without training. */
static void
look (Attempt *attempt)
{
  IplTrainResult *result;

  attempt->trainer = ipl_trainer_load (attempt->request->path, NULL, NULL, attempt->stop, NULL);
  result = describe (attempt, FALSE);
  result->looked = TRUE;
  result->is_saved = TRUE;
  ipl_job_post (attempt->job, result);
}

static void
run (IplJob *job, gpointer data, gpointer memory)
{
  const IplTrainRequest *request = data;
  Attempt attempt
      = { .job = job,
          /* A newer request stops a run and saves it, like a stop by the user. */
          .stop = ipl_job_get_background_cancellable (job),
          .request = request,
          .threads = request->threads > 0 ? request->threads : ipl_parallel_default_threads (),
          .accuracy = NAN,
          .standard_error = NAN };
  g_autoptr (GError) error = NULL;

  if (request->start == IPL_TRAIN_LOOK)
    look (&attempt);
  else
    {
      gboolean finished = train (&attempt, &error);
      IplTrainResult *result = describe (&attempt, FALSE);

      result->fraction = 1.0;
      result->stopped = !finished;
      if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        result->error = g_steal_pointer (&error);
      ipl_job_post (job, result);
    }
  g_clear_pointer (&attempt.checkpoint, ipl_train_checkpoint_free);
  g_clear_pointer (&attempt.trainer, ipl_trainer_free);
  g_clear_pointer (&attempt.task, ipl_one_shot_task_unref);
  g_clear_pointer (&attempt.points, g_array_unref);
  g_clear_pointer (&attempt.history, ipl_trajectory_unref);
}

/* Carries out an IplTrainRequest: trains until its limits or a stop, and saves the network. Posts
 * an IplTrainResult at intervals. */
const IplRun ipl_run_train = {
  .id = "train",
  .title = "Train a network",
  .priority = 60,
  .saves_on_stop = TRUE,
  .loss = "A network is being trained%s. Training stops; the network so far is saved in a file "
          "and can be trained further.",
  .outlives_case = TRUE,
  .run = run,
  .request_free = (GDestroyNotify)ipl_train_request_free,
  IPL_RUN_SHARES (ipl_train_result),
};
