/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The effective weights: arrows are where U says, each is picked along itself, draws are dragged
 * through, and what is pointed at is said. */

#include "core/posterior/posterior-summary.h"
#include "figures/output/describe.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figures/panels/posterior/weights-layout.h"
#include "fixture.h"

#include <math.h>
#include <string.h>

static IplStyle
style_new (void)
{
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  return style;
}

/* Products of arrows are those of U, as far as the plane holds them; a plane that holds all has
 * all of U. */
static void
check_products (const Fixture *fixture, const double *U)
{
  IplStyle style = style_new ();
  g_auto (IplWeightsLayout) layout = { 0 };
  gsize Pi = fixture->the_case->Pi;
  double trace = 0, held = 0;

  ipl_weights_layout_init (&layout, &fixture->view, &style, 400, 300);
  for (gsize p = 0; p < Pi; p++)
    {
      double x, y;

      ipl_weights_layout_tip (&layout, ipl_weights_layout_plane (&layout), p, &x, &y);
      x = (x - layout.x) / layout.scale;
      y = (y - layout.y) / layout.scale;
      trace += U[p * Pi + p];
      held += x * x + y * y;
      g_assert_cmpfloat (x * x + y * y, <=, U[p * Pi + p] * (1 + 1e-9) + 1e-12);
    }
  g_assert_cmpfloat_with_epsilon (held / trace, ipl_weights_layout_plane (&layout)->share, 1e-9);
  if (Pi <= 2)
    g_assert_cmpfloat_with_epsilon (held, trace, 1e-9 * trace);
}

static void
test_products (void)
{
  static const FixtureKind kinds[] = { FIXTURE_HMC4, FIXTURE_DEEP, FIXTURE_ONE_PATH, FIXTURE_GP };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kinds[k]);

      check_products (fixture, fixture->view.current->U);
    }
}

/* Each draw has its own arrows, and after the last comes the first. */
static void
test_draws (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_SAMPLED);
  IplView view = ipl_view_usable (&fixture->view);
  const IplPosteriorSummary *posterior = view.posterior;
  guint n = posterior->n_chains * posterior->n_draws, draw, n_draws;
  const guint shown[] = { 0, 1, 2, n, n + 1, G_MAXUINT };
  const guint expected[] = { 0, 0, 1, n - 1, 0, (G_MAXUINT - 1) % n };

  for (guint k = 0; k < G_N_ELEMENTS (shown); k++)
    {
      g_autofree double *U = NULL;
      g_autofree double *entry = g_new (double, n);

      view.display.shown_draw = shown[k];
      U = ipl_weights_get_draw (&view, &draw, &n_draws);
      g_assert_cmpuint (draw, ==, expected[k]);
      g_assert_cmpuint (n_draws, ==, n);
      ipl_posterior_summary_get_draws (posterior, 1, 2, entry);
      g_assert_cmpfloat (U[1 * 4 + 2], ==, entry[draw]);
      g_assert_cmpfloat (U[2 * 4 + 1], ==, entry[draw]);
    }
}

static void
test_pick_and_drag (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_SAMPLED);
  IplView view = ipl_view_usable (&fixture->view);
  const IplPosteriorSummary *posterior = view.posterior;
  guint n = posterior->n_chains * posterior->n_draws;
  IplStyle style = style_new ();
  g_auto (IplWeightsLayout) layout = { 0 };
  g_autoptr (IplFigure) figure = ipl_figure_new (&ipl_panel_weights);
  IplParameters parameters = { .display.shown_draw = 5 };
  double y;

  view.display.shown_draw = 1;
  ipl_weights_layout_init (&layout, &view, &style, 400, 300);
  ipl_figure_set (figure, &view, &style, 400, 300);
  /* The long arrows, at their tips. */
  for (int p = 0; p <= 2; p += 2)
    {
      IplTarget target;
      double x, tip_y;

      ipl_weights_layout_tip (&layout, ipl_weights_layout_plane (&layout), (gsize)p, &x, &tip_y);
      g_assert_true (ipl_figure_find (figure, x, tip_y, &target));
      g_assert_cmpint (target.path, ==, p);
    }
  y = layout.track.y + layout.track.h / 2;
  g_assert_false (ipl_figure_edit (figure, layout.x, layout.y, layout.x, y, &parameters));
  g_assert_cmpuint (parameters.display.shown_draw, ==, 5);
  for (guint k = 0; k <= 4; k++)
    {
      g_assert_true (ipl_figure_edit (figure, layout.track.x + 1, y,
                                      layout.track.x + layout.track.w * k / 4.0, y, &parameters));
      g_assert_cmpuint (parameters.display.shown_draw, ==, 1 + (guint)lround ((n - 1) * k / 4.0));
    }
  /* Beyond the ends. */
  g_assert_true (ipl_figure_edit (figure, layout.track.x + 1, y, -50, y, &parameters));
  g_assert_cmpuint (parameters.display.shown_draw, ==, 1);
  g_assert_false (ipl_panel_weights.nudge (&IPL_TARGET_NONE, -1, &parameters));
  g_assert_true (ipl_panel_weights.nudge (&IPL_TARGET_NONE, 1, &parameters));
  g_assert_cmpuint (parameters.display.shown_draw, ==, 2);
}

/* Of the theory, from its numbers: U_13 = -5.40, U_11 = 13.4, U_33 = 6.75 (theory.md section 6). */
static void
test_words (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  const double *U = fixture->view.current->U;
  IplTarget pair = { 0, 2, -1, -1, -1, -1, -1, -1, -1 };
  g_autofree char *text = ipl_figure_say (&ipl_panel_weights, &pair, &fixture->view);
  g_autofree char *elsewhere = ipl_figure_say (&ipl_panel_u, &pair, &fixture->view);
  g_autofree char *degrees
      = g_strdup_printf ("%.1f° apart", acos (U[2] / sqrt (U[0] * U[10])) * 180 / G_PI);
  g_autofree char *table = NULL, *words = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_nonnull (strstr (text, degrees));
  g_assert_nonnull (strstr (text, "theory: |W|/√N = 3.66 and 2.60"));
  g_assert_true (g_str_has_prefix (elsewhere, "Pair good–denoising"));
  words = ipl_figure_describe (&ipl_panel_weights, &fixture->view);
  g_assert_nonnull (strstr (words, "press Sample"));
  table = ipl_figure_table (&ipl_panel_weights, &fixture->view);
  lines = g_strsplit (table, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 4 + 1);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (lines[1] + strlen ("good\t"), NULL), sqrt (U[0]),
                                  1e-8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/weights/products", test_products);
  g_test_add_func ("/weights/draws", test_draws);
  g_test_add_func ("/weights/pick-and-drag", test_pick_and_drag);
  g_test_add_func ("/weights/words", test_words);
  return g_test_run ();
}
