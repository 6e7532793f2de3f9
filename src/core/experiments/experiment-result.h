/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"

typedef struct _IplExperiment IplExperiment;

/* The result of an experiment that makes no case of attention paths. Immutable, reference-counted.
 */
typedef struct
{
  const IplExperiment *experiment; /* its experiment, whose panels can read @data */
  gpointer data;                   /* (nullable): the experiment's own */
  /* (nullable): its trajectory, for the time scrubber, for panels of any trajectory and for
   * files of results */
  IplTrajectory *trajectory;
  /* FALSE if it was stopped or is in progress */
  gboolean complete;
  gboolean from_file; /* TRUE if it comes from a file of results */
  /*< private >*/
  GDestroyNotify data_free;
  gatomicrefcount ref_count;
} IplExperimentResult;

IplExperimentResult *ipl_experiment_result_new (const IplExperiment *experiment, gpointer data,
                                                GDestroyNotify data_free);
IplExperimentResult *ipl_experiment_result_new_dynamics (const IplExperiment *experiment,
                                                         IplTrajectory *trajectory,
                                                         gboolean complete, gpointer data,
                                                         GDestroyNotify data_free);
IplExperimentResult *ipl_experiment_result_ref (IplExperimentResult *self);
void ipl_experiment_result_unref (IplExperimentResult *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplExperimentResult, ipl_experiment_result_unref)
