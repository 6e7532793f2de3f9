/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/output/paper.h"
#include "figures/output/provenance.h"

G_BEGIN_DECLS

typedef enum
{
  IPL_FORMAT_PNG,
  IPL_FORMAT_SVG,
  IPL_FORMAT_PDF,
} IplFormat;

/**
 * IplPages:
 * @page: size of each, and resolution of a PNG
 * @transparent: whether a PNG shows what is behind it
 * @title: what the file is called in itself
 * @made: (nullable): where what is drawn comes from, which the file says too
 * @draw: draws a page in points
 * @data: for @draw
 *
 * What is drawn page by page.
 */
typedef struct
{
  IplPaper page;
  gboolean transparent;
  const char *title;
  const IplProvenance *made;
  void (*draw) (guint page, cairo_t *cr, gpointer data);
  gpointer data;
} IplPages;

gboolean ipl_format_parse (const char *text, IplFormat *format);
const char *ipl_format_extension (IplFormat format);

cairo_surface_t *ipl_pages_render (const IplPages *self, guint i);
gboolean ipl_pages_write (const IplPages *self, guint first, guint n, IplFormat format,
                          const char *path, GError **error);

G_END_DECLS
