/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/kernel/feature-rows.h"

#include "core/base/abandonable-call.h"
#include "core/base/memory.h"
#include "core/base/tiled-lapack.h"
#include "core/kernel/feature-triangle-private.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Products of a factorization that is not worth a thread to be left to. */
#define ABANDONABLE_FROM 3e8

static const char what[] = "The rotated training examples";

/* A pivoted QR factorization of A: [n x k], with n or more columns in X if there are more: X and
 * y after the rotation in which the last rows vanish. */
typedef struct
{
  gsize n;
  gsize columns;
  guint outputs;
  double *X;    /* [n x columns] row-major */
  double *y;    /* [outputs x n] */
  double *ones; /* [n] */
  double *A;    /* [n x min (n, columns)] column-major */
  double *tau;  /* [n] */
  lapack_int *pivots;
  double *space; /* of A, tau and pivots */
  gsize rank;
  gboolean failed;
} Cut;

static void
cut_free (gpointer data)
{
  Cut *self = data;

  g_free (self->X);
  g_free (self->y);
  g_free (self->ones);
  g_free (self->space);
  g_free (self);
}

/* X, y and ones: (transfer full) */
static Cut *
cut_new (gsize n, gsize columns, guint outputs, double *X, double *y, double *ones, GError **error)
{
  Cut *self = g_new0 (Cut, 1);
  gsize k = MIN (n, columns);

  self->n = n;
  self->columns = columns;
  self->outputs = outputs;
  self->X = X;
  self->y = y;
  self->ones = ones;
  self->space
      = ipl_try_parts0 (what, error, { &self->A, (double)n * (double)k }, { &self->tau, (double)n },
                        { &self->pivots, (double)k, sizeof (lapack_int) });
  if (self->space == NULL)
    g_clear_pointer (&self, cut_free);
  return self;
}

/* Replaces a wide X by a square A with the same products of rows: its factor on the left. */
static gboolean
cut_narrow (Cut *self)
{
  int n = (int)self->n, D = (int)self->columns;
  g_autofree double *copy
      = ipl_memory_try_copy (self->X, (double)n * (double)D, sizeof (double), what, NULL);

  if (copy == NULL || LAPACKE_dgeqrf (LAPACK_COL_MAJOR, D, n, copy, D, self->tau) != 0)
    return FALSE;
  for (gsize m = 0; m < self->n; m++)
    for (gsize k = 0; k < self->n; k++)
      self->A[k * self->n + m] = k <= m ? copy[m * self->columns + k] : 0;
  return TRUE;
}

/* Turns @columns: [count x n] as the rows of X were. */
static gboolean
rotate_columns (const Cut *self, guint count, double *columns)
{
  int n = (int)self->n, k = (int)MIN (self->n, self->columns);

  return LAPACKE_dormqr (LAPACK_COL_MAJOR, 'L', 'T', n, (int)count, k, self->A, n, self->tau,
                         columns, n)
         == 0;
}

static void
cut_run (gpointer data)
{
  Cut *self = data;
  gsize n = self->n, D = self->columns, k = MIN (n, D);

  self->failed = TRUE;
  if (D > n)
    {
      if (!cut_narrow (self))
        return;
    }
  else
    for (gsize m = 0; m < n; m++)
      for (gsize j = 0; j < D; j++)
        self->A[j * n + m] = self->X[m * D + j];
  if (LAPACKE_dgeqp3 (LAPACK_COL_MAJOR, (int)n, (int)k, self->A, (int)n, self->pivots, self->tau)
      != 0)
    return;

  double rounding = (double)MAX (n, D) * DBL_EPSILON * fabs (self->A[0]);

  while (self->rank < k && fabs (self->A[self->rank * n + self->rank]) > rounding)
    self->rank++;
  if (self->rank == n)
    {
      self->failed = FALSE;
      return;
    }
  /* Row-major Q^T X is column-major X Q. */
  if (LAPACKE_dormqr (LAPACK_COL_MAJOR, 'R', 'N', (int)D, (int)n, (int)k, self->A, (int)n,
                      self->tau, self->X, (int)D)
      != 0)
    return;
  self->failed
      = !rotate_columns (self, self->outputs, self->y) || !rotate_columns (self, 1, self->ones);
}

