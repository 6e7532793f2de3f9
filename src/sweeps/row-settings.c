/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a row's file says that it was computed from, and where its work is kept meanwhile. */
#include "sweeps/row-settings.h"

#include "core/base/json-text.h"
#include "core/parameters/parameters.h"
#include "sweeps/case-files.h"
#include <glib/gstdio.h>
#include <string.h>

/* Returns: (transfer full): what the row alone is computed from, as ipl_run_files_to_json() has it,
 *   with the hash by which the row is known */
char *
ipl_row_settings (const IplSweepFolder *folder, guint row)
{
  const IplSweepPlan *plan = folder->plan;
  IplSetting setting = ipl_sweep_plan_setting (plan, row);
  g_autofree char *hash = ipl_sweep_plan_row_hash (plan, row), *text = NULL, *why = NULL;
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *root, *mark = json_object_new ();
  IplRunSettings run = plan->run;

  if (plan->n_seeds > 1)
    ipl_parameters_set_seed (&run.parameters, plan->seeds[ipl_sweep_plan_row_seed (plan, row)]);
  run.widths = run.temperatures = run.variances = run.seeds = (IplSweepAxis){ .n = 0 };
  ipl_run_settings_set_axes (&run, 1, &setting, 1, &setting.temperature);
  run.listed = TRUE;
  run.best = FALSE;
  text = ipl_case_files_settings (plan, folder->path, &run);
  root = ipl_json_parse_object (text, strlen (text), &why);
  json_object_set_int_member (mark, "row", row);
  json_object_set_string_member (mark, "hash", hash);
  json_object_set_object_member (root, "sweep", mark);
  json_node_take_object (node, root);
  ipl_run_settings_clear (&run);
  return ipl_json_write (node, FALSE);
}

/* Returns: (transfer full): where the row's chains or its network are kept while it goes on, for
 *   whoever goes on with it */
char *
ipl_row_checkpoint (const IplSweepFolder *folder, guint row)
{
  g_autofree char *name = g_strdup_printf ("checkpoints/row-%u", row);

  return ipl_sweep_folder_get_file (folder, name);
}

/* The row is safe; chains of several settings have numbers behind the name. */
void
ipl_row_checkpoint_remove (const char *path)
{
  gboolean found = TRUE;

  g_unlink (path);
  for (guint i = 1; found; i++)
    {
      g_autofree char *numbered = g_strdup_printf ("%s-%u", path, i);

      found = g_unlink (numbered) == 0;
    }
}
