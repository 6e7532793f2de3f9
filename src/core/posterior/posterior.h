/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/work.h"
#include "core/posterior/posterior-options.h"
#include "core/kernel/kernel.h"

/* A sampling run of the exact posterior over the order parameter at a setting (THEORY.md section
 * 6). It can be stopped, summarized and continued. Not thread-safe. */
typedef struct _IplPosterior IplPosterior;

/* While no chain of @self moves. */
typedef void (*IplPosteriorPause) (const IplPosterior *self, gpointer data);

IplPosterior *ipl_posterior_prepare (IplCase *the_case, IplKernel *kernel,
                                     const IplSetting *setting, const IplPosteriorOptions *options,
                                     GCancellable *cancellable, GError **error);

gboolean ipl_posterior_run (IplPosterior *self, guint draws, const IplWork *work, GError **error);
void ipl_posterior_set_pause (IplPosterior *self, IplPosteriorPause pause, gpointer data);
void ipl_posterior_free (IplPosterior *self);

const IplSetting *ipl_posterior_get_setting (const IplPosterior *self);
guint ipl_posterior_get_n_chains (const IplPosterior *self);
guint ipl_posterior_get_n_draws (const IplPosterior *self); /* of every chain */
const double *ipl_posterior_get_U (const IplPosterior *self, guint chain, guint draw);
guint64 ipl_posterior_get_transitions (const IplPosterior *self);
guint64 ipl_posterior_get_gradients (const IplPosterior *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPosterior, ipl_posterior_free)

/* Report about a chain after its warm-up. */
typedef struct
{
  double step_size;  /* adapted step size, in units of the metric */
  guint divergences; /* divergent transitions after warm-up */
  double mean_depth; /* mean tree depth */
  guint saturated;   /* transitions that reached the greatest tree depth */
  double acceptance; /* mean acceptance statistic */
  /* target of the adaptation of the step size: as requested, or more if transitions of a
   * tempered chain with a width of 1 diverged in the warm-up */
  double target_acceptance;
  /* energy Bayesian fraction of missing information (Betancourt 2016); below 0.3 is trouble */
  double e_bfmi;
  /* replicas of a tempered chain, the prior's and the posterior's included; else 0 */
  guint rungs;
  /* mean share of exchanges between neighbouring replicas that are accepted */
  double swap_acceptance;
  double least_swap_acceptance; /* ... between the two for which it is least */
  /* states that came from a draw of the prior up to the posterior since the warm-up */
  guint round_trips;
  /* TRUE if moves were proposed on a surrogate of the energy (THEORY.md section 10) */
  gboolean surrogate;
  /* with a surrogate, mean probability that the exact energy accepts a move */
  double exact_acceptance;
  guint longest_stay; /* with a surrogate, most moves in a row that it refused */
} IplSamplerChainReport;

char *ipl_posterior_digest_case (const IplCase *the_case);
gboolean ipl_posterior_save (const IplPosterior *self, const char *path, GError **error);
IplPosterior *ipl_posterior_load (const char *path, IplCase *the_case, IplKernel *kernel,
                                  const IplSetting *setting, const IplPosteriorOptions *options,
                                  GCancellable *cancellable, GError **error);
