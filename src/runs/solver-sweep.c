/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solutions at the other widths, each at one temperature or at the best of several. */
#include "runs/solver-private.h"

#include "core/base/parallel.h"

#include "core/theory/sweep.h"

/* Time of a solve from which a sweep is delivered width by width. */
#define SLOW_SOLVE_SECONDS 0.02

typedef struct
{
  IplJob *job;
  double from, to; /* range of this step in the progress bar */
} Progress;

/* Lists the widths with the current variances, at the current temperature or at every temperature
 * of the list; the current one comes first if the list includes it. */
static IplSetting *
list_settings (const IplParameters *parameters, guint *n)
{
  guint n_widths = parameters->n_widths, n_temperatures = MAX (parameters->n_temperatures, 1);
  IplSetting *settings = g_new (IplSetting, n_widths * n_temperatures + 1);
  double first = parameters->current.temperature;
  guint at = 0;

  if (parameters->n_temperatures > 0)
    {
      gboolean listed = FALSE;

      for (guint t = 0; t < n_temperatures; t++)
        listed = listed || parameters->temperatures[t] == first;
      if (!listed)
        first = parameters->temperatures[0];
    }
  for (int t = -1; t < (int)parameters->n_temperatures; t++)
    {
      if (t >= 0 && parameters->temperatures[t] == first)
        continue;
      for (guint i = 0; i < n_widths; i++)
        {
          IplSetting *setting = &settings[at++];

          *setting = ipl_parameters_get_setting (parameters, i);
          setting->temperature = t < 0 ? first : parameters->temperatures[t];
          setting->components = parameters->display.n_components;
        }
    }
  *n = at;
  return settings;
}

static void
sweep_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  const Progress *progress = data;

  ipl_job_progress (progress->job, progress->from + fraction * (progress->to - progress->from),
                    seconds_left, sentence);
}

/* Settings that are solved at once, as a part of the progress of the job. */
static IplSweep *
run_part (const IplSolver *self, guint n, const IplSetting *settings, Progress *progress,
          GError **error)
{
  const IplWork work = { .threads = ipl_parallel_default_threads (),
                         .cancellable = ipl_solver_sweep_cancellable (self),
                         .progress = sweep_progress,
                         .data = progress };

  return ipl_sweep_run (self->the_case, self->kernel, n, settings, NULL, &work, error);
}

