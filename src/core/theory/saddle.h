/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"
#include "core/kernel/kernel.h"
#include "core/theory/saddle.h"

/* Largest relative gradient (THEORY.md section 4.8) of a converged solve. */
#define IPL_SADDLE_TOLERANCE 1e-8

typedef struct _IplWarmStart IplWarmStart; /* end of a solve, as a start of the next one */

/* A saddle point, and the solution computed from it. */
typedef struct _IplSaddlePoint
{
  double u_a;    /* |a|^2 / N_a, the mean of all outputs */
  double action; /* in the authors' form (THEORY.md section 4); NaN for the GP limit */
  /* largest |dS/dU_l| over all layers and u_a, authors' scaling, in units of 1/U; this and the next
   * are 0 for the GP limit */
  double gradient;
  /* largest |dS/dU_l| for relative changes of U_l, over the width: a dimensionless number that
   * decides @converged */
  double relative_gradient;
  guint iterations;   /* accepted and rejected Newton steps; 0 for the GP limit */
  guint evaluations;  /* times the kernel was factorized */
  gboolean converged; /* TRUE if @relative_gradient is at most IPL_SADDLE_TOLERANCE */
  /* starts whose lowest minimum this is (section 4.9); 1 without a search */
  guint starts;
  guint agreeing; /* number of starts that ended in it */
} IplSaddlePoint;

/* The solution of the finite-width theory at a setting. */
typedef struct _IplSaddle
{
  gsize Pi; /* paths, times outputs */
  /* [Pi x Pi] row-major symmetric order parameter at the saddle point */
  double *U;
  union
  {
    IplSaddlePoint point;
    struct _IplSaddlePoint; /* saddle->u_a is saddle->point.u_a */
  };
  double energy;            /* E(U) = log det(K + T I) + y^T (K + T I)^-1 y */
  double seconds;           /* elapsed time of the solver */
  double flops;             /* operations of its large matrix products and factorizations */
  char *message;            /* (nullable): the reason, if it did not converge */
  IplWarmStart *warm_start; /* the point in the solver's own coordinates, to continue from */
  /* (nullable): the solution of an output without labels; @warm_start is then of the outputs
   * with labels (THEORY.md section 18.3) */
  struct _IplSaddle *unlabelled;
} IplSaddle;

IplSaddle *ipl_saddle_solve_narrow (const IplCase *the_case, IplKernel *kernel,
                                    const IplSetting *setting, const guint *N,
                                    const IplSaddle *start, GCancellable *cancellable,
                                    GError **error);
void ipl_saddle_free (IplSaddle *self);
double ipl_saddle_gp_scale (const IplCase *the_case, const IplSetting *setting, gsize path);

/* The saddle point in the coordinates of wishart-chain.h, square A_l: [n]. Only if no outputs
 * were solved separately, as by ipl_saddle_solve_narrow(). */
const double *ipl_saddle_get_theta (const IplSaddle *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSaddle, ipl_saddle_free)

/* Observables of U and the kernel (THEORY.md section 5); the caller owns all arrays. */
void ipl_observables_head_scores (guint L, const guint *H, const double *U, double *scores);

/* Random starts of a search, at most. */
#define IPL_SADDLE_MAX_STARTS 48

/* Default seed of the random starts; tests use other seeds. */
#define IPL_SADDLE_SEED 0

gboolean ipl_saddle_search_is_narrow (const IplCaseInfo *the_case, const IplSetting *setting);
gboolean ipl_saddle_search_is_wanted (const IplCase *the_case, const IplSetting *setting);
IplSaddle *ipl_saddle_search (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                              IplSaddle *first, guint64 seed, guint threads,
                              GCancellable *cancellable, GError **error);
IplSaddle *ipl_saddle_find (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                            const IplSaddle *start, guint threads, GCancellable *cancellable,
                            GError **error);
