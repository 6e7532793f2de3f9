/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window where help is read, and the page that is asked for where somebody is. */
#include <string.h>

#include "figures/help/help-search.h"
#include "figures/help/help-table.h"
#include "app/help/help-window.h"
#include "app/panels/panel-view.h"
#include "figures/panels/panel-table.h"
#include "window-fixture.h"

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
WINDOW_TEST (test_help_of_widget, "/help/where-asked")
{
  static const char *const panels[] = { "paths", "u", "accuracy", "overlap" };

  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      IplFigureArea *area = ipl_window_get_area (window, ipl_panel_find (panels[i]));

      g_assert_true (gtk_widget_grab_focus (GTK_WIDGET (area)));
      act (window, "help::focus", NULL);
      assert_page (window, panels[i]);
    }
  g_assert_true (gtk_widget_activate_action (
      GTK_WIDGET (ipl_window_get_area (window, ipl_panel_find ("u"))), "win.help", "s", "u"));
  assert_page (window, "u");
  act (window, "help", "own-model");
  assert_page (window, "own-model");
  act (window, "help", "nothing of that name");
  assert_page (window, IPL_HELP_FIRST);
  act (window, "help", IPL_HELP_FIRST);
  settle ();
  gtk_window_close (window->help);
  settle ();
  g_assert_null (window->help);
}

static gboolean
has_dialog (IplWindow *window)
{
  GtkWindow *dialog = find_dialog (window);

  return dialog != NULL && gtk_window_is_active (dialog);
}

static gboolean
has_help (IplWindow *window)
{
  GtkWindow *help = window->help;

  return help != NULL && gtk_window_is_active (help);
}

/* Help can be used beside a modal dialog: nothing keeps its clicks and keys. */
static void
close_help (IplWindow *window)
{
  wait_for (window, has_help, "the keyboard to be in help");
  xdo ("key Escape");
  wait_until (window->help == NULL);
}

static gboolean
opens_help (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_BUTTON (widget)
         && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "dialog.help")
                == 0;
}

/* F1, as it comes from the keyboard, in every window that the program opens. */
WINDOW_TEST (test_dialogs, "/help/dialogs")
{
  static const struct
  {
    const char *action, *parameter, *page;
    gboolean has_button;
  } dialogs[] = {
    { "export::figure", NULL, "figures-out", TRUE },
    { "panel-numbers", "u", "u", TRUE },
    { "story::steps", NULL, "stories", TRUE },
    { "export::story", NULL, "stories", TRUE },
    { "save::story", NULL, "stories", TRUE },
    { "open::file", NULL, "own-model", TRUE },
    { "open::checkpoints", NULL, "stable-rank", TRUE },
    { "save::arrays", NULL, "figures-out", TRUE },
    { "figure-style", NULL, "figures-out", TRUE },
    { "export::web", NULL, "figures-out", TRUE },
    { "show-help-overlay", NULL, IPL_HELP_FIRST, FALSE },
  };

  act (window, "story::add", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      GtkWindow *dialog;

      g_test_message ("%s", dialogs[i].action);
      if (!is_enabled (window, dialogs[i].action))
        g_error ("there is no %s to be asked for", dialogs[i].action);
      act (window, dialogs[i].action, dialogs[i].parameter);
      wait_for (window, has_dialog, dialogs[i].action);
      dialog = find_dialog (window);
      xdo ("key F1");
      wait_for (window, has_help, "help");
      assert_page (window, dialogs[i].page);
      close_help (window);
      g_assert_true ((find_widget (dialog, opens_help, NULL) != NULL) == dialogs[i].has_button);
      if (dialogs[i].has_button)
        {
          g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.help", NULL));
          wait_for (window, has_help, "help");
          assert_page (window, dialogs[i].page);
          close_help (window);
        }
      wait_for (window, has_dialog, "the keyboard to be back in the dialog");
      gtk_window_close (dialog);
      wait_until (find_dialog (window) == NULL);
      wait_until (gtk_window_is_active (GTK_WINDOW (window)));
    }
  act (window, "story::new", NULL);
}

