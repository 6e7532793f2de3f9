/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help: a page for every panel, links that lead somewhere, and the window where it is read; what
 * symbols say under the pointer. */
#include <string.h>

#include "figures/help/help-table.h"
#include "app/help/help-window.h"
#include "app/panels/panel-view.h"
#include "figures/kit/symbol.h"
#include "figures/panels/panel-table.h"
#include "fixture.h"
#include "measure.h"

/* Where the links of a page lead, as its markup has them. */
static GPtrArray *
list_links (const IplHelpPage *page)
{
  GPtrArray *links = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < page->blocks->len; i++)
    {
      g_autofree char *markup = ipl_help_block_get_markup (page->blocks->pdata[i], NULL);
      g_auto (GStrv) parts = g_strsplit (markup, "<a href=\"", -1);

      for (guint k = 1; parts[0] != NULL && parts[k] != NULL; k++)
        g_ptr_array_add (links, g_strndup (parts[k], strcspn (parts[k], "\"")));
    }
  return links;
}

/* Its page says how it is read and has a formula; that of a composite leads to its parts. */
static void
test_panels (void)
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
      for (guint k = 0; k < page->blocks->len; k++)
        {
          const IplHelpBlock *block = page->blocks->pdata[k];

          formulas += block->kind == IPL_HELP_FORMULA;
          to_read += block->kind == IPL_HELP_HEADING && g_str_equal (block->text, "How to read it");
        }
      for (guint k = 0; k < panels[i]->n_parts; k++)
        to_parts += g_ptr_array_find_with_equal_func (links, panels[i]->parts[k].panel->id,
                                                      g_str_equal, NULL);
      if (ipl_panel_is_composite (panels[i]))
        g_assert_cmpuint (to_parts, ==, panels[i]->n_parts);
      else if (formulas == 0 || to_read == 0)
        g_error ("the page %s has no formula, or does not say how to read it", page->id);
      if (page->theory == NULL)
        g_error ("the page %s does not say where in THEORY.md it is", page->id);
    }
}

static void
test_links (void)
{
  const GPtrArray *pages = ipl_help_pages ();

  for (guint i = 0; i < pages->len; i++)
    {
      const IplHelpPage *page = pages->pdata[i];
      g_autoptr (GPtrArray) links = list_links (page);

      for (guint k = 0; k < links->len; k++)
        if (!g_str_has_prefix (links->pdata[k], "https://")
            && ipl_help_find (links->pdata[k]) == NULL)
          g_error ("%s leads to %s, which is no page", page->id, (char *)links->pdata[k]);
      for (guint k = 0; page->also != NULL && page->also[k] != NULL; k++)
        g_assert_nonnull (ipl_panel_find (page->also[k]));
    }
}

/* From the first page by links alone. */
static void
test_reachable (void)
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

static void
test_sections (void)
{
  const GPtrArray *pages = ipl_help_pages ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "src", "THEORY.md", NULL);
  g_autofree char *theory = NULL;

  g_assert_true (g_file_get_contents (path, &theory, NULL, NULL));
  for (guint i = 0; i < pages->len; i++)
    {
      const IplHelpPage *page = pages->pdata[i];

      for (guint k = 0; page->theory != NULL && page->theory[k] != NULL; k++)
        if (!has_section (theory, page->theory[k]))
          g_error ("%s speaks of section %s, which THEORY.md does not have", page->id,
                   page->theory[k]);
    }
}

static void
test_markup (void)
{
  static const char *const terms[] = { "a", "u", NULL };
  const GPtrArray *pages = ipl_help_pages ();

  for (guint i = 0; i < pages->len; i++)
    for (guint k = 0; k < ((IplHelpPage *)pages->pdata[i])->blocks->len; k++)
      {
        const IplHelpBlock *block = ((IplHelpPage *)pages->pdata[i])->blocks->pdata[k];
        g_autofree char *markup = ipl_help_block_get_markup (block, terms);
        g_autoptr (GRegex) links = g_regex_new ("</?a[^>]*>", 0, 0, NULL);
        g_autofree char *without = g_regex_replace_literal (links, markup, -1, 0, "", 0, NULL);
        g_autoptr (GError) error = NULL;

        /* A formula is no source, and of the letter a only the word is marked. */
        if (block->kind != IPL_HELP_CODE && strchr (markup, '$') != NULL)
          g_error ("%s: %s", ((IplHelpPage *)pages->pdata[i])->id, markup);
        g_assert_false (g_regex_match_simple ("[a-z]<span [^>]*>a<|>a</span>[a-z]", without,
                                              G_REGEX_CASELESS, 0));
        /* Links are GTK's, not Pango's. */
        if (!pango_parse_markup (without, -1, 0, NULL, NULL, NULL, &error))
          g_error ("%s: %s: %s", ((IplHelpPage *)pages->pdata[i])->id, error->message, markup);
      }
}

