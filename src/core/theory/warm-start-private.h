/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/curvature.h"
#include "core/theory/wishart-chain.h"

typedef struct _IplWarmStart IplWarmStart; /* known by name in saddle.h */

/* Where a solve ended, for the next one to begin. */
struct _IplWarmStart
{
  IplWishartShape shape;
  double *theta;     /* [n] */
  double *U;         /* [Pi x Pi] */
  double *G;         /* [Pi x Pi] dE/dU */
  double *curvature; /* (nullable) [n_pairs x n_pairs] E'' near there ... */
  IplKernel *kernel; /* ... of this kernel ... */
  double s0_squared; /* ... with these two */
  double temperature;
  double *space; /* of all arrays */
};

/* Copies theta: [n] and, where E'' is held as a matrix that is not too large, that with the U and
 * G = dE/dU: [Pi x Pi] it was last corrected at. NULL: IPL_ERROR_MEMORY */
IplWarmStart *ipl_warm_start_new (const IplWishartShape *shape, const double *theta,
                                  const IplEnergy *energy, const IplCurvature *curvature,
                                  const double *U, const double *G, GError **error);
/* For a point of which nothing else is known; theta is the caller's to fill. NULL:
 * IPL_ERROR_MEMORY */
IplWarmStart *ipl_warm_start_new_at (const IplWishartShape *shape, GError **error);
double ipl_warm_start_memory (const IplWishartShape *shape, const IplKernel *kernel); /* bytes */
void ipl_warm_start_free (IplWarmStart *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWarmStart, ipl_warm_start_free)
