/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The posterior of an entry of U over all chains, with the saddle point and the GP limit. */

#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/panels/posterior/posterior-words.h"
#include "figures/plot/plot.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/solver-warnings.h"

#include <math.h>

/* Maximum distance of a drawn GP limit from the draws, relative to their range. */
#define GP_REACH 0.6
/* Heights relative to the histogram: of the interval, of the cross of the saddle point, and of
 * the axis. */
#define INTERVAL 1.09
#define CROSS 1.2
#define TOP 1.26

/* Returns the histogram of the chosen entry; without bins if no draw is finite. */
static IplHistogram *
histogram_of (const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  g_autofree double *draws
      = ipl_view_posterior_draws (view, (gsize)view->pair_p, (gsize)view->pair_q);

  return ipl_histogram_new (draws, posterior->n_chains * posterior->n_draws);
}

/* TRUE if the GP limit is near the draws. */
static gboolean
gp_is_near (const IplHistogram *histogram, double saddle, double gp)
{
  double lo = fmin (histogram->low, saddle), hi = fmax (histogram->high, saddle);
  double reach = GP_REACH * (hi - lo);

  return histogram->n_bins > 0 && gp >= lo - reach && gp <= hi + reach;
}

static void
add_keys (IplPlotAxes *axes, const IplView *view, double gp, gboolean gp_shown)
{
  double saddle = ipl_entry_of (view->current, view);
  IplPosteriorEntry entry = ipl_sampled_entry (view);
  double mcse = entry.mcse;
  /* The first digit of the Monte Carlo error sets the number of decimals. */
  int decimals = mcse > 0 && isfinite (mcse) ? CLAMP (-(int)floor (log10 (mcse)), 0, 9) : 3;
  g_autofree char *mean = ipl_number_fixed (entry.mean, decimals);
  g_autofree char *error = ipl_number_fixed (mcse, decimals);
  g_autofree char *theory = ipl_number_fixed (saddle, decimals);
  g_autofree char *limit = ipl_number_markup (gp, 3);

  ipl_axes_add_key (axes, IPL_KEY_INTERVAL, IPL_ROLE (SAMPLED),
                    mcse > 0 ? g_strdup_printf ("E[<i>U</i>] = %s ± %s, 5–95 %%", mean, error)
                             : g_strdup_printf ("E[<i>U</i>] = %s, 5–95 %%", mean))
      ->weight
      = 0.9;
  if (isfinite (saddle))
    {
      ipl_axes_add_key (axes, IPL_KEY_CROSS, IPL_ROLE (THEORY),
                        g_strdup_printf ("theory %s", theory));
      ipl_axes_add_theory_doubt (axes, view, "theory not converged");
    }
  if (isfinite (gp))
    ipl_axes_add_key (axes, IPL_KEY_LINE, IPL_ROLE_OF (GP, 0),
                      g_strdup_printf (gp_shown ? "GP %s" : "GP %s, off scale", limit))
        ->dash
        = ipl_style_gp_dash (1);
}

/* Adds the histogram, if it has bins; they form the table. */
static void
add_histogram (IplPlot *plot, IplPlotAxes *axes, const IplHistogram *histogram)
{
  guint n = histogram->n_bins;
  double *edges = ipl_plot_new_numbers (plot, n + 1), *density = ipl_plot_new_numbers (plot, n);
  double step = n > 0 ? (histogram->high - histogram->low) / n : 0;

  for (guint b = 0; b <= n; b++)
    edges[b] = histogram->low + b * step;
  for (guint b = 0; b < n; b++)
    density[b] = histogram->density[b];
  if (n > 0)
    ipl_axes_add (axes, (IplMark){ IPL_MARK_HISTOGRAM, .x = ipl_numbers (edges, n + 1),
                                   .y = ipl_numbers (density, n), .role = IPL_ROLE (SAMPLED),
                                   .alpha = 0.3, .weight = 0.6 });
  ipl_axes_list_numbers (axes, ipl_numbers (edges, n), ipl_numbers (edges + 1, n), "U to");
  axes->row_each = "U from";
  ipl_axes_list_numbers (axes, ipl_numbers (edges, n), ipl_numbers (density, n), "density");
}

