/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All pages of resources/help, in the order in which they are listed, and the search among them. */
#include "figures/help/help-table.h"

#include "core/base/shown-text.h"

#include <string.h>

#include "figures/help/help-resources.h"
#include "figures/kit/symbol.h"

#define FOLDER "/org/interplay/Interplay/help/"
/* Lines of a page in the place of which stand the table of symbols, and links to all pages. */
#define SYMBOLS "{symbols}"
#define PAGES "{pages}"
/* Characters of the text around a match, on either side. */
#define AROUND 44

static const char *const groups[]
    = { "First steps",      "Theory",         "Several outputs", "Posterior", "Tasks",
        "Trained networks", "Joint dynamics", "Salience",        "Text",      "Trees",
        "Checkpoints" };

static guint
group_place (const char *group)
{
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    if (g_str_equal (groups[i], group))
      return i;
  g_critical ("help has no group %s", group);
  return G_N_ELEMENTS (groups);
}

static int
compare_pages (gconstpointer a, gconstpointer b)
{
  const IplHelpPage *one = *(IplHelpPage *const *)a, *other = *(IplHelpPage *const *)b;
  int by_group = (int)group_place (one->group) - (int)group_place (other->group);

  if (by_group != 0)
    return by_group;
  return one->place != other->place ? one->place - other->place : strcmp (one->title, other->title);
}

static void
append_symbols (GString *text)
{
  guint n;
  const IplSymbol *symbols = ipl_symbols (&n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "- $%s$%s – %s. [More](%s)\n", symbols[i].math,
                            symbols[i].place == IPL_SYMBOL_DYNAMICS ? " in training dynamics" : "",
                            symbols[i].sentence, symbols[i].page);
}

/* Appends the pages of all groups but the first, which is about the program and not about figures.
 */
static void
append_pages (GString *text, const GPtrArray *pages)
{
  const char *group = groups[0];

  for (guint i = 0; pages != NULL && i < pages->len; i++)
    {
      const IplHelpPage *page = pages->pdata[i];

      if (g_str_equal (page->group, groups[0]))
        continue;
      if (!g_str_equal (page->group, group))
        g_string_append_printf (text, "\n## %s\n\n", page->group);
      group = page->group;
      g_string_append_printf (text, "- [%s](%s)\n", page->title, page->id);
    }
}

/* The text of the file, with the tables where they are to stand. */
static char *
read_text (const char *name, const GPtrArray *pages)
{
  g_autofree char *path = g_strconcat (FOLDER, name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GString) symbols = g_string_new (NULL), list = g_string_new (NULL);
  GString *text;

  if (bytes == NULL)
    return g_strdup ("");
  append_symbols (symbols);
  append_pages (list, pages);
  text = g_string_new_len (g_bytes_get_data (bytes, NULL), (gssize)g_bytes_get_size (bytes));
  g_string_replace (text, SYMBOLS, symbols->str, 1);
  g_string_replace (text, PAGES, list->str, 1);
  return g_string_free (text, FALSE);
}

static GPtrArray *
parse_pages (const char *const *names, const GPtrArray *known)
{
  GPtrArray *pages = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_help_page_free);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *id = g_strndup (names[i], strcspn (names[i], "."));
      g_autofree char *text = read_text (names[i], known);
      g_autoptr (GError) error = NULL;
      IplHelpPage *page = ipl_help_page_parse (id, text, &error);

      if (page != NULL)
        g_ptr_array_add (pages, page);
      else
        g_critical ("%s", error->message);
    }
  g_ptr_array_sort (pages, compare_pages);
  return pages;
}

/* Twice: a page that lists all others can do so once they are known. */
static GPtrArray *
read_pages (void)
{
  g_auto (GStrv) names = NULL;
  g_autoptr (GPtrArray) known = NULL;

  ipl_help_register_resource ();
  names = g_resources_enumerate_children (FOLDER, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  known = parse_pages ((const char *const *)names, NULL);
  return parse_pages ((const char *const *)names, known);
}

/* Returns: all pages, group by group; read once */
const GPtrArray *
ipl_help_pages (void)
{
  static GPtrArray *pages;

  if (pages == NULL)
    pages = read_pages ();
  return pages;
}

/* Returns: (nullable): the page */
const IplHelpPage *
ipl_help_find (const char *id)
{
  const GPtrArray *pages = ipl_help_pages ();

  for (guint i = 0; i < pages->len; i++)
    if (g_str_equal (((IplHelpPage *)pages->pdata[i])->id, id))
      return pages->pdata[i];
  return NULL;
}

/* Returns: (nullable): the page about it */
const IplHelpPage *
ipl_help_of_panel (const char *panel)
{
  const GPtrArray *pages = ipl_help_pages ();

  for (guint i = 0; i < pages->len; i++)
    {
      const IplHelpPage *page = pages->pdata[i];

      if (g_str_equal (page->id, panel)
          || (page->also != NULL && g_strv_contains ((const char *const *)page->also, panel)))
        return page;
    }
  return NULL;
}

/* Returns: (transfer full): its words */
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

/* @first: (out) (nullable): where the term is first, or NULL */
static guint
count (const char *text, const char *term, const char **first)
{
  guint n = 0;

  if (first != NULL)
    *first = NULL;
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (ipl_help_match (text, at, term) > 0 && n++ == 0 && first != NULL)
      *first = at;
  return n;
}

/* "... by the weight of the pair in K, ..." */
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

/* The score of each word of the search on the page; 0 where one is missing. */
static guint
score_page (const IplHelpPage *page, const char *const *terms, char **words)
{
  guint score = 0;

  for (guint t = 0; terms[t] != NULL; t++)
    {
      const char *term = terms[t], *title = page->title, *hit;
      guint found = 60 * MIN (count (title, term, NULL), 1)
                    + 30 * (ipl_help_match (title, title, term) > 0)
                    + 40 * (g_ascii_strcasecmp (page->id, term) == 0);

      for (guint i = 0; i < page->blocks->len; i++)
        {
          const IplHelpBlock *block = page->blocks->pdata[i];
          g_autofree char *plain = ipl_help_block_get_plain (block);
          guint n = MIN (count (plain, term, &hit), 5);

          found += n * (block->kind == IPL_HELP_HEADING ? 8 : 2);
          if (n > 0 && *words == NULL)
            *words = cut_words (plain, hit, term);
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

/* Returns: (transfer full): the pages that have all of them, those that are most about them first;
 *   all pages in their order where there are no words */
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
