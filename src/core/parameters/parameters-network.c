/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/parameters/parameters-network.h"

#include "core/experiments/image-task-fields.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/network/trained-network.h"

/* Fills parameters for a trained network: its shape, and the task it tells that it was trained on.
 * A network that tells no task has that of the defaults, glyphs. Not touched on error. */
gboolean
ipl_parameters_open_network (IplParameters *self, const char *path, GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (IplTrainedNetwork) network = ipl_trained_network_load (path, cancellable, error);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  IplTrainable *trainable;
  IplImageTask task;

  if (network == NULL)
    return FALSE;
  ipl_image_task_init (&task);
  if (network->task != NULL && network->task[0] == '{'
      && !ipl_image_task_from_json (&task, network->task, error))
    return FALSE;
  ipl_parameters_init (self, task.files[0][0] != '\0' ? ipl_experiment_images.id
                                                      : ipl_experiment_glyphs.id);
  trainable = ipl_parameters_edit_trainable (self);
  trainable->task = task;
  ipl_training_adopt_shape (&trainable->training, &network->shape);
  ipl_parameters_set_layers (self, network->shape.L);
  trainable->network = g_intern_string (absolute);
  return TRUE;
}
