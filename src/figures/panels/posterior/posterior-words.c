/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The diagnostics of the samples in words and as a table, and what their panels say alike. */

#include "figures/panels/posterior/posterior-words.h"

#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/view/posterior-view.h"
#include "figures/view/shown-paths.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/words.h"

#include <math.h>
#include <string.h>

gsize
ipl_words_pair (const IplView *view)
{
  return (gsize)view->pair_p * view->the_case->Pi + view->pair_q;
}

/* The chosen entry of U; NaN where there is no solution. */
double
ipl_entry_of (const IplSolution *solution, const IplView *view)
{
  return solution != NULL ? solution->U[ipl_words_pair (view)] : NAN;
}

/* The shown pair and its samples; FALSE where nothing is sampled, which is said. */
gboolean
ipl_words_begin (GString *text, const IplView *view, const char *what)
{
  g_autofree char *entry = ipl_view_entry_text (view);
  const IplSetting *setting = ipl_view_setting (view);
  g_string_append_printf (text, "%s of %s", what, entry);
  if (setting != NULL)
    {
      g_autofree char *at = ipl_view_setting_text (setting);
      g_string_append_printf (text, " at %s", at);
    }
  if (view->posterior == NULL)
    {
      g_string_append (text, view->current != NULL && view->current->setting.gp
                                 ? ". In the GP limit U does not fluctuate."
                                 : ". Not sampled yet.");
      return FALSE;
    }
  const IplPosteriorSummary *posterior = view->posterior;
  g_string_append_printf (text, ", %u chain%s of %u draws.", posterior->n_chains,
                          posterior->n_chains == 1 ? "" : "s", posterior->n_draws);
  if (!posterior->fine)
    g_string_append_printf (text, " Not converged: %s",
                            posterior->message != NULL ? posterior->message
                                                       : "its diagnostics fail.");
  return TRUE;
}

/* @sentence with @value in the place of "%s", or nothing where the value is not known. */
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

/* Every entry of U on and above the diagonal, in the order shown, then every chain. */
void
ipl_table_diagnostics (GString *text, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  const IplPosteriorSummary *posterior = view->posterior;
  gsize Pi = the_case->Pi;
  g_auto (IplShownPaths) shown = { 0 };
  ipl_shown_paths_init (&shown, view);
  g_autofree char *heading = ipl_shown_paths_heading (&shown, "path");
  g_string_append (text, heading);
  g_string_append (text, "\tpath\tE[U]\tMCSE\tsd\t5 %\t50 %\t95 %\tR-hat\tESS bulk\tESS tail\t");
  g_string_append_printf (text, "theory%s\n", ipl_view_doubt_heading (view));
  for (gsize i = 0; posterior != NULL && i < shown.n; i++)
    for (gsize j = i; j < shown.n; j++)
      {
        gsize p = shown.path[i], q = shown.path[j];
        gsize at = p * Pi + q;
        const double *columns[]
            = { posterior->U_mean,         posterior->U_mcse,
                posterior->U_sd,           posterior->U_quantiles[0],
                posterior->U_quantiles[2], posterior->U_quantiles[4],
                posterior->rhat,           posterior->ess_bulk,
                posterior->ess_tail,       view->current != NULL ? view->current->U : NULL };
        g_string_append_printf (text, "%s\t%s", ipl_view_path_name (view, p),
                                ipl_view_path_name (view, q));
        for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
          ipl_table_cell (text, columns[k] != NULL ? columns[k][at] : NAN);
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
