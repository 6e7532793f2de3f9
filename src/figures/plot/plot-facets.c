/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Facets: several maps with one colour scale in rows and columns. */

#include "figures/kit/recorder.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"
#include "figures/view/target-arrow-keys.h"

#include <math.h>

/* In text sizes: width of the colour bar, and minimum side of a readable map. */
#define BAR 0.75
#define LEAST_SIDE 4.6
/* Side relative to the width of its heading, and to the width of the area, that suffices. */
#define HEADING_SHARE 1.08
#define MOST_LEAST 0.3
/* Thickest frame, relative to the side and in text sizes. */
#define FRAME_SHARE 0.09
#define MOST_FRAME 0.42

/* Room around and between the maps, in points. */
typedef struct
{
  double left, right; /* of all maps: row names on the left, colour bar on the right */
  double head, below; /* of each map: a heading above, lines and class names below */
  double gap;
} Room;

static IplPlotAxes *
get (const IplPlot *self, guint i)
{
  return self->facets->pdata[i];
}

/* @cells: of an [n x n] matrix; the colour scale is [@middle - @limit, @middle + @limit] */
IplPlotAxes *
ipl_plot_add_facet (IplPlot *self, gsize n, IplNumbers cells, double middle, double limit)
{
  IplPlotAxes *axes = ipl_plot_add_map_without_scale (self, n, n, cells);

  axes->map_spec.diverging = axes->map_spec.averages = TRUE;
  axes->map_spec.middle = middle;
  axes->map_spec.hi = limit;
  if (self->facets == NULL)
    self->facets = g_ptr_array_new ();
  g_ptr_array_add (self->facets, axes);
  self->keys_of_all = TRUE;
  return axes;
}

static IplColor
get_color (const IplPlotFacet *facet, const IplStyle *style)
{
  return facet->role.kind == IPL_ROLE_PATH
             ? ipl_style_path_text_color (style, facet->role.the_case, facet->role.k)
             : ipl_role_color (facet->role, style);
}

static Room
measure (const IplPlot *self, const IplStyle *style, double height)
{
  const IplPlotAxes *first = get (self, 0);
  double em = style->font_pt, small = ipl_style_small (style);
  double line = ipl_text_height (style, small), tick = ipl_axis_tick_length (style);
  double limit = first->map_spec.hi;
  Room room = { .head = 1.2 * line, .gap = self->gap * em };
  guint lines = 0;
  IplAxis bar;

  for (guint i = 0; i < self->facets->len; i++)
    {
      const IplPlotFacet *facet = &get (self, i)->facet;

      if (facet->side != NULL)
        room.left = MAX (room.left, ipl_text_width (style, facet->side, small) + 0.3 * em);
      for (guint k = 0; k < G_N_ELEMENTS (facet->below); k++)
        lines = MAX (lines, facet->below[k] != NULL ? k + 1 : 0);
    }
  room.below = lines * line + (first->categories != NULL ? tick + 1.1 * line : 0);
  ipl_axis_init (&bar, style, -limit, limit, FALSE, MAX (height, 1), TRUE);
  room.right = BAR * em + 1.6 * tick + bar.label_w;
  if (first->map_spec.bar_title != NULL)
    room.right = MAX (room.right, ipl_text_width (style, first->map_spec.bar_title, small));
  room.right += 0.7 * em;
  return room;
}

/* Returns the height of all facets in a single row of this width. */
double
ipl_plot_facets_row_height (const IplPlot *self, const IplStyle *style, double width)
{
  Room room = measure (self, style, width);

  return (width - room.left - room.right + room.gap) / self->facets->len - room.gap + room.head
         + room.below;
}

static double
head_of_row (const IplPlot *self, const Room *room, guint first)
{
  return get (self, first)->heading != NULL ? room->head : 0;
}

/* Returns the largest side for @n facets in this number of columns. */
static double
fit_columns (const IplPlot *self, const Room *room, const IplRect *area, guint n, guint columns)
{
  guint rows = (n + columns - 1) / columns;
  double heads = 0;

  for (guint row = 0; row < rows; row++)
    heads += head_of_row (self, room, row * columns);
  return MIN ((area->w + room->gap) / columns - room->gap,
              (area->h - heads - rows * room->below + room->gap) / rows - room->gap);
}

