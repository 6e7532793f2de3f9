/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The case of the task and the request of a run, from the fields of the experiment. */
#include "core/experiments/learned-attention.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/experiments/parameter-words.h"

#define MOST_EXAMPLES 5000

/* Experiments that make cases with tokens. */
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
const char *const ipl_learned_attention_tasks[] = { "copy",
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
        return ipl_fail (
            error, IPL_ERROR_VALUE,
            "“%s” is not a list of examples: give up to %d whole numbers from 1 to %d by "
            "commas, each more than the one before.",
            self->P, IPL_ATTENTION_MOST_P, MOST_EXAMPLES);
      plan->P[plan->n_P++] = (guint)P;
    }
  return TRUE;
}

/* Its flag, or its id without one. */
static const char *
get_name (const IplField *field)
{
  const char *flag = ipl_field_flag (field);

  return flag != NULL ? flag : field->id;
}

static gboolean
set_option (IplParameters *parameters, const char *option, GError **error)
{
  g_autofree char *name = NULL;
  const char *value;

  if (!ipl_parameter_word_split (option, &name, &value))
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "“%s” is not an option of the task %s: give NAME=VALUE separated by semicolons, as "
        "n-tokens=32.",
        option, parameters->experiment->id);
  return ipl_parameters_set_named (parameters, name, value, error);
}

/* The parameters of the task, with so many examples at least. */
static gboolean
find_task (const IplLearnedAttention *self, guint P, IplParameters *parameters, GError **error)
{
  g_auto (GStrv) options = g_strsplit (self->options, ";", -1);
  const IplFieldGroup *group = NULL;
  const IplField *n_train;

  memset (parameters, 0, sizeof *parameters);
  parameters->experiment = tasks[find_choice (ipl_learned_attention_tasks, self->task)];
  parameters->experiment->init (parameters);
  for (guint i = 0; options[i] != NULL; i++)
    if (*g_strstrip (options[i]) != '\0' && !set_option (parameters, options[i], error))
      return FALSE;
  n_train = ipl_experiment_find_field (parameters->experiment, "n-train", &group);
  if (n_train != NULL && parameters->experiment->generated)
    ipl_field_set_number (
        n_train, (char *)ipl_parameters_edit_specific (parameters) + group->offset, P + P % 2);
  return parameters->experiment->validate == NULL
         || parameters->experiment->validate (ipl_parameters_get_specific (parameters), error);
}

gboolean
ipl_learned_attention_validate (gconstpointer own, GError **error)
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
  return task->experiment->make_case (ipl_parameters_get_specific (task), self->task, TRUE,
                                      run->work.threads, run->work.cancellable, error);
}

static void
fill_plan (const IplLearnedAttention *self, const IplCase *the_case, IplAttentionPlan *plan)
{
  ipl_setting_init_for_case (&plan->setting, the_case, self->width);
  plan->setting.temperature = self->temperature;
  plan->prior.rule = find_choice (ipl_attention_rule_names, self->rule);
  plan->prior.causal = self->causal;
  plan->prior.G = self->G;
  plan->prior.variance = self->variance;
  plan->starts = self->starts;
  plan->seed = self->seed;
}

IplCase *
ipl_learned_attention_prepare (const IplLearnedAttention *self, const IplExperimentRun *run,
                               IplAttentionPlan *plan, GError **error)
{
  IplCase *the_case;

  ipl_attention_plan_init (plan, NULL);
  if (!parse_P (self, plan, error))
    return NULL;
  the_case = make_case (self, plan->P[plan->n_P - 1], run, error);
  if (the_case != NULL)
    fill_plan (self, the_case, plan);
  return the_case;
}

gboolean
ipl_learned_attention_set_task (IplLearnedAttention *self, const IplParameters *parameters,
                                GError **error)
{
  const IplExperiment *experiment = parameters->experiment;
  g_autoptr (GString) text = g_string_new (NULL);
  IplParameters *plain = g_new0 (IplParameters, 1);

  if (!g_strv_contains (ipl_learned_attention_tasks, experiment->id))
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
        const char *mine = (const char *)ipl_parameters_get_specific (parameters) + offset;

        if (!ipl_field_equal (field, mine,
                              (const char *)ipl_parameters_get_specific (plain) + offset))
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
