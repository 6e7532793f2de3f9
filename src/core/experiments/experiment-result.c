/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/experiment-result.h"

#include "core/base/ref-count.h"

IplExperimentResult *
ipl_experiment_result_new (const IplExperiment *experiment, gpointer data, GDestroyNotify data_free)
{
  IplExperimentResult *self = g_new0 (IplExperimentResult, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->experiment = experiment;
  self->data = data;
  self->data_free = data_free;
  self->complete = TRUE;
  return self;
}

IplExperimentResult *
ipl_experiment_result_new_dynamics (const IplExperiment *experiment, IplTrajectory *trajectory,
                                    gboolean complete, gpointer data, GDestroyNotify data_free)
{
  IplExperimentResult *self = ipl_experiment_result_new (experiment, data, data_free);

  self->trajectory = trajectory;
  self->complete = complete;
  return self;
}

static void
experiment_result_clear (IplExperimentResult *self)
{
  ipl_trajectory_unref (self->trajectory);
  if (self->data_free != NULL)
    self->data_free (self->data);
}

IPL_DEFINE_REFERENCES (IplExperimentResult, ipl_experiment_result, experiment_result_clear)
