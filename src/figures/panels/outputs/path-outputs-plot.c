/* SPDX-License-Identifier: GPL-3.0-or-later */

/* U_(p,k),(p,k) of each path (row) and output (column), with rows in the chosen order. */

#include "figures/kit/sort-by-key.h"
#include "figures/plot/plot.h"
#include "figures/view/outputs.h"

#include <math.h>

static double
weight_for (const IplView *view, const IplSolution *solution, gsize path, guint output)
{
  IplOutputsView one = ipl_outputs_of (view->the_case, output);

  return ipl_outputs_entry (&one, solution->U, path, path);
}

static guint
find_preferred (const IplView *view, gsize path)
{
  guint best = 0;

  for (guint k = 1; k < view->the_case->labels.outputs; k++)
    if (weight_for (view, view->current, path, k) > weight_for (view, view->current, path, best))
      best = k;
  return best;
}

/* Sorts the paths shown in the chosen order: by their main output, then by decreasing weight;
 * equal ones keep the display order. */
static void
sort_paths (IplShownPaths *paths, const IplView *view)
{
  IplOutputsView traced = ipl_outputs_traced (view->the_case);
  g_autofree IplRank *listed = g_new0 (IplRank, paths->n);

  for (gsize i = 0; i < paths->n; i++)
    {
      gsize p = paths->path[i];

      listed[i].item = p;
      if (view->display.path_order == IPL_PATH_ORDER_OUTPUT)
        {
          guint output = find_preferred (view, p);

          listed[i].key[0] = output;
          listed[i].key[1] = -weight_for (view, view->current, p, output);
        }
      else if (view->display.path_order == IPL_PATH_ORDER_WEIGHT)
        listed[i].key[1] = -ipl_outputs_entry (&traced, view->current->U, p, p);
    }
  ipl_ranks_sort (listed, paths->n);
  for (gsize i = 0; i < paths->n; i++)
    {
      paths->path[i] = listed[i].item;
      paths->place[listed[i].item] = (gssize)i;
    }
}

static IplTarget
make_cell (const IplPlotAxes *axes, gsize row, gsize column)
{
  const IplShownPaths *paths = axes->cell_data;
  IplTarget target = ipl_target_path (paths->path[row]);

  ipl_target_set (&target, IPL_PART_OUTPUT, column);
  return target;
}

/* A path without an output, as in other panels, maps to the first column of its row. */
static gboolean
find_cell (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  const IplShownPaths *paths = axes->cell_data;

  gsize path = (gsize)ipl_target_get (target, IPL_PART_PATH);

  if (path >= paths->Pi || paths->place[path] < 0)
    return FALSE;
  *row = (gsize)paths->place[path];
  *column = (gsize)MAX (ipl_target_get (target, IPL_PART_OUTPUT), 0);
  return TRUE;
}

static const IplCellItems paths_and_outputs = { make_cell, find_cell };

/* Adds the numbers in the GP limit to text and table, and a note on the number of paths shown. */
static void
add_limit_numbers (IplPlot *plot, IplPlotAxes *map, const IplShownPaths *paths)
{
  const IplView *view = plot->view;
  const IplSolution *gp = ipl_view_gp (view);
  guint K = view->the_case->labels.outputs;
  double *limits = ipl_plot_new_numbers (plot, map->cells.n);

  ipl_plot_describe_paths (plot, paths);
  if (gp == NULL || gp == view->current)
    return;
  for (gsize i = 0; i < map->cells.n; i++)
    limits[i] = weight_for (view, gp, paths->path[i / K], (guint)(i % K));
  ipl_axes_list_numbers (map, map->cells, ipl_numbers (limits, map->cells.n), "GP");
}

/* Returns the largest number, over all widths if they share a scale. */
static double
find_largest (const IplView *view)
{
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  guint n = view->display.shared_limits ? rows->len : 0, K = view->the_case->labels.outputs;
  double largest = 0;

  for (guint i = 0; i <= n; i++)
    {
      const IplSolution *solution
          = i < n ? ipl_view_row (view, (int)g_array_index (rows, guint, i)) : view->current;

      for (gsize j = 0; j < view->the_case->Pi * K; j++)
        largest = fmax (largest, weight_for (view, solution, j / K, (guint)(j % K)));
    }
  return largest > 0 ? largest : 1;
}

static const char *
empty (const IplView *view, const char **more)
{
  *more = "it is being solved";
  return view->current != NULL ? NULL : "Not solved yet";
}

static void
build (IplPlot *plot, const IplView *view)
{
  guint K = view->the_case->labels.outputs;
  g_autofree char *setting = NULL;
  const IplShownPaths *paths;
  const char **names;
  IplShownPaths found;
  IplPlotAxes *map;
  double *cells;

  setting = ipl_view_setting_markup (&view->current->setting);
  ipl_shown_paths_init (&found, view);
  sort_paths (&found, view);
  paths = ipl_plot_adopt_paths (plot, found);
  cells = ipl_plot_new_numbers (plot, paths->n * K);
  names = ipl_plot_new_names (plot, paths->n);
  for (gsize i = 0; i < paths->n; i++)
    {
      names[i] = ipl_plot_adopt_text (
          plot, ipl_view_name_markup (ipl_view_path_short_name (view, paths->path[i])));
      for (guint k = 0; k < K; k++)
        cells[i * K + k] = weight_for (view, view->current, paths->path[i], k);
    }
  map = ipl_plot_add_map (plot, paths->n, K, ipl_numbers (cells, paths->n * K));
  map->map_spec.hi = find_largest (view);
  map->map_spec.bar_title = ipl_plot_format (plot, "<i>U</i><sub>(p,k),(p,k)</sub>, %s", setting);
  map->map_spec.row_title = "path";
  map->map_spec.column_title = ipl_view_output_word (view);
  map->map_spec.row_names = names;
  map->map_spec.column_names = ipl_plot_new_output_names (plot);
  map->cell_items = &paths_and_outputs;
  map->cell_data = paths;
  map->y.title = "U";
  map->names = ipl_plot_new_path_names (plot, paths);
  map->cell_digits = K > 4 ? 2 : 3;
  add_limit_numbers (plot, map, paths);
}

const IplPanel ipl_panel_path_outputs = {
  .id = "path-outputs",
  .title = "Path weights by class",
  .title_regression = "Path weights by output",
  .needs = IPL_NEEDS_THEORY,
  .outputs = IPL_PANEL_SEVERAL_OUTPUTS,
  .choice = &ipl_choice_path_order,
  .empty = empty,
  .build = build,
  .sentence = "Weight of each path for each output, on the diagonal of U.",
  .height_narrow = 0.7,
  .height_wide = 0.42,
};
