/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stable rank of every lower MLP matrix, and its largest singular value, against checkpoints. */

#include "figures/plot/plot.h"

static const char *const rank_names[] = { "stable_rank", NULL };
static const char *const spectral_names[] = { "spectral", "frobenius", NULL };

static void
build_rank (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  ipl_axes_add_array (axes, view->trajectory, "stable_rank", "layer");
  axes->y.title = "stable rank";
}

static void
build_spectral (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  ipl_axes_add_array (axes, view->trajectory, "spectral", "layer");
  axes->y.title = "largest singular value";
  axes->y.brief = "|<i>W</i>|<sub>2</sub>";
}

const IplPanel ipl_panel_stable_rank = {
  .id = "stable-rank",
  .title = "Stable rank",
  .experiment = "stable-rank",
  .build = build_rank,
  .sentence = "Stable rank of the lower MLP matrix of every layer against the steps of the "
              "checkpoints: its squared Frobenius norm over its squared largest singular value.",
  .numbers = rank_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_HEIGHTS,
};

const IplPanel ipl_panel_spectral_norm = {
  .id = "spectral-norm",
  .title = "Largest singular value",
  .experiment = "stable-rank",
  .build = build_spectral,
  .sentence = "Largest singular value of the lower MLP matrix of every layer against the steps of "
              "the checkpoints.",
  .numbers = spectral_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_HEIGHTS,
};
