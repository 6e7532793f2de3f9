/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Correlation of the best neurons with the latent variables of each level against time: mean
 * over seeds with its standard deviation, and the same with shuffled classes. For one tree, and
 * for a setting of table 1 of JoMA. */

#include "figures/panels/hierarchy/level-correlation-plot.h"

#include "core/experiments/experiment-table.h"
#include "figures/plot/plot.h"

#include <math.h>
#include <string.h>

/* Arrays with the numbers of each level. Seeds are @apart numbers apart, from @first on. */
typedef struct
{
  const char *trained, *shuffled; /* names of arrays */
  gsize first, apart, levels, seeds;
} Levels;

static void
add_level (IplPlot *plot, IplPlotAxes *axes, const Levels *self, gboolean is_shuffled, gsize level)
{
  const IplTrajectoryArray *array
      = ipl_trajectory_find (plot->view->trajectory, is_shuffled ? self->shuffled : self->trained);
  const char *name = ipl_plot_format (plot, "level %" G_GSIZE_FORMAT, level + 1);
  IplMark *mark
      = ipl_plot_add_mean (plot, axes, array, self->first + level, self->apart, self->seeds,
                           IPL_ROLE_OF_N (ORDERED, level, MAX (self->levels, 2)),
                           is_shuffled  ? NULL
                           : level == 0 ? g_strdup (name)
                                        : g_strdup (name + strlen ("level ")));

  mark->series = name;
  if (!is_shuffled)
    return;
  mark->series = ipl_plot_format (plot, "%s with classes shuffled", name);
  mark->dash = IPL_DASH_DOTTED;
  mark->weight = 0.7;
}

static IplPlotAxes *
add_levels (IplPlot *plot, const Levels *self, char *key_take)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  if (key_take != NULL)
    ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), key_take);
  ipl_axes_add_seeds_key (axes, self->seeds);
  ipl_axes_add_key (axes, IPL_KEY_LINE, IPL_ROLE (FAINT), g_strdup ("classes shuffled"))->dash
      = IPL_DASH_DOTTED;
  for (gsize level = 0; level < self->levels; level++)
    for (guint is_shuffled = 0; is_shuffled < 2; is_shuffled++)
      add_level (plot, axes, self, is_shuffled, level);
  axes->y = (IplPlotAxis){ "correlation of the best neuron", "correlation", NAN, 1, .pad = 0.05 };
  return axes;
}

/* Adds the curves of the lowest block. */
static void
build_levels (IplPlot *plot, const IplView *view)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, "level_correlation");
  const Levels levels = { "level_correlation", "level_chance", 0, array->shape[1] * array->shape[2],
                          array->shape[2],     array->shape[0] };
  IplPlotAxes *axes = add_levels (plot, &levels, NULL);

  ipl_axes_list_array (axes, view->trajectory, levels.trained, IPL_LISTED_IN_TABLE);
  ipl_axes_list_array (axes, view->trajectory, levels.shuffled, IPL_LISTED_IN_TABLE);
}

const IplPanel ipl_panel_level_correlation = {
  .id = "level-correlation",
  .ranges = IPL_RANGE_XY,
  .title = "Levels learned",
  .experiment = "joma-hierarchy",
  .build = build_levels,
  .sentence
  = "Correlation of latents with the neuron of the lowest block that recovers each best, mean "
    "over the latents of a level, against time.",
  IPL_AGAINST_TIME,
};

/* Returns: (transfer full): "20 · 2 · 10, 20": classes, parts, latents of both levels */
char *
ipl_level_setting_text (const IplView *view, guint cell)
{
  IplHierarchyTraining training;

  ipl_hierarchy_table_cell (view->dynamics->data, cell, &training);
  return g_strdup_printf ("%u · %u · %u, %u", training.shape.n_classes, training.shape.n_parts,
                          training.shape.n_latents[0], training.shape.n_latents[1]);
}

static void
build_setting (IplPlot *plot, const IplView *view)
{
  const IplHierarchyTable *table = view->dynamics->data;
  gsize seeds = ipl_trajectory_find (view->trajectory, "cell_correlation")->shape[1];
  const Levels levels
      = { "cell_correlation", "cell_chance",    (table->shown_cell - 1) * seeds * IPL_TABLE_LEVELS,
          IPL_TABLE_LEVELS,   IPL_TABLE_LEVELS, seeds };

  add_levels (plot, &levels, ipl_level_setting_text (view, table->shown_cell - 1));
}

const IplPanel ipl_panel_table_curves = {
  .id = "table-curves",
  .title = "Curves of one setting",
  .experiment = "joma-table",
  .build = build_setting,
  .sentence
  = "The curves of one setting of the table against steps: correlation of latents with the "
    "best neuron, of both levels, mean and standard deviation over seeds, dotted with "
    "classes shuffled.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};
