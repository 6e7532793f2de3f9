/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growth of the components of the weights in time (THEORY.md section 12):
 *
 *   linear MLP      dv_l = Delta_l b_l          erf (v_l / sqrt T) / Delta_l the same for all l
 *   nonlinear MLP   dv_l = (mu_l - v_l) b_l     d ln delta_l = -b_l,  delta_l = 1 - v_l / mu_l
 *
 *   b_l = exp (v_l^2 / T), or the same normalized
 */
#include "core/dynamics/salience.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <math.h>

/* Writes the attention and returns its entropy, in nats. @v: [M] their weights; @b: [M] their
 * normalized attention. */
double
ipl_salience_attention (const IplSalience *self, const double *v, double *b)
{
  double largest = 0, sum = 0, entropy = 0;

  for (guint l = 0; l < self->M; l++)
    largest = MAX (largest, v[l] * v[l]);
  for (guint l = 0; l < self->M; l++)
    sum += b[l] = exp ((v[l] * v[l] - largest) / self->T);
  for (guint l = 0; l < self->M; l++)
    {
      b[l] /= sum;
      if (b[l] > 0)
        entropy -= b[l] * log (b[l]);
    }
  return entropy;
}

/* erf (v / sqrt T) minus its initial value; its ratio to Delta_l is the same for all components
 * at any time. */
static double
invariant (const IplSalience *self, double v)
{
  return erf (v / sqrt (self->T)) - erf (self->start / sqrt (self->T));
}

/* The Delta that diverges first, and the remaining part of erf on its side. */
static double
find_winner (const IplSalience *self, double *left)
{
  double at_start = erf (self->start / sqrt (self->T)), winner = 0, least = INFINITY;

  *left = 1;
  for (guint l = 0; l < self->M; l++)
    {
      double room = self->drive[l] > 0 ? 1 - at_start : 1 + at_start;

      if (self->drive[l] != 0 && room / fabs (self->drive[l]) < least)
        {
          least = room / fabs (self->drive[l]);
          winner = self->drive[l];
          *left = room;
        }
    }
  return winner;
}

/* The blow-up time of the flow: sqrt (pi T) / 2 / max |Delta| from a start at 0; infinite if
 * there is none. */
double
ipl_salience_blow_up (const IplSalience *self)
{
  double left, winner;

  if (!self->linear || self->softmax || !self->flow)
    return INFINITY;
  winner = find_winner (self, &left);
  return winner != 0 ? 0.5 * sqrt (G_PI * self->T) * left / fabs (winner) : INFINITY;
}

/* The weight at which a component of that Delta stops, when the winner has all the attention: sqrt
 * T erfinv (Delta / max |Delta|) from a start at 0; infinite for the winner. */
double
ipl_salience_stop (const IplSalience *self, double drive)
{
  double left, winner = find_winner (self, &left), reached;

  if (winner == 0)
    return self->start;
  reached = erf (self->start / sqrt (self->T)) + drive / fabs (winner) * left;
  if (fabs (reached) >= 1)
    return copysign (INFINITY, reached);
  return copysign (sqrt (self->T / 2) * gsl_cdf_ugaussian_Qinv ((1 - fabs (reached)) / 2), reached);
}

/* FALSE if memory is short. @v: [M] weights; @log_delta: (nullable): [M] ln |1 - v / mu|, if
 * known more accurately than from v. */
gboolean
ipl_salience_record (const IplSalience *self, IplTrajectory *trajectory, double time,
                     const double *v, const double *log_delta, GError **error)
{
  double lowest = INFINITY, highest = -INFINITY, scale = 0;

  if (!ipl_trajectory_append (trajectory, time, error))
    return FALSE;
  for (guint l = 0; l < self->M; l++)
    ipl_trajectory_edit (trajectory, "v")[l] = v[l];
  *ipl_trajectory_edit (trajectory, "entropy")
      = ipl_salience_attention (self, v, ipl_trajectory_edit (trajectory, "attention"));
  for (guint l = 0; l < self->M; l++)
    {
      double c;

      if (!self->linear)
        {
          ipl_trajectory_edit (trajectory, "log_delta")[l]
              = log_delta != NULL ? log_delta[l] : log (fabs (1 - v[l] / self->drive[l]));
          continue;
        }
      if (self->drive[l] == 0)
        continue;
      c = invariant (self, v[l]) / self->drive[l];
      lowest = MIN (lowest, c);
      highest = MAX (highest, c);
      scale = MAX (scale, fabs (c));
    }
  if (self->linear)
    *ipl_trajectory_edit (trajectory, "invariant") = scale > 0 ? (highest - lowest) / scale : 0;
  return TRUE;
}

/* Times at which components reach 90 % of their mu, from the growth of delta (THEORY.md section
 * 12). For unnormalized attention
 *
 *   d ln delta / dt = -e^(v^2 / T)   hence   t(mu) = integral of e^(-v^2 / T) d ln (1 / delta)
 *
 * Normalized attention is slower by its denominator: dt' = Z dt. */

/* The integrand is smooth in ln |mu - v|, over 2.3 and more of it, and bends within sqrt T / |mu|
 * of it, 0.08 at the least: 20 points to an interval of 0.15 leave nothing but rounding. */
#define INTERVALS 16
#define POINTS 20
/* Grid points of the curve over mu. */
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

/* The time at which the flow with unnormalized attention reaches 90 % of @mu; infinite if @mu is
 * 0. */
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

/* [S] The time of unnormalized attention that corresponds to each moment of a run with
 * normalized attention. */
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

/* The time at which the clock reads @at; NaN if the run ends before. */
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

/* @trajectory: their growth; gains `time_to_90_theory` [M], and the same over evenly spaced mu:
 *   `theory_mu` and `theory_time_to_90`. NaN if 90 % is never reached or, with softmax
 *   attention, reached after the end. */
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
