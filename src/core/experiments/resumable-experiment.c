/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/resumable-experiment.h"

#include <glib/gstdio.h>

#define SHOW_USEC (G_USEC_PER_SEC / 5)
#define SAVE_USEC (60 * G_USEC_PER_SEC)

gboolean
ipl_computation_may_show (IplComputation *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->run->work.show == NULL || now - self->shown < SHOW_USEC)
    return FALSE;
  self->shown = now;
  return TRUE;
}

void
ipl_computation_show (IplComputation *self, const IplTrajectory *so_far)
{
  g_autoptr (IplExperimentResult) result = NULL;
  IplTrajectory *copy;

  if (so_far->S == 0 || !ipl_computation_may_show (self))
    return;
  copy = ipl_trajectory_copy (so_far, NULL);
  if (copy == NULL)
    return;
  result = ipl_experiment_result_new_dynamics (self->experiment, copy, FALSE,
                                               self->copy != NULL ? self->copy (self->data) : NULL,
                                               self->free);
  ipl_work_show (&self->run->work, result, -1.0);
}

void
ipl_computation_show_at (gconstpointer so_far, double fraction, gpointer computation)
{
  ipl_computation_report (computation, fraction,
                          ipl_computation_seconds_left (computation, fraction), NULL);
  ipl_computation_show (computation, so_far);
}

IplWork
ipl_computation_work (IplComputation *self, void (*show) (gconstpointer, double, gpointer))
{
  IplWork work = self->run->work;

  work.progress = NULL;
  work.show = show;
  work.data = self;
  return work;
}

/* A failed checkpoint is reported and does not end the run. */
void
ipl_computation_save (IplComputation *self)
{
  g_autoptr (GError) error = NULL;

  if (self->run->checkpoint == NULL)
    return;
  g_clear_pointer (&self->save_error, g_free);
  if (!self->learning->save (self->learner, self->run->checkpoint, &error))
    self->save_error = g_strdup_printf ("No checkpoint could be written: %s", error->message);
  self->saved_usec = g_get_monotonic_time ();
}

void
ipl_computation_save_in_time (IplComputation *self)
{
  if (g_get_monotonic_time () - self->saved_usec >= SAVE_USEC)
    ipl_computation_save (self);
}

void
ipl_computation_report (const IplComputation *self, double fraction, double seconds_left,
                        const char *sentence)
{
  ipl_work_progress (&self->run->work, fraction, seconds_left,
                     self->save_error != NULL ? self->save_error : sentence);
}

/* Extrapolates from the first call; negative before any progress. */
double
ipl_computation_seconds_left (IplComputation *self, double fraction)
{
  double done;

  if (self->first < 0)
    {
      self->first = fraction;
      self->began = g_get_monotonic_time ();
    }
  done = fraction - self->first;
  return done > 0 ? (double)(g_get_monotonic_time () - self->began) / G_USEC_PER_SEC
                        * (1 - fraction) / done
                  : -1;
}

void
ipl_computation_clear (IplComputation *self)
{
  g_free (self->save_error);
}

/* Resumes from the checkpoint. Starts over without one, or if the program's own belongs to
 * another run. */
gpointer
ipl_resumable_begin (const IplResumable *self, gconstpointer own, const IplExperimentRun *run,
                     GError **error)
{
  GError *wrong = NULL;
  gpointer learner;

  if (run->checkpoint == NULL || !g_file_test (run->checkpoint, G_FILE_TEST_EXISTS))
    return self->begin (own, run, error);
  learner = self->load (own, run, &wrong);
  if (learner != NULL)
    return learner;
  if (!run->replaces_checkpoint || g_error_matches (wrong, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, wrong);
      return NULL;
    }
  g_clear_error (&wrong);
  return self->begin (own, run, error);
}

/* The parts of a result other than its record. */
typedef struct
{
  const IplResumable *learning;
  gpointer learner; /* (nullable): until the user resumes it */
} Held;

static void
held_free (gpointer data)
{
  Held *self = data;

  if (self->learner != NULL)
    self->learning->free (self->learner);
  g_free (self);
}

static gpointer
held_acquire (Held *self, gconstpointer own)
{
  gpointer learner = self != NULL ? g_atomic_pointer_exchange (&self->learner, NULL) : NULL;

  if (learner == NULL || self->learning->fits (learner, own))
    return learner;
  g_atomic_pointer_set (&self->learner, learner);
  return NULL;
}

/* Trains to the end, or to a stop; returns a copy of the trajectory. */
static IplTrajectory *
go_on (IplComputation *computation, gconstpointer own, gboolean *complete, GError **error)
{
  const IplResumable *learning = computation->learning;
  const char *checkpoint = computation->run->checkpoint;
  IplTrajectory *recorded;

  computation->saved_usec = g_get_monotonic_time ();
  if (!learning->train (computation->learner, own, computation, error))
    return NULL;
  *complete = learning->is_complete (computation->learner, own);
  if (!*complete)
    ipl_computation_save (computation);
  else if (learning->ended != NULL && checkpoint != NULL)
    learning->ended (computation->learner, checkpoint);
  recorded = ipl_trajectory_copy (learning->recorded (computation->learner), error);
  if (recorded != NULL && !*complete && computation->save_error != NULL)
    ipl_trajectory_set_message (recorded, computation->save_error);
  return recorded;
}

IplExperimentResult *
ipl_resumable_compute (const IplResumable *self, const IplParameters *parameters,
                       const IplExperimentRun *run, GError **error)
{
  gconstpointer own = ipl_parameters_get_specific (parameters);
  g_auto (IplComputation) computation
      = { parameters->experiment, run, .learning = self, .first = -1 };
  Held *before = run->before != NULL && run->before->experiment == parameters->experiment
                     ? run->before->data
                     : NULL;
  gpointer acquired = held_acquire (before, own);
  IplTrajectory *recorded;
  gboolean complete;
  Held *held;

  computation.learner = acquired != NULL ? acquired : ipl_resumable_begin (self, own, run, error);
  if (computation.learner == NULL)
    return NULL;
  recorded = go_on (&computation, own, &complete, error);
  if (recorded == NULL)
    {
      if (acquired != NULL)
        g_atomic_pointer_set (&before->learner, acquired);
      else
        self->free (computation.learner);
      return NULL;
    }
  held = g_new (Held, 1);
  *held = (Held){ self, computation.learner };
  return ipl_experiment_result_new_dynamics (parameters->experiment, recorded, complete, held,
                                             held_free);
}
