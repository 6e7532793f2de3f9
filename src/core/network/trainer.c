/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/trainer-private.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/network/trained-network.h"
#include "core/network/trained-shape.h"
#include "core/network/trained-step-private.h"

#include <math.h>
#include <string.h>

/* The width for which config.learning_rate is given: the authors'. */
#define REFERENCE_WIDTH 512.0

/* Steps are those of the factors 1/sqrt(n) inside the weights, as in PyTorch (ipl_adam_alloc());
 * for Wq and Wk, without a factor, n is 1. The rate of V^0, V and a is learning_rate * 512 / n.
 * The change of a token's activations in a step is then independent of the width, and equals the
 * authors' at 512 with their 3e-4. For V^0, whose n is the token's width, the rate is that of
 * the layer above. Wq and Wk have the rate learning_rate * attention_rate. */
static gboolean
rates_init (IplAdam *adam, const IplTrainerConfig *config, GError **error)
{
  g_autoptr (GArray) arrays = NULL;
  IplTrainedLayout layout;

  ipl_trained_layout_init (&layout, &config->shape);
  arrays = ipl_trained_layout_arrays (&layout);
  if (!ipl_adam_alloc (adam, &config->adam, layout.n, arrays->len, error))
    return FALSE;
  for (guint i = 0; i < arrays->len; i++)
    {
      const IplParameterArray *array = &g_array_index (arrays, IplParameterArray, i);

      adam->tensors[i] = (IplAdamTensor){ .offset = array->offset,
                                          .size = array->size,
                                          .rate = array->rate_width == 0
                                                      ? config->attention_rate
                                                      : REFERENCE_WIDTH / (double)array->rate_width,
                                          .fan_in = (double)array->fan_in };
    }
  return TRUE;
}

static IplTrainer *
trainer_new (const IplTrainerConfig *config, IplTrainedNetwork *network, IplSequenceSource source,
             gpointer data, GError **error)
{
  g_autoptr (IplTrainer) self = g_new0 (IplTrainer, 1);

  self->config = *config;
  self->plan = config->total_steps == 0;
  self->network = network;
  self->source = source;
  self->data = data;
  if (network != NULL)
    self->history = ipl_head_history_new (&network->shape, error);
  if (self->history == NULL || !rates_init (&self->adam, config, error))
    return NULL;
  self->gradient = (float *)ipl_memory_try_doubles (0.5 * (double)network->n_parameters + 1,
                                                    "The gradient", error);
  return self->gradient != NULL ? g_steal_pointer (&self) : NULL;
}

/* A network with random weights (ipl_trained_network_new()), to be trained by Adam on the mean
 * loss of its examples. The same configuration and source make the same weights bit for bit, on
 * any number of threads of one machine. */
IplTrainer *
ipl_trainer_new (const IplTrainerConfig *config, IplSequenceSource source, gpointer data,
                 GError **error)
{
  IplTrainedNetwork *network;

  g_return_val_if_fail (config != NULL && source != NULL, NULL);

  if (!ipl_trainer_config_validate (config, error))
    return NULL;
  network = ipl_trained_network_new (&config->shape, config->logit_sd, config->seed, error);
  return network != NULL ? trainer_new (config, network, source, data, error) : NULL;
}

/* A trainer at step 0 with fresh moments; or NULL. */
IplTrainer *
ipl_trainer_new_from_network (const IplTrainerConfig *config, const IplTrainedNetwork *network,
                              IplSequenceSource source, gpointer data, GError **error)
{
  IplTrainerConfig own;

  g_return_val_if_fail (config != NULL && network != NULL, NULL);

  own = *config;
  own.shape = network->shape;
  if (!ipl_trainer_config_validate (&own, error))
    return NULL;
  return trainer_new (&own, ipl_trained_network_copy (network, error), source, data, error);
}

/* (nullable): a trainer that is not running. */
void
ipl_trainer_free (IplTrainer *self)
{
  if (self == NULL)
    return;
  ipl_trained_network_unref (self->network);
  ipl_adam_clear (&self->adam);
  g_free (self->gradient);
  g_free (self->points);
  g_free (self->run);
  g_free (self->holdout_x);
  g_free (self->holdout_y);
  g_clear_pointer (&self->history, ipl_trajectory_unref);
  g_free (self->watched);
  g_free (self);
}

