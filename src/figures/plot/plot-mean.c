/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Means over seeds against time, in bands of their standard deviations. */

#include "figures/plot/plot.h"

/* Of @n numbers of an array of the view's trajectory, from @first on and @apart, one of each seed.
 * Returns: the line of the mean; the band is there where there are several seeds */
IplMark *
ipl_plot_add_mean (IplPlot *self, IplPlotAxes *axes, const IplTrajectoryArray *array, gsize first,
                   gsize apart, gsize n, IplRole role, char *label_take)
{
  const IplTrajectory *trajectory = self->view->trajectory;
  guint S = trajectory->S;
  IplNumbers time = ipl_numbers (trajectory->time, S);
  double *mean = ipl_plot_new_numbers (self, S), *lo = ipl_plot_new_numbers (self, S);
  double *hi = ipl_plot_new_numbers (self, S), sd;

  for (guint s = 0; s < S; s++)
    {
      mean[s] = ipl_trajectory_array_mean (array, s, first, apart, n, &sd);
      lo[s] = mean[s] - sd;
      hi[s] = mean[s] + sd;
    }
  if (n > 1)
    ipl_axes_add_band (axes, time, ipl_numbers (lo, S), ipl_numbers (hi, S), role, NULL);
  return ipl_axes_add_line (axes, time, ipl_numbers (mean, S), role, label_take);
}

/* A key of the bands. */
void
ipl_axes_add_seeds_key (IplPlotAxes *self, gsize n)
{
  IplRole pale = { .kind = IPL_ROLE_FAINT, .fade = 0.6 };

  if (n > 1)
    ipl_axes_add_key (self, IPL_KEY_BAR, pale,
                      g_strdup_printf ("± sd of %" G_GSIZE_FORMAT " seeds", n));
}
