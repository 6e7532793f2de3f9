/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/saddle.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/theory/curvature.h"
#include "core/theory/newton-private.h"
#include "core/theory/warm-start-private.h"
#include "core/theory/wishart-chain.h"

#define MAX_ITERATIONS 500
/* A step may not take a diagonal entry of A below this share of itself: log A must stay defined. */
#define SHRINK_LIMIT 0.1
/* A curvature is kept as long as its steps shrink the gradient below this share of the last. */
#define POOR_CONTRACTION 0.3
/* Differences of the action below this share of its parts are rounding ... */
#define ACTION_ROUNDING 1e-11
/* ... and below this share may be, where the kernel is badly conditioned. */
#define ACTION_DOUBT 1e-7

/* One descent: where it stands, and the model of the action there. Vectors are in the coordinates
 * of wishart-chain.h ([n]), matrices [Pi x Pi]. */
typedef struct
{
  IplWishartShape shape;
  gsize n;
  gsize n2;
  IplEnergy *energy;
  IplCurvature *curvature; /* E'' of @energy */
  IplWishartChain *chain;
  double *theta;
  double *trial;
  double *step;
  double *gradient;
  double *trial_gradient;
  double *D; /* diagonal of the entropy's Hessian */
  double *U;
  double *G;      /* dE/dU */
  double *U_last; /* the last point linearized, and G there */
  double *G_last;
  double *dU;
  double *dG;
  double *scratch; /* [4 n] of the truncated conjugate gradients */
  double *space;   /* of all these */
  double E;        /* without its constant */
  double action;   /* E + entropy */
  double relative_gradient;
  double radius;
  gboolean dense; /* E'' is held as a matrix, so conjugate gradients cost next to nothing */
  gboolean have_curvature;
  guint iterations;
  guint evaluations;
  GCancellable *cancellable; /* the caller's */
} Descent;

typedef enum
{
  STEP_TAKEN,
  STEP_STUCK,
  STEP_SINGULAR,
  STEP_CANCELLED,
} StepResult;

static void
apply_hessian (const double *direction, double *out, gpointer data)
{
  Descent *self = data;

  /* Cancelled in the midst of conjugate gradients: the entropy alone ends them at once. */
  if (g_cancellable_is_cancelled (self->cancellable))
    {
      for (gsize i = 0; i < self->n; i++)
        out[i] = self->D[i] * direction[i];
      return;
    }
  ipl_wishart_chain_tangent (self->chain, direction, self->dU);
  ipl_curvature_apply (self->curvature, self->dU, self->dG);
  ipl_wishart_chain_hessian_apply (self->chain, direction, self->dG, out);
}

/**
 * ipl_saddle_gp_scale:
 * @setting: a setting
 *
 * Returns: s_1^2 ... s_L^2 s_a^2, the diagonal of U in the GP limit (THEORY.md section 3)
 */
double
ipl_saddle_gp_scale (const IplSetting *setting)
{
  double scale = 1;

  for (guint l = 1; l < setting->L + 2; l++)
    scale *= setting->variances[l];
  return scale;
}

const double *
ipl_saddle_get_theta (const IplSaddle *self)
{
  return self->warm_start->theta;
}

void
ipl_saddle_free (IplSaddle *self)
{
  if (self == NULL)
    return;
  g_free (self->U);
  g_free (self->message);
  ipl_warm_start_free (self->warm_start);
  g_free (self);
}

/* The share of a step that keeps every diagonal entry above SHRINK_LIMIT of itself. */
static double
share_inside (const IplWishartShape *shape, const double *theta, const double *step)
{
  double share = 1;

  for (guint l = 0; l <= shape->L; l++)
    for (gsize i = 0; i < shape->rows[l]; i++)
      {
        gsize k = shape->offset[l] + i * shape->rows[l] + i;

        if (step[k] < 0)
          share = MIN (share, (1 - SHRINK_LIMIT) * theta[k] / -step[k]);
      }
  return share;
}

