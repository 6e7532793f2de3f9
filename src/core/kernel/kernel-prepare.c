/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels are made: the rows and outputs that they are over, and the form in which they are held.
 */
#include "core/kernel/kernel-private.h"

#include "core/base/memory.h"
#include "core/base/ref-count.h"
#include "core/base/tiled-lapack.h"

#include <cblas.h>
#include <float.h>
#include <math.h>

/* Pivots of the Gram matrix within so many times the bound on its roundings are looked into. */
#define DEPENDENT_ROUNDINGS 100

static const char labels_text[] = "The labels of all outputs";
static const char pairs_text[] = "Preparing the kernels of pairs of paths";

/* Seconds of a gradient of the energy, without the factorization of K, that both forms need. */
static gboolean
pairs_are_cheaper (const IplKernel *self)
{
  double r = (double)self->rows.count, Pi = (double)self->rows.Pi, D = Pi * (double)self->rows.N0;
  double P = (double)self->P, R = self->outputs, below = R * (R - 1) / 2;
  double n = (double)self->path_pairs, share = self->lower ? LOWER_SHARE : 1;

  if (4 * n * r * (r + 1) + (R > 1 ? 8 * Pi * Pi * r * r : 0) > (double)PAIRS_MEMORY_LIMIT)
    return FALSE;

  double pairs = R * 8 * n * r * r / BYTES_PER_SECOND
                 + 4 * below * Pi * Pi * r * r / PAIRS_FLOPS_PER_SECOND
                 + 2.0 / 3 * P * P * P / FLOPS_PER_SECOND;
  double assembly = R * (share * r * r * D + 2 * r * D * Pi) + 2 * below * r * D * (r + Pi);
  double gradient = (R > 1 ? LOWER_SHARE : share) * P * P * D * R + P * D * R * Pi * R;

  return pairs < (assembly + gradient) / FLOPS_PER_SECOND;
}

/* Floating-point operations of E'' as a matrix. */
static gboolean
curvature_by_factors_is_cheaper (const IplKernel *self)
{
  double P = (double)self->P, Pi = (double)self->Pi, N0 = (double)self->N0, D = Pi * N0;
  double r = (double)self->rows.count, R = self->outputs;
  double n = R * R * (double)ipl_kernel_count_basis (self);
  double pairs = 2 * n * r * r * (r + n);
  double factors = (self->lower || self->outputs > 1 ? LOWER_SHARE : 1) * (P * P * D + P * D * D)
                   + Pi * Pi * Pi * Pi * N0 * N0;

  return factors < pairs;
}

/* Chooses how to form K and E'', depending on whether pairs are in memory. */
static void
choose_products (IplKernel *self)
{
  self->blocks = self->outputs == 1 && self->S == NULL && !self->lower
                 && self->n_pairs > IPL_KERNEL_FEW_PAIRS;
  self->curvature_by_factors = self->S == NULL || curvature_by_factors_is_cheaper (self);
}

