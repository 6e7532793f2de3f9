/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Reads UTF-8 word by word. */
typedef struct
{
  const char *at;      /* what has not been read yet */
  const char *end;     /* where the text ends */
  gboolean paragraphs; /* whether an empty line ends a paragraph, rather than every line */
  const char *word;    /* where the word that was read begins */
  gsize length;        /* its bytes; 0 where a paragraph ended */
} IplTextWords;

void ipl_text_words_init (IplTextWords *self, const char *text, gsize length);
gboolean ipl_text_words_next (IplTextWords *self);
