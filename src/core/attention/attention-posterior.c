/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/attention/attention-posterior.h"

#include <math.h>
#include <string.h>

#include "core/attention/free-energy.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random.h"

/* Deviation of attention weights at the bottom of a tempered chain, over the prior's. */
#define WIDE 3.0

IplAttentionPosterior *
ipl_attention_posterior_new (IplAttentionModel *model, GError **error)
{
  g_autoptr (IplAttentionPosterior) self = g_new0 (IplAttentionPosterior, 1);
  const IplCase *the_case = model->the_case;

  self->model = model;
  self->target = ipl_posterior_target_new (the_case, NULL, &model->setting, TRUE, error);
  if (self->target == NULL)
    return NULL;
  self->n_w = model->n;
  self->n = model->n + self->target->n;
  self->space = ipl_try_parts (
      "The posterior of attention", error, { &self->w, (double)model->n },
      { &self->slope, (double)model->n },
      { &self->dxi, (double)the_case->train.count * (double)(the_case->Pi * the_case->N0) },
      { &self->signs, (double)self->n, sizeof (guint64) });
  if (self->space == NULL)
    return NULL;
  for (gsize i = 0; i < self->n; i++)
    self->signs[i] = i < self->n_w ? 0 : self->target->signs[i - self->n_w];
  return g_steal_pointer (&self);
}

void
ipl_attention_posterior_free (IplAttentionPosterior *self)
{
  g_clear_pointer (&self->target, ipl_posterior_target_free);
  g_clear_error (&self->error);
  g_free (self->space);
  g_free (self);
}

/* The energy at w over all outputs of the examples as they are, which the target then has. */
static gboolean
set_energy (IplAttentionPosterior *self, GCancellable *cancellable, GError **error)
{
  const IplSetting *setting = &self->model->setting;
  g_autoptr (IplKernel) plain = NULL, whole = NULL;

  g_clear_pointer (&self->target->energy, ipl_energy_free);
  if (!ipl_attention_model_set (self->model, self->w, cancellable, error))
    return FALSE;
  plain = ipl_kernel_prepare_plain (self->model->the_case, cancellable, error);
  whole = plain != NULL ? ipl_kernel_whole (plain, cancellable, error) : NULL;
  if (whole == NULL)
    return FALSE;
  self->target->energy
      = ipl_energy_new (whole, setting->variances[0], setting->temperature, TRUE, error);
  if (self->target->energy == NULL)
    return FALSE;
  self->target->energy->cancellable = cancellable;
  return TRUE;
}

/* Of attention weights at a power of the likelihood, 1 at 1: what is tempered is the likelihood
 * times the prior of w over one that is WIDE times as wide. */
static double
prior_stiffness (double power)
{
  return power + (1 - power) / (WIDE * WIDE);
}

static double
evaluate (IplAttentionPosterior *self, const double *q, double *gradient, GCancellable *cancellable,
          GError **error)
{
  const IplCase *the_case = self->model->the_case;
  double scale = sqrt (self->model->prior.variance), value;
  double power = self->target->power, stiffness = prior_stiffness (power);

  for (gsize i = 0; i < self->n_w; i++)
    self->w[i] = scale * q[i];
  if (!set_energy (self, cancellable, error))
    return -INFINITY;
  value = ipl_posterior_target_evaluate (self->target, q + self->n_w, gradient + self->n_w);
  if (!isfinite (value) || g_cancellable_is_cancelled (cancellable))
    return -INFINITY;
  memset (self->dxi, 0, the_case->train.count * the_case->Pi * the_case->N0 * sizeof *self->dxi);
  memset (self->slope, 0, self->n_w * sizeof *self->slope);
  if (!ipl_energy_add_feature_gradient (self->target->energy, self->target->U, 1, self->dxi, error)
      || !ipl_attention_model_pull_back (self->model, self->dxi, self->slope, cancellable, error))
    return -INFINITY;
  for (gsize i = 0; i < self->n_w; i++)
    {
      value -= 0.5 * stiffness * q[i] * q[i];
      gradient[i] = -stiffness * q[i] - 0.5 * power * scale * self->slope[i];
    }
  return value;
}

double
ipl_attention_posterior_evaluate (const double *q, double *gradient, GCancellable *cancellable,
                                  gpointer data)
{
  IplAttentionPosterior *self = data;
  g_autoptr (GError) error = NULL;
  double value = evaluate (self, q, gradient, cancellable, &error);

  if (error != NULL && !g_error_matches (error, IPL_ERROR, IPL_ERROR_VALUE)
      && !g_error_matches (error, IPL_ERROR, IPL_ERROR_SINGULAR))
    ipl_error_keep_first (&self->error, g_steal_pointer (&error));
  return value;
}

void
ipl_attention_posterior_settle (double *q, double *gradient, gpointer data)
{
  const IplAttentionPosterior *self = data;

  ipl_posterior_target_fold (self->target, q + self->n_w,
                             gradient != NULL ? gradient + self->n_w : NULL);
}

void
ipl_attention_posterior_variances (const IplAttentionPosterior *self, double *variances)
{
  for (gsize i = 0; i < self->n_w; i++)
    variances[i] = 1;
  ipl_posterior_target_prior_variances (self->target, variances + self->n_w);
}

static double
evaluate_at (double power, const double *q, double *gradient, GCancellable *cancellable,
             gpointer data)
{
  IplAttentionPosterior *self = data;
  double value;

  self->target->power = power;
  value = ipl_attention_posterior_evaluate (q, gradient, cancellable, self);
  self->target->power = 1;
  return value;
}

static double
wide_prior (const double *q, double *gradient, gpointer data)
{
  const IplAttentionPosterior *self = data;
  double value = ipl_posterior_target_prior (self->target, q + self->n_w, gradient + self->n_w);

  for (gsize i = 0; i < self->n_w; i++)
    {
      gradient[i] = -prior_stiffness (0) * q[i];
      value += 0.5 * gradient[i] * q[i];
    }
  return value;
}

static void
wide_variances (double *variances, gpointer data)
{
  const IplAttentionPosterior *self = data;

  ipl_attention_posterior_variances (self, variances);
}

static void
draw_wide (gsl_rng *rng, double *q, gpointer data)
{
  const IplAttentionPosterior *self = data;

  for (gsize i = 0; i < self->n_w; i++)
    q[i] = WIDE * ipl_random_gaussian (rng);
  ipl_posterior_target_draw_prior (self->target, rng, q + self->n_w);
}

static void
rescale (gsl_rng *rng, double *q, double *slope, gpointer data)
{
  const IplAttentionPosterior *self = data;

  ipl_posterior_target_rescale (self->target, rng, q + self->n_w, slope + self->n_w);
}

IplTemperedDensity
ipl_attention_posterior_tempered (IplAttentionPosterior *self)
{
  return (
      IplTemperedDensity){ self->n,    self->signs,    self,      evaluate_at,
                           wide_prior, wide_variances, draw_wide, ipl_attention_posterior_settle,
                           rescale };
}
