/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/label-basis.h"

#include "core/base/memory.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <string.h>

static const char what[] = "The labels of all outputs";

double *
ipl_label_basis_new (const IplCase *the_case, guint *rank, GError **error)
{
  gsize P = the_case->train.count, K = the_case->labels.outputs, n = MIN (P, K);
  double *copy, *values, *work, unused;
  g_autofree double *space = ipl_try_parts (what, error, { &copy, (double)P * (double)K },
                                            { &values, (double)n }, { &work, (double)n });
  double *basis = space != NULL ? ipl_try_new (double, (double)K *(double)K, what, error) : NULL;

  if (basis == NULL)
    return NULL;
  *rank = 0;
  /* Row-major [P x K] is column-major [K x P], of which the left singular vectors become rows. */
  memcpy (copy, the_case->train.y, P * K * sizeof *copy);
  if (LAPACKE_dgesvd (LAPACK_COL_MAJOR, 'A', 'N', (int)K, (int)P, copy, (int)K, values, basis,
                      (int)K, &unused, 1, work)
      != 0)
    *rank = (guint)K;
  while (*rank < n && values[*rank] > (double)MAX (P, K) * DBL_EPSILON * values[0])
    ++*rank;
  *rank = MAX (*rank, 1);
  return basis;
}

/* U in the basis of the turned outputs: [paths K x paths K] */
static void
place_outputs (gsize paths, gsize K, gsize rank, const double *labelled, const double *unlabelled,
               double *U)
{
  for (gsize p = 0; p < paths; p++)
    for (gsize q = 0; q < paths; q++)
      for (gsize k = 0; k < K; k++)
        {
          double *row = U + ((p * K + k) * paths + q) * K;

          if (k < rank)
            memcpy (row, labelled + ((p * rank + k) * paths + q) * rank, rank * sizeof *row);
          else
            row[k] = unlabelled[p * paths + q];
        }
}

double *
ipl_label_basis_transform_back (gsize paths, guint K, guint rank, const double *basis,
                                const double *labelled, const double *unlabelled, GError **error)
{
  gsize n = paths * K;
  double *turned, *half;
  g_autofree double *space = ipl_try_parts0 (what, error, { &turned, (double)n * (double)n },
                                             { &half, (double)n * (double)n });
  double *U = space != NULL ? ipl_try_new (double, (double)n *(double)n, what, error) : NULL;

  if (U == NULL)
    return NULL;
  place_outputs (paths, K, rank, labelled, unlabelled, turned);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)(n * paths), (int)K, (int)K, 1,
               turned, (int)K, basis, (int)K, 0, half, (int)K);
  for (gsize p = 0; p < paths; p++)
    cblas_dgemm (CblasRowMajor, CblasTrans, CblasNoTrans, (int)K, (int)n, (int)K, 1, basis, (int)K,
                 half + p * K * n, (int)n, 0, U + p * K * n, (int)n);
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < i; j++)
      U[i * n + j] = U[j * n + i] = 0.5 * (U[i * n + j] + U[j * n + i]);
  return U;
}
