/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Principal components of a kernel (THEORY.md sections 5 and 18.4): those of its rows, with the
 * multiplicity of the copies of outputs, and a 0 for each output of an example outside the rows. */
#include "core/theory/components.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"

static const char what[] = "The principal components";

/* Eigenvalues nearer to each other than this, times n eps of the largest, are one cluster. Rounding
 * moves an eigenvalue by a few eps of the largest, and turns vectors into each other by that over
 * the distance of theirs: further apart, overlaps hold to a hundredth or better, and nearer they
 * depend on rounding and on the order of examples. */
#define CLUSTER_UNITS 100
/* Extra pairs, which determine the end of the last cluster. */
#define MORE 8

typedef struct
{
  const IplLabelRows *labels;
  gsize width; /* rows, and numbers outside them */
  guint count; /* labels */
  double *Q;   /* [count x width] an orthonormal basis of the labels' space; 0 for dependent ones */
  IplEigenpairs *pairs;
  double *along; /* [pairs x outputs x count] their vectors in terms of this basis */
} Reading;

/* Makes labels orthonormal, in two passes for rounding; dependent ones become 0. */
static void
make_orthonormal (Reading *self, double P)
{
  gsize n = self->width;

  for (guint a = 0; a < self->count; a++)
    {
      double *vector = self->Q + a * n, before = cblas_dnrm2 ((int)n, vector, 1), length;

      for (guint pass = 0; pass < 2; pass++)
        for (guint b = 0; b < a; b++)
          cblas_daxpy ((int)n, -cblas_ddot ((int)n, vector, 1, self->Q + b * n, 1), self->Q + b * n,
                       1, vector, 1);
      length = cblas_dnrm2 ((int)n, vector, 1);
      length = length > P * DBL_EPSILON * before ? length : INFINITY;
      for (gsize m = 0; m < n; m++)
        vector[m] /= length;
    }
}

static gboolean
find_label_space (Reading *self, double P, GError **error)
{
  const IplLabelRows *labels = self->labels;
  gsize rows = labels->rows, K = self->count;

  self->Q = ipl_try_new0 (double, (double)K *(double)self->width, what, error);
  if (self->Q == NULL)
    return FALSE;
  for (gsize a = 0; a < K; a++)
    {
      memcpy (self->Q + a * self->width, labels->y + a * rows, rows * sizeof (double));
      if (labels->rest != NULL)
        memcpy (self->Q + a * self->width + rows, labels->rest + a * K, K * sizeof (double));
    }
  make_orthonormal (self, P);
  return TRUE;
}

/* The largest singular value of A: [rows x columns], which is used up. */
static double
largest_singular_value (gsize rows, gsize columns, double *A)
{
  gsize least = MIN (rows, columns);
  double unused;
  g_autofree double *values = NULL;

  if (least <= 1)
    return cblas_dnrm2 ((int)(rows * columns), A, 1);
  values = g_try_new (double, 2 * least);
  if (values == NULL
      || LAPACKE_dgesvd (LAPACK_COL_MAJOR, 'N', 'N', (int)columns, (int)rows, A, (int)columns,
                         values, &unused, 1, &unused, 1, values + least)
             != 0)
    return NAN;
  return values[0];
}

/* The cosine of the least angle between the space of @n components and the space of the labels
 * in each output: the largest singular value of the components in terms of the labels, row by
 * row. Copies of a component have the angle of the first; components outside the rows have the
 * angle of their outputs. */
static double
overlap_of_cluster (const Reading *self, gsize first, gsize n)
{
  const IplLabelRows *labels = self->labels;
  gsize K = self->count, R = labels->outputs, columns = K * R, rows = 0;
  gsize in_rows = self->pairs->n * labels->copies;
  g_autofree double *A = g_try_new0 (double, (n + columns) * columns);

  if (A == NULL)
    return NAN;
  for (gsize k = first; k < MIN (first + n, in_rows); k++)
    if (k % labels->copies == 0)
      memcpy (A + columns * rows++, self->along + k / labels->copies * columns,
              columns * sizeof *A);
  for (gsize output = 0; first + n > in_rows && output < R; output++)
    for (gsize i = 0; i < K; i++, rows++)
      cblas_dcopy ((int)K, self->Q + labels->rows + i, (int)self->width,
                   A + columns * rows + output * K, 1);
  return largest_singular_value (rows, columns, A);
}

/* TRUE if the component after k is in its cluster; all that are 0 to rounding form one cluster. */
static gboolean
is_same_cluster (const double *values, gsize k, double tolerance)
{
  return values[k] - values[k + 1] <= tolerance
         || (fabs (values[k]) <= tolerance && fabs (values[k + 1]) <= tolerance);
}

