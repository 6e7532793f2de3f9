/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of the program with windows. */
#include "app/shell/application-options.h"

#include "core/case/example-cases.h"
#include "core/experiments/experiment-table.h"

/* Their values are taken from the dictionary of the application. */
const GOptionEntry ipl_application_options[] = {
  { "present", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    "Present a story: a file, or one that comes with the program", "STORY" },
  { "version", 'v', 0, G_OPTION_ARG_NONE, NULL, "Print the version and exit", NULL },
  { NULL },
};

/* "hmc4, hmc2, glyphs". */
static char *
list_examples (void)
{
  GString *list = g_string_new (NULL);
  guint n, n_files;
  const IplExperiment *const *experiments = ipl_experiments (&n);
  const IplExampleCase *files = ipl_example_cases (&n_files);

  for (guint i = 0; i < n; i++)
    if (experiments[i]->built_in)
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", experiments[i]->id);
  for (guint i = 0; i < n_files; i++)
    g_string_append_printf (list, ", %s", files[i].id);
  return g_string_free (list, FALSE);
}

/* Returns: (transfer full): what the program does, and what a FILE is */
char *
ipl_application_summary (void)
{
  g_autofree char *examples = list_examples ();

  return g_strdup_printf (
      "Shows which attention paths of a transformer matter, how they work together and what that "
      "buys.\nA FILE is the name of a built-in example (%s), a case (.npz), a trained "
      "network (.safetensors), an archive of drawings such as Omniglot's (.zip), MNIST-style "
      "images (-ubyte.gz), a text for a transformer to learn (.txt) or checkpoints of a language "
      "model, as files or a folder. Files of images are opened together.",
      examples);
}
