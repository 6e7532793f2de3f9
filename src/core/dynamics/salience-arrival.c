/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When components come to 90 % of their mu, as the growth of delta alone says (THEORY.md section
 * 12): where attention is not normalized
 *
 *   d ln delta / dt = -e^(v^2 / T)   hence   t(mu) = integral of e^(-v^2 / T) d ln (1 / delta)
 *
 * Normalized attention is slower by its denominator: dt' = Z dt. */
#include "core/dynamics/salience-private.h"

#include <gsl/gsl_integration.h>
#include <math.h>

/* The integrand is smooth in ln |mu - v|, over 2.3 and more of it, and bends within sqrt T / |mu|
 * of it, 0.08 at the least: 20 points to an interval of 0.15 leave nothing but rounding. */
#define INTERVALS 16
#define POINTS 20
/* Places of the line over mu. */
#define LINE 201

typedef struct
{
  double mu, sign, T;
} Slowness;

/* 1 / b at y = ln |mu - v| */
static double
slowness (double y, void *data)
{
  const Slowness *self = data;
  double v = self->mu - self->sign * exp (y);

  return exp (-v * v / self->T);
}

/* When the flow under attention that is not normalized brings it to 90 % of @mu; infinite where @mu
 * is 0. */
double
ipl_salience_arrival (const IplSalience *self, double mu)
{
  double gap = fabs (mu - self->start), near = (1 - IPL_SALIENCE_DONE) * fabs (mu), sum = 0;
  Slowness data = { mu, mu > self->start ? 1 : -1, self->T };
  gsl_function f = { slowness, &data };
  gsl_integration_glfixed_table *table;
  double from, length;

  if (mu == 0)
    return INFINITY;
  if (gap <= near)
    return 0;
  from = log (near);
  length = (log (gap) - from) / INTERVALS;
  table = gsl_integration_glfixed_table_alloc (POINTS);
  for (guint i = 0; i < INTERVALS; i++)
    sum += gsl_integration_glfixed (&f, from + i * length, from + (i + 1) * length, table);
  gsl_integration_glfixed_table_free (table);
  return sum;
}

/* [S] What has passed of the time in which attention is not normalized until each moment of a run
 * whose attention is. */
static double *
read_clock (const IplSalience *self, const IplTrajectory *trajectory)
{
  double *clock = g_new (double, trajectory->S), unit = self->flow ? 1 : self->rate, before = 0;

  for (guint s = 0; s < trajectory->S; s++)
    {
      const double *v = ipl_trajectory_get (trajectory, "v", s);
      double Z = 0;

      for (guint l = 0; l < self->M; l++)
        Z += exp (v[l] * v[l] / self->T);
      clock[s] = s == 0 ? 0
                        : clock[s - 1]
                              + unit * (trajectory->time[s] - trajectory->time[s - 1])
                                    * (1 / Z + before) / 2;
      before = 1 / Z;
    }
  return clock;
}

/* When the clock stands at @at; NaN where the run ends before. */
static double
find_time (const IplTrajectory *trajectory, const double *clock, double at)
{
  guint low = 0, high = trajectory->S - 1;

  if (!(at <= clock[high]))
    return NAN;
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (clock[middle] <= at)
        low = middle;
      else
        high = middle;
    }
  if (clock[high] <= clock[low])
    return trajectory->time[low];
  return trajectory->time[low]
         + (at - clock[low]) / (clock[high] - clock[low])
               * (trajectory->time[high] - trajectory->time[low]);
}

static double
predict (const IplSalience *self, const IplTrajectory *trajectory, const double *clock, double mu)
{
  double at = ipl_salience_arrival (self, mu);

  if (self->softmax)
    return find_time (trajectory, clock, at);
  return isfinite (at) ? at / (self->flow ? 1 : self->rate) : NAN;
}

/* @trajectory: how they grew; gains `time_to_90_theory` [M], and the same over evenly spaced mu:
 * `theory_mu` and `theory_time_to_90`. NaN where it is never, or, with softmax attention, after the
 * end. */
gboolean
ipl_salience_add_arrivals (const IplSalience *self, IplTrajectory *trajectory, GError **error)
{
  const gsize M = self->M, n = LINE;
  g_autofree double *clock = self->softmax ? read_clock (self, trajectory) : NULL;
  double mu[LINE], times[LINE], lo = INFINITY, hi = -INFINITY, pad;

  for (guint l = 0; l < self->M; l++)
    {
      times[l] = predict (self, trajectory, clock, self->drive[l]);
      lo = MIN (lo, self->drive[l]);
      hi = MAX (hi, self->drive[l]);
    }
  if (!ipl_trajectory_add_constant (trajectory, "time_to_90_theory", 1, &M, times, error))
    return FALSE;
  pad = MAX (0.05 * (hi - lo), 0.1);
  for (guint i = 0; i < LINE; i++)
    {
      mu[i] = lo - pad + (hi - lo + 2 * pad) * i / (LINE - 1);
      times[i] = predict (self, trajectory, clock, mu[i]);
    }
  return ipl_trajectory_add_constant (trajectory, "theory_mu", 1, &n, mu, error)
         && ipl_trajectory_add_constant (trajectory, "theory_time_to_90", 1, &n, times, error);
}

G_STATIC_ASSERT (IPL_SALIENCE_MAX <= LINE);
