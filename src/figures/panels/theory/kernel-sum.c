/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The kernel of the GP, K and y y^T side by side on one scale, how well they agree, and the
 * eigenvectors that the overlap panel speaks of. */

#include "figures/kit/marker.h"
#include "figures/kit/number.h"
#include "figures/kit/heat-map.h"
#include "figures/kit/scribe.h"
#include "figures/kit/text.h"
#include "figures/panels/theory/kernel-sum.h"
#include "figures/view/outputs.h"
#include "figures/view/panel.h"
#include "figures/view/words.h"
#include "figures/view/target-words.h"
#include "figures/view/target-step.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

/* The largest product of labels, over the end of the colour scale. */
#define LABELS_SHARE 0.8
/* The share of the width that bars take, and the text sizes from which there are bars. */
#define BARS_SHARE 0.26
#define LEAST_WIDTH 42
/* Lines of text that the bars take above the three. */
#define LEAST_ROWS 9
#define MOST_ROWS 16

/* The factor of each kernel: nothing, or one over its mean diagonal. That of the labels' product is
 * chosen with the colours. */
static void
make_maps (const IplKernelPicture *picture, gboolean normalised, IplKernelMap map[IPL_N_SUMS])
{
  const IplKernelCells *cells = picture->cells;
  double gp = normalised && picture->mean_diagonal_gp > 0 ? 1 / picture->mean_diagonal_gp : 1;
  double K = normalised && picture->mean_diagonal > 0 ? 1 / picture->mean_diagonal : 1;

  map[IPL_SUM_GP] = (IplKernelMap){ .n = cells->n, .values = picture->K_gp, .factor = gp };
  map[IPL_SUM_K] = (IplKernelMap){ .n = cells->n, .values = picture->K, .factor = K };
  map[IPL_SUM_LABELS] = (IplKernelMap){
    .n = cells->n, .y = cells->y, .outputs = cells->the_case->labels.outputs, .factor = 1
  };
}

/* The scale takes in the kernels of a frame. */
static void
include_picture (IplKernelSumLayout *self, const IplKernelPicture *picture, gboolean normalised)
{
  IplKernelMap map[IPL_N_SUMS];
  double mean, sd;

  make_maps (picture, normalised, map);
  for (guint k = 0; k < IPL_SUM_LABELS; k++)
    {
      ipl_kernel_map_find_moments (&map[k], &mean, &sd);
      self->limit = ipl_kernel_limit (self->limit, sd);
    }
}

/* The product of the labels gets the factor at which its colours reach as far as they can. */
static void
choose_maps (IplKernelSumLayout *self, const IplView *view)
{
  const IplQuantities *frame;
  gboolean normalised = view->display.normalised_kernels;
  IplKernelMap *labels = &self->map[IPL_SUM_LABELS];
  double sd, most = 0;

  make_maps (self->picture, normalised, self->map);
  include_picture (self, self->picture, normalised);
  for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL && frame->kernels != NULL; i++)
    include_picture (self, frame->kernels, normalised);
  self->limit = ipl_kernel_limit_finish (self->limit);
  for (gsize i = 0; i < labels->n; i++)
    {
      double length = 0;

      for (guint k = 0; k < labels->outputs; k++)
        length = hypot (length, labels->y[i * labels->outputs + k]);
      most = MAX (most, length);
    }
  labels->factor = most > 0 ? LABELS_SHARE * self->limit / (most * most) : 1;
  for (guint k = 0; k < IPL_N_SUMS; k++)
    ipl_kernel_map_find_moments (&self->map[k], &self->mean[k], &sd);
}

static char *
alignment_text (const char *what, double alignment)
{
  g_autofree char *value = ipl_number_fixed (alignment, 3);

  return isfinite (alignment) ? g_strdup_printf ("%s %s", what, value) : g_strdup (what);
}

