/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/experiment-table.h"

#include <string.h>

#include "core/experiments/case-file-experiment.h"
#include "core/experiments/joint-experiment.h"
#include "core/dynamics/learned-paths.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/experiments/salience-experiment.h"
#include "core/base/error.h"
#include "core/base/closest-name.h"
#include "core/case/example-cases.h"

/* The first is the default. */
static const IplExperiment *const experiments[] = {
  &ipl_experiment_hmc4,
  &ipl_experiment_hmc2,
  &ipl_experiment_glyphs,
  &ipl_experiment_images,
  &ipl_experiment_file,
  &ipl_experiment_joma_joint,
  &ipl_experiment_joma_salience,
  &ipl_experiment_joma_tree,
  &ipl_experiment_joma_hierarchy,
  &ipl_experiment_joma_paths,
  &ipl_experiment_joma_text,
  &ipl_experiment_stable_rank,
  &ipl_experiment_one_shot_training,
  &ipl_experiment_copy,
  &ipl_experiment_induction,
  &ipl_experiment_even_pairs,
  &ipl_experiment_parity,
  &ipl_experiment_state_tracking,
  &ipl_experiment_two_questions,
  &ipl_experiment_image_classes,
  &ipl_experiment_regular_language,
  &ipl_experiment_context_regression,
  &ipl_experiment_even_pairs_dynamics,
  &ipl_experiment_scan_snap,
  &ipl_experiment_critical_points,
  &ipl_experiment_joma_stack,
  &ipl_experiment_joma_table,
  &ipl_experiment_hmc_classes,
  &ipl_experiment_learned_attention,
  NULL,
};

/* The table of experiments; the first is the default. */
const IplExperiment *const *
ipl_experiments (guint *n)
{
  if (n != NULL)
    *n = G_N_ELEMENTS (experiments) - 1;
  return experiments;
}

const IplExperiment *
ipl_experiment_find (const char *id)
{
  for (guint i = 0; experiments[i] != NULL; i++)
    if (strcmp (experiments[i]->id, id) == 0)
      return experiments[i];
  return NULL;
}

/* The experiment in time that goes by the name of a task: "even-pairs-dynamics" for "even-pairs";
 * else @id. */
const char *
ipl_experiment_id_in_time (const char *id)
{
  g_autofree char *longer = g_strconcat (id, "-dynamics", NULL);
  const IplExperiment *experiment = ipl_experiment_find (longer);

  return experiment != NULL ? experiment->id : id;
}

/* Returns: (transfer full): names of built-in cases, generated ones first */
char **
ipl_case_names (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  guint n_files;
  const IplExampleCase *files = ipl_example_cases (&n_files);

  for (guint i = 0; experiments[i] != NULL; i++)
    if (experiments[i]->built_in && experiments[i]->compute == NULL)
      g_strv_builder_add (names, experiments[i]->id);
  for (guint i = 0; i < n_files; i++)
    if (files[i].run_of == NULL)
      g_strv_builder_add (names, files[i].id);
  return g_strv_builder_end (names);
}

/* Fails with the list of them, and the one whose name is closest. */
gboolean
ipl_case_names_refuse (const char *name, GError **error)
{
  g_auto (GStrv) names = ipl_case_names ();
  g_autofree char *hint = ipl_closest_name_hint (name, (const char **)names);
  g_autofree char *list = g_strjoinv (", ", names);

  return ipl_fail (error, IPL_ERROR_MISSING,
                   "“%s” is neither a built-in case (%s) nor a file here.%s", name, list, hint);
}
