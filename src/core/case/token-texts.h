/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of the tokens of examples, as a tokenizer gives them. */
#pragma once

#include <glib.h>

/* A longer text is cut in a sentence. */
#define IPL_MOST_TOKEN_SHOWN 200

/* Immutable, reference-counted. Each distinct text is stored once. */
typedef struct
{
  gsize count;         /* examples */
  gsize T;             /* tokens of each */
  guint32 *which;      /* [count x T] the place in @distinct */
  GPtrArray *distinct; /* of UTF-8; an empty text for padding */
  /*< private >*/
  gatomicrefcount ref_count;
} IplTokenTexts;

IplTokenTexts *ipl_token_texts_new (gsize count, gsize T, const char *const *texts);
IplTokenTexts *ipl_token_texts_ref (IplTokenTexts *self);
void ipl_token_texts_unref (IplTokenTexts *self);
IplTokenTexts *ipl_token_texts_select (const IplTokenTexts *self, gsize n, const guint8 *stays);

const char *ipl_token_texts_get (const IplTokenTexts *self, gsize example, gsize token);
const char **ipl_token_texts_list (const IplTokenTexts *self);
char *ipl_token_texts_show (const IplTokenTexts *self, gsize example, gsize token, gsize most);
char *ipl_token_texts_format (const IplTokenTexts *self, gsize example, gsize token);
char *ipl_token_texts_show_example (const IplTokenTexts *self, gsize example, gsize most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTokenTexts, ipl_token_texts_unref)