/* Adds mean, quartiles and 5–95 % above the histogram: a dot on a thick and a thin bar. */
static void
add_interval (IplPlot *plot, IplPlotAxes *axes, const IplView *view, double height)
{
  static const double weights[] = { 0.9, 2.6 };
  IplPosteriorEntry entry = ipl_sampled_entry (view);
  double *x = ipl_plot_new_numbers (plot, 5), *y = ipl_plot_new_numbers (plot, 2);

  y[0] = y[1] = height;
  x[0] = entry.mean;
  for (guint k = 0; k < 2; k++)
    {
      x[1 + 2 * k] = entry.quantiles[k];
      x[2 + 2 * k] = entry.quantiles[4 - k];
      ipl_axes_add (axes, (IplMark){ .x = ipl_numbers (x + 1 + 2 * k, 2),
                                     .y = ipl_numbers (y, 2),
                                     .role = IPL_ROLE (SAMPLED),
                                     .weight = weights[k],
                                     .ignored_by_axes = TRUE,
                                     .listed = IPL_LISTED_NOWHERE });
    }
  ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (x, 1), .y = ipl_numbers (y, 1),
                                 .role = IPL_ROLE (SAMPLED), .size = 0.36,
                                 .hollow = !view->posterior->fine, .ignored_by_axes = TRUE,
                                 .listed = IPL_LISTED_NOWHERE });
}

/* Adds the saddle point: a line with a cross on top. */
static void
add_theory (IplPlot *plot, IplPlotAxes *axes, double saddle, double height)
{
  double *numbers = ipl_plot_new_numbers (plot, 3);
  IplNumbers x = ipl_numbers (numbers, 1), top = ipl_numbers (numbers + 1, 1);

  if (!isfinite (saddle))
    return;
  numbers[0] = saddle;
  numbers[1] = height;
  ipl_axes_add (axes, (IplMark){ IPL_MARK_INTERVAL, .x = x, .lo = ipl_numbers (numbers + 2, 1),
                                 .hi = top, .role = IPL_ROLE (THEORY) });
  ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = x, .y = top, .role = IPL_ROLE (THEORY),
                                 .marker = IPL_MARKER_CROSS, .listed = IPL_LISTED_NOWHERE });
}

static void
add_notes (IplPlot *plot, const IplView *view)
{
  IplPosteriorEntry entry = ipl_sampled_entry (view);
  g_autoptr (GString) text = g_string_new (NULL);

  ipl_words_append (text, "Mean %s", entry.mean, 4);
  ipl_words_append (text, " with a Monte Carlo error of %s", entry.mcse, 2);
  ipl_words_append (text, ", standard deviation %s", entry.sd, 3);
  ipl_words_append (text, ", 5 to 95 % from %s", entry.quantiles[0], 3);
  ipl_words_append (text, " to %s.", entry.quantiles[4], 3);
  ipl_words_append (text, " The theory's saddle point is %s.", ipl_entry_of (view->current, view),
                    4);
  ipl_words_append (text, " The Gaussian process has %s.", ipl_entry_of (ipl_view_gp (view), view),
                    3);
  ipl_plot_note_samples (plot);
  if (text->len > 0)
    ipl_plot_add_note (plot, "%s", text->str);
  ipl_plot_note_doubt (plot);
}

static void
build (IplPlot *plot, const IplView *view)
{
  g_autoptr (IplHistogram) histogram = histogram_of (view);
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  double saddle = ipl_entry_of (view->current, view), gp = ipl_entry_of (ipl_view_gp (view), view);
  gboolean gp_shown = gp_is_near (histogram, saddle, gp);

  plot->keys_right = TRUE;
  ipl_axes_add_posterior_keys (axes, view);
  add_keys (axes, view, gp, gp_shown);
  add_histogram (plot, axes, histogram);
  if (gp_shown)
    ipl_axes_add (axes, (IplMark){ IPL_MARK_RULE_AT_X, .offset = gp, .role = IPL_ROLE_OF (GP, 0),
                                   .dash = ipl_style_gp_dash (1), .in_range = TRUE });
  add_theory (plot, axes, saddle, CROSS * histogram->highest);
  add_interval (plot, axes, view, INTERVAL * histogram->highest);
  axes->x = (IplPlotAxis){ ipl_plot_adopt_text (plot, ipl_view_entry_markup (view)), NULL, NAN, NAN,
                           .pad = 0.03 };
  axes->y = (IplPlotAxis){ "posterior density", "density", 0, TOP * histogram->highest };
  add_notes (plot, view);
}

const IplPanel ipl_panel_marginal = {
  .id = "marginal",
  .ranges = IPL_RANGE_XY,
  .title = "Posterior of an entry of U",
  .title_markup = "Posterior of an entry of <i>U</i>",
  .needs = IPL_NEEDS_SAMPLES,
  .controls = IPL_CONTROL_OUTPUTS,
  .empty = ipl_view_posterior_empty,
  .build = build,
  .step = ipl_step_entries,
  .sentence = "Posterior of an entry of U over all chains, its mean and intervals, with the "
              "saddle point and the GP limit.",
  .height_narrow = 0.66,
  .height_wide = 0.42,
};
