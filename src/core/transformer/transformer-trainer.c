/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer-trainer.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include "core/base/text-escape.h"
#include "core/training/struct-json.h"
#include "core/transformer/transformer-pass-private.h"
#include "core/transformer/transformer.h"

#include <math.h>
#include <string.h>

/* Defaults of joma.md part C: Adam at 1e-4, gradients clipped at 0.5, dropout 0.2. */
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

/* @network: (transfer full): network to train. */
static IplTransformerTrainer *
new_from (const IplTransformerConfig *config, IplTransformer *network, GError **error)
{
  g_autoptr (IplTransformerTrainer) self = g_new0 (IplTransformerTrainer, 1);
  gsize n = network->n_parameters;

  self->network = network;
  self->config = *config;
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

  return network != NULL ? new_from (config, network, error) : NULL;
}

void
ipl_transformer_trainer_free (IplTransformerTrainer *self)
{
  if (self == NULL)
    return;
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

/* A step of Adam on the mean cross-entropy of the batch (THEORY.md section 13.4). On error the
 * trainer is unchanged. */
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
    return ipl_fail (error, IPL_ERROR_NOT_CONVERGED,
                     "Training diverged at step %" G_GUINT64_FORMAT
                     ": choose a smaller learning rate.",
                     self->step);
  self->adam.gradient_scale = config->clip_norm > 0 && scores->gradient_norm > config->clip_norm
                                  ? config->clip_norm / scores->gradient_norm
                                  : 1;
  ipl_adam_step (&self->adam, self->step, config->learning_rate, self->gradient,
                 self->network->parameters, threads);
  self->step++;
  return TRUE;
}

void
ipl_transformer_trainer_set_about (IplTransformerTrainer *self, const char *about)
{
  g_free (self->network->about);
  self->network->about = g_strdup (about);
}

#define TRAINER_KEY "interplay_transformer_trainer"

/* The state of a trainer except its arrays. */
typedef struct
{
  IplTransformerConfig config;
  guint64 step;
} State;

#define MEMBER(kind, name) IPL_MEMBER (IplTransformerConfig, kind, name)

static const IplMember state_members[] = {
  MEMBER (REAL, learning_rate),    MEMBER (REAL, beta1),        MEMBER (REAL, beta2),
  MEMBER (REAL, epsilon),          MEMBER (REAL, weight_decay), MEMBER (BOOLEAN, decoupled),
  MEMBER (REAL, clip_norm),        MEMBER (REAL, dropout),      MEMBER (COUNT, seed),
  IPL_MEMBER (State, COUNT, step),
};

/* Writes the network and the state needed to resume exactly: Adam's moments
 * ("adam.first.embedding.weight", ..), the configuration and the step, which determines dropout.
 * @recorded: (nullable): trajectory of the run. */
gboolean
ipl_transformer_trainer_save (const IplTransformerTrainer *self, const IplRecorded *recorded,
                              const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();
  g_autoptr (GArray) arrays = ipl_transformer_shape_arrays (&self->network->shape);
  const State state = { self->config, self->step };
  g_autofree char *text = ipl_members_to_json (state_members, G_N_ELEMENTS (state_members), &state);

  ipl_transformer_describe (self->network, arrays, writer);
  ipl_safetensors_writer_add_metadata (writer, TRAINER_KEY, text);
  ipl_adam_write (&self->adam, arrays, writer);
  ipl_recorded_save (recorded, writer);
  return ipl_safetensors_writer_close (writer, path, error);
}

static gboolean
read_state (const IplSafetensors *file, const char *shown, State *state, GError **error)
{
  const char *text = ipl_safetensors_metadata (file, TRAINER_KEY);

  if (text == NULL)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                 "“%s” holds a transformer without the state of its training, so that training "
                 "cannot go on from it.",
                 shown);
  else if (ipl_members_from_json (state_members, G_N_ELEMENTS (state_members), text, state))
    return TRUE;
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” is damaged: the state of its training cannot be understood.", shown);
  return FALSE;
}

/* Reads a checkpoint: with the same batches, the resumed run equals an uninterrupted one bit for
 * bit. @about: (nullable): required text of ipl_transformer_trainer_set_about(), together with
 * the shape @wanted; @recorded: (nullable): also read. */
IplTransformerTrainer *
ipl_transformer_trainer_load (const char *path, const char *about,
                              const IplTransformerShape *wanted, const IplRecorded *recorded,
                              GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (IplSafetensors) file = ipl_safetensors_read (path, cancellable, error);
  g_autofree char *shown = ipl_file_shown (path);
  g_autoptr (IplTransformerTrainer) self = NULL;
  g_autoptr (GArray) arrays = NULL;
  IplTransformer *network;
  State state;

  if (file == NULL || !read_state (file, shown, &state, error))
    return NULL;
  network = ipl_transformer_parse (file, shown, error);
  if (network == NULL)
    return NULL;
  arrays = ipl_transformer_shape_arrays (&network->shape);
  self = new_from (&state.config, network, error);
  if (self == NULL || !ipl_adam_read (&self->adam, arrays, file, shown, error)
      || !ipl_recorded_load (NULL, file, shown, 0, error))
    return NULL;
  self->step = state.step;
  if (about != NULL && g_strcmp0 (network->about, about) != 0)
    ipl_recorded_is_another (path, error);
  else if (about != NULL && !ipl_transformer_shape_fits (&network->shape, wanted))
    ipl_recorded_is_missing (shown, error);
  else if (recorded == NULL || ipl_recorded_load (recorded, file, shown, (double)self->step, error))
    return g_steal_pointer (&self);
  return NULL;
}
