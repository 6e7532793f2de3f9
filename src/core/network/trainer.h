/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-network.h"

G_BEGIN_DECLS

/**
 * IplSequenceSource:
 * @first: number of the first sequence wanted
 * @count: how many
 * @x: (out caller-allocates): [count x T x N0] row-major tokens
 * @y: (out caller-allocates): [count] labels, +1 or -1
 * @data: the caller's
 *
 * An endless numbered stream of sequences: sequence i is a function of i alone, so that a run can
 * be taken up anywhere. Called from several threads at once.
 */
typedef void (*IplSequenceSource) (guint64 first, gsize count, float *x, float *y, gpointer data);

typedef enum
{
  IPL_SCHEDULE_CONSTANT, /* linear warm-up, then constant */
  IPL_SCHEDULE_COSINE,   /* linear warm-up, then half a cosine down to 0 at total_steps */
} IplSchedule;

#define IPL_TRAINER_MAX_BATCH 65536 /* sequences per step */

/**
 * IplTrainerConfig:
 * @shape: the network
 * @batch: sequences per step
 * @seed: of the first weights
 * @logit_sd: standard deviation of attention logits at the start, for tokens of variance 1
 * @learning_rate: Adam's step at the height of the schedule, for width 512; see ipl_adam_init()
 * @attention_rate: the step of Wq and Wk as a multiple of @learning_rate, whatever the width
 * @beta1: decay of Adam's first moment
 * @beta2: decay of Adam's second moment
 * @epsilon: Adam's
 * @weight_decay: pull towards zero
 * @decoupled: whether @weight_decay acts on the weights (AdamW) rather than through the gradient
 * @clip_norm: a gradient longer than this is shortened to it, 0 for never; a usual one is about 1.5
 * @schedule: of the learning rate
 * @warmup_steps: steps of linear warm-up
 * @total_steps: where the cosine ends; 0 to plan it from the first run's limits
 * @report_steps: steps from one point of the learning curve to the next
 * @evaluate_steps: steps from one look at the held-out sequences to the next, 0 for never
 *
 * All of a training run that a user can change, as plain values.
 */
typedef struct
{
  IplTrainedShape shape;
  gsize batch;
  guint64 seed;
  double logit_sd;
  double learning_rate;
  double attention_rate;
  double beta1, beta2, epsilon;
  double weight_decay;
  gboolean decoupled;
  double clip_norm;
  IplSchedule schedule;
  guint64 warmup_steps;
  guint64 total_steps;
  guint64 report_steps;
  guint64 evaluate_steps;
} IplTrainerConfig;

/**
 * IplTrainerPoint:
 * @step: steps done
 * @seconds: time spent in steps so far, evaluations included
 * @loss: mean squared error, mean over the steps since the point before
 * @accuracy_train: accuracy on the same, before each step
 * @accuracy_holdout: accuracy on the held-out sequences, NaN where not looked at
 * @standard_error: binomial, of @accuracy_holdout, NaN likewise
 *
 * A point of the learning curve.
 */
typedef struct
{
  guint64 step;
  double seconds;
  double loss;
  double accuracy_train;
  double accuracy_holdout;
  double standard_error;
} IplTrainerPoint;

/**
 * IplLearningCurve:
 * @n_points: points of the learning curve
 * @points: [n_points]
 * @total_steps: where the run is to end, 0 where only time limits it
 * @total_seconds: where the run is to end, 0 where only steps limit it
 * @seconds_left: honest guess; negative while not known, 0 when not running
 * @running: whether it is running
 *
 * A training run as it is known so far; borrowed.
 */
typedef struct
{
  gsize n_points;
  const IplTrainerPoint *points;
  guint64 total_steps;
  double total_seconds;
  double seconds_left;
  gboolean running;
} IplLearningCurve;

/**
 * IplTrainerProgress:
 * @fraction: of this run's limits, 0 to 1
 * @seconds_left: honest guess, from the rate of this run so far; negative while not known
 * @sentence: for the user
 * @point: (nullable): the learning curve's newest point
 * @data: the caller's
 *
 * Called on the thread of ipl_trainer_run(), between steps, some ten times a second at most and at
 * every new point. The trainer's network may be read, or saved, meanwhile.
 */
typedef void (*IplTrainerProgress) (double fraction, double seconds_left, const char *sentence,
                                    const IplTrainerPoint *point, gpointer data);

typedef struct _IplTrainer IplTrainer;

void ipl_trainer_config_init (IplTrainerConfig *self);
gboolean ipl_trainer_config_validate (const IplTrainerConfig *self, GError **error);

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
void ipl_trainer_set_task (IplTrainer *self, const char *task);
void ipl_trainer_extend (IplTrainer *self, guint64 total_steps);
gboolean ipl_trainer_run (IplTrainer *self, guint64 steps, double seconds, guint threads,
                          IplTrainerProgress progress, gpointer progress_data,
                          GCancellable *cancellable, GError **error);
gboolean ipl_trainer_evaluate (IplTrainer *self, guint threads, double *accuracy,
                               double *standard_error, GCancellable *cancellable, GError **error);

const IplTrainerConfig *ipl_trainer_get_config (const IplTrainer *self);
const IplTrainedNetwork *ipl_trainer_get_network (const IplTrainer *self);
const IplTrainerPoint *ipl_trainer_get_points (const IplTrainer *self, gsize *n_points);
guint64 ipl_trainer_get_step (const IplTrainer *self);
double ipl_trainer_get_seconds (const IplTrainer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrainer, ipl_trainer_free)

G_END_DECLS
