/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A panel that is registered is like any other: listed, drawn, pointed at, put into words and
 * exported, with its layout worked out once. */

#include "../figures/fixture.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "toy-table.h"

#include <glib/gstdio.h>

static void
test_listed (void)
{
  guint n;
  const IplPanel *const *panels = ipl_panels (&n);
  g_assert_true (panels[n - 1] == &toy_panel);
  g_assert_null (panels[n]);
  g_assert_true (ipl_panel_find ("toy") == &toy_panel);
  g_assert_false (ipl_panel_is_composite (&toy_panel));
}

static void
test_drawn (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  g_autoptr (IplFigure) figure = ipl_figure_new (&toy_panel);
  IplTarget target = IPL_TARGET_NONE;
  IplStyle style;
  double x, y, w, h;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  style.transparent = TRUE;
  ipl_figure_set (figure, &fixture->view, &style, 400, 100);
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  ipl_figure_paint (figure, cr);
  cairo_recording_surface_ink_extents (surface, &x, &y, &w, &h);
  g_assert_cmpfloat (w * h, >, 1000);
  g_assert_true (ipl_figure_find (figure, 110, 50, &target));
  g_assert_cmpint (target.path, ==, 1);
  ipl_figure_paint_lit (figure, NULL, &target, cr);
  g_assert_cmpuint (ipl_figure_get_n_layouts (figure), ==, 1);
  target = ipl_figure_step (&toy_panel, &target, &fixture->view, 1, 0);
  g_assert_cmpint (target.path, ==, 2);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_words (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  g_autofree char *words = ipl_figure_describe (&toy_panel, &fixture->view);
  g_autofree char *table = ipl_figure_table (&toy_panel, &fixture->view);
  g_assert_true (g_str_has_prefix (words, "Toy bars of 4 paths."));
  g_assert_true (g_str_has_prefix (table, "path\tU\n"));
}

static void
test_exported (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("toy-XXXXXX", &error);
  g_assert_no_error (error);
  g_autofree char *path = g_build_filename (folder, "toy.svg", NULL);
  g_autofree char *text = NULL;
  IplPaper paper;
  IplStyle style;

  g_assert_true (ipl_paper_init (&paper, "neurips", &toy_panel, &fixture->view, 0, 0, &error));
  g_assert_cmpfloat_with_epsilon (paper.height_pt / paper.width_pt, 0.3, 0.01);
  ipl_style_init (&style, IPL_THEME_LIGHT, paper.font_pt);
  ipl_figure_export (&toy_panel, &fixture->view, &style, &paper, NULL, &ipl_format_svg, path,
                     &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<svg"));
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  toy_register_panels ();
  g_test_add_func ("/toy/panel/listed", test_listed);
  g_test_add_func ("/toy/panel/drawn", test_drawn);
  g_test_add_func ("/toy/panel/words", test_words);
  g_test_add_func ("/toy/panel/exported", test_exported);
  return g_test_run ();
}
