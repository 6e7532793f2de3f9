/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/action-descent-private.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"

/* Smallest ratio of a diagonal entry of A after and before a step: log A must stay defined. */
#define SHRINK_LIMIT 0.1
/* A curvature is reused as long as its steps shrink the gradient by at least this factor; the
 * first limit is for a curvature at the cost of about one gradient, the second at that of ten. */
#define POOR_CONTRACTION 0.1
#define POOR_CONTRACTION_DEAR 0.7
/* Smaller differences of the action, relative to its parts, are rounding ... */
#define ACTION_ROUNDING 1e-11
/* ... and up to this share can be rounding if the kernel is badly conditioned. */
#define ACTION_DOUBT 1e-7
/* Steps within rounding, without halving the gradient, after which the descent gives up. */
#define DROWNED_MOST 40
/* Relative residual of conjugate gradients with the secant model of E''. */
#define SECANT_TOLERANCE 0.01
/* Steps shorter than this share of the point count as zero. */
#define SHORTEST_STEP 1e-14

static void
apply_hessian (const double *direction, double *out, gpointer data)
{
  IplDescent *self = data;

  /* After a cancellation during conjugate gradients, the entropy's Hessian ends them at once. */
  if (g_cancellable_is_cancelled (self->cancellable))
    {
      for (gsize i = 0; i < self->n; i++)
        out[i] = self->D[i] * direction[i];
      return;
    }
  ipl_wishart_chain_tangent (self->chain, direction, self->dU);
  if (self->secant != NULL)
    {
      self->energy->flops += ipl_secant_flops (self->secant);
      ipl_secant_apply (self->secant, self->dU, self->dG);
    }
  else
    ipl_curvature_apply (self->curvature, self->dU, self->dG);
  self->energy->flops += 6 * pow ((double)self->shape.paths[0], 3);
  ipl_wishart_chain_hessian_apply (self->chain, direction, self->dG, out);
}

/* The share of a step for which every diagonal entry keeps at least SHRINK_LIMIT of its value. */
static double
share_inside (const IplWishartShape *shape, const double *theta, const double *step)
{
  double share = 1;

  for (guint l = 0; l <= shape->L; l++)
    for (gsize i = 0; i < shape->diagonal[l]; i++)
      {
        gsize k = ipl_wishart_shape_diagonal (shape, l, i);

        if (step[k] < 0)
          share = MIN (share, (1 - SHRINK_LIMIT) * theta[k] / -step[k]);
      }
  return share;
}

void
ipl_descent_free (IplDescent *self)
{
  g_clear_pointer (&self->secant, ipl_secant_free);
  g_clear_pointer (&self->curvature, ipl_curvature_free);
  g_clear_pointer (&self->energy, ipl_energy_free);
  g_clear_pointer (&self->chain, ipl_wishart_chain_free);
  g_free (self->space);
  g_free (self);
}

static gboolean
allocate (IplDescent *self, IplKernel *kernel, const IplSetting *setting, GError **error)
{
  double n = (double)self->n, n2 = (double)self->n2;

  self->energy = ipl_energy_new (kernel, setting->variances[0], setting->temperature, TRUE, error);
  if (self->energy != NULL)
    self->curvature
        = ipl_curvature_new (self->energy, ipl_curvature_would_be_dense (kernel->Pi), error);
  if (self->curvature == NULL)
    return FALSE;
  self->dense = self->curvature->dense;
  if (!self->dense)
    {
      self->secant = ipl_secant_new (kernel, error);
      if (self->secant == NULL)
        return FALSE;
    }
  self->chain = ipl_wishart_chain_new (&self->shape, setting, error);
  if (self->chain != NULL)
    self->space = ipl_try_parts ("The saddle point", error, { &self->theta, n },
                                 { &self->trial, n }, { &self->step, n }, { &self->gradient, n },
                                 { &self->trial_gradient, n }, { &self->D, n }, { &self->U, n2 },
                                 { &self->G, n2 }, { &self->U_last, n2 }, { &self->G_last, n2 },
                                 { &self->dU, n2 }, { &self->dG, n2 }, { &self->scratch, 4 * n });
  return self->space != NULL;
}

