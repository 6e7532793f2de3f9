/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A page as pixels. */

#include "figures/pages/page-render.h"

#include <math.h>

/* The picture a PNG would hold, width / 72 * dpi pixels wide and high accordingly.
 * Returns: (transfer full): an image surface, in an error state where there is no memory for it */
cairo_surface_t *
ipl_pages_render (const IplPages *self, guint i)
{
  int w = MAX (1, (int)lround (self->page.width_pt / 72 * self->page.dpi));
  int h = MAX (1, (int)lround (self->page.height_pt / 72 * self->page.dpi));
  cairo_surface_t *surface = cairo_image_surface_create (
      self->transparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, w, h);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, w / self->page.width_pt, h / self->page.height_pt);
  self->draw (i, cr, self->data);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}
