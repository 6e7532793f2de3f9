/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A matrix as colours, with a colour bar and names of rows and columns. */

#include "figures/kit/heat-map.h"

#include "figures/kit/matrix-picture.h"
#include "figures/kit/recorder.h"
#include "figures/kit/text.h"

#include <math.h>

/* Maximum number of cells per side that are drawn. */
#define MOST_CELLS 4096

/* Returns the stride of row or column numbers: the smallest 1, 2 or 5 times a power of ten
 * without overlap. */
static gsize
choose_stride (double pitch, double room)
{
  static const gsize steps[] = { 1, 2, 5 };

  for (gsize power = 1;; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
      if (steps[i] * power * pitch >= room || power > G_MAXINT / 100)
        return steps[i] * power;
}

/* Returns the name of a row or a column, or its number from 1. */
static char *
get_name (const char *const *names, gsize i)
{
  return names != NULL ? g_strdup (names[i]) : g_strdup_printf ("%" G_GSIZE_FORMAT, i + 1);
}

/* Returns the width of the widest of @n names, or numbers if there are no names. */
static double
names_width (const IplStyle *style, const char *const *names, gsize n)
{
  double width = 0;

  for (gsize i = names != NULL ? 0 : n - 1; i < n; i++)
    {
      g_autofree char *text = get_name (names, i);

      width = MAX (width, ipl_text_width (style, text, ipl_style_small (style)));
    }
  return width;
}

/* Initialises the axis of the colour bar for its length. */
void
ipl_heat_map_init_bar (IplHeatMap *self, const IplStyle *style, double length)
{
  const IplHeatMapSpec *spec = &self->spec;
  double lo = spec->diverging ? -spec->hi : spec->lo;

  if (spec->linear > 0)
    ipl_axis_init_symlog (&self->bar_axis, style, lo, spec->hi, spec->linear, length, TRUE);
  else
    ipl_axis_init (&self->bar_axis, style, lo, spec->hi, FALSE, length, TRUE);
}

/* Lays out the map. @spec: copied; the caller keeps its strings and data alive as long as the
 * map */
void
ipl_heat_map_layout (IplHeatMap *self, const IplStyle *style, const IplRect *area,
                     const IplHeatMapSpec *spec)
{
  double em = style->font_pt, small = ipl_style_small (style);
  double text_h = ipl_text_height (style, small), label_h = ipl_text_height (style, em);
  double bar_w = 0.75 * em, tick = ipl_axis_tick_length (style);
  double left = names_width (style, spec->row_names, spec->rows) + 0.3 * em
                + (spec->row_title != NULL ? label_h + 0.2 * em : 0);
  double below = text_h + 0.2 * em + (spec->column_title != NULL ? label_h : 0);
  double above = (spec->bar_title != NULL ? 1.5 : 0.5) * text_h + 0.1 * em;
  double right, w, h;

  *self = (IplHeatMap){ .spec = *spec };
  h = MAX (area->h - above - below, 1);
  ipl_heat_map_init_bar (self, style, h);
  right = 0.7 * em + bar_w + 1.5 * tick + self->bar_axis.label_w + 0.2 * em;
  w = MAX (area->w - left - right, 1);
  if (spec->upright
      && names_width (style, spec->column_names, spec->columns) + em > w / (double)spec->columns)
    {
      self->upright_h = names_width (style, spec->column_names, spec->columns);
      below += self->upright_h - text_h + 0.2 * em;
      h = MAX (area->h - above - below, 1);
    }
  if (spec->square)
    {
      double side = MIN (w / spec->columns, h / spec->rows);

      w = side * spec->columns;
      h = side * spec->rows;
    }
  self->map = (IplRect){ area->x + left + MAX (0, (area->w - left - right - w) / 2),
                         area->y + above + MAX (0, (area->h - above - below - h) / 2), w, h };
  self->bar = (IplRect){ self->map.x + w + 0.7 * em, self->map.y, bar_w, h };
  ipl_heat_map_init_bar (self, style, h);
}

/* Returns the position of a number in the colours: [-1, 1] for diverging ones, else [0, 1].
 * Diverging linear positions are not clamped, so that means of cells are exact. */
static double
find_position (const IplHeatMapSpec *spec, double value)
{
  if (spec->linear > 0)
    return CLAMP (ipl_symlog (value, spec->linear, spec->hi), -1, 1);
  return spec->diverging ? (value - spec->middle) / spec->hi
                         : CLAMP ((value - spec->lo) / (spec->hi - spec->lo), 0, 1);
}

static IplColor
color_at (const IplHeatMapSpec *spec, const IplStyle *style, double position)
{
  if (spec->diverging)
    return ipl_style_diverging_color (style, CLAMP (position, -1, 1));
  return spec->attention ? ipl_style_attention_color (style, position)
                         : ipl_color_map_sequential (position);
}

IplColors
ipl_heat_map_colors (const IplHeatMapSpec *spec)
{
  return spec->diverging   ? IPL_COLORS_DIVERGING
         : spec->attention ? IPL_COLORS_ATTENTION
                           : IPL_COLORS_SEQUENTIAL;
}

IplColor
ipl_heat_map_color (const IplHeatMap *self, const IplStyle *style, double value)
{
  return color_at (&self->spec, style, find_position (&self->spec, value));
}

static guint32
pixel (IplColor color)
{
  return 0xff000000u | (guint32)lround (color.r * 255) << 16 | (guint32)lround (color.g * 255) << 8
         | (guint32)lround (color.b * 255);
}

static double
cell_position (gsize row, gsize column, gconstpointer data)
{
  const IplHeatMapSpec *spec = data;

  return find_position (spec, spec->cell (row, column, spec->data));
}

/* Draws means of cells, for matrices with more cells than pixels. */
static void
draw_averages (const IplHeatMap *self, const IplStyle *style, cairo_t *cr)
{
  const IplHeatMapSpec *spec = &self->spec;
  const int zero = IPL_MATRIX_COLORS / 2;
  guint32 colors[IPL_MATRIX_COLORS];

  for (int k = 0; k < IPL_MATRIX_COLORS; k++)
    colors[k] = pixel (color_at (spec, style, (double)(k - zero) / zero)) & 0xffffff;
  const IplMatrixKey key = { spec->shared, spec->middle, spec->hi, colors[0], spec->transposed };

  ipl_matrix_picture_draw (cr, &self->map, spec->rows, cell_position, spec, 1, colors,
                           spec->shared != NULL ? &key : NULL);
}

/* Draws one pixel for each cell: with sharp edges if the device has a pixel for each, smoothed
 * otherwise. */
static void
draw_cells (const IplHeatMap *self, const IplStyle *style, cairo_t *cr)
{
  gsize rows = MIN (self->spec.rows, MOST_CELLS), columns = MIN (self->spec.columns, MOST_CELLS);
  int w = (int)columns, h = (int)rows;
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, w, h);
  double device_w = self->map.w, device_h = 0;

  if (cairo_surface_status (picture) == CAIRO_STATUS_SUCCESS)
    {
      guchar *pixels = cairo_image_surface_get_data (picture);
      int stride = cairo_image_surface_get_stride (picture);

      for (gsize i = 0; i < rows; i++)
        {
          guint32 *line = (guint32 *)(gpointer)(pixels + (int)i * stride);

          for (gsize j = 0; j < columns; j++)
            {
              double value = self->spec.cell (i * self->spec.rows / rows,
                                              j * self->spec.columns / columns, self->spec.data);

              line[j] = isnan (value) ? 0 : pixel (ipl_heat_map_color (self, style, value));
            }
        }
      cairo_surface_mark_dirty (picture);
      cairo_user_to_device_distance (cr, &device_w, &device_h);
      ipl_picture_paint (cr, &self->map, picture, hypot (device_w, device_h) < w);
    }
  cairo_surface_destroy (picture);
}

