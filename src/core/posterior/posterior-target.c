/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-target-private.h"
#include "core/base/random.h"

#include <math.h>
#include <string.h>

IplPosteriorTarget *
ipl_posterior_target_new (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                          gboolean prior_only)
{
  IplPosteriorTarget *self = g_new0 (IplPosteriorTarget, 1);
  IplWishartShape *shape = &self->shape;
  gsize n2 = the_case->Pi * the_case->Pi;

  ipl_wishart_shape_init_posterior (shape, the_case->L, the_case->H, setting->N);
  self->setting = *setting;
  self->chain = ipl_wishart_chain_new (shape, setting);
  if (!prior_only)
    self->energy = ipl_energy_new (kernel, setting->variances[0], setting->temperature);
  self->place = g_new (gsize, shape->n);
  self->degrees = g_new (double, shape->n);
  self->width = g_new (double, shape->n);
  for (guint l = 0; l <= shape->L; l++)
    for (gsize i = 0; i < shape->rows[l]; i++)
      for (gsize j = 0; j < MIN (i + 1, shape->cols[l]); j++)
        {
          self->place[self->n] = shape->offset[l] + i * shape->cols[l] + j;
          /* Bartlett: the i-th diagonal (from 1) is a chi of N - i + 1 degrees of freedom. */
          self->degrees[self->n] = i == j ? (double)setting->N[l] - (double)i : 0;
          self->width[self->n++] = setting->N[l];
        }
  self->theta = g_new0 (double, shape->n);
  self->gradient = g_new0 (double, shape->n);
  self->U = g_new0 (double, n2);
  self->G = g_new0 (double, n2);

  return self;
}

void
ipl_posterior_target_free (IplPosteriorTarget *self)
{
  ipl_wishart_chain_free (self->chain);
  g_clear_pointer (&self->energy, ipl_energy_free);
  g_free (self->place);
  g_free (self->degrees);
  g_free (self->width);
  g_free (self->theta);
  g_free (self->gradient);
  g_free (self->U);
  g_free (self->G);
  g_free (self);
}

static void
set_theta (IplPosteriorTarget *self, const double *q)
{
  for (gsize k = 0; k < self->n; k++)
    self->theta[self->place[k]] = self->degrees[k] > 0 ? exp (q[k]) : q[k];
}

double
ipl_posterior_target_evaluate (IplPosteriorTarget *self, const double *q, double *gradient)
{
  double E = 0, log_density = 0;

  self->evaluations++;
  set_theta (self, q);
  if (!ipl_wishart_chain_set_point (self->chain, self->theta))
    return -INFINITY;
  if (self->energy != NULL)
    {
      ipl_wishart_chain_U (self->chain, 0, self->U);
      if (!ipl_energy_evaluate (self->energy, self->U, &E))
        return -INFINITY;
      ipl_energy_gradient (self->energy, self->G);
    }
  ipl_wishart_chain_energy_gradient (self->chain, self->G, self->gradient);

  /* -2 log p = E + sum N A^2 - 2 sum degrees log A_ii, in coordinates q with their Jacobian */
  log_density = -0.5 * E;
  for (gsize k = 0; k < self->n; k++)
    {
      double A = self->theta[self->place[k]];
      double slope = 0.5 * self->gradient[self->place[k]] + self->width[k] * A;

      log_density -= 0.5 * self->width[k] * A * A;
      if (self->degrees[k] > 0)
        {
          log_density += self->degrees[k] * q[k];
          gradient[k] = self->degrees[k] - slope * A;
        }
      else
        gradient[k] = -slope;
    }
  return isfinite (log_density) ? log_density : -INFINITY;
}

void
ipl_posterior_target_prior_variances (const IplPosteriorTarget *self, double *variances)
{
  for (gsize k = 0; k < self->n; k++)
    variances[k] = self->degrees[k] > 0 ? 1 / (2 * self->degrees[k]) : 1 / self->width[k];
}

void
ipl_posterior_target_draw_prior (const IplPosteriorTarget *self, gsl_rng *rng, double *q)
{
  for (gsize k = 0; k < self->n; k++)
    q[k] = self->degrees[k] > 0
               ? 0.5 * log (ipl_random_chi_squared (rng, self->degrees[k]) / self->width[k])
               : ipl_random_gaussian (rng) / sqrt (self->width[k]);
}

void
ipl_posterior_target_order (IplPosteriorTarget *self, const double *q, double *U, double *u_a)
{
  set_theta (self, q);
  ipl_wishart_chain_set_point (self->chain, self->theta);
  ipl_wishart_chain_U (self->chain, 0, U);
  *u_a = ipl_wishart_chain_u_a (self->chain);
}
