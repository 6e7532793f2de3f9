/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where there are many paths, those of the largest U_pp have colors, the same in all figures, and
 * held where the view says so. */

#include "figures/output/figure.h"
#include "figures/view/path-color.h"
#include "fixture.h"

#include <math.h>
#include <string.h>

static gboolean
same_color (IplColor a, IplColor b)
{
  return a.r == b.r && a.g == b.g && a.b == b.b;
}

/* Which paths have a color of their own, and that no two have the same. */
static void
list_colored (const IplView *view, gboolean *has_color)
{
  IplStyle style;
  guint n = 0;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  ipl_style_follow_view (&style, view);
  for (gsize p = 0; p < view->the_case->Pi; p++)
    {
      IplColor color = ipl_style_path_color (&style, view->the_case, p);

      has_color[p] = !same_color (color, style.faint);
      n += has_color[p];
      for (gsize q = 0; q < p && has_color[p]; q++)
        g_assert_false (same_color (color, ipl_style_path_color (&style, view->the_case, q)));
    }
  g_assert_cmpuint (n, ==, MIN (view->the_case->Pi, IPL_N_IDENTITIES));
}

static void
test_heaviest (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_DEEP);
  IplView *view = &fixture->view;
  gsize Pi = view->the_case->Pi;
  const double *U = view->current->U;
  g_autofree gboolean *colored = g_new0 (gboolean, Pi);
  g_autofree gboolean *held = g_new0 (gboolean, Pi);
  g_autofree double *elsewhere = g_memdup2 (U, Pi * Pi * sizeof *U);
  IplSolution other = *view->current;
  double least = INFINITY, most = -INFINITY;

  list_colored (view, colored);
  for (gsize p = 0; p < Pi; p++)
    if (colored[p])
      least = fmin (least, U[p * Pi + p]);
    else
      most = fmax (most, U[p * Pi + p]);
  g_assert_cmpfloat (least, >=, most);
  /* At another width others, unless colors are held to this one. */
  view->colored = view->current;
  for (gsize p = 0; p < Pi; p++)
    elsewhere[p * Pi + p] = 1 / U[p * Pi + p];
  other.U = elsewhere;
  view->current = &other;
  list_colored (view, held);
  g_assert_cmpmem (held, Pi * sizeof *held, colored, Pi * sizeof *colored);
  view->colored = NULL;
  list_colored (view, held);
  g_assert_cmpint (memcmp (held, colored, Pi * sizeof *held), !=, 0);
}

static void
test_few (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  g_autofree gboolean *colored = g_new0 (gboolean, 4);

  list_colored (&fixture->view, colored);
}

/* The limit of one path has that path's color, that of several no path's. */
static void
test_limits (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_DEEP);
  const IplCaseInfo *the_case = fixture->view.the_case;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_DARK, 8);
  ipl_style_follow_view (&style, &fixture->view);
  for (guint p = 0; p < the_case->Pi; p++)
    {
      const guint both[] = { p, (p + 1) % (guint)the_case->Pi };
      IplColor mixed = ipl_style_gp_line_color (&style, the_case, both, 2, 3);
      IplColor one = ipl_style_path_color (&style, the_case, both[0]);
      IplColor other = ipl_style_path_color (&style, the_case, both[1]);

      g_assert_true (same_color (ipl_style_gp_line_color (&style, the_case, both, 1, 2), one));
      if (!same_color (one, other))
        g_assert_false (same_color (mixed, one) || same_color (mixed, other));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/colors/heaviest", test_heaviest);
  g_test_add_func ("/colors/few", test_few);
  g_test_add_func ("/colors/limits", test_limits);
  return g_test_run ();
}
