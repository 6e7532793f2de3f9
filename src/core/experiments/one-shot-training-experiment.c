/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network trained on invented glyphs, with U, head scores and attention entropy of every head as
 * it learns (THEORY.md section 8.9). */
#include "core/experiments/experiment-table.h"

#include "core/base/units.h"
#include "core/network/head-history.h"
#include "core/network/trainer.h"
#include "core/tasks/one-shot-task.h"
#include "core/experiments/resumable-experiment.h"
#include "core/training/recorded-trajectory.h"
#include <stddef.h>
#include <string.h>

typedef struct
{
  guint layers;
  guint heads;
  guint width;
  guint steps;
  guint report_steps;
  guint64 seed;
} Parameters;

#define AT(field) .offset = offsetof (Parameters, field)

static const IplField fields[] = {
  { "layers", .json = "layers", .label = "Layers", .symbol = "L", .kind = IPL_FIELD_INTEGER,
    AT (layers), .minimum = 1, .maximum = 3, .step = 1,
    .sentence = "Attention layers of the network that is trained" },
  { "heads-per-layer", .json = "heads", .label = "Heads", .kind = IPL_FIELD_INTEGER, AT (heads),
    .minimum = 1, .maximum = 8, .step = 1, .sentence = "Heads of each layer" },
  { "width", .flag = "network-width", .json = "width", .label = "Width", .symbol = "N",
    .kind = IPL_FIELD_INTEGER, AT (width), .minimum = 8, .maximum = 1024, .step = 16,
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
  *(Parameters *)ipl_parameters_edit_specific (parameters) = (Parameters){
    .layers = 2, .heads = 4, .width = 128, .steps = 10000, .report_steps = 100, .seed = 1
  };
}

static void
fill_config (const Parameters *own, IplTrainerConfig *config)
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

/* A network in training, and its trajectory. */
typedef struct
{
  char *about; /* text that is equal only for runs with the same parameters */
  IplOneShotTask *task;
  IplTrainer *trainer;
} Learner;

static void
learner_free (gpointer data)
{
  Learner *self = data;

  g_clear_pointer (&self->trainer, ipl_trainer_free);
  g_clear_pointer (&self->task, ipl_one_shot_task_unref);
  g_free (self->about);
  g_free (self);
}

/* The schedule of the learning rate ends with the steps: a run of more is another. */
static char *
describe (const Parameters *own)
{
  return g_strdup_printf ("heads during training: %u layers of %u heads, width %u, %u steps, every "
                          "%u, seed %" G_GUINT64_FORMAT,
                          own->layers, own->heads, own->width, own->steps, own->report_steps,
                          own->seed);
}

static gboolean
fits (gconstpointer learner, gconstpointer own)
{
  g_autofree char *about = describe (own);

  return strcmp (((const Learner *)learner)->about, about) == 0;
}

static void
prepare (Learner *self, const Parameters *own, const IplExperimentRun *run, GError **error)
{
  IplImageTask images;

  self->about = describe (own);
  ipl_image_task_init (&images);
  images.seed = own->seed;
  ipl_work_progress (&run->work, -1.0, -1.0, "Preparing the images");
  self->task = ipl_one_shot_task_get (&images, run->work.threads, run->work.cancellable, error);
}

/* With a trainer, from now on with its heads recorded. */
static gpointer
finish (Learner *self, GError **error)
{
  if (self->trainer != NULL)
    {
      ipl_trainer_set_run (self->trainer, self->about);
      if (ipl_trainer_record_heads (self->trainer, ipl_one_shot_task_holdout_source, self->task,
                                    error))
        return self;
    }
  learner_free (self);
  return NULL;
}

static gpointer
begin (gconstpointer own, const IplExperimentRun *run, GError **error)
{
  Learner *self = g_new0 (Learner, 1);
  IplTrainerConfig config;

  prepare (self, own, run, error);
  fill_config (own, &config);
  if (self->task != NULL)
    self->trainer = ipl_trainer_new (&config, ipl_one_shot_task_train_source, self->task, error);
  return finish (self, error);
}

static gpointer
load (gconstpointer own, const IplExperimentRun *run, GError **error)
{
  Learner *self = g_new0 (Learner, 1);

  prepare (self, own, run, error);
  if (self->task != NULL)
    self->trainer = ipl_trainer_load (run->checkpoint, ipl_one_shot_task_train_source, self->task,
                                      run->work.cancellable, error);
  if (self->trainer != NULL && g_strcmp0 (ipl_trainer_get_run (self->trainer), self->about) != 0)
    {
      g_clear_pointer (&self->trainer, ipl_trainer_free);
      ipl_recorded_is_another (run->checkpoint, error);
    }
  return finish (self, error);
}

/* The reports of a training run. */
typedef struct
{
  IplComputation *computation;
  IplTrainer *trainer;
  GCancellable *end; /* ends the training, on behalf of any caller */
  guint steps;
} Watch;

/* Reports the share of all steps, including those before a resumption. */
static void
on_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  const Watch *self = data;
  const IplExperimentRun *run = self->computation->run;
  double step = (double)ipl_trainer_get_step (self->trainer);

  ipl_computation_show (self->computation, ipl_trainer_get_head_history (self->trainer));
  ipl_computation_save_in_time (self->computation);
  ipl_computation_report (self->computation, MIN (step / self->steps, 1), seconds_left, sentence);
  if (g_cancellable_is_cancelled (run->work.cancellable)
      || g_cancellable_is_cancelled (run->work.stop))
    g_cancellable_cancel (self->end);
}

