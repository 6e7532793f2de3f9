/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pango's markup of symbols as matplotlib's mathtext: <i>U</i><sub>pq</sub> as $U_{pq}$. */

#include "figures/python/python-markup.h"

#include <string.h>

typedef struct
{
  GString *text;
  guint italic; /* open elements that make letters symbols */
  guint script; /* and those that raise or lower them */
} Reader;

static void
open_element (GMarkupParseContext *context, const char *name, const char **names,
              const char **values, gpointer data, GError **error)
{
  Reader *self = data;
  gboolean lowers = strcmp (name, "sub") == 0, raises = strcmp (name, "sup") == 0;

  if (lowers || raises)
    {
      if (self->italic == 0 && self->script == 0)
        g_string_append_c (self->text, '$');
      g_string_append (self->text, lowers ? "_{" : "^{");
      self->script++;
    }
  else if (strcmp (name, "i") == 0)
    {
      if (self->italic++ == 0 && self->script == 0)
        g_string_append_c (self->text, '$');
    }
}

static void
close_element (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  Reader *self = data;

  if (strcmp (name, "sub") == 0 || strcmp (name, "sup") == 0)
    {
      g_string_append_c (self->text, '}');
      self->script--;
    }
  else if (strcmp (name, "i") == 0)
    self->italic--;
  else
    return;
  if (self->italic == 0 && self->script == 0)
    g_string_append_c (self->text, '$');
}

static void
add_text (GMarkupParseContext *context, const char *text, gsize size, gpointer data, GError **error)
{
  Reader *self = data;
  gboolean math = self->italic > 0 || self->script > 0;

  for (gsize i = 0; i < size; i++)
    if (text[i] == '$' || (math && strchr ("_^{}%#\\", text[i]) != NULL))
      g_string_append_printf (self->text, "\\%c", text[i]);
    else
      g_string_append_c (self->text, text[i]);
}

/* Returns: (transfer full): the same for matplotlib; as it is where it is no markup */
char *
ipl_python_mathtext (const char *markup)
{
  static const GMarkupParser parser
      = { .start_element = open_element, .end_element = close_element, .text = add_text };
  g_autofree char *whole = g_strdup_printf ("<markup>%s</markup>", markup);
  Reader self = { .text = g_string_new (NULL) };
  g_autoptr (GMarkupParseContext) context
      = g_markup_parse_context_new (&parser, G_MARKUP_DEFAULT_FLAGS, &self, NULL);

  if (!g_markup_parse_context_parse (context, whole, -1, NULL))
    g_string_assign (self.text, markup);
  /* One formula where one ends and the next begins. */
  g_string_replace (self.text, "$$", "", 0);
  return g_string_free (self.text, FALSE);
}
