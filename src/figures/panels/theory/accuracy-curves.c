/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The curves beside that of the theory: what is left of U, and the mean over seeds. */

#include "figures/panels/theory/accuracy-curves.h"

#include "figures/panels/theory/accuracy-parts.h"
#include "figures/panels/theory/accuracy-seeds.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

/* Of the height of a letter: a hatched column, and between its lines. */
#define AWAITED_WIDTH 0.9
#define AWAITED_SPACING 0.4

#define BAND_ALPHA 0.22

static IplColor
seeds_color (const IplAccuracyLayout *layout, const IplStyle *style)
{
  return ipl_accuracy_layout_color (layout, style, ipl_accuracy_seeds_color (style), FALSE);
}

static void
draw_mark (const IplAccuracyLayout *layout, const IplStyle *style, cairo_t *cr,
           const IplSolution *row, IplAccuracyPart part)
{
  double value = ipl_accuracy_part_value (row, part);

  if (isfinite (value) && !row->setting.gp)
    ipl_draw_marker (cr, style, ipl_accuracy_part_marker (part),
                     ipl_accuracy_layout_color (layout, style,
                                                ipl_accuracy_part_color (style, part), FALSE),
                     ipl_accuracy_layout_at (layout, row), ipl_accuracy_layout_y (layout, value),
                     0.3 * style->font_pt, ipl_solution_is_doubtful (row));
}

static void
draw_part (const IplAccuracyLayout *layout, const IplStyle *style, cairo_t *cr,
           IplAccuracyPart part)
{
  const IplSolution *current = layout->view->current;

  ipl_set_color (
      cr, ipl_accuracy_layout_color (layout, style, ipl_accuracy_part_color (style, part), FALSE),
      1);
  cairo_set_line_width (cr, style->line_pt);
  ipl_set_dash (cr, ipl_accuracy_part_dash (part), style->line_pt);
  for (guint i = 0; i < layout->rows->len; i++)
    {
      const IplSolution *row = ipl_accuracy_layout_row (layout, i);
      double value = ipl_accuracy_part_value (row, part);

      if (!isfinite (value) || row->setting.gp || ipl_solution_is_doubtful (row))
        cairo_new_sub_path (cr);
      else
        cairo_line_to (cr, ipl_accuracy_layout_at (layout, row),
                       ipl_accuracy_layout_y (layout, value));
    }
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (guint i = 0; i < layout->rows->len; i++)
    draw_mark (layout, style, cr, ipl_accuracy_layout_row (layout, i), part);
  if (current != NULL && ipl_view_current_row (layout->view) < 0)
    draw_mark (layout, style, cr, current, part);
}

void
ipl_accuracy_curves_draw_parts (const IplAccuracyLayout *layout, const IplStyle *style, cairo_t *cr)
{
  for (int part = IPL_N_PARTS - 1; part >= 0; part--)
    if (ipl_accuracy_part_is_shown (layout->view, part))
      draw_part (layout, style, cr, part);
}

/* The finite rows by rising width; (transfer full). */
static guint *
order_rows (const IplSeedMean *seeds, guint *n)
{
  guint *order = g_new (guint, seeds->n_rows + 1);

  *n = 0;
  for (guint i = 0; i < seeds->n_rows; i++)
    {
      guint at, width = ipl_setting_largest_width (&seeds->settings[i]);

      if (seeds->settings[i].gp || !isfinite (ipl_accuracy_seeds_row (seeds, i).mean))
        continue;
      for (at = (*n)++; at > 0; at--)
        {
          if (ipl_setting_largest_width (&seeds->settings[order[at - 1]]) <= width)
            break;
          order[at] = order[at - 1];
        }
      order[at] = i;
    }
  return order;
}

static void
point (const IplAccuracyLayout *layout, const IplSeedMean *seeds, guint row, double sds, double *x,
       double *y)
{
  IplSeedSpread spread = ipl_accuracy_seeds_row (seeds, row);
  double value = spread.mean + sds * spread.sd;

  *x = ipl_accuracy_layout_x (layout, ipl_setting_largest_width (&seeds->settings[row]));
  *y = ipl_accuracy_layout_y (layout, CLAMP (value, layout->y.lo, layout->y.hi));
}

/* Below all curves. */
void
ipl_accuracy_curves_draw_seeds_band (const IplAccuracyLayout *layout, const IplStyle *style,
                                     cairo_t *cr)
{
  const IplSeedMean *seeds = layout->view->seeds;
  g_autofree guint *order = NULL;
  double x, y;
  guint n;

  if (!ipl_accuracy_seeds_are_shown (layout->view))
    return;
  order = order_rows (seeds, &n);
  for (guint i = 0; i < n; i++)
    {
      point (layout, seeds, order[i], 1, &x, &y);
      cairo_line_to (cr, x, y);
    }
  for (guint i = n; i > 0; i--)
    {
      point (layout, seeds, order[i - 1], -1, &x, &y);
      cairo_line_to (cr, x, y);
    }
  cairo_close_path (cr);
  ipl_set_color (cr, seeds_color (layout, style), BAND_ALPHA);
  cairo_fill (cr);
}

