/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A panel, a page and an experiment that are each one file and one line of a table: they are in the
 * window, in its menus, dialogs and shortcuts, as if they had been there from the start. */
#include <string.h>

#include "../app/fixture.h"
#include "app/base/widgets.h"
#include "app/dialogs/export-dialog.h"
#include "app/dialogs/numbers-dialog.h"
#include "core/experiments/experiment-table.h"
#include "toy-page.h"
#include "toy-table.h"

/* Whether a menu has an item with this action and target, at any depth. */
static gboolean
has_item (GMenuModel *menu, const char *action, const char *target)
{
  gboolean found = FALSE;

  for (int i = 0; i < g_menu_model_get_n_items (menu) && !found; i++)
    {
      g_autoptr (GMenuLinkIter) links = g_menu_model_iterate_item_links (menu, i);
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;

      while (!found && g_menu_link_iter_next (links))
        {
          g_autoptr (GMenuModel) linked = g_menu_link_iter_get_value (links);

          found = has_item (linked, action, target);
        }
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &name);
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_TARGET, "s", &value);
      found = found || (g_strcmp0 (name, action) == 0 && g_strcmp0 (value, target) == 0);
    }
  return found;
}

static gboolean
in_menus (GtkWidget *widget, const char *action, const char *target)
{
  if (GTK_IS_MENU_BUTTON (widget)
      && ipl_menu_button_get_menu (GTK_MENU_BUTTON (widget)) != NULL
      && has_item (ipl_menu_button_get_menu (GTK_MENU_BUTTON (widget)), action, target))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (in_menus (child, action, target))
      return TRUE;
  return FALSE;
}

static gboolean
has_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;
  return FALSE;
}

static void
assert_keys (const char *action, const char *keys)
{
  g_auto (GStrv) accels
      = gtk_application_get_accels_for_action (GTK_APPLICATION (application), action);

  g_assert_cmpstr (accels[0], ==, keys);
}

static void
test_page (void)
{
  IplWindow *window = the_window ();
  IplFigureArea *area;

  g_assert_nonnull (ipl_window_get_page_widget (window, "toy"));
  act (window, "page", "toy");
  settle ();
  g_assert_cmpstr (ipl_window_get_page (window), ==, "toy");
  area = ipl_window_get_area (window, &toy_panel);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (area)));
  g_assert_true (has_label (ipl_window_get_page_widget (window, "toy"), toy_panel.title));
  /* The last page; there and back by keys, its neighbor is that of the heads. */
  act (window, "previous-page", NULL);
  g_assert_cmpstr (ipl_window_get_page (window), ==, "heads");
  act (window, "next-page", NULL);
  act (window, "next-page", NULL);
  g_assert_cmpstr (ipl_window_get_page (window), ==, "toy");
}

static void
test_panel (void)
{
  IplWindow *window = the_window ();
  IplPanelGrid *grid;
  g_autoptr (GdkTexture) texture = NULL;

  act (window, "page", "theory");
  act (window, "panel-enlarge", "toy");
  settle ();
  grid = ipl_window_get_grid (window);
  g_assert_cmpstr (ipl_window_get_page (window), ==, "toy");
  g_assert_true (ipl_panel_grid_get_enlarged (grid) == &toy_panel);
  texture = ipl_figure_area_render (ipl_window_get_area (window, &toy_panel), 1.0);
  g_assert_nonnull (texture);
  gtk_test_accessible_assert_property (ipl_window_get_area (window, &toy_panel),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, toy_panel.title);
  act (window, "panel-enlarge", "toy");
  g_assert_null (ipl_panel_grid_get_enlarged (grid));
  act (window, "panel-copy", "toy");
  g_assert_nonnull (strstr (ipl_window_get_status (window), "clipboard"));
}

/* What the panel says to a screen reader: it is made while it is in sight, and for each width. */
static gboolean
says_carriers (IplWindow *window)
{
  IplSession *session = ipl_window_get_session (window);
  IplView view;
  const double *value;
  double sum = 0, squares = 0;

  if (!is_solved (window) || !ipl_session_get_view (session, &view))
    return FALSE;
  value = ipl_quantities_get (&view.made, &toy_quantity);
  for (gsize p = 0; p < view.the_case->Pi; p++)
    {
      double u = view.current->U[p * view.the_case->Pi + p];

      sum += u;
      squares += u * u;
    }
  return value != NULL && *value == sum * sum / squares;
}

