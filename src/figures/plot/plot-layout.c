/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The layout of a plot: axis ranges, keys, and the rectangles of its axes. */

#include "figures/plot/plot.h"

#include "core/base/units.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-thumbnails.h"
#include "figures/plot/plot-private.h"

#include <math.h>

/* Minimum and maximum height of axes above facets in lines of text, and minimum width in text
 * sizes at which axes are placed left of facets. */
#define LEAST_ABOVE 11
#define MOST_ABOVE 18
#define LEAST_IN_ROW 42
/* Fraction of the height above which keys use their brief form. */
#define MOST_KEYS 0.18

static void
add_key (IplLegend *legend, const IplMark *mark, const char *label, const IplStyle *style)
{
  IplColor color = ipl_role_color (mark->role, style);
  IplKeyKind kind = mark->key;
  gboolean hollow = mark->hollow;

  if (kind == IPL_KEY_DOT && mark->hollow)
    kind = IPL_KEY_DOT_HOLLOW;
  if (kind == IPL_KEY_BAR && mark->kind == IPL_MARK_BAND)
    color = ipl_color_mix (style->paper, color, 0.25);
  if (kind == IPL_KEY_BAR && mark->kind == IPL_MARK_BARS && mark->outlined)
    {
      kind = IPL_KEY_BAR_OUTLINE;
      hollow = mark->alpha <= 0;
    }
  ipl_legend_add_marker (legend, kind, g_strdup (label), color, mark->weight * style->line_pt,
                         mark->dash, mark->marker, hollow);
}

/* @doubtful: counts the doubtful points if TRUE, the others if FALSE */
static gsize
count_points (const IplMark *mark, gboolean doubtful)
{
  gsize n = 0;

  for (gsize i = 0; mark->doubt != NULL && i < mark->y.n; i++)
    n += isfinite (ipl_numbers_get (&mark->y, i)) && !mark->doubtful[i] == !doubtful;
  return n;
}

static void
add_keys (IplLegend *legend, const IplPlotAxes *axes, const IplStyle *style, gboolean brief)
{
  for (guint m = 0; m < axes->marks->len; m++)
    {
      const IplMark *mark = ipl_axes_get_listed (axes, m);
      const char *label = brief && mark->brief != NULL ? mark->brief : mark->label;
      IplMark doubtful = *mark;

      if (label != NULL && label[0] != '\0'
          && (count_points (mark, FALSE) > 0 || count_points (mark, TRUE) == 0))
        add_key (legend, mark, label, style);
      doubtful.key = IPL_KEY_MARKER;
      doubtful.hollow = TRUE;
      if (count_points (mark, TRUE) > 0)
        add_key (legend, &doubtful, mark->doubt, style);
    }
}

/* Makes the legend of @n axes, in brief if it exceeds its fraction of @height. */
static void
make_legend (IplLegend *legend, IplPlotAxes *const *axes, guint n, const IplStyle *style,
             double width, double height)
{
  for (guint brief = 0; brief < 2; brief++)
    {
      ipl_legend_clear (legend);
      ipl_legend_init (legend);
      for (guint i = 0; i < n; i++)
        if (!axes[i]->keys_elsewhere)
          add_keys (legend, axes[i], style, brief);
      ipl_legend_layout (legend, style, width);
      if (legend->height <= MOST_KEYS * height)
        return;
    }
}

/* Returns the space for the handle of the time or width shown, minus the margin of the frame. */
static double
handle_height (const IplPlotAxes *self, const IplStyle *style)
{
  double em = style->font_pt, margin = 0.5 * ipl_text_height (style, ipl_style_small (style));

  if (self->x.stop != NULL)
    return MAX (0, 0.6 * em - margin);
  return !isnan (self->now) && self->time != NULL && !self->time_is_y ? MAX (0, 0.7 * em - margin)
                                                                      : 0;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

/* Returns the minimum distance of items that are hovered by x, in points. */
static double
find_least_apart (const IplPlotAxes *self)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (double));
  double least = INFINITY;

  for (guint m = 0; m < self->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (self->marks, IplMark, m);

      for (gsize i = 0; mark->pick_by_x && i < ipl_mark_count_items (mark); i++)
        {
          double x = ipl_axes_x (self, ipl_numbers_get (&mark->x, i));

          if (isfinite (x))
            g_array_append_val (places, x);
        }
    }
  g_array_sort (places, compare_numbers);
  for (guint i = 1; i < places->len; i++)
    {
      double apart = g_array_index (places, double, i) - g_array_index (places, double, i - 1);

      if (apart > 0)
        least = MIN (least, apart);
    }
  return least;
}

/* Places axes @i in @area, with their keys above. The last argument is the height at the bottom
 * that overlaps the axes below.
 * @keys_h: height of the keys
 * @plot_h: required height of the plot; 0 for all that is available */
