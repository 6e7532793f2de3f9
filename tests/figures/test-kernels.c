/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The panels of kernels: every tile is where it is picked, says its numbers, and is worked out
 * once.
 */

#include "figures/kit/matrix-picture.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figures/panels/theory/kernel-sum.h"
#include "figures/panels/theory/kernel-tiles-layout.h"
#include "figures/view/target-words.h"
#include "fixture.h"
#include "figure-once.h"

#include <math.h>
#include <string.h>

static const double sizes[][2] = { { 420, 260 }, { 700, 420 }, { 234, 250 }, { 120, 90 } };
static const FixtureKind kinds[] = { FIXTURE_HMC4,      FIXTURE_DEEP,     FIXTURE_ONE_PATH,
                                     FIXTURE_ONE_LAYER, FIXTURE_ONE_SHOT, FIXTURE_GP };

static IplStyle
style_new (void)
{
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  return style;
}

/* The cell in the middle of a place is picked there, with the pair as rows and columns have it. */
static void
check_place (const Fixture *fixture, const IplStyle *style, double w, double h,
             const IplKernelTilesLayout *layout, const IplKernelPlace *place)
{
  gsize n = fixture->kernels->cells->n;
  IplRect cell = ipl_kernel_map_cell (&place->area, n, (int)(n / 3 * n + n / 2));
  double x = cell.x + cell.w / 2, y = cell.y + cell.h / 2;
  IplTarget target;

  g_assert_cmpfloat (place->area.x - place->frame, >=, 0);
  g_assert_cmpfloat (place->area.x + place->area.w + place->frame, <=, w);
  if (place->tile == NULL)
    {
      g_assert_nonnull (layout->rest);
      g_assert_false (
          ipl_figure_pick (&ipl_panel_kernel_tiles, &fixture->view, style, w, h, x, y, &target));
      return;
    }
  if (!ipl_figure_pick (&ipl_panel_kernel_tiles, &fixture->view, style, w, h, x, y, &target))
    g_error ("%s: nothing at %g %g of %g x %g", fixture->the_case->name, x, y, w, h);
  g_assert_cmpint (target.path, ==, (int)place->p);
  g_assert_cmpint (target.other, ==, (int)place->q);
  g_assert_cmpint (target.step, ==, IPL_TARGET_CELL + (int)(n / 3 * n + n / 2));
}

/* All pairs have a tile, or the rest has one. */
static void
test_places (void)
{
  IplStyle style = style_new ();

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kinds[k]);
      gsize Pi = fixture->the_case->Pi;

      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        {
          IplKernelTilesLayout layout;

          ipl_kernel_tiles_layout_init (&layout, &fixture->view, &style, sizes[s][0], sizes[s][1]);
          if (layout.grid)
            g_assert_cmpuint (layout.places->len, ==, Pi * Pi);
          else
            {
              guint shown = layout.places->len - (layout.rest != NULL ? 1 : 0);

              g_assert_cmpint (layout.rest != NULL, ==, shown < Pi * (Pi + 1) / 2);
            }
          for (guint i = 0; i < layout.places->len; i++)
            check_place (fixture, &style, sizes[s][0], sizes[s][1], &layout,
                         &g_array_index (layout.places, IplKernelPlace, i));
          ipl_kernel_tiles_layout_clear (&layout);
        }
    }
}

/* Row by row through all pairs that have a tile, each of which comes into sight where it is pointed
 * at, and back. */
static void
test_scroll (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  const IplKernelPicture *picture = fixture->kernels;
  IplStyle style = style_new ();
  gsize seen = 0;
  guint first = 0;

  for (gsize at = 0; at < picture->n_tiles + 2; at++)
    {
      gsize i = MIN (at, picture->n_tiles - 1);
      IplTarget target = IPL_TARGET_NONE;
      IplKernelTilesLayout layout;

      fixture->view.first_tile = first;
      ipl_kernel_tiles_layout_init (&layout, &fixture->view, &style, 234, 250);
      g_assert_cmpuint (layout.first, ==, first);
      g_assert_cmpuint (layout.n_shown, <, picture->n_tiles);
      for (gsize k = 0; k < layout.n_shown; k++)
        g_assert_true (g_array_index (layout.places, IplKernelPlace, k).tile
                       == &picture->tiles[first + k]);
      seen = MAX (seen, first + layout.n_shown);
      target.path = (int)picture->tiles[i].p;
      target.other = (int)picture->tiles[i].q;
      g_assert_true (ipl_kernel_tiles_scroll (&layout, &target, 0, &first));
      ipl_kernel_tiles_layout_clear (&layout);
      fixture->view.first_tile = first;
      ipl_kernel_tiles_layout_init (&layout, &fixture->view, &style, 234, 250);
      g_assert_cmpuint (first, <=, i);
      g_assert_cmpuint (i, <, first + layout.n_shown);
      g_assert_true (ipl_kernel_tiles_scroll (&layout, NULL, -1000, &first));
      g_assert_cmpuint (first, ==, 0);
      g_assert_true (ipl_kernel_tiles_scroll (&layout, NULL, 1, &first));
      ipl_kernel_tiles_layout_clear (&layout);
    }
  g_assert_cmpuint (seen, ==, picture->n_tiles);
}

