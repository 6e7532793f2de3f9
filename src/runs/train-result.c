/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Request and result of a training run, and its checkpoint. */
#include "runs/train.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"

/* Makes a request; the caller sets its limits and other fields. */
IplTrainRequest *
ipl_train_request_new (const IplImageTask *task, const IplTrainerConfig *config,
                       IplTrainStart start, const char *from, const char *path)
{
  IplTrainRequest *self = g_new0 (IplTrainRequest, 1);

  self->task = *task;
  self->config = *config;
  self->start = start;
  self->from = g_strdup (from);
  self->path = g_strdup (path);
  return self;
}

void
ipl_train_request_free (IplTrainRequest *self)
{
  g_free (self->from);
  g_free (self->path);
  g_free (self);
}

/* Makes an empty result, filled in before it is shared. */
IplTrainResult *
ipl_train_result_new (const IplTrainRequest *request)
{
  IplTrainResult *self = g_atomic_rc_box_new0 (IplTrainResult);

  self->task = request->task;
  self->path = g_strdup (request->path);
  self->fraction = -1.0;
  self->accuracy = self->standard_error = NAN;
  return self;
}

void
ipl_train_result_clear (IplTrainResult *self)
{
  g_free (self->path);
  g_clear_pointer (&self->points, g_array_unref);
  g_clear_pointer (&self->history, ipl_trajectory_unref);
  g_free (self->sentence);
  g_clear_error (&self->error);
}

/* Returns: (transfer full): a new file in the user data directory, named by images, heads, width
 *   and seed */
char *
ipl_train_new_path (const IplImageTask *task, const IplTraining *training)
{
  const IplTrainedShape *shape = &training->config.shape;
  g_autofree char *folder
      = g_build_filename (g_get_user_data_dir (), "interplay", "networks", NULL);
  g_autoptr (GString) name = g_string_new (NULL);
  char *path = NULL;

  if (task->files[0][0] == '\0')
    g_string_append (name, "glyphs");
  else
    {
      g_autofree char *file = g_path_get_basename (task->files[0]);
      g_string_append_len (name, file, (gssize)strcspn (file, "."));
    }
  for (guint l = 0; l < shape->L; l++)
    g_string_append_printf (name, "%s%u", l > 0 ? "x" : "-H", shape->H[l]);
  g_string_append_printf (name, "-N%" G_GSIZE_FORMAT "-s%" G_GUINT64_FORMAT, shape->N[0],
                          training->config.seed);
  for (guint i = 1; path == NULL; i++)
    {
      g_autofree char *file = i == 1 ? g_strdup_printf ("%s.safetensors", name->str)
                                     : g_strdup_printf ("%s-%u.safetensors", name->str, i);

      path = g_build_filename (folder, file, NULL);
      if (g_file_test (path, G_FILE_TEST_EXISTS))
        g_clear_pointer (&path, g_free);
    }
  return path;
}

struct _IplTrainCheckpoint
{
  const IplCheckpoint *checkpoint;
  char *run;
  IplCheckpointPace pace;
};

/* Makes the checkpoint of a run.
 * @beginning: trainer at its first step, whose digest identifies the run
 * @limits: limits of the request, as text */
IplTrainCheckpoint *
ipl_train_checkpoint_new (const IplCheckpoint *checkpoint, const IplTrainer *beginning,
                          const char *limits)
{
  IplTrainCheckpoint *self = g_new0 (IplTrainCheckpoint, 1);
  g_autofree char *digest = ipl_trainer_digest (beginning);
  const char *task = ipl_trainer_get_network (beginning)->task;

  self->checkpoint = checkpoint;
  self->run = g_strdup_printf ("%s %s %s", digest, limits, task != NULL ? task : "");
  ipl_checkpoint_pace_init (&self->pace);
  return self;
}

void
ipl_train_checkpoint_free (IplTrainCheckpoint *self)
{
  g_free (self->run);
  g_free (self);
}

/* TRUE if the checkpoint is at the first step of this request, so nothing is lost without it. */
static gboolean
is_beginning (const IplTrainer *resumed, const IplTrainer *beginning)
{
  g_autofree char *a = ipl_trainer_digest (resumed), *b = ipl_trainer_digest (beginning);

  return strcmp (a, b) == 0;
}

/* Loads the run. Returns NULL without an error if there is no file, the file has no steps, or it is
 * damaged and was renamed. */
IplTrainer *
ipl_train_checkpoint_load (IplTrainCheckpoint *self, const IplTrainer *beginning,
                           IplSequenceSource source, gpointer data, GCancellable *cancellable,
                           GError **error)
{
  const char *path = self->checkpoint->path;
  g_autofree char *shown = ipl_file_shown (path);
  g_autoptr (GError) load_error = NULL;
  g_autoptr (IplTrainer) trainer = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;
  trainer = ipl_trainer_load (path, source, data, cancellable, &load_error);
  if (trainer == NULL)
    {
      if (load_error->domain != IPL_ERROR || g_error_matches (load_error, IPL_ERROR, IPL_ERROR_IO)
          || g_error_matches (load_error, IPL_ERROR, IPL_ERROR_MEMORY))
        g_propagate_error (error, g_steal_pointer (&load_error));
      else
        ipl_checkpoint_put_aside (self->checkpoint, path);
      return NULL;
    }
  if (g_strcmp0 (ipl_trainer_get_run (trainer), self->run) != 0)
    {
      if (!is_beginning (trainer, beginning))
        g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                     "“%s” holds a run with other images, options or limits, %" G_GUINT64_FORMAT
                     " steps of it: give those again to resume, or remove the file to restart.",
                     shown, ipl_trainer_get_step (trainer));
      return NULL;
    }
  ipl_trainer_set_run (trainer, NULL);
  ipl_checkpoint_note (self->checkpoint,
                       "Training resumes from “%s”, which has %" G_GUINT64_FORMAT " steps.", shown,
                       ipl_trainer_get_step (trainer));
  return g_steal_pointer (&trainer);
}

/* Writes the file if it is due. */
void
ipl_train_checkpoint_pause (IplTrainCheckpoint *self, IplTrainer *trainer)
{
  if (ipl_checkpoint_is_due (self->checkpoint, &self->pace))
    ipl_train_checkpoint_save (self, trainer);
}

/* Writes the file. The first failure is reported; the training continues. */
void
ipl_train_checkpoint_save (IplTrainCheckpoint *self, IplTrainer *trainer)
{
  gint64 begin_usec = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;

  ipl_trainer_set_run (trainer, self->run);
  ipl_trainer_save (trainer, self->checkpoint->path, &error);
  ipl_trainer_set_run (trainer, NULL);
  ipl_checkpoint_note_saved (self->checkpoint, &self->pace, begin_usec, error);
}
