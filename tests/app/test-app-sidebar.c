/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sidebar: groups that fold into a line of their values, numbers that are typed, and its place
 * beside the figures or, in a narrow window, above them. */
#include <locale.h>
#include <string.h>

#include "app/base/preferences.h"
#include "app/sidebar/sidebar.h"
#include "app/sidebar/rows.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters.h"
#include "window-fixture.h"

static GtkExpander *
group_of (IplWindow *window, const char *id)
{
  return part (window->sidebar, id);
}

/* The line below the heading of a folded group. */
static const char *
line_of (GtkExpander *fold)
{
  GtkWidget *line = gtk_widget_get_last_child (gtk_expander_get_label_widget (fold));

  return gtk_widget_get_visible (line) ? gtk_label_get_label (GTK_LABEL (line)) : "";
}

WINDOW_TEST (test_folds, "/app/sidebar/folds")
{
  GtkExpander *display, *task;

  display = group_of (window, "display_group");
  task = group_of (window, "task_group");
  g_assert_false (gtk_expander_get_expanded (display));
  g_assert_true (gtk_expander_get_expanded (task));
  g_assert_nonnull (strstr (line_of (display), "Principal components 30"));
  g_assert_cmpstr (line_of (task), ==, "");
  gtk_expander_set_expanded (display, TRUE);
  g_assert_cmpstr (line_of (display), ==, "");
  gtk_expander_set_expanded (display, FALSE);
  /* The line follows what changes. */
  IplParameters parameters = *parameters_of (window);
  parameters.display.n_components = 12;
  change (window, &parameters);
  wait_until (strstr (line_of (display), "Principal components 12") != NULL);
  act (window, "undo", NULL);
  /* What has no effect on what is open is not there. */
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (group_of (window, "training_group"))));
  act (window, "open-example", "joma-joint");
  wait_until (!gtk_widget_get_visible (GTK_WIDGET (display)));
  reset (window);
}

static void
click_heading (GtkExpander *fold)
{
  g_signal_emit_by_name (fold, "activate");
}

/* How many things below a widget can be pressed, typed into or dragged, and are in sight. */
static guint
count_controls (GtkWidget *widget)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget) || GTK_IS_WINDOW_CONTROLS (widget))
    return 0;
  if (GTK_IS_SPIN_BUTTON (widget))
    return 3;
  if (GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget) || GTK_IS_ENTRY (widget)
      || GTK_IS_SWITCH (widget) || GTK_IS_DROP_DOWN (widget) || GTK_IS_SCALE (widget))
    return 1;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_controls (child);
  return n;
}

static guint
count_resets (IplWindow *window)
{
  static const char *const groups[] = { "task_group",    "network_group",   "bayes_group",
                                        "pruning_group", "posterior_group", "display_group" };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    n += gtk_widget_get_visible (find_labelled (group_of (window, groups[i]), "Reset"));
  return n;
}

/* Labels of several lines below a widget, in sight. */
static guint
count_wrapped (GtkWidget *widget)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_LABEL (widget))
    return pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (widget))) > 1;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_wrapped (child);
  return n;
}

/* The first view is quiet; the sidebar opens on demand, on one line a row, and offers to reset only
 * what was changed. */
WINDOW_TEST (test_first_view, "/app/sidebar/first-view")
{
  IplParameters parameters = *parameters_of (window);
  guint n;

  settle ();
  n = count_controls (GTK_WIDGET (window));
  g_test_message ("%u controls", n);
  g_assert_cmpuint (n, >=, 12);
  g_assert_cmpuint (n, <=, 25);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (window->sidebar)));
  act (window, "sidebar", NULL);
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->sidebar)));
  settle ();
  g_assert_cmpuint (count_controls (GTK_WIDGET (window->sidebar)), <=, 40);
  g_assert_cmpuint (count_wrapped (GTK_WIDGET (window->sidebar)), ==, 0);
  g_assert_cmpuint (count_resets (window), ==, 0);
  parameters.current.temperature = 0.3;
  change (window, &parameters);
  g_assert_cmpuint (count_resets (window), ==, 1);
  act (window, "undo", NULL);
  g_assert_cmpuint (count_resets (window), ==, 0);
  /* The slider changes no parameter; a layer of another width is one. */
  ipl_document_change_width (document_of (window), 50, FALSE);
  settle ();
  g_assert_cmpuint (count_resets (window), ==, 0);
  ipl_document_change_width (document_of (window), 0, TRUE);
  settle ();
  g_assert_cmpuint (count_resets (window), ==, 0);
  parameters = *parameters_of (window);
  parameters.current.gp = FALSE;
  parameters.current.N[1] += 5;
  change (window, &parameters);
  g_assert_cmpuint (count_resets (window), ==, 1);
  act (window, "sidebar", NULL);
  reset (window);
}

