/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/kernel.h"

#include "core/base/memory.h"
#include "core/base/tiles.h"

#include <cblas.h>
#include <string.h>

/* Rough rates that decide between the two forms; only their ratio matters. */
#define FLOPS_PER_SECOND 5e10
#define BYTES_PER_SECOND 1.5e10
#define PAIRS_MEMORY_LIMIT ((gsize)256 << 20)

/* Rows of K computed at a time: large enough for dgemm, small enough to skip the upper half. */
#define ROW_BLOCK 96
/* Rows of a matrix, or examples, from one look at the cancellable to the next. */
#define LOOK_ROWS 64

static gsize
pair_count (gsize Pi)
{
  return Pi * (Pi + 1) / 2;
}

static gboolean
pairs_are_cheaper (gsize P_, gsize Pi_, gsize N0_)
{
  double P = (double)P_, Pi = (double)Pi_, N0 = (double)N0_;
  double n = Pi * (Pi + 1) / 2, D = Pi * N0;

  if (4 * n * P * (P + 1) > (double)PAIRS_MEMORY_LIMIT)
    return FALSE;

  double pairs = 8 * n * P * P / BYTES_PER_SECOND
                 + (2 * n * P * P * P + 2 * n * n * P * P) / FLOPS_PER_SECOND;
  double factors = (3 * P * P * D + P * D * D + Pi * Pi * Pi * Pi * N0 * N0) / FLOPS_PER_SECOND;

  return pairs < factors;
}

static gboolean
form_pairs (IplKernel *self, GCancellable *cancellable, GError **error)
{
  static const char what[] = "Preparing the kernels of pairs of paths";
  gsize P = self->P, Pi = self->Pi, N0 = self->N0;
  g_autofree double *C = ipl_try_new (double, (double)P *(double)P, what, error);

  if (C != NULL)
    self->S = ipl_try_new (double, (double)self->n_pairs *(double)self->packed, what, error);
  if (self->S == NULL)
    return FALSE;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      {
        double *S = self->S + ipl_pair_index (Pi, p, q) * self->packed;

        ipl_tiles_multiply (TRUE, FALSE, P, P, N0, self->scale, self->Xi + q * N0, Pi * N0,
                            self->Xi + p * N0, Pi * N0, 0.0, C, P, cancellable);
        for (gsize m = 0; m < P; m++)
          {
            if (m % LOOK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
              return FALSE;
            for (gsize n = 0; n <= m; n++)
              *S++ = 0.5 * (C[m * P + n] + C[n * P + m]);
          }
      }
  return TRUE;
}

void
ipl_kernel_unpack (gsize P, const double *packed, double *full)
{
  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n <= m; n++)
      full[m * P + n] = full[n * P + m] = *packed++;
}

/**
 * ipl_kernel_new:
 * @the_case: a case
 * @error: return location
 *
 * As ipl_kernel_prepare(), not to be cancelled.
 *
 * Returns: (transfer full): the kernel, or %NULL with #IPL_ERROR_MEMORY
 */
IplKernel *
ipl_kernel_new (const IplCase *the_case, GError **error)
{
  return ipl_kernel_prepare (the_case, NULL, error);
}

/**
 * ipl_kernel_prepare:
 * @the_case: a case
 * @cancellable: (nullable): looked at every few milliseconds
 * @error: return location
 *
 * Prepares the path-path kernels C_pq[m,n] = s0^2 xi^p(x_m) . xi^q(x_n) / (N0 Pi) of the training
 * set (THEORY.md section 3).
 *
 * Returns: (transfer full): the kernel, or %NULL with #IPL_ERROR_MEMORY or %G_IO_ERROR_CANCELLED
 */
