/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures compared with stored ones: at most 1 % of the pixels may differ by more than 24 of 255
 * in any channel. IPL_UPDATE_REFERENCE=1 stores what is drawn now, to be looked at before it is
 * committed. */
#pragma once

#include "../test.h"
#include <cairo.h>
#include <glib/gstdio.h>
#include <stdlib.h>

#define STORED_MAX_DIFFERENCE 24
#define STORED_MAX_SHARE 0.01

/* Share of pixels that differ by more than STORED_MAX_DIFFERENCE in some channel. */
static inline double
stored_picture_compare (cairo_surface_t *a, cairo_surface_t *b)
{
  int w = cairo_image_surface_get_width (a), h = cairo_image_surface_get_height (a);
  gsize different = 0;

  g_assert_cmpint (w, ==, cairo_image_surface_get_width (b));
  g_assert_cmpint (h, ==, cairo_image_surface_get_height (b));
  for (int y = 0; y < h; y++)
    {
      const guchar *p = cairo_image_surface_get_data (a) + y * cairo_image_surface_get_stride (a);
      const guchar *q = cairo_image_surface_get_data (b) + y * cairo_image_surface_get_stride (b);

      for (int x = 0; x < w; x++)
        {
          gboolean differs = FALSE;
          guint32 u = ((const guint32 *)p)[x], v = ((const guint32 *)q)[x];

          for (int shift = 0; shift < 24; shift += 8)
            differs = differs
                      || abs ((int)(u >> shift & 255) - (int)(v >> shift & 255))
                             > STORED_MAX_DIFFERENCE;
          different += differs;
        }
    }
  return (double)different / ((double)w * h);
}

/* Compares a picture with @module/reference/@name.png, or stores it there. */
static inline void
assert_stored_picture (cairo_surface_t *drawn, const char *module, const char *name)
{
  g_autofree char *file = g_strdup_printf ("%s.png", name);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, module, "reference", file, NULL);
  g_autofree char *directory = g_path_get_dirname (path);
  cairo_surface_t *stored;
  double share;

  if (g_strcmp0 (g_getenv ("IPL_UPDATE_REFERENCE"), "1") == 0)
    {
      g_mkdir_with_parents (directory, 0777);
      g_assert_cmpint (cairo_surface_write_to_png (drawn, path), ==, CAIRO_STATUS_SUCCESS);
      g_test_message ("stored %s", path);
      return;
    }
  stored = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (stored), ==, CAIRO_STATUS_SUCCESS);
  share = stored_picture_compare (drawn, stored);
  cairo_surface_destroy (stored);
  g_test_message ("%s: %.3f %% of the pixels differ", name, 100 * share);
  if (share > STORED_MAX_SHARE)
    {
      g_autofree char *kept = g_strdup_printf ("drawn-%s", file);
      g_autofree char *beside = g_test_build_filename (G_TEST_BUILT, module, kept, NULL);

      cairo_surface_write_to_png (drawn, beside);
      g_test_message ("what was drawn is in %s", beside);
    }
  g_assert_cmpfloat (share, <=, STORED_MAX_SHARE);
}