/* TRUE also for a kernel over fewer outputs, which is made for a single solve. */
static gboolean
is_same_kernel (const IplKernel *a, const IplKernel *b)
{
  return a == b || (a->all != NULL && a->all == b->all);
}

IplDescent *
ipl_descent_new (IplKernel *kernel, const IplWishartShape *shape, const IplSetting *setting,
                 const IplWarmStart *start, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplDescent) self = g_new0 (IplDescent, 1);

  self->shape = *shape;
  self->n = self->shape.n;
  self->n2 = shape->paths[0] * shape->paths[0];
  if (!allocate (self, kernel, setting, error))
    return NULL;
  self->cancellable = self->energy->cancellable = cancellable;
  self->relative_gradient = self->best_gradient = INFINITY;

  if (start != NULL && memcmp (&start->shape, &self->shape, sizeof self->shape) == 0)
    {
      memcpy (self->theta, start->theta, self->n * sizeof (double));
      if (start->curvature != NULL && is_same_kernel (start->kernel, kernel)
          && start->s0_squared == setting->variances[0]
          && start->temperature == setting->temperature)
        {
          memcpy (self->curvature->H, start->curvature,
                  self->curvature->n * self->curvature->n * sizeof (double));
          memcpy (self->U_last, start->U, self->n2 * sizeof (double));
          memcpy (self->G_last, start->G, self->n2 * sizeof (double));
          self->have_curvature = TRUE;
        }
    }
  else
    ipl_wishart_shape_set_gp (&self->shape, self->theta);

  return g_steal_pointer (&self);
}

/* Evaluates chain, U and energy at a point; infinity if the action is not defined. */
static double
evaluate (IplDescent *self, const double *theta, double *E)
{
  if (!ipl_wishart_chain_set_point (self->chain, theta))
    return INFINITY;
  ipl_wishart_chain_U (self->chain, 0, self->U);
  self->evaluations++;
  if (!ipl_energy_evaluate (self->energy, self->U, E))
    return INFINITY;
  return *E + ipl_wishart_chain_entropy (self->chain);
}

gboolean
ipl_descent_begin (IplDescent *self)
{
  self->action = evaluate (self, self->theta, &self->E);
  if (!isfinite (self->action))
    return FALSE;
  ipl_wishart_chain_entropy_hessian (self->chain, self->D);
  self->radius = self->first_radius = ipl_newton_length (self->n, self->D, self->theta);
  return TRUE;
}

/* Changes of U and of its gradient since the last linearization, in dU and dG. */
static void
changes (IplDescent *self, const double *G)
{
  for (gsize i = 0; i < self->n2; i++)
    {
      self->dU[i] = self->U[i] - self->U_last[i];
      self->dG[i] = G[i] - self->G_last[i];
    }
}

/* From here on E'' itself is applied. */
static void
leave_secant (IplDescent *self)
{
  g_clear_pointer (&self->secant, ipl_secant_free);
  self->have_curvature = FALSE;
  self->radius = self->first_radius;
}

/* Computes G at the last point of the energy, and the model of E'' there. A stored matrix E'' is
 * reused at the next points with secant corrections, which are cheap. For many pairs, the model
 * at every point is a guess with these corrections only. */
static gboolean
model_energy (IplDescent *self)
{
  if (self->secant != NULL)
    {
      gboolean room = TRUE;

      ipl_energy_gradient (self->energy, self->G);
      if (!ipl_secant_begin (self->secant, self->energy, self->G))
        return FALSE;
      if (self->have_curvature)
        {
          changes (self, self->G);
          room = ipl_secant_correct (self->secant, self->dU, self->dG);
        }
      self->have_curvature = TRUE;
      if (room)
        return !g_cancellable_is_cancelled (self->cancellable);
      leave_secant (self);
    }
  if (self->have_curvature)
    {
      ipl_energy_gradient (self->energy, self->G);
      changes (self, self->G);
      ipl_curvature_correct (self->curvature, self->dU, self->dG);
      return TRUE;
    }
  self->have_curvature = self->dense;
  return ipl_curvature_prepare (self->curvature, self->G, self->cancellable);
}

