/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Scan and snap, against the logarithm of steps: attention on every token, and the growth of the
 * most frequent distinct token. */

#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

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
