/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JoMA's table 1: of every setting and level how well the best neuron tells a latent, when trained,
 * untrained and with classes shuffled; and the curves of one setting. */

#include "core/experiments/experiment-table.h"
#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

/* What is compared: trained at the moment shown, before the first step, classes shuffled then. */
#define KINDS 3
#define COLUMNS (KINDS * IPL_TABLE_LEVELS)

static const char *const kind_names[KINDS] = { "trained", "untrained", "shuffled" };

static const IplHierarchyTable *
settings_of (const IplView *view)
{
  return view->own->data;
}

static guint
shown_cell (const IplView *view)
{
  return settings_of (view)->shown_cell - 1;
}

/* Mean over seeds. */
static double
entry (const IplView *view, guint cell, guint level, guint kind, guint moment, double *sd)
{
  const IplTrajectoryArray *array
      = ipl_trajectory_find (view->trajectory, kind == 2 ? "cell_chance" : "cell_correlation");
  gsize seeds = array->shape[1];

  return ipl_trajectory_array_mean (array, kind == 1 ? 0 : moment,
                                    cell * seeds * IPL_TABLE_LEVELS + level, IPL_TABLE_LEVELS,
                                    seeds, sd);
}

/* "20 · 2 · 10, 20": classes, parts, latents of both levels. */
static char *
cell_name (const IplView *view, guint cell)
{
  IplHierarchyTraining training;

  ipl_hierarchy_table_cell (settings_of (view), cell, &training);
  return g_strdup_printf ("%u · %u · %u, %u", training.shape.n_classes, training.shape.n_parts,
                          training.shape.n_latents[0], training.shape.n_latents[1]);
}

static void
build_table (IplPlot *plot, const IplView *view)
{
  static const char *const column_names[]
      = { "trained", "untrained", "shuffled", "trained", "untrained", "shuffled" };
  const char **row_names = (const char **)ipl_plot_new_numbers (plot, IPL_TABLE_CELLS);
  double *cells = ipl_plot_new_numbers (plot, IPL_TABLE_CELLS * COLUMNS), sd;
  IplPlotAxes *map;

  for (guint cell = 0; cell < IPL_TABLE_CELLS; cell++)
    {
      row_names[cell] = ipl_plot_keep (plot, cell_name (view, cell));
      for (guint i = 0; i < COLUMNS; i++)
        cells[cell * COLUMNS + i] = entry (view, cell, i / KINDS, i % KINDS, view->moment, &sd);
    }
  map = ipl_plot_add_map (plot, IPL_TABLE_CELLS, COLUMNS,
                          ipl_numbers (cells, IPL_TABLE_CELLS * (gsize)COLUMNS));
  map->map_spec.lo = 0.3;
  map->map_spec.hi = 1;
  map->map_spec.row_names = row_names;
  map->map_spec.column_names = column_names;
  map->map_spec.row_title = "classes · parts · latents";
  map->map_spec.column_title = "level 1, and level 2";
  map->map_spec.bar_title = "correlation";
  map->cell_digits = 2;
  ipl_axes_add_rule_at_x (map, KINDS, IPL_ROLE (PAPER), NULL);
  for (guint side = 0; side < 2; side++)
    ipl_axes_add_rule (map, 0, shown_cell (view) + side, IPL_ROLE (ACCENT), NULL);
  ipl_plot_add_cell_columns (plot, map, "setting", "column", "correlation");
}

/* A setting that is clicked is the one whose curves are drawn. */
static gboolean
edit (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
      double from_y, double x, double y, IplParameters *parameters)
{
  const IplPlotAxes *map = ipl_plot_get_axes (layout, 0);
  gsize row, column;

  if (!ipl_heat_map_find (&map->map, from_x, from_y, &row, &column))
    return FALSE;
  if (parameters->experiment == &ipl_experiment_joma_table)
    ((IplHierarchyTable *)ipl_parameters_edit_own (parameters))->shown_cell = (guint)row + 1;
  return TRUE;
}

static void
say_cell (GString *text, const IplView *view, guint cell)
{
  IplHierarchyTraining training;

  ipl_hierarchy_table_cell (settings_of (view), cell, &training);
  g_string_append_printf (text,
                          "%u classes, sets of %u, latents (%u, %u): ", training.shape.n_classes,
                          training.shape.n_parts, training.shape.n_latents[0],
                          training.shape.n_latents[1]);
  for (guint level = 0; level < IPL_TABLE_LEVELS; level++)
    for (guint kind = 0; kind < KINDS; kind++)
      {
        double sd, mean = entry (view, cell, level, kind, view->moment, &sd);
        g_autofree char *value = ipl_number_fixed (mean, 3);
        g_autofree char *error = ipl_number_fixed (sd, 3);

        if (kind == 0)
          g_string_append_printf (text, "%slevel %u ", level > 0 ? "; " : "", level + 1);
        g_string_append_printf (text, "%s%s %s", kind > 0 ? ", " : "", kind_names[kind],
                                isfinite (mean) ? value : "not yet");
        if (isfinite (mean) && settings_of (view)->seeds > 1)
          g_string_append_printf (text, " ± %s", error);
      }
}

