/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flag for every parameter of every experiment, made from their tables of fields. */
#include "cli/options/options.h"

#include "core/parameters/parameters.h"
#include <math.h>
#include <string.h>

/* TRUE if a command with these flags is for such an experiment. */
gboolean
cli_flags_are_of (CliFlagsOf of, const IplExperiment *experiment)
{
  if (of == CLI_FLAGS_OF_PLANS && experiment->parts != NULL)
    return TRUE;
  return of == CLI_FLAGS_OF_ALL || (experiment->compute != NULL) == (of == CLI_FLAGS_OF_RESULTS);
}

/* TRUE if it is an experiment in time with a parameter of this flag. @experiment: (nullable) */
gboolean
cli_case_flag_is_of (const IplExperiment *experiment, const char *flag)
{
  for (guint g = 0; experiment != NULL && experiment->compute != NULL && g < experiment->n_groups;
       g++)
    for (guint i = 0; i < experiment->groups[g].n_fields; i++)
      if (ipl_field_has_flag (&experiment->groups[g].fields[i], flag))
        return TRUE;
  return FALSE;
}

static gboolean
is_wanted (const IplExperiment *experiment, const CliImageArguments *arguments)
{
  CliFlagsOf of = arguments->flags_of;

  if (arguments->only != NULL)
    return experiment == arguments->only;
  return cli_flags_are_of (of, experiment);
}

/* TRUE if the flag can have the value in some experiment that the command is for, as the experiment
 * may not be known yet; else the error is that of the named experiment, or of the widest range.
 * Files and alphabets are checked when they are read. */
static gboolean
check_flag (const CliImageArguments *arguments, const char *flag, const char *value, GError **error)
{
  g_autofree IplParameters *scratch = g_new0 (IplParameters, 1);
  g_autoptr (GError) wrong = NULL;
  double widest = -1;
  guint n;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    for (guint g = 0; is_wanted (experiments[i], arguments) && g < experiments[i]->n_groups; g++)
      for (guint k = 0; k < experiments[i]->groups[g].n_fields; k++)
        {
          const IplField *table = experiments[i]->groups[g].fields;

          if (!ipl_field_has_flag (&table[k], flag))
            continue;
          g_autoptr (GError) here = NULL;
          double range;
          ipl_parameters_init (scratch, experiments[i]->id);
          if (ipl_field_set_text (&table[k], ipl_parameters_edit_table (scratch, table), value,
                                  &here))
            return TRUE;
          range
              = experiments[i] == arguments->named ? INFINITY : table[k].maximum - table[k].minimum;
          if (range <= widest)
            continue;
          widest = range;
          g_clear_error (&wrong);
          wrong = g_steal_pointer (&here);
        }
  g_return_val_if_fail (wrong != NULL, TRUE);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, wrong->message);
  return FALSE;
}

/* Where two experiments have a flag, GOption calls the second's "glyphs-images-n-train". */
const char *
cli_case_flag_plain (const char *flag)
{
  guint n;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  for (guint i = 0; i < n; i++)
    for (guint g = 0; g < experiments[i]->n_groups; g++)
      {
        g_autofree char *prefix
            = g_strdup_printf ("%s-%s-", experiments[i]->id, experiments[i]->groups[g].id);

        if (g_str_has_prefix (flag, prefix))
          return flag + strlen (prefix);
      }
  return flag;
}

/* A flag as it is given, or one that the command has itself for what an experiment calls so.
 * @value: "yes" or "no" of one without a value */
void
cli_case_flags_take (const CliImageArguments *arguments, const char *flag, const char *value)
{
  g_ptr_array_add (arguments->flags, g_strdup (flag));
  g_ptr_array_add (arguments->flags, g_strdup (value));
}

static gboolean
take_flag (const char *option, const char *value, gpointer data, GError **error)
{
  const CliImageArguments *arguments = data;
  gboolean no = value == NULL && g_str_has_prefix (option, "--no-");

  const char *flag = cli_case_flag_plain (option + (no ? strlen ("--no-") : strlen ("--")));

  if (value != NULL && !check_flag (arguments, flag, value, error))
    return FALSE;
  cli_case_flags_take (arguments, flag, value != NULL ? value : no ? "no" : "yes");
  return TRUE;
}

static gboolean
is_own (const GOptionEntry *entries, const char *flag)
{
  for (; entries->long_name != NULL; entries++)
    if (strcmp (entries->long_name, flag) == 0)
      return TRUE;
  return FALSE;
}