/* Sets the number of facets to the largest for which maps and headings are readable.
 * Returns: their side */
static double
choose_number (IplPlot *self, const IplStyle *style, const Room *room, const IplRect *area)
{
  double small = ipl_style_small (style), least = LEAST_SIDE * style->font_pt;
  guint rows;

  for (guint i = 0; i < self->facets->len; i++)
    least = MAX (least, ipl_text_width (style, get (self, i)->heading, small) / HEADING_SHARE);
  least = MAX (MIN (least, MOST_LEAST * area->w), 1);
  self->facet_columns = (guint)MAX ((area->w + room->gap) / (least + room->gap), 1);
  rows = (guint)MAX ((area->h + room->gap) / (least + room->head + room->below + room->gap), 1);
  self->n_facets = MIN (self->facet_columns * rows, self->facets->len);
  return fit_columns (self, room, area, self->n_facets, self->facet_columns);
}

/* Returns the first facet shown once facet @n - 1 has scrolled into view; a multiple of the
 * number of columns. */
static guint
last_first (const IplPlot *self, guint n)
{
  guint shown = self->n_facets, columns = self->facet_columns;

  return n > shown ? (n - shown + columns - 1) / columns * columns : 0;
}

static void
place_map (IplPlotAxes *axes, double x, double y, double side, double frame)
{
  axes->map = (IplHeatMap){ .spec = axes->map_spec,
                            .map = { x + frame, y + frame, side - 2 * frame, side - 2 * frame } };
  axes->facet.frame = frame;
}

/* Places maps and colour bar in the area. The plot is left out if the maps would be too small. */
void
ipl_plot_place_facets (IplPlot *self, const IplStyle *style, const IplRect *area)
{
  Room room = measure (self, style, area->h);
  IplRect inner = { area->x + room.left, area->y, area->w - room.left - room.right, area->h };
  guint all = self->facets->len, columns = self->grid_columns, n;
  double side, y = area->y, frame = 0;

  self->n_facets = all;
  self->facet_columns = columns;
  side = columns > 0 ? fit_columns (self, &room, &inner, all, columns)
                     : choose_number (self, style, &room, &inner);
  self->is_left_out = side < 0.5 * style->font_pt;
  columns = self->facet_columns;
  self->first_facet = MIN (self->first_facet, last_first (self, all));
  n = MIN (self->n_facets, all - self->first_facet);
  for (guint i = 0; i < all; i++)
    {
      get (self, i)->is_hidden = i - self->first_facet >= n;
      if (get (self, i)->facet.stroke != 0)
        frame = MIN (FRAME_SHARE * side, MOST_FRAME * style->font_pt);
    }
  /* Facets in a single row are further apart, because of the lines below them. */
  if (all == columns)
    room.gap += CLAMP ((inner.w + room.gap) / columns - side - room.gap, 0, 4 * style->font_pt);
  self->facet_gap = room.gap;
  double width = columns * (side + room.gap) - room.gap, height = -room.gap;
  for (guint i = 0; i < n; i += columns)
    height += head_of_row (self, &room, self->first_facet + i) + side + room.below + room.gap;
  double x = inner.x + MAX (0, (inner.w - width) / 2);
  y += CLAMP ((area->h - height) / 2, 0, 1.5 * style->font_pt);
  for (guint i = 0; i < n; i++)
    {
      guint at = self->first_facet + i;

      if (i % columns == 0)
        y += head_of_row (self, &room, at) + (i > 0 ? side + room.below + room.gap : 0);
      place_map (get (self, at), x + i % columns * (side + room.gap), y, side, frame);
    }
  const IplRect *first = &get (self, self->first_facet)->map.map;
  self->facet_bar = (IplRect){ x + width + 0.7 * style->font_pt, first->y, BAR * style->font_pt,
                               MAX (y + side - frame - first->y, 1) };
  ipl_axis_init (&self->facet_bar_axis, style, -get (self, 0)->map_spec.hi,
                 get (self, 0)->map_spec.hi, FALSE, self->facet_bar.h, TRUE);
}

