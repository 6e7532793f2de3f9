/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweeps/folder-status.h"

#include "sweeps/task-claim.h"
#include <glib/gstdio.h>
#include <string.h>

static void
mark_running (IplSweepStatus *self, const GPtrArray *claims)
{
  for (guint i = 0; i < claims->len; i++)
    {
      const IplClaim *claim = claims->pdata[i];

      for (guint k = 0; k < claim->rows->len; k++)
        {
          guint row = g_array_index (claim->rows, guint, k);

          if (row < self->n && self->states[row] != IPL_ROW_DONE)
            self->states[row] = IPL_ROW_RUNNING;
        }
    }
}

/* The rest takes as much longer than planned as the finished rows did. */
static double
time_left (const IplSweepStatus *self, const IplSweepPlan *plan, const GPtrArray *claims)
{
  double left = 0, elapsed = 0, planned = 0;

  for (guint row = 0; row < self->n; row++)
    if (self->states[row] != IPL_ROW_DONE)
      left += ipl_sweep_plan_row_seconds (plan, row);
  for (guint i = 0; i < claims->len; i++)
    {
      const IplClaim *claim = claims->pdata[i];

      if (claim->planned <= 0)
        continue;
      elapsed += claim->elapsed;
      planned += claim->planned;
    }
  return left * (planned > 0 ? elapsed / planned : 1) / MAX (claims->len, 1);
}

/* Looks at names and at the notes of who is at work; no results are read.
 * Returns: (transfer full) (nullable): how far it is */
IplSweepStatus *
ipl_sweep_status_new (const IplSweepFolder *folder, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) claims = ipl_claims_read (folder);
  g_autoptr (IplSweepStatus) self = g_new0 (IplSweepStatus, 1);

  self->n = folder->plan->n_rows;
  self->tasks = claims->len;
  self->states = ipl_sweep_folder_scan (folder, 0, self->n, cancellable, error);
  if (self->states == NULL)
    return NULL;
  mark_running (self, claims);
  for (guint row = 0; row < self->n; row++)
    {
      self->done += self->states[row] == IPL_ROW_DONE;
      self->running += self->states[row] == IPL_ROW_RUNNING;
      self->failed += self->states[row] == IPL_ROW_FAILED;
      self->missing += self->states[row] == IPL_ROW_MISSING;
    }
  self->seconds_left = time_left (self, folder->plan, claims);
  return g_steal_pointer (&self);
}

void
ipl_sweep_status_free (IplSweepStatus *self)
{
  g_free (self->states);
  g_free (self);
}

/* Notes of killed tasks that they are at work.
 * Returns: (transfer full): names in the folder, of what nobody writes to any more */
GPtrArray *
ipl_leftovers_find (const IplSweepFolder *folder, guint first, guint end)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = g_build_filename (folder->path, "running", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, entry, NULL);

      if (entry[0] != '.' && ipl_claim_is_left (file))
        g_ptr_array_add (found, g_build_filename ("running", entry, NULL));
    }
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
