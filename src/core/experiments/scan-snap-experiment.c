/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scan and snap: attention and a decoder learn the next token (THEORY.md section 7.10). */
#include "core/dynamics/scan-snap.h"
#include "core/experiments/experiment-table.h"

#include <stddef.h>

#define PLACE(field) .offset = offsetof (IplScanSnap, field)
#define COUNT(field) .kind = IPL_FIELD_INTEGER, PLACE (field), .step = 1

static gboolean
is_sampled (const IplField *field, gconstpointer own)
{
  return ((const IplScanSnap *)own)->batch > 0;
}

static const IplField fields[] = {
  { "last-tokens", .json = "last_tokens", .label = "Last tokens", COUNT (last_tokens), .minimum = 1,
    .maximum = 20, .high = 10,
    .sentence = "Number of tokens that a sequence may end with (queries)" },
  { "next-tokens", .json = "next_tokens", .label = "Next tokens of each", COUNT (next_tokens),
    .minimum = 1, .maximum = 10, .high = 4,
    .sentence
    = "Number of tokens that may follow each last token, depending on the tokens before it" },
  { "n-common", .json = "n_common", .label = "Common tokens", COUNT (common), .minimum = 0,
    .maximum = 100, .high = 40,
    .sentence = "Number of tokens that are equally frequent before all next tokens, and carry no "
                "information" },
  { "n-distinct", .json = "n_distinct", .label = "Distinct tokens", COUNT (distinct), .minimum = 1,
    .maximum = 100, .high = 40,
    .sentence = "Number of tokens that occur before one next token only" },
  { "least-frequency", .json = "least_frequency", .label = "Rarest distinct token",
    .kind = IPL_FIELD_REAL, PLACE (least), .minimum = 0, .maximum = 1, .positive = TRUE,
    .low = 0.05, .step = 0.05, .digits = 2,
    .sentence = "Frequency of the rarest distinct token over that of a common one; the others rise "
                "from it to 1 in equal steps" },
  { "learning-rate", .json = "learning_rate", .label = "Attention’s rate",
    .symbol = "η<sub>Z</sub>", .kind = IPL_FIELD_REAL, PLACE (rate), .minimum = 0, .maximum = 100,
    .positive = TRUE, .low = 0.01, .high = 3, .step = 0.05, .digits = 3,
    .sentence = "Learning rate of attention" },
  { "decoder-rate", .json = "decoder_rate", .label = "Decoder’s rate over it",
    .symbol = "η<sub>Y</sub>/η<sub>Z</sub>", .kind = IPL_FIELD_REAL, PLACE (ratio), .minimum = 0,
    .maximum = 1000, .positive = TRUE, .low = 0.1, .high = 20, .step = 1, .digits = 2,
    .sentence = "Learning rate of the decoder, in units of attention's" },
  { "momentum", .label = "Momentum", .kind = IPL_FIELD_REAL, PLACE (momentum), .minimum = 0,
    .maximum = 0.99, .step = 0.05, .digits = 2, .sentence = "Momentum of gradient descent" },
  { "batch", .label = "Sequences of a step", COUNT (batch), .minimum = 0, .maximum = 10000,
    .high = 512,
    .sentence = "Sequences that are drawn for each step; 0 for their expectation at any length" },
  { "length", .label = "Length", .symbol = "L", COUNT (length), .minimum = 1, .maximum = 10000,
    .high = 512, .applies = is_sampled, .only = "where sequences are drawn",
    .sentence = "Tokens of a sequence before its last one" },
  { "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, PLACE (steps), .minimum = 1,
    .maximum = IPL_SCAN_SNAP_MAX_STEPS, .low = 10, .high = 10000, .step = 100, .logarithmic = TRUE,
    .sentence = "Steps of gradient descent" },
  { "seed", .label = "Seed", .kind = IPL_FIELD_SEED, PLACE (seed), .high = G_MAXUINT32, .step = 1,
    .applies = is_sampled, .only = "where sequences are drawn",
    .sentence = "Seed of the sequences: the same seed gives the same numbers" },
};

static const IplFieldGroup groups[]
    = { { "learning", "Learning", G_N_ELEMENTS (fields), fields, 0 } };

/* The values of the authors' figure 4. */
static void
init (IplParameters *parameters)
{
  *(IplScanSnap *)ipl_parameters_edit_specific (parameters) = (IplScanSnap){
    .last_tokens = 2,
    .next_tokens = 1,
    .common = 10,
    .distinct = 10,
    .least = 0.1,
    .rate = 1,
    .ratio = 1,
    .momentum = 0.9,
    .batch = 128,
    .length = 128,
    .steps = 100,
    .seed = 1,
  };
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  IplTrajectory *trajectory
      = ipl_scan_snap_run (ipl_parameters_get_specific (parameters), &run->work, error);

  return trajectory != NULL ? ipl_experiment_result_new_dynamics (parameters->experiment,
                                                                  trajectory, TRUE, NULL, NULL)
                            : NULL;
}

const IplExperiment ipl_experiment_scan_snap = {
  .id = "scan-snap",
  .title = "Scan and snap",
  .about = "Attention finds the tokens that predict the next one",
  .family = IPL_FAMILY_BEYOND,
  .page = "scan-snap",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Learning next tokens",
  IPL_SPECIFIC (IplScanSnap, groups),
  .init = init,
  .compute = compute,
  .recorded = ipl_scan_snap_recorded,
};
