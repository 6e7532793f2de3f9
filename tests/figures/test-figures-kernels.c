/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The panels of kernels: every tile is where it is picked, says its numbers, and is worked out
 * once.
 */

#include "figures/kit/matrix-picture.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/plot.h"
#include "figures/view/target-sentence.h"
#include "figure-fixture.h"
#include "figure-once.h"

#include <math.h>
#include <string.h>

static const double sizes[][2] = { { 420, 260 }, { 700, 420 }, { 234, 250 }, { 120, 90 } };
static const FixtureKind kinds[] = { FIXTURE_HMC4,      FIXTURE_DEEP,     FIXTURE_ONE_PATH,
                                     FIXTURE_ONE_LAYER, FIXTURE_ONE_SHOT, FIXTURE_GP };

#define IPL_FACET(plot, i) ((const IplPlotAxes *)(plot)->facets->pdata[i])

static IplStyle
style_new (void)
{
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  return style;
}

/* The cell in the middle of a facet is picked there, with the pair as rows and columns have it. */
static void
check_facet (const Fixture *fixture, const IplPanel *panel, const IplStyle *style, double w,
             double h, const IplPlotAxes *axes)
{
  gsize n = fixture->kernels->cells->n, Pi = fixture->the_case->Pi;
  IplRect cell = ipl_heat_map_cell (&axes->map, n / 3, n / 2);
  const IplRect *map = &axes->map.map;
  IplTarget target;

  g_assert_cmpfloat (map->x - axes->facet.frame, >=, 0);
  g_assert_cmpfloat (map->x + map->w + axes->facet.frame, <=, w);
  g_assert_cmpfloat (map->y + map->h + axes->facet.frame, <=, h);
  g_assert_true (ipl_figure_pick (panel, &fixture->view, style, w, h, cell.x + cell.w / 2,
                                  cell.y + cell.h / 2, &target));
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_CELL), ==, (int)(n / 3 * n + n / 2));
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_PATH), ==,
                   axes->facet.items != NULL ? (int)(axes->facet.item / Pi) : -1);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_OTHER), ==,
                   axes->facet.items != NULL ? (int)(axes->facet.item % Pi) : -1);
}

static IplPlot *
lay_out (const IplPanel *panel, const Fixture *fixture, const IplStyle *style, double w, double h)
{
  IplPlot *plot = ipl_plot_build (panel, &fixture->view, style->look);

  ipl_plot_layout (plot, style, w, h);
  return plot;
}

/* Facets lie within the panel, and are where they are picked. */
TEST (test_places, "/kernels/places")
{
  static const IplPanel *const panels[] = { &ipl_panel_kernel_tiles, &ipl_panel_kernel_sum };
  IplStyle style = style_new ();

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kinds[k]);

      for (guint s = 0; s < 2 * G_N_ELEMENTS (sizes); s++)
        {
          const IplPanel *panel = panels[s % 2];
          double w = sizes[s / 2][0], h = sizes[s / 2][1];
          g_autoptr (IplPlot) plot = lay_out (panel, fixture, &style, w, h);
          guint n = 0;

          for (guint i = 0; i < plot->facets->len; i++)
            if (!IPL_FACET (plot, i)->is_hidden && !plot->is_left_out)
              {
                check_facet (fixture, panel, &style, w, h, IPL_FACET (plot, i));
                n++;
              }
          if (panel == panels[0] && plot->grid_columns > 0 && n > 0)
            g_assert_cmpuint (n, ==, fixture->the_case->Pi * fixture->the_case->Pi);
          g_assert_true (n > 0 || w < 200);
        }
    }
}

/* Row by row through all pairs that have a tile, each of which comes into sight where it is pointed
 * at, and back. */
