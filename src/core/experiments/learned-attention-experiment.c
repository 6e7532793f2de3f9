/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention that is learned in the Bayesian theory, from few examples to many (THEORY.md section
 * 19). */
#include "core/experiments/learned-attention.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/units.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/markov-chain-experiment.h"

#include <string.h>

#define MOST_EXAMPLES 5000

/* Those that make cases with tokens, and their ids. */
static const IplExperiment *const tasks[] = {
  &ipl_experiment_copy,
  &ipl_experiment_induction,
  &ipl_experiment_even_pairs,
  &ipl_experiment_parity,
  &ipl_experiment_state_tracking,
  &ipl_experiment_two_questions,
  &ipl_experiment_regular_language,
  &ipl_experiment_hmc4,
  &ipl_experiment_hmc2,
  &ipl_experiment_file,
};
static const char *const task_ids[] = { "copy",
                                        "induction",
                                        "even-pairs",
                                        "parity",
                                        "state-tracking",
                                        "hmc-questions",
                                        "regular-language",
                                        "hmc4",
                                        "hmc2",
                                        "file",
                                        NULL };

#define AT(field) .offset = offsetof (IplLearnedAttention, field)

static gboolean
has_draws (const IplField *field, gconstpointer data)
{
  return ((const IplLearnedAttention *)data)->draws > 0;
}

static gboolean
has_networks (const IplField *field, gconstpointer data)
{
  return ((const IplLearnedAttention *)data)->networks > 0;
}

const IplField ipl_learned_attention_fields[] = {
  { "task", .json = "task", .label = "Task", .kind = IPL_FIELD_CHOICE, AT (task),
    .choices = task_ids,
    .sentence
    = "The task whose attention is learned: a built-in case, or file for that of a file" },
  { "task-options", .json = "task_options", .label = "Task’s options", .kind = IPL_FIELD_TEXT,
    AT (options),
    .sentence = "Options of the task as NAME=VALUE by semicolons, such as n-tokens=32; "
                "heads=previous; where it has heads, the first of each layer is the ideal one, to "
                "which what is learned is compared" },
  { "attention", .json = "attention", .label = "Attention", .kind = IPL_FIELD_CHOICE, AT (rule),
    .choices = ipl_attention_rule_names,
    .sentence = "What attention is made of its logits: softmax, linear or exp" },
  { "p", .json = "p", .label = "Examples", .symbol = "P", .kind = IPL_FIELD_TEXT, AT (P),
    .sentence = "Numbers of training examples by commas, each set part of the next" },
  { "width", .json = "width", .label = "Width", .symbol = "N", .kind = IPL_FIELD_INTEGER,
    AT (width), .minimum = 1, .maximum = 1000000, .low = 1, .high = 1000, .step = 10,
    .logarithmic = TRUE, .sentence = "Width of every layer of the network" },
  { "query-width", .json = "query_width", .label = "Query width", .symbol = "G",
    .kind = IPL_FIELD_INTEGER, AT (G), .minimum = 0, .maximum = 1000, .low = 0, .high = 64,
    .step = 1,
    .sentence = "Width of queries and keys, whose weights are learned; 0 for one matrix of logits "
                "in their place" },
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
    .sentence = "Random starts at the most examples, beside w = 0 and the task's own heads" },
  { "line", .json = "line", .label = "Line", .kind = IPL_FIELD_CHOICE, AT (line),
    .choices = ipl_attention_line_names,
    .sentence = "Along which ray from w = 0 the free energy is drawn: to what is learned at the "
                "most examples, or to the task's own heads" },
  { "line-points", .json = "line_points", .label = "Points of the line", .kind = IPL_FIELD_INTEGER,
    AT (points), .minimum = 0, .maximum = 1000, .low = 0, .high = 200, .step = 10,
    .sentence = "Points on that line, 0 for none" },
  { "attention-draws", .json = "draws", .label = "Draws", .kind = IPL_FIELD_INTEGER, AT (draws),
    .minimum = 0, .maximum = 100000, .low = 0, .high = 2000, .step = 100,
    .sentence = "Draws of each chain of the exact posterior over attention and U, 0 for none" },
  { "attention-sampler", .json = "sampler", .label = "Sampler", .kind = IPL_FIELD_CHOICE,
    AT (sampler), .choices = ipl_attention_sampler_names, .applies = has_draws,
    .only = "where the posterior is sampled",
    .sentence = "How its chains are moved: by NUTS, or by tempered replicas, which go over between "
                "minima where R-hat is large and take longer" },
  { "networks", .json = "networks", .label = "Networks", .kind = IPL_FIELD_INTEGER, AT (networks),
    .minimum = 0, .maximum = 64, .low = 0, .high = 16, .step = 1,
    .sentence = "Networks trained by Adam, and as many by Langevin dynamics, at every P" },
  { "network-steps", .json = "network_steps", .label = "Steps", .kind = IPL_FIELD_INTEGER,
    AT (steps), .minimum = 1, .maximum = 10000000, .low = 100, .high = 100000, .step = 1000,
    .logarithmic = TRUE, .applies = has_networks, .only = "where networks are trained",
    .sentence = "Steps of their training" },
  { "seed", .json = "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed), .high = G_MAXUINT32,
    .step = 1, .sentence = "Seed of starts, chains and networks" },
};

