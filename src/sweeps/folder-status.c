/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweeps/folder-status.h"

#include "sweeps/task-claim.h"

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

/* What is left takes as much longer than planned as what is done did. */
static double
time_left (const IplSweepStatus *self, const IplSweepPlan *plan, const GPtrArray *claims)
{
  double left = 0, elapsed = 0, planned = 0;

  for (guint row = 0; row < self->n; row++)
    if (self->states[row] != IPL_ROW_DONE)
      left += plan->seconds[row % plan->run.widths.n];
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
