/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How often tokens of the tree occur together, and attention to pairs in the order of that. */

#include "core/hierarchy/latent-tree.h"
#include "figures/kit/number.h"
#include "figures/panels/hierarchy/latent-tree-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* A row for every pair of tokens: token, that beside it, levels up, the formula, the count. */
static void
add_columns (IplPlot *plot, const IplTreeView *shown)
{
  static const char *const titles[] = { "token", "beside token", "levels up" };
  gsize n = (gsize)shown->M * shown->M;
  double *columns[G_N_ELEMENTS (titles)];

  ipl_plot_set_rows (plot, NULL, n);
  for (guint c = 0; c < G_N_ELEMENTS (titles); c++)
    {
      columns[c] = ipl_plot_new_numbers (plot, n);
      ipl_plot_add_column (plot, g_strdup (titles[c]), ipl_numbers (columns[c], n));
    }
  for (gsize i = 0; i < n; i++)
    {
      guint m = (guint)(i / shown->M), l = (guint)(i % shown->M);

      columns[0][i] = l + 1;
      columns[1][i] = m + 1;
      columns[2][i] = ipl_latent_tree_height (l, m);
    }
  ipl_plot_add_column (plot, g_strdup ("P"), ipl_numbers (shown->P, n));
  ipl_plot_add_column (plot, g_strdup ("counted"), ipl_numbers (shown->counted, n));
}

static void
build_map (IplPlot *plot, const IplView *view)
{
  IplTreeView shown;

  ipl_tree_view_init (&shown, view);
  gsize M = shown.M;
  double *cells = ipl_plot_new_numbers (plot, M * M);
  for (gsize i = 0; i < M * M; i++)
    cells[i] = (i % M > i / M ? shown.counted : shown.P)[i];
  IplPlotAxes *map = ipl_plot_add_map (plot, M, M, ipl_numbers (cells, M * M));
  map->cells.source = "(np.tril(results[\"cooccurrence\"])\n        "
                      "+ np.triu(results[\"cooccurrence_sampled\"], 1))";
  /* The scale begins at the tenth below the least probability of the formula. */
  map->map_spec.lo
      = MIN (floor (10 * ipl_latent_tree_cooccurrence (&shown.tree, shown.tree.depth)) / 10, 0.9);
  map->map_spec.hi = 1;
  map->map_spec.square = TRUE;
  map->map_spec.bar_title = "<i>P</i>(column | row); counted above";
  map->map_spec.row_title = map->map_spec.column_title = "token";
  map->shown_row = IPL_TREE_QUERY;
  map->shown_column = IPL_TREE_QUERY + 1;
  ipl_axes_add_rule (map, 1, 0, IPL_ROLE (INK), NULL)->weight = 0.55;
  add_columns (plot, &shown);
}

static void
describe_map (GString *text, const IplView *view)
{
  IplTreeView shown;

  ipl_tree_view_init (&shown, view);
  g_string_append_printf (text,
                          "How probable each of %u tokens is where another occurs, by "
                          "formula below the diagonal and counted in samples above it:",
                          shown.M);
  for (guint h = 1; h <= shown.tree.depth; h++)
    g_string_append_printf (text, "%s %.3f with the common ancestor %u level%s up",
                            h > 1 ? "," : "", ipl_latent_tree_cooccurrence (&shown.tree, h), h,
                            h > 1 ? "s" : "");
  g_string_append_c (text, '.');
}

const IplPanel ipl_panel_cooccurrence = {
  .id = "cooccurrence",
  .title = "Co-occurrence",
  .experiment = "joma-tree",
  .build = build_map,
  .say = ipl_tree_view_say,
  .describe = describe_map,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};

static const char *const names[] = { "v", "attention", NULL };

