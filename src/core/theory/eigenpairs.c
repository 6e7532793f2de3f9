/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/eigenpairs.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <math.h>

#include "core/base/alone.h"
#include "core/base/error.h"
#include "core/base/memory.h"

/* Eigenvectors of more rows take longer than anybody who cancels would wait. */
#define ALONE_FROM 600
/* Fewer pairs than all are cheaper by bisection and inverse iteration (dsyevr) only from some size
 * on, and only where they are few: below, divide and conquer (dsyevd) gives all. */
#define FEW_FROM 400
#define FEW_SHARE 0.25

/* TRUE if they cost less than all. */
gboolean
ipl_eigenpairs_are_few (gsize n, gsize count)
{
  return n > FEW_FROM && (double)count <= FEW_SHARE * (double)n;
}

/* The doubles of a decomposition beside the matrix, and its integers. */
static void
list_needs (gsize n_, gsize count_, double *values, double *vectors, double *work, double *integers)
{
  double n = (double)n_;

  *values = n;
  if (ipl_eigenpairs_are_few (n_, count_))
    {
      *vectors = n * (double)count_;
      /* As dsyevr asks for, with blocks of 32 columns; its supports beside its integers. */
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
turn_around (IplEigenpairs *self)
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
    turn_around (self);
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
  if (n < ALONE_FROM)
    decompose (self);
  else if (!ipl_alone_run (decompose, self, (GDestroyNotify)ipl_eigenpairs_free, cancellable))
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

/* Eigenvalues nearer to each other than this, times n eps of the largest, are one cluster. Rounding
 * moves an eigenvalue by a few eps of the largest, and turns vectors into each other by that over
 * the distance of theirs: further apart, overlaps hold to a hundredth or better, and nearer they
 * depend on rounding and on the order of examples. */
#define CLUSTER_UNITS 100
/* Pairs beside those wanted, to see where the last cluster ends. */
#define MORE 8

/* TRUE if the component after k is of its cluster; all that is 0 to rounding is one. */
static gboolean
goes_on (const double *values, gsize k, double tolerance)
{
  return values[k] - values[k + 1] <= tolerance
         || (fabs (values[k]) <= tolerance && fabs (values[k + 1]) <= tolerance);
}

/* The first @n eigenvalues, which are those of all of them that are largest, in clusters, and their
 * overlaps. @largest: the largest modulus of any; @complete: whether there are no others, so that
 * the last cluster is whole; else it is left out. */
void
ipl_components_set_clusters (IplComponents *self, gsize n, double largest, gboolean complete,
                             IplComponentsOverlap overlap, gpointer data)
{
  double tolerance = CLUSTER_UNITS * (double)self->P * DBL_EPSILON * largest;
  gsize end;

  self->known = 0;
  for (gsize first = 0; first < n; first = end)
    {
      const double *values = self->eigenvalues + first;
      double value, part;

      end = first + 1;
      while (end < n && goes_on (self->eigenvalues, end - 1, tolerance))
        end++;
      if (end == n && !complete)
        break;
      value = 0;
      for (gsize k = 0; k < end - first && fabs (values[0]) > tolerance; k++)
        value += values[k];
      value /= (double)(end - first);
      part = overlap (first, end - first, data);
      for (gsize k = first; k < end; k++)
        {
          self->eigenvalues[k] = value;
          self->overlap[k] = part;
          self->multiplicity[k] = (double)(end - first);
        }
      self->known = end;
    }
  for (gsize k = self->known; k < self->P; k++)
    self->eigenvalues[k] = self->overlap[k] = self->multiplicity[k] = NAN;
}

/* Overlaps with the labels of one output: @overlap of the components holds v_k . y. */
typedef struct
{
  const IplComponents *components;
  double norm; /* |y| */
} OneOutput;

static double
overlap_of_one (gsize first, gsize n, gpointer data)
{
  const OneOutput *self = data;

  return self->norm > 0 ? cblas_dnrm2 ((int)n, self->components->overlap + first, 1) / self->norm
                        : 0;
}

/* From the largest @count pairs of @n rows; TRUE where enough of them are known. */
static gboolean
read_pairs (IplComponents *self, gsize n, double *K, gsize count, const double *y,
            double rest_square, gsize wanted, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplEigenpairs) pairs = ipl_eigenpairs_new (n, K, count, cancellable, error);
  OneOutput labels = { self, hypot (cblas_dnrm2 ((int)n, y, 1), sqrt (rest_square)) };
  double largest = 0;
  gsize found;

  if (pairs == NULL)
    return FALSE;
  found = pairs->count;
  for (gsize k = 0; k < found; k++)
    {
      self->eigenvalues[k] = pairs->values[k];
      self->overlap[k] = cblas_ddot ((int)n, pairs->vectors + k * n, 1, y, 1);
      largest = fmax (largest, fabs (pairs->values[k]));
    }
  if (found == n)
    {
      /* The residual of all examples beside the rows: the first of it holds the labels' whole rest.
       */
      for (gsize k = n; k < self->P; k++)
        {
          self->eigenvalues[k] = 0;
          self->overlap[k] = k == n ? sqrt (rest_square) : 0;
        }
      found = self->P;
    }
  ipl_components_set_clusters (self, found, largest, found == self->P, overlap_of_one, &labels);
  return TRUE;
}

/* Pairs to compute for so many: all, where that costs no more. */
gsize
ipl_components_pairs_for (gsize n, gsize wanted)
{
  gsize count = wanted < n ? wanted + MORE : n;

  return ipl_eigenpairs_are_few (n, count) ? count : n;
}

/* FALSE with the errors of ipl_eigenpairs_new(). @K: [n x n] kernel of the rows, without the
 * temperature, from g_malloc(); @y: [n] their labels. */
gboolean
ipl_components_read (IplComponents *self, gsize n, double *K, const double *y, double rest_square,
                     gsize wanted, GCancellable *cancellable, GError **error)
{
  gsize count = ipl_components_pairs_for (n, wanted);
  g_autofree double *owned = K;

  wanted = MIN (wanted, self->P);
  for (;;)
    {
      double size = (double)n * (double)n;
      g_autofree double *copy = NULL;

      /* Where the last cluster may go on beyond the pairs, more are taken of the same matrix. */
      if (count < n)
        {
          copy = ipl_memory_try_copy (owned, size, sizeof (double), "The principal components",
                                      error);
          if (copy == NULL)
            return FALSE;
        }
      else
        copy = g_steal_pointer (&owned);
      if (!read_pairs (self, n, g_steal_pointer (&copy), count, y, rest_square, wanted, cancellable,
                       error))
        return FALSE;
      if (self->known >= wanted || count == n)
        return TRUE;
      count = ipl_components_pairs_for (n, 2 * count);
    }
}
