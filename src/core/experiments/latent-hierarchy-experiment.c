/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Transformers that learn hierarchies of latents (THEORY.md sections 15.3 and 15.4): which
 * neurons learn which latents, and when. */
#include "core/experiments/experiment-table.h"

#include "core/base/units.h"
#include "core/hierarchy/hierarchy-training.h"
#include "core/experiments/resumable-experiment.h"
#include <stddef.h>

G_STATIC_ASSERT (IPL_HIERARCHY_MAX_LEVELS == 4);
G_STATIC_ASSERT (offsetof (IplHierarchyTraining, shape) == 0);

#define AT(field) .offset = offsetof (IplHierarchyTraining, field)

/* TRUE if there is the level that a number of latents is of. */
static gboolean
has_level (const IplField *field, gconstpointer data)
{
  const IplHierarchyTraining *own = data;

  return (field->offset - offsetof (IplHierarchyTraining, shape.n_latents))
             / sizeof own->shape.n_latents[0]
         < own->shape.n_levels;
}

#define LATENTS(level)                                                                             \
  {                                                                                                \
    "latents-" #level, .json = "latents_" #level, .label = "Latents, level " #level,               \
                       .kind = IPL_FIELD_INTEGER, AT (shape.n_latents[level - 1]), .minimum = 1,   \
                       .maximum = IPL_HIERARCHY_MAX_LATENTS, .high = 100, .step = 1,               \
                       .applies = has_level, .only = "with as many levels",                        \
                       .sentence = "Latents of level " #level ", where level 1 is made of tokens"  \
  }

static const IplField hierarchy_fields[] = {
  { "levels", .json = "levels", .label = "Levels", .kind = IPL_FIELD_INTEGER, AT (shape.n_levels),
    .minimum = 1, .maximum = IPL_HIERARCHY_MAX_LEVELS, .step = 1,
    .sentence = "Levels of latents between tokens and classes" },
  LATENTS (1),
  LATENTS (2),
  LATENTS (3),
  LATENTS (4),
  { "parts", .json = "parts", .label = "Parts", .kind = IPL_FIELD_INTEGER, AT (shape.n_parts),
    .minimum = 2, .maximum = IPL_HIERARCHY_MAX_PARTS, .step = 1,
    .sentence = "Number of parts of each latent and each class, from the level below" },
  { "classes", .json = "classes", .label = "Classes", .kind = IPL_FIELD_INTEGER,
    AT (shape.n_classes), .minimum = 2, .maximum = IPL_HIERARCHY_MAX_LATENTS, .high = 100,
    .step = 1, .sentence = "Classes, each a set of latents of the highest level" },
  { "vocabulary", .json = "vocabulary", .label = "Vocabulary", .symbol = "M",
    .kind = IPL_FIELD_INTEGER, AT (shape.vocabulary), .minimum = 3, .maximum = 10000, .high = 1000,
    .step = 10, .sentence = "Number of tokens; the last one pads sequences" },
  { "length", .json = "length", .label = "Length", .symbol = "L", .unit = IPL_TOKENS,
    .kind = IPL_FIELD_INTEGER, AT (shape.length), .minimum = 2, .maximum = IPL_HIERARCHY_MAX_LENGTH,
    .high = 100, .step = 1, .sentence = "Tokens of a sequence, with padding at its beginning" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (shape.seed),
    .high = G_MAXUINT32, .step = 1,
    .sentence = "Seed of the first hierarchy and its network: the same seed gives the same "
                "numbers" },
};

static const IplField network_fields[] = {
  { "blocks", .json = "blocks", .label = "Blocks", .kind = IPL_FIELD_INTEGER, AT (layers),
    .minimum = 1, .maximum = 10, .step = 1,
    .sentence = "Blocks of attention and MLP, one above the other" },
  { "token-width", .json = "token_width", .label = "Token width", .symbol = "d",
    .kind = IPL_FIELD_INTEGER, AT (d), .minimum = 2, .maximum = 8192, .low = 16, .high = 1024,
    .step = 16, .sentence = "Width of a token in the network; the paper's is 1024" },
  { "learning-rate", .json = "learning_rate", .label = "Learning rate", .symbol = "η",
    .kind = IPL_FIELD_REAL, AT (learning_rate), .minimum = 0, .maximum = 1, .positive = TRUE,
    .low = 1e-5, .high = 0.01, .step = 1e-4, .digits = 5,
    .sentence = "Rate of Adam; the paper's are 1e-4 and 1e-5, for wider networks" },
  { "weight-decay", .json = "weight_decay", .label = "Weight decay", .kind = IPL_FIELD_REAL,
    AT (weight_decay), .minimum = 0, .maximum = 1, .high = 0.01, .step = 1e-4, .digits = 5,
    .sentence = "Multiple of the weights that is added to the gradient" },
  { "batch", .json = "batch", .label = "Batch", .unit = IPL_SEQUENCES, .kind = IPL_FIELD_INTEGER,
    AT (batch), .minimum = 0, .maximum = 100000, .high = 512, .step = 8,
    .sentence = "Sequences of a training step, drawn at random as in the paper (128); 0 for one of "
                "every class, which is the mean over all draws" },
  { "steps", .json = "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, AT (steps), .minimum = 1,
    .maximum = 10000000, .low = 100, .high = 10000, .step = 100,
    .sentence = "Training steps of each network; the paper's are 10000" },
  { "seeds", .json = "seeds", .label = "Seeds", .kind = IPL_FIELD_INTEGER, AT (seeds), .minimum = 1,
    .maximum = IPL_HIERARCHY_MAX_SEEDS, .step = 1,
    .sentence = "Number of random hierarchies, each with its own network, for error bars" },
  { "reports", .json = "reports", .label = "Moments", .kind = IPL_FIELD_INTEGER, AT (reports),
    .minimum = 1, .maximum = 1000, .low = 10, .high = 200, .step = 10,
    .sentence = "Moments that are recorded after the first" },
};

