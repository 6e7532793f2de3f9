/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learned attention in the Bayesian theory, from few examples to many (THEORY.md section
 * 19). */
#include "core/experiments/learned-attention.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/experiments/experiment-table.h"
#include "core/results/trajectory-results.h"

#define AT(field) .offset = offsetof (IplLearnedAttention, field)

static const IplField fields[] = {
  { "task", .json = "task", .label = "Task", .kind = IPL_FIELD_CHOICE, AT (task),
    .choices = ipl_learned_attention_tasks,
    .sentence
    = "The task whose attention is learned: a built-in case, or file for that of a file" },
  { "task-options", .json = "task_options", .label = "Task’s options", .kind = IPL_FIELD_TEXT,
    AT (options),
    .sentence = "Options of the task as NAME=VALUE separated by semicolons, such as n-tokens=32; "
                "heads=previous; where it has heads, the first of each layer is the ideal one, to "
                "which what is learned is compared" },
  { "attention", .json = "attention", .label = "Attention", .kind = IPL_FIELD_CHOICE, AT (rule),
    .choices = ipl_attention_rule_names,
    .sentence = "Function from logits to attention: softmax, linear or exp" },
  { "causal", .json = "causal", .label = "Causal", .kind = IPL_FIELD_BOOLEAN, AT (causal),
    .sentence = "No token attends to a later one" },
  { "p", .json = "p", .label = "Examples", .symbol = "P", .kind = IPL_FIELD_TEXT, AT (P),
    .sentence = "Numbers of training examples separated by commas, each set part of the next" },
  { "width", .json = "width", .label = "Width", .symbol = "N", .kind = IPL_FIELD_INTEGER,
    AT (width), .minimum = 1, .maximum = 1000000, .low = 1, .high = 1000, .step = 10,
    .logarithmic = TRUE, .sentence = "Width of every layer of the network" },
  { "query-width", .json = "query_width", .label = "Query width", .symbol = "G",
    .kind = IPL_FIELD_INTEGER, AT (G), .minimum = 0, .maximum = 1000, .low = 0, .high = 64,
    .step = 1,
    .sentence
    = "Width of queries and keys, whose weights are learned; 0 for a single matrix of logits" },
  { "attention-variance", .json = "attention_variance", .label = "Attention’s variance",
    .symbol = "s<sub>w</sub><sup>2</sup>", .kind = IPL_FIELD_REAL, AT (variance), .minimum = 0,
    .positive = TRUE, .maximum = IPL_MAX_VARIANCE, .low = 0.01, .high = 2, .step = 0.01,
    .digits = 3, .sentence = "Prior variance of every attention weight" },
  { "attention-temperature", .json = "temperature", .label = "Temperature", .symbol = "T",
    .kind = IPL_FIELD_REAL, AT (temperature), .minimum = 0, .positive = TRUE, .maximum = 1e6,
    .low = 0.01, .high = 2, .step = 0.05, .digits = 3,
    .sentence = "Temperature of the likelihood" },
  { "starts", .json = "starts", .label = "Starts", .kind = IPL_FIELD_INTEGER, AT (starts),
    .minimum = 0, .maximum = IPL_ATTENTION_MOST_STARTS, .low = 0, .high = 20, .step = 1,
    .sentence
    = "Random starts at the most examples, in addition to w = 0 and the task's own heads" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed), .high = G_MAXUINT32,
    .step = 1, .sentence = "Seed of the starts" },
};

static const IplFieldGroup groups[]
    = { { "task", "Learned attention", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  IplLearnedAttention *own = ipl_parameters_edit_specific (parameters);

  *own = (IplLearnedAttention){
    .task = g_intern_static_string ("copy"),
    .options = g_intern_static_string ("n-test=200; n-tokens=32; n-features=4; noise=0; "
                                       "heads=previous"),
    .rule = g_intern_static_string ("softmax"),
    .P = g_intern_static_string ("40,60,80,90,100,110,120,130,140,160,180,200,220,240"),
    .width = 20,
    .variance = 0.05,
    .temperature = 0.5,
    .starts = 2,
    .seed = 1,
  };
}

/* Adds the number of examples under its own name, in addition to the time axis. */
static void
add_to_file (const IplExperimentResult *result, IplNpzWriter *npz)
{
  gsize S = result->trajectory->S;

  ipl_npz_writer_add_doubles (npz, "p", result->trajectory->time, 1, &S);
}

/* A run over numbers of examples, which reuses the finished rows of the run before. */

/* Between two times that finished rows are written. */
#define SAVE_USEC (10 * G_USEC_PER_SEC)

typedef struct
{
  const IplExperiment *experiment;
  const IplExperimentRun *run;
  const char *key;
  gint64 saved_usec;
  char *save_error; /* (nullable): why finished rows could not be written */
} Going;

/* A text of all parameters of a row. */
static char *
make_key (const IplParameters *parameters)
{
  const IplFieldGroup *group = &parameters->experiment->groups[0];
  GString *key = g_string_new (NULL);

  for (guint f = 0; f < group->n_fields; f++)
    {
      g_autofree char *text
          = ipl_field_get_text (&group->fields[f], ipl_parameters_get_specific (parameters));

      g_string_append_printf (key, "%s=%s\n", group->fields[f].json, text);
    }
  return g_string_free (key, FALSE);
}

/* (transfer full) (nullable): the trajectory in a checkpoint of these parameters. */
static IplTrajectory *
load (const char *path, const char *key, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplNpz) npz = ipl_npz_read (path, cancellable, error);
  const IplArray *own = npz != NULL ? ipl_npz_lookup (npz, "key") : NULL;
  g_autofree char *shown = ipl_file_shown (path);
  g_autofree char *why = NULL;
  IplTrajectory *trajectory = NULL;

  if (npz == NULL)
    return NULL;
  if (own == NULL || own->texts == NULL || own->size != 1 || strcmp (own->texts[0], key) != 0)
    return ipl_fail_null (error, IPL_ERROR_VALUE,
                          "“%s” is not a checkpoint of this run of learned attention: give the "
                          "options that it began with, or remove it.",
                          shown);
  trajectory = ipl_trajectory_load_npz (npz, ipl_attention_recorded, &why);
  if (trajectory == NULL)
    {
      g_autofree char *escaped = ipl_text_escape (why);

      ipl_fail (error, IPL_ERROR_FORMAT, "“%s” is not a checkpoint: %s.", shown, escaped);
    }
  return trajectory;
}