static IplColor
get_color (IplColors colors, const IplStyle *style, double t)
{
  return colors == IPL_COLORS_SEQUENTIAL  ? ipl_color_map_sequential (t)
         : colors == IPL_COLORS_DIVERGING ? ipl_style_diverging_color (style, 2 * t - 1)
                                          : ipl_style_attention_color (style, t);
}

/* Draws a colour bar with the lowest value at the bottom and an axis at the right. */
void
ipl_color_bar_draw (const IplRect *bar, const IplAxis *axis, IplColors colors,
                    const IplStyle *style, cairo_t *cr)
{
  /* Number of stops for which linear RGB between them matches the map in Oklab. */
  const int stops = colors == IPL_COLORS_ATTENTION ? 8 : 40;
  cairo_pattern_t *ramp = cairo_pattern_create_linear (0, bar->y, 0, bar->y + bar->h);

  for (int i = 0; i <= stops; i++)
    {
      IplColor color = get_color (colors, style, 1 - (double)i / stops);
      cairo_pattern_add_color_stop_rgb (ramp, (double)i / stops, color.r, color.g, color.b);
    }
  cairo_rectangle (cr, bar->x, bar->y, bar->w, bar->h);
  cairo_set_source (cr, ramp);
  cairo_fill_preserve (cr);
  cairo_pattern_destroy (ramp);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  ipl_stroke (cr, style->ink, ipl_style_hairline (style));
  ipl_axis_draw_y (axis, style, cr, bar->x + bar->w, bar->y + bar->h, bar->h, TRUE);
}

