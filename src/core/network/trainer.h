/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"
#include "core/base/work.h"
#include "core/network/trained-loss.h"
#include "core/network/trained-network.h"
#include "core/network/trained-shape.h"
#include "core/training/adam.h"

typedef enum
{
  IPL_SCHEDULE_CONSTANT, /* linear warm-up, then constant */
  IPL_SCHEDULE_COSINE,   /* linear warm-up, then half a cosine down to 0 at total_steps */
} IplSchedule;

#define IPL_TRAINER_MAX_BATCH 65536 /* sequences per step */

/* All of a training run that a user can change, as plain values. */
typedef struct
{
  IplTrainedShape shape; /* the network */
  IplTrainedLoss loss;
  gsize batch;  /* sequences per step */
  guint64 seed; /* of the first weights */
  /* standard deviation of attention logits at the start, for tokens of variance 1 */
  double logit_sd;
  /* learning_rate is for width 512; wider layers learn more slowly in proportion. A usual gradient
   * is about 1.5 long. */
  union
  {
    IplAdamConfig;
    IplAdamConfig adam;
  };
  /* the step of Wq and Wk as a multiple of learning_rate, for any width */
  double attention_rate;
  IplSchedule schedule; /* of the learning rate */
  guint64 warmup_steps; /* steps of linear warm-up */
  guint64 total_steps;  /* end of the cosine; 0 to plan it from the first run's limits */
  guint64 report_steps; /* steps from one point of the learning curve to the next */
  /* steps from one look at the held-out sequences to the next, 0 for never */
  guint64 evaluate_steps;
} IplTrainerConfig;

gboolean ipl_trainer_config_validate (const IplTrainerConfig *self, GError **error);

void ipl_trainer_config_init (IplTrainerConfig *self);

/**
 * IplSequenceSource:
 * @first: number of the first sequence
 * @count: number of sequences
 * @x: (out caller-allocates): [count x T x N0] row-major tokens
 * @y: (out caller-allocates): [count x K] labels, +1 or -1, or of K > 1 classes e_c - 1/K
 * @data: the caller's
 *
 * An endless numbered stream of sequences: sequence i is a function of i only, so that a run can
 * resume anywhere. Called concurrently by several threads.
 */
typedef void (*IplSequenceSource) (guint64 first, gsize count, float *x, float *y, gpointer data);

/* A point of the learning curve. */
typedef struct
{
  guint64 step;            /* steps done */
  double seconds;          /* time spent in steps so far, evaluations included */
  double loss;             /* of an example, mean over the steps since the point before */
  double accuracy_train;   /* accuracy on the same, before each step */
  double accuracy_holdout; /* accuracy on the held-out sequences, NaN if not evaluated */
  double standard_error;   /* binomial, of @accuracy_holdout, NaN likewise */
} IplTrainerPoint;

/* State of a training run for display; borrowed. */
typedef struct
{
  gsize n_points;                /* points of the learning curve */
  const IplTrainerPoint *points; /* [n_points] */
  guint64 total_steps;           /* last step, 0 if only time limits the run */
  double total_seconds;          /* last second, 0 if only steps limit the run */
  double seconds_left;           /* estimate; negative if unknown, 0 when not running */
  gboolean running;              /* TRUE while running */
} IplLearningCurve;

typedef struct _IplTrainer IplTrainer;

IplTrainer *ipl_trainer_new (const IplTrainerConfig *config, IplSequenceSource source,
                             gpointer data, GError **error);
IplTrainer *ipl_trainer_new_from_network (const IplTrainerConfig *config,
                                          const IplTrainedNetwork *network,
                                          IplSequenceSource source, gpointer data, GError **error);
IplTrainer *ipl_trainer_load (const char *path, IplSequenceSource source, gpointer data,
                              GCancellable *cancellable, GError **error);
gboolean ipl_trainer_save (const IplTrainer *self, const char *path, GError **error);
void ipl_trainer_free (IplTrainer *self);

gboolean ipl_trainer_set_holdout (IplTrainer *self, gsize count, IplSequenceSource source,
                                  gpointer data, GError **error);
gboolean ipl_trainer_record_heads (IplTrainer *self, IplSequenceSource source, gpointer data,
                                   GError **error);
void ipl_trainer_set_task (IplTrainer *self, const char *task);
void ipl_trainer_set_run (IplTrainer *self, const char *run);
const char *ipl_trainer_get_run (const IplTrainer *self);
char *ipl_trainer_digest (const IplTrainer *self);
void ipl_trainer_extend (IplTrainer *self, guint64 total_steps);
gboolean ipl_trainer_run (IplTrainer *self, guint64 steps, double seconds, const IplWork *work,
                          GError **error);
gboolean ipl_trainer_evaluate (IplTrainer *self, guint threads, double *accuracy,
                               double *standard_error, GCancellable *cancellable, GError **error);

const IplTrainerConfig *ipl_trainer_get_config (const IplTrainer *self);
const IplTrainedNetwork *ipl_trainer_get_network (const IplTrainer *self);
const IplTrainerPoint *ipl_trainer_get_points (const IplTrainer *self, gsize *n_points);
const IplTrajectory *ipl_trainer_get_head_history (const IplTrainer *self);
guint64 ipl_trainer_get_step (const IplTrainer *self);
double ipl_trainer_get_seconds (const IplTrainer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrainer, ipl_trainer_free)
