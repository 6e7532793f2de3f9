/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components followed in steps or as a flow, and what it comes to (THEORY.md section 12). */
#include "core/dynamics/salience-private.h"
#include "core/base/units.h"

#include <math.h>

/* Steps are recorded one by one up to here, and then every so many. */
#define MAX_MOMENTS 6000
/* What no component reaches but by steps that are too large. */
#define BEYOND 1e6

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
      limit = ipl_salience_blow_up (self);
      for (guint l = 0; l < self->M; l++)
        b[l] = ipl_salience_stop (self, self->drive[l]);
      return ipl_trajectory_add_constant (trajectory, "v_limit", 1, &M, b, error)
             && (!isfinite (limit)
                 || ipl_trajectory_add_constant (trajectory, "blow_up", 0, NULL, &limit, error));
    }
  limit = ipl_salience_attention (self, self->drive, b);
  if (!ipl_trajectory_add_constant (trajectory, "time_to_90", 1, &M, times, error)
      || !ipl_trajectory_add_constant (trajectory, "attention_limit", 1, &M, b, error)
      || !ipl_trajectory_add_constant (trajectory, "entropy_limit", 0, NULL, &limit, error))
    return FALSE;
  ipl_trajectory_set_words (trajectory, "time_to_90", "time to 90 % of its target",
                            self->flow ? "" : "steps");
  ipl_trajectory_set_words (trajectory, "entropy_limit", "entropy of attention at the end",
                            IPL_NATS);
  return ipl_salience_add_arrivals (self, trajectory, error);
}

/* What there is with the linear MLP or with the other alone is optional. */
const IplRecordedArray ipl_salience_recorded[] = {
  { "v", "M" },
  { "attention", "M" },
  { "entropy", "", .words = "entropy of attention", .unit = IPL_NATS },
  { "entropy_minimum", "2", .is_constant = TRUE },
  { "invariant", "", .is_optional = TRUE },
  { "log_delta", "M", .is_optional = TRUE },
  { "Delta", "M", TRUE, TRUE },
  { "mu", "M", TRUE, TRUE },
  { "v_limit", "M", TRUE, TRUE },
  { "blow_up", "", TRUE, TRUE },
  { "time_to_90", "M", TRUE, TRUE },
  { "attention_limit", "M", TRUE, TRUE },
  { "entropy_limit", "", TRUE, TRUE },
  { "time_to_90_theory", "M", TRUE, TRUE },
  { "theory_mu", "n", TRUE, TRUE },
  { "theory_time_to_90", "n", TRUE, TRUE },
  { NULL },
};

/* Follows the components in time. Recorded are `v` and `attention` [S, M] (normalized), `entropy`
 * [S], with a linear MLP `invariant` [S] (the greatest difference of the invariants over the
 * largest of them), `v_limit` [M] and where the flow blows up `blow_up`, else `log_delta` [S, M],
 * `time_to_90` and `attention_limit` [M], `entropy_limit` and what ipl_salience_add_arrivals()
 * adds; `entropy_minimum` is its time and value, `mu` or `Delta` [M] what drives. */
IplTrajectory *
ipl_salience_run (const IplSalience *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (!self->flow);
  double times[IPL_SALIENCE_MAX];
  const gsize M = self->M;

  g_return_val_if_fail (self->M > 0 && self->M <= IPL_SALIENCE_MAX && self->T > 0, NULL);

  ipl_trajectory_add_recorded (trajectory, ipl_salience_recorded, "M", &M);
  if (self->linear)
    {
      ipl_trajectory_add (trajectory, "invariant", 0, NULL);
      ipl_trajectory_set_words (trajectory, "invariant", "change of the invariant", "");
    }
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
