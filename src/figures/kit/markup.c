/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Converts Pango markup of labels to single letters, for formats with a different markup. */

#include "figures/kit/text.h"

#include <pango/pango.h>
#include <string.h>

typedef struct
{
  GArray *letters;
  int italic, bold, script; /* number of open elements */
} Reading;

static void
change (Reading *reading, const char *name, int by)
{
  if (strcmp (name, "i") == 0)
    reading->italic += by;
  else if (strcmp (name, "b") == 0)
    reading->bold += by;
  else if (strcmp (name, "sup") == 0)
    reading->script += by;
  else if (strcmp (name, "sub") == 0)
    reading->script -= by;
}

static void
on_start (GMarkupParseContext *context, const char *name, const char **names, const char **values,
          gpointer data, GError **error)
{
  change (data, name, 1);
}

static void
on_end (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  change (data, name, -1);
}

static void
on_text (GMarkupParseContext *context, const char *text, gsize n, gpointer data, GError **error)
{
  const Reading *reading = data;

  for (const char *at = text; at < text + n; at = g_utf8_next_char (at))
    {
      IplLetter letter = { g_utf8_get_char (at), reading->italic > 0, reading->bold > 0,
                           CLAMP (reading->script, -1, 1) };

      g_array_append_val (reading->letters, letter);
    }
}

/* @markup: Pango markup with the elements i, b, sub, sup
 * Returns: (transfer full) (nullable) (element-type IplLetter): its letters; NULL if the markup
 * is invalid */
GArray *
ipl_markup_letters (const char *markup)
{
  static const GMarkupParser parser
      = { .start_element = on_start, .end_element = on_end, .text = on_text };
  g_autoptr (GArray) letters = g_array_new (FALSE, FALSE, sizeof (IplLetter));
  g_autofree char *document = g_strdup_printf ("<m>%s</m>", markup);
  Reading reading = { .letters = letters };
  g_autoptr (GMarkupParseContext) context
      = g_markup_parse_context_new (&parser, G_MARKUP_DEFAULT_FLAGS, &reading, NULL);

  return g_markup_parse_context_parse (context, document, -1, NULL)
                 && g_markup_parse_context_end_parse (context, NULL)
             ? g_steal_pointer (&letters)
             : NULL;
}

/* @markup: (nullable)
 * Returns: (transfer full): its plain text; "" if the markup is invalid */
char *
ipl_markup_plain (const char *markup)
{
  char *plain = NULL;

  if (markup != NULL)
    pango_parse_markup (markup, -1, 0, NULL, &plain, NULL, NULL);
  return plain != NULL ? plain : g_strdup ("");
}
