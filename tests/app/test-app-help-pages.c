/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of help: one for every panel, with links that lead somewhere; what symbols say. */
#include <pango/pango.h>
#include <string.h>

#include "../test.h"
#include "figures/help/help-search.h"
#include "figures/help/help-table.h"
#include "figures/kit/symbol-meanings.h"
#include "figures/panels/panel-table.h"

/* Where the links of a page lead, as its markup has them. */
static GPtrArray *
list_links (const IplHelpPage *page)
{
  GPtrArray *links = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < page->n_blocks; i++)
    {
      g_auto (GStrv) parts = g_strsplit (page->blocks[i].markup, "<a href=\"", -1);

      for (guint k = 1; parts[0] != NULL && parts[k] != NULL; k++)
        g_ptr_array_add (links, g_strndup (parts[k], strcspn (parts[k], "\"")));
    }
  return links;
}

/* Its page says how it is read and has a formula; that of a composite leads to its parts. */
TEST (test_panels, "/help-pages/panels")
{
  guint n;
  const IplPanel *const *panels = ipl_panels (&n);

  for (guint i = 0; i < n; i++)
    {
      const IplHelpPage *page = ipl_help_of_panel (panels[i]->id);
      guint formulas = 0, to_parts = 0, to_read = 0;
      g_autoptr (GPtrArray) links = NULL;

      if (page == NULL)
        g_error ("the panel %s has no page: resources/help/%s.md (found when meson configures)",
                 panels[i]->id, panels[i]->id);
      links = list_links (page);
      for (guint k = 0; k < page->n_blocks; k++)
        {
          const IplHelpBlock *block = &page->blocks[k];

          formulas += block->kind == IPL_HELP_FORMULA;
          to_read
              += block->kind == IPL_HELP_HEADING && g_str_equal (block->plain, "How to read it");
        }
      for (guint k = 0; k < panels[i]->n_parts; k++)
        to_parts += g_ptr_array_find_with_equal_func (links, panels[i]->parts[k].panel->id,
                                                      g_str_equal, NULL);
      if (ipl_panel_is_composite (panels[i]))
        g_assert_cmpuint (to_parts, ==, panels[i]->n_parts);
      else if (formulas == 0 || to_read == 0)
        g_error ("the page %s has no formula, or does not say how to read it", page->id);
      if (page->theory[0] == NULL)
        g_error ("the page %s does not say where in THEORY.md it is", page->id);
    }
}

TEST (test_links, "/help-pages/links")
{
  const GPtrArray *pages = ipl_help_pages ();

  for (guint i = 0; i < pages->len; i++)
    {
      const IplHelpPage *page = pages->pdata[i];
      g_autoptr (GPtrArray) links = list_links (page);

      for (guint k = 0; k < links->len; k++)
        if (!g_str_has_prefix (links->pdata[k], "https://")
            && ipl_help_find (links->pdata[k]) == NULL)
          g_error ("%s leads to %s, which is not a page", page->id, (char *)links->pdata[k]);
      for (guint k = 0; page->also[k] != NULL; k++)
        g_assert_nonnull (ipl_panel_find (page->also[k]));
    }
}

/* From the first page by links alone. */
TEST (test_reachable, "/help-pages/reachable")
{
  const GPtrArray *pages = ipl_help_pages ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) open = g_ptr_array_new ();

  g_ptr_array_add (open, (gpointer)ipl_help_find (IPL_HELP_FIRST));
  while (open->len > 0)
    {
      const IplHelpPage *page = g_ptr_array_steal_index_fast (open, open->len - 1);
      g_autoptr (GPtrArray) links = list_links (page);

      if (!g_hash_table_add (seen, (gpointer)page))
        continue;
      for (guint k = 0; k < links->len; k++)
        if (ipl_help_find (links->pdata[k]) != NULL)
          g_ptr_array_add (open, (gpointer)ipl_help_find (links->pdata[k]));
    }
  for (guint i = 0; i < pages->len; i++)
    if (!g_hash_table_contains (seen, pages->pdata[i]))
      g_error ("no link leads to the page %s", ((IplHelpPage *)pages->pdata[i])->id);
}