static void
make_titles (IplKernelSumLayout *self, const IplView *view)
{
  const IplKernelPicture *picture = self->picture;
  const IplSolution *solution = picture->solution;
  double factor = self->map[IPL_SUM_LABELS].factor;
  g_autofree char *number = ipl_number_markup (factor, 2);
  gboolean several = ipl_view_has_outputs (view);
  const char *product = several ? "<i>Y Y</i>ᵀ" : "<i>y y</i>ᵀ";

  self->title[IPL_SUM_GP] = g_strdup ("GP");
  self->title[IPL_SUM_K] = ipl_view_setting_markup (&solution->setting);
  self->title[IPL_SUM_LABELS]
      = fabs (factor - 1) < 1e-9 ? g_strdup (product) : g_strdup_printf ("%s %s", number, product);
  self->lines[IPL_SUM_GP][0] = alignment_text ("alignment", picture->gp->alignment);
  self->lines[IPL_SUM_K][0] = alignment_text ("alignment", solution->alignment);
  if (!solution->setting.gp)
    self->lines[IPL_SUM_K][1] = alignment_text ("diagonal only", solution->alignment_diagonal);
  self->lines[IPL_SUM_GP][1] = ipl_view_traced_text (view);
  self->lines[IPL_SUM_LABELS][0]
      = g_strdup (several ? "tr <i>Y</i>ᵀ<i>KY</i> / |<i>K</i>||<i>YY</i>ᵀ|"
                          : "<i>y</i>ᵀ<i>Ky</i> / |<i>K</i>||<i>y</i>|²");
  self->lines[IPL_SUM_LABELS][1] = g_strdup (several ? "<i>K</i>, <i>Y</i> about their means"
                                                     : "<i>K</i>, <i>y</i> about their means");
}

static char *
name_vector (const IplSolution *solution, guint k)
{
  gsize size, first = ipl_solution_get_cluster (solution, k, &size);
  g_autofree char *overlap = k < solution->P && solution->overlap != NULL
                                 ? ipl_number_fixed (solution->overlap[k], 3)
                                 : g_strdup ("–");

  return size > 1 ? g_strdup_printf ("one of <i>v</i><sub>%" G_GSIZE_FORMAT "–%" G_GSIZE_FORMAT
                                     "</sub>: %s",
                                     first + 1, first + size, overlap)
                  : g_strdup_printf ("<i>v</i><sub>%u</sub>: overlap %s", k + 1, overlap);
}

static void
choose_vectors (IplKernelSumLayout *self, guint k)
{
  const IplKernelPicture *picture = self->picture;
  gsize n = picture->cells->n;
  double norm = 0;

  if (k >= picture->n_vectors)
    return;
  self->vector[IPL_SUM_GP] = picture->vectors_gp + k * n;
  self->vector[IPL_SUM_K] = picture->vectors + k * n;
  self->strip_title[IPL_SUM_GP] = name_vector (picture->gp, k);
  self->strip_title[IPL_SUM_K] = name_vector (picture->solution, k);
  self->strip_title[IPL_SUM_LABELS] = g_strdup ("<i>y</i> / |<i>y</i>|");
  for (gsize i = 0; i < picture->cells->the_case->train.count; i++)
    norm = hypot (norm, picture->cells->the_case->train.y[i]);
  self->labels = g_new (double, n);
  for (gsize c = 0; c < n; c++)
    self->labels[c] = norm > 0 ? picture->cells->y[c] / norm : 0;
  self->vector[IPL_SUM_LABELS] = self->labels;
  for (guint s = 0; s < IPL_N_SUMS; s++)
    for (gsize c = 0; c < n; c++)
      if (isfinite (self->vector[s][c]))
        self->largest = MAX (self->largest, fabs (self->vector[s][c]));
  if (!(self->largest > 0))
    self->largest = 1;
}

/* Where the three, as wide as can be, leave enough height, the bars stand above them; 0 where they
 * stand at their left. */
static double
find_height_above (double width, double height, double line, double gap, double title_h)
{
  double side = (width - (IPL_N_SUMS - 1) * gap) / IPL_N_SUMS, spare = height - side;

  return spare > LEAST_ROWS * line + title_h + line ? MIN (spare, MOST_ROWS * line + title_h + line)
                                                    : 0;
}

