/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sidebar has rows of what has an effect; a list shows what its empty value stands for, and is
 * edited from there; a bar is selected by a click and changed by a drag or by keys. */
#include <string.h>

#include "core/experiments/salience-experiment.h"
#include "core/parameters/parameters.h"
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
test_opens (void)
{
  g_application_activate (G_APPLICATION (application));
  wait_for (the_window (), is_solved, "the example");
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

static GtkEventController *
find_controller (IplFigureArea *area, GType type, gboolean drag)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (area));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type)
          && (!drag || g_object_get_data (G_OBJECT (controller), "ipl-drag") != NULL))
        return controller;
    }
  g_error ("no such controller");
}

/* In the lower half, where bars can be dragged. */
static void
find_bar (IplFigureArea *area, int component, double *x, double *y)
{
  IplFigure *figure = ipl_figure_area_get_figure (area);

  for (*y = gtk_widget_get_height (GTK_WIDGET (area)) - 3; *y > 0; *y -= 3)
    for (*x = 3; *x < gtk_widget_get_width (GTK_WIDGET (area)); *x += 3)
      {
        IplTarget target;

        if (ipl_figure_find (figure, *x / IPL_PX_PER_PT, *y / IPL_PX_PER_PT, &target)
            && target.component == component)
          return;
      }
  g_assert_not_reached ();
}

static void
test_bar (void)
{
  IplWindow *window = open ("joma-salience");
  IplFigureArea *area = ipl_window_get_area (window, ipl_panel_find ("salience-bars"));
  GtkEventController *click = find_controller (area, GTK_TYPE_GESTURE_CLICK, FALSE);
  GtkEventController *drag = find_controller (area, GTK_TYPE_GESTURE_DRAG, TRUE);
  GtkEventController *key = find_controller (area, GTK_TYPE_EVENT_CONTROLLER_KEY, FALSE);
  IplSelection *selection = ipl_session_get_selection (ipl_window_get_session (window));
  IplParameters before = *parameters_of (window);
  IplSalience drawn, now;
  gboolean handled = FALSE;
  double x, y;

  get_drive (window, &drawn);
  find_bar (area, 3, &x, &y);
  g_signal_emit_by_name (drag, "drag-begin", x, y);
  g_signal_emit_by_name (drag, "drag-update", 1.0, -2.0);
  g_signal_emit_by_name (drag, "drag-end", 1.0, -2.0);
  g_signal_emit_by_name (click, "pressed", 1, x, y);
  g_signal_emit_by_name (click, "released", 1, x, y);
  g_assert_cmpint (ipl_selection_get_selected (selection)->component, ==, 3);
  g_assert_true (ipl_parameters_equal (parameters_of (window), &before));
  /* By keys: twice up, once down, one step of undo. */
  for (guint i = 0; i < 3; i++)
    {
      g_signal_emit_by_name (key, "key-pressed", i < 2 ? GDK_KEY_plus : GDK_KEY_minus, 0,
                             i < 2 ? GDK_SHIFT_MASK : 0, &handled);
      g_assert_true (handled);
    }
  get_drive (window, &now);
  for (guint l = 0; l < 10; l++)
    if (l == 3)
      g_assert_cmpfloat_with_epsilon (now.drive[l], drawn.drive[l] + 0.05, 0.006);
    else
      g_assert_cmpfloat (now.drive[l], ==, drawn.drive[l]);
  act (window, "undo", NULL);
  g_assert_true (ipl_parameters_equal (parameters_of (window), &before));
  wait_for (window, is_complete, "what was drawn");
  /* By a drag. */
  g_signal_emit_by_name (drag, "drag-begin", x, y);
  g_signal_emit_by_name (drag, "drag-update", 0.0, -30.0);
  g_signal_emit_by_name (drag, "drag-end", 0.0, -30.0);
  get_drive (window, &now);
  for (guint l = 0; l < 10; l++)
    g_assert_cmpint (now.drive[l] == drawn.drive[l], ==, l != 3);
  wait_for (window, is_complete, "the bar");
}

int
main (int argc, char *argv[])
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/salience/opens", test_opens);
  g_test_add_func ("/salience/rows", test_rows);
  g_test_add_func ("/salience/list", test_list);
  g_test_add_func ("/salience/bar", test_bar);
  return fixture_run ();
}
