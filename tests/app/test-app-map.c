/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Map page in a real window: solved when it is first seen, a cell clicked or dragged to is the
 * setting, and widths are shown over P. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "app/panels/figure-area.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/maps/map-file.h"
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include "window-fixture.h"

static void
click_at (IplFigureArea *area, double x, double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (area));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_GESTURE_CLICK (controller)
          || gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == 3)
        continue;
      g_signal_emit_by_name (controller, "pressed", 1, x, y);
      g_signal_emit_by_name (controller, "released", 1, x, y);
    }
}

static const IplMap *
map_of (IplWindow *window)
{
  return ipl_document_get_map (document_of (window));
}

static gboolean
has_map (IplWindow *window)
{
  return map_of (window) != NULL && map_of (window)->n_done == map_of (window)->n
         && !ipl_document_get_status (document_of (window), "map")->running && is_idle (window);
}

static const IplSetting *
setting_of (IplWindow *window)
{
  return &parameters_of (window)->current;
}

/* Goes to the page, which has a first map: on a busy machine a setting takes longer than what is
 * solved unasked. */
static void
see_first_map (IplWindow *window)
{
  IplDocument *document = document_of (window);

  act (window, "page", "map");
  settle ();
  wait_for (window, is_idle, "the setting");
  if (map_of (window) == NULL && !ipl_document_get_status (document, "map")->running)
    {
      g_test_message ("a setting took %.1f ms",
                      1e3 * ipl_document_get_solve_result (document)->current->solve_seconds);
      ipl_document_solve_map (document, "N=10:1000:12", "T=0.001:10:12", "", NULL);
    }
  wait_for (window, has_map, "a first map");
}

WINDOW_TEST (test_solved_when_seen, "/map/solved-when-seen")
{
  g_assert_null (map_of (window));
  act (window, "page", "map");
  /* Unasked, where it is quick. */
  wait_until (map_of (window) != NULL
              || ipl_document_get_solve_result (document_of (window))->current->solve_seconds
                     > 0.01);
  see_first_map (window);
  g_assert_cmpuint (map_of (window)->nx, >, 1);
  g_assert_cmpuint (map_of (window)->ny, >, 1);
  settle ();
}

/* A cell under the pointer is told; clicked it is the setting, and undo goes back. */
NEXT_TEST (test_click, "/map/click")
{
  IplSelection *selection = selection_of (window);
  const IplMap *map = map_of (window);
  const guint at_x = 3, at_y = 5;
  IplTarget cell = IPL_TARGET_NONE;
  IplSetting before = *setting_of (window);
  IplFigureArea *area = ipl_window_get_area (window, ipl_panel_find ("map"));
  double x, y;

  cell = ipl_target_cell (at_y * map->nx + at_x);
  ipl_selection_hover_in (selection, ipl_panel_find ("map"), &cell);
  g_assert_nonnull (strstr (ipl_window_get_status (window), "accuracy"));
  g_assert_true (locate (area, &cell, &x, &y));
  click_at (area, x, y);
  wait_for (window, is_solved, "the setting of the cell");
  g_assert_cmpuint (setting_of (window)->N[0], ==, (guint)map->run.x.values[at_x]);
  g_assert_cmpfloat (setting_of (window)->temperature, ==, map->run.y.values[at_y]);
  g_assert_true (map_of (window) == map);
  act_and_wait (window, "undo", NULL);
  g_assert_true (ipl_setting_equal (setting_of (window), &before));
  ipl_selection_clear (selection);
}

static int
width_of (IplWindow *window)
{
  return (int)setting_of (window)->N[0];
}

/* The setting follows the pointer through the plane before the button is released, and all of it is
 * one step of undo. */
