/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * IplTextWords:
 * @at: what has not been read yet
 * @end: where the text ends
 * @paragraphs: whether an empty line ends a paragraph, rather than every line
 * @word: where the word that was read begins
 * @length: its bytes; 0 where a paragraph ended
 *
 * Reads UTF-8 word by word.
 */
typedef struct
{
  const char *at;
  const char *end;
  gboolean paragraphs;
  const char *word;
  gsize length;
} IplTextWords;

void ipl_text_words_init (IplTextWords *self, const char *text, gsize length);
gboolean ipl_text_words_next (IplTextWords *self);

G_END_DECLS
