/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A task: the rows that fall to it, one after the other or, of small cases, several at a time. */
#include "sweeps/task-worker.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/shown-text.h"
#include "sweeps/folder-status.h"
#include "sweeps/part-rows.h"
#include "sweeps/row-files.h"
#include "sweeps/task-claim.h"
#include <glib/gstdio.h>
#include <pthread.h>
#include <string.h>

/* Rows that could not be written, one after the other, before the folder is given up. */
#define LOST_AFTER 3

/* Rows that continue from each other, by their places in the order of work. */
typedef struct
{
  guint first;
  guint end;
} Stretch;

typedef struct
{
  const IplSweepFolder *folder;
  const IplRowTools *tools;
  IplTaskClaim *claim;
  IplSeedCase *seed_case;
  GArray *stretches; /* of one seed */
  guint threads;     /* of a row */
  pthread_mutex_t lock;
  IplTaskResult *result;
  guint lost;    /* rows that could not be written since one could */
  gint gives_up; /* atomic */
} Work;

static void note (const IplRowTools *tools, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
note (const IplRowTools *tools, const char *format, ...)
{
  g_autofree char *sentence = NULL;
  va_list arguments;

  if (tools->note == NULL)
    return;
  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  tools->note (sentence, tools->data);
}

static gboolean
is_stopped (const Work *work)
{
  return g_atomic_int_get (&work->gives_up)
         || g_cancellable_is_cancelled (work->tools->cancellable);
}

/* A row that could not be computed or written, which is no matter for the others. */
static void
fail_row (Work *work, guint row, const GError *why)
{
  g_autofree char *name = ipl_sweep_plan_row_name (work->folder->plan, row);

  pthread_mutex_lock (&work->lock);
  work->result->failed++;
  work->lost = g_error_matches (why, IPL_ERROR, IPL_ERROR_IO) ? work->lost + 1 : 0;
  if (work->lost >= LOST_AFTER && !g_atomic_int_get (&work->gives_up))
    {
      g_autofree char *shown = ipl_path_shown (work->folder->path);

      note (work->tools, "“%s” takes no rows any more: what is left of this task is not begun.",
            shown);
      g_atomic_int_set (&work->gives_up, TRUE);
    }
  note (work->tools, "%c%s failed: %s", g_ascii_toupper (name[0]), name + 1, why->message);
  pthread_mutex_unlock (&work->lock);
  ipl_row_fail (work->folder, row, why);
}

static void
end_row (Work *work, guint row)
{
  const IplSweepPlan *plan = work->folder->plan;
  IplTaskResult *result = work->result;
  g_autofree char *sentence = NULL;

  ipl_task_claim_end_row (work->claim, row, ipl_sweep_plan_row_seconds (plan, row));
  pthread_mutex_lock (&work->lock);
  result->computed++;
  work->lost = 0;
  sentence = g_strdup_printf ("%u of %u rows", result->found + result->computed, result->n);
  if (work->tools->progress != NULL)
    work->tools->progress ((double)(result->found + result->computed) / result->n, -1.0, sentence,
                           work->tools->data);
  pthread_mutex_unlock (&work->lock);
}

/* TRUE if rows are solved of a case that those of a seed have in common. */
static gboolean
has_case (const IplSweepPlan *plan)
{
  return !ipl_sweep_plan_computes (plan, "train") && !ipl_sweep_plan_has_parts (plan);
}

static gboolean
compute_alone (const IplSweepFolder *folder, guint row, const IplRowTools *tools, GError **error)
{
  return ipl_sweep_plan_has_parts (folder->plan) ? ipl_part_row_compute (folder, row, tools, error)
                                                 : ipl_row_train (folder, row, tools, error);
}

/* Returns: (transfer full) (nullable): the row, for the next to continue from. */
static IplSweep *
compute_row (Work *work, const IplSweepPlace *place, const IplSweep *before)
{
  IplRowTools tools = *work->tools;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplSweep) solved = NULL;

  tools.threads = work->threads;
  if (work->threads < work->tools->threads)
    tools.progress = NULL;
  ipl_task_claim_begin_row (work->claim, place->row);
  if (!has_case (work->folder->plan))
    {
      if (compute_alone (work->folder, place->row, &tools, &error))
        {
          end_row (work, place->row);
          return NULL;
        }
    }
  else
    solved = ipl_row_solve (work->seed_case, place->row, before, place->continues && before != NULL,
                            &tools, &error);
  if (solved != NULL && ipl_row_finish (work->seed_case, place->row, solved, &tools, &error))
    {
      end_row (work, place->row);
      return g_steal_pointer (&solved);
    }
  ipl_task_claim_end_row (work->claim, place->row, 0);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    fail_row (work, place->row, error);
  return NULL;
}

