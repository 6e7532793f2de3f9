/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The best neuron of each latent at the time shown: its correlation, what it was before training
 * and what shuffled classes give; the first seed's. */

#include "figures/panels/hierarchy/latent-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* The latents of a level, of which @begin is the first. */
static void
add_level (IplPlotAxes *axes, const IplLatentView *shown, const double *x, gsize begin)
{
  gsize n = ipl_latent_view_level_end (shown, begin) - begin;
  gsize levels = (gsize)shown->level[shown->latents - 1];
  IplRole role = IPL_ROLE_OF_N (ORDERED, shown->level[begin] - 1, MAX (levels, 2));
  IplNumbers at = ipl_numbers (x + begin, n), first = ipl_numbers (shown->first + begin, n);
  IplNumbers best = ipl_numbers (shown->best + begin, n);
  IplMark *mark;

  ipl_axes_add_intervals (axes, at, first, best, role, NULL);
  for (int now = 0; now < 2; now++)
    {
      mark = ipl_axes_add_points (axes, at, now ? best : first, role, NULL);
      mark->hollow = !now;
      mark->reach = 0.3;
    }
  mark->label = g_strdup_printf (begin == 0 ? "level %.0f" : "%.0f", shown->level[begin]);
}

static void
add_columns (IplPlot *plot, const IplLatentView *shown)
{
  gsize n = shown->latents;
  double *neuron = ipl_plot_new_numbers (plot, n);

  for (gsize k = 0; k < n; k++)
    neuron[k]
        = isfinite (shown->best[k]) ? (double)ipl_latent_view_best_neuron (shown, k) + 1 : NAN;
  ipl_plot_set_rows (plot, "latent", n);
  ipl_plot_add_column (plot, g_strdup ("level"), ipl_numbers (shown->level, n));
  ipl_plot_add_column (plot, g_strdup ("neuron"), ipl_numbers (neuron, n));
  ipl_plot_add_column (plot, g_strdup ("correlation"), ipl_numbers (shown->best, n));
  ipl_plot_add_column (plot, g_strdup ("before training"), ipl_numbers (shown->first, n));
  ipl_plot_add_column (plot, g_strdup ("with classes shuffled"), ipl_numbers (shown->chance, n));
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  IplLatentView shown;
  double *x, lo = 0;
  IplMark *mark;

  ipl_latent_view_init (&shown, view);
  x = ipl_plot_new_numbers (plot, shown.latents);
  for (gsize k = 0; k < shown.latents; k++)
    {
      x[k] = (double)k + 1;
      lo = fmin (lo, shown.best[k]);
    }
  axes->x = (IplPlotAxis){ "latent",         NULL,         0.5, (double)shown.latents + 0.5,
                           .is_fixed = TRUE, .whole = TRUE };
  axes->y
      = (IplPlotAxis){ "correlation of the best neuron", "correlation", lo, 1, .is_fixed = TRUE };
  /* A line at what is chance, in the column in which a latent is hovered. */
  mark = ipl_axes_add_bars (axes, ipl_numbers (x, shown.latents),
                            ipl_numbers (shown.chance, shown.latents), IPL_ROLE (FAINT),
                            g_strdup ("classes shuffled"));
  mark->lo = mark->y;
  mark->size = 0.4;
  mark->alpha = 0;
  mark->outlined = TRUE;
  mark->key = IPL_KEY_LINE;
  mark->items = &ipl_items_component;
  ipl_axes_add_key (axes, IPL_KEY_DOT_HOLLOW, IPL_ROLE (INK), g_strdup ("before training"));
  for (gsize k = 0; k < shown.latents; k = ipl_latent_view_level_end (&shown, k))
    add_level (axes, &shown, x, k);
  add_columns (plot, &shown);
}

static void
describe (GString *text, const IplView *view)
{
  IplLatentView shown;

  ipl_latent_view_init (&shown, view);
  g_string_append_printf (text,
                          "Correlation of each of %" G_GSIZE_FORMAT " latents with the neuron of "
                          "the lowest block that tells it best, of the first seed.",
                          shown.latents);
  ipl_describe_moment (text, view);
}

const IplPanel ipl_panel_best_neurons = {
  .id = "best-neurons",
  .ranges = IPL_RANGE_XY,
  .title = "Best neuron of each latent",
  .experiment = "joma-hierarchy",
  .build = build,
  .say = ipl_latent_view_say,
  .describe = describe,
  .height_narrow = 0.62,
  .height_wide = 0.4,
};