TEST (test_scroll, "/kernels/scroll")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  const IplKernelPicture *picture = fixture->kernels;
  IplStyle style = style_new ();
  guint first = 0;

  for (guint i = 0; i < picture->n_tiles; i++)
    {
      IplTarget target = IPL_TARGET_NONE;
      g_autoptr (IplPlot) plot = lay_out (&ipl_panel_kernel_tiles, fixture, &style, 234, 250);
      g_autoptr (IplPlot) next = NULL;

      target = ipl_target_pair ((int)picture->tiles[i].q, (int)picture->tiles[i].p);
      g_assert_true (ipl_plot_scroll (plot, &target, 0, &first));
      fixture->view.first_tile = first;
      next = lay_out (&ipl_panel_kernel_tiles, fixture, &style, 234, 250);
      g_assert_cmpuint (next->first_facet, ==, first);
      g_assert_false (IPL_FACET (next, i)->is_hidden);
      g_assert_true (ipl_plot_scroll (next, NULL, -1000, &first));
      g_assert_cmpuint (first, ==, 0);
      g_assert_true (ipl_plot_scroll (next, NULL, 1, &first));
      g_assert_cmpuint (first, ==,
                        MIN (next->first_facet + next->facet_columns,
                             (picture->n_tiles - next->n_facets + next->facet_columns - 1)
                                 / next->facet_columns * next->facet_columns));
    }
}

/* All are shown where paths are few. */
TEST (test_no_scroll, "/kernels/no-scroll")
{
  g_autoptr (Fixture) few = fixture_new (FIXTURE_HMC4);
  IplStyle style = style_new ();
  guint first = 0;

  few->view.first_tile = 7;
  g_autoptr (IplPlot) plot = lay_out (&ipl_panel_kernel_tiles, few, &style, 234, 250);
  g_assert_false (ipl_plot_scroll (plot, NULL, 1, &first));
  g_assert_cmpuint (plot->n_facets, ==, 16);
}

/* The frame is as thick as |U| is large, and has its sign. */
TEST (test_frames, "/kernels/frames")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  const double *U = fixture->view.current->U;
  IplStyle style = style_new ();
  g_autoptr (IplPlot) plot = lay_out (&ipl_panel_kernel_tiles, fixture, &style, 420, 320);
  double most = 0;

  for (guint i = 0; i < 16; i++)
    most = MAX (most, fabs (U[i]));
  for (guint i = 0; i < 16; i++)
    g_assert_cmpfloat_with_epsilon (IPL_FACET (plot, i)->facet.stroke,
                                    U[IPL_FACET (plot, i)->facet.item] / most, 1e-12);
}

/* The arrow keys: through the grid, and from pair to pair where they are ranked. */
TEST (test_steps, "/kernels/steps")
{
  g_autoptr (Fixture) few = fixture_new (FIXTURE_HMC4), many = fixture_new (FIXTURE_ONE_SHOT);
  const IplKernelTile *tiles = many->kernels->tiles;
  IplTarget at = IPL_TARGET_NONE, none = IPL_TARGET_NONE;

  at = ipl_figure_step (&ipl_panel_kernel_tiles, &none, &few->view, 0, 1);
  g_assert_cmpint (ipl_target_get (&at, IPL_PART_PATH), ==, ipl_target_get (&at, IPL_PART_OTHER));
  at = ipl_figure_step (&ipl_panel_kernel_tiles, &at, &few->view, 0, 1);
  g_assert_cmpint (ipl_target_get (&at, IPL_PART_PATH), !=, ipl_target_get (&at, IPL_PART_OTHER));
  at = ipl_figure_step (&ipl_panel_kernel_tiles, &at, &few->view, 1, 0);
  g_assert_cmpint (ipl_target_get (&at, IPL_PART_PATH), ==, ipl_target_get (&at, IPL_PART_OTHER));
  at = none;
  for (guint i = 0; i < 3; i++)
    {
      at = ipl_figure_step (&ipl_panel_kernel_tiles, &at, &many->view, 0, 1);
      g_assert_cmpint (ipl_target_get (&at, IPL_PART_PATH), ==, (int)tiles[i].p);
      g_assert_cmpint (ipl_target_get (&at, IPL_PART_OTHER), ==, (int)tiles[i].q);
    }
  at = ipl_figure_step (&ipl_panel_kernel_sum, &none, &few->view, 1, 0);
  g_assert_cmpint (ipl_target_get (&at, IPL_PART_CELL), ==, 0);
}

