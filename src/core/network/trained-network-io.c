/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/shown-text.h"
#include "core/network/trained-layout.h"
#include "core/network/trained-network-private.h"

#define SHAPE_KEY "interplay_network"
#define TASK_KEY "interplay_task"

static const char *const readout_names[] = { "mean", "last", "first" };

static char *
shape_to_json (const IplTrainedShape *shape)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *heads = json_array_new (), *widths = json_array_new ();

  for (guint l = 0; l < shape->L; l++)
    json_array_add_int_element (heads, shape->H[l]);
  for (guint l = 0; l <= shape->L; l++)
    json_array_add_int_element (widths, (gint64)shape->N[l]);
  json_object_set_array_member (object, "heads", heads);
  json_object_set_int_member (object, "qk", (gint64)shape->G);
  json_object_set_array_member (object, "widths", widths);
  json_object_set_int_member (object, "token_width", (gint64)shape->N0);
  json_object_set_int_member (object, "tokens", (gint64)shape->T);
  json_object_set_string_member (object, "readout", readout_names[shape->readout]);
  json_node_take_object (node, object);
  return ipl_json_write (node, FALSE);
}

static gboolean
get_size (JsonNode *node, gsize *size)
{
  gint64 value;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  value = json_node_get_int (node);
  *size = (gsize)value;
  return value > 0 && value <= G_MAXINT32;
}

static JsonArray *
get_array (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static gboolean
shape_from_object (JsonObject *object, IplTrainedShape *shape)
{
  JsonArray *heads = get_array (object, "heads"), *widths = get_array (object, "widths");
  JsonNode *readout = json_object_get_member (object, "readout");

  memset (shape, 0, sizeof *shape);
  if (heads == NULL || widths == NULL || json_array_get_length (heads) < 1
      || json_array_get_length (heads) > IPL_MAX_LAYERS
      || json_array_get_length (widths) != json_array_get_length (heads) + 1)
    return FALSE;
  shape->L = json_array_get_length (heads);
  for (guint l = 0; l < shape->L; l++)
    {
      gsize H;

      if (!get_size (json_array_get_element (heads, l), &H))
        return FALSE;
      shape->H[l] = (guint)H;
    }
  for (guint l = 0; l <= shape->L; l++)
    if (!get_size (json_array_get_element (widths, l), &shape->N[l]))
      return FALSE;
  if (!get_size (json_object_get_member (object, "qk"), &shape->G)
      || !get_size (json_object_get_member (object, "token_width"), &shape->N0)
      || !get_size (json_object_get_member (object, "tokens"), &shape->T) || readout == NULL
      || !JSON_NODE_HOLDS_VALUE (readout) || json_node_get_value_type (readout) != G_TYPE_STRING)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (readout_names); i++)
    if (strcmp (json_node_get_string (readout), readout_names[i]) == 0)
      {
        shape->readout = (IplReadout)i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
shape_from_json (const char *text, IplTrainedShape *shape)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) object = ipl_json_parse_object (text, strlen (text), &why);

  return object != NULL && shape_from_object (object, shape);
}

void
ipl_trained_network_describe (const IplTrainedNetwork *self, IplSafetensorsWriter *writer)
{
  g_autoptr (GArray) arrays = ipl_trained_shape_arrays (&self->shape);
  g_autofree char *shape = shape_to_json (&self->shape);

  ipl_safetensors_writer_add_metadata (writer, SHAPE_KEY, shape);
  if (self->task != NULL)
    ipl_safetensors_writer_add_metadata (writer, TASK_KEY, self->task);
  ipl_parameter_arrays_write (arrays, "", self->parameters, writer);
}

IplTrainedNetwork *
ipl_trained_network_parse (const IplSafetensors *file, const char *shown, GError **error)
{
  const char *text = ipl_safetensors_metadata (file, SHAPE_KEY);
  g_autoptr (IplTrainedNetwork) self = NULL;
  g_autoptr (GArray) arrays = NULL;
  IplTrainedShape shape;

  if (text == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” is a safetensors file, but not of a network that Interplay trained.",
                   shown);
      return NULL;
    }
  if (!shape_from_json (text, &shape))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” is damaged: its description of the network cannot be understood.", shown);
      return NULL;
    }
  /* Before room is made for them. */
  if (ipl_safetensors_lookup (file, "readout") == NULL
      || ipl_safetensors_lookup (file, "embedding") == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING, "“%s” holds no weights.", shown);
      return NULL;
    }
  self = ipl_trained_network_alloc (&shape, error);
  if (self == NULL)
    return NULL;
  arrays = ipl_trained_shape_arrays (&shape);
  if (!ipl_parameter_arrays_read (arrays, "", file, shown, self->parameters, error))
    return NULL;
  self->task = g_strdup (ipl_safetensors_metadata (file, TASK_KEY));
  return g_steal_pointer (&self);
}

/* Writes the network alone, without what training would need to go on (ipl_trainer_save()):
 * "layers.0.query" [H x G x N0], "layers.0.key", "layers.0.value" [H x N_{l+1} x N_l], ..
 * "embedding" [N_1 x N0] and "readout" [N_a], all F32, the 1/sqrt factors not in them; the shape is
 * JSON text in the metadata. */
gboolean
ipl_trained_network_save (const IplTrainedNetwork *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();

  ipl_safetensors_writer_add_metadata (writer, "format", "pt");
  ipl_trained_network_describe (self, writer);
  return ipl_safetensors_writer_close (writer, path, error);
}

IplTrainedNetwork *
ipl_trained_network_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (IplSafetensors) file = ipl_safetensors_read (path, cancellable, error);
  g_autofree char *shown = ipl_file_shown (path);

  return file != NULL ? ipl_trained_network_parse (file, shown, error) : NULL;
}
