/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The loss of even pairs while they are learned, against the logarithm of time, and the theorem's.
 */

#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

/* The theorem's loss, 1 / t through the last moment. */
static void
add_theorem (IplPlot *plot, IplPlotAxes *axes, const IplTrajectory *trajectory)
{
  const double *loss = ipl_trajectory_get (trajectory, "loss", trajectory->S - 1);
  double *x = ipl_plot_new_numbers (plot, 2), *y = ipl_plot_new_numbers (plot, 2);
  IplMark *mark;

  x[1] = trajectory->time[trajectory->S - 1];
  x[0] = x[1] / 100;
  y[1] = *loss;
  y[0] = *loss * 100;
  mark = ipl_axes_add_line (axes, ipl_numbers (x, 2), ipl_numbers (y, 2), IPL_ROLE (MUTED),
                            g_strdup ("∝ 1/<i>t</i>"));
  mark->dash = IPL_DASH_DASHED;
  mark->told = IPL_TOLD_NOWHERE;
}

static void
build_loss (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_log_time_axes (plot);

  ipl_axes_add_number (axes, view->trajectory, "loss", 0, IPL_ROLE (INK), g_strdup ("loss"));
  if (view->trajectory->S > 1)
    add_theorem (plot, axes, view->trajectory);
  ipl_axes_tell_array (axes, view->trajectory, "accuracy", IPL_TOLD);
  axes->y.log = TRUE;
  axes->y.title = "loss";
  ipl_plot_add_note (plot,
                     "Over the last tenth of the steps the loss falls as t to the power of %.3f; "
                     "the theorem has −1.",
                     *ipl_trajectory_get (view->trajectory, "loss_slope", 0));
}

const IplPanel ipl_panel_even_pairs_loss = {
  .id = "even-pairs-loss",
  .title = "Loss of even pairs",
  .experiment = "even-pairs-dynamics",
  .build = build_loss,
  .sentence = "Loss over all sequences against steps, both axes logarithmic, beside a line of the "
              "theorem's slope.",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_Y,
  IPL_AGAINST_TIME,
};
