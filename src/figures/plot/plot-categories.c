/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of things along x, and of their groups below. */

#include "figures/kit/scribe.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"

static const IplPlotCategory *
get (const IplPlotAxes *self, guint i)
{
  return &g_array_index (self->categories, IplPlotCategory, i);
}

/* The greatest width of the names over the room that each has. */
static double
find_widest (const IplPlotAxes *self, const IplStyle *style, gboolean brief)
{
  double small = ipl_style_small (style), widest = 0;

  for (guint i = 0; i < self->categories->len; i++)
    widest = MAX (widest, ipl_text_width (style, brief ? get (self, i)->brief : get (self, i)->name,
                                          small));
  return (widest + 0.5 * small) / (ipl_axes_x (self, 1) - ipl_axes_x (self, 0));
}

/* Names, or what is brief; of these every so many where there is no room for all. */
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

/* One past the last of the group that begins at @i. */
static guint
find_end (const IplPlotAxes *self, guint i)
{
  guint end = i;

  while (end < self->categories->len && get (self, end)->group == get (self, i)->group)
    end++;
  return end;
}

/* The titles of all groups in one form; FALSE, and nothing, where one has no room. */
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
        /* The last one ends at the plot. */
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

void
ipl_axes_draw_categories (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr)
{
  double y = self->frame.plot.y + self->frame.plot.h + 0.6 * ipl_axis_tick_length (style);
  const char *const *form = self->group_titles;

  if (self->categories == NULL || self->names_elsewhere)
    return;
  ipl_part_begin (cr, "names");
  draw_names (self, style, cr, y);
  y += 1.05 * ipl_text_height (style, ipl_style_small (style));
  while (form != NULL && *form != NULL && !draw_groups (self, style, cr, *form, y))
    form++;
  ipl_part_end (cr);
}
