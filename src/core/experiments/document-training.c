/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/document.h"

#include "core/base/error.h"
#include "core/tasks/one-shot.h"
#include <string.h>

#define DEFAULT_MINUTES 5

/**
 * ipl_training_init:
 * @self: (out caller-allocates): how to train
 *
 * Two layers of four heads at width 128, as ipl_trainer_config_init(), for five minutes.
 */
void
ipl_training_init (IplTraining *self)
{
  IplTrainerConfig config;

  ipl_trainer_config_init (&config);
  memset (self, 0, sizeof *self);
  ipl_training_adopt_shape (self, &config.shape);
  self->batch = (guint)config.batch;
  self->minutes = DEFAULT_MINUTES;
  self->learning_rate = config.learning_rate;
  self->weight_decay = config.weight_decay;
  self->decoupled = config.decoupled;
  self->cosine = config.schedule == IPL_SCHEDULE_COSINE;
  self->seed = config.seed;
}

/**
 * ipl_training_adopt_shape:
 * @self: how to train
 * @shape: a network's
 *
 * Takes the layers, heads and widths of a network; of unequal widths the first.
 */
void
ipl_training_adopt_shape (IplTraining *self, const IplTrainedShape *shape)
{
  self->n_layers = shape->L;
  memset (self->n_heads, 0, sizeof self->n_heads);
  for (guint l = 0; l < shape->L; l++)
    self->n_heads[l] = shape->H[l];
  self->width = (guint)shape->N[0];
  self->qk = (guint)shape->G;
}

/**
 * ipl_training_same_shape:
 * @a: how to train
 * @b: another way
 *
 * Returns: whether both start from the same untrained network's attention
 */
gboolean
ipl_training_same_shape (const IplTraining *a, const IplTraining *b)
{
  if (a->n_layers != b->n_layers || a->qk != b->qk || a->seed != b->seed)
    return FALSE;
  for (guint l = 0; l < a->n_layers; l++)
    if (a->n_heads[l] != b->n_heads[l])
      return FALSE;
  return TRUE;
}

gboolean
ipl_training_equal (const IplTraining *a, const IplTraining *b)
{
  return ipl_training_same_shape (a, b) && a->width == b->width && a->batch == b->batch
         && a->steps == b->steps && a->minutes == b->minutes && a->learning_rate == b->learning_rate
         && a->weight_decay == b->weight_decay && !a->decoupled == !b->decoupled
         && !a->cosine == !b->cosine;
}

/**
 * ipl_training_to_config:
 * @self: how to train
 * @config: (out caller-allocates): the same in the trainer's terms
 * @error: return location for an #IPL_ERROR
 *
 * Returns: whether a network can be trained so
 */
gboolean
ipl_training_to_config (const IplTraining *self, IplTrainerConfig *config, GError **error)
{
  ipl_trainer_config_init (config);
  if (self->n_layers < 1 || self->n_layers > IPL_MAX_LAYERS)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "A network to train has 1 to %d attention layers, not %u.", IPL_MAX_LAYERS,
                   self->n_layers);
      return FALSE;
    }
  if (self->steps == 0 && !(self->minutes > 0))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "Training must end somewhere: give a number of steps or of minutes above 0.");
      return FALSE;
    }
  config->shape.L = self->n_layers;
  for (guint l = 0; l < self->n_layers; l++)
    config->shape.H[l] = self->n_heads[l];
  for (guint l = 0; l <= self->n_layers; l++)
    config->shape.N[l] = self->width;
  config->shape.G = self->qk;
  config->shape.N0 = IPL_ONE_SHOT_N0;
  config->shape.T = IPL_ONE_SHOT_T;
  config->shape.readout = IPL_READOUT_MEAN;
  config->batch = self->batch;
  config->seed = self->seed;
  config->learning_rate = self->learning_rate;
  config->weight_decay = self->weight_decay;
  config->decoupled = self->decoupled;
  config->schedule = self->cosine ? IPL_SCHEDULE_COSINE : IPL_SCHEDULE_CONSTANT;
  return ipl_trainer_config_validate (config, error);
}
