/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The networks that training has kept in the folder of the program's own. */
#include "runs/kept-networks.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/experiments/training.h"
#include "core/network/trained-network.h"
#include "core/network/trainer.h"

void
ipl_kept_network_free (IplKeptNetwork *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self->task);
  g_free (self->shape);
  g_free (self->fault);
  g_free (self);
}

/* Where training keeps networks; made when the first one is. */
char *
ipl_kept_networks_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "interplay", "networks", NULL);
}

static void
describe (IplKeptNetwork *self, const IplTrainedNetwork *network)
{
  g_autoptr (GString) shape = g_string_new (NULL);
  IplImageTask task;

  for (guint l = 0; l < network->shape.L; l++)
    g_string_append_printf (shape, "%s%u", l > 0 ? ", " : "", network->shape.H[l]);
  g_string_append_printf (shape, " heads, N = %" G_GSIZE_FORMAT, network->shape.N[0]);
  self->shape = g_string_free (g_steal_pointer (&shape), FALSE);
  memset (&task, 0, sizeof task);
  ipl_image_task_init (&task);
  if (network->task != NULL && ipl_image_task_from_json (&task, network->task, NULL))
    self->task = ipl_image_task_describe (&task);
}

/* The newest point that was looked at. */
static void
take_accuracy (IplKeptNetwork *self, const IplTrainer *trainer)
{
  gsize n;
  const IplTrainerPoint *points = ipl_trainer_get_points (trainer, &n);

  self->step = ipl_trainer_get_step (trainer);
  while (n > 0 && isnan (points[n - 1].accuracy_holdout))
    n--;
  if (n == 0)
    return;
  self->accuracy = points[n - 1].accuracy_holdout;
  self->standard_error = points[n - 1].standard_error;
}

static IplKeptNetwork *
look_at (const char *path, GCancellable *cancellable)
{
  IplKeptNetwork *self = g_new0 (IplKeptNetwork, 1);
  g_autoptr (IplTrainer) trainer = NULL;
  g_autoptr (IplTrainedNetwork) network = NULL;
  g_autoptr (GError) error = NULL;
  GStatBuf info;

  self->path = g_strdup (path);
  self->accuracy = self->standard_error = NAN;
  if (g_stat (path, &info) == 0)
    {
      self->written_usec = (gint64)info.st_mtime * G_USEC_PER_SEC;
      self->bytes = info.st_size;
    }
  trainer = ipl_trainer_load (path, NULL, NULL, cancellable, NULL);
  if (trainer != NULL)
    {
      describe (self, ipl_trainer_get_network (trainer));
      take_accuracy (self, trainer);
      return self;
    }
  network = ipl_trained_network_load (path, cancellable, &error);
  if (network != NULL)
    describe (self, network);
  else
    self->fault = g_strdup (error->message);
  return self;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const IplKeptNetwork *left = *(IplKeptNetwork *const *)a, *right = *(IplKeptNetwork *const *)b;

  if (left->written_usec != right->written_usec)
    return left->written_usec < right->written_usec ? 1 : -1;
  return strcmp (left->path, right->path);
}

/* Reads them all; to be called in a thread. */
GPtrArray *
ipl_kept_networks_list (GCancellable *cancellable)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_kept_network_free);
  g_autofree char *folder = ipl_kept_networks_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL
         && !g_cancellable_is_cancelled (cancellable))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (name[0] != '.' && g_str_has_suffix (name, ".safetensors"))
        g_ptr_array_add (list, look_at (path, cancellable));
    }
  g_ptr_array_sort (list, compare);
  return list;
}
