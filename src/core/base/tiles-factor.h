/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/tiles.h"

G_BEGIN_DECLS

/* Factors of matrices of any size, inverses and triangular systems, as in tiles.h: what is small is
 * left to LAPACK whole. */

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

G_END_DECLS
