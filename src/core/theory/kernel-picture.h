/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/kernel/kernel.h"
#include "core/theory/solution.h"

/* With more examples than these a cell is the mean over a block of them. */
#define IPL_KERNEL_MOST_CELLS 200

/* A case's path-path kernels for figures (THEORY.md section 3.3): examples by class, and means
 * over blocks if there are many. A product of path features is linear in both, so its mean over
 * a block is that of the means, and no [P x P] is needed. Immutable, reference-counted. */
typedef struct
{
  IplCase *the_case; /* the case (a reference) */
  gsize n;           /* cells a side: one for each training example, or for each block of them */
  /* [P] training examples by label, lowest first; those of a label by their structure, if the
   * task defines one, and then in the order of the case */
  guint *order;
  /* [@n + 1] start of each cell in @order; for classes, the examples of a cell have the same
   * label */
  guint *first;
  guint n_classes;    /* classes of labels that there are examples of, 1 for a regression */
  guint *class_first; /* [@n_classes + 1] the cell at which each begins */
  double *Xi;         /* [@n x Pi x N0] row-major mean path features of each cell's examples */
  double *y;          /* [@n x K] their mean label */
  double *norm;       /* [Pi x Pi] |C_pq|_F over all examples, without s0^2 */
  double *trace;      /* [Pi x Pi] tr C_pq over all examples, without s0^2 */
  /*< private >*/
  gatomicrefcount ref_count;
} IplKernelCells;

IplKernelCells *ipl_kernel_cells_new (IplCase *the_case, const IplKernel *kernel,
                                      GCancellable *cancellable, GError **error);
IplKernelCells *ipl_kernel_cells_ref (IplKernelCells *self);
void ipl_kernel_cells_unref (IplKernelCells *self);
void ipl_kernel_cells_pair (const IplKernelCells *self, double s0_squared, gsize p, gsize q,
                            double *C);
gboolean ipl_kernel_cells_sum (const IplKernelCells *self, double s0_squared, const double *U,
                               double *K, GCancellable *cancellable, GError **error);
double ipl_kernel_cells_mean_diagonal (const IplKernelCells *self, double s0_squared,
                                       const double *U);
gsize ipl_kernel_cells_size (const IplKernelCells *self, gsize cell);
gsize ipl_kernel_cells_largest (const IplKernelCells *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplKernelCells, ipl_kernel_cells_unref)

/* Most pairs of paths that are held: those of largest |U C|. */
#define IPL_KERNEL_MOST_TILES 136 /* all of 16 paths */

/* The kernel of a pair of paths in a picture of K. */
typedef struct
{
  gsize p; /* a path */
  gsize q; /* a path, at least @p */
  /* |U_pq| |C_pq|_F over all examples, twice that for two paths: (q, p) counts as well */
  double weight;
  double mean, sd; /* of @C off its larger diagonal; of the only cell for n = 1 */
  /* [n x n] row-major C_pq, shared by pictures of the same case; C_qp is its transpose */
  double *C;
} IplKernelTile;

/* K at a U and the terms of its sum, by cells; for several outputs the sum of their kernels.
 * Immutable, reference-counted. */
typedef struct
{
  IplKernelCells *cells; /* the case's kernels to be shown (a reference) */
  IplSolution *solution; /* whose U makes K (a reference) */
  IplSolution *gp;       /* the GP limit that goes with it (a reference) */
  double *U, *U_gp;      /* [Pi x Pi] of both, traced over outputs */
  gsize n_tiles;         /* number of @tiles: all pairs p <= q, or %IPL_KERNEL_MOST_TILES */
  IplKernelTile *tiles;  /* [@n_tiles] the pairs by falling weight */
  double weight;         /* of all pairs together */
  double *K;             /* [n x n] row-major kernel of the solution */
  double *K_gp;          /* [n x n] kernel of the GP limit */
  double mean_diagonal;  /* tr K / P of each */
  double mean_diagonal_gp;
  /*< private >*/
  gatomicrefcount ref_count;
} IplKernelPicture;

void ipl_kernel_moments (gsize n, const double *K, double *mean, double *sd);
IplKernelPicture *ipl_kernel_picture_new (IplKernelCells *cells, IplSolution *solution,
                                          IplSolution *gp, const IplKernelPicture *before,
                                          GCancellable *cancellable, GError **error);
IplKernelPicture *ipl_kernel_picture_ref (IplKernelPicture *self);
void ipl_kernel_picture_unref (IplKernelPicture *self);
double ipl_kernel_picture_U (const IplKernelPicture *self, gsize p, gsize q);
const IplKernelTile *ipl_kernel_picture_find (const IplKernelPicture *self, gsize p, gsize q);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplKernelPicture, ipl_kernel_picture_unref)
