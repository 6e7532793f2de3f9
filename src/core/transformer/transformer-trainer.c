/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer-trainer-private.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include "core/base/shown-text.h"
#include "core/training/members.h"
#include "core/training/recorded.h"
#include "core/transformer/transformer-private.h"

#include <math.h>
#include <string.h>

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

/* The data of ipl_transformer_trainer_keep(), before or after the trainer was in a file. */
const double *
ipl_transformer_trainer_get_kept (const IplTransformerTrainer *self, const char *name, gsize *n)
{
  const IplTransformerKept *kept = find_kept (self, name);

  *n = kept != NULL ? kept->n : 0;
  return kept != NULL ? kept->values : NULL;
}

#define TRAINER_KEY "interplay_transformer_trainer"
#define KEPT "kept."
#define RECORDED "recorded."

/* The state of a trainer beside its arrays. */
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

/* Names of what is kept stand in the metadata, one a line: a file's tensors cannot be listed. */
#define KEPT_KEY "interplay_kept"

/* Writes the network and beside it all that is needed to go on as if there had been no stop: Adam's
 * moments
 * ("adam.first.embedding.weight", ..), the configuration and the step, from which dropout follows;
 * and what ipl_transformer_trainer_keep() keeps. */
gboolean
ipl_transformer_trainer_save (const IplTransformerTrainer *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();
  g_autoptr (GArray) arrays = ipl_transformer_shape_arrays (&self->network->shape);
  g_autoptr (GString) names = g_string_new (NULL);
  const State state = { self->config, self->step };
  g_autofree char *text = ipl_members_to_json (state_members, G_N_ELEMENTS (state_members), &state);

  ipl_transformer_describe (self->network, arrays, writer);
  ipl_safetensors_writer_add_metadata (writer, TRAINER_KEY, text);
  ipl_adam_write (&self->adam, arrays, writer);
  for (guint i = 0; i < self->kept->len; i++)
    {
      const IplTransformerKept *kept = &g_array_index (self->kept, IplTransformerKept, i);
      g_autofree char *name = g_strconcat (KEPT, kept->name, NULL);

      g_string_append_printf (names, "%s%s", i > 0 ? "\n" : "", kept->name);
      ipl_safetensors_writer_add_doubles (writer, name, kept->values, 1, &kept->n);
    }
  ipl_safetensors_writer_add_metadata (writer, KEPT_KEY, names->str);
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

static gboolean
read_kept (IplTransformerTrainer *self, const IplSafetensors *file, const char *shown,
           GError **error)
{
  const char *text = ipl_safetensors_metadata (file, KEPT_KEY);
  g_auto (GStrv) names = g_strsplit (text != NULL ? text : "", "\n", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = g_strconcat (KEPT, names[i], NULL);
      const IplTensor *tensor = ipl_safetensors_lookup (file, name);

      if (tensor == NULL || tensor->doubles == NULL)
        return ipl_fail (error, IPL_ERROR_MISSING,
                         "“%s” is damaged: it tells of numbers “%s” that it does not hold.", shown,
                         name);
      if (!ipl_transformer_trainer_keep (self, names[i], tensor->doubles, tensor->size, error))
        return FALSE;
    }
  return TRUE;
}

/* Takes training up where it was saved: with the same batches as before, its numbers are those of
 * an unbroken run, bit for bit. */
IplTransformerTrainer *
ipl_transformer_trainer_load (const char *path, GCancellable *cancellable, GError **error)
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
  self = ipl_transformer_trainer_new_from (&state.config, network, error);
  if (self == NULL || !ipl_adam_read (&self->adam, arrays, file, shown, error)
      || !read_kept (self, file, shown, error))
    return NULL;
  self->step = state.step;
  return g_steal_pointer (&self);
}

/* Keeps a trajectory as "recorded.time" and "recorded.NAME". */
gboolean
ipl_transformer_trainer_keep_recorded (IplTransformerTrainer *self, const IplTrajectory *trajectory,
                                       GError **error)
{
  if (!ipl_transformer_trainer_keep (self, RECORDED "time", trajectory->time, trajectory->S, error))
    return FALSE;
  for (guint i = 0; i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];
      g_autofree char *name = g_strconcat (RECORDED, array->name, NULL);

      if (array->in_time
          && !ipl_transformer_trainer_keep (self, name, array->values, trajectory->S * array->size,
                                            error))
        return FALSE;
    }
  return TRUE;
}

static const double *
find_recorded (const IplTrajectoryArray *array, gsize S, gconstpointer self)
{
  g_autofree char *name = g_strconcat (RECORDED, array->name, NULL);
  gsize n;
  const double *values = ipl_transformer_trainer_get_kept (self, name, &n);

  return n == S * array->size ? values : NULL;
}

/* Takes what was kept into a trajectory with the same arrays and no moments; FALSE without an error
 * where it is not all there. */
gboolean
ipl_transformer_trainer_take_recorded (const IplTransformerTrainer *self, IplTrajectory *trajectory,
                                       GError **error)
{
  gsize S;
  const double *time = ipl_transformer_trainer_get_kept (self, RECORDED "time", &S);

  return time != NULL
         && ipl_recorded_read (trajectory, S, time, (double)self->step, find_recorded, self, error);
}
