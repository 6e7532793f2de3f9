/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/energy.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/tiled-lapack.h"

/* Rows of a matrix from one look at the cancellable to the next. */
#define LOOK_ROWS 64
/* Columns solved for at a time, of a lower triangle and of others. */
#define LOWER_BLOCK 64
#define WIDE_BLOCK 256

/* TRUE if gradients come from features in memory. */
static gboolean
works_by_factors (const IplKernel *kernel)
{
  return kernel->S == NULL && !kernel->blocks;
}

/* The arrays of an energy, and how many there are. */
static guint
list_parts (IplEnergy *self, const IplKernel *kernel, gboolean derivatives, IplMemoryPart parts[9])
{
  double P = (double)kernel->P, Pi = (double)kernel->Pi, D = Pi * (double)kernel->N0;
  gboolean factors = derivatives && works_by_factors (kernel);
  guint n = 0;

  parts[n++] = (IplMemoryPart){ &self->factor, P * P };
  parts[n++] = (IplMemoryPart){ &self->alpha, kernel->copies * P };
  parts[n++] = (IplMemoryPart){ &self->scratch, factors ? P * D : ipl_kernel_scratch (kernel) };
  if (!derivatives)
    return n;
  parts[n++] = (IplMemoryPart){ &self->t, D };
  parts[n++] = (IplMemoryPart){ &self->inverse, P * P };
  parts[n++] = (IplMemoryPart){ &self->b, kernel->blocks ? P : 0 };
  parts[n++] = (IplMemoryPart){ &self->by_output, factors ? Pi * Pi : 0 };
  if (kernel->S != NULL)
    parts[n++] = (IplMemoryPart){ &self->M, P * P };
  if (kernel->S != NULL && kernel->curvature_by_factors)
    parts[n++] = (IplMemoryPart){ &self->Z, P * D };
  return n;
}

IplEnergy *
ipl_energy_new (IplKernel *kernel, double s0_squared, double temperature, gboolean derivatives,
                GError **error)
{
  g_autoptr (IplEnergy) self = g_new0 (IplEnergy, 1);
  IplMemoryPart parts[9];

  g_return_val_if_fail (!derivatives || kernel->copies == 1, NULL);

  self->kernel = ipl_kernel_ref (kernel);
  self->s0_squared = s0_squared;
  self->temperature = temperature;
  self->constant = ipl_kernel_get_constant (kernel, temperature);
  self->alignment = (IplAlignment){ NAN, NAN };
  self->space = ipl_memory_try_parts (parts, list_parts (self, kernel, derivatives, parts),
                                      "The training kernel", error);
  if (self->space == NULL)
    return NULL;
  if (derivatives && works_by_factors (kernel))
    self->Z = self->scratch;

  return g_steal_pointer (&self);
}

void
ipl_energy_free (IplEnergy *self)
{
  g_free (self->space);
  ipl_kernel_unref (self->kernel);
  g_free (self);
}

/* The log determinant from the factor's diagonal, and the sum of 1 over its squares. */
static gboolean
read_pivots (IplEnergy *self, double largest, double *inverse)
{
  gsize P = self->kernel->P;

  *inverse = self->log_det = 0;
  for (gsize m = 0; m < P; m++)
    {
      double pivot = self->factor[m * P + m];

      /* A pivot at rounding level, of any sign, means singular. */
      if (!(pivot * pivot > (double)P * DBL_EPSILON * largest))
        return FALSE;
      self->log_det += 2 * log (pivot) * self->kernel->copies;
      *inverse += self->kernel->copies / (pivot * pivot);
    }
  return TRUE;
}

/* (K + T I)^-1 y and dependent numbers. @inverse: about the trace of (K + T I)^-1 */
static gboolean
solve_labels (IplEnergy *self, double largest, double inverse)
{
  gsize P = self->kernel->P, copies = self->kernel->copies, n = copies * P;
  const double *y = ipl_kernel_get_y (self->kernel);

  memcpy (self->alpha, y, n * sizeof (double));
  if (ipl_tiles_solve (P, self->factor, P, copies, self->alpha, P, self->cancellable)
      != IPL_TILES_DONE)
    return FALSE;
  for (gsize k = 0; k < copies; k++)
    if (ipl_tiles_solve_transposed (P, self->factor, P, self->alpha + k * P, self->cancellable)
        != IPL_TILES_DONE)
      return FALSE;
  self->fit = cblas_ddot ((int)n, y, 1, self->alpha, 1);
  /* dE = tr((K + T I)^-1 dK) - alpha^T dK alpha */
  self->rounding
      = DBL_EPSILON * largest * (inverse + cblas_ddot ((int)n, self->alpha, 1, self->alpha, 1));
  return TRUE;
}