/* The column of a table, read back; NaN past the last of the block. */
static double
read_number (const char *table, guint block, guint row, guint column)
{
  g_auto (GStrv) blocks = g_strsplit (table, "\n\n", -1);
  g_auto (GStrv) rows = g_strsplit (blocks[block], "\n", -1);
  g_auto (GStrv) cells = g_strsplit (rows[row + 1], "\t", -1);

  return g_ascii_strtod (cells[column], NULL);
}

/* U, |C| and |U C| of pairs; what each adds to the mean diagonal, which add up to that of K. */
TEST (test_tables, "/kernels/tables")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  const IplKernelPicture *picture = fixture->kernels;
  g_autofree char *tiles = ipl_figure_table (&ipl_panel_kernel_tiles, &fixture->view);
  g_autofree char *sum = ipl_figure_table (&ipl_panel_kernel_sum, &fixture->view);
  g_autoptr (IplPlot) plot = ipl_plot_build (&ipl_panel_kernel_tiles, &fixture->view, 0);
  double P = (double)fixture->the_case->train.count, all = 0;

  for (guint i = 0; i < 16; i++)
    {
      gsize p = IPL_FACET (plot, i)->facet.item / 4, q = IPL_FACET (plot, i)->facet.item % 4;
      double U = ipl_kernel_picture_U (picture, p, q), s0 = picture->solution->setting.variances[0];
      double norm = s0 * picture->cells->norm[p * 4 + q];

      all += s0 * U * picture->cells->trace[p * 4 + q] / P;
      g_assert_cmpfloat_with_epsilon (read_number (tiles, 0, i, 2), U, 1e-9);
      g_assert_cmpfloat_with_epsilon (read_number (tiles, 0, i, 3), norm, 1e-9);
      g_assert_cmpfloat_with_epsilon (read_number (tiles, 0, i, 4), fabs (U) * norm, 1e-9);
    }
  g_assert_cmpfloat_with_epsilon (all, picture->mean_diagonal, 1e-9);
  for (guint i = 0; i < 6; i++)
    all -= read_number (sum, 0, i, 1);
  g_assert_cmpfloat_with_epsilon (all, 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (read_number (sum, 0, 6, 1), picture->mean_diagonal, 1e-9);
  g_assert_cmpfloat_with_epsilon (read_number (sum, 1, 0, 1), picture->gp->alignment, 1e-9);
  g_assert_cmpfloat_with_epsilon (read_number (sum, 1, 2, 1), picture->solution->alignment, 1e-9);
}

static void
assert_description (const Fixture *fixture, const IplTarget *target, const char *expected)
{
  g_autofree char *text = ipl_target_describe (target, &fixture->view);

  if (strstr (text, expected) == NULL)
    g_error ("“%s” does not say “%s”", text, expected);
}

/* A cell is a pair of examples, with C, U C and K there; (q, p) is the transpose of (p, q). */
TEST (test_words, "/kernels/words")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4), blocks = fixture_new (FIXTURE_DEEP);
  IplTarget target = { IPL_TARGET_CELL, { 3 * 100 + 70, -1, 0, 2 }, { 0 } };
  IplTarget turned = { IPL_TARGET_CELL, { 70 * 100 + 3, -1, 2, 0 }, { 0 } };
  IplTarget sum = ipl_target_cell (3 * 100 + 70);
  const IplKernelTile *tile = ipl_kernel_picture_find (fixture->kernels, 0, 2);
  g_autofree char *expected = g_strdup_printf ("C = %.3g", tile->C[3 * 100 + 70]);
  g_autofree char *said = ipl_figure_describe (&ipl_panel_kernel_sum, &fixture->view);
  g_auto (GStrv) minus = g_strsplit (expected, "-", -1);
  g_autofree char *shown = g_strjoinv ("−", minus);

  assert_description (fixture, &target, shown);
  assert_description (fixture, &turned, shown);
  assert_description (fixture, &target, "examples 8 (−1) and 41 (+1)");
  assert_description (fixture, &target, "denoising");
  assert_description (fixture, &sum, "GP ");
  ipl_target_set (&target, IPL_PART_CELL, 1);
  assert_description (blocks, &target, "2 of label −1");
  g_assert_nonnull (
      strstr (said, "Alignment with the labels, about their means: 0.210 for the Gaussian"));
  /* Cells there are not, are nothing. */
  target = ipl_target_cell (100 * 100);
  g_free (said);
  said = ipl_target_describe (&target, &fixture->view);
  g_assert_cmpstr (said, ==, "");
}

