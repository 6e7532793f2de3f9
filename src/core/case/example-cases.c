/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The example cases shipped with the program; resources/examples makes them. */
#include "core/case/example-cases.h"

#include <string.h>

#include "core/base/data-file.h"
#include "core/base/data-folders.h"

static const IplExampleCase examples[] = {
  { "example-paths", "Marked tokens, given by path features" },
  { "example-attention", "The same, given by attention" },
  { "example-weights", "The same, given by query and key weights" },
  { "example-induction", "Induction: a transformer trained with PyTorch" },
  { "example-text", "A text that was learned: attention gets sparse, then denser", .is_run = TRUE },
};

/* The example cases shipped as files. */
const IplExampleCase *
ipl_example_cases (guint *n)
{
  *n = G_N_ELEMENTS (examples);
  return examples;
}

static const IplExampleCase *
find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (strcmp (examples[i].id, id) == 0)
      return &examples[i];
  return NULL;
}

/* TRUE if it is that of one of ipl_example_cases(). */
gboolean
ipl_example_case_is (const char *id)
{
  return find (id) != NULL;
}

/* TRUE if it is that of a finished run among them. */
gboolean
ipl_example_case_is_run (const char *id)
{
  const IplExampleCase *example = find (id);

  return example != NULL && example->is_run;
}

/* The path of its file; if it is not installed, its expected path. */
char *
ipl_example_case_path (const char *id)
{
  g_autofree char *name = g_strdup_printf ("examples/%s.npz", id);
  char *path = ipl_data_file (name);

  return path != NULL ? path : g_build_filename (IPL_DATA_FOLDER, name, NULL);
}
