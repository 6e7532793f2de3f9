/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/case/setting.h"

G_BEGIN_DECLS

/**
 * IplPosteriorMethod:
 * @IPL_POSTERIOR_AUTOMATIC: whichever ipl_posterior_method_resolve() finds right
 * @IPL_POSTERIOR_NUTS: the no-U-turn sampler on the density itself (THEORY.md section 6.3)
 * @IPL_POSTERIOR_SURROGATE: NUTS on a surrogate of the energy, every move accepted or refused with
 *   one exact energy (THEORY.md section 10)
 *
 * How a chain is moved; all of them draw from the same posterior.
 */
typedef enum
{
  IPL_POSTERIOR_AUTOMATIC,
  IPL_POSTERIOR_NUTS,
  IPL_POSTERIOR_SURROGATE,
  IPL_POSTERIOR_N_METHODS,
} IplPosteriorMethod;

/**
 * IplPosteriorOptions:
 * @chains: number of chains, at least 1
 * @warmup: warm-up transitions of each chain, in which step size and metric adapt
 * @seed: every chain draws from its own stream of this seed
 * @prior_only: leave the data out, E = 0: draws of the Wishart chain itself
 * @method: how the chains are moved
 *
 * How to sample the exact posterior.
 */
typedef struct
{
  guint chains;
  guint warmup;
  guint64 seed;
  gboolean prior_only;
  IplPosteriorMethod method;
} IplPosteriorOptions;

#define IPL_POSTERIOR_DEFAULT_CHAINS 4
#define IPL_POSTERIOR_DEFAULT_WARMUP 300
#define IPL_POSTERIOR_DEFAULT_DRAWS 1000

void ipl_posterior_options_init (IplPosteriorOptions *self);
IplPosteriorMethod ipl_posterior_method_resolve (const IplCase *the_case, const IplSetting *setting,
                                                 const IplPosteriorOptions *options);

G_END_DECLS
