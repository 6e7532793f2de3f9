/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of a latent tree that stands first in an experiment's own struct. */
#pragma once

#include "core/hierarchy/latent-tree.h"
#include "core/base/units.h"
#include "core/fields/field.h"

#include <stddef.h>

/* Whether there is the level that a flip rate is of. */
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