static char *
say (const IplTarget *target, const IplView *view)
{
  GString *text;

  if (target->row < 0 || target->row >= IPL_TABLE_CELLS)
    return NULL;
  text = g_string_new (NULL);
  say_cell (text, view, (guint)target->row);
  return g_string_free (text, FALSE);
}

static guint
count_cells (const IplView *view)
{
  guint there = 0;
  double sd;

  for (guint cell = 0; cell < IPL_TABLE_CELLS; cell++)
    there += isfinite (entry (view, cell, 0, 0, view->trajectory->S - 1, &sd));
  return there;
}

static void
describe_table (GString *text, const IplView *view)
{
  g_string_append_printf (
      text,
      "Correlation of latents with the neuron of the lowest block that tells each "
      "best, for each of %d settings: trained, untrained, and with classes "
      "shuffled, at both levels; means over %u seeds. %u settings are there.",
      IPL_TABLE_CELLS, settings_of (view)->seeds, count_cells (view));
  ipl_describe_moment (text, view);
  g_string_append (text, " The setting shown: ");
  say_cell (text, view, shown_cell (view));
  g_string_append_c (text, '.');
}

const IplPanel ipl_panel_table_grid = {
  .id = "table-grid",
  .title = "Trained, untrained, shuffled",
  .experiment = "joma-table",
  .build = build_table,
  .edit = edit,
  .say = say,
  .describe = describe_table,
  .height_narrow = 1.1,
  .height_wide = 0.7,
};

static void
build_curves (IplPlot *plot, const IplView *view)
{
  const IplTrajectoryArray *trained = ipl_trajectory_find (view->trajectory, "cell_correlation");
  const IplTrajectoryArray *chance = ipl_trajectory_find (view->trajectory, "cell_chance");
  gsize seeds = trained->shape[1], first = shown_cell (view) * seeds * IPL_TABLE_LEVELS;
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  IplMark *mark;

  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), cell_name (view, shown_cell (view)));
  ipl_axes_add_seeds_key (axes, seeds);
  ipl_axes_add_key (axes, IPL_KEY_LINE, IPL_ROLE (FAINT), g_strdup ("shuffled"))->dash
      = IPL_DASH_DOTTED;
  for (guint level = 0; level < IPL_TABLE_LEVELS; level++)
    {
      IplRole role = IPL_ROLE_OF_N (ORDERED, level, IPL_TABLE_LEVELS);

      ipl_plot_add_mean (plot, axes, trained, first + level, IPL_TABLE_LEVELS, seeds, role,
                         g_strdup_printf (level == 0 ? "level %u" : "%u", level + 1));
      mark = ipl_plot_add_mean (plot, axes, chance, first + level, IPL_TABLE_LEVELS, seeds, role,
                                NULL);
      mark->dash = IPL_DASH_DOTTED;
      mark->weight = 0.7;
    }
  axes->y = (IplPlotAxis){ "correlation of the best neuron", "correlation", NAN, 1, .pad = 0.04 };
}

static void
table_curves (GString *text, const IplView *view)
{
  guint cell = shown_cell (view);

  g_string_append (text, "step\tlevel\tcorrelation\tstandard deviation\twith classes shuffled\n");
  for (guint moment = 0; moment < view->trajectory->S; moment++)
    for (guint level = 0; level < IPL_TABLE_LEVELS; level++)
      {
        double sd, chance_sd, mean = entry (view, cell, level, 0, moment, &sd);

        g_string_append_printf (text, "%.0f\t%u", view->trajectory->time[moment], level + 1);
        ipl_table_cell (text, mean);
        ipl_table_cell (text, sd);
        ipl_table_cell (text, entry (view, cell, level, 2, moment, &chance_sd));
        g_string_append_c (text, '\n');
      }
}

static void
describe_curves (GString *text, const IplView *view)
{
  g_string_append (text,
                   "The curves of one setting of the table against steps: correlation of "
                   "latents with the best neuron, of both levels, mean and standard deviation "
                   "over seeds, dotted with classes shuffled.");
  ipl_describe_moment (text, view);
  g_string_append_c (text, ' ');
  say_cell (text, view, shown_cell (view));
  g_string_append_c (text, '.');
}

static char *
say_moment (const IplTarget *target, const IplView *view)
{
  guint cell = shown_cell (view), moment;
  GString *text;

  if (!ipl_target_get_moment (target, view, &moment))
    return NULL;
  text = g_string_new (NULL);
  for (guint level = 0; level < IPL_TABLE_LEVELS; level++)
    {
      double sd;

      g_string_append_printf (text, "%s %u %.3f, shuffled %.3f", level > 0 ? "; level" : "level",
                              level + 1, entry (view, cell, level, 0, moment, &sd),
                              entry (view, cell, level, 2, moment, &sd));
    }
  return ipl_trajectory_begin_sentence (view->trajectory, moment, text);
}

const IplPanel ipl_panel_table_curves = {
  .id = "table-curves",
  .title = "Curves of one setting",
  .experiment = "joma-table",
  .build = build_curves,
  .say = say_moment,
  .describe = describe_curves,
  .table = table_curves,
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};
