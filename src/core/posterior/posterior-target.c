/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-target.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/random.h"

gsize
ipl_posterior_target_count_free (const IplWishartShape *shape)
{
  gsize n = 0;

  for (guint l = 0; l <= shape->L; l++)
    for (gsize i = 0; i < shape->rows[l]; i++)
      n += ipl_wishart_shape_row (shape, l, i);
  return n;
}

static gboolean
allocate (IplPosteriorTarget *self, IplKernel *kernel, gboolean prior_only, GError **error)
{
  const IplSetting *setting = &self->setting;
  double n = (double)self->n, all = (double)self->shape.n;
  double n2 = (double)self->shape.paths[0] * (double)self->shape.paths[0];

  self->chain = ipl_wishart_chain_new (&self->shape, setting, error);
  if (self->chain == NULL)
    return FALSE;
  if (!prior_only)
    {
      self->energy
          = ipl_energy_new (kernel, setting->variances[0], setting->temperature, TRUE, error);
      if (self->energy == NULL)
        return FALSE;
    }
  self->space
      = ipl_try_parts0 ("The posterior density", error, { &self->degrees, n }, { &self->width, n },
                        { &self->theta, all }, { &self->gradient, all }, { &self->U, n2 },
                        { &self->G, n2 }, { &self->place, n, sizeof (gsize) },
                        { &self->layer, n, sizeof (guint) }, { &self->signs, n, sizeof (guint64) });
  if (ipl_wishart_shape_has_identity (&self->shape))
    self->signs = NULL;
  return self->space != NULL;
}

/* Names the changes of sign of ipl_posterior_target_fold() that act on each coordinate: those of
 * its row, from the column of B_{l+1} it is a factor of, and those of its column. A diagonal
 * that is always positive has none. The change of a layer's column with a single degree of
 * freedom is a hash: exclusive or combines changes, and 64 bits make collisions unlikely. */
static void
name_signs (IplPosteriorTarget *self)
{
  const IplWishartShape *shape = &self->shape;
  g_autofree guint64 *above = g_new0 (guint64, shape->paths[0]);
  g_autofree guint64 *column = g_new0 (guint64, shape->paths[0]);
  gsize k = self->n;

  for (guint l = shape->L + 1; l-- > 0;)
    {
      gsize cols = shape->cols[l], inner = l < shape->L ? shape->cols[l + 1] : 1;

      for (gsize j = 0; j < cols; j++)
        column[j] = j < shape->positive[l] ? above[j % inner]
                                           : ipl_random_mix ((l + 1) * IPL_RANDOM_GOLDEN);
      while (k > 0 && self->layer[k - 1] == l)
        k--;
      for (gsize i = 0, at = k; i < shape->rows[l]; i++)
        for (gsize j = 0; j < ipl_wishart_shape_row (shape, l, i); j++, at++)
          self->signs[at] = above[i % inner] ^ column[j];
      memcpy (above, column, cols * sizeof *column);
    }
}

IplPosteriorTarget *
ipl_posterior_target_new (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                          gboolean prior_only, GError **error)
{
  g_autoptr (IplPosteriorTarget) self = g_new0 (IplPosteriorTarget, 1);
  IplWishartShape *shape = &self->shape;

  ipl_wishart_shape_init (shape, the_case, the_case->labels.outputs, setting->N);
  self->setting = *setting;
  self->power = 1;
  self->n = ipl_posterior_target_count_free (shape);
  if (!allocate (self, kernel, prior_only, error))
    return NULL;
  self->n = 0;
  for (guint l = 0; l <= shape->L; l++)
    for (gsize i = 0; i < shape->rows[l]; i++)
      for (gsize j = 0; j < ipl_wishart_shape_row (shape, l, i); j++)
        {
          self->layer[self->n] = l;
          self->place[self->n] = shape->offset[l] + i * shape->cols[l] + j;
          /* Bartlett: the i-th diagonal (from 1) is a chi of N - i + 1 degrees of freedom, less
           * those that an identity takes; that of one is a Gaussian of either sign. */
          self->degrees[self->n] = j == shape->fixed[l] + i && i < shape->positive[l]
                                       ? (double)setting->N[l] - (double)j
                                       : 0;
          self->width[self->n++] = setting->N[l];
        }
  if (self->signs != NULL)
    name_signs (self);
  ipl_wishart_shape_set_gp (shape, self->theta);

  return g_steal_pointer (&self);
}

