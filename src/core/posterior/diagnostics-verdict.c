/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks whether the draws of a run are reliable; else gives a sentence with the reason. */

#include <gsl/gsl_sort_double.h>
#include <math.h>

#include "core/base/memory.h"
#include "core/posterior/diagnostics.h"
#include "core/posterior/posterior-private.h"
#include "core/posterior/posterior-summary.h"

/* Limits of Vehtari et al. (2021) and Betancourt (2016). */
#define RHAT_LIMIT 1.01
#define ESS_LIMIT_PER_CHAIN 100
#define E_BFMI_LIMIT 0.3
/* Transitions for each of which one may diverge. */
#define DRAWS_PER_DIVERGENCE 1000
/* So few divergences are not informative by their places ... */
#define LEAST_IN_CORNER 3
/* ... but more if all of them are in the same tail of this share of the draws. */
#define CORNER 0.05
/* Round trips, on average of the chains, from which the modes that matter have been found. */
#define ROUND_TRIPS_PER_CHAIN 5
/* Consecutive rejections by the exact energy that indicate a chain stuck in a region of misfit
 * of the surrogate: their number, and their share of its draws. */
#define LONG_STAY 50
#define LONG_STAY_SHARE 0.05

/* TRUE if all divergent draws are in the same tail of one coordinate; values: [total] */
static gboolean
coincide (const IplPosterior *posterior, const IplPosteriorSummary *summary, gsize coordinate,
          double *values)
{
  gsize n = posterior->chains[0].target->n, total = 0;
  double low, high, least = INFINITY, most = -INFINITY;

  for (guint c = 0; c < summary->n_chains; c++)
    for (guint i = 0; i < summary->n_draws; i++)
      {
        double value = posterior->chains[c].q[i * n + coordinate];

        values[total++] = value;
        if (!posterior->chains[c].draws[i].divergent)
          continue;
        least = MIN (least, value);
        most = MAX (most, value);
      }
  gsl_sort (values, 1, total);
  low = ipl_diagnostics_quantile ((guint)total, values, CORNER);
  high = ipl_diagnostics_quantile ((guint)total, values, 1 - CORNER);
  return most <= low || least >= high;
}

static gboolean
find_corner (const IplPosterior *posterior, const IplPosteriorSummary *summary, gboolean *found,
             GError **error)
{
  gsize n = posterior->chains[0].target->n;
  g_autofree double *values = NULL;

  *found = FALSE;
  if (summary->divergences < LEAST_IN_CORNER)
    return TRUE;
  values = ipl_try_new (double, (double)summary->n_chains * summary->n_draws,
                        "The summary of the draws", error);
  if (values == NULL)
    return FALSE;
  for (gsize k = 0; k < n && !*found; k++)
    *found = coincide (posterior, summary, k, values);
  return TRUE;
}

static char *
describe_divergences (const IplPosteriorSummary *self, gboolean corner)
{
  guint total = self->n_chains * self->n_draws;
  g_autofree char *advice
      = self->target_acceptance < IPL_POSTERIOR_CAREFUL_ACCEPTANCE
            ? g_strdup_printf ("a target acceptance of %g in place of %g",
                               IPL_POSTERIOR_CAREFUL_ACCEPTANCE, self->target_acceptance)
            : g_strdup_printf ("a target acceptance above %g", self->target_acceptance);

  if ((double)self->divergences * DRAWS_PER_DIVERGENCE > total)
    return g_strdup_printf (
        "%u of %u transitions diverged, more than 1 in %d, so the posterior may "
        "be explored incompletely; sample with %s.",
        self->divergences, total, DRAWS_PER_DIVERGENCE, advice);
  if (corner)
    return g_strdup_printf ("%u of %u transitions diverged, all in the same outermost %g %% of the "
                            "draws, so the posterior may be explored incompletely; sample with %s.",
                            self->divergences, total, 100 * CORNER, advice);
  return NULL;
}

