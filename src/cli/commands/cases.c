/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include <stdio.h>

#include "core/case/example-cases.h"

/* A case that parameters alone make; those of images need files. */
static gboolean
is_made_of_parameters (const IplExperiment *experiment)
{
  return experiment->compute == NULL
         && (experiment->built_in || (experiment->generated && experiment->edit_trainable == NULL));
}

/* interplay-cli cases */
static CliExit
cases (CliArguments *arguments)
{
  guint n, n_files;
  const IplExperiment *const *experiments = ipl_experiments (&n);
  const IplExampleCase *files = ipl_example_cases (&n_files);

  for (guint i = 0; i < n; i++)
    if (is_made_of_parameters (experiments[i]))
      printf ("%-15s %s\n", experiments[i]->id, experiments[i]->title);
  printf ("\nFiles that come with the program, as examples of your own:\n");
  for (guint i = 0; i < n_files; i++)
    printf ("%-17s %s\n", files[i].id, files[i].title);
  printf ("\nA case can also be an .npz file (interplay-cli help own-model has its arrays), a "
          "network that "
          "“train” wrote, or images by --omniglot.\n");
  printf ("\nThe dynamics of learning, for dynamics and figure:\n");
  for (guint i = 0; i < n; i++)
    if (experiments[i]->compute != NULL)
      printf ("%-15s %s\n", experiments[i]->id, experiments[i]->title);
  return CLI_OK;
}

const CliCommand cli_command_cases
    = { .name = "cases", .summary = "list the built-in cases", .run = cases };
