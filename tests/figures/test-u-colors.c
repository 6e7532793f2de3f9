/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours of U: on a logarithmic scale, beside its diagonal, and of paths that are pale. */
#include "figures/panels/theory/u-layout.h"
#include "fixture.h"
#include <math.h>

/* Linear within, a decade as wide beyond, odd, and its inverse. */
static void
test_symlog (void)
{
  const double linear = 1e-3, limit = 1;
  IplStyle style;

  g_assert_cmpfloat (ipl_symlog (0, linear, limit), ==, 0);
  g_assert_cmpfloat_with_epsilon (ipl_symlog (limit, linear, limit), 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (ipl_symlog (-0.01, linear, limit), -0.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (ipl_symlog (linear, linear, limit), 0.25, 1e-12);
  g_assert_cmpfloat_with_epsilon (ipl_symlog (linear / 2, linear, limit), 0.125, 1e-12);
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (int low = 0; low <= 1; low++)
    for (double hi = 1e-7; hi < 1e8; hi *= 3.7)
      for (double length = 10; length < 500; length *= 2)
        {
          IplAxis axis;
          gboolean zero = FALSE;

          ipl_axis_init_symlog (&axis, &style, low ? -hi : 0, hi, 1e-3 * hi, length, TRUE);
          for (guint i = 0; i < axis.n; i++)
            {
              double decade = axis.at[i] == 0 ? 0 : log10 (fabs (axis.at[i]));

              zero = zero || axis.at[i] == 0;
              g_assert_cmpfloat_with_epsilon (decade, round (decade), 1e-9);
              g_assert_cmpfloat (fabs (axis.at[i]), <=, hi * (1 + 1e-9));
              if (i > 0)
                g_assert_cmpfloat (axis.at[i - 1], <, axis.at[i]);
            }
          g_assert_true (zero);
          for (double f = 0; f <= 1; f += 0.0625)
            g_assert_cmpfloat_with_epsilon (ipl_axis_fraction (&axis, ipl_axis_value (&axis, f)), f,
                                            1e-9);
        }
}

/* The range beside the diagonal is that of what is shown there. */
static void
test_off_diagonal (void)
{
  static const FixtureKind kinds[]
      = { FIXTURE_HMC4, FIXTURE_DEEP, FIXTURE_ONE_PATH, FIXTURE_GP, FIXTURE_UNSOLVED };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kinds[k]);
      IplView *view = &fixture->view;
      g_auto (IplULayout) layout = { 0 };
      const double *U = view->current != NULL ? view->current->U : NULL;
      gsize Pi = view->the_case->Pi;
      double largest = 0;
      IplStyle style;

      view->display.heatmap_scale = IPL_HEATMAP_OFF_DIAGONAL;
      ipl_style_init (&style, IPL_THEME_LIGHT, 8);
      ipl_u_layout_init (&layout, view, &style, 400, 300);
      for (gsize i = 0; U != NULL && i < Pi * Pi; i++)
        if (i / Pi != i % Pi || Pi == 1)
          largest = fmax (largest, fabs (U[i]));
      g_assert_cmpfloat (layout.maps.limit, ==, largest > 0 ? largest : 1);
      g_assert_true (ipl_u_maps_leaves_diagonal (&layout.maps) == (Pi > 1));
    }
}

/* A large map that is on the scale of another width, where entries are far larger, is known to look
 * empty; of many paths, whose cells have no numbers, it has a scale of its own and says so. */
static void
check_pale (FixtureKind kind, gboolean many)
{
  g_autoptr (Fixture) fixture = fixture_new (kind);
  IplView *view = &fixture->view;
  gsize size = view->the_case->Pi * view->the_case->Pi;
  IplStyle style;

  view->display.shared_limits = TRUE;
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (int shrunk = 0; shrunk < 2; shrunk++)
    {
      g_auto (IplULayout) layout = { 0 };
      g_autofree double *U = g_new (double, size);
      IplSolution current = *view->current;
      gboolean apart = many && shrunk;

      for (gsize i = 0; i < size; i++)
        U[i] = (shrunk ? 0.01 : 1) * view->current->U[i];
      current.U = U;
      IplView with = *view;
      with.current = &current;
      ipl_u_layout_init (&layout, &with, &style, 400, 300);
      g_assert_true (ipl_u_layout_is_pale (&layout, layout.largest) == shrunk);
      g_assert_true (layout.maps.is_apart == apart);
      g_assert_cmpfloat (layout.maps.limit, ==, apart ? layout.largest : layout.small_limit);
      g_assert_true (g_str_has_suffix (layout.maps.title[0], ", own scale") == apart);
    }
}

static void
test_pale (void)
{
  check_pale (FIXTURE_HMC4, FALSE);
  check_pale (FIXTURE_DEEP, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figures/many-paths/symlog", test_symlog);
  g_test_add_func ("/figures/many-paths/off-diagonal", test_off_diagonal);
  g_test_add_func ("/figures/many-paths/pale", test_pale);
  return g_test_run ();
}
