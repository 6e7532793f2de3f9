/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The lower MLP matrices of checkpoints against steps as small multiples, one for each layer:
 * stable rank with its drop, and the two norms that it is made of. */

#include "core/base/dip.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static const char *const rank_names[] = { "stable_rank", NULL };
static const char *const norm_names[] = { "frobenius", "spectral", NULL };

static IplDip
find_dip (const IplTrajectory *trajectory, gsize layer)
{
  const IplTrajectoryArray *ranks = ipl_trajectory_find (trajectory, "stable_rank");

  return ipl_dip_find (ranks->values + layer, trajectory->S, ranks->size);
}

/* One for each layer, in the order of the array. */
static void
add_layers (IplPlot *plot, const IplTrajectory *trajectory)
{
  IplNumbers layers = ipl_numbers_at (trajectory, "layer", 0);

  plot->grid = plot->keys_of_all = TRUE;
  for (gsize l = 0; l < layers.n; l++)
    {
      IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
      guint number = (guint)layers.data[l] + 1;

      axes->heading = ipl_plot_keep (plot, g_strdup_printf ("layer %u", number));
      axes->brief = ipl_plot_keep (plot, g_strdup_printf ("%u", number));
    }
}

static void
add_drops (IplPlot *plot, const IplTrajectory *trajectory)
{
  static const char *const titles[]
      = { "at first", "least", "at step", "at last", "drop, share", "way back, share of the drop" };
  IplNumbers layers = ipl_numbers_at (trajectory, "layer", 0);
  const guint n = 1 + G_N_ELEMENTS (titles);
  double *numbers = ipl_plot_new_numbers (plot, layers.n * n);

  for (gsize l = 0; l < layers.n; l++)
    {
      IplDip dip = find_dip (trajectory, l);

      memcpy (numbers + l * n,
              (double[]){ layers.data[l] + 1, dip.first, dip.least, trajectory->time[dip.at],
                          dip.last, dip.fall, dip.back },
              n * sizeof *numbers);
    }
  ipl_plot_set_rows (plot, NULL, layers.n);
  for (guint c = 0; c < n; c++)
    ipl_plot_add_column (plot, g_strdup (c == 0 ? "layer" : titles[c - 1]),
                         (IplNumbers){ numbers + c, layers.n, n, NULL });
}

static void
build_ranks (IplPlot *plot, const IplView *view)
{
  gsize n = ipl_trajectory_find (view->trajectory, "stable_rank")->size;

  add_layers (plot, view->trajectory);
  for (gsize l = 0; l < n; l++)
    {
      IplPlotAxes *axes = ipl_plot_get_axes (plot, (guint)l);
      IplMark *mark = ipl_axes_add_number (axes, view->trajectory, "stable_rank", l,
                                           IPL_ROLE_OF_N (ORDERED, l, n), NULL);

      mark->dip = TRUE;
      axes->y.lo = 0;
      axes->y.title = "stable rank";
    }
  add_drops (plot, view->trajectory);
}

static void
build_norms (IplPlot *plot, const IplView *view)
{
  static const char *const keys[] = { "Frobenius norm", "largest singular value" };
  gsize n = ipl_trajectory_find (view->trajectory, "frobenius")->size;

  add_layers (plot, view->trajectory);
  for (gsize l = 0; l < n; l++)
    {
      IplPlotAxes *axes = ipl_plot_get_axes (plot, (guint)l);

      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        {
          IplMark *mark
              = ipl_axes_add_number (axes, view->trajectory, norm_names[k], l,
                                     IPL_ROLE_OF (SERIES, k), l == 0 ? g_strdup (keys[k]) : NULL);

          mark->dash = k;
        }
      axes->y.log = TRUE;
      axes->y.title = "norm of the weights";
      axes->y.brief = "norm";
    }
}

/* The layer with the largest drop, and the range of times at which layers are lowest. */
static void
describe (GString *text, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplNumbers layers = ipl_numbers_at (trajectory, "layer", 0);
  double from = INFINITY, to = -INFINITY;
  IplDip deepest = { .fall = -INFINITY };
  gsize at = 0;

  g_string_append (text, "Stable rank of the lower MLP matrix against steps, layer by layer; a "
                         "triangle marks where it is least.");
  for (gsize l = 0; l < layers.n; l++)
    {
      IplDip dip = find_dip (trajectory, l);

      from = fmin (from, trajectory->time[dip.at]);
      to = fmax (to, trajectory->time[dip.at]);
      if (!(dip.fall > deepest.fall))
        continue;
      deepest = dip;
      at = l;
    }
  if (isfinite (deepest.fall))
    g_string_append_printf (text,
                            " It is least between steps %.0f and %.0f; layer %.0f drops most, from "
                            "%.3g to %.3g at step %.0f, and has %.3g at the end.",
                            from, to, layers.data[at] + 1, deepest.first, deepest.least,
                            trajectory->time[deepest.at], deepest.last);
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, rank_names);
}

const IplPanel ipl_panel_rank_grid = {
  .id = "rank-grid",
  .title = "Drop of the stable rank, layer by layer",
  .label = "Stable rank, layer by layer",
  .experiment = "stable-rank",
  .choice = &ipl_choice_time_axis,
  .build = build_ranks,
  .numbers = rank_names,
  .describe = describe,
  .height_narrow = 0.9,
  .height_wide = 0.5,
};

const IplPanel ipl_panel_norm_grid = {
  .id = "norm-grid",
  .title = "Norms of the weights, layer by layer",
  .experiment = "stable-rank",
  .choice = &ipl_choice_time_axis,
  .build = build_norms,
  .numbers = norm_names,
  .sentence = "Frobenius norm and largest singular value of the lower MLP matrix against steps, "
              "layer by layer.",
  .height_narrow = 0.9,
  .height_wide = 0.5,
};
