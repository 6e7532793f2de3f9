/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sidebar has rows of what has an effect; a list shows what its empty value stands for, and is
 * edited from there; the time shown follows a drag in a curve. */
#include <string.h>

#include "core/experiments/salience-experiment.h"
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include "fixture.h"

static const IplParameters *
parameters_of (IplWindow *window)
{
  return ipl_session_get_parameters (ipl_window_get_session (window));
}

static gboolean
is_complete (IplWindow *window)
{
  const IplSolveResult *result = ipl_session_get_solve_result (ipl_window_get_session (window));

  return is_solved (window) && result->own != NULL && result->own->complete;
}

static IplWindow *
open (const char *experiment)
{
  IplWindow *window = the_window ();

  act (window, "open-example", experiment);
  wait_for (window, is_complete, experiment);
  settle ();
  return window;
}

/* The row of that name in a group of the sidebar that is not hidden. */
static GtkWidget *
find_row (GtkWidget *widget, const char *label)
{
  GtkWidget *found = NULL;

  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "IplFold") && !gtk_widget_get_visible (widget))
    return NULL;
  if (GTK_IS_LABEL (widget) && strcmp (gtk_label_get_text (GTK_LABEL (widget)), label) == 0)
    {
      GtkWidget *row = gtk_widget_get_parent (widget);

      return g_str_has_suffix (G_OBJECT_TYPE_NAME (row), "Row") ? row : NULL;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_row (child, label);
  return found;
}

static gboolean
has_row (IplWindow *window, const char *label)
{
  GtkWidget *row = find_row (GTK_WIDGET (window), label);

  g_assert_nonnull (row);
  return gtk_widget_get_visible (row);
}

static GtkWidget *
find_entry (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_ENTRY (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_entry (child);
  return found;
}

/* As its control does. */
static void
set_field (IplWindow *window, const char *id, const char *value)
{
  IplParameters parameters = *parameters_of (window);

  for (guint g = 0; g < parameters.experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &parameters.experiment->groups[g];

      for (guint i = 0; i < group->n_fields; i++)
        if (strcmp (group->fields[i].id, id) == 0)
          g_assert_true (ipl_field_set_text (&group->fields[i],
                                             ipl_parameters_edit_table (&parameters, group->fields),
                                             value, NULL));
    }
  ipl_session_change (ipl_window_get_session (window), &parameters, NULL);
}

static void
test_rows (void)
{
  IplWindow *window = open ("joma-tree");

  g_assert_true (has_row (window, "Flip rate, level 4 ε4"));
  g_assert_false (has_row (window, "Flip rate, level 5 ε5"));
  set_field (window, "depth", "5");
  g_assert_true (has_row (window, "Flip rate, level 5 ε5"));
  g_assert_false (has_row (window, "Flip rate, level 6 ε6"));
  act (window, "undo", NULL);
  g_assert_false (has_row (window, "Flip rate, level 5 ε5"));
  wait_for (window, is_complete, "the tree");

  open ("joma-salience");
  g_assert_true (has_row (window, "Steps"));
  g_assert_true (has_row (window, "Targets μ"));
  g_assert_false (has_row (window, "Duration"));
  g_assert_false (has_row (window, "Drives Δ"));
  set_field (window, "time", "flow");
  set_field (window, "activation", "linear");
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
static void
test_list (void)
{
  IplWindow *window = open ("joma-salience");
  GtkWidget *entry = find_entry (find_row (GTK_WIDGET (window), "Targets μ"));
  GtkWidget *other = find_entry (find_row (GTK_WIDGET (window), "Drives Δ"));
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
  ipl_session_change (ipl_window_get_session (window), &before, NULL);
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
static void
test_dip (void)
{
  IplWindow *window = open ("joma-salience");
  IplSession *session = ipl_window_get_session (window);
  const IplTrajectoryArray *entropy;
  IplView view;
  guint least = 0;

  g_assert_true (ipl_session_get_view (session, &view));
  entropy = ipl_trajectory_find (view.trajectory, "entropy");
  for (guint s = 0; s < view.trajectory->S; s++)
    if (entropy->values[s] < entropy->values[least])
      least = s;
  g_assert_cmpuint (least, >, 1);
  g_assert_cmpuint (least, <, view.trajectory->S - 1);
  ipl_session_show_time (session, view.trajectory->time[least - 1]);
  act (window, "wider", NULL);
  g_assert_cmpfloat (parameters_of (window)->shown_time, ==, view.trajectory->time[least]);
}

/* The time shown follows the pointer through a curve before the button is released, both ways. */
static void
test_time (void)
{
  IplWindow *window = open ("joma-salience");
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

int
main (int argc, char *argv[])
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/salience/opens", opens_example);
  g_test_add_func ("/salience/rows", test_rows);
  g_test_add_func ("/salience/list", test_list);
  g_test_add_func ("/salience/dip", test_dip);
  g_test_add_func ("/salience/time", test_time);
  return fixture_run ();
}
