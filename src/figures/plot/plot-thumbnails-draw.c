/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws and highlights a plot of large maps with a block of small ones. */

#include "figures/plot/plot-thumbnails.h"

#include "figures/kit/marker.h"
#include "figures/kit/recorder.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"

#include <math.h>

/* Minimum size at which every name on the diagonal is drawn; below it, every n-th. */
#define LEAST_NAME_PT 4.5

/* Draws the lines between tiles. */
static void
draw_tile_edges (const IplThumbnails *self, const IplStyle *style, cairo_t *cr, const IplRect *map)
{
  double tile = map->w / (double)self->n;

  for (gsize i = 1; i < self->n; i++)
    {
      double at = (double)i * tile;

      cairo_move_to (cr, map->x + at, map->y);
      cairo_line_to (cr, map->x + at, map->y + map->h);
      cairo_move_to (cr, map->x, map->y + at);
      cairo_line_to (cr, map->x + map->w, map->y + at);
    }
  ipl_stroke (cr, ipl_color_mix (style->paper, style->ink, 0.5), ipl_style_hairline (style));
}

static void
draw_map (const IplPlot *plot, const IplStyle *style, cairo_t *cr, const IplPlotAxes *axes)
{
  ipl_heat_map_draw_matrix (&axes->map, style, cr);
  if (plot->thumbnails->tile > 1)
    draw_tile_edges (plot->thumbnails, style, cr, &axes->map.map);
}

/* Draws the numbers of the latest ghost in the lower right corner of each cell. */
static void
draw_ghost_corners (const IplStyle *style, cairo_t *cr, const IplPlotAxes *axes)
{
  const IplNumbers *ghost = &axes->caption.ghost;
  gsize n = axes->map_spec.columns;

  for (gsize k = 0; k < ghost->n; k++)
    {
      IplRect at = ipl_heat_map_cell (&axes->map, k / n, k % n);
      double x = at.x + at.w, y = at.y + at.h, corner = 0.42 * at.w;

      cairo_move_to (cr, x, y - corner);
      cairo_line_to (cr, x, y);
      cairo_line_to (cr, x - corner, y);
      cairo_close_path (cr);
      ipl_set_color (cr, ipl_heat_map_color (&axes->map, style, ipl_numbers_get (ghost, k)), 1);
      cairo_fill_preserve (cr);
      ipl_stroke (cr, style->faint, ipl_style_hairline (style));
    }
}

IplColor
ipl_thumbnails_get_color (const IplPlot *plot, const IplStyle *style, const IplRowName *name)
{
  const IplThumbnails *self = plot->thumbnails;

  return name->is_group || self->paths == NULL
             ? style->ink
             : ipl_style_path_text_color (style, plot->view->the_case,
                                          self->paths->path[name->first / self->tile]);
}

/* Draws a tick at the boundary of two groups. */
static void
draw_group_tick (const IplStyle *style, cairo_t *cr, const IplRect *map, double at,
                 gboolean vertical)
{
  double length = 0.5 * style->font_pt, bottom = map->y + map->h;

  cairo_move_to (cr, vertical ? map->x - length : map->x + at,
                 vertical ? map->y + at : bottom + length);
  cairo_line_to (cr, vertical ? map->x : map->x + at, vertical ? map->y + at : bottom);
  ipl_stroke (cr, style->ink, ipl_style_hairline (style));
}

/* Draws names right of their diagonal cells, at the size that fits a row. If that size is too
 * small, draws every n-th name. */
static void
draw_diagonal_names (const IplThumbnails *self, const IplStyle *style, cairo_t *cr,
                     const IplHeatMap *heat)
{
  double small = ipl_style_small (style), row = heat->map.h / (double)self->n;
  double room = MIN (small, small * row / ipl_text_height (style, small) * 1.15);
  double size = MAX (room, LEAST_NAME_PT);
  gsize stride = (gsize)MAX (1, ceil (size / MAX (room, 0.01) - 1e-9));

  for (gsize i = 0; i < self->n; i += stride)
    {
      IplRect at = ipl_heat_map_cell (heat, i, i);

      ipl_text_draw (cr, style, self->names[0][i].markup, size, style->ink,
                     at.x + at.w + 0.35 * size, at.y + at.h / 2, 0, 0.5);
    }
}

