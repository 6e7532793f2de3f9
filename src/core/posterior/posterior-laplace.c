/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-target.h"

#include "core/base/error.h"
#include "core/base/memory.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "core/posterior/nuts.h"
#include "core/theory/curvature.h"
#include "core/theory/saddle.h"

/* Curvatures in units of the entropy's own below this are taken as this: the saddle point is not
 * quite the density's maximum, and no direction is wider than the prior by much. */
#define LEAST_CURVATURE 0.3

/* The Hessian of -log p in the coordinates q: [n x n]. In theta it is half that of the energy plus
 * N; a logarithm x = log A of a diagonal adds A times the slope there. */
static gboolean
hessian_in_q (IplPosteriorTarget *target, IplCurvature *curvature, const double *theta, double *H,
              GError **error)
{
  IplWishartChain *chain = target->chain;
  gsize n = target->n, size = target->shape.n;
  double all = (double)size, n2 = (double)(target->shape.paths[0] * target->shape.paths[0]);
  double *direction, *out, *D, *gradient, *dU, *dG;
  g_autofree double *space
      = ipl_try_parts ("The sampler's first metric", error, { &direction, all }, { &out, all },
                       { &D, all }, { &gradient, all }, { &dU, n2 }, { &dG, n2 });

  if (space == NULL)
    return FALSE;
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
  return TRUE;
}

/* H^-1 with its eigenvalues, in units of the prior, limited to LEAST_CURVATURE from below; FALSE
 * without an error if they are not found. */
static gboolean
invert_above_prior (gsize n, const double *variances, double *H, GError **error)
{
  /* The workspace of dsyevd; n is at most IPL_NUTS_DENSE_LIMIT. */
  gsize n_work = 1 + 6 * n + 2 * n * n, n_integers = 3 + 5 * n;
  double *values, *vectors, *work;
  g_autofree double *space
      = ipl_try_parts ("The sampler's first metric", error, { &values, (double)n },
                       { &vectors, (double)(n * n) }, { &work, (double)n_work });
  g_autofree lapack_int *integers = g_new (lapack_int, n_integers);

  if (space == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      vectors[i * n + j] = 0.5 * (H[i * n + j] + H[j * n + i]) * sqrt (variances[i] * variances[j]);
  if (LAPACKE_dsyevd_work (LAPACK_COL_MAJOR, 'V', 'L', (int)n, vectors, (int)n, values, work,
                           (int)n_work, integers, (int)n_integers)
      != 0)
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

/* The covariance at a saddle point; FALSE if there is none, and with an error if memory is
 * short. */
static gboolean
covariance_at_saddle (IplPosteriorTarget *target, IplCurvature *curvature, const IplSaddle *saddle,
                      double *H, double *variances, GError **error)
{
  const double *theta = ipl_saddle_get_theta (saddle);
  double E;

  if (!ipl_wishart_chain_set_point (target->chain, theta)
      || !ipl_energy_evaluate (target->energy, saddle->U, &E)
      || !ipl_curvature_prepare (curvature, target->G, target->energy->cancellable)
      || !hessian_in_q (target, curvature, theta, H, error))
    return FALSE;
  ipl_posterior_target_prior_variances (target, variances);
  return invert_above_prior (target->n, variances, H, error);
}

/* FALSE for one output with a trapezoidal A_l: its chains start with the prior's variances. */
gboolean
ipl_posterior_laplace_applies (const IplCase *the_case, const IplKernel *kernel,
                               const IplSetting *setting, gboolean prior_only)
{
  IplWishartShape shape;

  ipl_wishart_shape_init (&shape, the_case, the_case->labels.outputs, setting->N);
  return !prior_only && (ipl_wishart_shape_is_square (&shape) || the_case->labels.outputs > 1)
         && ipl_posterior_target_count_free (&shape) <= IPL_NUTS_DENSE_LIMIT
         && ipl_curvature_would_be_dense (shape.paths[0]);
}

gboolean
ipl_posterior_laplace_covariance_at (IplPosteriorTarget *target, const IplSaddle *saddle,
                                     double **covariance, GError **error)
{
  gsize n = target->n;
  g_autoptr (IplCurvature) curvature = ipl_curvature_new (target->energy, TRUE, error);
  g_autoptr (GError) why = NULL;
  g_autofree double *H = NULL, *variances = NULL;

  *covariance = NULL;
  if (curvature != NULL)
    H = ipl_try_new (double, (double)(n * n), "The sampler's first metric", error);
  if (H == NULL)
    return FALSE;
  variances = g_new (double, n);
  if (covariance_at_saddle (target, curvature, saddle, H, variances, &why))
    *covariance = g_steal_pointer (&H);
  if (!g_error_matches (why, IPL_ERROR, IPL_ERROR_MEMORY))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&why));
  return FALSE;
}

gboolean
ipl_posterior_laplace_covariance (IplPosteriorTarget *target, const IplCase *the_case,
                                  IplKernel *kernel, const IplSetting *setting, double **covariance,
                                  GError **error)
{
  GCancellable *cancellable = target->energy != NULL ? target->energy->cancellable : NULL;
  g_autoptr (IplSaddle) saddle = NULL;
  g_autoptr (GError) why = NULL;

  *covariance = NULL;
  if (!ipl_posterior_laplace_applies (the_case, kernel, setting, target->energy == NULL))
    return TRUE;
  saddle = the_case->labels.outputs > 1
               ? ipl_saddle_solve_narrow (the_case, kernel, setting, setting->N, NULL, cancellable,
                                          &why)
               : ipl_saddle_find (the_case, kernel, setting, NULL, 0, cancellable, &why);
  if (saddle != NULL)
    return ipl_posterior_laplace_covariance_at (target, saddle, covariance, error);
  if (!g_error_matches (why, IPL_ERROR, IPL_ERROR_MEMORY))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&why));
  return FALSE;
}
