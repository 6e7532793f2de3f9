/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention of every class's query at the time shown, and the weights V as the tokens see them,
 * at the start and then. */

#include "figures/panels/dynamics/joint-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* TRUE if attention is below 0 for some token at some time, as linear attention can be. */
static gboolean
has_negative (const IplTrajectory *trajectory)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, "attention");

  for (gsize n = 0; n < trajectory->S * array->size; n++)
    if (array->values[n] < 0)
      return TRUE;
  return FALSE;
}

/* Where the common tokens begin, and the class whose weights are drawn as curves. */
static void
add_marks (IplPlot *plot, IplPlotAxes *map, const IplJointView *shown)
{
  double *x = ipl_plot_new_numbers (plot, 1), *y = ipl_plot_new_numbers (plot, 1);
  IplMark *mark;

  if (shown->n_distinct > 0 && shown->n_distinct < shown->M)
    ipl_axes_add_rule (map, 0, (double)shown->n_distinct, IPL_ROLE (PAPER), NULL)->weight = 0.5;
  *x = (double)shown->shown_class + 0.5;
  mark = ipl_axes_add_points (map, ipl_numbers (x, 1), ipl_numbers (y, 1), IPL_ROLE (ACCENT), NULL);
  mark->marker = IPL_MARKER_TRIANGLE_DOWN;
  mark->shift_up = 0.35;
}

static void
build_attention (IplPlot *plot, const IplView *view)
{
  IplNumbers b = ipl_numbers_at (view->trajectory, "attention", view->moment);
  IplPlotAxes *map;
  IplJointView shown;

  ipl_joint_view_init (&shown, view);
  map = ipl_plot_add_map (plot, shown.M, shown.K, b);
  ipl_plot_scale_map (plot, map, "attention", view->moment);
  map->map_spec.diverging = has_negative (view->trajectory);
  map->map_spec.bar_title = "attention <i>b</i>";
  map->map_spec.row_title = "token";
  map->map_spec.column_title = "class";
  map->shown_column = (int)shown.shown_class;
  add_marks (plot, map, &shown);
  ipl_axes_tell (map, b, ipl_numbers_at (view->trajectory, "X", view->moment), "frequency");
  ipl_axes_tell (map, b, ipl_numbers_at (view->trajectory, "V", view->moment), "weight");
}

/* A class that is clicked is the one whose weights are drawn as curves. */
static gboolean
edit (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
      double from_y, double x, double y, IplParameters *parameters)
{
  const IplPlotAxes *map = ipl_plot_get_axes (layout, 0);
  gsize row, column;

  if (!ipl_heat_map_find (&map->map, from_x, from_y, &row, &column))
    return FALSE;
  column = (gsize)CLAMP (floor (ipl_axes_column (map, x)), 0, map->map_spec.columns - 1.0);
  if (parameters->experiment == &ipl_experiment_joma_joint)
    ((IplJointParameters *)ipl_parameters_edit_own (parameters))->shown_class = (guint)column + 1;
  return TRUE;
}

const IplPanel ipl_panel_joint_attention = {
  .id = "joint-attention",
  .title = "Attention by class",
  .experiment = "joma-joint",
  .build = build_attention,
  .edit = edit,
  .sentence = "What the query of each class attends to among tokens.",
  .height_narrow = 0.85,
  .height_wide = 0.5,
};

static void
build_weights (IplPlot *plot, const IplView *view)
{
  const guint moments[] = { 0, view->moment };
  IplJointView shown;

  ipl_joint_view_init (&shown, view);
  plot->beside = 1.1;
  for (guint i = 0; i < 2; i++)
    {
      IplPlotAxes *map = ipl_plot_add_map (plot, shown.M, shown.K,
                                           ipl_numbers_at (view->trajectory, "V", moments[i]));
      g_autofree char *time
          = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[moments[i]]);

      ipl_plot_scale_map (plot, map, "V", moments[i]);
      map->map_spec.diverging = TRUE;
      map->map_spec.row_title = "token";
      map->map_spec.column_title = "hidden unit";
      map->map_spec.bar_title = ipl_plot_keep (plot, g_strdup_printf ("<i>V</i> at %s", time));
      map->shown_column = (int)shown.shown_class;
    }
}

const IplPanel ipl_panel_joint_weights = {
  .id = "joint-weights",
  .title = "All weights",
  .experiment = "joma-joint",
  .build = build_weights,
  .sentence = "Weights of hidden units over tokens, at the start and at the time shown.",
  .height_narrow = 1.3,
  .height_wide = 0.5,
};
