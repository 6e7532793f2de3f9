/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/image-task.h"
#include "core/tasks/markov-chain.h"
#include "core/case/setting.h"
#include "core/network/trainer.h"

G_BEGIN_DECLS

#define IPL_MAX_LIST 64 /* widths, temperatures or variance sets in one sweep */

/**
 * IplTraining:
 * @n_layers: attention layers
 * @n_heads: [n_layers] heads per layer
 * @width: N of every layer
 * @qk: query/key width G of every head
 * @batch: sequences per step
 * @steps: steps to train, 0 where only time limits it
 * @minutes: minutes to train, 0 where only steps limit it; not both 0
 * @learning_rate: at the height of the schedule, for width 512
 * @weight_decay: pull towards zero
 * @decoupled: whether it acts on the weights (AdamW) rather than through the gradient
 * @cosine: whether the learning rate falls as a cosine, rather than staying constant
 * @seed: of the first weights
 *
 * What a user can change of a training run, as plain values; zero-filled before use.
 */
typedef struct
{
  guint n_layers;
  guint n_heads[IPL_MAX_LAYERS];
  guint width;
  guint qk;
  guint batch;
  guint steps;
  double minutes;
  double learning_rate;
  double weight_decay;
  gboolean decoupled;
  gboolean cosine;
  guint64 seed;
} IplTraining;

void     ipl_training_init (IplTraining *self);
gboolean ipl_training_equal (const IplTraining *a, const IplTraining *b);
gboolean ipl_training_same_shape (const IplTraining *a, const IplTraining *b);
void     ipl_training_adopt_shape (IplTraining *self, const IplTrainedShape *shape);
gboolean ipl_training_to_config (const IplTraining *self, IplTrainerConfig *config, GError **error);

/**
 * IplParameters:
 * @experiment: id of the row of ipl_experiments() that makes the case
 * @chain: parameters of the generated task
 * @file: path of the imported case; empty for a generated one
 * @images: the one-shot task
 * @network: trained network whose attention the one-shot case has; empty for an untrained one
 * @training: how a network is trained on the one-shot task
 * @n_widths: number of widths in the sweep
 * @widths: [n_widths] each with its @N filled for the case's L
 * @current: the setting the scrubber stands at; its temperature and variances are used throughout
 * @n_temperatures: number of @temperatures; none where each width is solved at @current's alone
 * @temperatures: [n_temperatures] temperatures of which each width takes the best
 * @random_orders: random orders of the pruning curve
 * @fine_tune_steps: training steps after each removal of the pruning curve, 0 for none
 * @n_components: principal components shown
 * @shared_limits: whether all heatmaps share one colour scale
 * @chains: chains that sample the posterior
 * @warmup: warm-up transitions of each chain
 * @draws: draws of each chain
 * @heatmap: what the heatmaps of U show: "theory", "sampled", "difference", "sd" or "side-by-side"
 *
 * Everything a user can change, as plain values: copied by assignment, compared with
 * ipl_parameters_equal(), written to JSON and read back. The window and the command line fill the
 * same struct.
 */
typedef struct
{
  char experiment[32];
  IplMarkovChain chain;
  char file[4096];
  IplImageTask images;
  char network[4096];
  IplTraining training;
  guint n_widths;
  IplSetting widths[IPL_MAX_LIST];
  IplSetting current;
  guint n_temperatures;
  double temperatures[IPL_MAX_LIST];
  guint random_orders;
  guint fine_tune_steps;
  guint n_components;
  gboolean shared_limits;
  guint chains;
  guint warmup;
  guint draws;
  char heatmap[16];
} IplParameters;

/* How much can be asked of the sampler. */
#define IPL_MAX_CHAINS 64
#define IPL_MIN_WARMUP 20
#define IPL_MIN_DRAWS 8
#define IPL_MAX_DRAWS 1000000 /* and warm-up transitions */

/**
 * IplExperiment:
 * @id: name on the command line and in JSON ("hmc4", "hmc2", "glyphs", "images", "file")
 * @title: name in the window
 * @generated: whether the case comes from the parameters (else from a file)
 * @trainable: whether it is a one-shot task, which a network can be trained on
 * @init: fills the defaults
 * @make_case: makes the case
 *
 * One row of the table of experiments.
 */
typedef struct
{
  const char *id;
  const char *title;
  gboolean generated;
  gboolean trainable;
  void (*init) (IplParameters *parameters);
  IplCase *(*make_case) (const IplParameters *parameters, gboolean keep_inputs, guint threads,
                         GCancellable *cancellable, GError **error);
} IplExperiment;

const IplExperiment *ipl_experiments (guint *n);
const IplExperiment *ipl_experiment_find (const char *id);

void     ipl_parameters_init (IplParameters *self, const char *experiment_id);
gboolean ipl_parameters_open_network (IplParameters *self, const char *path,
                                      GCancellable *cancellable, GError **error);
void     ipl_parameters_set_layers (IplParameters *self, guint L);
void     ipl_parameters_adopt_case (IplParameters *self, const IplCase *the_case);
gboolean ipl_parameters_equal (const IplParameters *a, const IplParameters *b);
gboolean ipl_parameters_same_case (const IplParameters *a, const IplParameters *b);
char    *ipl_parameters_to_json (const IplParameters *self);
gboolean ipl_parameters_from_json (IplParameters *self, const char *json, GError **error);

G_END_DECLS
