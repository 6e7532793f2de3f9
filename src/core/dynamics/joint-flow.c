/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The network's weights in time: by steps of gradient descent, and by its flow, d state/dt =
 * -gradient, with GSL's Runge-Kutta method of order 8 (Prince and Dormand) and steps of its own. */

#include "core/dynamics/joint-private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>

/* The error that a step of the flow may make, absolute and relative. */
#define STEP_ERROR 1e-12

/* A flow whose steps are shorter than this share of its time blows up there. */
#define SHORTEST_STEP 1e-13

/* Steps from one recorded moment to the next, after which the flow is called stiff. */
#define MOST_STEPS 20000

/* Cancelling is noticed within so many steps. */
#define STEPS_AT_ONCE 16

/* The gradients of ReLU jump where an input changes its sign, and the flow may slide along such a
 * place: no step is small enough for a bound of its error there. It is followed by the classical
 * Runge-Kutta method in steps of at most so much time times the learning rate. */
#define SHARE_OF_RATE 0.25

struct _IplJointFlow
{
  IplJointModel *model;
  gsl_odeiv2_system system;
  gsl_odeiv2_step *step;
  gsl_odeiv2_control *control;
  gsl_odeiv2_evolve *evolve;
  double next_step;
  double fixed_step; /* 0 where steps follow from their error */
};

static gboolean
all_finite (gsize n, const double *values)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += 0 * values[i];
  return sum == 0;
}

/* TRUE if the weights are finite after them; else @state is no longer of use. @state: [size] its
 * weights; @gradient: [size] scratch. */
gboolean
ipl_joint_descend (IplJointModel *self, double *state, double *gradient, double rate, guint from,
                   guint to, char **message)
{
  for (guint step = from; step < to; step++)
    {
      double loss = ipl_joint_model_gradient (self, state, gradient);

      for (gsize n = 0; n < self->size; n++)
        state[n] -= rate * gradient[n];
      if (isfinite (loss) && all_finite (self->size, state))
        continue;
      *message = g_strdup_printf ("Gradient descent blows up in step %u, before which it ends "
                                  "here: smaller steps go on for longer.",
                                  step + 1);
      return FALSE;
    }
  return TRUE;
}

static int
derivative (double time, const double state[], double change[], void *data)
{
  IplJointModel *model = data;

  ipl_joint_model_gradient (model, state, change);
  for (gsize n = 0; n < model->size; n++)
    change[n] = -change[n];
  /* Tried again with half the step. */
  return all_finite (model->size, change) ? GSL_SUCCESS : GSL_FAILURE;
}

IplJointFlow *
ipl_joint_flow_new (IplJointModel *model, double rate, double next_step)
{
  IplJointFlow *self = g_new0 (IplJointFlow, 1);

  self->model = model;
  self->system = (gsl_odeiv2_system){ derivative, NULL, model->size, model };
  self->fixed_step = model->unit == IPL_UNIT_RELU ? SHARE_OF_RATE * rate : 0;
  self->step = gsl_odeiv2_step_alloc (
      self->fixed_step > 0 ? gsl_odeiv2_step_rk4 : gsl_odeiv2_step_rk8pd, model->size);
  self->control = gsl_odeiv2_control_y_new (STEP_ERROR, STEP_ERROR);
  self->evolve = gsl_odeiv2_evolve_alloc (model->size);
  self->next_step = next_step;
  return self;
}

void
ipl_joint_flow_free (IplJointFlow *self)
{
  gsl_odeiv2_evolve_free (self->evolve);
  gsl_odeiv2_control_free (self->control);
  gsl_odeiv2_step_free (self->step);
  g_free (self);
}

double
ipl_joint_flow_get_next_step (const IplJointFlow *self)
{
  return self->next_step;
}

static gboolean
is_interrupted (GCancellable *const interrupts[2])
{
  return g_cancellable_is_cancelled (interrupts[0]) || g_cancellable_is_cancelled (interrupts[1]);
}

/* In steps of one length, whatever their error. */
static gboolean
go_steadily (IplJointFlow *self, double *state, double from, double to,
             GCancellable *const interrupts[2], double *reached, char **message)
{
  guint n_steps = (guint)ceil ((to - from) / self->fixed_step - 1e-9);
  double h = (to - from) / n_steps;

  *reached = from;
  for (guint n = 0; n < n_steps; n++)
    {
      if (n % STEPS_AT_ONCE == 0 && is_interrupted (interrupts))
        return TRUE;
      if (gsl_odeiv2_step_apply (self->step, from + n * h, h, state, self->evolve->yerr, NULL, NULL,
                                 &self->system)
          != GSL_SUCCESS)
        {
          *message = g_strdup_printf ("The flow blows up at t = %.6g, where it ends.", *reached);
          return FALSE;
        }
      *reached = n + 1 < n_steps ? from + (n + 1) * h : to;
    }
  return TRUE;
}

/* TRUE if it can go on. @state: [size] the weights. */
gboolean
ipl_joint_flow_go (IplJointFlow *self, double *state, double from, double to,
                   GCancellable *const interrupts[2], double *reached, char **message)
{
  double time = from;

  if (self->fixed_step > 0)
    return go_steadily (self, state, from, to, interrupts, reached, message);
  if (!(self->next_step > 0))
    self->next_step = (to - from) / 10;
  for (guint n = 0; time < to; n++)
    {
      double step = self->next_step;
      int status;

      if (n % STEPS_AT_ONCE == 0 && is_interrupted (interrupts))
        break;
      status = gsl_odeiv2_evolve_apply (self->evolve, self->control, self->step, &self->system,
                                        &time, to, &step, state);
      /* The last step ends where it must: what was about to be tried stays. */
      if (status == GSL_SUCCESS && (time < to || step > self->next_step))
        self->next_step = step;
      *reached = time;
      if (status != GSL_SUCCESS || (time < to && self->next_step < SHORTEST_STEP * fabs (time)))
        {
          *message = g_strdup_printf ("The flow blows up at t = %.6g, where it ends.", time);
          return FALSE;
        }
      if (n == MOST_STEPS)
        {
          *message = g_strdup_printf ("The flow is so stiff at t = %.6g that it ends there: what "
                                      "goes on changes it too fast to be followed.",
                                      time);
          return FALSE;
        }
    }
  *reached = time;
  return TRUE;
}
