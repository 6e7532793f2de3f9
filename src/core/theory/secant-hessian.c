/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/action-descent-private.h"

#include "core/base/memory.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

/* Changes that are remembered, ... */
#define MOST 80
/* ... and after how many another way is better. */
#define MOST_UPDATES 160

/* The guess takes the blocks R_pq = c Xi_p^T (K + T I)^-1 Xi_q for r_pq I / N0, r_pq = tr R_pq,
 * and so for E''[dU], with tau_pq = c t_p . t_q, (r dU tau + tau dU r - r dU r) / N0, the
 * symmetric part of r dU Q with Q = (2 tau - r) / N0. Its error is corrected by symmetric
 * matrices of rank one, v v^T times a weight, over symmetric matrices dU with their inner
 * product: those are packed, entries off the diagonal times sqrt 2. The observed changes
 * themselves are stored, so that a guess for another U is corrected by them again. */
struct _IplSecant
{
  gsize Pi, N0;
  gsize n;              /* Pi (Pi + 1) / 2 */
  guint count;          /* of corrections */
  guint n_updates;      /* changes so far; the last MOST are at their numbers modulo MOST */
  double *dU, *dG;      /* [MOST x n] these, packed */
  double *r, *Q;        /* [Pi x Pi] */
  double *work;         /* [2 x Pi x Pi] */
  double *unpacked;     /* [Pi x Pi] scratch of the corrections */
  double *corrections;  /* [MOST x n] v */
  double *weights;      /* [MOST] */
  double *along;        /* [MOST] */
  double *packed, *sum; /* [n] */
  double *t;            /* [Pi x N0] */
  double *space;        /* of all of these */
};

static guint
list_parts (IplSecant *self, const IplKernel *kernel, IplMemoryPart parts[12])
{
  double Pi = (double)kernel->Pi, n = (double)kernel->n_pairs;

  parts[0] = (IplMemoryPart){ &self->r, Pi * Pi };
  parts[1] = (IplMemoryPart){ &self->Q, Pi * Pi };
  parts[2] = (IplMemoryPart){ &self->work, 2 * Pi * Pi };
  parts[3] = (IplMemoryPart){ &self->corrections, MOST * n };
  parts[4] = (IplMemoryPart){ &self->weights, MOST };
  parts[5] = (IplMemoryPart){ &self->along, MOST };
  parts[6] = (IplMemoryPart){ &self->packed, n };
  parts[7] = (IplMemoryPart){ &self->sum, n };
  parts[8] = (IplMemoryPart){ &self->t, Pi * (double)kernel->N0 };
  parts[9] = (IplMemoryPart){ &self->dU, MOST * n };
  parts[10] = (IplMemoryPart){ &self->dG, MOST * n };
  parts[11] = (IplMemoryPart){ &self->unpacked, Pi * Pi };
  return 12;
}

IplSecant *
ipl_secant_new (const IplKernel *kernel, GError **error)
{
  g_autoptr (IplSecant) self = g_new0 (IplSecant, 1);
  IplMemoryPart parts[12];

  self->Pi = kernel->Pi;
  self->N0 = kernel->N0;
  self->n = kernel->n_pairs;
  self->space = ipl_memory_try_parts (parts, list_parts (self, kernel, parts),
                                      "The curvature from gradients", error);
  return self->space != NULL ? g_steal_pointer (&self) : NULL;
}

void
ipl_secant_free (IplSecant *self)
{
  if (self == NULL)
    return;
  g_free (self->space);
  g_free (self);
}

/* The lower half of a symmetric [Pi x Pi], scaled such that inner products are those of the full
 * matrices. */
static void
pack (gsize Pi, const double *M, double *packed)
{
  for (gsize p = 0; p < Pi; p++)
    {
      for (gsize q = 0; q < p; q++)
        *packed++ = M_SQRT2 * M[p * Pi + q];
      *packed++ = M[p * Pi + p];
    }
}

static void
unpack (gsize Pi, const double *packed, double *M)
{
  for (gsize p = 0; p < Pi; p++)
    {
      for (gsize q = 0; q < p; q++)
        M[p * Pi + q] = M[q * Pi + p] = M_SQRT1_2 * *packed++;
      M[p * Pi + p] = *packed++;
    }
}

static void
multiply (gsize n, const double *A, const double *B, double *C)
{
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)n, (int)n, 1, A, (int)n, B,
               (int)n, 0, C, (int)n);
}

