/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges all slices of a plan into the file that a single command would write. */
#include "cluster/plan.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/maps/map-file.h"
#include "core/results/results-load.h"
#include "core/results/trajectory-results.h"
#include <string.h>

/* Slices that are named. */
#define MOST_NAMED 20

void
ipl_plan_get_status (const IplPlan *plan, IplPlanStatus *status)
{
  *status = (IplPlanStatus){ 0, g_array_new (FALSE, FALSE, sizeof (guint)),
                             g_array_new (FALSE, FALSE, sizeof (guint)) };
  for (guint slice = 1; slice <= plan->n_slices; slice++)
    {
      IplSliceState state = ipl_slice_get_state (plan, slice);

      if (state == IPL_SLICE_COMPLETE)
        status->n_complete++;
      else
        g_array_append_val (state == IPL_SLICE_MISSING ? status->missing : status->foreign, slice);
    }
}

void
ipl_plan_status_clear (IplPlanStatus *self)
{
  g_clear_pointer (&self->missing, g_array_unref);
  g_clear_pointer (&self->foreign, g_array_unref);
}

/* "2, 5 and 3 more" */
static char *
list_slices (const GArray *slices)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (slices->len, MOST_NAMED); i++)
    g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", g_array_index (slices, guint, i));
  if (slices->len > MOST_NAMED)
    g_string_append_printf (text, " and %u more", slices->len - MOST_NAMED);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full) (nullable): missing and foreign slices, as a sentence; NULL if all
 *   slices are complete */
char *
ipl_plan_status_describe (const IplPlanStatus *self)
{
  g_autofree char *missing = list_slices (self->missing), *foreign = list_slices (self->foreign);

  if (self->foreign->len > 0)
    return g_strdup_printf (
        "The files of these slices belong to another plan, so remove them: %s.%s%s%s", foreign,
        self->missing->len > 0 ? " Slices that are missing: " : "", missing,
        self->missing->len > 0 ? "." : "");
  return self->missing->len > 0
             ? g_strdup_printf ("Slices that are missing: %s. “interplay-cli run” solves them.",
                                missing)
             : NULL;
}

static gboolean
refuse (const IplPlan *plan, guint slice, GError **error)
{
  g_autofree char *path = ipl_plan_slice_path (plan, slice), *shown = ipl_path_shown (path);

  return ipl_fail (error, IPL_ERROR_FORMAT,
                   "“%s” is damaged: remove it, and “interplay-cli run” solves it again.", shown);
}

/* Copies the rows of a slice to the rows of the plan. @parts: of IplResults */
static gboolean
merge_settings (const IplPlan *plan, const GPtrArray *parts, IplSliceResult *merged, GError **error)
{
  g_autofree const IplSweep **sweeps = g_new (const IplSweep *, plan->n_slices);
  gboolean samples = ((const IplResults *)parts->pdata[0])->posteriors != NULL;

  if (samples)
    merged->posteriors = ipl_posterior_list_new (plan->n_rows);
  for (guint i = 0; i < plan->n_slices; i++)
    {
      const IplResults *part = parts->pdata[i];

      sweeps[i] = part->sweep;
      if (part->sweep->n_rows != (plan->n_rows - i - 1) / plan->n_slices + 1
          || (part->posteriors != NULL) != samples)
        return refuse (plan, i + 1, error);
      for (guint k = 0; samples && k < part->sweep->n_rows; k++)
        merged->posteriors->pdata[i + k * plan->n_slices]
            = g_steal_pointer (&part->posteriors->pdata[k]);
    }
  merged->sweep = ipl_sweep_interleave (plan->n_slices, sweeps, plan->run.best);
  return TRUE;
}

/* The sweep of the case's own seed, and the mean over the other seeds in their order. */
static gboolean
merge_seeds (const IplPlan *plan, const GPtrArray *parts, IplSliceResult *merged, GError **error)
{
  merged->sweep = ipl_sweep_ref (((const IplResults *)parts->pdata[0])->sweep);
  merged->seeds = ipl_seed_mean_new ();
  for (guint row = 1; row < plan->n_rows; row++)
    {
      guint i = row % plan->n_slices, at = row / plan->n_slices - (i == 0);
      const IplSeedMean *seeds = ((const IplResults *)parts->pdata[i])->seeds;

      if (seeds == NULL || !ipl_seed_mean_append_of (merged->seeds, seeds, at))
        return refuse (plan, i + 1, error);
    }
  return TRUE;
}

