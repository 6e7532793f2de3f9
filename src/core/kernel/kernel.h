/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/kernel/feature-rows.h"

/* Products of path features for many paths (THEORY.md section 3.1), some components of the tokens
 * at a time: no array is as large as the features. Xi is [P x Pi x N0] row-major. All are
 * cancelled within milliseconds. */
typedef struct
{
  gsize P;
  gsize Pi;
  gsize N0;
  const double *Xi;
  double scale; /* of every product of two features */
} IplPathProducts;

double ipl_path_products_scratch (gsize P, gsize Pi, gsize N0); /* doubles that these need */

/* K = scale sum_pq U_pq Xi_p Xi_q^T for a symmetric U: [Pi x Pi]; only its upper half is written */
void ipl_path_products_kernel (const IplPathProducts *self, const double *U, double *K,
                               double *scratch, GCancellable *cancellable);
/* G_pq = scale tr (Xi_p^T M Xi_q) for a symmetric M: [P x P], of which only the lower half is read;
 * G: [Pi x Pi] */
void ipl_path_products_contract (const IplPathProducts *self, const double *M, double *G,
                                 double *scratch, GCancellable *cancellable);
/* Like the former with M = R^-1 R^-T - R^-1 b b^T R^-T, from the inverse of an upper triangle R:
 * [P x P], and b: [P]; also gives t_p = Xi_p^T R^-1 b: [Pi x N0]. */
void ipl_path_products_gradient (const IplPathProducts *self, const double *inverse_R,
                                 const double *b, double *G, double *t, double *scratch,
                                 GCancellable *cancellable);

/* With more pairs of paths than this E'' is not held as a matrix. */
#define IPL_KERNEL_FEW_PAIRS 900

/* C_pq between a test set and the training set, over several outputs, so that every U is predicted
 * from without features. */
typedef struct
{
  double *cross; /* [Pi^2 x P' x rows] C_pq[m, x]: row (p, q), example x, then row m */
  double *owned; /* [P' x Pi^2] C_pq[x, x] */
} IplTestPairs;

/* The path-path kernels C_pq of a training set (THEORY.md section 3), ready to be contracted with
 * an order parameter U. Held as pairs (@S) or only as factors (@Xi), whichever makes a gradient
 * cheaper, without the factor s0^2, so one object serves every variance. Immutable, thread-safe,
 * reference-counted.
 * With several outputs a row is an output of an example (the rows of one output after those of
 * the other), and an index of U is a pair (path, output) with the output fastest (THEORY.md
 * section 18): @P, @Pi and @n_pairs count these, and path features and C_pq are held once for
 * all outputs. */
typedef struct _IplKernel
{
  IplCase *the_case; /* the case (a reference) */
  guint outputs;     /* R, outputs mixed by U: all of the case, or one if they are identical */
  guint copies;      /* independent copies of these with the same U, as many as there are labels */
  struct _IplKernel *all; /* (nullable): over all outputs, whose arrays this one has */
  /* rows in use: training examples, or fewer that are worth the same (THEORY.md section 9), times
   * outputs */
  gsize P;
  gsize Pi;      /* paths, times outputs */
  gsize N0;      /* components of a token in use */
  gsize n_pairs; /* Pi (Pi + 1) / 2 */
  double scale;  /* 1 / (N0 Pi), of the case's N0 and Pi */
  /* [rows.count x the case's Pi x N0] row-major path features: C_pq = @scale Xi_p Xi_q^T */
  const double *Xi;
  gboolean lower; /* TRUE if row m of @Xi, as [rows.count x Pi N0], has only zeros after column m */
  /* TRUE for a number of paths too large for arrays of the size of @Xi: arrays then have some
   * components of the tokens at a time */
  gboolean blocks;
  /* (nullable): [path_pairs x packed] the symmetrized C_pq of the case's paths p <= q, in the order
   * of ipl_pair_index(), each as its lower half row by row: of blocks of an output with itself */
  double *S;
  gsize path_pairs; /* pairs of paths in @S */
  gsize packed;     /* numbers of each */
  /* (nullable): [paths^2 x rows.count^2] C_pq of all ordered pairs: of blocks of two outputs */
  double *C;
  IplTestPairs *tests;           /* (nullable): [n_tests] over several outputs, with @C */
  gboolean curvature_by_factors; /* TRUE if E'' costs less from @Xi than from @S */
  IplFeatureRows rows;           /* origin of the rows, and further parts of the energy */
  /*< private >*/
  gatomicrefcount ref_count;
} IplKernel;

