/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/stored-result.h"

IplExperimentResult *
ipl_stored_result_plain (const IplParameters *parameters, IplTrajectory *trajectory,
                         gboolean complete, IplNpz *npz, char **why)
{
  return ipl_experiment_result_new_dynamics (parameters->experiment,
                                             ipl_trajectory_ref (trajectory), complete, NULL, NULL);
}
