/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suggestions in place of an unknown option. */
#include "cli/options/command-table.h"

#include "core/base/closest-name.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/parameter-words.h"
#include <string.h>

/* TRUE if “--n-train” or “--no-scratchpad” is the name of a parameter of the experiment. */
static gboolean
is_parameter (const IplExperiment *experiment, const char *name)
{
  const IplFieldGroup *group = NULL;

  return ipl_experiment_find_field (experiment, name, &group) != NULL;
}

/* Returns: (nullable): experiment on the command line */
static const IplExperiment *
find_named (char **words)
{
  const IplExperiment *named = NULL;

  for (char **at = words + 1; named == NULL && *at != NULL; at++)
    named = ipl_experiment_find (*at);
  return named;
}

/* Returns: (transfer full): suggestion in place of an unknown option: a parameter of the case, the
 *   closest option, or a parameter of another case; empty for none
 * @option: “--n-train” */
static char *
hint_option (char **words, const char *option, const GOptionEntry *options, gboolean parameters)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const IplExperiment *named = find_named (words);
  const char *name = g_str_has_prefix (option, "--no-") ? option + 5 : option + 2;
  gboolean is_one = named != NULL && is_parameter (named, name);
  g_autofree char *hint = NULL;
  guint n;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (; options->long_name != NULL; options++)
    g_ptr_array_add (names, g_strconcat ("--", options->long_name, NULL));
  g_ptr_array_add (names, NULL);
  hint = ipl_closest_name_hint (option, (const char *const *)names->pdata);
  if (hint[0] == '\0' && !is_one && named != NULL && parameters)
    return ipl_experiment_hint_field (named, name);
  for (guint i = 0; hint[0] == '\0' && named == NULL && !is_one && i < n; i++)
    is_one = is_parameter (experiments[i], name);
  return is_one && parameters ? g_strdup_printf (" A parameter is a word: %s=VALUE.", name)
                              : g_steal_pointer (&hint);
}

/* Adds a suggestion to the error about an unknown option. */
void
cli_explain_option (GError *error, char **words, const GOptionEntry *options, gboolean parameters)
{
  const char *dashes = error != NULL ? strstr (error->message, "--") : NULL;
  g_autofree char *hint = NULL, *sentence = NULL;

  if (!g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION) || dashes == NULL)
    return;
  hint = hint_option (words, dashes, options, parameters);
  if (hint[0] == '\0')
    return;
  sentence = g_strdup_printf ("%s.%s", error->message, hint);
  g_free (error->message);
  error->message = g_steal_pointer (&sentence);
}
