/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer-trainer-private.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random-stream.h"

/* That of joma.md part C: Adam at 1e-4, gradients clipped at 0.5, dropout 0.2. */
void
ipl_transformer_config_init (IplTransformerConfig *self)
{
  *self = (IplTransformerConfig){
    .learning_rate = 1e-4,
    .beta1 = 0.9,
    .beta2 = 0.999,
    .epsilon = 1e-8,
    .clip_norm = 0.5,
    .dropout = 0.2,
    .seed = 1,
  };
}

/* @network: (transfer full): trained from here on. */
IplTransformerTrainer *
ipl_transformer_trainer_new_from (const IplTransformerConfig *config, IplTransformer *network,
                                  GError **error)
{
  g_autoptr (IplTransformerTrainer) self = g_new0 (IplTransformerTrainer, 1);
  gsize n = network->n_parameters;

  self->network = network;
  self->config = *config;
  self->kept = g_array_new (FALSE, FALSE, sizeof (IplTransformerKept));
  if (!ipl_adam_config_validate (&config->adam, error)
      || !ipl_error_check (config->dropout >= 0 && config->dropout <= 0.99,
                           "The fraction that is dropped must be from 0 to 0.99.", error)
      || !ipl_adam_alloc (&self->adam, &config->adam, n, 1, error))
    return NULL;
  self->adam.tensors[0] = (IplAdamTensor){ 0, n, 1, 1 };
  self->gradient = ipl_try_new0 (float, n, "The gradient in the network's weights", error);
  return self->gradient != NULL ? g_steal_pointer (&self) : NULL;
}

/* A trainer at step 0. */
IplTransformerTrainer *
ipl_transformer_trainer_new (const IplTransformerShape *shape, const IplTransformerConfig *config,
                             GError **error)
{
  g_return_val_if_fail (shape != NULL && config != NULL, NULL);

  IplTransformer *network = ipl_transformer_new (shape, config->seed, error);

  return network != NULL ? ipl_transformer_trainer_new_from (config, network, error) : NULL;
}

void
ipl_transformer_trainer_free (IplTransformerTrainer *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->kept->len; i++)
    {
      IplTransformerKept *kept = &g_array_index (self->kept, IplTransformerKept, i);

      g_free (kept->name);
      g_free (kept->values);
    }
  g_array_unref (self->kept);
  g_clear_pointer (&self->pass, ipl_transformer_pass_free);
  ipl_adam_clear (&self->adam);
  g_free (self->gradient);
  ipl_transformer_free (self->network);
  g_free (self);
}

static gboolean
make_pass (IplTransformerTrainer *self, const IplTransformerBatch *batch, GError **error)
{
  if (self->pass != NULL && ipl_transformer_pass_fits (self->pass, batch))
    return TRUE;
  g_clear_pointer (&self->pass, ipl_transformer_pass_free);
  self->pass
      = ipl_transformer_pass_new (&self->network->shape, batch->count, batch->length, TRUE, error);
  return self->pass != NULL;
}

/* One step of Adam on the mean cross-entropy of the batch (THEORY.md section 13.4). Where it fails
 * the trainer is as it was before. */
gboolean
ipl_transformer_trainer_step (IplTransformerTrainer *self, const IplTransformerBatch *batch,
                              IplTransformerScores *scores, guint threads,
                              GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && batch != NULL && batch->targets != NULL, FALSE);

  const IplTransformerConfig *config = &self->config;
  IplTransformerDropout dropout
      = { config->dropout,
          ipl_random_derive (ipl_random_derive (config->seed, IPL_STREAM_DROPOUT), self->step) };
  IplTransformerScores own;

  if (scores == NULL)
    scores = &own;
  if (!ipl_transformer_batch_check (batch, &self->network->shape, TRUE, error)
      || !make_pass (self, batch, error))
    return FALSE;
  if (!ipl_transformer_pass_run (self->pass, self->network->parameters, batch, dropout,
                                 self->gradient, scores, threads, cancellable))
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  if (!isfinite (scores->loss) || !isfinite (scores->gradient_norm))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_NOT_CONVERGED,
                   "Training diverged at step %" G_GUINT64_FORMAT
                   ": choose a smaller learning rate.",
                   self->step);
      return FALSE;
    }
  self->adam.gradient_scale = config->clip_norm > 0 && scores->gradient_norm > config->clip_norm
                                  ? config->clip_norm / scores->gradient_norm
                                  : 1;
  ipl_adam_step (&self->adam, self->step, config->learning_rate, self->gradient,
                 self->network->parameters, threads);
  self->step++;
  return TRUE;
}

/* Steps made so far. */
guint64
ipl_transformer_trainer_get_step (const IplTransformerTrainer *self)
{
  return self->step;
}

const IplTransformer *
ipl_transformer_trainer_get_network (const IplTransformerTrainer *self)
{
  return self->network;
}

void
ipl_transformer_trainer_set_about (IplTransformerTrainer *self, const char *about)
{
  g_free (self->network->about);
  self->network->about = g_strdup (about);
}

static IplTransformerKept *
find_kept (const IplTransformerTrainer *self, const char *name)
{
  for (guint i = 0; i < self->kept->len; i++)
    {
      IplTransformerKept *kept = &g_array_index (self->kept, IplTransformerKept, i);

      if (strcmp (kept->name, name) == 0)
        return kept;
    }
  return NULL;
}

/* Keeps numbers of the caller's beside the network's in the trainer's file, such as a learning
 * curve. @values: (nullable): [n] what is kept under it from now on, copied. */
gboolean
ipl_transformer_trainer_keep (IplTransformerTrainer *self, const char *name, const double *values,
                              gsize n, GError **error)
{
  g_return_val_if_fail (self != NULL && name != NULL && (values != NULL || n == 0), FALSE);

  double *copy = ipl_try_new (double, n + 1, "What is kept beside the network", error);
  IplTransformerKept *kept = find_kept (self, name);

  if (copy == NULL)
    return FALSE;
  if (n > 0)
    memcpy (copy, values, n * sizeof (double));
  if (kept == NULL)
    {
      IplTransformerKept fresh = { g_strdup (name) };

      g_array_append_val (self->kept, fresh);
      kept = find_kept (self, name);
    }
  g_free (kept->values);
  kept->values = copy;
  kept->n = n;
  return TRUE;
}

/* What ipl_transformer_trainer_keep() kept, before or after the trainer was in a file. */
const double *
ipl_transformer_trainer_get_kept (const IplTransformerTrainer *self, const char *name, gsize *n)
{
  const IplTransformerKept *kept = find_kept (self, name);

  *n = kept != NULL ? kept->n : 0;
  return kept != NULL ? kept->values : NULL;
}
