/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The task's images as the network sees them: ink on paper, in squares of a size of their own. */

#include "figures/panels/network/picture.h"

#include "core/tasks/one-shot.h"

#include <math.h>

#define SIZE IPL_ONE_SHOT_SIZE
#define SIDE (IPL_ONE_SHOT_SIZE / IPL_ONE_SHOT_PATCH) /* patches along a side */

/* The place of a patch within an image. */
IplRect
ipl_picture_patch (const IplRect *area, guint patch)
{
  double side = area->w / SIDE;
  return (IplRect){ area->x + patch % SIDE * side, area->y + patch / SIDE * side, side, side };
}

/* The patch at a place, or -1. */
int
ipl_picture_patch_at (const IplRect *area, double x, double y)
{
  if (!ipl_rect_contains (area, x, y))
    return -1;
  int column = MIN ((int)((x - area->x) / area->w * SIDE), SIDE - 1);
  int row = MIN ((int)((y - area->y) / area->h * SIDE), SIDE - 1);
  return row * SIDE + column;
}

/* Pixels, 0 ink and 255 paper, with a hairline around them; patches tinted from @tints where there
 * are some ([16], of attention), and a faint grid of patches where @grid. */
void
ipl_picture_draw (cairo_t *cr, const IplStyle *style, const guint8 *pixels, const IplRect *area,
                  const IplColor *tints, gboolean grid)
{
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIZE, SIZE);
  if (cairo_surface_status (picture) == CAIRO_STATUS_SUCCESS)
    {
      guchar *data = cairo_image_surface_get_data (picture);
      int stride = cairo_image_surface_get_stride (picture);
      for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
          {
            guint patch = y / IPL_ONE_SHOT_PATCH * SIDE + x / IPL_ONE_SHOT_PATCH;
            IplColor paper = tints != NULL ? tints[patch] : style->paper;
            double ink = 1 - pixels[y * SIZE + x] / 255.0;
            double r = paper.r + ink * (style->ink.r - paper.r);
            double g = paper.g + ink * (style->ink.g - paper.g);
            double b = paper.b + ink * (style->ink.b - paper.b);
            ((guint32 *)(gpointer)(data + y * stride))[x]
                = (guint32)lround (CLAMP (r, 0, 1) * 255) << 16
                  | (guint32)lround (CLAMP (g, 0, 1) * 255) << 8
                  | (guint32)lround (CLAMP (b, 0, 1) * 255);
          }
      cairo_surface_mark_dirty (picture);
      double across = area->w, up = 0;
      cairo_user_to_device_distance (cr, &across, &up);
      cairo_save (cr);
      cairo_translate (cr, area->x, area->y);
      cairo_scale (cr, area->w / SIZE, area->h / SIZE);
      cairo_set_source_surface (cr, picture, 0, 0);
      /* Enlarged, pixels stay squares; reduced, thin strokes must not fall between them. */
      cairo_pattern_set_filter (cairo_get_source (cr), hypot (across, up) < 1.5 * SIZE
                                                           ? CAIRO_FILTER_GOOD
                                                           : CAIRO_FILTER_NEAREST);
      cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
      cairo_rectangle (cr, 0, 0, SIZE, SIZE);
      cairo_fill (cr);
      cairo_restore (cr);
    }
  cairo_surface_destroy (picture);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, 0.6 * ipl_style_hairline (style));
  if (grid)
    {
      for (int k = 1; k < SIDE; k++)
        {
          cairo_move_to (cr, area->x + k * area->w / SIDE, area->y);
          cairo_line_to (cr, area->x + k * area->w / SIDE, area->y + area->h);
          cairo_move_to (cr, area->x, area->y + k * area->h / SIDE);
          cairo_line_to (cr, area->x + area->w, area->y + k * area->h / SIDE);
        }
      ipl_set_color (cr, style->ink, 0.16);
      cairo_stroke (cr);
    }
  cairo_rectangle (cr, area->x, area->y, area->w, area->h);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, 0.55), 1);
  cairo_stroke (cr);
}
