/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures and what is pointed at in words. */
#include "figures/plot/plot.h"
#include "target-asserts.h"
#include "figure-once.h"

/* The arrow keys go through components of one eigenvalue one by one. */
static void
check_steps (const IplView *view)
{
  IplTarget at = IPL_TARGET_NONE;

  for (int k = 0; k < 5; k++)
    {
      at = ipl_figure_step (&ipl_panel_overlap, &at, view, 1, 0);
      g_assert_cmpint (ipl_target_get (&at, IPL_PART_COMPONENT), ==, k);
    }
}

/* Every component has its bar, and a key says what those of one eigenvalue are. */
static void
check_cluster_bars (const IplView *view)
{
  g_autoptr (IplPlot) plot = ipl_plot_build (&ipl_panel_overlap, view, IPL_LOOK_INTERPLAY);
  GArray *marks = ipl_plot_get_axes (plot, 0)->marks;
  gboolean said = FALSE;

  for (guint m = 0; m < marks->len; m++)
    {
      const IplMark *mark = &g_array_index (marks, IplMark, m);

      said |= mark->label != NULL && strstr (mark->label, "one eigenvalue") != NULL;
      g_assert_true (mark->kind == IPL_MARK_BARS || mark->kind == IPL_MARK_KEY);
      if (mark->kind == IPL_MARK_BARS && !mark->outlined)
        for (guint k = 2; k < 5; k++)
          g_assert_cmpfloat (ipl_numbers_get (&mark->y, k), ==, 0.9);
    }
  g_assert_true (said);
}

/* Components of one eigenvalue are spoken of together, and those that are not known not at all. */
TEST (test_clusters, "/figures/clusters")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  IplSolution *current = (IplSolution *)fixture->view.current;
  const IplTarget fourth = ipl_target_component (3);
  g_autofree char *before = ipl_figure_table (&ipl_panel_overlap, &fixture->view);

  g_assert_null (strstr (before, "multiplicity"));
  current->n_components = 5;
  current->multiplicity = g_new0 (double, current->P);
  for (guint k = 0; k < 5; k++)
    {
      current->multiplicity[k] = k < 2 ? 1 : 3;
      if (k >= 2)
        {
          current->overlap[k] = 0.9;
          current->eigenvalues[k] = 2;
        }
    }
  g_assert_cmpuint (ipl_view_n_components (&fixture->view), ==, 5);
  assert_description (fixture, fourth,
                      "Components 3 to 5, N = 10: overlap 0.900 (GP 0.361), eigenvalue 2.00");
  assert_description (fixture, ipl_target_component (1),
                      "Component 2, N = 10: overlap 0.187 (GP 0.018), eigenvalue 16.2");

  g_autofree char *caption = ipl_target_caption (&fourth, &fixture->view);
  g_autofree char *words = ipl_figure_describe (&ipl_panel_overlap, &fixture->view);
  g_autofree char *table = ipl_figure_table (&ipl_panel_overlap, &fixture->view);

  g_assert_cmpstr (caption, ==, "Components 3 to 5: overlap 0.900 (GP 0.361)");
  g_assert_nonnull (strstr (words, "Components of one eigenvalue share their total overlap"));
  g_assert_nonnull (strstr (table, "\teigenvalue\tmultiplicity\teigenvalue (GP)\n"));
  g_assert_nonnull (strstr (table, "\n5\t0.9\t"));
  g_assert_nonnull (strstr (strstr (table, "\n5\t"), "\t2\t3\t"));
  g_assert_null (strstr (table, "\n6\t"));
  check_cluster_bars (&fixture->view);
  check_steps (&fixture->view);
}

/* Where starts ended in several minima, the words say so. */
TEST (test_starts, "/figures/starts")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  IplSolution *row = (IplSolution *)ipl_view_row (&fixture->view, 3);
  IplSolution *current = (IplSolution *)fixture->view.current;

  row->starts = 24;
  row->agreeing = 3;
  assert_description (
      fixture, ipl_target_row (3),
      "N = 100: accuracy 0.911 ± 0.009 (GP 0.826), solved in 2.1 ms, 6 iterations, "
      "relative gradient 3e−12, action 7.8526, lowest of 24 starts, 3 agree");
  current->starts = 11;
  current->agreeing = 11;

  g_autofree char *agreed = ipl_figure_describe (&ipl_panel_overlap, &fixture->view);

  g_assert_null (strstr (agreed, "minima"));
  current->agreeing = 1;

  g_autofree char *words = ipl_figure_describe (&ipl_panel_overlap, &fixture->view);

  g_assert_nonnull (strstr (words, "The theory has several minima at N = 10: lowest of 11 starts, "
                                   "1 agrees: a lower minimum may exist."));
}

/* TRUE if neither the panel nor a part of it has numbers to show. */
static gboolean
is_empty (const IplPanel *panel, const IplView *view)
{
  const char *more;

  for (guint i = 0; i < panel->n_parts; i++)
    if (!is_empty (panel->parts[i].panel, view))
      return FALSE;
  return panel->n_parts > 0 || (panel->empty != NULL && panel->empty (view, &more) != NULL);
}

TEST (test_describe, "/figures/describe")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_HMC4);
  assert_description (
      fixture, ipl_target_pair (0, 2),
      "Pair good–denoising, N = 10: U = −5.40 (U diag 13.4 and 6.75), correlation −0.57");
  assert_description (
      fixture, ipl_target_path (0),
      "Path good, N = 10: U = 13.4, heads (1, 1); strongest pair with denoising: −5.40");
  assert_description (fixture, ipl_target_head (0, 1),
                      "Head 2 of layer 1 (random), on 2 paths, N = 10: score 0.50");
  assert_description (
      fixture, ipl_target_row (3),
      "N = 100: accuracy 0.911 ± 0.009 (GP 0.826), solved in 2.1 ms, 6 iterations, "
      "relative gradient 3e−12, action 7.8526");
  assert_description (fixture, ipl_target_component (2),
                      "Component 3, N = 10: overlap 0.845 (GP 0.159), eigenvalue 9.59");
  assert_description (fixture, IPL_TARGET_NONE, "");
  assert_description (fixture, ipl_target_path (77), "");
  assert_description (fixture, ipl_target_row (77), "");

  for (int kind = 0; kind < N_FIXTURES; kind++)
    {
      g_autoptr (Fixture) other = fixture_new (kind);
      for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
        {
          if (panel->experiment != NULL || panel->fits != NULL
              || !ipl_panel_accepts_outputs (panel, &other->view))
            continue;
          g_autofree char *words = ipl_figure_describe (panel, &other->view);
          g_autofree char *table = ipl_figure_table (panel, &other->view);
          g_assert_cmpuint (strlen (words), >, 40);
          g_assert_true (g_utf8_validate (words, -1, NULL));
          g_assert_true (strchr (table, '\t') != NULL || is_empty (panel, &other->view));
          g_assert_null (strstr (words, "nan"));
          g_assert_null (strstr (words, "%%"));
          g_assert_null (strstr (words, "%s"));
        }
    }
  g_autofree char *table = ipl_figure_table (&ipl_panel_u, &fixture->view);
  g_assert_true (g_str_has_prefix (table, "U\tgood\tdenoising\tadversarial 1\tadversarial 2\n"
                                          "good\t13.3653\t-5.397\t"));
}
