/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learned attention in time, as the fixed attention of the path theory (THEORY.md section
 * 11.4). */
#include "core/experiments/experiment-table.h"
#include "core/dynamics/learned-paths.h"

#include <stddef.h>
#include <string.h>

#include "core/experiments/joint-experiment.h"
#include "core/experiments/resumable-experiment.h"

#define AT(field) .offset = offsetof (IplLearnedPaths, field)

static gboolean
has_several (const IplField *field, gconstpointer data)
{
  return ((const IplLearnedPaths *)data)->n_learned > 1;
}

static const IplField fields[] = {
  { "n-learned", .json = "n_learned", .label = "Heads that learn", .kind = IPL_FIELD_INTEGER,
    AT (n_learned), .minimum = 1, .maximum = IPL_LEARNED_MAX_HEADS, .step = 1,
    .sentence
    = "Number of heads that learn, each separately; an additional head attends uniformly" },
  { "ratio", .json = "ratio", .label = "Ratio of temperatures", .kind = IPL_FIELD_REAL, AT (ratio),
    .minimum = 0.1, .maximum = 10, .low = 0.5, .high = 4, .step = 0.1, .digits = 2,
    .applies = has_several, .only = "with several heads that learn",
    .sentence = "Temperature of attention of each head that learns over that of the one before" },
  { "n-tokens", .json = "n_tokens", .label = "Tokens", .kind = IPL_FIELD_INTEGER, AT (n_tokens),
    .minimum = 1, .maximum = IPL_LEARNED_MAX_TOKENS, .low = 1, .high = 200, .step = 1,
    .sentence = "Contextual tokens in a sequence of the path theory" },
  { "n-train", .json = "n_train", .label = "Training sequences", .symbol = "P", .logarithmic = TRUE,
    .kind = IPL_FIELD_INTEGER, AT (n_train), .minimum = 2, .maximum = IPL_LEARNED_MAX_EXAMPLES,
    .low = 2, .high = 500, .step = 10, .multiple = 2,
    .sentence = "Training sequences of the path theory, both halves of the classes together" },
  { "n-test", .json = "n_test", .label = "Test sequences", .kind = IPL_FIELD_INTEGER, AT (n_test),
    .minimum = 2, .maximum = 10 * IPL_LEARNED_MAX_EXAMPLES, .low = 2, .high = 5000, .step = 100,
    .multiple = 2, .sentence = "Test sequences, both halves of the classes together" },
  { "width", .flag = "theory-width", .json = "network_width", .label = "Width", .symbol = "N",
    .kind = IPL_FIELD_INTEGER, AT (width), .minimum = 1, .maximum = 1e6, .low = 1, .high = 500,
    .step = 1, .sentence = "Width of the Bayesian network whose paths the heads are" },
  { "theory-temperature", .json = "theory_temperature", .label = "Temperature of the theory",
    .kind = IPL_FIELD_REAL, AT (temperature), .minimum = 0, .positive = TRUE, .maximum = 1e6,
    .low = 0.001, .high = 2, .step = 0.01, .digits = 3,
    .sentence = "Temperature of the Bayesian network's likelihood" },
  { "moments", .json = "moments", .label = "Moments", .kind = IPL_FIELD_INTEGER, AT (n_moments),
    .minimum = 2, .maximum = IPL_LEARNED_MAX_MOMENTS, .step = 5,
    .sentence = "Moments of learning at which the theory is solved" },
};

static const IplFieldGroup groups[] = {
  { "joint", "Joint dynamics", IPL_JOINT_N_FIELDS, ipl_joint_fields, 0 },
  { "paths", "Paths", G_N_ELEMENTS (fields), fields, 0 },
};

G_STATIC_ASSERT (offsetof (IplLearnedPaths, joint) == 0);

static void
init (IplParameters *parameters)
{
  ipl_learned_paths_init (ipl_parameters_edit_specific (parameters));
}

static gpointer
copy_parameters (gconstpointer own)
{
  return g_memdup2 (own, sizeof (IplLearnedPaths));
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const IplLearnedPaths *own = ipl_parameters_get_specific (parameters);
  gint64 now = g_get_monotonic_time ();
  IplComputation computation
      = { parameters->experiment, run, own, copy_parameters, g_free, .began = now, .shown = now };
  const IplWork work = ipl_computation_work (
      &computation, run->work.show != NULL ? ipl_computation_show_at : NULL);
  gboolean complete;
  IplTrajectory *trajectory = ipl_learned_paths_run (own, &work, &complete, error);

  return trajectory != NULL
             ? ipl_experiment_result_new_dynamics (parameters->experiment, trajectory, complete,
                                                   copy_parameters (own), g_free)
             : NULL;
}

static gboolean
restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz, char **why)
{
  const IplLearnedPaths *own = ipl_parameters_get_specific (parameters);

  if (ipl_trajectory_get_length (result->trajectory, ipl_learned_paths_recorded, 'H')
      != own->n_learned + 1)
    {
      *why = g_strdup ("it has other heads than its settings give");
      return FALSE;
    }
  result->data = copy_parameters (own);
  result->data_free = g_free;
  return TRUE;
}

/* Its result has an IplLearnedPaths and the trajectory of ipl_learned_paths_run(). */
const IplExperiment ipl_experiment_joma_paths = {
  .id = "joma-paths",
  .title = "Paths of learned attention",
  .about
  = "The learned heads as attention paths of the first paper: U and accuracy while they form",
  .family = IPL_FAMILY_DYNAMICS,
  .page = "learned-paths",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Solving the theory of what was learned",
  IPL_SPECIFIC (IplLearnedPaths, groups),
  .init = init,
  .validate = ipl_joint_settings_validate,
  .source = &ipl_joint_fields[1],
  .compute = compute,
  .recorded = ipl_learned_paths_recorded,
  .restore = restore,
};
