/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A quantity of a program's own with a panel that shows it: how many paths carry U, the squared
 * trace over the sum of squares of its diagonal. All it takes is this file and a line in
 * toy-table.c. */

#include "toy-table.h"

#include "figures/kit/frame.h"

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

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const char *more, *sentence = empty (view, &more);

  if (sentence != NULL)
    ipl_empty_draw_alone (style, cr, width, height, sentence, more);
  else
    {
      cairo_rectangle (cr, 0, 0, width * *get (view) / (double)view->the_case->Pi, height);
      ipl_set_color (cr, style->ink, 1);
      cairo_fill (cr);
    }
}

static void
describe (GString *text, const IplView *view)
{
  if (get (view) != NULL)
    g_string_append_printf (text, "%.6f paths carry U.", *get (view));
}

static void
table (GString *text, const IplView *view)
{
  if (get (view) != NULL)
    g_string_append_printf (text, "carriers\n%.6f\n", *get (view));
}

const IplPanel toy_quantity_panel = {
  .id = "toy-carriers",
  .title = "Paths that carry U",
  .needs = IPL_NEEDS_THEORY | IPL_NEEDS_REGISTERED,
  .empty = empty,
  .draw = draw,
  .describe = describe,
  .table = table,
  .height_narrow = 0.5,
  .height_wide = 0.3,
};
