/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/observables.h"

#include "core/base/error.h"
#include "core/base/alone.h"
#include "core/base/memory.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Eigenvectors of more examples take longer than anybody who cancels would wait. */
#define ALONE_FROM 1000

/**
 * ipl_observables_accuracy:
 * @n: number of examples, above 0
 * @mean: [n] posterior means
 * @y: [n] labels +1/-1
 *
 * Returns: the fraction with sign(mean) = y; a mean of 0 counts as wrong
 */
double
ipl_observables_accuracy (gsize n, const double *mean, const double *y)
{
  gsize right = 0;

  for (gsize i = 0; i < n; i++)
    right += mean[i] * y[i] > 0;
  return (double)right / (double)n;
}

/**
 * ipl_observables_accuracy_se:
 * @n: number of examples, above 0
 * @accuracy: a fraction
 *
 * Returns: the binomial standard error sqrt(a (1 - a) / n)
 */
double
ipl_observables_accuracy_se (gsize n, double accuracy)
{
  return sqrt (accuracy * (1 - accuracy) / (double)n);
}

/**
 * ipl_observables_mean_squared_error:
 * @n: number of examples, above 0
 * @mean: [n] posterior means
 * @y: [n] real labels
 * @standard_error: (out): standard error of the mean of the squared errors; 0 for one example
 *
 * Returns: the mean of (mean - y)^2, in squared label units
 */
double
ipl_observables_mean_squared_error (gsize n, const double *mean, const double *y,
                                    double *standard_error)
{
  double sum = 0, spread = 0;

  for (gsize i = 0; i < n; i++)
    sum += (mean[i] - y[i]) * (mean[i] - y[i]);
  sum /= (double)n;
  for (gsize i = 0; i < n; i++)
    {
      double d = (mean[i] - y[i]) * (mean[i] - y[i]) - sum;

      spread += d * d;
    }
  *standard_error = n > 1 ? sqrt (spread / (double)(n - 1) / (double)n) : 0;
  return sum;
}

/* What dsyevd reads and writes; its workspaces are what it asks for. */
typedef struct
{
  gsize P;
  double *K; /* [P x P], owned; eigenvectors afterwards */
  double *w; /* [P] eigenvalues, smallest first */
  double *work;
  double n_work;
  lapack_int *integers;
  double *space; /* of w and work */
  gboolean failed;
} Eigen;

static void
eigen_free (gpointer data)
{
  Eigen *self = data;

  g_free (self->K);
  g_free (self->space);
  g_free (self->integers);
  g_free (self);
}

static Eigen *
eigen_new (gsize P, double *K, GError **error)
{
  static const char what[] = "The eigenvectors of the training kernel";
  Eigen *self = g_new0 (Eigen, 1);
  double p = (double)P;

  self->P = P;
  self->K = K;
  self->n_work = 1 + 6 * p + 2 * p * p;
  self->space = ipl_try_parts (what, error, { &self->w, p }, { &self->work, self->n_work });
  if (self->space != NULL)
    self->integers = ipl_try_new (lapack_int, 3 + 5 * p, what, error);
  if (self->integers == NULL)
    g_clear_pointer (&self, eigen_free);
  return self;
}

static void
eigen_run (gpointer data)
{
  Eigen *self = data;

  self->failed
      = LAPACKE_dsyevd_work (LAPACK_COL_MAJOR, 'V', 'U', (int)self->P, self->K, (int)self->P,
                             self->w, self->work, (lapack_int)MIN (self->n_work, G_MAXINT32),
                             self->integers, 3 + 5 * (lapack_int)self->P)
        != 0;
}

/**
 * ipl_observables_overlap:
 * @P: training examples
 * @K: (transfer full): [P x P] symmetric kernel, without the temperature, from g_malloc()
 * @y: [P] labels
 * @eigenvalues: (out caller-allocates): [P] largest first
 * @overlap: (out caller-allocates): [P] |v_k . y| / |y|
 * @cancellable: (nullable): a large decomposition is left to end alone when it is cancelled
 * @error: return location
 *
 * Kernel principal components and their overlap with the task (THEORY.md section 5).
 *
 * Returns: %FALSE with #IPL_ERROR_NOT_CONVERGED if the eigenvalue iteration failed, or with
 *   #IPL_ERROR_MEMORY or %G_IO_ERROR_CANCELLED
 */
gboolean
ipl_observables_overlap (gsize P, double *K, const double *y, double *eigenvalues, double *overlap,
                         GCancellable *cancellable, GError **error)
{
  Eigen *eigen = eigen_new (P, K, error);
  double norm = cblas_dnrm2 ((int)P, y, 1);

  if (eigen == NULL)
    return FALSE;
  if (P < ALONE_FROM)
    eigen_run (eigen);
  else if (!ipl_alone_run (eigen_run, eigen, eigen_free, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }

  gboolean failed = eigen->failed;

  if (failed)
    g_set_error (error, IPL_ERROR, IPL_ERROR_NOT_CONVERGED,
                 "The eigenvalues of the %" G_GSIZE_FORMAT " x %" G_GSIZE_FORMAT
                 " training kernel did not converge; try a larger temperature or fewer examples.",
                 P, P);
  for (gsize k = 0; k < P && !failed; k++)
    {
      gsize from = P - 1 - k;

      eigenvalues[k] = eigen->w[from];
      overlap[k] = norm > 0 ? fabs (cblas_ddot ((int)P, K + from * P, 1, y, 1)) / norm : 0;
    }
  eigen_free (eigen);
  return !failed;
}

/**
 * ipl_observables_head_scores:
 * @L: layers
 * @H: [L] heads per layer
 * @U: [Pi x Pi] order parameter
 * @scores: (out caller-allocates): [sum H] scores in [0, 1], layer 1 first
 *
 * Head score of THEORY.md section 5: sum of |U_pq| over the ordered pairs where p or q passes
 * through the head, over the largest such sum.
 */
void
ipl_observables_head_scores (guint L, const guint *H, const double *U, double *scores)
{
  gsize Pi = 1, stride;
  guint first = 0;
  double largest = 0;

  for (guint l = 0; l < L; l++)
    Pi *= H[l];
  stride = Pi;
  for (guint l = 0; l < L; l++)
    {
      stride /= H[l];
      memset (scores + first, 0, H[l] * sizeof *scores);
      for (gsize p = 0; p < Pi; p++)
        for (gsize q = 0; q < Pi; q++)
          {
            gsize h = p / stride % H[l], k = q / stride % H[l];
            double u = fabs (U[p * Pi + q]);

            scores[first + h] += u;
            if (k != h)
              scores[first + k] += u;
          }
      for (guint h = 0; h < H[l]; h++)
        largest = MAX (largest, scores[first + h]);
      first += H[l];
    }
  for (guint h = 0; h < first; h++)
    scores[h] = largest > 0 ? scores[h] / largest : 0;
}
