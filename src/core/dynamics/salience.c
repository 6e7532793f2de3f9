/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which components of the weights grow, and when (THEORY.md section 12):
 *
 *   linear MLP      dv_l = Delta_l b_l          erf (v_l / sqrt T) / Delta_l the same for all l
 *   nonlinear MLP   dv_l = (mu_l - v_l) b_l     d ln delta_l = -b_l,  delta_l = 1 - v_l / mu_l
 *
 *   b_l = exp (v_l^2 / T), or the same normalized
 */
#include "core/dynamics/salience-private.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* Steps are recorded one by one up to here, and then every so many. */
#define MAX_MOMENTS 6000
/* What no component reaches but by steps that are too large. */
#define BEYOND 1e6

/**
 * ipl_salience_attention:
 * @self: components
 * @v: [M] their weights
 * @b: (out): [M] the attention each gets, normalized
 *
 * Returns: its entropy, in nats
 */
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

/**
 * ipl_salience_invariant:
 * @self: components with a linear MLP
 * @v: weight of a component
 *
 * Returns: erf (v / sqrt T) less what it was at the start: over Delta_l, it is the same for all
 *   components at any time
 */
double
ipl_salience_invariant (const IplSalience *self, double v)
{
  return erf (v / sqrt (self->T)) - erf (self->start / sqrt (self->T));
}

/* The Delta that reaches infinity first, with the part of erf that is left on its side. */
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

/**
 * ipl_salience_blow_up:
 * @self: components
 *
 * Returns: the time at which the flow blows up: sqrt (pi T) / 2 / max |Delta| from a start at 0;
 *   infinite where it does not
 */
double
ipl_salience_blow_up (const IplSalience *self)
{
  double left, winner;

  if (!self->linear || self->softmax || !self->flow)
    return INFINITY;
  winner = find_winner (self, &left);
  return winner != 0 ? 0.5 * sqrt (G_PI * self->T) * left / fabs (winner) : INFINITY;
}

/**
 * ipl_salience_stop:
 * @self: components with a linear MLP
 * @drive: a Delta
 *
 * Returns: the weight at which a component of that Delta stops, when the winner has all the
 *   attention: sqrt T erfinv (Delta / max |Delta|) from a start at 0; infinite for the winner
 */
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

/*< private >
 * ipl_salience_record:
 * @v: [M] weights
 * @log_delta: (nullable): [M] ln |1 - v / mu| where it is known better than v tells
 *
 * Returns: whether there was memory for one more moment
 */
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
      c = ipl_salience_invariant (self, v[l]) / self->drive[l];
      lowest = MIN (lowest, c);
      highest = MAX (highest, c);
      scale = MAX (scale, fabs (c));
    }
  if (self->linear)
    *ipl_trajectory_edit (trajectory, "invariant") = scale > 0 ? (highest - lowest) / scale : 0;
  return TRUE;
}

/* Which components have come to 90 % of their mu, for the first time. */
static void
note_arrivals (const IplSalience *self, guint step, const double *v, double *times)
{
  for (guint l = 0; l < self->M && !self->linear; l++)
    if (isnan (times[l])
        && fabs (self->drive[l] - v[l]) <= (1 - IPL_SALIENCE_DONE) * fabs (self->drive[l])
        && self->drive[l] != 0)
      times[l] = step;
}

