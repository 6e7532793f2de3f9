/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The invented text is read back by a parser of its own, which knows the rules of THEORY.md and
 * not how they are written: it finds the probability of every choice, and with it the entropy. */

#include <math.h>
#include <string.h>

#include "core/text/text-corpus.h"
#include "core/text/text-grammar-words-private.h"
#include "support.h"

typedef struct
{
  char **words; /* of one paragraph */
  gsize at;
  double log_p;
  const IplGrammarTopic *topic;
  gsize deepest;
} Reader;

/* Where a word stands in a list, in its form or another; -1 where it is not in it. */
static int
find (const char *const *words, guint n, const char *word, gboolean with_ending)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *form
          = with_ending ? ipl_grammar_with_ending (words[i]) : g_strdup (words[i]);

      if (strcmp (form, word) == 0)
        return (int)i;
    }
  return -1;
}

/* p(i) = (1 / (i + 1)) / (1 + 1/2 + .. + 1/n) */
static double
zipf (int i, guint n)
{
  double total = 0;

  for (guint k = 1; k <= n; k++)
    total += 1.0 / k;
  return 1.0 / (i + 1) / total;
}

/* Reads a word of the list, or nothing. */
static gboolean
read_listed (Reader *self, const char *const *words, guint n, gboolean with_ending)
{
  int i = find (words, n, self->words[self->at], with_ending);

  if (i < 0)
    return FALSE;
  self->log_p += log (zipf (i, n));
  self->at++;
  return TRUE;
}

static gboolean
read_word (Reader *self, const char *word)
{
  if (strcmp (self->words[self->at], word) != 0)
    return FALSE;
  self->at++;
  return TRUE;
}

static void
count (Reader *self, double probability)
{
  self->log_p += log (probability);
}

/* The number that the noun phrase at the reader's place has: that of its noun. */
static gboolean
is_plural (const Reader *self)
{
  for (gsize i = self->at; i < self->at + 3; i++)
    {
      if (find (self->topic->nouns, IPL_GRAMMAR_NOUNS, self->words[i], FALSE) >= 0)
        return FALSE;
      if (find (self->topic->nouns, IPL_GRAMMAR_NOUNS, self->words[i], TRUE) >= 0)
        return TRUE;
    }
  g_error ("no noun behind “%s”", self->words[self->at]);
}

static void read_verb_phrase (Reader *self, gboolean plural, guint depth);

static gboolean
read_noun_phrase (Reader *self, guint depth)
{
  gboolean plural = is_plural (self);

  self->deepest = MAX (self->deepest, depth);
  count (self, plural ? 0.4 : 0.6);
  g_assert_true (read_listed (self, ipl_grammar_determiners[plural], IPL_GRAMMAR_COMMON, FALSE));
  count (self,
         read_listed (self, self->topic->adjectives, IPL_GRAMMAR_ADJECTIVES, FALSE) ? 0.3 : 0.7);
  g_assert_true (read_listed (self, self->topic->nouns, IPL_GRAMMAR_NOUNS, plural));
  if (depth >= 3)
    return plural;
  if (read_listed (self, ipl_grammar_prepositions, IPL_GRAMMAR_COMMON, FALSE))
    {
      count (self, 0.18);
      read_noun_phrase (self, depth + 1);
    }
  else if (read_word (self, "that"))
    {
      count (self, 0.2 * 0.5);
      if (find (ipl_grammar_determiners[0], 5, self->words[self->at], FALSE) >= 0
          || find (ipl_grammar_determiners[1], 5, self->words[self->at], FALSE) >= 0)
        {
          gboolean subject = read_noun_phrase (self, depth + 1);

          g_assert_true (read_listed (self, self->topic->transitive, IPL_GRAMMAR_VERBS, !subject));
        }
      else
        read_verb_phrase (self, plural, depth + 1);
    }
  else
    count (self, 0.62);
  return plural;
}

