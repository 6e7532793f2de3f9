/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loss and entropy of attention against time. */

#include "core/base/units.h"
#include "figures/plot/plot.h"

static const char *const names[] = { "loss", "entropy", NULL };

static void
build (IplPlot *plot, const IplView *view)
{
  const IplRole roles[] = { IPL_ROLE (INK), IPL_ROLE (THEORY) };

  for (guint i = 0; i < 2; i++)
    {
      IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

      ipl_axes_add_number (axes, view->trajectory, names[i], 0, roles[i], NULL);
      axes->y.title = names[i];
    }
}

const IplPanel ipl_panel_joint_course = {
  .id = "joint-course",
  .title = "Loss and entropy",
  .experiment = "joma-joint",
  .build = build,
  .sentence = "Loss, and the entropy of attention in " IPL_NATS ", against time.",
  .numbers = names,
  .height_narrow = 0.95,
  .height_wide = 0.36,
};
