/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The posterior's panels in words and as tables. */

#include "figures/view/panel-support.h"

#include "core/posterior/diagnostics.h"
#include <math.h>
#include <string.h>

/* Quantiles in the calibration table. */
#define QUANTILES 21

static gsize
at_pair (const IplView *view)
{
  return (gsize)view->pair_p * view->the_case->Pi + view->pair_q;
}

/* What is shown and where; FALSE where nothing is sampled, which is said. */
static gboolean
begin (GString *text, const IplView *view, const char *what)
{
  g_autofree char *entry = ipl_view_entry_text (view);
  const IplSetting *setting = ipl_view_setting (view);
  g_string_append_printf (text, "%s of %s", what, entry);
  if (setting)
    {
      g_autofree char *at = ipl_view_setting_text (setting);
      g_string_append_printf (text, " at %s", at);
    }
  if (!view->posterior)
    {
      g_string_append (text, view->current && view->current->setting.gp
                                 ? ". In the GP limit U does not fluctuate."
                                 : ". Not sampled yet.");
      return FALSE;
    }
  const IplPosteriorSummary *posterior = view->posterior;
  g_string_append_printf (text, ", %u chain%s of %u draws.", posterior->n_chains,
                          posterior->n_chains == 1 ? "" : "s", posterior->n_draws);
  if (!posterior->fine)
    g_string_append_printf (text, " Not converged: %s",
                            posterior->message ? posterior->message : "its diagnostics fail.");
  return TRUE;
}

/* @sentence with @value in the place of "%s", or nothing where the value is not known. */
static void
append_value (GString *text, const char *sentence, double value, int digits)
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
ipl_describe_trace (GString *text, const IplView *view)
{
  if (!begin (text, view, "Trace"))
    return;
  append_value (text, " Mean %s.", view->posterior->U_mean[at_pair (view)], 4);
  append_value (text, " R-hat %s.", view->posterior->rhat[at_pair (view)], 4);
  if (view->current)
    append_value (text, " The theory's saddle point, a line, is at %s.",
                  view->current->U[at_pair (view)], 4);
}

void
ipl_describe_ranks (GString *text, const IplView *view)
{
  if (!begin (text, view, "Rank histograms"))
    return;
  const IplPosteriorSummary *posterior = view->posterior;
  guint n_bins = ipl_rank_bins (posterior), inside = 0;
  g_autofree guint *counts = g_new0 (guint, (gsize)posterior->n_chains * n_bins + 1);
  g_autofree double *draws = ipl_posterior_entry_draws (posterior, view->pair_p, view->pair_q);
  double expected, spread;
  ipl_diagnostics_rank_histogram (posterior->n_chains, posterior->n_draws, draws, n_bins, counts);
  ipl_rank_expectation (posterior, n_bins, &expected, &spread);
  for (guint i = 0; i < posterior->n_chains * n_bins; i++)
    inside += fabs (counts[i] - expected) <= 1.96 * spread;
  g_string_append_printf (text,
                          " %u of %u bins lie within the band that holds 95 %% of them where the "
                          "chains agree and the draws are independent.",
                          inside, posterior->n_chains * n_bins);
}

void
ipl_describe_marginal (GString *text, const IplView *view)
{
  if (!begin (text, view, "Posterior"))
    return;
  const IplPosteriorSummary *posterior = view->posterior;
  gsize at = at_pair (view);
  append_value (text, " Mean %s", posterior->U_mean[at], 4);
  append_value (text, " with a Monte Carlo error of %s", posterior->U_mcse[at], 2);
  append_value (text, ", standard deviation %s", posterior->U_sd[at], 3);
  append_value (text, ", 5 to 95 % from %s", posterior->U_quantiles[0][at], 3);
  append_value (text, " to %s.", posterior->U_quantiles[4][at], 3);
  const IplSolution *gp = ipl_view_gp (view);
  if (view->current)
    append_value (text, " The theory's saddle point is %s.", view->current->U[at], 4);
  if (gp)
    append_value (text, " The Gaussian process has %s.", gp->U[at], 3);
}

/* Theory, samples and GP where they are known: [3], with names. */
static void
find_calibrations (const IplView *view, IplCalibration *series[3])
{
  const IplSolution *solutions[] = { view->current, NULL, ipl_view_gp (view) };
  for (int s = 0; s < 3; s++)
    {
      const IplSolution *solution = solutions[s];
      series[s] = solution && solution->n_tests > 0 && (s == 0 || solution != view->current)
                      ? ipl_calibration_new (solution->the_case, &solution->tests[0],
                                             solution->setting.temperature)
                      : NULL;
    }
  if (view->posterior && view->posterior->n_tests > 0)
    series[1] = ipl_calibration_new (view->posterior->the_case, &view->posterior->tests[0],
                                     view->posterior->setting.temperature);
}

