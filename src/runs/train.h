/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/training.h"
#include "core/network/trainer.h"

#include "runs/checkpoint.h"
#include "runs/job.h"

G_BEGIN_DECLS

/**
 * IplTrainStart:
 * @IPL_TRAIN_NEW: with fresh weights
 * @IPL_TRAIN_FROM: another run, with the weights of a network
 * @IPL_TRAIN_RESUME: the run that a checkpoint holds, on the very same task, to its own end
 * @IPL_TRAIN_GO_ON: the same with as many steps again, or another run where the file holds only
 *   weights
 * @IPL_TRAIN_LOOK: not at all: only what the file tells of its run, and of heads in it
 *
 * How training begins.
 */
typedef enum
{
  IPL_TRAIN_NEW,
  IPL_TRAIN_FROM,
  IPL_TRAIN_RESUME,
  IPL_TRAIN_GO_ON,
  IPL_TRAIN_LOOK,
} IplTrainStart;

/**
 * IplTrainRequest:
 * @task: what to train on
 * @config: how; of a network to go on from, its own shape
 * @steps: steps to train, 0 where only time limits it
 * @minutes: minutes to train, 0 where only steps limit it
 * @start: how it begins
 * @from: (nullable): the network that @start speaks of
 * @path: where the network is kept; of %IPL_TRAIN_LOOK, what is looked at
 * @own_folder: whether the folder of @path is the program's own, to be made where it is missing
 * @checkpoint_seconds: how often it is kept while it trains, 0 for at the end only
 * @checkpoint: (nullable): where it is kept besides while it trains, for the same request to go on
 *   from; borrowed
 * @evaluate: whether the network is kept and looked at on the held-out sequences however the run
 *   ends, even without a step
 * @threads: threads, 0 for the default; the weights do not depend on it
 *
 * A network to be trained.
 */
typedef struct
{
  IplImageTask task;
  IplTrainerConfig config;
  guint64 steps;
  double minutes;
  IplTrainStart start;
  char *from;
  char *path;
  gboolean own_folder;
  guint checkpoint_seconds;
  const IplCheckpoint *checkpoint;
  gboolean evaluate;
  guint threads;
} IplTrainRequest;

IplTrainRequest *ipl_train_request_new (const IplImageTask *task, const IplTrainerConfig *config,
                                        IplTrainStart start, const char *from, const char *path);
void ipl_train_request_free (IplTrainRequest *self);

/**
 * IplTrainResult:
 * @task: what is trained on
 * @path: the file that holds, or will hold, the network
 * @curve: the learning curve so far, as the figures show it
 * @course: (nullable): what is recorded of heads so far (ipl_head_course_new()), a moment at least;
 *   a few reports late while it goes on
 * @step: steps done
 * @seconds: time spent in them
 * @n_parameters: of the network, 0 where there is none yet
 * @fraction: share of the run that is done, negative while the images are being prepared
 * @sentence: (nullable): what is being done, while it goes on
 * @looked: whether this is only the curve that a file holds
 * @stopped: whether it was stopped before its end
 * @kept: whether the file at @path holds all of this
 * @accuracy: on the held-out sequences at the end, NaN where not asked for
 * @standard_error: its binomial one
 * @error: (nullable): what went wrong
 *
 * A training run as it is known so far, replaced as a whole by the next. Immutable,
 * reference-counted.
 */
typedef struct
{
  IplImageTask task;
  char *path;
  IplLearningCurve curve;
  IplTrajectory *course;
  guint64 step;
  double seconds;
  gsize n_parameters;
  double fraction;
  char *sentence;
  gboolean looked;
  gboolean stopped;
  gboolean kept;
  double accuracy;
  double standard_error;
  GError *error;
  /*< private >*/
  GArray *points; /* (nullable): of the curve, shared with other results */
  gatomicrefcount ref_count;
} IplTrainResult;

IplTrainResult *ipl_train_result_new (const IplTrainRequest *request);
IplTrainResult *ipl_train_result_ref (IplTrainResult *self);
void ipl_train_result_unref (IplTrainResult *self);

char *ipl_train_new_path (const IplImageTask *task, const IplTraining *training);

extern const IplRun ipl_run_train;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrainRequest, ipl_train_request_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrainResult, ipl_train_result_unref)

G_END_DECLS
