/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The kernel of the GP, K and y y^T side by side on one scale, how well they agree, and the
 * eigenvectors that the overlap panel speaks of. */

#include "figures/kit/scribe.h"
#include "figures/kit/text.h"
#include "figures/view/panel.h"
#include "figures/panels/theory/kernel-sum-layout.h"
#include "figures/panels/theory/kernel-words.h"
#include "figures/view/score-text.h"
#include "figures/view/target-kernel.h"
#include "figures/view/target-step.h"
#include "figures/view/theory-doubt.h"
#include "figures/kit/marker.h"

#include <math.h>

/* Text in the middle below or above a kernel, no wider than its place in the row. */
static void
draw_middle (const IplKernelSumLayout *self, const IplStyle *style, cairo_t *cr, guint k,
             const char *markup, IplColor color, double y)
{
  double small = ipl_style_small (style), pitch = self->area[1].x - self->area[0].x;
  double most = pitch - 0.5 * style->font_pt;
  double w = MIN (ipl_text_width (style, markup, small), most);

  ipl_text_draw_fitted (cr, style, markup, small, color,
                        self->area[k].x + (self->area[k].w - w) / 2, y, w);
}

/* −1 and +1 below their examples, where there is room for both. */
static void
draw_classes (const IplKernelSumLayout *self, const IplStyle *style, cairo_t *cr, guint k)
{
  const IplKernelCells *cells = self->picture->cells;
  const IplRect *area = &self->area[k];
  double small = ipl_style_small (style), side = area->w / (double)cells->n;
  double y = area->y + area->h + ipl_axis_tick_length (style);

  ipl_kernel_map_draw_classes (cells, style, cr, area);
  if (!ipl_labels_are_classes (&cells->the_case->labels))
    {
      draw_middle (self, style, cr, k, "by label", style->faint, y);
      return;
    }
  for (guint c = 0; c < cells->n_classes; c++)
    {
      g_autofree char *label
          = ipl_label_text (&cells->the_case->labels, cells->y[cells->class_first[c]], 1);
      double from = cells->class_first[c] * side, to = cells->class_first[c + 1] * side;

      if (ipl_text_width (style, label, small) < 0.9 * (to - from))
        ipl_text_draw (cr, style, label, small, style->faint, area->x + (from + to) / 2, y, 0.5, 0);
    }
}

/* A number an example, up and down from the middle. */
static void
draw_strip (const IplKernelSumLayout *self, const IplStyle *style, cairo_t *cr, guint k)
{
  const IplRect *strip = &self->strip[k];
  gsize n = self->picture->cells->n;
  double side = strip->w / (double)n, middle = strip->y + strip->h / 2;

  for (gsize c = 0; c < n; c++)
    {
      double h
          = isfinite (self->vector[k][c]) ? self->vector[k][c] / self->largest * strip->h / 2 : 0;

      cairo_rectangle (cr, strip->x + (double)c * side, h > 0 ? middle - h : middle, side,
                       fabs (h));
    }
  ipl_set_color (
      cr, k == IPL_SUM_GP ? ipl_style_gp_color (style, 0) : ipl_style_theory_color (style), 1);
  cairo_fill (cr);
  cairo_move_to (cr, strip->x, middle);
  cairo_line_to (cr, strip->x + strip->w, middle);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
  draw_middle (self, style, cr, k, self->strip_title[k], style->ink,
               strip->y + strip->h + 0.1 * style->font_pt);
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplKernelSumLayout *self = data;
  double small = ipl_style_small (style), line = ipl_text_height (style, small);
  for (guint k = 0; k < IPL_N_SUMS; k++)
    {
      ipl_part_begin_number (cr, "kernel", k + 1);
      ipl_kernel_map_draw (&self->map[k], &self->range, style, cr, &self->area[k]);
      draw_middle (self, style, cr, k, self->title[k], style->ink, self->area[k].y - 1.35 * line);
      draw_classes (self, style, cr, k);
      for (guint i = 0; i < G_N_ELEMENTS (self->lines[k]); i++)
        if (self->lines[k][i] != NULL)
          draw_middle (self, style, cr, k, self->lines[k][i],
                       k == IPL_SUM_LABELS ? style->faint : style->ink, self->line_y + i * line);
      if (self->vector[k] != NULL)
        draw_strip (self, style, cr, k);
      ipl_part_end (cr);
    }
  if (view->eigenvector > 0 && self->vector[0] == NULL)
    draw_middle (self, style, cr, IPL_SUM_K,
                 self->picture->n_vectors > 0 ? "no such eigenvector"
                                              : "eigenvectors are being computed",
                 style->faint, self->strip[0].y + self->strip[0].h / 2);
  if (ipl_solution_is_doubtful (self->picture->solution))
    ipl_draw_warning (cr, style, style->accent, self->area[IPL_SUM_K].x + 0.5 * small,
                      self->area[IPL_SUM_K].y - 0.65 * line, 0.8 * small);
  ipl_part_begin (cr, "color-bar");
  ipl_kernel_bar_draw (&self->bar, &self->bar_axis, style, cr);
  ipl_part_end (cr);
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const IplKernelSumLayout *self = data;
  int cell = ipl_target_get_kernel_cell (hovered, view);

  for (guint k = 0; k < IPL_N_SUMS && cell >= 0; k++)
    ipl_kernel_draw_cell (style, cr, &self->area[k], self->picture->cells->n, cell, FALSE);
  ipl_kernel_draw_caption (view, style, selected, hovered, cr, 0.2 * style->font_pt, width);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplKernelSumLayout *self = data;
  int cell;

  for (guint k = 0; k < IPL_N_SUMS; k++)
    if (ipl_kernel_map_find (&self->area[k], self->picture->cells->n, x, y, &cell))
      {
        target->step = IPL_TARGET_CELL + cell;
        return TRUE;
      }
  return FALSE;
}

/* From eigenvector to eigenvector. */
static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;

  target.component = from->component < 0 ? 0
                                         : (int)ipl_step_move ((gsize)from->component, dx - dy,
                                                               ipl_view_n_components (view));
  return target;
}

const IplPanel ipl_panel_kernel_sum = {
  .id = "kernel-sum",
  .title = "Kernels and labels",
  .needs = IPL_NEEDS_THEORY | IPL_NEEDS_KERNELS,
  .compares = IPL_COMPARES_BESIDE,
  .empty = ipl_kernels_empty,
  .layout_size = sizeof (IplKernelSumLayout),
  .layout_init = ipl_kernel_sum_layout_init,
  .layout_clear = ipl_kernel_sum_layout_clear,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = step,
  .describe = ipl_describe_kernel_sum,
  .table = ipl_table_kernel_sum,
  .height_narrow = 0.55,
  .height_wide = 0.42,
};
