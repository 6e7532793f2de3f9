/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"
#include "core/theory/alignment.h"

/* E(U) = log det(K + T I) + y^T (K + T I)^-1 y with its gradient in U (THEORY.md section 4), and
 * the workspace they share, all over the P rows in use of a kernel (section 9). One per thread. */
typedef struct
{
  IplKernel *kernel;
  double s0_squared;
  double temperature;
  double constant;   /* contribution of the examples outside the rows to E at every U */
  double *factor;    /* [P x P]: R of K + T I = R^T R, upper, row-major; lower half is junk */
  double *inverse;   /* (nullable) [P x P]: (K + T I)^-1, full; valid after ipl_energy_invert */
  double *M;         /* (nullable) [P x P]: (K + T I)^-1 - alpha alpha^T, lower half */
  double *Z;         /* (nullable) [P x outputs x paths x N0]: R^-T Xi; valid after
                      * ipl_energy_whiten; of factors it shares @scratch */
  double *alpha;     /* [P]: (K + T I)^-1 y */
  double *t;         /* [outputs x paths x N0]: sum of alpha_m Xi_m; valid with Z, or after a
                      * gradient by blocks */
  double *by_output; /* (nullable) [Pi x Pi] with the outputs slowest, of factors */
  double *b;         /* (nullable) [P]: R^-T y, if the kernel works by blocks */
  double *scratch;   /* of the kernel */
  double *space;     /* of all of these */
  GCancellable *cancellable; /* (nullable) borrowed: once it is cancelled no result is one */
  gboolean aligns;           /* TRUE: ipl_energy_evaluate() measures @alignment */
  IplAlignment alignment;    /* of K at the last U with the labels */
  gboolean inverted;
  gboolean whitened;
  double largest;  /* of the diagonal of K + T I at the last U */
  double log_det;  /* of the rows in use */
  double fit;      /* y . alpha */
  double rounding; /* bound on the error of the energy from rounding of the kernel */
  double flops;    /* floating-point operations of the large products so far */
} IplEnergy;

/* Without derivatives only ipl_energy_evaluate() may be called; identical outputs have no
 * derivatives. NULL: IPL_ERROR_MEMORY */
IplEnergy *ipl_energy_new (IplKernel *kernel, double s0_squared, double temperature,
                           gboolean derivatives, GError **error);
/* Evaluated at U, without derivatives. NULL also: IPL_ERROR_SINGULAR, or cancelled */
IplEnergy *ipl_energy_new_at (IplKernel *kernel, const IplSetting *setting, const double *U,
                              gboolean aligns, GCancellable *cancellable, GError **error);
void ipl_energy_free (IplEnergy *self);

/* The energy without its constant, whose size would drown differences between two U in rounding.
 * FALSE if K + T I is not positive definite to rounding. */
gboolean ipl_energy_evaluate (IplEnergy *self, const double *U, double *value);
/* After a failed ipl_energy_evaluate() that was not cancelled: reports the lowest temperature at
 * which K + T I is positive definite to rounding. Returns FALSE */
gboolean ipl_energy_set_singular (const IplEnergy *self, GError **error);
/* At the last evaluated U: G = dE/dU, [Pi x Pi], entries of the symmetric matrix not doubled. */
void ipl_energy_gradient (IplEnergy *self, double *G);
void ipl_energy_invert (IplEnergy *self);
/* Root mean square, over training examples and outputs, of label minus mean. */
double ipl_train_residual (const IplKernel *kernel, double temperature, const double *alpha);
/* FALSE when cancelled */
gboolean ipl_energy_whiten (IplEnergy *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplEnergy, ipl_energy_free)
