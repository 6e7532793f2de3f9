/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JoMA's table 1: how well neurons recover latents in hierarchies of twelve shapes (THEORY.md
 * section 15.8). */
#include "core/experiments/experiment-table.h"

#include "core/experiments/resumable-experiment.h"

#include <stddef.h>
#include <string.h>

#define PLACE(field) .offset = offsetof (IplHierarchyTable, field)

static const IplField fields[] = {
  { "size", .json = "size", .label = "Scale", .kind = IPL_FIELD_CHOICE, PLACE (size),
    .choices = ipl_table_sizes,
    .sentence
    = "Width and training of the networks: seconds, minutes, or as in the paper, for a cluster" },
  { "seeds", .json = "seeds", .label = "Seeds", .kind = IPL_FIELD_INTEGER, PLACE (seeds),
    .minimum = 1, .maximum = IPL_HIERARCHY_MAX_SEEDS, .high = 5, .step = 1,
    .sentence
    = "Number of random hierarchies of every shape, each with a network; 5 in the paper" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, PLACE (seed),
    .high = G_MAXUINT32, .step = 1,
    .sentence = "Seed of the first hierarchy and its network: the same seed gives the same "
                "numbers" },
};

static const IplField shown_fields[] = {
  { "shown-cell", .json = "shown_cell", .label = "Setting shown", .kind = IPL_FIELD_INTEGER,
    PLACE (shown_cell), .minimum = 1, .maximum = IPL_TABLE_CELLS, .step = 1,
    .sentence = "The setting of the table whose curves are drawn" },
};

static const IplFieldGroup groups[] = {
  { "table", "Table", G_N_ELEMENTS (fields), fields, 0 },
  { "shown", "Shown", G_N_ELEMENTS (shown_fields), shown_fields, 0 },
};

static void
init (IplParameters *parameters)
{
  ipl_hierarchy_table_init (ipl_parameters_edit_specific (parameters));
}

static gpointer
copy_parameters (gconstpointer own)
{
  return g_memdup2 (own, sizeof (IplHierarchyTable));
}

/* The numbers of an earlier result of the same networks. */
static const IplTrajectory *
find_before (const IplHierarchyTable *own, const IplExperimentRun *run)
{
  const IplHierarchyTable *before;

  if (run->before == NULL || run->before->experiment != &ipl_experiment_joma_table)
    return NULL;
  before = run->before->data;
  return before->size == own->size && before->seeds == own->seeds && before->seed == own->seed
             ? run->before->trajectory
             : NULL;
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const IplHierarchyTable *own = ipl_parameters_get_specific (parameters);
  IplComputation computation
      = { parameters->experiment, run, own, copy_parameters, g_free, .first = -1 };
  const IplWork work = ipl_computation_work (&computation, ipl_computation_show_at);
  gboolean complete;
  IplTrajectory *trajectory = ipl_hierarchy_table_run (own, find_before (own, run), run->checkpoint,
                                                       &work, &complete, error);

  return trajectory != NULL
             ? ipl_experiment_result_new_dynamics (parameters->experiment, trajectory, complete,
                                                   copy_parameters (own), g_free)
             : NULL;
}

static gboolean
restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz, char **why)
{
  const IplHierarchyTable *own = ipl_parameters_get_specific (parameters);

  if (ipl_trajectory_get_length (result->trajectory, ipl_table_recorded, 'c') != IPL_TABLE_CELLS
      || ipl_trajectory_get_length (result->trajectory, ipl_table_recorded, 's') != own->seeds
      || ipl_trajectory_get_length (result->trajectory, ipl_table_recorded, 'v')
             != IPL_TABLE_LEVELS)
    {
      *why = g_strdup ("its arrays are not of the table that its settings give");
      return FALSE;
    }
  result->data = copy_parameters (own);
  result->data_free = g_free;
  return TRUE;
}

static guint
count_parts (gconstpointer own)
{
  return IPL_TABLE_CELLS * ((const IplHierarchyTable *)own)->seeds;
}

static void
choose_part (gpointer own, guint part)
{
  ((IplHierarchyTable *)own)->part = part;
}

static const IplExperimentParts parts = { count_parts, choose_part };

/* Its result has an IplHierarchyTable and the trajectory of ipl_hierarchy_table_run(). */
const IplExperiment ipl_experiment_joma_table = {
  .id = "joma-table",
  .title = "Table of latent hierarchies",
  .about = "Twelve hierarchies, trained, untrained and shuffled (table 1)",
  .family = IPL_FAMILY_DYNAMICS,
  .page = "table",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Training on hierarchies",
  IPL_SPECIFIC (IplHierarchyTable, groups),
  .init = init,
  .compute = compute,
  .recorded = ipl_table_recorded,
  .restore = restore,
  .runs_on_request = TRUE,
  .takes = "about ten seconds",
  .resumes_from_file = TRUE,
  .parts = &parts,
};
