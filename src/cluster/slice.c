/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slice of a plan: a file with its rows, written when all are solved. The solvers are those of
 * the commands sweep, sample, map and dynamics. */
#include "cluster/plan.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/files/npz.h"
#include "core/maps/map-file.h"
#include "core/maps/map-solve.h"
#include "core/parameters/parameters.h"
#include "core/parameters/experiment-result-file.h"
#include "core/results/results.h"
#include "runs/checkpoint.h"
#include "runs/sweep-run.h"

/* (transfer full): marks the settings of the list that belong to the slice */
static gboolean *
list_wanted (const IplPlan *plan, guint slice, guint n)
{
  guint rows = plan->run.best ? plan->run.widths.n : n;
  gboolean *wanted = g_new0 (gboolean, n);

  for (guint i = 0; i < n; i++)
    wanted[i] = i % rows % plan->n_slices == slice - 1;
  return wanted;
}

/* Solves all settings of the case of @parameters, and samples them if the plan is of samples. */
static IplSweepResult *
run_sweep (const IplPlan *plan, guint slice, const IplParameters *parameters, const IplWork *work,
           const IplCheckpoint *checkpoint, GError **error)
{
  gboolean samples = strcmp (plan->run.command, "sample") == 0;
  guint n = 0;
  g_autoptr (IplCase) the_case
      = ipl_parameters_make_case (parameters, FALSE, work->threads, work->cancellable, error);
  g_autofree IplSetting *settings
      = the_case != NULL ? ipl_run_settings_list (&plan->run, the_case, &n, error) : NULL;
  g_autofree gboolean *wanted
      = ipl_plan_get_kind (plan) == IPL_PLAN_SETTINGS ? list_wanted (plan, slice, n) : NULL;
  const IplSweepRequest request = { .the_case = the_case,
                                    .n = n,
                                    .settings = settings,
                                    .wanted = wanted,
                                    .gp_paths = samples ? NULL : parameters->gp_paths,
                                    .best = plan->run.best,
                                    .sample = samples,
                                    .options = plan->run.options,
                                    .draws = plan->run.parameters.draws,
                                    .checkpoint = checkpoint };
  g_autoptr (IplSweepResult) result = NULL;

  if (settings == NULL)
    return NULL;
  result = ipl_sweep_request_run (&request, work);
  if (result->stopped && result->error == NULL)
    g_cancellable_set_error_if_cancelled (work->cancellable, &result->error);
  if (result->error == NULL)
    return g_steal_pointer (&result);
  g_propagate_error (error, g_steal_pointer (&result->error));
  return NULL;
}

/* Solves the settings of the slice. Interrupted chains resume from their last draw. */
static gboolean
solve_settings (const IplPlan *plan, guint slice, const IplWork *work, IplSliceResult *result,
                GError **error)
{
  g_autofree char *checkpoint_path = g_strdup_printf ("%s/slice-%u.checkpoint", plan->path, slice);
  const IplCheckpoint checkpoint
      = { .path = checkpoint_path, .seconds = ipl_checkpoint_default_seconds () };
  g_autoptr (IplSweepResult) solved
      = run_sweep (plan, slice, &plan->run.parameters, work, &checkpoint, error);

  if (solved == NULL)
    return FALSE;
  ipl_checkpoint_remove (checkpoint_path);
  result->sweep = g_steal_pointer (&solved->sweep);
  result->posteriors = g_steal_pointer (&solved->posteriors);
  return TRUE;
}

/* Solves a sweep for each seed. Row 0 is the case's own seed, whose sweep is the result; the
 * others form the mean. */
static gboolean
solve_seeds (const IplPlan *plan, guint slice, const IplWork *work, IplSliceResult *result,
             GError **error)
{
  result->seeds = ipl_seed_mean_new ();
  for (guint row = slice - 1; row < plan->n_rows; row += plan->n_slices)
    {
      guint64 seed = plan->run.seeds.first + row - 1;
      IplParameters parameters = plan->run.parameters;
      g_autoptr (IplSweepResult) solved = NULL;

      if (row > 0)
        ipl_parameters_set_seed (&parameters, seed);
      solved = run_sweep (plan, slice, &parameters, work, NULL, error);
      if (solved == NULL)
        return FALSE;
      if (row > 0 && !ipl_seed_mean_append (result->seeds, seed, solved->sweep, plan->run.best))
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "The case of seed %" G_GUINT64_FORMAT " has other rows.", seed);
      if (result->sweep == NULL)
        result->sweep = g_steal_pointer (&solved->sweep);
    }
  if (result->seeds->n == 0)
    g_clear_pointer (&result->seeds, ipl_seed_mean_unref);
  return TRUE;
}

/* Solves the cells of the slice; cells of other slices are marked as impossible for this time. */
static gboolean
solve_cells (const IplPlan *plan, guint slice, const IplWork *work, IplSliceResult *result,
             GError **error)
{
  const IplMapSolve how = { .work = *work };

  result->map = ipl_map_new (&plan->run, error);
  if (result->map == NULL)
    return FALSE;
  for (guint cell = 0; cell < plan->n_rows; cell++)
    if (cell % plan->n_slices != slice - 1)
      ipl_map_set_impossible (result->map, cell, "This setting is in another slice.");
  return ipl_map_solve (result->map, &how, error);
}

static void
report (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  const IplWork *work = data;

  ipl_work_progress (work, fraction, seconds_left, sentence != NULL ? sentence : "Computing");
}