static void
set_singular (GError **error, const IplSetting *setting)
{
  if (setting->temperature == 0)
    g_set_error (error, IPL_ERROR, IPL_ERROR_SINGULAR,
                 "At temperature 0 the training kernel is not positive definite, because there are "
                 "fewer independent path features than examples: give a temperature above 0.");
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_SINGULAR,
                 "The training kernel with temperature %g is not positive definite to double "
                 "precision: give a larger temperature.",
                 setting->temperature);
}

static void
descent_free (Descent *self)
{
  g_clear_pointer (&self->curvature, ipl_curvature_free);
  g_clear_pointer (&self->energy, ipl_energy_free);
  g_clear_pointer (&self->chain, ipl_wishart_chain_free);
  g_free (self->space);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Descent, descent_free)

static gboolean
descent_allocate (Descent *self, IplKernel *kernel, const IplSetting *setting, GError **error)
{
  double n = (double)self->n, n2 = (double)self->n2;

  self->energy = ipl_energy_new (kernel, setting->variances[0], setting->temperature, TRUE, error);
  if (self->energy != NULL)
    self->curvature = ipl_curvature_new (self->energy, error);
  if (self->curvature != NULL)
    self->chain = ipl_wishart_chain_new (&self->shape, setting, error);
  if (self->chain != NULL)
    self->space = ipl_try_parts ("The saddle point", error, { &self->theta, n },
                                 { &self->trial, n }, { &self->step, n }, { &self->gradient, n },
                                 { &self->trial_gradient, n }, { &self->D, n }, { &self->U, n2 },
                                 { &self->G, n2 }, { &self->U_last, n2 }, { &self->G_last, n2 },
                                 { &self->dU, n2 }, { &self->dG, n2 }, { &self->scratch, 4 * n });
  return self->space != NULL;
}

static Descent *
descent_new (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
             const IplSaddle *start, GError **error)
{
  g_autoptr (Descent) self = g_new0 (Descent, 1);

  ipl_wishart_shape_init (&self->shape, the_case->L, the_case->H);
  self->n = self->shape.n;
  self->n2 = the_case->Pi * the_case->Pi;
  if (!descent_allocate (self, kernel, setting, error))
    return NULL;
  self->dense = ipl_curvature_is_dense (self->curvature);

  if (start != NULL && start->warm_start != NULL
      && memcmp (&start->warm_start->shape, &self->shape, sizeof self->shape) == 0)
    {
      const IplWarmStart *warm = start->warm_start;

      memcpy (self->theta, warm->theta, self->n * sizeof (double));
      if (warm->curvature != NULL && warm->kernel == kernel
          && warm->s0_squared == setting->variances[0] && warm->temperature == setting->temperature)
        {
          ipl_curvature_set_matrix (self->curvature, warm->curvature);
          memcpy (self->U_last, warm->U, self->n2 * sizeof (double));
          memcpy (self->G_last, warm->G, self->n2 * sizeof (double));
          self->have_curvature = TRUE;
        }
    }
  else
    ipl_wishart_shape_set_gp (&self->shape, self->theta);

  return g_steal_pointer (&self);
}

/* Chain, U and energy at a point; infinity where the action is not defined. */
static double
descent_evaluate (Descent *self, const double *theta, double *E)
{
  if (!ipl_wishart_chain_set_point (self->chain, theta))
    return INFINITY;
  ipl_wishart_chain_U (self->chain, 0, self->U);
  self->evaluations++;
  if (!ipl_energy_evaluate (self->energy, self->U, E))
    return INFINITY;
  return *E + ipl_wishart_chain_entropy (self->chain);
}

/* Gradient and Hessian of the action at theta, where the energy was last evaluated. A dense E'' is
 * kept from point to point with a secant correction, which costs nothing beside computing it. */
