/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For fish: a line an option. */
#include "manual/completion.h"

/* Within single quotes fish knows a backslash before a quote or a backslash only. */
static void
append_quoted (GString *text, const char *word)
{
  g_string_append_c (text, '\'');
  for (; *word != '\0'; word++)
    {
      if (*word == '\'' || *word == '\\')
        g_string_append_c (text, '\\');
      g_string_append_c (text, *word);
    }
  g_string_append_c (text, '\'');
}

/* The expression that fish evaluates to the values. */
static void
append_values (GString *text, const CliValues *values, const char *function)
{
  g_autoptr (GString) list = g_string_new (NULL);

  if (values->files && values->endings == NULL)
    g_string_append (text, " -F");
  if (values->words != NULL)
    {
      g_autofree char *words = g_strjoinv (" ", values->words);

      if (values->by_commas)
        g_string_append_printf (list, "(__fish_append , %s)", words);
      else
        g_string_append (list, words);
    }
  for (char **at = values->endings; at != NULL && *at != NULL; at++)
    g_string_append_printf (list, "%s(__fish_complete_suffix %s)", list->len > 0 ? " " : "", *at);
  if (values->folders)
    g_string_append (list, "(__fish_complete_directories)");
  if (list->len == 0)
    return;
  g_string_append (text, " -a ");
  append_quoted (text, list->str);
}

static void
append_option (GString *text, const char *program, const char *condition, const CliOption *option,
               const char *function)
{
  g_string_append_printf (text, "complete -c %s%s", program, condition);
  if (option->letter != 0)
    g_string_append_printf (text, " -s %c", option->letter);
  g_string_append_printf (text, " -l %s", option->name);
  if (option->value != NULL)
    {
      gboolean any = option->values.files && option->values.endings == NULL;

      g_string_append (text, any ? " -r" : " -x");
      append_values (text, &option->values, function);
    }
  g_string_append (text, " -d ");
  append_quoted (text, option->sentence);
  g_string_append_c (text, '\n');
}

static void
append_group (GString *text, const char *program, const char *command, const CliOptionGroup *group,
              const char *function)
{
  g_autofree char *experiments
      = group->experiments != NULL ? g_strjoinv (" ", group->experiments) : NULL;
  g_autofree char *condition = command == NULL
                                   ? g_strdup ("")
                                   : g_strdup_printf (" -n '_%s_on %s%s%s'", function, command,
                                                      experiments != NULL ? " " : "",
                                                      experiments != NULL ? experiments : "");

  for (guint i = 0; i < group->options->len; i++)
    append_option (text, program, condition, group->options->pdata[i], function);
}

static void
append_command (GString *text, const char *program, const CliDescription *command,
                const char *function)
{
  for (guint g = 0; g < command->groups->len; g++)
    append_group (text, program, command->name, command->groups->pdata[g], function);
  if (command->n_arguments == 0)
    return;
  g_string_append_printf (text, "complete -c %s -n '_%s_on %s'", program, function, command->name);
  append_values (text, &command->values, function);
  g_string_append_c (text, '\n');
}

static void
append_commands (GString *text, const ManualProgram *program, const char *function)
{
  g_auto (GStrv) experiments = manual_program_experiments (program);
  g_autofree char *known = g_strjoinv (" ", experiments);

  g_string_append_printf (
      text,
      "# Whether the command is the first word of $argv, and the experiment on the line, if one\n"
      "# is named, among the others.\n"
      "function _%s_on\n  set -l line (commandline -opc)\n"
      "  test (count $line) -gt 1; and test $line[2] = $argv[1]; or return 1\n"
      "  test (count $argv) -gt 1; or return 0\n"
      "  for word in $line[3..]\n    if contains -- $word %s\n"
      "      contains -- $word $argv[2..]\n      return\n    end\n  end\n  return 0\nend\n\n"
      "complete -c %s -f\n",
      function, known, program->own->name);
  for (guint i = 0; i < program->own->groups->len; i++)
    {
      const CliOptionGroup *group = program->own->groups->pdata[i];

      for (guint k = 0; k < group->options->len; k++)
        append_option (text, program->own->name, " -n __fish_use_subcommand",
                       group->options->pdata[k], function);
    }
  for (guint i = 0; i < program->commands->len; i++)
    {
      const CliDescription *command = program->commands->pdata[i];

      g_string_append_printf (text, "complete -c %s -n __fish_use_subcommand -a %s -d ",
                              program->own->name, command->name);
      append_quoted (text, command->summary);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < program->commands->len; i++)
    append_command (text, program->own->name, program->commands->pdata[i], function);
}

static void
write_fish (const ManualProgram *program, GString *text)
{
  g_autofree char *function = manual_program_function (program);

  g_string_append_printf (text,
                          "# Completion of %s for fish, made from the tables of the program.\n\n",
                          program->own->name);
  if (program->commands != NULL)
    append_commands (text, program, function);
  else
    {
      append_group (text, program->own->name, NULL, program->own->groups->pdata[0], function);
      g_string_append_printf (text, "complete -c %s -k", program->own->name);
      append_values (text, &program->own->values, function);
      g_string_append_c (text, '\n');
    }
}

const ManualCompletion manual_completion_fish = { "fish", "", ".fish", write_fish };
