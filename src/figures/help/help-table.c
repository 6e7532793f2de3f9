/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All help pages in the order of their list, read from help.json. */
#include "figures/help/help-table.h"

#include <gio/gio.h>

#include "core/base/json-text.h"
#include "figures/help/example-figures.h"
#include "figures/help/help-resources.h"

#define PAGES "/org/interplay/Interplay/help.json"

/* Returns: (transfer container): NULL-terminated strings of a member, borrowed from the object */
static const char **
read_strings (JsonObject *object, const char *name)
{
  JsonArray *array = json_object_get_array_member (object, name);
  guint n = json_array_get_length (array);
  const char **strings = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    strings[i] = json_array_get_string_element (array, i);
  return strings;
}

static IplHelpBlock
read_block (JsonObject *object)
{
  static const char *const kinds[] = { "paragraph", "heading", "item", "formula", "code", NULL };
  const char *kind = json_object_get_string_member (object, "kind");
  guint i = 0;

  while (kinds[i] != NULL && !g_str_equal (kinds[i], kind))
    i++;
  g_assert (kinds[i] != NULL);
  return (IplHelpBlock){ .kind = (IplHelpBlockKind)i,
                         .markup = json_object_get_string_member (object, "markup"),
                         .plain = json_object_get_string_member (object, "plain") };
}

/* Adds a block that no page of resources/help has; the page is never freed. */
static void
add_block (IplHelpPage *page, IplHelpBlockKind kind, const char *text)
{
  page->blocks = g_renew (IplHelpBlock, page->blocks, page->n_blocks + 1);
  page->blocks[page->n_blocks++]
      = (IplHelpBlock){ kind, g_markup_escape_text (text, -1), g_strdup (text) };
}

/* Adds the commands that draw the figures of the papers. */
static void
add_figures (IplHelpPage *page)
{
  guint n;
  const IplExampleFigure *figures = ipl_example_figures (&n);

  for (guint paper = IPL_FAMILY_PATHS; paper <= IPL_FAMILY_DYNAMICS; paper++)
    {
      g_autoptr (GString) code = g_string_new (NULL);

      for (guint i = 0; i < n; i++)
        {
          g_autofree char *title = ipl_example_figure_title (&figures[i]);
          g_autofree char *command = ipl_example_figure_command (&figures[i]);

          if (figures[i].paper == paper)
            g_string_append_printf (code, "%s# %s\n%s", code->len > 0 ? "\n" : "", title, command);
        }
      add_block (page, IPL_HELP_HEADING, ipl_example_family_title (paper));
      add_block (page, IPL_HELP_CODE, code->str);
    }
}

static IplHelpPage *
read_page (JsonObject *object)
{
  IplHelpPage *page = g_new (IplHelpPage, 1);
  JsonArray *blocks = json_object_get_array_member (object, "blocks");
  guint n = json_array_get_length (blocks);

  *page = (IplHelpPage){ .id = json_object_get_string_member (object, "id"),
                         .title = json_object_get_string_member (object, "title"),
                         .group = json_object_get_string_member (object, "group"),
                         .also = read_strings (object, "also"),
                         .theory = read_strings (object, "theory"),
                         .cites = json_object_get_string_member (object, "cites"),
                         .blocks = g_new (IplHelpBlock, n), .n_blocks = n };
  for (guint i = 0; i < n; i++)
    page->blocks[i] = read_block (json_array_get_object_element (blocks, i));
  if (g_str_equal (page->id, "papers"))
    add_figures (page);
  return page;
}

/* Reads the pages. They are part of the program, so a parse error is a programming error. */
static GPtrArray *
read_pages (void)
{
  static JsonNode *root; /* owns all strings */
  GPtrArray *pages = g_ptr_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *why = NULL;
  JsonArray *array;

  ipl_help_register_resource ();
  bytes = g_resources_lookup_data (PAGES, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  root = ipl_json_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &why);
  if (root == NULL)
    g_error ("%s: %s", PAGES, why);
  array = json_node_get_array (root);
  for (guint i = 0; i < json_array_get_length (array); i++)
    g_ptr_array_add (pages, read_page (json_array_get_object_element (array, i)));
  return pages;
}

/* Returns: (transfer none): all pages, group by group */
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

/* Returns: (nullable): the page about the panel */
const IplHelpPage *
ipl_help_of_panel (const char *panel)
{
  const GPtrArray *pages = ipl_help_pages ();

  for (guint i = 0; i < pages->len; i++)
    {
      const IplHelpPage *page = pages->pdata[i];

      if (g_str_equal (page->id, panel) || g_strv_contains (page->also, panel))
        return page;
    }
  return NULL;
}
