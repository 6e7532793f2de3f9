/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network trained on invented glyphs, with U, head scores and attention entropy of every head as
 * it learns (THEORY.md section 8.9). */
#include "core/experiments/head-course-experiment.h"

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/base/units.h"
#include "core/network/trainer.h"
#include "core/tasks/one-shot-task.h"
#include "core/experiments/stored-result.h"
#include <stddef.h>
#include <string.h>

/* What there is so far is shown no more often than this, in microseconds. */
#define SHOW_INTERVAL (G_USEC_PER_SEC / 5)
/* ... and kept. */
#define KEEP_INTERVAL (60 * G_USEC_PER_SEC)

/* What a core takes, in seconds: to prepare the images, to draw a sequence, and to train on it for
 * each multiply-add of ipl_trained_shape_multiply_adds(). */
#define PREPARING 2.0
#define DRAWING 1.4e-4
#define TRAINING 6e-12

typedef struct
{
  guint layers;
  guint heads;
  guint width;
  guint steps;
  guint report_steps;
  guint64 seed;
} Own;

#define AT(field) .offset = offsetof (Own, field)

static const IplField fields[] = {
  { "layers", .json = "layers", .label = "Layers", .symbol = "L", .kind = IPL_FIELD_INTEGER,
    AT (layers), .minimum = 1, .maximum = 3, .step = 1,
    .sentence = "Attention layers of the network that is trained" },
  { "heads-per-layer", .json = "heads", .label = "Heads", .kind = IPL_FIELD_INTEGER, AT (heads),
    .minimum = 1, .maximum = 8, .step = 1, .sentence = "Heads of each layer" },
  { "width", .json = "width", .label = "Width", .symbol = "N", .kind = IPL_FIELD_INTEGER,
    AT (width), .minimum = 8, .maximum = 1024, .step = 16,
    .sentence = "Width of every layer of the network" },
  { "training-steps", .json = "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, AT (steps),
    .minimum = 1, .maximum = 1000000, .low = 100, .high = 100000, .step = 500,
    .sentence = "Steps of training, of 64 sequences each" },
  { "report-steps", .json = "report_steps", .label = "Reports", .unit = IPL_STEPS,
    .kind = IPL_FIELD_INTEGER, AT (report_steps), .minimum = 1, .maximum = 10000, .step = 25,
    .sentence = "Steps from one recorded moment to the next" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed), .high = G_MAXUINT32,
    .step = 1, .sentence = "Seed of the glyphs, the sequences and the first weights" },
};

static const IplFieldGroup groups[] = { { "task", "Training", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  *(Own *)ipl_parameters_edit_own (parameters) = (Own){
    .layers = 2, .heads = 4, .width = 128, .steps = 10000, .report_steps = 100, .seed = 1
  };
}

static void
fill_config (const Own *own, IplTrainerConfig *config)
{
  ipl_trainer_config_init (config);
  config->shape.L = own->layers;
  for (guint l = 0; l < IPL_MAX_LAYERS; l++)
    config->shape.H[l] = l < own->layers ? own->heads : 0;
  for (guint l = 0; l <= own->layers; l++)
    config->shape.N[l] = own->width;
  config->seed = own->seed;
  config->report_steps = own->report_steps;
  config->evaluate_steps = 0;
}

/* A network on its way, with what it learns. */
typedef struct
{
  char *about; /* what it is a run of, in words that only an equal one has */
  IplOneShotTask *task;
  IplTrainer *trainer;
} Learner;

static void
learner_free (Learner *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->trainer, ipl_trainer_free);
  g_clear_pointer (&self->task, ipl_one_shot_task_unref);
  g_free (self->about);
  g_free (self);
}

/* The schedule of the learning rate ends with the steps: a run of more is another. */
static char *
describe (const Own *own)
{
  return g_strdup_printf (
      "heads while they learn: %u layers of %u heads, width %u, %u steps, every "
      "%u, seed %" G_GUINT64_FORMAT,
      own->layers, own->heads, own->width, own->steps, own->report_steps, own->seed);
}

/* What a result holds beside what was recorded: the network, until somebody goes on with it. */
typedef struct
{
  Learner *learner;
} Kept;

static void
kept_free (gpointer data)
{
  learner_free (((Kept *)data)->learner);
  g_free (data);
}

/* The network of an earlier result, if it can go on to what is wanted: its own no longer. */
static Learner *
take_kept (IplExperimentResult *before, const char *about)
{
  Kept *kept
      = before != NULL && before->experiment == &ipl_experiment_head_course ? before->data : NULL;
  Learner *learner = kept != NULL ? g_atomic_pointer_exchange (&kept->learner, NULL) : NULL;

  if (learner == NULL || strcmp (learner->about, about) == 0)
    return learner;
  g_atomic_pointer_set (&kept->learner, learner);
  return NULL;
}

