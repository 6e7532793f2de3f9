/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panels of the chains of an entry of U: the trace of its draws with the saddle point, and rank
 * plots (Vehtari et al. 2021), which are level within the band if the chains agree. */

#include "core/posterior/diagnostics.h"

#include <math.h>

#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/panels/posterior/posterior-words.h"
#include "figures/plot/plot.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/solver-warnings.h"

/* Maximum number of chains with keys. */
#define MAX_KEYS 8

/* Adds the chains as interleaved lines. Their draws form the table. */
static void
add_chains (IplPlot *plot, IplPlotAxes *axes, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  guint n_draws = posterior->n_draws;
  double *draws = ipl_view_posterior_draws (view, (gsize)view->pair_p, (gsize)view->pair_q);
  IplNumbers at = ipl_plot_new_steps (plot, n_draws, 1, 1);

  g_ptr_array_add (plot->owned, draws);
  if (posterior->n_chains > MAX_KEYS)
    ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK),
                      g_strdup_printf ("%u chains", posterior->n_chains));
  for (guint c = 0; c < posterior->n_chains; c++)
    {
      IplNumbers chain = ipl_numbers (draws + (gsize)c * n_draws, n_draws);

      if (ipl_view_current_row (plot->view) >= 0)
        chain.source = ipl_plot_format (plot, "entry_draws()[%u]", c);
      ipl_axes_add (axes,
                    (IplMark){ .x = at,
                               .y = chain,
                               .role = IPL_ROLE_OF (CHAIN, c),
                               .key = IPL_KEY_BAR,
                               .weight = 0.42,
                               .interleaved = TRUE,
                               .label = posterior->n_chains > MAX_KEYS
                                            ? NULL
                                            : g_strdup_printf (c > 0 ? "%u" : "chain %u", c + 1),
                               .series = ipl_plot_format (plot, "chain %u", c + 1),
                               .listed = IPL_LISTED_IN_TABLE });
    }
}

static void
add_trace_notes (IplPlot *plot, const IplView *view)
{
  IplPosteriorEntry entry = ipl_sampled_entry (view);
  g_autoptr (GString) text = g_string_new (NULL);

  ipl_words_append (text, "Mean %s.", entry.mean, 4);
  ipl_words_append (text, " R-hat %s.", entry.rhat, 4);
  ipl_words_append (text, " The theory's saddle point, a line, is at %s.",
                    ipl_entry_of (view->current, view), 4);
  ipl_plot_note_samples (plot);
  if (text->len > 0)
    ipl_plot_add_note (plot, "%s", text->str);
  ipl_plot_note_doubt (plot);
}

static void
build_trace (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  const IplPosteriorSummary *posterior = view->posterior;
  double saddle = ipl_entry_of (view->current, view);

  plot->keys_right = TRUE;
  ipl_axes_add_posterior_keys (axes, view);
  if (isfinite (saddle))
    {
      ipl_axes_add_key (axes, IPL_KEY_CROSS, IPL_ROLE (THEORY), g_strdup ("theory"));
      ipl_axes_add_theory_doubt (axes, view, "theory not converged");
    }
  add_chains (plot, axes, view);
  ipl_axes_add (axes, (IplMark){ IPL_MARK_RULE, .offset = saddle, .role = IPL_ROLE (THEORY),
                                 .in_range = isfinite (saddle), .size = 0.28 });
  axes->x = (IplPlotAxis){ "draw after warm-up", "draw", 1, MAX (posterior->n_draws, 2) };
  axes->y = (IplPlotAxis){ ipl_plot_adopt_text (plot, ipl_view_entry_markup (view)), NULL, NAN, NAN,
                           .pad = 0.03 };
  add_trace_notes (plot, view);
}

const IplPanel ipl_panel_trace = {
  .id = "trace",
  .ranges = IPL_RANGE_XY,
  .title = "Trace",
  .needs = IPL_NEEDS_SAMPLES,
  .controls = IPL_CONTROL_OUTPUTS,
  .empty = ipl_view_posterior_empty,
  .build = build_trace,
  .step = ipl_step_entries,
  .sentence = "Trace of an entry of U: its value, draw by draw, in every chain.",
  .height_narrow = 0.5,
  .height_wide = 0.33,
};

/* Maximum number of chains with a histogram. */
#define MAX_SHOWN 16
/* Half width of the interval with 95 % of a normal distribution, in standard deviations. */
#define WITHIN 1.96

typedef struct
{
  guint n_chains, n_bins;
  guint *counts;           /* [n_chains x n_bins] */
  double expected, spread; /* mean and standard deviation of the count of a bin, if chains agree and
                              draws are independent */
} Ranks;

static void
ranks_init (Ranks *self, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  g_autofree double *draws
      = ipl_view_posterior_draws (view, (gsize)view->pair_p, (gsize)view->pair_q);

  self->n_chains = posterior->n_chains;
  self->n_bins = ipl_rank_bins (posterior);
  self->counts = g_new0 (guint, (gsize)self->n_chains * self->n_bins + 1);
  ipl_diagnostics_rank_histogram (self->n_chains, posterior->n_draws, draws, self->n_bins,
                                  self->counts);
  ipl_rank_expectation (posterior, self->n_bins, &self->expected, &self->spread);
}

