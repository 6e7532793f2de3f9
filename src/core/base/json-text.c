/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON text to values and back: the only file that parses or writes JSON, as tests/layers
 * verifies. json-glib recurses without limit, accepts more than JSON (comments, half
 * surrogates), and writes 1e-08 as “1e-08.0”. So input is checked before json-glib parses it,
 * and this file does the writing. */
#include "core/base/json-text.h"

#include <math.h>
#include <string.h>

#include "core/base/number-text.h"

/* A walk over the text, byte by byte. */
typedef struct
{
  const char *at;
  const char *end;
  guint depth;
  guint values;
} Scan;

/* The 16 bits of the "uXXXX" at @at, or -1. */
static int
unicode_escape (const char *at, const char *end)
{
  int value = 0;

  if (end - at < 5 || at[0] != 'u')
    return -1;
  for (guint i = 1; i <= 4; i++)
    {
      int digit = g_ascii_xdigit_value (at[i]);

      if (digit < 0)
        return -1;
      value = value << 4 | digit;
    }
  return value;
}

/* Skips an escape; @at is the character after the backslash. */
static const char *
skip_escape (Scan *scan)
{
  int unit;

  if (scan->at < scan->end && *scan->at != '\0' && strchr ("\"\\/bfnrt", *scan->at) != NULL)
    {
      scan->at++;
      return NULL;
    }
  unit = unicode_escape (scan->at, scan->end);
  if (unit < 0)
    return "has an invalid escape sequence in a text";
  scan->at += 5;
  if (unit == 0)
    return "has a NUL in a text";
  if (unit >= 0xDC00 && unit <= 0xDFFF)
    return "has half of a surrogate pair in a text";
  if (unit < 0xD800 || unit > 0xDBFF)
    return NULL;
  unit = scan->at < scan->end && *scan->at == '\\' ? unicode_escape (scan->at + 1, scan->end) : -1;
  if (unit < 0xDC00 || unit > 0xDFFF)
    return "has half of a surrogate pair in a text";
  scan->at += 6;
  return NULL;
}

/* Skips a string; @at is the character after the quote. */
static const char *
skip_text (Scan *scan)
{
  const char *why = NULL;

  while (scan->at < scan->end && why == NULL)
    {
      guchar c = (guchar)*scan->at++;

      if (c == '"')
        return NULL;
      if (c < 0x20)
        return "has a control character in a text";
      if (c == '\\')
        why = skip_escape (scan);
    }
  return why != NULL ? why : "ends within a text";
}

/* The reason not to parse the text, as the predicate of a sentence, or %NULL. */
static const char *
find_fault (const char *text, gsize length)
{
  Scan scan = { .at = text, .end = text + length, .values = 1 };

  if (length > IPL_JSON_MAX_SIZE)
    return "is longer than 32 MB";
  if (!g_utf8_validate (text, (gssize)length, NULL))
    return "is not in UTF-8";
  while (scan.at < scan.end)
    {
      char c = *scan.at++;
      const char *why = NULL;

      if (c == '[' || c == '{')
        {
          scan.depth++;
          scan.values++;
        }
      else if (c == ',' || c == ':')
        scan.values++;
      else if (c == '"')
        why = skip_text (&scan);
      else if (c == ']' || c == '}')
        scan.depth -= scan.depth > 0;
      else if (c == '\0' || strchr (" \t\r\n0123456789+-.eEtrufalsn", c) == NULL)
        return "is not JSON";
      if (why != NULL)
        return why;
      if (scan.depth > IPL_JSON_MAX_DEPTH)
        return "is nested deeper than 64 levels";
      if (scan.values > IPL_JSON_MAX_VALUES)
        return "has more than 250000 values";
    }
  return NULL;
}

/* Parses JSON, after checking the limits of nesting, length and number of values
 * (IPL_JSON_MAX_DEPTH and those next to it). All strings are valid UTF-8 without NULs.
 * @text: [@length] input of a file or a user
 * @why: (out): on failure, the predicate of a sentence about the text, freed by the caller */
JsonNode *
ipl_json_parse (const char *text, gsize length, char **why)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  const char *fault = find_fault (text, length);

  if (fault == NULL && !json_parser_load_from_data (parser, text, (gssize)length, NULL))
    fault = "is not JSON";
  if (fault == NULL && json_parser_get_root (parser) == NULL)
    fault = "is empty";
  if (fault != NULL)
    {
      *why = g_strdup (fault);
      return NULL;
    }
  return json_parser_steal_root (parser);
}

/* Like ipl_json_parse(), for a text that must be an object.
 * @text: [@length] input of a file or a user
 * @why: (out): on failure, the predicate of a sentence about the text, freed by the caller */
