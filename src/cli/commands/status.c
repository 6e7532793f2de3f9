/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/shown-text.h"
#include "runs/duration.h"
#include "sweeps/folder-status.h"
#include <stdio.h>

/* Rows that are named. */
#define MOST 20

static void
print_rows (const IplSweepFolder *folder, const IplSweepStatus *status, IplRowState state,
            const char *word, guint n)
{
  guint named = 0;

  for (guint row = 0; row < status->n && named < MOST; row++)
    {
      g_autofree char *name = NULL, *why = NULL;

      if (status->states[row] != state)
        continue;
      named++;
      name = ipl_sweep_plan_row_name (folder->plan, row);
      why = state == IPL_ROW_FAILED ? ipl_sweep_folder_read_failure (folder, row, NULL) : NULL;
      printf ("%s: %s%s%s\n", word, name, why != NULL ? ": " : "", why != NULL ? why : "");
    }
  if (n > named)
    printf ("%s: %u more\n", word, n - named);
}

static void
print_left (const GPtrArray *behind)
{
  if (behind->len == 0)
    return;
  printf ("left behind by tasks that were killed, to be removed by the next run: %u file%s\n",
          behind->len, behind->len == 1 ? "" : "s");
  for (guint i = 0; i < MIN (behind->len, MOST); i++)
    {
      g_autofree char *shown = ipl_path_shown (behind->pdata[i]);

      printf ("left behind: %s\n", shown);
    }
}

static void
print_status (const IplSweepFolder *folder, const IplSweepStatus *status, const GPtrArray *behind)
{
  g_autofree char *left = ipl_duration_text (status->seconds_left);

  printf ("%u rows: %u done, %u running, %u failed, %u missing\n", status->n, status->done,
          status->running, status->failed, status->missing);
  if (status->done < status->n && status->tasks > 0)
    printf ("%u task%s at work: about %s left\n", status->tasks, status->tasks == 1 ? "" : "s",
            left);
  else if (status->done < status->n)
    printf ("nobody is at work; one task would take about %s\n", left);
  print_rows (folder, status, IPL_ROW_FAILED, "failed", status->failed);
  print_rows (folder, status, IPL_ROW_MISSING, "missing", status->missing);
  print_left (behind);
}

static void
add_rows (const IplSweepFolder *folder, const IplSweepStatus *status, IplRowState state,
          const char *name, JsonBuilder *builder)
{
  guint named = 0;

  ipl_json_begin_array (builder, name);
  for (guint row = 0; row < status->n && named < MOST; row++)
    {
      g_autofree char *row_name = NULL, *why = NULL;

      if (status->states[row] != state)
        continue;
      named++;
      row_name = ipl_sweep_plan_row_name (folder->plan, row);
      json_builder_begin_object (builder);
      ipl_json_add_int (builder, "row", row);
      ipl_json_add_text (builder, "name", row_name);
      if (state == IPL_ROW_FAILED)
        {
          why = ipl_sweep_folder_read_failure (folder, row, NULL);
          ipl_json_add_text (builder, "why", why);
        }
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
print_json (const IplSweepFolder *folder, const IplSweepStatus *status, const GPtrArray *behind)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  ipl_json_add_int (builder, "rows", status->n);
  ipl_json_add_int (builder, "done", status->done);
  ipl_json_add_int (builder, "running", status->running);
  ipl_json_add_int (builder, "failed", status->failed);
  ipl_json_add_int (builder, "missing", status->missing);
  ipl_json_add_int (builder, "tasks", status->tasks);
  ipl_json_add_double (builder, "seconds_left", status->seconds_left);
  add_rows (folder, status, IPL_ROW_FAILED, "failed_rows", builder);
  add_rows (folder, status, IPL_ROW_MISSING, "missing_rows", builder);
  ipl_json_begin_array (builder, "left_behind");
  for (guint i = 0; i < MIN (behind->len, MOST); i++)
    {
      g_autofree char *shown = ipl_path_shown (behind->pdata[i]);

      json_builder_add_string_value (builder, shown);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  text = ipl_json_write_built (builder, TRUE);
  printf ("%s\n", text);
}

/* interplay-cli status SWEEP [--json] */
static CliExit
status (CliArguments *arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplSweepFolder) folder = ipl_sweep_folder_open (arguments->name, &error);
  g_autoptr (IplSweepStatus) found
      = folder != NULL ? ipl_sweep_status_new (folder, cli_cancellable (), &error) : NULL;
  g_autoptr (GPtrArray) behind = NULL;

  if (found == NULL)
    return cli_fail_error (error);
  behind = ipl_leftovers_find (folder, 0, found->n);
  if (arguments->json)
    print_json (folder, found, behind);
  else
    print_status (folder, found, behind);
  return CLI_OK;
}

static const CliEntry entries[]
    = { { "json", 0, CLI_FLAG, CLI_AT (json), "print JSON" }, { NULL } };

const CliCommand cli_command_status
    = { .name = "status",
        .summary = "how far a planned sweep is",
        .argument = "SWEEP",
        .missing = CLI_SWEEP_MISSING,
        .text = "SWEEP is a folder that plan made. Of rows that failed or are missing, and of "
                "files that killed tasks left, the first 20 are named.\nExit codes: 0 done; 1 "
                "failed; 2 wrong arguments.",
        .examples = "interplay-cli status sweep",
        .entries = entries,
        .run = status };
