/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network trained on invented glyphs, with U, head scores and attention entropy of every head as
 * it learns (THEORY.md section 8.9). */
#include "core/experiments/head-course-experiment.h"

#include "core/base/memory.h"
#include "core/heads/head-course.h"
#include "core/network/trainer.h"
#include "core/tasks/one-shot-task.h"
#include <math.h>
#include <stddef.h>

/* Held-out sequences that entropies are the mean over: as many queries times 48. */
#define N_SEQUENCES 8
/* What there is so far is shown this often at most, in microseconds. */
#define SHOW_EVERY (G_USEC_PER_SEC / 5)

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
  { "report-steps", .json = "report_steps", .label = "Reports", .unit = "steps",
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
    .layers = 2, .heads = 4, .width = 128, .steps = 3000, .report_steps = 50, .seed = 1
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

/* A run that is recorded. */
typedef struct
{
  const IplExperimentRun *run;
  IplTrainer *trainer;
  IplTrajectory *trajectory;
  double *tokens;
  GCancellable *end; /* ends the training, whoever asks */
  GError *error;
  gint64 shown;
} Course;

static void
course_clear (Course *self)
{
  g_clear_pointer (&self->trainer, ipl_trainer_free);
  g_clear_pointer (&self->trajectory, ipl_trajectory_unref);
  g_clear_pointer (&self->tokens, g_free);
  g_clear_object (&self->end);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Course, course_clear)

static gboolean
record (Course *self, const IplTrainerPoint *point)
{
  return ipl_head_course_record (self->trajectory, ipl_trainer_get_network (self->trainer),
                                 N_SEQUENCES, self->tokens, point != NULL ? (double)point->step : 0,
                                 point != NULL ? point->loss : NAN,
                                 point != NULL ? point->accuracy_train : NAN, self->run->threads,
                                 &self->error);
}

static void
show (Course *self)
{
  IplTrajectory *copy;

  if (self->run->show == NULL || g_get_monotonic_time () - self->shown < SHOW_EVERY)
    return;
  self->shown = g_get_monotonic_time ();
  copy = ipl_trajectory_copy (self->trajectory, NULL);
  if (copy != NULL)
    self->run->show (ipl_experiment_result_new_dynamics (&ipl_experiment_head_course, copy, FALSE,
                                                         NULL, NULL),
                     self->run->data);
}

/* A point is told once as it comes, and again between. */
static void
on_progress (double fraction, double seconds_left, const char *sentence,
             const IplTrainerPoint *point, gpointer data)
{
  Course *self = data;
  const IplTrajectory *trajectory = self->trajectory;

  if (point != NULL && self->error == NULL
      && (double)point->step > trajectory->time[trajectory->S - 1])
    {
      if (record (self, point))
        show (self);
      else
        g_cancellable_cancel (self->end);
    }
  self->run->progress (fraction, seconds_left, sentence, self->run->data);
  if (g_cancellable_is_cancelled (self->run->cancellable)
      || g_cancellable_is_cancelled (self->run->stop))
    g_cancellable_cancel (self->end);
}

static gboolean
prepare (Course *self, const Own *own, IplOneShotTask *task, GError **error)
{
  IplTrainerConfig config;
  g_autofree float *x = g_new (float, N_SEQUENCES * IPL_ONE_SHOT_TOKENS);
  float y[N_SEQUENCES];

  fill_config (own, &config);
  self->trainer = ipl_trainer_new (&config, ipl_one_shot_task_train_source, task, error);
  if (self->trainer == NULL)
    return FALSE;
  ipl_one_shot_task_holdout_source (0, N_SEQUENCES, x, y, task);
  self->tokens = g_new (double, N_SEQUENCES * IPL_ONE_SHOT_TOKENS);
  for (gsize i = 0; i < N_SEQUENCES * IPL_ONE_SHOT_TOKENS; i++)
    self->tokens[i] = x[i];
  self->end = g_cancellable_new ();
  self->trajectory = ipl_trajectory_new (TRUE);
  ipl_head_course_begin (self->trajectory, &config.shape);
  if (record (self, NULL))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const Own *own = ipl_parameters_get_own (parameters);
  g_auto (Course) course = { .run = run };
  g_autoptr (IplOneShotTask) task = NULL;
  g_autoptr (GError) ended = NULL;
  IplImageTask images;
  gboolean complete;

  ipl_image_task_init (&images);
  images.seed = own->seed;
  run->progress (-1.0, -1.0, "Preparing the images", run->data);
  task = ipl_one_shot_task_get (&images, run->threads, run->cancellable, error);
  if (task == NULL || !prepare (&course, own, task, error))
    return NULL;
  complete = ipl_trainer_run (course.trainer, own->steps, 0, run->threads, on_progress, &course,
                              course.end, &ended);
  if (course.error != NULL)
    g_propagate_error (error, g_steal_pointer (&course.error));
  else if (!g_cancellable_set_error_if_cancelled (run->cancellable, error)
           && (complete || g_error_matches (ended, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    return ipl_experiment_result_new_dynamics (
        &ipl_experiment_head_course, g_steal_pointer (&course.trajectory), complete, NULL, NULL);
  else if (ended != NULL && error != NULL && *error == NULL)
    g_propagate_error (error, g_steal_pointer (&ended));
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
  .asks_to_run = TRUE,
};
