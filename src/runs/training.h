/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/training.h"
#include "core/network/trainer.h"

#include "runs/job.h"

G_BEGIN_DECLS

/**
 * IplTrainingRun:
 * @task: what is trained on
 * @path: the file that holds, or will hold, the network
 * @points: (nullable): the learning curve so far, of #IplTrainerPoint; shared, not to be changed
 * @step: steps done
 * @total_steps: where the run is to end, 0 where only time limits it
 * @total_seconds: where the run is to end, 0 where only steps limit it
 * @seconds_left: honest guess; negative while it is not known
 * @fraction: share of the run that is done, negative while the images are being prepared
 * @sentence: (nullable): what is being done
 * @running: whether it goes on
 * @looked: whether this is only the curve that a file holds
 * @stopped: whether it was stopped before its end
 * @kept: whether the file at @path holds all of this
 * @error: (nullable): what went wrong
 *
 * A training run as it is known so far, replaced as a whole by the next. Immutable,
 * reference-counted.
 */
typedef struct
{
  IplImageTask task;
  char *path;
  GArray *points;
  guint64 step;
  guint64 total_steps;
  double total_seconds;
  double seconds_left;
  double fraction;
  char *sentence;
  gboolean running;
  gboolean looked;
  gboolean stopped;
  gboolean kept;
  GError *error;
  /*< private >*/
  gatomicrefcount ref_count;
} IplTrainingRun;

IplTrainingRun *ipl_training_run_ref (IplTrainingRun *self);
void ipl_training_run_unref (IplTrainingRun *self);
void ipl_training_run_get_curve (const IplTrainingRun *self, IplLearningCurve *view);

/* In the main context; @run is lent, and NULL where there is nothing new to tell. */
typedef void (*IplTrainingUpdateFunc) (IplTrainingRun *run, gpointer user_data);

typedef struct _IplTrainings IplTrainings;

IplTrainings *ipl_trainings_new (IplTrainingUpdateFunc update, gpointer user_data);
void ipl_trainings_free (IplTrainings *self);
void ipl_trainings_start (IplTrainings *self, const IplImageTask *task, const IplTraining *training,
                          const char *from, const char *path);
void ipl_trainings_look (IplTrainings *self, const char *path);
void ipl_trainings_stop (IplTrainings *self);

char *ipl_training_new_path (const IplImageTask *task, const IplTraining *training);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrainingRun, ipl_training_run_unref)

G_END_DECLS
