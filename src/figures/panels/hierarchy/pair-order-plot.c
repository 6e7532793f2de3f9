/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order in which the pairs of a latent tree are learned: each weight over what it grows to, by
 * how far up the common ancestor is, with the step from which it counts as learned. */

#include "core/hierarchy/latent-tree.h"
#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

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

/* Every weight at the moment that is pointed at. */
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
  IPL_TIME_HEIGHTS,
};
