/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The example cases and the example run shipped with the program; scripts in resources/examples
 * make them. */
#include "core/case/example-cases.h"

#include <string.h>

#include "core/base/installed-data.h"
#include "core/base/data-folders.h"

static const IplExampleCase examples[] = {
  { "example-paths", "Marked tokens, by paths", "A file that holds the path features of a model",
    IPL_FAMILY_FILES },
  { "example-attention", "Marked tokens, by attention", "The same model as tokens and attention",
    IPL_FAMILY_FILES },
  { "example-weights", "Marked tokens, by weights", "The same model as query and key weights",
    IPL_FAMILY_FILES },
  { "example-induction", "Induction, a trained transformer",
    "A PyTorch model trained to repeat the token that followed last time", IPL_FAMILY_FILES },
  { "example-text", "A text that was learned",
    "A finished run: attention of five layers becomes sparse, then denser (figure 6)",
    IPL_FAMILY_DYNAMICS, "joma-text" },
};

/* Returns: the heading above the examples of a family */
const char *
ipl_example_family_title (IplExampleFamily family)
{
  static const char *const titles[IPL_N_FAMILIES] = {
    [IPL_FAMILY_PATHS] = "Attention paths (Tiberi et al., NeurIPS 2024)",
    [IPL_FAMILY_DYNAMICS] = "Joint dynamics (Tian et al., ICLR 2024)",
    [IPL_FAMILY_TASKS] = "Tasks with a known optimum",
    [IPL_FAMILY_BEYOND] = "Learned attention, beyond the papers",
    [IPL_FAMILY_FILES] = "Files in the format of your own model",
  };

  return titles[family];
}

/* Returns: the examples shipped as files. */
const IplExampleCase *
ipl_example_cases (guint *n)
{
  *n = G_N_ELEMENTS (examples);
  return examples;
}

/* Returns: (nullable): the one of ipl_example_cases() that has this id */
const IplExampleCase *
ipl_example_case_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (strcmp (examples[i].id, id) == 0)
      return &examples[i];
  return NULL;
}

/* Returns: (nullable): the one whose file, as ipl_example_case_path() names it, is @path */
const IplExampleCase *
ipl_example_case_find_file (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *file = ipl_example_case_path (examples[i].id);

      if (strcmp (file, path) == 0)
        return &examples[i];
    }
  return NULL;
}

/* Returns: the path of the file of an example; if it is not installed, its expected path. */
char *
ipl_example_case_path (const char *id)
{
  g_autofree char *name = g_strdup_printf ("examples/%s.npz", id);
  char *path = ipl_data_file (name);

  return path != NULL ? path : g_build_filename (IPL_DATA_FOLDER, name, NULL);
}