/* FALSE: cancelled */
static gboolean
guess (IplSecant *self, const IplEnergy *energy, const double *G)
{
  const IplKernel *kernel = energy->kernel;
  gsize Pi = self->Pi, N0 = self->N0, D = Pi * N0;
  double *tau = self->work, *by_output = tau + Pi * Pi;

  if (kernel->blocks)
    memcpy (self->t, energy->t, D * sizeof *self->t);
  else
    ipl_kernel_weigh (kernel, energy->alpha, self->t);
  if (g_cancellable_is_cancelled (energy->cancellable))
    return FALSE;
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)N0,
               kernel->scale * energy->s0_squared, self->t, (int)N0, self->t, (int)N0, 0, by_output,
               (int)Pi);
  ipl_kernel_by_path (kernel, by_output, tau);
  for (gsize i = 0; i < Pi * Pi; i++)
    {
      self->r[i] = G[i] + tau[i];
      self->Q[i] = (2 * tau[i] - self->r[i]) / (double)N0;
    }
  return TRUE;
}

/* The model's answer to a direction that is also given packed; packed, in self->sum. */
static void
apply_packed (IplSecant *self, const double *dU, const double *packed)
{
  gsize Pi = self->Pi;
  double *first = self->work, *second = self->work + Pi * Pi, *at = self->sum;

  multiply (Pi, self->r, dU, first);
  multiply (Pi, first, self->Q, second);
  for (gsize p = 0; p < Pi; p++)
    {
      for (gsize q = 0; q < p; q++)
        *at++ = M_SQRT1_2 * (second[p * Pi + q] + second[q * Pi + p]);
      *at++ = second[p * Pi + p];
    }
  if (self->count == 0)
    return;
  cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)self->count, (int)self->n, 1, self->corrections,
               (int)self->n, packed, 1, 0, self->along, 1);
  for (guint k = 0; k < self->count; k++)
    self->along[k] *= self->weights[k];
  cblas_dgemv (CblasRowMajor, CblasTrans, (int)self->count, (int)self->n, 1, self->corrections,
               (int)self->n, self->along, 1, 1, self->sum, 1);
}

void
ipl_secant_apply (IplSecant *self, const double *dU, double *dG)
{
  pack (self->Pi, dU, self->packed);
  apply_packed (self, dU, self->packed);
  unpack (self->Pi, self->sum, dG);
}

double
ipl_secant_flops (const IplSecant *self)
{
  return 4 * pow ((double)self->Pi, 3) + 4.0 * self->count * (double)self->n;
}

/* So that the model's answer to @dU is @dG from here on, both packed. */
static void
correct (IplSecant *self, const double *dU, const double *dG)
{
  int n = (int)self->n;
  double *miss = self->corrections + self->count * self->n;

  unpack (self->Pi, dU, self->unpacked);
  apply_packed (self, self->unpacked, dU);
  memcpy (miss, dG, self->n * sizeof *miss);
  cblas_daxpy (n, -1, self->sum, 1, miss, 1);

  double along = cblas_ddot (n, miss, 1, dU, 1);

  /* The usual safeguard: no correction along a direction with almost no secant information. */
  if (fabs (along) > 1e-8 * cblas_dnrm2 (n, miss, 1) * cblas_dnrm2 (n, dU, 1))
    self->weights[self->count++] = 1 / along;
}

/* The guess, corrected by all that is remembered, the last at last. */
static void
correct_again (IplSecant *self)
{
  self->count = 0;
  for (guint k = self->n_updates - MIN (self->n_updates, MOST); k < self->n_updates; k++)
    correct (self, self->dU + k % MOST * self->n, self->dG + k % MOST * self->n);
}

gboolean
ipl_secant_begin (IplSecant *self, IplEnergy *energy, const double *G)
{
  if (!guess (self, energy, G))
    return FALSE;
  correct_again (self);
  energy->flops += self->count * ipl_secant_flops (self);
  return TRUE;
}

gboolean
ipl_secant_correct (IplSecant *self, const double *dU, const double *dG)
{
  gsize place = self->n_updates % MOST * self->n;

  if (self->n_updates == MOST_UPDATES)
    return FALSE;
  pack (self->Pi, dU, self->dU + place);
  pack (self->Pi, dG, self->dG + place);
  self->n_updates++;
  if (self->n_updates > MOST)
    correct_again (self);
  else
    correct (self, self->dU + place, self->dG + place);
  return TRUE;
}
