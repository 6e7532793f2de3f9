/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves the settings of a sweep, each continuing from a wider one, and computes their
 * observables. */
#include "core/theory/sweep.h"

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include <math.h>
#include <pthread.h>

#include "core/theory/saddle.h"
#include "core/theory/solution.h"

/* Settings of a group are solved from the widest down, each continuing from the preceding one.
 * The length of a continuation depends only on the case, so results do not depend on the number
 * of threads. Small cases gain more from continuation than from a second thread. */
#define LONG_CONTINUATION 16
#define SHORT_CONTINUATION 4
#define LONG_UP_TO_P 200

typedef struct
{
  guint n_rows;
  guint rows[LONG_CONTINUATION];
} Continuation;

/* A task of a thread: the observables of one GP line or one row. */
typedef struct
{
  guint group;
  guint line; /* of a GP, for is_gp */
  guint row;
  gboolean is_gp;
} Reading;

typedef struct
{
  IplSweep *sweep;
  IplKernel *kernel;
  const IplSetting *settings;
  guint n_continuations;
  Continuation *continuations;
  guint n_readings;
  Reading *readings;
  IplSaddle **saddles;    /* [n_rows] between the two stages */
  const gboolean *wanted; /* (nullable) [n_rows] rows to compute observables of; NULL for all */
  const IplWork *work;    /* (nullable) */
  GCancellable *cancellable;
  gint failed;          /* atomic: TRUE to skip the remaining rows */
  pthread_mutex_t lock; /* of what follows; see parallel.c for why not GMutex */
  GError *error;
  guint error_index; /* the first to fail in the order of work is reported */
  guint done;
  guint total;
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

/* Number of settings of a temperature and a set of variances, from the widest down, that
 * continue from each other before the next one starts from the GP limit. */
guint
ipl_sweep_continuation_length (const IplCase *the_case)
{
  return the_case->train.count <= LONG_UP_TO_P ? LONG_CONTINUATION : SHORT_CONTINUATION;
}

static gboolean
is_wanted (const Run *run, guint row)
{
  return run->wanted == NULL || run->wanted[row];
}

/* Ends each continuation with its last row that is wanted; one without such a row goes. */
static void
cut_continuations (Run *run)
{
  guint n = 0;

  for (guint i = 0; i < run->n_continuations; i++)
    {
      Continuation *continuation = &run->continuations[i];

      while (continuation->n_rows > 0
             && !is_wanted (run, continuation->rows[continuation->n_rows - 1]))
        continuation->n_rows--;
      if (continuation->n_rows > 0)
        run->continuations[n++] = *continuation;
    }
  run->n_continuations = n;
}

static gboolean
has_wanted (const Run *run, guint group)
{
  for (guint i = 0; i < run->sweep->n_rows; i++)
    if (run->sweep->group[i] == group && is_wanted (run, i))
      return TRUE;
  return FALSE;
}

static gboolean
plan (Run *run, GError **error)
{
  static const char what[] = "The list of settings";
  IplSweep *sweep = run->sweep;
  guint length = ipl_sweep_continuation_length (ipl_case_info_get_case (sweep->the_case));
  guint n_lines = 1 + sweep->the_case->n_groups;
  g_autofree guint *order = ipl_try_new (guint, sweep->n_rows, what, error);

  if (order != NULL)
    run->continuations = ipl_try_new0 (Continuation, sweep->n_rows, what, error);
  if (run->continuations != NULL)
    run->readings = ipl_try_new0 (
        Reading, (double)sweep->n_rows + (double)sweep->n_groups * n_lines, what, error);
  if (run->readings != NULL)
    run->saddles = ipl_try_new0 (IplSaddle *, sweep->n_rows, what, error);
  if (run->saddles == NULL)
    return FALSE;
  for (guint i = 0; i < sweep->n_rows; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint)sweep->n_rows, sizeof *order, compare_widest_first,
                     (gpointer)run->settings);

  for (guint g = 0; g < sweep->n_groups; g++)
    {
      Continuation *continuation = NULL;

      for (guint i = 0; i < sweep->n_rows; i++)
        {
          if (sweep->group[order[i]] != g || run->settings[order[i]].gp)
            continue;
          if (continuation == NULL || continuation->n_rows == length)
            continuation = &run->continuations[run->n_continuations++];
          continuation->rows[continuation->n_rows++] = order[i];
        }
    }
  cut_continuations (run);
  for (guint g = 0; g < sweep->n_groups; g++)
    for (guint k = 0; k < n_lines && has_wanted (run, g); k++)
      run->readings[run->n_readings++] = (Reading){ g, k, 0, TRUE };
  for (guint i = 0; i < sweep->n_rows; i++)
    if (is_wanted (run, order[i]))
      run->readings[run->n_readings++] = (Reading){ sweep->group[order[i]], 0, order[i], FALSE };
  run->total = sweep->n_rows + run->n_readings;
  return TRUE;
}