IplKernel *
ipl_kernel_prepare (const IplCase *the_case, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (the_case != NULL, NULL);

  g_autoptr (IplKernel) self = g_new0 (IplKernel, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_ref ((IplCase *)the_case);
  self->P = the_case->train.count;
  self->Pi = the_case->Pi;
  self->N0 = the_case->N0;
  self->n_pairs = pair_count (self->Pi);
  self->packed = self->P * (self->P + 1) / 2;
  self->scale = 1.0 / ((double)self->N0 * (double)self->Pi);
  self->Xi = the_case->train.xi;

  if (pairs_are_cheaper (self->P, self->Pi, self->N0) && !form_pairs (self, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

IplKernel *
ipl_kernel_ref (IplKernel *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ipl_kernel_unref (IplKernel *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  ipl_case_unref (self->the_case);
  g_free (self->S);
  g_free (self);
}

gsize
ipl_kernel_get_P (const IplKernel *self)
{
  return self->P;
}

/**
 * ipl_kernel_get_y:
 * @self: a kernel
 *
 * Returns: (transfer none): [P] training labels
 */
const double *
ipl_kernel_get_y (const IplKernel *self)
{
  return self->the_case->train.y;
}

void
ipl_kernel_mix (gsize count, gsize Pi, gsize N0, const double *U, const double *Xi, double *out,
                GCancellable *cancellable)
{
  gsize D = Pi * N0;

  for (gsize m = 0; m < count; m++)
    {
      if (m % LOOK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)Pi, (int)N0, (int)Pi, 1.0, U,
                   (int)Pi, Xi + m * D, (int)N0, 0.0, out + m * D, (int)N0);
    }
}

/**
 * ipl_kernel_scratch:
 * @self: a kernel
 *
 * Returns: doubles of scratch that ipl_kernel_assemble() and ipl_kernel_contract() need
 */
double
ipl_kernel_scratch (const IplKernel *self)
{
  if (self->S != NULL)
    return (double)self->n_pairs + (double)self->packed;
  return (double)self->P * (double)self->Pi * (double)self->N0;
}

static void
assemble_pairs (const IplKernel *self, double s0_squared, const double *U, double *K,
                double *scratch, GCancellable *cancellable)
{
  gsize P = self->P, Pi = self->Pi;
  double *u = scratch, *packed = scratch + self->n_pairs;

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      u[ipl_pair_index (Pi, p, q)]
          = s0_squared * (p == q ? U[p * Pi + p] : U[p * Pi + q] + U[q * Pi + p]);
  cblas_dgemv (CblasRowMajor, CblasTrans, (int)self->n_pairs, (int)self->packed, 1.0, self->S,
               (int)self->packed, u, 1, 0.0, packed, 1);
  for (gsize m = 0; m < P; packed += ++m)
    memcpy (K + m * P, packed, (m + 1) * sizeof (double));
  ipl_tiles_mirror (FALSE, P, K, cancellable);
}

static void
assemble_factors (const IplKernel *self, double s0_squared, const double *U, double *K, double *V,
                  GCancellable *cancellable)
{
  gsize P = self->P, D = self->Pi * self->N0;

  ipl_kernel_mix (P, self->Pi, self->N0, U, self->Xi, V, cancellable);
  for (gsize m = 0; m < P && !g_cancellable_is_cancelled (cancellable); m += ROW_BLOCK)
    {
      gsize rows = MIN (ROW_BLOCK, P - m);

      ipl_tiles_multiply (TRUE, FALSE, m + rows, rows, D, s0_squared * self->scale, self->Xi, D,
                          V + m * D, D, 0.0, K + m * P, P, cancellable);
    }
  ipl_tiles_mirror (FALSE, P, K, cancellable);
}

/**
 * ipl_kernel_assemble:
 * @self: a kernel
 * @s0_squared: variance s0^2 of the embedding's entries
 * @U: [Pi x Pi] row-major, symmetric
 * @K: (out caller-allocates): [P x P] row-major, symmetric
 * @scratch: [ipl_kernel_scratch()]
 * @cancellable: (nullable): looked at every few milliseconds; @K is not whole then
 *
 * K = sum_pq U_pq C_pq (THEORY.md section 3), without the temperature.
 */
void
ipl_kernel_assemble (const IplKernel *self, double s0_squared, const double *U, double *K,
                     double *scratch, GCancellable *cancellable)
{
  if (self->S != NULL)
    assemble_pairs (self, s0_squared, U, K, scratch, cancellable);
  else
    assemble_factors (self, s0_squared, U, K, scratch, cancellable);
}

void
ipl_kernel_contract (const IplKernel *self, const double *M, double *G, double *scratch,
                     GCancellable *cancellable)
{
  gsize P = self->P, Pi = self->Pi, N0 = self->N0, D = Pi * N0;

  if (self->S != NULL)
    {
      double *g = scratch, *packed = g + self->n_pairs, *at = packed;

      for (gsize m = 0; m < P; m++)
        {
          for (gsize n = 0; n < m; n++)
            *at++ = 2 * M[m * P + n];
          *at++ = M[m * P + m];
        }
      cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)self->n_pairs, (int)self->packed, 1.0, self->S,
                   (int)self->packed, packed, 1, 0.0, g, 1);
      for (gsize p = 0; p < Pi; p++)
        for (gsize q = p; q < Pi; q++)
          G[p * Pi + q] = G[q * Pi + p] = g[ipl_pair_index (Pi, p, q)];
      return;
    }

  double *Y = scratch;

  /* Row-major M Xi is column-major Xi M, and M's lower half its upper one. */
  ipl_tiles_symmetric (P, M, D, self->scale, self->Xi, D, Y, D, cancellable);
  memset (G, 0, Pi * Pi * sizeof *G);
  for (gsize m = 0; m < P && !g_cancellable_is_cancelled (cancellable); m++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)N0, 1.0,
                 self->Xi + m * D, (int)N0, Y + m * D, (int)N0, 1.0, G, (int)Pi);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < p; q++)
      G[p * Pi + q] = G[q * Pi + p] = 0.5 * (G[p * Pi + q] + G[q * Pi + p]);
}

double
ipl_kernel_flops (const IplKernel *self)
{
  double P = (double)self->P, D = (double)(self->Pi * self->N0);

  if (self->S != NULL)
    return (double)self->n_pairs * P * (P + 1);
  return P * P * D + 2 * P * D * (double)self->Pi;
}
