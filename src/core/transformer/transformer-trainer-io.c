/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/training/members.h"
#include "core/training/recorded.h"
#include "core/transformer/transformer-private.h"
#include "core/transformer/transformer-trainer-private.h"

#define TRAINER_KEY "interplay_transformer_trainer"
#define KEPT "kept."
#define RECORDED "recorded."

/* What a trainer is beside its arrays. */
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
        {
          g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                       "“%s” is damaged: it tells of numbers “%s” that it does not hold.", shown,
                       name);
          return FALSE;
        }
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
