/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact moves along the scales that U does not know of (THEORY.md section 6.7). */
#include <math.h>

#include "core/posterior/posterior-target-private.h"

/* Steps of a slice, and how far it is widened. */
#define WIDTH 0.5
#define MOST_STEPS 50

/* The log density along q(x), where A_{l+1} is multiplied by e^x and A_l by e^-x, with the Jacobian
 * of that map, up to a constant. */
typedef struct
{
  double slope;   /* of what is linear in x */
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

      /* An identity head cannot lose what the layer above gains, nor gain what the one below loses.
       */
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
