/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The color of a path follows from its heads alone: the same at every width, in every panel, and
 * after a layer has one head more; and no two of a few paths share one. */

#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/plot.h"
#include "figures/view/shown-paths.h"
#include "figure-fixture.h"

static gboolean
same_color (IplColor a, IplColor b)
{
  return a.r == b.r && a.g == b.g && a.b == b.b;
}

/* A view of U, with @U_pp raised by one. */
static void
enlarge (const IplView *view, gsize path, IplView *other, IplSolution *solution)
{
  gsize Pi = view->the_case->Pi;

  *other = *view;
  *solution = *view->current;
  solution->U = g_memdup2 (view->current->U, Pi * Pi * sizeof *solution->U);
  solution->U[path * Pi + path] += 1;
  other->current = solution;
}

/* Whichever path is the largest at a width. */
FIXTURE_TEST (test_widths, "/colors/widths", FIXTURE_DEEP)
{
  const IplCaseInfo *the_case = fixture->view.the_case;

  for (gsize largest = 0; largest < the_case->Pi; largest++)
    {
      IplSolution solution;
      IplView other;
      IplStyle here, there;

      enlarge (&fixture->view, largest, &other, &solution);
      ipl_style_init (&here, IPL_THEME_LIGHT, 8);
      there = here;
      ipl_style_follow_view (&here, &fixture->view);
      ipl_style_follow_view (&there, &other);
      for (gsize p = 0; p < the_case->Pi; p++)
        g_assert_true (same_color (ipl_style_path_color (&here, the_case, p),
                                   ipl_style_path_color (&there, the_case, p)));
      g_free (solution.U);
    }
}

static IplColor
color_of (const IplCase *the_case, guint one, guint two, guint three)
{
  const guint *H = the_case->info.H;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  return ipl_style_path_color (&style, &the_case->info, (one * H[1] + two) * H[2] + three);
}

/* One head more in each layer by turns: every path that was there keeps its color. */
static void
check_grown (const guint *H)
{
  g_autoptr (IplCase) the_case = ipl_case_of_heads ("", 3, H, 0);

  for (guint layer = 0; layer < 3; layer++)
    {
      guint more[] = { H[0], H[1], H[2] };
      g_autoptr (IplCase) grown = NULL;

      more[layer]++;
      grown = ipl_case_of_heads ("", 3, more, 0);
      for (guint a = 0; a < H[0]; a++)
        for (guint b = 0; b < H[1]; b++)
          for (guint c = 0; c < H[2]; c++)
            g_assert_true (same_color (color_of (the_case, a, b, c), color_of (grown, a, b, c)));
    }
}

static void
check_different (const guint *H)
{
  g_autoptr (IplCase) the_case = ipl_case_of_heads ("", 3, H, 0);
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (gsize p = 0; p < the_case->Pi; p++)
    for (gsize q = 0; q < p; q++)
      g_assert_false (same_color (ipl_style_path_color (&style, &the_case->info, p),
                                  ipl_style_path_color (&style, &the_case->info, q)));
}

TEST (test_heads, "/colors/heads")
{
  guint H[3];

  for (H[0] = 1; H[0] <= 6; H[0]++)
    for (H[1] = 1; H[1] <= 6; H[1]++)
      for (H[2] = 1; H[2] <= 6; H[2]++)
        {
          check_grown (H);
          if (H[0] * H[1] * H[2] <= IPL_N_IDENTITIES)
            check_different (H);
        }
}

/* The limit of one path has that path's color, that of several no path's. */
FIXTURE_TEST (test_limits, "/colors/limits", FIXTURE_DEEP)
{
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

/* The key of an outlined bar is one: pale as the bar, or empty. */
static void
check_key (const IplLegend *legend, const IplMark *mark)
{
  for (guint k = 0; legend->keys != NULL && k < legend->keys->len; k++)
    {
      const IplLegendKey *key = &g_array_index (legend->keys, IplLegendKey, k);

      if (g_strcmp0 (key->markup, mark->label) == 0)
        g_assert_true ((key->kind == IPL_KEY_BAR_OUTLINE) == mark->outlined);
    }
}

FIXTURE_TEST (test_keys, "/colors/keys", FIXTURE_CLASSES)
{
  g_autoptr (IplPlot) plot
      = ipl_plot_build (&ipl_panel_class_probability, &fixture->view, IPL_LOOK_INTERPLAY);
  const IplPlotAxes *axes = ipl_plot_get_axes (plot, 0);
  IplStyle style;
  guint n = 0;

  ipl_style_init (&style, IPL_THEME_LIGHT, 7);
  ipl_plot_layout (plot, &style, 300, 200);
  for (guint m = 0; m < axes->marks->len; m++)
    if (g_array_index (axes->marks, IplMark, m).kind == IPL_MARK_BARS)
      {
        check_key (&axes->legend, &g_array_index (axes->marks, IplMark, m));
        n++;
      }
  g_assert_cmpuint (n, ==, 2);
}
