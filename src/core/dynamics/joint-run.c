/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run from initial weights or from the end of an earlier run, and its record: by gradient
 * descent, or by its flow, d state/dt = -gradient, with GSL's adaptive Runge-Kutta method of
 * order 8 (Prince and Dormand). */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/units.h"
#include "core/dynamics/joint-private.h"

/* Error limit of a step of the flow, absolute and relative. */
#define STEP_ERROR 1e-12

/* Shorter steps, as a share of the time of the flow, count as a blow-up. */
#define SHORTEST_STEP 1e-13

/* More steps between two recorded moments count as stiffness. */
#define MOST_STEPS 20000

/* Steps of gradient descent between two checks of the cancellable. */
#define STEPS_AT_ONCE 16

/* The gradients of ReLU jump where an input changes its sign, and the flow may slide along such
 * a surface, where no step is small enough for an error limit. The classical Runge-Kutta method
 * follows it in steps of at most this time, in units of the learning rate. */
#define SHARE_OF_RATE 0.25

typedef struct
{
  IplJointModel *model;
  gsl_odeiv2_system system;
  gsl_odeiv2_driver *driver;
  double next_step;
  double fixed_step; /* 0 for steps of adaptive length */
} Flow;

static gboolean
all_finite (gsize n, const double *values)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += 0 * values[i];
  return sum == 0;
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

static Flow *
flow_new (IplJointModel *model, double rate, double next_step)
{
  Flow *self = g_new0 (Flow, 1);

  self->model = model;
  self->system = (gsl_odeiv2_system){ derivative, NULL, model->size, model };
  self->fixed_step = model->unit == IPL_UNIT_RELU ? SHARE_OF_RATE * rate : 0;
  self->driver = gsl_odeiv2_driver_alloc_y_new (
      &self->system, self->fixed_step > 0 ? gsl_odeiv2_step_rk4 : gsl_odeiv2_step_rk8pd, 1,
      STEP_ERROR, STEP_ERROR);
  self->next_step = next_step;
  return self;
}

static void
flow_free (Flow *self)
{
  gsl_odeiv2_driver_free (self->driver);
  g_free (self);
}

static gboolean
is_interrupted (const IplWork *watch)
{
  return g_cancellable_is_cancelled (watch->cancellable)
         || g_cancellable_is_cancelled (watch->stop);
}

/* Takes steps of a fixed length, without an error estimate. */
static gboolean
go_steadily (Flow *self, double *state, double from, double to, const IplWork *watch,
             double *reached, char **message)
{
  guint n_steps = (guint)ceil ((to - from) / self->fixed_step - 1e-9);
  double h = (to - from) / n_steps;

  *reached = from;
  for (guint n = 0; n < n_steps; n++)
    {
      if (n % STEPS_AT_ONCE == 0 && is_interrupted (watch))
        return TRUE;
      if (gsl_odeiv2_step_apply (self->driver->s, from + n * h, h, state, self->driver->e->yerr,
                                 NULL, NULL, &self->system)
          != GSL_SUCCESS)
        {
          *message = g_strdup_printf ("The flow blows up at t = %.6g, where it ends.", *reached);
          return FALSE;
        }
      *reached = n + 1 < n_steps ? from + (n + 1) * h : to;
    }
  return TRUE;
}

/* Advances the flow; FALSE if it ends early. @state: [size] the weights. */
static gboolean
flow_go (Flow *self, double *state, double from, double to, const IplWork *watch, double *reached,
         char **message)
{
  double time = from;

  if (self->fixed_step > 0)
    return go_steadily (self, state, from, to, watch, reached, message);
  if (!(self->next_step > 0))
    self->next_step = (to - from) / 10;
  for (guint n = 0; time < to; n++)
    {
      double step = self->next_step;
      int status;

      if (n % STEPS_AT_ONCE == 0 && is_interrupted (watch))
        break;
      status = gsl_odeiv2_evolve_apply (self->driver->e, self->driver->c, self->driver->s,
                                        &self->system, &time, to, &step, state);
      /* The last step is cut to end at @to: keeps the step size before the cut. */
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
          *message
              = g_strdup_printf ("The flow becomes too stiff at t = %.6g and ends there.", time);
          return FALSE;
        }
    }
  *reached = time;
  return TRUE;
}