/* Each kind of experiment has its own groups folded, as the user left them. */
WINDOW_TEST (test_folds_remembered, "/app/sidebar/folds-remembered")
{
  GSettings *settings = ipl_preferences_get_default ();
  g_auto (GStrv) toggled = NULL;

  click_heading (group_of (window, "display_group"));
  click_heading (group_of (window, "task_group"));
  toggled = g_settings_get_strv (settings, "sidebar-folds");
  g_assert_cmpuint (g_strv_length (toggled), ==, 2);
  act (window, "open-example", "joma-joint");
  wait_until (gtk_expander_get_expanded (group_of (window, "task_group")));
  reset (window);
  wait_until (!gtk_expander_get_expanded (group_of (window, "task_group")));
  g_assert_true (gtk_expander_get_expanded (group_of (window, "display_group")));
  g_assert_false (gtk_expander_get_expanded (group_of (window, "pruning_group")));
  /* What is as it was at first is not remembered. */
  click_heading (group_of (window, "display_group"));
  click_heading (group_of (window, "task_group"));
  g_strfreev (toggled);
  toggled = g_settings_get_strv (settings, "sidebar-folds");
  g_assert_cmpuint (g_strv_length (toggled), ==, 0);
}

static gboolean
find_control (const char *id, const char *title, const char *group, GtkWidget *control,
              gpointer data)
{
  GtkWidget **found = data;

  if (g_str_has_prefix (title, "Noise across"))
    *found = control;
  return *found != NULL;
}

/* Numbers have a point whatever the language, and a comma is typed as one. */
NEXT_TEST (test_point, "/app/sidebar/point")
{
  GtkWidget *temperature = part (window->sidebar, "temperature"), *control = NULL;

  g_assert_cmpstr (localeconv ()->decimal_point, ==, ".");
  reset (window);
  gtk_editable_set_text (part (temperature, "entry"), "0,25");
  g_signal_emit_by_name (part (temperature, "entry"), "activate");
  g_assert_cmpfloat (ipl_document_get_parameters (document_of (window))->current.temperature, ==,
                     0.25);
  g_assert_cmpstr (gtk_editable_get_text (part (temperature, "entry")), ==, "0.25");
  ipl_controls_for_each (GTK_WIDGET (window->sidebar), find_control, &control);
  gtk_editable_set_text (GTK_EDITABLE (control), "1");
  gtk_editable_set_position (GTK_EDITABLE (control), -1);
  g_assert_true (press_key (control, GDK_KEY_comma, 0));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (control)), ==, "1.");
  reset (window);
}

NEXT_TEST (test_place, "/app/sidebar/place")
{
  static const char *const examples[]
      = { "hmc4",      "glyphs",         "joma-joint", "joma-salience",
          "joma-text", "joma-hierarchy", "joma-tree" };
  GtkWidget *sidebar = GTK_WIDGET (window->sidebar), *pages = GTK_WIDGET (window->pages);
  int width;

  ipl_window_set_sidebar (window, TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 720);
  wait_until (gtk_widget_get_width (GTK_WIDGET (window)) >= 1200);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      act (window, "open-example", examples[i]);
      settle ();
      g_assert_false (window->sidebar_is_over);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window->sidebar_revealer)), <=, 300);
    }
  reset (window);
  /* Away, its place is the figures'. */
  width = gtk_widget_get_width (pages);
  act (window, "sidebar", NULL);
  wait_until (!gtk_widget_get_mapped (sidebar) && gtk_widget_get_width (pages) > width);
  act (window, "sidebar", NULL);
  wait_until (gtk_widget_get_mapped (sidebar) && gtk_widget_get_width (pages) == width);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  wait_until (window->sidebar_is_over);
  settle ();
  g_assert_false (gtk_widget_get_mapped (sidebar));
  act (window, "sidebar", NULL);
  wait_until (gtk_widget_get_mapped (sidebar));
  settle ();
  g_assert_cmpint (gtk_widget_get_width (pages), >, 850);
  act (window, "sidebar", NULL);
  /* Beside the figures it is as it was before. */
  g_assert_true (ipl_window_wants_sidebar (window));
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 720);
  wait_until (!window->sidebar_is_over);
  g_assert_true (gtk_revealer_get_reveal_child (window->sidebar_revealer));
  settle ();
}