/* Draws a line of text centred on a map, no wider than the place of the map in its row. */
static void
draw_line (const IplPlotAxes *axes, const IplStyle *style, cairo_t *cr, const char *markup,
           IplColor color, double y, double gap)
{
  const IplRect *map = &axes->map.map;
  double small = ipl_style_small (style);
  double w = MIN (ipl_text_width (style, markup, small), map->w + gap);

  ipl_text_draw_fitted (cr, style, markup, small, color, map->x + (map->w - w) / 2, y, w);
}

/* Draws ticks at class boundaries along the left and lower edge, and the class names that fit. */
static void
draw_classes (const IplPlotAxes *axes, const IplStyle *style, cairo_t *cr)
{
  const IplRect *map = &axes->map.map;
  double small = ipl_style_small (style), tick = ipl_axis_tick_length (style);
  double side = map->w / (double)axes->map_spec.columns, bottom = map->y + map->h;
  guint n = axes->categories->len;

  for (guint k = 0; k < n; k++)
    {
      const IplPlotCategory *class = &g_array_index (axes->categories, IplPlotCategory, k);
      double from = class->at * side, to = k + 1 < n ? class[1].at * side : map->w;

      if (ipl_text_width (style, class->name, small) < 0.9 * (to - from))
        ipl_text_draw (cr, style, class->name, small, style->faint, map->x + (from + to) / 2,
                       bottom + tick, 0.5, 0);
      if (k == 0)
        continue;
      cairo_move_to (cr, map->x - tick, map->y + from);
      cairo_line_to (cr, map->x, map->y + from);
      cairo_move_to (cr, map->x + from, bottom);
      cairo_line_to (cr, map->x + from, bottom + tick);
    }
  ipl_stroke (cr, style->ink, ipl_style_hairline (style));
}

static void
draw_frame (const IplPlotAxes *axes, const IplStyle *style, cairo_t *cr)
{
  const IplRect *map = &axes->map.map;
  double w = axes->facet.frame * fabs (axes->facet.stroke);

  if (!(w > 0))
    return;
  cairo_rectangle (cr, map->x - w / 2, map->y - w / 2, map->w + w, map->h + w);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  ipl_stroke (cr, ipl_style_sign_color (style, axes->facet.stroke < 0), w);
}

static void
draw_facet (const IplPlotAxes *axes, const IplStyle *style, cairo_t *cr, double gap)
{
  const IplRect *map = &axes->map.map;
  const IplPlotFacet *facet = &axes->facet;
  double em = style->font_pt, small = ipl_style_small (style);
  double line = ipl_text_height (style, small), y = map->y + map->h + facet->frame;
  IplColor color = get_color (facet, style);
  IplTarget target;

  ipl_heat_map_draw_matrix (&axes->map, style, cr);
  draw_frame (axes, style, cr);
  if (facet->items != NULL)
    {
      target = ipl_items_make (facet->items, facet->item, facet->item_data);
      ipl_item_area (cr, &target, map);
    }
  if (axes->heading != NULL)
    draw_line (axes, style, cr, axes->heading, color, map->y - facet->frame - 1.15 * line, gap);
  if (facet->side != NULL)
    ipl_text_draw (cr, style, facet->side, small, color, map->x - facet->frame - 0.3 * em,
                   map->y + map->h / 2, 1, 0.5);
  if (axes->categories != NULL)
    {
      draw_classes (axes, style, cr);
      y += ipl_axis_tick_length (style) + 1.1 * line;
    }
  for (guint k = 0; k < G_N_ELEMENTS (facet->below); k++)
    if (facet->below[k] != NULL)
      draw_line (axes, style, cr, facet->below[k], style->ink, y + k * line, gap);
}

