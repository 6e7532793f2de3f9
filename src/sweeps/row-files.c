/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a sweep's rows: a row each, or those of a shard packed into one, which is a file of
 * results as well; and all of them, one after the other. */
#include "sweeps/row-files.h"

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/shown-text.h"
#include "core/parameters/parameters.h"
#include <glib/gstdio.h>
#include <string.h>

/* The settings of @run, with what the file is known by in "sweep".
 * @mark: (transfer full) */
static char *
marked_settings (const IplSweepFolder *folder, const IplRunSettings *run, JsonObject *mark)
{
  g_autofree char *text = ipl_sweep_folder_settings (folder, run), *why = NULL;
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *root = ipl_json_parse_object (text, strlen (text), &why);

  json_object_set_object_member (root, "sweep", mark);
  json_node_take_object (node, root);
  return ipl_json_write (node, FALSE);
}

/* Returns: (transfer full): what the row alone is computed from, as ipl_run_files_to_json() has it,
 *   with the hash by which the row is known */
char *
ipl_row_settings (const IplSweepFolder *folder, guint row)
{
  const IplSweepPlan *plan = folder->plan;
  g_autofree char *hash = ipl_sweep_plan_row_hash (plan, row);
  JsonObject *mark = json_object_new ();
  IplRunSettings run = plan->run;
  IplSetting setting;
  char *text;

  json_object_set_int_member (mark, "row", row);
  json_object_set_string_member (mark, "hash", hash);
  if (ipl_sweep_plan_has_parts (plan))
    return marked_settings (folder, &plan->run, mark);
  setting = ipl_sweep_plan_setting (plan, row);
  run.parameters = ipl_sweep_plan_parameters (plan, ipl_sweep_plan_row_seed (plan, row));
  run.widths = run.temperatures = run.variances = run.seeds = run.x = run.y
      = (IplSweepAxis){ .n = 0 };
  if (ipl_sweep_plan_is_map (plan))
    run.command = g_intern_string ("sweep");
  ipl_run_settings_set_axes (&run, 1, &setting, 1, &setting.temperature);
  run.listed = TRUE;
  run.best = FALSE;
  text = marked_settings (folder, &run, mark);
  ipl_run_settings_clear (&run);
  return text;
}

/* Reads a file that bears @hash in its settings and has @n rows. */
static IplNpz *
read_marked (const char *path, const char *hash, gsize n, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplNpz) npz = ipl_npz_read (path, cancellable, error);
  const IplArray *settings, *rows;
  g_autofree char *shown = NULL;

  if (npz == NULL)
    return NULL;
  settings = ipl_npz_lookup (npz, "settings");
  /* Once in the file of an experiment in time, whose arrays have rows of their own. */
  rows = ipl_npz_lookup (npz, "complete");
  if (rows == NULL)
    rows = ipl_npz_lookup (npz, "temperature");
  if (rows == NULL)
    rows = ipl_npz_lookup (npz, "accuracy");
  if (settings != NULL && settings->is_text && settings->size == 1
      && strstr (settings->texts[0], hash) != NULL && rows != NULL && rows->size == n)
    return g_steal_pointer (&npz);
  shown = ipl_path_shown (path);
  return ipl_fail_null (error, IPL_ERROR_FORMAT, "“%s” holds other rows than the plan’s.", shown);
}

/* Returns: (transfer full) (nullable): its results */
IplNpz *
ipl_row_read (const IplSweepFolder *folder, guint row, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = ipl_sweep_folder_row_path (folder, row);
  g_autofree char *hash = ipl_sweep_plan_row_hash (folder->plan, row);

  return read_marked (path, hash, 1, cancellable, error);
}

/* Returns: (transfer full) (nullable): the results of all its rows */
IplNpz *
ipl_pack_read (const IplSweepFolder *folder, guint shard, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = ipl_sweep_folder_pack_path (folder, shard);
  guint first, end;

  ipl_sweep_folder_shard (folder, shard, &first, &end);
  return read_marked (path, folder->plan->hash, end - first, cancellable, error);
}

/* @part: (out): its file, or that of its shard
 * @index: (out): where it stands in it
 * Returns: (transfer full) (nullable): what @part is of */
IplNpz *
ipl_row_find (const IplSweepFolder *folder, guint row, IplResultsPart *part, gsize *index,
              GCancellable *cancellable, GError **error)
{
  guint shard = row / folder->plan->shard, first, end;
  g_autofree char *pack = ipl_sweep_folder_pack_path (folder, shard);

  ipl_sweep_folder_shard (folder, shard, &first, &end);
  part->grouped = g_file_test (pack, G_FILE_TEST_EXISTS);
  part->n = part->grouped ? end - first : 1;
  part->npz = part->grouped ? ipl_pack_read (folder, shard, cancellable, error)
                            : ipl_row_read (folder, row, cancellable, error);
  *index = part->grouped ? row - first : 0;
  return part->npz;
}

/* The plan's settings, with the hash of the plan. */
static char *
pack_settings (const IplSweepFolder *folder, guint first, guint end)
{
  JsonObject *mark = json_object_new ();

  json_object_set_string_member (mark, "hash", folder->plan->hash);
  json_object_set_int_member (mark, "first_row", first);
  json_object_set_int_member (mark, "rows", end - first);
  return marked_settings (folder, &folder->plan->run, mark);
}

