/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panel b: the order parameter U as heatmaps, the current width's large. */

#include "u-layout.h"

#include <math.h>

/* Maps of more cells a side are drawn as pictures, of more than that many pixels coarsened. */
#define MAX_VECTOR_CELLS 24
#define MAX_PIXELS 1024

static const double *
cell (const IplULayout *layout, const IplSolution *solution, gsize i, gsize j)
{
  return &solution->U[layout->order[i] * layout->Pi + layout->order[j]];
}

static void
draw_picture (const IplULayout *layout, cairo_t *cr, const IplSolution *solution, double limit,
              const IplRect *map, gboolean dark)
{
  gsize block = (layout->Pi + MAX_PIXELS - 1) / MAX_PIXELS;
  int n = (layout->Pi + block - 1) / block;
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, n, n);
  if (cairo_surface_status (picture) == CAIRO_STATUS_SUCCESS)
    {
      guchar *data = cairo_image_surface_get_data (picture);
      int stride = cairo_image_surface_get_stride (picture);
      /* A table: a colour is dear, and there may be a million. */
      guint32 table[513];
      for (int k = 0; k < 513; k++)
        {
          IplColor color = ipl_color_map_diverging ((k - 256) / 256.0, dark);
          table[k] = (guint32)lround (color.r * 255) << 16 | (guint32)lround (color.g * 255) << 8
                     | (guint32)lround (color.b * 255);
        }
      for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
          {
            double strongest = 0;
            for (gsize i = y * block; i < MIN ((y + 1) * block, layout->Pi); i++)
              for (gsize j = x * block; j < MIN ((x + 1) * block, layout->Pi); j++)
                {
                  double U = *cell (layout, solution, i, j);
                  if (fabs (U) > fabs (strongest))
                    strongest = U;
                }
            double t = CLAMP (strongest / limit, -1, 1);
            ((guint32 *)(data + y * stride))[x] = table[(int)lround (256 + 256 * t)];
          }
      cairo_surface_mark_dirty (picture);
      cairo_save (cr);
      cairo_translate (cr, map->x, map->y);
      cairo_scale (cr, map->w / n, map->h / n);
      cairo_set_source_surface (cr, picture, 0, 0);
      cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
      cairo_rectangle (cr, 0, 0, n, n);
      cairo_fill (cr);
      cairo_restore (cr);
    }
  cairo_surface_destroy (picture);
}

static void
draw_map (const IplULayout *layout, const IplStyle *style, cairo_t *cr, const IplSolution *solution,
          double limit, const IplRect *map)
{
  gboolean dark = ipl_style_is_dark (style);
  if (!solution)
    {
      /* Not solved yet: hatched. */
      cairo_save (cr);
      cairo_rectangle (cr, map->x, map->y, map->w, map->h);
      cairo_clip (cr);
      double pitch = MAX (0.7 * style->font_pt, map->w / 12);
      for (double d = pitch / 2; d < 2 * map->w; d += pitch)
        {
          cairo_move_to (cr, map->x + d, map->y);
          cairo_line_to (cr, map->x + d - map->w, map->y + map->h);
        }
      cairo_set_line_width (cr, ipl_style_hairline (style));
      ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, 0.2), 1);
      cairo_stroke (cr);
      cairo_restore (cr);
    }
  else if (layout->Pi > MAX_VECTOR_CELLS)
    draw_picture (layout, cr, solution, limit, map, dark);
  else
    {
      double side = map->w / layout->Pi;
      /* Every cell reaches a little below its right and lower neighbours: no seams. */
      double lap = 0.3;
      for (gsize i = 0; i < layout->Pi; i++)
        for (gsize j = 0; j < layout->Pi; j++)
          {
            double U = *cell (layout, solution, i, j);
            ipl_set_color (cr, ipl_color_map_diverging (U / limit, dark), 1);
            cairo_rectangle (cr, map->x + j * side, map->y + i * side,
                             side + (j + 1 < layout->Pi ? lap : 0),
                             side + (i + 1 < layout->Pi ? lap : 0));
            cairo_fill (cr);
          }
    }
  cairo_rectangle (cr, map->x, map->y, map->w, map->h);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
}

