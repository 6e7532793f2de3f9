/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC (cairo_t, cairo_destroy)

/* A picture that is drawn on, which cairo_get_target() of it is. */
static inline cairo_t *
canvas_new (cairo_format_t format, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (format, width, height);
  cairo_t *cr = cairo_create (surface);

  cairo_surface_destroy (surface);
  return cr;
}
