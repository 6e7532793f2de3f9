/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flow of salience.c by an adaptive integrator: of v where the MLP is linear, else of
 * y = ln |mu - v|, whose derivative -b has no stiff end (THEORY.md section 12). */
#include "core/dynamics/salience-private.h"

#include "core/base/error.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

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

/* d(y, t) / dy_clock: Henon's way to come to a level exactly. */
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

/* When component @l comes to 90 % of its mu, from a state @y at @t shortly before. */
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

/* Those that come to 90 % between the state @before at @t and @y. */
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

/* From moment to moment; short of the end where there is no step small enough. */
static gboolean
integrate (Flow *self, gsl_odeiv2_evolve *evolve, gsl_odeiv2_control *control,
           gsl_odeiv2_step *step, double *y, IplTrajectory *trajectory, double *times,
           GCancellable *cancellable, GError **error)
{
  const IplSalience *salience = self->salience;
  gsl_odeiv2_system system = { derivative, NULL, salience->M, self };
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

          status = gsl_odeiv2_evolve_apply (evolve, control, step, &system, &t, target, &h, y);
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

/* Fills @trajectory with even moments of the flow, up to its end or its blow-up. @times: [M] NaN;
 * when each component comes to 90 % of its mu goes here. */
gboolean
ipl_salience_flow (const IplSalience *self, IplTrajectory *trajectory, double *times,
                   GCancellable *cancellable, GError **error)
{
  Flow flow = { .salience = self };
  double y[IPL_SALIENCE_MAX];
  gsl_odeiv2_evolve *evolve = gsl_odeiv2_evolve_alloc (self->M);
  gsl_odeiv2_control *control = gsl_odeiv2_control_y_new (ABSOLUTE, RELATIVE);
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc (gsl_odeiv2_step_rk8pd, self->M);
  gboolean done;

  for (guint l = 0; l < self->M; l++)
    {
      double gap = self->drive[l] - self->start;

      flow.sign[l] = gap > 0 ? 1 : gap < 0 ? -1 : 0;
      y[l] = self->linear ? self->start : gap != 0 ? log (fabs (gap)) : 0;
    }
  done = record (&flow, trajectory, 0, y, error)
         && integrate (&flow, evolve, control, step, y, trajectory, times, cancellable, error);
  gsl_odeiv2_step_free (step);
  gsl_odeiv2_control_free (control);
  gsl_odeiv2_evolve_free (evolve);
  return done;
}
