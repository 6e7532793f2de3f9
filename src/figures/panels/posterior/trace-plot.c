/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An entry of U draw by draw, every chain, with the saddle point. */

#include "core/posterior/posterior-summary.h"
#include "figures/panels/posterior/posterior-words.h"
#include "figures/plot/plot.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-step.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

/* Chains that have keys of their own. */
#define MAX_KEYS 8

/* The chains in one piece of paper and colour; their draws are the table. */
static void
add_chains (IplPlot *plot, IplPlotAxes *axes, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  guint n_draws = posterior->n_draws;
  double *draws = ipl_view_posterior_draws (view, (gsize)view->pair_p, (gsize)view->pair_q);
  double *at = ipl_plot_new_numbers (plot, n_draws);

  g_ptr_array_add (plot->kept, draws);
  for (guint i = 0; i < n_draws; i++)
    at[i] = i + 1;
  ipl_plot_set_rows (plot, "draw", n_draws);
  if (posterior->n_chains > MAX_KEYS)
    ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK),
                      g_strdup_printf ("%u chains", posterior->n_chains));
  for (guint c = 0; c < posterior->n_chains; c++)
    {
      IplNumbers chain = ipl_numbers (draws + (gsize)c * n_draws, n_draws);
      IplMark *mark;

      chain.source = ipl_plot_keep (plot, g_strdup_printf ("entry_draws()[%u]", c));
      mark = ipl_axes_add_line (axes, ipl_numbers (at, n_draws), chain, IPL_ROLE_OF (CHAIN, c),
                                posterior->n_chains > MAX_KEYS
                                    ? NULL
                                    : g_strdup_printf (c > 0 ? "%u" : "chain %u", c + 1));
      mark->key = IPL_KEY_BAR;
      mark->weight = 0.42;
      mark->woven = TRUE;
      mark->is_plain = TRUE;
      ipl_plot_add_column (plot, g_strdup_printf ("chain %u", c + 1), chain);
    }
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  const IplPosteriorSummary *posterior = view->posterior;
  double saddle = ipl_entry_of (view->current, view);
  IplMark *theory;

  plot->keys_right = TRUE;
  ipl_axes_add_posterior_keys (axes, view);
  ipl_plot_set_rows (plot, "draw", 0);
  if (posterior == NULL)
    {
      ipl_plot_add_column (plot, g_strdup ("chain 1"), ipl_numbers (NULL, 0));
      return;
    }
  if (isfinite (saddle))
    {
      ipl_axes_add_key (axes, IPL_KEY_CROSS, IPL_ROLE (THEORY), g_strdup ("theory"));
      ipl_axes_add_theory_doubt (axes, view, "theory not converged");
    }
  add_chains (plot, axes, view);
  theory = ipl_axes_add_rule (axes, 0, saddle, IPL_ROLE (THEORY), NULL);
  theory->in_range = isfinite (saddle);
  theory->halo = TRUE;
  theory->size = 0.28;
  axes->x = (IplPlotAxis){ "draw after warm-up", "draw", 1, MAX (posterior->n_draws, 2) };
  axes->y = (IplPlotAxis){ ipl_plot_keep (plot, ipl_view_entry_markup (view)), NULL, NAN, NAN,
                           .pad = 0.03 };
}

static void
describe (GString *text, const IplView *view)
{
  IplPosteriorEntry entry;

  if (!ipl_words_begin (text, view, "Trace"))
    return;
  entry = ipl_sampled_entry (view);
  ipl_words_append (text, " Mean %s.", entry.mean, 4);
  ipl_words_append (text, " R-hat %s.", entry.rhat, 4);
  ipl_words_append (text, " The theory's saddle point, a line, is at %s.",
                    ipl_entry_of (view->current, view), 4);
  ipl_describe_doubt (text, view->current);
}

const IplPanel ipl_panel_trace = {
  .id = "trace",
  .ranges = IPL_RANGE_XY,
  .title = "Trace",
  .needs = IPL_NEEDS_SAMPLES,
  .controls = IPL_CONTROL_OUTPUTS,
  .empty = ipl_view_posterior_empty,
  .build = build,
  .step = ipl_step_entries,
  .describe = describe,
  .height_narrow = 0.5,
  .height_wide = 0.33,
};