static gboolean
train (gpointer learner, gconstpointer own, IplComputation *computation, GError **error)
{
  g_autoptr (GCancellable) end = g_cancellable_new ();
  Watch watch
      = { computation, ((Learner *)learner)->trainer, end, ((const Parameters *)own)->steps };
  guint64 step = ipl_trainer_get_step (watch.trainer);
  GError *ended = NULL;

  if (step < watch.steps)
    ipl_trainer_run (watch.trainer, watch.steps - step, 0,
                     &(IplWork){ .threads = computation->run->work.threads,
                                 .cancellable = end,
                                 .progress = on_progress,
                                 .data = &watch },
                     &ended);
  if (g_error_matches (ended, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&ended);
  if (ended == NULL)
    return !g_cancellable_set_error_if_cancelled (computation->run->work.cancellable, error);
  g_propagate_error (error, ended);
  return FALSE;
}

static gboolean
is_complete (gconstpointer learner, gconstpointer own)
{
  return ipl_trainer_get_step (((const Learner *)learner)->trainer)
         >= ((const Parameters *)own)->steps;
}

static const IplTrajectory *
get_history (gconstpointer learner)
{
  return ipl_trainer_get_head_history (((const Learner *)learner)->trainer);
}

static gboolean
save (gpointer learner, const char *path, GError **error)
{
  return ipl_trainer_save (((const Learner *)learner)->trainer, path, error);
}

static const IplResumable learning = {
  .begin = begin,
  .load = load,
  .fits = fits,
  .train = train,
  .is_complete = is_complete,
  .recorded = get_history,
  .save = save,
  .free = learner_free,
};

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  return ipl_resumable_compute (&learning, parameters, run, error);
}

/* TRUE if heads are sorted by layers and make so many paths. */
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

/* Also for a network that another experiment trained. The network itself is not in the file. */
static gboolean
restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz, char **why)
{
  if (check_layers (ipl_trajectory_find (result->trajectory, "layer"),
                    ipl_trajectory_get_length (result->trajectory, ipl_head_history_recorded, 'p')))
    return TRUE;
  *why = g_strdup ("the layers of its heads are none");
  return FALSE;
}

const IplExperiment ipl_experiment_one_shot_training = {
  .id = "head-course",
  .title = "Heads during training",
  .about = "The one-shot network in training: U, scores and entropy of its heads",
  .family = IPL_FAMILY_BEYOND,
  .page = "head-course",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Training",
  IPL_SPECIFIC (Parameters, groups),
  .init = init,
  .compute = compute,
  .recorded = ipl_head_history_recorded,
  .restore = restore,
  .runs_on_request = TRUE,
  .takes = "about a minute",
};
