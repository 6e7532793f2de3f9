/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Panels of cases say, list, draw and script the same numbers; those of what happens in time are
 * tried by tests/cli/test-cli-every-dynamics.c. */

#include "core/maps/map.h"
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include "figure-fixture.h"
#include "same-number.h"

/* Two seeds of few widths and temperatures. */
static IplMap *
make_map (void)
{
  g_auto (IplRunSettings) run = { .command = NULL };
  double numbers[IPL_MAP_N_NUMBERS], diagonal[] = { 4, 3, 2, 1 };
  IplParameters parameters;
  IplMap *map;

  ipl_parameters_init (&parameters, "hmc4");
  ipl_run_settings_init (&run, "map", &parameters);
  g_assert_true (ipl_map_axis_find (&run.x, "x", "N=10,20,gp", &parameters, NULL));
  g_assert_true (ipl_map_axis_find (&run.y, "y", "T=0.1234567,1", &parameters, NULL));
  g_assert_true (ipl_sweep_axis_parse (&run.seeds, "--seeds", "1-2", FALSE, NULL));
  map = ipl_map_new (&run, NULL);
  g_assert_nonnull (map);
  for (guint i = 0; i < map->n; i++)
    {
      for (guint k = 0; k < IPL_MAP_N_NUMBERS; k++)
        numbers[k] = 0.5 + 0.5 * fixture_irregular (i + 31 * k);
      ipl_map_set_solved (map, i, numbers, G_N_ELEMENTS (diagonal), diagonal);
    }
  return map;
}

static void
test_panels (gconstpointer data)
{
  const IplPanel *panel = data;
  g_autoptr (IplMap) map = make_map ();
  guint n = 0;

  for (guint kind = 0; kind < N_FIXTURES; kind++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kind);
      IplView view = ipl_view_usable (&fixture->view);
      const char *more;

      view.map = map;
      if (ipl_panel_accepts_outputs (panel, &view)
          && (panel->empty == NULL || panel->empty (&view, &more) == NULL))
        n += assert_same_numbers (panel, &view);
    }
  g_test_message ("%u numbers", n);
  g_assert_cmpuint (n, >, 5);
}

TEST_ROWS (add_panels)
{
  for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
    if ((*panel)->build != NULL && (*panel)->experiment == NULL && (*panel)->fits == NULL)
      test_add_row (test_panels, *panel, "/figures/same-number/%s", (*panel)->id);
}