static gboolean
descent_linearize (Descent *self, GCancellable *cancellable)
{
  gsize n2 = self->n2;

  if (self->have_curvature)
    {
      ipl_energy_gradient (self->energy, self->G);
      for (gsize i = 0; i < n2; i++)
        {
          self->dU[i] = self->U[i] - self->U_last[i];
          self->dG[i] = self->G[i] - self->G_last[i];
        }
      ipl_curvature_correct (self->curvature, self->dU, self->dG);
    }
  else
    {
      if (!ipl_curvature_prepare (self->curvature, self->G, cancellable))
        return FALSE;
      self->have_curvature = self->dense;
    }
  memcpy (self->U_last, self->U, n2 * sizeof (double));
  memcpy (self->G_last, self->G, n2 * sizeof (double));
  ipl_wishart_chain_gradient (self->chain, self->G, self->gradient);
  ipl_wishart_chain_entropy_hessian (self->chain, self->D);

  double before = self->relative_gradient;

  self->relative_gradient = ipl_wishart_chain_relative_gradient (self->chain, self->gradient);
  /* A kept curvature that contracts poorly is computed anew at the next point. */
  if (self->relative_gradient > POOR_CONTRACTION * before)
    self->have_curvature = FALSE;

  return TRUE;
}

/* Whether the gradient is smaller at the point last evaluated than at theta. */
static gboolean
descent_gradient_falls (Descent *self)
{
  ipl_energy_gradient (self->energy, self->dG);
  ipl_wishart_chain_gradient (self->chain, self->dG, self->trial_gradient);
  return ipl_wishart_chain_relative_gradient (self->chain, self->trial_gradient)
         < 0.5 * self->relative_gradient;
}

/* One trust-region step from theta; theta is the new point if it was taken. */
static StepResult
descent_step (Descent *self, GCancellable *cancellable)
{
  double tolerance = self->dense ? 1e-9 : CLAMP (sqrt (self->relative_gradient), 1e-4, 0.1);
  guint most = self->dense ? 4 * (guint)self->n : 200;

  for (;;)
    {
      gboolean on_boundary;
      double decrease
          = ipl_newton_step (self->n, self->gradient, self->D, self->radius, tolerance, most,
                             apply_hessian, self, self->step, &on_boundary, self->scratch);
      double share = share_inside (&self->shape, self->theta, self->step);
      double length = share * ipl_newton_length (self->n, self->D, self->step);

      if (g_cancellable_is_cancelled (cancellable))
        return STEP_CANCELLED;

      /* Along the ray the model falls at least in proportion. */
      decrease *= share;
      for (gsize i = 0; i < self->n; i++)
        self->trial[i] = self->theta[i] + share * self->step[i];
      self->iterations++;

      double E = 0;
      double action = descent_evaluate (self, self->trial, &E);
      double noise = ACTION_ROUNDING * (fabs (self->action) + fabs (self->E) + 1);
      double ratio = (self->action - action) / decrease;

      /* Near the minimum a fall drowns in rounding; the gradient decides there. */
      if (decrease <= noise && action - self->action <= noise)
        ratio = 1;

      if (!(ratio > 1e-4) && decrease <= noise * (ACTION_DOUBT / ACTION_ROUNDING)
          && isfinite (action) && descent_gradient_falls (self))
        ratio = 1;

      if (!(ratio >= 0.25))
        self->radius = 0.25 * length;
      else if (ratio > 0.75 && on_boundary)
        self->radius *= 2.5;

      if (ratio > 1e-4)
        {
          memcpy (self->theta, self->trial, self->n * sizeof (double));
          self->action = action;
          self->E = E;
          return STEP_TAKEN;
        }

      if (length < 1e-14 * ipl_newton_length (self->n, self->D, self->theta)
          || self->iterations >= MAX_ITERATIONS)
        return STEP_STUCK;

      /* Back to theta, with a fresh model. */
      self->have_curvature = FALSE;
      if (!isfinite (descent_evaluate (self, self->theta, &self->E)))
        return STEP_SINGULAR;
      if (!descent_linearize (self, cancellable))
        return STEP_CANCELLED;
    }
}

