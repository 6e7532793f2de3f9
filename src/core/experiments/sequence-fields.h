/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields that experiments with sequences of noisy tokens have in common; AT is theirs. */
#pragma once

#include "core/base/units.h"
#include "core/fields/field.h"

/* clang-format off */
#define IPL_NOISE_FIELDS(most, most_beta)                                                          \
  { "noise-parallel", .json = "noise_parallel", .label = "Noise in plane",                         \
    .symbol = "σ<sub>∥</sub>", .unit = IPL_STANDARD_DEVIATIONS, .kind = IPL_FIELD_REAL,            \
    AT (noise_parallel), .minimum = 0, .maximum = most, .low = 0, .high = 50, .step = 0.1,         \
    .digits = 2,                                                                                   \
    .sentence = "Standard deviation of a token's noise in the plane of the two state vectors" },   \
  { "noise-perpendicular", .json = "noise_perpendicular", .label = "Noise across",                 \
    .symbol = "σ<sub>⊥</sub>", .unit = IPL_STANDARD_DEVIATIONS, .kind = IPL_FIELD_REAL,            \
    AT (noise_perpendicular), .minimum = 0, .maximum = most, .low = 0, .high = 50, .step = 0.1,    \
    .digits = 2,                                                                                   \
    .sentence = "Standard deviation of a token's noise in all other directions" },                 \
  { "beta", .json = "beta", .label = "Attention sharpness", .symbol = "β",                         \
    .kind = IPL_FIELD_REAL, AT (beta), .minimum = 0, .maximum = most, .low = 0,                    \
    .high = most_beta, .step = 1, .digits = 1,                                                     \
    .sentence = "Factor on all attention logits: 0 attends uniformly, large values attend to one " \
                "token" }

#define IPL_EXAMPLES_FIELDS(most)                                                                  \
  { "n-train", .json = "n_train", .label = "Training sequences", .symbol = "P",                    \
    .logarithmic = TRUE,                                                                           \
    .kind = IPL_FIELD_INTEGER, AT (n_train), .minimum = 2, .maximum = most, .low = 2,              \
    .high = 2000, .step = 10, .multiple = 2,                                                       \
    .sentence = "Number of training sequences, both classes together; the work grows with its "    \
                "cube" },                                                                          \
  { "n-test", .json = "n_test", .label = "Test sequences", .kind = IPL_FIELD_INTEGER,              \
    AT (n_test), .minimum = 2, .maximum = most, .low = 2, .high = 20000, .step = 100,              \
    .multiple = 2, .sentence = "Number of test sequences, both classes together" }

#define IPL_FEATURES_AND_SEED_FIELDS(most)                                                         \
  { "n-features", .json = "n_features", .label = "Features", .symbol = "n<sub>f</sub>",            \
    .kind = IPL_FIELD_INTEGER, AT (n_features), .minimum = 2, .maximum = most, .low = 2,           \
    .high = 1000, .step = 10, .multiple = 2,                                                       \
    .sentence = "Numbers per token, without its one-hot position" },                               \
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed),                    \
    .high = G_MAXUINT32, .step = 1,                                                                \
    .sentence = "Seed of every random number of the case: the same seed gives the same numbers" }
/* clang-format on */
