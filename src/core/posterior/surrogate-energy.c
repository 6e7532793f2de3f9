/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-target.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"

static const char what[] = "The surrogate of the energy";

static guint
list_parts (IplSurrogateEnergy *self, gsize Pi, IplMemoryPart parts[5])
{
  double n2 = (double)Pi * (double)Pi, n = (n2 + (double)Pi) / 2;

  parts[0] = (IplMemoryPart){ &self->center, n2 };
  parts[1] = (IplMemoryPart){ &self->inverse, n2 };
  parts[2] = (IplMemoryPart){ &self->slope, n2 };
  parts[3] = (IplMemoryPart){ &self->curvature, n * n };
  parts[4] = (IplMemoryPart){ &self->bent, n * n };
  return 5;
}

/* In place, of a symmetric matrix of which the lower half is read; FALSE: not positive definite */
static gboolean
invert (gsize n, double *A)
{
  if (LAPACKE_dpotrf_work (LAPACK_COL_MAJOR, 'U', (int)n, A, (int)n) != 0
      || LAPACKE_dpotri_work (LAPACK_COL_MAJOR, 'U', (int)n, A, (int)n) != 0)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < i; j++)
      A[j * n + i] = A[i * n + j];
  return TRUE;
}

IplSurrogateEnergy *
ipl_surrogate_energy_new (IplEnergy *energy, const double *U, double bend, GError **error)
{
  g_autoptr (IplSurrogateEnergy) self = g_new0 (IplSurrogateEnergy, 1);
  g_autoptr (IplCurvature) curvature = ipl_curvature_new (energy, TRUE, error);
  gsize Pi = energy->kernel->Pi;
  IplMemoryPart parts[5];

  self->Pi = Pi;
  self->n = energy->kernel->n_pairs;
  if (curvature != NULL)
    self->space = ipl_memory_try_parts (parts, list_parts (self, Pi, parts), what, error);
  if (self->space == NULL)
    return NULL;
  memcpy (self->center, U, Pi * Pi * sizeof *U);
  memcpy (self->inverse, U, Pi * Pi * sizeof *U);
  if (!invert (Pi, self->inverse) || !ipl_energy_evaluate (energy, U, &self->energy)
      || !ipl_curvature_prepare (curvature, self->slope, energy->cancellable))
    {
      if (!g_cancellable_set_error_if_cancelled (energy->cancellable, error))
        g_set_error (error, IPL_ERROR, IPL_ERROR_SINGULAR,
                     "The energy cannot be expanded where its kernel is singular.");
      return NULL;
    }
  memcpy (self->curvature, curvature->H, self->n * self->n * sizeof *U);
  ipl_surrogate_energy_set_bend (self, bend);

  return g_steal_pointer (&self);
}

void
ipl_surrogate_energy_free (IplSurrogateEnergy *self)
{
  g_free (self->space);
  g_free (self);
}

/* With dU = S + tau S U*^-1 S + .., the slope adds tau <G, S U*^-1 S> to the second order in S:
 * over pairs, the derivative tau (G S U*^-1 + U*^-1 S G) along each. */
void
ipl_surrogate_energy_set_bend (IplSurrogateEnergy *self, double bend)
{
  gsize Pi = self->Pi, n = self->n;
  const double *G = self->slope, *V = self->inverse;

  self->bend = bend;
  memcpy (self->bent, self->curvature, n * n * sizeof *self->bent);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      {
        double *row = self->bent + ipl_pair_index (Pi, p, q) * n;

        for (gsize r = 0; r < Pi; r++)
          for (gsize s = r; s < Pi; s++)
            *row++ += 0.5 * bend
                      * (G[p * Pi + r] * V[s * Pi + q] + G[p * Pi + s] * V[r * Pi + q]
                         + V[p * Pi + r] * G[s * Pi + q] + V[p * Pi + s] * G[r * Pi + q]);
      }
}

gsize
ipl_surrogate_energy_work (gsize Pi)
{
  return 5 * Pi * Pi + Pi * (Pi + 1);
}

static void
multiply (gboolean transpose, gsize n, const double *A, const double *B, double *C)
{
  cblas_dgemm (CblasRowMajor, transpose ? CblasTrans : CblasNoTrans, CblasNoTrans, (int)n, (int)n,
               (int)n, 1.0, A, (int)n, B, (int)n, 0.0, C, (int)n);
}

/* S = (U* - U* Z^-1 U*) / tau with Z = U* + tau (U - U*), and Z^-1 U* as @ratio; for tau = 0, S
 * = U - U*. */
static gboolean
coordinates (const IplSurrogateEnergy *self, const double *U, double *Z, double *ratio, double *S)
{
  gsize Pi = self->Pi, n2 = Pi * Pi;
  double bend = self->bend;

  if (bend == 0)
    {
      for (gsize i = 0; i < n2; i++)
        S[i] = U[i] - self->center[i];
      return TRUE;
    }
  for (gsize i = 0; i < n2; i++)
    Z[i] = self->center[i] + bend * (U[i] - self->center[i]);
  if (!invert (Pi, Z))
    return FALSE;
  multiply (FALSE, Pi, Z, self->center, ratio);
  multiply (FALSE, Pi, self->center, ratio, S);
  for (gsize i = 0; i < n2; i++)
    S[i] = (self->center[i] - S[i]) / bend;
  return TRUE;
}

gboolean
ipl_surrogate_energy_evaluate (const IplSurrogateEnergy *self, const double *U, double *work,
                               double *value, double *G)
{
  gsize Pi = self->Pi, n2 = Pi * Pi, n = self->n;
  double *S = work, *Z = S + n2, *ratio = Z + n2, *slope = ratio + n2, *product = slope + n2;
  double *u = product + n2, *v = u + n;

  if (!coordinates (self, U, Z, ratio, S))
    return FALSE;
  ipl_pairs_of_matrix (Pi, S, u);
  cblas_dsymv (CblasRowMajor, CblasLower, (int)n, 1.0, self->bent, (int)n, u, 1, 0.0, v, 1);
  *value = self->energy + cblas_ddot ((int)n2, self->slope, 1, S, 1)
           + 0.5 * cblas_ddot ((int)n, u, 1, v, 1);
  if (G == NULL)
    return isfinite (*value);

  double *dS = self->bend == 0 ? G : slope;

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      dS[p * Pi + q] = dS[q * Pi + p] = self->slope[p * Pi + q] + v[ipl_pair_index (Pi, p, q)];
  if (self->bend != 0)
    {
      /* dEs/dU = Z^-1 U* dEs/dS U* Z^-1 */
      multiply (FALSE, Pi, ratio, dS, product);
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)Pi, 1.0, product,
                   (int)Pi, ratio, (int)Pi, 0.0, G, (int)Pi);
    }
  return isfinite (*value);
}
