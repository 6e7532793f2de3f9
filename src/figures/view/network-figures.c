/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of figures of heads and networks, computed as far as the panels asked for need it. */
#include "figures/view/network-figures.h"

#include "core/base/error.h"
#include "core/tasks/one-shot-task.h"
#include "runs/fine-tuning.h"

/* The panel's needs of heads and sequences. */
static gboolean
make_heads (IplQuantities *self, guint needs, const IplQuantityInput *input,
            GCancellable *cancellable, IplJobProgressFunc progress, gpointer user_data,
            GError **error)
{
  const IplParameters *parameters = input->parameters;
  gboolean pruning = (needs & IPL_NEEDS_PRUNING) != 0;
  gboolean heads = pruning || (needs & IPL_NEEDS_HEADS) != 0;
  gboolean gallery = (needs & IPL_NEEDS_GALLERY) != 0;
  const char *path = ipl_parameters_get_network (parameters);
  IplCase *the_case = input->the_case;
  g_auto (IplFineTuning) tuning = { NULL };
  g_autoptr (IplHeadRequest) request = NULL;
  g_autoptr (IplHeadResult) result = NULL;

  if (gallery && ipl_parameters_get_trainable (parameters) == NULL)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "%s has no images to show: task and attention are drawn of glyphs, of --omniglot "
        "images and of trained networks.",
        the_case->name);
  tuning.options = (IplPruningOptions){ .n_random = parameters->random_orders, .seed = 1 };
  ipl_parameters_get_seed (parameters, &tuning.options.seed);
  if (pruning
      && !ipl_fine_tuning_init (&tuning, parameters, path[0] != '\0' ? path : NULL, the_case, 0, 0,
                                input->threads, cancellable, error))
    return FALSE;
  request = ipl_head_request_new (ipl_parameters_share (parameters), the_case, input->kernel,
                                  heads ? input->current : NULL);
  request->n_examples = gallery ? IPL_HEADS_EXAMPLES : 0;
  request->test = input->test;
  request->first = input->first;
  request->options = &tuning.options;
  request->resolve = IPL_RESOLVE_FIRST;
  request->no_pruning = !pruning;
  request->threads = input->threads;
  result = ipl_run_now (&ipl_run_heads, request, cancellable, progress, user_data);
  if (result == NULL || (result->error == NULL && !result->finished))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  if (result->error != NULL)
    {
      g_propagate_error (error, g_error_copy (result->error));
      return FALSE;
    }
  ipl_quantities_share (self, &ipl_quantity_heads, result->heads);
  ipl_quantities_share (self, &ipl_quantity_pruning, result->pruning);
  ipl_quantities_share (self, &ipl_quantity_gallery, result->gallery);
  return TRUE;
}

static gboolean
make_training (IplQuantities *self, const IplParameters *parameters, GCancellable *cancellable,
               GError **error)
{
  IplLearningCurve training = { .running = FALSE };
  const char *path = ipl_parameters_get_network (parameters);
  g_autoptr (IplTrainer) trainer = NULL;

  if (path[0] == '\0')
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "A learning curve is a trained network's: give a NET.safetensors that “train” "
                     "wrote.");
  trainer = ipl_trainer_load (path, ipl_one_shot_task_train_source, NULL, cancellable, error);
  if (trainer == NULL)
    return FALSE;
  training.points = ipl_trainer_get_points (trainer, &training.n_points);
  ipl_quantities_share (self, &ipl_quantity_training, &training);
  return TRUE;
}

/* @self: (out): what is shown then, with references of its own
 * @cancellable: (nullable): a cancellable
 * @progress: (nullable): hears how far it is
 * @view: (inout): a view of a solved case, which is let point at it
 * Returns: whether all that can be computed from a view is there */
gboolean
ipl_network_figures_make (IplQuantities *self, guint needs, const IplQuantityInput *input,
                          GCancellable *cancellable, IplJobProgressFunc progress,
                          gpointer user_data, IplView *view, GError **error)
{
  const guint of_heads = IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING | IPL_NEEDS_GALLERY;

  ipl_quantities_copy (self, &view->made);
  if (!ipl_quantities_make (self, needs, input, cancellable, error)
      || ((needs & of_heads) != 0
          && !make_heads (self, needs, input, cancellable, progress, user_data, error))
      || ((needs & IPL_NEEDS_TRAINING) != 0
          && !make_training (self, input->parameters, cancellable, error)))
    return FALSE;
  view->made = *self;
  return TRUE;
}
