/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-options.h"
#include "core/theory/kernel.h"

G_BEGIN_DECLS

/* What sampling one setting will cost, as far as it can be known before it runs: within a factor of
 * two, as a rule. */
typedef struct
{
  /* exact gradients of the energy, of all chains together, as ipl_posterior_get_gradients() counts
   * them; with a surrogate exact energies */
  double gradients;
  /* how long they take on the threads asked about, at the rate this machine has now */
  double seconds;
} IplPosteriorCost;

void ipl_posterior_cost (IplPosteriorCost *self, const IplKernel *kernel, const IplSetting *setting,
                         const IplPosteriorOptions *options, guint draws, guint threads);

G_END_DECLS