static void
draw_side (const IplPlot *plot, const IplStyle *style, cairo_t *cr, const IplHeatMap *heat,
           gboolean vertical)
{
  const IplThumbnails *self = plot->thumbnails;
  const IplRect *map = &heat->map;
  double em = style->font_pt, small = ipl_style_small (style);
  double side = map->w / (double)heat->spec.rows;

  for (const IplRowName *name = vertical ? self->row_names : self->column_names;
       name->markup != NULL; name++)
    {
      double at = ((double)name->first + (double)name->count / 2) * side;
      IplColor color = ipl_thumbnails_get_color (plot, style, name);

      if (vertical)
        ipl_text_draw (cr, style, name->markup, small, color, map->x - 0.4 * em, map->y + at, 1,
                       0.5);
      else
        ipl_text_draw (cr, style, name->markup, small, color, map->x + at,
                       map->y + map->h + 0.15 * em, 0.5, 0);
      if (name->is_group && name->first > 0)
        draw_group_tick (style, cr, map, (double)name->first * side, vertical);
    }
}

/* Draws the names and titles of rows and columns. Maps next to each other share the row names of
 * the first. */
static void
draw_names (const IplPlot *plot, const IplStyle *style, cairo_t *cr, const IplHeatMap *heat)
{
  const IplThumbnails *self = plot->thumbnails;
  const IplRect *map = &heat->map;
  double em = style->font_pt, small = ipl_style_small (style);
  gboolean first = map->x <= ipl_plot_get_axes (plot, 0)->map.map.x;
  gboolean grouped = self->column_names->markup != NULL && self->column_names->is_group;
  const char *title = grouped ? self->group_title : self->column_title;

  if (self->diagonal)
    {
      draw_diagonal_names (self, style, cr, heat);
      return;
    }
  draw_side (plot, style, cr, heat, FALSE);
  if (first)
    draw_side (plot, style, cr, heat, TRUE);
  if (title != NULL && ipl_text_width (style, title, small) < map->w)
    ipl_text_draw (cr, style, title, small, self->column_title != NULL ? style->ink : style->faint,
                   map->x + map->w / 2,
                   map->y + map->h + 0.15 * em + ipl_text_height (style, small), 0.5, 0);
  if (self->row_title != NULL && first)
    ipl_text_draw (cr, style, self->row_title, small, style->ink, map->x - self->label_w + 0.1 * em,
                   map->y + map->h / 2, 0, 0.5);
}

/* Draws the heading of a large map, centred or at its left edge, and the title above the colour
 * bar. Shorter headings are used, and the title is omitted, if the width does not suffice. */
