/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-options.h"

#include "core/posterior/surrogate-choice-private.h"

/**
 * ipl_posterior_options_init:
 * @self: (out): options
 *
 * Four chains of 300 warm-up transitions, seed 1, moved by what fits the setting.
 */
void
ipl_posterior_options_init (IplPosteriorOptions *self)
{
  *self = (IplPosteriorOptions){
    .chains = IPL_POSTERIOR_DEFAULT_CHAINS,
    .warmup = IPL_POSTERIOR_DEFAULT_WARMUP,
    .seed = 1,
  };
}

/**
 * ipl_posterior_method_resolve:
 * @the_case: a case
 * @setting: a setting
 * @options: how to sample
 *
 * Returns: how the chains are moved, never %IPL_POSTERIOR_AUTOMATIC
 */
IplPosteriorMethod
ipl_posterior_method_resolve (const IplCase *the_case, const IplSetting *setting,
                              const IplPosteriorOptions *options)
{
  if (options->method != IPL_POSTERIOR_AUTOMATIC)
    return options->method;
  if (!options->prior_only && ipl_surrogate_is_worth_trying (the_case, setting))
    return IPL_POSTERIOR_SURROGATE;
  return IPL_POSTERIOR_NUTS;
}