/* Without kernels the panels say so. */
TEST (test_empty, "/kernels/empty")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  g_autofree char *said = NULL, *reason = NULL;

  fixture->view.kernels = NULL;
  said = ipl_figure_describe (&ipl_panel_kernel_tiles, &fixture->view);
  g_assert_nonnull (strstr (said, "being computed"));
  ipl_quantities_set (&fixture->view.quantities, &ipl_quantity_kernels, NULL, "They need 12 GB.");
  reason = ipl_figure_describe (&ipl_panel_kernel_sum, &fixture->view);
  g_assert_nonnull (strstr (reason, "They need 12 GB."));
  ipl_quantities_set (&fixture->view.quantities, &ipl_quantity_kernels, NULL, NULL);
}

static guint
count_rendered (const IplPanel *panel, const Fixture *fixture, int pixels)
{
  IplStyle style = style_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, pixels, pixels);
  cairo_t *cr = cairo_create (surface);
  guint before = ipl_matrix_picture_count_rendered ();

  ipl_figure_draw (panel, &fixture->view, &style, cr, pixels, pixels);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return ipl_matrix_picture_count_rendered () - before;
}

/* Where the width alone has changed, no C is worked out again: only K, the GP's and the labels'. */
TEST (test_stored, "/kernels/kept")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  g_autoptr (IplKernelPicture) next = NULL;

  g_assert_cmpuint (count_rendered (&ipl_panel_kernel_tiles, fixture, 400), ==, 16);
  g_assert_cmpuint (count_rendered (&ipl_panel_kernel_tiles, fixture, 400), ==, 0);
  next = ipl_kernel_picture_new (fixture->kernels->cells, fixture->sweep->rows[4],
                                 fixture->kernels->gp, fixture->kernels, NULL, NULL);
  fixture->view.kernels = next;
  g_assert_cmpuint (count_rendered (&ipl_panel_kernel_tiles, fixture, 400), ==, 0);
  g_assert_cmpuint (count_rendered (&ipl_panel_kernel_sum, fixture, 400), ==, 3);
  /* Another size is another picture. */
  g_assert_cmpuint (count_rendered (&ipl_panel_kernel_tiles, fixture, 300), ==, 16);
}

/* Raw, K and the GP's kernel keep their numbers; normalised, each has the mean diagonal 1. */
TEST (test_scales, "/kernels/scales")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  const IplKernelPicture *picture = fixture->kernels;

  for (int normalised = 0; normalised <= 1; normalised++)
    {
      double K = normalised ? 1 / picture->mean_diagonal : 1;

      fixture->view.display.normalised_kernels = normalised;
      g_autoptr (IplPlot) plot = ipl_plot_build (&ipl_panel_kernel_sum, &fixture->view, 0);
      g_assert_cmpfloat_with_epsilon (ipl_numbers_get (&IPL_FACET (plot, 1)->cells, 370),
                                      K * picture->K[370], 1e-12);
      /* The labels are +1 and −1: their product takes the same share of the colours always. */
      g_assert_cmpfloat_with_epsilon (ipl_numbers_get (&IPL_FACET (plot, 2)->cells, 370),
                                      -0.8 * IPL_FACET (plot, 2)->map_spec.hi, 1e-12);
    }
}
