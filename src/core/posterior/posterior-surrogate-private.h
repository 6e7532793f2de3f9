/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-mover-private.h"
#include "core/posterior/surrogate-energy-private.h"

/* What all chains of the surrogate method share, found once and frozen before the first draw. */
typedef struct
{
  IplSurrogateEnergy *energy;
  double *covariance; /* (nullable) [n x n] first metric */
  double acceptance;  /* of the exact step, as the pilot expects it */
  guint transitions;  /* of NUTS on the surrogate between two exact energies */
  gboolean pays;      /* FALSE: chains are moved by NUTS on the exact density all the same */
} IplPosteriorSurrogate;

/* Below this expected acceptance of the exact step NUTS on the exact density is the better choice.
 */
#define IPL_SURROGATE_LEAST_ACCEPTANCE 0.3

/* A pilot on the surrogate from the saddle point theta: chooses the bend and the transitions, and
 * says what acceptance to expect, from exact energies at some of its draws. FALSE with an error */
gboolean ipl_surrogate_pilot (IplPosteriorSurrogate *self, IplPosteriorTarget *target,
                              const double *theta, const IplPosteriorStart *start, GError **error);
double ipl_surrogate_pilot_memory (gsize n, const IplKernel *kernel); /* bytes for a while */
