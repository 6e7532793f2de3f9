/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sidebar has rows of what has an effect; a list shows what its empty value stands for, and is
 * edited from there; the time shown follows a drag in a curve. */
#include <string.h>

#include "core/experiments/salience-experiment.h"
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include "window-fixture.h"

static void
open (IplWindow *window, const char *experiment)
{
  act (window, "open-example", experiment);
  wait_for (window, is_complete, experiment);
  settle ();
}

static gboolean
is_row (GtkWidget *widget, gconstpointer label)
{
  GtkWidget *group = gtk_widget_get_ancestor (widget, GTK_TYPE_EXPANDER);
  GtkWidget *child = gtk_widget_get_first_child (widget);

  return g_str_has_suffix (G_OBJECT_TYPE_NAME (widget), "Row") && GTK_IS_LABEL (child)
         && strcmp (gtk_label_get_text (GTK_LABEL (child)), label) == 0 && group != NULL
         && gtk_widget_get_visible (group);
}

/* The row of that name in a group of the sidebar that is not hidden. */
static GtkWidget *
find_row (IplWindow *window, const char *label)
{
  return find_widget (window, is_row, label);
}

static gboolean
has_row (IplWindow *window, const char *label)
{
  GtkWidget *row = find_row (window, label);

  g_assert_nonnull (row);
  return gtk_widget_get_visible (row);
}

static void
set_parameter (IplWindow *window, const char *flag, const char *value)
{
  IplParameters parameters = *parameters_of (window);

  set_field (&parameters, flag, value);
  change (window, &parameters);
}

NEXT_TEST (test_rows, "/salience/rows")
{
  open (window, "joma-tree");
  g_assert_true (has_row (window, "Flip rate, level 4 ε4"));
  g_assert_false (has_row (window, "Flip rate, level 5 ε5"));
  set_parameter (window, "depth", "5");
  g_assert_true (has_row (window, "Flip rate, level 5 ε5"));
  g_assert_false (has_row (window, "Flip rate, level 6 ε6"));
  act (window, "undo", NULL);
  g_assert_false (has_row (window, "Flip rate, level 5 ε5"));
  wait_for (window, is_complete, "the tree");

  open (window, "joma-salience");
  g_assert_true (has_row (window, "Steps"));
  g_assert_true (has_row (window, "Targets μ"));
  g_assert_false (has_row (window, "Duration"));
  g_assert_false (has_row (window, "Drives Δ"));
  set_parameter (window, "time", "flow");
  set_parameter (window, "activation", "linear");
  g_assert_false (has_row (window, "Steps"));
  g_assert_false (has_row (window, "Targets μ"));
  g_assert_true (has_row (window, "Duration"));
  g_assert_true (has_row (window, "Drives Δ"));
  wait_for (window, is_complete, "the flow");
}

static void
get_drive (IplWindow *window, IplSalience *salience)
{
  g_assert_true (ipl_salience_from_parameters (salience, parameters_of (window)));
}

