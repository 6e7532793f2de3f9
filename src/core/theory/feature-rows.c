/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/feature-rows.h"

#include "core/base/alone.h"
#include "core/base/memory.h"
#include "core/base/tiles.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Rows that a triangle takes in at a time, and columns of a panel in which it does. */
#define BLOCK_ROWS 256
#define PANEL 32
/* Diagonals of a triangle above this share of the largest say that its rank is full. */
#define SURELY_FULL 1e-10
/* Products of a factorization that is not worth a thread to be left to. */
#define ALONE_FROM 3e8

static const char what[] = "The rotated training examples";

/* The triangle R with R^T R = A^T A of rows that come block by block: by Householder reflections,
 * which unlike A^T A itself do not square the condition of A. */
typedef struct
{
  gsize width;
  double *R;        /* [width x width] column-major, upper */
  double *block;    /* [BLOCK_ROWS x width] column-major */
  double *T;        /* [PANEL x width] */
  double *work;     /* [PANEL x width] */
  double *ones;     /* [width] what the reflections make of a 1 for each row taken in */
  double *column;   /* [BLOCK_ROWS] */
  double rest_ones; /* sum of the squares of what they make of the other rows' */
  double *space;
} Triangle;

static gboolean
triangle_init (Triangle *self, gsize width, GError **error)
{
  double n = (double)width;

  self->width = width;
  self->space = ipl_try_parts0 (what, error, { &self->R, n * n }, { &self->block, BLOCK_ROWS * n },
                                { &self->T, PANEL * n }, { &self->work, PANEL * n },
                                { &self->ones, n }, { &self->column, BLOCK_ROWS });
  return self->space != NULL;
}

static void
triangle_clear (Triangle *self)
{
  g_free (self->space);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Triangle, triangle_clear)

/* Applies the reflections of the last @count rows to their ones. */
static void
turn_ones (Triangle *self, gsize count)
{
  int n = (int)self->width;

  for (gsize i = 0; i < count; i++)
    self->column[i] = 1;
  LAPACKE_dtpmqrt_work (LAPACK_COL_MAJOR, 'L', 'T', (int)count, 1, n, 0, MIN (PANEL, n),
                        self->block, (int)count, self->T, PANEL, self->ones, n, self->column,
                        (int)count, self->work);
  for (gsize i = 0; i < count; i++)
    self->rest_ones += self->column[i] * self->column[i];
}

/* Takes in rows from A: [rows x columns], whose columns it reads last to first, with @y (nullable)
 * as one more. */
static gboolean
triangle_add (Triangle *self, gsize rows, const double *A, const double *y,
              GCancellable *cancellable, GError **error)
{
  gsize n = self->width, columns = y != NULL ? n - 1 : n;
  gsize most = n <= 2048 ? BLOCK_ROWS : BLOCK_ROWS / 8;

  for (gsize m = 0; m < rows; m += most)
    {
      gsize count = MIN (most, rows - m);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (gsize i = 0; i < count; i++)
        for (gsize j = 0; j < columns; j++)
          self->block[(columns - 1 - j) * count + i] = A[(m + i) * columns + j];
      for (gsize i = 0; i < count && y != NULL; i++)
        self->block[columns * count + i] = y[m + i];
      LAPACKE_dtpqrt_work (LAPACK_COL_MAJOR, (int)count, (int)n, 0, (int)MIN (PANEL, n), self->R,
                           (int)n, self->block, (int)count, self->T, PANEL, self->work);
      turn_ones (self, count);
    }
  return TRUE;
}

/* TRUE if the first columns of a triangle are independent beyond doubt. */
static gboolean
triangle_is_full (const Triangle *self, gsize columns)
{
  double smallest = INFINITY, largest = 0;

  for (gsize j = 0; j < columns; j++)
    {
      double pivot = fabs (self->R[j * self->width + j]);

      smallest = MIN (smallest, pivot);
      largest = MAX (largest, pivot);
    }
  return smallest > SURELY_FULL * largest;
}

/* A pivoted QR factorization of A: [n x k], with n or more columns in X if there are more: what the
 * rows of X and y become when they are turned so that the last ones vanish. */
