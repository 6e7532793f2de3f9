/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/case-names.h"

#include "core/base/error.h"
#include "core/base/slips.h"
#include "core/case/example-cases.h"
#include "core/experiments/experiment-table.h"

/* Returns: (transfer full): of built-in cases, those that are generated first */
char **
ipl_case_names (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  guint n, n_files;
  const IplExperiment *const *experiments = ipl_experiments (&n);
  const IplExampleCase *files = ipl_example_cases (&n_files);

  for (guint i = 0; i < n; i++)
    if (experiments[i]->built_in && experiments[i]->compute == NULL)
      g_strv_builder_add (names, experiments[i]->id);
  for (guint i = 0; i < n_files; i++)
    if (!files[i].is_run)
      g_strv_builder_add (names, files[i].id);
  return g_strv_builder_end (names);
}

/* Fails with the list of them, and the one whose name is closest. */
gboolean
ipl_case_names_refuse (const char *name, GError **error)
{
  g_auto (GStrv) names = ipl_case_names ();
  g_autofree char *hint = ipl_closest_name_hint (name, (const char **)names);
  g_autofree char *list = g_strjoinv (", ", names);

  return ipl_fail (error, IPL_ERROR_MISSING,
                   "“%s” is neither a built-in case (%s) nor a file here.%s", name, list, hint);
}
