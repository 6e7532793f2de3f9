/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "sweeps/job-script.h"
#include "sweeps/task-worker.h"
#include <signal.h>
#include <stdio.h>

/* 75 tells a scheduler that there is more to do. */
static CliExit
fail_stopped (const char *sentence)
{
  return cli_fail (cli_interrupted_code () == 128 + SIGTERM ? CLI_MORE_TO_DO : CLI_INTERRUPTED,
                   "%s", sentence);
}

static CliExit
tell (const IplTaskResult *result)
{
  guint left = result->n - result->found - result->computed;

  printf ("%u of %u rows are there, %u computed now", result->found + result->computed, result->n,
          result->computed);
  printf (result->failed > 0 ? ", %u failed\n" : "\n", result->failed);
  if (result->stopped)
    {
      g_autofree char *sentence
          = g_strdup_printf ("It was stopped with %u row%s left; the same command goes on.", left,
                             left == 1 ? "" : "s");

      return fail_stopped (sentence);
    }
  if (left > 0)
    return cli_fail (CLI_FAILED,
                     "%u row%s could not be computed; status says why, and the same command tries "
                     "again.",
                     left, left == 1 ? "" : "s");
  return CLI_OK;
}

typedef struct
{
  CliArguments all;
  char *task; /* (nullable) */
} RunArguments;

/* interplay-cli run SWEEP [--task K/N] [--threads n] */
static CliExit
run (CliArguments *arguments)
{
  const RunArguments *self = (const RunArguments *)arguments;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplSweepFolder) folder = ipl_sweep_folder_open (arguments->name, &error);
  IplRowTools tools = { .note = cli_note, .progress = cli_job_progress };
  IplTaskResult result;
  guint task, n_tasks;

  if (folder == NULL)
    return cli_fail_error (error);
  if (!ipl_task_find (folder->plan, self->task, &task, &n_tasks, &error))
    return cli_fail (CLI_USAGE, "%s", error->message);
  tools.threads = arguments->threads;
  tools.cancellable = cli_cancellable ();
  if (!ipl_task_run (folder, task, n_tasks, &tools, &result, &error))
    return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
               ? fail_stopped ("It was stopped before its first row; the same command goes on.")
               : cli_fail_error (error);
  cli_progress_done ();
  return tell (&result);
}

static const CliEntry entries[] = {
  { "task", 0, CLI_TEXT, offsetof (RunArguments, task),
    "only the rows of one task of so many (default: what SLURM, PBS or SGE say, else all rows)",
    "K/N" },
  CLI_ENTRIES (cli_threads_entry),
  { NULL },
};

const CliCommand cli_command_run
    = { .name = "run",
        .summary = "compute the rows of a planned sweep",
        .argument = "SWEEP",
        .missing = CLI_SWEEP_MISSING,
        .text = "SWEEP is a folder that plan made. Rows that are there are skipped, rows that "
                "failed are tried again;\nany number of these may work on one folder, on any "
                "machines.\nExit codes: 0 all its rows are there; 1 some failed; 2 wrong "
                "arguments; 75 stopped by SIGTERM with\n"
                "rows left, 130 by Ctrl-C: the same command goes on.",
        .examples = "interplay-cli run sweep",
        .entries = entries,
        .size = sizeof (RunArguments),
        .run = run };
