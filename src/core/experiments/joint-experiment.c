/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joint dynamics of attention and the lower layer (THEORY.md section 11). */
#include "core/experiments/joint-experiment.h"

#include "core/base/text-escape.h"
#include "core/base/units.h"
#include "core/experiments/resumable-experiment.h"

#include <stddef.h>
#include <string.h>

static gboolean
from_file (const IplField *field, gconstpointer data)
{
  return strcmp (((const IplJointSettings *)data)->distribution, "file") == 0;
}

static gboolean
is_generated (const IplField *field, gconstpointer data)
{
  return !from_file (field, data);
}

/* The settings are the first member of every struct that has them. */
#define AT(field) .offset = offsetof (IplJointParameters, joint.field)

const IplField ipl_joint_fields[] = {
  { "distribution", .json = "distribution", .label = "Distribution", .kind = IPL_FIELD_CHOICE,
    AT (distribution), .choices = ipl_joint_distributions,
    .sentence = "Distribution of tokens in the classes: distinct tokens in Gaussian bumps with "
                "common ones, all drawn uniformly, or a matrix from a file" },
  { "frequencies", .json = "frequencies", .label = "Frequencies", .kind = IPL_FIELD_FILE, AT (file),
    .applies = from_file, .only = "where the distribution is file",
    .sentence = "An .npz with the array X [tokens x classes] of frequencies; each column is "
                "divided by its sum" },
  { "n-distinct", .json = "n_distinct", .label = "Distinct tokens", .kind = IPL_FIELD_INTEGER,
    AT (n_distinct), .minimum = 0, .maximum = IPL_JOINT_MAX_SIDE, .low = 0, .high = 60, .step = 1,
    .applies = is_generated, .only = "without a file of frequencies",
    .sentence = "Contextual tokens whose place depends on the class" },
  { "n-common", .json = "n_common", .label = "Common tokens", .kind = IPL_FIELD_INTEGER,
    AT (n_common), .minimum = 0, .maximum = IPL_JOINT_MAX_SIDE, .low = 0, .high = 60, .step = 1,
    .applies = is_generated, .only = "without a file of frequencies",
    .sentence = "Further contextual tokens, whose frequencies are drawn" },
  { "n-classes", .json = "n_classes", .label = "Classes", .symbol = "K", .kind = IPL_FIELD_INTEGER,
    AT (n_classes), .minimum = 2, .maximum = IPL_JOINT_MAX_SIDE, .low = 2, .high = 60, .step = 1,
    .applies = is_generated, .only = "without a file of frequencies",
    .sentence = "Classes, and hidden units" },
  { "attention", .json = "attention", .label = "Attention", .kind = IPL_FIELD_CHOICE,
    AT (attention), .choices = ipl_joint_attentions,
    .sentence = "How attention follows from the logits z: softmax, exponential or linear" },
  { "unit", .json = "unit", .label = "Hidden units", .symbol = "φ", .kind = IPL_FIELD_CHOICE,
    AT (unit), .choices = ipl_joint_units,
    .sentence = "Activation of the hidden units: linear, ReLU or softplus" },
  { "layer-norm", .json = "layer_norm", .label = "Layer norm", .kind = IPL_FIELD_BOOLEAN,
    AT (layer_norm),
    .sentence
    = "The output of attention plus the query is normalised to length 1 before the hidden units" },
  { "gradients", .json = "gradients", .label = "Gradients", .kind = IPL_FIELD_CHOICE,
    AT (gradients), .choices = ipl_joint_gradients,
    .sentence
    = "Gradient that is propagated back: that of the loss, or the one at the start (stationary)" },
  { "course", .json = "course", .label = "Course", .kind = IPL_FIELD_CHOICE, AT (course),
    .choices = ipl_joint_courses,
    .sentence = "Steps of gradient descent, or their limit of small steps (flow)" },
  { "temperature", .flag = "attention-temperature", .json = "attention_temperature",
    .label = "Temperature of attention", .symbol = "T", .kind = IPL_FIELD_REAL, AT (temperature),
    .minimum = 0, .positive = TRUE, .maximum = 1000, .low = 0.05, .high = 5, .step = 0.05,
    .digits = 2, .sentence = "Divisor of the logits z" },
  { "rate", .json = "rate", .label = "Learning rate", .symbol = "η", .kind = IPL_FIELD_REAL,
    AT (rate), .minimum = 0, .positive = TRUE, .maximum = 1000, .low = 0.001, .high = 2,
    .step = 0.01, .digits = 3,
    .sentence = "Learning rate of gradient descent; in the flow, the time that a step takes" },
  { "start-sd", .json = "start_sd", .label = "First weights", .unit = IPL_STANDARD_DEVIATIONS,
    .kind = IPL_FIELD_REAL, AT (start_sd), .minimum = 0, .maximum = 100, .low = 0, .high = 1,
    .step = 0.01, .digits = 3,
    .sentence = "Standard deviation of the first weights, and of the logits about those that leave "
                "the frequencies as they are" },
  { "steps", .json = "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, AT (steps), .minimum = 1,
    .maximum = IPL_JOINT_MAX_STEPS, .low = 1, .high = 20000, .step = 100,
    .sentence = "Steps of gradient descent; the flow lasts for as many learning rates" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed), .high = G_MAXUINT32,
    .step = 1,
    .sentence = "Seed of the frequencies and the first weights: the same seed gives the same "
                "numbers" },
};

static const IplField seeds_fields[] = {
  { "seeds", .json = "seeds", .label = "Seeds", .kind = IPL_FIELD_INTEGER, AT (n_seeds),
    .minimum = 1, .maximum = IPL_JOINT_MAX_SEEDS, .low = 1, .high = 20, .step = 1,
    .sentence = "Number of seeds, from this one on, for the correlation of logits and weights" },
};

