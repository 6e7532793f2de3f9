/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/energy.h"

#include "core/base/memory.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

double
ipl_energy_memory (const IplKernel *kernel, gboolean derivatives)
{
  double P = (double)kernel->P;

  return sizeof (double) * ((derivatives ? 3 : 1) * P * P + P + ipl_kernel_scratch (kernel));
}

IplEnergy *
ipl_energy_new (IplKernel *kernel, double s0_squared, double temperature, gboolean derivatives,
                GError **error)
{
  g_autoptr (IplEnergy) self = g_new0 (IplEnergy, 1);
  double P = (double)kernel->P, more = derivatives ? P * P : 0;

  self->kernel = ipl_kernel_ref (kernel);
  self->s0_squared = s0_squared;
  self->temperature = temperature;
  self->space = ipl_try_parts ("The training kernel", error, { &self->factor, P * P },
                               { &self->alpha, P }, { &self->scratch, ipl_kernel_scratch (kernel) },
                               { &self->inverse, more }, { &self->M, more });
  if (self->space == NULL)
    return NULL;
  if (!derivatives)
    self->inverse = self->M = NULL;

  return g_steal_pointer (&self);
}

void
ipl_energy_free (IplEnergy *self)
{
  ipl_kernel_unref (self->kernel);
  g_free (self->space);
  g_free (self);
}

gboolean
ipl_energy_evaluate (IplEnergy *self, const double *U, double *value)
{
  gsize P = self->kernel->P;
  const double *y = ipl_kernel_get_y (self->kernel);

  double cube = (double)P * (double)P * (double)P;

  self->flops += ipl_kernel_flops (self->kernel) + cube / 3;
  self->inverted = FALSE;
  ipl_kernel_assemble (self->kernel, self->s0_squared, U, self->factor, self->scratch);

  double largest = 0;

  for (gsize m = 0; m < P; m++)
    {
      self->factor[m * P + m] += self->temperature;
      largest = MAX (largest, self->factor[m * P + m]);
    }

  /* The upper half of a row-major matrix is the lower half of a column-major one. */
  if (LAPACKE_dpotrf_work (LAPACK_COL_MAJOR, 'L', (int)P, self->factor, (int)P) != 0)
    return FALSE;

  self->log_det = 0;
  for (gsize m = 0; m < P; m++)
    {
      double pivot = self->factor[m * P + m];

      /* A pivot at rounding level says singular, whatever its sign came out as. */
      if (!(pivot * pivot > (double)P * DBL_EPSILON * largest))
        return FALSE;
      self->log_det += 2 * log (pivot);
    }

  memcpy (self->alpha, y, P * sizeof (double));
  LAPACKE_dpotrs_work (LAPACK_COL_MAJOR, 'L', (int)P, 1, self->factor, (int)P, self->alpha, (int)P);
  self->fit = cblas_ddot ((int)P, y, 1, self->alpha, 1);
  *value = self->log_det + self->fit;

  return isfinite (*value);
}

/* In place inverse of a column-major lower triangle, by halves: dtrtri of OpenBLAS 0.3.21 takes
 * three times as long for the sizes at hand. */
static void
invert_lower (gsize n, gsize stride, double *A)
{
  if (n <= 24)
    {
      double column[24];

      for (gsize j = n; j-- > 0;)
        {
          double diagonal = 1 / A[j * stride + j];

          memset (column, 0, sizeof column);
          for (gsize k = j + 1; k < n; k++)
            for (gsize i = k; i < n; i++)
              column[i] += A[k * stride + i] * A[j * stride + k];
          A[j * stride + j] = diagonal;
          for (gsize i = j + 1; i < n; i++)
            A[j * stride + i] = -diagonal * column[i];
        }
      return;
    }

  gsize half = (n / 2 + 7) / 8 * 8, rest = n - half;
  double *below = A + half, *corner = A + half * stride + half;

  invert_lower (half, stride, A);
  invert_lower (rest, stride, corner);
  cblas_dtrmm (CblasColMajor, CblasRight, CblasLower, CblasNoTrans, CblasNonUnit, (int)rest,
               (int)half, 1, A, (int)stride, below, (int)stride);
  cblas_dtrmm (CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, (int)rest,
               (int)half, -1, corner, (int)stride, below, (int)stride);
}

void
ipl_energy_invert (IplEnergy *self)
{
  gsize P = self->kernel->P;

  if (self->inverted)
    return;
  self->flops += 2.0 / 3 * (double)P * (double)P * (double)P;
  memcpy (self->inverse, self->factor, P * P * sizeof (double));
  invert_lower (P, P, self->inverse);
  LAPACKE_dlauum_work (LAPACK_COL_MAJOR, 'L', (int)P, self->inverse, (int)P);
  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n < m; n++)
      self->inverse[m * P + n] = self->inverse[n * P + m];
  self->inverted = TRUE;
}

void
ipl_energy_gradient (IplEnergy *self, double *G)
{
  gsize P = self->kernel->P, Pi = self->kernel->Pi;
  ipl_energy_invert (self);
  memcpy (self->M, self->inverse, P * P * sizeof (double));
  cblas_dsyr (CblasRowMajor, CblasLower, (int)P, -1.0, self->alpha, 1, self->M, (int)P);
  self->flops += ipl_kernel_flops (self->kernel);
  ipl_kernel_contract (self->kernel, self->M, G, self->scratch);
  for (gsize i = 0; i < Pi * Pi; i++)
    G[i] *= self->s0_squared;
}