gboolean
ipl_energy_evaluate (IplEnergy *self, const double *U, double *value)
{
  gsize P = self->kernel->P;
  double cube = (double)P * (double)P * (double)P, largest = 0, inverse;

  self->flops += ipl_kernel_flops (self->kernel) + cube / 3;
  self->inverted = self->whitened = FALSE;
  ipl_kernel_assemble (self->kernel, self->s0_squared, U, self->factor, self->scratch,
                       self->cancellable);

  if (self->aligns)
    ipl_alignment_measure (self->kernel, self->factor, &self->alignment);

  for (gsize m = 0; m < P; m++)
    {
      self->factor[m * P + m] += self->temperature;
      largest = MAX (largest, self->factor[m * P + m]);
    }
  self->largest = largest;
  if (!isfinite (self->constant))
    return FALSE;

  /* Rows that were left out are 0 to rounding only. */
  double rounding = (double)(P + self->kernel->rows.rest) * DBL_EPSILON;

  if (self->kernel->rows.rest > 0 && !(self->temperature > rounding * rounding * largest))
    return FALSE;

  /* The upper half of a row-major matrix is the lower half of a column-major one. */
  if (ipl_tiles_cholesky (P, self->factor, P, self->cancellable) != IPL_TILES_DONE
      || !read_pivots (self, largest, &inverse) || !solve_labels (self, largest, inverse))
    return FALSE;
  *value = self->log_det + self->fit;

  return isfinite (*value);
}

/* A [P x P] matrix, some rows at a time. */
static void
copy_rows (const IplEnergy *self, const double *from, double *to)
{
  gsize P = self->kernel->P;

  for (gsize m = 0; m < P && !g_cancellable_is_cancelled (self->cancellable); m += LOOK_ROWS)
    memcpy (to + m * P, from + m * P, MIN (LOOK_ROWS, P - m) * P * sizeof (double));
}

void
ipl_energy_invert (IplEnergy *self)
{
  gsize P = self->kernel->P;

  if (self->inverted)
    return;
  self->flops += 2.0 / 3 * (double)P * (double)P * (double)P;
  copy_rows (self, self->factor, self->inverse);
  self->inverted
      = ipl_tiles_invert (P, self->inverse, P, self->cancellable) == IPL_TILES_DONE
        && ipl_tiles_mirror (TRUE, P, self->inverse, self->cancellable) == IPL_TILES_DONE;
}

/* Some columns of Z of an output at a time. */
typedef struct
{
  IplEnergy *energy;
  gsize side;
  gsize columns; /* of an output */
  gsize blocks;  /* of these */
} Whitening;

static void
whiten_block (gsize index, gpointer data)
{
  const Whitening *work = data;
  const IplEnergy *self = work->energy;
  const IplKernel *kernel = self->kernel;
  gsize P = kernel->P, D = kernel->Pi * kernel->N0, output = index / work->blocks;
  gsize begin = index % work->blocks * work->side;
  /* If the features are a lower triangle, so is their transform. */
  gsize from = output * kernel->rows.count + (kernel->lower ? begin : 0);

  ipl_tiles_solve_right (P - from, self->factor + from * P + from, P,
                         MIN (work->side, work->columns - begin),
                         self->Z + from * D + output * work->columns + begin, D, self->cancellable);
}

/* The share of operations on Z that remains for a part of zeros. */
static double
share_of_factors (const IplKernel *kernel)
{
  return kernel->lower || kernel->outputs > 1 ? 1.0 / 3 : 1;
}

/* Fills @Z and @t: the inner products of both are all that gradient and curvature need of the
 * rows. */
gboolean
ipl_energy_whiten (IplEnergy *self)
{
  const IplKernel *kernel = self->kernel;
  double P = (double)kernel->P, D = (double)kernel->Pi * (double)kernel->N0;
  Whitening work
      = { self, kernel->lower ? LOWER_BLOCK : WIDE_BLOCK, kernel->rows.Pi * kernel->N0, 0 };

  if (self->whitened)
    return TRUE;
  work.blocks = (work.columns + work.side - 1) / work.side;
  self->flops += share_of_factors (kernel) * P * P * D;
  ipl_kernel_spread (kernel, self->Z);
  ipl_parallel_for_inner (kernel->outputs * work.blocks, P * P * D / 2, whiten_block, &work,
                          self->cancellable);
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  ipl_kernel_weigh (kernel, self->alpha, self->t);
  self->whitened = TRUE;
  return TRUE;
}

/* Columns of Z, in units of N0, of which those behind are 0 in row @m. */
static gsize
count_columns (const IplKernel *kernel, gsize m)
{
  gsize Pi = kernel->rows.Pi, r = kernel->rows.count;

  return m / r * Pi + (kernel->lower ? MIN (m % r / kernel->N0 + 1, Pi) : Pi);
}

