/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/kernel-picture.h"

#include "core/base/memory.h"
#include "core/base/ref-count.h"
#include "core/base/tiled-lapack.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#define WHAT "The pictures of the kernels"

/* The key by which examples are sorted: +1 and -1, the class, or the first number. */
static double
key_of (const IplCase *the_case, gsize example)
{
  const IplLabels *labels = &the_case->labels;
  const double *y = the_case->train.y + example * labels->outputs;

  return labels->kind == IPL_LABELS_CLASSES ? ipl_labels_find_class (labels, y) : y[0];
}

/* The class of an example, from 0; of a regression 0. */
static guint
class_of (const IplCase *the_case, gsize example)
{
  double key = key_of (the_case, example);

  return the_case->labels.kind == IPL_LABELS_NUMBERS ? 0
         : the_case->labels.kind == IPL_LABELS_SIGNS ? key >= 0
                                                     : (guint)key;
}

/* Compares by label, then by the structure of the examples, then by their order in the case. */
static int
compare_examples (gconstpointer a, gconstpointer b, gpointer data)
{
  const IplCase *the_case = data;
  const double *structure = the_case->train.structure;
  guint i = *(const guint *)a, j = *(const guint *)b;
  double x = key_of (the_case, i), y = key_of (the_case, j);

  if (x == y && structure != NULL)
    {
      x = structure[i];
      y = structure[j];
    }
  return x != y ? (x < y ? -1 : 1) : i < j ? -1 : i > j;
}

/* Examples [@from, @to) of the order in cells of @block at most, all nearly alike. */
static void
cut_class (IplKernelCells *self, gsize from, gsize to, gsize block)
{
  gsize count = to - from, cells = (count + block - 1) / block;

  self->class_first[self->n_classes++] = (guint)self->n;
  for (gsize i = 0; i < cells; i++)
    self->first[self->n++] = (guint)(from + i * count / cells);
}

/* Cells at the most: each class may have one more than a block is worth. */
static double
most_cells (const IplCase *the_case)
{
  return MIN ((double)the_case->train.count,
              IPL_KERNEL_MOST_CELLS + MAX (the_case->labels.outputs, 2));
}

/* The order of the examples, and the first of each cell. */
static void
cut (IplKernelCells *self)
{
  const IplCase *the_case = self->the_case;
  gsize P = the_case->train.count;
  gsize block = (P + IPL_KERNEL_MOST_CELLS - 1) / IPL_KERNEL_MOST_CELLS;

  for (gsize i = 0; i < P; i++)
    self->order[i] = (guint)i;
  g_qsort_with_data (self->order, (gint)P, sizeof *self->order, compare_examples,
                     (gpointer)the_case);
  for (gsize from = 0, to = 0; from < P; from = to)
    {
      guint class = class_of (the_case, self->order[from]);

      while (to < P && class_of (the_case, self->order[to]) == class)
        to++;
      cut_class (self, from, to, block);
    }
  self->class_first[self->n_classes] = (guint)self->n;
  self->first[self->n] = (guint)P;
}

static gboolean
average (IplKernelCells *self, GCancellable *cancellable, GError **error)
{
  const IplExamples *train = &self->the_case->train;
  gsize D = self->the_case->Pi * self->the_case->N0, K = self->the_case->labels.outputs;

  for (gsize c = 0; c < self->n; c++)
    {
      gsize size = ipl_kernel_cells_size (self, c);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (gsize i = self->first[c]; i < self->first[c + 1]; i++)
        {
          cblas_daxpy ((int)D, 1.0 / (double)size, train->xi + self->order[i] * D, 1,
                       self->Xi + c * D, 1);
          for (gsize k = 0; k < K; k++)
            self->y[c * K + k] += train->y[self->order[i] * K + k] / (double)size;
        }
    }
  return TRUE;
}

/* |C_pq|^2 = c^2 <Xi_p^T Xi_p, Xi_q^T Xi_q> and tr C_pq = c <Xi_p, Xi_q>, of the rows in use: a
 * rotation of examples changes neither. */
static gboolean
measure (IplKernelCells *self, const IplKernel *kernel, GCancellable *cancellable, GError **error)
{
  gsize Pi = self->the_case->Pi, N0 = kernel->N0, D = Pi * N0, square = N0 * N0;
  gsize rows = kernel->rows.count;
  g_autofree double *gram = ipl_try_new (double, (double)Pi *(double)N0 *(double)N0, WHAT, error);

  if (gram == NULL)
    return FALSE;
  for (gsize p = 0; p < Pi; p++)
    {
      ipl_tiles_multiply (FALSE, TRUE, N0, N0, rows, kernel->scale, kernel->Xi + p * N0, D,
                          kernel->Xi + p * N0, D, 0, gram + p * square, N0, cancellable);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      {
        double sum = 0;

        for (gsize i = 0; i < N0; i++)
          sum += cblas_ddot ((int)N0, gram + p * square + i * N0, 1, gram + q * square + i * N0, 1);
        self->norm[p * Pi + q] = self->norm[q * Pi + p] = sqrt (MAX (sum, 0));
      }
  for (gsize m = 0; m < rows; m++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)N0, kernel->scale,
                 kernel->Xi + m * D, (int)N0, kernel->Xi + m * D, (int)N0, 1.0, self->trace,
                 (int)Pi);
  return TRUE;
}

