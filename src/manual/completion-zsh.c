/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For zsh: specifications for its _arguments. */
#include "manual/completion.h"

/* Text within brackets of a specification, or between its colons. */
static void
append_plain (GString *spec, const char *text)
{
  for (; *text != '\0'; text++)
    {
      if (*text == '[' || *text == ']' || *text == ':' || *text == '\\')
        g_string_append_c (spec, '\\');
      g_string_append_c (spec, *text);
    }
}

/* "*.npz|*.safetensors" in brackets; all files where any can be. */
static char *
make_pattern (const CliValues *values)
{
  g_autofree char *joined = NULL;

  if (values->folders)
    return g_strdup ("-/");
  if (values->endings == NULL)
    return g_strdup ("");
  joined = g_strjoinv ("|*", values->endings);
  return g_strdup_printf ("-g \"(*%s)\"", joined);
}

/* How a value is completed. */
static void
append_action (GString *spec, const CliValues *values, const char *function)
{
  gboolean files = values->files || values->folders;
  g_autofree char *words = values->words != NULL ? g_strjoinv (" ", values->words) : NULL;
  g_autofree char *pattern = make_pattern (values);

  if (words != NULL && files)
    g_string_append_printf (spec, "%s_either \"%s\" %s", function, words,
                            values->endings != NULL ? pattern + 3 : "\"*\"");
  else if (words != NULL && values->by_commas)
    g_string_append_printf (spec, "_values -s , word %s", words);
  else if (words != NULL)
    g_string_append_printf (spec, "(%s)", words);
  else if (files)
    g_string_append_printf (spec, "_files %s", pattern);
  else
    g_string_append_c (spec, ' ');
}

static void
append_spec (GString *text, const CliOption *option, gboolean is_long, const char *function)
{
  g_autoptr (GString) spec = g_string_new (NULL);

  if (option->repeated)
    g_string_append_c (spec, '*');
  else if (option->letter != 0)
    g_string_append_printf (spec, "(-%c --%s)", option->letter, option->name);
  if (is_long)
    g_string_append_printf (spec, "--%s%s", option->name, option->value != NULL ? "=" : "");
  else
    g_string_append_printf (spec, "-%c%s", option->letter, option->value != NULL ? "+" : "");
  g_string_append_c (spec, '[');
  append_plain (spec, option->sentence);
  g_string_append_c (spec, ']');
  if (option->value != NULL)
    {
      g_string_append_c (spec, ':');
      append_plain (spec, option->value);
      g_string_append_c (spec, ':');
      append_action (spec, &option->values, function);
    }
  g_string_append (text, " \\\n        ");
  manual_append_quoted (text, spec->str);
}

static void
append_specs (GString *text, const CliOptionGroup *group, const char *function)
{
  for (guint i = 0; i < group->options->len; i++)
    {
      const CliOption *option = group->options->pdata[i];

      if (option->letter != 0)
        append_spec (text, option, FALSE, function);
      append_spec (text, option, TRUE, function);
    }
}

static void
append_argument (GString *text, const CliDescription *command, const char *function)
{
  g_autoptr (GString) action = g_string_new (NULL);

  append_action (action, &command->values, function);
  for (int i = 0; i < MAX (command->n_arguments, 1); i++)
    {
      g_autoptr (GString) spec = g_string_new (command->n_arguments < 0 ? "*:" : ":");

      if (command->n_arguments == 0)
        return;
      append_plain (spec, command->argument);
      g_string_append_printf (spec, ":%s", action->str);
      g_string_append (text, " \\\n        ");
      manual_append_quoted (text, spec->str);
    }
}

static void
append_command (GString *text, const CliDescription *command, const char *function)
{
  g_string_append_printf (text, "    (%s)\n      specs=(", command->name);
  append_specs (text, command->groups->pdata[0], function);
  append_argument (text, command, function);
  g_string_append (text, "\n      )\n");
  for (guint g = 1; g < command->groups->len; g++)
    {
      const CliOptionGroup *group = command->groups->pdata[g];
      g_autofree char *experiments = g_strjoinv ("|", group->experiments);

      if (group->options->len == 0)
        continue;
      g_string_append_printf (text, "      [[ -z $experiment || $experiment == (%s) ]] && specs+=(",
                              experiments);
      append_specs (text, group, function);
      g_string_append (text, "\n      )\n");
    }
  g_string_append (text, "      ;;\n");
}

static void
append_commands (GString *text, const ManualProgram *program, const char *function)
{
  g_auto (GStrv) experiments = manual_program_experiments (program);
  g_autofree char *known = g_strjoinv ("|", experiments);

  g_string_append (text, " \\\n    ': :->command' '*:: :->rest' && return\n"
                         "  if [[ $state == command ]]; then\n    specs=(\n");
  for (guint i = 0; i < program->commands->len; i++)
    {
      const CliDescription *command = program->commands->pdata[i];
      g_autofree char *line = g_strconcat (command->name, ":", command->summary, NULL);

      g_string_append (text, "      ");
      manual_append_quoted (text, line);
      g_string_append_c (text, '\n');
    }
  g_string_append_printf (
      text,
      "    )\n    _describe command specs\n    return\n  fi\n"
      "  # An experiment that is named has parameters of its own.\n"
      "  for ((i = 2; i < CURRENT; i++)); do\n"
      "    [[ $words[i] == (%s) && $words[i-1] != -* ]] && experiment=$words[i]\n  done\n"
      "  curcontext=${curcontext%%:*:*}:%s-$words[1]:\n  specs=()\n  case $words[1] in\n",
      known, program->own->name);
  for (guint i = 0; i < program->commands->len; i++)
    append_command (text, program->commands->pdata[i], function);
  g_string_append (text, "  esac\n  _arguments -s -S $specs\n");
}

static void
write_zsh (const ManualProgram *program, GString *text)
{
  g_autofree char *function = manual_program_function (program);

  g_string_append_printf (
      text,
      "#compdef %s\n# Completion of %s for zsh, made from the tables of the program.\n\n"
      "# One of some words, or a file.\n"
      "%s_either () {\n  local -a known=(${=argv[-2]})\n"
      "  _alternative 'words:word:compadd -a known' \"files:file:_files -g ${(q)argv[-1]}\"\n}\n\n"
      "%s () {\n  local curcontext=$curcontext state experiment=\n  local -a line specs\n"
      "  local -A opt_args\n  local -i i\n\n  _arguments -C -s -S",
      program->own->name, program->own->name, function, function);
  append_specs (text, program->own->groups->pdata[0], function);
  if (program->commands != NULL)
    append_commands (text, program, function);
  else
    append_argument (text, program->own, function);
  g_string_append_printf (text, "\n}\n\n%s \"$@\"\n", function);
}

const ManualCompletion manual_completion_zsh = { "zsh", "_", "", write_zsh };
