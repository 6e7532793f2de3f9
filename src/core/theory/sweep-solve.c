/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves the settings of a sweep, each continuing from a wider one, and computes their
 * observables. */
#include "core/theory/sweep.h"

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include <pthread.h>

#include "core/theory/saddle.h"
#include "core/theory/solution.h"

/* Settings of a group are solved from the widest down, each continuing from the preceding one.
 * The length of a continuation depends only on the case, so results do not depend on the number
 * of threads. Small cases gain more from continuation than from a second thread. */
#define LONG_CONTINUATION 16
#define SHORT_CONTINUATION 4
#define LONG_UP_TO_P 200

/* Work of one thread: a GP line, or rows that continue from each other. */
typedef struct
{
  guint group;
  guint line;   /* of the group's GP lines, if @n_rows is 0 */
  guint n_rows; /* 1 for a row in the GP limit */
  guint rows[LONG_CONTINUATION];
} Task;

typedef struct
{
  IplSweep *sweep;
  IplKernel *kernel;
  const IplSetting *settings;
  guint n_tasks;
  Task *tasks;
  guint n_continuations;  /* tasks with rows at finite width */
  guint n_rows, n_lines;  /* to be solved */
  const gboolean *wanted; /* (nullable) [n_rows] rows to compute observables of; NULL for all */
  const IplWork *work;    /* (nullable) */
  GCancellable *cancellable;
  gint failed;          /* atomic: TRUE to skip the remaining rows */
  pthread_mutex_t lock; /* of what follows, and of @sweep; see parallel.c for why not GMutex */
  GError *error;
  guint error_index; /* the first to fail in the order of work is reported */
  guint begun;       /* rows */
  guint done;        /* rows and GP lines */
} Run;

static int
compare_widest_first (gconstpointer a, gconstpointer b, gpointer data)
{
  const IplSetting *settings = data;
  guint i = *(const guint *)a, k = *(const guint *)b;
  guint wi = ipl_setting_largest_width (&settings[i]),
        wk = ipl_setting_largest_width (&settings[k]);

  if (wi != wk)
    return wi > wk ? -1 : 1;
  return i < k ? -1 : i > k;
}

static gboolean
is_wanted (const Run *run, guint row)
{
  return run->wanted == NULL || run->wanted[row];
}

/* Adds rows as a task, up to the last one that is wanted and not solved, if any. */
static void
add_task (Run *run, const Task *task)
{
  guint n = task->n_rows;

  while (n > 0
         && (run->sweep->rows[task->rows[n - 1]] != NULL || !is_wanted (run, task->rows[n - 1])))
    n--;
  if (n == 0)
    return;
  run->tasks[run->n_tasks] = *task;
  run->tasks[run->n_tasks++].n_rows = n;
  run->n_continuations += !run->settings[task->rows[0]].gp;
  for (guint i = 0; i < n; i++)
    run->n_rows += run->sweep->rows[task->rows[i]] == NULL;
}

/* Adds the rows of a group. @order: [n_rows] from the widest down */
static void
add_rows (Run *run, guint group, guint length, const guint *order)
{
  Task task = { .group = group };

  for (guint i = 0; i < run->sweep->n_rows; i++)
    {
      guint row = order[i];

      if (run->sweep->group[row] != group)
        continue;
      if (run->settings[row].gp)
        {
          add_task (run, &(Task){ group, 0, 1, { row } });
          continue;
        }
      task.rows[task.n_rows++] = row;
      if (task.n_rows < length)
        continue;
      add_task (run, &task);
      task.n_rows = 0;
    }
  add_task (run, &task);
}

/* Adds the missing GP lines of a group with a row that is wanted. */
static void
add_lines (Run *run, guint group)
{
  const IplSweep *sweep = run->sweep;
  gboolean wanted = FALSE;

  for (guint i = 0; i < sweep->n_rows; i++)
    wanted = wanted || (sweep->group[i] == group && is_wanted (run, i));
  for (guint k = 0; wanted && k < sweep->groups[group].n_lines; k++)
    if (sweep->groups[group].lines[k].solution == NULL)
      {
        run->tasks[run->n_tasks++] = (Task){ .group = group, .line = k };
        run->n_lines++;
      }
}

