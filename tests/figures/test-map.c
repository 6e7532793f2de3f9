/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Maps of fewer rows than columns, and the keys along their curves. */

#include "core/maps/map.h"
#include "core/parameters/parameters.h"
#include "figures/output/describe.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "fixture.h"

#define NX 5
#define NY 3

static IplMap *
map_new (void)
{
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autoptr (GError) error = NULL;
  double numbers[IPL_MAP_N_NUMBERS] = { 0 }, diagonal[4] = { 0 };
  IplParameters parameters;
  IplMap *map;

  ipl_parameters_init (&parameters, "hmc4");
  ipl_run_settings_init (&run, "map", &parameters);
  g_assert_true (ipl_map_axis_find (&run.x, "x", "N=1,2,3,4,5", &parameters, &error));
  g_assert_true (ipl_map_axis_find (&run.y, "y", "T=1,2,3", &parameters, &error));
  map = ipl_map_new (&run, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < map->n; i++)
    ipl_map_set_solved (map, i, numbers, 4, diagonal);
  return map;
}

static int
step (const IplView *view, int cell, int dx, int dy)
{
  IplTarget from = IPL_TARGET_NONE;

  from.step = cell < 0 ? -1 : IPL_TARGET_CELL + cell;
  return ipl_figure_step (&ipl_panel_map_curve, &from, view, dx, dy).step - IPL_TARGET_CELL;
}

/* The curves cross at the cursor: there keys to the side go along the first, others along the
 * second, and no key leaves a curve. */
static void
test_keys (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  g_autoptr (IplMap) map = map_new ();
  IplView view = fixture->view;
  int cursor = 1 * NX + 2;

  view.map = map;
  view.display.map_x = 3;
  view.display.map_y = 2;
  g_assert_cmpint (step (&view, cursor, 1, 0), ==, cursor + 1);
  g_assert_cmpint (step (&view, cursor + 1, 1, 0), ==, cursor + 2);
  g_assert_cmpint (step (&view, cursor + 2, 1, 0), ==, cursor + 2);
  g_assert_cmpint (step (&view, cursor, -1, 0), ==, cursor - 1);
  g_assert_cmpint (step (&view, cursor, 0, -1), ==, cursor + NX);
  g_assert_cmpint (step (&view, cursor, 0, 1), ==, cursor - NX);
  g_assert_cmpint (step (&view, cursor + NX, 0, -1), ==, cursor + NX);
  g_assert_cmpint (step (&view, cursor + NX, -1, 0), ==, cursor);
  /* Elsewhere the keys begin at an end of a curve. */
  for (int cell = -1; cell < NX * NY; cell++)
    {
      int to = step (&view, cell, 1, 0);

      g_assert_cmpint (to, >=, 0);
      g_assert_true (to / NX == cursor / NX || to % NX == cursor % NX);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figures/map/keys", test_keys);
  return g_test_run ();
}
