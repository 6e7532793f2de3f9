/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters of the case on a command line: words NAME=VALUE. */
#include "cli/options/shared-arguments.h"

#include "cli/options/option-table.h"

#include "core/base/text-escape.h"
#include "core/experiments/parameter-words.h"
#include "core/parameters/parameters.h"
#include <string.h>

/* Stores a word if it is a parameter.
 * Returns: FALSE if it is not NAME=VALUE */
gboolean
cli_case_words_add (CliImageArguments *arguments, const char *word)
{
  g_autofree char *name = NULL;
  const char *value;

  if (!ipl_parameter_word_split (word, &name, &value))
    return FALSE;
  if (arguments->words == NULL)
    arguments->words = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (arguments->words, g_steal_pointer (&name));
  g_ptr_array_add (arguments->words, g_strdup (value));
  return TRUE;
}

gboolean
cli_case_word_is_set (const CliImageArguments *arguments, const char *name)
{
  for (guint i = 0; arguments->words != NULL && i < arguments->words->len; i += 2)
    if (strcmp (arguments->words->pdata[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* Reports a word that is no parameter, such as “60” or “n-train”.
 * @experiment: (nullable): experiment of the case */
CliExit
cli_case_word_refuse (const IplExperiment *experiment, const char *word)
{
  g_autofree char *shown = ipl_text_shown (word), *hint = NULL;
  const IplFieldGroup *group = NULL;

  if (g_ascii_isdigit (word[0]))
    return cli_fail (CLI_USAGE, "“%s” is a number without a name: write NAME=%s.", shown, shown);
  if (experiment != NULL && ipl_experiment_find_field (experiment, word, &group) != NULL)
    return cli_fail (CLI_USAGE, "“%s” has no value: write %s=VALUE.", shown, shown);
  hint = experiment != NULL ? ipl_experiment_hint_field (experiment, word) : g_strdup ("");
  return cli_fail (CLI_USAGE, "“%s” is not a parameter: parameters are NAME=VALUE.%s", shown, hint);
}

/* Refuses a word that names an option of the command, such as “widths=10”.
 * @experiment: (nullable): experiment of the case
 * @entries: (element-type CliEntry): options of the command */
CliExit
cli_case_words_check (const CliImageArguments *arguments, const IplExperiment *experiment,
                      const GArray *entries)
{
  const IplFieldGroup *group = NULL;

  for (guint i = 0; arguments->words != NULL && i < arguments->words->len; i += 2)
    {
      const char *name = arguments->words->pdata[i], *value = arguments->words->pdata[i + 1];
      g_autofree char *shown = ipl_text_shown (value);

      if (cli_entries_find (entries, name) != NULL
          && (experiment == NULL || ipl_experiment_find_field (experiment, name, &group) == NULL))
        return cli_fail (CLI_USAGE, "“%s” is an option: write --%s %s.", name, name, shown);
    }
  return CLI_OK;
}

/* Replaces symbols by the names that cli_case_word_is_set() compares: “n-train” for “P”. */
static void
use_names (const CliImageArguments *arguments, const IplExperiment *experiment)
{
  for (guint i = 0; i < arguments->words->len; i += 2)
    {
      const IplFieldGroup *group = NULL;
      gpointer *name = &arguments->words->pdata[i];
      const IplField *field = ipl_experiment_find_field (experiment, *name, &group);

      g_free (*name);
      *name = g_strdup (ipl_field_flag (field));
    }
}

/* Refuses an option of attention paths for an experiment without them. */
CliExit
cli_refuse_of_paths (const IplExperiment *experiment, const char *option)
{
  const IplFieldGroup *group = NULL;

  if (ipl_experiment_find_field (experiment, option, &group) != NULL)
    return cli_fail (CLI_USAGE, "--%s is for attention paths: for “%s” write %s=VALUE.", option,
                     experiment->id, option);
  return cli_fail (CLI_USAGE, "--%s is for attention paths: leave it out for “%s”.", option,
                   experiment->id);
}

/* Warns about parameters without an effect. */
static void
warn_of_unused_words (const CliImageArguments *arguments, const IplParameters *parameters)
{
  for (guint i = 0; i < arguments->words->len; i += 2)
    {
      const char *name = arguments->words->pdata[i];
      const IplFieldGroup *group = NULL;
      const IplField *field = ipl_experiment_find_field (parameters->experiment, name, &group);

      if (!ipl_field_applies (field, ipl_parameters_get_table (parameters, group->fields)))
        cli_print_error ("interplay-cli: %s=%s has no effect here, only %s.\n", name,
                         (const char *)arguments->words->pdata[i + 1], field->only);
    }
}

/* Applies the words to the parameters. Errors are errors of the command line. */
gboolean
cli_case_words_apply (const CliImageArguments *arguments, IplParameters *parameters, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (arguments == NULL || arguments->words == NULL)
    return TRUE;
  if (!ipl_parameters_set_words (parameters, arguments->words->len / 2,
                                 (const char *const *)arguments->words->pdata, &wrong))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, wrong->message);
      return FALSE;
    }
  use_names (arguments, parameters->experiment);
  warn_of_unused_words (arguments, parameters);
  return TRUE;
}
