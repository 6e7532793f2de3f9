/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tasks that were killed leave in a sweep's folder: notes that they are at work, and files
 * that are not whole. Checkpoints are none of it: the next task goes on from them. */
#include "sweeps/leftovers.h"

#include "core/base/file-save.h"
#include "sweeps/task-claim.h"
#include <glib/gstdio.h>
#include <string.h>

/* Of one folder; @name: its name in the sweep's, "" for that itself */
static void
look_into (const IplSweepFolder *folder, const char *name, gboolean notes, GPtrArray *found)
{
  g_autofree char *path = g_build_filename (folder->path, name, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, entry, NULL);

      if (entry[0] == '.' ? ipl_file_save_is_left (file) : notes && ipl_claim_is_left (file))
        g_ptr_array_add (found,
                         name[0] != '\0' ? g_build_filename (name, entry, NULL) : g_strdup (entry));
    }
}

/* The folder that a shard's path stands in, as a name in the sweep's. */
static char *
relative (const IplSweepFolder *folder, const char *path)
{
  return g_strdup (path + strlen (folder->path) + 1);
}

static void
look_into_shards (const IplSweepFolder *folder, guint first, guint end, GPtrArray *found)
{
  guint size = folder->plan->shard;
  g_autofree char *last = NULL;

  for (guint shard = first / size; shard * size < end; shard++)
    {
      g_autofree char *path = ipl_sweep_folder_shard_path (folder, shard);
      g_autofree char *name = relative (folder, path);
      g_autofree char *above = g_path_get_dirname (name);

      /* Where many shards lie, once. */
      if (g_strcmp0 (above, last) != 0)
        look_into (folder, above, FALSE, found);
      g_free (last);
      last = g_steal_pointer (&above);
      look_into (folder, name, FALSE, found);
    }
}

/* Returns: (transfer full): names in the folder, of what nobody writes to any more */
GPtrArray *
ipl_leftovers_find (const IplSweepFolder *folder, guint first, guint end)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  look_into (folder, "", FALSE, found);
  look_into (folder, "running", TRUE, found);
  look_into (folder, "checkpoints", FALSE, found);
  look_into (folder, "networks", FALSE, found);
  look_into_shards (folder, first, end, found);
  return found;
}

/* Removes what ipl_leftovers_find() finds. */
void
ipl_leftovers_remove (const IplSweepFolder *folder, guint first, guint end)
{
  g_autoptr (GPtrArray) found = ipl_leftovers_find (folder, first, end);

  for (guint i = 0; i < found->len; i++)
    {
      g_autofree char *path = g_build_filename (folder->path, found->pdata[i], NULL);

      g_unlink (path);
    }
}
