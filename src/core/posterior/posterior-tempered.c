/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The posterior of section 6 moved by replica exchange. */
#include "core/posterior/posterior-surrogate-private.h"
#include "core/posterior/tempered.h"

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
  const IplTemperedPlan plan
      = { .warmup = start->options->warmup,
          .target_acceptance = start->options->target_acceptance,
          .narrow = has_width_of_one (start),
          .first = ((const IplPosteriorSurrogate *)start->shared)->covariance };

  return ipl_tempered_new (target, &plan, q, rng, start->cancellable, error);
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