/* @initial: (nullable): its value where it is not given; @texts owns what entries borrow. */
static void
add_entry (GArray *entries, const IplField *field, const char *flag, const char *initial,
           GPtrArray *texts)
{
  gboolean is_file = field->kind == IPL_FIELD_FILE || field->kind == IPL_FIELD_FILES;
  GOptionEntry entry = { flag,
                         0,
                         is_file ? G_OPTION_FLAG_FILENAME : 0,
                         G_OPTION_ARG_CALLBACK,
                         (gpointer)take_flag,
                         cli_field_describe (field, initial),
                         cli_field_value_name (field) };
  char *no;

  g_ptr_array_add (texts, (gpointer)entry.description);
  if (field->kind == IPL_FIELD_BOOLEAN)
    {
      no = g_strdup_printf ("no-%s", flag);
      g_ptr_array_add (texts, no);
      entry.flags = G_OPTION_FLAG_NO_ARG;
      entry.arg_description = NULL;
      g_array_append_val (entries, entry);
      entry.long_name = no;
      entry.description = "the opposite";
    }
  g_array_append_val (entries, entry);
}

/* (transfer full): the flags of one table of parameters, as in the help of an experiment. */
static GOptionGroup *
flag_group_new (const IplExperiment *experiment, const IplFieldGroup *fields,
                const GOptionEntry *own, CliImageArguments *arguments)
{
  g_autofree IplParameters *plain = g_new0 (IplParameters, 1);
  g_autofree char *name = g_strdup_printf ("%s-%s", experiment->id, fields->id);
  g_autofree char *title = g_strdup_printf ("Parameters of %s, %s:", experiment->id, fields->id);
  g_autofree char *help
      = g_strdup_printf ("The flags of the parameters of %s, %s", experiment->id, fields->id);
  GArray *entries = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));
  GOptionGroup *self = g_option_group_new (name, title, help, arguments, NULL);
  gconstpointer table;

  ipl_parameters_init (plain, experiment->id);
  table = ipl_parameters_get_table (plain, fields->fields);
  for (guint i = 0; i < fields->n_fields; i++)
    {
      const char *flag = ipl_field_flag (&fields->fields[i]);

      g_autofree char *given = ipl_field_get_text (&fields->fields[i], table);
      g_autofree char *used = ipl_field_get_used_text (&fields->fields[i], table);

      if (flag != NULL && !is_own (own, flag))
        add_entry (entries, &fields->fields[i], flag, used != NULL ? used : given,
                   arguments->texts);
    }
  g_ptr_array_add (arguments->groups, entries);
  g_option_group_add_entries (self, (const GOptionEntry *)(gconstpointer)entries->data);
  return self;
}

/* Adds the flags of the experiments' parameters that the command is for to what is parsed, but
 * those that the command has itself; a table that several experiments share comes once. */
void
cli_case_flags_add (GOptionContext *context, const GOptionEntry *own, CliImageArguments *arguments)
{
  g_autoptr (GPtrArray) seen = g_ptr_array_new ();
  guint n;
  const IplExperiment *const *experiments = ipl_experiments (&n);

  arguments->flags = g_ptr_array_new_with_free_func (g_free);
  arguments->groups = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  arguments->texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    for (guint g = 0; g < experiments[i]->n_groups; g++)
      {
        const IplFieldGroup *fields = &experiments[i]->groups[g];

        if (fields->id == NULL || !is_wanted (experiments[i], arguments)
            || g_ptr_array_find (seen, fields->fields, NULL))
          continue;
        g_ptr_array_add (seen, (gpointer)fields->fields);
        g_option_context_add_group (context,
                                    flag_group_new (experiments[i], fields, own, arguments));
      }
}

void
cli_case_flags_clear (CliImageArguments *arguments)
{
  g_clear_pointer (&arguments->flags, g_ptr_array_unref);
  g_clear_pointer (&arguments->groups, g_ptr_array_unref);
  g_clear_pointer (&arguments->texts, g_ptr_array_unref);
}

gboolean
cli_case_flag_given (const CliImageArguments *arguments, const char *flag)
{
  for (guint i = 0; arguments->flags != NULL && i < arguments->flags->len; i += 2)
    if (strcmp (arguments->flags->pdata[i], flag) == 0)
      return TRUE;
  return FALSE;
}

/* Warns of options that change nothing. */
static void
tell_idle (const CliImageArguments *arguments, const IplParameters *parameters)
{
  for (guint i = 0; i < arguments->flags->len; i += 2)
    {
      const char *flag = arguments->flags->pdata[i];
      const IplFieldGroup *group = NULL;
      const IplField *field = ipl_parameters_find_flag (parameters, flag, &group);

      if (!ipl_field_applies (field, ipl_parameters_get_table (parameters, group->fields)))
        cli_say ("interplay-cli: --%s has no effect here, only %s.\n", flag, field->only);
    }
}

/* Applies the flags to the parameters. Errors are of the command line. */
gboolean
cli_case_flags_apply (const CliImageArguments *arguments, IplParameters *parameters, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (arguments == NULL || arguments->flags == NULL || arguments->flags->len == 0)
    return TRUE;
  if (!ipl_parameters_set_words (parameters, arguments->flags->len / 2,
                                 (const char *const *)arguments->flags->pdata, &wrong))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, wrong->message);
      return FALSE;
    }
  tell_idle (arguments, parameters);
  return TRUE;
}
