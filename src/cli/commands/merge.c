/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/shown-text.h"
#include "sweeps/folder-merge.h"
#include <stdio.h>

/* Rows that are named. */
#define MOST 20

/* The rows that are not in the file, by name. */
static CliExit
name_rest (const IplSweepFolder *folder, const IplMergeReport *report)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint named = 0, rest = folder->plan->n_rows - report->done;

  for (guint row = 0; row < folder->plan->n_rows && named < MOST; row++)
    if (report->states[row] != IPL_ROW_DONE)
      {
        g_autofree char *name = ipl_sweep_plan_row_name (folder->plan, row);

        g_string_append_printf (names, "%s%s", named++ > 0 ? ", " : "", name);
      }
  if (rest > named)
    g_string_append_printf (names, " and %u more", rest - named);
  if (report->damage != NULL)
    cli_fail (CLI_FAILED, "%s", report->damage);
  return cli_fail (CLI_FAILED, "%u of %u rows are not there: %s. run computes them.", rest,
                   folder->plan->n_rows, names->str);
}

static CliExit
tell (const IplSweepFolder *folder, const char *out, const IplMergeReport *report)
{
  g_autofree char *shown = ipl_path_shown (out);

  printf ("%s: %u row%s", shown, report->written, report->written == 1 ? "" : "s");
  if (folder->plan->run.seeds.n > 0 && !ipl_sweep_plan_is_map (folder->plan))
    printf (", and the mean over %u seed%s", report->seeds, report->seeds == 1 ? "" : "s");
  printf ("\n");
  if (report->done < folder->plan->n_rows)
    return name_rest (folder, report);
  if (report->doubtful > 0)
    {
      g_autofree char *name = ipl_sweep_plan_row_name (folder->plan, report->doubt);

      return cli_fail (CLI_NOT_CONVERGED,
                       "%u of these rows did not converge, or their chains fail a diagnostic; the "
                       "first is %s.",
                       report->doubtful, name);
    }
  return CLI_OK;
}

/* interplay-cli merge SWEEP --out FILE.npz */
static CliExit
merge (CliArguments *arguments)
{
  const char *out = arguments->out;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplSweepFolder) folder = NULL;
  g_auto (IplMergeReport) report = { NULL };

  if (out == NULL)
    return cli_fail (CLI_USAGE, "--out FILE.npz is missing.");
  folder = ipl_sweep_folder_open (arguments->name, &error);
  if (folder == NULL)
    return cli_fail_error (error);
  if (ipl_sweep_folder_merge (folder, out, cli_cancellable (), &report, &error))
    return tell (folder, out, &report);
  if (report.states != NULL && report.done == 0)
    return name_rest (folder, &report);
  return cli_fail_error (error);
}

static const CliEntry entries[]
    = { { "out", 'o', CLI_OUTPUT, CLI_AT (out), "the results to write", "FILE.npz" }, { NULL } };

const CliCommand cli_command_merge
    = { .name = "merge",
        .summary = "make one file of the rows of a planned sweep",
        .argument = "SWEEP",
        .missing = CLI_SWEEP_MISSING,
        .text = "SWEEP is a folder that plan made. FILE.npz is what sweep, or sample, would have "
                "written; of a sweep that is\nnot complete it holds the rows that are there, and "
                "the rest is named.\nExit codes: 0 done; 1 failed, or rows are not there; 2 wrong "
                "arguments; 3 done, but not to be trusted, as a\nsentence says.",
        .examples = "interplay-cli merge sweep --out merged.npz",
        .entries = entries,
        .endings = ".npz",
        .run = merge };
