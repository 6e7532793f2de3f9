/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the GP's kernel, K and y y^T stand, on one scale, and one eigenvector of each below. */

#include "figures/panels/theory/kernel-sum-layout.h"

#include "figures/kit/number.h"
#include "figures/kit/text.h"

#include <math.h>

/* What each kernel is multiplied by: nothing, or one over its mean diagonal. The labels' product
 * has the mean diagonal of K, or 1. */
static void
make_maps (const IplKernelPicture *picture, gboolean normalised, IplKernelMap map[IPL_N_SUMS])
{
  const IplKernelCells *cells = picture->cells;
  const IplExamples *train = &cells->the_case->train;
  double yy = 0;

  for (gsize i = 0; i < train->count; i++)
    yy += train->y[i] * train->y[i] / (double)train->count;

  double mean = normalised ? 1 : picture->mean_diagonal, label = yy > 0 ? mean / yy : 1;
  double gp = normalised && picture->mean_diagonal_gp > 0 ? 1 / picture->mean_diagonal_gp : 1;
  double K = normalised && picture->mean_diagonal > 0 ? 1 / picture->mean_diagonal : 1;

  map[IPL_SUM_GP] = (IplKernelMap){ .n = cells->n, .values = picture->K_gp, .factor = gp };
  map[IPL_SUM_K] = (IplKernelMap){ .n = cells->n, .values = picture->K, .factor = K };
  map[IPL_SUM_LABELS] = (IplKernelMap){ .n = cells->n, .y = cells->y, .factor = label };
}

/* The scale takes in the kernels of a frame, or of what is compared. */
static void
include_picture (IplKernelSumLayout *self, const IplKernelPicture *picture, gboolean normalised)
{
  IplKernelMap map[IPL_N_SUMS];

  make_maps (picture, normalised, map);
  for (guint k = 0; k < IPL_N_SUMS; k++)
    ipl_kernel_range_add (&self->range, &map[k]);
}

static void
choose_maps (IplKernelSumLayout *self, const IplView *view)
{
  const IplViewFrames *frames = view->frames;
  gboolean normalised = view->display.normalised_kernels;

  make_maps (self->picture, normalised, self->map);
  ipl_kernel_range_init (&self->range);
  for (guint k = 0; k < IPL_N_SUMS; k++)
    ipl_kernel_range_add (&self->range, &self->map[k]);
  for (guint i = 0; frames != NULL && frames->made != NULL && i < frames->n; i++)
    include_picture (self, ipl_quantities_get (frames->made[i], &ipl_quantity_kernels), normalised);
  if (view->compared != NULL && ipl_view_get_kernels (view->compared) != NULL)
    include_picture (self, ipl_view_get_kernels (view->compared), normalised);
  ipl_kernel_range_finish (&self->range);
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

  self->title[IPL_SUM_GP] = g_strdup ("GP");
  self->title[IPL_SUM_K] = ipl_view_setting_markup (&solution->setting);
  self->title[IPL_SUM_LABELS] = fabs (factor - 1) < 1e-9
                                    ? g_strdup ("<i>y y</i>ᵀ")
                                    : g_strdup_printf ("%s <i>y y</i>ᵀ", number);
  self->lines[IPL_SUM_GP][0] = alignment_text ("alignment", picture->gp->alignment);
  self->lines[IPL_SUM_K][0] = alignment_text ("alignment", solution->alignment);
  if (!solution->setting.gp)
    self->lines[IPL_SUM_K][1] = alignment_text ("diagonal only", solution->alignment_diagonal);
  self->lines[IPL_SUM_LABELS][0] = g_strdup ("<i>y</i>ᵀ<i>Ky</i> / |<i>K</i>||<i>y</i>|²");
  self->lines[IPL_SUM_LABELS][1] = g_strdup ("<i>K</i>, <i>y</i> about their means");
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

void
ipl_kernel_sum_layout_init (IplKernelSumLayout *self, const IplView *view, const IplStyle *style,
                            double width, double height)
{
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double line = ipl_text_height (style, small), bar_w = 0.75 * em, gap = 1.1 * em;
  double tick = ipl_axis_tick_length (style);

  *self = (IplKernelSumLayout){ .picture = ipl_view_get_kernels (view) };
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

  ipl_axis_init (&self->bar_axis, style, self->range.lo, self->range.hi, FALSE, plot_h, TRUE);
  double bar_room = 0.6 * em + bar_w + 1.6 * tick + self->bar_axis.label_w;
  double left = margin + 1.2 * tick;
  double room = (width - left - margin - bar_room - (IPL_N_SUMS - 1) * gap) / IPL_N_SUMS;
  double side = MAX (MIN (room, plot_h), 1);

  /* Where the height is short the three stand further apart, for what is said below them. */
  gap += MAX (0, MIN ((room - side) * IPL_N_SUMS / (IPL_N_SUMS - 1), 4 * em));
  double total = IPL_N_SUMS * side + (IPL_N_SUMS - 1) * gap + bar_room;
  double x = left + MAX (0, (width - left - margin - total) / 2);
  double y = margin + title_h + MAX (0, (plot_h - side) / 2);

  for (guint k = 0; k < IPL_N_SUMS; k++)
    {
      self->area[k] = (IplRect){ x + k * (side + gap), y, side, side };
      self->strip[k] = (IplRect){ self->area[k].x, y + side + tick + 3.4 * line, side, strip_h };
    }
  self->line_y = y + side + tick + 1.15 * line;
  self->bar = (IplRect){ self->area[IPL_N_SUMS - 1].x + side + 0.6 * em, y, bar_w, side };
  ipl_axis_init (&self->bar_axis, style, self->range.lo, self->range.hi, FALSE, side, TRUE);
}

void
ipl_kernel_sum_layout_clear (IplKernelSumLayout *self)
{
  for (guint k = 0; k < IPL_N_SUMS; k++)
    {
      g_clear_pointer (&self->title[k], g_free);
      g_clear_pointer (&self->lines[k][0], g_free);
      g_clear_pointer (&self->lines[k][1], g_free);
      g_clear_pointer (&self->strip_title[k], g_free);
    }
  g_clear_pointer (&self->labels, g_free);
}
