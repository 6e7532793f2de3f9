/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/curvature.h"
#include "core/theory/energy.h"
#include "core/theory/wishart-chain.h"

/* A quadratic model g.p + p.Hp/2. The Hessian is given as a product; a positive diagonal D
 * preconditions it and defines lengths. */
typedef void (*IplHessianFunc) (const double *direction, double *out, gpointer data);

/* Truncated conjugate gradients (Steihaug 1983) in the D-norm: step is the minimizer of the model
 * within the radius, or a point on the boundary; scratch: [4 n]. Returns the model's decrease,
 * >= 0. */
double ipl_newton_step (gsize n, const double *gradient, const double *D, double radius,
                        double tolerance, guint max_iterations, IplHessianFunc apply, gpointer data,
                        double *step, gboolean *on_boundary, double *scratch);
double ipl_newton_length (gsize n, const double *D, const double *step);

/* E'' of an energy, estimated from its gradients, for many pairs of paths (THEORY.md section
 * 4.5). */
typedef struct _IplSecant IplSecant;

IplSecant *ipl_secant_new (const IplKernel *kernel, GError **error); /* NULL: IPL_ERROR_MEMORY */
void ipl_secant_free (IplSecant *self);

/* The guess at the U of the last evaluation of the energy, after its gradient G: [Pi x Pi],
 * consistent with all stored changes. FALSE: cancelled */
gboolean ipl_secant_begin (IplSecant *self, IplEnergy *energy, const double *G);
/* dG = E''[dU] of the model, for a symmetric dU: [Pi x Pi] */
void ipl_secant_apply (IplSecant *self, const double *dU, double *dG);
double ipl_secant_flops (const IplSecant *self); /* floating-point operations of that */
/* Adds E''[dU] = dG: [Pi x Pi]. FALSE if there are so many corrections that a new model is
 * better. */
gboolean ipl_secant_correct (IplSecant *self, const double *dU, const double *dG);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSecant, ipl_secant_free)

/* The end of a solve, as a start of the next one. */
typedef struct _IplWarmStart IplWarmStart;
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

/* Copies theta: [n] and, if E'' is a stored matrix of moderate size, the matrix with the U and G
 * = dE/dU: [Pi x Pi] of its last correction. NULL: IPL_ERROR_MEMORY */
IplWarmStart *ipl_warm_start_new (const IplWishartShape *shape, const double *theta,
                                  const IplEnergy *energy, const IplCurvature *curvature,
                                  const double *U, const double *G, GError **error);
/* A start with theta only, to be filled by the caller. NULL: IPL_ERROR_MEMORY */
IplWarmStart *ipl_warm_start_new_at (const IplWishartShape *shape, GError **error);
void ipl_warm_start_free (IplWarmStart *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplWarmStart, ipl_warm_start_free)

/* State of a descent of the action: its point, and the model of the action there. Vectors are in
 * the coordinates of wishart-chain.h ([n]), matrices [Pi x Pi]. */
typedef struct
{
  IplWishartShape shape;
  gsize n;
  gsize n2;
  IplEnergy *energy;
  IplCurvature *curvature; /* E'' of @energy */
  IplSecant *secant;       /* (nullable): the model of E'', if it is not a stored matrix */
  IplWishartChain *chain;
  double *theta;
  double *trial;
  double *step;
  double *gradient;
  double *trial_gradient;
  double *D; /* diagonal of the entropy's Hessian */
  double *U;
  double *G;      /* dE/dU */
  double *U_last; /* the last point linearized, and G there */
  double *G_last;
  double *dU;
  double *dG;
  double *scratch; /* [4 n] of the truncated conjugate gradients */
  double *space;   /* of all these */
  double E;        /* without its constant */
  double action;   /* E + entropy */
  double relative_gradient;
  double radius;
  double first_radius;
  gboolean dense; /* E'' is a stored matrix, so conjugate gradients cost next to nothing */
  gboolean have_curvature;
  guint drowned;        /* steps within rounding since the gradient last fell by half */
  double best_gradient; /* relative gradient at that time */
  guint iterations;
  guint evaluations;
  GCancellable *cancellable; /* the caller's */
} IplDescent;

typedef enum
{
  IPL_DESCENT_ACCEPTED,
  IPL_DESCENT_STUCK,
  IPL_DESCENT_DROWNED, /* in rounding */
  IPL_DESCENT_SINGULAR,
  IPL_DESCENT_CANCELLED,
} IplDescentResult;

/* Most steps of one descent, taken or not. */
#define IPL_DESCENT_MOST 500

/* Starts at the GP limit, or at the end of @start (nullable). NULL: IPL_ERROR_MEMORY */
IplDescent *ipl_descent_new (IplKernel *kernel, const IplWishartShape *shape,
                             const IplSetting *setting, const IplWarmStart *start,
                             GCancellable *cancellable, GError **error);
void ipl_descent_free (IplDescent *self);

gboolean ipl_descent_begin (IplDescent *self);     /* FALSE: the action is not defined there */
gboolean ipl_descent_linearize (IplDescent *self); /* FALSE: cancelled */
IplDescentResult ipl_descent_step (IplDescent *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplDescent, ipl_descent_free)