static char *
describe_modes (const IplPosterior *posterior, IplPosteriorSummary *self)
{
  guint wanted = ROUND_TRIPS_PER_CHAIN * self->n_chains;
  gboolean tempered = self->rungs > 0;

  self->modes_doubtful
      = !posterior->options.prior_only
        && (tempered ? self->round_trips < wanted
                     : ipl_posterior_is_narrow (posterior->the_case, &posterior->setting));
  if (!self->modes_doubtful)
    return NULL;
  if (tempered)
    return g_strdup_printf (
        "Other modes cannot be ruled out: only %u states came from the prior to "
        "the posterior (should be at least %u); add draws.",
        self->round_trips, wanted);
  return g_strdup ("Other modes cannot be ruled out: a width is at most the number of rows there, "
                   "and the chains are not tempered; sample with the method “tempered”.");
}

/* With a surrogate, a chain that did not move for long; NULL if there is none. */
static char *
describe_stays (const IplPosteriorSummary *self)
{
  guint longest = 0;

  for (guint c = 0; c < self->n_chains; c++)
    longest = MAX (longest, self->chains[c].longest_stay);
  if (longest <= MAX (LONG_STAY, LONG_STAY_SHARE * self->n_draws))
    return NULL;
  return g_strdup_printf ("A chain did not move for %u draws, where the energy differs from its "
                          "surrogate; sample with NUTS instead.",
                          longest);
}

/* The worst of each diagnostic; one that is not a number stays. */
static void
collect (IplPosteriorSummary *self, double *least_e_bfmi, guint *saturated)
{
  gsize n = ipl_case_rows_of_U (self->the_case), n2 = n * n;

  self->worst_rhat = 0;
  self->least_ess_bulk = self->least_ess_tail = *least_e_bfmi = INFINITY;
  *saturated = 0;
  for (gsize i = 0; i < n2; i++)
    {
      self->worst_rhat = ipl_diagnostics_larger (self->worst_rhat, self->rhat[i]);
      self->least_ess_bulk = ipl_diagnostics_smaller (self->least_ess_bulk, self->ess_bulk[i]);
      self->least_ess_tail = ipl_diagnostics_smaller (self->least_ess_tail, self->ess_tail[i]);
    }
  for (guint c = 0; c < self->n_chains; c++)
    {
      *least_e_bfmi = ipl_diagnostics_smaller (*least_e_bfmi, self->chains[c].e_bfmi);
      *saturated += self->chains[c].saturated;
    }
}

/* The first that fails. */
gboolean
ipl_posterior_judge (const IplPosterior *posterior, IplPosteriorSummary *self, GError **error)
{
  guint total = self->n_chains * self->n_draws, saturated;
  double least_e_bfmi, least_ess, wanted = ESS_LIMIT_PER_CHAIN * self->n_chains;
  g_autofree char *divergences = NULL, *modes = NULL, *stays = describe_stays (self);
  gboolean corner;

  if (!find_corner (posterior, self, &corner, error))
    return FALSE;
  collect (self, &least_e_bfmi, &saturated);
  least_ess = ipl_diagnostics_smaller (self->least_ess_bulk, self->least_ess_tail);
  divergences = describe_divergences (self, corner);
  modes = describe_modes (posterior, self);

  if (self->n_draws < 8)
    self->message = g_strdup_printf ("There are only %u draws a chain; add more.", self->n_draws);
  else if (stays != NULL)
    self->message = g_steal_pointer (&stays);
  else if (!(self->worst_rhat <= RHAT_LIMIT))
    self->message = g_strdup_printf ("The chains do not agree yet (R-hat %.3f, should be at most "
                                     "%.2f); add draws or warm-up.",
                                     self->worst_rhat, RHAT_LIMIT);
  else if (!(least_ess >= wanted))
    self->message = g_strdup_printf ("The effective sample size is only %.0f (should be at least "
                                     "%.0f); add draws.",
                                     least_ess, wanted);
  else if (divergences != NULL)
    self->message = g_steal_pointer (&divergences);
  else if (modes != NULL)
    self->message = g_steal_pointer (&modes);
  else if (!(least_e_bfmi >= E_BFMI_LIMIT))
    self->message = g_strdup_printf ("The energy is explored slowly (E-BFMI %.2f, should be at "
                                     "least %.1f); add draws.",
                                     least_e_bfmi, E_BFMI_LIMIT);
  else if (saturated > total / 100)
    self->message = g_strdup_printf ("%u of %u trajectories reached the greatest tree depth; add "
                                     "warm-up.",
                                     saturated, total);
  self->fine = self->message == NULL;
  return TRUE;
}
