/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Score of the match of a text with a typed search term. */
#include "core/base/fuzzy-match.h"

#include <string.h>

/* Scores, the best kind of match first. */
enum
{
  SCORE_EXACT = 120,      /* the term is all of the text */
  SCORE_BEGINNING = 100,  /* the text begins with it */
  SCORE_EXACT_WORD = 90,  /* it is a word of the text */
  SCORE_WORD = 80,        /* a word begins with it */
  SCORE_BEGINNINGS = 60,  /* the term consists of beginnings of words: "exfi" of "export figure" */
  SCORE_INSIDE = 40,      /* it is inside a word */
  SCORE_SUBSEQUENCE = 30, /* its letters follow each other, with gaps */
};

/* A term shorter than this is in nearly every text as a subsequence. */
#define LEAST_SUBSEQUENCE 3

/* Largest number of letters between those of a subsequence, per letter: "png" is not in "pruning". */
#define MOST_GAPS 1

/* Returns: (transfer full): without capitals, accents and marks, with plain apostrophes, for
 * ipl_fuzzy_score() */
char *
ipl_fuzzy_fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *lower = g_utf8_casefold (valid, -1);
  g_autofree char *parts = g_utf8_normalize (lower, -1, G_NORMALIZE_ALL);
  GString *folded = g_string_new (NULL);

  for (const char *at = parts; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (c == 0x2018 || c == 0x2019)
        g_string_append_c (folded, '\'');
      else if (g_unichar_combining_class (c) == 0)
        g_string_append_unichar (folded, c);
    }
  return g_string_free (folded, FALSE);
}

/* Returns: (transfer full): the words of @query, folded */
char **
ipl_fuzzy_terms (const char *query)
{
  g_autofree char *folded = ipl_fuzzy_fold (query);
  g_auto (GStrv) words = g_strsplit_set (folded, " \t\n", -1);
  GPtrArray *terms = g_ptr_array_new ();

  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0')
      g_ptr_array_add (terms, g_strdup (words[i]));
  g_ptr_array_add (terms, NULL);
  return (char **)g_ptr_array_free (terms, FALSE);
}

/* Bytes of letters that are not ASCII count as letters. */
static gboolean
is_letter (char c)
{
  return g_ascii_isalnum (c) || (c & 0x80) != 0;
}

static gboolean
begins_word (const char *text, gsize at)
{
  return is_letter (text[at]) && (at == 0 || !is_letter (text[at - 1]));
}

/* The best score of an exact occurrence of the term, or 0. */
static guint
score_occurrence (const char *text, const char *term)
{
  gsize length = strlen (term);
  guint best = 0;

  for (const char *at = strstr (text, term); at != NULL; at = strstr (at + 1, term))
    {
      gboolean is_word = !is_letter (at[length]) || !is_letter (term[length - 1]);

      if (at == text)
        return at[length] == '\0' ? SCORE_EXACT : SCORE_BEGINNING;
      if (begins_word (text, (gsize)(at - text)))
        best = MAX (best, is_word ? SCORE_EXACT_WORD : SCORE_WORD);
      else
        best = MAX (best, SCORE_INSIDE);
    }
  return best;
}

/* TRUE if every letter of the term begins a word or follows the one before it at once. */
static gboolean
is_of_beginnings (const char *text, const char *term)
{
  gsize n = strlen (text);
  g_autofree gboolean *reached = g_new0 (gboolean, n + 1);
  gboolean any = FALSE;

  for (gsize k = 0; term[k] != '\0'; k++)
    {
      gboolean earlier = k == 0, before = FALSE;

      any = FALSE;
      for (gsize i = 0; i < n; i++)
        {
          gboolean was = reached[i];

          reached[i] = text[i] == term[k] && (before || (earlier && begins_word (text, i)));
          any = any || reached[i];
          before = was;
          earlier = earlier || was;
        }
      if (!any)
        return FALSE;
    }
  return any;
}

/* Number of letters between those of the term, from its first letter on, or -1. */
static int
count_gaps (const char *from, const char *term)
{
  int gaps = 0;

  for (const char *at = from; *at != '\0'; at++)
    {
      if (*at != *term)
        gaps++;
      else if (*++term == '\0')
        return gaps;
    }
  return -1;
}

/* Scores a subsequence that starts at the beginning of a word, at the place with the shortest
 * gaps. */
static guint
score_subsequence (const char *text, const char *term)
{
  guint best = 0;

  if (strlen (term) < LEAST_SUBSEQUENCE)
    return 0;
  for (gsize i = 0; text[i] != '\0'; i++)
    if (text[i] == term[0] && begins_word (text, i))
      {
        int gaps = count_gaps (text + i, term);

        if (gaps >= 0 && gaps <= (int)(MOST_GAPS * strlen (term)))
          best = MAX (best, (guint)(SCORE_SUBSEQUENCE - gaps));
      }
  return best;
}

/* @folded: a text as ipl_fuzzy_fold() returns it
 * @term: one of ipl_fuzzy_terms()
 * Returns: the score of the match, 0 for none */
guint
ipl_fuzzy_score (const char *folded, const char *term)
{
  guint score = score_occurrence (folded, term);

  if (score < SCORE_BEGINNINGS && is_of_beginnings (folded, term))
    score = SCORE_BEGINNINGS;
  return score > 0 ? score : score_subsequence (folded, term);
}
