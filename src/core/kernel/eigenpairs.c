/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/kernel/eigenpairs.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <math.h>

#include "core/base/abandonable-call.h"
#include "core/base/error.h"
#include "core/base/memory.h"

/* The time for eigenvectors of more rows is longer than the acceptable delay of a cancellation. */
#define ABANDONABLE_FROM 600
/* Fewer pairs than all are cheaper by bisection and inverse iteration (dsyevr) only for few
 * pairs of a large matrix; otherwise divide and conquer (dsyevd) computes all. */
#define FEW_FROM 400
#define FEW_SHARE 0.25

/* TRUE if they cost less than all. */
gboolean
ipl_eigenpairs_are_few (gsize n, gsize count)
{
  return n > FEW_FROM && (double)count <= FEW_SHARE * (double)n;
}

/* Sizes of the workspace of a decomposition in doubles, without the matrix, and in integers. */
static void
list_needs (gsize n_, gsize count_, double *values, double *vectors, double *work, double *integers)
{
  double n = (double)n_;

  *values = n;
  if (ipl_eigenpairs_are_few (n_, count_))
    {
      *vectors = n * (double)count_;
      /* Workspace of dsyevr with blocks of 32 columns; its supports follow its integers. */
      *work = 40 * n;
      *integers = 12 * n;
    }
  else
    {
      *vectors = 0;
      *work = 1 + 6 * n + 2 * n * n;
      *integers = 3 + 5 * n;
    }
}

void
ipl_eigenpairs_free (IplEigenpairs *self)
{
  if (self == NULL)
    return;
  g_free (self->A);
  g_free (self->space);
  g_free (self->integers);
  g_free (self);
}

/* LAPACK gives the smallest first. */
static void
reverse_order (IplEigenpairs *self)
{
  for (gsize k = 0; k < self->count / 2; k++)
    {
      gsize other = self->count - 1 - k;
      double value = self->values[k];

      self->values[k] = self->values[other];
      self->values[other] = value;
      cblas_dswap ((int)self->n, self->vectors + k * self->n, 1, self->vectors + other * self->n,
                   1);
    }
}

static void
decompose (gpointer data)
{
  IplEigenpairs *self = data;
  lapack_int n = (lapack_int)self->n, count = (lapack_int)self->count, found = count;
  double values, vectors, work, integers;
  double *at;

  list_needs (self->n, self->count, &values, &vectors, &work, &integers);
  at = self->space + (gsize)values + (gsize)vectors;
  if (ipl_eigenpairs_are_few (self->n, self->count))
    self->failed = LAPACKE_dsyevr_work (LAPACK_COL_MAJOR, 'V', 'I', 'U', n, self->A, n, 0, 0,
                                        n - count + 1, n, 0, &found, self->values, self->vectors, n,
                                        self->integers + 10 * self->n, at, (lapack_int)work,
                                        self->integers, 10 * n)
                       != 0
                   || found != count;
  else
    {
      self->failed = LAPACKE_dsyevd_work (LAPACK_COL_MAJOR, 'V', 'U', n, self->A, n, self->values,
                                          at, (lapack_int)MIN (work, G_MAXINT32), self->integers,
                                          (lapack_int)integers)
                     != 0;
      self->values += n - count;
      self->vectors = self->A + (gsize)(n - count) * self->n;
    }
  if (!self->failed)
    reverse_order (self);
}

/* The @count largest eigenvalues of a symmetric matrix with their eigenvectors. Vectors within an
 * eigenvalue that occurs several times are orthonormal, but else as rounding has it. @A: [n x n]
 * symmetric, both halves, from g_malloc(). */
IplEigenpairs *
ipl_eigenpairs_new (gsize n, double *A, gsize count, GCancellable *cancellable, GError **error)
{
  static const char what[] = "The eigenvectors of the training kernel";
  g_autoptr (IplEigenpairs) self = g_new0 (IplEigenpairs, 1);
  double values, vectors, work, integers;

  self->n = n;
  self->count = MIN (count, n);
  self->A = A;
  list_needs (n, self->count, &values, &vectors, &work, &integers);
  self->space = ipl_try_new (double, values + vectors + work, what, error);
  if (self->space != NULL)
    self->integers = ipl_try_new (lapack_int, integers, what, error);
  if (self->integers == NULL)
    return NULL;
  self->values = self->space;
  self->vectors = self->space + n;
  if (n < ABANDONABLE_FROM)
    decompose (self);
  else if (!ipl_abandonable_call_run (decompose, self, (GDestroyNotify)ipl_eigenpairs_free,
                                      cancellable))
    {
      g_steal_pointer (&self);
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  if (self->failed)
    return ipl_fail_null (
        error, IPL_ERROR_NOT_CONVERGED,
        "The eigenvalues of the %" G_GSIZE_FORMAT " x %" G_GSIZE_FORMAT
        " training kernel did not converge; try a larger temperature or fewer examples.",
        n, n);
  return g_steal_pointer (&self);
}
