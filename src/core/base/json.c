/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain values to JSON and back. A missing name leaves the value unchanged; a wrong type or a
 * value out of range is an error with the valid range. */
#include "core/base/json.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include <math.h>
#include <string.h>

void
ipl_json_add_name (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
}

/* @name: (nullable): of the list, %NULL within another one */
void
ipl_json_begin_array (JsonBuilder *builder, const char *name)
{
  if (name != NULL)
    ipl_json_add_name (builder, name);
  json_builder_begin_array (builder);
}

/* @name: (nullable): of the object, %NULL within a list */
void
ipl_json_begin_object (JsonBuilder *builder, const char *name)
{
  if (name != NULL)
    ipl_json_add_name (builder, name);
  json_builder_begin_object (builder);
}

void
ipl_json_add_double (JsonBuilder *builder, const char *name, double value)
{
  ipl_json_add_name (builder, name);
  json_builder_add_double_value (builder, value);
}

void
ipl_json_add_int (JsonBuilder *builder, const char *name, gint64 value)
{
  ipl_json_add_name (builder, name);
  json_builder_add_int_value (builder, value);
}

/* Written as a string: JSON numbers are exact to 53 bits only. */
void
ipl_json_add_seed (JsonBuilder *builder, const char *name, guint64 seed)
{
  char text[32];

  g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, seed);
  ipl_json_add_name (builder, name);
  json_builder_add_string_value (builder, text);
}

void
ipl_json_add_boolean (JsonBuilder *builder, const char *name, gboolean value)
{
  ipl_json_add_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

void
ipl_json_add_text (JsonBuilder *builder, const char *name, const char *text)
{
  ipl_json_add_name (builder, name);
  json_builder_add_string_value (builder, text);
}

/* Writes a file name as a URI, because file names need not be UTF-8; @name is %NULL if it is
 * already written. */
void
ipl_json_add_path (JsonBuilder *builder, const char *name, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *uri = g_filename_to_uri (absolute, NULL, NULL);

  if (name != NULL)
    ipl_json_add_name (builder, name);
  json_builder_add_string_value (builder, uri != NULL ? uri : path);
}

gboolean
ipl_json_wrong_type (const char *name, const char *expected, GError **error)
{
  return ipl_fail (error, IPL_ERROR_VALUE, "In the settings, “%s” must be %s.", name, expected);
}

/* @place: the object with the name, such as "the style"
 * @expected: the required type or range
 * Returns: FALSE, with a sentence */
gboolean
ipl_json_refuse (GError **error, const char *place, const char *name, const char *expected)
{
  g_autofree char *shown = ipl_text_shown (name);

  return ipl_fail (error, IPL_ERROR_VALUE, "In %s, “%s” must be %s.", place, shown, expected);
}

/* @found: (out) (nullable): the object of this name, NULL if it is missing */
gboolean
ipl_json_get_object (JsonObject *object, const char *place, const char *name, JsonObject **found,
                     GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  *found = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  return node == NULL || *found != NULL
         || ipl_json_refuse (error, place, name, "an object in braces");
}

gboolean
ipl_json_get_double (JsonObject *object, const char *name, double *value, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);
  GType type;

  if (node == NULL)
    return TRUE;
  type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;
  if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
    return ipl_json_wrong_type (name, "a number", error);
  if (!isfinite (json_node_get_double (node)))
    return ipl_json_wrong_type (name, "a finite number", error);
  *value = json_node_get_double (node);
  return TRUE;
}

gboolean
ipl_json_get_uint (JsonObject *object, const char *name, guint low, guint high, guint *value,
                   GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64
      || json_node_get_int (node) < low || json_node_get_int (node) > high)
    {
      g_autofree char *expected = g_strdup_printf ("a whole number from %u to %u", low, high);

      return ipl_json_wrong_type (name, expected, error);
    }
  *value = (guint)json_node_get_int (node);
  return TRUE;
}

gboolean
ipl_json_get_boolean (JsonObject *object, const char *name, gboolean *value, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return ipl_json_wrong_type (name, "true or false", error);
  *value = json_node_get_boolean (node);
  return TRUE;
}

/* Text of a node; %NULL for another type. */
const char *
ipl_json_node_text (JsonNode *node)
{
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  return json_node_get_string (node);
}

gboolean
ipl_json_get_text (JsonObject *object, const char *name, const char **text, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    return TRUE;
  *text = ipl_json_node_text (node);
  return *text != NULL || ipl_json_wrong_type (name, "text", error);
}

gboolean
ipl_json_get_array (JsonObject *object, const char *name, guint low, guint high, JsonArray **array,
                    GError **error)
{
  JsonNode *node = json_object_get_member (object, name);
  guint n;

  if (node == NULL)
    return TRUE;
  n = JSON_NODE_HOLDS_ARRAY (node) ? json_array_get_length (json_node_get_array (node)) : 0;
  if (!JSON_NODE_HOLDS_ARRAY (node) || n < low || n > high)
    {
      g_autofree char *expected = g_strdup_printf ("a list of %u to %u", low, high);

      return ipl_json_wrong_type (name, expected, error);
    }
  *array = json_node_get_array (node);
  return TRUE;
}

gboolean
ipl_json_get_seed (JsonObject *object, const char *name, guint64 *value, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);
  const char *text;

  if (node == NULL)
    return TRUE;
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64
      && json_node_get_int (node) >= 0)
    {
      *value = (guint64)json_node_get_int (node);
      return TRUE;
    }
  text = ipl_json_node_text (node);
  return (text != NULL && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, value, NULL))
         || ipl_json_wrong_type (name, "a whole number, 0 or above", error);
}

/* Reads a path of ipl_json_add_path(); interned. */
gboolean
ipl_json_node_path (JsonNode *node, const char *name, const char **path, GError **error)
{
  const char *text = ipl_json_node_text (node);
  g_autofree char *local = text != NULL ? g_filename_from_uri (text, NULL, NULL) : NULL;

  if (text == NULL)
    return ipl_json_wrong_type (name, "a file name", error);
  *path = g_intern_string (local != NULL ? local : text);
  return TRUE;
}
