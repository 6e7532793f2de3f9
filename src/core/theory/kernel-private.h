/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel.h"

/* Path-path kernels in one of two forms, whichever makes a Newton iteration cheaper:
 * pairs   S: [n_pairs x packed], the symmetrised C_pq for p <= q, each as its lower half row by row
 * factors Xi: [P x Pi x N0] row-major, C_pq = scale * Xi_p Xi_q^T formed on the fly
 * both without s0^2, with scale = 1 / (N0 Pi). */
struct _IplKernel
{
  IplCase *the_case;
  gsize P;
  gsize Pi;
  gsize N0;
  gsize n_pairs; /* Pi (Pi + 1) / 2 */
  double scale;
  const double *Xi; /* [P x Pi x N0], the case's */
  double *S;        /* (nullable) [n_pairs x packed] */
  gsize packed;     /* P (P + 1) / 2 */
  gatomicrefcount ref_count;
};

/* Index of the pair (p, q) in the order (0,0) (0,1) .. (0,Pi-1) (1,1) .. */
static inline gsize
ipl_pair_index (gsize Pi, gsize p, gsize q)
{
  if (p > q)
    {
      gsize swap = p;
      p = q;
      q = swap;
    }
  return p * Pi - p * (p + 1) / 2 + q;
}

/* A lower half, packed row by row, as a full symmetric [P x P] */
void ipl_kernel_unpack (gsize P, const double *packed, double *full);

/* G_pq = sum_mn M[m,n] C_pq[m,n] without s0^2, for a symmetric M: [P x P] of which only
 * the lower half is read; G: [Pi x Pi] */
void ipl_kernel_contract (const IplKernel *self, const double *M, double *G);

/* (U (x) I) Xi, example by example: out: [P x Pi x N0] */
void ipl_kernel_mix (gsize count, gsize Pi, gsize N0, const double *U, const double *Xi,
                     double *out);

/* Floating-point operations of one ipl_kernel_assemble or ipl_kernel_contract. */
double ipl_kernel_flops (const IplKernel *self);
