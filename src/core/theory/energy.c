/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/energy.h"

#include "core/base/memory.h"
#include "core/base/tiles.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Rows of a matrix from one look at the cancellable to the next. */
#define LOOK_ROWS 64

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
  ipl_kernel_assemble (self->kernel, self->s0_squared, U, self->factor, self->scratch,
                       self->cancellable);

  double largest = 0;

  for (gsize m = 0; m < P; m++)
    {
      self->factor[m * P + m] += self->temperature;
      largest = MAX (largest, self->factor[m * P + m]);
    }

  /* The upper half of a row-major matrix is the lower half of a column-major one. */
  if (ipl_tiles_cholesky (P, self->factor, P, self->cancellable) != IPL_TILES_DONE)
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
  if (ipl_tiles_solve (P, self->factor, P, 1, self->alpha, P, self->cancellable) != IPL_TILES_DONE
      || ipl_tiles_solve_transposed (P, self->factor, P, self->alpha, self->cancellable)
             != IPL_TILES_DONE)
    return FALSE;
  self->fit = cblas_ddot ((int)P, y, 1, self->alpha, 1);
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

void
ipl_energy_gradient (IplEnergy *self, double *G)
{
  gsize P = self->kernel->P, Pi = self->kernel->Pi;
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
