/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters in documents. */
#include "core/fields/field-private.h"

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"
#include <string.h>

static void
add_value (const IplField *self, const char *name, gconstpointer data, JsonBuilder *builder)
{
  const char *place = (const char *)data + self->offset;
  const char *const *texts = (const char *const *)(gconstpointer)place;

  switch (self->kind)
    {
    case IPL_FIELD_REAL:
      ipl_json_add_double (builder, name, *(const double *)(gconstpointer)place);
      break;
    case IPL_FIELD_INTEGER:
      ipl_json_add_int (builder, name, *(const guint *)(gconstpointer)place);
      break;
    case IPL_FIELD_SIZE:
      ipl_json_add_int (builder, name, (gint64) * (const gsize *)(gconstpointer)place);
      break;
    case IPL_FIELD_SEED:
      ipl_json_add_seed (builder, name, *(const guint64 *)(gconstpointer)place);
      break;
    case IPL_FIELD_BOOLEAN:
      ipl_json_add_boolean (builder, name, *(const gboolean *)(gconstpointer)place);
      break;
    case IPL_FIELD_FILE:
      if (texts[0][0] != '\0')
        ipl_json_add_path (builder, name, texts[0]);
      break;
    case IPL_FIELD_FILES:
      ipl_json_begin_array (builder, name);
      for (guint i = 0; i < self->count; i++)
        if (texts[i][0] != '\0')
          ipl_json_add_path (builder, NULL, texts[i]);
      json_builder_end_array (builder);
      break;
    case IPL_FIELD_LIST:
      json_builder_set_member_name (builder, name);
      if (self->list->add_json != NULL)
        self->list->add_json (self, data, builder);
      else
        {
          g_autofree char *text = ipl_field_get_text (self, data);

          json_builder_add_string_value (builder, text);
        }
      break;
    case IPL_FIELD_OPTION:
      ipl_json_add_text (builder, name, self->choices[*(const guint *)(gconstpointer)place]);
      break;
    case IPL_FIELD_CHOICE:
    case IPL_FIELD_TEXT:
    default:
      ipl_json_add_text (builder, name, texts[0]);
      break;
    }
}

/* Splits "object/name": returns the name, and copies the object's name to @object. */
static const char *
split_name (const IplField *self, char *object, gsize size)
{
  const char *json = self->json != NULL ? self->json : self->id;
  const char *slash = strchr (json, '/');

  object[0] = '\0';
  if (slash == NULL)
    return json;
  g_strlcpy (object, json, MIN (size, (gsize)(slash - json) + 1));
  return slash + 1;
}

/* @fields: a table; the fields of an object are contiguous */
void
ipl_fields_add_json (guint n, const IplField *fields, gconstpointer data, JsonBuilder *builder)
{
  char open[64] = "", object[64];

  for (guint i = 0; i < n; i++)
    {
      const char *name = split_name (&fields[i], object, sizeof object);

      if (strcmp (object, open) != 0 && open[0] != '\0')
        json_builder_end_object (builder);
      if (strcmp (object, open) != 0 && object[0] != '\0')
        {
          ipl_json_begin_object (builder, object);
        }
      g_strlcpy (open, object, sizeof open);
      add_value (&fields[i], name, data, builder);
    }
  if (open[0] != '\0')
    json_builder_end_object (builder);
}

