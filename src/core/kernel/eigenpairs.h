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