static void
ranks_clear (Ranks *self)
{
  g_clear_pointer (&self->counts, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ranks, ranks_clear)

static void
add_keys (IplPlotAxes *axes, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;

  ipl_axes_add_posterior_keys (axes, view);
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), ipl_view_entry_markup (view));
  ipl_axes_add (axes, (IplMark){ IPL_MARK_KEY, .key = IPL_KEY_LINE, .weight = 0.7,
                                 .dash = IPL_DASH_DASHED, .label = g_strdup ("chains agree") });
  ipl_axes_add (axes, (IplMark){ IPL_MARK_KEY, .key = IPL_KEY_BAR, .role = { .fade = 0.75 },
                                 .label = g_strdup ("95 %") });
  if (posterior->n_chains > MAX_SHOWN)
    ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK),
                      g_strdup_printf ("%u of %u chains", MAX_SHOWN, posterior->n_chains));
}

/* Adds the histogram of a chain with the band; chains beyond MAX_SHOWN appear in the table only.
 * @highest: largest count of all chains */
static void
add_chain (IplPlot *plot, IplPlotAxes *axes, const Ranks *self, guint chain, IplNumbers counts,
           double highest)
{
  double step = 1.0 / self->n_bins, low = MAX (0, self->expected - WITHIN * self->spread);
  const char *name = ipl_plot_format (plot, "chain %u", chain + 1);
  IplNumbers middle = ipl_plot_new_steps (plot, self->n_bins, step / 2, step);

  if (chain >= MAX_SHOWN)
    {
      ipl_axes_list_numbers (axes, middle, counts, name)->listed = IPL_LISTED_IN_TABLE;
      return;
    }
  axes->heading = name;
  ipl_axes_add (axes, (IplMark){ IPL_MARK_BARS, .x = middle, .y = counts, .series = name,
                                 .role = { IPL_ROLE_CHAIN, .k = chain, .fade = 0.38 },
                                 .size = 0.466 * step, .listed = IPL_LISTED_IN_TABLE });
  ipl_axes_add (axes, (IplMark){ IPL_MARK_BAND, .x = ipl_plot_new_steps (plot, 2, 0, 1),
                                 .lo = ipl_plot_new_steps (plot, 2, low, 0),
                                 .hi = ipl_plot_new_steps (
                                     plot, 2, self->expected + WITHIN * self->spread, 0) });
  ipl_axes_add (axes, (IplMark){ IPL_MARK_RULE, .offset = self->expected, .weight = 0.7,
                                 .dash = IPL_DASH_DASHED });
  axes->brief = ipl_plot_format (plot, "%u", chain + 1);
  axes->x = (IplPlotAxis){
    "rank, as a share of all draws", "rank (share)", 0, 1, .is_fixed = TRUE, .ends = TRUE
  };
  axes->y = (IplPlotAxis){ "draws in a bin", "draws", 0, 1.06 * highest, .is_fixed = TRUE };
}

/* Adds a note on the number of bins within the band. */
static void
add_rank_notes (IplPlot *plot, const Ranks *self)
{
  g_autofree char *expected = ipl_number_text (self->expected, 3);
  g_autofree char *spread = ipl_number_text (self->spread, 2);
  guint inside = 0, n = self->n_chains * self->n_bins;

  for (guint i = 0; i < n; i++)
    inside += fabs (self->counts[i] - self->expected) <= WITHIN * self->spread;
  ipl_plot_note_samples (plot);
  ipl_plot_add_note (plot,
                     "%u of %u bins lie within the band that holds 95 %% of them where the chains "
                     "agree and the draws are independent: %s ± %s draws.",
                     inside, n, expected, spread);
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  g_auto (Ranks) self = { 0 };
  double highest;

  plot->grid = plot->keys_of_all = plot->keys_right = TRUE;
  add_keys (axes, view);
  ranks_init (&self, view);
  highest = self.expected + WITHIN * self.spread;
  for (guint i = 0; i < MIN (self.n_chains, MAX_SHOWN) * self.n_bins; i++)
    highest = MAX (highest, self.counts[i]);
  for (guint c = 0; c < self.n_chains; c++)
    {
      double *counts = ipl_plot_new_numbers (plot, self.n_bins);

      for (guint b = 0; b < self.n_bins; b++)
        counts[b] = self.counts[c * self.n_bins + b];
      add_chain (plot, c == 0 || c >= MAX_SHOWN ? axes : ipl_plot_add_axes (plot), &self, c,
                 ipl_numbers (counts, self.n_bins), highest);
    }
  add_rank_notes (plot, &self);
}

const IplPanel ipl_panel_ranks = {
  .id = "ranks",
  .title = "Ranks by chain",
  .needs = IPL_NEEDS_SAMPLES,
  .controls = IPL_CONTROL_OUTPUTS,
  .empty = ipl_view_posterior_empty,
  .build = build,
  .step = ipl_step_entries,
  .sentence = "Rank histograms of an entry of U, one for each chain.",
  .height_narrow = 0.62,
  .height_wide = 0.33,
};
