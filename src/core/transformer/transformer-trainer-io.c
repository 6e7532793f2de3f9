/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/transformer/transformer-io-private.h"
#include "core/transformer/transformer-trainer-private.h"

#define TRAINER_KEY "interplay_transformer_trainer"
#define KEPT "kept."

#define MEMBER(kind, name)                                                                         \
  {                                                                                                \
#name, IPL_MEMBER_##kind, G_STRUCT_OFFSET(IplTransformerConfig, name)                          \
  }

static const IplMember config_members[] = {
  MEMBER (REAL, learning_rate), MEMBER (REAL, beta1),        MEMBER (REAL, beta2),
  MEMBER (REAL, epsilon),       MEMBER (REAL, weight_decay), MEMBER (BOOLEAN, decoupled),
  MEMBER (REAL, clip_norm),     MEMBER (REAL, dropout),      MEMBER (COUNT, seed),
};
static const IplMember step_member = { "step", IPL_MEMBER_COUNT, 0 };

/* Names of what is kept stand in the metadata, one a line: a file's tensors cannot be listed. */
#define KEPT_KEY "interplay_kept"

static void
describe_state (const IplTransformerTrainer *self, IplSafetensorsWriter *writer)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  g_autofree char *text = NULL;

  ipl_members_write (config_members, G_N_ELEMENTS (config_members), &self->config, object);
  ipl_members_write (&step_member, 1, &self->step, object);
  json_node_take_object (node, object);
  text = ipl_json_write (node, FALSE);
  ipl_safetensors_writer_add_metadata (writer, TRAINER_KEY, text);
}

/* Writes the network, as ipl_transformer_save() does and for ipl_transformer_load(), and beside it
 * all that is needed to go on as if there had been no stop: Adam's moments
 * ("adam.first.embedding.weight", ..), the configuration and the step, from which dropout follows;
 * and what ipl_transformer_trainer_keep() keeps.
 * Returns: whether the file is there */
gboolean
ipl_transformer_trainer_save (const IplTransformerTrainer *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();
  g_autoptr (GString) names = g_string_new (NULL);

  ipl_transformer_describe (self->network, writer);
  describe_state (self, writer);
  ipl_transformer_write (&self->network->shape, "adam.first.", self->adam.first, writer);
  ipl_transformer_write (&self->network->shape, "adam.second.", self->adam.second, writer);
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
read_state (const IplSafetensors *file, const char *shown, IplTransformerConfig *config,
            guint64 *step, GError **error)
{
  const char *text = ipl_safetensors_metadata (file, TRAINER_KEY);
  g_autoptr (JsonObject) object = NULL;
  g_autofree char *why = NULL;

  if (text == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "“%s” holds a transformer without the state of its training, so that training "
                   "cannot go on from it.",
                   shown);
      return FALSE;
    }
  object = ipl_json_parse_object (text, strlen (text), &why);
  if (object != NULL
      && ipl_members_read (config_members, G_N_ELEMENTS (config_members), object, config)
      && ipl_members_read (&step_member, 1, object, step))
    return TRUE;
  g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
               "“%s” is damaged: the state of its training cannot be understood.", shown);
  return FALSE;
}

static gboolean
check_second_moments (const IplTransformerTrainer *self, const char *shown, GError **error)
{
  for (gsize i = 0; i < self->adam.n; i++)
    if (self->adam.second[i] < 0)
      {
        g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                     "“%s” is damaged: a second moment of Adam's is negative.", shown);
        return FALSE;
      }
  return TRUE;
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
 * an unbroken run, bit for bit.
 * Returns: (transfer full) (nullable): the trainer */
IplTransformerTrainer *
ipl_transformer_trainer_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (IplSafetensors) file = ipl_safetensors_read (path, cancellable, error);
  g_autofree char *shown = ipl_file_shown (path);
  g_autoptr (IplTransformerTrainer) self = NULL;
  const IplTransformerShape *shape;
  IplTransformerConfig config;
  IplTransformer *network;
  guint64 step;

  if (file == NULL || !read_state (file, shown, &config, &step, error))
    return NULL;
  network = ipl_transformer_parse (file, shown, error);
  if (network == NULL)
    return NULL;
  shape = &network->shape;
  self = ipl_transformer_trainer_new_from (&config, network, error);
  if (self == NULL
      || !ipl_transformer_read (shape, "adam.first.", file, shown, self->adam.first, error)
      || !ipl_transformer_read (shape, "adam.second.", file, shown, self->adam.second, error)
      || !check_second_moments (self, shown, error) || !read_kept (self, file, shown, error))
    return NULL;
  self->step = step;
  return g_steal_pointer (&self);
}
