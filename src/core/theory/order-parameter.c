/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/order-parameter.h"

#include <math.h>
#include <string.h>

/* sum_k U_(p,k),(q,k), the same in every orthonormal basis of the outputs: [Pi x Pi] */
void
ipl_order_trace_outputs (gsize Pi, gsize K, const double *U, double *of_paths)
{
  memset (of_paths, 0, Pi * Pi * sizeof *of_paths);
  for (gsize p = 0; p < Pi; p++)
    for (gsize k = 0; k < K; k++)
      for (gsize q = 0; q < Pi; q++)
        of_paths[p * Pi + q] += U[(p * K + k) * Pi * K + q * K + k];
}

/* sum_p U_(p,k),(p,l): [K x K] */
void
ipl_order_trace_paths (gsize Pi, gsize K, const double *U, double *of_outputs)
{
  memset (of_outputs, 0, K * K * sizeof *of_outputs);
  for (gsize p = 0; p < Pi; p++)
    for (gsize k = 0; k < K; k++)
      for (gsize l = 0; l < K; l++)
        of_outputs[k * K + l] += U[(p * K + k) * Pi * K + p * K + l];
}

/* @of_paths: [Pi x Pi] sum_kl |U_(p,k),(q,l)| */
void
ipl_order_sum_outputs (gsize Pi, gsize K, const double *U, double *of_paths)
{
  memset (of_paths, 0, Pi * Pi * sizeof *of_paths);
  for (gsize i = 0; i < Pi * K; i++)
    for (gsize j = 0; j < Pi * K; j++)
      of_paths[i / K * Pi + j / K] += fabs (U[i * Pi * K + j]);
}

/* sum of |U_pq| over p != q, over that of all p, q */
double
ipl_order_off_diagonal_share (gsize n, const double *U)
{
  double diagonal = 0, off = 0;

  for (gsize p = 0; p < n; p++)
    for (gsize q = 0; q < n; q++)
      *(p == q ? &diagonal : &off) += fabs (U[p * n + q]);
  return off / (diagonal + off);
}
