/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "cluster/plan.h"
#include "core/base/json-text.h"
#include "core/base/json.h"

static void
add_slices (JsonBuilder *builder, const char *name, const GArray *slices)
{
  ipl_json_begin_array (builder, name);
  for (guint i = 0; i < slices->len; i++)
    json_builder_add_int_value (builder, g_array_index (slices, guint, i));
  json_builder_end_array (builder);
}

static void
print_json (const IplPlan *plan, const IplPlanStatus *status)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  ipl_json_add_int (builder, "rows", plan->n_rows);
  ipl_json_add_int (builder, "slices", plan->n_slices);
  ipl_json_add_int (builder, "complete", status->n_complete);
  add_slices (builder, "missing", status->missing);
  add_slices (builder, "of_another_plan", status->foreign);
  json_builder_end_object (builder);
  text = ipl_json_write_built (builder, TRUE);
  cli_print_json (text);
}

/* interplay-cli status FOLDER [--json] */
static CliExit
status (CliArguments *arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplPlan) plan = ipl_plan_open (arguments->name, &error);
  g_auto (IplPlanStatus) found = { 0 };
  g_autofree char *wrong = NULL;

  if (plan == NULL)
    return cli_fail_error (error);
  ipl_plan_get_status (plan, &found);
  if (arguments->json)
    {
      print_json (plan, &found);
      return CLI_OK;
    }
  wrong = ipl_plan_status_describe (&found);
  cli_print ("%u of %u slices are complete\n", found.n_complete, plan->n_slices);
  if (wrong != NULL)
    cli_print ("%s\n", wrong);
  return CLI_OK;
}

static const CliEntry entries[]
    = { { "json", 0, CLI_FLAG, CLI_AT (json), "print JSON" }, { NULL } };

const CliCommand cli_command_status
    = { .name = "status",
        .summary = "how many slices of a plan are complete",
        .argument = "FOLDER",
        .missing = CLI_PLAN_MISSING,
        .text = "FOLDER is from plan.\nExit codes: 0 done; 1 failed; 2 wrong arguments.",
        .examples = "interplay-cli status sweep",
        .entries = entries,
        .run = status };
