/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components followed in steps, or as the flow of salience.c by an adaptive integrator: of v where
 * the MLP is linear, else of y = ln |mu - v|, whose derivative -b has no stiff end (THEORY.md
 * section 12). */
#include "core/dynamics/salience.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

#include "core/base/units.h"

#define N_MOMENTS 1000
#define ABSOLUTE 1e-12
#define RELATIVE 1e-12
#define MAX_STEPS 2000000

typedef struct
{
  const IplSalience *salience;
  double sign[IPL_SALIENCE_MAX]; /* of mu - v, which does not change */
  guint clock;                   /* component that takes the place of time */
} Flow;

/* Weights of a state. */
static void
get_v (const Flow *self, const double *y, double *v)
{
  const IplSalience *salience = self->salience;

  for (guint l = 0; l < salience->M; l++)
    v[l] = salience->linear ? y[l] : salience->drive[l] - self->sign[l] * exp (y[l]);
}

static int
derivative (double t, const double y[], double dydt[], void *data)
{
  const Flow *self = data;
  const IplSalience *salience = self->salience;
  double v[IPL_SALIENCE_MAX], b[IPL_SALIENCE_MAX];

  get_v (self, y, v);
  if (salience->softmax)
    ipl_salience_attention (salience, v, b);
  for (guint l = 0; l < salience->M; l++)
    {
      double weight = salience->softmax ? b[l] : exp (v[l] * v[l] / salience->T);

      dydt[l] = salience->linear ? salience->drive[l] * weight : -fabs (self->sign[l]) * weight;
      if (!isfinite (dydt[l]))
        return GSL_FAILURE;
    }
  return GSL_SUCCESS;
}

static gboolean
record (const Flow *self, IplTrajectory *trajectory, double t, const double *y, GError **error)
{
  const IplSalience *salience = self->salience;
  double v[IPL_SALIENCE_MAX], log_delta[IPL_SALIENCE_MAX];

  get_v (self, y, v);
  for (guint l = 0; l < salience->M; l++)
    log_delta[l] = self->sign[l] == 0 ? -INFINITY : y[l] - log (fabs (salience->drive[l]));
  return ipl_salience_record (salience, trajectory, t, v, log_delta, error);
}

/* d(y, t) / dy_clock: Henon's way to reach a level exactly. */
static int
derivative_by_component (double at, const double y[], double dydt[], void *data)
{
  const Flow *self = data;
  guint M = self->salience->M;
  int status = derivative (y[M], y, dydt, data);
  double rate = dydt[self->clock];

  for (guint l = 0; l < M; l++)
    dydt[l] /= rate;
  dydt[M] = 1 / rate;
  return status == GSL_SUCCESS && isfinite (dydt[M]) ? GSL_SUCCESS : GSL_FAILURE;
}

/* The time at which component @l reaches 90 % of its mu, from a state @y at @t shortly before. */
static double
find_arrival (const Flow *self, guint l, double t, const double *y, double level)
{
  Flow flow = *self;
  guint M = flow.salience->M;
  gsl_odeiv2_system system = { derivative_by_component, NULL, M + 1, &flow };
  double state[IPL_SALIENCE_MAX + 1], at = y[l];
  gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new (
      &system, gsl_odeiv2_step_rk8pd, 0.01 * (level - at), ABSOLUTE, RELATIVE);
  int status;

  flow.clock = l;
  for (guint k = 0; k < M; k++)
    state[k] = y[k];
  state[M] = t;
  status = gsl_odeiv2_driver_apply (driver, &at, level, state);
  gsl_odeiv2_driver_free (driver);
  return status == GSL_SUCCESS ? state[M] : NAN;
}

/* Components that reach 90 % between the state @before at @t and @y. */
static void
note_arrivals (const Flow *self, double t, const double *before, const double *y, double *times)
{
  const IplSalience *salience = self->salience;

  for (guint l = 0; l < salience->M && !salience->linear; l++)
    {
      double level = log ((1 - IPL_SALIENCE_DONE) * fabs (salience->drive[l]));

      if (!isnan (times[l]) || salience->drive[l] == 0)
        continue;
      if (self->sign[l] == 0 || before[l] <= level)
        times[l] = t;
      else if (y[l] <= level)
        times[l] = find_arrival (self, l, t, before, level);
    }
}

