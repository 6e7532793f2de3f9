/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The contrast of text, read off the pixels that were drawn (WCAG 2.1). */

#include <cairo.h>
#include <glib.h>
#include <math.h>

#include "figures/kit/rect.h"

static inline double
pixel_luminance (guint32 pixel)
{
  double Y = 0;

  for (guint k = 0; k < 3; k++)
    {
      static const double share[] = { 0.0722, 0.7152, 0.2126 };
      double c = (pixel >> 8 * k & 255) / 255.0;

      Y += share[k] * (c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4));
    }
  return Y;
}

static inline double
contrast_between (double one, double other)
{
  return (fmax (one, other) + 0.05) / (fmin (one, other) + 0.05);
}

/* Less is a background that is no even one. */
#define SHADE 1.25

/* The contrast that a text has: what is most frequent in its place is its background, and of the
 * rest, the fifth that differs most is inside of the letters; smoothed edges differ less. */
static inline double
pixel_contrast (cairo_surface_t *surface, const IplRect *ink)
{
  int left = MAX ((int)ink->x, 0), top = MAX ((int)ink->y, 0);
  int right = MIN ((int)(ink->x + ink->w) + 1, cairo_image_surface_get_width (surface));
  int bottom = MIN ((int)(ink->y + ink->h) + 1, cairo_image_surface_get_height (surface));
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  guint histogram[220] = { 0 }; /* contrasts, a tenth each */
  guint32 background = 0;
  guint most = 0, others = 0, seen = 0;

  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++)
      {
        guint32 pixel
            = ((const guint32 *)(gconstpointer)(data + (gsize)y * (gsize)stride))[x] & 0xffffff;
        guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (pixel))) + 1;

        g_hash_table_insert (counts, GUINT_TO_POINTER (pixel), GUINT_TO_POINTER (n));
        if (n > most)
          {
            most = n;
            background = pixel;
          }
      }
  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++)
      {
        guint32 pixel
            = ((const guint32 *)(gconstpointer)(data + (gsize)y * (gsize)stride))[x] & 0xffffff;
        double c = contrast_between (pixel_luminance (pixel), pixel_luminance (background));

        if (c < SHADE)
          continue;
        others++;
        histogram[MIN ((guint)(10 * c), G_N_ELEMENTS (histogram) - 1)]++;
      }
  if (others == 0)
    return 1;
  for (guint i = G_N_ELEMENTS (histogram); i-- > 0;)
    {
      seen += histogram[i];
      if (5 * seen >= others)
        return (i + 1) / 10.0;
    }
  return 1;
}