/* The numbers in the cells, where all fit. */
static void
draw_numbers (const IplULayout *layout, const IplStyle *style, cairo_t *cr)
{
  gsize Pi = layout->Pi;
  double side = layout->map.w / Pi, small = ipl_style_small (style), widest = 0;
  if (!layout->solution || Pi > 6)
    return;
  int magnitude = (int)floor (log10 (layout->limit));
  int decimals = magnitude >= 2 ? MAX (0, 3 - magnitude) : 2 - MIN (0, magnitude);
  g_auto (GStrv) texts = g_new0 (char *, Pi *Pi + 1);
  for (gsize k = 0; k < Pi * Pi; k++)
    {
      texts[k] = ipl_number_fixed (*cell (layout, layout->solution, k / Pi, k % Pi), decimals);
      widest = MAX (widest, ipl_text_width (style, texts[k], small));
    }
  if (widest + 0.5 * small > side || ipl_text_height (style, small) > side)
    return;
  for (gsize k = 0; k < Pi * Pi; k++)
    {
      double t = *cell (layout, layout->solution, k / Pi, k % Pi) / layout->limit;
      IplColor back = ipl_color_map_diverging (t, ipl_style_is_dark (style));
      /* Black or white, whichever contrasts more (0.179 is where the two are equal). */
      IplColor ink
          = ipl_color_luminance (back) > 0.179 ? (IplColor){ 0, 0, 0 } : (IplColor){ 1, 1, 1 };
      ipl_text_draw (cr, style, texts[k], small, ink, layout->map.x + (k % Pi + 0.5) * side,
                     layout->map.y + (k / Pi + 0.5) * side, 0.5, 0.5);
    }
}

static void
draw_labels (const IplULayout *layout, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, small = ipl_style_small (style);
  const IplRect *map = &layout->map;
  double side = map->w / layout->Pi;
  for (int vertical = 0; vertical <= 1; vertical++)
    {
      const GArray *labels = vertical ? layout->row_labels : layout->column_labels;
      for (guint i = 0; i < labels->len; i++)
        {
          const IplCellLabel *label = &g_array_index (labels, IplCellLabel, i);
          gboolean group = label->count > 1;
          double at = (label->first + label->count / 2.0) * side;
          IplColor color
              = group || layout->Pi > 8
                    ? style->ink
                    : ipl_style_path_color (style, layout->the_case, layout->order[label->first]);
          if (vertical)
            ipl_text_draw (cr, style, label->markup, small, color, map->x - 0.4 * em, map->y + at,
                           1, 0.5);
          else
            ipl_text_draw (cr, style, label->markup, small, color, map->x + at,
                           map->y + map->h + 0.15 * em, 0.5, 0);
          if (!group || label->first == 0)
            continue;
          /* A tick where one head's paths end and the next one's begin. */
          cairo_move_to (cr, map->x + (vertical ? -0.5 * em : label->first * side),
                         map->y + (vertical ? label->first * side : map->h + 0.5 * em));
          cairo_line_to (cr, map->x + (vertical ? 0 : label->first * side),
                         map->y + (vertical ? label->first * side : map->h));
          cairo_set_line_width (cr, ipl_style_hairline (style));
          ipl_set_color (cr, style->ink, 1);
          cairo_stroke (cr);
        }
    }
  if (layout->grouped && layout->column_labels->len > 0
      && g_array_index (layout->column_labels, IplCellLabel, 0).count > 1)
    {
      const char *what = "head in layer 1";
      if (ipl_text_width (style, what, small) < map->w)
        ipl_text_draw (cr, style, what, small, style->faint, map->x + map->w / 2,
                       map->y + map->h + 0.15 * em + ipl_text_height (style, small), 0.5, 0);
    }
}

static void
draw_bar (const IplULayout *layout, const IplStyle *style, cairo_t *cr)
{
  const IplRect *bar = &layout->bar;
  /* Stops close enough that straight lines in RGB between them are the map in Oklab. */
  const int stops = 40;
  cairo_pattern_t *ramp = cairo_pattern_create_linear (0, bar->y, 0, bar->y + bar->h);
  for (int i = 0; i <= stops; i++)
    {
      IplColor color = ipl_color_map_diverging (1 - 2.0 * i / stops, ipl_style_is_dark (style));
      cairo_pattern_add_color_stop_rgb (ramp, (double)i / stops, color.r, color.g, color.b);
    }
  cairo_rectangle (cr, bar->x, bar->y, bar->w, bar->h);
  cairo_set_source (cr, ramp);
  cairo_fill (cr);
  cairo_pattern_destroy (ramp);
  cairo_rectangle (cr, bar->x, bar->y, bar->w, bar->h);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
  ipl_axis_draw_y (&layout->bar_axis, style, cr, bar->x + bar->w, bar->y + bar->h, bar->h, TRUE);
}

/* The width above the large map, and what the colours mean above their bar, clear of its highest
 * tick's label. */