void
ipl_kernel_sum_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                            double width, double height)
{
  IplKernelSumLayout *self = layout;
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double line = ipl_text_height (style, small), bar_w = 0.75 * em, gap = 1.1 * em;
  double tick = ipl_axis_tick_length (style);

  *self = (IplKernelSumLayout){ .picture = view->kernels };
  if (self->picture == NULL)
    return;
  choose_maps (self, view);
  make_titles (self, view);
  if (view->eigenvector > 0)
    choose_vectors (self, view->eigenvector - 1);

  double title_h = 1.5 * line, strip_h = view->eigenvector > 0 ? 2.6 * em : 0;
  double below
      = tick + 1.1 * line /* classes */ + 2.1 * line + (strip_h > 0 ? strip_h + 1.6 * line : 0);
  double plot_h = MAX (height - 2 * margin - title_h - below, 1);

  ipl_axis_init (&self->bar_axis, style, -self->limit, self->limit, FALSE, plot_h, TRUE);
  double bar_room = 0.6 * em + bar_w + 1.6 * tick + self->bar_axis.label_w;
  double above = find_height_above (width - 2 * margin - bar_room, plot_h, line, gap, title_h);
  double column = above == 0 && width > LEAST_WIDTH * em ? BARS_SHARE * (width - 2 * margin) : 0;
  double left = margin + 1.2 * tick + column;
  double room = (width - left - margin - bar_room - (IPL_N_SUMS - 1) * gap) / IPL_N_SUMS;
  double side = MAX (MIN (room, plot_h - above), 1);

  /* Where the height is short the three stand further apart, for what is said below them. */
  gap += MAX (0, MIN ((room - side) * IPL_N_SUMS / (IPL_N_SUMS - 1), 4 * em));
  double total = IPL_N_SUMS * side + (IPL_N_SUMS - 1) * gap + bar_room;
  double x = left + MAX (0, (width - left - margin - total) / 2);
  double y = margin + title_h + above + MAX (0, (plot_h - above - side) / 2);

  for (guint k = 0; k < IPL_N_SUMS; k++)
    {
      self->area[k] = (IplRect){ x + k * (side + gap), y, side, side };
      self->strip[k] = (IplRect){ self->area[k].x, y + side + tick + 3.4 * line, side, strip_h };
    }
  if (above > 0)
    ipl_kernel_bars_init (&self->bars, view, style,
                          &(IplRect){ x, y - above, total - bar_room, above - title_h - line });
  else if (column > 0)
    ipl_kernel_bars_init (&self->bars, view, style,
                          &(IplRect){ MAX (margin, self->area[0].x - column - 0.5 * em), y,
                                      column - em, side });
  self->line_y = y + side + tick + 1.15 * line;
  self->bar = (IplRect){ self->area[IPL_N_SUMS - 1].x + side + 0.6 * em, y, bar_w, side };
  ipl_axis_init (&self->bar_axis, style, -self->limit, self->limit, FALSE, side, TRUE);
}

void
ipl_kernel_sum_layout_clear (gpointer layout)
{
  IplKernelSumLayout *self = layout;
  for (guint k = 0; k < IPL_N_SUMS; k++)
    {
      g_clear_pointer (&self->title[k], g_free);
      g_clear_pointer (&self->lines[k][0], g_free);
      g_clear_pointer (&self->lines[k][1], g_free);
      g_clear_pointer (&self->strip_title[k], g_free);
    }
  g_clear_pointer (&self->labels, g_free);
  ipl_kernel_bars_clear (&self->bars);
}

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
          = ipl_label_markup (&cells->the_case->info,
                              cells->y + cells->class_first[c] * cells->the_case->labels.outputs,
                              1);
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
      ipl_kernel_map_draw (&self->map[k], self->mean[k], self->limit, style, cr, &self->area[k]);
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
                 ipl_view_has_outputs (view)    ? "eigenvectors of several outputs are no strips"
                 : self->picture->n_vectors > 0 ? "no such eigenvector"
                                                : "eigenvectors are being computed",
                 style->faint, self->strip[0].y + self->strip[0].h / 2);
  if (ipl_solution_is_doubtful (self->picture->solution))
    ipl_draw_warning (cr, style, style->accent, self->area[IPL_SUM_K].x + 0.5 * small,
                      self->area[IPL_SUM_K].y - 0.65 * line, 0.8 * small);
  ipl_kernel_bars_draw (&self->bars, style, cr);
  ipl_part_begin (cr, "color-bar");
  ipl_color_bar_draw (&self->bar, &self->bar_axis, IPL_COLORS_DIVERGING, style, cr);
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