static void
run_clear (Run *run)
{
  for (guint i = 0; run->saddles != NULL && i < run->sweep->n_rows; i++)
    ipl_saddle_free (run->saddles[i]);
  g_free (run->saddles);
  g_free (run->continuations);
  g_free (run->readings);
}

static void
report (Run *run, const char *sentence)
{
  pthread_mutex_lock (&run->lock);
  run->done++;
  ipl_work_progress (run->work, (double)run->done / (double)run->total, -1.0, sentence);
  pthread_mutex_unlock (&run->lock);
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

static void
follow_continuation (gsize index, gpointer data)
{
  Run *run = data;
  const Continuation *continuation = &run->continuations[index];
  const IplSaddle *start = NULL;

  for (guint i = 0; i < continuation->n_rows && !g_atomic_int_get (&run->failed); i++)
    {
      guint row = continuation->rows[i];
      const IplSetting *setting = &run->settings[row];
      g_autofree char *widths = ipl_setting_widths_text (setting);
      g_autofree char *sentence
          = g_strdup_printf ("Solving N = %s, T = %g", widths, setting->temperature);
      GError *error = NULL;

      run->saddles[row]
          = ipl_saddle_find (ipl_case_info_get_case (run->sweep->the_case), run->kernel, setting,
                             start, ipl_work_threads (run->work), run->cancellable, &error);
      if (run->saddles[row] == NULL)
        {
          fail (run, (guint)index, error);
          return;
        }
      start = run->saddles[row];
      report (run, sentence);
    }
}

static void
read_off (gsize index, gpointer data)
{
  Run *run = data;
  const Reading *reading = &run->readings[index];
  IplSweep *sweep = run->sweep;
  IplCase *the_case = ipl_case_info_get_case (sweep->the_case);
  g_autofree char *sentence = NULL;
  GError *error = NULL;
  IplSolution *solution;

  if (g_atomic_int_get (&run->failed))
    return;
  /* Stopped before. */
  if (!reading->is_gp && !run->settings[reading->row].gp && run->saddles[reading->row] == NULL)
    return;
  if (reading->is_gp)
    {
      IplGpLine *line = &sweep->groups[reading->group].lines[reading->line];
      const IplPathGroup *paths = reading->line > 0 ? &the_case->groups[reading->line - 1] : NULL;
      guint row = 0;

      while (sweep->group[row] != reading->group)
        row++;
      solution = line->solution
          = ipl_solution_gp (the_case, run->kernel, &run->settings[row],
                             paths != NULL ? paths->paths : NULL,
                             paths != NULL ? paths->n_paths : 0, run->cancellable, &error);
      sentence = g_strdup_printf ("Gaussian-process limit, %s", line->label);
    }
  else
    {
      const IplSetting *setting = &run->settings[reading->row];
      g_autofree char *widths = ipl_setting_widths_text (setting);

      solution = sweep->rows[reading->row]
          = setting->gp ? ipl_solution_gp (the_case, run->kernel, setting, NULL, 0,
                                           run->cancellable, &error)
                        : ipl_solution_from_saddle (the_case, run->kernel, setting,
                                                    g_steal_pointer (&run->saddles[reading->row]),
                                                    run->cancellable, &error);
      sentence = g_strdup_printf ("Predicting N = %s, T = %g", widths, setting->temperature);
    }
  if (solution == NULL)
    fail (run, (guint)index, error);
  else
    report (run, sentence);
}

/* Drops rows without a solution, and groups without a row. */
static IplSweep *
drop_unsolved (const IplSweep *self, GCancellable *stop, GError **error)
{
  g_autoptr (IplSweep) solved = ipl_sweep_copy_solved (self);

  if (solved->n_rows == 0 && g_cancellable_set_error_if_cancelled (stop, error))
    return NULL;
  return g_steal_pointer (&solved);
}

/* TRUE if observables of solved rows are computed even after a stop, as they are the smaller
 * part of the work; not for a single setting. */
static gboolean
go_on_after_stop (Run *run)
{
  guint n = 0;

  for (guint i = 0; i < run->sweep->n_rows; i++)
    n += run->saddles[i] != NULL || run->settings[i].gp;
  if (n == 0 || run->sweep->n_rows == 1
      || (run->error != NULL && !g_error_matches (run->error, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    return FALSE;
  g_clear_error (&run->error);
  run->failed = FALSE;
  run->cancellable = NULL;
  return TRUE;
}

/* A single piece runs outside a loop, so that its own parts may be one. */
static void
run_stage (Run *run, guint n, IplParallelFunc func, gboolean serial)
{
  if (serial)
    func (0, run);
  else
    ipl_parallel_for (n, ipl_work_threads (run->work), func, run, run->cancellable);
}

/* Finds the order parameters of all rows, then their observables. FALSE with @error. */
static gboolean
run_stages (Run *run, GError **error)
{
  gboolean keep = run->work != NULL && run->work->stop != NULL;

  run->cancellable = keep ? run->work->stop : ipl_work_cancellable (run->work);
  pthread_mutex_init (&run->lock, NULL);
  ipl_parallel_set_inner_threads (ipl_work_threads (run->work));
  run_stage (run, run->n_continuations, follow_continuation, run->n_continuations == 1);
  if (keep)
    go_on_after_stop (run);
  if (!run->failed)
    run_stage (run, run->n_readings, read_off, FALSE);
  ipl_parallel_set_inner_threads (1);
  pthread_mutex_destroy (&run->lock);
  return ipl_parallel_succeeded (run->cancellable, &run->error, error);
}

/* Solves the theory at every setting, and the GP limits that go with them. One of @work's
 * cancellable and stop is used: after a stop the sweep has the rows that were solved until then.
 * @wanted: (nullable) [n_settings]: TRUE for the rows that the sweep is to have; rows from which
 *   they continue are solved too
 * Returns: NULL with @error, which is G_IO_ERROR_CANCELLED after a stop without a row */
IplSweep *
ipl_sweep_run (IplCase *the_case, IplKernel *kernel, guint n_settings, const IplSetting *settings,
               const gboolean *wanted, const IplWork *work, GError **error)
{
  g_return_val_if_fail (the_case != NULL && kernel != NULL, NULL);
  g_return_val_if_fail (n_settings > 0 && settings != NULL, NULL);

  for (guint i = 0; i < n_settings; i++)
    if (!ipl_setting_validate (&settings[i], the_case, error))
      return NULL;

  gint64 begin_usec = g_get_monotonic_time ();
  g_autoptr (IplSweep) sweep = ipl_sweep_new (the_case, n_settings, settings, error);
  Run run
      = { .sweep = sweep, .kernel = kernel, .settings = settings, .wanted = wanted, .work = work };
  gboolean succeeded = sweep != NULL && plan (&run, error) && run_stages (&run, error);

  run_clear (&run);
  if (!succeeded)
    return NULL;
  sweep->seconds = (double)(g_get_monotonic_time () - begin_usec) * 1e-6;
  if (wanted != NULL || (work != NULL && g_cancellable_is_cancelled (work->stop)))
    return drop_unsolved (sweep, work != NULL ? work->stop : NULL, error);
  return g_steal_pointer (&sweep);
}
