/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Axes with a name for each position along x and titles of groups below, and ticks of axes that
 * show counts, their two ends, or per cent. */

#include "figures/kit/recorder.h"

#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"

/* Formats tick labels in per cent. They are never longer than the fractions, so no layout
 * changes. */
static void
label_in_percent (IplAxis *axis)
{
  for (guint i = 0; i < axis->n; i++)
    g_ascii_formatd (axis->label[i], sizeof axis->label[i], "%.6g", 100 * axis->at[i]);
}

/* Ticks of a count: 1, if its label fits, then the round numbers. */
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

/* Ticks at the two ends, and in the middle if its label fits. */
static void
set_end_ticks (IplAxis *axis, const IplStyle *style, double length)
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

  if (self->x.integer)
    ipl_axis_init_integers (x, style, x->lo, x->hi, self->frame.plot.w, FALSE);
  if (self->x.ends)
    set_end_ticks (x, style, self->frame.plot.w);
  if (self->categories != NULL && !self->names_at_left)
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
  if (self->y.integer)
    ipl_axis_init_integers (&frame->y, style, frame->y.lo, frame->y.hi, frame->plot.h, TRUE);
  if (self->y.share && style->look == IPL_LOOK_PAPER)
    label_in_percent (&frame->y);
}

static const IplPlotCategory *
get (const IplPlotAxes *self, guint i)
{
  return &g_array_index (self->categories, IplPlotCategory, i);
}

/* Returns the largest ratio of the width of a name to the space for it. */
static double
find_widest (const IplPlotAxes *self, const IplStyle *style, gboolean brief)
{
  double small = ipl_style_small (style), widest = 0;

  for (guint i = 0; i < self->categories->len; i++)
    widest = MAX (widest, ipl_text_width (style, brief ? get (self, i)->brief : get (self, i)->name,
                                          small));
  return (widest + 0.5 * small) / (ipl_axes_x (self, 1) - ipl_axes_x (self, 0));
}

/* Draws the names, in brief if they do not fit. If the brief ones do not fit, draws every n-th. */
static void
draw_names (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, double y)
{
  gboolean brief = find_widest (self, style, FALSE) > 1;
  double widest = brief ? find_widest (self, style, TRUE) : 1;
  guint stride = 1, first = 0;

  while (stride < widest && stride < 1000)
    stride = stride == 1 ? 2 : stride == 2 ? 5 : stride + 5;
  for (guint i = 0; i < self->categories->len; i++)
    {
      const IplPlotCategory *category = get (self, i);

      first = i > 0 && category->group != get (self, i - 1)->group ? i : first;
      if ((i - first) % stride == 0)
        ipl_text_draw (cr, style, brief ? category->brief : category->name, ipl_style_small (style),
                       style->ink, ipl_axes_x (self, category->at), y, 0.5, 0);
    }
}

/* Returns the index after the last category of the group that begins at @i. */
static guint
find_end (const IplPlotAxes *self, guint i)
{
  guint end = i;

  while (end < self->categories->len && get (self, end)->group == get (self, i)->group)
    end++;
  return end;
}

/* Draws the titles of all groups in the given form. Returns FALSE and draws nothing if a title
 * does not fit. */
static gboolean
draw_groups (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const char *form,
             double y)
{
  double small = ipl_style_small (style);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->categories->len; i = find_end (self, i))
      {
        double left = get (self, i)->at - 0.5, right = get (self, find_end (self, i) - 1)->at + 0.5;
        g_autofree char *number = g_strdup_printf ("%u", get (self, i)->group + 1);
        g_autofree char *title = g_strconcat (form, number, NULL);
        /* The last group ends at the edge of the plot. */
        gboolean last = find_end (self, i) == self->categories->len;
        double room = ipl_axes_x (self, right + (last ? 0 : 0.6)) - ipl_axes_x (self, left);

        if (pass == 1)
          ipl_text_draw (cr, style, title, small, style->ink, ipl_axes_x (self, (left + right) / 2),
                         y, 0.5, 0);
        else if (ipl_text_width (style, title, small) + 0.5 * small > room)
          return FALSE;
      }
  return TRUE;
}

/* Replaces the numbers along y by names, and moves the plot to the right by their width. */
void
ipl_axes_make_room_for_names (IplPlotAxes *self, const IplStyle *style)
{
  IplFrame *frame = &self->frame;
  double right = frame->plot.x + frame->plot.w, widest = 0;

  for (guint i = 0; i < self->categories->len; i++)
    widest = MAX (widest, ipl_text_width (style, get (self, i)->name, ipl_style_small (style)));
  frame->plot.x = frame->area.x + MIN (widest, 0.6 * frame->area.w) + 0.4 * style->font_pt;
  frame->plot.w = MAX (right - frame->plot.x, 1);
  frame->y.n = frame->y.n_minor = 0;
  ipl_axis_init (&frame->x, style, frame->x.lo, frame->x.hi, FALSE, frame->plot.w, FALSE);
}

static void
draw_names_at_left (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr)
{
  for (guint i = 0; i < self->categories->len; i++)
    ipl_text_draw (cr, style, get (self, i)->name, ipl_style_small (style), style->ink,
                   self->frame.plot.x - 0.4 * style->font_pt, ipl_axes_y (self, get (self, i)->at),
                   1, 0.5);
}

void
ipl_axes_draw_categories (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr)
{
  double y = self->frame.plot.y + self->frame.plot.h + 0.6 * ipl_axis_tick_length (style);
  const char *const *form = self->group_titles;

  if (self->categories == NULL || self->names_elsewhere)
    return;
  ipl_part_begin (cr, "names");
  if (self->names_at_left)
    {
      draw_names_at_left (self, style, cr);
      ipl_part_end (cr);
      return;
    }
  draw_names (self, style, cr, y);
  y += 1.05 * ipl_text_height (style, ipl_style_small (style));
  while (form != NULL && *form != NULL && !draw_groups (self, style, cr, *form, y))
    form++;
  ipl_part_end (cr);
}
