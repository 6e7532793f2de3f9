/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Scores of all heads of all layers, and what the heads of the layer shown have in common. */

#include "figures/kit/number.h"
#include "figures/panels/probe/probe-view.h"
#include "figures/plot/plot.h"
#include "figures/view/target-step.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static void
set_head (const IplPlotAxes *axes, gsize row, gsize column, IplTarget *target)
{
  ipl_probe_view_set_head (axes->cell_data, row, column, target);
}

static gboolean
find_head (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  guint layer;

  if (!ipl_probe_view_get_head (target, axes->cell_data, &layer, column))
    return FALSE;
  *row = layer;
  return TRUE;
}

static const IplCellItems heads = { set_head, find_head, FALSE };

static void
build_scores (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  gsize most = ipl_probe_view_most (view), n = trajectory->S * most;
  IplNumbers score = ipl_numbers (ipl_trajectory_get (trajectory, "score", 0), n);
  IplPlotAxes *map = ipl_plot_add_map (plot, trajectory->S, most, score);

  map->map_spec.hi = 1;
  map->map_spec.bar_title = "head score";
  map->map_spec.row_title = "layer";
  map->map_spec.column_title = "head";
  map->cell_items = &heads;
  map->cell_data = view;
  map->cell_digits = 2;
  /* The layer shown lies between two lines. */
  for (guint end = 0; end < 2 && trajectory->S > 1; end++)
    ipl_axes_add_rule (map, 0, view->moment + end, IPL_ROLE (ACCENT), NULL);
  ipl_plot_add_cell_columns (plot, map, "layer", "head", "score");
  ipl_plot_add_column (plot, g_strdup ("weight"),
                       ipl_numbers (ipl_trajectory_get (trajectory, "weight", 0), n));
  if (ipl_trajectory_find (trajectory, "score_sd") != NULL)
    ipl_plot_add_column (plot, g_strdup ("sd of the score"),
                         ipl_numbers (ipl_trajectory_get (trajectory, "score_sd", 0), n));
}

/* A row that is clicked is the layer shown. */
static gboolean
edit_scores (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
             double from_y, double x, double y, IplParameters *parameters)
{
  const IplPlotAxes *map = ipl_plot_get_axes (layout, 0);
  gsize row, column;

  if (!ipl_heat_map_find (&map->map, from_x, from_y, &row, &column))
    return FALSE;
  if (ipl_heat_map_find (&map->map, from_x, y, &row, &column))
    parameters->shown_time = row + 1 == view->trajectory->S ? -1 : view->trajectory->time[row];
  return TRUE;
}

static void
describe_scores (GString *text, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  gsize most = ipl_probe_view_most (view);

  g_string_append_printf (
      text,
      "Scores of the heads of %u layer%s: how much of U goes through each, over "
      "the largest of its layer. The highest:",
      trajectory->S, trajectory->S == 1 ? "" : "s");
  for (guint s = 0; s < trajectory->S; s++)
    {
      const double *score = ipl_trajectory_get (trajectory, "score", s);
      gsize best = 0;

      for (gsize h = 1; h < most; h++)
        if (score[h] > score[best])
          best = h;
      g_string_append_printf (text, "%s head %" G_GSIZE_FORMAT " in layer %.0f", s > 0 ? "," : "",
                              best + 1, trajectory->time[s]);
    }
  g_string_append_c (text, '.');
  ipl_describe_moment (text, view);
}

const IplPanel ipl_panel_probe_scores = {
  .id = "probe-scores",
  .title = "Scores by layer and head",
  .experiment = "probe",
  .build = build_scores,
  .edit = edit_scores,
  .say = ipl_probe_view_say,
  .step = ipl_probe_view_step,
  .describe = describe_scores,
  .height_narrow = 0.8,
  .height_wide = 0.5,
};

static void
set_pair (const IplPlotAxes *axes, gsize row, gsize column, IplTarget *target)
{
  const IplView *view = axes->cell_data;

  ipl_probe_view_set_head (view, view->moment, row, target);
  target->component = (int)column;
}

/* Pairs of other layers are not here. */
static gboolean
find_pair (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  const IplView *view = axes->cell_data;
  guint layer;

  return ipl_probe_view_get_pair (target, view, &layer, row, column) && layer == view->moment;
}

static const IplCellItems pairs = { set_pair, find_pair, FALSE };

static void
build_redundancy (IplPlot *plot, const IplView *view)
{
  gsize most = ipl_probe_view_most (view);
  IplPlotAxes *map = ipl_plot_add_map (
      plot, most, most, ipl_numbers_at (view->trajectory, "redundancy", view->moment));

  map->map_spec.square = map->map_spec.diverging = TRUE;
  map->map_spec.leaves_diagonal = most > 1;
  map->map_spec.hi = 1;
  map->map_spec.bar_title = ipl_plot_keep (
      plot, g_strdup_printf ("in common in layer %.0f", view->trajectory->time[view->moment]));
  map->map_spec.row_title = map->map_spec.column_title = "head";
  map->cell_items = &pairs;
  map->cell_data = view;
  map->cell_digits = 2;
  ipl_plot_add_cell_columns (plot, map, "head", "other head", "in common");
  if (ipl_trajectory_find (view->trajectory, "pair_excess") != NULL)
    ipl_plot_add_column (plot, g_strdup ("lost without both beyond the single drops"),
                         ipl_numbers_at (view->trajectory, "pair_excess", view->moment));
}

static void
describe_redundancy (GString *text, const IplView *view)
{
  gsize most = ipl_probe_view_most (view), p = 0, q = 0;
  const double *common = ipl_trajectory_get (view->trajectory, "redundancy", view->moment);

  for (gsize i = 0; i < most; i++)
    for (gsize k = i + 1; k < most; k++)
      if (isfinite (common[i * most + k])
          && (p == q || fabs (common[i * most + k]) > fabs (common[p * most + q])))
        {
          p = i;
          q = k;
        }
  g_string_append (text, "What each two heads of the layer shown have in common, from -1 to 1.");
  if (p != q)
    {
      g_string_append_printf (text, " Most have heads %" G_GSIZE_FORMAT " and %" G_GSIZE_FORMAT,
                              p + 1, q + 1);
      ipl_number_append_fixed (text, ": ", common[p * most + q], 2);
      g_string_append_c (text, '.');
    }
  ipl_describe_moment (text, view);
}

/* From cell to cell of the layer shown. */
static IplTarget
step_pair (const IplTarget *from, const IplView *view, int dx, int dy)
{
  gsize head, other, n = 0, most = ipl_probe_view_most (view);
  const double *score = ipl_trajectory_get (view->trajectory, "score", view->moment);
  IplTarget target = IPL_TARGET_NONE;
  guint layer;

  while (n < most && isfinite (score[n]))
    n++;
  if (!ipl_probe_view_get_pair (from, view, &layer, &head, &other) || layer != view->moment)
    {
      head = other = 0;
      dx = dy = 0;
    }
  if (n == 0)
    return target;
  ipl_probe_view_set_head (view, view->moment, ipl_step_move (head, dy, n), &target);
  target.component = (int)ipl_step_move (other, dx, n);
  return target;
}

const IplPanel ipl_panel_probe_redundancy = {
  .id = "probe-redundancy",
  .title = "What heads have in common",
  .experiment = "probe",
  .build = build_redundancy,
  .say = ipl_probe_view_say,
  .step = step_pair,
  .describe = describe_redundancy,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};
