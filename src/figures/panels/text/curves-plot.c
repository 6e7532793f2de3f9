/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loss and entropy of attention of any trajectory that has them against time. */

#include "figures/plot/plot.h"

static gboolean
has (const IplView *view, const char *name)
{
  return view->trajectory != NULL && ipl_trajectory_find (view->trajectory, name) != NULL;
}

static gboolean
fits_loss (const IplView *view)
{
  return view->own != NULL && has (view, "loss");
}

static gboolean
fits_entropy (const IplView *view)
{
  return view->own != NULL && has (view, "entropy");
}

static void
build_loss (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  ipl_axes_add_number (axes, view->trajectory, "loss", 0, IPL_ROLE (INK),
                       has (view, "validation_loss") ? g_strdup ("training") : NULL);
  ipl_axes_add_number (axes, view->trajectory, "validation_loss", 0, IPL_ROLE_OF (SERIES, 0),
                       g_strdup ("validation"));
  axes->y.title = "loss";
}

/* One curve a layer, with its dip marked. */
static void
build_entropy (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  ipl_axes_add_array (axes, view->trajectory, "entropy", "layer");
  for (guint m = 0; m < axes->marks->len; m++)
    g_array_index (axes->marks, IplMark, m).dip = TRUE;
  ipl_plot_title_by_array (plot, axes, view->trajectory, "entropy", "entropy");
}

const IplPanel ipl_panel_loss = {
  .id = "loss",
  .title = "Loss",
  .fits = fits_loss,
  .build = build_loss,
  .sentence = "Loss against time.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

const IplPanel ipl_panel_entropy = {
  .id = "entropy",
  .title = "Attention entropy",
  .fits = fits_entropy,
  .build = build_entropy,
  .sentence = "Entropy of attention against time; a triangle marks where it is least.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};
