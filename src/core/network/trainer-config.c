/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/trainer-config.h"

#include <math.h>

#include "core/base/error.h"

/* The paper's network and task (THEORY.md section 8) at a size that a desktop trains in minutes:
 * two layers of four heads of G = 32, width 128, 48 tokens of 64 numbers, batches of 64. */
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
               .readout = IPL_READOUT_MEAN },
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

/* TRUE if it can be run; else IPL_ERROR_VALUE or IPL_ERROR_MEMORY. */
gboolean
ipl_trainer_config_validate (const IplTrainerConfig *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return ipl_trained_shape_validate (&self->shape, error)
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