/* Editors in the sidebar have pages of their own. */
NEXT_TEST (test_editors, "/help/editors")
{
  static const struct
  {
    const char *example, *editor, *page;
  } editors[] = { { "hmc4", "IplHeadsEditor", "task-card" },
                  { "glyphs", "IplImageTaskEditor", "task" },
                  { "glyphs", "IplTrainingEditor", "training" } };

  /* The task that is open has a page of its own. */
  act_and_wait (window, "open-example", "copy");
  ipl_window_set_sidebar (window, TRUE);
  settle ();
  g_assert_true (gtk_widget_child_focus (GTK_WIDGET (window->sidebar), GTK_DIR_TAB_FORWARD));
  act (window, "help::focus", NULL);
  assert_page (window, "task-copy");
  close_help (window);
  for (guint i = 0; i < G_N_ELEMENTS (editors); i++)
    {
      GtkWidget *editor;

      act (window, "open-example", editors[i].example);
      /* Glyphs take long to be solved, and nobody waits for them. */
      wait_until ((editor = find_named (GTK_WIDGET (window), editors[i].editor)) != NULL);
      settle ();
      wait_until (gtk_window_is_active (GTK_WINDOW (window)));
      g_test_message ("%s", editors[i].editor);
      g_assert_true (gtk_widget_child_focus (editor, GTK_DIR_TAB_FORWARD));
      settle ();
      xdo ("key F1");
      wait_for (window, has_help, "help");
      assert_page (window, editors[i].page);
      close_help (window);
    }
  reset (window);
}

NEXT_TEST (test_reading, "/help/reading")
{
  IplHelpWindow *help;
  guint all;

  act (window, "help", "paths");
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
NEXT_TEST (test_ranking, "/help/ranking")
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

NEXT_TEST (test_copy, "/help/copy")
{
  g_autofree char *copied = NULL;

  act (window, "help", "own-model");
  /* A page is filled frame by frame. */
  wait_until (find_labelled (the_help (window), "_Copy") != NULL);
  g_signal_emit_by_name (find_labelled (the_help (window), "_Copy"), "clicked");
  copied = clipboard_text ();
  g_assert_true (g_str_has_prefix (copied, "import numpy"));
  gtk_window_close (GTK_WINDOW (the_help (window)));
}

/* Whether the symbols in some text of the panel's figure say that. */
static gboolean
explains (IplWindow *window, const char *panel, const char *words)
{
  IplFigureArea *area = ipl_window_get_area (window, ipl_panel_find (panel));

  for (int y = 0; y < gtk_widget_get_height (GTK_WIDGET (area)); y += 4)
    for (int x = 0; x < gtk_widget_get_width (GTK_WIDGET (area)); x += 4)
      {
        g_autofree char *told = ipl_figure_area_describe_symbols_at (area, x, y);

        if (told != NULL && strstr (told, words) != NULL)
          return TRUE;
      }
  return FALSE;
}

/* A file that is no case offers the page about that; what is said next does not. */
WINDOW_TEST (test_refusal, "/help/refusal")
{
  g_autofree char *path = in_folder ("empty.npz");
  GtkWidget *button = find_labelled (window, "_File Format");

  g_assert_false (gtk_widget_get_visible (button));
  write_file (path, "no archive");
  ipl_window_open_path (window, path);
  wait_for (window, has_message, "the refusal");
  g_assert_true (gtk_widget_get_visible (button));
  g_signal_emit_by_name (button, "clicked");
  assert_page (window, "own-model");
  gtk_window_close (GTK_WINDOW (the_help (window)));
  ipl_window_show_message (window, "Something else.", FALSE);
  g_assert_false (gtk_widget_get_visible (button));
  ipl_window_show_message (window, "", FALSE);
  reset (window);
}

WINDOW_TEST (test_figures, "/help/figures")
{
  g_assert_true (explains (window, "accuracy", "width of the network"));
  g_assert_true (explains (window, "accuracy", "Gaussian process"));
  g_assert_true (explains (window, "u", "order parameter"));
  g_assert_true (explains (window, "overlap", "labels of the examples"));
  g_assert_false (explains (window, "overlap", "temperature"));
}
