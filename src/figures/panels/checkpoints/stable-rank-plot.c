/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stable rank of each lower MLP matrix against layers. */

#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* Adds the layers at a moment. */
static void
add_moment (IplPlot *plot, const IplView *view, guint moment, IplRole role, const char *words,
            gboolean first)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplPlotAxes *axes = ipl_plot_get_axes (plot, 0);
  IplNumbers layer = ipl_numbers_at (trajectory, "layer", 0);
  IplNumbers ranks = ipl_numbers_at (trajectory, "stable_rank", moment);
  double *x = ipl_plot_new_numbers (plot, layer.n);
  g_autofree char *time = ipl_trajectory_time_text (trajectory, trajectory->time[moment]);

  for (gsize l = 0; l < layer.n; l++)
    x[l] = layer.data[l] + 1;
  ipl_axes_add (axes, (IplMark){ .x = ipl_numbers (x, layer.n),
                                 .y = ranks,
                                 .role = role,
                                 .label = g_strdup_printf ("%s%s", words, time),
                                 .key = IPL_KEY_LINE_MARKER,
                                 .marker = IPL_MARKER_DOT,
                                 .hollow = first,
                                 .listed = IPL_LISTED_NOWHERE,
                                 .dash = first ? IPL_DASH_DASHED : IPL_DASH_SOLID });
  ipl_axes_add (axes,
                (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (x, layer.n), .y = ranks, .role = role,
                           .hollow = first, .size = 0.26, .items = &ipl_items_component,
                           .series = ipl_plot_format (plot, "stable rank at %s", time) })
      ->moment
      = (int)moment;
}

/* Adds another number of each layer at the moment shown to text and table. */
static void
add_layer_numbers (IplPlot *plot, const IplView *view, const char *name, const char *series)
{
  IplPlotAxes *axes = ipl_plot_get_axes (plot, 0);
  const IplMark *last = &g_array_index (axes->marks, IplMark, axes->marks->len - 1);

  ipl_axes_list_numbers (axes, last->x, ipl_numbers_at (view->trajectory, name, view->moment),
                         series)
      ->moment
      = last->moment;
}

static void
build (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const IplTrajectoryArray *ranks = ipl_trajectory_find (trajectory, "stable_rank");
  const double *layer = ipl_trajectory_get (trajectory, "layer", 0);
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  double hi = 1;

  for (gsize i = 0; i < trajectory->S * ranks->size; i++)
    hi = isfinite (ranks->values[i]) ? MAX (hi, ranks->values[i]) : hi;
  axes->x = (IplPlotAxis){ "layer",          NULL,
                           layer[0] + 0.5,   layer[ranks->size - 1] + 1.5,
                           .is_fixed = TRUE, .integer = TRUE };
  axes->y = (IplPlotAxis){ "stable rank", NULL, 0, 1.05 * hi, .is_fixed = TRUE };
  if (trajectory->S > 1)
    {
      add_moment (plot, view, 0, IPL_ROLE_OF (SERIES, 5), "", TRUE);
      add_moment (plot, view, trajectory->S - 1, IPL_ROLE_OF (SERIES, 1), "", FALSE);
    }
  add_moment (plot, view, view->moment, IPL_ROLE (ACCENT), "shown: ", FALSE);
  add_layer_numbers (plot, view, "frobenius", "Frobenius norm");
  add_layer_numbers (plot, view, "spectral", "largest singular value");
}

const IplPanel ipl_panel_rank_layers = {
  .id = "rank-layers",
  .ranges = IPL_RANGE_XY,
  .title = "Stable rank by layer",
  .experiment = "stable-rank",
  .build = build,
  .sentence = "Stable rank of the lower MLP matrix against layers, at the first, the last and the "
              "checkpoint shown.",
  .height_narrow = 0.7,
  .height_wide = 0.45,
};
