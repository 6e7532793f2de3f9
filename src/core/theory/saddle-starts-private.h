/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/kernel/kernel.h"
#include "core/theory/wishart-chain.h"

/* Points from which a solve may begin, and end in another minimum than from the GP limit (THEORY.md
 * section 4.9). Immutable once made: threads may share it. */
typedef struct
{
  IplWishartShape shape;
  IplSetting setting;
  guint64 seed;
  double scale;       /* s0^2 / (N_0 Pi P): the mean diagonal of K is scale sum_pq U_pq gram_pq */
  double labels;      /* mean of |y|^2 */
  double *gram;       /* [Pi x Pi] sum_m xi^p(x_m) . xi^q(x_m), 0 between outputs */
  double *directions; /* [Pi x Pi] rows: combinations of paths, best fit to the labels first */
  double *space;      /* of both */
} IplSaddleStarts;

IplSaddleStarts *ipl_saddle_starts_new (const IplKernel *kernel, const IplSetting *setting,
                                        guint64 seed, GError **error);
gboolean ipl_saddle_starts_get (const IplSaddleStarts *self, guint index, double *theta,
                                GError **error);
void ipl_saddle_starts_free (IplSaddleStarts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSaddleStarts, ipl_saddle_starts_free)
