/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "cluster/plan.h"
#include "core/base/text-escape.h"
#include <stdio.h>

/* interplay-cli merge FOLDER --out FILE.npz */
static CliExit
merge (CliArguments *arguments)
{
  const char *out = arguments->out;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplPlan) plan = NULL;
  g_autofree char *shown = NULL;
  guint doubtful = 0;
  CliExit code;

  if (out == NULL)
    return cli_fail (CLI_USAGE, "--out FILE.npz is missing.");
  code = cli_try_output ("--out", out, 0, ".npz");
  if (code != CLI_OK)
    return code;
  plan = ipl_plan_open (arguments->name, &error);
  if (plan == NULL || !ipl_plan_merge (plan, out, &doubtful, cli_cancellable (), &error))
    return cli_fail_error (error);
  shown = ipl_path_shown (out);
  cli_print ("%s: %u row%s\n", shown, plan->n_rows, plan->n_rows == 1 ? "" : "s");
  return doubtful == 0 ? CLI_OK
                       : cli_fail (CLI_NOT_CONVERGED,
                                   "%u of these rows are impossible, did not converge, or have "
                                   "chains that fail a diagnostic.",
                                   doubtful);
}

static const CliEntry entries[]
    = { { "out", 'o', CLI_OUTPUT, CLI_AT (out), "the results to write", "FILE.npz" }, { NULL } };

const CliCommand cli_command_merge = {
  .name = "merge",
  .summary = "merge the slices of a plan into one file",
  .argument = "FOLDER",
  .missing = CLI_PLAN_MISSING,
  .text
  = "FOLDER is from plan, with all its slices. FILE.npz equals the file that sweep, sample, map or "
    "dynamics\nwould write.\nExit codes: 0 done; 1 failed, or slices are "
    "missing; 2 wrong arguments; 3 done, but the results are\ndoubtful, as a message explains.",
  .examples = "interplay-cli merge sweep --out merged.npz",
  .entries = entries,
  .endings = ".npz",
  .run = merge
};