static void
build (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const double *v = ipl_trajectory_get (trajectory, "v", 0);
  const double *mu = ipl_trajectory_get (trajectory, "mu", 0);
  IplNumbers learned_at = ipl_numbers_at (trajectory, "learned_at", 0);
  gsize depth = learned_at.n;
  double *shares = ipl_plot_new_numbers (plot, trajectory->S * depth); /* [S x depth] */
  double *learned = ipl_plot_new_numbers (plot, depth);
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  IplMark *mark = ipl_axes_add_rule (axes, 0, IPL_TREE_ATTENTION_LEARNED, IPL_ROLE (FAINT), NULL);

  mark->dash = IPL_DASH_DOTTED;
  mark->weight = 0.55;
  for (gsize i = 0; i < trajectory->S * depth; i++)
    shares[i] = v[i] / mu[i % depth];
  for (gsize k = 0; k < depth; k++)
    {
      mark = ipl_axes_add_line (
          axes, ipl_numbers (trajectory->time, trajectory->S),
          (IplNumbers){ shares + k, trajectory->S, depth, NULL }, IPL_ROLE_OF_N (ORDERED, k, depth),
          k == 0 ? g_strdup ("common ancestor 1 up") : g_strdup_printf ("%" G_GSIZE_FORMAT, k + 1));
      mark->y.source
          = ipl_plot_keep (plot, g_strdup_printf ("results[\"v\"][:, %" G_GSIZE_FORMAT
                                                  "] / results[\"mu\"][%" G_GSIZE_FORMAT "]",
                                                  k, k));
      mark->dash = k % IPL_N_DASHES;
      learned[k] = isfinite (learned_at.data[k]) ? IPL_TREE_ATTENTION_LEARNED : NAN;
    }
  mark = ipl_axes_add_points (axes, learned_at, ipl_numbers (learned, depth),
                              IPL_ROLE_OF_N (ORDERED, 0, depth), NULL);
  mark->by_item = mark->ranges_not = TRUE;
  mark->size = 0.26;
  axes->y.lo = 0;
  axes->y.hi = 1;
  axes->y.title = "weight <i>v</i>/<i>μ</i>";
}

/* Every weight at the moment that is hovered. */
static char *
say (const IplTarget *target, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const IplTrajectoryArray *v = ipl_trajectory_find (trajectory, "v");
  const double *mu = ipl_trajectory_get (trajectory, "mu", 0);
  GString *text;
  guint moment;

  if (!ipl_target_get_moment (target, view, &moment))
    return NULL;
  text = g_string_new (NULL);
  for (gsize k = 0; k < v->size; k++)
    {
      g_autofree char *share = ipl_number_fixed (v->values[moment * v->size + k] / mu[k], 3);

      g_string_append_printf (text,
                              k == 0 ? "v/μ with the common ancestor %" G_GSIZE_FORMAT " up %s"
                                     : ", %" G_GSIZE_FORMAT " up %s",
                              k + 1, share);
    }
  return ipl_trajectory_begin_sentence (trajectory, moment, text);
}

static void
describe (GString *text, const IplView *view)
{
  const IplTrajectoryArray *learned_at = ipl_trajectory_find (view->trajectory, "learned_at");

  g_string_append (text, "Weights of pairs of tokens over what they grow to, against time. ");
  for (gsize k = 0; k < learned_at->size; k++)
    {
      g_autofree char *at
          = isfinite (learned_at->values[k]) ? ipl_number_fixed (learned_at->values[k], 0) : NULL;

      g_string_append_printf (text, "%s %" G_GSIZE_FORMAT " up %s%s", k > 0 ? "," : "Ancestor",
                              k + 1, at != NULL ? "learned at step " : "not learned",
                              at != NULL ? at : "");
    }
  g_string_append_c (text, '.');
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

const IplPanel ipl_panel_pair_order = {
  .id = "pair-order",
  .title = "Order of learning",
  .experiment = "joma-tree",
  .build = build,
  .say = say,
  .describe = describe,
  .numbers = names,
  IPL_AGAINST_TIME,
};
