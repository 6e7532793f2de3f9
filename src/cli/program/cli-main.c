/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds and runs the subcommand. */
#include "cli/program/cli-main.h"

#include "cli/commands/commands.h"

#include "core/base/abandonable-call.h"
#include "core/base/file-read.h"
#include "core/base/parallel.h"
#include "core/base/closest-name.h"
#include "figures/help/help-search.h"
#include "figures/help/help-table.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ENTRY(name) &cli_command_##name,
static const CliCommand *const commands[] = { CLI_COMMANDS (ENTRY) };
#undef ENTRY

static void
print_help (FILE *stream)
{
  cli_print_to (stream, "Usage: interplay-cli COMMAND [OPTIONS]\n\n"
                        "The statistical-mechanics theory of attention paths and the dynamics of "
                        "learning, on the command line.\n\nCommands:\n");
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    cli_print_to (stream, "  %-14s %s\n", commands[i]->name, commands[i]->summary);
  cli_print_to (
      stream,
      "\ninterplay-cli COMMAND --help lists the options of a command, interplay-cli help the help "
      "pages, -V prints the version.\n"
      "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but the results are doubtful, as a "
      "message explains; 75 stopped with rows left (run); 130, 143 or 129 stopped by Ctrl-C, "
      "SIGTERM or SIGHUP.\n");
}

static CliExit
run_command (const CliCommand *command, int argc, char **argv)
{
  g_autoptr (CliArguments) arguments = cli_arguments_new (command);
  g_autofree char *program = g_strconcat ("interplay-cli ", command->name, NULL);
  g_autoptr (GError) error = NULL;
  CliExit status;

  g_set_prgname (program);
  status = cli_arguments_parse (arguments, argc, argv);
  if (status != CLI_OK)
    return status;
  return ipl_parallel_check (&error) ? command->run (arguments) : cli_fail_error (error);
}

/* Returns: (nullable): the command of this name */
const CliCommand *
ipl_cli_find_command (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (name, commands[i]->name) == 0)
      return commands[i];
  return NULL;
}

/* Returns: (transfer full): " Did you mean “sweep”?", or empty */
static char *
hint_command (const char *name)
{
  const char *names[G_N_ELEMENTS (commands) + 1] = { NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i]->name;
  return ipl_closest_name_hint (name, names);
}

static CliExit
fail_unknown (const char *name)
{
  g_autofree char *hint = hint_command (name);

  if (strcmp (name, "animate") == 0)
    return cli_fail (CLI_USAGE, "A film is written by interplay-cli figure CASE --out FILE.gif.");
  if (strcmp (name, "html") == 0)
    return cli_fail (CLI_USAGE,
                     "A web page is written by interplay-cli figure CASE --out FILE.html, or "
                     "interplay-cli story STORY --out FILE.html.");
  return cli_fail (CLI_USAGE, "There is no command “%s”.%s", name, hint);
}

/* TRUE for "help swep": the word is in no help page, and is close to the name of a command. */
static gboolean
is_slip_of_helped (int argc, char **argv)
{
  g_autofree char *hint = NULL;
  g_auto (GStrv) terms = NULL;
  g_autoptr (GPtrArray) hits = NULL;

  if (argc != 3 || strcmp (argv[1], "help") != 0)
    return FALSE;
  hint = hint_command (argv[2]);
  terms = ipl_help_terms (argv[2]);
  hits = ipl_help_search ((const char *const *)terms);
  return hint[0] != '\0' && hits->len == 0;
}

/* Finds the command of "help sweep", which is "sweep --help" unless a help page has that name. */
static const CliCommand *
find_helped (int argc, char **argv)
{
  return argc == 3 && strcmp (argv[1], "help") == 0 && ipl_help_find (argv[2]) == NULL
             ? ipl_cli_find_command (argv[2])
             : NULL;
}

static CliExit
run (int argc, char **argv)
{
  const CliCommand *command = argc > 1 ? ipl_cli_find_command (argv[1]) : NULL;
  const CliCommand *helped = find_helped (argc, argv);

  if (argc < 2)
    {
      print_help (stderr);
      return CLI_USAGE;
    }
  if (helped == NULL && is_slip_of_helped (argc, argv))
    return fail_unknown (argv[2]);
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    {
      print_help (stdout);
      return CLI_OK;
    }
  if (helped != NULL)
    return run_command (helped, 2, (char *[]){ argv[2], "--help", NULL });
  if (strcmp (argv[1], "--version") == 0 || strcmp (argv[1], "-V") == 0)
    {
      cli_print ("interplay-cli %s\n", IPL_VERSION);
      return CLI_OK;
    }
  if (command != NULL)
    return run_command (command, argc - 1, argv + 1);
  return fail_unknown (argv[1]);
}

/* @n: (out): number of commands
 * Returns: the commands, in their order */
const CliCommand *const *
ipl_cli_commands (guint *n)
{
  *n = G_N_ELEMENTS (commands);
  return commands;
}

/* Runs interplay-cli. Programs may register experiments and panels before the call. */
int
ipl_cli_main (int argc, char **argv)
{
  CliExit code;
  int status;

  g_set_prgname ("interplay-cli");
  ipl_file_buffer_pipes ();
  cli_standard_output_begin ();
  code = cli_standard_output_end (run (argc, argv));
  status = code == CLI_INTERRUPTED ? cli_interrupted_code () : (int)code;
  /* Abandoned threads still use loaded libraries, so exit handlers must not run. */
  if (ipl_abandonable_call_is_running ())
    _exit (status);
  return status;
}
