/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Accuracy of a probed model as heads of all layers are removed, an order a line. */

#include "core/probe/probe-prune.h"
#include "figures/kit/number.h"
#include "figures/panels/probe/probe-view.h"
#include "figures/plot/plot.h"

#include <math.h>

/* As in the figure of pruning. */
static const struct
{
  const char *name, *brief;
  guint rank; /* of its colour */
  IplMarker marker;
} orders[IPL_PROBE_N_ORDERS] = {
  [IPL_PROBE_BY_SCORE] = { "lowest score first", "lowest score", 1, IPL_MARKER_SQUARE },
  [IPL_PROBE_BY_GRADIENT] = { "lowest gradient first", "lowest gradient", 4, IPL_MARKER_TRIANGLE },
  [IPL_PROBE_BY_ENTROPY] = { "highest entropy first", "highest entropy", 6, IPL_MARKER_DIAMOND },
  [IPL_PROBE_BY_NORM] = { "lowest norm first", "lowest norm", 3, IPL_MARKER_TRIANGLE_DOWN },
  [IPL_PROBE_BY_DROP] = { "lowest drop first", "lowest drop", 0, IPL_MARKER_DOT },
};

static const char *
empty (const IplView *view, const char **more)
{
  *more = "export-attention.py --prune removes them.";
  return ipl_trajectory_find (view->trajectory, "prune_accuracy") == NULL
             ? "No heads have been removed from the model."
             : NULL;
}

static gsize
count_points (const IplView *view)
{
  return ipl_trajectory_find (view->trajectory, "prune_accuracy")->shape[1];
}

/* [points] of an order, those at random after the others. */
static const double *
get_row (const IplView *view, guint row)
{
  return ipl_trajectory_get (view->trajectory, "prune_accuracy", 0) + row * count_points (view);
}

/* The mean, the least and the largest of the random orders without as many heads; NaN where that is
 * not known. */
static void
find_random (const IplView *view, gsize removed, double *mean, double *low, double *high)
{
  *mean = 0;
  *low = INFINITY;
  *high = -INFINITY;
  for (guint r = 0; r < IPL_PROBE_N_RANDOM; r++)
    {
      double accuracy = get_row (view, IPL_PROBE_N_ORDERS + r)[removed];

      *mean += accuracy / IPL_PROBE_N_RANDOM;
      *low = fmin (*low, accuracy);
      *high = fmax (*high, accuracy);
    }
  if (isnan (*mean))
    *low = *high = NAN;
}

static gboolean
is_known (const IplView *view, gsize removed)
{
  guint n_rows = IPL_PROBE_N_ORDERS + IPL_PROBE_N_RANDOM;

  for (guint r = 0; r < n_rows; r++)
    if (isfinite (get_row (view, r)[removed]))
      return TRUE;
  return FALSE;
}

static void
set_step (IplTarget *target, gsize i, gconstpointer data)
{
  target->step = (int)((const double *)data)[i];
}

static gboolean
has_step (const IplTarget *target, gsize i, gconstpointer data)
{
  return target->step >= 0 && target->step == (int)((const double *)data)[i];
}

static const IplItems steps = { "step", set_step, has_step };

static void
add_random (IplPlot *plot, IplPlotAxes *axes, const IplView *view, IplNumbers x)
{
  double *mean = ipl_plot_new_numbers (plot, x.n), *low = ipl_plot_new_numbers (plot, x.n);
  double *high = ipl_plot_new_numbers (plot, x.n);
  IplMark *mark;

  for (gsize i = 0; i < x.n; i++)
    find_random (view, (gsize)x.data[i], &mean[i], &low[i], &high[i]);
  ipl_axes_add_band (axes, x, ipl_numbers (low, x.n), ipl_numbers (high, x.n), IPL_ROLE (FAINT),
                     NULL)
      ->alpha
      = 0.28;
  mark = ipl_axes_add_line (axes, x, ipl_numbers (mean, x.n), IPL_ROLE (FAINT),
                            g_strdup_printf ("%d random orders, lowest to highest",
                                             IPL_PROBE_N_RANDOM));
  mark->brief = g_strdup ("random");
  mark->dash = IPL_DASH_DASH_DOT;
  mark->is_plain = TRUE;
  ipl_plot_add_column (plot, g_strdup ("at random, mean"), ipl_numbers (mean, x.n));
  ipl_plot_add_column (plot, g_strdup ("lowest"), ipl_numbers (low, x.n));
  ipl_plot_add_column (plot, g_strdup ("highest"), ipl_numbers (high, x.n));
}