static void
draw_title (const IplULayout *layout, const IplStyle *style, cairo_t *cr)
{
  static const char quantity[] = "<i>U</i><sub>pq</sub>";
  double small = ipl_style_small (style), y = layout->map.y - 0.1 * style->font_pt;
  const char *title = layout->solution ? layout->title : "not solved yet";
  double w = ipl_text_width (style, title, small);
  double x = layout->map.x + (layout->map.w - w) / 2;
  double right = layout->bar.x + layout->bar.w;
  double limit = right - ipl_text_width (style, quantity, small) - 0.4 * small;
  if (layout->solution && x + w > limit)
    x = layout->map.x;
  if (layout->solution && x + w <= limit)
    ipl_text_draw (cr, style, quantity, small, style->ink, right, y, 1, 1);
  ipl_text_draw (cr, style, title, small, style->ink, x, y, 0, 1);
}

void
ipl_u_heatmap_draw (const IplView *view, const IplStyle *style, cairo_t *cr, double width,
                    double height)
{
  g_auto (IplULayout) layout = { 0 };
  ipl_u_layout_init (&layout, view, style, width, height);
  double em = style->font_pt, small = ipl_style_small (style);
  const IplRect *map = &layout.map;

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  draw_map (&layout, style, cr, layout.solution, layout.limit, map);
  draw_numbers (&layout, style, cr);
  draw_labels (&layout, style, cr);
  if (layout.solution)
    draw_bar (&layout, style, cr);
  draw_title (&layout, style, cr);
  for (guint i = 0; i < layout.thumbnails->len; i++)
    {
      const IplThumbnail *t = &g_array_index (layout.thumbnails, IplThumbnail, i);
      if (t->map.w <= 0)
        continue;
      double limit
          = view->shared_limits || !t->solution ? layout.limit : ipl_solution_max_U (t->solution);
      gboolean current = (int)t->row == layout.current_row;
      double line_h = 0.97 * ipl_text_height (style, small);
      draw_map (&layout, style, cr, t->solution, limit, &t->map);
      ipl_text_draw (cr, style, t->title, small, current ? style->accent : style->ink,
                     t->map.x + t->map.w / 2, t->map.y - 0.1 * em - (t->limit_text ? line_h : 0),
                     0.5, 1);
      if (t->limit_text)
        ipl_text_draw (cr, style, t->limit_text, small, style->faint, t->map.x + t->map.w / 2,
                       t->map.y - 0.1 * em, 0.5, 1);
      if (!current)
        continue;
      double w = 1.1 * style->line_pt;
      cairo_rectangle (cr, t->map.x - w / 2, t->map.y - w / 2, t->map.w + w, t->map.h + w);
      cairo_set_line_width (cr, w);
      ipl_set_color (cr, style->accent, 1);
      cairo_stroke (cr);
    }
}

/* Dims the cells of which neither row nor column is lit. */
static void
veil (const IplULayout *layout, const IplStyle *style, cairo_t *cr, const IplRect *map,
      const gboolean *lit)
{
  double side = map->w / layout->Pi;
  for (gsize i = 0; i < layout->Pi; i++)
    for (gsize j = 0; j < layout->Pi && !lit[i]; j++)
      {
        gsize run = 0;
        while (j + run < layout->Pi && !lit[j + run])
          run++;
        if (run > 0)
          cairo_rectangle (cr, map->x + j * side, map->y + i * side, run * side, side);
        j += run;
      }
  ipl_set_color (cr, style->paper, 0.62);
  cairo_fill (cr);
}

static void
outline (cairo_t *cr, const IplStyle *style, double x, double y, double w, double h, double line)
{
  cairo_rectangle (cr, x, y, w, h);
  cairo_set_line_width (cr, 2 * line);
  ipl_set_color (cr, style->paper, 0.8);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, line);
  ipl_set_color (cr, style->accent, 1);
  cairo_stroke (cr);
}

static void
light_map (const IplULayout *layout, const IplStyle *style, cairo_t *cr, const IplRect *map,
           const IplFocus *focus, double line)
{
  double side = map->w / layout->Pi;
  line = MIN (line, MAX (0.22 * side, 0.3 * line));
  /* Cells too small for a frame have the veil alone. */
  if (side < 1.5 && focus->other < 0)
    return;
  if (focus->path < 0 || focus->path >= (int)layout->Pi || focus->other >= (int)layout->Pi)
    return;
  gsize i = layout->rank[focus->path];
  if (focus->other < 0)
    {
      outline (cr, style, map->x, map->y + i * side, map->w, side, line);
      outline (cr, style, map->x + i * side, map->y, side, map->h, line);
      return;
    }
  gsize j = layout->rank[focus->other];
  if (i != j)
    outline (cr, style, map->x + i * side, map->y + j * side, side, side, 0.5 * line);
  outline (cr, style, map->x + j * side, map->y + i * side, side, side, line);
}