gboolean
ipl_posterior_target_set_surrogate (IplPosteriorTarget *self, const IplSurrogateEnergy *surrogate,
                                    GError **error)
{
  if (surrogate != NULL && self->surrogate_work == NULL)
    {
      self->surrogate_work = ipl_try_new (double, ipl_surrogate_energy_work (surrogate->Pi),
                                          "The surrogate of the energy", error);
      if (self->surrogate_work == NULL)
        return FALSE;
    }
  self->surrogate = surrogate;
  return TRUE;
}

void
ipl_posterior_target_free (IplPosteriorTarget *self)
{
  ipl_wishart_chain_free (self->chain);
  g_clear_pointer (&self->energy, ipl_energy_free);
  g_free (self->surrogate_work);
  g_free (self->space);
  g_free (self);
}

static void
set_theta (IplPosteriorTarget *self, const double *q)
{
  for (gsize k = 0; k < self->n; k++)
    self->theta[self->place[k]] = self->degrees[k] > 0 ? exp (q[k]) : q[k];
}

/* E, or its replacement, and its gradient in U at the chain's point */
static gboolean
evaluate_energy (IplPosteriorTarget *self, double *E)
{
  if (self->surrogate != NULL)
    {
      self->surrogate_evaluations++;
      ipl_wishart_chain_U (self->chain, 0, self->U);
      return ipl_surrogate_energy_evaluate (self->surrogate, self->U, self->surrogate_work, E,
                                            self->G);
    }
  self->evaluations++;
  if (self->energy == NULL)
    return TRUE;
  ipl_wishart_chain_U (self->chain, 0, self->U);
  if (!ipl_energy_evaluate (self->energy, self->U, E))
    return FALSE;
  ipl_energy_gradient (self->energy, self->G);
  return TRUE;
}

/* -2 log p = sum N A^2 - 2 sum degrees log A_ii, in coordinates q with their Jacobian */
double
ipl_posterior_target_prior (const IplPosteriorTarget *self, const double *q, double *gradient)
{
  double log_density = 0;

  for (gsize k = 0; k < self->n; k++)
    {
      double A = self->degrees[k] > 0 ? exp (q[k]) : q[k], pull = self->width[k] * A;

      log_density -= 0.5 * pull * A;
      gradient[k] = -pull;
      if (self->degrees[k] > 0)
        {
          log_density += self->degrees[k] * q[k];
          gradient[k] = self->degrees[k] - pull * A;
        }
    }
  return log_density;
}

double
ipl_posterior_target_evaluate (IplPosteriorTarget *self, const double *q, double *gradient)
{
  double E = 0, log_density;

  set_theta (self, q);
  if (!ipl_wishart_chain_set_point (self->chain, self->theta) || !evaluate_energy (self, &E))
    return -INFINITY;
  ipl_wishart_chain_energy_gradient (self->chain, self->G, self->gradient);

  log_density = ipl_posterior_target_prior (self, q, gradient) - 0.5 * self->power * E;
  for (gsize k = 0; k < self->n; k++)
    gradient[k] -= 0.5 * self->power * self->gradient[self->place[k]]
                   * (self->degrees[k] > 0 ? self->theta[self->place[k]] : 1);
  return isfinite (log_density) ? log_density : -INFINITY;
}