IplKernel *ipl_kernel_prepare (const IplCase *the_case, GCancellable *cancellable, GError **error);
IplKernel *ipl_kernel_prepare_plain (const IplCase *the_case, GCancellable *cancellable,
                                     GError **error);
IplKernel *ipl_kernel_new_alike (IplKernel *self);
IplKernel *ipl_kernel_new_rotated (IplKernel *self, guint outputs, const double *basis,
                                   GError **error);
IplKernel *ipl_kernel_ref (IplKernel *self);
void ipl_kernel_unref (IplKernel *self);

const double *ipl_kernel_get_y (const IplKernel *self);
double ipl_kernel_get_constant (const IplKernel *self, double temperature);
double ipl_kernel_scratch (const IplKernel *self);
void ipl_kernel_lower_tokens (const IplKernel *self, gsize count, const double *full, double *used,
                              GCancellable *cancellable);
void ipl_kernel_lift_tokens (const IplKernel *self, gsize count, const double *used, double *full);
void ipl_kernel_assemble (const IplKernel *self, double s0_squared, const double *U, double *K,
                          double *scratch, GCancellable *cancellable);

/* Index of the pair (p, q) in the order (0,0) (0,1) .. (0,Pi-1) (1,1) .. */
static inline gsize
ipl_pair_index (gsize Pi, gsize p, gsize q)
{
  if (p > q)
    {
      gsize swap = p;
      p = q;
      q = swap;
    }
  return p * Pi - p * (p + 1) / 2 + q;
}

/* Number of pairs of paths of E'': unordered ones for a single output, else all ordered ones. */
static inline gsize
ipl_kernel_count_basis (const IplKernel *self)
{
  return self->outputs == 1 ? self->path_pairs : self->rows.Pi * self->rows.Pi;
}

/* A symmetric M: [Pi x Pi] as coefficients of pairs in that order, entries off the diagonal counted
 * twice; and numbers of pairs as a symmetric matrix. */
void ipl_pairs_of_matrix (gsize Pi, const double *M, double *pairs);
void ipl_pairs_to_matrix (gsize Pi, const double *pairs, double *M);

/* The numbers of U for the outputs (k, l): [paths x paths] */
void ipl_kernel_copy_block (const IplKernel *self, const double *U, guint k, guint l, double scale,
                            double *block);

/* Arrays of path features of single outputs have the outputs slowest. Converts the index of
 * (path, output) to that of (output, path); they agree for a single output. */
static inline gsize
ipl_kernel_from_output (const IplKernel *self, gsize i)
{
  return i % self->rows.Pi * self->outputs + i / self->rows.Pi;
}

/* [Pi x Pi] with the outputs slowest from one with the paths slowest, and back */
void ipl_kernel_by_output (const IplKernel *self, const double *M, double *by_output);
void ipl_kernel_by_path (const IplKernel *self, const double *by_output, double *M);
/* Path features of the rows as if each were held for its output alone, [P x outputs x paths x N0];
 * the first row where those of an output and path are not 0; and t_(k,p) = sum_m alpha_km Xi_p[m],
 * [outputs x paths x N0] of [P] coefficients. */
void ipl_kernel_spread (const IplKernel *self, double *Xi);
gsize ipl_kernel_first_row (const IplKernel *self, gsize i);
void ipl_kernel_weigh (const IplKernel *self, const double *alpha, double *t);

/* G_pq = sum_mn M[m,n] C_pq[m,n] without s0^2, for a symmetric M: [P x P] of which only
 * the lower half is read; G: [Pi x Pi], scratch: [ipl_kernel_scratch()] */
void ipl_kernel_contract (const IplKernel *self, const double *M, double *G, double *scratch,
                          GCancellable *cancellable);

/* (U (x) I) Xi, example by example: out: [P x Pi x N0] */
void ipl_kernel_mix (gsize count, gsize Pi, gsize N0, const double *U, const double *Xi,
                     double *out, GCancellable *cancellable);

/* The path features for path-products.h, products scaled by s0^2 and @scale */
void ipl_kernel_path_products (const IplKernel *self, double s0_squared, IplPathProducts *products);

/* Floating-point operations of one ipl_kernel_assemble. */
double ipl_kernel_flops (const IplKernel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplKernel, ipl_kernel_unref)
