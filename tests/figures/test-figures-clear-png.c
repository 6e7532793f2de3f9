/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pixels of a picture that is clear where nothing is drawn. */

#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figure-once.h"
#include "figure-fixture.h"

#include <glib/gstdio.h>

/* Largest difference of a channel of two pictures, of @n_between pixels that are neither clear nor
 * opaque in the first. */
static int
compare_pixels (cairo_surface_t *a, cairo_surface_t *b, guint *n_between)
{
  int most = 0, h = cairo_image_surface_get_height (a), stride = cairo_image_surface_get_stride (a);
  const guchar *x = cairo_image_surface_get_data (a), *y = cairo_image_surface_get_data (b);

  g_assert_cmpint (stride, ==, cairo_image_surface_get_stride (b));
  for (int i = 0; i < h * stride; i += 4)
    {
      guint alpha = *(const guint32 *)(x + i) >> 24;

      *n_between += alpha > 20 && alpha < 235;
      for (int k = 0; k < 3; k++)
        most = MAX (most, ABS ((int)x[i + k] - (int)y[i + k]));
    }
  return most;
}

/* What is half clear has its own color in the file, and over white it is the opaque picture. */
FIXTURE_TEST (test_half_clear, "/figures/clear-png/half-clear", FIXTURE_HMC4)
{
  g_autofree char *path = test_path ("clear.png");
  cairo_surface_t *surface, *read, *opaque, *white;
  IplPaper page;
  g_autoptr (GError) error = NULL;
  guint n_between = 0, n_opaque = 0;
  cairo_t *cr;

  fixture->style.transparent = TRUE;
  g_assert_true (ipl_paper_init (&page, "3x2in", &ipl_panel_overlap, NULL, 7, 100, NULL));
  surface = ipl_figure_render (&ipl_panel_overlap, &fixture->view, &fixture->style, &page);
  g_assert_true (ipl_figure_export (&ipl_panel_overlap, &fixture->view, &fixture->style, &page,
                                    NULL, &ipl_format_png, path, &error));
  read = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (compare_pixels (surface, read, &n_between), <=, 1);
  g_assert_cmpuint (n_between, >, 200);
  fixture->style.transparent = FALSE;
  opaque = ipl_figure_render (&ipl_panel_overlap, &fixture->view, &fixture->style, &page);
  white = cairo_surface_create_similar_image (opaque, CAIRO_FORMAT_RGB24,
                                              cairo_image_surface_get_width (opaque),
                                              cairo_image_surface_get_height (opaque));
  cr = cairo_create (white);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_set_source_surface (cr, read, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  g_assert_cmpint (compare_pixels (opaque, white, &n_opaque), <=, 4);
  cairo_surface_destroy (white);
  cairo_surface_destroy (opaque);
  cairo_surface_destroy (read);
  cairo_surface_destroy (surface);
}