static void
read_verb_phrase (Reader *self, gboolean plural, guint depth)
{
  double total = depth < 3 ? 1 : 0.88;

  if (read_listed (self, self->topic->intransitive, IPL_GRAMMAR_VERBS, !plural))
    {
      count (self, 0.4 / total);
      count (self, read_listed (self, ipl_grammar_adverbs, IPL_GRAMMAR_COMMON, FALSE) ? 0.3 : 0.7);
    }
  else if (read_listed (self, ipl_grammar_thinking, IPL_GRAMMAR_COMMON, !plural))
    {
      gboolean subject;

      g_assert_cmpuint (depth, <, 3);
      g_assert_true (read_word (self, "that"));
      count (self, 0.12 / total);
      subject = read_noun_phrase (self, depth + 1);
      read_verb_phrase (self, subject, depth + 1);
    }
  else
    {
      g_assert_true (read_listed (self, self->topic->transitive, IPL_GRAMMAR_VERBS, !plural));
      if (read_word (self, plural ? "themselves" : "itself"))
        count (self, 0.08 / total);
      else
        {
          count (self, 0.4 / total);
          read_noun_phrase (self, depth + 1);
        }
    }
}

/* The topic that has the first noun. */
static const IplGrammarTopic *
find_topic (char **words)
{
  for (gsize i = 0; words[i] != NULL; i++)
    for (guint t = 0; t < IPL_GRAMMAR_TOPICS; t++)
      for (int with_ending = 0; with_ending < 2; with_ending++)
        if (find (ipl_grammar_topics[t].nouns, IPL_GRAMMAR_NOUNS, words[i], with_ending) >= 0)
          return &ipl_grammar_topics[t];
  g_error ("a paragraph without a noun");
}

static void
read_paragraph (Reader *self)
{
  gboolean plural = FALSE;

  self->topic = find_topic (self->words);
  count (self, 1.0 / IPL_GRAMMAR_TOPICS);
  for (guint sentence = 0; self->words[self->at] != NULL; sentence++)
    {
      if (sentence > 1)
        count (self, 0.7);
      if (sentence > 0 && read_word (self, plural ? "they" : "it"))
        count (self, 0.35);
      else
        {
          if (sentence > 0)
            count (self, 0.65);
          plural = read_noun_phrase (self, 0);
        }
      read_verb_phrase (self, plural, 0);
      g_assert_true (read_word (self, "."));
    }
  count (self, 0.3);
}

TEST (test_probability, "/text-grammar/probability")
{
  gsize length;
  double entropy, log_p = 0;
  g_autofree char *text = ipl_text_grammar_write (7, 30000, &length, &entropy);
  g_auto (GStrv) paragraphs = g_strsplit (text, "\n\n", -1);
  gsize n_tokens = 0, deepest = 0;

  g_assert_cmpuint (length, ==, strlen (text));
  for (gsize i = 0; paragraphs[i] != NULL && paragraphs[i][0] != '\0'; i++)
    {
      g_auto (GStrv) words = g_strsplit_set (paragraphs[i], " \n", -1);
      Reader reader = { .words = words };

      read_paragraph (&reader);
      n_tokens += g_strv_length (words) + 1;
      log_p += reader.log_p;
      deepest = MAX (deepest, reader.deepest);
    }
  g_assert_cmpuint (n_tokens, >=, 30000);
  /* An object of the deepest clause. */
  g_assert_cmpuint (deepest, ==, 4);
  /* Sums of 1e5 logarithms, in another order. */
  test_assert_close (-log_p / (double)n_tokens, entropy, 1e-10);
}

/* The same seed writes the same text; the corpus counts its words as the grammar does. */
TEST (test_same, "/text-grammar/same")
{
  const IplTextOptions options = { .validation = 0.1 };
  gsize length, other_length;
  double entropy;
  g_autofree char *text = ipl_text_grammar_write (3, 5000, &length, &entropy);
  g_autofree char *same = ipl_text_grammar_write (3, 5000, &other_length, NULL);
  g_autofree char *other = ipl_text_grammar_write (4, 5000, &other_length, NULL);
  g_autoptr (IplTextCorpus) corpus
      = ipl_text_corpus_new (text, length, "invented", &options, NULL, NULL);
  gsize n_words = 0;

  g_assert_cmpstr (text, ==, same);
  g_assert_cmpstr (text, !=, other);
  for (gsize i = 0; i < length; i++)
    n_words += text[i] == ' ' || (text[i] == '\n');
  /* As many ends of paragraphs as empty lines. */
  g_assert_cmpuint (corpus->n_train + corpus->n_validation, ==, n_words);
  g_assert_cmpuint (corpus->n_unknown, ==, 0);
  /* There is more to learn than how frequent words are. */
  g_assert_cmpfloat (ipl_text_corpus_word_entropy (corpus), >, entropy + 1);
}
