/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For bash: two functions of tables, and one that reads the line. */
#include "manual/completion.h"

#include <string.h>

/* @ stands for the name of the function. */
static const char reader[]
    = "# Completes what $words, $files, $folders, $endings and $commas say of a value.\n"
      "@_reply () {\n"
      "  local prefix= ending n\n"
      "  if [ -n \"$commas\" ]; then\n"
      "    compopt -o nospace 2>/dev/null\n"
      "    case $current in *,*) prefix=${current%,*}, ;; esac\n"
      "  fi\n"
      "  mapfile -t COMPREPLY < <(compgen -P \"$prefix\" -W \"$words\" -- "
      "\"${current#\"$prefix\"}\")\n"
      "  [ -n \"$files$folders\" ] || return 0\n"
      "  compopt -o filenames 2>/dev/null\n"
      "  n=${#COMPREPLY[*]}\n"
      "  for ending in $endings; do\n"
      "    mapfile -t -O ${#COMPREPLY[*]} COMPREPLY < <(compgen -f -X \"!*$ending\" -- "
      "\"$current\")\n"
      "  done\n"
      "  if [ -n \"$files\" ] && [ ${#COMPREPLY[*]} = 0 ]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
      "  elif [ -n \"$folders\" ] || [ -n \"$endings\" ]; then\n"
      "    mapfile -t -O ${#COMPREPLY[*]} COMPREPLY < <(compgen -d -- \"$current\")\n"
      "  fi\n"
      "}\n\n"
      "@ () {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} command= \\\n"
      "    experiment= count=0 i word words files folders endings commas takes options most\n"
      "  COMPREPLY=()\n"
      "  # \"--theme=dark\" comes as three words, \"10:20\" too.\n"
      "  if [ \"$current\" = = ]; then\n"
      "    current=\n"
      "  elif [ \"$option\" = = ]; then\n"
      "    option=${COMP_WORDS[COMP_CWORD - 2]}\n"
      "  fi\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    word=${COMP_WORDS[i]}\n"
      "    case $word in\n"
      "      = | :) ((i++)) ;;\n"
      "      -*)\n"
      "        @_value \"$command $word\"\n"
      "        [ -z \"$takes\" ] || [ \"${COMP_WORDS[i + 1]}\" = = ] || ((i++))\n"
      "        ;;\n"
      "      *)\n"
      "        if [ -n \"$has_commands\" ] && [ -z \"$command\" ]; then\n"
      "          command=$word\n"
      "        else\n"
      "          ((count++))\n"
      "          case \" $experiments \" in *\" $word \"*) experiment=$word ;; esac\n"
      "        fi\n"
      "        ;;\n"
      "    esac\n"
      "  done\n"
      "  case $option in\n"
      "    -*)\n"
      "      @_value \"$command $option\"\n"
      "      if [ -n \"$takes\" ]; then\n"
      "        @_reply\n"
      "        return\n"
      "      fi\n"
      "      ;;\n"
      "  esac\n"
      "  @_options \"$command\" \"$experiment\"\n"
      "  case $current in\n"
      "    -*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\") ;;\n"
      "    *)\n"
      "      @_value \"$command\"\n"
      "      if [ \"$most\" = -1 ] || [ \"$count\" -lt \"${most:-0}\" ]; then @_reply; fi\n"
      "      ;;\n"
      "  esac\n"
      "}\n\n";

static void
append_words (GString *text, const char *name, char **words)
{
  g_autofree char *joined = NULL;

  if (words == NULL || words[0] == NULL)
    return;
  joined = g_strjoinv (" ", words);
  g_string_append_printf (text, " %s=", name);
  manual_append_quoted (text, joined);
}

static void
append_values (GString *text, const CliValues *values)
{
  append_words (text, "words", values->words);
  append_words (text, "endings", values->endings);
  g_string_append_printf (text, "%s%s%s", values->files ? " files=1" : "",
                          values->folders ? " folders=1" : "",
                          values->by_commas ? " commas=1" : "");
  g_string_append (text, " ;;\n");
}

/* All values of options of this name in a command: experiments may choose from other words. */
static CliValues
merge_values (const CliDescription *command, const CliOption *option)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  CliValues values = option->values;

  for (guint g = 0; g < command->groups->len; g++)
    {
      const CliOptionGroup *group = command->groups->pdata[g];

      for (guint i = 0; i < group->options->len; i++)
        {
          const CliOption *other = group->options->pdata[i];

          for (char **at = other->values.words;
               strcmp (other->name, option->name) == 0 && at != NULL && *at != NULL; at++)
            if (g_hash_table_add (seen, *at))
              g_strv_builder_add (words, *at);
        }
    }
  values.words = g_strv_builder_end (words);
  return values;
}

