/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Builds the plot of an IplTimeCurves: recorded arrays against time. */

#include "figures/plot/time-curves.h"

/* (nullable): key of curve @k of @n: "block 1", "2", ...; only the ends have keys if the curve
 * has @last. */
static char *
make_row_key (const IplCurve *curve, gsize k, gsize n)
{
  if (curve->last != NULL)
    return g_strdup (k == 0 ? curve->label : k == n - 1 ? curve->last : NULL);
  return curve->label == NULL ? NULL
         : k == 0             ? g_strdup_printf ("%s 1", curve->label)
                              : g_strdup_printf ("%" G_GSIZE_FORMAT, k + 1);
}

/* Adds one curve for each number of a row. The first key names the item: "block 1", "2", ... */
static void
add_row (IplPlot *plot, IplPlotAxes *axes, const IplTrajectory *trajectory,
         const IplTrajectoryArray *array, const IplCurve *curve)
{
  gsize n = array->shape[array->ndim - 1], rows = array->ndim > 1 ? array->shape[0] : 1;
  gsize first = (curve->row + 1) * (array->size / rows) - n;

  for (gsize k = 0; k < n; k++)
    {
      IplMark *mark = ipl_axes_add_number (axes, trajectory, array->name, first + k,
                                           IPL_ROLE_OF_N (ORDERED, k, MAX (n, 2)),
                                           make_row_key (curve, k, n));

      mark->items = curve->items;
      mark->first = k;
      mark->each = curve->each != NULL ? curve->each : curve->label;
      mark->dash = curve->dash;
      mark->weight = curve->weight > 0 ? curve->weight : 1;
      mark->shows_points = !curve->hides_points;
      if (curve->choose != NULL)
        curve->choose (plot, mark, k, n);
    }
}

static void
add_one (IplPlotAxes *axes, const IplTrajectory *trajectory, const IplCurve *curve,
         gboolean has_key)
{
  IplMark *mark = ipl_axes_add_number (axes, trajectory, curve->array, curve->row, curve->role,
                                       has_key ? g_strdup (curve->label) : NULL);

  mark->each = curve->each;
  mark->dash = curve->dash;
  mark->weight = curve->weight > 0 ? curve->weight : 1;
  mark->shows_points = !curve->hides_points;
}

static void
add_rule (IplPlotAxes *axes, const IplCurve *curve, double at)
{
  IplMark *mark = curve->kind == IPL_TIME_CURVE_TIME
                      ? ipl_axes_add_rule_at_x (axes, at, curve->role, g_strdup (curve->label))
                      : ipl_axes_add_rule (axes, 0, at, curve->role, g_strdup (curve->label));

  mark->dash = curve->dash;
  mark->weight = curve->weight > 0 ? curve->weight : 1;
  mark->in_range = curve->kind == IPL_TIME_CURVE_LEVEL;
}

static void
add_curve (IplPlot *plot, IplPlotAxes *axes, const IplTrajectory *trajectory, const IplCurve *curve,
           gboolean has_key)
{
  const IplTrajectoryArray *array
      = curve->array != NULL ? ipl_trajectory_find (trajectory, curve->array) : NULL;

  if (curve->kind == IPL_TIME_CURVE_ZERO)
    add_rule (axes, curve, 0);
  else if (curve->kind == IPL_TIME_CURVE_KEY)
    ipl_axes_add_key (axes, IPL_KEY_LINE, curve->role, g_strdup (curve->label))->dash = curve->dash;
  if (array == NULL)
    return;
  if (curve->kind == IPL_TIME_CURVE_ONE)
    add_one (axes, trajectory, curve, has_key);
  else if (curve->kind == IPL_TIME_CURVE_ALL)
    ipl_axes_add_array (axes, trajectory, curve->array, curve->label);
  else if (curve->kind == IPL_TIME_CURVE_ROW)
    add_row (plot, axes, trajectory, array, curve);
  else if (curve->kind == IPL_TIME_CURVE_LEVEL || curve->kind == IPL_TIME_CURVE_TIME)
    add_rule (axes, curve, array->values[0]);
  else
    ipl_axes_list_array (axes, trajectory, curve->array,
                         curve->kind == IPL_TIME_CURVE_LISTED ? IPL_LISTED : IPL_LISTED_IN_TABLE);
  for (guint m = 0; plot->panel->curves->marks_least && m < axes->marks->len; m++)
    g_array_index (axes->marks, IplMark, m).dip = TRUE;
}

void
ipl_time_curves_build (IplPlot *plot, const IplView *view)
{
  const IplTimeCurves *self = plot->panel->curves;
  IplPlotAxes *axes[G_N_ELEMENTS (self->y)] = { NULL };
  guint n = 0;

  plot->keys_of_all = self->keys_of_all;
  for (guint c = 0; c < G_N_ELEMENTS (self->curves); c++)
    {
      const IplCurve *curve = &self->curves[c];

      if (curve->array == NULL && curve->label == NULL && curve->kind != IPL_TIME_CURVE_ZERO)
        break;
      n += curve->array != NULL && ipl_trajectory_find (view->trajectory, curve->array) != NULL;
      if (axes[curve->axes] == NULL)
        {
          axes[curve->axes]
              = self->log_time ? ipl_plot_add_log_time_axes (plot) : ipl_plot_add_time_axes (plot);
          axes[curve->axes]->y = self->y[curve->axes];
        }
      if (axes[curve->axes]->y.title == NULL && curve->array != NULL
          && ipl_trajectory_find (view->trajectory, curve->array) != NULL)
        {
          ipl_plot_title_by_array (plot, axes[curve->axes], view->trajectory, curve->array,
                                   self->y[curve->axes].brief);
        }
    }
  for (guint c = 0; c < G_N_ELEMENTS (self->curves); c++)
    if (axes[self->curves[c].axes] != NULL)
      add_curve (plot, axes[self->curves[c].axes], view->trajectory, &self->curves[c],
                 n > 1 || !self->keys_of_several);
  if (self->more != NULL)
    self->more (plot, view);
}