/* Lists the tasks, group by group. */
static gboolean
plan (Run *run, GError **error)
{
  static const char what[] = "The list of settings";
  IplSweep *sweep = run->sweep;
  const IplCase *the_case = run->kernel->the_case;
  guint length = the_case->train.count <= LONG_UP_TO_P ? LONG_CONTINUATION : SHORT_CONTINUATION;
  double n_lines = (double)sweep->n_groups * (1 + the_case->n_groups);
  g_autofree guint *order = ipl_try_new (guint, sweep->n_rows, what, error);

  if (order != NULL)
    run->tasks = ipl_try_new (Task, sweep->n_rows + n_lines, what, error);
  if (run->tasks == NULL)
    return FALSE;
  for (guint i = 0; i < sweep->n_rows; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint)sweep->n_rows, sizeof *order, compare_widest_first,
                     (gpointer)run->settings);
  for (guint g = 0; g < sweep->n_groups; g++)
    {
      add_lines (run, g);
      add_rows (run, g, length, order);
    }
  return TRUE;
}

/* With the lock held. */
static double
get_fraction (const Run *run)
{
  return (double)run->done / (double)(run->n_rows + run->n_lines);
}

/* @done: number of rows and GP lines that are finished with this report */
static void
report (Run *run, guint done, const char *sentence)
{
  pthread_mutex_lock (&run->lock);
  run->done += done;
  ipl_work_progress (run->work, get_fraction (run), -1.0, sentence);
  pthread_mutex_unlock (&run->lock);
}

/* Describes the next row that is solved. */
static char *
describe_row (Run *run, const IplSetting *setting)
{
  g_autofree char *widths = ipl_setting_widths_text (setting);
  guint number;

  pthread_mutex_lock (&run->lock);
  number = ++run->begun;
  pthread_mutex_unlock (&run->lock);
  return run->n_rows == 1 ? g_strdup_printf ("Solving N = %s, T = %g", widths, setting->temperature)
                          : g_strdup_printf ("Solving %u of %u: N = %s, T = %g", number,
                                             run->n_rows, widths, setting->temperature);
}

static void
fail (Run *run, guint index, GError *error)
{
  pthread_mutex_lock (&run->lock);
  if (run->error == NULL || index < run->error_index)
    {
      g_clear_error (&run->error);
      run->error = error;
      run->error_index = index;
    }
  else
    g_error_free (error);
  pthread_mutex_unlock (&run->lock);
  g_atomic_int_set (&run->failed, TRUE);
}

/* Adds a solved row, and shows the sweep so far. @solution: (transfer full) */
static void
add_solved_row (Run *run, guint row, IplSolution *solution)
{
  pthread_mutex_lock (&run->lock);
  run->sweep->rows[row] = solution;
  if (run->work != NULL && run->work->show != NULL)
    {
      g_autoptr (IplSweep) so_far = ipl_sweep_copy (run->sweep);

      if (so_far->rows[row] != NULL)
        ipl_work_show (run->work, so_far, get_fraction (run));
    }
  pthread_mutex_unlock (&run->lock);
}

static gboolean
solve_line (Run *run, const Task *task, GError **error)
{
  IplSweep *sweep = run->sweep;
  IplGpLine *line = &sweep->groups[task->group].lines[task->line];
  g_autofree char *sentence = g_strdup_printf ("Gaussian-process limit, %s", line->label);
  IplSolution *solution;
  guint row = 0;

  while (sweep->group[row] != task->group)
    row++;
  report (run, 0, sentence);
  solution
      = ipl_solution_new (run->kernel, &run->settings[row], NULL, line->paths,
                          line->paths != NULL ? (guint)line->n_paths : 0, run->cancellable, error);
  if (solution == NULL)
    return FALSE;
  pthread_mutex_lock (&run->lock);
  line->solution = solution;
  pthread_mutex_unlock (&run->lock);
  report (run, 1, sentence);
  return TRUE;
}

/* Solves a GP line, or the rows of a continuation. Of a row whose observables are not wanted only
 * the saddle point is found. */
