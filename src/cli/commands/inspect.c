/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/json-text.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/shown-text.h"
#include "core/experiments/case-file-experiment.h"
#include "runs/file-kind.h"
#include "runs/import-run.h"
#include <stdio.h>

static void
print_arrays (const IplCasePreview *preview)
{
  for (guint i = 0; i < preview->arrays->len; i++)
    {
      const IplPreviewArray *array = preview->arrays->pdata[i];
      g_autofree char *shown = ipl_text_shown (array->name);

      printf ("%-24s %-8s %-22s %s%s\n", shown, array->type, array->shape,
              array->role == NULL ? "–" : array->role,
              array->role == NULL || array->used || preview->error != NULL ? "" : ", not used");
    }
}

static void
print_facts (const IplImportResult *result)
{
  const GPtrArray *notes = result->preview->the_case->notes;

  for (guint i = 0; i < result->facts->len; i++)
    {
      const IplImportFact *fact = result->facts->pdata[i];

      printf ("%s: %s\n", fact->name, fact->value);
    }
  for (guint i = 0; i < notes->len; i++)
    printf ("%s\n", (char *)notes->pdata[i]);
}

static void
add_arrays (const IplCasePreview *preview, JsonBuilder *builder)
{
  ipl_json_begin_array (builder, "arrays");
  for (guint i = 0; i < preview->arrays->len; i++)
    {
      const IplPreviewArray *array = preview->arrays->pdata[i];

      json_builder_begin_object (builder);
      ipl_json_add_text (builder, "name", array->name);
      ipl_json_add_text (builder, "type", array->type);
      ipl_json_add_text (builder, "shape", array->shape);
      if (array->role != NULL)
        ipl_json_add_text (builder, "role", array->role);
      ipl_json_add_boolean (builder, "by_hand", array->by_hand);
      ipl_json_add_boolean (builder, "used", array->used);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
print_json (const char *path, const IplImportResult *result)
{
  const IplCasePreview *preview = result->preview;
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "kind", ipl_file_kind_find (path)->id);
  add_arrays (preview, builder);
  if (preview->error != NULL)
    {
      ipl_json_add_text (builder, "error", preview->error->message);
      ipl_json_add_text (builder, "proposed_roles", preview->proposed);
    }
  else
    {
      ipl_json_add_int (builder, "layers", preview->the_case->L);
      ipl_json_add_double (builder, "paths", (double)preview->the_case->Pi);
      ipl_json_add_double (builder, "file_paths", preview->file_Pi);
      ipl_json_add_double (builder, "examples", (double)preview->the_case->train.count);
      ipl_json_add_double (builder, "tokens", (double)preview->the_case->T);
      ipl_json_add_double (builder, "width", (double)preview->the_case->N0);
      ipl_json_add_double (builder, "bytes", result->bytes);
      ipl_json_begin_object (builder, "facts");
      for (guint i = 0; i < result->facts->len; i++)
        {
          const IplImportFact *fact = result->facts->pdata[i];

          ipl_json_add_text (builder, fact->name, fact->value);
        }
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
  text = ipl_json_write_built (builder, TRUE);
  printf ("%s\n", text);
}

/* interplay-cli inspect FILE [--roles ..] [--layers ..] [--json] */
static CliExit
inspect (CliArguments *arguments)
{
  const char *name = arguments->name;
  g_autoptr (IplImportRequest) request = NULL;
  g_autoptr (IplImportResult) result = NULL;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  ipl_parameters_init (&parameters, ipl_experiment_file.id);
  ipl_parameters_set_file (&parameters, name);
  if (!cli_case_flags_apply (&arguments->images, &parameters, &error))
    return cli_fail_error (error);
  request = ipl_import_request_new (name, ipl_parameters_get_import (&parameters));
  result = ipl_import_result_new (request, cli_cancellable ());
  if (arguments->json)
    print_json (name, result);
  else
    print_arrays (result->preview);
  if (result->preview->error == NULL)
    {
      if (!arguments->json)
        print_facts (result);
      return CLI_OK;
    }
  if (!arguments->json && result->preview->proposed[0] != '\0'
      && g_error_matches (result->preview->error, IPL_ERROR, IPL_ERROR_MISSING))
    {
      g_autofree char *quoted = ipl_text_shell_quote (result->preview->proposed);

      printf ("Roles that may be meant: --roles %s\n", quoted);
    }
  return cli_fail_error (result->preview->error);
}

static const CliEntry entries[]
    = { { "json", 0, CLI_FLAG, CLI_AT (json), "print JSON" }, { NULL } };

const CliCommand cli_command_inspect
    = { .name = "inspect",
        .summary = "what a file would be as a case, and the memory that solving it takes",
        .argument = "FILE",
        .missing = "an .npz or .safetensors",
        .text = "Lists the arrays of an .npz or .safetensors with the role of each, "
                "tells what the case\nwould be and what memory a solve takes, and reads no "
                "more than it needs to.",
        .examples = "interplay-cli inspect mine.npz",
        .entries = entries,
        .flags_of = CLI_FLAGS_OF_CASES,
        .only = &ipl_experiment_file,
        .run = inspect };
