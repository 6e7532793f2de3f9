/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All examples in one list, family by family. */
#include "core/experiments/examples.h"

#include <string.h>

#include "core/experiments/experiment-table.h"

static void
add_family (GArray *list, IplExampleFamily family)
{
  guint n_files;
  const IplExperiment *const *experiments = ipl_experiments (NULL);
  const IplExampleCase *files = ipl_example_cases (&n_files);

  for (guint i = 0; experiments[i] != NULL; i++)
    if (experiments[i]->family == family)
      g_array_append_vals (list,
                           &(IplExample){ experiments[i]->id, experiments[i]->title,
                                          experiments[i]->about, family },
                           1);
  for (guint i = 0; i < n_files; i++)
    if (files[i].family == family)
      g_array_append_vals (list,
                           &(IplExample){ files[i].id, files[i].title, files[i].about, family }, 1);
}

/* Returns: [n] all examples; the first is the default experiment */
const IplExample *
ipl_examples (guint *n)
{
  static GArray *list;

  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (IplExample));
      for (guint family = 1; family < IPL_N_FAMILIES; family++)
        add_family (list, family);
    }
  *n = list->len;
  return (const IplExample *)(gpointer)list->data;
}

/* Returns: (nullable): the example with this id */
const IplExample *
ipl_example_find (const char *id)
{
  guint n;
  const IplExample *examples = ipl_examples (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (examples[i].id, id) == 0)
      return &examples[i];
  return NULL;
}