static void
place (const IplPlot *plot, guint i, const IplStyle *style, const IplRect *area, double keys_h,
       double plot_h, double shared_bottom)
{
  IplPlotAxes *self = ipl_plot_get_axes (plot, i);
  gboolean percent = self->y.share && style->look == IPL_LOOK_PAPER;
  double spare = area->w - self->legend.width;
  double head = keys_h + handle_height (self, style);
  double above = ipl_axes_above_height (self, style, area->h - head);
  IplRect rect = { area->x, area->y + head + above, area->w, MAX (area->h - head - above, 1) };
  IplFrameSpec spec
      = { .x_title = self->x.title,
          .x_title_short = self->x.brief,
          .y_title = percent ? ipl_unit_label (self->y.title, IPL_PERCENT) : self->y.title,
          .y_title_short = percent ? ipl_unit_label (self->y.brief, IPL_PERCENT) : self->y.brief,
          .aspect = self->aspect,
          .plot_h = plot_h,
          .shared_bottom = shared_bottom,
          .x_log = self->x.log,
          .y_log = self->y.log,
          .x_stop = self->x.stop };

  self->legend_x = area->x + (plot->keys_right ? MAX (spare, 0) : spare / 2);
  self->legend_y = area->y;
  if (self->is_map)
    {
      ipl_heat_map_layout (&self->map, style, &rect, &self->map_spec);
      return;
    }
  ipl_axes_find_ends (self, &spec);
  ipl_frame_init (&self->frame, style, &rect, &spec);
  ipl_axes_choose_ticks (self, style);
  if (self->names_at_left)
    ipl_axes_make_room_for_names (self, style);
  self->min_point_distance = find_least_apart (self);
}

static double
share_of (const IplPlot *self, guint i)
{
  double share = ipl_plot_get_axes (self, i)->share;

  return share > 0 ? share : 1;
}

/* Removes a title that is the same in the next axes. */
static void
leave_out (const char **title, const char *next)
{
  if (*title != NULL && g_strcmp0 (*title, next) == 0)
    *title = NULL;
}

/* Returns the least height of the plots with a fixed aspect ratio. */
static double
lowest_height (const IplPlot *self)
{
  double least = INFINITY;

  for (guint i = 0; i < self->axes->len; i++)
    if (ipl_plot_get_axes (self, i)->aspect > 0)
      least = MIN (least, ipl_plot_get_axes (self, i)->frame.plot.h);
  return least;
}

/* Places axes next to each other. All begin below the highest legend, and plots with a fixed
 * aspect ratio get the least height. */
static void
place_in_row (IplPlot *self, const IplStyle *style, const IplRect *area, double gap)
{
  guint n = self->axes->len;
  double width = MAX (area->w - (n - 1) * gap, 1), all = 0, keys_h = 0;

  for (guint i = 0; i < n; i++)
    all += share_of (self, i);
  for (guint i = 0; i < n; i++)
    {
      IplPlotAxes *axes = ipl_plot_get_axes (self, i);

      make_legend (&axes->legend, &axes, 1, style, width * share_of (self, i) / all, area->h);
      keys_h = MAX (keys_h, axes->legend.height);
    }
  for (guint i = n - 1; i > 0; i--)
    leave_out (&ipl_plot_get_axes (self, i)->map_spec.row_title,
               ipl_plot_get_axes (self, i - 1)->map_spec.row_title);
  for (guint pass = 0; pass < 2; pass++)
    {
      double x = area->x, plot_h = pass > 0 ? lowest_height (self) : 0;

      for (guint i = 0; i < n && isfinite (plot_h); i++)
        {
          double w = MAX (width * share_of (self, i) / all, 1);

          place (self, i, style, &(IplRect){ x, area->y, w, area->h }, keys_h, plot_h, 0);
          x += w + gap;
        }
    }
}

/* Makes all plots as wide as the narrowest. Only the last has tick labels along x. */
static void
share_x (IplPlot *self, const IplStyle *style)
{
  double left = -INFINITY, right = INFINITY;

  for (guint i = 0; i < self->axes->len; i++)
    {
      const IplRect *plot = &ipl_plot_get_axes (self, i)->frame.plot;

      left = MAX (left, plot->x);
      right = MIN (right, plot->x + plot->w);
    }
  for (guint i = 0; i < self->axes->len; i++)
    {
      IplPlotAxes *axes = ipl_plot_get_axes (self, i);

      axes->frame.plot.x = left;
      axes->frame.plot.w = MAX (right - left, 1);
      ipl_axes_set_x_ticks (axes, style);
      axes->names_elsewhere = i + 1 < self->axes->len;
      for (guint k = 0; k < axes->frame.x.n && axes->names_elsewhere; k++)
        axes->frame.x.label[k][0] = '\0';
    }
}

/* Places axes below each other. They share the height that remains after the legends, and a
 * common title appears only below the last. */
