/* SPDX-License-Identifier: GPL-3.0-or-later */

/* K as a sum, in bars: the mean diagonal of U_pq C_pq of every pair of paths, twice that of two
 * paths, for (q, p) adds the same. */

#include "figures/panels/theory/kernel-sum.h"

#include "figures/kit/number.h"
#include "figures/kit/scribe.h"
#include "figures/kit/text.h"

#include <math.h>

/* Bars at the least for the column to be worth its room, and at the most. */
#define LEAST_BARS 3
#define MOST_BARS 7
/* Between a bar and its number, in em. */
#define NUMBER_GAP 0.3

typedef struct
{
  gsize p, q;
  double adds;
} Pair;

static int
by_size (gconstpointer a, gconstpointer b)
{
  double x = fabs (((const Pair *)a)->adds), y = fabs (((const Pair *)b)->adds);

  return (x < y) - (x > y);
}

/* [Pi (Pi + 1) / 2] what each adds, the largest first. */
static Pair *
list_pairs (const IplKernelPicture *picture, gsize *n)
{
  const IplCase *the_case = picture->cells->the_case;
  gsize Pi = the_case->Pi;
  double each = picture->solution->setting.variances[0] / (double)the_case->train.count;
  Pair *pairs = g_new (Pair, Pi * (Pi + 1) / 2);

  *n = 0;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      {
        double adds
            = each * ipl_kernel_picture_U (picture, p, q) * picture->cells->trace[p * Pi + q];

        pairs[(*n)++] = (Pair){ p, q, p == q ? adds : 2 * adds };
      }
  qsort (pairs, *n, sizeof *pairs, by_size);
  return pairs;
}

static char *
pair_name (const IplView *view, const IplStyle *style, const Pair *pair)
{
  const char *p = ipl_path_short_name (style->chosen, view->the_case, pair->p);
  const char *q = ipl_path_short_name (style->chosen, view->the_case, pair->q);
  g_autofree char *text = pair->p == pair->q ? g_strdup (p) : g_strdup_printf ("%s–%s", p, q);

  return ipl_view_name_markup (text);
}

static void
add (IplKernelBars *self, char *name_take, double from, double to, gboolean is_sum)
{
  IplKernelBar bar = { name_take, from, to, is_sum };

  g_array_append_val (self->bars, bar);
  self->lo = MIN (self->lo, MIN (from, to));
  self->hi = MAX (self->hi, MAX (from, to));
}

static void
bar_clear (gpointer data)
{
  g_free (((IplKernelBar *)data)->name);
}

static char *
number_of (const IplKernelBar *bar)
{
  return ipl_number_markup (bar->to - bar->from, 2);
}

/* Returns: the greatest width of the bars at which every number beside its bar ends within @room.
 */
static double
fitting_width (const IplKernelBars *self, const IplStyle *style, double room)
{
  double small = ipl_style_small (style), gap = NUMBER_GAP * style->font_pt;
  double width = room - gap - ipl_text_width (style, "−0.00", small);

  for (guint i = 0; i < self->bars->len; i++)
    {
      const IplKernelBar *bar = &g_array_index (self->bars, IplKernelBar, i);
      g_autofree char *number = number_of (bar);
      double share = (MAX (bar->from, bar->to) - self->lo) / (self->hi - self->lo);

      if (share > 0)
        width = MIN (width, (room - gap - ipl_text_width (style, number, small)) / share);
    }
  return width;
}

