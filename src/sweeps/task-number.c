/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which task of an array a program is: as it is told, or as its scheduler says in the environment.
 */
#include "sweeps/job-script.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include <string.h>

/* A number of the environment; FALSE where there is none, as "undefined" of SGE. */
static gboolean
get_number (const char *name, guint64 *value)
{
  const char *text = g_getenv (name);

  return text != NULL && ipl_number_parse_whole (text, value);
}

/* Reads "3/40". */
static gboolean
parse_task (const char *given, guint64 *task, guint64 *n_tasks, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (given, "/", -1);
  g_autofree char *shown = ipl_text_shown (given);

  if (g_strv_length (parts) == 2 && ipl_number_parse_whole (parts[0], task)
      && ipl_number_parse_whole (parts[1], n_tasks) && *task >= 1 && *task <= *n_tasks
      && *n_tasks <= IPL_SWEEP_MAX_ROWS)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "--task: “%s” is not the number of a task and how many there are, as in 3/40, "
                   "counted from 1.",
                   shown);
}

/* Where the numbers of the array run from 1 or 0 on without a gap they share all rows among
 * themselves; else they are some of the plan's, as when one task is submitted again. */
static void
count_tasks (const IplSweepPlan *plan, guint64 first, guint64 last, guint64 count, guint64 *task,
             guint64 *n_tasks)
{
  *n_tasks = plan->n_tasks;
  if (first > 1 || last + 1 != first + count || last < first)
    return;
  *n_tasks = count;
  *task += 1 - first;
}

/* @given: (nullable): "K/N", or NULL for what SLURM, PBS or SGE say
 * @task: (out): which task, from 1
 * @n_tasks: (out): of how many; 1 of 1 where there is no array
 * Returns: whether there is such a task */
gboolean
ipl_task_find (const IplSweepPlan *plan, const char *given, guint *task, guint *n_tasks,
               GError **error)
{
  guint64 k = 1, n = 1, first, last, count;

  if (given != NULL)
    {
      if (!parse_task (given, &k, &n, error))
        return FALSE;
    }
  else if (get_number ("SLURM_ARRAY_TASK_ID", &k))
    {
      n = plan->n_tasks;
      if (get_number ("SLURM_ARRAY_TASK_COUNT", &count)
          && get_number ("SLURM_ARRAY_TASK_MIN", &first))
        count_tasks (plan, first,
                     get_number ("SLURM_ARRAY_TASK_MAX", &last) ? last : first + count - 1, count,
                     &k, &n);
      else if (get_number ("SLURM_ARRAY_TASK_COUNT", &count) && count > 0)
        n = count;
    }
  else if (get_number ("PBS_ARRAY_INDEX", &k) || get_number ("PBS_ARRAYID", &k))
    n = plan->n_tasks;
  else if (get_number ("SGE_TASK_ID", &k))
    {
      n = plan->n_tasks;
      if (get_number ("SGE_TASK_FIRST", &first) && get_number ("SGE_TASK_LAST", &last)
          && first == 1)
        n = last;
      else if (g_getenv ("SGE_TASK_FIRST") == NULL && get_number ("SGE_TASK_LAST", &last))
        n = last;
    }
  if (k < 1 || k > n || n > IPL_SWEEP_MAX_ROWS)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "There is no task %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                     ": tasks are counted from 1, and the sweep is planned for %u.",
                     k, n, plan->n_tasks);
  *task = (guint)k;
  *n_tasks = (guint)n;
  return TRUE;
}
