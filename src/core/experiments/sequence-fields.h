/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields that experiments with sequences of noisy tokens have in common; AT is theirs. */
#pragma once

#include <stddef.h>

#include "core/base/units.h"
#include "core/fields/field.h"
#include "core/hierarchy/latent-tree.h"

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
  IPL_SEED_FIELD

#define IPL_SEED_FIELD                                                                             \
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed),                    \
    .high = G_MAXUINT32, .step = 1,                                                                \
    .sentence = "Seed of every random number of the case: the same seed gives the same numbers" }
/* clang-format on */

/* TRUE if there is the level that a flip rate is of. */
static inline gboolean
ipl_latent_tree_has_level (const IplField *field, gconstpointer data)
{
  return (field->offset - offsetof (IplLatentTree, flip)) / sizeof (double)
         < ((const IplLatentTree *)data)->depth;
}

#define IPL_LATENT_TREE_FLIP(level)                                                                \
  {                                                                                                \
    .id = "flip-" #level, .json = "flip_" #level, .label = "Flip rate, level " #level,             \
    .symbol = "ε<sub>" #level "</sub>", .kind = IPL_FIELD_REAL,                                    \
    .offset = offsetof (IplLatentTree, flip) + ((level)-1) * sizeof (double), .minimum = 0,        \
    .maximum = 0.5, .step = 0.01, .digits = 3, .applies = ipl_latent_tree_has_level,               \
    .only = "in trees at least as deep",                                                           \
    .sentence                                                                                      \
        = "Probability that a bit of level " #level " is not its parent's; the root is level 0"    \
  }

#define IPL_LATENT_TREE_FIELDS                                                                     \
  { .id = "depth",                                                                                 \
    .json = "depth",                                                                               \
    .label = "Depth",                                                                              \
    .symbol = "D",                                                                                 \
    .unit = IPL_LEVELS,                                                                            \
    .kind = IPL_FIELD_INTEGER,                                                                     \
    .offset = offsetof (IplLatentTree, depth),                                                     \
    .minimum = 1,                                                                                  \
    .maximum = IPL_TREE_MAX_DEPTH,                                                                 \
    .step = 1,                                                                                     \
    .sentence = "Levels of the tree below its root; its 2 to the power of D leaves "               \
                "are the tokens" },                                                                \
      IPL_LATENT_TREE_FLIP (1), IPL_LATENT_TREE_FLIP (2), IPL_LATENT_TREE_FLIP (3),                \
      IPL_LATENT_TREE_FLIP (4), IPL_LATENT_TREE_FLIP (5), IPL_LATENT_TREE_FLIP (6),                \
  {                                                                                                \
    .id = "root", .json = "root", .label = "Root is 1", .kind = IPL_FIELD_REAL,                    \
    .offset = offsetof (IplLatentTree, root_one), .minimum = 0.01, .maximum = 0.99, .step = 0.01,  \
    .digits = 2, .sentence = "Probability that the bit at the root is 1"                           \
  }

G_STATIC_ASSERT (IPL_TREE_MAX_DEPTH == 6);

/* Sixteen tokens; the same flip rate on all levels. */
static inline void
ipl_latent_tree_init (IplLatentTree *self)
{
  self->depth = 4;
  self->root_one = 0.5;
  for (guint k = 0; k < IPL_TREE_MAX_DEPTH; k++)
    self->flip[k] = 0.1;
}
