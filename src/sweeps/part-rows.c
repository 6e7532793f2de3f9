/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that are parts of an experiment in time: planned, computed one at a time, and put together
 * as the file that one command would have written. */
#include "sweeps/part-rows.h"

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/parameters/parameters.h"
#include "core/parameters/result-file.h"
#include "sweeps/row-files.h"
#include <glib/gstdio.h>

/* Returns: (transfer full) (nullable): the plan of the parts of what these parameters compute,
 *   without files and hash */
IplSweepPlan *
ipl_part_rows_plan (const IplParameters *parameters, const IplJobOptions *job, GError **error)
{
  g_autoptr (IplSweepPlan) self = g_new0 (IplSweepPlan, 1);
  gconstpointer own = ipl_parameters_get_own (parameters);

  ipl_run_settings_init (&self->run, "dynamics", parameters);
  if (parameters->experiment->validate != NULL && !parameters->experiment->validate (own, error))
    return NULL;
  self->n_rows = self->shard = parameters->experiment->parts->count (own);
  self->n_seeds = self->layers = self->continuation = 1;
  self->cores = job->cores;
  self->seconds = g_new0 (double, self->n_rows);
  self->hash = g_strdup ("");
  ipl_sweep_plan_seal (self);
  for (guint row = 0; row < self->n_rows; row++)
    self->seconds[row] = 60;
  self->n_tasks = ipl_job_tasks (self, job);
  return g_steal_pointer (&self);
}

typedef struct
{
  const IplRowTools *tools;
  const char *usual; /* (nullable): where the experiment says no sentence */
} Telling;

static void
say (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  const Telling *self = data;

  if (self->tools->progress != NULL)
    self->tools->progress (fraction, seconds_left, sentence != NULL ? sentence : self->usual,
                           self->tools->data);
}

/* Computes a part and writes its file, which is a file of results with the others missing. One that
 * was stopped before goes on from its checkpoint, which is removed when the row is written. */
gboolean
ipl_part_row_compute (const IplSweepFolder *folder, guint row, const IplRowTools *tools,
                      GError **error)
{
  Telling telling = { tools, folder->plan->run.parameters.experiment->progress };
  g_autofree char *kept = g_strdup_printf ("%s/checkpoints/row-%u", folder->path, row);
  const IplExperimentRun run = { .threads = tools->threads,
                                 .cancellable = tools->cancellable,
                                 .checkpoint = kept,
                                 .own_checkpoint = TRUE,
                                 .progress = say,
                                 .data = &telling };
  g_autofree char *settings = ipl_row_settings (folder, row);
  g_autofree char *path = ipl_sweep_folder_row_path (folder, row);
  g_autofree char *failed = ipl_sweep_folder_failed_path (folder, row);
  g_autofree IplParameters *part = g_new0 (IplParameters, 1);
  g_autoptr (IplExperimentResult) result = NULL;

  if (!ipl_sweep_folder_get_parameters (folder, 0, part, error))
    return FALSE;
  part->experiment->parts->choose (ipl_parameters_edit_own (part), row + 1);
  result = part->experiment->compute (part, &run, error);
  if (result == NULL)
    return FALSE;
  result->complete = folder->plan->n_rows == 1;
  if (!ipl_sweep_folder_make_parent (path, error)
      || !ipl_result_file_save (result, settings, path, error))
    return FALSE;
  g_unlink (failed);
  g_unlink (kept);
  return TRUE;
}

typedef struct
{
  const IplSweepFolder *folder;
  IplMergeReport *report;
  IplTrajectory *whole; /* (nullable) before the first row */
} Merge;

static gboolean
wants_row (guint row, gpointer data)
{
  return TRUE;
}

static gboolean
take_row (guint row, const IplResultsPart *part, gsize index, gpointer data, GError **error)
{
  Merge *self = data;
  const IplRecordedArray *recorded = self->folder->plan->run.parameters.experiment->recorded;
  g_autofree char *why = NULL;
  g_autoptr (IplTrajectory) its = ipl_trajectory_load_npz (part->npz, recorded, &why);
  g_autofree char *file = ipl_sweep_folder_row_path (self->folder, row);
  g_autofree char *shown = ipl_path_shown (file);

  if (its == NULL)
    return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” cannot be read: %s.", shown, why);
  if (self->whole == NULL)
    self->whole = g_steal_pointer (&its);
  else if (!ipl_trajectory_fill (self->whole, its))
    return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” is of another record than the rows before it.",
                     shown);
  self->report->written++;
  return TRUE;
}

static gboolean
write_whole (Merge *self, const char *path, GError **error)
{
  const IplRunSettings *run = &self->folder->plan->run;
  g_autofree char *settings = ipl_sweep_folder_settings (self->folder, run);
  g_autoptr (IplExperimentResult) result = ipl_experiment_result_new_dynamics (
      run->parameters.experiment, g_steal_pointer (&self->whole),
      self->report->done == self->folder->plan->n_rows, NULL, NULL);

  return ipl_result_file_save (result, settings, path, error);
}

/* Writes what there is of the rows; whoever goes on with the file computes the rest. */
gboolean
ipl_part_rows_merge (const IplSweepFolder *folder, const char *path, GCancellable *cancellable,
                     IplMergeReport *report, GError **error)
{
  Merge self = { folder, report, NULL };
  g_auto (IplRowWalk) walk = { .folder = folder,
                               .cancellable = cancellable,
                               .wants = wants_row,
                               .take = take_row,
                               .data = &self };
  gboolean ok;

  *report = (IplMergeReport){ 0 };
  report->states = ipl_sweep_folder_scan (folder, 0, folder->plan->n_rows, cancellable, error);
  if (report->states == NULL)
    return FALSE;
  for (guint row = 0; row < folder->plan->n_rows; row++)
    report->done += report->states[row] == IPL_ROW_DONE;
  walk.states = report->states;
  ok = ipl_row_walk_all (&walk, error);
  report->done -= walk.lost;
  report->damage = g_steal_pointer (&walk.damage);
  if (ok && self.whole == NULL)
    ok = ipl_fail (error, IPL_ERROR_MISSING, "No row is there yet: run computes them.");
  ok = ok && write_whole (&self, path, error);
  g_clear_pointer (&self.whole, ipl_trajectory_unref);
  return ok;
}