static void
draw_heading (const IplPlot *plot, const IplStyle *style, cairo_t *cr, guint m)
{
  const IplPlotAxes *axes = ipl_plot_get_axes (plot, m);
  const IplPlotAxes *next
      = m + 1 < plot->thumbnails->n_large ? ipl_plot_get_axes (plot, m + 1) : NULL;
  const IplRect *bar = &ipl_plot_get_axes (plot, 0)->map.bar, *map = &axes->map.map;
  const IplMapCaption *caption = &axes->caption;
  const char *bar_title = plot->thumbnails->bar_title, *heading = caption->headings[0];
  double small = ipl_style_small (style), right = bar->x + bar->w;
  double y = map->y - (0.1 + IPL_THUMBNAILS_TITLE_GAP) * style->font_pt;
  gboolean has_neighbour = next != NULL && next->map.map.y == map->y;
  gboolean at_bar = ipl_thumbnails_have_numbers (plot) && map->y == bar->y && !has_neighbour;
  double end = has_neighbour ? next->map.map.x - 0.5 * small : right;
  double gap = (plot->thumbnails->n_large > 1 ? 1 : 0.4) * small;
  double limit = at_bar ? right - ipl_text_width (style, bar_title, small) - gap : end;

  if (map->x + ipl_text_width (style, heading, small) > limit)
    heading = caption->headings[1];
  if (caption->limit != NULL && map->x + ipl_text_width (style, heading, small) > end)
    heading = caption->limit;
  double w = ipl_text_width (style, heading, small), x = map->x + (map->w - w) / 2;

  if (x + w > limit || (w > map->w && (plot->thumbnails->n_large > 1 || axes->map_spec.rows > 8)))
    x = map->x;
  if (at_bar && x + w <= limit)
    ipl_text_draw (cr, style, bar_title, small, style->ink, right, y, 1, 1);
  ipl_text_draw_fitted (cr, style, heading, small, style->ink, x,
                        y - ipl_text_height (style, small), end - x);
  if (caption->warns)
    ipl_draw_warning (cr, style, style->accent, x - 0.75 * small,
                      y - 0.5 * ipl_text_height (style, small), 0.8 * small);
}

static void
draw_large (const IplPlot *plot, const IplStyle *style, cairo_t *cr, guint m)
{
  const IplPlotAxes *axes = ipl_plot_get_axes (plot, m);

  ipl_part_begin_number (cr, "map", m + 1);
  draw_map (plot, style, cr, axes);
  draw_ghost_corners (style, cr, axes);
  if (axes->cell_digits != 0)
    ipl_axes_draw_cell_numbers (axes, style, cr);
  draw_names (plot, style, cr, &axes->map);
  draw_heading (plot, style, cr, m);
  ipl_axes_record_cells (axes, cr);
  ipl_part_end (cr);
}

/* Draws a ring around the small map that is also drawn large. */
static void
draw_ring (const IplStyle *style, cairo_t *cr, const IplRect *area)
{
  double w = 1.1 * style->line_pt;

  cairo_rectangle (cr, area->x - w / 2, area->y - w / 2, area->w + w, area->h + w);
  ipl_stroke (cr, style->accent, w);
}

/* Draws a warning on the lower right corner of a small map. */
static void
draw_doubt (const IplStyle *style, cairo_t *cr, const IplRect *map)
{
  double size = 0.95 * style->font_pt, x = map->x + map->w, y = map->y + map->h - 0.3 * size;

  ipl_draw_warning (cr, style, style->paper, x, y - 0.04 * size, 1.3 * size);
  ipl_draw_warning (cr, style, style->accent, x, y, size);
}

static void
draw_small (const IplPlot *plot, const IplStyle *style, cairo_t *cr, guint i)
{
  const IplThumbnails *self = plot->thumbnails;
  const IplMapCaption *caption = &ipl_thumbnails_get_small (plot, i, 0)->caption;
  double small = ipl_style_small (style), line_h = 0.97 * ipl_text_height (style, small);
  IplRect area = ipl_thumbnails_get_area (plot, i);
  double middle = area.x + area.w / 2, bottom = area.y - 0.1 * style->font_pt;
  gboolean shown = style->marks_shown && caption->is_shown;

  ipl_part_begin_number (cr, self->part, i + 1);
  for (guint m = 0; m < self->n_parts; m++)
    draw_map (plot, style, cr, ipl_thumbnails_get_small (plot, i, m));
  ipl_text_draw (cr, style, caption->headings[self->detail], small,
                 shown ? ipl_style_text_color (style, style->accent) : style->ink, middle,
                 bottom - (caption->limit != NULL ? line_h : 0), 0.5, 1);
  if (caption->limit != NULL)
    ipl_text_draw (cr, style, caption->limit, small, style->faint, middle, bottom, 0.5, 1);
  if (shown)
    draw_ring (style, cr, &area);
  if (caption->warns)
    draw_doubt (style, cr, &ipl_thumbnails_get_small (plot, i, 0)->map.map);
  ipl_item_area (cr, &caption->item, &area);
  ipl_part_end (cr);
}

