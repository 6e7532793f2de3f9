/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Critical points: the gradient field across its zero, and the accuracy of its local form for
 * the dynamics. */

#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static IplNumbers
constant (const IplView *view, const char *name)
{
  return ipl_numbers_at (view->trajectory, name, 0);
}

static double
number (const IplView *view, const char *name)
{
  return *ipl_trajectory_get (view->trajectory, name, 0);
}

/* Stride of the samples drawn. */
#define APART 4

static IplNumbers
every_fourth (IplNumbers numbers)
{
  return (IplNumbers){ numbers.data, (numbers.n + APART - 1) / APART, APART, NULL };
}

static void
add_samples (IplPlot *plot, IplPlotAxes *axes, const IplView *view, IplNumbers field)
{
  IplNumbers ray = constant (view, "way"), sampled = constant (view, "way_sampled");
  IplNumbers error = constant (view, "way_error"), errors = every_fourth (error);
  IplNumbers at = every_fourth (ray), some = every_fourth (sampled);

  ipl_axes_add (axes, (IplMark){ IPL_MARK_INTERVAL, .x = at, .role = IPL_ROLE (SAMPLED),
                                 .lo = ipl_plot_add_numbers (plot, some, errors, -1),
                                 .hi = ipl_plot_add_numbers (plot, some, errors, 1) });
  ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = at, .y = some, .role = IPL_ROLE (SAMPLED),
                                 .label = g_strdup ("Monte Carlo"), .error = errors, .size = 0.22,
                                 .items = &ipl_items_row });
  ipl_axes_list_numbers (axes, at, every_fourth (field), "quadrature");
  ipl_axes_list_numbers (axes, ray, sampled, "Monte Carlo")->error = error;
}

static void
build_field (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  IplNumbers ray = constant (view, "way"), field = constant (view, "way_field");
  IplNumbers mu = constant (view, "mu");
  double *local = ipl_plot_new_numbers (plot, ray.n), length = 0;

  for (gsize m = 0; m < mu.n; m++)
    length += mu.data[m] * mu.data[m];
  for (gsize i = 0; i < ray.n; i++)
    local[i] = number (view, "curvature") * sqrt (length) * (1 - ray.data[i]);
  ipl_axes_add_rule (axes, 0, 0, IPL_ROLE (FAINT), NULL)->weight = 0.6;
  ipl_axes_add (axes, (IplMark){ .x = ray,
                                 .y = field,
                                 .role = IPL_ROLE (THEORY),
                                 .label = g_strdup ("quadrature") });
  add_samples (plot, axes, view, field);
  ipl_axes_add (axes, (IplMark){ .x = ray,
                                 .y = ipl_numbers (local, ray.n),
                                 .role = IPL_ROLE (ACCENT),
                                 .dash = IPL_DASH_DASHED,
                                 .label = g_strdup ("<i>c</i>(<i>μ</i> − <i>v</i>)") });
  axes->x = (IplPlotAxis){ "<i>v</i> over <i>μ</i>", NULL, NAN, NAN };
  axes->y = (IplPlotAxis){ "field along <i>μ</i>", "field", NAN, NAN, .pad = 0.05 };
  ipl_plot_add_note (plot, "Zeros that are found: %" G_GSIZE_FORMAT ".",
                     constant (view, "zero_eigenvalue").n);
}

const IplPanel ipl_panel_critical_field = {
  .id = "critical-field",
  .title = "Gradient and its zero",
  .experiment = "critical-points",
  .build = build_field,
  .sentence = "The gradient of the unit's weights v, on the line from 0 through the zero mu to 2 "
              "mu: its part along mu, by quadrature and by Monte Carlo, with the "
              "local form.",
  .ranges = IPL_RANGE_XY,
  .height_narrow = 0.62,
  .height_wide = 0.4,
};

static void
build_times (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  IplNumbers time = constant (view, "time_to_90"), local = constant (view, "time_to_90_local");
  g_autofree char *order = ipl_number_fixed (number (view, "order_correlation"), 3);
  g_autofree char *factor = ipl_number_fixed (number (view, "time_factor"), 2);
  IplMark *mark = ipl_axes_add_rule (axes, 1, 0, IPL_ROLE (FAINT), NULL);

  mark->dash = IPL_DASH_DASHED;
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK),
                    g_strdup_printf ("rank correlation %s", order));
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), g_strdup_printf ("mean factor %s", factor));
  ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = local, .y = time,
                                 .role = IPL_ROLE_OF_N (ORDERED, 0, time.n),
                                 .items = &ipl_items_component, .each = "token",
                                 .color_by_item = TRUE, .unclipped = TRUE });
  ipl_axes_list_numbers (axes, local, constant (view, "mu"), "target mu");
  axes->x = (IplPlotAxis){ "by the local form", NULL, 0, NAN, .pad = 0.06 };
  axes->y = (IplPlotAxis){ "steps to 90 % of <i>μ</i>", "steps", 0, NAN, .pad = 0.06 };
  if (isfinite (number (view, "order_correlation")))
    ipl_plot_add_note (plot, "Rank correlation %s; times differ by a factor of %s on average.",
                       order, factor);
}

const IplPanel ipl_panel_critical_times = {
  .id = "critical-times",
  .title = "Predicted times",
  .experiment = "critical-points",
  .build = build_times,
  .sentence = "Time at which each token reaches 90 % of its target by the gradient of the mixture, "
              "against the time by the local form.",
  .ranges = IPL_RANGE_XY,
  .height_narrow = 0.75,
  .height_wide = 0.45,
};