/* Sets the held-out sequences for points of the learning curve. Files do not contain them. */
gboolean
ipl_trainer_set_holdout (IplTrainer *self, gsize count, IplSequenceSource source, gpointer data,
                         GError **error)
{
  gsize size = self->config.shape.T * self->config.shape.N0;
  float *x = NULL, *y = NULL;

  g_return_val_if_fail (count == 0 || source != NULL, FALSE);

  if (count > 0)
    {
      x = (float *)ipl_memory_try_doubles (0.5 * (double)count * (double)size + 1,
                                           "The held-out sequences", error);
      if (x != NULL)
        y = ipl_try_new (float, (double)count * self->config.shape.outputs,
                         "The held-out sequences", error);
      if (y == NULL)
        {
          g_free (x);
          return FALSE;
        }
    }
  g_free (self->holdout_x);
  g_free (self->holdout_y);
  self->holdout_x = x;
  self->holdout_y = y;
  self->n_holdout = count;
  if (count > 0)
    source (0, count, self->holdout_x, self->holdout_y, data);
  return TRUE;
}

/* Records U, head scores and attention entropy of every head from now on, at the beginning and
 * at every point of the learning curve, as far as ipl_head_history_make_room() admits. Files do
 * not contain the sequences. */
gboolean
ipl_trainer_record_heads (IplTrainer *self, IplSequenceSource source, gpointer data, GError **error)
{
  gsize n = IPL_HEAD_HISTORY_SEQUENCES * self->config.shape.T * self->config.shape.N0;
  g_autofree float *x = ipl_try_new (float, n, "The sequences that heads are looked at on", error);
  g_autofree float *y = g_new (float, IPL_HEAD_HISTORY_SEQUENCES * self->config.shape.outputs);
  double *watched = NULL;

  if (x != NULL)
    watched = ipl_try_new (double, n, "The sequences that heads are looked at on", error);
  if (watched == NULL)
    return FALSE;
  source (0, IPL_HEAD_HISTORY_SEQUENCES, x, y, data);
  for (gsize i = 0; i < n; i++)
    watched[i] = x[i];
  g_free (self->watched);
  self->watched = watched;
  return TRUE;
}

/* @task: (nullable): description of the training task, saved with the network. */
void
ipl_trainer_set_task (IplTrainer *self, const char *task)
{
  g_free (self->network->task);
  self->network->task = g_strdup (task);
}

/* Identifies the run in a checkpoint, so that only the same run resumes from it. */
void
ipl_trainer_set_run (IplTrainer *self, const char *run)
{
  g_free (self->run);
  self->run = g_strdup (run);
}

/* The identifier of ipl_trainer_set_run(), also of a loaded trainer. */
const char *
ipl_trainer_get_run (const IplTrainer *self)
{
  return self->run;
}

/* @total_steps: new end of the cosine schedule; 0 to plan it from the limits of each run. */
void
ipl_trainer_extend (IplTrainer *self, guint64 total_steps)
{
  self->config.total_steps = total_steps;
  self->plan = total_steps == 0;
}

/* FALSE if cancelled or if memory is short. */
gboolean
ipl_trainer_evaluate (IplTrainer *self, guint threads, double *accuracy, double *standard_error,
                      GCancellable *cancellable, GError **error)
{
  guint K = self->config.shape.outputs;
  g_autofree float *f
      = ipl_try_new (float, (double)self->n_holdout *K, "The held-out sequences", error);

  if (f == NULL)
    return FALSE;
  if (!ipl_trained_network_predict (self->network, self->n_holdout, self->holdout_x, f, threads,
                                    cancellable, error))
    return FALSE;
  *accuracy = ipl_trained_accuracy (K, self->n_holdout, f, self->holdout_y, standard_error);
  return TRUE;
}

const IplTrainerConfig *
ipl_trainer_get_config (const IplTrainer *self)
{
  return &self->config;
}

/* The present network; it changes while the trainer runs. */
const IplTrainedNetwork *
ipl_trainer_get_network (const IplTrainer *self)
{
  return self->network;
}

/* The learning curve, valid until the next run. */
const IplTrainerPoint *
ipl_trainer_get_points (const IplTrainer *self, gsize *n_points)
{
  *n_points = self->n_points;
  return self->points;
}

/* The course of heads (ipl_head_history_new()), empty if nothing was recorded. Valid until the
 * next run. */