static void
test_refused (void)
{
  static const char *const bad[]
      = { "", "no title\n", "# Title\n\ntext\n", "# Title\ngroup: Theory\nnonsense: 1\n\ntext\n" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ipl_help_page_parse ("bad", bad[i], &error));
      g_assert_nonnull (error);
    }
}

static void
test_symbols (void)
{
  guint n;
  const IplSymbol *symbols = ipl_symbols (&n);
  g_autofree char *both
      = ipl_symbols_tell ("<i>U</i><sub>pq</sub> at width <i>N</i>", IPL_SYMBOL_PATHS);
  g_autofree char *temperature = ipl_symbols_tell_plain ("T = 0.01", IPL_SYMBOL_PATHS);
  g_autofree char *attention = ipl_symbols_tell_plain ("T = 0.5", IPL_SYMBOL_DYNAMICS);
  g_autofree char *words = ipl_symbols_tell ("Training, Not a sign", IPL_SYMBOL_ANYWHERE);
  g_autofree char *limit = ipl_symbols_tell ("GP, all paths", IPL_SYMBOL_PATHS);

  for (guint i = 0; i < n; i++)
    {
      if (ipl_help_find (symbols[i].page) == NULL)
        g_error ("the symbol %s is explained by %s, which is no page", symbols[i].text,
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

static IplHelpWindow *
the_help (IplWindow *window)
{
  return IPL_HELP_WINDOW (window->help);
}

/* The page that the list has marked. */
static const char *
page_of (IplHelpWindow *help)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (part (help, "list"));
  const IplHelpPage *page = row != NULL ? g_object_get_data (G_OBJECT (row), "ipl-page") : NULL;

  return page != NULL ? page->id : NULL;
}

static void
search (IplHelpWindow *help, const char *words)
{
  gtk_editable_set_text (part (help, "search"), words);
  g_signal_emit_by_name (part (help, "search"), "search-changed");
}

static void
assert_page (IplWindow *window, const char *page)
{
  g_assert_nonnull (window->help);
  g_assert_cmpstr (page_of (the_help (window)), ==, page);
}

/* F1 in each panel of a page, and the button of its heading. */
static void
test_where_asked (void)
{
  static const char *const panels[] = { "paths", "u", "accuracy", "overlap" };
  IplWindow *window = the_window ();

  reset (window);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      IplFigureArea *area = ipl_window_get_area (window, ipl_panel_find (panels[i]));

      g_assert_true (gtk_widget_grab_focus (GTK_WIDGET (area)));
      act (window, "help", NULL);
      assert_page (window, panels[i]);
    }
  g_assert_true (gtk_widget_activate_action (
      GTK_WIDGET (ipl_window_get_area (window, ipl_panel_find ("u"))), "panel.help", NULL));
  assert_page (window, "u");
  act (window, "help-page", "own-model");
  assert_page (window, "own-model");
  act (window, "help-page", "nothing of that name");
  assert_page (window, IPL_HELP_FIRST);
  act (window, "help-contents", NULL);
  settle ();
  gtk_window_close (window->help);
  settle ();
  g_assert_null (window->help);
}

/* The newest window that is neither a main one nor help. */
static GtkWindow *
find_dialog (IplWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWindow *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) at = g_list_model_get_item (windows, i);

      if (!GTK_IS_APPLICATION_WINDOW (at) && at != window->help
          && gtk_widget_get_mapped (GTK_WIDGET (at)))
        found = at;
    }
  return found;
}

static gboolean
has_dialog (IplWindow *window)
{
  GtkWindow *dialog = find_dialog (window);

  return dialog != NULL && gtk_window_is_active (dialog);
}

static gboolean
has_no_dialog (IplWindow *window)
{
  return find_dialog (window) == NULL;
}

static gboolean
is_active (IplWindow *window)
{
  return gtk_window_is_active (GTK_WINDOW (window));
}

static gboolean
has_help (IplWindow *window)
{
  GtkWindow *help = window->help;

  return help != NULL && gtk_window_is_active (help);
}

static void
press_f1 (void)
{
  xdo ("key F1");
}

/* Help can be used beside a modal dialog: nothing keeps its clicks and keys. */
static void
close_help (IplWindow *window)
{
  xdo ("key Escape");
  wait_until (window->help == NULL);
}

/* Whether any button of it opens help. */
static gboolean
has_help_button (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget)
      && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "dialog.help") == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_help_button (child))
      return TRUE;
  return FALSE;
}

