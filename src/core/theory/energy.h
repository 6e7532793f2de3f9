/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel-private.h"

#include <gio/gio.h>

/* E(U) = log det(K + T I) + y^T (K + T I)^-1 y with its first and second derivatives in U
 * (THEORY.md section 4), and the workspace they share. One per thread. */
typedef struct _IplCurvature IplCurvature;

typedef struct
{
  IplKernel *kernel;
  double s0_squared;
  double temperature;
  double *factor;  /* [P x P]: R of K + T I = R^T R, upper, row-major; lower half is junk */
  double *inverse; /* [P x P]: (K + T I)^-1, full; valid after ipl_energy_invert */
  double *M;       /* [P x P]: (K + T I)^-1 - alpha alpha^T, lower half */
  double *alpha;   /* [P]: (K + T I)^-1 y */
  gboolean inverted;
  double log_det;
  double fit;   /* y . alpha */
  double flops; /* floating-point operations of the large products so far */
  IplCurvature *curvature;
} IplEnergy;

IplEnergy *ipl_energy_new (IplKernel *kernel, double s0_squared, double temperature);
void ipl_energy_free (IplEnergy *self);

/* FALSE where K + T I is not positive definite to rounding. */
gboolean ipl_energy_evaluate (IplEnergy *self, const double *U, double *value);
/* At the last evaluated U: G = dE/dU, [Pi x Pi], entries of the symmetric matrix not doubled. */
void ipl_energy_gradient (IplEnergy *self, double *G);
void ipl_energy_invert (IplEnergy *self);

/* Second derivative at the last evaluated U; FALSE when cancelled. The gradient comes with it. */
gboolean ipl_energy_prepare_curvature (IplEnergy *self, double *G, GCancellable *cancellable);
/* dG = E''[dU] for a symmetric dU: [Pi x Pi] */
void ipl_energy_apply_curvature (IplEnergy *self, const double *dU, double *dG);
gboolean ipl_energy_curvature_is_dense (const IplEnergy *self);
/* Hold no matrix of E'' even where that would be cheap: for tests of the other way. */
void ipl_energy_force_applied_curvature (IplEnergy *self);
/* Secant correction of a dense E'' (symmetric rank one): after it, E''[dU] = dG. */
void ipl_energy_correct_curvature (IplEnergy *self, const double *dU, const double *dG);
/* A dense E'', [n_pairs x n_pairs], to keep for a later solve on the same kernel; or %NULL. */
const double *ipl_energy_get_curvature (const IplEnergy *self);
void ipl_energy_set_curvature (IplEnergy *self, const double *H);

IplCurvature *ipl_curvature_new (const IplKernel *kernel);
void ipl_curvature_free (IplCurvature *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplEnergy, ipl_energy_free)
