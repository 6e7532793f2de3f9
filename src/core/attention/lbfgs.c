/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limited-memory BFGS (Nocedal and Wright 2006, algorithm 7.4) with the bisection of Lewis and
 * Overton (2013) as its line search. GSL's minimizers hold a matrix or take no infinite values. */
#include "core/attention/lbfgs.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"

#define PAIRS 12
#define MOST_TRIALS 30
/* Wolfe conditions: the least gain of a step and the most slope left, as shares of the slope. */
#define LEAST_GAIN 1e-4
#define MOST_SLOPE 0.9
/* The first step has this length. */
#define FIRST_LENGTH 0.5
/* Gains below this share of the value are rounding. */
#define ROUNDING 1e-13

typedef struct
{
  gsize n;
  double *x, *g, *trial, *trial_g, *step;
  double *s, *y; /* [PAIRS x n] */
  double rho[PAIRS];
  guint n_pairs, next; /* pairs, and the place of the next */
  double *space;
} Search;

static double
largest (gsize n, const double *g)
{
  double most = 0;

  for (gsize i = 0; i < n; i++)
    most = MAX (most, fabs (g[i]));
  return most;
}

/* step = -H g by the two loops. */
static void
find_direction (Search *self)
{
  blasint n = (blasint)self->n;
  double a[PAIRS];

  for (gsize i = 0; i < self->n; i++)
    self->step[i] = -self->g[i];
  for (guint k = 0; k < self->n_pairs; k++)
    {
      guint at = (self->next + PAIRS - 1 - k) % PAIRS;

      a[at] = self->rho[at] * cblas_ddot (n, self->s + at * self->n, 1, self->step, 1);
      cblas_daxpy (n, -a[at], self->y + at * self->n, 1, self->step, 1);
    }
  if (self->n_pairs > 0)
    {
      guint last = (self->next + PAIRS - 1) % PAIRS;
      const double *y = self->y + last * self->n;

      cblas_dscal (n, 1 / (self->rho[last] * cblas_ddot (n, y, 1, y, 1)), self->step, 1);
    }
  else
    cblas_dscal (n, FIRST_LENGTH / cblas_dnrm2 (n, self->g, 1), self->step, 1);
  for (guint k = self->n_pairs; k-- > 0;)
    {
      guint at = (self->next + PAIRS - 1 - k) % PAIRS;
      double b = self->rho[at] * cblas_ddot (n, self->y + at * self->n, 1, self->step, 1);

      cblas_daxpy (n, a[at] - b, self->s + at * self->n, 1, self->step, 1);
    }
}

static void
store_pair (Search *self)
{
  double *s = self->s + self->next * self->n, *y = self->y + self->next * self->n, product;

  for (gsize i = 0; i < self->n; i++)
    {
      s[i] = self->trial[i] - self->x[i];
      y[i] = self->trial_g[i] - self->g[i];
    }
  product = cblas_ddot ((blasint)self->n, s, 1, y, 1);
  if (!(product > 0))
    return;
  self->rho[self->next] = 1 / product;
  self->next = (self->next + 1) % PAIRS;
  self->n_pairs = MIN (self->n_pairs + 1, PAIRS);
}

/* Steps along the direction; FALSE if the value does not decrease. */
static gboolean
search_line (Search *self, IplLbfgsFunc func, gpointer data, double value, double *next,
             IplLbfgsResult *result)
{
  double slope = cblas_ddot ((blasint)self->n, self->g, 1, self->step, 1);
  double low = 0, high = INFINITY, t = 1;

  for (guint k = 0; k < MOST_TRIALS && slope < 0; k++)
    {
      memcpy (self->trial, self->x, self->n * sizeof (double));
      cblas_daxpy ((blasint)self->n, t, self->step, 1, self->trial, 1);
      *next = func (self->trial, self->trial_g, data);
      result->evaluations++;
      if (!(*next <= value + LEAST_GAIN * t * slope))
        high = t;
      else if (cblas_ddot ((blasint)self->n, self->trial_g, 1, self->step, 1) < MOST_SLOPE * slope)
        low = t;
      else
        return TRUE;
      t = isfinite (high) ? 0.5 * (low + high) : 2 * t;
    }
  return slope < 0 && *next < value;
}

gboolean
ipl_lbfgs_minimize (gsize n, IplLbfgsFunc func, gpointer data, double *x, double tolerance,
                    guint most, GCancellable *cancellable, IplLbfgsResult *result, GError **error)
{
  Search self = { .n = n };
  double d = (double)n;
  g_autofree double *space
      = ipl_try_parts ("Minimizing over attention", error, { &self.x, d }, { &self.g, d },
                       { &self.trial, d }, { &self.trial_g, d }, { &self.step, d },
                       { &self.s, PAIRS * d }, { &self.y, PAIRS * d });

  if (space == NULL)
    return FALSE;
  *result = (IplLbfgsResult){ .evaluations = 1 };
  memcpy (self.x, x, n * sizeof *x);
  result->value = func (self.x, self.g, data);
  if (!isfinite (result->value) && !g_cancellable_is_cancelled (cancellable))
    return ipl_fail (error, IPL_ERROR_VALUE, "The free energy of attention is not finite there.");
  for (;;)
    {
      double next = result->value;

      result->gradient = largest (n, self.g);
      result->converged = result->gradient <= tolerance;
      if (result->converged || result->iterations >= most
          || g_cancellable_is_cancelled (cancellable))
        break;
      find_direction (&self);
      if (!search_line (&self, func, data, result->value, &next, result))
        {
          /* Once more along the gradient, unless that was it. */
          if (self.n_pairs == 0)
            break;
          self.n_pairs = 0;
          continue;
        }
      store_pair (&self);
      result->iterations++;
      memcpy (self.x, self.trial, n * sizeof *x);
      memcpy (self.g, self.trial_g, n * sizeof *x);
      if (result->value - next < ROUNDING * fabs (next) && self.n_pairs > 1)
        {
          result->value = next;
          break;
        }
      result->value = next;
    }
  memcpy (x, self.x, n * sizeof *x);
  return TRUE;
}
