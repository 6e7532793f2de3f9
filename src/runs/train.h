/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/training.h"
#include "core/network/trainer.h"

#include "runs/checkpoint.h"
#include "runs/job.h"

/* How training begins. */
typedef enum
{
  IPL_TRAIN_NEW,    /* with fresh weights */
  IPL_TRAIN_FROM,   /* another run, with the weights of a network */
  IPL_TRAIN_RESUME, /* the run that a checkpoint holds, on the very same task, to its own end */
  /* the same with as many steps again, or another run where the file holds only weights */
  IPL_TRAIN_GO_ON,
  IPL_TRAIN_LOOK, /* not at all: only what the file tells of its run, and of heads in it */
} IplTrainStart;

/* A network to be trained. */
typedef struct
{
  IplImageTask task;       /* what to train on */
  IplTrainerConfig config; /* how; of a network to go on from, its own shape */
  guint64 steps;           /* steps to train, 0 where only time limits it */
  double minutes;          /* minutes to train, 0 where only steps limit it */
  IplTrainStart start;     /* how it begins */
  char *from;              /* (nullable): the network that @start speaks of */
  char *path;              /* where the network is kept; of %IPL_TRAIN_LOOK, what is looked at */
  /* whether the folder of @path is the program's own, to be made where it is missing */
  gboolean own_folder;
  guint checkpoint_seconds; /* how often it is kept while it trains, 0 for at the end only */
  /* (nullable): where it is kept besides while it trains, for the same request to go on from;
   * borrowed */
  const IplCheckpoint *checkpoint;
  /* whether the network is kept and looked at on the held-out sequences however the run ends, even
   * without a step */
  gboolean evaluate;
  guint threads; /* threads, 0 for the default; the weights do not depend on it */
} IplTrainRequest;

IplTrainRequest *ipl_train_request_new (const IplImageTask *task, const IplTrainerConfig *config,
                                        IplTrainStart start, const char *from, const char *path);
void ipl_train_request_free (IplTrainRequest *self);

/* A training run as it is known so far, replaced as a whole by the next. Immutable,
 * reference-counted. */
typedef struct
{
  IplImageTask task;      /* what is trained on */
  char *path;             /* the file that holds, or will hold, the network */
  IplLearningCurve curve; /* the learning curve so far, as the figures show it */
  /* (nullable): what is recorded of heads so far (ipl_head_course_new()), a moment at least; a few
   * reports late while it goes on */
  IplTrajectory *course;
  guint64 step;       /* steps done */
  double seconds;     /* time spent in them */
  gsize n_parameters; /* of the network, 0 where there is none yet */
  /* share of the run that is done, negative while the images are being prepared */
  double fraction;
  char *sentence;        /* (nullable): what is being done, while it goes on */
  gboolean looked;       /* whether this is only the curve that a file holds */
  gboolean stopped;      /* whether it was stopped before its end */
  gboolean kept;         /* whether the file at @path holds all of this */
  double accuracy;       /* on the held-out sequences at the end, NaN where not asked for */
  double standard_error; /* its binomial one */
  GError *error;         /* (nullable): what went wrong */
  /*< private >*/
  GArray *points; /* (nullable): of the curve, shared with other results */
} IplTrainResult;

IPL_DECLARE_SHARED (IplTrainResult, ipl_train_result)

IplTrainResult *ipl_train_result_new (const IplTrainRequest *request);

char *ipl_train_new_path (const IplImageTask *task, const IplTraining *training);

typedef struct _IplTrainCheckpoint IplTrainCheckpoint;

IplTrainCheckpoint *ipl_train_checkpoint_new (const IplCheckpoint *checkpoint,
                                              const IplTrainer *beginning, const char *limits);
void ipl_train_checkpoint_free (IplTrainCheckpoint *self);
IplTrainer *ipl_train_checkpoint_load (IplTrainCheckpoint *self, const IplTrainer *beginning,
                                       IplSequenceSource source, gpointer data,
                                       GCancellable *cancellable, GError **error);
void ipl_train_checkpoint_pause (IplTrainCheckpoint *self, IplTrainer *trainer);
void ipl_train_checkpoint_keep (IplTrainCheckpoint *self, IplTrainer *trainer);

extern const IplRun ipl_run_train;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrainRequest, ipl_train_request_free)