static void
place_below (IplPlot *self, const IplStyle *style, const IplRect *area, double gap)
{
  guint n = self->axes->len;
  /* With a shared x axis, all plots but the last need no space for tick labels and title. */
  double text_h = ipl_text_height (style, ipl_style_small (style));
  double spare = self->shared_x ? ipl_text_height (style, style->font_pt) + text_h : 0;
  double height = area->h - (n - 1) * (gap - spare), y = area->y, all = 0;

  for (guint i = 0; i < n; i++)
    {
      IplPlotAxes *axes = ipl_plot_get_axes (self, i);

      make_legend (&axes->legend, &axes, 1, style, area->w, area->h);
      if (self->shared_x && i > 0)
        axes->n_above = 0;
      height -= axes->legend.height + ipl_axes_above_height (axes, style, area->h / n);
      all += share_of (self, i);
      if (i + 1 == n)
        continue;
      leave_out (&axes->x.title, ipl_plot_get_axes (self, i + 1)->x.title);
      leave_out (&axes->map_spec.column_title,
                 ipl_plot_get_axes (self, i + 1)->map_spec.column_title);
    }
  for (guint i = 0; i < n; i++)
    {
      double keys_h = ipl_plot_get_axes (self, i)->legend.height;
      double above = ipl_axes_above_height (ipl_plot_get_axes (self, i), style, area->h / n);
      double h = MAX (keys_h + above + height * share_of (self, i) / all, 1);

      place (self, i, style, &(IplRect){ area->x, y, area->w, h }, keys_h, 0,
             i + 1 < n ? spare : 0);
      y += h + gap - spare;
    }
  if (self->shared_x)
    share_x (self, style);
}

/* Places facets with the other axes above them, or left of them if the height does not suffice.
 * The other axes are hidden if neither fits. */
static void
place_with_facets (IplPlot *self, const IplStyle *style, const IplRect *area)
{
  double em = style->font_pt, line = ipl_text_height (style, ipl_style_small (style));
  IplRect rest = *area;

  for (guint i = 0; i < self->axes->len; i++)
    {
      IplPlotAxes *axes = ipl_plot_get_axes (self, i);
      double spare = rest.h - ipl_plot_facets_row_height (self, style, rest.w);
      IplRect part = rest;

      if (axes->is_map || axes->is_hidden)
        continue;
      axes->is_hidden = spare < LEAST_ABOVE * line
                        && (area->w < LEAST_IN_ROW * em || area->h < LEAST_ABOVE * line);
      if (axes->is_hidden)
        continue;
      if (spare > LEAST_ABOVE * line)
        {
          part.h = MIN (spare, MOST_ABOVE * line);
          rest.y += part.h;
          rest.h -= part.h;
        }
      else
        {
          part.w = axes->share * area->w - em;
          rest.x += axes->share * area->w;
          rest.w -= axes->share * area->w;
        }
      place (self, i, style, &part, 0, 0, 0);
    }
  ipl_plot_place_facets (self, style, &rest);
}

/* Places the common legend at the top of @area, and shrinks @area. */
static void
place_keys_of_all (IplPlot *self, const IplStyle *style, IplRect *area)
{
  IplLegend *legend = &self->legend;

  make_legend (legend, (IplPlotAxes *const *)self->axes->pdata, self->axes->len, style, area->w,
               area->h);
  for (guint i = 0; i < self->axes->len; i++)
    ipl_plot_get_axes (self, i)->keys_elsewhere = TRUE;
  self->legend_x = area->x + (self->keys_right ? 1 : 0.5) * MAX (area->w - legend->width, 0);
  self->legend_y = area->y;
  area->y += legend->height;
  area->h = MAX (area->h - legend->height, 1);
}

/* Lays out the plot. Call it once. @width, @height: size of the panel in points */
void
ipl_plot_layout (IplPlot *self, const IplStyle *style, double width, double height)
{
  double em = style->font_pt, margin = 0.4 * em;
  IplRect area = { margin, margin, MAX (width - 2 * margin, 1), MAX (height - 2 * margin, 1) };

  if (self->axes->len == 0)
    return;
  if (self->panel->empty != NULL)
    self->empty = self->panel->empty (self->view, &self->empty_more);
  if (self->empty != NULL || self->keys_of_all)
    place_keys_of_all (self, style, &area);
  self->area = area;
  if (self->empty != NULL)
    return;
  if (self->thumbnails != NULL)
    ipl_thumbnails_layout (self, style, width, height);
  else if (self->facets != NULL)
    place_with_facets (self, style, &area);
  else if (self->grid)
    ipl_plot_place_grid (self, style);
  else if (self->axes->len > 1 && width > self->row_aspect * height)
    place_in_row (self, style, &area, self->gap * em);
  else
    place_below (self, style, &area, 0.5 * em);
}
