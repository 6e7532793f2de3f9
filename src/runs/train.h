/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/training-fields.h"
#include "core/network/trainer.h"

#include "runs/checkpoint.h"
#include "runs/job.h"

/* How training begins. */
typedef enum
{
  IPL_TRAIN_NEW,    /* fresh weights */
  IPL_TRAIN_FROM,   /* a new run from the weights of a network */
  IPL_TRAIN_RESUME, /* the run of a checkpoint, on the same task, to its own limits */
  /* the run of a checkpoint with as many steps again, or a new run if the file has only weights */
  IPL_TRAIN_GO_ON,
  IPL_TRAIN_LOOK, /* no training: reads the learning curve and the record of heads of a file */
} IplTrainStart;

/* A request to train a network. */
typedef struct
{
  IplImageTask task; /* task to train on */
  /* training settings; a run that continues keeps the shape of its network */
  IplTrainerConfig config;
  guint64 steps;  /* number of steps; 0 if only time limits the run */
  double minutes; /* number of minutes; 0 if only steps limit the run */
  IplTrainStart start;
  char *from; /* (nullable): file of the network that @start refers to */
  char *path; /* file that the network is saved in; for %IPL_TRAIN_LOOK, the file that is read */
  /* TRUE if the program creates the folder of @path */
  gboolean is_private_folder;
  guint checkpoint_seconds; /* interval between two saves; 0 to save only at the end */
  /* (nullable): additional checkpoint, from which the same request resumes (borrowed) */
  const IplCheckpoint *checkpoint;
  /* TRUE to save the network and evaluate it on the held-out sequences however the run ends, even
   * without a step */
  gboolean evaluate;
  guint threads; /* number of threads, 0 for the default; the weights do not depend on it */
} IplTrainRequest;

IplTrainRequest *ipl_train_request_new (const IplImageTask *task, const IplTrainerConfig *config,
                                        IplTrainStart start, const char *from, const char *path);
void ipl_train_request_free (IplTrainRequest *self);

/* A training run so far, replaced by the next result. Immutable, reference-counted. */
typedef struct
{
  IplImageTask task;
  char *path;             /* file of the network, which may not exist yet */
  IplLearningCurve curve; /* learning curve so far, in the form of the figures */
  /* (nullable): record of heads so far (ipl_head_history_new()), with at least one moment; may lag
   * by a few reports while the run continues */
  IplTrajectory *history;
  guint64 step;       /* steps that are done */
  double seconds;     /* training time so far */
  gsize n_parameters; /* number of parameters of the network; 0 before there is one */
  /* share of the run that is done; negative while the images are prepared */
  double fraction;
  char *sentence;        /* (nullable): progress sentence of a running training */
  gboolean looked;       /* TRUE if this is only the record of a file (%IPL_TRAIN_LOOK) */
  gboolean stopped;      /* TRUE if it was stopped before its end */
  gboolean is_saved;     /* TRUE if the file at @path is up to date */
  double accuracy;       /* accuracy on the held-out sequences at the end; NaN if not evaluated */
  double standard_error; /* binomial standard error of @accuracy */
  GError *error;         /* (nullable): reason of a failure */
  /*< private >*/
  GArray *points; /* (nullable): points of the curve, shared with other results */
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
void ipl_train_checkpoint_save (IplTrainCheckpoint *self, IplTrainer *trainer);

extern const IplRun ipl_run_train;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrainRequest, ipl_train_request_free)