static void
draw_bar (const IplHeatMap *self, const IplStyle *style, cairo_t *cr)
{
  const IplRect *bar = &self->bar;

  ipl_color_bar_draw (bar, &self->bar_axis, ipl_heat_map_colors (&self->spec), style, cr);
  if (self->spec.bar_title != NULL)
    {
      double small = ipl_style_small (style), right = bar->x + bar->w + self->bar_axis.label_w;
      double w = MIN (ipl_text_width (style, self->spec.bar_title, small), right - self->map.x);

      ipl_text_draw_fitted (cr, style, self->spec.bar_title, small, style->ink, right - w,
                            self->map.y - 1.5 * ipl_text_height (style, small), w);
    }
}

/* Draws a name that reads upwards and ends at @top. */
static void
draw_upright (const IplStyle *style, cairo_t *cr, const char *text, double x, double top)
{
  double small = ipl_style_small (style), length = ipl_text_width (style, text, small);

  ipl_text_draw_up_within (cr, style, text, small, style->ink, x, top + length / 2, top,
                           top + length);
}

static void
draw_counts (const IplHeatMap *self, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, small = ipl_style_small (style);
  double text_h = ipl_text_height (style, small);
  double row_h = self->map.h / self->spec.rows, column_w = self->map.w / self->spec.columns;
  gsize row_stride = choose_stride (row_h, text_h);
  double names_w = names_width (style, self->spec.column_names, self->spec.columns);
  gsize column_stride = choose_stride (column_w, self->upright_h > 0 ? text_h : names_w + em);
  gsize first_row
      = self->spec.row_names != NULL ? (self->spec.rows - 1) % row_stride : row_stride - 1;
  gsize first_column = self->spec.column_names != NULL ? 0 : column_stride - 1;
  double bottom = self->map.y + self->map.h;

  for (gsize i = first_row; i < self->spec.rows; i += row_stride)
    {
      g_autofree char *text = get_name (self->spec.row_names, i);

      ipl_text_draw (cr, style, text, small, style->ink, self->map.x - 0.3 * em,
                     self->map.y + (i + 0.5) * row_h, 1, 0.5);
    }
  for (gsize j = first_column; j < self->spec.columns; j += column_stride)
    {
      g_autofree char *text = get_name (self->spec.column_names, j);
      double x = self->map.x + (j + 0.5) * column_w;

      if (self->upright_h > 0)
        draw_upright (style, cr, text, x, bottom + 0.3 * em);
      else
        ipl_text_draw (cr, style, text, small, style->ink, x, bottom + 0.1 * em, 0.5, 0);
    }
  if (self->spec.column_title != NULL)
    ipl_text_draw (cr, style, self->spec.column_title, em, style->ink,
                   self->map.x + self->map.w / 2,
                   bottom + 0.15 * em + (self->upright_h > 0 ? self->upright_h + 0.2 * em : text_h),
                   0.5, 0);
  if (self->spec.row_title != NULL)
    ipl_text_draw_up_within (cr, style, self->spec.row_title, em, style->ink,
                             self->map.x - 0.5 * em
                                 - names_width (style, self->spec.row_names, self->spec.rows)
                                 - ipl_text_height (style, em) / 2,
                             self->map.y + self->map.h / 2, self->map.y, self->map.y + self->map.h);
}

/* Draws the diagonal in grey, with a stroke through cells that are large enough. */
static void
draw_diagonal (const IplHeatMap *self, const IplStyle *style, cairo_t *cr)
{
  gsize n = MIN (self->spec.rows, self->spec.columns);
  gboolean is_large = ipl_heat_map_cell (self, 0, 0).h >= 0.4 * style->font_pt;

  for (guint stroke = 0; stroke <= (is_large ? 1 : 0); stroke++)
    {
      for (gsize i = 0; i < n; i++)
        {
          IplRect at = ipl_heat_map_cell (self, i, i);

          if (isnan (self->spec.cell (i, i, self->spec.data)))
            continue;
          if (stroke == 0)
            cairo_rectangle (cr, at.x, at.y, at.w, at.h);
          else
            {
              cairo_move_to (cr, at.x, at.y + at.h);
              cairo_line_to (cr, at.x + at.w, at.y);
            }
        }
      cairo_set_line_width (cr, ipl_style_hairline (style));
      ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, stroke == 0 ? 0.16 : 0.35), 1);
      if (stroke == 0)
        cairo_fill (cr);
      else
        cairo_stroke (cr);
    }
}