static void
append_option_values (GString *text, const CliDescription *command, const char *name)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint g = 0; g < command->groups->len; g++)
    {
      const CliOptionGroup *group = command->groups->pdata[g];

      for (guint i = 0; i < group->options->len; i++)
        {
          const CliOption *option = group->options->pdata[i];
          CliValues values;

          if (option->value == NULL || !g_hash_table_add (seen, option->name))
            continue;
          values = merge_values (command, option);
          g_string_append_printf (text, "    '%s --%s'", name, option->name);
          if (option->letter != 0)
            g_string_append_printf (text, " | '%s -%c'", name, option->letter);
          g_string_append (text, ") takes=1");
          append_values (text, &values);
          g_strfreev (values.words);
        }
    }
}

static void
append_names (GString *text, const CliOptionGroup *group)
{
  for (guint i = 0; i < group->options->len; i++)
    {
      const CliOption *option = group->options->pdata[i];

      g_string_append_printf (text, "%s--%s", i > 0 ? " " : "", option->name);
    }
}

static void
append_option_names (GString *text, const CliDescription *command, const char *name)
{
  g_string_append_printf (text, "    '%s')\n      options='", name);
  append_names (text, command->groups->pdata[0]);
  g_string_append_printf (text, "' most=%d\n", command->n_arguments);
  for (guint g = 1; g < command->groups->len; g++)
    {
      const CliOptionGroup *group = command->groups->pdata[g];
      g_autofree char *experiments = g_strjoinv (" | ", group->experiments);

      if (group->options->len == 0)
        continue;
      g_string_append_printf (text, "      case $2 in '' | %s) options+=' ", experiments);
      append_names (text, group);
      g_string_append (text, "' ;; esac\n");
    }
  g_string_append (text, "      ;;\n");
}

/* As if the commands were what an argument is. */
static void
append_command_words (GString *text, const ManualProgram *program)
{
  g_string_append (text, "    '') words='");
  for (guint i = 0; i < program->commands->len; i++)
    {
      const CliDescription *command = program->commands->pdata[i];

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", command->name);
    }
  g_string_append (text, "' ;;\n");
}

static void
append_arguments (GString *text, const CliDescription *command, const char *name)
{
  g_string_append_printf (text, "    '%s')", name);
  append_values (text, &command->values);
}

static void
write_bash (const ManualProgram *program, GString *text)
{
  g_autofree char *function = manual_program_function (program);
  g_auto (GStrv) experiments = manual_program_experiments (program);
  g_autofree char *known = g_strjoinv (" ", experiments);
  g_autoptr (GString) body = g_string_new (reader);
  guint n = program->commands != NULL ? program->commands->len : 0;

  g_string_append_printf (text,
                          "# Completion of %s for bash, made from the tables of the program.\n\n"
                          "# What an option of a command takes, or the command itself.\n"
                          "%s_value () {\n"
                          "  takes= words= files= folders= endings= commas=\n"
                          "  case $1 in\n",
                          program->own->name, function);
  append_option_values (text, program->own, "");
  for (guint i = 0; i < n; i++)
    {
      const CliDescription *command = program->commands->pdata[i];

      append_option_values (text, command, command->name);
      append_arguments (text, command, command->name);
    }
  if (n > 0)
    append_command_words (text, program);
  else
    append_arguments (text, program->own, "");
  g_string_append_printf (
      text,
      "  esac\n}\n\n"
      "# The options of a command, of an experiment where one is named; and how\n"
      "# many arguments it has.\n"
      "%s_options () {\n  options= most=0\n  case $1 in\n",
      function);
  append_option_names (text, program->own, "");
  for (guint i = 0; i < n; i++)
    {
      const CliDescription *command = program->commands->pdata[i];

      append_option_names (text, command, command->name);
    }
  g_string_append (text, "  esac\n}\n\n");
  g_string_replace (body, "$experiments", known, 0);
  g_string_replace (body, "\"$has_commands\"", n > 0 ? "1" : "''", 0);
  g_string_replace (body, "@", function, 0);
  g_string_append (text, body->str);
  g_string_append_printf (text, "complete -F %s %s\n", function, program->own->name);
}

const ManualCompletion manual_completion_bash = { "bash", "", "", write_bash };