typedef struct
{
  gsize n;
  gsize columns;
  double *X;    /* [n x columns] row-major */
  double *y;    /* [n] */
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
cut_new (gsize n, gsize columns, double *X, double *y, double *ones, GError **error)
{
  Cut *self = g_new0 (Cut, 1);
  gsize k = MIN (n, columns);

  self->n = n;
  self->columns = columns;
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

/* A square A with the same products of rows as X, where X is wide: its factor on the left. */
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

/* Turns a column [n] as the rows of X were. */
static gboolean
cut_turn (const Cut *self, double *column)
{
  int n = (int)self->n, k = (int)MIN (self->n, self->columns);

  return LAPACKE_dormqr (LAPACK_COL_MAJOR, 'L', 'T', n, 1, k, self->A, n, self->tau, column, n)
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
  self->failed = !cut_turn (self, self->y) || !cut_turn (self, self->ones);
}

/* FALSE: with an error, and @self is gone. */
static gboolean
cut_wait (Cut *self, GCancellable *cancellable, GError **error)
{
  double n = (double)self->n, D = (double)self->columns;

  if (n * n * D < ALONE_FROM)
    cut_run (self);
  else if (!ipl_alone_run (cut_run, self, cut_free, cancellable))
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

/* (out): the training examples of the case as they are. */
void
ipl_feature_rows_init (IplFeatureRows *self, const IplCase *the_case)
{
  *self
      = (IplFeatureRows){ .count = the_case->train.count, .Pi = the_case->Pi, .N0 = the_case->N0 };
}

void
ipl_feature_rows_clear (IplFeatureRows *self)
{
  g_free (self->Xi);
  g_free (self->y);
  g_free (self->ones);
  g_free (self->basis);
}

/* The orthonormal basis of the rows that a triangle took in; NULL with no error: all are needed. */
static double *
basis_of (const Triangle *triangle, gsize n_rows, gsize *rank, GError **error)
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

/* Finds the space of all path features of all examples, and leaves out the components of a token
 * outside of it, of which no training example knows. */
gboolean
ipl_feature_rows_reduce_tokens (IplFeatureRows *self, const IplCase *the_case,
                                GCancellable *cancellable, GError **error)
{
  gsize N0 = the_case->N0, n_rows = the_case->train.count * the_case->Pi, rank = N0;
  g_auto (Triangle) triangle = { 0 };
  GError *why = NULL;

  if (!triangle_init (&triangle, N0, error))
    return FALSE;
  /* Some rows settle it where nothing is to be left out. */
  for (gsize from = 0, part = 2 * N0; from < n_rows; from += part, part = from)
    {
      if (!triangle_add (&triangle, MIN (part, n_rows - from), the_case->train.xi + from * N0, NULL,
                         cancellable, error))
        return FALSE;
      if (triangle_is_full (&triangle, N0))
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
  self->y = ipl_memory_try_copy (the_case->train.y, (double)the_case->train.count, sizeof (double),
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

/* Gives back what is behind the first elements. */
static double *
shrink (double *array, gsize count)
{
  double *shrunk = g_try_realloc_n (array, count, sizeof *array);

  return shrunk != NULL ? shrunk : array;
}

/* The result of a cut: its first rows. */
static void
take_cut (IplFeatureRows *self, Cut *cut)
{
  gsize rank = MAX (cut->rank, 1);

  for (gsize m = rank; m < cut->n; m++)
    {
      self->rest_square += cut->y[m] * cut->y[m];
      self->rest_ones += cut->ones[m] * cut->ones[m];
    }
  self->rest += cut->n - rank;
  self->count = rank;
  g_free (self->Xi);
  g_free (self->y);
  g_free (self->ones);
  self->Xi = shrink (g_steal_pointer (&cut->X), rank * cut->columns);
  self->y = shrink (g_steal_pointer (&cut->y), rank);
  self->ones = shrink (g_steal_pointer (&cut->ones), rank);
  self->lower = FALSE;
}

/* Turns the rows so that as few as can be are not 0 to rounding, and leaves out the others. */
gboolean
ipl_feature_rows_cut (IplFeatureRows *self, const IplCase *the_case, GCancellable *cancellable,
                      GError **error)
{
  gsize n = self->count, D = self->Pi * self->N0;
  const double *Xi = self->Xi != NULL ? self->Xi : the_case->train.xi;
  const double *y = self->y != NULL ? self->y : the_case->train.y;
  g_autofree double *X
      = ipl_memory_try_copy (Xi, (double)n * (double)D, sizeof (double), what, error);
  g_autofree double *labels
      = X != NULL ? ipl_memory_try_copy (y, (double)n, sizeof (double), what, error) : NULL;
  g_autofree double *ones = labels != NULL ? ipl_try_new (double, n, what, error) : NULL;
  Cut *cut;

  if (ones == NULL)
    return FALSE;
  for (gsize m = 0; m < n; m++)
    ones[m] = self->ones != NULL ? self->ones[m] : 1;
  cut = cut_new (n, D, g_steal_pointer (&X), g_steal_pointer (&labels), g_steal_pointer (&ones),
                 error);
  if (cut == NULL || !cut_wait (cut, cancellable, error))
    return FALSE;
  if (cut->rank < n)
    take_cut (self, cut);
  cut_free (cut);
  return TRUE;
}

/* Turns the rows so that only the first Pi N0 of them have path features, a lower triangle, and
 * leaves out the others, and those too that are 0 to rounding. */
gboolean
ipl_feature_rows_rotate (IplFeatureRows *self, const IplCase *the_case, GCancellable *cancellable,
                         GError **error)
{
  gsize D = self->Pi * self->N0, width = D + 1;
  g_auto (Triangle) triangle = { 0 };

  if (!triangle_init (&triangle, width, error)
      || !triangle_add (&triangle, self->count, self->Xi != NULL ? self->Xi : the_case->train.xi,
                        the_case->train.y, cancellable, error))
    return FALSE;
  g_clear_pointer (&self->Xi, g_free);
  g_clear_pointer (&self->y, g_free);
  self->Xi = ipl_try_new (double, (double)D *(double)D, what, error);
  if (self->Xi != NULL)
    self->y = ipl_try_new (double, D, what, error);
  if (self->y != NULL)
    self->ones = ipl_try_new (double, D, what, error);
  if (self->ones == NULL)
    return FALSE;
  /* Rows and columns last to first: the upper triangle becomes a lower one. */
  for (gsize m = 0; m < D; m++)
    {
      gsize i = D - 1 - m;

      for (gsize j = 0; j < D; j++)
        self->Xi[m * D + j] = j <= m ? triangle.R[(D - 1 - j) * width + i] : 0;
      self->y[m] = triangle.R[D * width + i];
      self->ones[m] = triangle.ones[i];
    }
  self->rest = self->count - D;
  self->rest_square = triangle.R[D * width + D] * triangle.R[D * width + D];
  self->rest_ones = triangle.rest_ones + triangle.ones[D] * triangle.ones[D];
  self->count = D;
  self->lower = TRUE;
  return triangle_is_full (&triangle, D)
         || ipl_feature_rows_cut (self, the_case, cancellable, error);
}