/* F1, as it comes from the keyboard, in every window that the program opens. */
static void
test_dialogs (void)
{
  static const struct
  {
    const char *action, *parameter, *page;
    gboolean has_button;
  } dialogs[] = {
    { "export", NULL, "figures-out", TRUE },
    { "panel-numbers", "u", "u", TRUE },
    { "stops", NULL, "stories", TRUE },
    { "export-story", NULL, "stories", TRUE },
    { "save-story", NULL, "stories", TRUE },
    { "open", NULL, "own-model", TRUE },
    { "open-checkpoints", NULL, "stable-rank", TRUE },
    { "save-npz", NULL, "figures-out", TRUE },
    { "figure-style", NULL, "figures-out", TRUE },
    { "export-web", NULL, "figures-out", TRUE },
    { "show-help-overlay", NULL, IPL_HELP_FIRST, FALSE },
  };
  IplWindow *window = the_window ();

  reset (window);
  act (window, "add-stop", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      GtkWindow *dialog;

      g_test_message ("%s", dialogs[i].action);
      if (!g_action_group_get_action_enabled (G_ACTION_GROUP (window), dialogs[i].action))
        g_error ("there is no %s to be asked for", dialogs[i].action);
      act (window, dialogs[i].action, dialogs[i].parameter);
      wait_for (window, has_dialog, dialogs[i].action);
      dialog = find_dialog (window);
      press_f1 ();
      wait_for (window, has_help, "help");
      assert_page (window, dialogs[i].page);
      close_help (window);
      g_assert_true (has_help_button (GTK_WIDGET (dialog)) == dialogs[i].has_button);
      if (dialogs[i].has_button)
        {
          g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.help", NULL));
          wait_for (window, has_help, "help");
          assert_page (window, dialogs[i].page);
          close_help (window);
        }
      wait_for (window, has_dialog, "the keyboard to be back in the dialog");
      gtk_window_close (dialog);
      wait_for (window, has_no_dialog, "the end of the dialog");
      wait_for (window, is_active, "the window");
    }
  act (window, "new-story", NULL);
}

/* Editors in the sidebar have pages of their own. */
static void
test_editors (void)
{
  static const struct
  {
    const char *example, *editor, *page;
  } editors[] = { { "hmc4", "IplHeadsEditor", "task-card" },
                  { "glyphs", "IplImageTaskEditor", "task" },
                  { "glyphs", "IplTrainingEditor", "training" } };
  IplWindow *window = the_window ();

  for (guint i = 0; i < G_N_ELEMENTS (editors); i++)
    {
      GtkWidget *editor;

      act (window, "open-example", editors[i].example);
      /* Glyphs take long to be solved, and nobody waits for them. */
      wait_until ((editor = find_named (GTK_WIDGET (window), editors[i].editor)) != NULL);
      settle ();
      wait_for (window, is_active, "the window");
      g_test_message ("%s", editors[i].editor);
      g_assert_true (gtk_widget_child_focus (editor, GTK_DIR_TAB_FORWARD));
      settle ();
      press_f1 ();
      wait_for (window, has_help, "help");
      assert_page (window, editors[i].page);
      close_help (window);
    }
  reset (window);
}

static void
test_reading (void)
{
  IplWindow *window = the_window ();
  IplHelpWindow *help;
  guint all;

  act (window, "help-page", "paths");
  help = the_help (window);
  settle ();
  all = n_rows (part (help, "list"));
  g_assert_cmpuint (all, ==, ipl_help_pages ()->len);
  gtk_widget_activate_action (GTK_WIDGET (help), "help.show", "s", "u");
  g_assert_cmpstr (page_of (help), ==, "u");
  gtk_widget_activate_action (GTK_WIDGET (help), "help.back", NULL);
  g_assert_cmpstr (page_of (help), ==, "paths");

  search (help, "pruning");
  g_assert_cmpuint (n_rows (part (help, "list")), >, 1);
  g_assert_cmpuint (n_rows (part (help, "list")), <, all);
  search (help, "zebra");
  g_assert_cmpuint (n_rows (part (help, "list")), ==, 0);
  search (help, "");
  g_assert_cmpuint (n_rows (part (help, "list")), ==, all);
  /* Every page can be laid out. */
  for (guint i = 0; i < all; i++)
    ipl_help_window_show (help, ((IplHelpPage *)ipl_help_pages ()->pdata[i])->id);
  settle ();
  gtk_window_close (GTK_WINDOW (help));
}

/* The page that is most about it comes first. */
static void
test_ranking (void)
{
  static const struct
  {
    const char *query, *first;
  } searches[] = { { "pruning", "pruning" },           { "order parameter u", "u" },
                   { "own model", "own-model" },       { "trace", "trace" },
                   { "a sentence", "text-attention" }, { "CALIBRATION", "calibration" } };

  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      g_auto (GStrv) terms = ipl_help_terms (searches[i].query);
      g_autoptr (GPtrArray) hits = ipl_help_search ((const char *const *)terms);

      g_assert_cmpuint (hits->len, >, 0);
      g_assert_cmpstr (((IplHelpHit *)hits->pdata[0])->page->id, ==, searches[i].first);
    }
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

