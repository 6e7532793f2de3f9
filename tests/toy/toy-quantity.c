/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A quantity of a program's own with a panel that shows it: how many paths carry U, the squared
 * trace over the sum of squares of its diagonal. All it takes is this file and a line in
 * toy-table.c. */

#include "toy-table.h"

#include "figures/plot/plot.h"

static gpointer
make (const IplQuantityInput *input, gpointer *cache, GCancellable *cancellable, GError **error)
{
  gsize Pi = input->the_case->info.Pi;
  double sum = 0, squares = 0;
  double *value = g_rc_box_new (double);

  for (gsize p = 0; p < Pi; p++)
    {
      double u = input->current->U[p * Pi + p];

      sum += u;
      squares += u * u;
    }
  *value = sum * sum / squares;
  return value;
}

const IplQuantity toy_quantity = {
  .id = "toy-carriers",
  .needs = IPL_NEEDS_REGISTERED,
  .depends = IPL_DEPENDS_CURRENT,
  .make = make,
  .ref = g_rc_box_acquire,
  .unref = g_rc_box_release,
};

static const double *
get (const IplView *view)
{
  return ipl_quantities_get (&view->made, &toy_quantity);
}

static const char *
empty (const IplView *view, const char **more)
{
  *more = "it is made while it is in sight";
  return get (view) != NULL ? NULL : "Not counted yet";
}

/* Its drawing, its table and its script are made from this. */
static void
build (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  double *x = ipl_plot_new_numbers (plot, 1), *y = ipl_plot_new_numbers (plot, 1);

  if (get (view) == NULL)
    return;
  *x = 1;
  *y = *get (view);
  ipl_axes_add_bars (axes, ipl_numbers (x, 1), ipl_numbers (y, 1), IPL_ROLE (THEORY), NULL);
  axes->y.title = "paths that carry <i>U</i>";
  ipl_plot_set_rows (plot, "case", 1);
  ipl_plot_add_column (plot, g_strdup ("carriers"), ipl_numbers (y, 1));
}

static void
describe (GString *text, const IplView *view)
{
  if (get (view) != NULL)
    g_string_append_printf (text, "%.6f paths carry U.", *get (view));
}

const IplPanel toy_quantity_panel = {
  .id = "toy-carriers",
  .title = "Paths that carry U",
  .needs = IPL_NEEDS_THEORY | IPL_NEEDS_REGISTERED,
  .empty = empty,
  .build = build,
  .describe = describe,
  .height_narrow = 0.5,
  .height_wide = 0.3,
};
