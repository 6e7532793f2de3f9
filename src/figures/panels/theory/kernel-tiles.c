/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The path-path kernels C of which K is a sum, each framed by its U (the paper's figure 1d). */

#include "figures/kit/heat-map.h"
#include "figures/kit/scribe.h"
#include "figures/kit/text.h"
#include "figures/view/panel.h"
#include "figures/panels/theory/kernel-tiles-layout.h"
#include "figures/view/shown-paths.h"
#include "figures/view/target-words.h"
#include "figures/view/target-step.h"

#include <math.h>

static const IplKernelPlace *
place_at (const IplKernelTilesLayout *self, guint i)
{
  return &g_array_index (self->places, IplKernelPlace, i);
}

static void
draw_frame (const IplStyle *style, cairo_t *cr, const IplRect *area, double frame,
            gboolean negative)
{
  if (!(frame > 0))
    return;
  cairo_rectangle (cr, area->x - frame / 2, area->y - frame / 2, area->w + frame, area->h + frame);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, frame);
  ipl_set_color (cr, ipl_style_sign_color (style, negative), 1);
  cairo_stroke (cr);
}

static void
draw_names (const IplKernelTilesLayout *self, const IplStyle *style, cairo_t *cr)
{
  const IplCaseInfo *the_case = &self->picture->cells->the_case->info;
  double small = ipl_style_small (style);

  for (guint i = 0; i < self->n_rows; i++)
    {
      const IplKernelPlace *row = place_at (self, i * (guint)self->n_rows);
      const IplKernelPlace *column = place_at (self, i);
      g_autofree char *name
          = ipl_view_name_markup (ipl_path_short_name (style->chosen, the_case, row->p));
      IplColor color = ipl_style_path_text_color (style, the_case, row->p);
      double w = ipl_text_width (style, name, small);
      double room = MIN (column->area.w, self->label_x);

      ipl_text_draw_fitted (cr, style, name, small, color, self->label_x - MIN (w, self->label_x),
                            row->area.y + row->area.h / 2 - ipl_text_height (style, small) / 2,
                            MIN (w, self->label_x));
      ipl_text_draw_fitted (cr, style, name, small, color,
                            column->area.x + (column->area.w - MIN (w, column->area.w)) / 2,
                            self->label_y - ipl_text_height (style, small),
                            MIN (w, MAX (room, column->area.w)));
    }
}

static void
draw_titles (const IplKernelTilesLayout *self, const IplStyle *style, cairo_t *cr, double width)
{
  double small = ipl_style_small (style);

  for (guint i = 0; i < self->places->len; i++)
    {
      const IplKernelPlace *place = place_at (self, i);
      double w = place->title != NULL
                     ? MIN (ipl_text_width (style, place->title, small), place->title_w)
                     : 0;

      if (w > 0)
        ipl_text_draw_fitted (cr, style, place->title, small, style->ink,
                              CLAMP (place->area.x + (place->area.w - w) / 2, 0, width - w),
                              place->title_y, w);
    }
}

/* The key of frames: a thick one of each sign beside it, and how many kernels there are. */
static void
draw_key (const IplKernelTilesLayout *self, const IplStyle *style, cairo_t *cr, double width)
{
  static const char *const signs[] = { "<i>U</i> &gt; 0", "<i>U</i> &lt; 0" };
  double em = style->font_pt, small = ipl_style_small (style), side = self->frame_key;
  double line = ipl_text_height (style, small), x = 0.4 * em, y = self->key_y;

  for (guint k = 0; k < G_N_ELEMENTS (signs); k++)
    {
      double frame = 0.2 * side;
      IplRect inner
          = { x + frame, y + (line - side) / 2 + frame, side - 2 * frame, side - 2 * frame };
      double w = ipl_text_width (style, signs[k], small);

      if (x + side + 0.3 * em + w > width - 0.4 * em)
        return;
      draw_frame (style, cr, &inner, frame, k == 1);
      ipl_text_draw (cr, style, signs[k], small, style->ink, x + side + 0.3 * em, y, 0, 0);
      x += side + 0.3 * em + w + 0.9 * em;
    }
  if (width - 0.4 * em - x > 6 * em)
    ipl_text_draw_fitted (cr, style, self->notes[0], small, style->ink, x, y, width - 0.4 * em - x);
  if (self->notes[1] != NULL)
    ipl_text_draw_fitted (cr, style, self->notes[1], small, style->faint, 0.4 * em, y + 1.15 * line,
                          width - 0.8 * em);
}

static void
record_pair (const IplKernelPlace *place, cairo_t *cr)
{
  IplTarget target = IPL_TARGET_NONE;

  target.path = (int)place->p;
  target.other = (int)place->q;
  ipl_item_area (cr, &target, &place->area);
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplKernelTilesLayout *self = data;
  double small = ipl_style_small (style), em = style->font_pt;
  for (guint i = 0; i < self->places->len; i++)
    {
      const IplKernelPlace *place = place_at (self, i);
      IplKernelMap map = ipl_kernel_place_map (self, place);

      ipl_part_begin_number (cr, "kernel", i + 1);
      ipl_kernel_map_draw (&map, place->tile != NULL ? place->tile->mean : self->rest_mean,
                           place->tile != NULL ? self->limit : self->rest_limit, style, cr,
                           &place->area);
      draw_frame (style, cr, &place->area, place->frame, place->negative);
      if (place->tile != NULL)
        record_pair (place, cr);
      ipl_part_end (cr);
    }
  if (self->grid)
    draw_names (self, style, cr);
  else
    draw_titles (self, style, cr, width);
  ipl_color_bar_draw (&self->bar, &self->bar_axis, IPL_COLORS_DIVERGING, style, cr);
  ipl_text_draw (cr, style, "<i>C</i> − mean", small, style->ink, self->bar.x,
                 self->bar.y - 0.15 * em, 0, 1);
  draw_key (self, style, cr, width);
}