/* Draws the lines of notes at the bottom, from the lowest upwards. */
static void
draw_notes (const IplPlot *plot, const IplStyle *style, cairo_t *cr)
{
  const IplThumbnails *self = plot->thumbnails;
  double small = ipl_style_small (style), text_h = ipl_text_height (style, small);
  double y = plot->area.y + plot->area.h - text_h;

  for (guint i = 0; i < IPL_THUMBNAILS_NOTES; i++)
    {
      double sign = self->warns[i] ? 1.2 * small : 0, room = plot->area.w - sign;
      double w
          = self->notes[i] != NULL ? MIN (ipl_text_width (style, self->notes[i], small), room) : 0;
      double x = plot->area.x + (room - w) / 2;

      if (self->notes[i] == NULL)
        continue;
      if (self->warns[i])
        ipl_draw_warning (cr, style, style->accent, x + 0.35 * small, y + text_h / 2, 0.8 * small);
      ipl_text_draw_fitted (cr, style, self->notes[i], small, style->ink, x + sign, y, w);
      y -= 1.3 * text_h;
    }
}

void
ipl_thumbnails_draw (const IplPlot *plot, const IplStyle *style, cairo_t *cr)
{
  const IplThumbnails *self = plot->thumbnails;
  const IplHeatMap *first = &ipl_plot_get_axes (plot, 0)->map;

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (guint m = 0; m < self->n_large; m++)
    draw_large (plot, style, cr, m);
  draw_notes (plot, style, cr);
  if (ipl_thumbnails_have_numbers (plot))
    {
      ipl_part_begin (cr, "color-bar");
      ipl_color_bar_draw (&first->bar, &first->bar_axis, ipl_heat_map_colors (&first->spec), style,
                          cr);
      if (self->diagonal)
        ipl_text_draw (cr, style, self->bar_title, ipl_style_small (style), style->ink,
                       first->bar.x + self->bar_room, first->bar.y - 0.4 * style->font_pt, 1, 1);
      ipl_part_end (cr);
    }
  for (guint i = 0; self->has_small && i < self->n_small; i++)
    draw_small (plot, style, cr, i);
}

/* Finds the next run of rows from @i on that are not highlighted: [@begin, @end). FALSE if there
 * is none. */
static gboolean
find_dimmed (const gboolean *highlighted, gsize n, gsize i, gsize *begin, gsize *end)
{
  while (i < n && highlighted[i])
    i++;
  *begin = i;
  while (i < n && !highlighted[i])
    i++;
  *end = i;
  return *end > *begin;
}

/* Dims the cells whose row and column are both not highlighted. */
static void
dim (const IplStyle *style, cairo_t *cr, const IplRect *map, const gboolean *highlighted, gsize n)
{
  gsize top, bottom = 0, left, right;
  double side = map->w / (double)n;

  while (find_dimmed (highlighted, n, bottom, &top, &bottom))
    for (right = 0; find_dimmed (highlighted, n, right, &left, &right);)
      cairo_rectangle (cr, map->x + (double)left * side, map->y + (double)top * side,
                       (double)(right - left) * side, (double)(bottom - top) * side);
  ipl_fill (cr, style->paper, 0.62);
}

static void
outline (cairo_t *cr, const IplStyle *style, double x, double y, double w, double h, double line)
{
  cairo_rectangle (cr, x, y, w, h);
  cairo_set_line_width (cr, 2 * line);
  ipl_set_color (cr, style->paper, 0.8);
  cairo_stroke_preserve (cr);
  ipl_stroke (cr, style->accent, line);
}

