/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Table 1 of JoMA: for each setting and level, the correlation of the best neuron with a latent,
 * when trained, before training and with shuffled classes. */

#include "core/experiments/experiment-table.h"
#include "figures/panels/hierarchy/level-correlation-plot.h"
#include "figures/plot/matrix.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view-words.h"

#include <math.h>

/* Columns for each level: trained at the moment shown, before the first step, and with shuffled
 * classes at the moment shown. */
#define KINDS 3
#define COLUMNS (KINDS * IPL_TABLE_LEVELS)
#define N_ENTRIES (IPL_TABLE_CELLS * COLUMNS)

static const IplHierarchyTable *
settings_of (const IplView *view)
{
  return view->dynamics->data;
}

static guint
shown_cell (const IplView *view)
{
  return settings_of (view)->shown_cell - 1;
}

/* Returns the mean over seeds of entry @i in row-major order. */
static double
entry (const IplView *view, guint i, double *sd)
{
  guint cell = i / COLUMNS, level = i % COLUMNS / KINDS, kind = i % KINDS;
  const IplTrajectoryArray *array
      = ipl_trajectory_find (view->trajectory, kind == 2 ? "cell_chance" : "cell_correlation");
  gsize seeds = array->shape[1];

  return ipl_trajectory_array_mean (array, kind == 1 ? 0 : view->moment,
                                    cell * seeds * IPL_TABLE_LEVELS + level, IPL_TABLE_LEVELS,
                                    seeds, sd);
}

static IplMatrixCells
fill_table (IplPlot *plot, const IplView *view)
{
  static const char *const column_names[]
      = { "trained", "untrained", "shuffled", "trained", "untrained", "shuffled" };
  const char **row_names = ipl_plot_new_names (plot, IPL_TABLE_CELLS);
  double *cells = ipl_plot_new_numbers (plot, N_ENTRIES), sd;

  for (guint cell = 0; cell < IPL_TABLE_CELLS; cell++)
    row_names[cell] = ipl_plot_adopt_text (plot, ipl_level_setting_text (view, cell));
  for (guint i = 0; i < N_ENTRIES; i++)
    cells[i] = entry (view, i, &sd);
  return (IplMatrixCells){ IPL_TABLE_CELLS, COLUMNS, ipl_numbers (cells, N_ENTRIES), row_names,
                           column_names };
}

/* Adds rules between the levels, and around the setting whose curves are drawn. */
static void
mark_setting (IplPlot *plot, IplPlotAxes *map, const IplView *view)
{
  double *level = ipl_plot_new_numbers (plot, N_ENTRIES),
         *sd = ipl_plot_new_numbers (plot, N_ENTRIES);

  for (guint i = 0; i < N_ENTRIES; i++)
    {
      entry (view, i, &sd[i]);
      level[i] = i % COLUMNS / KINDS + 1;
    }
  ipl_axes_add_rule_at_x (map, KINDS, IPL_ROLE (PAPER), NULL);
  for (guint side = 0; side < 2; side++)
    ipl_axes_add_rule (map, 0, shown_cell (view) + side, IPL_ROLE (ACCENT), NULL);
  ipl_axes_list_numbers (map, map->cells, ipl_numbers (level, N_ENTRIES), "level");
  ipl_axes_list_numbers (map, map->cells, ipl_numbers (sd, N_ENTRIES),
                         "standard deviation over seeds");
}

/* Selects a setting for the curves. */
static gboolean
choose_setting (const IplView *view, gsize row, gsize column, IplParameters *parameters)
{
  if (parameters->experiment != &ipl_experiment_joma_table)
    return FALSE;
  ((IplHierarchyTable *)ipl_parameters_edit_specific (parameters))->shown_cell = (guint)row + 1;
  return TRUE;
}

const IplPanel ipl_panel_table_grid = {
  .id = "table-grid",
  .title = "Trained, untrained, shuffled",
  .experiment = "joma-table",
  .choose_cell = choose_setting,
  .sentence
  = "Correlation of latents with the neuron of the lowest block that recovers each best, for "
    "each setting: trained, untrained, and with classes shuffled, at both levels; means "
    "over seeds.",
  .height_narrow = 1.1,
  .height_wide = 0.7,
  IPL_MATRIX{ .fill = fill_table,
              .row = "classes · parts · latents",
              .column = "level 1, and level 2",
              .bar = "correlation",
              .row_each = "setting",
              .column_each = "neurons",
              .lo = 0.3,
              .hi = 1,
              .digits = 2,
              .more = mark_setting },
};