/* FALSE: with an error, and @self is gone. */
static gboolean
cut_wait (Cut *self, GCancellable *cancellable, GError **error)
{
  double n = (double)self->n, D = (double)self->columns;

  if (n * n * D < ABANDONABLE_FROM)
    cut_run (self);
  else if (!ipl_abandonable_call_run (cut_run, self, cut_free, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  if (!self->failed)
    return TRUE;
  cut_free (self);
  ipl_memory_set_error (error, sizeof (double) * n * D, what, NULL);
  return FALSE;
}

/* (out): the unchanged training examples of the case. */
void
ipl_feature_rows_init (IplFeatureRows *self, const IplCase *the_case)
{
  *self = (IplFeatureRows){
    .count = the_case->train.count, .Pi = the_case->Pi, .N0 = the_case->N0, .outputs = 1
  };
}

/* [outputs x P] labels of the training examples. */
const double *
ipl_feature_rows_get_labels (const IplFeatureRows *self, const IplCase *the_case)
{
  return self->labels != NULL ? self->labels : the_case->train.y;
}

/* [outputs x count] labels of the rows. */
const double *
ipl_feature_rows_get_y (const IplFeatureRows *self, const IplCase *the_case)
{
  return self->y != NULL ? self->y : ipl_feature_rows_get_labels (self, the_case);
}

void
ipl_feature_rows_clear (IplFeatureRows *self)
{
  g_free (self->Xi);
  g_free (self->labels);
  g_free (self->y);
  g_free (self->ones);
  g_free (self->basis);
  g_free (self->rest_labels);
}

/* The orthonormal basis of the rows that a triangle took in; NULL with no error: all are needed. */
static double *
basis_of (const IplFeatureTriangle *triangle, gsize n_rows, gsize *rank, GError **error)
{
  gsize n = triangle->width;
  double *transposed, *tau;
  lapack_int *pivots;
  g_autofree double *space
      = ipl_try_parts0 (what, error, { &transposed, (double)n * (double)n }, { &tau, (double)n },
                        { &pivots, (double)n, sizeof (lapack_int) });
  gsize r = 0;

  if (space == NULL)
    return NULL;
  /* Its columns were taken last to first. */
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      transposed[i * n + n - 1 - j] = j >= i ? triangle->R[j * n + i] : 0;
  if (LAPACKE_dgeqp3 (LAPACK_COL_MAJOR, (int)n, (int)n, transposed, (int)n, pivots, tau) != 0)
    goto no_memory;

  double rounding = (double)n_rows * DBL_EPSILON * fabs (transposed[0]);

  while (r < n && fabs (transposed[r * n + r]) > rounding)
    r++;
  *rank = MAX (r, 1);
  if (*rank == n)
    return NULL;
  if (LAPACKE_dorgqr (LAPACK_COL_MAJOR, (int)n, (int)*rank, (int)*rank, transposed, (int)n, tau)
      != 0)
    goto no_memory;

  double *basis = ipl_try_new (double, (double)n *(double)*rank, what, error);

  for (gsize i = 0; i < n && basis != NULL; i++)
    for (gsize k = 0; k < *rank; k++)
      basis[i * *rank + k] = transposed[k * n + i];
  return basis;

no_memory:
  ipl_memory_set_error (error, sizeof (double) * (double)n * (double)n, what, NULL);
  return NULL;
}

/* Finds the span of all path features of all examples, and leaves out the components of a token
 * outside of it, about which no training example has information. */
gboolean
ipl_feature_rows_reduce_tokens (IplFeatureRows *self, const IplCase *the_case,
                                GCancellable *cancellable, GError **error)
{
  gsize N0 = the_case->N0, n_rows = the_case->train.count * the_case->Pi, rank = N0;
  g_auto (IplFeatureTriangle) triangle = { 0 };
  GError *why = NULL;

  if (!ipl_feature_triangle_init (&triangle, N0, error))
    return FALSE;
  /* A few rows are sufficient to decide that nothing can be left out. */
  for (gsize from = 0, part = 2 * N0; from < n_rows; from += part, part = from)
    {
      if (!ipl_feature_triangle_add (&triangle, MIN (part, n_rows - from),
                                     the_case->train.xi + from * N0, 0, NULL, cancellable, error))
        return FALSE;
      if (ipl_feature_triangle_is_full (&triangle, N0))
        return TRUE;
    }
  self->basis = basis_of (&triangle, MAX (n_rows, N0), &rank, &why);
  if (why != NULL)
    {
      g_propagate_error (error, why);
      return FALSE;
    }
  if (self->basis == NULL)
    return TRUE;
  self->Xi = ipl_try_new (double, (double)n_rows *(double)rank, what, error);
  if (self->Xi == NULL)
    return FALSE;
  self->y = ipl_memory_try_copy (ipl_feature_rows_get_labels (self, the_case),
                                 (double)the_case->train.count * self->outputs, sizeof (double),
                                 what, error);
  if (self->y == NULL)
    return FALSE;
  self->N0 = rank;
  if (ipl_tiles_multiply (FALSE, FALSE, rank, n_rows, N0, 1, self->basis, rank, the_case->train.xi,
                          N0, 0, self->Xi, rank, cancellable)
      == IPL_TILES_DONE)
    return TRUE;
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}

/* Frees the memory after the first elements. */
static double *
shrink (double *array, gsize count)
{
  double *shrunk = g_try_realloc_n (array, count, sizeof *array);

  return shrunk != NULL ? shrunk : array;
}

/* Adds the labels of the rows from @rank on to those outside the rows, as a triangle. */
static gboolean
add_other_labels (IplFeatureRows *self, const Cut *cut, gsize rank, GError **error)
{
  gsize K = self->outputs, left = cut->n - rank, n = K + left;
  double *A, *tau;
  g_autofree double *space
      = ipl_try_parts0 (what, error, { &A, (double)n * (double)K }, { &tau, (double)K });

  if (self->rest_labels == NULL)
    self->rest_labels = ipl_try_new0 (double, (double)K *(double)K, what, error);
  if (space == NULL || self->rest_labels == NULL)
    return FALSE;
  for (gsize k = 0; k < K; k++)
    {
      memcpy (A + k * n, self->rest_labels + k * K, K * sizeof *A);
      memcpy (A + k * n + K, cut->y + k * cut->n + rank, left * sizeof *A);
    }
  if (LAPACKE_dgeqrf (LAPACK_COL_MAJOR, (int)n, (int)K, A, (int)n, tau) != 0)
    {
      ipl_memory_set_error (error, sizeof *A * (double)n * (double)K, what, NULL);
      return FALSE;
    }
  for (gsize k = 0; k < K; k++)
    memcpy (self->rest_labels + k * K, A + k * n, (k + 1) * sizeof *A);
  return TRUE;
}

/* The result of a cut: its first rows. */
static gboolean
apply_cut (IplFeatureRows *self, Cut *cut, GError **error)
{
  gsize rank = MAX (cut->rank, 1);

  if (!add_other_labels (self, cut, rank, error))
    return FALSE;
  for (gsize m = rank; m < cut->n; m++)
    {
      for (guint k = 0; k < cut->outputs; k++)
        self->rest_square += cut->y[k * cut->n + m] * cut->y[k * cut->n + m];
      self->rest_ones += cut->ones[m] * cut->ones[m];
    }
  for (guint k = 1; k < cut->outputs; k++)
    memmove (cut->y + k * rank, cut->y + k * cut->n, rank * sizeof (double));
  self->rest += cut->n - rank;
  self->count = rank;
  g_free (self->Xi);
  g_free (self->y);
  g_free (self->ones);
  self->Xi = shrink (g_steal_pointer (&cut->X), rank * cut->columns);
  self->y = shrink (g_steal_pointer (&cut->y), rank * cut->outputs);
  self->ones = shrink (g_steal_pointer (&cut->ones), rank);
  self->lower = FALSE;
  return TRUE;
}

/* Turns the rows so that as few as can be are not 0 to rounding, and leaves out the others. */
gboolean
ipl_feature_rows_cut (IplFeatureRows *self, const IplCase *the_case, GCancellable *cancellable,
                      GError **error)
{
  gsize n = self->count, D = self->Pi * self->N0;
  const double *Xi = self->Xi != NULL ? self->Xi : the_case->train.xi;
  const double *y = ipl_feature_rows_get_y (self, the_case);
  g_autofree double *X
      = ipl_memory_try_copy (Xi, (double)n * (double)D, sizeof (double), what, error);
  g_autofree double *labels
      = X != NULL ? ipl_memory_try_copy (y, (double)n * self->outputs, sizeof (double), what, error)
                  : NULL;
  g_autofree double *ones = labels != NULL ? ipl_try_new (double, n, what, error) : NULL;
  gboolean fine;
  Cut *cut;

  if (ones == NULL)
    return FALSE;
  for (gsize m = 0; m < n; m++)
    ones[m] = self->ones != NULL ? self->ones[m] : 1;
  cut = cut_new (n, D, self->outputs, g_steal_pointer (&X), g_steal_pointer (&labels),
                 g_steal_pointer (&ones), error);
  if (cut == NULL || !cut_wait (cut, cancellable, error))
    return FALSE;
  fine = cut->rank == n || apply_cut (self, cut, error);
  cut_free (cut);
  return fine;
}

/* The result of a triangle of the first @D columns and those of the labels: its rows and columns
 * last to first, so that the upper triangle becomes a lower one. */
static void
read_triangle (IplFeatureRows *self, const IplFeatureTriangle *triangle, gsize D)
{
  gsize width = triangle->width;

  for (gsize m = 0; m < D; m++)
    {
      gsize i = D - 1 - m;

      for (gsize j = 0; j < D; j++)
        self->Xi[m * D + j] = j <= m ? triangle->R[(D - 1 - j) * width + i] : 0;
      for (guint k = 0; k < self->outputs; k++)
        self->y[k * D + m] = triangle->R[(D + k) * width + i];
      self->ones[m] = triangle->ones[i];
    }
  self->rest = self->count - D;
  self->rest_square = 0;
  self->rest_ones = triangle->rest_ones;
  for (gsize j = D; j < width; j++)
    {
      for (gsize i = D; i <= j; i++)
        {
          self->rest_square += triangle->R[j * width + i] * triangle->R[j * width + i];
          self->rest_labels[(j - D) * self->outputs + i - D] = triangle->R[j * width + i];
        }
      self->rest_ones += triangle->ones[j] * triangle->ones[j];
    }
  self->count = D;
  self->lower = TRUE;
}

/* Turns the rows so that only the first Pi N0 of them have path features, a lower triangle, and
 * leaves out the others, and those too that are 0 to rounding. */
gboolean
ipl_feature_rows_rotate (IplFeatureRows *self, const IplCase *the_case, GCancellable *cancellable,
                         GError **error)
{
  gsize D = self->Pi * self->N0;
  g_auto (IplFeatureTriangle) triangle = { 0 };

  if (!ipl_feature_triangle_init (&triangle, D + self->outputs, error)
      || !ipl_feature_triangle_add (
          &triangle, self->count, self->Xi != NULL ? self->Xi : the_case->train.xi, self->outputs,
          ipl_feature_rows_get_labels (self, the_case), cancellable, error))
    return FALSE;
  g_clear_pointer (&self->Xi, g_free);
  g_clear_pointer (&self->y, g_free);
  self->Xi = ipl_try_new (double, (double)D *(double)D, what, error);
  if (self->Xi != NULL)
    self->y = ipl_try_new (double, (double)D * self->outputs, what, error);
  if (self->y != NULL)
    self->ones = ipl_try_new (double, D, what, error);
  if (self->ones != NULL)
    self->rest_labels = ipl_try_new0 (double, (double)self->outputs * self->outputs, what, error);
  if (self->rest_labels == NULL)
    return FALSE;
  read_triangle (self, &triangle, D);
  return ipl_feature_triangle_is_full (&triangle, D)
         || ipl_feature_rows_cut (self, the_case, cancellable, error);
}
