/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/learning.h"

#include <glib/gstdio.h>

#define SHOW_USEC (G_USEC_PER_SEC / 5)
#define KEEP_USEC (60 * G_USEC_PER_SEC)

gboolean
ipl_going_may_show (IplGoing *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->run->show == NULL || now - self->shown < SHOW_USEC)
    return FALSE;
  self->shown = now;
  return TRUE;
}

void
ipl_going_show (IplGoing *self, const IplTrajectory *so_far)
{
  IplTrajectory *copy;

  if (so_far->S == 0 || !ipl_going_may_show (self))
    return;
  copy = ipl_trajectory_copy (so_far, NULL);
  if (copy != NULL)
    self->run->show (ipl_experiment_result_new_dynamics (
                         self->experiment, copy, FALSE,
                         self->copy != NULL ? self->copy (self->data) : NULL, self->free),
                     self->run->data);
}

void
ipl_going_show_at (const IplTrajectory *so_far, double fraction, gpointer going)
{
  ipl_going_say (going, fraction, ipl_going_seconds_left (going, fraction), NULL);
  ipl_going_show (going, so_far);
}

/* A failed checkpoint is reported and does not end the run. */
void
ipl_going_keep_now (IplGoing *self)
{
  g_autoptr (GError) error = NULL;

  if (self->run->checkpoint == NULL)
    return;
  g_clear_pointer (&self->not_kept, g_free);
  if (!self->learning->save (self->learner, self->run->checkpoint, &error))
    self->not_kept = g_strdup_printf ("No checkpoint could be written: %s", error->message);
  self->kept = g_get_monotonic_time ();
}

void
ipl_going_keep (IplGoing *self)
{
  if (g_get_monotonic_time () - self->kept >= KEEP_USEC)
    ipl_going_keep_now (self);
}

void
ipl_going_say (const IplGoing *self, double fraction, double seconds_left, const char *sentence)
{
  if (self->run->progress != NULL)
    self->run->progress (fraction, seconds_left, self->not_kept != NULL ? self->not_kept : sentence,
                         self->run->data);
}

/* Extrapolates from the first call; negative before any progress. */
double
ipl_going_seconds_left (IplGoing *self, double fraction)
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
ipl_going_clear (IplGoing *self)
{
  g_free (self->not_kept);
}

/* Resumes from the checkpoint. Starts over without one, or if the program's own belongs to
 * another run. */
gpointer
ipl_learning_begin (const IplLearning *self, gconstpointer own, const IplExperimentRun *run,
                    GError **error)
{
  GError *wrong = NULL;
  gpointer learner;

  if (run->checkpoint == NULL || !g_file_test (run->checkpoint, G_FILE_TEST_EXISTS))
    return self->begin (own, run, error);
  learner = self->load (own, run, &wrong);
  if (learner != NULL)
    return learner;
  if (!run->own_checkpoint || g_error_matches (wrong, G_IO_ERROR, G_IO_ERROR_CANCELLED))
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
  const IplLearning *learning;
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
held_take (Held *self, gconstpointer own)
{
  gpointer learner = self != NULL ? g_atomic_pointer_exchange (&self->learner, NULL) : NULL;

  if (learner == NULL || self->learning->fits (learner, own))
    return learner;
  g_atomic_pointer_set (&self->learner, learner);
  return NULL;
}

/* Trains to the end, or to a stop; returns a copy of the trajectory. */
static IplTrajectory *
go_on (IplGoing *going, gconstpointer own, gboolean *complete, GError **error)
{
  const IplLearning *learning = going->learning;
  const char *checkpoint = going->run->checkpoint;
  IplTrajectory *recorded;

  going->kept = g_get_monotonic_time ();
  if (!learning->train (going->learner, own, going, error))
    return NULL;
  *complete = learning->is_complete (going->learner, own);
  if (!*complete)
    ipl_going_keep_now (going);
  else if (learning->ended != NULL && checkpoint != NULL)
    learning->ended (going->learner, checkpoint);
  recorded = ipl_trajectory_copy (learning->recorded (going->learner), error);
  if (recorded != NULL && !*complete && going->not_kept != NULL)
    ipl_trajectory_set_message (recorded, going->not_kept);
  return recorded;
}

IplExperimentResult *
ipl_learning_compute (const IplLearning *self, const IplParameters *parameters,
                      const IplExperimentRun *run, GError **error)
{
  gconstpointer own = ipl_parameters_get_own (parameters);
  g_auto (IplGoing) going = { parameters->experiment, run, .learning = self, .first = -1 };
  Held *before = run->before != NULL && run->before->experiment == parameters->experiment
                     ? run->before->data
                     : NULL;
  gpointer taken = held_take (before, own);
  IplTrajectory *recorded;
  gboolean complete;
  Held *held;

  going.learner = taken != NULL ? taken : ipl_learning_begin (self, own, run, error);
  if (going.learner == NULL)
    return NULL;
  recorded = go_on (&going, own, &complete, error);
  if (recorded == NULL)
    {
      if (taken != NULL)
        g_atomic_pointer_set (&before->learner, taken);
      else
        self->free (going.learner);
      return NULL;
    }
  held = g_new (Held, 1);
  *held = (Held){ self, going.learner };
  return ipl_experiment_result_new_dynamics (parameters->experiment, recorded, complete, held,
                                             held_free);
}
