/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Map page in a real window: solved when it is first seen, a cell clicked is the setting. */
#include <math.h>
#include <string.h>

#include "app/panels/figure-area.h"
#include "core/maps/map.h"
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include "fixture.h"

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
  return ipl_session_get_map (ipl_window_get_session (window));
}

static gboolean
has_map (IplWindow *window)
{
  return map_of (window) != NULL && map_of (window)->n_done == map_of (window)->n
         && is_idle (window);
}

static const IplSetting *
setting_of (IplWindow *window)
{
  return &ipl_session_get_parameters (ipl_window_get_session (window))->current;
}

static void
test_solved_when_seen (void)
{
  IplWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  reset (window);
  g_assert_null (map_of (window));
  act (window, "page", "map");
  /* On a busy machine settings take longer than what is solved unasked. */
  if (map_of (window) == NULL
      && !ipl_session_get_status (ipl_window_get_session (window), "map")->running)
    ipl_session_preview_map (ipl_window_get_session (window), "N=10:1000:12", "T=0.001:10:12", "");
  wait_for (window, has_map, "a map");
  g_assert_cmpuint (map_of (window)->nx, >, 1);
  g_assert_cmpuint (map_of (window)->ny, >, 1);
  settle ();
}

/* A cell under the pointer is told; clicked it is the setting, and undo goes back. */
static void
test_click (void)
{
  IplWindow *window = the_window ();
  IplSelection *selection = ipl_session_get_selection (ipl_window_get_session (window));
  const IplMap *map = map_of (window);
  const guint at_x = 3, at_y = 5;
  IplTarget cell = IPL_TARGET_NONE;
  IplSetting before = *setting_of (window);
  IplFigureArea *area = ipl_window_get_area (window, ipl_panel_find ("map"));
  double x, y;

  cell.step = IPL_TARGET_CELL + (int)(at_y * map->nx + at_x);
  ipl_selection_hover_in (selection, ipl_panel_find ("map"), &cell);
  g_assert_nonnull (strstr (ipl_window_get_status (window), "accuracy"));
  g_assert_true (locate (area, &cell, &x, &y));
  click_at (area, x, y);
  wait_for (window, is_solved, "the setting of the cell");
  g_assert_cmpuint (setting_of (window)->N[0], ==, (guint)map->run.x.values[at_x]);
  g_assert_cmpfloat (setting_of (window)->temperature, ==, map->run.y.values[at_y]);
  g_assert_true (map_of (window) == map);
  act (window, "undo", NULL);
  wait_for (window, is_solved, "the setting before");
  g_assert_true (ipl_setting_equal (setting_of (window), &before));
  ipl_selection_clear (selection);
}

/* Another temperature is on the map; of another case there is none. */
static void
test_other_case (void)
{
  IplWindow *window = the_window ();

  act (window, "wider", NULL);
  wait_for (window, is_solved, "another width");
  g_assert_nonnull (map_of (window));
  act (window, "page", "theory");
  act (window, "open-example", "hmc2");
  wait_for (window, is_solved, "another case");
  g_assert_null (map_of (window));
}

int
main (int argc, char *argv[])
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/map/solved-when-seen", test_solved_when_seen);
  g_test_add_func ("/map/click", test_click);
  g_test_add_func ("/map/other-case", test_other_case);
  return fixture_run ();
}