/* All stand in a grid where paths are few. */
static void
test_no_scroll (void)
{
  g_autoptr (Fixture) few = fixture_new (FIXTURE_HMC4);
  IplStyle style = style_new ();
  IplKernelTilesLayout layout;
  guint first = 0;

  few->view.first_tile = 7;
  ipl_kernel_tiles_layout_init (&layout, &few->view, &style, 234, 250);
  g_assert_false (ipl_kernel_tiles_scroll (&layout, NULL, 1, &first));
  g_assert_cmpuint (layout.places->len, ==, 16);
  ipl_kernel_tiles_layout_clear (&layout);
}

/* The frame is as thick as |U| is large, and tells its sign. */
static void
test_frames (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  const double *U = fixture->view.current->U;
  IplStyle style = style_new ();
  IplKernelTilesLayout layout;
  double most = 0;

  ipl_kernel_tiles_layout_init (&layout, &fixture->view, &style, 420, 320);
  for (guint i = 0; i < 16; i++)
    most = MAX (most, fabs (U[i]));
  g_assert_cmpfloat (layout.largest, ==, most);
  most = 0;
  for (guint i = 0; i < 16; i++)
    most = MAX (most, g_array_index (layout.places, IplKernelPlace, i).frame);
  for (guint i = 0; i < 16; i++)
    {
      const IplKernelPlace *place = &g_array_index (layout.places, IplKernelPlace, i);
      double u = U[place->p * 4 + place->q];

      g_assert_cmpfloat_with_epsilon (place->frame / most, fabs (u) / layout.largest, 1e-12);
      g_assert_cmpint (place->negative, ==, u < 0);
    }
  ipl_kernel_tiles_layout_clear (&layout);
}

static void
assert_says (const Fixture *fixture, const IplTarget *target, const char *expected)
{
  g_autofree char *text = ipl_target_describe (target, &fixture->view);

  if (strstr (text, expected) == NULL)
    g_error ("“%s” does not say “%s”", text, expected);
}

/* A cell is a pair of examples, with C, U C and K there; (q, p) is the transpose of (p, q). */
static void
test_words (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4), blocks = fixture_new (FIXTURE_DEEP);
  IplTarget target = { 0, 2, -1, -1, -1, -1, -1, -1, IPL_TARGET_CELL + 3 * 100 + 70 };
  IplTarget turned = { 2, 0, -1, -1, -1, -1, -1, -1, IPL_TARGET_CELL + 70 * 100 + 3 };
  IplTarget sum = { -1, -1, -1, -1, -1, -1, -1, -1, IPL_TARGET_CELL + 3 * 100 + 70 };
  const IplKernelTile *tile = ipl_kernel_picture_find (fixture->kernels, 0, 2);
  g_autofree char *expected = g_strdup_printf ("C = %.3g", tile->C[3 * 100 + 70]);
  g_autofree char *table = ipl_figure_table (&ipl_panel_kernel_tiles, &fixture->view);
  g_autofree char *said = ipl_figure_describe (&ipl_panel_kernel_sum, &fixture->view);
  g_auto (GStrv) minus = g_strsplit (expected, "-", -1);
  g_autofree char *shown = g_strjoinv ("−", minus);
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);

  assert_says (fixture, &target, shown);
  assert_says (fixture, &turned, shown);
  assert_says (fixture, &target, "examples 8 (−1) and 41 (+1)");
  assert_says (fixture, &target, "denoising");
  assert_says (fixture, &sum, "GP ");
  target.step = IPL_TARGET_CELL + 1;
  assert_says (blocks, &target, "2 of label −1");
  /* A heading, and a line for each of ten pairs. */
  g_assert_cmpuint (g_strv_length (lines), ==, 12);
  g_assert_nonnull (
      strstr (said, "Alignment with the labels, about their means: 0.210 for the Gaussian"));
  /* Cells there are not, are nothing. */
  target = (IplTarget){ -1, -1, -1, -1, -1, -1, -1, -1, IPL_TARGET_CELL + 100 * 100 };
  g_free (said);
  said = ipl_target_describe (&target, &fixture->view);
  g_assert_cmpstr (said, ==, "");
}