/* The kernels of @the_case to be shown, or NULL with IPL_ERROR_MEMORY or G_IO_ERROR_CANCELLED. */
IplKernelCells *
ipl_kernel_cells_new (IplCase *the_case, const IplKernel *kernel, GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (IplKernelCells) self = g_new0 (IplKernelCells, 1);
  double P = (double)the_case->train.count, Pi = (double)the_case->Pi;
  double cells = most_cells (the_case), K = the_case->labels.outputs;

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_ref (the_case);
  self->order = ipl_try_new0 (guint, P, WHAT, error);
  if (self->order != NULL)
    self->Xi = ipl_try_new0 (double, cells *Pi *(double)the_case->N0, WHAT, error);
  if (self->Xi != NULL)
    self->norm = ipl_try_new0 (double, 2 * Pi * Pi, WHAT, error);
  if (self->norm != NULL)
    self->y = ipl_try_new0 (double, cells *K, WHAT, error);
  if (self->y == NULL)
    return NULL;
  self->trace = self->norm + the_case->Pi * the_case->Pi;
  self->first = g_new0 (guint, (gsize)cells + 1);
  self->class_first = g_new0 (guint, MAX (the_case->labels.outputs, 2) + 1);
  cut (self);
  if (!average (self, cancellable, error) || !measure (self, kernel, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

static void
kernel_cells_clear (IplKernelCells *self)
{
  ipl_case_unref (self->the_case);
  g_free (self->order);
  g_free (self->first);
  g_free (self->class_first);
  g_free (self->Xi);
  g_free (self->y);
  g_free (self->norm);
}

IPL_DEFINE_REFERENCES (IplKernelCells, ipl_kernel_cells, kernel_cells_clear)

/* The constant c = s0^2 / (N0 Pi) of THEORY.md section 0. */
static double
get_scale (const IplKernelCells *self, double s0_squared)
{
  return s0_squared / ((double)self->the_case->N0 * (double)self->the_case->Pi);
}

/* @C: [n x n] row-major C_pq, rows of @p's features. */
void
ipl_kernel_cells_pair (const IplKernelCells *self, double s0_squared, gsize p, gsize q, double *C)
{
  gsize N0 = self->the_case->N0, D = self->the_case->Pi * N0, n = self->n;

  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)n, (int)n, (int)N0,
               get_scale (self, s0_squared), self->Xi + p * N0, (int)D, self->Xi + q * N0, (int)D,
               0.0, C, (int)n);
}

/* FALSE with IPL_ERROR_MEMORY or G_IO_ERROR_CANCELLED. @U: [Pi x Pi] row-major, symmetric; @K: [n x
 * n] row-major K = sum_pq U_pq C_pq. */
gboolean
ipl_kernel_cells_sum (const IplKernelCells *self, double s0_squared, const double *U, double *K,
                      GCancellable *cancellable, GError **error)
{
  gsize N0 = self->the_case->N0, Pi = self->the_case->Pi, D = Pi * N0, n = self->n;
  g_autofree double *V = ipl_try_new (double, (double)n *(double)D, WHAT, error);

  if (V == NULL)
    return FALSE;
  ipl_kernel_mix (n, Pi, N0, U, self->Xi, V, cancellable);
  ipl_tiles_multiply (TRUE, FALSE, n, n, D, get_scale (self, s0_squared), self->Xi, D, V, D, 0, K,
                      n, cancellable);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Tr K / P of K = sum_pq U_pq C_pq, over all examples. @U: [Pi x Pi] row-major, symmetric. */
double
ipl_kernel_cells_mean_diagonal (const IplKernelCells *self, double s0_squared, const double *U)
{
  gsize Pi = self->the_case->Pi;

  return s0_squared * cblas_ddot ((int)(Pi * Pi), U, 1, self->trace, 1)
         / (double)self->the_case->train.count;
}

/* Number of examples of the cell. */
gsize
ipl_kernel_cells_size (const IplKernelCells *self, gsize cell)
{
  return self->first[cell + 1] - self->first[cell];
}

/* Largest number of examples of a cell; 1 if each example has a cell. */
gsize
ipl_kernel_cells_largest (const IplKernelCells *self)
{
  gsize largest = 1;

  for (gsize c = 0; c < self->n; c++)
    largest = MAX (largest, ipl_kernel_cells_size (self, c));
  return largest;
}