static gboolean
has_section (const char *theory, const char *number)
{
  g_autofree char *chapter = g_strdup_printf ("\n## %s. ", number);
  g_autofree char *section = g_strdup_printf ("\n### %s ", number);

  return strstr (theory, chapter) != NULL || strstr (theory, section) != NULL;
}

TEST (test_sections, "/help-pages/sections")
{
  const GPtrArray *pages = ipl_help_pages ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "src", "THEORY.md", NULL);
  g_autofree char *theory = NULL;

  g_assert_true (g_file_get_contents (path, &theory, NULL, NULL));
  for (guint i = 0; i < pages->len; i++)
    {
      const IplHelpPage *page = pages->pdata[i];

      for (guint k = 0; page->theory[k] != NULL; k++)
        if (!has_section (theory, page->theory[k]))
          g_error ("%s speaks of section %s, which THEORY.md does not have", page->id,
                   page->theory[k]);
    }
}

TEST (test_markup, "/help-pages/markup")
{
  static const char *const terms[] = { "a", "u", NULL };
  const GPtrArray *pages = ipl_help_pages ();

  for (guint i = 0; i < pages->len; i++)
    for (guint k = 0; k < ((IplHelpPage *)pages->pdata[i])->n_blocks; k++)
      {
        const IplHelpBlock *block = &((IplHelpPage *)pages->pdata[i])->blocks[k];
        g_autofree char *markup = ipl_help_highlight (block->markup, terms);
        g_autoptr (GRegex) links = g_regex_new ("</?a[^>]*>", 0, 0, NULL);
        g_autofree char *without = g_regex_replace_literal (links, markup, -1, 0, "", 0, NULL);
        g_autoptr (GError) error = NULL;

        /* A formula is no source, and the article "a" is not marked. */
        if (block->kind != IPL_HELP_CODE && strchr (markup, '$') != NULL)
          g_error ("%s: %s", ((IplHelpPage *)pages->pdata[i])->id, markup);
        g_assert_false (g_regex_match_simple ("<span [^>]*>a</span>", without, 0, 0));
        /* Links are GTK's, not Pango's. */
        if (!pango_parse_markup (without, -1, 0, NULL, NULL, NULL, &error))
          g_error ("%s: %s: %s", ((IplHelpPage *)pages->pdata[i])->id, error->message, markup);
      }
}

TEST (test_symbols, "/help-pages/symbols")
{
  guint n;
  const IplSymbol *symbols = ipl_symbols (&n);
  g_autofree char *both
      = ipl_symbols_explain ("<i>U</i><sub>pq</sub> at width <i>N</i>", IPL_SYMBOL_PATHS);
  g_autofree char *temperature = ipl_symbols_explain_plain ("T = 0.01", IPL_SYMBOL_PATHS);
  g_autofree char *attention = ipl_symbols_explain_plain ("T = 0.5", IPL_SYMBOL_DYNAMICS);
  g_autofree char *words = ipl_symbols_explain ("Training, Not a sign", IPL_SYMBOL_ANYWHERE);
  g_autofree char *limit = ipl_symbols_explain ("GP, all paths", IPL_SYMBOL_PATHS);

  for (guint i = 0; i < n; i++)
    {
      if (ipl_help_find (symbols[i].page) == NULL)
        g_error ("the symbol %s is explained by %s, which is not a page", symbols[i].text,
                 symbols[i].page);
      g_assert_false (g_str_has_suffix (symbols[i].sentence, "."));
    }
  g_assert_nonnull (strstr (both, "order parameter"));
  g_assert_nonnull (strstr (both, "width of the network"));
  g_assert_nonnull (strstr (temperature, "of the posterior"));
  g_assert_nonnull (strstr (attention, "temperature of attention"));
  g_assert_nonnull (strstr (limit, "Gaussian process"));
  g_assert_null (words);
}
