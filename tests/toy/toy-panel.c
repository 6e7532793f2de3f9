/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A panel of a program's own: a bar for the U of every path. All it takes is this file and a line
 * in toy-table.c. */

#include "toy-table.h"

#include "figures/kit/frame.h"
#include "figures/view/path-color.h"
#include "figures/view/target-step.h"
#include "figures/view/target-words.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  gsize n;
  IplRect *bars; /* [n] */
} ToyLayout;

static const char *
empty (const IplView *view, const char **more)
{
  *more = "solve the theory first";
  return view->current ? NULL : "No bars yet";
}

static void
layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
             double height)
{
  ToyLayout *self = layout;
  double largest = 0;
  if (!view->current)
    return;
  self->n = view->the_case->Pi;
  self->bars = g_new0 (IplRect, self->n);
  for (gsize p = 0; p < self->n; p++)
    largest = fmax (largest, view->current->U[p * self->n + p]);
  for (gsize p = 0; p < self->n; p++)
    {
      double h = largest > 0 ? view->current->U[p * self->n + p] / largest * height : 0;
      self->bars[p] = (IplRect){ p * width / self->n, height - h, 0.8 * width / self->n, h };
    }
}

static void
layout_clear (gpointer layout)
{
  g_free (((ToyLayout *)layout)->bars);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const ToyLayout *self = layout;
  for (gsize p = 0; p < self->n; p++)
    {
      cairo_rectangle (cr, self->bars[p].x, self->bars[p].y, self->bars[p].w, self->bars[p].h);
      ipl_set_color (cr, ipl_style_path_color (style, view->the_case, p), 1);
      cairo_fill (cr);
    }
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const ToyLayout *self = layout;
  for (gsize p = 0; p < self->n; p++)
    if (ipl_target_has_path (selected, view->the_case, p)
        || ipl_target_has_path (hovered, view->the_case, p))
      {
        cairo_rectangle (cr, self->bars[p].x, 0, self->bars[p].w, height);
        ipl_set_color (cr, style->accent, 0.4);
        cairo_fill (cr);
      }
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const ToyLayout *self = layout;
  for (gsize p = 0; p < self->n; p++)
    if (x >= self->bars[p].x && x < self->bars[p].x + self->bars[p].w && y >= 0 && y < height)
      {
        target->path = (int)p;
        return TRUE;
      }
  return FALSE;
}

static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  return ipl_target_on_path (
      from->path < 0 ? 0 : ipl_step_move (from->path, dx + dy, view->the_case->Pi));
}

static void
describe (GString *text, const IplView *view)
{
  g_string_append_printf (text, "Toy bars of %" G_GSIZE_FORMAT " paths.", view->the_case->Pi);
  ipl_describe_setting (text, view);
}

static void
table (GString *text, const IplView *view)
{
  gsize Pi = view->the_case->Pi;
  g_string_append (text, "path\tU\n");
  for (gsize p = 0; p < Pi; p++)
    {
      g_string_append_printf (text, "%s\t", view->the_case->path_names[p]);
      ipl_table_number (text, view->current ? view->current->U[p * Pi + p] : NAN);
      g_string_append_c (text, '\n');
    }
}

const IplPanel toy_panel = {
  .id = "toy",
  .title = "Toy bars",
  .needs = IPL_NEEDS_THEORY,
  .empty = empty,
  .layout_size = sizeof (ToyLayout),
  .layout_init = layout_init,
  .layout_clear = layout_clear,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.5,
  .height_wide = 0.3,
};