/* Least time between partial results. */
#define SHOW_USEC (G_USEC_PER_SEC / 4)

/* Relative residual of the invariant above which gradient descent no longer follows the flow. */
#define LEFT_THE_FLOW 0.05

typedef struct
{
  const IplJointSettings *settings;
  const IplWork *watch;
  IplJointModel model;
  Flow *flow; /* NULL for descent */
  IplTrajectory *trajectory;
  double *start, *state, *gradient; /* [size] */
  double *constant, *invariants;    /* [M] */
  gpointer memory;
  guint every;
  gint64 shown;
} Run;

static void
run_clear (Run *self)
{
  g_clear_pointer (&self->flow, flow_free);
  g_clear_pointer (&self->trajectory, ipl_trajectory_unref);
  g_clear_pointer (&self->memory, g_free);
  ipl_joint_model_clear (&self->model);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

void
ipl_joint_end_clear (IplJointEnd *self)
{
  g_clear_pointer (&self->state, g_free);
}

const IplRecordedArray ipl_joint_recorded[] = {
  { "loss", "", .words = "loss", .unit = IPL_NATS },
  { "entropy", "", .words = "entropy of attention", .unit = IPL_NATS },
  { "correlation", "" },
  { "slope", "" },
  { "relative_error", "" },
  { "invariant", "", .words = "change of the invariant" },
  { "z", "M" },
  { "z_predicted", "M" },
  { "V", "MK" },
  { "attention", "MK" },
  { "X", "MK", .is_constant = TRUE },
  { "correlations", "s3", .is_optional = TRUE },
  { NULL },
};

/* Copies the moments of @before that this run records too. */
static gboolean
copy_moments (Run *self, const IplTrajectory *before, guint done, GError **error)
{
  for (guint s = 0; s < before->S; s++)
    {
      guint step = (guint)lround (self->flow != NULL ? before->time[s] / self->settings->rate
                                                     : before->time[s]);

      if (step <= done && (step % self->every == 0 || step == self->settings->steps)
          && !ipl_trajectory_append_from (self->trajectory, before, s, error))
        return FALSE;
    }
  return TRUE;
}

static double
largest_change (const Run *self)
{
  double largest = 0;

  for (gsize m = 0; m < self->model.M; m++)
    largest = fmax (largest, fabs (self->invariants[m] - self->constant[m]));
  return largest;
}

/* Records a moment at @time with the current weights. */
static gboolean
record (Run *self, double time, GError **error)
{
  IplJointModel *model = &self->model;
  IplTrajectory *trajectory = self->trajectory;
  gsize M = model->M, K = model->K;
  const double *z = self->state + (M + 1) * K;
  double *predicted;

  if (!ipl_trajectory_append (trajectory, time, error))
    return FALSE;
  predicted = ipl_trajectory_edit (trajectory, "z_predicted");
  *ipl_trajectory_edit (trajectory, "loss") = ipl_joint_model_forward (model, self->state);
  *ipl_trajectory_edit (trajectory, "entropy") = ipl_joint_entropy (model);
  memcpy (ipl_trajectory_edit (trajectory, "attention"), model->b, M * K * sizeof (double));
  memcpy (ipl_trajectory_edit (trajectory, "V"), self->state, M * K * sizeof (double));
  memcpy (ipl_trajectory_edit (trajectory, "z"), z, M * sizeof (double));
  ipl_joint_predict (model, self->start, self->state, predicted);
  ipl_joint_invariants (model, self->state, self->invariants);
  *ipl_trajectory_edit (trajectory, "correlation") = ipl_joint_correlation (M, predicted, z);
  *ipl_trajectory_edit (trajectory, "slope") = ipl_joint_slope (M, predicted, z);
  *ipl_trajectory_edit (trajectory, "relative_error") = ipl_joint_relative_error (M, predicted, z);
  *ipl_trajectory_edit (trajectory, "invariant") = largest_change (self);
  if (self->settings->n_seeds > 0)
    ipl_joint_correlations (model, self->state, predicted,
                            ipl_trajectory_edit (trajectory, "correlations"));
  return TRUE;
}

/* Adds a message, once, if the steps are too large to follow the flow, whose invariant is exact. */
static void
watch_invariant (Run *self, guint step)
{
  const IplJointModel *model = &self->model;
  const double *z = self->state + (model->M + 1) * model->K;
  g_autofree char *message = NULL;
  double scale = 0;

  if (self->flow != NULL || !ipl_joint_is_exact (self->settings)
      || self->trajectory->message != NULL)
    return;
  for (gsize m = 0; m < model->M; m++)
    scale = fmax (scale, model->attention == IPL_JOINT_LINEAR ? z[m] * z[m] : fabs (z[m]));
  if (!(largest_change (self) > LEFT_THE_FLOW * scale))
    return;
  message = g_strdup_printf (
      "By step %u gradient descent has left the flow: its steps are too "
      "large for the curvature, and the invariant of the flow has changed by %.2g.",
      step, largest_change (self));
  ipl_trajectory_set_message (self->trajectory, message);
}

static void
show (Run *self, guint done)
{
  gint64 now = g_get_monotonic_time ();

  if (self->watch->show == NULL || now - self->shown < SHOW_USEC)
    return;
  self->shown = now;
  ipl_work_show (self->watch, self->trajectory, (double)done / self->settings->steps);
}

/* Runs gradient descent from step @done to step @to, or to an interruption. */
static void
descend (Run *self, guint *done, guint to, char **message)
{
  IplJointModel *model = &self->model;

  while (*done < to && !is_interrupted (self->watch))
    {
      guint next = MIN (to, *done + STEPS_AT_ONCE);

      for (guint step = *done; step < next; step++)
        {
          double loss = ipl_joint_model_gradient (model, self->state, self->gradient);

          for (gsize n = 0; n < model->size; n++)
            self->state[n] -= self->settings->rate * self->gradient[n];
          if (isfinite (loss) && all_finite (model->size, self->state))
            continue;
          *message = g_strdup_printf ("Gradient descent blows up in step %u, so the run ends "
                                      "before it: smaller steps run longer.",
                                      step + 1);
          return;
        }
      *done = next;
    }
}

/* Follows the flow from step @done to step @to; an early end is recorded as a moment too. After
 * an interruption the state is that of the last moment. */
static gboolean
flow (Run *self, guint *done, guint to, char **message, GError **error)
{
  double from = self->settings->rate * *done, end = self->settings->rate * to, reached = from;
  double *saved_state = self->gradient;

  memcpy (saved_state, self->state, self->model.size * sizeof (double));
  if (!flow_go (self->flow, self->state, from, end, self->watch, &reached, message))
    return reached <= from || record (self, reached, error);
  if (reached < end)
    memcpy (self->state, saved_state, self->model.size * sizeof (double));
  else
    *done = to;
  return TRUE;
}

static gboolean
go (Run *self, guint *done, gboolean *finished, GError **error)
{
  *finished = FALSE;
  while (*done < self->settings->steps && !*finished)
    {
      guint to = MIN (self->settings->steps, (*done / self->every + 1) * self->every);
      g_autofree char *message = NULL;

      if (self->flow != NULL && !flow (self, done, to, &message, error))
        return FALSE;
      if (self->flow == NULL)
        descend (self, done, to, &message);
      *finished = message != NULL;
      if (message != NULL)
        ipl_trajectory_set_message (self->trajectory, message);
      if (g_cancellable_set_error_if_cancelled (self->watch->cancellable, error))
        return FALSE;
      if (*done == to)
        {
          if (!record (self, self->flow != NULL ? self->settings->rate * to : to, error))
            return FALSE;
          watch_invariant (self, to);
          show (self, to);
        }
      else if (g_cancellable_is_cancelled (self->watch->stop))
        break;
    }
  return TRUE;
}

static gboolean
run_init (Run *self, const IplJointSettings *settings, const IplWork *watch, GError **error)
{
  gsize sides[2];
  double size;

  *self = (Run){ .settings = settings, .watch = watch, .shown = g_get_monotonic_time () };
  if (!ipl_joint_model_init (&self->model, settings, watch->cancellable, error))
    return FALSE;
  size = (double)self->model.size;
  self->memory
      = ipl_try_parts ("the weights", error, { &self->start, size }, { &self->state, size },
                       { &self->gradient, size }, { &self->constant, (double)self->model.M },
                       { &self->invariants, (double)self->model.M });
  if (self->memory == NULL)
    return FALSE;
  self->every = ipl_joint_settings_every (settings, self->model.M, self->model.K);
  self->trajectory = ipl_trajectory_new (strcmp (settings->course, "flow") != 0 ? IPL_CLOCK_STEPS
                                                                                : IPL_CLOCK_FLOW);
  sides[0] = self->model.M;
  sides[1] = self->model.K;
  ipl_trajectory_add_recorded (self->trajectory, ipl_joint_recorded, "MK", sides);
  if (settings->n_seeds > 0)
    ipl_trajectory_add (self->trajectory, "correlations", 2,
                        (gsize[]){ settings->n_seeds, IPL_JOINT_N_PARTS });
  if (!ipl_trajectory_add_constant (self->trajectory, "X", 2, sides, self->model.X, error))
    return FALSE;
  ipl_joint_model_start (&self->model, settings, self->start);
  ipl_joint_invariants (&self->model, self->start, self->constant);
  if (strcmp (settings->gradients, "stationary") == 0)
    ipl_joint_model_hold (&self->model, self->start);
  return TRUE;
}

/* Records loss [S], entropy [S] of attention in nats, z [S, M], z_predicted [S, M] from V,
 * correlation, slope and relative_error of the two [S], invariant [S] the largest change of the
 * conserved numbers, V [S, M, K], attention [S, M, K], and the constant X [M, K]. With several
 * seeds also correlations [S, seeds, 3], here of the first seed only: see ipl_joint_add_seeds(). */
IplTrajectory *
ipl_joint_run (const IplJointSettings *settings, const IplTrajectory *before,
               const IplJointEnd *from, const IplWork *watch, IplJointEnd *end, GError **error)
{
  g_auto (Run) self = { 0 };
  guint done = 0;

  *end = (IplJointEnd){ 0 };
  if (!run_init (&self, settings, watch, error))
    return NULL;
  if (from != NULL && (from->finished || from->size != self.model.size))
    from = NULL;
  if (strcmp (settings->course, "flow") == 0)
    self.flow = flow_new (&self.model, settings->rate, from != NULL ? from->next_step : 0);
  memcpy (self.state, from != NULL ? from->state : self.start, self.model.size * sizeof (double));
  if (from != NULL)
    {
      done = from->done;
      ipl_trajectory_set_message (self.trajectory, before->message);
    }
  if (from != NULL ? !copy_moments (&self, before, done, error) : !record (&self, 0, error))
    return NULL;
  if (!go (&self, &done, &end->finished, error))
    return NULL;
  end->done = done;
  end->next_step = self.flow != NULL ? self.flow->next_step : 0;
  end->size = self.model.size;
  end->state
      = ipl_memory_try_copy (self.state, (double)end->size, sizeof (double), "the weights", error);
  return end->state != NULL ? g_steal_pointer (&self.trajectory) : NULL;
}

/* Copies the numbers of seed @s at the moments that both runs have. */
static void
copy_seed (const IplTrajectory *from, IplTrajectory *to, guint s)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (to, "correlations");

  for (guint moment = 0; moment < MIN (from->S, to->S); moment++)
    if (from->time[moment] == to->time[moment])
      memcpy (array->values + moment * array->size + s * IPL_JOINT_N_PARTS,
              ipl_trajectory_get (from, "correlations", moment),
              IPL_JOINT_N_PARTS * sizeof (double));
}

/* Runs the seeds after the first, and adds their correlations to @trajectory, which has those of
 * the first. NaN after the end of a shorter run, or if all are stopped. Frequencies of a file
 * are the same for all seeds. */
gboolean
ipl_joint_add_seeds (const IplJointSettings *settings, IplTrajectory *trajectory,
                     const IplWork *watch, GError **error)
{
  const IplWork quiet = { .cancellable = watch->cancellable, .stop = watch->stop };

  for (guint s = 1; s < settings->n_seeds && !g_cancellable_is_cancelled (watch->stop); s++)
    {
      IplJointSettings other = *settings;
      g_auto (IplJointEnd) end = { 0 };
      g_autoptr (IplTrajectory) run = NULL;

      other.seed += s;
      other.n_seeds = 1;
      run = ipl_joint_run (&other, NULL, NULL, &quiet, &end, error);
      if (run == NULL)
        return FALSE;
      copy_seed (run, trajectory, s);
    }
  return TRUE;
}