/* Packed rows are not needed beside their pack. */
static void
remove_rows (const IplSweepFolder *folder, guint shard, guint first, guint end)
{
  g_autofree char *path = ipl_sweep_folder_shard_path (folder, shard);

  for (guint row = first; row < end; row++)
    {
      g_autofree char *file = ipl_sweep_folder_row_path (folder, row);
      g_autofree char *failed = ipl_sweep_folder_failed_path (folder, row);

      g_unlink (file);
      g_unlink (failed);
    }
  g_rmdir (path);
}

/* Packs the rows of a shard into one file, and removes theirs. Several programs may do so at once:
 * each writes the same, and whoever comes late finds nothing to do. */
gboolean
ipl_pack_shard (const IplSweepFolder *folder, guint shard, GCancellable *cancellable,
                GError **error)
{
  g_autofree char *path = ipl_sweep_folder_pack_path (folder, shard), *settings = NULL;
  g_autoptr (IplResultsMerge) merge = ipl_sweep_plan_stacks (folder->plan)
                                          ? ipl_results_merge_new_stacked (path)
                                          : ipl_results_merge_new (path, TRUE);
  guint first, end;

  ipl_sweep_folder_shard (folder, shard, &first, &end);
  for (guint row = first; row < end; row++)
    {
      IplSetting setting = ipl_sweep_plan_setting (folder->plan, row);
      g_autoptr (GError) row_error = NULL;
      g_autoptr (IplNpz) npz = ipl_row_read (folder, row, cancellable, &row_error);
      const IplResultsPart part = { npz, 1, FALSE };

      /* Someone else has packed them. */
      if (npz == NULL && g_file_test (path, G_FILE_TEST_EXISTS))
        return TRUE;
      if (npz == NULL)
        {
          g_propagate_error (error, g_steal_pointer (&row_error));
          return FALSE;
        }
      if (!ipl_results_merge_add (merge, &part, 0, &setting, error))
        return FALSE;
    }
  settings = pack_settings (folder, first, end);
  if (!ipl_results_merge_write (merge, settings, NULL, error))
    return FALSE;
  remove_rows (folder, shard, first, end);
  return TRUE;
}

void
ipl_row_walk_clear (IplRowWalk *self)
{
  g_clear_pointer (&self->pack, ipl_npz_free);
  g_clear_pointer (&self->damage, g_free);
}

/* Unreadable rows count as missing; a file may be renamed into its pack while it is looked for. */
static gboolean
lose (IplRowWalk *self, guint first, guint end, GError *why, GError **error)
{
  if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, why);
      return FALSE;
    }
  for (guint row = first; row < end; row++)
    if (self->states[row] == IPL_ROW_DONE)
      {
        self->states[row] = IPL_ROW_MISSING;
        self->lost++;
      }
  if (self->damage == NULL)
    self->damage = g_strdup (why->message);
  g_error_free (why);
  return TRUE;
}

static gboolean
walk_pack (IplRowWalk *self, guint shard, guint first, guint end, GError **error)
{
  IplResultsPart part = { self->pack, end - first, TRUE };
  GError *wrong = NULL;

  if (part.npz == NULL || self->pack_shard != shard)
    {
      g_clear_pointer (&self->pack, ipl_npz_free);
      self->pack = part.npz = ipl_pack_read (self->folder, shard, self->cancellable, &wrong);
      self->pack_shard = shard;
    }
  if (part.npz == NULL)
    return lose (self, first, end, wrong, error);
  for (guint row = first; row < end; row++)
    if (self->wants (row, self->data) && !self->take (row, &part, row - first, self->data, error))
      return FALSE;
  return TRUE;
}

static gboolean
walk_row (IplRowWalk *self, guint row, GError **error)
{
  GError *wrong = NULL;
  g_autoptr (IplNpz) npz = ipl_row_read (self->folder, row, self->cancellable, &wrong);

  if (npz == NULL)
    return lose (self, row, row + 1, wrong, error);
  return self->take (row, &(IplResultsPart){ npz, 1, FALSE }, 0, self->data, error);
}

/* Reads those rows of the shard that are there and wanted. */
gboolean
ipl_row_walk_shard (IplRowWalk *self, guint shard, GError **error)
{
  g_autofree char *pack = NULL;
  gboolean any = FALSE;
  guint first, end;

  ipl_sweep_folder_shard (self->folder, shard, &first, &end);
  for (guint row = first; row < end && !any; row++)
    any = self->wants (row, self->data);
  if (!any)
    return TRUE;
  pack = ipl_sweep_folder_pack_path (self->folder, shard);
  if (g_file_test (pack, G_FILE_TEST_EXISTS))
    return walk_pack (self, shard, first, end, error);
  for (guint row = first; row < end; row++)
    if (self->states[row] == IPL_ROW_DONE && self->wants (row, self->data)
        && !walk_row (self, row, error))
      return FALSE;
  return TRUE;
}

/* Returns: whether all shards were read */
gboolean
ipl_row_walk_all (IplRowWalk *self, GError **error)
{
  guint n = ipl_sweep_folder_n_shards (self->folder);

  for (guint shard = 0; shard < n; shard++)
    if (g_cancellable_set_error_if_cancelled (self->cancellable, error)
        || !ipl_row_walk_shard (self, shard, error))
      return FALSE;
  return TRUE;
}
