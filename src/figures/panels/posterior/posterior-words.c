/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The diagnostics of samples as text and table, shared by the posterior panels. */

#include "figures/panels/posterior/posterior-words.h"

#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/view/outputs.h"
#include "figures/view/posterior-view.h"
#include "figures/view/shown-paths.h"
#include "figures/view/solver-warnings.h"
#include "figures/view/view-words.h"

#include <math.h>
#include <string.h>

/* Returns the chosen entry of U, for the outputs shown; NaN without a solution. */
double
ipl_entry_of (const IplSolution *solution, const IplView *view)
{
  return solution != NULL ? ipl_view_u (view, solution, (gsize)view->pair_p, (gsize)view->pair_q)
                          : NAN;
}

/* Returns the samples of the chosen entry. The view must have samples. */
IplPosteriorEntry
ipl_sampled_entry (const IplView *view)
{
  return ipl_view_posterior_entry (view, (gsize)view->pair_p, (gsize)view->pair_q);
}

/* Adds notes on the pair shown, its samples and their failed diagnostics. The view must have
 * samples. */
void
ipl_plot_note_samples (IplPlot *plot)
{
  const IplPosteriorSummary *posterior = plot->view->posterior;
  g_autofree char *entry = ipl_view_entry_text (plot->view);
  const IplSetting *setting = ipl_view_setting (plot->view);
  g_autofree char *at = setting != NULL ? ipl_view_setting_text (setting) : NULL;

  ipl_plot_add_note (plot, "Shown is %s%s%s, %u chain%s of %u draws.", entry,
                     at != NULL ? " at " : "", at != NULL ? at : "", posterior->n_chains,
                     posterior->n_chains == 1 ? "" : "s", posterior->n_draws);
  if (!posterior->fine)
    ipl_plot_add_note (plot, "Not converged: %s",
                       posterior->message != NULL ? posterior->message : "its diagnostics fail.");
}

/* Appends @sentence with @value in place of "%s", or nothing if the value is unknown. */
void
ipl_words_append (GString *text, const char *sentence, double value, int digits)
{
  g_autofree char *number = ipl_number_text (value, digits);
  const char *place = strstr (sentence, "%s");
  if (isfinite (value) && place)
    {
      g_string_append_len (text, sentence, place - sentence);
      g_string_append (text, number);
      g_string_append (text, place + 2);
    }
}

void
ipl_describe_diagnostics (GString *text, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  if (posterior == NULL)
    return;
  g_string_append_printf (text, " Diagnostics: %s",
                          posterior->fine              ? "all fine."
                          : posterior->message != NULL ? posterior->message
                                                       : "not converged.");
  ipl_words_append (text, " Worst R-hat %s", posterior->worst_rhat, 4);
  ipl_words_append (text, ", least effective sample size %s in bulk", posterior->least_ess_bulk, 3);
  ipl_words_append (text, " and %s in the tails", posterior->least_ess_tail, 3);
  g_string_append_printf (text, "; %u divergence%s.", posterior->divergences,
                          posterior->divergences == 1 ? "" : "s");
  if (posterior->rungs > 0)
    {
      ipl_words_append (text, " Tempered chains: %s of exchanges accepted",
                        posterior->swap_acceptance, 2);
      g_string_append_printf (text, ", %u round trips from the prior.", posterior->round_trips);
    }
}

/* Appends each entry of U on and above the diagonal in display order, then each chain. */
void
ipl_table_diagnostics (GString *text, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  g_autofree char *outputs = ipl_view_outputs_text (view);
  g_auto (IplShownPaths) shown = { 0 };
  ipl_shown_paths_init (&shown, view);
  g_autofree char *heading = ipl_shown_paths_heading (&shown, "path");
  g_string_append (text, heading);
  if (outputs != NULL)
    g_string_append_printf (text, ", U %s", outputs);
  g_string_append (text, "\tpath\tE[U]\tMCSE\tsd\t5 %\t50 %\t95 %\tR-hat\tESS bulk\tESS tail\t");
  g_string_append_printf (text, "theory%s\n", ipl_view_doubt_heading (view));
  for (gsize i = 0; posterior != NULL && i < shown.n; i++)
    for (gsize j = i; j < shown.n; j++)
      {
        gsize p = shown.path[i], q = shown.path[j];
        const IplPosteriorEntry entry = ipl_view_posterior_entry (view, p, q);
        const double columns[] = {
          entry.mean,         entry.mcse,
          entry.sd,           entry.quantiles[0],
          entry.quantiles[2], entry.quantiles[4],
          entry.rhat,         entry.ess_bulk,
          entry.ess_tail,     view->current != NULL ? ipl_view_u (view, view->current, p, q) : NAN,
        };
        g_string_append_printf (text, "%s\t%s", ipl_view_path_name (view, p),
                                ipl_view_path_name (view, q));
        for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
          ipl_table_cell (text, columns[k]);
        g_string_append_c (text, '\n');
      }
  g_string_append (text, "\nchain\tstep size\tdivergences\tmean tree depth\tsaturated trees\t"
                         "acceptance\tE-BFMI\tswap acceptance\tround trips\n");
  for (guint c = 0; posterior != NULL && posterior->chains != NULL && c < posterior->n_chains; c++)
    {
      const IplSamplerChainReport *chain = &posterior->chains[c];
      g_string_append_printf (text, "%u", c + 1);
      ipl_table_cell (text, chain->step_size);
      ipl_table_cell (text, chain->divergences);
      ipl_table_cell (text, chain->mean_depth);
      ipl_table_cell (text, chain->saturated);
      ipl_table_cell (text, chain->acceptance);
      ipl_table_cell (text, chain->e_bfmi);
      ipl_table_cell (text, chain->rungs > 0 ? chain->swap_acceptance : NAN);
      ipl_table_cell (text, chain->rungs > 0 ? chain->round_trips : NAN);
      g_string_append_c (text, '\n');
    }
}
