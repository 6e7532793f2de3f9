/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/curvature.h"

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/tiles.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

/* E''_ab = -tr(K^-1 S_a K^-1 S_b) + 2 (S_a alpha)^T K^-1 (S_b alpha) over pairs a, b of paths
 * (THEORY.md section 4 differentiated once more; K stands for K + T I, S_a for the symmetrized
 * C_pq). Held as a matrix over pairs where that is cheap, else applied through the P x P matrices.
 *
 * With factors, both terms are inner products of the N0 x N0 blocks of
 *   R = Xi^T K^-1 Xi = Z^T Z,  R_pq = Xi_p^T K^-1 Xi_q :
 * tr(K^-1 C_pq K^-1 C_rs) = <R_sp, R_rq>, so the whole Hessian costs about one gradient. */

/* The parts of a curvature of a kernel, and how many there are. */
static guint
list_parts (IplCurvature *self, const IplKernel *kernel, IplMemoryPart parts[6])
{
  double n = (double)kernel->n_pairs, P = (double)kernel->P, Pi = (double)kernel->Pi;
  double N0 = (double)kernel->N0, D = Pi * N0;
  gboolean pairs = !kernel->curvature_by_factors;
  double Y = pairs ? n * P * P : 0, W = pairs ? n * P * P : Pi * Pi * N0 * N0;
  double Q = pairs ? 2 * n * P : 2 * Pi * Pi * Pi * Pi;

  if (!self->dense)
    {
      parts[0] = (IplMemoryPart){ &self->dK, P * P };
      parts[1] = (IplMemoryPart){ &self->KdK, P * P };
      parts[2] = (IplMemoryPart){ &self->d, P };
      return 3;
    }
  parts[0] = (IplMemoryPart){ &self->H, n * n };
  if (pairs && kernel->outputs > 1)
    ipl_curvature_output_sizes (kernel, &Y, &W, &Q);
  parts[1] = (IplMemoryPart){ &self->Y, Y };
  parts[2] = (IplMemoryPart){ &self->W, W };
  parts[3] = (IplMemoryPart){ &self->Q, Q };
  parts[4] = (IplMemoryPart){ &self->u, 2 * n };
  parts[5] = (IplMemoryPart){ &self->Rt, D };
  return 6;
}

gboolean
ipl_curvature_would_be_dense (gsize Pi)
{
  return Pi * (Pi + 1) / 2 <= IPL_KERNEL_FEW_PAIRS;
}

IplCurvature *
ipl_curvature_new (IplEnergy *energy, gboolean dense, GError **error)
{
  g_autoptr (IplCurvature) self = g_new0 (IplCurvature, 1);
  IplMemoryPart parts[6];

  self->energy = energy;
  self->n = energy->kernel->n_pairs;
  self->dense = dense;
  self->space = ipl_memory_try_parts (parts, list_parts (self, energy->kernel, parts),
                                      "The curvature over pairs of paths", error);
  return self->space != NULL ? g_steal_pointer (&self) : NULL;
}

void
ipl_curvature_free (IplCurvature *self)
{
  if (self == NULL)
    return;
  g_free (self->space);
  g_free (self);
}

static void
unpack (gsize P, const double *packed, double *full)
{
  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n <= m; n++)
      full[m * P + n] = full[n * P + m] = *packed++;
}

static void
dense_from_pairs (IplCurvature *self)
{
  IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize P = kernel->P, n = self->n;
  double s4 = energy->s0_squared * energy->s0_squared;

  energy->flops += 2 * (double)n * (double)(P * P) * (double)(P + n);
  ipl_energy_invert (energy);
  for (gsize a = 0; a < n; a++)
    unpack (P, kernel->S + a * kernel->packed, self->W + a * P * P);
  ipl_tiles_multiply (FALSE, FALSE, P, n * P, P, 1.0, energy->inverse, P, self->W, P, 0.0, self->Y,
                      P, energy->cancellable);

  double *v = self->Q, *w = self->Q + n * P;

  cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)(n * P), (int)P, 1.0, self->W, (int)P,
               energy->alpha, 1, 0.0, v, 1);
  for (gsize a = 0; a < n && !g_cancellable_is_cancelled (energy->cancellable); a++)
    ipl_curvature_transpose (P, self->Y + a * P * P, self->W + a * P * P);
  cblas_dsymm (CblasRowMajor, CblasRight, CblasLower, (int)n, (int)P, 1.0, energy->inverse, (int)P,
               v, (int)P, 0.0, w, (int)P);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)n, (int)n, (int)P, 2 * s4, v, (int)P,
               w, (int)P, 0.0, self->H, (int)n);
  ipl_tiles_multiply (TRUE, FALSE, n, n, P * P, -s4, self->W, P * P, self->Y, P * P, 1.0, self->H,
                      n, energy->cancellable);
}

