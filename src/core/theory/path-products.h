/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

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
/* The same with M = R^-1 R^-T - R^-1 b b^T R^-T, from the inverse of an upper triangle R: [P x P],
 * and b: [P]; t_p = Xi_p^T R^-1 b: [Pi x N0] comes with it. */
void ipl_path_products_gradient (const IplPathProducts *self, const double *inverse_R,
                                 const double *b, double *G, double *t, double *scratch,
                                 GCancellable *cancellable);

G_END_DECLS
