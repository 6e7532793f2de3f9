/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panel b: the order parameter U as heatmaps, by theory, by sampling or both, the current width's
 * large. */

#include "figures/kit/scribe.h"

#include "figures/kit/heat-map.h"
#include "figures/kit/matrix-picture.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/theory/u-layout.h"
#include "figures/kit/marker.h"
#include "figures/view/shown-paths.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

/* Maps of more cells a side are drawn as pictures. */

static double
cell (const IplULayout *layout, const IplUSource *source, gsize i, gsize j)
{
  return ipl_u_maps_at (&layout->maps, source, i, j);
}

/* @t in [-1, 1] of the limit. A deviation has no sign, and a scale of its own kind. */
static IplColor
color_of (const IplULayout *layout, const IplStyle *style, double t)
{
  return layout->maps.mode == IPL_HEATMAP_SD ? ipl_color_map_sequential (t)
                                             : ipl_style_diverging_color (style, t);
}

/* A map and the layout it belongs to. */
typedef struct
{
  const IplULayout *layout;
  const IplUSource *source;
  double limit;
} MapCells;

static double
map_cell (gsize row, gsize column, gconstpointer data)
{
  const MapCells *self = data;
  return ipl_u_maps_scaled (&self->layout->maps, cell (self->layout, self->source, row, column),
                            self->limit);
}

static void
draw_picture (const IplULayout *layout, const IplStyle *style, cairo_t *cr,
              const IplUSource *source, double limit, const IplRect *map)
{
  const int zero = IPL_MATRIX_COLORS / 2;
  guint32 colors[IPL_MATRIX_COLORS];
  for (int k = 0; k < IPL_MATRIX_COLORS; k++)
    {
      IplColor color = color_of (layout, style, (double)(k - zero) / zero);
      colors[k] = (guint32)lround (color.r * 255) << 16 | (guint32)lround (color.g * 255) << 8
                  | (guint32)lround (color.b * 255);
    }
  const MapCells cells = { layout, source, limit };
  ipl_matrix_picture_draw (cr, map, layout->n, map_cell, &cells, 1, colors);
}

/* Cells without a color: grey, with a stroke through every cell that is large enough. */
static void
draw_diagonal (const IplULayout *layout, const IplStyle *style, cairo_t *cr, const IplRect *map)
{
  double side = map->w / layout->n;

  for (gsize i = 0; i < layout->n; i++)
    cairo_rectangle (cr, map->x + i * side, map->y + i * side, side, side);
  ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, 0.16), 1);
  cairo_fill (cr);
  if (side < 0.4 * style->font_pt)
    return;
  for (gsize i = 0; i < layout->n; i++)
    {
      cairo_move_to (cr, map->x + i * side, map->y + (i + 1) * side);
      cairo_line_to (cr, map->x + (i + 1) * side, map->y + i * side);
    }
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, 0.35), 1);
  cairo_stroke (cr);
}

/* Lines between the tiles of pairs of paths, which have a row and a column for each output. */
static void
draw_tile_edges (const IplULayout *layout, const IplStyle *style, cairo_t *cr, const IplRect *map)
{
  double tile = map->w / layout->maps.shown.n;

  for (gsize i = 1; i < layout->maps.shown.n; i++)
    {
      cairo_move_to (cr, map->x + i * tile, map->y);
      cairo_line_to (cr, map->x + i * tile, map->y + map->h);
      cairo_move_to (cr, map->x, map->y + i * tile);
      cairo_line_to (cr, map->x + map->w, map->y + i * tile);
    }
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, 0.5), 1);
  cairo_stroke (cr);
}

