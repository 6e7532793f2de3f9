/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trained network behind a case, and its fine-tuning after heads are removed. */
#include "runs/fine-tuning.h"

#include "core/base/error.h"
#include "core/parameters/parameters.h"
#include "core/base/parallel.h"
#include "core/heads/pruning.h"
#include "core/network/trained-network.h"
#include <math.h>

void
ipl_fine_tuning_clear (IplFineTuning *self)
{
  g_clear_pointer (&self->network, ipl_trained_network_unref);
  g_clear_pointer (&self->test_x, g_free);
  g_clear_pointer (&self->task, ipl_one_shot_task_unref);
}

/* TRUE if the case was read from a file instead of made from the task of the network. */
static gboolean
is_exported (const IplParameters *parameters)
{
  return ipl_parameters_get_trainable (parameters) == NULL;
}

/* Reads the training settings from the file of the network, or takes the defaults for networks of
 * its shape. */
static gboolean
read_config (IplFineTuning *self, const IplParameters *own, const char *network,
             GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTrainer) trainer
      = ipl_trainer_load (network, ipl_one_shot_task_train_source, self->task, cancellable, NULL);

  if (trainer != NULL)
    {
      self->config = *ipl_trainer_get_config (trainer);
      /* Fine-tuning begins after the sequences of the training, so it sees new ones. */
      self->options.first_sequence = ipl_trainer_get_step (trainer) * self->config.batch;
      return TRUE;
    }
  if (!ipl_trainable_to_config (ipl_parameters_get_trainable (own), &self->config, error))
    return FALSE;
  self->config.shape = self->network->shape;
  return TRUE;
}

/* An exported case brings its own test set. */
static gboolean
read_tokens (IplFineTuning *self, const IplCase *the_case, guint test, gboolean exported,
             GError **error)
{
  const IplExamples *examples = &the_case->tests[test];
  gsize size = examples->count * the_case->T * the_case->N0;

  self->test_x = g_try_malloc_n (MAX (size, 1), sizeof *self->test_x);
  if (self->test_x == NULL)
    return ipl_fail (error, IPL_ERROR_MEMORY,
                     "The test sequences do not fit in memory: ask for fewer.");
  if (exported)
    for (gsize i = 0; i < size; i++)
      self->test_x[i] = (float)examples->x[i];
  else
    ipl_one_shot_task_test_tokens (self->task, test, self->test_x, NULL);
  return TRUE;
}

/* Reads the network. For fine-tuning, also reads its task, its training settings and the tokens of
 * the test set. */
gboolean
ipl_fine_tuning_init (IplFineTuning *self, const IplParameters *parameters, const char *network,
                      const IplCase *the_case, guint test, guint fine_tune_steps, guint threads,
                      GCancellable *cancellable, GError **error)
{
  gboolean exported = is_exported (parameters);
  g_autofree IplParameters *own = NULL;

  if (network == NULL)
    return TRUE;
  self->network = ipl_trained_network_load (network, cancellable, error);
  if (self->network == NULL)
    return FALSE;
  self->options.network = self->network;
  if (fine_tune_steps == 0)
    return TRUE;
  if (exported && the_case->tests[test].x == NULL)
    return ipl_fail (error, IPL_ERROR_MISSING,
                     "%s holds path features and no tokens, and a fine-tuned network has other "
                     "features: give the network alone, or leave out --fine-tune.",
                     the_case->name);
  /* The test set is that of the case file; training sequences come from the network's task. */
  own = g_memdup2 (parameters, sizeof *own);
  if (exported && !ipl_parameters_open_network (own, network, cancellable, error))
    return FALSE;
  self->task = ipl_one_shot_task_get (&ipl_parameters_get_trainable (own)->task, threads,
                                      cancellable, error);
  if (self->task == NULL
      || !ipl_one_shot_task_check_network (self->task, &self->network->shape, error)
      || !read_tokens (self, the_case, test, exported, error)
      || !read_config (self, own, network, cancellable, error))
    return FALSE;
  self->options.fine_tune_steps = fine_tune_steps;
  self->options.config = &self->config;
  self->options.train = ipl_one_shot_task_train_source;
  self->options.data = self->task;
  self->options.test_x = self->test_x;
  return TRUE;
}

/* Makes the network at a point of the pruning curve, fine-tuned if the curve is. */
IplTrainedNetwork *
ipl_fine_tuning_pruned_network (const IplParameters *parameters, const IplPruning *pruning,
                                IplRemovalOrder order, guint n, GCancellable *cancellable,
                                GError **error)
{
  const IplPruningCurve *curve = &pruning->curve[order];
  guint threads = ipl_parallel_default_threads ();
  gboolean tuned
      = pruning->fine_tune_steps > 0 && n < pruning->n_points && isfinite (curve->tuned[n]);
  const IplTrainable *trainable = ipl_parameters_get_trainable (parameters);
  g_auto (IplFineTuning) tuning = { NULL };

  if (pruning->the_case->trained == NULL || trainable == NULL || trainable->network[0] == '\0')
    return ipl_fail_null (error, IPL_ERROR_MISSING,
                          "The case has no trained network: train one first.");
  tuning.options
      = (IplPruningOptions){ .n_random = parameters->random_orders, .seed = trainable->task.seed };
  if (!ipl_fine_tuning_init (&tuning, parameters, trainable->network, pruning->the_case,
                             pruning->test, tuned ? pruning->fine_tune_steps : 0, threads,
                             cancellable, error))
    return NULL;
  return ipl_pruning_network (pruning, order, n, &tuning.options, tuned, threads, cancellable,
                              error);
}
