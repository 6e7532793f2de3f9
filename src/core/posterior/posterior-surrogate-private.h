/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-private.h"
#include "core/posterior/posterior-target.h"

/* Shared by all chains, found once and frozen before the first draw. */
typedef struct
{
  IplSurrogateEnergy *energy; /* (nullable) */
  gboolean kept;              /* the method is the surrogate: files keep what it goes on from */
  double *covariance;         /* (nullable) [n x n] first metric */
  double acceptance;          /* of the exact step, as the pilot expects it */
  guint transitions;          /* of NUTS on the surrogate between two exact energies */
  gboolean pays; /* FALSE: chains are moved by NUTS on the exact density all the same */
} IplPosteriorSurrogate;

/* Below this expected acceptance of the exact step NUTS on the exact density is the better choice.
 */
#define IPL_SURROGATE_LEAST_ACCEPTANCE 0.3

/* Shared by the other methods: the first metric alone, from the curvature at the saddle point; and
 * the bytes that takes for a while. */
gboolean ipl_posterior_share_covariance (IplPosteriorStart *start, IplPosteriorTarget *target,
                                         GError **error);
void ipl_posterior_unshare (gpointer shared);

/* A pilot on the surrogate from the saddle point theta: chooses the bend and the transitions, and
 * says what acceptance to expect, from exact energies at some of its draws. FALSE with an error */
gboolean ipl_surrogate_pilot (IplPosteriorSurrogate *self, IplPosteriorTarget *target,
                              const double *theta, const IplPosteriorStart *start, GError **error);
