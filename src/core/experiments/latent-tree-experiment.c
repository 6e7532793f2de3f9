/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The binary latent tree (THEORY.md sections 15.1 and 15.2): its co-occurrence, counted in samples
 * too, and the order in which pairs of tokens are learned. */
#include "core/experiments/experiment-table.h"

#include "core/experiments/sequence-fields.h"
#include "core/hierarchy/latent-tree.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct
{
  IplTreeAttention attention;
  guint samples;
  guint64 seed;
} Parameters;

G_STATIC_ASSERT (offsetof (Parameters, attention.tree) == 0);

#define AT(field) .offset = offsetof (Parameters, field)

static const IplField tree_fields[] = { IPL_LATENT_TREE_FIELDS };

static const IplField learning_fields[] = {
  { "strength", .json = "strength", .label = "Strength", .symbol = "κ", .kind = IPL_FIELD_REAL,
    AT (attention.strength), .minimum = 0, .maximum = 20, .positive = TRUE, .high = 10, .step = 0.1,
    .digits = 1,
    .sentence = "Final weight of a token that always occurs with the query; other weights are "
                "proportional to their probability" },
  { "learning-rate", .json = "learning_rate", .label = "Learning rate", .symbol = "η",
    .kind = IPL_FIELD_REAL, AT (attention.rate), .minimum = 0, .maximum = 1, .positive = TRUE,
    .step = 0.01, .digits = 3, .sentence = "Rate of gradient descent" },
  { "attention-temperature", .json = "attention_temperature", .label = "Attention temperature",
    .kind = IPL_FIELD_REAL, AT (attention.temperature), .minimum = 0, .maximum = 100,
    .positive = TRUE, .low = 0.5, .high = 10, .step = 0.1, .digits = 1,
    .sentence = "Divisor of the squared weights in the softmax of attention" },
  { "steps", .json = "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, AT (attention.steps),
    .minimum = 1, .maximum = 1000000, .low = 100, .high = 20000, .step = 100,
    .sentence = "Steps of gradient descent" },
};

static const IplField sampling_fields[] = {
  { "samples", .json = "samples", .label = "Samples", .kind = IPL_FIELD_INTEGER, AT (samples),
    .minimum = 1, .maximum = IPL_TREE_MAX_SAMPLES, .high = 100000, .step = 1000,
    .sentence
    = "Samples of the tree in which co-occurrence is counted, to compare with the formula" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed), .high = G_MAXUINT32,
    .step = 1, .sentence = "Seed of the samples: the same seed gives the same numbers" },
};

static const IplFieldGroup groups[] = {
  { "tree", "Latent tree", G_N_ELEMENTS (tree_fields), tree_fields, 0 },
  { "learning", "Learning", G_N_ELEMENTS (learning_fields), learning_fields, 0 },
  { "sampling", "Sampling", G_N_ELEMENTS (sampling_fields), sampling_fields, 0 },
};

static void
init (IplParameters *parameters)
{
  Parameters *own = ipl_parameters_edit_specific (parameters);

  ipl_latent_tree_init (&own->attention.tree);
  own->attention.strength = 5;
  own->attention.rate = 0.1;
  own->attention.temperature = 3;
  own->attention.steps = 4000;
  own->samples = 10000;
  own->seed = 1;
}

/* Adds a matrix over the tokens: by formula and, unless @counts is NULL, from samples. */
static gboolean
add_matrix (IplTrajectory *trajectory, const IplLatentTree *tree, const double *counts,
            const char *name, GError **error)
{
  gsize M = ipl_latent_tree_n_tokens (tree), shape[] = { M, M };
  g_autofree double *matrix = g_new (double, M * M);

  for (gsize m = 0; m < M; m++)
    for (gsize l = 0; l < M; l++)
      matrix[m * M + l]
          = counts == NULL
                ? ipl_latent_tree_cooccurrence (tree, ipl_latent_tree_height ((guint)l, (guint)m))
            : counts[m * M + m] > 0 ? counts[m * M + l] / counts[m * M + m]
                                    : NAN;
  return ipl_trajectory_add_constant (trajectory, name, 2, shape, matrix, error);
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const Parameters *own = ipl_parameters_get_specific (parameters);
  const IplLatentTree *tree = &own->attention.tree;
  gsize M = ipl_latent_tree_n_tokens (tree), depth = tree->depth;
  g_autofree double *counts = g_new0 (double, M * M);
  g_autoptr (IplTrajectory) trajectory
      = ipl_tree_attention_run (&own->attention, run->work.cancellable, error);

  if (trajectory == NULL
      || !ipl_latent_tree_count (tree, own->seed, own->samples, run->work.threads,
                                 run->work.cancellable, counts, error)
      || !add_matrix (trajectory, tree, NULL, "cooccurrence", error)
      || !add_matrix (trajectory, tree, counts, "cooccurrence_sampled", error)
      || !ipl_trajectory_add_constant (trajectory, "flip", 1, &depth, tree->flip, error)
      || !ipl_trajectory_add_constant (trajectory, "root_one", 0, NULL, &tree->root_one, error))
    return NULL;
  return ipl_experiment_result_new_dynamics (&ipl_experiment_joma_tree,
                                             g_steal_pointer (&trajectory), TRUE, NULL, NULL);
}

static gboolean
restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz, char **why)
{
  const Parameters *own = ipl_parameters_get_specific (parameters);
  const IplLatentTree *tree = &own->attention.tree;

  if (ipl_trajectory_get_length (result->trajectory, ipl_tree_recorded, 'D') == tree->depth
      && ipl_trajectory_get_length (result->trajectory, ipl_tree_recorded, 'M')
             == ipl_latent_tree_n_tokens (tree))
    return TRUE;
  *why = g_strdup ("its arrays are not of the tree that its settings give");
  return FALSE;
}

const IplExperiment ipl_experiment_joma_tree = {
  .id = "joma-tree",
  .title = "Latent tree",
  .about = "Tokens are the leaves of a binary tree: near relatives are learned first (figure 5)",
  .family = IPL_FAMILY_DYNAMICS,
  .page = "latent-tree",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Learning the tree's pairs",
  IPL_SPECIFIC (Parameters, groups),
  .init = init,
  .compute = compute,
  .recorded = ipl_tree_recorded,
  .restore = restore,
};

/* The tree of the parameters, NULL for another experiment. */
IplLatentTree *
ipl_parameters_edit_latent_tree (IplParameters *self)
{
  Parameters *own = ipl_parameters_edit_specific (self);

  return self->experiment == &ipl_experiment_joma_tree ? &own->attention.tree : NULL;
}
