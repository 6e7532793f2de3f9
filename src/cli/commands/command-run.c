/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "cluster/plan.h"
#include "core/base/number-text.h"

typedef struct
{
  CliArguments all;
  int task; /* 0 for the task of SLURM, or all tasks without SLURM */
} RunArguments;

/* Solves a slice unless it is complete, and counts it in @solved. */
static CliExit
run_slice (const IplPlan *plan, guint slice, guint threads, guint *solved)
{
  const IplWork work
      = { .threads = threads, .cancellable = cli_cancellable (), .progress = cli_job_progress };
  g_autoptr (GError) error = NULL;
  IplSliceState state = ipl_slice_get_state (plan, slice);

  if (state == IPL_SLICE_COMPLETE)
    return CLI_OK;
  if (state == IPL_SLICE_FOREIGN)
    return cli_fail (CLI_FAILED,
                     "slice-%u.npz belongs to another plan: remove it, or plan in another folder.",
                     slice);
  if (ipl_slice_solve (plan, slice, &work, &error))
    {
      (*solved)++;
      return CLI_OK;
    }
  cli_progress_done ();
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
             ? cli_fail (CLI_INTERRUPTED, "Stopped in slice %u; the same command solves it again.",
                         slice)
             : cli_fail_error (error);
}

/* interplay-cli run FOLDER [--task i] [--threads n] */
static CliExit
run (CliArguments *arguments)
{
  const RunArguments *self = (const RunArguments *)arguments;
  const char *of_slurm = g_getenv ("SLURM_ARRAY_TASK_ID");
  g_autoptr (GError) error = NULL;
  g_autoptr (IplPlan) plan = ipl_plan_open (arguments->name, &error);
  guint64 task = (guint64)self->task;
  guint first, last, solved = 0;
  CliExit code = CLI_OK;

  if (plan == NULL || !ipl_plan_check_inputs (plan, &error))
    return cli_fail_error (error);
  if (task == 0 && of_slurm != NULL && !ipl_number_parse_integer (of_slurm, &task))
    task = 0;
  if (task > plan->n_slices)
    return cli_fail (CLI_USAGE, "There is no slice %" G_GUINT64_FORMAT ": the plan has %u.", task,
                     plan->n_slices);
  first = task > 0 ? (guint)task : 1;
  last = task > 0 ? (guint)task : plan->n_slices;
  for (guint slice = first; slice <= last && code == CLI_OK; slice++)
    code = run_slice (plan, slice, arguments->threads, &solved);
  cli_progress_done ();
  if (code == CLI_OK)
    cli_print ("%u slice%s solved, %u complete before\n", solved, solved == 1 ? "" : "s",
               last + 1 - first - solved);
  return code;
}

static const CliEntry entries[] = {
  { "task", 0, CLI_INTEGER, offsetof (RunArguments, task),
    "only this slice, from 1 (default: SLURM_ARRAY_TASK_ID, else all, one after the other)", "i", 1,
    IPL_PLAN_MOST_SLICES },
  CLI_ENTRIES (cli_threads_entry),
  { NULL },
};

const CliCommand cli_command_run
    = { .name = "run",
        .summary = "solve slices of a plan",
        .argument = "FOLDER",
        .missing = CLI_PLAN_MISSING,
        .text = "FOLDER is from plan. Slices that are complete are skipped.\nExit codes: 0 "
                "done; 1 failed; 2 wrong arguments; 130 stopped.",
        .examples = "interplay-cli run sweep",
        .entries = entries,
        .size = sizeof (RunArguments),
        .run = run };