/* Highlights the row and the column of a path, both cells of a pair, or one cell of its tile. */
static void
highlight_map (const IplPlot *plot, const IplStyle *style, cairo_t *cr, const IplPlotAxes *axes,
               const IplTarget *target, double line)
{
  const IplThumbnails *self = plot->thumbnails;
  const IplRect *map = &axes->map.map;
  double side = map->w / (double)axes->map_spec.rows;
  int other = ipl_target_get (target, IPL_PART_OTHER);
  int path = ipl_target_get (target, IPL_PART_PATH);
  gboolean is_cell = self->tile > 1 && target->kind == IPL_TARGET_PAIR
                     && ipl_target_get (target, IPL_PART_OTHER_OUTPUT) >= 0;
  IplTarget pair = is_cell ? *target : ipl_target_pair (path, other < 0 ? path : other);
  gsize row, column;

  if (self->paths == NULL)
    {
      if (axes->cell_items->find (axes, target, &row, &column) && row < axes->map_spec.rows
          && column <= row)
        ipl_heat_map_light (&axes->map, style, row, column, cr);
      return;
    }
  line = MIN (line, MAX (0.22 * side, 0.3 * line));
  /* Skips rows too small for a frame, because the others are dimmed, and paths that are not
   * shown. */
  if ((side < 1.5 && other < 0) || !axes->cell_items->find (axes, &pair, &row, &column)
      || row >= axes->map_spec.rows || column >= axes->map_spec.rows)
    return;
  if (!is_cell)
    {
      side *= self->tile;
      row /= self->tile;
      column /= self->tile;
    }
  double x = map->x + (double)column * side, y = map->y + (double)row * side;

  if (other < 0)
    {
      outline (cr, style, map->x, y, map->w, side, line);
      outline (cr, style, x, map->y, side, map->h, line);
      return;
    }
  if (row != column)
    outline (cr, style, map->x + (double)row * side, map->y + (double)column * side, side, side,
             0.5 * line);
  outline (cr, style, x, y, side, side, line);
}

static gboolean
has_bands (const IplTarget *target)
{
  return ipl_target_get (target, IPL_PART_HEAD) >= 0 || target->kind == IPL_TARGET_PATH;
}

/* Returns: [rows] TRUE for rows of a highlighted path or head; NULL if none is highlighted */
static gboolean *
find_highlighted (const IplPlot *plot, const IplTarget *const targets[2])
{
  const IplThumbnails *self = plot->thumbnails;
  gboolean *rows;

  if (self->paths == NULL || (!has_bands (targets[0]) && !has_bands (targets[1])))
    return NULL;
  rows = g_new0 (gboolean, self->n * self->tile);
  for (gsize i = 0; i < self->n * self->tile; i++)
    for (guint t = 0; t < 2; t++)
      rows[i] |= has_bands (targets[t])
                 && ipl_target_has_path (targets[t], plot->view->the_case,
                                         self->paths->path[i / self->tile]);
  return rows;
}

void
ipl_thumbnails_highlight (const IplPlot *plot, const IplStyle *style,
                          const IplTarget *const targets[2], cairo_t *cr)
{
  const IplThumbnails *self = plot->thumbnails;
  g_autofree gboolean *rows = find_highlighted (plot, targets);
  guint n = self->n_large + (self->has_small ? self->n_small * self->n_parts : 0);

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  for (guint a = 0; a < n; a++)
    {
      const IplPlotAxes *axes = ipl_plot_get_axes (plot, a);

      if (rows != NULL)
        dim (style, cr, &axes->map.map, rows, axes->map_spec.rows);
      for (guint t = 0; t < 2; t++)
        highlight_map (plot, style, cr, axes, targets[t],
                       (axes->caption.is_small ? 0.6 : 1.3) * style->line_pt);
    }
  for (guint i = 0; self->has_small && i < self->n_small; i++)
    for (guint t = 0; t < 2; t++)
      if (ipl_target_equal (targets[t], &ipl_thumbnails_get_small (plot, i, 0)->caption.item))
        {
          IplRect area = ipl_thumbnails_get_area (plot, i);

          outline (cr, style, area.x, area.y, area.w, area.h, 2 * style->line_pt);
        }
}
