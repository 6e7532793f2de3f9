/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A text file: the first byte says how it becomes tokens, the rest is the text. The words of its
 * tokens stand in it one after the other; frequent ones come first. */

#define _GNU_SOURCE
#include "core/text/text-corpus.h"
#include "fuzz.h"

#include <math.h>
#include <string.h>

static void
check_words (const IplTextCorpus *corpus)
{
  gsize n = corpus->n_train + corpus->n_validation, n_unknown = 0;
  g_autofree gsize *counts = g_new0 (gsize, corpus->V);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  double entropy = ipl_text_corpus_word_entropy (corpus);

  g_assert_cmpuint (corpus->V, >=, IPL_TEXT_SPECIAL);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpuint (corpus->tokens[i], <, corpus->V);
      counts[corpus->tokens[i]]++;
      n_unknown += corpus->tokens[i] == IPL_TEXT_UNKNOWN;
    }
  g_assert_cmpuint (n_unknown, ==, corpus->n_unknown);
  for (guint v = 0; v < corpus->V; v++)
    {
      g_assert_true (g_utf8_validate (corpus->words[v], -1, NULL) && corpus->words[v][0] != '\0');
      g_assert_true (g_hash_table_add (seen, corpus->words[v]));
      if (v >= IPL_TEXT_SPECIAL)
        g_assert_cmpuint (counts[v], >, 0);
      if (v > IPL_TEXT_SPECIAL)
        g_assert_cmpuint (counts[v], <=, counts[v - 1]);
    }
  g_assert_true (entropy >= 0 && entropy <= log (corpus->V) + 1e-9);
}

/* Words that were not folded are found in the text from left to right. */
static void
check_order (const IplTextCorpus *corpus, const char *text, gsize length)
{
  const char *at = text, *end = text + length;

  for (gsize i = 0; i < corpus->n_train + corpus->n_validation; i++)
    {
      const char *word = corpus->words[corpus->tokens[i]];

      if (corpus->tokens[i] < IPL_TEXT_SPECIAL)
        continue;
      at = memmem (at, (gsize)(end - at), word, strlen (word));
      if (at == NULL)
        g_error ("token %" G_GSIZE_FORMAT ", “%s”, is not in the text", i, word);
      at += strlen (word);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_auto (FuzzFile) file = { 0 };
  g_autoptr (IplTextCorpus) corpus = NULL;

  if (n == 0)
    return 0;

  IplTextOptions options = { .fold_case = bytes[0] & 1,
                             .vocabulary = bytes[0] >> 4 > IPL_TEXT_SPECIAL ? bytes[0] >> 4 : 0,
                             .validation = bytes[0] & 2 ? 0.1 : 0.5 };

  fuzz_file_init (&file, bytes + 1, n - 1);
  ipl_text_file_is (file.path);
  corpus = FUZZ_TRY (ipl_text_corpus_load (file.path, &options, NULL, &error));
  if (corpus != NULL)
    check_words (corpus);
  if (corpus != NULL && !options.fold_case)
    check_order (corpus, (const char *)bytes + 1, n - 1);
  return 0;
}
