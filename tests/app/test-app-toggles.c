/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be switched in a window: the state its menus show, and what that stands for. */
#include "app/base/theme.h"
#include "window-fixture.h"

static void
assert_state (GActionGroup *group, const char *action, GVariant *expected)
{
  g_autoptr (GVariant) wanted = g_variant_ref_sink (expected);
  g_autoptr (GVariant) state = g_action_group_get_action_state (group, action);

  g_assert_nonnull (state);
  g_assert_cmpvariant (state, wanted);
}

WINDOW_TEST (test_enlarge_and_themes, "/toggles/enlarge-and-themes")
{
  static const char *themes[] = { "dark", "contrast", "contrast-dark", "light", "system" };
  static const IplTheme expected[] = { IPL_THEME_DARK, IPL_THEME_CONTRAST, IPL_THEME_CONTRAST_DARK,
                                       IPL_THEME_LIGHT, IPL_THEME_LIGHT };
  IplPanelGrid *grid = ipl_window_get_grid (window);
  const IplPanelPart *parts = ipl_panel_all.parts;
  guint n = ipl_panel_all.n_parts;

  for (guint i = 0; i < n; i++)
    {
      act (window, "panel-enlarge", parts[i].panel->id);
      settle ();
      for (guint k = 0; k < n; k++)
        g_assert_cmpint (
            gtk_widget_get_mapped (GTK_WIDGET (ipl_panel_grid_get_area (grid, parts[k].panel))), ==,
            i == k);
      g_assert_true (ipl_panel_grid_get_enlarged (grid) == parts[i].panel);
      assert_state (G_ACTION_GROUP (window), "panel-enlarge",
                    g_variant_new_string (parts[i].panel->id));
    }
  act (window, "panel-enlarge", parts[n - 1].panel->id);
  settle ();
  g_assert_null (ipl_panel_grid_get_enlarged (grid));
  assert_state (G_ACTION_GROUP (window), "panel-enlarge", g_variant_new_string (""));
  for (guint k = 0; k < n; k++)
    g_assert_true (
        gtk_widget_get_mapped (GTK_WIDGET (ipl_panel_grid_get_area (grid, parts[k].panel))));
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      act_application ("theme", themes[i]);
      settle ();
      g_assert_cmpint (ipl_theme_choice_get_default ()->theme, ==, expected[i]);
      assert_state (G_ACTION_GROUP (application), "theme", g_variant_new_string (themes[i]));
    }
  for (int paper = 1; paper >= 0; paper--)
    {
      act_application ("look", paper ? "paper" : "own");
      g_assert_cmpint (ipl_theme_choice_get_default ()->look, ==,
                       paper ? IPL_LOOK_PAPER : IPL_LOOK_INTERPLAY);
    }
}

static double
text_of (IplWindow *window)
{
  IplPanelGrid *grid = ipl_window_get_grid (window);

  return ipl_figure_get_style (ipl_figure_area_get_figure (
                                   ipl_panel_grid_get_area (grid, ipl_panel_all.parts[0].panel)))
      ->font_pt;
}

/* How many buttons of a heading are in sight. */
static guint
count_buttons (GtkWidget *widget)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget))
    return 1;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_buttons (child);
  return n;
}

/* Every panel has its menu; enlarged, also a way back. */
WINDOW_TEST (test_headings, "/toggles/headings")
{
  IplPanelGrid *grid = ipl_window_get_grid (window);

  for (guint k = 0; k < ipl_panel_all.n_parts; k++)
    {
      const IplPanel *panel = ipl_panel_all.parts[k].panel;
      GtkWidget *view = gtk_widget_get_ancestor (GTK_WIDGET (ipl_panel_grid_get_area (grid, panel)),
                                                 IPL_TYPE_PANEL_VIEW);
      GtkWidget *heading = gtk_widget_get_parent (part (view, "title"));

      g_assert_cmpuint (count_buttons (heading), ==, 1);
      act (window, "panel-enlarge", panel->id);
      settle ();
      g_assert_cmpuint (count_buttons (heading), ==, 2);
      g_signal_emit_by_name (part (view, "restore_button"), "clicked");
      settle ();
      g_assert_null (ipl_panel_grid_get_enlarged (grid));
    }
}

/* Figures have the desktop's larger text, and more of it or less by the keys; not more than leaves
 * room for a figure, and as before when all is taken back. */