const IplTrajectory *
ipl_trainer_get_head_history (const IplTrainer *self)
{
  return self->history;
}

gboolean
ipl_trainer_add_point (IplTrainer *self, const IplTrainerPoint *point, GError **error)
{
  if (self->n_points == self->point_room)
    {
      gsize room = MAX (2 * self->point_room, 64);
      IplTrainerPoint *larger = g_try_renew (IplTrainerPoint, self->points, room);

      if (larger == NULL)
        {
          ipl_memory_set_error (error, (double)room * sizeof *larger, "The learning curve",
                                "report at fewer steps");
          return FALSE;
        }
      self->points = larger;
      self->point_room = room;
    }
  self->points[self->n_points++] = *point;
  return TRUE;
}

guint64
ipl_trainer_get_step (const IplTrainer *self)
{
  return self->step;
}

double
ipl_trainer_get_seconds (const IplTrainer *self)
{
  return self->seconds;
}

/* The factor of the learning rate in a step. */
double
ipl_trainer_rates_schedule (const IplTrainerConfig *config, guint64 step)
{
  guint64 warmup = config->warmup_steps, total = config->total_steps;

  if (config->schedule == IPL_SCHEDULE_COSINE && total > 0)
    {
      /* A short run is not to be all warm-up. */
      warmup = MIN (warmup, total / 10);
      if (step >= total)
        return 0;
      if (step >= warmup)
        return 0.5 * (1 + cos (G_PI * (double)(step - warmup) / (double)(total - warmup)));
    }
  return step < warmup ? (double)(step + 1) / (double)(warmup + 1) : 1;
}

/* The paper's network and task (THEORY.md section 8) at a size for minutes on a desktop: two
 * layers of four heads of G = 32, width 128, 48 tokens of 64 numbers, batches of 64. */
void
ipl_trainer_config_init (IplTrainerConfig *self)
{
  *self = (IplTrainerConfig){
    .shape = { .L = 2,
               .H = { 4, 4 },
               .G = 32,
               .N = { 128, 128, 128 },
               .N0 = 64,
               .T = 48,
               .readout = IPL_READOUT_MEAN,
               .outputs = 1 },
    .batch = 64,
    .seed = 1,
    .logit_sd = 1.0 / 3,
    .learning_rate = 7e-4,
    .attention_rate = 1,
    .beta1 = 0.9,
    .beta2 = 0.999,
    .epsilon = 1e-8,
    .weight_decay = 5e-5,
    .clip_norm = 3,
    .schedule = IPL_SCHEDULE_COSINE,
    .warmup_steps = 500,
    .report_steps = 100,
    .evaluate_steps = 500,
  };
}

/* Checks the configuration; IPL_ERROR_VALUE or IPL_ERROR_MEMORY. */
gboolean
ipl_trainer_config_validate (const IplTrainerConfig *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return ipl_trained_shape_validate (&self->shape, error)
         && ipl_error_check (self->loss == IPL_TRAINED_SQUARED_ERROR
                                 || (self->loss == IPL_TRAINED_CROSS_ENTROPY
                                     && self->shape.outputs > 1),
                             "The cross-entropy needs an output for each class, and this network "
                             "has one output: learn on the squared error.",
                             error)
         && ipl_error_check (self->batch >= 1 && self->batch <= IPL_TRAINER_MAX_BATCH,
                             "The batch must be from 1 to 65536 sequences.", error)
         && ipl_error_check (self->logit_sd > 0 && self->logit_sd <= 1e3,
                             "The spread of the first logits must be positive and at most 1000.",
                             error)
         && ipl_error_check (self->learning_rate > 0 && self->learning_rate <= 1,
                             "The learning rate must be positive and at most 1.", error)
         && ipl_error_check (
             self->attention_rate >= 0 && self->attention_rate <= 1e3,
             "The learning rate of the attention must be from 0 to 1000 times the other.", error)
         && ipl_error_check (self->weight_decay >= 0 && self->weight_decay <= 1,
                             "The weight decay must be from 0 to 1.", error)
         && ipl_adam_config_validate (&self->adam, error)
         && ipl_error_check (self->schedule == IPL_SCHEDULE_CONSTANT
                                 || self->schedule == IPL_SCHEDULE_COSINE,
                             "The schedule must be constant or cosine.", error)
         && ipl_error_check (self->report_steps >= 1,
                             "The learning curve needs a point every so many steps.", error);
}