static const IplField shown_fields[] = {
  { "shown-class", .json = "shown_class", .label = "Class shown", .kind = IPL_FIELD_INTEGER,
    .offset = offsetof (IplJointParameters, shown_class), .minimum = 1,
    .maximum = IPL_JOINT_MAX_SIDE, .low = 1, .high = 20, .step = 1,
    .sentence = "The class whose weights are drawn as curves" },
};

static const IplFieldGroup groups[] = {
  { "joint", "Joint dynamics", IPL_JOINT_N_FIELDS, ipl_joint_fields, 0 },
  { "seeds", "Seeds", G_N_ELEMENTS (seeds_fields), seeds_fields, 0 },
  { "shown", "Shown", G_N_ELEMENTS (shown_fields), shown_fields, 0 },
};

G_STATIC_ASSERT (G_N_ELEMENTS (ipl_joint_fields) == IPL_JOINT_N_FIELDS);
G_STATIC_ASSERT (offsetof (IplJointParameters, joint) == 0);

static void
init (IplParameters *parameters)
{
  IplJointParameters *own = ipl_parameters_edit_specific (parameters);

  ipl_joint_settings_init (&own->joint);
  own->joint.n_seeds = 5;
  own->shown_class = 1;
}

static void
result_free (gpointer data)
{
  IplJointResult *self = data;

  ipl_joint_end_clear (&self->end);
  g_free (self);
}

/* Copies the data of a result, without an end to resume from. */
static gpointer
copy_data (gconstpointer own)
{
  IplJointResult *data = g_new0 (IplJointResult, 1);

  data->parameters = *(const IplJointParameters *)own;
  return data;
}

static void
show (gconstpointer so_far, double fraction, gpointer data)
{
  ipl_computation_report (data, fraction, -1.0, NULL);
  ipl_computation_show (data, so_far);
}

/* TRUE if the correlations of all seeds are those of the last moment. */
static gboolean
has_all_seeds (const IplJointResult *start, const IplJointSettings *joint)
{
  return start != NULL && start->has_all_seeds && start->end.done == joint->steps;
}

/* Returns an earlier result that is the beginning of the requested run; NULL for none. */
static const IplJointResult *
find_start (const IplParameters *parameters, const IplExperimentRun *run)
{
  const IplJointParameters *own = ipl_parameters_get_specific (parameters);
  const IplJointResult *before;
  IplJointSettings same;

  if (run->before == NULL || run->before->experiment != &ipl_experiment_joma_joint)
    return NULL;
  before = run->before->data;
  same = before->parameters.joint;
  same.steps = own->joint.steps;
  if (before->end.state == NULL || before->end.done > own->joint.steps || from_file (NULL, own)
      || before->parameters.joint.n_seeds != own->joint.n_seeds
      || !ipl_fields_equal (IPL_JOINT_N_FIELDS, ipl_joint_fields, &same, &own->joint))
    return NULL;
  return before;
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const IplJointParameters *own = ipl_parameters_get_specific (parameters);
  const IplJointResult *start = find_start (parameters, run);
  IplComputation computation = { parameters->experiment, run, own, copy_data, result_free };
  const IplWork work = ipl_computation_work (&computation, run->work.show != NULL ? show : NULL);
  g_auto (IplJointEnd) end = { 0 };
  g_autoptr (IplTrajectory) trajectory = NULL;
  IplJointResult *data;

  trajectory = ipl_joint_run (&own->joint, start != NULL ? run->before->trajectory : NULL,
                              start != NULL ? &start->end : NULL, &work, &end, error);
  if (trajectory == NULL
      || (!has_all_seeds (start, &own->joint)
          && !ipl_joint_add_seeds (&own->joint, trajectory, &work, error)))
    return NULL;
  data = copy_data (own);
  data->has_all_seeds = !g_cancellable_is_cancelled (run->work.stop);
  data->end = end;
  end = (IplJointEnd){ 0 };
  return ipl_experiment_result_new_dynamics (
      parameters->experiment, g_steal_pointer (&trajectory),
      data->has_all_seeds && (data->end.finished || data->end.done >= own->joint.steps), data,
      result_free);
}

/* A file does not have all weights of the end, so a longer run starts over. */
static gboolean
restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz, char **why)
{
  result->data = copy_data (ipl_parameters_get_specific (parameters));
  result->data_free = result_free;
  return TRUE;
}

/* Its result has an IplJointResult and the trajectory of ipl_joint_run(). */
const IplExperiment ipl_experiment_joma_joint = {
  .id = "joma-joint",
  .title = "Joint dynamics of attention and MLP",
  .about = "Attention and the layer above it are learned together (figures 2 and 3)",
  .family = IPL_FAMILY_DYNAMICS,
  .page = "joint",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Following the dynamics",
  IPL_SPECIFIC (IplJointParameters, groups),
  .init = init,
  .validate = ipl_joint_settings_validate,
  .source = &ipl_joint_fields[1],
  .source_title = "Joint dynamics of ",
  .compute = compute,
  .recorded = ipl_joint_recorded,
  .restore = restore,
};

/* Says which tokens occur in which classes. @path: an .npz with an array X [tokens x classes]. */
void
ipl_parameters_set_frequencies (IplParameters *self, const char *path)
{
  IplJointParameters *own = ipl_parameters_edit_specific (self);

  g_return_if_fail (self->experiment == &ipl_experiment_joma_joint);
  own->joint.distribution = g_intern_static_string ("file");
  own->joint.file = g_intern_string (path);
}
