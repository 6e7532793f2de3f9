/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subcommands, one line each. */
#include "cli/program/cli-main.h"

#include "cli/commands/commands.h"

#include "core/base/alone.h"
#include "core/base/blas-memory.h"
#include "core/base/parallel.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const CliCommand commands[] = {
  { "cases", "list the built-in cases", cli_cases },
  { "inspect", "what a file would be as a case, and what solving it costs", cli_inspect },
  { "export-case", "write a case as .npz", cli_export_case },
  { "sweep", "solve the theory over widths, temperatures and variances", cli_sweep },
  { "map", "solve the theory over any one or two parameters", cli_map },
  { "kernels", "the path-path kernels and their sum, at one width", cli_kernels },
  { "sample", "sample the exact posterior at any width", cli_sample },
  { "train", "train a network by gradient descent on one-shot images", cli_train },
  { "prune", "what each head is worth, and accuracy as heads are removed", cli_prune },
  { "dynamics", "what happens in time while attention is learned", cli_dynamics },
  { "plan", "plan a sweep for a cluster, or for this machine", cli_plan },
  { "run", "compute the rows of a planned sweep", cli_run_task },
  { "status", "how far a planned sweep is", cli_status },
  { "merge", "make one file of the rows of a planned sweep", cli_merge },
  { "rerun", "compute once more what a file of results holds", cli_rerun },
  { "figure", "draw the figures as PNG, SVG or PDF", cli_figure },
  { "animate", "draw a figure while the width changes, as a GIF, WebP or video", cli_animate },
  { "story", "write a story as slides or moving pictures", cli_story },
  { "html", "write the figures as one web page", cli_html },
  { "help", "read the pages of help", cli_help },
};

/* Threads that may be in matrix products at the same time, beside those that share the work: the
 * command, a call that it no longer waits for, and one to spare. */
#define THREADS 3

#define SUMMARY                                                                                    \
  "The statistical-mechanics theory of attention paths and the dynamics of its learning, without " \
  "a window."

static void
print_help (FILE *stream)
{
  fprintf (stream, "Usage: interplay-cli COMMAND [OPTIONS]\n\n" SUMMARY "\n\nCommands:\n");
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (stream, "  %-14s %s\n", commands[i].name, commands[i].summary);
  fprintf (stream,
           "\ninterplay-cli COMMAND --help tells a command's options, interplay-cli help the pages "
           "of help, --version the version.\n");
}

static CliExit
run (int argc, char **argv)
{
  if (argc < 2)
    {
      print_help (stderr);
      return CLI_USAGE;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    {
      print_help (stdout);
      return CLI_OK;
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      printf ("interplay-cli %s\n", IPL_VERSION);
      return CLI_OK;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (argv[1], commands[i].name) == 0)
      {
        g_autoptr (GError) error = NULL;

        if (!ipl_blas_claim_buffers (THREADS, &error))
          return cli_fail_error (argv[1], error);
        return commands[i].run (argc - 1, argv + 1);
      }

  return cli_fail (CLI_USAGE, NULL, "There is no command “%s”.", argv[1]);
}

/* Returns: (transfer full): what the program takes in the place of a command */
CliDescription *
ipl_cli_describe_program (void)
{
  CliDescription *self = cli_description_new (
      "interplay-cli", "the theory of attention paths, without a window", "COMMAND",
      SUMMARY
      "\n"
      "Every command tells its options with --help, and has a page of its own.\n"
      "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but not to be trusted, as a "
      "sentence says; 75 stopped with rows left (run); 130, 143 or 129 stopped by Ctrl-C, SIGTERM "
      "or SIGHUP.");
  CliOptionGroup *own = cli_description_add_group (self, NULL);

  self->n_arguments = 1;
  cli_option_group_add_help (own, "help", 'h', "List the commands");
  cli_option_group_add_help (own, "version", 0, "Print the version and exit");
  return self;
}

/* Returns: (transfer full): the commands, in their order */
GPtrArray *
ipl_cli_describe (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)cli_description_free);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      char *argv[] = { (char *)commands[i].name, NULL };
      CliDescription *told;

      cli_description_begin ();
      commands[i].run (1, argv);
      told = cli_description_end ();
      g_return_val_if_fail (told != NULL, list);
      told->summary = g_strdup (commands[i].summary);
      g_ptr_array_add (list, told);
    }
  return list;
}

/* The program interplay-cli. Experiments and panels that a program registers before are among those
 * it knows. */
int
ipl_cli_main (int argc, char **argv)
{
  CliExit code;
  int status;

  *cli_anonymous_place () = FALSE;
  cli_standard_output_begin ();
  code = cli_standard_output_end (run (argc, argv));
  status = code == CLI_INTERRUPTED ? cli_interrupted_code () : (int)code;
  /* Abandoned threads must not lose their libraries. */
  if (ipl_alone_is_running ())
    _exit (status);
  return status;
}