/* Shared by the threads of form_blocks(). */
typedef struct
{
  IplCurvature *curvature;
  GCancellable *cancellable;
} Forming;

/* The blocks of path @p with those up to it. */
static void
form_blocks_of_path (gsize p, gpointer data)
{
  const Forming *work = data;
  const IplCurvature *self = work->curvature;
  const IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize Pi = kernel->Pi, N0 = kernel->N0, D = Pi * N0;

  for (gsize q = 0; q <= p; q++)
    {
      /* the first row with anything of both paths */
      gsize from = MAX (ipl_kernel_first_row (kernel, p), ipl_kernel_first_row (kernel, q));
      const double *Z = energy->Z + from * D;
      double *R = self->W + (p * Pi + q) * N0 * N0;

      if (ipl_tiles_multiply (FALSE, TRUE, N0, N0, kernel->P - from,
                              kernel->scale * energy->s0_squared, Z + q * N0, D, Z + p * N0, D, 0.0,
                              R, N0, work->cancellable)
          != IPL_TILES_DONE)
        return;
      if (q < p)
        ipl_curvature_transpose (N0, R, self->W + (q * Pi + p) * N0 * N0);
    }
}

/* The blocks of R = scale s0^2 Xi^T K^-1 Xi as [Pi^2][N0 x N0]; FALSE when cancelled. */
static gboolean
form_blocks (IplCurvature *self, GCancellable *cancellable)
{
  const IplKernel *kernel = self->energy->kernel;
  double D = (double)kernel->Pi * (double)kernel->N0;
  Forming work = { self, cancellable };

  if (!ipl_energy_whiten (self->energy))
    return FALSE;
  ipl_parallel_for_inner (kernel->Pi, (double)kernel->P * D * D / 2, form_blocks_of_path, &work,
                          cancellable);
  return !g_cancellable_is_cancelled (cancellable);
}

static gboolean
dense_from_factors (IplCurvature *self, double *G, GCancellable *cancellable)
{
  IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize P = kernel->P, Pi = kernel->Pi, N0 = kernel->N0, D = Pi * N0, n2 = Pi * Pi;
  double scale = kernel->scale * energy->s0_squared;

  energy->flops
      += (kernel->lower || kernel->outputs > 1 ? 1.0 / 3 : 1) * (double)P * (double)(D * D)
         + (double)(n2 * n2) * (double)(N0 * N0);
  if (!form_blocks (self, cancellable))
    return FALSE;

  double *gram = self->Q;            /* <R_a, R_b> */
  double *cross = self->Q + n2 * n2; /* [(p, r)][q, s] scale t_q^T R_pr t_s */

  if (ipl_tiles_gram (n2, N0 * N0, self->W, gram, cancellable) != IPL_TILES_DONE)
    return FALSE;

  const double *t = energy->t; /* t_p = Xi_p^T alpha */
  double *Rt = self->Rt;

  for (gsize a = 0; a < n2; a++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)N0, (int)Pi, (int)N0, 1.0,
                   self->W + a * N0 * N0, (int)N0, t, (int)N0, 0.0, Rt, (int)Pi);
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)Pi, (int)Pi, (int)N0, scale, t,
                   (int)N0, Rt, (int)Pi, 0.0, cross + a * n2, (int)Pi);
    }

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      {
        gsize a = ipl_pair_index (Pi, p, q);

        for (gsize r = 0; r < Pi; r++)
          for (gsize s = r; s < Pi; s++)
            {
              gsize b = ipl_pair_index (Pi, r, s);
              double trace
                  = 0.5
                    * (gram[(s * Pi + p) * n2 + r * Pi + q] + gram[(s * Pi + q) * n2 + r * Pi + p]);
              double data
                  = 0.5
                    * (cross[(p * Pi + r) * n2 + q * Pi + s] + cross[(q * Pi + r) * n2 + p * Pi + s]
                       + cross[(p * Pi + s) * n2 + q * Pi + r]
                       + cross[(q * Pi + s) * n2 + p * Pi + r]);

              self->H[a * self->n + b] = data - trace;
            }

        double g = -scale * cblas_ddot ((int)N0, t + p * N0, 1, t + q * N0, 1);

        for (gsize i = 0; i < N0; i++)
          g += self->W[(p * Pi + q) * N0 * N0 + i * N0 + i];
        G[p * Pi + q] = G[q * Pi + p] = g;
      }
  return TRUE;
}

