/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search in the help pages. */
#include "figures/help/help-search.h"

#include <string.h>

#include "figures/help/help-table.h"

/* Number of characters of context on each side of a match. */
#define AROUND 44

static gboolean
is_alnum (const char *at)
{
  return g_unichar_isalnum (g_utf8_get_char (at));
}

/* Returns the length of a match at the beginning of a word, in any case; 0 for none. A single
 * letter matches complete words only. */
static gsize
match (const char *text, const char *at, const char *term)
{
  gboolean is_letter = g_utf8_strlen (term, -1) == 1 && is_alnum (term);
  const char *p = at;

  if (at > text && is_alnum (term) && is_alnum (g_utf8_prev_char (at)))
    return 0;
  for (; *term != '\0'; term = g_utf8_next_char (term), p = g_utf8_next_char (p))
    if (*p == '\0'
        || g_unichar_tolower (g_utf8_get_char (p)) != g_unichar_tolower (g_utf8_get_char (term)))
      return 0;
  return is_letter && is_alnum (p) ? 0 : (gsize)(p - at);
}

static gsize
match_any (const char *text, const char *at, const char *const *terms)
{
  gsize longest = 0;

  for (; terms != NULL && *terms != NULL; terms++)
    if (!g_str_equal (*terms, "a"))
      longest = MAX (longest, match (text, at, *terms));
  return longest;
}

/* Returns the length of a tag or an entity at this position of markup; 0 for none. */
static gsize
skip_markup (const char *at)
{
  const char *end = *at == '<' ? strchr (at, '>') : *at == '&' ? strchr (at, ';') : NULL;

  return end != NULL ? (gsize)(end + 1 - at) : 0;
}

/* @terms: (nullable): search terms; the article "a" is not highlighted
 * Returns: (transfer full): the markup with the terms highlighted */
char *
ipl_help_highlight (const char *markup, const char *const *terms)
{
  GString *out = g_string_new (NULL);

  for (const char *at = markup; *at != '\0';)
    {
      gsize skipped = skip_markup (at);
      gsize hit = skipped > 0 ? 0 : match_any (markup, at, terms);
      gsize length = skipped + hit > 0 ? skipped + hit : (gsize)(g_utf8_next_char (at) - at);

      if (hit > 0)
        g_string_append (out, "<span background='#ffe066' foreground='#000000'>");
      g_string_append_len (out, at, (gssize)length);
      if (hit > 0)
        g_string_append (out, "</span>");
      at += length;
    }
  return g_string_free (out, FALSE);
}

/* Returns: (transfer full): the words of the query */
char **
ipl_help_terms (const char *query)
{
  g_auto (GStrv) parts = g_strsplit_set (query, " \t\n", -1);
  GStrvBuilder *builder = g_strv_builder_new ();
  char **terms;

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0')
      g_strv_builder_add (builder, parts[i]);
  terms = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return terms;
}

/* @first: (out) (nullable): first match, or NULL */
static guint
count (const char *text, const char *term, const char **first)
{
  guint n = 0;

  if (first != NULL)
    *first = NULL;
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (match (text, at, term) > 0 && n++ == 0 && first != NULL)
      *first = at;
  return n;
}

/* Returns the context of a match: "... by the weight of the pair in K, ..." */
static char *
cut_words (const char *text, const char *hit, const char *term)
{
  glong at = g_utf8_pointer_to_offset (text, hit), length = g_utf8_strlen (text, -1);
  glong from = MAX (at - AROUND, 0);
  glong to = MIN (at + g_utf8_strlen (term, -1) + AROUND, length);
  g_autofree char *part = g_utf8_substring (text, from, to);

  return g_strdup_printf ("%s%s%s", from > 0 ? "…" : "", part, to < length ? "…" : "");
}

static void
hit_free (gpointer data)
{
  g_free (((IplHelpHit *)data)->words);
  g_free (data);
}

/* Returns the score of a page: the sum over the search terms, or 0 if one is missing. */
static guint
score_page (const IplHelpPage *page, const char *const *terms, char **words)
{
  guint score = 0;

  for (guint t = 0; terms[t] != NULL; t++)
    {
      const char *term = terms[t], *title = page->title, *hit;
      guint found = 60 * MIN (count (title, term, NULL), 1) + 30 * (match (title, title, term) > 0)
                    + 40 * (g_ascii_strcasecmp (page->id, term) == 0);

      for (guint i = 0; i < page->n_blocks; i++)
        {
          const IplHelpBlock *block = &page->blocks[i];
          guint n = MIN (count (block->plain, term, &hit), 5);

          found += n * (block->kind == IPL_HELP_HEADING ? 8 : 2);
          if (n > 0 && *words == NULL)
            *words = cut_words (block->plain, hit, term);
        }
      if (found == 0)
        return 0;
      score += found;
    }
  return score;
}

static int
compare_hits (gconstpointer a, gconstpointer b)
{
  const IplHelpHit *one = *(IplHelpHit *const *)a, *other = *(IplHelpHit *const *)b;

  if (one->score != other->score)
    return one->score < other->score ? 1 : -1;
  return strcmp (one->page->title, other->page->title);
}

/* Returns: (transfer full): pages with all terms, by decreasing relevance; all pages in order if
 * there are no terms */
GPtrArray *
ipl_help_search (const char *const *terms)
{
  const GPtrArray *pages = ipl_help_pages ();
  GPtrArray *hits = g_ptr_array_new_with_free_func (hit_free);

  for (guint i = 0; i < pages->len; i++)
    {
      g_autofree char *words = NULL;
      guint score = *terms != NULL ? score_page (pages->pdata[i], terms, &words) : 1;
      IplHelpHit *hit;

      if (score == 0)
        continue;
      hit = g_new0 (IplHelpHit, 1);
      hit->page = pages->pdata[i];
      hit->words = g_steal_pointer (&words);
      hit->score = score;
      g_ptr_array_add (hits, hit);
    }
  if (*terms != NULL)
    g_ptr_array_sort (hits, compare_hits);
  return hits;
}
