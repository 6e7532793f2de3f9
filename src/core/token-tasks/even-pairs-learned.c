/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Even pairs, learned: one layer of attention and a linear layer (THEORY.md section 7.8). */
#include "core/dynamics/even-pairs-dynamics.h"
#include "core/experiments/experiment-table.h"

#include <stddef.h>

#define PLACE(field) .offset = offsetof (IplEvenPairsDynamics, field)

static const IplField fields[] = {
  { "length", .label = "Longest sequence", .symbol = "L", .kind = IPL_FIELD_INTEGER, PLACE (length),
    .minimum = 2, .maximum = IPL_EVEN_PAIRS_MAX_LENGTH, .step = 1,
    .sentence = "Tokens of the longest sequences: all sequences of up to so many are learned" },
  { "learning-rate", .json = "learning_rate", .label = "Learning rate", .symbol = "η",
    .kind = IPL_FIELD_REAL, PLACE (rate), .minimum = 0, .maximum = 10, .positive = TRUE, .high = 1,
    .step = 0.05, .digits = 3, .sentence = "Rate of gradient descent" },
  { "attention-rate", .json = "attention_rate", .label = "Attention’s rate", .symbol = "λ",
    .kind = IPL_FIELD_REAL, PLACE (attention_rate), .minimum = 0, .maximum = 100, .step = 0.5,
    .digits = 2, .sentence = "Learning rate of attention, in units of the linear layer's" },
  { "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, PLACE (steps), .minimum = 10,
    .maximum = IPL_EVEN_PAIRS_MAX_STEPS, .low = 100, .high = 100000, .step = 1000,
    .logarithmic = TRUE, .sentence = "Steps of gradient descent" },
};

static const IplFieldGroup groups[]
    = { { "learning", "Learning", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  IplEvenPairsDynamics *own = ipl_parameters_edit_specific (parameters);

  own->length = 6;
  own->rate = 0.1;
  own->attention_rate = 2;
  own->steps = 20000;
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  IplTrajectory *trajectory
      = ipl_even_pairs_run (ipl_parameters_get_specific (parameters), &run->work, error);

  return trajectory != NULL ? ipl_experiment_result_new_dynamics (parameters->experiment,
                                                                  trajectory, TRUE, NULL, NULL)
                            : NULL;
}

const IplExperiment ipl_experiment_even_pairs_dynamics = {
  .id = "even-pairs-dynamics",
  .title = "Even pairs: training dynamics",
  .about = "Attention and a linear layer learn even pairs, one after the other",
  .family = IPL_FAMILY_BEYOND,
  .page = "even-pairs",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Learning even pairs",
  IPL_SPECIFIC (IplEvenPairsDynamics, groups),
  .init = init,
  .compute = compute,
  .recorded = ipl_even_pairs_recorded,
};
