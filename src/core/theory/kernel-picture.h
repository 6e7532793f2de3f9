/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel-cells.h"
#include "core/theory/solution.h"

G_BEGIN_DECLS

/* Where there are more pairs of paths than these, only so many are held: those of largest |U C|. */
#define IPL_KERNEL_MOST_TILES 136 /* all of 16 paths */

/* The kernel of a pair of paths in a picture of K. */
typedef struct
{
  gsize p; /* a path */
  gsize q; /* a path, at least @p */
  /* |U_pq| |C_pq|_F over all examples, twice that for two paths: (q, p) counts as well */
  double weight;
  double lo; /* the least number in @C off its diagonal, which stands out; of one cell that */
  double hi; /* the largest */
  /* [n x n] row-major C_pq, shared by pictures of the same case; C_qp is its transpose */
  double *C;
} IplKernelTile;

/* K at one U beside what it is a sum of, by cells. Immutable, reference-counted. */
typedef struct
{
  IplKernelCells *cells; /* the case's kernels to be shown (a reference) */
  IplSolution *solution; /* whose U makes K (a reference) */
  IplSolution *gp;       /* the GP limit that goes with it (a reference) */
  gsize n_tiles;         /* number of @tiles: all pairs p <= q, or %IPL_KERNEL_MOST_TILES */
  IplKernelTile *tiles;  /* [@n_tiles] the pairs by falling weight */
  double weight;         /* of all pairs together */
  double *K;             /* [n x n] row-major kernel of the solution */
  double *K_gp;          /* [n x n] that of the GP limit */
  double mean_diagonal;  /* tr K / P of each */
  double mean_diagonal_gp;
  guint n_vectors; /* eigenvectors that are known, at most as many as were asked for */
  /* (nullable): [@n_vectors x n] of both kernels, largest eigenvalue first, length 1 over all
   * examples, the sign such that v . y >= 0; NaN of an eigenvalue that is 0 */
  double *vectors;
  double *vectors_gp;
  /*< private >*/
  gatomicrefcount ref_count;
} IplKernelPicture;

IplKernelPicture *ipl_kernel_picture_new (IplKernelCells *cells, IplSolution *solution,
                                          IplSolution *gp, const IplKernelPicture *before,
                                          GCancellable *cancellable, GError **error);
IplKernelPicture *ipl_kernel_picture_with_vectors (const IplKernelPicture *self, IplKernel *kernel,
                                                   guint wanted, const IplKernelPicture *before,
                                                   GCancellable *cancellable, GError **error);
IplKernelPicture *ipl_kernel_picture_ref (IplKernelPicture *self);
void ipl_kernel_picture_unref (IplKernelPicture *self);
gsize ipl_kernel_picture_n (const IplKernelPicture *self);
double ipl_kernel_picture_U (const IplKernelPicture *self, gsize p, gsize q);
const IplKernelTile *ipl_kernel_picture_find (const IplKernelPicture *self, gsize p, gsize q);
void ipl_kernel_picture_rest (const IplKernelPicture *self, gsize first, gsize n_shown,
                              double *rest);
double ipl_kernel_picture_memory (const IplCase *the_case);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplKernelPicture, ipl_kernel_picture_unref)

G_END_DECLS
