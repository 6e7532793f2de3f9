/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/experiment-result.h"

/**
 * ipl_experiment_result_new:
 * @experiment: whose result it is
 * @data: (transfer full): the experiment's own
 * @data_free: (nullable): frees it
 *
 * Returns: (transfer full): the result
 */
IplExperimentResult *
ipl_experiment_result_new (const IplExperiment *experiment, gpointer data, GDestroyNotify data_free)
{
  IplExperimentResult *self = g_new0 (IplExperimentResult, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->experiment = experiment;
  self->data = data;
  self->data_free = data_free;
  return self;
}

IplExperimentResult *
ipl_experiment_result_ref (IplExperimentResult *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ipl_experiment_result_unref (IplExperimentResult *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->data_free != NULL)
    self->data_free (self->data);
  g_free (self);
}
