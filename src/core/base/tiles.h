/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Matrix products of any size that can be cancelled within some ten milliseconds: what is large is
 * done a tile at a time. Matrices are column-major; tiles-factor.h has their factors. */

typedef enum
{
  IPL_TILES_DONE,
  IPL_TILES_SINGULAR,  /* not positive definite */
  IPL_TILES_CANCELLED, /* what is written is not whole */
} IplTilesResult;

IplTilesResult ipl_tiles_mirror (gboolean lower, gsize n, double *A, GCancellable *cancellable);
IplTilesResult ipl_tiles_symmetric (gsize n, const double *S, gsize m, double alpha,
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

G_END_DECLS
