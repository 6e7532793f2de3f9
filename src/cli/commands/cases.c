/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/case/example-cases.h"
#include "figures/story/story.h"

/* TRUE if the case is made from parameters alone, without image files. */
static gboolean
is_made_of_parameters (const IplExperiment *experiment)
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
    if (is_made_of_parameters (experiments[i]))
      add (data, experiments[i]->id, experiments[i]->title, "case");
  for (guint i = 0; i < n_files; i++)
    add (data, files[i].id, files[i].title, files[i].is_run ? "run" : "file");
  for (guint i = 0; i < n; i++)
    if (experiments[i]->compute != NULL)
      add (data, experiments[i]->id, experiments[i]->title, "dynamics");
  for (guint i = 0; i < n_stories; i++)
    {
      /* Labels of menus have an underscore before a letter. */
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

/* @data: the kind of the line before, whose heading is printed */
static void
print_line (gpointer data, const char *id, const char *title, const char *kind)
{
  static const char *const headings[][2]
      = { { "file", "Files that come with the program, as examples of your own:" },
          { "run", "Finished runs that come with the program, for figure and html:" },
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

/* interplay-cli cases [--json] */
static CliExit
cases (CliArguments *arguments)
{
  const char *before = "case";

  if (arguments->json)
    return print_json ();
  list (print_line, &before);
  cli_print ("\nA case can also be an .npz file (interplay-cli help own-model has its arrays), a "
             "network that “train” wrote, or images by --omniglot.\n");
  return CLI_OK;
}

static const CliEntry entries[] = { CLI_ENTRIES (cli_json_entry), { NULL } };

const CliCommand cli_command_cases = { .name = "cases",
                                       .summary = "list the built-in cases",
                                       .examples = "interplay-cli cases\n"
                                                   "interplay-cli cases --json",
                                       .entries = entries,
                                       .run = cases };
