/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of a training run, what is known of it, and the file it is kept in. */
#include "runs/train.h"

#include <math.h>
#include <string.h>

#include "runs/kept-networks.h"

/* A request, its limits and the rest to be filled in. */
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

/* A run of which nothing is known yet, to be filled before it is shared. */
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
  g_clear_pointer (&self->course, ipl_trajectory_unref);
  g_free (self->sentence);
  g_clear_error (&self->error);
}

/* A file of the user's own data that does not exist yet, with a name that tells one network from
 * another. */
char *
ipl_train_new_path (const IplImageTask *task, const IplTraining *training)
{
  const IplTrainedShape *shape = &training->config.shape;
  g_autofree char *folder = ipl_kept_networks_folder ();
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
