/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The command that draws a figure, and what no option of it says. */

#include "core/maps/map-plan.h"
#include "core/parameters/parameters.h"
#include "figures/output/figure-command.h"
#include "figures/panels/panel-table.h"
#include "figure-fixture.h"

#include <string.h>

/* The command of a map solves it first; no option says that something was kept. */
FIXTURE_TEST (test_command, "/figures/command", FIXTURE_HMC4)
{
  const IplFigureFile file = { .panel = &ipl_panel_map, .size = "neurips", .format = "pdf" };
  g_autofree char *missing = NULL, *none = NULL, *command = NULL, *kept = NULL;
  IplView view = fixture->view;
  const IplView *ghosts[] = { &fixture->view };
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autoptr (IplMap) map = NULL;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  ipl_parameters_init (&parameters, "hmc4");
  none = ipl_figure_command (&file, &parameters, &view, &missing);
  g_assert_cmpstr (missing, ==, "the map, which is not solved yet");
  g_clear_pointer (&missing, g_free);

  ipl_run_settings_init (&run, "map", &parameters);
  g_assert_true (ipl_map_axis_find (&run.x, "x", "N=10,GP", &parameters, &error));
  map = ipl_map_new (&run, &error);
  g_assert_no_error (error);
  ipl_display_init (&view.display);
  view.map = map;
  view.display.map_x = 2;
  command = ipl_figure_command (&file, &parameters, &view, &missing);
  g_assert_null (missing);
  g_assert_true (g_str_has_prefix (command, "interplay-cli map hmc4 "));
  g_assert_nonnull (strstr (command, " --x N=10,GP "));
  g_assert_true (g_str_has_suffix (command,
                                   " --out map.npz && interplay-cli figure map.npz --map-x 2 "
                                   "--panel map --size neurips --format pdf"));
  view.ghosts = ghosts;
  view.n_ghosts = 1;
  kept = ipl_figure_command (&file, &parameters, &view, &missing);
  g_assert_cmpstr (missing, ==, "the pale curves");
}
