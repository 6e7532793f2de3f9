/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Matrix products of any size that can be cancelled within some ten milliseconds: large ones are
 * computed tile by tile. Matrices are column-major. */

typedef enum
{
  IPL_TILES_DONE,
  IPL_TILES_SINGULAR,  /* not positive definite */
  IPL_TILES_CANCELLED, /* the output is incomplete */
} IplTilesResult;

IplTilesResult ipl_tiles_mirror (gboolean lower, gsize n, double *A, GCancellable *cancellable);
IplTilesResult ipl_tiles_symmetric (gsize n, const double *S, gsize stride, gsize m, double alpha,
                                    const double *B, gsize stride_b, double *C, gsize stride_c,
                                    GCancellable *cancellable);
IplTilesResult ipl_tiles_gram (gsize n, gsize k, const double *A, double *C,
                               GCancellable *cancellable);
IplTilesResult ipl_tiles_add_gram (gsize n, gsize k, double alpha, const double *A, gsize stride_a,
                                   double beta, double *C, gsize stride_c,
                                   GCancellable *cancellable);
IplTilesResult ipl_tiles_multiply (gboolean transpose_A, gboolean transpose_B, gsize m, gsize n,
                                   gsize k, double alpha, const double *A, gsize stride_a,
                                   const double *B, gsize stride_b, double beta, double *C,
                                   gsize stride_c, GCancellable *cancellable);

/* Factors of matrices of any size, inverses and triangular systems; small ones are single calls
 * of LAPACK. */
IplTilesResult ipl_tiles_cholesky (gsize n, double *A, gsize stride, GCancellable *cancellable);
IplTilesResult ipl_tiles_invert (gsize n, double *A, gsize stride, GCancellable *cancellable);
IplTilesResult ipl_tiles_invert_triangle (gsize n, double *A, gsize stride,
                                          GCancellable *cancellable);
IplTilesResult ipl_tiles_solve (gsize n, const double *L, gsize stride, gsize m, double *B,
                                gsize stride_b, GCancellable *cancellable);
IplTilesResult ipl_tiles_solve_transposed (gsize n, const double *L, gsize stride, double *b,
                                           GCancellable *cancellable);
IplTilesResult ipl_tiles_solve_right (gsize n, const double *L, gsize stride, gsize m, double *B,
                                      gsize stride_b, GCancellable *cancellable);
IplTilesResult ipl_tiles_multiply_right (gsize n, const double *L, gsize stride, gsize m, double *B,
                                         gsize stride_b, GCancellable *cancellable);