/* Computes each part as a trajectory with the arrays of all parts, NaN elsewhere. An interrupted
 * part resumes from its last step. */
static gboolean
solve_parts (const IplPlan *plan, guint slice, const IplWork *work, IplSliceResult *result,
             GError **error)
{
  g_autofree char *checkpoint_path = g_strdup_printf ("%s/slice-%u.checkpoint", plan->path, slice);
  const IplExperimentRun run = { .work = { .threads = work->threads,
                                           .cancellable = work->cancellable,
                                           .progress = report,
                                           .data = (gpointer)work },
                                 .checkpoint = checkpoint_path,
                                 .replaces_checkpoint = TRUE };

  for (guint row = slice - 1; row < plan->n_rows; row += plan->n_slices)
    {
      IplParameters part = plan->run.parameters;
      g_autoptr (IplExperimentResult) solved = NULL;

      part.experiment->parts->choose (ipl_parameters_edit_specific (&part), row + 1);
      solved = part.experiment->compute (&part, &run, error);
      if (solved == NULL)
        return FALSE;
      ipl_checkpoint_remove (checkpoint_path);
      if (result->dynamics == NULL)
        result->dynamics = g_steal_pointer (&solved);
      else if (!ipl_trajectory_fill (result->dynamics->trajectory, solved->trajectory))
        return ipl_fail (error, IPL_ERROR_VALUE, "Part %u has another record.", row + 1);
    }
  return TRUE;
}

static gboolean
ipl_slice_solve_rows (const IplPlan *plan, guint slice, const IplWork *work, IplSliceResult *result,
                      GError **error)
{
  static gboolean (*const solve[]) (const IplPlan *, guint, const IplWork *, IplSliceResult *,
                                    GError **)
      = { [IPL_PLAN_SETTINGS] = solve_settings,
          [IPL_PLAN_SEEDS] = solve_seeds,
          [IPL_PLAN_CELLS] = solve_cells,
          [IPL_PLAN_PARTS] = solve_parts };

  return solve[ipl_plan_get_kind (plan)](plan, slice, work, result, error);
}

void
ipl_slice_result_clear (IplSliceResult *self)
{
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  g_clear_pointer (&self->posteriors, g_ptr_array_unref);
  g_clear_pointer (&self->seeds, ipl_seed_mean_unref);
  g_clear_pointer (&self->map, ipl_map_unref);
  g_clear_pointer (&self->dynamics, ipl_experiment_result_unref);
}

/* Writes the file of a command that solves only these rows. */
gboolean
ipl_slice_result_save (const IplSliceResult *self, const char *settings, const char *path,
                       GError **error)
{
  if (self->map != NULL)
    return ipl_map_save (self->map, settings, path, error);
  if (self->dynamics != NULL)
    return ipl_result_file_save (self->dynamics, settings, path, error);
  return ipl_results_save_npz (self->sweep,
                               self->posteriors != NULL ? (gpointer)self->posteriors->pdata : NULL,
                               self->seeds, settings, path, error);
}

/* The settings in the file of a slice; NULL with @has_file if it has none. Reads only the list
 * of arrays and "settings": a truncated file has no list. */
static JsonObject *
read_settings (const IplPlan *plan, guint slice, gboolean *has_file)
{
  g_autofree char *path = ipl_plan_slice_path (plan, slice);
  g_autoptr (IplNpz) npz
      = g_file_test (path, G_FILE_TEST_IS_REGULAR) ? ipl_npz_open (path, NULL, NULL) : NULL;
  IplArray *settings = npz != NULL ? ipl_npz_lookup (npz, "settings") : NULL;

  *has_file = npz != NULL;
  return settings != NULL && settings->is_text && settings->size == 1
                 && ipl_npz_load (npz, settings, NULL, NULL)
             ? ipl_json_parse_object (settings->texts[0], strlen (settings->texts[0]), NULL)
             : NULL;
}

IplSliceState
ipl_slice_get_state (const IplPlan *plan, guint slice)
{
  gboolean has_file;
  g_autoptr (JsonObject) settings = read_settings (plan, slice, &has_file);
  g_autofree char *mark = ipl_plan_slice_mark (plan, slice);

  if (!has_file)
    return IPL_SLICE_MISSING;
  return settings != NULL
                 && g_strcmp0 (json_object_get_string_member_with_default (settings, "slice", ""),
                               mark)
                        == 0
             ? IPL_SLICE_COMPLETE
             : IPL_SLICE_FOREIGN;
}

/* @slice: a complete one
 * Returns: (transfer full): "settings" of the results of the plan */
char *
ipl_slice_get_settings (const IplPlan *plan, guint slice)
{
  gboolean has_file;
  JsonObject *settings = read_settings (plan, slice, &has_file);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  g_return_val_if_fail (settings != NULL, NULL);
  json_object_remove_member (settings, "slice");
  json_node_take_object (node, settings);
  return ipl_json_write (node, TRUE);
}

/* Solves the rows of a slice and writes its file, under a temporary name first. */
gboolean
ipl_slice_solve (const IplPlan *plan, guint slice, const IplWork *work, GError **error)
{
  g_autofree char *path = ipl_plan_slice_path (plan, slice);
  g_autofree char *settings = ipl_plan_slice_settings (plan, slice);
  g_auto (IplSliceResult) result = { NULL };

  return ipl_slice_solve_rows (plan, slice, work, &result, error)
         && ipl_slice_result_save (&result, settings, path, error);
}
