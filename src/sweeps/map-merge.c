/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a planned map as the map that one command would have solved. */
#include "sweeps/map-merge.h"

#include "core/maps/map-file.h"
#include "core/theory/order-parameter.h"
#include "sweeps/row-files.h"
#include "sweeps/row-scores.h"
#include <math.h>

typedef struct
{
  const IplSweepPlan *plan;
  IplMergeReport *report;
  IplMap *map;
} Merge;

static gboolean
wants_row (guint row, gpointer data)
{
  return TRUE;
}

/* The labels and the names of paths of a row. */
static void
describe (IplMap *map, const IplResultsPart *part)
{
  const IplArray *names = ipl_npz_lookup (part->npz, "path_names");
  IplLabels labels = map->labels;

  if (ipl_npz_lookup (part->npz, "mean_squared_error") != NULL)
    labels.kind = IPL_LABELS_NUMBERS;
  ipl_map_describe_case (map, &labels, names != NULL ? names->texts : NULL);
}

static double
get_score (const IplMap *map, const IplResultsPart *part, const char *name, gsize index)
{
  g_autofree char *field = ipl_score_field_name (ipl_score_of_labels (&map->labels), name);
  const IplArray *array = ipl_npz_lookup (part->npz, field);

  /* One that all rows have in common has no axis of rows. */
  return ipl_row_number (part, field, array != NULL && array->size == 1 ? 0 : index);
}

static gboolean
take_row (guint row, const IplResultsPart *part, gsize index, gpointer data, GError **error)
{
  Merge *self = data;
  IplMap *map = self->map;
  const IplArray *array = ipl_npz_lookup (part->npz, "U");
  const IplArray *names = ipl_npz_lookup (part->npz, "output_names");
  gsize K = names != NULL ? MAX (names->size, 1) : 1;
  gsize rows = array != NULL && array->values != NULL && array->ndim == 3 ? array->shape[1] : 0;
  gsize Pi = rows / K;
  g_autofree double *diagonal = g_new0 (double, Pi + 1), *U = g_new (double, Pi * Pi + 1);
  double numbers[IPL_MAP_N_NUMBERS], gain;

  if (Pi == 0 || Pi * K != rows || index >= array->shape[0])
    return TRUE;
  describe (map, part);
  ipl_order_trace_outputs (Pi, K, array->values + index * rows * rows, U);
  for (gsize p = 0; p < Pi; p++)
    diagonal[p] = U[p * Pi + p] / (double)K;
  numbers[IPL_MAP_ACCURACY] = get_score (map, part, "accuracy", index);
  numbers[IPL_MAP_ACCURACY_GP] = get_score (map, part, "accuracy_gp", index);
  gain = numbers[IPL_MAP_ACCURACY] - numbers[IPL_MAP_ACCURACY_GP];
  numbers[IPL_MAP_GAIN] = ipl_score_of_labels (&map->labels)->less_is_better ? -gain : gain;
  numbers[IPL_MAP_OFF_DIAGONAL] = ipl_order_off_diagonal_share (Pi, U);
  numbers[IPL_MAP_ALIGNMENT] = ipl_row_number (part, "alignment", index);
  numbers[IPL_MAP_TRAIN_RESIDUAL] = ipl_row_number (part, "train_residual", index);
  numbers[IPL_MAP_BEST_SCORE] = ipl_row_number (part, "best_score", 0);
  numbers[IPL_MAP_ACTION] = ipl_row_number (part, "action", index);
  numbers[IPL_MAP_STARTS] = ipl_row_number (part, "starts", index);
  numbers[IPL_MAP_STARTS_AGREEING] = ipl_row_number (part, "starts_agreeing", index);
  numbers[IPL_MAP_CONVERGED] = ipl_row_number (part, "converged", index);
  ipl_map_set_solved (map, ipl_map_plan_row_cell (&self->plan->run, row), numbers, (guint)Pi,
                      diagonal);
  if (numbers[IPL_MAP_CONVERGED] == 0 && self->report->doubtful++ == 0)
    self->report->doubt = row;
  return TRUE;
}

/* Rows that failed are settings that cannot be, but those that failed for the machine's sake, which
 * stay unsolved. */
static void
take_failures (Merge *self, const IplSweepFolder *folder)
{
  for (guint row = 0; row < self->plan->n_rows; row++)
    if (self->report->states[row] == IPL_ROW_FAILED)
      {
        gboolean of_machine;
        g_autofree char *why = ipl_sweep_folder_read_failure (folder, row, &of_machine);

        if (!of_machine)
          ipl_map_set_impossible (self->map, ipl_map_plan_row_cell (&self->plan->run, row), why);
      }
}

/* Returns: (transfer full) (nullable): what is there of the map */
IplMap *
ipl_map_merge (const IplSweepFolder *folder, GCancellable *cancellable, IplMergeReport *report,
               GError **error)
{
  const IplSweepPlan *plan = folder->plan;
  g_autoptr (IplMap) map = NULL;
  Merge self = { plan, report, NULL };
  g_auto (IplRowWalk) walk = { .folder = folder,
                               .cancellable = cancellable,
                               .wants = wants_row,
                               .take = take_row,
                               .data = &self };

  *report = (IplMergeReport){ 0 };
  self.map = map = ipl_map_new (&plan->run, error);
  report->states
      = map != NULL ? ipl_sweep_folder_scan (folder, 0, plan->n_rows, cancellable, error) : NULL;
  if (report->states == NULL)
    return NULL;
  for (guint row = 0; row < plan->n_rows; row++)
    report->done += report->states[row] == IPL_ROW_DONE;
  walk.states = report->states;
  if (!ipl_row_walk_all (&walk, error))
    return NULL;
  report->done -= walk.lost;
  report->damage = g_steal_pointer (&walk.damage);
  report->written = map->n_done;
  take_failures (&self, folder);
  return g_steal_pointer (&map);
}

/* Writes the file that the command map would have written. */
gboolean
ipl_map_merge_write (const IplSweepFolder *folder, const char *path, GCancellable *cancellable,
                     IplMergeReport *report, GError **error)
{
  g_autoptr (IplMap) map = ipl_map_merge (folder, cancellable, report, error);
  g_autofree char *settings = NULL;

  settings = map != NULL ? ipl_sweep_folder_settings (folder, &map->run) : NULL;
  return map != NULL && ipl_map_save (map, settings, path, error);
}