/* Draws the hatching of a map without numbers. */
static void
draw_hatching (const IplHeatMap *self, const IplStyle *style, cairo_t *cr)
{
  const IplRect *map = &self->map;
  double pitch = MAX (0.7 * style->font_pt, map->w / 12);

  cairo_save (cr);
  cairo_rectangle (cr, map->x, map->y, map->w, map->h);
  cairo_clip (cr);
  for (double d = pitch / 2; d < map->w + map->h; d += pitch)
    {
      cairo_move_to (cr, map->x + d, map->y);
      cairo_line_to (cr, map->x + d - map->h, map->y + map->h);
    }
  ipl_stroke (cr, ipl_color_mix (style->paper, style->ink, 0.2), ipl_style_hairline (style));
  cairo_restore (cr);
}

/* Traces the cells on and below the diagonal as one path. */
static void
trace_steps (const IplHeatMap *self, cairo_t *cr)
{
  const IplRect *map = &self->map;

  cairo_move_to (cr, map->x, map->y + map->h);
  cairo_line_to (cr, map->x, map->y);
  for (gsize i = 0; i < self->spec.rows; i++)
    {
      IplRect at = ipl_heat_map_cell (self, i, i);

      cairo_line_to (cr, at.x + at.w, at.y);
      cairo_line_to (cr, at.x + at.w, at.y + at.h);
    }
  cairo_close_path (cr);
}

static void
trace_frames (const IplHeatMap *self, cairo_t *cr)
{
  IplRect gap = ipl_heat_map_cell (self, 0, self->spec.gap);
  double right = self->map.x + self->map.w, second = gap.x + gap.w;

  if (self->spec.lower)
    {
      trace_steps (self, cr);
      return;
    }
  if (self->spec.gap == 0)
    {
      cairo_rectangle (cr, self->map.x, self->map.y, self->map.w, self->map.h);
      return;
    }
  cairo_rectangle (cr, self->map.x, self->map.y, gap.x - self->map.x, self->map.h);
  cairo_rectangle (cr, second, self->map.y, right - second, self->map.h);
}

/* Draws the cells in their frame, without names and colour bar. A map without numbers is
 * hatched. */
void
ipl_heat_map_draw_matrix (const IplHeatMap *self, const IplStyle *style, cairo_t *cr)
{
  if (self->spec.cell == NULL)
    draw_hatching (self, style, cr);
  else if (self->spec.averages)
    draw_averages (self, style, cr);
  else
    draw_cells (self, style, cr);
  if (self->spec.cell != NULL && self->spec.leaves_diagonal)
    draw_diagonal (self, style, cr);
  trace_frames (self, cr);
  ipl_stroke (cr, style->ink, ipl_style_hairline (style));
}

void
ipl_heat_map_draw (const IplHeatMap *self, const IplStyle *style, cairo_t *cr)
{
  ipl_part_begin (cr, "map");
  ipl_heat_map_draw_matrix (self, style, cr);
  ipl_part_end (cr);
  ipl_part_begin (cr, "color-bar");
  draw_bar (self, style, cr);
  draw_counts (self, style, cr);
  ipl_part_end (cr);
}

/* Returns the rectangle of a cell. */
IplRect
ipl_heat_map_cell (const IplHeatMap *self, gsize row, gsize column)
{
  double w = self->map.w / self->spec.columns, h = self->map.h / self->spec.rows;

  return (IplRect){ self->map.x + column * w, self->map.y + row * h, w, h };
}

void
ipl_heat_map_find_nearest (const IplHeatMap *self, double x, double y, gsize *row, gsize *column)
{
  const IplRect *map = &self->map;

  *row = (gsize)CLAMP ((y - map->y) / map->h * self->spec.rows, 0, self->spec.rows - 1.0);
  *column = (gsize)CLAMP ((x - map->x) / map->w * self->spec.columns, 0, self->spec.columns - 1.0);
}

/* Finds the cell that contains (@x, @y). FALSE if there is none. */
gboolean
ipl_heat_map_find (const IplHeatMap *self, double x, double y, gsize *row, gsize *column)
{
  if (!ipl_rect_contains (&self->map, x, y))
    return FALSE;
  ipl_heat_map_find_nearest (self, x, y, row, column);
  return TRUE;
}

/* Frames a hovered cell. The frame has a minimum size, for tiny cells.
 * @self: a map with a layout */
void
ipl_heat_map_light (const IplHeatMap *self, const IplStyle *style, gsize row, gsize column,
                    cairo_t *cr)
{
  IplRect at = ipl_heat_map_cell (self, row, column);
  double out_x = MAX (0.35 * style->font_pt - at.w / 2, 0);
  double out_y = MAX (0.35 * style->font_pt - at.h / 2, 0);

  cairo_rectangle (cr, at.x - out_x, at.y - out_y, at.w + 2 * out_x, at.h + 2 * out_y);
  ipl_stroke (cr, style->accent, 1.4 * style->line_pt);
}
