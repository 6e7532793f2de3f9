/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel.h"
#include "core/case/setting.h"

G_BEGIN_DECLS

/* Largest relative gradient (THEORY.md section 4.8) at which a solve has converged. */
#define IPL_SADDLE_TOLERANCE 1e-8

typedef struct _IplWarmStart IplWarmStart; /* where a solve ended, for the next one to begin */

/* The finite-width theory's answer at one setting. */
typedef struct
{
  gsize Pi;
  double *U;     /* [Pi x Pi] row-major symmetric order parameter at the saddle point */
  double u_a;    /* |a|^2 / N_a at the saddle point */
  double action; /* the action in the authors' form (THEORY.md section 4) */
  double energy; /* E(U) = log det(K + T I) + y^T (K + T I)^-1 y */
  /* largest |dS/dU_l| over all layers and u_a, authors' scaling; in units of 1/U */
  double gradient;
  /* the same for relative changes of U_l, over the width: a number without units */
  double relative_gradient;
  guint iterations;  /* accepted and rejected Newton steps */
  guint evaluations; /* times the kernel was factorized */
  double seconds;    /* wall-clock time of the solve */
  /* floating-point operations of its large matrix products and factorizations */
  double flops;
  gboolean converged; /* whether @relative_gradient is at most IPL_SADDLE_TOLERANCE */
  char *message;      /* (nullable): where it did not converge, a sentence why */
  /* starts of which this is the lowest minimum; 1 where there was no search */
  guint starts;
  guint agreeing;           /* how many of them ended in it */
  IplWarmStart *warm_start; /* the point in the solver's own coordinates, to continue from */
} IplSaddle;

IplSaddle *ipl_saddle_solve (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                             const IplSaddle *start, GCancellable *cancellable, GError **error);
double ipl_saddle_memory (const IplCase *the_case, const IplKernel *kernel, double *kept);
void ipl_saddle_free (IplSaddle *self);
double ipl_saddle_gp_scale (const IplCase *the_case, const IplSetting *setting, gsize path);

/* The saddle point in the coordinates of wishart-chain.h, square A_l: [n] */
const double *ipl_saddle_get_theta (const IplSaddle *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSaddle, ipl_saddle_free)

G_END_DECLS