NEXT_TEST (test_drag, "/map/drag")
{
  const IplMap *map = map_of (window);
  IplFigureArea *area = ipl_window_get_area (window, ipl_panel_find ("map"));
  GtkEventController *drag = find_drag (area);
  IplTarget cell = IPL_TARGET_NONE;
  IplSetting before = *setting_of (window);
  double x, y, to_x, to_y;

  cell = ipl_target_cell (2 * map->nx + 2);
  g_assert_true (locate (area, &cell, &x, &y));
  cell = ipl_target_cell (7 * map->nx + 6);
  g_assert_true (locate (area, &cell, &to_x, &to_y));
  g_signal_emit_by_name (drag, "drag-begin", x, y);
  /* A hand that trembles does not drag yet. */
  g_signal_emit_by_name (drag, "drag-update", 2.0, -3.0);
  g_assert_true (ipl_setting_equal (setting_of (window), &before));
  for (guint i = 1; i <= 10; i++)
    {
      g_signal_emit_by_name (drag, "drag-update", (to_x - x) * i / 10, (to_y - y) * i / 10);
      if (i == 5)
        {
          g_assert_cmpint (width_of (window), >, (int)map->run.x.values[2]);
          g_assert_cmpint (width_of (window), <, (int)map->run.x.values[6]);
        }
    }
  g_assert_cmpint (width_of (window), ==, (int)map->run.x.values[6]);
  g_assert_cmpfloat (setting_of (window)->temperature, ==, map->run.y.values[7]);
  g_signal_emit_by_name (drag, "drag-end", to_x - x, to_y - y);
  wait_for (window, is_solved, "the setting dragged to");
  g_assert_true (map_of (window) == map);
  act_and_wait (window, "undo", NULL);
  g_assert_true (ipl_setting_equal (setting_of (window), &before));
}

static const IplDisplay *
display_of (IplWindow *window)
{
  return &parameters_of (window)->display;
}

/* The menu of ratios is what figures show. */
NEXT_TEST (test_ratio, "/map/ratio")
{
  GtkDropDown *ratio = part (find_named (GTK_WIDGET (window), "IplMapBar"), "ratio");

  gtk_drop_down_set_selected (ratio, 2);
  g_assert_true (display_of (window)->map_load && display_of (window)->map_inverse);
  gtk_drop_down_set_selected (ratio, 1);
  g_assert_true (display_of (window)->map_load && !display_of (window)->map_inverse);
  gtk_drop_down_set_selected (ratio, 0);
  g_assert_false (display_of (window)->map_load);
}

/* TRUE if the fields name the axes and seeds of the map that is shown. */
static gboolean
fields_name_map (IplWindow *window)
{
  GtkWidget *bar = find_named (GTK_WIDGET (window), "IplMapBar");
  const IplRunSettings *run = &map_of (window)->run;
  const IplSweepAxis *axes[] = { &run->x, &run->y, &run->seeds };
  const char *const fields[] = { "x_values", "y_values", "seeds" };

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      g_autofree char *values = ipl_sweep_axis_to_text (axes[i], ",");

      if (strcmp (values, gtk_editable_get_text (part (bar, fields[i]))) != 0)
        return FALSE;
    }
  return TRUE;
}

/* Solves a map over these values of N and T. */
static void
solve_over (IplWindow *window, const char *x, const char *y, const char *seeds)
{
  GtkWidget *bar = find_named (GTK_WIDGET (window), "IplMapBar");

  gtk_editable_set_text (part (bar, "x_values"), x);
  gtk_editable_set_text (part (bar, "y_values"), y);
  gtk_editable_set_text (part (bar, "seeds"), seeds);
  click (bar, "solve");
}

/* The fields follow the map that is shown, whichever step of undo brings it back. */
WINDOW_TEST (test_fields, "/map/fields")
{
  see_first_map (window);
  solve_over (window, "20,50", "0.5,1", "3-4");
  wait_for (window, has_map, "a map of two seeds");
  /* Two maps in quick succession are one step of undo. */
  ipl_document_change_width (document_of (window), 77, FALSE);
  solve_over (window, "30,60", "0.5,1,2", "");
  wait_for (window, has_map, "a map of one seed");
  g_assert_cmpuint (map_of (window)->ny, ==, 3);
  act (window, "undo", NULL);
  wait_for (window, has_map, "the map of two seeds again");
  g_assert_cmpuint (map_of (window)->n_seeds, ==, 2);
  g_assert_true (fields_name_map (window));
  act (window, "undo", NULL);
  act (window, "undo", NULL);
  wait_for (window, has_map, "the last map, which nothing asks for");
  g_assert_true (fields_name_map (window));
  act (window, "redo", NULL);
  wait_for (window, has_map, "the map of two seeds once more");
  g_assert_cmpuint (map_of (window)->n_seeds, ==, 2);
  g_assert_true (fields_name_map (window));
}

/* Another temperature is on the map; of another case there is none. */
NEXT_TEST (test_other_case, "/map/other-case")
{
  act_and_wait (window, "step-width(1)", NULL);
  g_assert_nonnull (map_of (window));
  act (window, "page", "theory");
  act_and_wait (window, "open-example", "hmc2");
  g_assert_null (map_of (window));
}

