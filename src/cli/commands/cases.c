/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include <stdio.h>

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/case/example-cases.h"

/* TRUE if the case is made from parameters alone, without image files. */
static gboolean
is_made_of_parameters (const IplExperiment *experiment)
{
  return experiment->compute == NULL
         && (experiment->built_in || (experiment->generated && experiment->edit_trainable == NULL));
}

/* An object with the name and the title of each. */
static void
add_json (JsonBuilder *builder, const char *id, const char *title, const char *kind)
{
  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "name", id);
  ipl_json_add_text (builder, "title", title);
  ipl_json_add_text (builder, "kind", kind);
  json_builder_end_object (builder);
}

static CliExit
print_json (void)
{
  guint n, n_files;
  const IplExperiment *const *experiments = ipl_experiments (&n);
  const IplExampleCase *files = ipl_example_cases (&n_files);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *text = NULL;

  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    if (experiments[i]->compute != NULL || is_made_of_parameters (experiments[i]))
      add_json (builder, experiments[i]->id, experiments[i]->title,
                experiments[i]->compute != NULL ? "dynamics" : "case");
  for (guint i = 0; i < n_files; i++)
    add_json (builder, files[i].id, files[i].title, "file");
  json_builder_end_array (builder);
  text = ipl_json_write_built (builder, TRUE);
  printf ("%s\n", text);
  return CLI_OK;
}

/* interplay-cli cases */
static CliExit
cases (CliArguments *arguments)
{
  guint n, n_files;
  const IplExperiment *const *experiments = ipl_experiments (&n);
  const IplExampleCase *files = ipl_example_cases (&n_files);

  if (arguments->json)
    return print_json ();
  for (guint i = 0; i < n; i++)
    if (is_made_of_parameters (experiments[i]))
      printf ("%-18s %s\n", experiments[i]->id, experiments[i]->title);
  printf ("\nFiles that come with the program, as examples of your own:\n");
  for (guint i = 0; i < n_files; i++)
    printf ("%-18s %s\n", files[i].id, files[i].title);
  printf ("\nA case can also be an .npz file (interplay-cli help own-model has its arrays), a "
          "network that "
          "“train” wrote, or images by --omniglot.\n");
  printf ("\nThe dynamics of learning, for dynamics and figure:\n");
  for (guint i = 0; i < n; i++)
    if (experiments[i]->compute != NULL)
      printf ("%-18s %s\n", experiments[i]->id, experiments[i]->title);
  return CLI_OK;
}

static const CliEntry entries[] = { CLI_ENTRIES (cli_json_entry), { NULL } };

const CliCommand cli_command_cases
    = { .name = "cases", .summary = "list the built-in cases", .entries = entries, .run = cases };