/* What the seed draws is seen, and edited from there. */
NEXT_TEST (test_list, "/salience/list")
{
  open (window, "joma-salience");

  GtkWidget *entry = find_typed (find_row (window, "Targets μ"), GTK_TYPE_ENTRY);
  GtkWidget *other = find_typed (find_row (window, "Drives Δ"), GTK_TYPE_ENTRY);
  GtkEditable *text = GTK_EDITABLE (entry);
  IplParameters before = *parameters_of (window);
  IplSalience drawn, now;
  g_auto (GStrv) brief = NULL, words = NULL;
  g_autofree char *edited = NULL;

  get_drive (window, &drawn);
  g_assert_cmpstr (gtk_editable_get_text (text), ==, "");
  brief = g_strsplit (gtk_entry_get_placeholder_text (GTK_ENTRY (entry)), ", ", -1);
  g_assert_cmpuint (g_strv_length (brief), ==, 10);
  for (guint l = 0; l < 10; l++)
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (brief[l], NULL), drawn.drive[l], 0.005);
  g_assert_cmpstr (gtk_entry_get_placeholder_text (GTK_ENTRY (other)), !=, NULL);
  /* Looked at and left, nothing is changed. */
  gtk_widget_grab_focus (entry);
  words = g_strsplit (gtk_editable_get_text (text), ",", -1);
  g_assert_cmpuint (g_strv_length (words), ==, 10);
  for (guint l = 0; l < 10; l++)
    g_assert_cmpfloat (g_ascii_strtod (words[l], NULL), ==, drawn.drive[l]);
  gtk_widget_grab_focus (GTK_WIDGET (ipl_window_get_area (window, ipl_panel_find ("entropy"))));
  g_assert_cmpstr (gtk_editable_get_text (text), ==, "");
  g_assert_true (ipl_parameters_equal (parameters_of (window), &before));
  /* One is edited; the time that is shown meanwhile does not take away what is typed. */
  gtk_widget_grab_focus (entry);
  edited = g_strdup_printf ("2.5%s", strchr (gtk_editable_get_text (text), ','));
  gtk_editable_set_text (text, edited);
  before.shown_time = 100;
  change (window, &before);
  g_assert_cmpstr (gtk_editable_get_text (text), ==, edited);
  g_signal_emit_by_name (entry, "activate");
  get_drive (window, &now);
  g_assert_cmpfloat (now.drive[0], ==, 2.5);
  for (guint l = 1; l < 10; l++)
    g_assert_cmpfloat (now.drive[l], ==, drawn.drive[l]);
  g_assert_cmpstr (gtk_editable_get_text (text), ==, edited);
  g_assert_false (has_row (window, "Seed"));
  /* And none: those drawn again. */
  gtk_editable_set_text (text, "");
  g_signal_emit_by_name (entry, "activate");
  get_drive (window, &now);
  g_assert_cmpfloat (now.drive[0], ==, drawn.drive[0]);
  g_assert_true (has_row (window, "Seed"));
  wait_for (window, is_complete, "those drawn");
}

/* The moment of least entropy has a mark, to which a step leads. */
NEXT_TEST (test_dip, "/salience/dip")
{
  const IplTrajectoryArray *entropy;
  IplView view;
  guint least = 0;

  open (window, "joma-salience");
  view = view_of (window);
  entropy = ipl_trajectory_find (view.trajectory, "entropy");
  for (guint s = 0; s < view.trajectory->S; s++)
    if (entropy->values[s] < entropy->values[least])
      least = s;
  g_assert_cmpuint (least, >, 1);
  g_assert_cmpuint (least, <, view.trajectory->S - 1);
  ipl_document_show_time (document_of (window), view.trajectory->time[least - 1]);
  act (window, "step-width(1)", NULL);
  g_assert_cmpfloat (parameters_of (window)->shown_time, ==, view.trajectory->time[least]);
}

/* The time shown follows the pointer through a curve before the button is released, both ways. */
NEXT_TEST (test_time, "/salience/time")
{
  open (window, "joma-salience");

  IplFigureArea *area = ipl_window_get_area (window, ipl_panel_find ("salience-components"));
  GtkEventController *drag = find_drag (area);
  double x = gtk_widget_get_width (GTK_WIDGET (area)) / 2.0;
  double y = gtk_widget_get_height (GTK_WIDGET (area)) / 2.0, middle;

  g_signal_emit_by_name (drag, "drag-begin", x, y);
  g_signal_emit_by_name (drag, "drag-update", 20.0, 0.0);
  middle = parameters_of (window)->shown_time;
  g_assert_cmpfloat (middle, >, 0);
  g_signal_emit_by_name (drag, "drag-update", -0.3 * x, 0.0);
  g_assert_cmpfloat (parameters_of (window)->shown_time, >=, 0);
  g_assert_cmpfloat (parameters_of (window)->shown_time, <, middle);
  g_signal_emit_by_name (drag, "drag-update", 2 * x, 0.0);
  g_assert_cmpfloat (parameters_of (window)->shown_time, <, 0);
  g_signal_emit_by_name (drag, "drag-end", 2 * x, 0.0);
}
