/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-summary.h"

#include <cblas.h>
#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/ref-count.h"
#include "core/posterior/diagnostics.h"
#include "core/posterior/posterior-private.h"

typedef struct
{
  IplPosterior *posterior;
  IplPosteriorSummary *summary;
  guint n_draws;
  guint total; /* n_chains * n_draws */
  GCancellable *cancellable;
  GError *error; /* atomic: the first error of an entry */
} Work;

static const char what[] = "The summary of the draws";

/* The lower halves of all draws, chain by chain. */
static void
copy_draws (const IplPosterior *posterior, guint n_draws, double *at)
{
  gsize n = ipl_case_rows_of_U (posterior->the_case);

  for (guint c = 0; c < posterior->n_chains; c++)
    for (guint i = 0; i < n_draws; i++)
      {
        const double *U = ipl_posterior_get_U (posterior, c, i);

        for (gsize p = 0; p < n; p++)
          for (gsize q = p; q < n; q++)
            *at++ = U[p * n + q];
      }
}

/* Allocates arrays of the size of U and of the draws. @subject: their purpose, for the message
 * if memory is short */
gboolean
ipl_posterior_summary_allocate (IplPosteriorSummary *self, const char *subject, GError **error)
{
  double n = (double)ipl_case_rows_of_U (self->the_case), n2 = n * n, pairs = (n2 + n) / 2;
  double total = (double)self->n_chains * self->n_draws;
  double **q = self->U_quantiles;

  self->U_draws = ipl_memory_try_doubles (total * pairs, subject, error);
  if (self->U_draws != NULL)
    self->accuracy_draws = ipl_try_new0 (double, total, subject, error);
  if (self->accuracy_draws != NULL)
    self->draw_stats = ipl_try_new0 (double, total *IPL_N_DRAW_STATS, subject, error);
  if (self->draw_stats != NULL)
    self->space = ipl_try_parts (subject, error, { &self->U_mean, n2 }, { &self->U_mcse, n2 },
                                 { &self->U_sd, n2 }, { &q[0], n2 }, { &q[1], n2 }, { &q[2], n2 },
                                 { &q[3], n2 }, { &q[4], n2 }, { &self->rhat, n2 },
                                 { &self->ess_bulk, n2 }, { &self->ess_tail, n2 });
  return self->space != NULL;
}

