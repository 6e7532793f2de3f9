/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The loss of even pairs during learning and that of the theorem, against the logarithm of time. */

#include "figures/plot/time-curves.h"

/* Adds the loss of the theorem, C / t through the last moment, and a note on the decay of the
 * loss. */
static void
add_theorem (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const double *loss = ipl_trajectory_get (trajectory, "loss", trajectory->S - 1);
  double *x = ipl_plot_new_numbers (plot, 2), *y = ipl_plot_new_numbers (plot, 2);

  ipl_plot_add_note (plot,
                     "Over the last tenth of the steps the loss falls as t to the power of %.3f; "
                     "the theorem has −1.",
                     *ipl_trajectory_get (trajectory, "loss_slope", 0));
  if (trajectory->S < 2)
    return;
  x[1] = trajectory->time[trajectory->S - 1];
  x[0] = x[1] / 100;
  y[1] = *loss;
  y[0] = *loss * 100;
  ipl_axes_add (ipl_plot_get_axes (plot, 0), (IplMark){ .x = ipl_numbers (x, 2),
                                                        .y = ipl_numbers (y, 2),
                                                        .role = IPL_ROLE (MUTED),
                                                        .label = g_strdup ("∝ 1/<i>t</i>"),
                                                        .dash = IPL_DASH_DASHED,
                                                        .listed = IPL_LISTED_NOWHERE });
}

const IplPanel ipl_panel_even_pairs_loss = {
  .id = "even-pairs-loss",
  .title = "Loss of even pairs",
  .experiment = "even-pairs-dynamics",
  .sentence = "Loss over all sequences against steps, both axes logarithmic, with a line of the "
              "theorem's slope.",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_Y,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "loss", IPL_FREE_RANGE, .log = TRUE } },
                   .curves = { { "loss", "loss" }, { "accuracy", .kind = IPL_TIME_CURVE_LISTED } },
                   .more = add_theorem,
                   .log_time = TRUE },
};
