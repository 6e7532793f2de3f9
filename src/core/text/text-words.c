/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where words begin and end: letters and digits make one, with the apostrophes and hyphens between
 * them; every other sign is a word of its own. */
#include "core/text/text-words-private.h"

#include <string.h>

/* As texts have them in which words were replaced already. */
static const char *const marked[] = { "<unk>", "<eos>" };

static gboolean
is_blank (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT: /* a byte order mark, a soft hyphen */
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_SURROGATE:
      return TRUE;
    default:
      return g_unichar_isspace (c);
    }
}

static gboolean
is_letter (gunichar c)
{
  return g_unichar_isalnum (c) || g_unichar_ismark (c);
}

static gboolean
is_joint (gunichar c)
{
  return c == '\'' || c == 0x2019 || c == '-' || c == 0x2010;
}

/* TRUE if there is an empty line anywhere. */
static gboolean
has_paragraphs (const char *text, gsize length)
{
  const char *end = text + length;

  for (const char *at = text; (at = memchr (at, '\n', (gsize)(end - at))) != NULL;)
    {
      at++;
      while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
      if (at < end && *at == '\n')
        return TRUE;
    }
  return FALSE;
}

/* Begins at the first word. */
void
ipl_text_words_init (IplTextWords *self, const char *text, gsize length)
{
  *self = (IplTextWords){ .at = text,
                          .end = text + length,
                          .paragraphs = has_paragraphs (text, length) };
}

/* Past what is blank; whether a paragraph ended there. */
static gboolean
skip_blanks (IplTextWords *self)
{
  guint lines = 0;

  while (self->at < self->end)
    {
      gunichar c = g_utf8_get_char (self->at);

      if (!is_blank (c))
        break;
      if (c == '\n' || c == 0x2028)
        lines++;
      else if (c == 0x2029)
        lines += 2;
      self->at = g_utf8_next_char (self->at);
    }
  return lines >= (self->paragraphs ? 2 : 1);
}

/* The bytes of the word that begins at @at. */
static gsize
measure (const IplTextWords *self)
{
  const char *at = self->at;

  for (guint i = 0; i < G_N_ELEMENTS (marked); i++)
    if ((gsize)(self->end - at) >= strlen (marked[i])
        && memcmp (at, marked[i], strlen (marked[i])) == 0)
      return strlen (marked[i]);
  if (!is_letter (g_utf8_get_char (at)))
    return (gsize)(g_utf8_next_char (at) - at);
  while (at < self->end)
    {
      gunichar c = g_utf8_get_char (at);
      const char *next = g_utf8_next_char (at);

      if (!is_letter (c)
          && !(is_joint (c) && next < self->end && is_letter (g_utf8_get_char (next))))
        break;
      at = next;
    }
  return (gsize)(at - self->at);
}

/* Reads the next word, or the end of a paragraph. The last paragraph ends with the text. */
gboolean
ipl_text_words_next (IplTextWords *self)
{
  gboolean begun = self->word != NULL, ended = skip_blanks (self);

  if (self->at >= self->end)
    ended = TRUE;
  /* Not two ends one after the other, and none before the first word. */
  if (ended && begun && self->length > 0)
    {
      self->length = 0;
      return TRUE;
    }
  if (self->at >= self->end)
    return FALSE;
  self->word = self->at;
  self->length = measure (self);
  self->at += self->length;
  return TRUE;
}
