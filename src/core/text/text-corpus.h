/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <glib.h>

#define IPL_TEXT_UNKNOWN 0 /* "<unk>": a word outside the vocabulary */
#define IPL_TEXT_END 1     /* "<eos>": the end of a paragraph */
#define IPL_TEXT_SPECIAL 2 /* "<eos>": the end of a paragraph */

/* Upper limit of the default vocabulary, in tokens. */
#define IPL_TEXT_DEFAULT_VOCABULARY 2000
#define IPL_TEXT_MAX_BYTES ((gsize)1 << 30)

/* Conversion of a text to tokens. */
typedef struct
{
  /* size of the vocabulary, #IPL_TEXT_SPECIAL and the most frequent words; 0 for all words, up
   * to #IPL_TEXT_DEFAULT_VOCABULARY tokens */
  guint vocabulary;
  gboolean fold_case; /* TRUE to ignore upper and lower case */
  double validation;  /* held-out share of the text, taken from its end, in (0, 1) */
} IplTextOptions;

/* A text as numbers. Immutable, reference-counted. */
typedef struct
{
  char *name; /* name in messages */
  guint V;    /* tokens that are distinguished */
  /* [V] "<unk>", "<eos>", then words by falling frequency; equal frequencies in order of first
   * occurrence */
  char **words;
  guint32 *tokens;    /* [n_train + n_validation] the text */
  gsize n_train;      /* tokens to train on, the beginning of the text */
  gsize n_validation; /* tokens after them, to validate on */
  gsize n_different;  /* different words of the text, including the replaced ones */
  gsize n_unknown;    /* tokens that are %IPL_TEXT_UNKNOWN */
  /*< private >*/
  gatomicrefcount ref_count;
} IplTextCorpus;

IplTextCorpus *ipl_text_corpus_new (const char *text, gsize length, const char *name,
                                    const IplTextOptions *options, GCancellable *cancellable,
                                    GError **error);
IplTextCorpus *ipl_text_corpus_load (const char *path, const IplTextOptions *options,
                                     GCancellable *cancellable, GError **error);
IplTextCorpus *ipl_text_corpus_ref (IplTextCorpus *self);
void ipl_text_corpus_unref (IplTextCorpus *self);
double ipl_text_corpus_word_entropy (const IplTextCorpus *self);

char *ipl_text_grammar_write (guint64 seed, guint n_words, gsize *length, double *entropy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTextCorpus, ipl_text_corpus_unref)

gboolean ipl_text_file_is (const char *path);
