/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours of U: on a logarithmic scale, beside its diagonal, and of paths that are pale. */
#include "figures/panels/panel-table.h"
#include "figures/plot/panel-calls.h"
#include "figures/plot/plot-thumbnails.h"
#include "figure-fixture.h"
#include <math.h>

/* Linear within, a decade as wide beyond, odd, and its inverse. */
TEST (test_symlog, "/figures/many-paths/symlog")
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
TEST (test_off_diagonal, "/figures/many-paths/off-diagonal")
{
  static const FixtureKind kinds[]
      = { FIXTURE_HMC4, FIXTURE_DEEP, FIXTURE_ONE_PATH, FIXTURE_GP, FIXTURE_UNSOLVED };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kinds[k]);
      IplView *view = &fixture->view;
      const double *U = view->current != NULL ? view->current->U : NULL;
      gsize Pi = view->the_case->Pi;
      double largest = 0;
      g_autoptr (IplPlot) plot = NULL;
      const IplHeatMapSpec *spec;

      view->display.heatmap_scale = IPL_HEATMAP_OFF_DIAGONAL;
      plot = ipl_plot_build (&ipl_panel_u, view, IPL_LOOK_INTERPLAY);
      spec = &ipl_plot_get_axes (plot, 0)->map_spec;
      for (gsize i = 0; U != NULL && i < Pi * Pi; i++)
        if (i / Pi != i % Pi || Pi == 1)
          largest = fmax (largest, fabs (U[i]));
      g_assert_cmpfloat (spec->hi, ==, largest > 0 ? largest : 1);
      g_assert_true (spec->leaves_diagonal == (Pi > 1));
    }
}

/* All maps are on one scale, that of the largest number of any width. A large map that would look
 * empty on it has a scale of its own where its cells have no numbers, and says so. */
static void
check_pale (FixtureKind kind, gboolean many)
{
  g_autoptr (Fixture) fixture = fixture_new (kind);
  IplView *view = &fixture->view;
  gsize size = view->the_case->Pi * view->the_case->Pi;

  view->display.shared_limits = TRUE;
  for (int shrunk = 0; shrunk < 2; shrunk++)
    {
      g_autofree double *U = g_new (double, size);
      IplSolution current = *view->current;
      gboolean apart = many && shrunk;
      double largest = 0, own = 0;
      IplView with = *view;
      g_autoptr (IplPlot) plot = NULL;

      for (gsize i = 0; i < size; i++)
        {
          U[i] = (shrunk ? 0.01 : 1) * view->current->U[i];
          own = fmax (own, fabs (U[i]));
          for (guint r = 0; r < fixture->sweep->n_rows; r++)
            largest = fmax (largest, fabs (fixture->sweep->rows[r]->U[i]));
        }
      current.U = U;
      with.current = &current;
      plot = ipl_plot_build (&ipl_panel_u, &with, IPL_LOOK_INTERPLAY);
      g_assert_cmpuint (plot->axes->len, ==, 1 + fixture->sweep->n_rows);
      for (guint a = 0; a < plot->axes->len; a++)
        g_assert_cmpfloat (ipl_plot_get_axes (plot, a)->map_spec.hi, ==,
                           a == 0 && apart ? own : fmax (largest, own));
      g_assert_true (
          g_str_has_suffix (ipl_plot_get_axes (plot, 0)->caption.headings[0], ", own scale")
          == apart);
    }
}

TEST (test_pale, "/figures/many-paths/pale")
{
  check_pale (FIXTURE_HMC4, FALSE);
  check_pale (FIXTURE_DEEP, TRUE);
}