static IplPosteriorSummary *
summary_new (const IplPosterior *posterior, GError **error)
{
  g_autoptr (IplPosteriorSummary) self = g_new0 (IplPosteriorSummary, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->setting = posterior->setting;
  self->the_case = ipl_case_info_ref (&posterior->the_case->info);
  self->n_chains = posterior->n_chains;
  self->n_draws = ipl_posterior_get_n_draws (posterior);
  if (!ipl_posterior_summary_allocate (self, what, error))
    return NULL;
  copy_draws (posterior, self->n_draws, self->U_draws);
  self->n_tests = posterior->the_case->n_tests;
  self->tests = g_new0 (IplPrediction, self->n_tests);
  self->mean_mcse = g_new0 (double *, self->n_tests + 1);
  self->chains = g_new0 (IplSamplerChainReport, self->n_chains);
  self->target_acceptance = 1;
  self->seconds = posterior->seconds;
  self->gradients = ipl_posterior_get_gradients (posterior);

  return g_steal_pointer (&self);
}

/* Moments, quantiles and diagnostics of U's entry (p, q), index = pair. */
static void
summarize_entry (gsize index, gpointer data)
{
  Work *work = data;
  IplPosteriorSummary *summary = work->summary;
  gsize rows = ipl_case_rows_of_U (summary->the_case), p = index / rows, q = index % rows;
  gsize at[] = { p * rows + q, q * rows + p };
  guint m = summary->n_chains, n = work->n_draws;
  GError *error = NULL;
  g_autofree double *space = NULL;
  double *draws, *scratch;
  IplPosteriorEntry entry;

  if (q > p || g_cancellable_is_cancelled (work->cancellable)
      || g_atomic_pointer_get (&work->error) != NULL)
    return;
  space = ipl_try_parts (what, &error, { &draws, work->total },
                         { &scratch, ipl_diagnostics_scratch (m, n) });
  if (space == NULL)
    {
      ipl_error_store_first (&work->error, error);
      return;
    }
  for (guint i = 0; i < work->total; i++)
    draws[i] = ipl_posterior_get_U (work->posterior, i / n, i % n)[at[0]];
  ipl_posterior_entry_init (&entry, m, n, draws, scratch);
  for (guint k = 0; k < 2; k++)
    {
      summary->U_mean[at[k]] = entry.mean;
      summary->U_mcse[at[k]] = entry.mcse;
      summary->U_sd[at[k]] = entry.sd;
      summary->rhat[at[k]] = entry.rhat;
      summary->ess_bulk[at[k]] = entry.ess_bulk;
      summary->ess_tail[at[k]] = entry.ess_tail;
      for (guint j = 0; j < 5; j++)
        summary->U_quantiles[j][at[k]] = entry.quantiles[j];
    }
}

/* Fills in the numbers of each draw, and the diagnostics of its chain. */
static void
report_chains (const IplPosterior *posterior, IplPosteriorSummary *summary)
{
  gsize total = (gsize)summary->n_chains * summary->n_draws;

  summary->exact_acceptance = 0;
  for (guint c = 0; c < summary->n_chains; c++)
    {
      const IplPosteriorChain *chain = &posterior->chains[c];
      IplSamplerChainReport *report = &summary->chains[c];
      double *stats = summary->draw_stats + (gsize)c * summary->n_draws;

      report->target_acceptance = posterior->options.target_acceptance;
      chain->method->report (chain->mover, report);
      for (guint i = 0; i < summary->n_draws; i++)
        {
          const IplDraw *draw = &chain->draws[i];

          stats[IPL_DRAW_ENERGY * total + i] = draw->energy;
          stats[IPL_DRAW_ACCEPTANCE * total + i] = draw->acceptance;
          stats[IPL_DRAW_DEPTH * total + i] = draw->depth;
          stats[IPL_DRAW_DIVERGING * total + i] = draw->divergent;
          report->divergences += draw->divergent ? 1 : 0;
          report->saturated += draw->depth >= IPL_NUTS_MAX_DEPTH;
          report->mean_depth += (double)draw->depth / summary->n_draws;
          report->acceptance += draw->acceptance / summary->n_draws;
        }
      report->e_bfmi = ipl_diagnostics_e_bfmi (summary->n_draws, stats + IPL_DRAW_ENERGY * total);
      summary->divergences += report->divergences;
      summary->target_acceptance = MIN (summary->target_acceptance, report->target_acceptance);
      summary->rungs = MAX (summary->rungs, report->rungs);
      summary->round_trips += report->round_trips;
      summary->swap_acceptance += report->swap_acceptance / summary->n_chains;
      summary->exact_acceptance
          += (report->surrogate ? report->exact_acceptance : NAN) / summary->n_chains;
    }
  summary->method
      = ipl_posterior_method_names[summary->rungs > 0                  ? IPL_POSTERIOR_TEMPERED
                                   : isnan (summary->exact_acceptance) ? IPL_POSTERIOR_NUTS
                                                                       : IPL_POSTERIOR_SURROGATE];
}

/* Moments, predictions and diagnostics of the draws that every chain has. On large test sets the
 * mean of the predictive variances is taken over some of the draws, spread over the run. */
IplPosteriorSummary *
ipl_posterior_summarize (IplPosterior *self, guint threads, GCancellable *cancellable,
                         GError **error)
{
  g_return_val_if_fail (self != NULL && threads > 0, NULL);

  gsize n = ipl_case_rows_of_U (self->the_case);

  if (ipl_posterior_get_n_draws (self) == 0)
    return ipl_fail_null (
        error, IPL_ERROR_MISSING,
        "There are no draws yet: the run was stopped in its warm-up; let it go on.");

  g_autoptr (IplPosteriorSummary) summary = summary_new (self, error);

  if (summary == NULL)
    return NULL;

  Work work = { self,        summary, summary->n_draws, summary->n_chains * summary->n_draws,
                cancellable, NULL };

  report_chains (self, summary);
  ipl_parallel_for (n * n, threads, summarize_entry, &work, cancellable);
  if (!ipl_parallel_succeeded (cancellable, &work.error, error)
      || !ipl_posterior_summary_trace (summary, threads, cancellable, error)
      || (!self->options.prior_only
          && !ipl_posterior_predict (self, summary->n_draws, summary->tests, summary->mean_mcse,
                                     summary->accuracy_draws, threads, cancellable, error))
      || !ipl_posterior_judge (self, summary, error))
    return NULL;

  return g_steal_pointer (&summary);
}

/* @draws: [n_chains x n_draws] the entry (p, q) of U, rows counted, of every draw. */
void
ipl_posterior_summary_get_draws (const IplPosteriorSummary *self, gsize p, gsize q, double *draws)
{
  gsize n = ipl_case_rows_of_U (self->the_case), n_pairs = n * (n + 1) / 2;
  gsize pair = ipl_pair_index (n, p, q);

  for (gsize i = 0; i < (gsize)self->n_chains * self->n_draws; i++)
    draws[i] = self->U_draws[i * n_pairs + pair];
}

/* Transition method of the chains: “nuts”, “tempered, 6 rungs, 41 trips” or “surrogate,
 * acceptance 0.81”. */
char *
ipl_posterior_summary_describe_method (const IplPosteriorSummary *self)
{
  if (self->rungs > 0)
    return g_strdup_printf ("%s, %u rung%s, %u trip%s", self->method, self->rungs,
                            self->rungs == 1 ? "" : "s", self->round_trips,
                            self->round_trips == 1 ? "" : "s");
  if (!isnan (self->exact_acceptance))
    return g_strdup_printf ("%s, acceptance %.2f", self->method, self->exact_acceptance);
  return g_strdup (self->method);
}

static void
posterior_summary_clear (IplPosteriorSummary *self)
{
  g_free (self->space);
  g_free (self->U_draws);
  g_free (self->traced);
  for (guint i = 0; i < self->n_tests; i++)
    g_free (self->mean_mcse[i]);
  g_free (self->mean_mcse);
  ipl_predictions_free (self->tests, self->n_tests);
  g_free (self->accuracy_draws);
  g_free (self->draw_stats);
  g_free (self->chains);
  g_free (self->message);
  ipl_case_info_unref (self->the_case);
}

IPL_DEFINE_REFERENCES (IplPosteriorSummary, ipl_posterior_summary, posterior_summary_clear)

/* Returns: (transfer full): a list of n summaries, which are NULL for settings without samples */
GPtrArray *
ipl_posterior_list_new (guint n)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_posterior_summary_unref);

  g_ptr_array_set_size (list, (int)n);
  return list;
}

/* @list: (nullable)
 * Returns: (nullable): the samples at exactly this setting */
IplPosteriorSummary *
ipl_posterior_list_find (const GPtrArray *list, const IplSetting *setting)
{
  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      IplPosteriorSummary *summary = g_ptr_array_index (list, i);

      if (summary != NULL && ipl_setting_equal (&summary->setting, setting))
        return summary;
    }
  return NULL;
}

/* About thirty draws per bin, so that the band is narrow compared with the bars. */
guint
ipl_rank_bins (const IplPosteriorSummary *posterior)
{
  return CLAMP (posterior->n_draws / 30, 4, 20);
}

/* A bin takes its share of all draws without replacement, so a chain's count is hypergeometric:
 * expectation n / B and variance n (1/B) (1 - 1/B) (m n - n) / (m n - 1). */
void
ipl_rank_expectation (const IplPosteriorSummary *posterior, guint n_bins, double *expected,
                      double *spread)
{
  double n = posterior->n_draws, total = n * posterior->n_chains, share = 1.0 / n_bins;
  *expected = n * share;
  *spread = sqrt (n * share * (1 - share) * (total - n) / MAX (total - 1, 1));
}
