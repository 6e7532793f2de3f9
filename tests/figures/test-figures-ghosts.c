/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A view that was kept is drawn behind the marks of a plot, pale, with its own numbers and name. */

#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/plot-private.h"
#include "figure-fixture.h"

#include <string.h>

/* Marks of what was kept come first; returns how many. */
static guint
count_ghosts (const IplPlotAxes *axes)
{
  guint n = 0;

  for (guint m = 0; m < axes->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (axes->marks, IplMark, m);

      if (g_strcmp0 (mark->part, "kept") != 0)
        continue;
      g_assert_cmpuint (m, ==, n);
      g_assert_cmpint (mark->role.kind, ==, IPL_ROLE_MUTED);
      g_assert_null (mark->items);
      g_assert_null (mark->label);
      /* They are not in the file of results of what is shown. */
      g_assert_null (mark->x.source);
      g_assert_null (mark->y.source);
      n++;
    }
  return n;
}

TEST (test_stored, "/ghosts/kept")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  g_autoptr (Fixture) other = fixture_new (FIXTURE_SAMPLED);
  g_autoptr (Fixture) regression = fixture_new (FIXTURE_ONE_LAYER);
  static const IplPanel *const panels[] = { &ipl_panel_accuracy, &ipl_panel_overlap };
  const IplView *ghosts[2];

  other->view.name = "Width N 10";
  ghosts[0] = &other->view;
  ghosts[1] = &regression->view;
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    for (guint n = 0; n <= 2; n++)
      {
        g_autoptr (IplPlot) plot = NULL;
        g_autofree char *words = NULL;
        const IplPlotAxes *axes;
        const IplMark *key;
        guint kept;

        fixture->view.ghosts = ghosts;
        fixture->view.n_ghosts = n;
        plot = ipl_plot_build (panels[i], &fixture->view, IPL_LOOK_INTERPLAY);
        kept = count_ghosts (ipl_plot_get_axes (plot, 0));
        words = ipl_figure_describe (panels[i], &fixture->view);
        g_assert_true ((kept > 0) == (n > 0));
        g_assert_true ((strstr (words, "Width N 10") != NULL) == (n > 0));
        if (n == 0)
          continue;
        axes = ipl_plot_get_axes (plot, 0);
        key = ipl_axes_get_listed (axes, axes->marks->len - 1 - (axes->listed_from_top ? kept : 0));
        /* Errors of a regression have no place among accuracies. */
        g_assert_cmpint (key->kind, ==, IPL_MARK_KEY);
        g_assert_cmpstr (key->label, ==, "kept: Width N 10");
        g_assert_cmpuint (plot->ghosts->len, ==, 1);
      }
  fixture->view.n_ghosts = 0;
}

/* The colours of U are those of what is shown, however large what was kept was. */
FIXTURE_TEST (test_scale, "/ghosts/scale", FIXTURE_HMC4)
{
  IplSolution large = *fixture->view.current;
  IplView kept = fixture->view;
  const IplView *ghosts[] = { &kept };
  gsize n = fixture->view.the_case->Pi * fixture->view.the_case->Pi;
  g_autofree double *U = g_memdup2 (large.U, n * sizeof *U);
  g_autoptr (IplPlot) without = ipl_plot_build (&ipl_panel_u, &fixture->view, IPL_LOOK_INTERPLAY);
  g_autoptr (IplPlot) with = NULL;
  double alone = ipl_plot_get_axes (without, 0)->map_spec.hi, limit;

  for (gsize i = 0; i < n; i++)
    U[i] *= 1000;
  large.U = U;
  kept.current = &large;
  fixture->view.ghosts = ghosts;
  fixture->view.n_ghosts = 1;
  with = ipl_plot_build (&ipl_panel_u, &fixture->view, IPL_LOOK_INTERPLAY);
  limit = ipl_plot_get_axes (with, 0)->map_spec.hi;
  g_assert_cmpfloat (limit, <=, 2 * alone);
  g_assert_cmpfloat (limit, >, alone);
  g_assert_cmpuint (ipl_plot_get_axes (with, 0)->caption.ghost.n, ==, n);
  fixture->view.n_ghosts = 0;
}

/* A shared view holds what was kept. */
TEST (test_shared, "/ghosts/shared")
{
  IplView *kept = ipl_view_share (&(IplView){ .name = "Width N 10" });
  const IplView *ghosts[] = { kept };
  IplView *shared = ipl_view_share (&(IplView){ .ghosts = ghosts, .n_ghosts = 1 });

  ipl_view_unref (kept);
  g_assert_cmpuint (shared->n_ghosts, ==, 1);
  g_assert_cmpstr (shared->ghosts[0]->name, ==, "Width N 10");
  ipl_view_unref (shared);
}

/* A shared view has sentences of its own. */
TEST (test_sentences, "/ghosts/sentences")
{
  IplView view = { .name = NULL };
  IplView *shared;

  ipl_quantities_set (&view.quantities, &ipl_quantity_card, NULL, "There is no card.");
  shared = ipl_view_share (&view);
  ipl_quantities_clear (&view.quantities);
  g_assert_cmpstr (ipl_quantities_get_why (&shared->quantities, &ipl_quantity_card), ==,
                   "There is no card.");
  ipl_view_unref (shared);
}