/* As the figure of the paper: v += rate (mu - v) b. */
static gboolean
descend (const IplSalience *self, IplTrajectory *trajectory, double *times,
         GCancellable *cancellable, GError **error)
{
  guint stride = MAX (1, (self->steps + MAX_MOMENTS - 1) / MAX_MOMENTS);
  double v[IPL_SALIENCE_MAX], next[IPL_SALIENCE_MAX], b[IPL_SALIENCE_MAX];
  gboolean fine = TRUE;

  for (guint l = 0; l < self->M; l++)
    v[l] = self->start;
  note_arrivals (self, 0, v, times);
  if (!ipl_salience_record (self, trajectory, 0, v, NULL, error))
    return FALSE;
  for (guint s = 1; s <= self->steps && fine; s++)
    {
      if (s % 1024 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (self->softmax)
        ipl_salience_attention (self, v, b);
      for (guint l = 0; l < self->M; l++)
        {
          double weight = self->softmax ? b[l] : exp (v[l] * v[l] / self->T);

          next[l] = v[l] + self->rate * (self->drive[l] - (self->linear ? 0 : v[l])) * weight;
          fine = fine && fabs (next[l]) < BEYOND;
        }
      if (fine)
        {
          for (guint l = 0; l < self->M; l++)
            v[l] = next[l];
          note_arrivals (self, s, v, times);
        }
      else
        {
          g_autofree char *message = g_strdup_printf (
              self->linear
                  ? "The weights blow up at step %u, where they stop."
                  : "Steps of this rate overshoot, and the weights blow up at step %u: a lower "
                    "rate, softmax attention or the flow does not.",
              s);

          ipl_trajectory_set_message (trajectory, message);
        }
      if ((fine && (s % stride == 0 || s == self->steps))
          || (!fine && trajectory->time[trajectory->S - 1] < s - 1))
        if (!ipl_salience_record (self, trajectory, fine ? s : s - 1, v, NULL, error))
          return FALSE;
    }
  return TRUE;
}

/* The dip of the entropy, and what attention comes to. */
static gboolean
conclude (const IplSalience *self, IplTrajectory *trajectory, const double *times, GError **error)
{
  const gsize M = self->M, two = 2;
  double dip[2] = { 0, INFINITY }, b[IPL_SALIENCE_MAX], limit;

  for (guint s = 0; s < trajectory->S; s++)
    if (*ipl_trajectory_get (trajectory, "entropy", s) < dip[1])
      {
        dip[0] = trajectory->time[s];
        dip[1] = *ipl_trajectory_get (trajectory, "entropy", s);
      }
  if (!ipl_trajectory_add_constant (trajectory, "entropy_minimum", 1, &two, dip, error))
    return FALSE;
  if (self->linear)
    {
      for (guint l = 0; l < self->M; l++)
        b[l] = ipl_salience_stop (self, self->drive[l]);
      return ipl_trajectory_add_constant (trajectory, "v_limit", 1, &M, b, error);
    }
  limit = ipl_salience_attention (self, self->drive, b);
  return ipl_trajectory_add_constant (trajectory, "time_to_90", 1, &M, times, error)
         && ipl_trajectory_add_constant (trajectory, "attention_limit", 1, &M, b, error)
         && ipl_trajectory_add_constant (trajectory, "entropy_limit", 0, NULL, &limit, error);
}

/**
 * ipl_salience_run:
 * @self: what grows, and how
 * @cancellable: (nullable): gives up
 * @error: return location for an error
 *
 * Follows the components in time. Recorded are `v` and `attention` [S, M] (normalized), `entropy`
 * [S], with a linear MLP `invariant` [S] (the greatest difference of the invariants over the
 * largest of them) and `v_limit` [M], else `log_delta` [S, M], `time_to_90` and `attention_limit`
 * [M] and `entropy_limit`; `entropy_minimum` is its time and value, `mu` or `Delta` [M] what
 * drives.
 *
 * Returns: (transfer full) (nullable): what happens, up to a blow-up, of which its message tells
 */
IplTrajectory *
ipl_salience_run (const IplSalience *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (!self->flow);
  double times[IPL_SALIENCE_MAX];
  const gsize M = self->M;

  g_return_val_if_fail (self->M > 0 && self->M <= IPL_SALIENCE_MAX && self->T > 0, NULL);

  ipl_trajectory_add (trajectory, "v", 1, &M);
  ipl_trajectory_add (trajectory, "attention", 1, &M);
  ipl_trajectory_add (trajectory, "entropy", 0, NULL);
  if (self->linear)
    ipl_trajectory_add (trajectory, "invariant", 0, NULL);
  else
    ipl_trajectory_add (trajectory, "log_delta", 1, &M);
  if (!ipl_trajectory_add_constant (trajectory, self->linear ? "Delta" : "mu", 1, &M, self->drive,
                                    error))
    return NULL;
  for (guint l = 0; l < self->M; l++)
    times[l] = NAN;
  if (!(self->flow ? ipl_salience_flow (self, trajectory, times, cancellable, error)
                   : descend (self, trajectory, times, cancellable, error)))
    return NULL;
  return conclude (self, trajectory, times, error) ? g_steal_pointer (&trajectory) : NULL;
}