/* The first @n eigenvalues, which are the largest, in clusters, and their overlaps. @largest:
 * the largest modulus of any; @complete: TRUE if there are no others, so that the last cluster
 * is complete; else it is left out. */
static void
set_clusters (IplComponents *self, gsize n, double largest, gboolean complete,
              const Reading *reading)
{
  double tolerance = CLUSTER_UNITS * (double)self->P * DBL_EPSILON * largest;
  gsize end;

  self->n_computed = 0;
  for (gsize first = 0; first < n; first = end)
    {
      const double *values = self->eigenvalues + first;
      double value, part;

      end = first + 1;
      while (end < n && is_same_cluster (self->eigenvalues, end - 1, tolerance))
        end++;
      if (end == n && !complete)
        break;
      value = 0;
      for (gsize k = 0; k < end - first && fabs (values[0]) > tolerance; k++)
        value += values[k];
      value /= (double)(end - first);
      part = overlap_of_cluster (reading, first, end - first);
      for (gsize k = first; k < end; k++)
        {
          self->eigenvalues[k] = value;
          self->overlap[k] = part;
          self->multiplicity[k] = (double)(end - first);
        }
      self->n_computed = end;
    }
  for (gsize k = self->n_computed; k < self->P; k++)
    self->eigenvalues[k] = self->overlap[k] = self->multiplicity[k] = NAN;
}

/* The largest pairs of a kernel, in terms of the labels. @A: (transfer full) */
static gboolean
find_pairs (Reading *self, double *A, gsize count, GCancellable *cancellable, GError **error)
{
  const IplLabelRows *labels = self->labels;
  gsize n = labels->rows * labels->outputs, K = self->count;

  g_clear_pointer (&self->pairs, ipl_eigenpairs_free);
  g_clear_pointer (&self->along, g_free);
  self->pairs = ipl_eigenpairs_new (n, A, count, cancellable, error);
  if (self->pairs != NULL)
    self->along = ipl_try_new (double, (double)(self->pairs->count * labels->outputs) * (double)K,
                               what, error);
  if (self->along == NULL)
    return FALSE;
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)(self->pairs->count * labels->outputs),
               (int)K, (int)labels->rows, 1, self->pairs->vectors, (int)labels->rows, self->Q,
               (int)self->width, 0, self->along, (int)K);
  return TRUE;
}

/* From the pairs of a kernel, and the zeros outside its rows. */
static void
read_pairs (IplComponents *self, const Reading *reading)
{
  const IplEigenpairs *pairs = reading->pairs;
  gsize copies = reading->labels->copies, found = pairs->count * copies;
  double largest = 0;

  for (gsize k = 0; k < found; k++)
    {
      self->eigenvalues[k] = pairs->values[k / copies];
      largest = fmax (largest, fabs (self->eigenvalues[k]));
    }
  for (; pairs->count == pairs->n && found < self->P; found++)
    self->eigenvalues[found] = 0;
  set_clusters (self, found, largest, found == self->P, reading);
}

/* Number of pairs to compute: all, if that is not slower. */
static gsize
pairs_for (gsize n, gsize wanted)
{
  gsize count = wanted < n ? wanted + MORE : n;

  return ipl_eigenpairs_are_few (n, count) ? count : n;
}

/* Computes more and more pairs until enough components are known. The last cluster is unknown if
 * it may extend beyond the pairs. */
static gboolean
read_enough (IplComponents *self, Reading *reading, double **K, gsize wanted,
             GCancellable *cancellable, GError **error)
{
  gsize n = reading->labels->rows * reading->labels->outputs;
  gsize count = pairs_for (n, (wanted - 1) / reading->labels->copies + 1);

  for (;; count = pairs_for (n, 2 * count))
    {
      double *copy = count == n
                         ? g_steal_pointer (K)
                         : ipl_memory_try_copy (*K, (double)n * (double)n, sizeof **K, what, error);

      if (copy == NULL || !find_pairs (reading, copy, count, cancellable, error))
        return FALSE;
      read_pairs (self, reading);
      if (self->n_computed >= wanted || reading->pairs->count == n)
        return TRUE;
    }
}

/* FALSE with the errors of ipl_eigenpairs_new(). @K: (transfer full): [rows outputs x as many] the
 * kernel, without the temperature, from g_malloc() */
gboolean
ipl_components_read (IplComponents *self, double *K, const IplLabelRows *labels, gsize wanted,
                     GCancellable *cancellable, GError **error)
{
  guint count = labels->outputs * labels->copies;
  Reading reading = { labels, labels->rows + count, count };
  g_autofree double *owned = K;
  gboolean fine
      = find_label_space (&reading, (double)(self->P / count), error)
        && read_enough (self, &reading, &owned, MIN (wanted, self->P), cancellable, error);

  g_free (reading.Q);
  g_free (reading.along);
  ipl_eigenpairs_free (reading.pairs);
  return fine;
}
