/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define IPL_TEXT_UNKNOWN 0 /* "<unk>": a word that is not among the most frequent */
#define IPL_TEXT_END 1     /* "<eos>": the end of a paragraph */
#define IPL_TEXT_SPECIAL 2 /* tokens that are no words of a text */

/* Most tokens of a vocabulary that nobody asked for. */
#define IPL_TEXT_DEFAULT_VOCABULARY 2000
#define IPL_TEXT_MAX_BYTES ((gsize)1 << 30)

/**
 * IplTextOptions:
 * @vocabulary: tokens that are told apart, #IPL_TEXT_SPECIAL and the most frequent words; 0 for all
 *   words, but at most #IPL_TEXT_DEFAULT_VOCABULARY tokens
 * @fold_case: whether words that differ in capitals only are one
 * @validation: share of the text, from its end, that is not trained on, in (0, 1)
 *
 * How a text becomes tokens.
 */
typedef struct
{
  guint vocabulary;
  gboolean fold_case;
  double validation;
} IplTextOptions;

/**
 * IplTextCorpus:
 * @name: what it is called in sentences
 * @V: tokens that are told apart
 * @words: [V] what they are: "<unk>", "<eos>", then words by falling frequency, and in the order of
 *   the text where that is equal
 * @tokens: [n_train + n_validation] the text
 * @n_train: tokens to train on, the beginning of the text
 * @n_validation: tokens after them, to validate on
 * @n_different: different words of the text, also those that are now %IPL_TEXT_UNKNOWN
 * @n_unknown: tokens that are %IPL_TEXT_UNKNOWN
 *
 * A text as numbers. Immutable, reference-counted.
 */
typedef struct
{
  char *name;
  guint V;
  char **words;
  guint32 *tokens;
  gsize n_train;
  gsize n_validation;
  gsize n_different;
  gsize n_unknown;
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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTextCorpus, ipl_text_corpus_unref)

G_END_DECLS
