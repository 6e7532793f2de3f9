/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a sweep's rows, packed or not, one after the other. */
#include "sweeps/row-walk.h"

#include "sweeps/row-pack.h"

void
ipl_row_walk_clear (IplRowWalk *self)
{
  g_clear_pointer (&self->pack, ipl_npz_free);
  g_clear_pointer (&self->damage, g_free);
}

/* What cannot be read is not there; a file may be renamed into its pack while it is looked for. */
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