void
ipl_u_heatmap_overlay (const IplView *view, const IplStyle *style, const IplFocus *selected,
                       const IplFocus *hovered, cairo_t *cr, double width, double height)
{
  g_auto (IplULayout) layout = { 0 };
  const IplFocus *focuses[] = { selected, hovered };
  gboolean bands = FALSE;

  ipl_u_layout_init (&layout, view, style, width, height);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  g_autofree gboolean *lit = g_new0 (gboolean, layout.Pi);
  for (int f = 0; f < 2; f++)
    if (focuses[f]->head >= 0 || (focuses[f]->path >= 0 && focuses[f]->other < 0))
      {
        bands = TRUE;
        for (gsize p = 0; p < layout.Pi; p++)
          if (ipl_focus_has_path (focuses[f], view->the_case, p))
            lit[layout.rank[p]] = TRUE;
      }
  for (guint t = 0; t <= layout.thumbnails->len; t++)
    {
      const IplThumbnail *thumbnail
          = t > 0 ? &g_array_index (layout.thumbnails, IplThumbnail, t - 1) : NULL;
      const IplRect *map = thumbnail ? &thumbnail->map : &layout.map;
      if (map->w <= 0)
        continue;
      if (bands)
        veil (&layout, style, cr, map, lit);
      for (int f = 0; f < 2; f++)
        {
          light_map (&layout, style, cr, map, focuses[f], (t == 0 ? 1.3 : 0.6) * style->line_pt);
          if (thumbnail && focuses[f]->row == (int)thumbnail->row)
            outline (cr, style, map->x, map->y, map->w, map->h, 2 * style->line_pt);
        }
    }
  const IplFocus *said = ipl_focus_is_none (hovered) ? selected : hovered;
  if (said->component >= 0 || said->row >= 0 || layout.Pi > 6)
    {
      g_autofree char *caption = ipl_focus_caption (said, view);
      if (caption)
        ipl_caption_draw (cr, style, caption, 0.4 * style->font_pt, 0.4 * style->font_pt,
                          width - 0.8 * style->font_pt);
    }
}

gboolean
ipl_u_heatmap_pick (const IplView *view, const IplStyle *style, double width, double height,
                    double x, double y, IplFocus *focus)
{
  g_auto (IplULayout) layout = { 0 };
  ipl_u_layout_init (&layout, view, style, width, height);
  const IplRect *map = &layout.map;
  double side = map->w / layout.Pi, label = 3 * style->font_pt;
  gsize i = (gsize)CLAMP ((y - map->y) / side, 0, layout.Pi - 1);
  gsize j = (gsize)CLAMP ((x - map->x) / side, 0, layout.Pi - 1);

  if (ipl_rect_contains (map, x, y))
    {
      focus->path = layout.order[i];
      focus->other = layout.order[j];
      return TRUE;
    }
  for (guint t = 0; t < layout.thumbnails->len; t++)
    {
      const IplThumbnail *thumbnail = &g_array_index (layout.thumbnails, IplThumbnail, t);
      IplRect area = thumbnail->map;
      area.y -= ipl_text_height (style, ipl_style_small (style));
      area.h += thumbnail->map.y - area.y;
      if (thumbnail->map.w > 0 && ipl_rect_contains (&area, x, y))
        {
          focus->row = thumbnail->row;
          return TRUE;
        }
    }
  /* A path by its name. */
  if (layout.Pi <= 16 && x < map->x && x > map->x - label && y >= map->y && y < map->y + map->h)
    focus->path = layout.order[i];
  else if (layout.Pi <= 16 && y >= map->y + map->h && y < map->y + map->h + 1.6 * style->font_pt
           && x >= map->x && x < map->x + map->w)
    focus->path = layout.order[j];
  return focus->path >= 0;
}

gboolean
ipl_u_heatmap_cell (const IplView *view, const IplStyle *style, double width, double height,
                    gsize p, gsize q, double *x, double *y)
{
  g_auto (IplULayout) layout = { 0 };
  ipl_u_layout_init (&layout, view, style, width, height);
  double side = layout.map.w / layout.Pi;
  *x = layout.map.x + (layout.rank[q] + 0.5) * side;
  *y = layout.map.y + (layout.rank[p] + 0.5) * side;
  return TRUE;
}

gboolean
ipl_u_heatmap_thumbnail (const IplView *view, const IplStyle *style, double width, double height,
                         guint row, double *x, double *y)
{
  g_auto (IplULayout) layout = { 0 };
  ipl_u_layout_init (&layout, view, style, width, height);
  for (guint t = 0; t < layout.thumbnails->len; t++)
    {
      const IplThumbnail *thumbnail = &g_array_index (layout.thumbnails, IplThumbnail, t);
      if (thumbnail->row != row || thumbnail->map.w <= 0)
        continue;
      *x = thumbnail->map.x + thumbnail->map.w / 2;
      *y = thumbnail->map.y + thumbnail->map.h / 2;
      return TRUE;
    }
  return FALSE;
}
