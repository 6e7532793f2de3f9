/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacked blocks of attention and hidden units that learn a latent tree together (THEORY.md
 * sections 15.6 and 15.7). */
#include "core/hierarchy/stacked.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/sequence-fields.h"

#include <math.h>
#include <stddef.h>

G_STATIC_ASSERT (offsetof (IplStacked, tree) == 0);

#define PLACE(field) .offset = offsetof (IplStacked, field)

static const IplField tree_fields[] = { IPL_LATENT_TREE_FIELDS };

static gboolean
has_several (const IplField *field, gconstpointer own)
{
  return ((const IplStacked *)own)->blocks > 1;
}

static const IplField block_fields[] = {
  { "blocks", .json = "blocks", .label = "Blocks", .kind = IPL_FIELD_INTEGER, PLACE (blocks),
    .minimum = 1, .maximum = IPL_STACKED_MAX_BLOCKS, .step = 1,
    .sentence = "Blocks of attention and hidden units, one above the other" },
  { "queries", .json = "queries", .label = "Queries", .kind = IPL_FIELD_INTEGER, PLACE (queries),
    .minimum = 1, .maximum = IPL_STACKED_MAX_QUERIES, .step = 1, .applies = has_several,
    .only = "with several blocks",
    .sentence
    = "Tokens of the lowest block that attend to all tokens; every block above has half as "
      "many, the last one" },
  { "units", .json = "units", .label = "Hidden units", .kind = IPL_FIELD_INTEGER, PLACE (units),
    .minimum = 1, .maximum = IPL_STACKED_MAX_UNITS, .step = 1, .applies = has_several,
    .only = "with several blocks",
    .sentence = "Hidden units of every query, to which the block above attends" },
  { "unit", .json = "unit", .label = "Activation", .symbol = "φ", .kind = IPL_FIELD_CHOICE,
    PLACE (unit), .choices = ipl_stacked_units, .applies = has_several,
    .only = "with several blocks", .sentence = "Activation of the hidden units" },
  { "attention-temperature", .json = "attention_temperature", .label = "Temperature of attention",
    .symbol = "T", .kind = IPL_FIELD_REAL, PLACE (temperature), .minimum = 0, .positive = TRUE,
    .maximum = 1000, .low = 0.05, .high = 5, .step = 0.05, .digits = 2,
    .sentence = "Divisor of the logits z" },
  { "rate", .json = "rate", .label = "Learning rate", .symbol = "η", .kind = IPL_FIELD_REAL,
    PLACE (rate), .minimum = 0, .positive = TRUE, .maximum = 1000, .low = 0.01, .high = 5,
    .step = 0.1, .digits = 3, .sentence = "Learning rate of gradient descent" },
  { "start-sd", .json = "start_sd", .label = "First weights", .unit = IPL_STANDARD_DEVIATIONS,
    .kind = IPL_FIELD_REAL, PLACE (start_sd), .minimum = 0, .positive = TRUE, .maximum = 100,
    .low = 0.001, .high = 1, .step = 0.01, .digits = 3,
    .sentence = "Standard deviation of the first weights and logits" },
  { "steps", .json = "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, PLACE (steps),
    .minimum = 1, .maximum = IPL_STACKED_MAX_STEPS, .low = 100, .high = 20000, .step = 500,
    .sentence = "Steps of gradient descent over all states of the tree" },
  { "hold", .json = "hold", .label = "Stationary for", .kind = IPL_FIELD_INTEGER, PLACE (hold),
    .minimum = 0, .maximum = IPL_STACKED_MAX_STEPS, .high = 1000, .step = 10,
    .sentence
    = "Number of steps between updates of the gradients in the stationary run; 0 for none" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, PLACE (seed),
    .high = G_MAXUINT32, .step = 1,
    .sentence = "Seed of the first weights: the same seed gives the same numbers" },
};

static const IplFieldGroup groups[] = {
  { "tree", "Latent tree", G_N_ELEMENTS (tree_fields), tree_fields, 0 },
  { "blocks", "Blocks", G_N_ELEMENTS (block_fields), block_fields, 0 },
};

static void
init (IplParameters *parameters)
{
  ipl_stacked_init (ipl_parameters_edit_specific (parameters));
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  IplTrajectory *trajectory
      = ipl_stacked_run (ipl_parameters_get_specific (parameters), &run->work, error);

  return trajectory != NULL ? ipl_experiment_result_new_dynamics (parameters->experiment,
                                                                  trajectory, TRUE, NULL, NULL)
                            : NULL;
}

const IplExperiment ipl_experiment_joma_stack = {
  .id = "joma-stack",
  .title = "Stacked blocks",
  .about = "Blocks that learn a latent tree together, next to the theory’s stationary gradients",
  .family = IPL_FAMILY_DYNAMICS,
  .page = "stack",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Training stacked blocks",
  IPL_SPECIFIC (IplStacked, groups),
  .init = init,
  .validate = ipl_stacked_validate,
  .compute = compute,
  .recorded = ipl_stacked_recorded,
};
