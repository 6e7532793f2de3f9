/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/attention/attention-scan.h"

#include <math.h>

#include "core/attention/attention-model.h"
#include "core/attention/lbfgs.h"
#include "core/base/error.h"
#include "core/base/memory.h"

/* Tolerance of the gradient in w / s_w; the Hessian of the prior is 2. */
#define TOLERANCE 1e-4
#define MOST_ITERATIONS 400

/* In coordinates w / s_w. */
typedef struct
{
  IplAttentionModel *model;
  IplSaddle *saddle;
  double *w;
  double scale;
  GCancellable *cancellable;
  GError *error; /* an error that is independent of w */
} Descent;

static double
evaluate (const double *v, double *gradient, gpointer data)
{
  Descent *self = data;
  g_autoptr (GError) error = NULL;
  double value;

  for (gsize i = 0; i < self->model->n; i++)
    self->w[i] = self->scale * v[i];
  if (self->error != NULL
      || !ipl_attention_free_energy (self->model, self->w, &self->saddle, &value, gradient,
                                     self->cancellable, &error))
    {
      if (error != NULL && !g_error_matches (error, IPL_ERROR, IPL_ERROR_SINGULAR)
          && !g_error_matches (error, IPL_ERROR, IPL_ERROR_VALUE))
        ipl_error_store_first (&self->error, g_steal_pointer (&error));
      return INFINITY;
    }
  for (gsize i = 0; i < self->model->n; i++)
    gradient[i] *= self->scale;
  return value;
}

IplAttentionMinimum *
ipl_attention_minimize (IplAttentionModel *model, const double *w, GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (IplAttentionMinimum) self = g_new0 (IplAttentionMinimum, 1);
  Descent descent = { model, NULL, NULL, sqrt (model->prior.variance), cancellable, NULL };
  g_autofree double *v = ipl_try_new (double, model->n, "Minimizing over attention", error);
  IplLbfgsResult result = { 0 };
  gboolean ok;

  self->w = ipl_try_new (double, model->n, "Minimizing over attention", error);
  if (v == NULL || self->w == NULL)
    return NULL;
  descent.w = self->w;
  for (gsize i = 0; i < model->n; i++)
    v[i] = w[i] / descent.scale;
  ok = ipl_lbfgs_minimize (model->n, evaluate, &descent, v, TOLERANCE, MOST_ITERATIONS, cancellable,
                           &result, error);
  for (gsize i = 0; i < model->n; i++)
    self->w[i] = descent.scale * v[i];
  if (ok && descent.error == NULL)
    ok = ipl_attention_free_energy (model, self->w, &descent.saddle, &self->free_energy, NULL,
                                    cancellable, error);
  self->saddle = descent.saddle;
  self->gradient = result.gradient;
  self->converged = result.converged;
  if (descent.error != NULL)
    {
      g_clear_error (error);
      g_propagate_error (error, descent.error);
      return NULL;
    }
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_clear_error (error);
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  return ok ? g_steal_pointer (&self) : NULL;
}

void
ipl_attention_minimum_free (IplAttentionMinimum *self)
{
  if (self == NULL)
    return;
  ipl_saddle_free (self->saddle);
  g_free (self->w);
  g_free (self);
}

IplSolution *
ipl_attention_minimum_solve (const IplAttentionMinimum *self, IplAttentionModel *model,
                             GCancellable *cancellable, GError **error)
{
  g_autoptr (IplKernel) kernel = NULL;
  IplSaddle *saddle;

  if (!ipl_attention_model_set (model, self->w, cancellable, error)
      || !ipl_attention_model_set_tests (model, cancellable, error))
    return NULL;
  kernel = ipl_kernel_prepare (model->the_case, cancellable, error);
  if (kernel == NULL)
    return NULL;
  saddle = ipl_saddle_find (model->the_case, kernel, &model->setting, self->saddle, 0, cancellable,
                            error);
  return saddle != NULL
             ? ipl_solution_new (kernel, &model->setting, saddle, NULL, 0, cancellable, error)
             : NULL;
}
