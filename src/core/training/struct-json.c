/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/training/struct-json.h"

#include <string.h>

#include "core/base/json.h"
#include "core/base/number-text.h"

/* @members: [n] members of a struct. */
char *
ipl_members_to_json (const IplMember *members, guint n, gconstpointer from)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < n; i++)
    {
      gconstpointer at = (const guint8 *)from + members[i].offset;
      const char *name = members[i].name;
      char text[IPL_NUMBER_TEXT_SIZE];

      switch (members[i].kind)
        {
        case IPL_MEMBER_MARK:
          if (!*(const gboolean *)at)
            break;
          G_GNUC_FALLTHROUGH;
        case IPL_MEMBER_BOOLEAN:
          json_object_set_boolean_member (object, name, *(const gboolean *)at);
          break;
        case IPL_MEMBER_SMALL:
          json_object_set_int_member (object, name, *(const guint *)at);
          break;
        case IPL_MEMBER_SIZE:
          json_object_set_int_member (object, name, (gint64) * (const gsize *)at);
          break;
        case IPL_MEMBER_COUNT:
          g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, *(const guint64 *)at);
          json_object_set_string_member (object, name, text);
          break;
        case IPL_MEMBER_REAL:
          ipl_number_format (*(const double *)at, text);
          json_object_set_string_member (object, name, text);
          break;
        }
    }
  json_node_take_object (node, object);
  return ipl_json_write (node, FALSE);
}

static gboolean
read_size (JsonNode *node, gsize most, gsize *size)
{
  gint64 value;

  if (json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  value = json_node_get_int (node);
  *size = (gsize)value;
  return value >= 0 && value <= (gint64)most;
}

static gboolean
read_member (const IplMember *member, JsonNode *node, gpointer at)
{
  const char *text;
  gsize size;

  if (node == NULL && member->kind == IPL_MEMBER_MARK)
    {
      *(gboolean *)at = FALSE;
      return TRUE;
    }
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  switch (member->kind)
    {
    case IPL_MEMBER_MARK:
    case IPL_MEMBER_BOOLEAN:
      *(gboolean *)at = json_node_get_boolean (node);
      return json_node_get_value_type (node) == G_TYPE_BOOLEAN;
    case IPL_MEMBER_SMALL:
      if (!read_size (node, G_MAXINT32, &size))
        return FALSE;
      *(guint *)at = (guint)size;
      return TRUE;
    case IPL_MEMBER_SIZE:
      return read_size (node, G_MAXINT32, at);
    case IPL_MEMBER_COUNT:
      text = ipl_json_node_text (node);
      return text != NULL && ipl_number_parse_integer (text, at);
    case IPL_MEMBER_REAL:
      text = ipl_json_node_text (node);
      return text != NULL && ipl_number_parse_real (text, at);
    }
  return FALSE;
}

/* TRUE if @text is an object with all of them, but for marks. */
gboolean
ipl_members_from_json (const IplMember *members, guint n, const char *text, gpointer to)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) object = ipl_json_parse_object (text, strlen (text), &why);

  for (guint i = 0; object != NULL && i < n; i++)
    if (!read_member (&members[i], json_object_get_member (object, members[i].name),
                      (guint8 *)to + members[i].offset))
      return FALSE;
  return object != NULL;
}