/* TRUE if no row of the grid is missing. Every row comes with the GP lines of its group. */
static gboolean
grid_answers (const IplSolver *self, guint n, const IplSetting *settings)
{
  const IplSweep *grid = self->grid;

  if (grid == NULL || grid->n_rows != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (grid->rows[i] == NULL || !ipl_setting_equal (&grid->rows[i]->setting, &settings[i]))
      return FALSE;
  return TRUE;
}

static int
compare_widest_first (gconstpointer a, gconstpointer b, gpointer data)
{
  const IplSetting *settings = data;
  guint i = *(const guint *)a, k = *(const guint *)b;
  guint wi = ipl_setting_largest_width (&settings[i]),
        wk = ipl_setting_largest_width (&settings[k]);

  return wi != wk ? (wi > wk ? -1 : 1) : (i < k ? -1 : i > k);
}

/* Derives the shown rows from the grid. */
static void
derive_sweep (IplSolver *self)
{
  self->gp_paths = NULL;
  self->is_best = self->requested->n_temperatures > 0;
  if (self->is_best)
    {
      g_autoptr (IplSweep) known = ipl_sweep_copy_solved (self->grid);

      ipl_solver_show (self, &ipl_quantity_sweep, ipl_sweep_best (known));
    }
  else
    ipl_solver_show (self, &ipl_quantity_sweep, ipl_sweep_ref (self->grid));
}

/* @grid: (transfer full) */
static void
set_grid (IplSolver *self, IplSweep *grid)
{
  g_clear_pointer (&self->grid, ipl_sweep_unref);
  self->grid = grid;
  derive_sweep (self);
}

static guint
count_solved (const IplSweep *grid)
{
  guint n = 0;

  for (guint i = 0; i < grid->n_rows; i++)
    n += grid->rows[i] != NULL;
  return n;
}

static gboolean
sweep_at_once (IplSolver *self, guint n, const IplSetting *settings, GError **error)
{
  Progress progress = { self->job, 0.0, 1.0 };
  IplSweep *grid = run_part (self, n, settings, &progress, error);

  if (grid == NULL)
    return FALSE;
  set_grid (self, grid);
  return TRUE;
}

/* Shows the sweep so far. The next rows go into a copy, since the shown sweep is immutable. */
static void
show_part (IplSolver *self, const IplSweep *grid)
{
  set_grid (self, ipl_sweep_copy (grid));
  ipl_solver_post (self, FALSE, NULL);
}

/* Solves one temperature of the grid row by row, from the widest down, with the continuation of
 * ipl_sweep_run(), so the numbers are identical. Solved rows are shown at once and survive an
 * interruption. */
static gboolean
sweep_group (IplSolver *self, IplSweep *grid, guint group, guint n, const IplSetting *settings,
             GError **error)
{
  GCancellable *cancellable = ipl_solver_sweep_cancellable (self);
  g_autofree guint *order = g_new (guint, n);
  const IplSolution *start = NULL;
  gboolean is_complete = TRUE;
  guint n_order = 0, n_finite = 0;

  for (guint i = 0; i < n; i++)
    if (grid->group[i] == group)
      order[n_order++] = i;
  g_qsort_with_data (order, (int)n_order, sizeof *order, compare_widest_first, (gpointer)settings);
  if (grid->groups[group].n_lines == 0)
    {
      double done = (double)count_solved (grid) / n;
      Progress progress = { self->job, done, done + 1.0 / n };
      g_autoptr (IplSweep) part = run_part (self, 1, &settings[order[0]], &progress, error);

      if (part == NULL)
        return FALSE;
      ipl_sweep_adopt (grid, 1, order, part);
      show_part (self, grid);
    }
  ipl_parallel_set_inner_threads (ipl_parallel_default_threads ());
  for (guint k = 0; k < n_order; k++)
    {
      const IplSetting *setting = &settings[order[k]];
      IplSolution **row = &grid->rows[order[k]];

      if (!setting->gp && n_finite++ % ipl_sweep_continuation_length (self->the_case) == 0)
        start = NULL;
      if (*row == NULL)
        {
          guint done = count_solved (grid);
          g_autofree char *widths = ipl_setting_widths_text (setting);
          g_autofree char *sentence = grid->n_groups > 1
                                          ? g_strdup_printf ("%u of %u: N = %s, T = %.4g", done + 1,
                                                             n, widths, setting->temperature)
                                          : g_strdup_printf ("Solving at N = %s", widths);

          ipl_job_progress (self->job, (double)done / n, -1.0, sentence);
          *row = ipl_solution_solve (self->the_case, self->kernel, setting, start, cancellable,
                                     error);
          is_complete = *row != NULL;
          if (!is_complete)
            break;
          show_part (self, grid);
        }
      if (!setting->gp)
        start = *row;
    }
  ipl_parallel_set_inner_threads (1);
  /* The last row may be an earlier result, so it does not show whether the group is complete. */
  return is_complete;
}

/* Solves the missing rows of the temperatures [@first, @end) in parallel, which is faster than row
 * by row: a single solve gains less from a second thread. */
static gboolean
sweep_groups (IplSolver *self, IplSweep *grid, guint first, guint end, guint n,
              const IplSetting *settings, GError **error)
{
  double done = (double)count_solved (grid) / n;
  g_autofree guint *rows = g_new (guint, n);
  g_autofree IplSetting *wanted = g_new (IplSetting, n);
  g_autoptr (IplSweep) part = NULL;
  guint n_rows = 0;

  for (guint i = 0; i < n; i++)
    if (grid->group[i] >= first && grid->group[i] < end
        && (grid->rows[i] == NULL || grid->groups[grid->group[i]].n_lines == 0))
      {
        wanted[n_rows] = settings[i];
        rows[n_rows++] = i;
      }
  if (n_rows == 0)
    return TRUE;

  Progress progress = { self->job, done, done + (double)n_rows / n };

  part = run_part (self, n_rows, wanted, &progress, error);
  if (part == NULL)
    return FALSE;
  ipl_sweep_adopt (grid, n_rows, rows, part);
  show_part (self, grid);
  return TRUE;
}

static gboolean
sweep_by_parts (IplSolver *self, guint n, const IplSetting *settings, GError **error)
{
  g_autoptr (IplSweep) grid = ipl_sweep_resume (self->the_case, self->grid, n, settings);
  guint at_once = ipl_parallel_default_threads ();

  if (!sweep_group (self, grid, 0, n, settings, error))
    return FALSE;
  for (guint g = 1; g < grid->n_groups; g += at_once)
    if (!sweep_groups (self, grid, g, g + at_once, n, settings, error))
      return FALSE;
  set_grid (self, g_steal_pointer (&grid));
  return TRUE;
}

/* Adds the GP limits of chosen paths to those of the sweep. Paths that no longer exist, such as
 * those of a removed head, are left out. */
static gboolean
ensure_subsets (IplSolver *self, GError **error)
{
  const char *gp_paths = self->requested->gp_paths;
  g_autoptr (IplSweep) known = NULL, with_lines = NULL;
  g_autoptr (GPtrArray) subsets = NULL;

  if (self->gp_paths == gp_paths || (self->gp_paths == NULL && gp_paths[0] == '\0'))
    return TRUE;
  subsets = ipl_path_subsets_parse (self->the_case, gp_paths, NULL);
  known = ipl_sweep_copy_solved (self->grid);
  if (subsets == NULL)
    with_lines = ipl_sweep_ref (known);
  else
    with_lines = ipl_sweep_with_subsets (known, self->kernel, subsets,
                                         ipl_solver_sweep_cancellable (self), error);
  if (with_lines == NULL)
    return FALSE;
  ipl_solver_show (self, &ipl_quantity_sweep,
                   self->is_best ? ipl_sweep_best (with_lines) : g_steal_pointer (&with_lines));
  self->gp_paths = gp_paths;
  return TRUE;
}

/* Solves every width at every temperature, without the GP limits of chosen paths. */
static gboolean
ensure_grid (IplSolver *self, GError **error)
{
  const IplParameters *parameters = self->requested;
  g_autofree IplSetting *settings = NULL;
  guint n;

  if (parameters->n_widths == 0)
    return TRUE;
  settings = list_settings (parameters, &n);
  if (grid_answers (self, n, settings))
    {
      if (self->is_best != (parameters->n_temperatures > 0))
        derive_sweep (self);
      return TRUE;
    }
  if (self->solve_seconds > SLOW_SOLVE_SECONDS)
    return sweep_by_parts (self, n, settings, error);
  return sweep_at_once (self, n, settings, error);
}

/* Step 3: the other widths, and the GP limits. */
gboolean
ipl_solver_ensure_sweep (IplSolver *self, GError **error)
{
  return ensure_grid (self, error)
         && (self->requested->n_widths == 0 || ensure_subsets (self, error));
}

/* TRUE if the best temperature is known at every requested width. */
gboolean
ipl_solver_has_best (const IplSolver *self)
{
  const IplParameters *parameters = self->requested;
  g_autofree IplSetting *settings = NULL;
  guint n;

  if (parameters->n_temperatures == 0 || parameters->n_widths == 0 || !self->is_best)
    return FALSE;
  settings = list_settings (parameters, &n);
  return grid_answers (self, n, settings);
}

/* Returns: the temperature that is best at the widths of a setting. Requires a sweep of best
 *   temperatures. */
double
ipl_solver_best_temperature (const IplSolver *self, const IplSetting *setting)
{
  return ipl_sweep_best_temperature (self->grid, self->sweep, setting);
}
