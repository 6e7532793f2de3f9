/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/kernel/feature-triangle-private.h"

#include "core/base/memory.h"

#include <lapacke.h>
#include <math.h>

/* Diagonals of a triangle above this share of the largest mean full rank. */
#define SURELY_FULL 1e-10

static const char what[] = "The rotated training examples";

gboolean
ipl_feature_triangle_init (IplFeatureTriangle *self, gsize width, GError **error)
{
  double n = (double)width;

  self->width = width;
  self->space = ipl_try_parts0 (what, error, { &self->R, n * n }, { &self->block, BLOCK_ROWS * n },
                                { &self->T, PANEL * n }, { &self->work, PANEL * n },
                                { &self->ones, n }, { &self->column, BLOCK_ROWS });
  return self->space != NULL;
}

void
ipl_feature_triangle_clear (IplFeatureTriangle *self)
{
  g_free (self->space);
}

/* Applies the reflections of the last @count rows to their ones. */
static void
rotate_ones (IplFeatureTriangle *self, gsize count)
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

/* Takes in rows from A: [rows x columns], whose columns it reads last to first, with those of
 * @y: [outputs x rows] as further ones. */
gboolean
ipl_feature_triangle_add (IplFeatureTriangle *self, gsize rows, const double *A, guint outputs,
                          const double *y, GCancellable *cancellable, GError **error)
{
  gsize n = self->width, columns = n - outputs;
  gsize most = n <= 2048 ? BLOCK_ROWS : BLOCK_ROWS / 8;

  for (gsize m = 0; m < rows; m += most)
    {
      gsize count = MIN (most, rows - m);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (gsize i = 0; i < count; i++)
        for (gsize j = 0; j < columns; j++)
          self->block[(columns - 1 - j) * count + i] = A[(m + i) * columns + j];
      for (guint k = 0; k < outputs; k++)
        for (gsize i = 0; i < count; i++)
          self->block[(columns + k) * count + i] = y[k * rows + m + i];
      LAPACKE_dtpqrt_work (LAPACK_COL_MAJOR, (int)count, (int)n, 0, (int)MIN (PANEL, n), self->R,
                           (int)n, self->block, (int)count, self->T, PANEL, self->work);
      rotate_ones (self, count);
    }
  return TRUE;
}

/* TRUE if the first columns of a triangle are independent beyond doubt. */
gboolean
ipl_feature_triangle_is_full (const IplFeatureTriangle *self, gsize columns)
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