/* From the checkpoint; NULL without an error where it is the program's own and holds no such run.
 */
static IplTrainer *
load (const Learner *self, const IplExperimentRun *run, GError **error)
{
  g_autofree char *shown = ipl_file_shown (run->checkpoint);
  g_autoptr (GError) wrong = NULL;
  g_autoptr (IplTrainer) trainer = ipl_trainer_load (
      run->checkpoint, ipl_one_shot_task_train_source, self->task, run->cancellable, &wrong);

  if (trainer != NULL && g_strcmp0 (ipl_trainer_get_run (trainer), self->about) == 0)
    return g_steal_pointer (&trainer);
  if (run->own_checkpoint && !g_error_matches (wrong, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return NULL;
  if (wrong != NULL)
    g_propagate_error (error, g_steal_pointer (&wrong));
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "“%s” is the checkpoint of another run: choose another file, or the parameters "
                 "that it was made with.",
                 shown);
  return NULL;
}

static Learner *
learner_new (const Own *own, const IplExperimentRun *run, GError **error)
{
  Learner *self = g_new0 (Learner, 1);
  GError *wrong = NULL;
  IplTrainerConfig config;
  IplImageTask images;

  self->about = describe (own);
  ipl_image_task_init (&images);
  images.seed = own->seed;
  run->progress (-1.0, -1.0, "Preparing the images", run->data);
  self->task = ipl_one_shot_task_get (&images, run->threads, run->cancellable, &wrong);
  if (self->task != NULL && run->checkpoint != NULL
      && g_file_test (run->checkpoint, G_FILE_TEST_EXISTS))
    self->trainer = load (self, run, &wrong);
  if (self->task != NULL && self->trainer == NULL && wrong == NULL)
    {
      fill_config (own, &config);
      self->trainer = ipl_trainer_new (&config, ipl_one_shot_task_train_source, self->task, &wrong);
    }
  if (self->trainer != NULL)
    {
      ipl_trainer_set_run (self->trainer, self->about);
      if (ipl_trainer_record_heads (self->trainer, ipl_one_shot_task_holdout_source, self->task,
                                    &wrong))
        return self;
    }
  g_propagate_error (error, wrong);
  learner_free (self);
  return NULL;
}

/* A computation that goes on. */
typedef struct
{
  const IplExperimentRun *run;
  Learner *learner;
  GCancellable *end; /* ends the training, whoever asks */
  guint steps;
  gint64 shown, kept;
  char *not_kept; /* (nullable): why there is no checkpoint */
} Going;

static void
going_clear (Going *self)
{
  g_clear_object (&self->end);
  g_free (self->not_kept);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Going, going_clear)

/* What cannot be kept is said, and no reason to end what goes on. */
static void
keep (Going *self)
{
  g_autoptr (GError) error = NULL;

  if (self->run->checkpoint == NULL)
    return;
  g_clear_pointer (&self->not_kept, g_free);
  if (!ipl_trainer_save (self->learner->trainer, self->run->checkpoint, &error))
    self->not_kept = g_strdup_printf ("No checkpoint could be kept: %s", error->message);
  self->kept = g_get_monotonic_time ();
}

static void
show (Going *self)
{
  const IplTrajectory *course = ipl_trainer_get_course (self->learner->trainer);
  IplTrajectory *copy;

  if (self->run->show == NULL || course->S == 0
      || g_get_monotonic_time () - self->shown < SHOW_INTERVAL)
    return;
  self->shown = g_get_monotonic_time ();
  copy = ipl_trajectory_copy (course, NULL);
  if (copy != NULL)
    self->run->show (ipl_experiment_result_new_dynamics (&ipl_experiment_head_course, copy, FALSE,
                                                         NULL, NULL),
                     self->run->data);
}

/* The share of all steps, also where the run was taken up. */
static void
on_progress (double fraction, double seconds_left, const char *sentence,
             const IplTrainerPoint *point, gpointer data)
{
  Going *self = data;
  double step = (double)ipl_trainer_get_step (self->learner->trainer);

  show (self);
  if (g_get_monotonic_time () - self->kept >= KEEP_INTERVAL)
    keep (self);
  self->run->progress (MIN (step / self->steps, 1), seconds_left,
                       self->not_kept != NULL ? self->not_kept : sentence, self->run->data);
  if (g_cancellable_is_cancelled (self->run->cancellable)
      || g_cancellable_is_cancelled (self->run->stop))
    g_cancellable_cancel (self->end);
}

/* Trains on to the end, or until it is stopped; a copy of what was recorded. */
static IplTrajectory *
go_on (Going *self, GError **error)
{
  IplTrainer *trainer = self->learner->trainer;
  guint64 step = ipl_trainer_get_step (trainer);
  g_autoptr (GError) ended = NULL;
  IplTrajectory *recorded;

  self->kept = g_get_monotonic_time ();
  if (step < self->steps)
    ipl_trainer_run (trainer, self->steps - step, 0, self->run->threads, on_progress, self,
                     self->end, &ended);
  if (g_cancellable_set_error_if_cancelled (self->run->cancellable, error))
    return NULL;
  if (ended != NULL && !g_error_matches (ended, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&ended));
      return NULL;
    }
  if (ended != NULL)
    keep (self);
  recorded = ipl_trajectory_copy (ipl_trainer_get_course (trainer), error);
  if (recorded != NULL && ended != NULL && self->not_kept != NULL)
    ipl_trajectory_set_message (recorded, self->not_kept);
  return recorded;
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const Own *own = ipl_parameters_get_own (parameters);
  g_auto (Going) going = { .run = run, .steps = own->steps };
  g_autofree char *about = describe (own);
  Learner *taken = take_kept (run->before, about);
  IplTrajectory *recorded;
  Kept *kept;

  going.learner = taken != NULL ? taken : learner_new (own, run, error);
  if (going.learner == NULL)
    return NULL;
  going.end = g_cancellable_new ();
  recorded = go_on (&going, error);
  if (recorded == NULL)
    {
      if (taken != NULL)
        g_atomic_pointer_set (&((Kept *)run->before->data)->learner, taken);
      else
        learner_free (going.learner);
      return NULL;
    }
  kept = g_new (Kept, 1);
  kept->learner = going.learner;
  return ipl_experiment_result_new_dynamics (
      &ipl_experiment_head_course, recorded,
      ipl_trainer_get_step (going.learner->trainer) >= own->steps, kept, kept_free);
}

