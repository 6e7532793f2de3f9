/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains moved by NUTS over the density itself, with a first metric from the curvature at the
 * saddle point or, where there is none, from the entropy's Hessian. */
#include "core/posterior/nuts-io-private.h"
#include "core/base/memory.h"
#include "core/posterior/posterior-laplace-private.h"
#include "core/posterior/posterior-mover-private.h"
#include "core/theory/curvature.h"
#include "core/theory/saddle.h"

double
ipl_posterior_nuts_density (const double *q, double *gradient, GCancellable *cancellable,
                            gpointer data)
{
  IplPosteriorTarget *target = data;

  if (target->energy == NULL || cancellable == NULL)
    return ipl_posterior_target_evaluate (target, q, gradient);
  target->energy->cancellable = cancellable;

  double value = ipl_posterior_target_evaluate (target, q, gradient);

  target->energy->cancellable = NULL;
  return value;
}

void
ipl_posterior_nuts_settle (double *q, double *gradient, gpointer data)
{
  ipl_posterior_target_fold (data, q, gradient);
}

static double
nuts_memory (gsize n, const IplPosteriorStart *start)
{
  return ipl_nuts_memory (n);
}

/* A saddle point, where the first metric comes from there. */
static double
nuts_preparing_memory (const IplPosteriorStart *start)
{
  double unused;

  if (!ipl_posterior_laplace_applies (start->the_case, start->kernel, start->setting,
                                      start->options->prior_only))
    return 0;
  return ipl_saddle_memory (start->the_case, start->kernel, &unused)
         + ipl_curvature_memory (start->kernel);
}

static gboolean
nuts_share (IplPosteriorStart *start, IplPosteriorTarget *target, GError **error)
{
  double *covariance = NULL;
  gboolean ok = ipl_posterior_laplace_covariance (target, start->the_case, start->kernel,
                                                  start->setting, &covariance, error);

  start->shared = covariance;
  return ok;
}

static gpointer
nuts_start (const IplPosteriorStart *start, IplPosteriorTarget *target, const double *q,
            const gsl_rng *rng, GError **error)
{
  g_autofree double *variances
      = ipl_try_new (double, (double)target->n, "The starts of the chains", error);
  IplNuts *nuts;

  if (variances == NULL)
    return NULL;
  ipl_posterior_target_prior_variances (target, variances);
  nuts = ipl_nuts_new (target->n, ipl_posterior_nuts_density, ipl_posterior_nuts_settle,
                       target->signs, target, q, variances, start->shared, start->options->warmup,
                       rng, error);
  if (nuts == NULL)
    return NULL;
  ipl_nuts_set_target_acceptance (nuts, start->options->target_acceptance);
  return nuts;
}

static void
nuts_free (gpointer mover)
{
  ipl_nuts_free (mover);
}

static gboolean
nuts_step (gpointer mover, GCancellable *cancellable, IplTransition *transition)
{
  return ipl_nuts_step (mover, cancellable, transition);
}

static guint
nuts_warmup_done (gconstpointer mover)
{
  return ipl_nuts_get_warmup_done (mover);
}

static const double *
nuts_position (gconstpointer mover)
{
  return ipl_nuts_get_position (mover);
}

static void
nuts_report (gconstpointer mover, IplSamplerChainReport *report)
{
  report->step_size = ipl_nuts_get_step_size (mover);
}

static void
nuts_write (gconstpointer mover, const char *prefix, IplNpzWriter *npz)
{
  ipl_nuts_write (mover, prefix, npz);
}

static gboolean
nuts_read (gpointer mover, const char *prefix, IplNpz *npz)
{
  return ipl_nuts_read (mover, prefix, npz);
}

const IplPosteriorMover ipl_posterior_nuts_mover = {
  .name = "nuts",
  .memory = nuts_memory,
  .preparing_memory = nuts_preparing_memory,
  .share = nuts_share,
  .unshare = g_free,
  .start = nuts_start,
  .free = nuts_free,
  .step = nuts_step,
  .warmup_done = nuts_warmup_done,
  .position = nuts_position,
  .report = nuts_report,
  .write = nuts_write,
  .read = nuts_read,
};