/* A map that is opened has its axes in the bar: solving goes on with it, and solves nothing. */
WINDOW_TEST (test_opened, "/map/opened")
{
  g_autofree char *path = in_folder ("map.npz"), *settings = NULL;
  GtkWidget *bar = find_named (GTK_WIDGET (window), "IplMapBar");
  IplFigureArea *area = ipl_window_get_area (window, ipl_panel_find ("map"));
  IplTarget cell = IPL_TARGET_NONE;
  g_autoptr (GError) error = NULL;
  const IplMarkovChain *chain;
  const IplMap *map;
  double x, y;

  see_first_map (window);
  ipl_document_solve_map (document_of (window), "P=10,20", "T=0.5,1", "3-4", &error);
  g_assert_no_error (error);
  wait_for (window, has_map, "another map");
  map = map_of (window);
  cell = ipl_target_cell (1);
  g_assert_true (locate (area, &cell, &x, &y));
  click_at (area, x, y);
  wait_for (window, is_solved, "as many examples as the cell has");
  chain = ipl_parameters_get_markov_chain (parameters_of (window));
  g_assert_cmpuint (chain->n_train, ==, 20);
  g_assert_true (map_of (window) == map);
  settings = ipl_run_files_to_json (&map->run, FALSE);
  g_assert_true (ipl_map_save (map, settings, path, &error));
  act (window, "page", "theory");
  act_and_wait (window, "open-example", "hmc2");
  g_assert_null (map_of (window));
  g_assert_true (drop (window, path));
  wait_for (window, has_map, "the map opened");
  g_assert_cmpstr (gtk_editable_get_text (part (bar, "x_values")), ==, "10,20");
  g_assert_cmpstr (gtk_editable_get_text (part (bar, "y_values")), ==, "0.5,1");
  g_assert_cmpstr (gtk_editable_get_text (part (bar, "seeds")), ==, "3-4");
  gtk_editable_set_text (part (bar, "y_values"), "0.5,1,2");
  click (bar, "solve");
  wait_for (window, has_map, "the map with one value more");
  g_assert_cmpuint (map_of (window)->ny, ==, 3);
  g_assert_cmpstr (gtk_editable_get_text (part (bar, "y_values")), ==, "0.5,1,2");
  g_unlink (path);
  /* Another case, opened on the page, has a first map, not over the axes of the one before. */
  act_and_wait (window, "open-example", "hmc2");
  see_first_map (window);
  g_assert_cmpstr (gtk_editable_get_text (part (bar, "x_values")), !=, "10,20");
  g_assert_cmpstr (gtk_editable_get_text (part (bar, "y_values")), !=, "0.5,1,2");
  g_assert_cmpstr (gtk_editable_get_text (part (bar, "seeds")), ==, "");
}

/* A map that is stopped says how much of it is solved. */
NEXT_TEST (test_stopped, "/map/stopped")
{
  GtkWidget *bar = find_named (GTK_WIDGET (window), "IplMapBar");
  g_autofree char *solved = NULL;

  solve_over (window, "10:1000:30", "0.001:10:30", "1-100");
  wait_until (map_of (window) != NULL && map_of (window)->n_done > 0);
  g_assert_false (gtk_widget_get_visible (part (bar, "rest")));
  click (bar, "solve");
  wait_for (window, is_idle, "the end of the map");
  wait_until (!ipl_document_get_status (document_of (window), "map")->running);
  solved = g_strdup_printf ("%u of 90000 cells are solved.", map_of (window)->n_done);
  g_assert_true (gtk_widget_get_visible (part (bar, "rest")));
  g_assert_cmpstr (label_text (bar, "rest"), ==, solved);
  g_assert_cmpstr (gtk_button_get_label (part (bar, "solve")), ==, "Resu_me");
  gtk_editable_set_text (part (bar, "y_values"), "0.5,1,2");
  g_assert_cmpstr (gtk_button_get_label (part (bar, "solve")), ==, "Sol_ve");
  solve_over (window, "20,50", "0.5,1", "");
  wait_for (window, has_map, "a smaller map");
  g_assert_false (gtk_widget_get_visible (part (bar, "rest")));
  g_assert_cmpstr (gtk_button_get_label (part (bar, "solve")), ==, "Sol_ve");
  act (window, "undo", NULL);
  g_assert_cmpstr (ipl_window_get_status (window), ==, "Undone: Map over N, T.");
}
