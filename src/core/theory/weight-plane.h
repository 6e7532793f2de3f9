/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Paths whose effective weights are shown as arrows at the most. */
#define IPL_WEIGHT_PLANE_MOST_PATHS 256

/* The effective weights of all paths, seen in the plane that keeps their lengths and angles best
 * (THEORY.md section 6.10). */
typedef struct
{
  gsize Pi;   /* paths */
  double *at; /* [Pi x 2] where the effective weights W_1[p] / sqrt(N_1) lie in the plane */
  /* how much of the sum of their squared lengths, tr U, lies in the plane, in [0, 1]: the share of
   * the two largest eigenvalues of U */
  double share;
} IplWeightPlane;

IplWeightPlane *ipl_weight_plane_new (gsize Pi, const double *U, GError **error);
void ipl_weight_plane_turn_to (IplWeightPlane *self, const IplWeightPlane *other);
void ipl_weight_plane_free (IplWeightPlane *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWeightPlane, ipl_weight_plane_free)
