/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The posterior of section 6 as a density whose likelihood has a power, moved by replica exchange.
 */
#include "core/posterior/posterior-surrogate-private.h"
#include "core/posterior/tempered.h"

static double
evaluate (double power, const double *q, double *gradient, GCancellable *cancellable, gpointer data)
{
  IplPosteriorTarget *target = data;
  double value;

  target->power = power;
  value = ipl_posterior_nuts_density (q, gradient, cancellable, target);
  target->power = 1;
  return value;
}

static double
prior (const double *q, double *gradient, gpointer data)
{
  return ipl_posterior_target_prior (data, q, gradient);
}

static void
prior_variances (double *variances, gpointer data)
{
  ipl_posterior_target_prior_variances (data, variances);
}

static void
draw_prior (gsl_rng *rng, double *q, gpointer data)
{
  ipl_posterior_target_draw_prior (data, rng, q);
}

static void
settle (double *q, double *gradient, gpointer data)
{
  ipl_posterior_target_fold (data, q, gradient);
}

static void
rescale (gsl_rng *rng, double *q, double *slope, gpointer data)
{
  ipl_posterior_target_rescale (data, rng, q, slope);
}

static gboolean
has_width_of_one (const IplPosteriorStart *start)
{
  for (guint l = 0; l <= start->the_case->L; l++)
    if (start->setting->N[l] == 1)
      return TRUE;
  return FALSE;
}

static gpointer
tempered_start (const IplPosteriorStart *start, IplPosteriorTarget *target, const double *q,
                const gsl_rng *rng, GError **error)
{
  const IplTemperedDensity density = { target->n,       target->signs, target, evaluate, prior,
                                       prior_variances, draw_prior,    settle, rescale };
  const IplTemperedPlan plan
      = { .warmup = start->options->warmup,
          .target_acceptance = start->options->target_acceptance,
          .narrow = has_width_of_one (start),
          .first = ((const IplPosteriorSurrogate *)start->shared)->covariance };

  return ipl_tempered_new (&density, &plan, q, rng, start->cancellable, error);
}

static void
tempered_free (gpointer mover)
{
  ipl_tempered_free (mover);
}

static gboolean
tempered_step (gpointer mover, GCancellable *cancellable, IplTransition *transition)
{
  return ipl_tempered_step (mover, cancellable, transition);
}

static guint
tempered_warmup_done (gconstpointer mover)
{
  return ((const IplTempered *)mover)->warmup_done;
}

static const double *
tempered_position (gconstpointer mover)
{
  return ipl_tempered_position (mover);
}

static void
tempered_report (gconstpointer mover, IplSamplerChainReport *report)
{
  ipl_tempered_report (mover, report);
}

const IplPosteriorMover ipl_posterior_tempered_mover = {
  .name = "tempered",
  .share = ipl_posterior_share_covariance,
  .unshare = ipl_posterior_unshare,
  .start = tempered_start,
  .free = tempered_free,
  .step = tempered_step,
  .warmup_done = tempered_warmup_done,
  .position = tempered_position,
  .report = tempered_report,
  .write = ipl_tempered_write,
  .read = ipl_tempered_read,
};