static void
predict (const IplParameters *parameters, guint threads, double *seconds, double *bytes)
{
  const Own *own = ipl_parameters_get_own (parameters);
  IplTrainerConfig config;

  fill_config (own, &config);
  *seconds = PREPARING
             + own->steps * (double)config.batch
                   * (DRAWING + TRAINING * ipl_trained_shape_multiply_adds (&config.shape))
                   / MAX (threads, 1);
  *bytes = ipl_trainer_memory (&config, threads);
}

/* As ipl_head_course_new() makes it. */
static const IplRecordedArray recorded[] = {
  { "loss", "" },
  { "accuracy", "" },
  { "entropy", "h" },
  { "head_score", "h" },
  { "path_weight", "p" },
  { "U", "pp", .is_optional = TRUE },
  { "layer", "h", .is_constant = TRUE },
  { NULL },
};

/* Whether heads stand layer after layer, and make so many paths. */
static gboolean
check_layers (const IplTrajectoryArray *layer, gsize Pi)
{
  gsize paths = 1, heads = 0;

  for (gsize k = 0; k < layer->size; k++)
    {
      double before = k > 0 ? layer->values[k - 1] : 0;

      if (layer->values[k] != before && layer->values[k] != before + 1)
        return FALSE;
      heads = layer->values[k] == before ? heads + 1 : 1;
      if (k + 1 == layer->size || layer->values[k + 1] != layer->values[k])
        paths *= heads;
      if (layer->values[k] < 1 || paths > Pi)
        return FALSE;
    }
  return paths == Pi;
}

/* Of a network that another experiment trained, too. The network itself is not in the file. */
static IplExperimentResult *
restore (const IplParameters *parameters, IplTrajectory *trajectory, gboolean complete, IplNpz *npz,
         char **why)
{
  if (check_layers (ipl_trajectory_find (trajectory, "layer"),
                    ipl_trajectory_get_length (trajectory, recorded, 'p')))
    return ipl_stored_result_plain (parameters, trajectory, complete, npz, why);
  *why = g_strdup ("the layers of its heads are none");
  return NULL;
}

const IplExperiment ipl_experiment_head_course = {
  .id = "head-course",
  .title = "Heads while they learn",
  .page = "head-course",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Training",
  .own_size = sizeof (Own),
  .n_groups = G_N_ELEMENTS (groups),
  .groups = groups,
  .init = init,
  .compute = compute,
  .recorded = recorded,
  .restore = restore,
  .asks_to_run = TRUE,
  .predict = predict,
};
