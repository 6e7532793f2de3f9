/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-laplace-private.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "core/posterior/nuts-metric-private.h"
#include "core/theory/curvature.h"
#include "core/theory/saddle.h"

/* Curvatures in units of the entropy's own below this are taken as this: the saddle point is not
 * quite the density's maximum, and no direction is wider than the prior by much. */
#define LEAST_CURVATURE 0.3

/* The Hessian of -log p in the coordinates q: [n x n]. In theta it is half that of the energy plus
 * N; a logarithm x = log A of a diagonal adds A times the slope there. */
static void
hessian_in_q (IplPosteriorTarget *target, IplCurvature *curvature, const double *theta, double *H)
{
  IplWishartChain *chain = target->chain;
  gsize n = target->n, size = target->shape.n, n2 = target->shape.paths[0];
  g_autofree double *space = g_new0 (double, 4 * size + 2 * n2 * n2);
  double *direction = space, *out = space + size, *D = space + 2 * size;
  double *gradient = space + 3 * size, *dU = space + 4 * size, *dG = dU + n2 * n2;

  ipl_wishart_chain_energy_gradient (chain, target->G, gradient);
  ipl_wishart_chain_entropy_hessian (chain, D);
  for (gsize k = 0; k < n; k++)
    {
      gsize at = target->place[k];
      double A = target->degrees[k] > 0 ? theta[at] : 1;

      memset (direction, 0, size * sizeof *direction);
      direction[at] = A;
      ipl_wishart_chain_tangent (chain, direction, dU);
      ipl_curvature_apply (curvature, dU, dG);
      ipl_wishart_chain_hessian_apply (chain, direction, dG, out);
      for (gsize j = 0; j < n; j++)
        {
          gsize to = target->place[j];
          double B = target->degrees[j] > 0 ? theta[to] : 1;
          double energy = out[to] - D[to] * direction[to];

          H[k * n + j] = 0.5 * energy * B;
        }
      H[k * n + k] += target->width[k] * A * A;
      if (target->degrees[k] > 0)
        H[k * n + k] += A * (0.5 * gradient[at] + target->width[k] * A);
    }
}

/* H^-1 with its eigenvalues, in units of the prior, held above LEAST_CURVATURE. */
static gboolean
invert_above_prior (gsize n, const double *variances, double *H)
{
  g_autofree double *values = g_new (double, n);
  g_autofree double *vectors = g_new (double, n * n);

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      vectors[i * n + j] = 0.5 * (H[i * n + j] + H[j * n + i]) * sqrt (variances[i] * variances[j]);
  if (LAPACKE_dsyevd (LAPACK_COL_MAJOR, 'V', 'L', (int)n, vectors, (int)n, values) != 0)
    return FALSE;
  memset (H, 0, n * n * sizeof *H);
  for (gsize k = 0; k < n; k++)
    cblas_dsyr (CblasColMajor, CblasLower, (int)n, 1 / MAX (values[k], LEAST_CURVATURE),
                vectors + k * n, 1, H, (int)n);
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j <= i; j++)
      H[i * n + j] = H[j * n + i] = H[j * n + i] * sqrt (variances[i] * variances[j]);
  return TRUE;
}

/* The posterior covariance in q as the curvature at the saddle point gives it, [n x n]; or NULL
 * where there is no such point: prior only, trapezoidal A, or too many dimensions for a matrix. */
double *
ipl_posterior_laplace_covariance (IplPosteriorTarget *target, const IplCase *the_case,
                                  IplKernel *kernel, const IplSetting *setting)
{
  gsize n = target->n;
  IplWishartShape square;
  g_autoptr (IplCurvature) curvature = NULL;
  g_autoptr (IplSaddle) saddle = NULL;
  g_autofree double *H = NULL, *variances = NULL;
  const double *theta;
  double E;

  ipl_wishart_shape_init (&square, the_case->L, the_case->H);
  if (target->energy == NULL || n > IPL_NUTS_DENSE_LIMIT || square.n != target->shape.n)
    return NULL;
  curvature = ipl_curvature_new (target->energy);
  if (!ipl_curvature_is_dense (curvature))
    return NULL;
  saddle = ipl_saddle_solve (the_case, kernel, setting, NULL, NULL, NULL);
  if (saddle == NULL)
    return NULL;
  theta = ipl_saddle_get_theta (saddle);
  if (!ipl_wishart_chain_set_point (target->chain, theta)
      || !ipl_energy_evaluate (target->energy, saddle->U, &E)
      || !ipl_curvature_prepare (curvature, target->G, NULL))
    return NULL;

  H = g_new (double, n * n);
  variances = g_new (double, n);
  hessian_in_q (target, curvature, theta, H);
  ipl_posterior_target_prior_variances (target, variances);
  if (!invert_above_prior (n, variances, H))
    return NULL;
  return g_steal_pointer (&H);
}