static const IplFieldGroup groups[]
    = { { "task", "Learned attention", G_N_ELEMENTS (ipl_learned_attention_fields),
          ipl_learned_attention_fields, 0 } };

static void
init (IplParameters *parameters)
{
  IplLearnedAttention *own = ipl_parameters_edit_own (parameters);

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
    .line = g_intern_static_string ("learned"),
    .points = 61,
    .sampler = g_intern_static_string ("nuts"),
    .steps = 3000,
    .seed = 1,
  };
}

static guint
find_choice (const char *const *choices, const char *text)
{
  for (guint i = 0; choices[i] != NULL; i++)
    if (strcmp (choices[i], text) == 0)
      return i;
  return 0;
}

static gboolean
parse_P (const IplLearnedAttention *self, IplAttentionPlan *plan, GError **error)
{
  g_auto (GStrv) texts = g_strsplit (self->P, ",", -1);

  plan->n_P = 0;
  for (guint i = 0; texts[i] != NULL; i++)
    {
      double P;

      if (!ipl_number_parse_real (g_strstrip (texts[i]), &P) || !(P >= 1) || !(P <= MOST_EXAMPLES)
          || P != (guint)P || i == IPL_ATTENTION_MOST_P || (i > 0 && P <= plan->P[i - 1]))
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "“%s” is no list of examples: give up to %d whole numbers from 1 to %d by "
                         "commas, each more than the one before.",
                         self->P, IPL_ATTENTION_MOST_P, MOST_EXAMPLES);
      plan->P[plan->n_P++] = (guint)P;
    }
  return TRUE;
}

/* Its flag, or its id where it has none. */
static const char *
get_name (const IplField *field)
{
  const char *flag = ipl_field_flag (field);

  return flag != NULL ? flag : field->id;
}

/* (nullable): the field of that name. */
static const IplField *
find_field (const IplExperiment *experiment, const char *flag, gsize *offset)
{
  for (guint g = 0; g < experiment->n_groups; g++)
    for (guint f = 0; f < experiment->groups[g].n_fields; f++)
      {
        const IplField *field = &experiment->groups[g].fields[f];

        *offset = experiment->groups[g].offset;
        if (strcmp (get_name (field), flag) == 0)
          return field;
      }
  return NULL;
}

static gboolean
set_option (IplParameters *parameters, const char *option, GError **error)
{
  const char *equals = strchr (option, '=');
  g_autofree char *flag = equals != NULL ? g_strndup (option, (gsize)(equals - option)) : NULL;
  gsize offset = 0;
  const IplField *field
      = flag != NULL ? find_field (parameters->experiment, g_strstrip (flag), &offset) : NULL;

  if (field == NULL)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "“%s” is no option of the task %s: give NAME=VALUE by semicolons, as n-tokens=32.", option,
        parameters->experiment->id);
  return ipl_field_set_text (field, (char *)ipl_parameters_edit_own (parameters) + offset,
                             equals + 1, error);
}