static gboolean
read_files (const IplField *self, const char *name, const char **places, JsonObject *object,
            GError **error)
{
  JsonArray *array = NULL;

  if (!ipl_json_get_array (object, name, 0, self->count, &array, error))
    return FALSE;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (!ipl_json_node_path (json_array_get_element (array, i), name, &places[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
read_text (const IplField *self, const char *name, gpointer data, JsonObject *object,
           GError **error)
{
  const char *text = NULL;

  if (!ipl_json_get_text (object, name, &text, error))
    return FALSE;
  if (text != NULL && self->choices != NULL && !ipl_field_is_choice (self, text))
    {
      g_autofree char *all = g_strjoinv (", ", (char **)self->choices);
      g_autofree char *expected = g_strdup_printf ("one of %s", all);

      return ipl_json_wrong_type (name, expected, error);
    }
  if (text != NULL && !ipl_text_is_plain (text))
    return ipl_json_wrong_type (name, "text without control characters", error);
  if (text != NULL && self->kind == IPL_FIELD_OPTION)
    ipl_field_choose (self, data, text);
  else if (text != NULL)
    *(const char **)(gpointer)((char *)data + self->offset) = g_intern_string (text);
  return TRUE;
}

static gboolean
read_number (const IplField *self, const char *name, gpointer data, JsonObject *object,
             GError **error)
{
  gpointer place = (char *)data + self->offset;
  guint integer;
  g_autofree char *full_name
      = g_strdup_printf ("“%s” (%c%s)", name, g_ascii_tolower (self->label[0]), self->label + 1);

  if (!json_object_has_member (object, name))
    return TRUE;
  if (self->kind == IPL_FIELD_REAL)
    return ipl_json_get_double (object, name, place, error)
           && ipl_field_check (self, *(double *)place, full_name, error);
  if (!ipl_json_get_uint (object, name, 0, G_MAXUINT, &integer, error)
      || !ipl_field_check (self, integer, full_name, error))
    return FALSE;
  ipl_field_set_integer (self, data, integer);
  return TRUE;
}

static gboolean
read_list (const IplField *self, const char *name, gpointer data, JsonNode *node, GError **error)
{
  const IplFieldList *list = self->list;
  const char *text = ipl_json_node_text (node);

  if (list->read_json != NULL)
    return list->read_json (self, data, node, error);
  if (text == NULL)
    return ipl_json_wrong_type (name, list->json_words != NULL ? list->json_words : "a text",
                                error);
  return ipl_field_set_list (self, data, text, error);
}

static gboolean
read_value (const IplField *self, const char *name, gpointer data, JsonObject *object,
            GError **error)
{
  gpointer place = (char *)data + self->offset;
  JsonNode *node = json_object_get_member (object, name);

  switch (self->kind)
    {
    case IPL_FIELD_REAL:
    case IPL_FIELD_INTEGER:
    case IPL_FIELD_SIZE:
      return read_number (self, name, data, object, error);
    case IPL_FIELD_SEED:
      return ipl_json_get_seed (object, name, place, error);
    case IPL_FIELD_BOOLEAN:
      return ipl_json_get_boolean (object, name, place, error);
    case IPL_FIELD_FILE:
      return node == NULL || ipl_json_node_path (node, name, place, error);
    case IPL_FIELD_FILES:
      return read_files (self, name, place, object, error);
    case IPL_FIELD_LIST:
      return node == NULL || read_list (self, name, data, node, error);
    case IPL_FIELD_CHOICE:
    case IPL_FIELD_OPTION:
    case IPL_FIELD_TEXT:
    default:
      return read_text (self, name, data, object, error);
    }
}

/* Returns: FALSE if a named value is invalid */
gboolean
ipl_fields_read_json (guint n, const IplField *fields, gpointer data, JsonObject *object,
                      GError **error)
{
  char inner[64];

  for (guint i = 0; i < n; i++)
    {
      const char *name = split_name (&fields[i], inner, sizeof inner);
      JsonNode *node = inner[0] != '\0' ? json_object_get_member (object, inner) : NULL;

      if (inner[0] != '\0' && node == NULL)
        continue;
      if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node))
        return ipl_json_wrong_type (inner, "an object", error);
      if (!read_value (&fields[i], name, data, node != NULL ? json_node_get_object (node) : object,
                       error))
        return FALSE;
    }
  return TRUE;
}

/* All of them in one object, as text. */
char *
ipl_field_groups_to_json (guint n, const IplFieldGroup *groups, gconstpointer data)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  for (guint g = 0; g < n; g++)
    ipl_fields_add_json (groups[g].n_fields, groups[g].fields,
                         (const char *)data + groups[g].offset, builder);
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, FALSE);
}

/* FALSE without an error if @json is not an object. */
gboolean
ipl_field_groups_from_json (guint n, const IplFieldGroup *groups, gpointer data, const char *json,
                            GError **error)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (json, strlen (json), &why);

  for (guint g = 0; root != NULL && g < n; g++)
    if (!ipl_fields_read_json (groups[g].n_fields, groups[g].fields,
                               (char *)data + groups[g].offset, root, error))
      return FALSE;
  return root != NULL;
}
