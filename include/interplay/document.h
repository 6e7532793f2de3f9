/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/markov-chain.h>
#include <interplay/setting.h>

G_BEGIN_DECLS

#define IPL_MAX_LIST 64 /* widths, temperatures or variance sets in one sweep */

/**
 * IplParameters:
 * @experiment: id of the row of ipl_experiments() that makes the case
 * @chain: parameters of the generated task
 * @file: path of the imported case; empty for a generated one
 * @n_widths: number of widths in the sweep
 * @widths: [n_widths] each with its @N filled for the case's L
 * @current: the setting the scrubber stands at; its temperature and variances are used throughout
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
  guint n_widths;
  IplSetting widths[IPL_MAX_LIST];
  IplSetting current;
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
 * @id: name on the command line and in JSON ("hmc4", "hmc2", "file")
 * @title: name in the window
 * @generated: whether the case comes from the parameters (else from a file)
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
  void (*init) (IplParameters *parameters);
  IplCase *(*make_case) (const IplParameters *parameters, gboolean keep_inputs, guint threads,
                         GCancellable *cancellable, GError **error);
} IplExperiment;

const IplExperiment *ipl_experiments (guint *n);
const IplExperiment *ipl_experiment_find (const char *id);

void     ipl_parameters_init (IplParameters *self, const char *experiment_id);
void     ipl_parameters_adopt_case (IplParameters *self, const IplCase *the_case);
gboolean ipl_parameters_equal (const IplParameters *a, const IplParameters *b);
gboolean ipl_parameters_same_case (const IplParameters *a, const IplParameters *b);
char    *ipl_parameters_to_json (const IplParameters *self);
gboolean ipl_parameters_from_json (IplParameters *self, const char *json, GError **error);

G_END_DECLS
