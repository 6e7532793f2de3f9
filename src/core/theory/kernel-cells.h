/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel.h"

G_BEGIN_DECLS

/* With more examples than these a cell is the mean over a block of them. */
#define IPL_KERNEL_MOST_CELLS 200

/* A case's path-path kernels as pictures show them (THEORY.md section 3.3): examples by class, and
 * means over blocks where there are many. As a product of path features is linear in both, its mean
 * over a block is that of the means, so that no [P x P] is made. Immutable, reference-counted. */
typedef struct
{
  IplCase *the_case; /* the case (a reference) */
  gsize n;           /* cells a side: one for each training example, or for each block of them */
  /* [P] training examples by label, lowest first; those of one label by their structure, where the
   * task knows one, and then as the case has them */
  guint *order;
  /* [@n + 1] where in @order the examples of each cell begin; a cell has one label, where labels
   * are +1 and -1 */
  guint *first;
  guint n_classes;      /* classes of labels, 1 for a regression */
  guint class_first[3]; /* [@n_classes + 1] the cell at which each begins */
  double *Xi;           /* [@n x Pi x N0] row-major mean path features of each cell's examples */
  double *y;            /* [@n] their mean label */
  double *norm;         /* [Pi x Pi] |C_pq|_F over all examples, without s0^2 */
  double *trace;        /* [Pi x Pi] tr C_pq over all examples, without s0^2 */
  /*< private >*/
  gatomicrefcount ref_count;
} IplKernelCells;

IplKernelCells *ipl_kernel_cells_new (IplCase *the_case, const IplKernel *kernel,
                                      GCancellable *cancellable, GError **error);
IplKernelCells *ipl_kernel_cells_ref (IplKernelCells *self);
void ipl_kernel_cells_unref (IplKernelCells *self);
double ipl_kernel_cells_memory (const IplCase *the_case, const IplKernel *kernel);
double ipl_kernel_cells_scale (const IplKernelCells *self, double s0_squared);
void ipl_kernel_cells_pair (const IplKernelCells *self, double s0_squared, gsize p, gsize q,
                            double *C);
gboolean ipl_kernel_cells_sum (const IplKernelCells *self, double s0_squared, const double *U,
                               double *K, GCancellable *cancellable, GError **error);
double ipl_kernel_cells_mean_diagonal (const IplKernelCells *self, double s0_squared,
                                       const double *U);
gsize ipl_kernel_cells_size (const IplKernelCells *self, gsize cell);
gsize ipl_kernel_cells_largest (const IplKernelCells *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplKernelCells, ipl_kernel_cells_unref)

G_END_DECLS