/* G_pq = c (<Z_p, Z_q> - t_p . t_q) */
static void
gradient_of_factors (IplEnergy *self, double *G)
{
  const IplKernel *kernel = self->kernel;
  gsize P = kernel->P, Pi = kernel->Pi, N0 = kernel->N0, D = Pi * N0;
  double scale = kernel->scale * self->s0_squared, *by_output = self->by_output;

  if (!ipl_energy_whiten (self))
    return;
  self->flops += (double)P * (double)D * (double)Pi;
  cblas_dsyrk (CblasRowMajor, CblasLower, CblasNoTrans, (int)Pi, (int)N0, -scale, self->t, (int)N0,
               0, by_output, (int)Pi);
  for (gsize m = 0; m < P && !g_cancellable_is_cancelled (self->cancellable); m++)
    cblas_dsyrk (CblasRowMajor, CblasLower, CblasNoTrans, (int)count_columns (kernel, m), (int)N0,
                 scale, self->Z + m * D, (int)N0, 1, by_output, (int)Pi);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < p; q++)
      by_output[q * Pi + p] = by_output[p * Pi + q];
  ipl_kernel_by_path (kernel, by_output, G);
}

/* Like gradient_of_factors(), without Z; @t is valid afterwards too. */
static void
gradient_of_blocks (IplEnergy *self, double *G)
{
  const IplKernel *kernel = self->kernel;
  gsize P = kernel->P;
  IplPathProducts products;
  double *b = self->b;

  self->flops += (double)P * (double)P * (double)P / 3 + ipl_kernel_flops (kernel);
  ipl_kernel_path_products (kernel, self->s0_squared, &products);
  copy_rows (self, self->factor, self->inverse);
  self->inverted = FALSE;
  if (ipl_tiles_invert_triangle (P, self->inverse, P, self->cancellable) != IPL_TILES_DONE)
    return;
  /* b = R^-T y = R alpha */
  memcpy (b, self->alpha, P * sizeof *b);
  cblas_dtrmv (CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, (int)P, self->factor, (int)P,
               b, 1);
  ipl_path_products_gradient (&products, self->inverse, b, G, self->t, self->scratch,
                              self->cancellable);
}

void
ipl_energy_gradient (IplEnergy *self, double *G)
{
  gsize P = self->kernel->P, Pi = self->kernel->Pi;

  if (self->kernel->blocks)
    {
      gradient_of_blocks (self, G);
      return;
    }
  if (self->kernel->S == NULL)
    {
      gradient_of_factors (self, G);
      return;
    }
  ipl_energy_invert (self);
  copy_rows (self, self->inverse, self->M);
  for (gsize m = 0; m < P && !g_cancellable_is_cancelled (self->cancellable); m += LOOK_ROWS)
    cblas_dger (CblasRowMajor, (int)MIN (LOOK_ROWS, P - m), (int)MIN (m + LOOK_ROWS, P), -1.0,
                self->alpha + m, 1, self->alpha, 1, self->M + m * P, (int)P);
  self->flops += ipl_kernel_flops (self->kernel);
  ipl_kernel_contract (self->kernel, self->M, G, self->scratch, self->cancellable);
  for (gsize i = 0; i < Pi * Pi; i++)
    G[i] *= self->s0_squared;
}

/* y - K alpha = T alpha on the rows in use, and y itself outside the rows (THEORY.md sections 5
 * and 9). @alpha: [copies x P] (K + T I)^-1 y of the kernel's rows */
double
ipl_train_residual (const IplKernel *kernel, double temperature, const double *alpha)
{
  double norm = temperature * cblas_dnrm2 ((int)(kernel->copies * kernel->P), alpha, 1);
  double labels = (double)kernel->the_case->P * kernel->the_case->labels.outputs;

  return sqrt ((norm * norm + kernel->rows.rest_square) / labels);
}

IplEnergy *
ipl_energy_new_at (IplKernel *kernel, const IplSetting *setting, const double *U, gboolean aligns,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (IplEnergy) self
      = ipl_energy_new (kernel, setting->variances[0], setting->temperature, FALSE, error);
  double E;

  if (self == NULL)
    return NULL;
  self->cancellable = cancellable;
  self->aligns = aligns;
  if (ipl_energy_evaluate (self, U, &E))
    return g_steal_pointer (&self);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    ipl_energy_set_singular (self, error);
  return NULL;
}

gboolean
ipl_energy_set_singular (const IplEnergy *self, GError **error)
{
  /* Twice the limit of read_pivots(), for the rounding of pivots. */
  double least = 2 * (double)self->kernel->P * DBL_EPSILON * self->largest;

  if (self->temperature == 0)
    return ipl_fail (
        error, IPL_ERROR_SINGULAR,
        "At temperature 0 the training kernel is not positive definite, because there "
        "are fewer independent path features than examples: give a temperature of %.2g "
        "or more.",
        least);
  return ipl_fail (error, IPL_ERROR_SINGULAR,
                   "At temperature %g the training kernel is not positive definite to double "
                   "precision: give a temperature of %.2g or more.",
                   self->temperature, least);
}
