/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* The largest eigenvalues of a symmetric matrix with their eigenvectors. */
typedef struct
{
  gsize n;         /* rows and columns of the matrix */
  gsize count;     /* pairs, at most @n */
  double *values;  /* [count] eigenvalues, largest first */
  double *vectors; /* [count x n] row-major: row k is the eigenvector of @values[k], of length 1 */
  /*< private >*/
  double *A;
  double *space;
  int *integers;
  gboolean failed;
} IplEigenpairs;

IplEigenpairs *ipl_eigenpairs_new (gsize n, double *A, gsize count, GCancellable *cancellable,
                                   GError **error);
gboolean ipl_eigenpairs_are_few (gsize n, gsize count);
void ipl_eigenpairs_free (IplEigenpairs *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplEigenpairs, ipl_eigenpairs_free)

/* Principal components that are known where nobody asks for more: as many as the panel shows. */
#define IPL_COMPONENTS 50

/* Kernel principal components and their overlap with the task (THEORY.md section 5); arrays are the
 * caller's. */
typedef struct
{
  gsize P; /* training examples, the length of the arrays */
  /* how many are known, those of the largest eigenvalues; a cluster is known as a whole */
  gsize known;
  /* [P] largest first, those of a cluster replaced by their mean; NaN from @known on */
  double *eigenvalues;
  /* [P] of each component the norm of the labels in the eigenspace of its cluster, over that of the
   * labels; NaN from @known on */
  double *overlap;
  double *multiplicity; /* [P] components of its cluster, side by side; NaN from @known on */
} IplComponents;

/* How much of the labels is in @n components that stand side by side, from @first on. */
typedef double (*IplComponentsOverlap) (gsize first, gsize n, gpointer data);

void ipl_components_set_clusters (IplComponents *self, gsize n, double largest, gboolean complete,
                                  IplComponentsOverlap overlap, gpointer data);
gsize ipl_components_pairs_for (gsize n, gsize wanted);
gboolean ipl_components_read (IplComponents *self, gsize n, double *K, const double *y,
                              double rest_square, gsize wanted, GCancellable *cancellable,
                              GError **error);
