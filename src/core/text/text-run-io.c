/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run in a file: the trainer's own, in which what was recorded is kept too. */
#include <string.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/text/text-run-private.h"

#define SINCE "recorded.since"
#define TIME "recorded.time"

static char *
name_of (const IplTrajectoryArray *array)
{
  return g_strconcat ("recorded.", array->name, NULL);
}

/* Keeps it, so that ipl_text_run_load() goes on as if it had never ended.
 * @about: what it is a run of, in words that only an equal one has
 * @path: the file, which is written whole or not at all
 * Returns: whether it was written */
gboolean
ipl_text_run_save (IplTextRun *self, const char *about, const char *path, GError **error)
{
  const IplTrajectory *trajectory = self->trajectory;
  const double since[] = { self->loss, self->n_loss, self->diverged };

  ipl_transformer_trainer_set_about (self->trainer, about);
  if (!ipl_transformer_trainer_keep (self->trainer, SINCE, since, G_N_ELEMENTS (since), error)
      || !ipl_transformer_trainer_keep (self->trainer, TIME, trajectory->time, trajectory->S,
                                        error))
    return FALSE;
  for (guint i = 0; i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];
      g_autofree char *name = name_of (array);

      if (!ipl_transformer_trainer_keep (self->trainer, name, array->values,
                                         trajectory->S * array->size, error))
        return FALSE;
    }
  return ipl_transformer_trainer_save (self->trainer, path, error);
}

/* Whether the network is the one that its parameters say. */
static gboolean
has_shape (const IplTextRun *self)
{
  const IplTransformerShape *is = &ipl_transformer_trainer_get_network (self->trainer)->shape;
  const IplTransformerShape *right = &self->training.shape;

  return is->layers == right->layers && is->heads == right->heads && is->d == right->d
         && is->hidden == right->hidden && is->V == right->V && is->classes == right->classes
         && is->L == right->L && is->causal == right->causal && !is->last;
}

/* Takes what was recorded from the trainer's file; FALSE where it is not all there. */
static gboolean
take_recorded (IplTextRun *self, GError **error)
{
  IplTrajectory *trajectory = self->trajectory;
  gsize n_since, n_times, n;
  const double *since = ipl_transformer_trainer_get_kept (self->trainer, SINCE, &n_since);
  const double *time = ipl_transformer_trainer_get_kept (self->trainer, TIME, &n_times);

  if (!has_shape (self) || since == NULL || n_since != 3 || time == NULL || n_times == 0
      || n_times > G_MAXUINT)
    return FALSE;
  for (guint i = 0; i < trajectory->arrays->len; i++)
    {
      g_autofree char *name = name_of (trajectory->arrays->pdata[i]);

      if (ipl_transformer_trainer_get_kept (self->trainer, name, &n) == NULL
          || n != n_times * ((const IplTrajectoryArray *)trajectory->arrays->pdata[i])->size)
        return FALSE;
    }
  for (gsize s = 0; s < n_times; s++)
    {
      if (!(time[s] >= 0) || (s > 0 && !(time[s] > time[s - 1]))
          || !ipl_trajectory_append (trajectory, time[s], error))
        return FALSE;
      for (guint i = 0; i < trajectory->arrays->len; i++)
        {
          const IplTrajectoryArray *array = trajectory->arrays->pdata[i];
          g_autofree char *name = name_of (array);
          const double *values = ipl_transformer_trainer_get_kept (self->trainer, name, &n);

          memcpy (ipl_trajectory_edit (trajectory, array->name), values + s * array->size,
                  array->size * sizeof *values);
        }
    }
  self->loss = since[0];
  self->n_loss = since[1];
  self->diverged = since[2] != 0;
  return time[n_times - 1] <= (double)ipl_text_run_get_step (self);
}

/* @about: what it must be a run of
 * Returns: (transfer full) (nullable): the run, as it was when it was kept; IPL_ERROR_VALUE where
 *   the file is a run of something else */
IplTextRun *
ipl_text_run_load (const char *path, const char *about, IplTextCorpus *corpus,
                   const IplTextTraining *training, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTextRun) self = ipl_text_run_alloc (corpus, training, error);
  g_autofree char *shown = ipl_file_shown (path);
  GError *recorded_error = NULL;

  if (self == NULL)
    return NULL;
  self->trainer = ipl_transformer_trainer_load (path, cancellable, error);
  if (self->trainer == NULL)
    return NULL;
  if (g_strcmp0 (ipl_transformer_trainer_get_network (self->trainer)->about, about) != 0)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "“%s” is the checkpoint of another run: choose another file, or the parameters "
                   "that it was made with.",
                   shown);
      return NULL;
    }
  if (take_recorded (self, &recorded_error))
    return g_steal_pointer (&self);
  if (recorded_error != NULL)
    g_propagate_error (error, recorded_error);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” is damaged: what was recorded is missing in it.", shown);
  return NULL;
}
