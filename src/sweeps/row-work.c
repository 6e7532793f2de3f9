/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row of a sweep: solved, sampled where that is asked for, and written. */
#include "sweeps/row-work.h"

#include "core/base/file-save.h"
#include "core/base/json-text.h"
#include "core/parameters/parameters.h"
#include "core/results/results.h"
#include "core/theory/path-subsets.h"
#include "core/theory/sweep-row.h"
#include "runs/checkpoint.h"
#include "runs/sweep-run.h"
#include "sweeps/row-prune.h"
#include <glib/gstdio.h>
#include <string.h>

/**
 * ipl_row_solve:
 * @self: a case
 * @row: a row of its seed
 * @before: (nullable): the row solved before, of the same temperature
 * @continues: whether it continues from @before
 * @tools: threads and cancellation
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the theory at the row
 */
IplSweep *
ipl_row_solve (const IplSeedCase *self, guint row, const IplSweep *before, gboolean continues,
               const IplRowTools *tools, GError **error)
{
  IplSetting setting = ipl_sweep_plan_setting (self->folder->plan, row);

  return ipl_sweep_run_row (self->the_case, self->kernel, &setting, before, continues,
                            tools->threads, tools->cancellable, error);
}

/* What the row alone is computed from, with the hash by which it is known. */
static char *
row_settings (const IplSeedCase *self, guint row)
{
  const IplSweepPlan *plan = self->folder->plan;
  IplSetting setting = ipl_sweep_plan_setting (plan, row);
  g_autofree char *hash = ipl_sweep_plan_row_hash (plan, row), *text = NULL, *why = NULL;
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *root, *mark = json_object_new ();
  IplRunSettings run = plan->run;

  if (plan->n_seeds > 1)
    ipl_parameters_set_seed (&run.parameters, plan->seeds[self->seed]);
  run.parameters.current = setting;
  run.n_widths = run.n_temperatures = 1;
  run.widths = &setting;
  run.temperatures = &setting.temperature;
  run.listed = TRUE;
  run.best = FALSE;
  run.n_seeds = 0;
  text = ipl_run_settings_to_json (&run);
  root = ipl_json_parse_object (text, strlen (text), &why);
  json_object_set_int_member (mark, "row", row);
  json_object_set_string_member (mark, "hash", hash);
  json_object_set_object_member (root, "sweep", mark);
  json_node_take_object (node, root);
  return ipl_json_write (node, FALSE);
}

/* The chains of a row are kept in the folder, whoever goes on with them. */
static char *
checkpoint_path (const IplSweepFolder *folder, guint row)
{
  g_autofree char *name = g_strdup_printf ("checkpoints/row-%u", row);

  return ipl_sweep_folder_get_file (folder, name);
}

static void
remove_checkpoint (const char *path)
{
  gboolean found = TRUE;

  g_unlink (path);
  for (guint i = 1; found; i++)
    {
      g_autofree char *numbered = g_strdup_printf ("%s-%u", path, i);

      found = g_unlink (numbered) == 0;
    }
}

static IplSweepResult *
sample (const IplSeedCase *self, guint row, IplSweep *solved, const IplRowTools *tools,
        const char *checkpoint_file, GError **error)
{
  const IplRunSettings *run = &self->folder->plan->run;
  IplSetting setting = ipl_sweep_plan_setting (self->folder->plan, row);
  IplCheckpoint checkpoint = { .path = checkpoint_file,
                               .seconds = ipl_checkpoint_default_seconds (),
                               .note = tools->note,
                               .data = tools->data };
  const IplSweepRequest request = { .the_case = self->the_case,
                                    .kernel = self->kernel,
                                    .solved = solved,
                                    .n = 1,
                                    .settings = &setting,
                                    .sample = TRUE,
                                    .options = run->options,
                                    .draws = run->parameters.draws,
                                    .checkpoint = &checkpoint,
                                    .threads = tools->threads };
  g_autoptr (IplSweepResult) result = ipl_run_now (
      &ipl_run_sweep, (gpointer)&request, tools->cancellable, tools->progress, tools->data);

  if (result->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&result->error));
      return NULL;
    }
  if (result->stopped || result->posteriors == NULL || result->posteriors[0] == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Stopped.");
      return NULL;
    }
  return g_steal_pointer (&result);
}

/* @pruned: (nullable): of a row whose heads were removed */
static gboolean
write_row (const IplSeedCase *self, guint row, const IplSweep *sweep,
           const IplPosteriorSummary *const *posteriors, const IplHeadResult *pruned,
           GError **error)
{
  g_autofree char *settings = row_settings (self, row);
  g_autofree char *path = ipl_sweep_folder_row_path (self->folder, row);
  g_autofree char *failed = ipl_sweep_folder_failed_path (self->folder, row);

  if (!ipl_sweep_folder_make_parent (path, error)
      || !(pruned != NULL
               ? ipl_row_prune_save (self, pruned, sweep->rows[0], settings, path, error)
               : ipl_results_save_npz_sampled (sweep, posteriors, settings, path, error)))
    return FALSE;
  g_unlink (failed);
  return TRUE;
}

/**
 * ipl_row_finish:
 * @self: a case
 * @row: a row of its seed
 * @solved: the theory at the row
 * @tools: threads, cancellation and progress
 * @error: return location
 *
 * What there is to do beside the theory, and the row's file. Chains that were stopped before go on
 * from their checkpoint, which is removed when the row is written.
 *
 * Returns: whether the row is there; %FALSE with %G_IO_ERROR_CANCELLED where it was stopped
 */
gboolean
ipl_row_finish (const IplSeedCase *self, guint row, IplSweep *solved, const IplRowTools *tools,
                GError **error)
{
  g_autoptr (IplSweepResult) result = NULL;
  g_autoptr (IplSweep) with_lines = NULL;
  g_autofree char *checkpoint = NULL;

  if (ipl_sweep_plan_prunes (self->folder->plan))
    {
      g_autoptr (IplHeadResult) pruned = ipl_row_prune (self, solved->rows[0], tools, error);

      return pruned != NULL && write_row (self, row, solved, NULL, pruned, error);
    }
  if (!ipl_sweep_plan_samples (self->folder->plan))
    {
      with_lines
          = ipl_sweep_with_subsets (solved, self->kernel, self->subsets, tools->cancellable, error);
      return with_lines != NULL && write_row (self, row, with_lines, NULL, NULL, error);
    }
  checkpoint = checkpoint_path (self->folder, row);
  result = sample (self, row, solved, tools, checkpoint, error);
  if (result == NULL
      || !write_row (self, row, result->sweep,
                     (const IplPosteriorSummary *const *)result->posteriors, NULL, error))
    return FALSE;
  remove_checkpoint (checkpoint);
  return TRUE;
}

/**
 * ipl_row_fail:
 * @folder: a sweep
 * @row: a row
 * @why: why it could not be computed or written
 *
 * Leaves the sentence where status finds it, if the file system takes it.
 */
void
ipl_row_fail (const IplSweepFolder *folder, guint row, const GError *why)
{
  g_autofree char *path = ipl_sweep_folder_failed_path (folder, row);
  g_autofree char *line = g_strconcat (why->message, "\n", NULL);

  if (ipl_sweep_folder_make_parent (path, NULL))
    ipl_file_save_bytes (path, line, strlen (line), NULL);
}
