/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas of help pages: Unicode with _ and ^ for what stands below and above, as Pango markup. A
 * letter alone is italic, letters together (log, det, tr) are a word; below and above, two are two
 * letters. */
#include "figures/help/help-page.h"

#include <string.h>

static gboolean
is_letter (gunichar c)
{
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= 0x3B1 && c <= 0x3C9);
}

static gboolean
is_latin (gunichar c)
{
  return is_letter (c) && c < 0x80;
}

/* How many Latin letters stand together where @at is. */
static guint
count_letters (const char *start, const char *at)
{
  guint n = 1;

  for (const char *p = at; p > start && is_latin (g_utf8_get_char (g_utf8_prev_char (p)));
       p = g_utf8_prev_char (p))
    n++;
  for (const char *p = g_utf8_next_char (at); is_latin (g_utf8_get_char (p));
       p = g_utf8_next_char (p))
    n++;
  return n;
}

/* The end of what "_" or "^" lifts from @at: one sign, or all between braces. */
static const char *
find_group (const char *at, const char **inner, gsize *length)
{
  guint depth = 0;

  if (*at != '{')
    {
      *inner = at;
      *length = *at != '\0' ? (gsize)(g_utf8_next_char (at) - at) : 0;
      return at + *length;
    }
  for (const char *p = at; *p != '\0'; p++)
    {
      depth += *p == '{';
      depth -= *p == '}';
      if (depth == 0)
        {
          *inner = at + 1;
          *length = (gsize)(p - at) - 1;
          return p + 1;
        }
    }
  *inner = at + 1;
  *length = strlen (at) - 1;
  return at + strlen (at);
}

static void
append (GString *out, const char *text, guint together)
{
  for (const char *at = text; *at != '\0';)
    {
      gunichar c = g_utf8_get_char (at);
      const char *next = g_utf8_next_char (at);
      g_autofree char *sign = g_strndup (at, (gsize)(next - at));
      g_autofree char *escaped = g_markup_escape_text (sign, -1);

      if (c == '_' || c == '^')
        {
          const char *tag = c == '_' ? "sub" : "sup", *inner;
          gsize length;
          const char *end = find_group (next, &inner, &length);
          g_autofree char *group = g_strndup (inner, length);

          g_string_append_printf (out, "<%s>", tag);
          append (out, group, 2);
          g_string_append_printf (out, "</%s>", tag);
          at = end;
          continue;
        }
      if (is_letter (c) && (!is_latin (c) || count_letters (text, at) <= together))
        g_string_append_printf (out, "<i>%s</i>", escaped);
      else
        g_string_append (out, escaped);
      at = next;
    }
}

/* @text: a formula, "K = Σ_{pq} U_{pq} C_{pq}"
 * Returns: (transfer full): it as Pango markup */
char *
ipl_help_math_markup (const char *text)
{
  GString *out = g_string_new (NULL);

  append (out, text, 1);
  return g_string_free (out, FALSE);
}

/* Returns: (transfer full): it as the user would search for it, "K = Σpq Upq Cpq" */
char *
ipl_help_math_plain (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at++)
    if (strchr ("_^{}", *at) == NULL)
      g_string_append_c (out, *at);
  return g_string_free (out, FALSE);
}