/* Integrates from moment to moment; ends early if no step is small enough. */
static gboolean
integrate (Flow *self, gsl_odeiv2_driver *driver, double *y, IplTrajectory *trajectory,
           double *times, GCancellable *cancellable, GError **error)
{
  const IplSalience *salience = self->salience;
  double blow_up = ipl_salience_blow_up (salience), duration = salience->duration;
  double end = MIN (duration, blow_up), t = 0, h = 1e-6 * end, before[IPL_SALIENCE_MAX];
  guint n_steps = 0;

  for (guint s = 1; s <= N_MOMENTS; s++)
    {
      double target = s < N_MOMENTS ? end * s / N_MOMENTS : duration;
      double from = t;
      int status = GSL_SUCCESS;

      memcpy (before, y, salience->M * sizeof *y);
      while (t < target && status == GSL_SUCCESS && n_steps++ < MAX_STEPS)
        {
          double last = t;

          status = gsl_odeiv2_evolve_apply (driver->e, driver->c, driver->s, driver->sys, &t,
                                            target, &h, y);
          if (t == last)
            status = GSL_FAILURE;
          if (n_steps % 1024 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
        }
      note_arrivals (self, from, before, y, times);
      if (t > trajectory->time[trajectory->S - 1] && !record (self, trajectory, t, y, error))
        return FALSE;
      if (t < target)
        {
          g_autofree char *message
              = g_strdup_printf (isfinite (blow_up)
                                     ? "The flow blows up at t = %.6g, where it stops."
                                     : "The flow is too fast to be followed beyond t = %.6g.",
                                 t);

          ipl_trajectory_set_message (trajectory, message);
          return TRUE;
        }
    }
  return TRUE;
}

/* Fills @trajectory with evenly spaced moments of the flow, up to its end or its blow-up.
 * @times: [M] NaN; receives the time at which each component reaches 90 % of its mu. */
static gboolean
follow_flow (const IplSalience *self, IplTrajectory *trajectory, double *times,
             GCancellable *cancellable, GError **error)
{
  Flow flow = { .salience = self };
  double y[IPL_SALIENCE_MAX];
  gsl_odeiv2_system system = { derivative, NULL, self->M, &flow };
  gsl_odeiv2_driver *driver
      = gsl_odeiv2_driver_alloc_y_new (&system, gsl_odeiv2_step_rk8pd, 1, ABSOLUTE, RELATIVE);
  gboolean done;

  for (guint l = 0; l < self->M; l++)
    {
      double gap = self->drive[l] - self->start;

      flow.sign[l] = gap > 0 ? 1 : gap < 0 ? -1 : 0;
      y[l] = self->linear ? self->start : gap != 0 ? log (fabs (gap)) : 0;
    }
  done = record (&flow, trajectory, 0, y, error)
         && integrate (&flow, driver, y, trajectory, times, cancellable, error);
  gsl_odeiv2_driver_free (driver);
  return done;
}

/* Steps are recorded one by one up to here, and then every so many. */
#define MAX_MOMENTS 6000
/* A bound that only too large steps exceed. */
#define BEYOND 1e6

/* Components that have reached 90 % of their mu for the first time. */
static void
note_steps (const IplSalience *self, guint step, const double *v, double *times)
{
  for (guint l = 0; l < self->M && !self->linear; l++)
    if (isnan (times[l])
        && fabs (self->drive[l] - v[l]) <= (1 - IPL_SALIENCE_DONE) * fabs (self->drive[l])
        && self->drive[l] != 0)
      times[l] = step;
}

/* The dynamics of the paper's figure: v += rate (mu - v) b. */
static gboolean
descend (const IplSalience *self, IplTrajectory *trajectory, double *times,
         GCancellable *cancellable, GError **error)
{
  guint stride = MAX (1, (self->steps + MAX_MOMENTS - 1) / MAX_MOMENTS);
  double v[IPL_SALIENCE_MAX], next[IPL_SALIENCE_MAX], b[IPL_SALIENCE_MAX];
  gboolean fine = TRUE;

  for (guint l = 0; l < self->M; l++)
    v[l] = self->start;
  note_steps (self, 0, v, times);
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
          note_steps (self, s, v, times);
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

/* Adds the minimum of the entropy, and the limits of attention. */
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

/* Arrays of only one of the two MLPs are optional. */
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

/* Follows the components in time. Records `v` and `attention` [S, M] (normalized), `entropy`
 * [S]; with a linear MLP `invariant` [S] (the largest difference of the invariants over the
 * largest of them), `v_limit` [M] and, for a blow-up, `blow_up`; else `log_delta` [S, M],
 * `time_to_90` and `attention_limit` [M], `entropy_limit` and the arrays of
 * ipl_salience_add_arrivals(). `entropy_minimum` is its time and value, `mu` or `Delta` [M] the
 * driving force. */
IplTrajectory *
ipl_salience_run (const IplSalience *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTrajectory) trajectory
      = ipl_trajectory_new (self->flow ? IPL_CLOCK_FLOW : IPL_CLOCK_STEPS);
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
  if (!(self->flow ? follow_flow (self, trajectory, times, cancellable, error)
                   : descend (self, trajectory, times, cancellable, error)))
    return NULL;
  return conclude (self, trajectory, times, error) ? g_steal_pointer (&trajectory) : NULL;
}