static gboolean
save (const IplExperiment *experiment, const IplTrajectory *so_far, const char *key,
      const char *path, GError **error)
{
  IplNpzWriter *npz = ipl_npz_writer_new (path, error);

  if (npz == NULL)
    return FALSE;
  ipl_trajectory_add_npz (so_far, experiment->id, FALSE, NULL, npz);
  ipl_npz_writer_add_text (npz, "key", key);
  return ipl_npz_writer_close (npz, error);
}

/* A failed checkpoint is reported and does not end the run. */
static void
save_checkpoint (Going *self, const IplTrajectory *so_far)
{
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->save_error, g_free);
  if (!save (self->experiment, so_far, self->key, self->run->checkpoint, &error))
    self->save_error = g_strdup_printf ("No checkpoint could be written: %s", error->message);
  self->saved_usec = g_get_monotonic_time ();
}

/* Finds the rows of an earlier result or of the checkpoint; fails if the user's checkpoint
 * belongs to another run. */
static gboolean
find_before (const Going *self, IplTrajectory **before, GError **error)
{
  const IplExperimentRun *run = self->run;
  g_autoptr (GError) wrong = NULL;

  *before = NULL;
  if (run->before != NULL && run->before->experiment == self->experiment
      && g_strcmp0 (run->before->data, self->key) == 0)
    *before = ipl_trajectory_ref (run->before->trajectory);
  if (*before != NULL || run->checkpoint == NULL
      || !g_file_test (run->checkpoint, G_FILE_TEST_EXISTS))
    return TRUE;
  *before = load (run->checkpoint, self->key, run->work.cancellable, &wrong);
  if (*before != NULL
      || (run->replaces_checkpoint && !g_error_matches (wrong, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}

static void
progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  const Going *self = data;

  ipl_work_progress (&self->run->work, fraction, seconds_left,
                     self->save_error != NULL ? self->save_error : sentence);
}

static IplExperimentResult *
make_result (const Going *self, IplTrajectory *trajectory, gboolean complete)
{
  return ipl_experiment_result_new_dynamics (self->experiment, trajectory, complete,
                                             g_strdup (self->key), g_free);
}

static void
show (gconstpointer so_far, double fraction, gpointer data)
{
  Going *self = data;
  g_autoptr (IplExperimentResult) result = NULL;

  if (self->run->checkpoint != NULL && g_get_monotonic_time () - self->saved_usec >= SAVE_USEC)
    save_checkpoint (self, so_far);
  result = make_result (self, ipl_trajectory_ref ((IplTrajectory *)so_far), FALSE);
  ipl_work_show (&self->run->work, result, fraction);
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const IplLearnedAttention *own = ipl_parameters_get_specific (parameters);
  g_autofree char *key = make_key (parameters);
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplTrajectory) before = NULL;
  Going computation = { parameters->experiment, run, key, g_get_monotonic_time (), NULL };
  IplWork work = run->work;
  IplTrajectory *trajectory = NULL;
  IplAttentionPlan plan;
  gboolean complete;

  work.progress = progress;
  work.show = show;
  work.data = &computation;
  the_case = ipl_learned_attention_prepare (own, run, &plan, error);
  if (the_case != NULL && find_before (&computation, &before, error))
    trajectory = ipl_attention_scan (the_case, &plan, before, &work, &complete, error);
  if (trajectory != NULL && !complete && run->checkpoint != NULL)
    {
      save_checkpoint (&computation, trajectory);
      if (computation.save_error != NULL)
        ipl_trajectory_set_message (trajectory, computation.save_error);
    }
  g_free (computation.save_error);
  return trajectory != NULL ? make_result (&computation, trajectory, complete) : NULL;
}

/* Resumes from the finished rows. */
static gboolean
restore (IplExperimentResult *result, const IplParameters *parameters, IplNpz *npz, char **why)
{
  result->data = make_key (parameters);
  result->data_free = g_free;
  return TRUE;
}

const IplExperiment ipl_experiment_learned_attention = {
  .id = "learned-attention",
  .title = "Emergence of an attention head",
  .about = "Attention learned in the Bayesian theory, from few examples to many",
  .family = IPL_FAMILY_BEYOND,
  .page = "learned-attention",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Minimizing over attention",
  IPL_SPECIFIC (IplLearnedAttention, groups),
  .init = init,
  .validate = ipl_learned_attention_validate,
  .compute = compute,
  .recorded = ipl_attention_recorded,
  .add_to_file = add_to_file,
  .restore = restore,
  .resumes_from_file = TRUE,
  .runs_on_request = TRUE,
};