/* Gradient and Hessian of the action at theta, the last point of the energy. */
gboolean
ipl_descent_linearize (IplDescent *self)
{
  gsize n2 = self->n2;

  if (!model_energy (self))
    return FALSE;
  memcpy (self->U_last, self->U, n2 * sizeof (double));
  memcpy (self->G_last, self->G, n2 * sizeof (double));
  ipl_wishart_chain_gradient (self->chain, self->G, self->gradient);
  ipl_wishart_chain_entropy_hessian (self->chain, self->D);

  double before = self->relative_gradient;

  self->relative_gradient = ipl_wishart_chain_relative_gradient (self->chain, self->gradient);
  if (self->relative_gradient < 0.5 * self->best_gradient)
    {
      self->best_gradient = self->relative_gradient;
      self->drowned = 0;
    }
  /* A reused matrix with poor contraction is computed again at the next point. */
  double poor
      = self->energy->kernel->curvature_by_factors ? POOR_CONTRACTION : POOR_CONTRACTION_DEAR;

  if (self->secant == NULL && self->relative_gradient > poor * before)
    self->have_curvature = FALSE;

  return TRUE;
}

/* TRUE if the gradient at the last evaluated point is smaller than at theta. */
static gboolean
gradient_falls (IplDescent *self)
{
  ipl_energy_gradient (self->energy, self->dG);
  ipl_wishart_chain_gradient (self->chain, self->dG, self->trial_gradient);
  return ipl_wishart_chain_relative_gradient (self->chain, self->trial_gradient)
         < 0.5 * self->relative_gradient;
}

/* Returns to theta after a rejected step, with a better model: corrected by the gradient at the
 * rejected point, or computed again. */
static IplDescentResult
go_back (IplDescent *self, gboolean tried, gboolean shortest)
{
  if (self->secant != NULL && tried && !shortest)
    {
      ipl_energy_gradient (self->energy, self->dG);
      changes (self, self->dG);
      if (ipl_secant_correct (self->secant, self->dU, self->dG))
        {
          ipl_wishart_chain_set_point (self->chain, self->theta);
          ipl_wishart_chain_gradient (self->chain, self->G, self->gradient);
          return g_cancellable_is_cancelled (self->cancellable) ? IPL_DESCENT_CANCELLED
                                                                : IPL_DESCENT_ACCEPTED;
        }
      shortest = TRUE;
    }
  if (self->secant != NULL && shortest)
    leave_secant (self);
  if (self->secant == NULL)
    self->have_curvature = FALSE;
  if (!isfinite (evaluate (self, self->theta, &self->E)))
    return IPL_DESCENT_SINGULAR;
  return ipl_descent_linearize (self) ? IPL_DESCENT_ACCEPTED : IPL_DESCENT_CANCELLED;
}

static double
newton_tolerance (const IplDescent *self)
{
  return self->dense            ? 1e-9
         : self->secant != NULL ? SECANT_TOLERANCE
                                : CLAMP (sqrt (self->relative_gradient), 1e-4, 0.1);
}

/* @ratio: actual over predicted decrease of the action; @length: of the step. */
static void
adapt_radius (IplDescent *self, double ratio, double length, gboolean on_boundary)
{
  if (!(ratio >= 0.25))
    self->radius = 0.25 * length;
  else if (ratio > 0.75 && on_boundary)
    self->radius *= 2.5;
}

