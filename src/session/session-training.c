/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a session knows of training: starting and stopping a run, and what becomes of its network.
 */
#include "session/session-private.h"

#include "core/experiments/parameters.h"
#include <string.h>

/* The theory goes on at the network's attention, as after any other change. */
static void
take_network (IplSession *self, const IplTrainingRun *run)
{
  IplParameters parameters = self->parameters;
  IplTrainable *trainable = ipl_parameters_edit_trainable (&parameters);
  g_autofree char *text = NULL;

  if (trainable != NULL && ipl_image_task_same_training (&trainable->task, &run->task)
      && self->opening == NULL)
    {
      trainable->network = g_intern_string (run->path);
      ipl_session_change (self, &parameters, NULL);
      return;
    }
  text = g_strdup_printf ("The network that was being trained on other images is kept in %s.",
                          run->path);
  ipl_session_tell (self, text, FALSE);
}

static void
on_run (IplTrainingRun *run, gpointer user_data)
{
  IplSession *self = user_data;

  if (run == NULL)
    return;
  /* What a file tells is of use only as long as it is the network's. */
  if (run->looked && strcmp (run->path, ipl_parameters_get_network (&self->parameters)) != 0)
    return;
  g_clear_pointer (&self->training, ipl_training_run_unref);
  self->training = ipl_training_run_ref (run);
  if (run->error != NULL)
    ipl_session_tell (self, run->error->message, TRUE);
  if (!run->running && !run->looked)
    {
      g_free (self->looked_at);
      self->looked_at = g_strdup (run->path);
      if (run->kept)
        take_network (self, run);
    }
  ipl_session_training_changed (self);
}

void
ipl_session_begin_training (IplSession *self)
{
  self->trainings = ipl_trainings_new (on_run, self);
}

/* The learning curve shown is that of the network whose attention the case has. */
void
ipl_session_follow_network (IplSession *self)
{
  const char *network = ipl_parameters_get_network (&self->parameters);

  if (self->trainings == NULL || ipl_session_is_training (self) || network[0] == '\0'
      || g_strcmp0 (network, self->looked_at) == 0
      || (self->training != NULL && strcmp (self->training->path, network) == 0))
    {
      ipl_session_training_changed (self);
      return;
    }
  g_free (self->looked_at);
  self->looked_at = g_strdup (network);
  ipl_trainings_look (self->trainings, network);
  ipl_session_training_changed (self);
}

/**
 * ipl_session_is_trainable:
 * @self: the session
 *
 * Returns: whether the case is a one-shot task, which a network can be trained on
 */
gboolean
ipl_session_is_trainable (IplSession *self)
{
  return ipl_parameters_get_trainable (&self->parameters) != NULL;
}

gboolean
ipl_session_is_training (IplSession *self)
{
  return self->trainings != NULL && self->training != NULL && self->training->running;
}

gboolean
ipl_session_can_train (IplSession *self)
{
  return self->trainings != NULL && self->opening == NULL && ipl_session_is_trainable (self)
         && !ipl_session_is_training (self);
}

gboolean
ipl_session_can_go_on_training (IplSession *self)
{
  return ipl_session_can_train (self) && ipl_parameters_get_network (&self->parameters)[0] != '\0';
}

static void
begin (IplSession *self, const char *from)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (&self->parameters);
  g_autofree char *path = ipl_training_new_path (&trainable->task, &trainable->training);
  IplTrainingRun *run = g_new0 (IplTrainingRun, 1);

  ipl_session_tell (self, "", FALSE);
  /* What is shown until the thread tells more. */
  g_atomic_ref_count_init (&run->ref_count);
  run->task = trainable->task;
  run->path = g_strdup (path);
  run->seconds_left = run->fraction = -1.0;
  run->sentence = g_strdup ("Preparing the images");
  run->running = TRUE;
  g_clear_pointer (&self->training, ipl_training_run_unref);
  self->training = run;
  /* The rest of the theory of an untrained network would only be in the way. */
  if (from == NULL && trainable->network[0] == '\0' && self->outcome != NULL
      && self->outcome->current != NULL && !ipl_session_is_sampling (self))
    ipl_session_stop (self);
  ipl_trainings_start (self->trainings, &trainable->task, &trainable->training, from, path);
  ipl_session_training_changed (self);
}

/**
 * ipl_session_train:
 * @self: the session
 *
 * Trains a new network in the background, beside whatever is being solved. When it ends, or is
 * stopped, the network is kept in a file and the theory solved at its attention.
 */
void
ipl_session_train (IplSession *self)
{
  if (ipl_session_can_train (self))
    begin (self, NULL);
}

/**
 * ipl_session_go_on_training:
 * @self: the session
 *
 * Goes on with the network there is, from where its training ended, by as much again; the result
 * is a network of its own.
 */
void
ipl_session_go_on_training (IplSession *self)
{
  if (ipl_session_can_go_on_training (self))
    begin (self, ipl_parameters_get_network (&self->parameters));
}

/**
 * ipl_session_stop_training:
 * @self: the session
 *
 * Ends the run; the network as it is then is kept.
 */
void
ipl_session_stop_training (IplSession *self)
{
  if (ipl_session_is_training (self))
    ipl_trainings_stop (self->trainings);
}

/**
 * ipl_session_get_training:
 * @self: the session
 *
 * Returns: (transfer none) (nullable): the run that goes on, else the one that the network came
 *   from, else one that failed
 */
const IplTrainingRun *
ipl_session_get_training (IplSession *self)
{
  const IplTrainingRun *run = self->training;

  if (run == NULL || !ipl_session_is_trainable (self))
    return NULL;
  return run->running || run->error != NULL || strcmp (run->path, ipl_parameters_get_network (&self->parameters)) == 0
             ? run
             : NULL;
}

void
ipl_session_view_training (IplSession *self, IplView *view)
{
  const IplTrainingRun *run = ipl_session_get_training (self);

  if (run == NULL)
    return;
  ipl_training_run_get_curve (run, &self->training_view);
  view->training = &self->training_view;
}