JsonObject *
ipl_json_parse_object (const char *text, gsize length, char **why)
{
  g_autoptr (JsonNode) root = ipl_json_parse (text, length, why);

  if (root == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (root))
    return json_node_dup_object (root);
  *why = g_strdup ("is not a JSON object");
  return NULL;
}

/* Strings are escaped such that a terminal can show them. */
static void
write_text (GString *out, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);

  g_string_append_c (out, '"');
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);
      GUnicodeType type = g_unichar_type (c);

      if (c == '"' || c == '\\')
        g_string_append_printf (out, "\\%c", (char)c);
      else if (c == '\n')
        g_string_append (out, "\\n");
      else if (c == '\t')
        g_string_append (out, "\\t");
      else if (c <= 0xFFFF
               && (type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT
                   || type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR))
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_unichar (out, c);
    }
  g_string_append_c (out, '"');
}

/* A double stays a double when it is read again; NaN and infinity become null. */
static void
write_double (GString *out, double value)
{
  char text[IPL_NUMBER_TEXT_SIZE];

  if (!isfinite (value))
    {
      g_string_append (out, "null");
      return;
    }
  ipl_number_format (value, text);
  g_string_append (out, text);
  if (text[strcspn (text, ".e")] == '\0')
    g_string_append (out, ".0");
}

static void
write_value (GString *out, JsonNode *node)
{
  switch (json_node_get_value_type (node))
    {
    case G_TYPE_STRING:
      write_text (out, json_node_get_string (node));
      break;
    case G_TYPE_INT64:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, json_node_get_int (node));
      break;
    case G_TYPE_DOUBLE:
      write_double (out, json_node_get_double (node));
      break;
    case G_TYPE_BOOLEAN:
      g_string_append (out, json_node_get_boolean (node) ? "true" : "false");
      break;
    default:
      g_string_append (out, "null");
      break;
    }
}

/* Writes a new line indented to @depth, or nothing without @pretty. */
static void
write_break (GString *out, gboolean pretty, guint depth)
{
  if (pretty)
    g_string_append_printf (out, "\n%*s", (int)(2 * depth), "");
}

static void write_node (GString *out, JsonNode *node, gboolean pretty, guint depth);

static void
write_array (GString *out, JsonArray *array, gboolean pretty, guint depth)
{
  guint n = json_array_get_length (array);

  g_string_append_c (out, '[');
  for (guint i = 0; i < n; i++)
    {
      write_break (out, pretty, depth + 1);
      write_node (out, json_array_get_element (array, i), pretty, depth + 1);
      if (i + 1 < n)
        g_string_append_c (out, ',');
    }
  if (n > 0)
    write_break (out, pretty, depth);
  g_string_append_c (out, ']');
}

static void
write_object (GString *out, JsonObject *object, gboolean pretty, guint depth)
{
  g_autoptr (GList) names = json_object_get_members (object);

  g_string_append_c (out, '{');
  for (GList *l = names; l != NULL; l = l->next)
    {
      write_break (out, pretty, depth + 1);
      write_text (out, l->data);
      g_string_append (out, pretty ? " : " : ":");
      write_node (out, json_object_get_member (object, l->data), pretty, depth + 1);
      if (l->next != NULL)
        g_string_append_c (out, ',');
    }
  if (names != NULL)
    write_break (out, pretty, depth);
  g_string_append_c (out, '}');
}

static void
write_node (GString *out, JsonNode *node, gboolean pretty, guint depth)
{
  g_return_if_fail (depth <= IPL_JSON_MAX_DEPTH);

  if (JSON_NODE_HOLDS_ARRAY (node))
    write_array (out, json_node_get_array (node), pretty, depth);
  else if (JSON_NODE_HOLDS_OBJECT (node))
    write_object (out, json_node_get_object (node), pretty, depth);
  else if (JSON_NODE_HOLDS_VALUE (node))
    write_value (out, node);
  else
    g_string_append (out, "null");
}

/* Writes JSON for any parser: doubles with enough digits to be exact, always with a point or an
 * exponent; null for NaN and infinities; integers up to 64 bits; control and direction characters
 * of strings escaped, and invalid UTF-8 replaced.
 * @root: values, at most IPL_JSON_MAX_DEPTH levels
 * @pretty: TRUE to break lines and indent by 2 */
char *
ipl_json_write (JsonNode *root, gboolean pretty)
{
  GString *out = g_string_new (NULL);

  write_node (out, root, pretty, 0);
  return g_string_free (out, FALSE);
}

/* Returns: (transfer full): the values of the builder as JSON text, see ipl_json_write() */
char *
ipl_json_write_built (JsonBuilder *builder, gboolean pretty)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);

  return ipl_json_write (root, pretty);
}