WINDOW_TEST (test_text_size, "/toggles/text-size")
{
  GActionGroup *actions = G_ACTION_GROUP (application);
  GtkSettings *settings = gtk_settings_get_default ();
  double usual, larger;
  int dpi;

  usual = text_of (window);
  for (guint i = 0; i < 3; i++)
    g_action_group_activate_action (actions, "step-text", g_variant_new_int32 (1));
  settle ();
  larger = text_of (window);
  g_assert_cmpfloat_with_epsilon (larger, 1.3 * usual, 1e-9);
  for (guint i = 0; i < 40; i++)
    g_action_group_activate_action (actions, "step-text", g_variant_new_int32 (1));
  settle ();
  g_assert_cmpfloat (text_of (window), >, larger);
  g_assert_cmpfloat_with_epsilon (ipl_theme_choice_get_default ()->text_zoom, 2.5, 1e-9);
  g_assert_cmpfloat (text_of (window), <,
                     gtk_widget_get_height (GTK_WIDGET (ipl_panel_grid_get_area (
                         ipl_window_get_grid (window), ipl_panel_all.parts[0].panel)))
                         / 12.0);
  for (guint i = 0; i < 40; i++)
    g_action_group_activate_action (actions, "step-text", g_variant_new_int32 (-1));
  settle ();
  g_assert_cmpfloat_with_epsilon (text_of (window), 0.7 * usual, 1e-9);
  g_action_group_activate_action (actions, "step-text", g_variant_new_int32 (0));
  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 5 * 96 * 1024 / 4, NULL);
  settle ();
  g_assert_cmpfloat (text_of (window), >, 1.1 * usual);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  settle ();
  g_assert_cmpfloat_with_epsilon (text_of (window), usual, 1e-9);
}

/* The colours' limits of all heatmaps: the action, the document, what is drawn; not what is undone.
 */
WINDOW_TEST (test_shared_limits, "/toggles/shared-limits")
{
  IplDocument *document = document_of (window);
  IplParameters parameters;
  IplView view;

  for (guint i = 0; i < 3; i++)
    {
      gboolean shared = i != 1;

      assert_state (G_ACTION_GROUP (window), "shared-limits", g_variant_new_boolean (shared));
      g_assert_cmpint (ipl_document_get_parameters (document)->display.shared_limits, ==, shared);
      view = view_of (window);
      g_assert_cmpint (view.display.shared_limits, ==, shared);
      act_and_wait (window, "shared-limits", NULL);
    }
  /* What is undone is a number; figures go on looking as they do. */
  parameters = *ipl_document_get_parameters (document);
  parameters.current.temperature = 0.2;
  ipl_document_change (document, &parameters, NULL);
  parameters = *ipl_document_get_parameters (document);
  g_assert_false (parameters.display.shared_limits);
  act (window, "undo", NULL);
  g_assert_false (ipl_document_get_parameters (document)->display.shared_limits);
  g_assert_cmpfloat (ipl_document_get_parameters (document)->current.temperature, !=, 0.2);
  g_assert_cmpstr (ipl_window_get_status (window), ==, "Undone: Temperature from 0.20 to 0.01.");
  act (window, "redo", NULL);
  g_assert_cmpstr (ipl_window_get_status (window), ==, "Redone: Temperature from 0.01 to 0.20.");
  act (window, "step-width(1)", NULL);
  act (window, "undo", NULL);
  g_assert_cmpstr (ipl_window_get_status (window), ==, "Undone: Width N from 30 to 10.");
  act (window, "undo", NULL);
  act_and_wait (window, "shared-limits", NULL);
  act (window, "reset-all", NULL);
  g_assert_true (ipl_parameters_equal (ipl_document_get_parameters (document),
                                       ipl_document_get_defaults (document)));
}

/* Each way to draw something: its action, the document, what is drawn, the next one by key. */
WINDOW_TEST (test_choices, "/toggles/choices")
{
  guint n;
  const IplChoice *const *choices = ipl_choices (&n);

  for (guint i = 0; i < n; i++)
    {
      const IplChoice *choice = choices[i];

      g_assert_true (is_enabled (window, choice->id) == !choice->of_outputs);
      if (choice->of_outputs)
        continue;

      check_choice (window, choice);
      if (choice != &ipl_choice_heatmap)
        continue;
      /* U of a network is passed over where there is none. */
      act (window, choice->id, choice->options[IPL_HEATMAP_TRAINED - 1].id);
      act_and_wait (window, "heatmap", "next");
      g_assert_cmpuint (
          ipl_choice_get (choice, &ipl_document_get_parameters (document_of (window))->display), !=,
          IPL_HEATMAP_TRAINED);
    }
}