/* Takes a trust-region step from theta; theta moves to the new point if the step is accepted. */
IplDescentResult
ipl_descent_step (IplDescent *self)
{
  for (;;)
    {
      gboolean on_boundary;
      double tolerance = newton_tolerance (self);
      guint most = self->dense ? 4 * (guint)self->n : 200;
      double decrease
          = ipl_newton_step (self->n, self->gradient, self->D, self->radius, tolerance, most,
                             apply_hessian, self, self->step, &on_boundary, self->scratch);
      double share = share_inside (&self->shape, self->theta, self->step);
      double length = share * ipl_newton_length (self->n, self->D, self->step);

      if (g_cancellable_is_cancelled (self->cancellable))
        return IPL_DESCENT_CANCELLED;

      /* Along the ray the decrease of the model is at least proportional. */
      decrease *= share;
      for (gsize i = 0; i < self->n; i++)
        self->trial[i] = self->theta[i] + share * self->step[i];
      self->iterations++;

      double E = 0;
      double action = evaluate (self, self->trial, &E);
      double noise = MAX (ACTION_ROUNDING * (fabs (self->action) + fabs (self->E) + 1),
                          isfinite (action) ? self->energy->rounding : 0);
      double ratio = (self->action - action) / decrease;

      /* Near the minimum the decrease is below rounding, and the gradient decides. */
      if (decrease <= noise && action - self->action <= noise)
        {
          if (self->drowned++ == DROWNED_MOST)
            return IPL_DESCENT_DROWNED;
          ratio = 1;
        }

      if (!(ratio > 1e-4) && decrease <= noise * (ACTION_DOUBT / ACTION_ROUNDING)
          && isfinite (action) && gradient_falls (self))
        ratio = 1;

      adapt_radius (self, ratio, length, on_boundary);
      if (ratio > 1e-4)
        {
          memcpy (self->theta, self->trial, self->n * sizeof (double));
          self->action = action;
          self->E = E;
          return IPL_DESCENT_ACCEPTED;
        }

      gboolean shortest
          = length < SHORTEST_STEP * ipl_newton_length (self->n, self->D, self->theta);

      if ((shortest && self->secant == NULL) || self->iterations >= IPL_DESCENT_MOST)
        return IPL_DESCENT_STUCK;

      IplDescentResult back = go_back (self, isfinite (action), shortest);

      if (back != IPL_DESCENT_ACCEPTED)
        return back;
    }
}

/* Curvatures of more pairs are not passed to the next solve. */
#define STORED_PAIRS_LIMIT 300

void
ipl_warm_start_free (IplWarmStart *self)
{
  if (self == NULL)
    return;
  g_free (self->space);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_free (self);
}

/* TRUE if the kernel's curvature is small enough to be passed to the next solve. */
static gboolean
stores_curvature (const IplKernel *kernel)
{
  return kernel->n_pairs <= STORED_PAIRS_LIMIT;
}

IplWarmStart *
ipl_warm_start_new_at (const IplWishartShape *shape, GError **error)
{
  g_autoptr (IplWarmStart) self = g_new0 (IplWarmStart, 1);

  self->shape = *shape;
  self->space = ipl_try_parts ("The saddle point", error, { &self->theta, (double)shape->n });
  return self->space != NULL ? g_steal_pointer (&self) : NULL;
}

IplWarmStart *
ipl_warm_start_new (const IplWishartShape *shape, const double *theta, const IplEnergy *energy,
                    const IplCurvature *curvature, const double *U, const double *G, GError **error)
{
  g_autoptr (IplWarmStart) self = g_new0 (IplWarmStart, 1);
  IplKernel *kernel = energy->kernel;
  gboolean store = curvature->dense && stores_curvature (kernel);
  gsize n2 = store ? shape->paths[0] * shape->paths[0] : 0;
  gsize n_H = store ? kernel->n_pairs * kernel->n_pairs : 0;

  self->shape = *shape;
  self->kernel = ipl_kernel_ref (kernel);
  self->space = ipl_try_parts ("The saddle point", error, { &self->theta, (double)shape->n },
                               { &self->U, (double)n2 }, { &self->G, (double)n2 },
                               { &self->curvature, (double)n_H });
  if (self->space == NULL)
    return NULL;
  memcpy (self->theta, theta, shape->n * sizeof (double));
  if (store)
    {
      memcpy (self->curvature, curvature->H, n_H * sizeof (double));
      memcpy (self->U, U, n2 * sizeof (double));
      memcpy (self->G, G, n2 * sizeof (double));
      self->s0_squared = energy->s0_squared;
      self->temperature = energy->temperature;
    }
  else
    self->curvature = NULL;
  return g_steal_pointer (&self);
}