/* The parameters of the task, with so many examples at least. */
static gboolean
find_task (const IplLearnedAttention *self, guint P, IplParameters *parameters, GError **error)
{
  g_auto (GStrv) options = g_strsplit (self->options, ";", -1);
  const IplField *n_train;
  gsize offset;

  memset (parameters, 0, sizeof *parameters);
  parameters->experiment = tasks[find_choice (task_ids, self->task)];
  parameters->experiment->init (parameters);
  for (guint i = 0; options[i] != NULL; i++)
    if (*g_strstrip (options[i]) != '\0' && !set_option (parameters, options[i], error))
      return FALSE;
  n_train = find_field (parameters->experiment, "n-train", &offset);
  if (n_train != NULL && parameters->experiment->generated)
    ipl_field_set_number (n_train, (char *)ipl_parameters_edit_own (parameters) + offset,
                          P + P % 2);
  return parameters->experiment->validate == NULL
         || parameters->experiment->validate (ipl_parameters_get_own (parameters), error);
}

static gboolean
validate (gconstpointer own, GError **error)
{
  g_autofree IplParameters *task = g_new (IplParameters, 1);
  IplAttentionPlan plan;

  return parse_P (own, &plan, error) && find_task (own, plan.P[plan.n_P - 1], task, error);
}

static IplCase *
make_case (const IplLearnedAttention *self, guint P, const IplExperimentRun *run, GError **error)
{
  g_autofree IplParameters *task = g_new (IplParameters, 1);

  if (!find_task (self, P, task, error))
    return NULL;
  return task->experiment->make_case (ipl_parameters_get_own (task), self->task, TRUE, run->threads,
                                      run->cancellable, error);
}

static void
fill_plan (const IplLearnedAttention *self, const IplCase *the_case, IplAttentionPlan *plan)
{
  ipl_setting_init_for_case (&plan->setting, the_case, self->width);
  plan->setting.temperature = self->temperature;
  plan->prior.rule = find_choice (ipl_attention_rule_names, self->rule);
  plan->prior.G = self->G;
  plan->prior.variance = self->variance;
  plan->starts = self->starts;
  plan->line = find_choice (ipl_attention_line_names, self->line);
  plan->points = self->points;
  plan->draws = self->draws;
  plan->sampler = find_choice (ipl_attention_sampler_names, self->sampler);
  plan->networks = self->networks;
  plan->steps = self->steps;
  plan->seed = self->seed;
}

static void
progress (double fraction, const char *sentence, gpointer data)
{
  const IplExperimentRun *run = data;

  if (run->progress != NULL)
    run->progress (fraction, -1, sentence, run->data);
}

static void
show (IplTrajectory *so_far, gpointer data)
{
  const IplExperimentRun *run = data;

  run->show (ipl_experiment_result_new_dynamics (&ipl_experiment_learned_attention, so_far, FALSE,
                                                 NULL, NULL),
             run->data);
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const IplLearnedAttention *own = ipl_parameters_get_own (parameters);
  g_autoptr (IplCase) the_case = NULL;
  IplAttentionPlan plan;
  const IplAttentionWatch watch
      = { progress, run->show != NULL ? show : NULL, (gpointer)run, run->cancellable, run->stop };
  IplTrajectory *trajectory;
  gboolean complete;

  ipl_attention_plan_init (&plan, NULL);
  if (!parse_P (own, &plan, error))
    return NULL;
  the_case = make_case (own, plan.P[plan.n_P - 1], run, error);
  if (the_case == NULL)
    return NULL;
  fill_plan (own, the_case, &plan);
  plan.threads = run->threads;
  trajectory = ipl_attention_scan (the_case, &plan, &watch, &complete, error);
  return trajectory != NULL ? ipl_experiment_result_new_dynamics (parameters->experiment,
                                                                  trajectory, complete, NULL, NULL)
                            : NULL;
}

/* The name of the axis, beside the time that it is in all files of this kind. */
static void
add_to_file (const IplExperimentResult *result, IplNpzWriter *npz)
{
  gsize S = result->trajectory->S;

  ipl_npz_writer_add_doubles (npz, "p", result->trajectory->time, 1, &S);
}

/* Returns: (transfer full) (nullable): a case of the task's shape with two examples; %NULL of a
 * file, which would have to be read. @n_test: (out): as many as the task has */
