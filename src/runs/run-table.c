/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table of the runs. */
#include "runs/heads-run.h"
#include "runs/map-run.h"
#include "runs/seeds-run.h"
#include "runs/solver.h"
#include "runs/train.h"

static GPtrArray *
table (void)
{
  static GPtrArray *runs;

  if (runs == NULL)
    {
      runs = g_ptr_array_new ();
      g_ptr_array_add (runs, (gpointer)&ipl_run_solve);
      g_ptr_array_add (runs, (gpointer)&ipl_run_train);
      g_ptr_array_add (runs, (gpointer)&ipl_run_heads);
      g_ptr_array_add (runs, (gpointer)&ipl_run_seeds);
      g_ptr_array_add (runs, (gpointer)&ipl_run_map);
    }
  return runs;
}

/* Main thread only, like ipl_run_register().
 * Returns: (nullable): the run */
const IplRun *
ipl_run_find (const char *id)
{
  for (guint i = 0; i < table ()->len; i++)
    {
      const IplRun *run = table ()->pdata[i];

      if (g_strcmp0 (run->id, id) == 0)
        return run;
    }
  return NULL;
}

/* Adds a run to the table.
 * @run: static, with an id that the table does not have */
void
ipl_run_register (const IplRun *run)
{
  g_return_if_fail (ipl_run_find (run->id) == NULL);
  g_ptr_array_add (table (), (gpointer)run);
}
