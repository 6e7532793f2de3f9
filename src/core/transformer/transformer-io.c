/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer-io-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/transformer/transformer-layout.h"
#include "core/transformer/transformer-private.h"

#define SHAPE_KEY "interplay_transformer"
#define ABOUT_KEY "interplay_about"

#define MEMBER(kind, name)                                                                         \
  {                                                                                                \
#name, IPL_MEMBER_##kind, G_STRUCT_OFFSET(IplTransformerShape, name)                           \
  }

static const IplMember shape_members[] = {
  MEMBER (SMALL, layers),
  MEMBER (SMALL, heads),
  MEMBER (SIZE, d),
  MEMBER (SIZE, hidden),
  MEMBER (SIZE, V),
  MEMBER (SIZE, classes),
  MEMBER (SIZE, L),
  MEMBER (BOOLEAN, causal),
  MEMBER (BOOLEAN, positions),
  MEMBER (BOOLEAN, scaled),
  MEMBER (BOOLEAN, projected),
  MEMBER (BOOLEAN, tied),
  MEMBER (BOOLEAN, last),
};

/* @values: [n] parameters, or what there is of each; borrowed until the writer closes */
void
ipl_transformer_write (const IplTransformerShape *shape, const char *prefix, const float *values,
                       IplSafetensorsWriter *writer)
{
  g_autoptr (GArray) tensors = NULL;
  IplTransformerLayout layout;

  ipl_transformer_layout_init (&layout, shape);
  tensors = ipl_transformer_layout_tensors (&layout);
  for (guint i = 0; i < tensors->len; i++)
    {
      const IplTransformerTensor *tensor = &g_array_index (tensors, IplTransformerTensor, i);
      g_autofree char *name = g_strconcat (prefix, tensor->name, NULL);

      ipl_safetensors_writer_add_floats (writer, name, values + tensor->offset, tensor->ndim,
                                         tensor->shape);
    }
}

/* @values: (out, nullable): [n]; NULL to see whether all of them are there */
gboolean
ipl_transformer_read (const IplTransformerShape *shape, const char *prefix,
                      const IplSafetensors *file, const char *shown, float *values, GError **error)
{
  g_autoptr (GArray) tensors = NULL;
  IplTransformerLayout layout;

  ipl_transformer_layout_init (&layout, shape);
  tensors = ipl_transformer_layout_tensors (&layout);
  for (guint i = 0; i < tensors->len; i++)
    {
      const IplTransformerTensor *tensor = &g_array_index (tensors, IplTransformerTensor, i);
      g_autofree char *name = g_strconcat (prefix, tensor->name, NULL);
      const float *found
          = ipl_safetensors_get_floats (file, name, tensor->ndim, tensor->shape, shown, error);

      if (found == NULL)
        return FALSE;
      if (values != NULL)
        memcpy (values + tensor->offset, found, tensor->size * sizeof (float));
    }
  return TRUE;
}

/*< private > */
void
ipl_transformer_describe (const IplTransformer *self, IplSafetensorsWriter *writer)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  g_autofree char *text = NULL;

  ipl_members_write (shape_members, G_N_ELEMENTS (shape_members), &self->shape, object);
  json_node_take_object (node, object);
  text = ipl_json_write (node, FALSE);
  ipl_safetensors_writer_add_metadata (writer, "format", "pt");
  ipl_safetensors_writer_add_metadata (writer, SHAPE_KEY, text);
  if (self->about != NULL)
    ipl_safetensors_writer_add_metadata (writer, ABOUT_KEY, self->about);
  ipl_transformer_write (&self->shape, "", self->parameters, writer);
}

/*< private > */
IplTransformer *
ipl_transformer_parse (const IplSafetensors *file, const char *shown, GError **error)
{
  const char *text = ipl_safetensors_metadata (file, SHAPE_KEY);
  g_autoptr (IplTransformer) self = NULL;
  g_autoptr (JsonObject) object = NULL;
  g_autofree char *why = NULL;
  IplTransformerShape shape;

  if (text == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” is a safetensors file, but not of a transformer that Interplay trained.",
                   shown);
      return NULL;
    }
  object = ipl_json_parse_object (text, strlen (text), &why);
  if (object == NULL
      || !ipl_members_read (shape_members, G_N_ELEMENTS (shape_members), object, &shape)
      || !ipl_transformer_shape_validate (&shape, NULL))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” is damaged: its description of the transformer cannot be understood.",
                   shown);
      return NULL;
    }
  /* Before room is made for them. */
  if (!ipl_transformer_read (&shape, "", file, shown, NULL, error))
    return NULL;
  self = ipl_transformer_alloc (&shape, error);
  if (self == NULL || !ipl_transformer_read (&shape, "", file, shown, self->parameters, error))
    return NULL;
  self->about = g_strdup (ipl_safetensors_metadata (file, ABOUT_KEY));
  return g_steal_pointer (&self);
}

/* Writes the network alone, without what training would need to go on
 * (ipl_transformer_trainer_save()): F32 tensors by the names of ipl_transformer_get_tensor(), the
 * shape and what the network is about as metadata.
 * @path: file name, by custom ending in ".safetensors"
 * Returns: whether the file is there */
gboolean
ipl_transformer_save (const IplTransformer *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();

  ipl_transformer_describe (self, writer);
  return ipl_safetensors_writer_close (writer, path, error);
}

/* @path: file name of what ipl_transformer_save() or ipl_transformer_trainer_save() wrote
 * Returns: (transfer full) (nullable): the network */
IplTransformer *
ipl_transformer_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (IplSafetensors) file = ipl_safetensors_read (path, cancellable, error);
  g_autofree char *shown = ipl_file_shown (path);

  return file != NULL ? ipl_transformer_parse (file, shown, error) : NULL;
}
