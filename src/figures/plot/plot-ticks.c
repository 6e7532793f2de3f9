/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ticks of axes that count, that have few, or that a paper states in per cent. */

#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"

/* Tick labels in per cent; never longer than the fractions. */
static void
label_in_percent (IplAxis *axis)
{
  for (guint i = 0; i < axis->n; i++)
    g_ascii_formatd (axis->label[i], sizeof axis->label[i], "%.6g", 100 * axis->at[i]);
}

/* Things are counted from 1: 1 where there is room, then the round numbers. */
static void
count_from_one (IplAxis *axis, const IplStyle *style, double length)
{
  double small = ipl_style_small (style);
  IplAxis ticks = *axis;

  axis->n = 0;
  for (guint i = 0; i < ticks.n; i++)
    {
      double at = ticks.at[i], w = ipl_text_width (style, ticks.label[i], small);
      double room = (ipl_axis_fraction (axis, at) - ipl_axis_fraction (axis, 1)) * length;

      if (at < 1)
        continue;
      if (axis->n == 0 && room > (ipl_text_width (style, "1", small) + w) / 2 + 0.5 * small)
        {
          axis->at[0] = 1;
          g_strlcpy (axis->label[axis->n++], "1", sizeof axis->label[0]);
        }
      axis->at[axis->n] = at;
      g_strlcpy (axis->label[axis->n++], ticks.label[i], sizeof axis->label[0]);
    }
}

/* Ticks at the ends, and in the middle where there is room. */
static void
keep_ends (IplAxis *axis, const IplStyle *style, double length)
{
  double small = ipl_style_small (style), middle = (axis->lo + axis->hi) / 2;
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  gboolean has_room;

  g_ascii_formatd (text, sizeof text, "%.4g", middle);
  has_room = length > 2.5 * (ipl_text_width (style, text, small) + small);
  axis->n = axis->n_minor = 0;
  for (guint i = 0; i < 3; i += has_room ? 1 : 2)
    {
      double at = i == 0 ? axis->lo : i == 1 ? middle : axis->hi;

      axis->at[axis->n] = at;
      g_ascii_formatd (axis->label[axis->n++], sizeof axis->label[0], "%.4g", at);
    }
}

void
ipl_axes_set_x_ticks (IplPlotAxes *self, const IplStyle *style)
{
  IplAxis *x = &self->frame.x;

  if (self->x.whole)
    ipl_axis_init_whole (x, style, x->lo, x->hi, self->frame.plot.w, FALSE);
  if (self->x.ends)
    keep_ends (x, style, self->frame.plot.w);
  if (self->categories != NULL)
    x->n = x->n_minor = 0;
  if (self->x.from_one)
    count_from_one (x, style, self->frame.plot.w);
  ipl_axes_place_above (self, style);
}

void
ipl_axes_choose_ticks (IplPlotAxes *self, const IplStyle *style)
{
  IplFrame *frame = &self->frame;

  ipl_axes_set_x_ticks (self, style);
  if (self->y.whole)
    ipl_axis_init_whole (&frame->y, style, frame->y.lo, frame->y.hi, frame->plot.h, TRUE);
  if (self->y.share && style->look == IPL_LOOK_PAPER)
    label_in_percent (&frame->y);
}
