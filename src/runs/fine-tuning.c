/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trained network behind a case, and what is left of it when heads go. */
#include "runs/head-analysis-private.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/network/trained-network-io.h"
#include <math.h>

void
ipl_fine_tuning_clear (IplFineTuning *self)
{
  g_clear_pointer (&self->trainer, ipl_trainer_free);
  g_clear_pointer (&self->network, ipl_trained_network_free);
  g_clear_pointer (&self->test_x, g_free);
  g_clear_pointer (&self->world, ipl_one_shot_task_unref);
}

/* The network behind a case, with how it was trained where its file tells. */
static gboolean
load_network (IplFineTuning *self, const IplParameters *parameters, GCancellable *cancellable,
              GError **error)
{
  const char *path = ipl_parameters_get_network (parameters);

  self->trainer = ipl_trainer_load (path, ipl_one_shot_task_train_source, self->world,
                                    cancellable, NULL);
  if (self->trainer != NULL)
    {
      self->config = *ipl_trainer_get_config (self->trainer);
      self->network = ipl_trained_network_copy (ipl_trainer_get_network (self->trainer));
      return TRUE;
    }
  self->network = ipl_trained_network_load (path, cancellable, error);
  if (self->network == NULL
      || !ipl_training_to_config (&ipl_parameters_get_trainable (parameters)->training,
                                  &self->config, error))
    return FALSE;
  self->config.shape = self->network->shape;
  return TRUE;
}

/* What pruning the case needs: with @fine_tune_steps above 0 also what fine-tuning does. @self is
 * zero-filled before. */
gboolean
ipl_fine_tuning_init (IplFineTuning *self, const IplParameters *parameters, const IplCase *the_case,
                    guint test, guint fine_tune_steps, GCancellable *cancellable, GError **error)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (parameters);

  self->options = (IplPruningOptions){ .n_random = parameters->random_orders,
                                       .seed = trainable != NULL ? trainable->task.seed : 1 };
  if (the_case->trained == NULL || trainable == NULL || trainable->network[0] == '\0')
    return TRUE;
  self->world = ipl_one_shot_task_get (&trainable->task, ipl_parallel_default_threads (),
                                     cancellable, error);
  if (self->world == NULL || !load_network (self, parameters, cancellable, error))
    return FALSE;
  self->options.network = self->network;
  if (fine_tune_steps == 0)
    return TRUE;
  self->test_x = g_try_malloc_n (the_case->tests[test].count, IPL_ONE_SHOT_TOKENS * sizeof (float));
  if (self->test_x == NULL)
    {
      g_set_error_literal (error, IPL_ERROR, IPL_ERROR_MEMORY,
                           "The test sequences do not fit in memory: ask for fewer.");
      return FALSE;
    }
  ipl_one_shot_task_test_tokens (self->world, test, self->test_x, NULL);
  self->options.fine_tune_steps = fine_tune_steps;
  self->options.config = &self->config;
  self->options.train = ipl_one_shot_task_train_source;
  self->options.data = self->world;
  self->options.test_x = self->test_x;
  /* Where training ended: none of these has been seen. */
  if (self->trainer != NULL)
    self->options.first_sequence = ipl_trainer_get_step (self->trainer) * self->config.batch;
  return TRUE;
}

/**
 * ipl_head_analysis_pruned_network:
 * @parameters: those of the case that was pruned
 * @pruning: its pruning curve
 * @n: heads removed, by rising score
 * @cancellable: (nullable): looked at all along
 * @error: return location
 *
 * Makes the network that a point of the curve stands for, fine-tuned where the curve is.
 *
 * Returns: (transfer full) (nullable): the network
 */
IplTrainedNetwork *
ipl_head_analysis_pruned_network (const IplParameters *parameters, const IplPruning *pruning, guint n,
                          GCancellable *cancellable, GError **error)
{
  const IplPruningCurve *curve = &pruning->curve[IPL_REMOVAL_BY_SCORE];
  gboolean tuned
      = pruning->fine_tune_steps > 0 && n < pruning->n_points && isfinite (curve->tuned[n]);
  g_auto (IplFineTuning) bench = { NULL };

  if (!ipl_fine_tuning_init (&bench, parameters, pruning->the_case, pruning->test,
                           tuned ? pruning->fine_tune_steps : 0, cancellable, error))
    return NULL;
  if (bench.network == NULL)
    {
      g_set_error_literal (error, IPL_ERROR, IPL_ERROR_MISSING,
                           "The case has no trained network: train one first.");
      return NULL;
    }
  return ipl_pruning_network (pruning, IPL_REMOVAL_BY_SCORE, n, &bench.options, tuned,
                              ipl_parallel_default_threads (), cancellable, error);
}
