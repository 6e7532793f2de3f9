/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"
#include "core/case/case-io.h"
#include "core/case/case-roles.h"
#include "core/experiments/case-file-experiment.h"
#include "runs/file-kind.h"
#include "runs/import-run.h"
#include <stdio.h>

/* Longest excerpt of the first test example, in characters. */
#define MOST_OF_EXAMPLE 60

/* Returns: (nullable): role of an array, assigned by the user or by its name */
static const char *
find_role (const GPtrArray *assignments, const char *name)
{
  const char *given = assignments != NULL ? ipl_case_roles_find_role (assignments, name) : NULL;

  if (given != NULL)
    return given;
  return ipl_case_role_find (name) != NULL ? name : NULL;
}

static void
print_arrays (const GPtrArray *arrays, const GPtrArray *assignments)
{
  for (guint i = 0; i < arrays->len; i++)
    {
      const IplImportArray *array = arrays->pdata[i];
      const char *role = find_role (assignments, array->name);
      g_autofree char *shown = ipl_text_shown (array->name);
      g_autofree char *as = role != NULL ? ipl_text_shown (role) : g_strdup ("–");

      cli_print ("%-24s %-8s %-22s %s\n", shown, array->type, array->shape, as);
    }
}

static char *
join_heads (const IplCase *the_case)
{
  GString *text = g_string_new (NULL);

  for (guint l = 0; l < the_case->L; l++)
    g_string_append_printf (text, "%s%u", l > 0 ? " × " : "", the_case->H[l]);
  return g_string_free (text, FALSE);
}

static void
print_case (const IplCase *the_case)
{
  static const char *const levels[]
      = { "path features", "attention as given", "attention weights" };
  static const char *const readouts[] = { "mean over tokens", "last token", "first token" };
  g_autofree char *heads = join_heads (the_case);

  cli_print ("Given as: %s\n", levels[the_case->level]);
  cli_print ("Examples P: %" G_GSIZE_FORMAT "\n", the_case->train.count);
  for (guint i = 0; i < the_case->n_tests; i++)
    cli_print ("Test examples, %s: %" G_GSIZE_FORMAT "\n", the_case->tests[i].name,
               the_case->tests[i].count);
  if (the_case->T > 0)
    cli_print ("Tokens T: %" G_GSIZE_FORMAT "\n", the_case->T);
  if (the_case->tests[0].tokens != NULL)
    {
      g_autofree char *texts
          = ipl_token_texts_show_example (the_case->tests[0].tokens, 0, MOST_OF_EXAMPLE);

      cli_print ("Texts of tokens: %s\n", texts);
    }
  cli_print ("Token width N₀: %" G_GSIZE_FORMAT "\n", the_case->N0);
  cli_print ("Layers L: %u\n", the_case->L);
  cli_print ("Paths Π: %" G_GSIZE_FORMAT " (heads %s)\n", the_case->Pi, heads);
  cli_print ("Readout: %s\n", readouts[the_case->readout]);
  for (guint i = 0; i < the_case->notes->len; i++)
    cli_print ("%s\n", (char *)the_case->notes->pdata[i]);
}

static void
add_arrays (const GPtrArray *arrays, const GPtrArray *assignments, JsonBuilder *builder)
{
  ipl_json_begin_array (builder, "arrays");
  for (guint i = 0; i < arrays->len; i++)
    {
      const IplImportArray *array = arrays->pdata[i];
      const char *role = find_role (assignments, array->name);

      json_builder_begin_object (builder);
      ipl_json_add_text (builder, "name", array->name);
      ipl_json_add_text (builder, "type", array->type);
      ipl_json_add_text (builder, "shape", array->shape);
      if (role != NULL)
        ipl_json_add_text (builder, "role", role);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* @the_case: (nullable)
 * @error: (nullable): reason why the file is no case */
static void
print_json (const char *path, const GPtrArray *arrays, const GPtrArray *assignments,
            const IplCase *the_case, const GError *error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "kind", ipl_file_kind_find (path)->id);
  add_arrays (arrays, assignments, builder);
  if (error != NULL)
    ipl_json_add_text (builder, "error", error->message);
  if (the_case != NULL)
    {
      ipl_json_add_int (builder, "layers", the_case->L);
      ipl_json_add_double (builder, "paths", (double)the_case->Pi);
      ipl_json_add_double (builder, "examples", (double)the_case->train.count);
      ipl_json_add_double (builder, "tokens", (double)the_case->T);
      ipl_json_add_double (builder, "width", (double)the_case->N0);
    }
  json_builder_end_object (builder);
  text = ipl_json_write_built (builder, TRUE);
  cli_print_json (text);
}

/* interplay-cli inspect FILE [roles=..] [layers=..] [--json] */
static CliExit
inspect (CliArguments *arguments)
{
  const char *name = arguments->name;
  const IplCaseImport *import;
  g_autoptr (IplImportResult) listed = NULL;
  g_autoptr (GPtrArray) assignments = NULL;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  ipl_parameters_init (&parameters, ipl_experiment_file.id);
  ipl_parameters_set_file (&parameters, name);
  if (!cli_case_words_apply (&arguments->images, &parameters, &error))
    return cli_fail_error (error);
  import = ipl_parameters_get_import (&parameters);
  listed = ipl_import_result_new (name, cli_cancellable ());
  if (listed->error != NULL)
    return cli_fail_error (listed->error);
  assignments = ipl_case_roles_parse (import->roles, NULL);
  the_case = ipl_case_import (name, import, FALSE, 0, cli_cancellable (), &error);
  if (arguments->json)
    print_json (name, listed->arrays, assignments, the_case, error);
  else
    print_arrays (listed->arrays, assignments);
  if (the_case == NULL)
    return cli_fail_error (error);
  if (!arguments->json)
    print_case (the_case);
  return CLI_OK;
}

static const CliEntry entries[]
    = { { "json", 0, CLI_FLAG, CLI_AT (json), "print JSON" }, { NULL } };

const CliCommand cli_command_inspect
    = { .name = "inspect",
        .summary = "list the arrays of a file, and read it as a case",
        .argument = "FILE",
        .missing = "an .npz or .safetensors",
        .text = "Lists the arrays of an .npz or .safetensors with the role of each, and reads it "
                "as a case.",
        .examples = "interplay-cli inspect mine.npz",
        .entries = entries,
        .has_parameters = TRUE,
        .run = inspect };
