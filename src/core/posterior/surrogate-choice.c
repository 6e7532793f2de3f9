/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/surrogate-choice-private.h"

#include "core/theory/curvature.h"
#include "core/theory/wishart-chain.h"

/* Floating-point operations of an exact gradient from which a pilot pays: about half a millisecond.
 * Counted, not measured, so that the same case is sampled alike everywhere. */
#define WORTHWHILE_FLOPS 1e7

gboolean
ipl_surrogate_is_possible (const IplCase *the_case, const IplSetting *setting)
{
  IplWishartShape square, shape;

  ipl_wishart_shape_init (&square, the_case);
  ipl_wishart_shape_init_posterior (&shape, the_case, setting->N);
  return square.n == shape.n && ipl_curvature_pairs_would_be_dense (the_case->Pi);
}

gboolean
ipl_surrogate_is_worth_trying (const IplCase *the_case, const IplSetting *setting)
{
  double P = (double)the_case->train.count, Pi = (double)the_case->Pi;
  double D = Pi * (double)the_case->N0, m = MIN (P, D);

  return ipl_surrogate_is_possible (the_case, setting)
         && m * m * (m + MIN (D, Pi * (Pi + 1))) >= WORTHWHILE_FLOPS;
}
