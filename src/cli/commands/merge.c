/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "cluster/plan.h"
#include "core/base/shown-text.h"
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
  return doubtful == 0
             ? CLI_OK
             : cli_fail (CLI_NOT_CONVERGED,
                         "%u of these rows cannot be, did not converge, or have chains that fail a "
                         "diagnostic.",
                         doubtful);
}

static const CliEntry entries[]
    = { { "out", 'o', CLI_OUTPUT, CLI_AT (out), "the results to write", "FILE.npz" }, { NULL } };

const CliCommand cli_command_merge
    = { .name = "merge",
        .summary = "make one file of the slices of a plan",
        .argument = "FOLDER",
        .missing = CLI_PLAN_MISSING,
        .text
        = "FOLDER is what plan made, with all its slices. FILE.npz is what sweep, sample, map "
          "or dynamics would have\nwritten.\nExit codes: 0 done; 1 failed, or slices are "
          "missing; 2 wrong arguments; 3 done, but not to be trusted, as a\nsentence says.",
        .examples = "interplay-cli merge sweep --out merged.npz",
        .entries = entries,
        .endings = ".npz",
        .run = merge };
