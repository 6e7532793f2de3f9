/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Scan and snap, against the logarithm of steps: attention on every token, and the growth of the
 * most frequent distinct token. */

#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* Rows of the map of attention: the start, and later moments, each at twice the step. */
#define MAX_ROWS 9

/* A rule where the decoder has learned by the theorem. */
static void
add_snap (IplPlotAxes *axes, const IplView *view, char *label_take)
{
  double snap = *ipl_trajectory_get (view->trajectory, "snap", 0);
  IplMark *mark = ipl_axes_add_rule_at_x (axes, snap, IPL_ROLE (MUTED), label_take);

  mark->dash = IPL_DASH_DOTTED;
}

static void
add_theorem (IplPlotAxes *axes, const IplView *view, const char *name, IplRole role,
             const char *label)
{
  IplMark *mark = ipl_axes_add_number (axes, view->trajectory, name, 0, role, g_strdup (label));

  mark->dash = IPL_DASH_DASHED;
  mark->shows_points = FALSE;
}

/* Attention on tokens @t at a moment, the mean over next tokens. */
static double
mean_attention (const IplTrajectory *trajectory, guint moment, gsize t)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, "attention");
  const double *c = ipl_trajectory_get (trajectory, "attention", moment);
  double sum = 0;

  for (gsize f = 0; f < array->shape[0]; f++)
    sum += c[f * array->shape[1] + t];
  return sum / (double)array->shape[0];
}

/* The moments of rows after the first, which is the start: each at about twice the step. */
static guint
list_moments (const IplTrajectory *trajectory, guint moments[MAX_ROWS])
{
  double end = trajectory->time[trajectory->S - 1];
  guint n = 0;

  for (int k = MAX_ROWS - 2; k >= 0; k--)
    {
      guint moment = ipl_trajectory_find_moment (trajectory, MAX (ldexp (end, -k), 1));

      if (n == 0 || moment != moments[n - 1])
        moments[n++] = moment;
    }
  return n;
}

static void
build_attention (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const double *frequency = ipl_trajectory_get (trajectory, "frequency", 0);
  gsize T = ipl_trajectory_find (trajectory, "frequency")->size;
  double *cells = ipl_plot_new_numbers (plot, MAX_ROWS * T), highest = 0;
  const char **names = (const char **)ipl_plot_new_numbers (plot, MAX_ROWS);
  double n_common = *ipl_trajectory_get (trajectory, "n_common", 0);
  guint moments[MAX_ROWS], rows = list_moments (trajectory, moments) + 1;
  IplPlotAxes *map;

  for (guint i = 0; i < rows; i++)
    {
      names[i]
          = i == 0 ? "start"
                   : ipl_plot_keep (plot, g_strdup_printf ("%g", trajectory->time[moments[i - 1]]));
      for (gsize t = 0; t < T; t++)
        {
          cells[i * T + t] = i == 0 ? frequency[t] : mean_attention (trajectory, moments[i - 1], t);
          highest = MAX (highest, cells[i * T + t]);
        }
    }
  map = ipl_plot_add_map (plot, rows, T, ipl_numbers (cells, rows * T));
  map->map_spec.lo = 0;
  map->map_spec.hi = highest;
  map->map_spec.row_names = names;
  map->map_spec.row_title = "step";
  map->map_spec.column_title = "token: common, then distinct";
  map->map_spec.bar_title = "attention <i>c</i>";
  map->column_each = "token";
  if (n_common > 0)
    ipl_axes_add_rule_at_x (map, n_common, IPL_ROLE (PAPER), NULL)->weight = 0.5;
}

const IplPanel ipl_panel_scan_snap_attention = {
  .id = "scan-snap-attention",
  .title = "Attention on every token",
  .experiment = "scan-snap",
  .build = build_attention,
  .sentence = "Attention on every token before a next token, at the start and at later steps: "
              "common tokens first, then the distinct ones, the rarest first. Means over next "
              "tokens, in the limit of long sequences.",
  .height_narrow = 0.6,
  .height_wide = 0.36,
};

static void
build_gain (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_log_time_axes (plot);
  gsize n = ipl_trajectory_find (view->trajectory, "gain")->size;

  for (gsize l = 0; l < n; l++)
    ipl_axes_add_number (axes, view->trajectory, "gain", l, IPL_ROLE_OF_N (ORDERED, l, MAX (n, 7)),
                         l == 0       ? g_strdup ("over the rarest")
                         : l == n - 1 ? g_strdup ("over the next")
                                      : NULL)
        ->each
        = "token";
  add_theorem (axes, view, "growth", IPL_ROLE (INK), "theorem, e<sup>2<i>z</i></sup>");
  add_snap (axes, view, g_strdup ("theorem’s <i>t</i><sub>0</sub>"));
  ipl_axes_tell_array (axes, view->trajectory, "growth_error", IPL_TOLD);
  axes->y.log = TRUE;
  axes->y.title = "growth of relative gain, <i>r</i>(<i>t</i>)/<i>r</i>(0)";
  axes->y.brief = "<i>r</i>/<i>r</i>(0)";
}

const IplPanel ipl_panel_scan_snap_gain = {
  .id = "scan-snap-gain",
  .title = "Relative gain",
  .experiment = "scan-snap",
  .build = build_gain,
  .sentence = "How the relative gain of the most frequent distinct token over each of the others "
              "grows, against steps, both axes logarithmic, beside the theorem's line.",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_Y,
  IPL_AGAINST_TIME,
};
