/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/output-turn.h"

#include "core/base/memory.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <string.h>

static const char what[] = "The labels of all outputs";

/* The left singular vectors of Y^T: [K x P], and how many singular values are not 0 to rounding. */
static gboolean
find_rank (const IplCase *the_case, guint K, double *vectors, guint *rank, GError **error)
{
  gsize P = the_case->train.count, n = MIN (P, K);
  double *copy, *values, *work, unused;
  g_autofree double *space = ipl_try_parts (what, error, { &copy, (double)P * K },
                                            { &values, (double)n }, { &work, (double)n });

  *rank = 0;
  if (space == NULL)
    return FALSE;
  /* Row-major [P x K] is column-major [K x P]. */
  memcpy (copy, the_case->train.y, P * K * sizeof *copy);
  if (LAPACKE_dgesvd (LAPACK_COL_MAJOR, 'A', 'N', (int)K, (int)P, copy, (int)K, values, vectors,
                      (int)K, &unused, 1, work)
      != 0)
    {
      *rank = K;
      return TRUE;
    }
  while (*rank < n && values[*rank] > (double)MAX (P, K) * DBL_EPSILON * values[0])
    ++*rank;
  *rank = MAX (*rank, 1);
  return TRUE;
}

/* @labels: (out) (transfer full): [R x P] those of the turned outputs, one output after the other.
 */
gboolean
ipl_output_turn_init (IplOutputTurn *self, const IplCase *the_case, double **labels, GError **error)
{
  guint K = the_case->labels.outputs, R;
  gsize P = the_case->train.count;
  g_autofree double *vectors = ipl_try_new (double, (double)K *K, what, error);

  *self = (IplOutputTurn){ .K = K };
  if (vectors == NULL || !find_rank (the_case, K, vectors, &self->rank, error))
    return FALSE;
  R = self->rank;
  if (R < K)
    self->V = ipl_try_new (double, (double)K *R, what, error);
  *labels = R == K || self->V != NULL ? ipl_try_new (double, (double)P *R, what, error) : NULL;
  if (*labels == NULL)
    return FALSE;
  for (guint k = 0; R < K && k < K; k++)
    for (guint a = 0; a < R; a++)
      self->V[k * R + a] = vectors[a * K + k];
  if (R < K)
    cblas_dgemm (CblasRowMajor, CblasTrans, CblasTrans, (int)R, (int)P, (int)K, 1, self->V, (int)R,
                 the_case->train.y, (int)K, 0, *labels, (int)P);
  else
    for (guint k = 0; k < K; k++)
      for (gsize m = 0; m < P; m++)
        (*labels)[k * P + m] = the_case->train.y[m * K + k];
  return TRUE;
}

void
ipl_output_turn_clear (IplOutputTurn *self)
{
  g_clear_pointer (&self->V, g_free);
}

/* (1 (x) V) turned (1 (x) V)^T + silent (x) (1 - V V^T). @turned: [Pi R x Pi R]; @silent: [Pi x Pi]
 * that of each output without labels; @U: [Pi K x Pi K] */
void
ipl_output_turn_order_parameter (const IplOutputTurn *self, gsize Pi, const double *turned,
                                 const double *silent, double *U)
{
  gsize K = self->K, R = self->rank;

  if (self->V == NULL)
    {
      memcpy (U, turned, Pi * K * Pi * K * sizeof *U);
      return;
    }
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      for (gsize k = 0; k < K; k++)
        for (gsize l = 0; l < K; l++)
          {
            double sum = k == l ? silent[p * Pi + q] : 0;

            for (gsize a = 0; a < R; a++)
              {
                const double *row = turned + ((p * R + a) * Pi + q) * R;

                sum += self->V[k * R + a]
                       * (cblas_ddot ((int)R, row, 1, self->V + l * R, 1)
                          - silent[p * Pi + q] * self->V[l * R + a]);
              }
            U[((p * K + k) * Pi + q) * K + l] = sum;
          }
}

/* @turned: [count x R]; @mean: [count x K] */
void
ipl_output_turn_means (const IplOutputTurn *self, gsize count, const double *turned, double *mean)
{
  if (self->V == NULL)
    memcpy (mean, turned, count * self->K * sizeof *mean);
  else
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)count, (int)self->K, (int)self->rank,
                 1, turned, (int)self->rank, self->V, (int)self->rank, 0, mean, (int)self->K);
}