static void
add_order (IplPlot *plot, IplPlotAxes *axes, const IplView *view, IplProbeOrder o, IplNumbers x)
{
  const IplRole role = IPL_ROLE_OF (SERIES, orders[o].rank);
  double *y = ipl_plot_new_numbers (plot, x.n);
  IplNumbers numbers = ipl_numbers (y, x.n);
  gboolean any = FALSE;
  IplMark *mark;

  for (gsize i = 0; i < x.n; i++)
    {
      y[i] = get_row (view, o)[(gsize)x.data[i]];
      any = any || isfinite (y[i]);
    }
  if (!any)
    return;
  mark = ipl_axes_add_line (axes, x, numbers, role, g_strdup (orders[o].name));
  mark->brief = g_strdup (orders[o].brief);
  mark->is_plain = TRUE;
  mark->key = IPL_KEY_LINE_MARKER;
  mark->marker = orders[o].marker;
  mark = ipl_axes_add_points (axes, x, numbers, role, NULL);
  mark->marker = orders[o].marker;
  mark->size = 0.24;
  mark->items = &steps;
  mark->item_data = x.data;
  mark->by_x = TRUE;
  ipl_plot_add_column (plot, g_strdup (orders[o].name), numbers);
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  double *removed;
  gsize n = 0;

  axes->x.title = "heads removed";
  axes->x.brief = "removed";
  axes->x.whole = TRUE;
  axes->x.pad = 0.04;
  axes->y.title = "test accuracy";
  axes->y.brief = "accuracy";
  axes->y.share = TRUE;
  axes->y.pad = 0.05;
  if (ipl_trajectory_find (view->trajectory, "prune_accuracy") == NULL)
    return;
  removed = ipl_plot_new_numbers (plot, count_points (view));
  for (gsize k = 0; k < count_points (view); k++)
    if (is_known (view, k))
      removed[n++] = (double)k;
  ipl_plot_set_rows (plot, NULL, n);
  ipl_plot_add_column (plot, g_strdup ("heads removed"), ipl_numbers (removed, n));
  add_random (plot, axes, view, ipl_numbers (removed, n));
  for (guint o = IPL_PROBE_N_ORDERS; o-- > 0;)
    add_order (plot, axes, view, o, ipl_numbers (removed, n));
}

/* "Without 3 heads: lowest score first 0.75, .., at random 0.7 (0.6 to 0.8)". */
static char *
say (const IplTarget *target, const IplView *view)
{
  double mean, low, high;
  GString *text;

  if (target->step < 0 || ipl_trajectory_find (view->trajectory, "prune_accuracy") == NULL
      || (gsize)target->step >= count_points (view) || !is_known (view, (gsize)target->step))
    return NULL;
  text = g_string_new (NULL);
  g_string_printf (text, "Accuracy without %d head%s:", target->step, target->step == 1 ? "" : "s");
  for (guint o = 0; o < IPL_PROBE_N_ORDERS; o++)
    {
      double accuracy = get_row (view, o)[target->step];
      g_autofree char *words = g_strdup_printf (" %s ", orders[o].name);

      if (!isfinite (accuracy))
        continue;
      ipl_number_append (text, words, accuracy, 3);
      g_string_append_c (text, ',');
    }
  find_random (view, (gsize)target->step, &mean, &low, &high);
  if (!isfinite (mean))
    {
      g_string_truncate (text, text->len - 1);
      return g_string_free (text, FALSE);
    }
  ipl_number_append (text, " at random ", mean, 3);
  ipl_number_append (text, " (", low, 3);
  ipl_number_append (text, " to ", high, 3);
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/* The number of removed heads halfway. */
static void
describe (GString *text, const IplView *view)
{
  g_autofree char *halfway = NULL;
  IplTarget target = IPL_TARGET_NONE;

  g_string_append (text,
                   "Accuracy of the model as heads of all layers are removed, in the order of "
                   "the theory’s score, of the model’s own measures and at random.");
  if (ipl_trajectory_find (view->trajectory, "prune_accuracy") == NULL)
    return;
  target.step = (int)(count_points (view) / 2);
  while (target.step > 0 && !is_known (view, (gsize)target.step))
    target.step--;
  halfway = say (&target, view);
  if (halfway != NULL)
    g_string_append_printf (text, " %s.", halfway);
}

const IplPanel ipl_panel_probe_pruning = {
  .id = "probe-pruning",
  .title = "Accuracy as heads are removed",
  .experiment = "probe",
  .empty = empty,
  .is_extra = TRUE,
  .build = build,
  .say = say,
  .describe = describe,
  .ranges = IPL_RANGE_XY,
  .height_narrow = 0.75,
  .height_wide = 0.5,
};