static void
test_quantity (void)
{
  IplWindow *window = the_window ();
  IplSession *session = ipl_window_get_session (window);
  IplView view;

  act (window, "page", "theory");
  act (window, "wider", NULL);
  wait_for (window, is_solved, "another width");
  g_assert_true (ipl_session_get_view (session, &view));
  g_assert_false (says_carriers (window));
  act (window, "page", "toy");
  wait_for (window, says_carriers, "the quantity");
  act (window, "narrower", NULL);
  wait_for (window, says_carriers, "the quantity at another width");
  act (window, "page", "theory");
}

static void
test_menus (void)
{
  GtkWidget *window = GTK_WIDGET (the_window ());

  g_assert_true (in_menus (window, "win.page", "toy"));
  g_assert_true (in_menus (window, "win.panel-enlarge", "toy"));
  g_assert_true (in_menus (window, "win.open-example", "toy"));
  g_assert_false (in_menus (window, "win.page", "no such page"));
}

/* The toy is the last. */
static guint
count_examples (void)
{
  guint n, n_examples = 0;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    n_examples += experiments[i]->built_in != FALSE;
  return n_examples;
}

static void
test_shortcuts (void)
{
  GtkShortcutsWindow *overlay;
  g_autofree char *keys = g_strdup_printf ("<Alt>%u", count_examples ());

  /* The first nine have keys. */
  if (count_examples () <= 9)
    assert_keys ("win.open-example::toy", keys);
  assert_keys ("win.page::toy", toy_page.keys);
  assert_keys ("win.panel-enlarge::toy", toy_page.places[0].keys);
  g_action_group_activate_action (G_ACTION_GROUP (the_window ()), "show-help-overlay", NULL);
  overlay = gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (the_window ()));
  g_assert_true (has_label (GTK_WIDGET (overlay), "Toy page"));
  g_assert_true (has_label (GTK_WIDGET (overlay), "Enlarge toy bars"));
  gtk_window_close (GTK_WINDOW (overlay));
}

static void
test_export (void)
{
  IplWindow *window = the_window ();
  g_autofree char *path = g_build_filename (folder, "toy.svg", NULL);
  g_autofree char *text = NULL;
  IplExportDialog *dialog
      = ipl_export_dialog_new (GTK_WINDOW (window), ipl_window_get_session (window), &toy_panel);

  gtk_window_present (GTK_WINDOW (dialog));
  settle ();
  g_assert_true (has_label (GTK_WIDGET (dialog), toy_panel.title));
  ipl_export_dialog_set_extension (dialog, "svg");
  ipl_export_dialog_export_to (dialog, path);
  wait_until (g_file_test (path, G_FILE_TEST_EXISTS));
  settle ();
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<svg"));
}

static void
test_numbers (void)
{
  IplWindow *window = the_window ();
  GtkWindow *dialog
      = ipl_numbers_dialog_new (GTK_WINDOW (window), ipl_window_get_session (window), &toy_panel);

  gtk_window_present (dialog);
  settle ();
  g_assert_nonnull (strstr (gtk_window_get_title (dialog), toy_panel.title));
  gtk_window_close (dialog);
}

static void
test_experiment (void)
{
  IplWindow *window = the_window ();

  act (window, "open-example", "toy");
  wait_for (window, is_solved, "the toy");
  g_assert_null (ipl_window_get_message (window));
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), toy_experiment.title));
}

int
main (int argc, char *argv[])
{
  toy_register_panels ();
  toy_register_quantities ();
  toy_register_pages ();
  toy_register_experiments ();
  fixture_init (&argc, &argv);
  g_action_group_activate_action (G_ACTION_GROUP (application), "new-window", NULL);
  wait_for (the_window (), is_solved, "the first example");
  g_test_add_func ("/toy/page", test_page);
  g_test_add_func ("/toy/panel", test_panel);
  g_test_add_func ("/toy/quantity", test_quantity);
  g_test_add_func ("/toy/menus", test_menus);
  g_test_add_func ("/toy/shortcuts", test_shortcuts);
  g_test_add_func ("/toy/export", test_export);
  g_test_add_func ("/toy/numbers", test_numbers);
  g_test_add_func ("/toy/experiment", test_experiment);
  return fixture_run ();
}
