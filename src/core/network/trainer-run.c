/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/base/parallel.h"
#include <math.h>

#include "core/network/trained-step-private.h"
#include "core/network/trainer-private.h"

/* Seconds between two reports without a point of the learning curve. */
#define REPORT_SECONDS 0.1

/* For a time limit the schedule is planned after this many steps, and again until this fraction
 * of the time is left. */
#define PLAN_STEPS 20
#define PLAN_UNTIL 0.05

/* State of a call of ipl_trainer_run(). */
typedef struct
{
  IplTrainer *trainer;
  IplTrainedStep *step;
  const IplWork *work; /* (nullable) */
  guint64 steps;       /* limits, 0 for none */
  double seconds;
  guint64 first_step;
  double first_seconds; /* of the trainer */
  gint64 begin_usec;
  double last_report;
} Run;

static void
fill (gsize first, gsize count, float *x, float *y, gpointer data)
{
  IplTrainer *self = data;

  self->source (self->step * self->config.batch + first, count, x, y, self->data);
}

static double
elapsed (const Run *run)
{
  return (double)(g_get_monotonic_time () - run->begin_usec) * 1e-6;
}

static guint64
steps_done (const Run *run)
{
  return run->trainer->step - run->first_step;
}

/* Remaining seconds of the run at its present rate; negative if unknown. */
static double
seconds_left (const Run *run)
{
  double left = -1, spent = elapsed (run);
  guint64 done = steps_done (run);

  if (run->steps > 0 && done > 0)
    left = spent / (double)done * (double)(run->steps - done);
  if (run->seconds > 0)
    left = left < 0 ? MAX (run->seconds - spent, 0) : MIN (left, MAX (run->seconds - spent, 0));
  return left;
}

/* Ends the cosine schedule at the end of the run. Steps are given; a time limit is converted to
 * steps at the present rate, so that the schedule follows a machine of varying speed. */
static void
plan (Run *run)
{
  IplTrainer *self = run->trainer;
  guint64 done = steps_done (run), total = 0;
  double spent = elapsed (run), left = run->seconds - spent;

  if (!self->plan)
    return;
  if (run->steps > 0)
    total = MAX (self->config.total_steps, run->first_step + run->steps);
  if (run->seconds > 0)
    {
      if (done < PLAN_STEPS)
        return;
      if (left < PLAN_UNTIL * run->seconds && self->config.total_steps > 0)
        return;

      guint64 in_time = self->step + (guint64)(MAX (left, 0) * (double)done / spent) + 1;

      total = total > 0 ? MIN (total, in_time) : in_time;
    }
  self->config.total_steps = total;
}

static gboolean
add_point (Run *run, gboolean evaluate, GError **error)
{
  IplTrainer *self = run->trainer;
  double examples = (double)self->window_steps * (double)self->config.batch;
  IplTrainerPoint point = { .step = self->step,
                            .loss = self->window_loss / examples,
                            .accuracy_train = (double)self->window_right / examples,
                            .accuracy_holdout = NAN,
                            .standard_error = NAN };

  if (evaluate && self->n_holdout > 0
      && !ipl_trainer_evaluate (self, ipl_work_threads (run->work), &point.accuracy_holdout,
                                &point.standard_error, ipl_work_cancellable (run->work), error))
    return FALSE;
  point.seconds = run->first_seconds + elapsed (run);
  if (!ipl_trainer_add_point (self, &point, error))
    return FALSE;
  self->window_loss = 0;
  self->window_right = 0;
  self->window_steps = 0;
  return TRUE;
}

static const IplTrainerPoint *
last_point (const IplTrainer *self)
{
  return self->n_points > 0 ? &self->points[self->n_points - 1] : NULL;
}

/* Records the heads at the beginning, at points of the curve, and at the end. */
static gboolean
record_heads (Run *run, gboolean at_end, GError **error)
{
  IplTrainer *self = run->trainer;
  IplTrajectory *history = self->history;
  const IplTrainerPoint *point = last_point (self);
  gboolean has_point = point != NULL && point->step == self->step;

  if (self->watched == NULL
      || (history->S > 0 && (double)self->step <= history->time[history->S - 1])
      || (!at_end && !ipl_head_history_make_room (history, self->step, self->config.report_steps)))
    return TRUE;
  return ipl_head_history_record (history, self->network, IPL_HEAD_HISTORY_SEQUENCES, self->watched,
                                  (double)self->step, has_point ? point->loss : NAN,
                                  has_point ? point->accuracy_train : NAN,
                                  ipl_work_threads (run->work), error);
}

static void
report (Run *run)
{
  IplTrainer *self = run->trainer;
  const IplTrainerPoint *point = last_point (self);
  double spent = elapsed (run), fraction = 0;
  g_autofree char *sentence = NULL;

  run->last_report = spent;
  self->seconds = run->first_seconds + spent;
  if (run->work == NULL || run->work->progress == NULL)
    return;
  if (run->steps > 0)
    fraction = (double)steps_done (run) / (double)run->steps;
  if (run->seconds > 0)
    fraction = MAX (fraction, spent / run->seconds);
  sentence
      = point != NULL
            ? g_strdup_printf ("Training: step %" G_GUINT64_FORMAT ", %.0f a second, loss %.3f",
                               self->step, (double)steps_done (run) / spent, point->loss)
            : g_strdup_printf ("Training: step %" G_GUINT64_FORMAT, self->step);
  ipl_work_progress (run->work, MIN (fraction, 1), seconds_left (run), sentence);
}

