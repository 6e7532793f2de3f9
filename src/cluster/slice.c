/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slice of a plan: its rows in one file, which appears when all of them are solved. */
#include "cluster/slice.h"

#include "core/base/json-text.h"
#include "core/files/npz.h"
#include "core/maps/map-file.h"
#include "core/parameters/result-file.h"
#include "core/results/results.h"
#include <string.h>

void
ipl_slice_result_clear (IplSliceResult *self)
{
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  g_clear_pointer (&self->posteriors, g_ptr_array_unref);
  g_clear_pointer (&self->seeds, ipl_seed_mean_unref);
  g_clear_pointer (&self->map, ipl_map_unref);
  g_clear_pointer (&self->own, ipl_experiment_result_unref);
}

/* Writes the file that a command which solves these rows alone writes. */
gboolean
ipl_slice_result_save (const IplSliceResult *self, const char *settings, const char *path,
                       GError **error)
{
  if (self->map != NULL)
    return ipl_map_save (self->map, settings, path, error);
  if (self->own != NULL)
    return ipl_result_file_save (self->own, settings, path, error);
  return ipl_results_save_npz (self->sweep,
                               self->posteriors != NULL ? (gpointer)self->posteriors->pdata : NULL,
                               self->seeds, settings, path, error);
}

/* The settings in the file of a slice; NULL with @is_there where it holds none. Only the list of
 * arrays and "settings" are read: a file that was cut off has no such list. */
static JsonObject *
read_settings (const IplPlan *plan, guint slice, gboolean *is_there)
{
  g_autofree char *path = ipl_plan_slice_path (plan, slice);
  g_autoptr (IplNpz) npz
      = g_file_test (path, G_FILE_TEST_IS_REGULAR) ? ipl_npz_open (path, NULL, NULL) : NULL;
  IplArray *settings = npz != NULL ? ipl_npz_lookup (npz, "settings") : NULL;

  *is_there = npz != NULL;
  return settings != NULL && settings->is_text && settings->size == 1
                 && ipl_npz_load (npz, settings, NULL, NULL)
             ? ipl_json_parse_object (settings->texts[0], strlen (settings->texts[0]), NULL)
             : NULL;
}

IplSliceState
ipl_slice_get_state (const IplPlan *plan, guint slice)
{
  gboolean is_there;
  g_autoptr (JsonObject) settings = read_settings (plan, slice, &is_there);
  g_autofree char *mark = ipl_plan_slice_mark (plan, slice);

  if (!is_there)
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
  gboolean is_there;
  JsonObject *settings = read_settings (plan, slice, &is_there);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  g_return_val_if_fail (settings != NULL, NULL);
  json_object_remove_member (settings, "slice");
  json_node_take_object (node, settings);
  return ipl_json_write (node, TRUE);
}

/* Solves the rows of a slice and writes its file, which takes its place by being renamed. */
gboolean
ipl_slice_solve (const IplPlan *plan, guint slice, const IplSliceWork *work, GError **error)
{
  g_autofree char *path = ipl_plan_slice_path (plan, slice);
  g_autofree char *settings = ipl_plan_slice_settings (plan, slice);
  g_auto (IplSliceResult) result = { NULL };

  return ipl_slice_solve_rows (plan, slice, work, &result, error)
         && ipl_slice_result_save (&result, settings, path, error);
}
