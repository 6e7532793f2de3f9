/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How often pairs of tokens of the tree occur together, and the attention to pairs in that
 * order. */

#include "core/hierarchy/latent-tree.h"
#include "figures/kit/number.h"
#include "figures/panels/hierarchy/latent-tree-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

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

  ipl_axes_add (axes,
                (IplMark){ IPL_MARK_RULE, .offset = IPL_TREE_ATTENTION_LEARNED,
                           .role = IPL_ROLE (FAINT), .dash = IPL_DASH_DOTTED, .weight = 0.55 });
  for (gsize i = 0; i < trajectory->S * depth; i++)
    shares[i] = v[i] / mu[i % depth];
  for (gsize k = 0; k < depth; k++)
    {
      char *source = g_strdup_printf (
          "results[\"v\"][:, %" G_GSIZE_FORMAT "] / results[\"mu\"][%" G_GSIZE_FORMAT "]", k, k);
      char *series = g_strdup_printf ("v/μ with the common ancestor %" G_GSIZE_FORMAT " up", k + 1);

      ipl_axes_add (axes, (IplMark){ .x = ipl_numbers (trajectory->time, trajectory->S),
                                     .y = { shares + k, trajectory->S, depth,
                                            ipl_plot_adopt_text (plot, source) },
                                     .role = IPL_ROLE_OF_N (ORDERED, k, depth),
                                     .label = k == 0 ? g_strdup ("common ancestor 1 up")
                                                     : g_strdup_printf ("%" G_GSIZE_FORMAT, k + 1),
                                     .series = ipl_plot_adopt_text (plot, series),
                                     .dash = k % IPL_N_DASHES,
                                     .shows_points = TRUE });
      learned[k] = isfinite (learned_at.data[k]) ? IPL_TREE_ATTENTION_LEARNED : NAN;
    }
  ipl_axes_add (axes,
                (IplMark){ IPL_MARK_POINTS, .x = learned_at, .y = ipl_numbers (learned, depth),
                           .role = IPL_ROLE_OF_N (ORDERED, 0, depth), .color_by_item = TRUE,
                           .ignored_by_axes = TRUE, .size = 0.26, .listed = IPL_LISTED_NOWHERE });
  ipl_axes_list_array (axes, trajectory, "v", IPL_LISTED_IN_TABLE);
  ipl_axes_list_array (axes, trajectory, "attention", IPL_LISTED_IN_TABLE);
  axes->y.lo = 0;
  axes->y.hi = 1;
  axes->y.title = "weight <i>v</i>/<i>μ</i>";
}

const IplPanel ipl_panel_pair_order = {
  .id = "pair-order",
  .title = "Order of learning",
  .sentence = "Weights of pairs of tokens relative to their limits, against time.",
  .experiment = "joma-tree",
  .build = build,
  IPL_AGAINST_TIME,
};
