/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/document.h"

#include "core/base/error.h"
#include "core/network/trained-network-io.h"
#include <string.h>

/**
 * ipl_parameters_open_network:
 * @self: (out caller-allocates): parameters
 * @path: a trained network, as ipl_trainer_save() writes it
 * @cancellable: (nullable): looked at while reading
 * @error: return location for an #IPL_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Fills parameters for a trained network: its shape, and the task it tells that it was trained on.
 * A network that tells no task has that of the defaults, glyphs. Not touched on error.
 *
 * Returns: whether the network could be read
 */
gboolean
ipl_parameters_open_network (IplParameters *self, const char *path, GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (IplTrainedNetwork) network = ipl_trained_network_load (path, cancellable, error);
  g_autofree IplParameters *read = g_new0 (IplParameters, 1);
  g_autofree IplImageTask *task = g_new0 (IplImageTask, 1);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);

  if (network == NULL)
    return FALSE;
  ipl_image_task_init (task);
  if (network->task != NULL && network->task[0] == '{'
      && !ipl_image_task_from_json (task, network->task, error))
    return FALSE;
  if (strlen (absolute) >= sizeof read->network)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_IO,
                   "The name of the network's file with its folders is longer than %d bytes.",
                   (int)sizeof read->network - 1);
      return FALSE;
    }
  ipl_parameters_init (read, task->files[0][0] != '\0' ? "images" : "glyphs");
  read->images = *task;
  ipl_training_adopt_shape (&read->training, &network->shape);
  ipl_parameters_set_layers (read, network->shape.L);
  g_strlcpy (read->network, absolute, sizeof read->network);
  *self = *read;
  return TRUE;
}