/* A rare batch with a gradient many times the usual one would derail the attention for thousands
 * of steps. The sum runs in the order of the parameters, for any number of threads. */
static void
clip (IplTrainer *self)
{
  double squares = 0, norm;
  float scale;

  for (gsize i = 0; i < self->adam.n; i++)
    squares += (double)self->gradient[i] * (double)self->gradient[i];
  norm = sqrt (squares);
  if (norm <= self->config.clip_norm)
    return;
  scale = (float)(self->config.clip_norm / norm);
  for (gsize i = 0; i < self->adam.n; i++)
    self->gradient[i] *= scale;
}

static gboolean
one_step (Run *run, GError **error)
{
  IplTrainer *self = run->trainer;
  IplTrainedSums sums;

  if (!ipl_trained_step_gradient (run->step, self->config.loss, fill, self, self->gradient, &sums,
                                  ipl_work_cancellable (run->work)))
    return !g_cancellable_set_error_if_cancelled (ipl_work_cancellable (run->work), error);
  if (!isfinite (sums.loss))
    return ipl_fail (error, IPL_ERROR_NOT_CONVERGED,
                     "Training diverged at step %" G_GUINT64_FORMAT
                     ": choose a smaller learning rate or a longer warm-up.",
                     self->step);
  if (self->config.clip_norm > 0)
    clip (self);
  ipl_adam_step (&self->adam, self->step,
                 self->config.learning_rate
                     * ipl_trainer_rates_schedule (&self->config, self->step),
                 self->gradient, self->network->parameters, ipl_work_threads (run->work));
  self->step++;
  self->window_loss += sums.loss;
  self->window_right += sums.right;
  self->window_steps++;
  return TRUE;
}

static gboolean
finished (const Run *run)
{
  return (run->steps > 0 && steps_done (run) >= run->steps)
         || (run->seconds > 0 && elapsed (run) >= run->seconds);
}

/* Adds a point of the learning curve if due, and records the heads. */
static gboolean
add_due_point (Run *run, GError **error)
{
  IplTrainer *self = run->trainer;
  const IplTrainerConfig *config = &self->config;
  gboolean evaluate = config->evaluate_steps > 0 && self->step % config->evaluate_steps == 0;

  if (!add_point (run, evaluate, error) || !record_heads (run, FALSE, error))
    return FALSE;
  report (run);
  return TRUE;
}

/* Adds the last point of the curve at the end of the run. */
static gboolean
add_last_point (Run *run, GError **error)
{
  IplTrainer *self = run->trainer;

  if (self->window_steps > 0)
    {
      if (!add_point (run, TRUE, error))
        return FALSE;
    }
  else if (last_point (self) == NULL)
    return TRUE;
  else if (isnan (last_point (self)->accuracy_holdout) && self->n_holdout > 0)
    {
      IplTrainerPoint *point = &self->points[self->n_points - 1];

      if (!ipl_trainer_evaluate (self, ipl_work_threads (run->work), &point->accuracy_holdout,
                                 &point->standard_error, ipl_work_cancellable (run->work), error))
        return FALSE;
    }
  if (!record_heads (run, TRUE, error))
    return FALSE;
  report (run);
  return TRUE;
}

static gboolean
run_steps (Run *run, GError **error)
{
  IplTrainer *self = run->trainer;
  const IplTrainerConfig *config = &self->config;

  if (self->history->S == 0 && !record_heads (run, FALSE, error))
    return FALSE;
  /* A run stopped during the evaluation of the held-out sequences repeats it. */
  if (self->window_steps > 0 && self->step % config->report_steps == 0
      && !add_due_point (run, error))
    return FALSE;
  while (!finished (run))
    {
      if (g_cancellable_set_error_if_cancelled (ipl_work_cancellable (run->work), error))
        return FALSE;
      if (steps_done (run) % PLAN_STEPS == 0)
        plan (run);
      if (!one_step (run, error))
        return FALSE;
      if (self->step % config->report_steps == 0)
        {
          if (!add_due_point (run, error))
            return FALSE;
        }
      else if (elapsed (run) - run->last_report >= REPORT_SECONDS)
        report (run);
    }
  return add_last_point (run, error);
}

/* Trains until a limit of steps or seconds. Progress is reported between steps, ten times a second
 * at most and at every new point; the network may be read or saved meanwhile. A cosine schedule
 * without total steps ends at these limits. The steps within a time limit are estimated during the
 * run, so that only a limit in steps gives the same weights twice. After a cancel all steps
 * remain, and a later call continues as if without a stop. */
gboolean
ipl_trainer_run (IplTrainer *self, guint64 steps, double seconds, const IplWork *work,
                 GError **error)
{
  g_return_val_if_fail (self != NULL && seconds >= 0, FALSE);

  IplTrainedLayout layout;
  gboolean ok;

  Run run = { .trainer = self,
              .work = work,
              .steps = steps,
              .seconds = seconds,
              .first_step = self->step,
              .first_seconds = self->seconds,
              .begin_usec = g_get_monotonic_time () };

  ipl_trained_layout_init (&layout, &self->config.shape);
  run.step = ipl_trained_step_new (&layout, self->network->parameters, self->config.batch,
                                   ipl_work_threads (work), TRUE, error);
  if (run.step == NULL)
    return FALSE;
  ok = run_steps (&run, error);
  ipl_trained_step_free (run.step);
  self->seconds = run.first_seconds + elapsed (&run);
  return ok;
}
