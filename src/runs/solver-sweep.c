/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solutions at the other widths, each at one temperature or at the best of several. */
#include "runs/solver-private.h"

#include <string.h>

#include "core/base/parallel.h"
#include "core/theory/sweep.h"

/* Time of a solve from which a sweep is delivered row by row, and rows are reused. */
#define SLOW_SOLVE_SECONDS 0.02

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

/* Shows the rows of the grid, each width at its best temperature if there are several.
 * @gp_paths: interned: paths whose GP limits are added; paths that no longer exist, such as those
 *   of a removed head, are left out */
static gboolean
show_grid (IplSolver *self, const char *gp_paths, GError **error)
{
  gboolean best = self->requested->n_temperatures > 0;
  g_autoptr (GPtrArray) subsets
      = gp_paths[0] != '\0' ? ipl_path_subsets_parse (self->the_case, gp_paths, NULL) : NULL;
  g_autoptr (IplSweep) known
      = best || subsets != NULL ? ipl_sweep_copy_solved (self->grid) : ipl_sweep_ref (self->grid);
  g_autoptr (IplSweep) sweep
      = subsets != NULL ? ipl_sweep_with_subsets (known, self->kernel, subsets,
                                                  ipl_solver_sweep_cancellable (self), error)
                        : ipl_sweep_ref (known);

  if (sweep == NULL)
    return FALSE;
  ipl_solver_show (self, &ipl_quantity_sweep,
                   best ? ipl_sweep_best (sweep) : g_steal_pointer (&sweep));
  self->is_best = best;
  self->gp_paths = gp_paths;
  return TRUE;
}

/* @grid: (transfer full) */
static void
set_grid (IplSolver *self, IplSweep *grid)
{
  g_clear_pointer (&self->grid, ipl_sweep_unref);
  self->grid = grid;
  show_grid (self, "", NULL);
}

/* Shows the rows so far, which also survive an interruption. */
static void
show_rows (gconstpointer so_far, double fraction, gpointer data)
{
  set_grid (data, ipl_sweep_ref ((IplSweep *)so_far));
  ipl_solver_post (data, FALSE, NULL);
}

/* Step 3: every width at every temperature, and the GP limits. */
gboolean
ipl_solver_ensure_sweep (IplSolver *self, GError **error)
{
  const IplParameters *parameters = self->requested;
  gboolean slow = self->solve_seconds > SLOW_SOLVE_SECONDS;
  g_autofree IplSetting *settings = NULL;
  guint n;

  if (parameters->n_widths == 0)
    return TRUE;
  settings = list_settings (parameters, &n);
  if (!grid_answers (self, n, settings))
    {
      IplSweep *grid
          = ipl_sweep_run (self->kernel, n, settings, NULL, slow ? self->grid : NULL,
                           &(IplWork){ .threads = ipl_parallel_default_threads (),
                                       .cancellable = ipl_solver_sweep_cancellable (self),
                                       .progress = ipl_solver_report,
                                       .show = slow ? show_rows : NULL,
                                       .data = self },
                           error);

      if (grid == NULL)
        return FALSE;
      set_grid (self, grid);
    }
  return (self->is_best == (parameters->n_temperatures > 0)
          && strcmp (self->gp_paths, parameters->gp_paths) == 0)
         || show_grid (self, parameters->gp_paths, error);
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