static IplCase *
sketch (const IplLearnedAttention *self, double *n_test)
{
  g_autofree IplParameters *task = g_new (IplParameters, 1);
  const IplField *field;
  gsize offset;

  if (!find_task (self, 2, task, NULL) || !task->experiment->generated)
    return NULL;
  field = find_field (task->experiment, "n-test", &offset);
  if (field == NULL)
    return NULL;
  *n_test = ipl_field_get_number (field, (char *)ipl_parameters_edit_own (task) + offset);
  ipl_field_set_number (field, (char *)ipl_parameters_edit_own (task) + offset, 2);
  return task->experiment->make_case (ipl_parameters_get_own (task), self->task, TRUE, 1, NULL,
                                      NULL);
}

/* Multiply-adds of a gradient for each example: logits of all heads, there and back. */
static double
count_for_example (const IplLearnedAttention *self, const IplCase *the_case)
{
  double T = (double)the_case->T, N0 = (double)the_case->N0;

  return 3 * (double)ipl_case_n_heads (the_case) * T
         * (N0 * (self->G > 0 ? 2.0 * self->G : N0) + T * N0);
}

/* Gradients at every P: both branches, the line, starts, and the trees of the chains. */
static double
count_gradients (const IplLearnedAttention *self)
{
  double transition = strcmp (self->sampler, "tempered") == 0 ? 200 : 30;

  return 400 + self->points + 60.0 * self->starts
         + (self->draws > 0 ? 4 * transition * (300 + self->draws) : 0);
}

static void
predict (gconstpointer own, guint threads, double *seconds, double *bytes)
{
  const IplLearnedAttention *self = own;
  IplAttentionPlan plan = { .n_P = 0 };
  double n_test = 0, squares = 0, examples = 0, largest = 0, weights;
  g_autoptr (IplCase) the_case = NULL;

  if (!parse_P (self, &plan, NULL))
    return;
  for (guint s = 0; s < plan.n_P; s++)
    {
      largest = plan.P[s];
      squares += largest * largest;
      examples += largest;
    }
  *seconds = 5e-6 * squares + plan.n_P * self->networks * self->steps * largest * 2e-6;
  *bytes = 80 * largest * largest;
  the_case = sketch (self, &n_test);
  if (the_case == NULL)
    return;
  weights = (double)ipl_case_n_heads (the_case) * (double)the_case->N0
            * (self->G > 0 ? 2.0 * self->G : (double)the_case->N0);
  *seconds += examples * count_for_example (self, the_case) * count_gradients (self) * 1e-10
              / MAX (threads, 1);
  *bytes += sizeof (double)
            * ((largest + n_test) * (double)(the_case->N0 * (the_case->T + 4 * the_case->Pi))
               + 60 * weights);
}

gboolean
ipl_learned_attention_take (IplLearnedAttention *self, const IplParameters *parameters,
                            GError **error)
{
  const IplExperiment *experiment = parameters->experiment;
  g_autoptr (GString) text = g_string_new (NULL);
  IplParameters *plain = g_new0 (IplParameters, 1);

  if (!g_strv_contains (task_ids, experiment->id))
    {
      g_free (plain);
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "Attention is not learned for “%s” here: give a task on tokens, hmc4, hmc2 "
                       "or a file with tokens.",
                       experiment->id);
    }
  plain->experiment = experiment;
  experiment->init (plain);
  for (guint g = 0; g < experiment->n_groups; g++)
    for (guint f = 0; f < experiment->groups[g].n_fields; f++)
      {
        const IplField *field = &experiment->groups[g].fields[f];
        gsize offset = experiment->groups[g].offset;
        const char *mine = (const char *)ipl_parameters_get_own (parameters) + offset;

        if (!ipl_field_equal (field, mine, (const char *)ipl_parameters_get_own (plain) + offset))
          {
            g_autofree char *value = ipl_field_get_text (field, mine);

            g_string_append_printf (text, "%s%s=%s", text->len > 0 ? "; " : "", get_name (field),
                                    value);
          }
      }
  g_free (plain);
  self->task = g_intern_string (experiment->id);
  self->options = g_intern_string (text->str);
  return TRUE;
}

const IplExperiment ipl_experiment_learned_attention = {
  .id = "learned-attention",
  .title = "How a head is born",
  .label = "How a _head is born",
  .short_title = "Learned attention",
  .page = "learned-attention",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Minimizing over attention",
  IPL_OWN (IplLearnedAttention, groups),
  .init = init,
  .validate = validate,
  .compute = compute,
  .recorded = ipl_attention_recorded,
  .add_to_file = add_to_file,
  .asks_to_run = TRUE,
  .predict = predict,
};