/* A page is filled frame by frame. */
static gboolean
has_copy_button (IplWindow *window)
{
  return find_button (GTK_WIDGET (the_help (window)), "_Copy") != NULL;
}

/* No page takes the main loop so long that a person sees it stand still. */
static void
test_no_stall (void)
{
  IplWindow *window = the_window ();
  double busy;

  act (window, "help-page", "own-model");
  settle ();
  for (guint i = 0; i < 2; i++)
    {
      act (window, "help-page", i == 0 ? "dynamics" : "paths");
      settle ();
    }
  measure_reset ();
  act (window, "help-page", "own-model");
  wait_for (window, has_copy_button, "the whole page");
  settle ();
  busy = measure_get ().busy_ms;
  g_test_message ("a long page of help took the main loop %.0f ms at the most", busy);
  g_assert_cmpfloat (busy, <, 100 * SLOWER);
  gtk_window_close (GTK_WINDOW (the_help (window)));
}

static void
test_copy (void)
{
  IplWindow *window = the_window ();
  g_auto (GValue) value = G_VALUE_INIT;
  GtkWidget *button;

  act (window, "help-page", "own-model");
  wait_for (window, has_copy_button, "the button");
  button = find_button (GTK_WIDGET (the_help (window)), "_Copy");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (
      gdk_clipboard_get_content (gtk_widget_get_clipboard (GTK_WIDGET (window))), &value, NULL));
  g_assert_true (g_str_has_prefix (g_value_get_string (&value), "import numpy"));
  gtk_window_close (GTK_WINDOW (the_help (window)));
}

/* Whether the symbols in some text of the panel's figure say that. */
static gboolean
says (IplWindow *window, const char *panel, const char *words)
{
  IplFigureArea *area = ipl_window_get_area (window, ipl_panel_find (panel));

  for (int y = 0; y < gtk_widget_get_height (GTK_WIDGET (area)); y += 4)
    for (int x = 0; x < gtk_widget_get_width (GTK_WIDGET (area)); x += 4)
      {
        g_autofree char *told = ipl_figure_area_tell_at (area, x, y);

        if (told != NULL && strstr (told, words) != NULL)
          return TRUE;
      }
  return FALSE;
}

/* A file that is no case offers the page about that; what is said next does not. */
static void
test_refusal (void)
{
  g_autofree char *path = g_build_filename (folder, "empty.npz", NULL);
  IplWindow *window = the_window ();
  GtkWidget *button = find_button (GTK_WIDGET (window), "_What a File Must Hold");

  reset (window);
  g_assert_false (gtk_widget_get_visible (button));
  g_assert_true (g_file_set_contents (path, "no archive", -1, NULL));
  ipl_window_open_path (window, path);
  wait_for (window, has_message, "the refusal");
  g_assert_true (gtk_widget_get_visible (button));
  g_signal_emit_by_name (button, "clicked");
  assert_page (window, "own-model");
  gtk_window_close (GTK_WINDOW (the_help (window)));
  ipl_window_tell (window, "Something else.", FALSE);
  g_assert_false (gtk_widget_get_visible (button));
  ipl_window_tell (window, "", FALSE);
  reset (window);
}

static void
test_figures (void)
{
  IplWindow *window = the_window ();

  reset (window);
  settle ();
  g_assert_true (says (window, "accuracy", "width of the network"));
  g_assert_true (says (window, "accuracy", "Gaussian process"));
  g_assert_true (says (window, "u", "order parameter"));
  g_assert_true (says (window, "overlap", "labels of the examples"));
  g_assert_false (says (window, "overlap", "temperature"));
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_application_activate (G_APPLICATION (application));
  g_test_add_func ("/help/panels", test_panels);
  g_test_add_func ("/help/links", test_links);
  g_test_add_func ("/help/reachable", test_reachable);
  g_test_add_func ("/help/sections", test_sections);
  g_test_add_func ("/help/markup", test_markup);
  g_test_add_func ("/help/refused", test_refused);
  g_test_add_func ("/help/symbols", test_symbols);
  g_test_add_func ("/help/ranking", test_ranking);
  g_test_add_func ("/help/where-asked", test_where_asked);
  g_test_add_func ("/help/dialogs", test_dialogs);
  g_test_add_func ("/help/editors", test_editors);
  g_test_add_func ("/help/reading", test_reading);
  g_test_add_func ("/help/copy", test_copy);
  g_test_add_func ("/help/no-stall", test_no_stall);
  g_test_add_func ("/help/refusal", test_refusal);
  g_test_add_func ("/help/figures", test_figures);
  return fixture_run ();
}