static IplSaddle *
descent_result (Descent *self, const IplCase *the_case, const char *trouble, gint64 begin_usec,
                GError **error)
{
  g_autoptr (IplSaddle) saddle = g_new0 (IplSaddle, 1);

  ipl_wishart_chain_set_point (self->chain, self->theta);
  saddle->Pi = the_case->Pi;
  saddle->starts = saddle->agreeing = 1;
  saddle->U = ipl_memory_try_doubles ((double)self->n2, "The saddle point", error);
  if (saddle->U == NULL)
    return NULL;
  ipl_wishart_chain_U (self->chain, 0, saddle->U);
  saddle->u_a = ipl_wishart_chain_u_a (self->chain);
  saddle->energy = self->E + self->energy->constant;
  saddle->action = ipl_wishart_chain_paper_action (self->chain, saddle->energy);
  saddle->gradient = ipl_wishart_chain_paper_gradient (self->chain, self->G);
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

/*< private >
 * ipl_saddle_memory:
 * @the_case: a case
 * @kernel: its kernel
 * @kept: (out): how much of it one solution keeps
 *
 * Returns: bytes that ipl_saddle_solve() takes while it runs, @kept included
 */
double
ipl_saddle_memory (const IplCase *the_case, const IplKernel *kernel, double *kept)
{
  IplWishartShape shape;
  double n, n2 = (double)the_case->Pi * (double)the_case->Pi;

  ipl_wishart_shape_init (&shape, the_case->L, the_case->H);
  n = (double)shape.n;
  *kept = sizeof (double) * n2 + ipl_warm_start_memory (&shape, kernel);
  return ipl_energy_memory (kernel, TRUE) + ipl_curvature_memory (kernel)
         + ipl_wishart_chain_memory (&shape) + sizeof (double) * (10 * n + 6 * n2) + *kept;
}

/**
 * ipl_saddle_solve:
 * @the_case: the case, for the shape of the network
 * @kernel: its training kernel
 * @setting: widths, temperature and variances; not the GP limit
 * @start: (nullable): a nearby solution to continue from; by default the GP limit
 * @cancellable: (nullable): looked at between the parts of an iteration
 * @error: return location
 *
 * Minimizes the action of THEORY.md section 4 over the non-centered coordinates by a trust-region
 * Newton method: exact second derivatives, truncated conjugate gradients, preconditioned by the
 * entropy's diagonal Hessian, until the relative gradient is at most IPL_SADDLE_TOLERANCE. That
 * figure, and all else that steers the steps, has no units: variances against each other, and
 * labels and features with the temperature, can be rescaled without changing a step. Where that
 * cannot be reached the best point is returned with @converged %FALSE and a @message. Uses BLAS
 * with as many threads as it is set to.
 *
 * Returns: (transfer full): the saddle point, or %NULL with #IPL_ERROR_SINGULAR,
 *   #IPL_ERROR_VALUE, #IPL_ERROR_MEMORY or %G_IO_ERROR_CANCELLED
 */
IplSaddle *
ipl_saddle_solve (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                  const IplSaddle *start, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (the_case != NULL && kernel != NULL && setting != NULL, NULL);
  g_return_val_if_fail (!setting->gp, NULL);

  gint64 begin_usec = g_get_monotonic_time ();

  if (!ipl_setting_validate (setting, the_case, error))
    return NULL;

  g_autoptr (Descent) descent = descent_new (the_case, kernel, setting, start, error);
  const char *trouble = "it reached the limit of iterations";
  StepResult result = STEP_TAKEN;

  if (descent == NULL)
    return NULL;
  descent->cancellable = descent->energy->cancellable = cancellable;
  descent->relative_gradient = INFINITY;
  descent->action = descent_evaluate (descent, descent->theta, &descent->E);
  if (!isfinite (descent->action))
    {
      if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        set_singular (error, setting);
      return NULL;
    }
  ipl_wishart_chain_entropy_hessian (descent->chain, descent->D);
  descent->radius = ipl_newton_length (descent->n, descent->D, descent->theta);

  while (result == STEP_TAKEN)
    {
      if (!descent_linearize (descent, cancellable))
        result = STEP_CANCELLED;
      else if (descent->relative_gradient <= IPL_SADDLE_TOLERANCE
               || descent->iterations >= MAX_ITERATIONS)
        break;
      else
        result = descent_step (descent, cancellable);
    }

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (result == STEP_SINGULAR)
    {
      set_singular (error, setting);
      return NULL;
    }
  if (result == STEP_STUCK)
    trouble = "no step lowers the action any further in double precision";

  return descent_result (descent, the_case, trouble, begin_usec, error);
}
