/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a network's file records of its heads in training. */
#include "cli/work/work.h"

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/network/trainer.h"
#include "core/tasks/one-shot-task.h"

/* As a result of the network's experiment; @parameters are of a network. */
IplExperimentResult *
cli_read_course (const IplParameters *parameters, GError **error)
{
  const char *path = ipl_parameters_get_network (parameters);
  g_autoptr (IplTrainer) trainer
      = ipl_trainer_load (path, ipl_one_shot_task_train_source, NULL, cli_cancellable (), error);
  g_autofree char *shown = ipl_file_shown (path);
  IplTrajectory *course;

  if (trainer == NULL)
    return NULL;
  if (ipl_trainer_get_course (trainer)->S == 0)
    {
      g_set_error (
          error, IPL_ERROR, IPL_ERROR_MISSING,
          "“%s” records nothing of its heads in training, as networks of earlier versions: "
          "go on with its training (train --resume), and it is recorded from there.",
          shown);
      return NULL;
    }
  course = ipl_trajectory_copy (ipl_trainer_get_course (trainer), error);
  return course != NULL
             ? ipl_experiment_result_new_dynamics (parameters->experiment, course, TRUE, NULL, NULL)
             : NULL;
}