void
ipl_plot_draw_facets (const IplPlot *self, const IplStyle *style, cairo_t *cr)
{
  const IplRect *bar = &self->facet_bar;
  const char *title = get (self, 0)->map_spec.bar_title;
  guint number = 0;

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (guint i = 0; i < self->facets->len; i++)
    {
      if (get (self, i)->is_hidden)
        continue;
      ipl_part_begin_number (cr, "map", ++number);
      draw_facet (get (self, i), style, cr, MAX (self->facet_gap - 0.4 * style->font_pt, 0));
      ipl_part_end (cr);
    }
  ipl_part_begin (cr, "color-bar");
  ipl_color_bar_draw (bar, &self->facet_bar_axis, IPL_COLORS_DIVERGING, style, cr);
  if (title != NULL)
    ipl_text_draw (cr, style, title, ipl_style_small (style), style->ink, bar->x,
                   bar->y - 0.15 * style->font_pt, 0, 1);
  ipl_part_end (cr);
}

/* Frames a facet that is, or contains, the target. */
void
ipl_facet_highlight (const IplPlotAxes *self, const IplStyle *style, const IplTarget *target,
                     cairo_t *cr)
{
  const IplPlotFacet *facet = &self->facet;
  const IplRect *map = &self->map.map;
  double out = facet->frame * fabs (facet->stroke) + 0.85 * style->line_pt;

  if (facet->items == NULL || !ipl_items_have (facet->items, target, facet->item, facet->item_data))
    return;
  cairo_rectangle (cr, map->x - out, map->y - out, map->w + 2 * out, map->h + 2 * out);
  ipl_stroke (cr, style->accent, 1.1 * style->line_pt);
}

/* Returns the facet of the target, or else the first that contains it, or else the number of
 * facets. */
static guint
find_facet (const IplPlot *self, const IplTarget *target)
{
  guint found = self->facets->len;
  IplTarget all = *target;

  if (target->kind == IPL_TARGET_CELL)
    all = ipl_target_pair (ipl_target_get (target, IPL_PART_PATH),
                           ipl_target_get (target, IPL_PART_OTHER));
  for (guint i = self->facets->len; i-- > 0;)
    {
      const IplPlotFacet *facet = &get (self, i)->facet;
      IplTarget own = ipl_items_make (facet->items, facet->item, facet->item_data);

      if (ipl_target_equal (&own, &all))
        return i;
      if (ipl_items_have (facet->items, target, facet->item, facet->item_data))
        found = i;
    }
  return found;
}

/* Arrow keys: through rows and columns of a grid, otherwise to the next or previous facet. */
IplTarget
ipl_plot_step_facets (const IplPlot *self, const IplTarget *from, int dx, int dy)
{
  gsize n = self->facets->len, columns = MAX (self->grid_columns, 1), at = find_facet (self, from);
  const IplPlotFacet *facet;

  if (at == n)
    at = 0;
  else if (columns == 1)
    at = ipl_step_move (at, dx + dy, n);
  else
    at = ipl_step_move (at / columns, dy, n / columns) * columns
         + ipl_step_move (at % columns, dx, columns);
  facet = &get (self, (guint)at)->facet;
  return ipl_items_make (facet->items, facet->item, facet->item_data);
}

/* @target: (nullable): facet to scroll into view
 * @first: (out): first facet shown after scrolling
 * Returns: TRUE if some facets are not shown */
gboolean
ipl_plot_scroll (const IplPlot *self, const IplTarget *target, int rows, guint *first)
{
  guint at, all = self->facets != NULL ? self->facets->len : 0;
  gint64 to;

  if (all == 0 || self->is_left_out || self->n_facets >= all)
    return FALSE;
  to = (gint64)self->first_facet + (gint64)rows * self->facet_columns;
  at = target != NULL ? find_facet (self, target) : all;
  if (at < all && at < to)
    to = at - at % self->facet_columns;
  else if (at < all && at >= to + MIN (self->n_facets, all - self->first_facet))
    to = last_first (self, at + 1);
  *first = (guint)CLAMP (to, 0, (gint64)last_first (self, all));
  return TRUE;
}
