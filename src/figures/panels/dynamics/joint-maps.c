/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention of every class's query at the time shown, and the weights V as the tokens see them,
 * at the start and then. */

#include "figures/kit/number.h"
#include "figures/panels/dynamics/joint-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static const char *const names[] = { "entropy", NULL };

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
  mark->rise = 0.35;
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
  ipl_plot_set_rows (plot, "token", shown.M);
  for (gsize k = 0; k < shown.K; k++)
    ipl_plot_add_column (plot, g_strdup_printf ("class %" G_GSIZE_FORMAT, k + 1),
                         (IplNumbers){ b.data + k, shown.M, shown.K, NULL });
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

static void
describe_attention (GString *text, const IplView *view)
{
  IplJointView shown;
  const double *b;
  gsize best = 0;

  ipl_joint_view_init (&shown, view);
  b = ipl_joint_view_get (&shown, "attention");
  for (gsize n = 0; n < shown.M * shown.K; n++)
    if (b[n] > b[best])
      best = n;
  g_autofree char *value = ipl_number_text (b[best], 3);
  g_string_append_printf (
      text,
      "What the query of each of %" G_GSIZE_FORMAT " classes attends to among %" G_GSIZE_FORMAT
      " tokens. Most attention has token %" G_GSIZE_FORMAT " in class %" G_GSIZE_FORMAT ": %s.",
      shown.K, shown.M, best / shown.K + 1, best % shown.K + 1, value);
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

const IplPanel ipl_panel_joint_attention = {
  .id = "joint-attention",
  .title = "Attention by class",
  .experiment = "joma-joint",
  .build = build_attention,
  .edit = edit,
  .say = ipl_joint_view_say,
  .describe = describe_attention,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};

static void
build_weights (IplPlot *plot, const IplView *view)
{
  const guint moments[] = { 0, view->moment };
  IplNumbers V[2];
  IplJointView shown;

  ipl_joint_view_init (&shown, view);
  plot->beside = 1.1;
  for (guint i = 0; i < 2; i++)
    {
      V[i] = ipl_numbers_at (view->trajectory, "V", moments[i]);
      IplPlotAxes *map = ipl_plot_add_map (plot, shown.M, shown.K, V[i]);
      g_autofree char *time
          = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[moments[i]]);

      ipl_plot_scale_map (plot, map, "V", moments[i]);
      map->map_spec.diverging = TRUE;
      map->map_spec.row_title = "token";
      map->map_spec.column_title = "hidden unit";
      map->map_spec.bar_title = ipl_plot_keep (plot, g_strdup_printf ("<i>V</i> at %s", time));
      map->shown_column = (int)shown.shown_class;
    }
  ipl_plot_add_cell_columns (plot, ipl_plot_get_axes (plot, 0), "token", "hidden unit",
                             "V at the start");
  ipl_plot_add_column (plot, g_strdup ("V"), V[1]);
}

static void
describe_weights (GString *text, const IplView *view)
{
  IplJointView shown;
  const double *V;
  gsize best = 0;

  ipl_joint_view_init (&shown, view);
  V = ipl_joint_view_get (&shown, "V");
  for (gsize n = 0; n < shown.M * shown.K; n++)
    if (fabs (V[n]) > fabs (V[best]))
      best = n;
  g_autofree char *value = ipl_number_text (V[best], 3);
  g_string_append_printf (text,
                          "Weights of %" G_GSIZE_FORMAT " hidden units over %" G_GSIZE_FORMAT
                          " tokens, at the start and at the time shown. The largest is %s, of "
                          "token %" G_GSIZE_FORMAT " and unit %" G_GSIZE_FORMAT ".",
                          shown.K, shown.M, value, best / shown.K + 1, best % shown.K + 1);
  ipl_describe_moment (text, view);
}

const IplPanel ipl_panel_joint_weights = {
  .id = "joint-weights",
  .title = "All weights",
  .experiment = "joma-joint",
  .build = build_weights,
  .say = ipl_joint_view_say,
  .describe = describe_weights,
  .height_narrow = 1.3,
  .height_wide = 0.5,
};