static const char *const series_names[] = { "theory", "sampled", "GP" };

static void
free_calibrations (IplCalibration *series[3])
{
  for (int s = 0; s < 3; s++)
    g_clear_pointer (&series[s], ipl_calibration_free);
}

void
ipl_describe_calibration (GString *text, const IplView *view)
{
  IplCalibration *series[3];
  const IplSetting *setting = ipl_view_setting (view);
  g_string_append (text, "Calibration of the test predictions");
  if (setting)
    {
      g_autofree char *at = ipl_view_setting_text (setting);
      g_string_append_printf (text, " at %s", at);
    }
  g_string_append (text, ": residuals (y − mean) divided by the square root of predictive variance "
                         "plus temperature, against quantiles of the standard normal, with the "
                         "band that holds 95 % of independent ones.");
  find_calibrations (view, series);
  for (int s = 0; s < 3; s++)
    if (series[s])
      {
        g_autofree char *sd = ipl_number_fixed (series[s]->sd, 2);
        g_autofree char *within = ipl_number_fixed (100 * series[s]->within, 1);
        g_string_append_printf (text,
                                " %s: standard deviation %s (1 is right, less is overcautious), "
                                "%s %% within ±1.96 (95 is right).",
                                s == 0   ? "Theory"
                                : s == 1 ? "Samples"
                                         : "Gaussian process",
                                sd, within);
      }
  if (!view->posterior)
    g_string_append (text, " Not sampled yet.");
  if (!view->the_case->regression)
    {
      g_string_append (text,
                       " Labels of +1 and −1 are not Gaussian; for them the second plot shows the "
                       "share predicted right against the probability of the class predicted, the "
                       "normal distribution function of |mean| over the same square root, in bins "
                       "of equal width.");
      for (int s = 0; s < 3; s++)
        if (series[s] && series[s]->n_bins > 0)
          {
            g_autofree char *gap = ipl_number_fixed (series[s]->expected_gap, 3);
            g_string_append_printf (text, " Mean gap between the two for %s: %s.", series_names[s],
                                    gap);
          }
    }
  free_calibrations (series);
}

void
ipl_describe_diagnostics (GString *text, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  if (!posterior)
    return;
  g_string_append_printf (text, " Diagnostics: %s",
                          posterior->fine      ? "all fine."
                          : posterior->message ? posterior->message
                                               : "not converged.");
  append_value (text, " Worst R-hat %s", posterior->worst_rhat, 4);
  append_value (text, ", least effective sample size %s in bulk", posterior->least_ess_bulk, 3);
  append_value (text, " and %s in the tails", posterior->least_ess_tail, 3);
  g_string_append_printf (text, "; %u divergence%s.", posterior->divergences,
                          posterior->divergences == 1 ? "" : "s");
}

static void
append_cell (GString *text, double value)
{
  g_string_append_c (text, '\t');
  ipl_table_number (text, value);
}

void
ipl_table_trace (GString *text, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  g_string_append (text, "draw");
  for (guint c = 0; posterior && c < posterior->n_chains; c++)
    g_string_append_printf (text, "\tchain %u", c + 1);
  g_string_append (text, posterior ? "\n" : "\tchain 1\n");
  if (!posterior)
    return;
  g_autofree double *draws = ipl_posterior_entry_draws (posterior, view->pair_p, view->pair_q);
  for (guint i = 0; i < posterior->n_draws; i++)
    {
      g_string_append_printf (text, "%u", i + 1);
      for (guint c = 0; c < posterior->n_chains; c++)
        append_cell (text, draws[(gsize)c * posterior->n_draws + i]);
      g_string_append_c (text, '\n');
    }
}

void
ipl_table_ranks (GString *text, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  g_string_append (text, "rank from\trank to\texpected\tsd");
  for (guint c = 0; posterior && c < posterior->n_chains; c++)
    g_string_append_printf (text, "\tchain %u", c + 1);
  g_string_append_c (text, '\n');
  if (!posterior)
    return;
  guint n_bins = ipl_rank_bins (posterior);
  g_autofree guint *counts = g_new0 (guint, (gsize)posterior->n_chains * n_bins + 1);
  g_autofree double *draws = ipl_posterior_entry_draws (posterior, view->pair_p, view->pair_q);
  double expected, spread;
  ipl_diagnostics_rank_histogram (posterior->n_chains, posterior->n_draws, draws, n_bins, counts);
  ipl_rank_expectation (posterior, n_bins, &expected, &spread);
  for (guint b = 0; b < n_bins; b++)
    {
      ipl_table_number (text, (double)b / n_bins);
      append_cell (text, (b + 1.0) / n_bins);
      append_cell (text, expected);
      append_cell (text, spread);
      for (guint c = 0; c < posterior->n_chains; c++)
        append_cell (text, counts[c * n_bins + b]);
      g_string_append_c (text, '\n');
    }
}

