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

/* Its entropy, in nats. @v: [M] their weights; @b: [M] the attention each gets, normalized. */
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

/* erf (v / sqrt T) less what it was at the start: over Delta_l, it is the same for all components
 * at any time. */
static double
invariant (const IplSalience *self, double v)
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

/* The time at which the flow blows up: sqrt (pi T) / 2 / max |Delta| from a start at 0; infinite
 * where it does not. */
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

/* TRUE if there was memory for one more moment. @v: [M] weights; @log_delta: (nullable): [M] ln |1
 * - v / mu| where it is known better than v tells. */
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
