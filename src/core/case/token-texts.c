/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/case/token-texts.h"

#include "core/base/ref-count.h"
#include "core/base/text-escape.h"

static IplTokenTexts *
alloc (gsize count, gsize T)
{
  IplTokenTexts *self = g_new0 (IplTokenTexts, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->count = count;
  self->T = T;
  self->which = g_new (guint32, MAX (count * T, 1));
  self->distinct = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* @texts: [count x T] UTF-8 */
IplTokenTexts *
ipl_token_texts_new (gsize count, gsize T, const char *const *texts)
{
  IplTokenTexts *self = alloc (count, T);
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);

  for (gsize i = 0; i < count * T; i++)
    {
      gpointer place;

      if (!g_hash_table_lookup_extended (places, texts[i], NULL, &place))
        {
          char *text = g_strdup (texts[i]);

          place = GUINT_TO_POINTER (self->distinct->len);
          g_ptr_array_add (self->distinct, text);
          g_hash_table_insert (places, text, place);
        }
      self->which[i] = GPOINTER_TO_UINT (place);
    }
  return self;
}

static void
clear (IplTokenTexts *self)
{
  g_free (self->which);
  g_ptr_array_unref (self->distinct);
}

IPL_DEFINE_REFERENCES (IplTokenTexts, ipl_token_texts, clear)

/* The texts of @n chosen examples. @stays: [count] TRUE for these */
IplTokenTexts *
ipl_token_texts_select (const IplTokenTexts *self, gsize n, const guint8 *stays)
{
  g_autofree const char **texts = g_new (const char *, MAX (n * self->T, 1));
  gsize to = 0;

  for (gsize i = 0; i < self->count; i++)
    for (gsize t = 0; stays[i] && t < self->T; t++)
      texts[to++] = ipl_token_texts_get (self, i, t);
  return ipl_token_texts_new (n, self->T, texts);
}

/* Returns: the text as the file has it */
const char *
ipl_token_texts_get (const IplTokenTexts *self, gsize example, gsize token)
{
  return self->distinct->pdata[self->which[example * self->T + token]];
}

/* Returns: (transfer container): [count x T] all of them, as ipl_token_texts_new() takes them */
const char **
ipl_token_texts_list (const IplTokenTexts *self)
{
  const char **texts = g_new (const char *, self->count * self->T + 1);

  for (gsize i = 0; i < self->count * self->T; i++)
    texts[i] = self->distinct->pdata[self->which[i]];
  return texts;
}

/* Appends a character that can be seen: space as ␣, the end of a line as ↵, a tab as ⇥, other
 * control characters as Unicode's pictures of them. */
static void
append_visible (GString *shown, gunichar c)
{
  if (c == '\n')
    g_string_append (shown, "↵");
  else if (c == '\t')
    g_string_append (shown, "⇥");
  else if (c < 0x20)
    g_string_append_unichar (shown, 0x2400 + c);
  else if (c == 0x7f)
    g_string_append_unichar (shown, 0x2421);
  else if (g_unichar_isspace (c))
    g_string_append (shown, "␣");
  else
    g_string_append_unichar (shown, c);
}

/* Appends at most @most characters, with "…" if text is cut. */
static void
append_shown (GString *to, const char *text, gsize most)
{
  g_autoptr (GString) shown = g_string_new (NULL);
  g_autofree char *safe = NULL;

  /* A combining mark at the beginning of a text gets a circle to combine with. */
  if (text[0] != '\0' && g_unichar_ismark (g_utf8_get_char (text)))
    g_string_append (shown, "◌");
  for (; *text != '\0' && most > 0; text = g_utf8_next_char (text), most--)
    append_visible (shown, g_utf8_get_char (text));
  safe = ipl_text_escape (shown->str);
  g_string_append (to, safe);
  if (*text != '\0')
    g_string_append (to, "…");
}

/* Returns: (transfer full): the text with its white space and control characters visible, at most
 *   @most characters of it */
char *
ipl_token_texts_show (const IplTokenTexts *self, gsize example, gsize token, gsize most)
{
  GString *shown = g_string_new (NULL);

  append_shown (shown, ipl_token_texts_get (self, example, token), most);
  return g_string_free (shown, FALSE);
}

/* @self: (nullable)
 * Returns: (transfer full): the text of a token for use after its number in a sentence, "
 *   “␣cat”", or empty if there is none */
char *
ipl_token_texts_format (const IplTokenTexts *self, gsize example, gsize token)
{
  g_autofree char *shown = NULL;

  if (self == NULL || example >= self->count || token >= self->T
      || ipl_token_texts_get (self, example, token)[0] == '\0')
    return g_strdup ("");
  shown = ipl_token_texts_show (self, example, token, IPL_MOST_TOKEN_SHOWN);
  return g_strdup_printf (" “%s”", shown);
}

/* Returns: (transfer full): the tokens of an example with a space between each two, up to @most
 * characters */
char *
ipl_token_texts_show_example (const IplTokenTexts *self, gsize example, gsize most)
{
  GString *shown = g_string_new (NULL);

  for (gsize t = 0; t < self->T; t++)
    {
      const char *text = ipl_token_texts_get (self, example, t);
      gsize so_far = (gsize)g_utf8_strlen (shown->str, -1);

      if (text[0] == '\0')
        continue;
      if (so_far >= most)
        {
          if (!g_str_has_suffix (shown->str, "…"))
            g_string_append (shown, " …");
          break;
        }
      if (so_far > 0)
        g_string_append_c (shown, ' ');
      append_shown (shown, text, most - so_far);
    }
  return g_string_free (shown, FALSE);
}
