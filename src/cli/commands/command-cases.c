/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/case/example-cases.h"
#include "core/experiments/parameter-words.h"
#include "figures/story/story.h"
#include <string.h>

/* TRUE if the case needs no image files. */
static gboolean
needs_no_files (const IplExperiment *experiment)
{
  return experiment->compute == NULL
         && (experiment->built_in || (experiment->generated && experiment->edit_trainable == NULL));
}

/* Calls @add with each case, file, story and experiment in time, in this order. */
static void
list (void (*add) (gpointer data, const char *id, const char *title, const char *kind),
      gpointer data)
{
  guint n, n_files, n_stories;
  const IplExperiment *const *experiments = ipl_experiments (&n);
  const IplExampleCase *files = ipl_example_cases (&n_files);
  const IplShippedStory *stories = ipl_shipped_stories (&n_stories);

  for (guint i = 0; i < n; i++)
    if (needs_no_files (experiments[i]))
      add (data, experiments[i]->id, experiments[i]->title, "case");
  for (guint i = 0; i < n_files; i++)
    add (data, files[i].id, files[i].title, files[i].run_of != NULL ? "run" : "file");
  for (guint i = 0; i < n; i++)
    if (experiments[i]->compute != NULL)
      add (data, experiments[i]->id, experiments[i]->title, "dynamics");
  for (guint i = 0; i < n_stories; i++)
    {
      /* Menu labels have an underscore before the mnemonic. */
      g_auto (GStrv) parts = g_strsplit (stories[i].label, "_", -1);
      g_autofree char *title = g_strjoinv ("", parts);

      add (data, stories[i].id, title, "story");
    }
}

static void
add_json (gpointer data, const char *id, const char *title, const char *kind)
{
  JsonBuilder *builder = data;

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "name", id);
  ipl_json_add_text (builder, "title", title);
  ipl_json_add_text (builder, "kind", kind);
  json_builder_end_object (builder);
}

/* @data: (inout): kind of the previous line; a new kind gets a heading */
static void
print_line (gpointer data, const char *id, const char *title, const char *kind)
{
  static const char *const headings[][2]
      = { { "file", "Example files in the format of your own:" },
          { "run", "Built-in finished runs, for figure and html:" },
          { "dynamics", "The dynamics of learning, for dynamics and figure:" },
          { "story", "Stories, for story and html:" } };
  const char **before = data;

  for (gsize i = 0; i < G_N_ELEMENTS (headings); i++)
    if (!g_str_equal (*before, kind) && g_str_equal (headings[i][0], kind))
      cli_print ("\n%s\n", headings[i][1]);
  cli_print ("%-20s %s\n", id, title);
  *before = kind;
}

static CliExit
print_json (void)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *text = NULL;

  json_builder_begin_array (builder);
  list (add_json, builder);
  json_builder_end_array (builder);
  text = ipl_json_write_built (builder, TRUE);
  cli_print_json (text);
  return CLI_OK;
}

/* Width of the column of names, in characters. */
#define NAME_WIDTH 24

/* “n-train, P”. A symbol with markup cannot be typed and is left out. */
static char *
name_of (const IplField *field)
{
  const char *sign
      = field->symbol != NULL && strchr (field->symbol, '<') == NULL ? field->symbol : NULL;

  return g_strconcat (ipl_field_flag (field), sign != NULL ? ", " : NULL, sign, NULL);
}

/* Returns: (transfer full): default of a parameter */
static char *
default_of (const IplField *field, gconstpointer table)
{
  char *used = ipl_field_get_used_text (field, table);

  return used != NULL ? used : ipl_field_get_text (field, table);
}

/* Calls @add with each parameter and its default. */
static void
list_parameters (const IplParameters *parameters,
                 void (*add) (gpointer data, const IplField *field, const char *initial),
                 gpointer data)
{
  const IplExperiment *experiment = parameters->experiment;

  for (guint g = 0; g < experiment->n_groups; g++)
    for (guint i = 0; i < experiment->groups[g].n_fields; i++)
      {
        const IplField *field = &experiment->groups[g].fields[i];
        g_autofree char *initial = default_of (
            field, ipl_parameters_get_table (parameters, experiment->groups[g].fields));

        if (ipl_field_flag (field) != NULL)
          add (data, field, initial);
      }
}

static void
print_parameter (gpointer data, const IplField *field, const char *initial)
{
  g_autofree char *name = name_of (field), *text = cli_field_describe (field, initial);

  /* printf() pads bytes, and a symbol such as β has two. */
  cli_print ("%-*s %s\n", (int)(NAME_WIDTH + strlen (name)) - (int)g_utf8_strlen (name, -1), name,
             text);
}

static void
add_parameter (gpointer data, const IplField *field, const char *initial)
{
  g_autofree char *text = cli_field_describe (field, NULL);

  json_builder_begin_object (data);
  ipl_json_add_text (data, "name", ipl_field_flag (field));
  ipl_json_add_text (data, "default", initial);
  ipl_json_add_text (data, "meaning", text);
  json_builder_end_object (data);
}

/* Prints the parameters of a case, and checks those that are given. */
static CliExit
print_parameters (const CliArguments *arguments)
{
  const CliImageArguments none = { NULL };
  IplParameters parameters;
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (!cli_make_parameters (arguments->name, &arguments->images, -1, &parameters, &error)
      || !cli_make_parameters (arguments->name, &none, -1, &parameters, &error))
    return cli_fail_error (error);
  if (!arguments->json)
    {
      cli_print ("%s: parameters, as NAME=VALUE\n", parameters.experiment->title);
      list_parameters (&parameters, print_parameter, NULL);
      return CLI_OK;
    }
  json_builder_begin_array (builder);
  list_parameters (&parameters, add_parameter, builder);
  json_builder_end_array (builder);
  text = ipl_json_write_built (builder, TRUE);
  cli_print_json (text);
  return CLI_OK;
}

/* interplay-cli cases [CASE] [--json] */
static CliExit
cases (CliArguments *arguments)
{
  const char *before = "case";

  if (arguments->name != NULL)
    return print_parameters (arguments);
  if (arguments->json)
    return print_json ();
  list (print_line, &before);
  cli_print ("\nA case can also be an .npz file (interplay-cli help own-model has its arrays), a "
             "network that “train” wrote, or images by --omniglot.\ninterplay-cli cases CASE lists "
             "the parameters of one.\n");
  return CLI_OK;
}

static const CliEntry entries[] = { CLI_ENTRIES (cli_json_entry), { NULL } };

const CliCommand cli_command_cases
    = { .name = "cases",
        .summary = "list the built-in cases, or the parameters of one",
        .argument = "CASE",
        .examples = "interplay-cli cases\n"
                    "interplay-cli cases hmc4\n"
                    "interplay-cli cases --json",
        .entries = entries,
        .has_parameters = TRUE,
        .run = cases };