static gboolean
merge_sweeps (const IplPlan *plan, IplSliceResult *merged, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_results_free);

  for (guint slice = 1; slice <= plan->n_slices; slice++)
    {
      g_autofree char *path = ipl_plan_slice_path (plan, slice);
      IplResults *part = ipl_results_load (path, cancellable, error);

      if (part == NULL)
        return FALSE;
      g_ptr_array_add (parts, part);
    }
  return ipl_plan_get_kind (plan) == IPL_PLAN_SEEDS ? merge_seeds (plan, parts, merged, error)
                                                    : merge_settings (plan, parts, merged, error);
}

static gboolean
merge_cells (const IplPlan *plan, IplSliceResult *merged, GCancellable *cancellable, GError **error)
{
  IplMap *map = merged->map = ipl_map_new (&plan->run, error);

  for (guint slice = 1; map != NULL && slice <= plan->n_slices; slice++)
    {
      g_autofree char *path = ipl_plan_slice_path (plan, slice);
      g_autoptr (IplMap) part = ipl_map_load (path, cancellable, error);

      if (part == NULL)
        return FALSE;
      if (part->n != plan->n_rows)
        return refuse (plan, slice, error);
      for (guint cell = slice - 1; cell < plan->n_rows; cell += plan->n_slices)
        if (part->cells[cell].state == IPL_MAP_SOLVED)
          {
            ipl_map_describe_case (map, &part->labels, part->paths);
            ipl_map_set_solved (map, cell, part->cells[cell].numbers, part->cells[cell].n_paths,
                                part->U + (gsize)cell * part->Pi);
          }
        else if (part->cells[cell].state == IPL_MAP_IMPOSSIBLE)
          ipl_map_set_impossible (map, cell, ipl_map_get_sentence (part, cell));
        else
          return refuse (plan, slice, error);
    }
  return map != NULL;
}

static gboolean
merge_parts (const IplPlan *plan, IplSliceResult *merged, GCancellable *cancellable, GError **error)
{
  const IplExperiment *experiment = plan->run.parameters.experiment;

  for (guint slice = 1; slice <= plan->n_slices; slice++)
    {
      g_autofree char *path = ipl_plan_slice_path (plan, slice), *why = NULL;
      g_autoptr (IplNpz) npz = ipl_npz_read (path, cancellable, error);
      g_autoptr (IplTrajectory) part = NULL;

      if (npz == NULL)
        return FALSE;
      part = ipl_trajectory_load_npz (npz, experiment->recorded, &why);
      if (part == NULL
          || (merged->dynamics != NULL
              && !ipl_trajectory_fill (merged->dynamics->trajectory, part)))
        return refuse (plan, slice, error);
      if (merged->dynamics == NULL)
        merged->dynamics = ipl_experiment_result_new_dynamics (experiment, g_steal_pointer (&part),
                                                               TRUE, NULL, NULL);
    }
  return TRUE;
}

/* Number of rows that did not converge, or whose chains fail a diagnostic. */
static guint
count_doubtful (const IplSliceResult *merged)
{
  guint n = 0;

  for (guint i = 0; merged->map != NULL && i < merged->map->n; i++)
    n += merged->map->cells[i].state != IPL_MAP_SOLVED
         || merged->map->cells[i].numbers[IPL_MAP_CONVERGED] == 0;
  for (guint i = 0; merged->sweep != NULL && i < merged->sweep->n_rows; i++)
    {
      const IplPosteriorSummary *posterior
          = merged->posteriors != NULL ? merged->posteriors->pdata[i] : NULL;

      n += !merged->sweep->rows[i]->converged || (posterior != NULL && !posterior->fine);
    }
  return n;
}

/* @doubtful: (out): number of rows that did not converge, are impossible, or whose chains fail a
 *   diagnostic
 * Returns: TRUE if all slices are complete and the file is written */
gboolean
ipl_plan_merge (const IplPlan *plan, const char *path, guint *doubtful, GCancellable *cancellable,
                GError **error)
{
  static gboolean (*const merge[]) (const IplPlan *, IplSliceResult *, GCancellable *, GError **)
      = { [IPL_PLAN_SETTINGS] = merge_sweeps,
          [IPL_PLAN_SEEDS] = merge_sweeps,
          [IPL_PLAN_CELLS] = merge_cells,
          [IPL_PLAN_PARTS] = merge_parts };
  g_auto (IplPlanStatus) status = { 0 };
  g_auto (IplSliceResult) merged = { NULL };
  g_autofree char *wrong = NULL, *settings = NULL;

  ipl_plan_get_status (plan, &status);
  wrong = ipl_plan_status_describe (&status);
  if (wrong != NULL)
    return ipl_fail (error, IPL_ERROR_MISSING, "%s", wrong);
  if (!merge[ipl_plan_get_kind (plan)](plan, &merged, cancellable, error))
    return FALSE;
  *doubtful = count_doubtful (&merged);
  settings = ipl_slice_get_settings (plan, 1);
  return ipl_slice_result_save (&merged, settings, path, error);
}