static void
draw_map (const IplULayout *layout, const IplStyle *style, cairo_t *cr, const IplUSource *source,
          double limit, const IplRect *map)
{
  if (source->values == NULL)
    {
      /* Not solved, or not sampled yet: hatched. */
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
  else if (layout->n > IPL_U_MAX_VECTOR)
    draw_picture (layout, style, cr, source, limit, map);
  else
    {
      double side = map->w / layout->n;
      /* Every cell reaches a little below its right and lower neighbours: no seams. */
      double lap = 0.3;
      if (layout->maps.mode == IPL_HEATMAP_SD)
        {
          /* Nor does light paper show through between dark cells. */
          cairo_rectangle (cr, map->x, map->y, map->w, map->h);
          ipl_set_color (cr, color_of (layout, style, 0), 1);
          cairo_fill (cr);
        }
      for (gsize i = 0; i < layout->n; i++)
        for (gsize j = 0; j < layout->n; j++)
          {
            double t = ipl_u_maps_scaled (&layout->maps, cell (layout, source, i, j), limit);
            ipl_set_color (cr, color_of (layout, style, t), 1);
            cairo_rectangle (cr, map->x + j * side, map->y + i * side,
                             side + (j + 1 < layout->n ? lap : 0),
                             side + (i + 1 < layout->n ? lap : 0));
            cairo_fill (cr);
          }
    }
  if (source->values != NULL && ipl_u_maps_leaves_diagonal (&layout->maps))
    draw_diagonal (layout, style, cr, map);
  if (layout->maps.outputs.tile > 1)
    draw_tile_edges (layout, style, cr, map);
  cairo_rectangle (cr, map->x, map->y, map->w, map->h);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
}

/* The entries of the view that was kept last, in the lower right corner of every cell. */
static void
draw_ghost (const IplULayout *layout, const IplView *view, const IplStyle *style, cairo_t *cr,
            guint m)
{
  const IplView *ghost = ipl_u_maps_find_ghost (&layout->maps, view);
  const IplRect *map = &layout->map[m];
  IplUSource source[IPL_U_MAX_MAPS];
  double side = map->w / layout->n, corner = 0.42 * side, limit;

  if (ghost == NULL)
    return;
  ipl_u_maps_find_sources (&layout->maps, ghost->current, ghost->posterior, source);
  limit = ipl_u_maps_limit (&layout->maps, m);
  for (gsize k = 0; k < layout->n * layout->n && source[m].values != NULL; k++)
    {
      double t = ipl_u_maps_scaled (&layout->maps,
                                    cell (layout, &source[m], k / layout->n, k % layout->n), limit);
      double x = map->x + (double)(k % layout->n + 1) * side;
      double y = map->y + (double)(k / layout->n + 1) * side;

      cairo_move_to (cr, x, y - corner);
      cairo_line_to (cr, x, y);
      cairo_line_to (cr, x - corner, y);
      cairo_close_path (cr);
      ipl_set_color (cr, color_of (layout, style, CLAMP (t, -1.0, 1.0)), 1);
      cairo_fill_preserve (cr);
      cairo_set_line_width (cr, ipl_style_hairline (style));
      ipl_set_color (cr, style->faint, 1);
      cairo_stroke (cr);
    }
}

/* The numbers in the cells, where all fit. */
static void
draw_numbers (const IplULayout *layout, const IplStyle *style, cairo_t *cr,
              const IplUSource *source, double limit, const IplRect *map)
{
  gsize Pi = layout->n;
  gboolean beside = ipl_u_maps_leaves_diagonal (&layout->maps);
  double side = map->w / Pi, small = ipl_style_small (style), widest = 0;
  if (source->values == NULL || Pi > IPL_U_MAX_NUMBERED)
    return;
  int magnitude = (int)floor (log10 (limit));
  int decimals = magnitude >= 2 ? MAX (0, 3 - magnitude) : 2 - MIN (0, magnitude);
  g_auto (GStrv) texts = g_new0 (char *, Pi * Pi + 1);
  for (gsize k = 0; k < Pi * Pi; k++)
    {
      texts[k] = ipl_number_fixed (cell (layout, source, k / Pi, k % Pi), decimals);
      widest = MAX (widest, ipl_text_width (style, texts[k], small));
    }
  if (widest + 0.5 * small > side || ipl_text_height (style, small) > side)
    return;
  for (gsize k = 0; k < Pi * Pi; k++)
    {
      double t = ipl_u_maps_scaled (&layout->maps, cell (layout, source, k / Pi, k % Pi), limit);
      IplColor back = beside && k / Pi == k % Pi ? ipl_color_mix (style->paper, style->ink, 0.16)
                                                 : color_of (layout, style, t);

      ipl_cell_text_draw (cr, style, texts[k], small, back, map->x + (k % Pi + 0.5) * side,
                          map->y + (k / Pi + 0.5) * side);
    }
}

static void
draw_labels (const IplULayout *layout, const IplStyle *style, cairo_t *cr, const IplRect *map)
{
  double em = style->font_pt, small = ipl_style_small (style);
  double side = map->w / layout->n;
  /* A map beside another one shares its rows' names. */
  int last = map->x > layout->map[0].x ? 0 : 1;
  for (int vertical = 0; vertical <= last; vertical++)
    {
      const GArray *labels = vertical ? layout->row_labels : layout->column_labels;
      for (guint i = 0; i < labels->len; i++)
        {
          const IplCellLabel *label = &g_array_index (labels, IplCellLabel, i);
          gboolean group = label->count > layout->maps.outputs.tile;
          double at = (label->first + label->count / 2.0) * side;
          IplColor color
              = group ? style->ink
                      : ipl_style_path_text_color (
                          style, layout->maps.the_case,
                          layout->maps.shown.path[label->first / layout->maps.outputs.tile]);
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
  gboolean heads = layout->grouped && layout->column_labels->len > 0
                   && layout->column_labels->len < layout->maps.shown.n;
  gboolean titled = style->look == IPL_LOOK_PAPER;
  const char *what = heads && titled ? "<i>π</i>′, head in layer 1"
                     : heads         ? "head in layer 1"
                     : titled        ? "<i>π</i>′"
                                     : NULL;
  if (what != NULL && ipl_text_width (style, what, small) < map->w)
    ipl_text_draw (cr, style, what, small, titled ? style->ink : style->faint, map->x + map->w / 2,
                   map->y + map->h + 0.15 * em + ipl_text_height (style, small), 0.5, 0);
  if (titled && last == 1)
    ipl_text_draw (cr, style, "<i>π</i>", small, style->ink, map->x - layout->label_w + 0.1 * em,
                   map->y + map->h / 2, 0, 0.5);
}

/* The title of the color bar; where they are the paper's, which of them is which. */
static char *
quantity (const IplULayout *layout, const IplStyle *style)
{
  static const char *const names[IPL_N_HEATMAPS] = {
    [IPL_HEATMAP_SAMPLED] = "E[<i>U</i><sub>%s</sub>]",
    [IPL_HEATMAP_DIFFERENCE] = "Δ<i>U</i><sub>%s</sub>",
    [IPL_HEATMAP_SD] = "sd <i>U</i><sub>%s</sub>",
  };
  gboolean paper = style->look == IPL_LOOK_PAPER;
  const char *pair = ipl_u_maps_leaves_diagonal (&layout->maps) ? (paper ? "π≠π′" : "p≠q")
                     : paper                                    ? "ππ′"
                                                                : "pq";
  const char *name = names[layout->maps.mode];
  g_auto (GStrv) parts = g_strsplit (name != NULL ? name : "<i>U</i><sub>%s</sub>", "%s", 2);

  return g_strconcat (parts[0], pair, parts[1],
                      paper && layout->maps.mode != IPL_HEATMAP_SD ? ", blue &gt; 0" : NULL, NULL);
}

/* A large map's title from its left edge or in its middle, and what the colours mean above their
 * bar, clear of its highest tick's label; less of both where there is little room. */
static void
draw_title (const IplULayout *layout, const IplStyle *style, cairo_t *cr, guint m,
            gboolean doubtful)
{
  double small = ipl_style_small (style), right = layout->bar.x + layout->bar.w;
  const IplRect *map = &layout->map[m];
  g_autofree char *what = quantity (layout, style);
  const char *title = layout->maps.title[m];
  double y = map->y - (0.1 + IPL_U_TITLE_GAP) * style->font_pt;
  gboolean beside = m + 1 < layout->maps.n_maps && layout->map[m + 1].y == map->y;
  gboolean at_bar = ipl_u_maps_is_known (&layout->maps) && map->y == layout->bar.y && !beside;
  double gap = (layout->maps.mode == IPL_HEATMAP_THEORY ? 0.4 : 1) * small;
  double end = beside ? layout->map[m + 1].x - 0.5 * small : right;
  double limit = at_bar ? right - ipl_text_width (style, what, small) - gap : end;

  if (map->x + ipl_text_width (style, title, small) > limit)
    title = layout->maps.short_title[m];
  if (layout->maps.limit_text[m] != NULL && map->x + ipl_text_width (style, title, small) > end)
    title = layout->maps.limit_text[m];
  double w = ipl_text_width (style, title, small), x = map->x + (map->w - w) / 2;
  if (x + w > limit || ((layout->maps.n_maps > 1 || layout->n > 8) && w > map->w))
    x = map->x;
  if (at_bar && x + w <= limit)
    ipl_text_draw (cr, style, what, small, style->ink, right, y, 1, 1);
  ipl_text_draw_fitted (cr, style, title, small, style->ink, x, y - ipl_text_height (style, small),
                        end - x);
  if (doubtful)
    ipl_draw_warning (cr, style, style->accent, x - 0.75 * small,
                      y - 0.5 * ipl_text_height (style, small), 0.8 * small);
}

/* Around the small map that is shown large. */
static void
draw_ring (const IplStyle *style, cairo_t *cr, const IplRect *whole)
{
  double w = 1.1 * style->line_pt;

  cairo_rectangle (cr, whole->x - w / 2, whole->y - w / 2, whole->w + w, whole->h + w);
  cairo_set_line_width (cr, w);
  ipl_set_color (cr, style->accent, 1);
  cairo_stroke (cr);
}

/* A warning on the lower right corner of a small map whose theory has not converged. */
static void
draw_doubt (const IplStyle *style, cairo_t *cr, const IplRect *map)
{
  double size = 0.95 * style->font_pt, x = map->x + map->w, y = map->y + map->h - 0.3 * size;

  ipl_draw_warning (cr, style, style->paper, x, y - 0.04 * size, 1.3 * size);
  ipl_draw_warning (cr, style, style->accent, x, y, size);
}

/* Which widths have not, at the bottom. */
static void
draw_doubt_line (const IplULayout *layout, const IplStyle *style, cairo_t *cr, double width,
                 double height)
{
  double small = ipl_style_small (style), margin = 0.4 * style->font_pt;
  double text_h = ipl_text_height (style, small), room = width - 2 * margin - 1.2 * small;
  double w = MIN (ipl_text_width (style, layout->doubt, small), room);
  double x = (width - w - 1.2 * small) / 2, middle = height - margin - text_h / 2;

  ipl_draw_warning (cr, style, style->accent, x + 0.35 * small, middle, 0.8 * small);
  ipl_text_draw_fitted (cr, style, layout->doubt, small, style->ink, x + 1.2 * small,
                        middle - text_h / 2, w);
}

/* How many paths are shown, below all. */
static void
draw_few (const IplULayout *layout, const IplStyle *style, cairo_t *cr, double width, double height)
{
  double small = ipl_style_small (style), margin = 0.4 * style->font_pt;
  double room = width - 2 * margin, w = MIN (ipl_text_width (style, layout->few, small), room);

  ipl_text_draw_fitted (cr, style, layout->few, small, style->ink, (width - w) / 2,
                        height - margin - ipl_text_height (style, small), w);
}

/* A small map of every width, each with its title. */
static void
draw_thumbnails (const IplULayout *layout, const IplView *view, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, small = ipl_style_small (style);

  for (guint i = 0; i < layout->thumbnails->len; i++)
    {
      const IplThumbnail *t = &g_array_index (layout->thumbnails, IplThumbnail, i);
      if (t->map[0].w <= 0)
        continue;
      double limit
          = view->display.shared_limits || !(t->largest > 0) ? layout->small_limit : t->largest;
      gboolean current = style->marks_shown && (int)t->row == layout->current_row;
      double line_h = 0.97 * ipl_text_height (style, small);
      IplRect whole = ipl_u_layout_thumbnail_area (layout, t);
      double middle = whole.x + whole.w / 2;
      ipl_part_begin_number (cr, "width", i + 1);
      for (guint m = 0; m < layout->maps.n_parts; m++)
        draw_map (layout, style, cr, &t->source[m], limit, &t->map[m]);
      ipl_text_draw (cr, style, t->title, small,
                     current ? ipl_style_text_color (style, style->accent) : style->ink, middle,
                     whole.y - 0.1 * em - (t->limit_text != NULL ? line_h : 0), 0.5, 1);
      if (t->limit_text != NULL)
        ipl_text_draw (cr, style, t->limit_text, small, style->faint, middle, whole.y - 0.1 * em,
                       0.5, 1);
      if (current)
        draw_ring (style, cr, &whole);
      if (layout->doubt != NULL && ipl_solution_is_doubtful (ipl_view_row (view, (int)t->row)))
        draw_doubt (style, cr, &t->map[0]);
      ipl_part_end (cr);
    }
}

void
ipl_u_heatmap_draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr,
                    double width, double height)
{
  const IplULayout *layout = data;
  double small = ipl_style_small (style);

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (guint m = 0; m < layout->maps.n_maps; m++)
    {
      double limit = ipl_u_maps_limit (&layout->maps, m);
      ipl_part_begin_number (cr, "map", m + 1);
      draw_map (layout, style, cr, &layout->maps.source[m], limit, &layout->map[m]);
      draw_ghost (layout, view, style, cr, m);
      draw_numbers (layout, style, cr, &layout->maps.source[m], limit, &layout->map[m]);
      draw_labels (layout, style, cr, &layout->map[m]);
      draw_title (layout, style, cr, m,
                  ipl_view_theory_is_doubtful (view) && ipl_u_maps_shows_theory (&layout->maps, m));
      ipl_part_end (cr);
    }
  if (layout->few != NULL)
    {
      draw_few (layout, style, cr, width, height);
      height -= 1.3 * ipl_text_height (style, small);
    }
  if (layout->doubt != NULL)
    draw_doubt_line (layout, style, cr, width, height);
  if (ipl_u_maps_is_known (&layout->maps))
    {
      ipl_part_begin (cr, "color-bar");
      ipl_color_bar_draw (&layout->bar, &layout->bar_axis,
                          layout->maps.mode == IPL_HEATMAP_SD ? IPL_COLORS_SEQUENTIAL
                                                              : IPL_COLORS_DIVERGING,
                          style, cr);
      ipl_part_end (cr);
    }
  draw_thumbnails (layout, view, style, cr);
}