/* Without kernels the panels say so. */
static void
test_empty (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  g_autofree char *said = NULL, *reason = NULL;

  fixture->view.kernels = NULL;
  said = ipl_figure_describe (&ipl_panel_kernel_tiles, &fixture->view);
  g_assert_nonnull (strstr (said, "being made"));
  ipl_quantities_set (&fixture->view.made, &ipl_quantity_kernels, NULL, "They need 12 GB.");
  reason = ipl_figure_describe (&ipl_panel_kernel_sum, &fixture->view);
  g_assert_nonnull (strstr (reason, "They need 12 GB."));
  ipl_quantities_set (&fixture->view.made, &ipl_quantity_kernels, NULL, NULL);
}

static guint
count_made (const IplPanel *panel, const Fixture *fixture, int pixels)
{
  IplStyle style = style_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, pixels, pixels);
  cairo_t *cr = cairo_create (surface);
  guint before = ipl_matrix_picture_get_n_made ();

  ipl_figure_draw (panel, &fixture->view, &style, cr, pixels, pixels);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return ipl_matrix_picture_get_n_made () - before;
}

/* Where the width alone has changed, no C is worked out again: only K, the GP's and the labels'. */
static void
test_kept (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  g_autoptr (IplKernelPicture) next = NULL;

  g_assert_cmpuint (count_made (&ipl_panel_kernel_tiles, fixture, 400), ==, 16);
  g_assert_cmpuint (count_made (&ipl_panel_kernel_tiles, fixture, 400), ==, 0);
  next = ipl_kernel_picture_new (fixture->kernels->cells, fixture->sweep->rows[4],
                                 fixture->kernels->gp, fixture->kernels, NULL, NULL);
  fixture->view.kernels = next;
  g_assert_cmpuint (count_made (&ipl_panel_kernel_tiles, fixture, 400), ==, 0);
  g_assert_cmpuint (count_made (&ipl_panel_kernel_sum, fixture, 400), ==, 3);
  /* Another size is another picture. */
  g_assert_cmpuint (count_made (&ipl_panel_kernel_tiles, fixture, 300), ==, 16);
}

/* Raw, K and the GP's kernel keep their numbers; normalised, each has the mean diagonal 1. */
static void
test_scales (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  const IplKernelPicture *picture = fixture->kernels;
  IplStyle style = style_new ();

  for (int normalised = 0; normalised <= 1; normalised++)
    {
      IplKernelSumLayout layout;
      double K = normalised ? 1 / picture->mean_diagonal : 1;

      fixture->view.display.normalised_kernels = normalised;
      ipl_kernel_sum_layout_init (&layout, &fixture->view, &style, 420, 200);
      g_assert_cmpfloat_with_epsilon (ipl_kernel_map_at (&layout.map[IPL_SUM_K], 3, 70),
                                      K * picture->K[370], 1e-12);
      /* The labels are +1 and −1: their product takes the same share of the colours always. */
      g_assert_cmpfloat_with_epsilon (ipl_kernel_map_at (&layout.map[IPL_SUM_LABELS], 3, 70),
                                      -0.8 * layout.limit, 1e-12);
      ipl_kernel_sum_layout_clear (&layout);
    }
}

/* One bar begins where the one before ended, and the last is K. */
static void
test_bars (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  IplKernelSumLayout layout;
  IplStyle style = style_new ();
  double sum = 0;

  ipl_kernel_sum_layout_init (&layout, &fixture->view, &style, 600, 260);
  g_assert_nonnull (layout.bars.bars);
  for (guint i = 0; i < layout.bars.bars->len; i++)
    {
      const IplKernelBar *bar = &g_array_index (layout.bars.bars, IplKernelBar, i);

      g_assert_cmpint (bar->is_sum, ==, i + 1 == layout.bars.bars->len);
      if (bar->is_sum)
        {
          g_assert_cmpfloat_with_epsilon (bar->to, sum, 1e-12);
          g_assert_cmpfloat (bar->from, ==, 0);
          continue;
        }
      g_assert_cmpfloat (bar->from, ==, sum);
      sum = bar->to;
    }
  g_assert_cmpfloat_with_epsilon (sum, fixture->kernels->mean_diagonal, 1e-9 * fabs (sum));
  ipl_kernel_sum_layout_clear (&layout);
  /* Without room there are none. */
  ipl_kernel_sum_layout_init (&layout, &fixture->view, &style, 200, 100);
  g_assert_null (layout.bars.bars);
  ipl_kernel_sum_layout_clear (&layout);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernels/places", test_places);
  g_test_add_func ("/kernels/scroll", test_scroll);
  g_test_add_func ("/kernels/no-scroll", test_no_scroll);
  g_test_add_func ("/kernels/frames", test_frames);
  g_test_add_func ("/kernels/words", test_words);
  g_test_add_func ("/kernels/empty", test_empty);
  g_test_add_func ("/kernels/kept", test_kept);
  g_test_add_func ("/kernels/scales", test_scales);
  g_test_add_func ("/kernels/bars", test_bars);
  return g_test_run ();
}
