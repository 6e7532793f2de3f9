/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/saddle.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/theory/action-descent-private.h"

/* U of the path with itself in the GP limit, s_1^2 ... s_L^2 s_a^2 with rho_l^2 in place of
 * s_l^2 for a path through the identity (THEORY.md sections 3 and 6.11). */
double
ipl_saddle_gp_scale (const IplCase *the_case, const IplSetting *setting, gsize path)
{
  double scale = 1;

  for (guint l = 1; l < setting->L + 2; l++)
    if (l <= the_case->L
        && ipl_case_head_is_identity (the_case, l - 1, ipl_case_path_head (the_case, path, l - 1)))
      scale *= the_case->residual[l - 1] * the_case->residual[l - 1];
    else
      scale *= setting->variances[l];
  return scale;
}

const double *
ipl_saddle_get_theta (const IplSaddle *self)
{
  g_return_val_if_fail (self->unlabelled == NULL, NULL);
  return self->warm_start->theta;
}

void
ipl_saddle_free (IplSaddle *self)
{
  if (self == NULL)
    return;
  g_free (self->U);
  g_free (self->message);
  ipl_saddle_free (self->unlabelled);
  ipl_warm_start_free (self->warm_start);
  g_free (self);
}

static IplSaddle *
descent_result (IplDescent *self, const char *trouble, gint64 begin_usec, GError **error)
{
  g_autoptr (IplSaddle) saddle = g_new0 (IplSaddle, 1);

  ipl_wishart_chain_set_point (self->chain, self->theta);
  saddle->Pi = self->shape.paths[0];
  saddle->starts = saddle->agreeing = 1;
  saddle->U = ipl_memory_try_doubles ((double)self->n2, "The saddle point", error);
  if (saddle->U == NULL)
    return NULL;
  ipl_wishart_chain_U (self->chain, 0, saddle->U);
  saddle->u_a = ipl_wishart_chain_u_a (self->chain);
  saddle->energy = self->E + self->energy->constant;
  saddle->action = ipl_wishart_chain_paper_action (self->chain, saddle->energy);
  saddle->gradient = ipl_wishart_shape_is_square (&self->shape)
                         ? ipl_wishart_chain_paper_gradient (self->chain, self->G)
                         : NAN;
  saddle->relative_gradient = self->relative_gradient;
  saddle->iterations = self->iterations;
  saddle->evaluations = self->evaluations;
  saddle->flops = self->energy->flops;
  saddle->converged = self->relative_gradient <= IPL_SADDLE_TOLERANCE;
  if (!saddle->converged)
    saddle->message
        = g_strdup_printf ("The solver stopped after %u iteration%s at a relative gradient of %.2g "
                           "where %.0e was asked, because %s.",
                           self->iterations, self->iterations == 1 ? "" : "s",
                           self->relative_gradient, IPL_SADDLE_TOLERANCE, trouble);
  saddle->warm_start = ipl_warm_start_new (&self->shape, self->theta, self->energy, self->curvature,
                                           self->U_last, self->G_last, error);
  saddle->seconds = (double)(g_get_monotonic_time () - begin_usec) * 1e-6;

  return saddle->warm_start != NULL ? g_steal_pointer (&saddle) : NULL;
}

/* Minimizes the action of THEORY.md section 4 over the non-centered coordinates by a
 * trust-region Newton method: exact second derivatives, truncated conjugate gradients,
 * preconditioned by the entropy's diagonal Hessian, until the relative gradient is at most
 * IPL_SADDLE_TOLERANCE. All numbers that control the steps are dimensionless: rescaling
 * variances against each other, or labels and features with the temperature, does not change a
 * step. If the tolerance cannot be reached, the best point is returned with @converged FALSE and
 * a @message. Uses BLAS with the threads it is set to. @N: (nullable): for A_l as narrow as
 * these widths, as in the exact posterior: approximately the maximum of its density. If they are
 * trapezoidal, @gradient is NaN */
IplSaddle *
ipl_saddle_solve_narrow (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                         const guint *N, const IplSaddle *start, GCancellable *cancellable,
                         GError **error)
{
  gint64 begin_usec = g_get_monotonic_time ();

  if (!ipl_setting_validate (setting, the_case, error))
    return NULL;

  IplWishartShape shape;

  ipl_wishart_shape_init (&shape, the_case, kernel->outputs, N);

  g_autoptr (IplDescent) descent = ipl_descent_new (
      kernel, &shape, setting, start != NULL ? start->warm_start : NULL, cancellable, error);
  const char *trouble = "it reached the limit of iterations";
  IplDescentResult result = IPL_DESCENT_ACCEPTED;

  if (descent == NULL)
    return NULL;
  if (!ipl_descent_begin (descent))
    {
      if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        ipl_energy_set_singular (descent->energy, error);
      return NULL;
    }

  while (result == IPL_DESCENT_ACCEPTED)
    {
      if (!ipl_descent_linearize (descent))
        result = IPL_DESCENT_CANCELLED;
      else if (descent->relative_gradient <= IPL_SADDLE_TOLERANCE
               || descent->iterations >= IPL_DESCENT_MOST)
        break;
      else
        result = ipl_descent_step (descent);
    }

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (result == IPL_DESCENT_SINGULAR)
    {
      ipl_energy_set_singular (descent->energy, error);
      return NULL;
    }
  if (result == IPL_DESCENT_STUCK)
    trouble = "no step lowers the action any further in double precision";
  else if (result == IPL_DESCENT_DROWNED)
    trouble = "the training kernel is so nearly singular at this temperature that rounding hides "
              "the rest";

  return descent_result (descent, trouble, begin_usec, error);
}

/* Head score of THEORY.md section 5: sum of |U_pq| over the ordered pairs where p or q passes
 * through the head, over the largest such sum. @H: [L] heads per layer; @U: [Pi x Pi] order
 * parameter; @scores: [sum H] scores in [0, 1], layer 1 first. */
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