static void
follow_stretch (gsize index, gpointer data)
{
  Work *work = data;
  const Stretch *stretch = &g_array_index (work->stretches, Stretch, index);
  g_autoptr (IplSweep) before = NULL;

  for (guint at = stretch->first; at < stretch->end && !is_stopped (work); at++)
    {
      IplSweepPlace place = ipl_sweep_plan_place (work->folder->plan, at);
      IplSweep *row = compute_row (work, &place, before);

      g_clear_pointer (&before, ipl_sweep_unref);
      before = row;
    }
}

/* The rows of one seed. A single thread a row, where there are several stretches: small cases gain
 * more from that. Chains of the posterior and orders of removal share the threads of one row. */
static void
follow_seed (Work *work, guint seed)
{
  const IplSweepPlan *plan = work->folder->plan;
  gboolean together = work->stretches->len > 1 && !ipl_sweep_plan_computes (plan, "sample")
                      && !ipl_sweep_plan_stacks (plan) && has_case (plan);
  g_autoptr (GError) error = NULL;

  if (has_case (plan))
    work->seed_case = ipl_seed_case_new (work->folder, seed, work->tools, &error);
  work->threads = together ? 1 : work->tools->threads;
  if (error == NULL)
    {
      ipl_parallel_for (work->stretches->len, together ? work->tools->threads : 1, follow_stretch,
                        work, NULL);
      g_clear_pointer (&work->seed_case, ipl_seed_case_free);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  for (guint i = 0; i < work->stretches->len && !is_stopped (work); i++)
    {
      const Stretch *stretch = &g_array_index (work->stretches, Stretch, i);

      for (guint at = stretch->first; at < stretch->end; at++)
        fail_row (work, ipl_sweep_plan_place (work->folder->plan, at).row, error);
    }
}

/* A file that is damaged or of another plan is thrown away, and its rows are computed again; one
 * that cannot be read now may be whole.
 * @npz: (transfer full) (nullable): what was read of it
 * @why: (transfer full) (nullable)
 * Returns: whether its rows are lost */
static gboolean
check_file (const Work *work, const char *path, IplNpz *npz, GError *why)
{
  gboolean lost = npz == NULL && !g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  if (lost && ipl_sweep_folder_clear_place (path))
    note (work->tools, "%s It is removed, and the row computed.", why->message);
  else if (lost
           && (g_error_matches (why, IPL_ERROR, IPL_ERROR_IO)
               || g_error_matches (why, IPL_ERROR, IPL_ERROR_MEMORY)))
    note (work->tools, "%s It is computed anew.", why->message);
  else if (lost)
    {
      note (work->tools, "%s It is thrown away and computed anew.", why->message);
      g_unlink (path);
    }
  g_clear_pointer (&npz, ipl_npz_free);
  g_clear_error (&why);
  return lost;
}

/* TRUE if the rows whose files are there are whole; those that are not become missing. */
static void
check_rows (const Work *work, guint first, guint end, guint8 *states)
{
  const IplSweepFolder *folder = work->folder;
  GCancellable *cancellable = work->tools->cancellable;

  for (guint shard = first / folder->plan->shard;
       shard * folder->plan->shard < end && !is_stopped (work); shard++)
    {
      g_autofree char *pack = ipl_sweep_folder_pack_path (folder, shard);
      GError *error = NULL;
      IplNpz *npz;
      guint from, until;

      ipl_sweep_folder_shard (folder, shard, &from, &until);
      from = MAX (from, first);
      until = MIN (until, end);
      if (g_file_test (pack, G_FILE_TEST_EXISTS))
        {
          npz = ipl_pack_read (folder, shard, cancellable, &error);
          if (check_file (work, pack, npz, error))
            memset (states + (from - first), IPL_ROW_MISSING, until - from);
          continue;
        }
      for (guint row = from; row < until; row++)
        {
          g_autofree char *path = ipl_sweep_folder_row_path (folder, row);

          if (states[row - first] != IPL_ROW_DONE)
            continue;
          error = NULL;
          npz = ipl_row_read (folder, row, cancellable, &error);
          if (npz == NULL && g_file_test (pack, G_FILE_TEST_EXISTS))
            g_clear_error (&error);
          else if (check_file (work, path, npz, error))
            states[row - first] = IPL_ROW_MISSING;
        }
    }
}

/* Rows from which on the user may have computed the last one meanwhile are packed. */
static void
pack_shards (const Work *work, guint first, guint end)
{
  const IplSweepFolder *folder = work->folder;

  for (guint shard = first / folder->plan->shard;
       shard * folder->plan->shard < end && !is_stopped (work); shard++)
    {
      g_autofree char *pack = ipl_sweep_folder_pack_path (folder, shard);
      g_autofree guint8 *states = NULL;
      g_autoptr (GError) error = NULL;
      guint from, until;

      if (g_file_test (pack, G_FILE_TEST_EXISTS))
        continue;
      ipl_sweep_folder_shard (folder, shard, &from, &until);
      states = ipl_sweep_folder_scan (folder, from, until, NULL, NULL);
      if (states == NULL || memchr (states, IPL_ROW_MISSING, until - from) != NULL
          || memchr (states, IPL_ROW_FAILED, until - from) != NULL)
        continue;
      if (!ipl_pack_shard (folder, shard, work->tools->cancellable, &error)
          && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        note (work->tools, "%s", error->message);
    }
}

/* Notes in which stretches of one seed the rows that are not there stand, from @at on. */
static guint
list_stretches (Work *work, guint at, guint end, guint first_row, const guint8 *states)
{
  const IplSweepPlan *plan = work->folder->plan;
  guint seed = ipl_sweep_plan_place (plan, at).seed;
  gboolean goes_on = FALSE;

  g_array_set_size (work->stretches, 0);
  for (; at < end; at++)
    {
      IplSweepPlace place = ipl_sweep_plan_place (plan, at);
      Stretch *last = work->stretches->len > 0
                          ? &g_array_index (work->stretches, Stretch, work->stretches->len - 1)
                          : NULL;

      if (place.seed != seed)
        break;
      if (states[place.row - first_row] == IPL_ROW_DONE)
        {
          goes_on = FALSE;
          continue;
        }
      if (goes_on && place.continues && last != NULL)
        last->end = at + 1;
      else
        {
          const Stretch stretch = { at, at + 1 };

          g_array_append_val (work->stretches, stretch);
        }
      goes_on = TRUE;
    }
  return at;
}

static void
run_rows (Work *work, guint first, guint end, guint first_row, const guint8 *states)
{
  for (guint at = first; at < end && !is_stopped (work);)
    {
      guint seed = ipl_sweep_plan_place (work->folder->plan, at).seed;

      at = list_stretches (work, at, end, first_row, states);
      if (work->stretches->len > 0)
        follow_seed (work, seed);
    }
}

/* Computes the rows of a task that are not there. A row that fails leaves its sentence and is tried
 * again by the next run; a row whose file is damaged is computed anew. */
gboolean
ipl_task_run (const IplSweepFolder *folder, guint task, guint n_tasks, const IplRowTools *tools,
              IplTaskResult *result, GError **error)
{
  const IplSweepPlan *plan = folder->plan;
  Work work = { .folder = folder, .tools = tools, .result = result };
  g_autofree guint8 *states = NULL;
  guint first, end, first_row, end_row, group;

  *result = (IplTaskResult){ 0 };
  if (task < 1 || task > n_tasks)
    return ipl_fail (error, IPL_ERROR_VALUE, "There is no task %u of %u: tasks are counted from 1.",
                     task, n_tasks);
  if (!ipl_sweep_folder_check_files (folder, tools->cancellable, error))
    return FALSE;
  ipl_sweep_plan_task (plan, task, n_tasks, &first, &end);
  result->n = end - first;
  if (first == end)
    return TRUE;
  group = ipl_sweep_plan_group_rows (plan);
  first_row = first / group * group;
  end_row = ((end - 1) / group + 1) * group;
  states = ipl_sweep_folder_scan (folder, first_row, end_row, tools->cancellable, error);
  if (states == NULL)
    return FALSE;
  pthread_mutex_init (&work.lock, NULL);
  work.claim = ipl_task_claim_new (folder, task, n_tasks);
  ipl_leftovers_remove (folder, first_row, end_row);
  work.stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  check_rows (&work, first_row, end_row, states);
  for (guint at = first; at < end; at++)
    result->found += states[ipl_sweep_plan_place (plan, at).row - first_row] == IPL_ROW_DONE;
  run_rows (&work, first, end, first_row, states);
  if (!g_atomic_int_get (&work.gives_up) && !ipl_sweep_plan_has_parts (plan))
    pack_shards (&work, first_row, end_row);
  result->stopped = g_cancellable_is_cancelled (tools->cancellable)
                    && result->found + result->computed + result->failed < result->n;
  g_array_unref (work.stretches);
  ipl_task_claim_free (work.claim);
  pthread_mutex_destroy (&work.lock);
  return TRUE;
}
