/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/components.h"

#include "core/base/memory.h"
#include "core/theory/eigenpairs.h"

#include <cblas.h>
#include <float.h>
#include <math.h>

/* Eigenvalues nearer to each other than this, times n eps of the largest, are one cluster. Rounding
 * moves an eigenvalue by a few eps of the largest, and turns vectors into each other by that over
 * the distance of theirs: further apart, overlaps hold to a hundredth or better, and nearer they
 * depend on rounding and on the order of examples. */
#define CLUSTER_UNITS 100
/* Pairs beside those wanted, to see where the last cluster ends. */
#define MORE 8

/* Whether the component after k is of its cluster; all that is 0 to rounding is one. */
static gboolean
goes_on (const double *values, gsize k, double tolerance)
{
  return values[k] - values[k + 1] <= tolerance
         || (fabs (values[k]) <= tolerance && fabs (values[k + 1]) <= tolerance);
}

static double
mean (gsize n, const double *values)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += values[i];
  return sum / (double)n;
}

/* Eigenvalues and overlaps of @n values, in clusters. @overlap holds v_k . y. @complete: whether
 * there are no others, so that the last cluster is whole; else it is left out. */
static void
set_clusters (IplComponents *self, gsize n, double tolerance, gboolean complete, double norm)
{
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
      value = fabs (values[0]) <= tolerance ? 0 : mean (end - first, values);
      part = norm > 0 ? cblas_dnrm2 ((int)(end - first), self->overlap + first, 1) / norm : 0;
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

/* From the largest @count pairs of @n rows; TRUE where enough of them are known. */
static gboolean
read_pairs (IplComponents *self, gsize n, double *K, gsize count, const double *y,
            double rest_square, gsize wanted, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplEigenpairs) pairs = ipl_eigenpairs_new (n, K, count, cancellable, error);
  double norm = hypot (cblas_dnrm2 ((int)n, y, 1), sqrt (rest_square)), largest = 0;
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
      /* What the rows leave of all examples: the first of it holds the labels' whole rest. */
      for (gsize k = n; k < self->P; k++)
        {
          self->eigenvalues[k] = 0;
          self->overlap[k] = k == n ? sqrt (rest_square) : 0;
        }
      found = self->P;
    }
  set_clusters (self, found, CLUSTER_UNITS * (double)self->P * DBL_EPSILON * largest,
                found == self->P, norm);
  return TRUE;
}

/* Pairs to compute for so many: all, where that costs no more. */
static gsize
count_for (gsize n, gsize wanted)
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
  gsize count = count_for (n, wanted);
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
      count = count_for (n, 2 * count);
    }
}

/* Bytes that ipl_components_read() takes, those of the matrix included. */
double
ipl_components_memory (gsize n, gsize wanted)
{
  gsize count = count_for (n, wanted);

  /* A cluster that needs more pairs than these is rare, and their memory asked for as it comes. */
  return (count < n ? sizeof (double) * (double)n * (double)n : 0)
         + ipl_eigenpairs_memory (n, count);
}
