/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row of a sweep: solved, sampled where that is asked for, and written. */
#include "sweeps/row-work.h"

#include "core/base/file-save.h"
#include "core/results/results.h"
#include "core/theory/sweep.h"
#include "runs/checkpoint.h"
#include "runs/sweep-run.h"
#include "sweeps/row-prune.h"
#include "sweeps/row-settings.h"
#include <glib/gstdio.h>
#include <string.h>

/* @before: (nullable): the row solved before, of the same temperature
 * Returns: (transfer full) (nullable): the theory at the row */
IplSweep *
ipl_row_solve (const IplSeedCase *self, guint row, const IplSweep *before, gboolean continues,
               const IplRowTools *tools, GError **error)
{
  IplSetting setting = ipl_sweep_plan_setting (self->folder->plan, row);

  return ipl_sweep_run_row (self->the_case, self->kernel, &setting, before, continues,
                            tools->threads, tools->cancellable, error);
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
  g_autofree char *settings = ipl_row_settings (self->folder, row);
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

/* What there is to do beside the theory, and the row's file. Chains that were stopped before go on
 * from their checkpoint, which is removed when the row is written. */
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
  checkpoint = ipl_row_checkpoint (self->folder, row);
  result = sample (self, row, solved, tools, checkpoint, error);
  if (result == NULL
      || !write_row (self, row, result->sweep,
                     (const IplPosteriorSummary *const *)result->posteriors, NULL, error))
    return FALSE;
  ipl_row_checkpoint_remove (checkpoint);
  return TRUE;
}

/* Leaves the sentence where status finds it, if the file system takes it. */
void
ipl_row_fail (const IplSweepFolder *folder, guint row, const GError *why)
{
  g_autofree char *path = ipl_sweep_folder_failed_path (folder, row);
  g_autofree char *line = g_strconcat (why->message, "\n", NULL);

  if (ipl_sweep_folder_make_parent (path, NULL))
    ipl_file_save_bytes (path, line, strlen (line), NULL);
}