/* As many of the largest as there is room for, the others together, and K. */
void
ipl_kernel_bars_init (IplKernelBars *self, const IplView *view, const IplStyle *style,
                      const IplRect *area)
{
  const IplKernelPicture *picture = view->kernels;
  double small = ipl_style_small (style), row = 1.25 * ipl_text_height (style, small), sum = 0;
  gsize n, rows = (gsize)MAX (area->h / row, 0);
  g_autofree Pair *pairs = list_pairs (picture, &n);
  double widest = 0;

  *self = (IplKernelBars){ 0 };
  if (rows < LEAST_BARS + 1)
    return;
  rows = MIN (MIN (rows - 1, MOST_BARS), n);
  self->bars = g_array_new (FALSE, FALSE, sizeof (IplKernelBar));
  g_array_set_clear_func (self->bars, bar_clear);
  for (gsize i = 0; i < n; i++)
    {
      gboolean is_last = i + 1 == rows && rows < n;
      double before = sum;

      sum += pairs[i].adds;
      for (gsize k = i + 1; is_last && k < n; k++)
        sum += pairs[k].adds;
      add (self,
           is_last ? g_strdup_printf ("%" G_GSIZE_FORMAT " others", n - i)
                   : pair_name (view, style, &pairs[i]),
           before, sum, FALSE);
      if (is_last)
        break;
    }
  add (self, g_strdup ("<i>K</i>"), 0, sum, TRUE);
  for (guint i = 0; i < self->bars->len; i++)
    widest = MAX (widest,
                  ipl_text_width (style, g_array_index (self->bars, IplKernelBar, i).name, small));
  self->name_x = area->x + widest;
  self->area
      = (IplRect){ self->name_x + 0.4 * style->font_pt, area->y,
                   fitting_width (self, style, area->w - widest - 0.4 * style->font_pt), area->h };
  if (self->area.w < 2 * style->font_pt || !(self->hi > self->lo))
    ipl_kernel_bars_clear (self);
}

void
ipl_kernel_bars_clear (IplKernelBars *self)
{
  g_clear_pointer (&self->bars, g_array_unref);
}

static double
place (const IplKernelBars *self, double value)
{
  return self->area.x + (value - self->lo) / (self->hi - self->lo) * self->area.w;
}

static void
draw_bar (const IplKernelBars *self, const IplStyle *style, cairo_t *cr, guint i, double pitch)
{
  const IplKernelBar *bar = &g_array_index (self->bars, IplKernelBar, i);
  double small = ipl_style_small (style), middle = self->area.y + (i + 0.5) * pitch;
  double x0 = place (self, bar->from), x1 = place (self, bar->to), h = 0.6 * pitch;
  g_autofree char *number = number_of (bar);

  cairo_rectangle (cr, MIN (x0, x1), middle - h / 2, MAX (fabs (x1 - x0), 0.3), h);
  ipl_set_color (cr, bar->is_sum ? style->faint : ipl_style_sign_color (style, bar->to < bar->from),
                 1);
  cairo_fill (cr);
  /* The next begins where this ends. */
  if (!bar->is_sum)
    {
      cairo_move_to (cr, x1, middle - h / 2);
      cairo_line_to (cr, x1, middle + pitch + h / 2);
      cairo_set_line_width (cr, ipl_style_hairline (style));
      ipl_set_color (cr, style->faint, 1);
      cairo_stroke (cr);
    }
  ipl_text_draw (cr, style, bar->name, small, style->ink, self->name_x, middle, 1, 0.5);
  ipl_text_draw (cr, style, number, small, style->ink, MAX (x0, x1) + NUMBER_GAP * style->font_pt,
                 middle, 0, 0.5);
}

void
ipl_kernel_bars_draw (const IplKernelBars *self, const IplStyle *style, cairo_t *cr)
{
  double small = ipl_style_small (style), zero, pitch;

  if (self->bars == NULL)
    return;
  ipl_part_begin (cr, "sum");
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  pitch = self->area.h / self->bars->len;
  for (guint i = 0; i < self->bars->len; i++)
    draw_bar (self, style, cr, i, pitch);
  zero = place (self, 0);
  cairo_move_to (cr, zero, self->area.y);
  cairo_line_to (cr, zero, self->area.y + self->area.h);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
  ipl_text_draw (cr, style, "mean diagonal of <i>U C</i>", small, style->ink,
                 self->area.x + self->area.w / 2,
                 self->area.y - 0.35 * ipl_text_height (style, small), 0.5, 1);
  ipl_part_end (cr);
}