/* What is kept can be let go of, once. */
WINDOW_TEST (test_stored, "/toggles/kept")
{
  g_assert_false (is_enabled (window, "pale-curve::clear"));
  act (window, "pale-curve::keep", NULL);
  settle ();
  g_assert_true (is_enabled (window, "pale-curve::clear"));
  act (window, "pale-curve::clear", NULL);
  settle ();
  g_assert_cmpuint (ipl_document_count_ghosts (document_of (window)), ==, 0);
  g_assert_false (is_enabled (window, "pale-curve::clear"));
}

static guint
count_lines (IplWindow *window)
{
  IplView view = view_of (window);

  return view.sweep->groups[0].n_lines;
}

/* Paths that are ticked, one after the other; two subsets; undone, and none. */
WINDOW_TEST (test_ticked_paths, "/toggles/ticked-paths")
{
  IplSelection *selection = ipl_document_get_selection (document_of (window));
  IplTarget target = IPL_TARGET_NONE;
  guint before;

  before = count_lines (window);
  ipl_selection_select (selection, &target);
  act (window, "gp-line::add", NULL);
  /* In the status line: in a bar it would stay when a path is selected. */
  g_assert_nonnull (strstr (ipl_window_get_status (window), "Select a path first"));
  g_assert_false (has_message (window));
  for (int path = 1; path < 3; path++)
    {
      target = ipl_target_path (path);
      ipl_selection_select (selection, &target);
      act_and_wait (window, "gp-line::add", NULL);
      g_assert_cmpuint (count_lines (window), ==, before + 1);
    }
  g_assert_cmpstr (ipl_document_get_parameters (document_of (window))->gp_paths, ==, "2,3");
  act (window, "gp-line::new", NULL);
  act_and_wait (window, "gp-line::add", NULL);
  g_assert_cmpuint (count_lines (window), ==, before + 2);
  act (window, "undo", NULL);
  act_and_wait (window, "undo", NULL);
  g_assert_cmpuint (count_lines (window), ==, before + 1);
  act_and_wait (window, "gp-line::remove", NULL);
  g_assert_cmpuint (count_lines (window), ==, before);
}

/* A heading of a panel or the title of the window that is cut short. */
static gboolean
is_cut (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && (gtk_widget_has_css_class (widget, "heading")
             || gtk_widget_has_css_class (widget, "title"))
         && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));
}

/* In half of a screen and in the smallest window no title is cut; ten pixels are the window's edge.
 */
WINDOW_TEST (test_small_windows, "/toggles/small-windows")
{
  static const int sizes[][2] = { { 900, 610 }, { 867, 900 }, { 1280, 800 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      int before = gtk_widget_get_height (GTK_WIDGET (window));

      gtk_window_set_default_size (GTK_WINDOW (window), sizes[i][0], sizes[i][1]);
      wait_until (gtk_widget_get_height (GTK_WIDGET (window)) != before);
      settle ();
      wait_until (find_widget (window, is_cut, NULL) == NULL);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, sizes[i][0]);
      g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (window)), <=, sizes[i][1]);
    }
}

/* The keyboard goes round the window's regions, and back. */
WINDOW_TEST (test_regions, "/toggles/regions")
{
  static const char *const regions[] = { "IplWidthScrubber", "GtkHeaderBar", "IplSidebar" };
  GtkWidget *before;

  act (window, "page", "theory");
  ipl_window_set_sidebar (window, TRUE);
  ipl_panel_grid_set_enlarged (ipl_window_get_grid (window), NULL);
  ipl_window_show_message (window, "", FALSE);
  settle ();
  gtk_widget_grab_focus (GTK_WIDGET (
      ipl_panel_grid_get_area (ipl_window_get_grid (window), ipl_panel_all.parts[0].panel)));
  before = gtk_window_get_focus (GTK_WINDOW (window));
  for (int direction = 1; direction >= -1; direction -= 2)
    {
      for (guint i = 0; i < G_N_ELEMENTS (regions); i++)
        {
          GtkWidget *region = find_named (
              GTK_WIDGET (window), regions[direction > 0 ? i : G_N_ELEMENTS (regions) - 1 - i]);

          act (window, direction > 0 ? "turn-region(1)" : "turn-region(-1)", NULL);
          g_assert_true (
              gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), region));
        }
      act (window, direction > 0 ? "turn-region(1)" : "turn-region(-1)", NULL);
      g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == before);
    }
}
