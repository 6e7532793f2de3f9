/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequences of a latent tree as a case of the path theory (THEORY.md section 15.5): does U single
 * out the paths that join the tree's levels? */
#include "core/experiments/experiment-table.h"

#include "core/experiments/sequence-fields.h"
#include "core/experiments/sequence-heads.h"
#include "core/hierarchy/tree-case.h"
#include <stddef.h>
#include <string.h>

G_STATIC_ASSERT (offsetof (IplTreeCase, tree) == 0);

#define HEADS_EXAMPLE "level-1,random:level-2,random"

static const IplSequenceHeads heads
    = { { ipl_sequence_heads_get, ipl_sequence_heads_set,
          .json_words = "a text such as " HEADS_EXAMPLE },
        { ipl_tree_head_name, ipl_tree_head_parse },
        HEADS_EXAMPLE,
        "random, blank or a level from level-1 to level-" G_STRINGIFY (IPL_TREE_MAX_DEPTH) };

#define AT(field) .offset = offsetof (IplTreeCase, field)

static const IplField tree_fields[] = { IPL_LATENT_TREE_FIELDS };

static const IplField fields[] = {
  { "class-level", .json = "class_level", .label = "Class told at level", .symbol = "h",
    .kind = IPL_FIELD_INTEGER, AT (class_level), .minimum = 1, .maximum = IPL_TREE_MAX_DEPTH,
    .step = 1,
    .sentence = "How many levels above the tokens the class is told: there both halves come from "
                "the same bit in class +1, from opposite ones in class −1" },
  IPL_NOISE_FIELDS (IPL_TREE_CASE_MAX_FACTOR, 100),
  IPL_EXAMPLES_FIELDS (IPL_TREE_CASE_MAX_EXAMPLES),
  IPL_FEATURES_AND_SEED_FIELDS (IPL_TREE_CASE_MAX_FEATURES),
  { "heads", .json = "heads", .label = "Heads", .kind = IPL_FIELD_LIST, AT (layers),
    .list = &heads.list,
    .sentence = "Kinds of the heads by commas, layers by colons: level-1 attends to tokens in the "
                "same state whose common ancestor is one level up, and so on; random or blank" },
};

static const IplFieldGroup groups[] = {
  { "tree", "Latent tree", G_N_ELEMENTS (tree_fields), tree_fields, 0 },
  { "task", "Task", G_N_ELEMENTS (fields), fields, 0 },
};

static void
init (IplParameters *parameters)
{
  IplTreeCase *own = ipl_parameters_edit_own (parameters);

  ipl_latent_tree_init (&own->tree);
  own->class_level = 2;
  own->noise_parallel = 1;
  own->noise_perpendicular = 3;
  own->beta = 10;
  own->n_train = 100;
  own->n_test = 1000;
  own->n_features = 200;
  own->seed = 1;
  ipl_layer_heads_read (&own->layers, &heads.kinds, HEADS_EXAMPLE);
}

static guint
get_layers (gconstpointer own)
{
  return ((const IplTreeCase *)own)->n_layers;
}

static IplCase *
sketch (gconstpointer own, const char *name)
{
  IplTreeCase small = *(const IplTreeCase *)own;

  small.n_train = small.n_test = small.n_features = 2;
  return ipl_tree_case_generate (&small, name, FALSE, 1, NULL, NULL);
}

const IplExperiment ipl_experiment_hierarchy_paths = {
  .id = "hierarchy-paths",
  .title = "Paths through a latent tree",
  .label = "_Paths through a latent tree",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Generating the case",
  IPL_OWN (IplTreeCase, groups),
  .init = init,
  .validate = ipl_tree_case_validate,
  .get_layers = get_layers,
  .sketch = sketch,
  .make_case = ipl_tree_case_generate,
  .tests_at = offsetof (IplTreeCase, n_test),
};