static gboolean
form_symmetric_pairs (IplKernel *self, GCancellable *cancellable, GError **error)
{
  gsize r = self->rows.count, Pi = self->rows.Pi, N0 = self->N0;
  g_autofree double *C = ipl_try_new (double, (double)r *(double)r, pairs_text, error);

  if (C != NULL)
    self->S
        = ipl_try_new (double, (double)self->path_pairs *(double)self->packed, pairs_text, error);
  if (self->S == NULL)
    return FALSE;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      {
        double *S = self->S + ipl_pair_index (Pi, p, q) * self->packed;

        ipl_tiles_multiply (TRUE, FALSE, r, r, N0, self->scale, self->Xi + q * N0, Pi * N0,
                            self->Xi + p * N0, Pi * N0, 0.0, C, r, cancellable);
        for (gsize m = 0; m < r; m++)
          {
            if (m % LOOK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
              return FALSE;
            for (gsize n = 0; n <= m; n++)
              *S++ = 0.5 * (C[m * r + n] + C[n * r + m]);
          }
      }
  return TRUE;
}

static gboolean
form_ordered_pairs (IplKernel *self, GCancellable *cancellable, GError **error)
{
  gsize r = self->rows.count, Pi = self->rows.Pi, N0 = self->N0, D = Pi * N0;

  self->C = ipl_try_new (double, (double)(Pi * Pi) * (double)(r * r), pairs_text, error);
  if (self->C == NULL)
    return FALSE;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      if (ipl_tiles_multiply (TRUE, FALSE, r, r, N0, self->scale, self->Xi + q * N0, D,
                              self->Xi + p * N0, D, 0, self->C + (p * Pi + q) * r * r, r,
                              cancellable)
          != IPL_TILES_DONE)
        return !g_cancellable_set_error_if_cancelled (cancellable, error);
  return TRUE;
}

static void
free_pairs (IplKernel *self)
{
  g_clear_pointer (&self->S, g_free);
  g_clear_pointer (&self->C, g_free);
}

gboolean
ipl_kernel_form_pairs (IplKernel *self, GCancellable *cancellable, GError **error)
{
  free_pairs (self);
  return form_symmetric_pairs (self, cancellable, error)
         && (self->outputs == 1 || form_ordered_pairs (self, cancellable, error));
}

/* Quantities that follow from the rows in use. */
static void
adopt_rows (IplKernel *self)
{
  self->P = self->rows.count * self->outputs;
  self->N0 = self->rows.N0;
  self->Xi = self->rows.Xi != NULL ? self->rows.Xi : self->the_case->train.xi;
  self->lower = self->rows.lower;
  self->packed = self->rows.count * (self->rows.count + 1) / 2;
}

static gboolean
form_kernels (IplKernel *self, GCancellable *cancellable, GError **error)
{
  adopt_rows (self);
  free_pairs (self);
  if (pairs_are_cheaper (self) && !ipl_kernel_form_pairs (self, cancellable, error))
    return FALSE;
  choose_products (self);
  return TRUE;
}

/* TRUE if the rows may be dependent: the Gram matrix sum_p C_pp, factorized as the energy does. */
static gboolean
may_be_dependent (const IplKernel *self, gboolean *may_be, GCancellable *cancellable,
                  GError **error)
{
  gsize P = self->rows.count, D = self->rows.Pi * self->N0;
  double largest = 0, smallest = INFINITY;
  g_autofree double *K
      = ipl_try_new (double, (double)P *(double)P, "The Gram matrix of the path features", error);

  if (K == NULL)
    return FALSE;
  for (gsize n = 0; n < P; n += ROW_BLOCK)
    ipl_tiles_multiply (TRUE, FALSE, P - n, MIN (ROW_BLOCK, P - n), D, 1, self->Xi + n * D, D,
                        self->Xi + n * D, D, 0, K + n * P + n, P, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  for (gsize m = 0; m < P; m++)
    largest = MAX (largest, K[m * P + m]);

  IplTilesResult result = ipl_tiles_cholesky (P, K, P, cancellable);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  for (gsize m = 0; m < P; m++)
    smallest = MIN (smallest, K[m * P + m] * K[m * P + m]);
  *may_be = result != IPL_TILES_DONE
            || !(smallest > DEPENDENT_ROUNDINGS * (double)P * DBL_EPSILON * largest);
  return TRUE;
}

/* The fewest rows that are worth the training examples, and the fewest components of a token. */
static gboolean
find_rows (IplKernel *self, GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = self->the_case;
  IplFeatureRows *rows = &self->rows;
  gboolean dependent;

  adopt_rows (self);
  if ((rows->count > rows->Pi * rows->N0 || !pairs_are_cheaper (self))
      && !ipl_feature_rows_reduce_tokens (rows, the_case, cancellable, error))
    return FALSE;
  if (rows->count > rows->Pi * rows->N0)
    return ipl_feature_rows_rotate (rows, the_case, cancellable, error)
           && form_kernels (self, cancellable, error);
  if (!form_kernels (self, cancellable, error)
      || !may_be_dependent (self, &dependent, cancellable, error))
    return FALSE;
  if (!dependent)
    return TRUE;

  gsize before = rows->count;

  return ipl_feature_rows_cut (rows, the_case, cancellable, error)
         && (rows->count == before || form_kernels (self, cancellable, error));
}

static void
set_outputs (IplKernel *self, guint outputs)
{
  self->outputs = outputs;
  self->copies = self->the_case->labels.outputs / outputs;
  self->Pi = self->the_case->Pi * outputs;
  self->n_pairs = self->Pi * (self->Pi + 1) / 2;
  self->path_pairs = self->the_case->Pi * (self->the_case->Pi + 1) / 2;
}

static IplKernel *
kernel_new (const IplCase *the_case)
{
  IplKernel *self = g_new0 (IplKernel, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_ref ((IplCase *)the_case);
  self->scale = 1.0 / ((double)the_case->N0 * (double)the_case->Pi);
  ipl_feature_rows_init (&self->rows, the_case);
  set_outputs (self, the_case->labels.outputs);
  return self;
}

/* The labels of one output after those of the other. */
static gboolean
copy_labels (IplKernel *self, GError **error)
{
  const IplExamples *train = &self->the_case->train;
  gsize P = train->count, K = self->outputs;

  self->rows.outputs = self->outputs;
  if (K == 1)
    return TRUE;
  self->rows.labels = ipl_try_new (double, (double)P *(double)K, labels_text, error);
  for (gsize i = 0; self->rows.labels != NULL && i < P * K; i++)
    self->rows.labels[i % K * P + i / K] = train->y[i];
  return self->rows.labels != NULL;
}

static gboolean
add_tests (IplKernel *self, GCancellable *cancellable, GError **error)
{
  return self->outputs == 1 || ipl_kernel_form_tests (self, cancellable, error);
}

/* Prepares the path-path kernels C_pq[m,n] = s0^2 xi^p(x_m) . xi^q(x_n) / (N0 Pi) of the training
 * set (THEORY.md section 3), or of fewer rows that are worth the same (section 9). */
IplKernel *
ipl_kernel_prepare (const IplCase *the_case, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (the_case != NULL, NULL);

  g_autoptr (IplKernel) self = kernel_new (the_case);

  return copy_labels (self, error) && find_rows (self, cancellable, error)
                 && add_tests (self, cancellable, error)
             ? g_steal_pointer (&self)
             : NULL;
}

/* Like ipl_kernel_prepare(), on the training examples without reduction to rows: the reference
 * of tests and benchmarks. */
IplKernel *
ipl_kernel_prepare_plain (const IplCase *the_case, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplKernel) self = kernel_new (the_case);

  return copy_labels (self, error) && form_kernels (self, cancellable, error)
             ? g_steal_pointer (&self)
             : NULL;
}

/* With the arrays of a kernel over all outputs. */
static IplKernel *
kernel_new_over (IplKernel *self, guint outputs)
{
  IplKernel *fewer = g_memdup2 (self, sizeof *self);

  g_atomic_ref_count_init (&fewer->ref_count);
  fewer->all = ipl_kernel_ref (self);
  fewer->tests = NULL;
  if (outputs == 1)
    fewer->C = NULL;
  set_outputs (fewer, outputs);
  fewer->P = fewer->rows.count * outputs;
  choose_products (fewer);
  return fewer;
}

/* Over outputs that are independent and have the same U, as in the GP limit: one kernel, with the
 * labels of all. */
IplKernel *
ipl_kernel_new_alike (IplKernel *self)
{
  return self->outputs == 1 ? ipl_kernel_ref (self) : kernel_new_over (self, 1);
}

/* To solve fewer outputs than the case has. @basis: (nullable): [outputs x the kernel's outputs]
 * each in terms of these; NULL: without labels */
IplKernel *
ipl_kernel_new_rotated (IplKernel *self, guint outputs, const double *basis, GError **error)
{
  g_autoptr (IplKernel) turned = kernel_new_over (self, outputs);
  IplFeatureRows *rows = &turned->rows;
  int P = (int)self->the_case->train.count, r = (int)rows->count, K = (int)self->outputs;

  turned->copies = 1;
  rows->outputs = outputs;
  rows->labels = ipl_try_new0 (double, (double)outputs *(double)(P + r), labels_text, error);
  rows->rest_labels = NULL;
  if (rows->labels == NULL)
    return NULL;
  if (rows->y != NULL)
    rows->y = rows->labels + (gsize)P * outputs;
  if (basis == NULL)
    {
      rows->rest_square = 0;
      return g_steal_pointer (&turned);
    }
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)outputs, P, K, 1, basis, K,
               self->rows.labels, P, 0, rows->labels, P);
  if (rows->y != NULL)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)outputs, r, K, 1, basis, K,
                 self->rows.y, r, 0, rows->y, r);
  return g_steal_pointer (&turned);
}

static void
kernel_clear (IplKernel *self)
{
  if (self->all != NULL)
    {
      if (self->rows.labels != self->all->rows.labels)
        g_free (self->rows.labels);
      ipl_kernel_unref (self->all);
      return;
    }
  ipl_kernel_free_tests (self);
  ipl_case_unref (self->the_case);
  ipl_feature_rows_clear (&self->rows);
  free_pairs (self);
}

IPL_DEFINE_REFERENCES (IplKernel, ipl_kernel, kernel_clear)
