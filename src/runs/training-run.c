/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of a training run, and the file it is kept in. */
#include "runs/training.h"

#include <string.h>

IplTrainingRun *
ipl_training_run_ref (IplTrainingRun *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ipl_training_run_unref (IplTrainingRun *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->path);
  g_clear_pointer (&self->points, g_array_unref);
  g_free (self->sentence);
  g_clear_error (&self->error);
  g_free (self);
}

/**
 * ipl_training_run_get_curve:
 * @self: a run
 * @view: (out): the same for the figures; borrowed
 */
void
ipl_training_run_get_curve (const IplTrainingRun *self, IplLearningCurve *view)
{
  *view = (IplLearningCurve){
    .n_points = self->points != NULL ? self->points->len : 0,
    .points
    = self->points != NULL ? (const IplTrainerPoint *)(gconstpointer)self->points->data : NULL,
    .total_steps = self->total_steps,
    .total_seconds = self->total_seconds,
    .seconds_left = self->running ? self->seconds_left : 0.0,
    .running = self->running,
  };
}

/**
 * ipl_training_new_path:
 * @task: what is to be trained on
 * @training: how
 *
 * Returns: (transfer full): a file of the user's own data that does not exist yet, with a name that
 *   tells one network from another
 */
char *
ipl_training_new_path (const IplImageTask *task, const IplTraining *training)
{
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
  for (guint l = 0; l < training->n_layers; l++)
    g_string_append_printf (name, "%s%u", l > 0 ? "x" : "-H", training->n_heads[l]);
  g_string_append_printf (name, "-N%u-s%" G_GUINT64_FORMAT, training->width, training->seed);
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