/* The means of the GP limits stand side by side where their lines end. */
static void
draw_gp (const IplAccuracyLayout *layout, const IplStyle *style, cairo_t *cr, guint line)
{
  const IplSeedMean *seeds = layout->view->seeds;
  IplSeedSpread spread = ipl_accuracy_seeds_line (seeds, line);
  double cap = 0.2 * style->font_pt, room = 2 * (layout->right - layout->gp_x) - 2 * cap;
  double x
      = layout->gp_x + room * ((line + 0.5) / seeds->n_lines - 0.5) * (seeds->n_lines > 1 ? 1 : 0);
  double low, high, y;

  if (!isfinite (spread.mean))
    return;
  low = ipl_accuracy_layout_y (layout, MAX (spread.mean - spread.sd, layout->y.lo));
  high = ipl_accuracy_layout_y (layout, MIN (spread.mean + spread.sd, layout->y.hi));
  y = ipl_accuracy_layout_y (layout, spread.mean);
  ipl_set_color (cr,
                 ipl_accuracy_layout_color (layout, style,
                                            ipl_accuracy_gp_color (layout, style, 0, line), TRUE),
                 1);
  cairo_set_line_width (cr, 0.8 * style->line_pt);
  cairo_move_to (cr, x, low);
  cairo_line_to (cr, x, high);
  cairo_stroke (cr);
  cairo_set_line_width (cr, 1.8 * style->line_pt);
  cairo_move_to (cr, x - cap, y);
  cairo_line_to (cr, x + cap, y);
  cairo_stroke (cr);
}

void
ipl_accuracy_curves_draw_seeds_lines (const IplAccuracyLayout *layout, const IplStyle *style,
                                      cairo_t *cr)
{
  const IplSeedMean *seeds = layout->view->seeds;
  g_autofree guint *order = NULL;
  double x, y;
  guint n;

  if (!ipl_accuracy_seeds_are_shown (layout->view))
    return;
  order = order_rows (seeds, &n);
  for (guint i = 0; i < n; i++)
    {
      point (layout, seeds, order[i], 0, &x, &y);
      cairo_line_to (cr, x, y);
    }
  ipl_set_color (cr, seeds_color (layout, style), 1);
  cairo_set_line_width (cr, 1.2 * style->line_pt);
  cairo_stroke (cr);
  /* A ring around the cross of the theory, which is at the same place where both are there. */
  for (guint i = 0; seeds->n == 1 && i < n; i++)
    {
      point (layout, seeds, order[i], 0, &x, &y);
      ipl_draw_dot (cr, style, seeds_color (layout, style), x, y, 0.45 * style->font_pt, TRUE);
    }
  for (guint k = 0; k < seeds->n_lines && seeds->n > 1; k++)
    draw_gp (layout, style, cr, k);
}

/* Lines from the lower left to the upper right in a rectangle. */
static void
hatch (const IplStyle *style, const IplRect *at, IplColor color, cairo_t *cr)
{
  double step = AWAITED_SPACING * style->font_pt;

  cairo_save (cr);
  cairo_rectangle (cr, at->x, at->y, at->w, at->h);
  cairo_clip (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, color, 0.8);
  for (double y = at->y; y < at->y + at->h + at->w; y += step)
    {
      cairo_move_to (cr, at->x, y);
      cairo_line_to (cr, at->x + at->w, y - at->w);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Rows that are computed elsewhere: hatched where seeds are not there, from the axis up, as high as
 * the share of them. */
void
ipl_accuracy_curves_draw_awaited (const IplAccuracyLayout *layout, const IplStyle *style,
                                  cairo_t *cr)
{
  const IplView *view = layout->view;
  double w = AWAITED_WIDTH * style->font_pt;

  for (guint i = 0; i < view->n_awaited; i++)
    {
      const IplAwaited *awaited = &view->awaited[i];
      double x
          = awaited->setting.gp
                ? layout->gp_x
                : ipl_accuracy_layout_x (layout, ipl_setting_largest_width (&awaited->setting));
      double h = layout->plot.h * (awaited->n - awaited->done) / MAX (awaited->n, 1);
      IplRect at = { x - w / 2, layout->plot.y + layout->plot.h - h, w, h };

      hatch (style, &at,
             awaited->failed > 0 ? ipl_style_verdict_color (style, FALSE) : style->faint, cr);
    }
}
