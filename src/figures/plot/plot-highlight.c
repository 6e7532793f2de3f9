/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Highlights the selected and the hovered target in a plot. */

#include "figures/plot/plot-thumbnails.h"
#include "figures/plot/plot-private.h"

#include <math.h>

/* Highlights the column of the axes around a bar. */
static void
highlight_column (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, double at)
{
  const IplRect *plot = &self->frame.plot;
  double x = ipl_axes_x (self, at - 0.5), x2 = ipl_axes_x (self, at + 0.5);

  cairo_rectangle (cr, x, plot->y, x2 - x, plot->h);
  ipl_fill (cr, style->accent, 0.2);
}

static void
highlight_item (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark,
                gsize i)
{
  IplMark highlighted;

  switch (mark->kind)
    {
    case IPL_MARK_LINE:
      ipl_mark_trace_line (self, style, cr, mark, 0, mark->y.n);
      ipl_plot_stroke (cr, style, style->accent, 1.8, IPL_DASH_SOLID);
      break;
    case IPL_MARK_BARS:
      ipl_mark_trace_bar (self, cr, mark, i);
      ipl_plot_stroke (cr, style, style->accent, 1.3, IPL_DASH_SOLID);
      break;
    case IPL_MARK_POINTS:
      highlighted = *mark;
      if (!mark->pick_by_x)
        {
          highlighted.role = IPL_ROLE (ACCENT);
          highlighted.color_by_item = FALSE;
        }
      ipl_mark_draw_point (self, style, cr, &highlighted, i, mark->pick_by_x ? 1.3 : 1.4);
      break;
    case IPL_MARK_RULE:
    case IPL_MARK_RULE_AT_X:
      ipl_mark_draw_rule (self, style, cr, mark, 2.2);
      break;
    default:
      break;
    }
}

static void
highlight_target (const IplPlotAxes *self, const IplStyle *style, const IplTarget *target,
                  cairo_t *cr)
{
  const IplMark *columns = NULL;
  gsize i;

  for (guint m = 0; m < self->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (self->marks, IplMark, m);

      for (i = 0; mark->draws_drop_lines && i < ipl_mark_count_items (mark); i++)
        if (ipl_mark_has (mark, target, i))
          ipl_mark_draw_drops (self, style, cr, mark, i);
    }
  for (guint m = 0; m < self->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (self->marks, IplMark, m);

      if (mark->kind == IPL_MARK_BARS && mark->items != NULL && columns == NULL)
        columns = mark;
      for (i = 0; i < ipl_mark_count_items (mark); i++)
        if (ipl_mark_has (mark, target, i))
          {
            if (mark == columns)
              highlight_column (self, style, cr, ipl_numbers_get (&mark->x, i));
            highlight_item (self, style, cr, mark, i);
          }
    }
  if (!ipl_axes_find_moment (self, target, &i))
    return;
  ipl_axes_draw_now_line (self, style, cr, self->time[i]);
  if (!self->time_is_y)
    ipl_axes_mark_values (self, style, cr, self->time[i], 0.36, TRUE);
}

static void
highlight_cell (const IplPlotAxes *self, const IplStyle *style, const IplTarget *target,
                cairo_t *cr)
{
  gsize row, column;

  if (!self->cell_items->find (self, target, &row, &column) || row >= self->map_spec.rows
      || column >= self->map_spec.columns)
    return;
  if (!self->cell_items->full_row)
    {
      ipl_heat_map_light (&self->map, style, row, column, cr);
      return;
    }
  cairo_rectangle (cr, self->map.map.x, ipl_axes_y (self, (double)row), self->map.map.w,
                   self->map.map.h / (double)self->map_spec.rows);
  ipl_plot_stroke (cr, style, style->accent, 1.2, IPL_DASH_SOLID);
}

static void
highlight_within (const IplPlotAxes *self, const IplStyle *style, const IplTarget *target,
                  cairo_t *cr)
{
  cairo_save (cr);
  ipl_frame_clip (&self->frame, cr, 0.5 * style->font_pt);
  highlight_target (self, style, target, cr);
  cairo_restore (cr);
}

void
ipl_plot_highlight (const IplPlot *self, const IplStyle *style, const IplTarget *selected,
                    const IplTarget *hovered, cairo_t *cr)
{
  const IplTarget *targets[] = { selected, hovered };

  if (self->empty != NULL || self->is_left_out)
    return;
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  if (self->thumbnails != NULL)
    {
      ipl_thumbnails_highlight (self, style, targets, cr);
      return;
    }
  for (guint t = 0; t < G_N_ELEMENTS (targets); t++)
    for (guint a = 0; a < self->axes->len; a++)
      {
        const IplPlotAxes *axes = ipl_plot_get_axes (self, a);

        if (axes->is_hidden)
          continue;
        if (axes->is_map)
          {
            ipl_facet_highlight (axes, style, targets[t], cr);
            highlight_cell (axes, style, targets[t], cr);
            continue;
          }
        highlight_within (axes, style, targets[t], cr);
        if (axes->frame.limited && axes->frame.x_stop != NULL)
          {
            IplPlotAxes stop = *axes;

            stop.frame.finite_hidden = TRUE;
            highlight_within (&stop, style, targets[t], cr);
          }
      }
}