static const IplFieldGroup groups[] = {
  { "hierarchy", "Hierarchy", G_N_ELEMENTS (hierarchy_fields), hierarchy_fields, 0 },
  { "network", "Network", G_N_ELEMENTS (network_fields), network_fields, 0 },
};

static void
init (IplParameters *parameters)
{
  IplHierarchyTraining *own = ipl_parameters_edit_specific (parameters);

  *own = (IplHierarchyTraining){ .shape = { .n_levels = 2,
                                            .n_latents = { 10, 20, 30, 40 },
                                            .n_parts = 2,
                                            .n_classes = 20,
                                            .vocabulary = 100,
                                            .length = 30,
                                            .seed = 1 },
                                 .layers = 3,
                                 .d = 128,
                                 .learning_rate = 1e-4,
                                 .weight_decay = 1e-4,
                                 .seeds = 4,
                                 .steps = 300,
                                 .reports = 60 };
}

static gpointer
begin (gconstpointer own, const IplExperimentRun *run, GError **error)
{
  return ipl_hierarchy_run_new (own, error);
}

static gpointer
load (gconstpointer own, const IplExperimentRun *run, GError **error)
{
  return ipl_hierarchy_run_load (own, run->checkpoint, run->work.cancellable, error);
}

static void
on_recorded (gconstpointer so_far, double fraction, gpointer data)
{
  IplComputation *self = data;

  if (fraction < 1)
    ipl_computation_save_in_time (self);
  ipl_computation_report (self, fraction, ipl_computation_seconds_left (self, fraction),
                          "Training on hierarchies");
  if (fraction < 1)
    ipl_computation_show (self, so_far);
}

/* Trains; the first moment is recorded even after an immediate stop. */
static gboolean
train (gpointer learner, gconstpointer own, IplComputation *computation, GError **error)
{
  const IplWork first = { .threads = computation->run->work.threads,
                          .cancellable = computation->run->work.cancellable };
  const IplWork work = ipl_computation_work (computation, on_recorded);

  return (ipl_hierarchy_run_get_trajectory (learner)->S > 0
          || ipl_hierarchy_run_train (learner, 0, &first, error))
         && ipl_hierarchy_run_train (learner, ((const IplHierarchyTraining *)own)->steps, &work,
                                     error);
}

static gboolean
is_complete (gconstpointer learner, gconstpointer own)
{
  const IplTrajectory *recorded = ipl_hierarchy_run_get_trajectory (learner);

  return recorded->time[recorded->S - 1] >= ((const IplHierarchyTraining *)own)->steps;
}

static const IplResumable learning = {
  .begin = begin,
  .load = load,
  .fits = ipl_hierarchy_run_can_go_on,
  .train = train,
  .is_complete = is_complete,
  .recorded = ipl_hierarchy_run_get_trajectory,
  .save = ipl_hierarchy_run_save,
  .ended = ipl_hierarchy_run_remove_others,
  .free = ipl_hierarchy_run_free,
};

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  return ipl_resumable_compute (&learning, parameters, run, error);
}

/* Files have no networks; only the checkpoint has. */
static gboolean
restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz, char **why)
{
  const IplTrajectoryArray *level = ipl_trajectory_find (result->trajectory, "latent_level");
  gsize levels = ipl_trajectory_get_length (result->trajectory, ipl_hierarchy_recorded, 'v');

  for (gsize k = 0; k < level->size; k++)
    if (!(level->values[k] >= 1 && level->values[k] <= (double)levels)
        || (k > 0 && level->values[k] < level->values[k - 1]))
      {
        *why = g_strdup ("the levels of its latents are none");
        return FALSE;
      }
  return TRUE;
}

const IplExperiment ipl_experiment_joma_hierarchy = {
  .id = "joma-hierarchy",
  .title = "Latent hierarchy",
  .about = "A transformer trained here on a hierarchy: which neuron recovers which latent",
  .family = IPL_FAMILY_DYNAMICS,
  .page = "hierarchy",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Training on hierarchies",
  IPL_SPECIFIC (IplHierarchyTraining, groups),
  .init = init,
  .validate = ipl_hierarchy_shape_validate,
  .compute = compute,
  .recorded = ipl_hierarchy_recorded,
  .restore = restore,
  .runs_on_request = TRUE,
  .takes = "about half a minute",
};
