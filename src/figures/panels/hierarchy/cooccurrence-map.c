/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What occurs together in a latent tree: by formula below the diagonal, counted above it. */

#include "figures/panels/hierarchy/latent-tree-view.h"
#include "figures/plot/plot.h"

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
build (IplPlot *plot, const IplView *view)
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
  map->map_spec.bar_title = "<i>P</i>(column | row); counted above the diagonal";
  map->map_spec.row_title = map->map_spec.column_title = "token";
  map->shown_row = IPL_TREE_QUERY;
  map->shown_column = IPL_TREE_QUERY + 1;
  ipl_axes_add_rule (map, 1, 0, IPL_ROLE (INK), NULL)->weight = 0.55;
  add_columns (plot, &shown);
}

static void
describe (GString *text, const IplView *view)
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
  .build = build,
  .say = ipl_tree_view_say,
  .describe = describe,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};
