/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a shard in one file, which is a file of results as well. */
#include "sweeps/row-pack.h"

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/shown-text.h"
#include "sweeps/case-files.h"
#include <glib/gstdio.h>
#include <string.h>

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
  rows = ipl_npz_lookup (npz, "temperature");
  if (rows == NULL)
    rows = ipl_npz_lookup (npz, "accuracy");
  if (settings != NULL && settings->is_text && settings->size == 1
      && strstr (settings->texts[0], hash) != NULL && rows != NULL && rows->size == n)
    return g_steal_pointer (&npz);
  shown = ipl_path_shown (path);
  g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "“%s” holds other rows than the plan’s.", shown);
  return NULL;
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

/* The plan's settings, with the hash of the plan. */
static char *
pack_settings (const IplSweepFolder *folder, guint first, guint end)
{
  const IplSweepPlan *plan = folder->plan;
  g_autofree char *text = ipl_case_files_settings (plan, folder->path, &plan->run), *why = NULL;
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *root = ipl_json_parse_object (text, strlen (text), &why);
  JsonObject *mark = json_object_new ();

  json_object_set_string_member (mark, "hash", plan->hash);
  json_object_set_int_member (mark, "first_row", first);
  json_object_set_int_member (mark, "rows", end - first);
  json_object_set_object_member (root, "sweep", mark);
  json_node_take_object (node, root);
  return ipl_json_write (node, FALSE);
}

/* What is packed is not needed beside it. */
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

      /* Somebody else has packed them. */
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