static void
carry_out (gsize index, gpointer data)
{
  Run *run = data;
  const Task *task = &run->tasks[index];
  const IplCase *the_case = run->kernel->the_case;
  const IplSaddle *start = NULL;
  g_autoptr (IplSaddle) unread = NULL; /* that @start points to */
  GError *error = NULL;

  if (task->n_rows == 0 && !g_atomic_int_get (&run->failed))
    solve_line (run, task, &error);
  for (guint i = 0; i < task->n_rows && error == NULL && !g_atomic_int_get (&run->failed); i++)
    {
      guint row = task->rows[i];
      const IplSetting *setting = &run->settings[row];
      IplSolution *solution = run->sweep->rows[row];
      IplSaddle *saddle = NULL;

      if (solution == NULL)
        {
          g_autofree char *sentence = describe_row (run, setting);

          report (run, 0, sentence);
          if (!setting->gp)
            saddle = ipl_saddle_find (the_case, run->kernel, setting, start,
                                      ipl_work_threads (run->work), run->cancellable, &error);
          if (error == NULL && (saddle == NULL || is_wanted (run, row)))
            solution = ipl_solution_new (run->kernel, setting, g_steal_pointer (&saddle), NULL, 0,
                                         run->cancellable, &error);
          if (solution != NULL)
            add_solved_row (run, row, solution);
          if (error == NULL)
            report (run, 1, sentence);
        }
      g_clear_pointer (&unread, ipl_saddle_free);
      unread = saddle;
      start = solution != NULL ? solution->saddle : saddle;
    }
  if (error != NULL)
    fail (run, (guint)index, error);
}

/* Moves the continuation, if there is a single one, to the end of the list: it runs outside
 * the loop over threads, so that its own parts are shared among them.
 * Returns: the number of tasks in the loop */
static guint
count_parallel (Run *run)
{
  guint last = run->n_tasks - 1;

  if (run->n_continuations != 1)
    return run->n_tasks;
  for (guint i = 0; i < last; i++)
    if (run->tasks[i].n_rows > 0 && !run->settings[run->tasks[i].rows[0]].gp)
      {
        const Task task = run->tasks[last];

        run->tasks[last] = run->tasks[i];
        run->tasks[i] = task;
      }
  return last;
}

/* After a stop, the result has the solved rows only. */
static IplSweep *
end_run (Run *run, GError **error)
{
  GCancellable *stop = run->work != NULL ? run->work->stop : NULL;
  gboolean stopped
      = g_cancellable_is_cancelled (stop)
        && (run->error == NULL || g_error_matches (run->error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  g_autoptr (IplSweep) solved = NULL;

  if (stopped)
    g_clear_error (&run->error);
  if (!ipl_parallel_succeeded (stopped ? NULL : run->cancellable, &run->error, error))
    return NULL;
  if (!stopped && run->wanted == NULL)
    return ipl_sweep_ref (run->sweep);
  solved = ipl_sweep_copy_solved (run->sweep);
  if (solved->n_rows == 0 && g_cancellable_set_error_if_cancelled (stop, error))
    return NULL;
  return g_steal_pointer (&solved);
}

/* Solves the theory at every setting, and the GP limits that go with them. One of @work's
 * cancellable and stop is used: after a stop the sweep has the rows that were solved until then.
 * Rows are shown as they are solved.
 * @wanted: (nullable) [n_settings]: TRUE for the rows that the sweep is to have; rows from which
 *   they continue are solved too
 * @before: (nullable): a sweep, or part of one, whose rows and GP limits are not solved again
 * Returns: NULL with @error, which is G_IO_ERROR_CANCELLED after a stop without a row */
IplSweep *
ipl_sweep_run (IplKernel *kernel, guint n_settings, const IplSetting *settings,
               const gboolean *wanted, const IplSweep *before, const IplWork *work, GError **error)
{
  g_return_val_if_fail (kernel != NULL && n_settings > 0 && settings != NULL, NULL);

  for (guint i = 0; i < n_settings; i++)
    if (!ipl_setting_validate (&settings[i], kernel->the_case, error))
      return NULL;

  gint64 begin_usec = g_get_monotonic_time ();
  g_autoptr (IplSweep) sweep
      = ipl_sweep_new (kernel->the_case, n_settings, settings, before, error);
  Run run = { .sweep = sweep,
              .kernel = kernel,
              .settings = settings,
              .wanted = wanted,
              .work = work,
              .cancellable
              = work != NULL && work->stop != NULL ? work->stop : ipl_work_cancellable (work) };
  IplSweep *solved = NULL;

  if (sweep != NULL && plan (&run, error))
    {
      guint threads = ipl_work_threads (work), n = count_parallel (&run);

      pthread_mutex_init (&run.lock, NULL);
      ipl_parallel_set_inner_threads (threads);
      ipl_parallel_for (n, threads, carry_out, &run, run.cancellable);
      for (guint i = n; i < run.n_tasks && !g_cancellable_is_cancelled (run.cancellable); i++)
        carry_out (i, &run);
      ipl_parallel_set_inner_threads (1);
      pthread_mutex_destroy (&run.lock);
      sweep->seconds += (double)(g_get_monotonic_time () - begin_usec) * 1e-6;
      solved = end_run (&run, error);
    }
  g_free (run.tasks);
  return solved;
}
