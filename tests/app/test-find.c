/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths are found by their heads, by keyboard alone, and are selected in all panels; of many paths
 * what is selected is shown though others are stronger. */
#include <string.h>

#include "fixture.h"
#include "core/parameters/parameters.h"
#include "core/parameters/parameters-fields.h"
#include "figures/view/shown-paths.h"

static GtkWidget *
find_inside (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_inside (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkSearchBar *
the_bar (IplWindow *window)
{
  return GTK_SEARCH_BAR (find_inside (GTK_WIDGET (window), GTK_TYPE_SEARCH_BAR));
}

static GtkWidget *
the_entry (IplWindow *window)
{
  return find_inside (GTK_WIDGET (the_bar (window)), GTK_TYPE_SEARCH_ENTRY);
}

static const char *
the_answer (IplWindow *window)
{
  GtkWidget *box = gtk_widget_get_parent (the_entry (window));

  return gtk_label_get_label (GTK_LABEL (gtk_widget_get_last_child (box)));
}

static const IplTarget *
the_selected (IplWindow *window)
{
  return ipl_selection_get_selected (ipl_session_get_selection (ipl_window_get_session (window)));
}

static void
type (IplWindow *window, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (the_entry (window)), text);
  g_signal_emit_by_name (the_entry (window), "search-changed");
}

static void
test_find (void)
{
  IplWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  reset (window);
  act (window, "find-paths", NULL);
  g_assert_true (gtk_search_bar_get_search_mode (the_bar (window)));
  /* Typing goes to the entry. */
  g_assert_true (
      gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), the_entry (window)));
  type (window, "2.1");
  g_assert_cmpint (the_selected (window)->layer, ==, 1);
  g_assert_cmpint (the_selected (window)->head, ==, 0);
  g_assert_cmpstr (the_answer (window), ==, "2 paths");
  /* Of the paper's names the order is the paper's: "good" before "denoising", though others stand
   * between them in the file. */
  act (window, "next-found-path", NULL);
  g_assert_cmpint (the_selected (window)->path, >=, 0);
  g_assert_true (g_str_has_prefix (the_answer (window), "1 of 2: "));
  act (window, "next-found-path", NULL);
  g_assert_true (g_str_has_prefix (the_answer (window), "2 of 2: "));
  act (window, "next-found-path", NULL);
  g_assert_true (g_str_has_prefix (the_answer (window), "1 of 2: "));
  act (window, "previous-found-path", NULL);
  g_assert_true (g_str_has_prefix (the_answer (window), "2 of 2: "));
  type (window, "1.1 2.2");
  g_assert_cmpstr (the_answer (window), ==, "path 2: adversarial 1");
  type (window, "3");
  g_assert_cmpstr (the_answer (window), ==, "path 3: denoising");
  g_assert_cmpint (the_selected (window)->path, ==, 2);
  g_assert_nonnull (strstr (ipl_window_get_status (window), "Path "));
  /* What is not there is said, and lets what is selected be. */
  IplTarget before = *the_selected (window);
  type (window, "2.7");
  g_assert_nonnull (strstr (the_answer (window), "Layer 2 has heads 1 to 2."));
  g_assert_true (gtk_widget_has_css_class (the_entry (window), "error"));
  g_assert_true (ipl_target_equal (&before, the_selected (window)));
  act (window, "next-found-path", NULL);
  g_assert_true (ipl_target_equal (&before, the_selected (window)));
  type (window, "");
  g_assert_cmpstr (the_answer (window), ==, "");
  g_assert_false (gtk_widget_has_css_class (the_entry (window), "error"));
  g_signal_emit_by_name (the_entry (window), "stop-search");
  g_assert_false (gtk_search_bar_get_search_mode (the_bar (window)));
  /* And with it goes the focus, to a figure. */
  g_assert_true (IPL_IS_FIGURE_AREA (gtk_window_get_focus (GTK_WINDOW (window))));
}

/* Another case has other paths; one without paths has nothing to find. */
static void
test_cases (void)
{
  IplWindow *window = the_window ();

  reset (window);
  act (window, "find-paths", NULL);
  type (window, "2.2");
  act (window, "open-example", "hmc2");
  wait_for (window, is_solved, "two paths");
  g_assert_true (gtk_search_bar_get_search_mode (the_bar (window)));
  g_assert_true (the_answer (window)[0] != '\0');
  act (window, "open-example", "joma-joint");
  wait_for (window, is_solved, "no paths");
  g_assert_false (gtk_search_bar_get_search_mode (the_bar (window)));
  g_assert_false (
      g_action_get_enabled (g_action_map_lookup_action (G_ACTION_MAP (window), "find-paths")));
  reset (window);
  g_signal_emit_by_name (the_entry (window), "stop-search");
}

/* How many are shown is no step of undo, and what is selected is among them. */
static void
test_shown (void)
{
  IplWindow *window = the_window ();
  IplSession *session = ipl_window_get_session (window);
  IplSelection *selection = ipl_session_get_selection (session);
  IplParameters parameters;
  IplTarget none = IPL_TARGET_NONE, path = IPL_TARGET_NONE;
  IplView view;

  reset (window);
  ipl_selection_select (selection, &none);
  parameters = *ipl_session_get_parameters (session);
  gboolean could_undo = ipl_session_can_undo (session);
  parameters.display.paths_shown = 2;
  parameters.display.heatmap_scale = IPL_HEATMAP_SYMLOG;
  ipl_session_change (session, &parameters, "paths-shown");
  g_assert_true (ipl_session_can_undo (session) == could_undo);
  for (gsize p = 0; p < 4; p++)
    {
      g_auto (IplShownPaths) shown = { 0 };

      path.path = (int)p;
      ipl_selection_select (selection, &path);
      g_assert_true (ipl_session_get_view (session, &view));
      ipl_shown_paths_init (&shown, &view);
      g_assert_cmpint (shown.place[p], >=, 0);
      g_assert_cmpuint (shown.n - shown.n_kept, ==, 2);
      settle ();
    }
  ipl_selection_select (selection, &none);
  reset (window);
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/app/find/find", test_find);
  g_test_add_func ("/app/find/cases", test_cases);
  g_test_add_func ("/app/find/shown", test_shown);
  return fixture_run ();
}