void
ipl_table_marginal (GString *text, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  g_string_append (text, "U from\tU to\tdensity\n");
  if (!posterior)
    return;
  g_autoptr (IplHistogram) histogram = ipl_histogram_new (posterior, view->pair_p, view->pair_q);
  for (guint b = 0; b < histogram->n_bins; b++)
    {
      double step = (histogram->high - histogram->low) / histogram->n_bins;
      ipl_table_number (text, histogram->low + b * step);
      append_cell (text, histogram->low + (b + 1) * step);
      append_cell (text, histogram->density[b]);
      g_string_append_c (text, '\n');
    }
}

void
ipl_table_calibration (GString *text, const IplView *view)
{
  IplCalibration *series[3];
  gboolean reliability = FALSE;
  find_calibrations (view, series);
  g_string_append (text, "share below\tstandard normal\tresidual, theory\tresidual, sampled\t"
                         "residual, GP\n");
  for (guint k = 0; k < QUANTILES; k++)
    {
      double share = (k + 0.5) / QUANTILES;
      ipl_table_number (text, share);
      append_cell (text, ipl_calibration_normal (k, QUANTILES));
      for (int s = 0; s < 3; s++)
        append_cell (text, series[s]
                               ? ipl_diagnostics_quantile ((guint)series[s]->n, series[s]->z, share)
                               : NAN);
      g_string_append_c (text, '\n');
    }
  for (int s = 0; s < 3; s++)
    reliability = reliability || (series[s] && series[s]->n_bins > 0);
  if (reliability)
    g_string_append (text, "\npredictor\texamples\tprobability of the class predicted\tshare "
                           "predicted right\n");
  for (int s = 0; s < 3; s++)
    for (guint b = 0; series[s] && b < series[s]->n_bins; b++)
      {
        g_string_append_printf (text, "%s\t%" G_GSIZE_FORMAT, series_names[s], series[s]->bin_n[b]);
        append_cell (text, series[s]->confidence[b]);
        append_cell (text, series[s]->correct[b]);
        g_string_append_c (text, '\n');
      }
  free_calibrations (series);
}

/* Every entry of U on and above the diagonal, in the order shown, then every chain. */
void
ipl_table_diagnostics (GString *text, const IplView *view)
{
  const IplCase *the_case = view->the_case;
  const IplPosteriorSummary *posterior = view->posterior;
  gsize Pi = the_case->Pi;
  g_string_append (text, "path\tpath\tE[U]\tMCSE\tsd\t5 %\t50 %\t95 %\tR-hat\tESS bulk\tESS tail\t"
                         "theory\n");
  for (gsize i = 0; posterior && i < Pi; i++)
    for (gsize j = i; j < Pi; j++)
      {
        gsize p = the_case->display_order ? the_case->display_order[i] : i;
        gsize q = the_case->display_order ? the_case->display_order[j] : j;
        gsize at = p * Pi + q;
        const double *columns[]
            = { posterior->U_mean,         posterior->U_mcse,
                posterior->U_sd,           posterior->U_quantiles[0],
                posterior->U_quantiles[2], posterior->U_quantiles[4],
                posterior->rhat,           posterior->ess_bulk,
                posterior->ess_tail,       view->current ? view->current->U : NULL };
        g_string_append_printf (text, "%s\t%s", the_case->path_names[p], the_case->path_names[q]);
        for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
          append_cell (text, columns[k] ? columns[k][at] : NAN);
        g_string_append_c (text, '\n');
      }
  g_string_append (text, "\nchain\tstep size\tdivergences\tmean tree depth\tsaturated trees\t"
                         "acceptance\tE-BFMI\n");
  for (guint c = 0; posterior && posterior->chains && c < posterior->n_chains; c++)
    {
      const IplChainReport *chain = &posterior->chains[c];
      g_string_append_printf (text, "%u", c + 1);
      append_cell (text, chain->step_size);
      append_cell (text, chain->divergences);
      append_cell (text, chain->mean_depth);
      append_cell (text, chain->saturated);
      append_cell (text, chain->acceptance);
      append_cell (text, chain->e_bfmi);
      g_string_append_c (text, '\n');
    }
}