/* A pair is highlighted where it is hovered, all of a path's pairs with the path, and those within
 * a head with the head. */
static gboolean
is_lit (const IplKernelPlace *place, const IplTarget *target, const IplCaseInfo *the_case)
{
  gboolean p, q;

  if (place->tile == NULL)
    return FALSE;
  if (target->path >= 0 && target->other >= 0)
    return (gsize)MIN (target->path, target->other) == place->tile->p
           && (gsize)MAX (target->path, target->other) == place->tile->q;
  p = ipl_target_has_path (target, the_case, place->p);
  q = ipl_target_has_path (target, the_case, place->q);
  return target->path >= 0 ? p || q : p && q;
}

static void
light (const IplKernelTilesLayout *self, const IplStyle *style, const IplTarget *target,
       cairo_t *cr)
{
  double w = 1.1 * style->line_pt;

  for (guint i = 0; i < self->places->len; i++)
    {
      const IplKernelPlace *place = place_at (self, i);
      double out = place->frame + w / 2 + 0.3 * style->line_pt;

      if (!is_lit (place, target, &self->picture->cells->the_case->info))
        continue;
      cairo_rectangle (cr, place->area.x - out, place->area.y - out, place->area.w + 2 * out,
                       place->area.h + 2 * out);
      cairo_set_line_width (cr, w);
      ipl_set_dash (cr, IPL_DASH_SOLID, 1);
      ipl_set_color (cr, style->accent, 1);
      cairo_stroke (cr);
    }
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const IplKernelTilesLayout *self = data;

  light (self, style, selected, cr);
  light (self, style, hovered, cr);
  for (guint i = 0; i < self->places->len && hovered->path >= 0; i++)
    {
      const IplKernelPlace *place = place_at (self, i);

      if (ipl_target_get_kernel_cell (hovered, view) >= 0
          && is_lit (place, hovered, view->the_case))
        ipl_kernel_draw_cell (style, cr, &place->area, self->picture->cells->n,
                              ipl_target_get_kernel_cell (hovered, view),
                              place->p != (gsize)hovered->path);
    }
  /* On the line that explains frames: names stand above. */
  ipl_kernel_draw_caption (view, style, selected, hovered, cr, self->key_y - 0.2 * style->font_pt,
                           width);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplKernelTilesLayout *self = data;
  int cell;

  for (guint i = 0; i < self->places->len; i++)
    {
      const IplKernelPlace *place = place_at (self, i);

      if (place->tile == NULL
          || !ipl_kernel_map_find (&place->area, self->picture->cells->n, x, y, &cell))
        continue;
      target->path = (int)place->p;
      target->other = (int)place->q;
      target->step = IPL_TARGET_CELL + cell;
      return TRUE;
    }
  return FALSE;
}

static gboolean
scroll (gconstpointer layout, const IplView *view, const IplTarget *target, int rows, guint *first)
{
  return ipl_kernel_tiles_scroll (layout, target, rows, first);
}

/* Through the grid as through U; else from the pair that weighs most down. */
static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  const IplKernelPicture *picture = view->kernels;
  IplTarget target = IPL_TARGET_NONE;
  IplView alone = *view;
  gsize at = 0;

  if (picture == NULL)
    return target;
  alone.sweep = NULL;
  if (view->the_case->Pi <= IPL_KERNEL_GRID_PATHS)
    return ipl_step_cells (from, &alone, dx, dy);
  if (from->path >= 0 && from->other >= 0)
    {
      const IplKernelTile *tile
          = ipl_kernel_picture_find (picture, (gsize)from->path, (gsize)from->other);

      if (tile != NULL)
        at = ipl_step_move ((gsize)(tile - picture->tiles), dx + dy, picture->n_tiles);
    }
  target.path = (int)picture->tiles[at].p;
  target.other = (int)picture->tiles[at].q;
  return target;
}

const IplPanel ipl_panel_kernel_tiles = {
  .id = "kernel-tiles",
  .title = "Path-path kernels",
  .needs = IPL_NEEDS_THEORY | IPL_NEEDS_KERNELS,
  .empty = ipl_kernels_empty,
  .layout_size = sizeof (IplKernelTilesLayout),
  .layout_init = ipl_kernel_tiles_layout_init,
  .layout_clear = ipl_kernel_tiles_layout_clear,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .scroll = scroll,
  .step = step,
  .describe = ipl_describe_kernel_tiles,
  .table = ipl_table_kernel_tiles,
  .height_narrow = 1.05,
  .height_wide = 0.8,
};