double
ipl_posterior_nuts_density (const double *q, double *gradient, GCancellable *cancellable,
                            gpointer data)
{
  IplPosteriorTarget *target = data;

  if (target->energy == NULL || cancellable == NULL)
    return ipl_posterior_target_evaluate (target, q, gradient);
  target->energy->cancellable = cancellable;

  double value = ipl_posterior_target_evaluate (target, q, gradient);

  target->energy->cancellable = NULL;
  return value;
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

/* Moves the signs of B_{l+1}'s columns to the rows of A_l, and the signs of A_l's diagonal out
 * of its columns, which are the columns of B_l. Points of a chain with an identity head stay as
 * they are, since its signs join the layers. THEORY.md sections 6.2 and 6.11 */
void
ipl_posterior_target_fold (IplPosteriorTarget *self, double *q, double *gradient)
{
  const IplWishartShape *shape = &self->shape;
  double *A = self->theta, *sign = self->U; /* of the columns above: at most rows of U */

  if (ipl_wishart_shape_has_identity (shape))
    return;
  for (gsize k = 0; k < self->n; k++)
    A[self->place[k]] = self->degrees[k] > 0 ? 1 : q[k];
  sign[0] = 1;
  for (guint l = shape->L + 1; l-- > 0;)
    {
      gsize cols = shape->cols[l], inner = l < shape->L ? shape->cols[l + 1] : 1;
      double *block = A + shape->offset[l];

      for (gsize i = 0; i < shape->rows[l]; i++)
        for (gsize j = 0; j < MIN (i + 1, cols); j++)
          block[i * cols + j] *= sign[i % inner];
      for (gsize j = 0; j < cols; j++)
        {
          sign[j] = block[j * cols + j] < 0 ? -1 : 1;
          for (gsize i = j; i < shape->rows[l]; i++)
            block[i * cols + j] *= sign[j];
        }
    }
  for (gsize k = 0; k < self->n; k++)
    if (!(self->degrees[k] > 0) && A[self->place[k]] != q[k])
      {
        q[k] = -q[k];
        if (gradient != NULL)
          gradient[k] = -gradient[k];
      }
}

void
ipl_posterior_target_order (IplPosteriorTarget *self, const double *q, double *U, double *u_a)
{
  set_theta (self, q);
  ipl_wishart_chain_set_point (self->chain, self->theta);
  ipl_wishart_chain_U (self->chain, 0, U);
  *u_a = ipl_wishart_chain_u_a (self->chain);
}

/* Exact moves along the scales on which U does not depend (THEORY.md section 6.7). */

/* Steps of a slice, and how far it is widened. */
#define WIDTH 0.5
#define MOST_STEPS 50

/* The log density along q(x), with A_{l+1} multiplied by e^x and A_l by e^-x, with the Jacobian
 * of that map, up to a constant. */
typedef struct
{
  double slope;   /* of the terms linear in x */
  double growing; /* sum of N A^2 of A_{l+1} */
  double falling; /* ... of A_l */
} Along;

static double
along (const Along *self, double x)
{
  return self->slope * x - 0.5 * (self->growing * exp (2 * x) + self->falling * exp (-2 * x));
}

/* Slice sampling from 0 (Neal 2003) of a density with one peak. */
static double
draw_along (const Along *self, gsl_rng *rng)
{
  double level = along (self, 0) + log (gsl_rng_uniform_pos (rng));
  double low = -WIDTH * gsl_rng_uniform (rng), high = low + WIDTH;

  for (guint k = 0; k < MOST_STEPS && along (self, low) > level; k++)
    low -= WIDTH;
  for (guint k = 0; k < MOST_STEPS && along (self, high) > level; k++)
    high += WIDTH;
  for (;;)
    {
      double x = low + (high - low) * gsl_rng_uniform (rng);

      if (along (self, x) >= level)
        return x;
      if (x < 0)
        low = x;
      else
        high = x;
    }
}

/* A coordinate that is not a logarithm grows with the scale, and its slope falls. */
static void
scale_layer (const IplPosteriorTarget *self, guint layer, double x, double *q, double *slope)
{
  for (gsize k = 0; k < self->n; k++)
    {
      if (self->layer[k] != layer)
        continue;
      if (self->degrees[k] > 0)
        q[k] += x;
      else
        {
          q[k] *= exp (x);
          slope[k] *= exp (-x);
        }
    }
}

void
ipl_posterior_target_rescale (const IplPosteriorTarget *self, gsl_rng *rng, double *q,
                              double *slope)
{
  for (guint l = self->shape.L; l-- > 0;)
    {
      Along density = { 0 };
      double x;

      /* The factor of an identity head is fixed, so scales cannot move through it. */
      if (self->shape.fixed[l] > 0 || self->shape.fixed[l + 1] > 0)
        continue;
      for (gsize k = 0; k < self->n; k++)
        {
          double A = self->degrees[k] > 0 ? exp (q[k]) : q[k];
          double weight = self->degrees[k] > 0 ? self->degrees[k] : 1;

          if (self->layer[k] == l + 1)
            {
              density.slope += weight;
              density.growing += self->width[k] * A * A;
            }
          else if (self->layer[k] == l)
            {
              density.slope -= weight;
              density.falling += self->width[k] * A * A;
            }
        }
      x = draw_along (&density, rng);
      scale_layer (self, l + 1, x, q, slope);
      scale_layer (self, l, -x, q, slope);
    }
}
