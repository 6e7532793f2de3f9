/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gsl/gsl_rng.h>

#include "core/theory/curvature.h"
#include "core/theory/energy.h"
#include "core/theory/saddle.h"
#include "core/theory/wishart-chain.h"

/* The energy E(U) to second order in bounded coordinates around a point U* (THEORY.md section
 * 10), without work of size P. Constant once its bend is chosen: threads evaluate it
 * concurrently, each with its own work array. */
typedef struct
{
  gsize Pi;
  gsize n;           /* pairs of paths */
  double bend;       /* tau of section 10, in [0, 1): 0 expands in U itself */
  double energy;     /* E(U*) */
  double *center;    /* [Pi x Pi] U* */
  double *inverse;   /* [Pi x Pi] its inverse */
  double *slope;     /* [Pi x Pi] dE/dU at U*, entries of the symmetric matrix not doubled */
  double *curvature; /* [n x n] E'' there, over pairs */
  double *bent;      /* [n x n] the second derivative in the coordinates of this bend */
  double *space;     /* of all of these */
} IplSurrogateEnergy;

/* At U: [Pi x Pi], positive definite, for an energy whose curvature is a matrix; evaluates both
 * at U. NULL: IPL_ERROR_MEMORY, IPL_ERROR_SINGULAR or G_IO_ERROR_CANCELLED */
IplSurrogateEnergy *ipl_surrogate_energy_new (IplEnergy *energy, const double *U, double bend,
                                              GError **error);
void ipl_surrogate_energy_free (IplSurrogateEnergy *self);
void ipl_surrogate_energy_set_bend (IplSurrogateEnergy *self, double bend);
/* Doubles of work that an evaluation needs */
gsize ipl_surrogate_energy_work (gsize Pi);
/* Es(U) and, unless @G is NULL, dEs/dU: [Pi x Pi], not doubled. FALSE if U is not positive
 * definite. */
gboolean ipl_surrogate_energy_evaluate (const IplSurrogateEnergy *self, const double *U,
                                        double *work, double *value, double *G);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSurrogateEnergy, ipl_surrogate_energy_free)

/* The exact posterior density of THEORY.md section 6 over the free coordinates q: [n_free]: the
 * logarithms of the diagonals of A_l and of s, and the other entries unchanged, including a
 * diagonal of a single degree of freedom. Each thread has its own. */
typedef struct
{
  IplWishartShape shape;
  IplSetting setting;
  IplWishartChain *chain;
  IplEnergy *energy; /* NULL: prior only */
  gsize n;           /* free coordinates */
  guint *layer;      /* [n] of A_l that q_k is of, from 0; L for s */
  gsize *place;      /* [n] of q_k in the chain's vectors */
  double *degrees;   /* [n] N_l - i + 1 for a diagonal (N_a for s) that is > 0, else 0 */
  double *width;     /* [n] N_l, N_a */
  guint64 *signs; /* [n] equal for coordinates whose signs always change together in folding; NULL:
                     no folding */
  double *theta;
  double *gradient;
  double *U;
  double *G;
  double *space;       /* of all arrays */
  double power;        /* of the likelihood, in [0, 1]: 1 for the posterior, 0 for the prior */
  guint64 evaluations; /* of the exact energy */
  /* Replaces the energy in ipl_posterior_target_evaluate() unless NULL. */
  const IplSurrogateEnergy *surrogate;
  double *surrogate_work;
  guint64 surrogate_evaluations;
} IplPosteriorTarget;

/* NULL: IPL_ERROR_MEMORY */
IplPosteriorTarget *ipl_posterior_target_new (const IplCase *the_case, IplKernel *kernel,
                                              const IplSetting *setting, gboolean prior_only,
                                              GError **error);
/* Number of its dimensions: entries of A_l on and below the diagonal, except an identity's, and
 * s. */
gsize ipl_posterior_target_count_free (const IplWishartShape *shape);
/* Replaces the energy by the surrogate, which must outlive the target; NULL restores the energy.
 * FALSE: IPL_ERROR_MEMORY */
gboolean ipl_posterior_target_set_surrogate (IplPosteriorTarget *self,
                                             const IplSurrogateEnergy *surrogate, GError **error);
void ipl_posterior_target_free (IplPosteriorTarget *self);
/* log density, up to a constant, and its gradient: [n]; -infinity if undefined */
double ipl_posterior_target_evaluate (IplPosteriorTarget *self, const double *q, double *gradient);
/* The target as a density for ipl_nuts_new(), with the target as data. */
double ipl_posterior_nuts_density (const double *q, double *gradient, GCancellable *cancellable,
                                   gpointer target);
/* The prior's part of both; [n] */
double ipl_posterior_target_prior (const IplPosteriorTarget *self, const double *q,
                                   double *gradient);
/* Inverse of the entropy's Hessian at its own maximum: the variances without data; [n] */
void ipl_posterior_target_prior_variances (const IplPosteriorTarget *self, double *variances);
void ipl_posterior_target_draw_prior (const IplPosteriorTarget *self, gsl_rng *rng, double *q);
/* Moves to the equivalent point whose diagonals are all at least 0, by changes of sign that
 * leave U unchanged; with the gradient: [n] (nullable) there. Does nothing for an identity. */
void ipl_posterior_target_fold (IplPosteriorTarget *self, double *q, double *gradient);
/* A factor moved from the scale of A_l to that of A_{l+1} leaves U unchanged. Moves along this
 * direction of every layer, drawn from the density along it, which needs no energy; @slope: [n],
 * the energy's gradient, moves too. */
void ipl_posterior_target_rescale (const IplPosteriorTarget *self, gsl_rng *rng, double *q,
                                   double *slope);
/* U: [Pi x Pi] and u_a at q */
void ipl_posterior_target_order (IplPosteriorTarget *self, const double *q, double *U, double *u_a);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPosteriorTarget, ipl_posterior_target_free)

/* The posterior covariance in q from the curvature at the saddle point, [n x n]; NULL if there
 * is none: prior only, trapezoidal A of a single output, or too many dimensions for a matrix.
 * FALSE: IPL_ERROR_MEMORY */
gboolean ipl_posterior_laplace_covariance (IplPosteriorTarget *target, const IplCase *the_case,
                                           IplKernel *kernel, const IplSetting *setting,
                                           double **covariance, GError **error);
/* Like ipl_posterior_laplace_covariance(), at a given saddle point, if
 * ipl_posterior_laplace_applies(). */
gboolean ipl_posterior_laplace_covariance_at (IplPosteriorTarget *target, const IplSaddle *saddle,
                                              double **covariance, GError **error);
/* TRUE if there can be a covariance, so that a saddle point is computed. */
gboolean ipl_posterior_laplace_applies (const IplCase *the_case, const IplKernel *kernel,
                                        const IplSetting *setting, gboolean prior_only);