gboolean
ipl_curvature_prepare (IplCurvature *self, double *G, GCancellable *cancellable)
{
  if (self->dense && self->energy->kernel->curvature_by_factors)
    return dense_from_factors (self, G, cancellable);

  ipl_energy_gradient (self->energy, G);
  if (self->dense && self->energy->kernel->outputs > 1)
    ipl_curvature_from_output_pairs (self);
  else if (self->dense)
    dense_from_pairs (self);
  else
    ipl_energy_invert (self->energy);

  return !g_cancellable_is_cancelled (cancellable);
}

static void
apply_through_kernel (IplCurvature *self, const double *dU, double *dG)
{
  IplEnergy *energy = self->energy;
  gsize P = energy->kernel->P, Pi = energy->kernel->Pi;
  double *dK = self->dK, *KdK = self->KdK, *d = self->d;

  energy->flops += 3 * ipl_kernel_flops (energy->kernel) + 4 * (double)(P * P) * (double)P;
  energy->whitened = FALSE; /* what stood in the scratch */
  ipl_kernel_assemble (energy->kernel, energy->s0_squared, dU, dK, energy->scratch,
                       energy->cancellable);
  ipl_tiles_multiply (FALSE, FALSE, P, P, P, 1.0, dK, P, energy->inverse, P, 0.0, KdK, P,
                      energy->cancellable);
  cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)P, (int)P, 1.0, KdK, (int)P, energy->alpha, 1, 0.0,
               d, 1);
  /* dM = -K^-1 dK K^-1 + d alpha^T + alpha d^T,  d = K^-1 dK alpha */
  ipl_tiles_multiply (FALSE, FALSE, P, P, P, -1.0, energy->inverse, P, KdK, P, 0.0, dK, P,
                      energy->cancellable);
  cblas_dger (CblasRowMajor, (int)P, (int)P, 1.0, d, 1, energy->alpha, 1, dK, (int)P);
  cblas_dger (CblasRowMajor, (int)P, (int)P, 1.0, energy->alpha, 1, d, 1, dK, (int)P);
  ipl_kernel_contract (energy->kernel, dK, dG, energy->scratch, energy->cancellable);
  for (gsize i = 0; i < Pi * Pi; i++)
    dG[i] *= energy->s0_squared;
}

void
ipl_curvature_apply (IplCurvature *self, const double *dU, double *dG)
{
  gsize Pi = self->energy->kernel->Pi, n = self->n;

  if (!self->dense)
    {
      apply_through_kernel (self, dU, dG);
      return;
    }

  double *u = self->u, *g = u + n;

  ipl_pairs_of_matrix (Pi, dU, u);
  cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)n, (int)n, 1.0, self->H, (int)n, u, 1, 0.0, g, 1);
  ipl_pairs_to_matrix (Pi, g, dG);
}

void
ipl_curvature_correct (IplCurvature *self, const double *dU, const double *dG)
{
  gsize Pi = self->energy->kernel->Pi, n = self->n;
  double *u = self->u, *miss = u + n; /* dG - E''[dU] */

  ipl_pairs_of_matrix (Pi, dU, u);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      miss[ipl_pair_index (Pi, p, q)] = dG[p * Pi + q];
  cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)n, (int)n, -1.0, self->H, (int)n, u, 1, 1.0, miss,
               1);

  double along = cblas_ddot ((int)n, miss, 1, u, 1);

  /* The usual safeguard: no correction along which the secant says next to nothing. */
  if (fabs (along) > 1e-8 * cblas_dnrm2 ((int)n, miss, 1) * cblas_dnrm2 ((int)n, u, 1))
    cblas_dger (CblasRowMajor, (int)n, (int)n, 1 / along, miss, 1, miss, 1, self->H, (int)n);
}
