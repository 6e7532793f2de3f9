/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-entry.h"
#include "core/posterior/posterior.h"
#include "core/theory/predictor.h"

/* Numbers of a sampler's transition to a draw. */
typedef enum
{
  IPL_DRAW_ENERGY,     /* of the Hamiltonian at the start of the trajectory */
  IPL_DRAW_ACCEPTANCE, /* mean acceptance probability of the trajectory */
  IPL_DRAW_DEPTH,      /* of its tree */
  IPL_DRAW_DIVERGING,  /* 1 for a divergent transition, else 0 */
  IPL_N_DRAW_STATS
} IplDrawStat;

/* A run's summary so far, of n = ipl_case_rows_of_U() rows of U. Immutable, reference-counted. */
typedef struct
{
  IplSetting setting;     /* its setting */
  IplCaseInfo *the_case;  /* the case (a reference) */
  guint n_chains;         /* chains */
  guint n_draws;          /* draws of each chain that are summarized */
  double *U_mean;         /* [n x n] E[U] */
  double *U_mcse;         /* [n x n] Monte Carlo standard error of @U_mean */
  double *U_sd;           /* [n x n] posterior standard deviation */
  double *U_quantiles[5]; /* [5][n x n] at 5, 25, 50, 75 and 95 % */
  double *rhat;           /* [n x n] rank-normalized split R-hat (Vehtari et al. 2021) */
  double *ess_bulk;       /* [n x n] bulk effective sample size */
  double *ess_tail;       /* [n x n] tail effective sample size */
  /* [n_chains * n_draws][n_pairs] every draw, pairs (0,0) (0,1) .. (0,n-1) (1,1) ..; see
   * ipl_posterior_summary_get_draws() */
  double *U_draws;
  double *draw_stats; /* (nullable): [IPL_N_DRAW_STATS][n_chains * n_draws] */
  /* (nullable): [Pi x Pi] of U traced over outputs, if there are several */
  IplPosteriorEntry *traced;
  guint n_tests; /* number of test sets */
  /* [n_tests] posterior predictive: mean of means; variance = mean of variances + variance of
   * means, of several outputs covariance; probabilities of classes from these; accuracy of that
   * mean with an error of test set and sampling together */
  IplPrediction *tests;
  /* [n_tests][count x K] Monte Carlo standard error of each predictive mean, by batch means */
  double **mean_mcse;
  /* [n_chains * n_draws] accuracy of each single draw on the first test set */
  double *accuracy_draws;
  double worst_rhat;     /* the largest R-hat */
  double least_ess_bulk; /* the smallest bulk ESS */
  double least_ess_tail; /* the smallest tail ESS */
  guint divergences;     /* of all chains */
  guint rungs;           /* largest number of replicas of a tempered chain; 0 without tempering */
  /* mean share of exchanges between neighbouring replicas that are accepted */
  double swap_acceptance;
  /* states that came from a draw of the prior up to the posterior, of all chains */
  guint round_trips;
  /* other modes than those seen are not ruled out (THEORY.md section 6.7) */
  gboolean modes_doubtful;
  /* with a surrogate, mean probability that the exact energy accepts a move; else NaN */
  double exact_acceptance;
  /* final transition method of the chains: "nuts", "tempered" or "surrogate" */
  const char *method;
  double target_acceptance;      /* to which the step sizes adapted, the least of all chains */
  IplSamplerChainReport *chains; /* [n_chains] */
  double seconds;                /* sampling time, warm-up included */
  guint64 gradients;             /* gradient evaluations, warm-up included */
  gboolean fine;                 /* TRUE if all diagnostics pass */
  char *message;                 /* (nullable): a sentence on the first that is not */
  /*< private >*/
  double *space; /* of all that is [n x n] */
  gatomicrefcount ref_count;
} IplPosteriorSummary;

gboolean ipl_posterior_summary_allocate (IplPosteriorSummary *self, const char *subject,
                                         GError **error);
IplPosteriorSummary *ipl_posterior_summarize (IplPosterior *self, guint threads,
                                              GCancellable *cancellable, GError **error);
void ipl_posterior_summary_get_draws (const IplPosteriorSummary *self, gsize p, gsize q,
                                      double *draws);
char *ipl_posterior_summary_describe_method (const IplPosteriorSummary *self);
IplPosteriorSummary *ipl_posterior_summary_ref (IplPosteriorSummary *self);
void ipl_posterior_summary_unref (IplPosteriorSummary *self);
GPtrArray *ipl_posterior_list_new (guint n);
static inline IplPosteriorSummary *
ipl_posterior_list_at (const GPtrArray *list, guint i)
{
  return (IplPosteriorSummary *)g_ptr_array_index (list, i);
}
IplPosteriorSummary *ipl_posterior_list_find (const GPtrArray *list, const IplSetting *setting);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPosteriorSummary, ipl_posterior_summary_unref)

gboolean ipl_posterior_summary_trace (IplPosteriorSummary *self, guint threads,
                                      GCancellable *cancellable, GError **error);
IplPosteriorEntry ipl_posterior_summary_get_entry (const IplPosteriorSummary *self, guint first,
                                                   guint last, gsize p, gsize q);
double *ipl_posterior_summary_entry_draws (const IplPosteriorSummary *self, guint first, guint last,
                                           gsize p, gsize q);

guint ipl_rank_bins (const IplPosteriorSummary *posterior);
void ipl_rank_expectation (const IplPosteriorSummary *posterior, guint n_bins, double *expected,
                           double *spread);

/* Fills worst_rhat, the least ESS, modes_doubtful, fine and message of a summary that has all else
 * (THEORY.md section 6.5). FALSE: IPL_ERROR_MEMORY */
gboolean ipl_posterior_judge (const IplPosterior *posterior, IplPosteriorSummary *summary,
                              GError **error);
