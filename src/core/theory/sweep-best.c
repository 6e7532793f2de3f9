/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/sweep-best.h"

#include <math.h>

/* Whether @a does better than @b on the case's own test set; the first of equals stays, and any
 * score does better than one that is not a number. */
static gboolean
better (const IplSolution *a, const IplSolution *b, const IplScore *score)
{
  if (a == NULL || a->n_tests == 0)
    return FALSE;
  if (b == NULL)
    return TRUE;
  return ipl_score_is_better (score, a->tests[0].accuracy, b->tests[0].accuracy);
}

/* The GP limits, each at its own best temperature. */
static void
best_lines (IplSweep *self, const IplSweep *grid)
{
  const IplScore *score = ipl_case_get_score (grid->the_case);

  self->n_groups = 1;
  self->groups = g_new0 (IplSweepGroup, 1);
  self->groups[0].n_lines = grid->groups[0].n_lines;
  self->groups[0].lines = g_new0 (IplGpLine, self->groups[0].n_lines);
  for (guint k = 0; k < self->groups[0].n_lines; k++)
    {
      IplGpLine *line = &self->groups[0].lines[k];

      line->label = g_strdup (grid->groups[0].lines[k].label);
      line->n_paths = grid->groups[0].lines[k].n_paths;
      line->paths = g_memdup2 (grid->groups[0].lines[k].paths, line->n_paths * sizeof *line->paths);
      for (guint g = 0; g < grid->n_groups; g++)
        {
          IplSolution *solution = grid->groups[g].lines[k].solution;

          if (better (solution, line->solution, score))
            {
              g_clear_pointer (&line->solution, ipl_solution_unref);
              line->solution = ipl_solution_ref (solution);
            }
        }
    }
}

/* Of each width the row that does best on the case's own test set, as the authors choose the
 * temperature (THEORY.md section 8), and the GP limits likewise; of equals the one that was asked
 * for first. All rows are one group, whatever their temperature. The choice looks at the test
 * labels, which flatters every width a little. */
IplSweep *
ipl_sweep_best (IplSweep *grid)
{
  IplSweep *self = g_new0 (IplSweep, 1);
  const IplScore *score = ipl_case_get_score (grid->the_case);
  g_autofree const IplSetting **widths = g_new (const IplSetting *, MAX (grid->n_rows, 1));

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_info_ref (grid->the_case);
  self->seconds = grid->seconds;
  self->rows = g_new0 (IplSolution *, grid->n_rows);
  self->group = g_new0 (guint, grid->n_rows);
  for (guint i = 0; i < grid->n_rows; i++)
    {
      IplSolution *row = grid->rows[i];
      guint k = 0;

      if (row == NULL)
        continue;
      while (k < self->n_rows && !ipl_setting_same_widths (widths[k], &row->setting))
        k++;
      if (k == self->n_rows)
        widths[self->n_rows++] = &row->setting;
      if (better (row, self->rows[k], score))
        {
          g_clear_pointer (&self->rows[k], ipl_solution_unref);
          self->rows[k] = ipl_solution_ref (row);
        }
    }
  if (grid->n_groups > 0)
    best_lines (self, grid);
  return self;
}

/* The temperature that does best at the width of @best nearest to the setting's, by the ratio of
 * the largest widths; for the GP limit that of its own best line. The setting's own temperature
 * where nothing is known. */
double
ipl_sweep_best_temperature (const IplSweep *grid, const IplSweep *best, const IplSetting *setting)
{
  const IplScore *score = ipl_case_get_score (grid->the_case);
  const IplSolution *chosen = NULL;
  double least = INFINITY;

  if (setting->gp)
    {
      for (guint g = 0; g < grid->n_groups; g++)
        {
          const IplSweepGroup *group = &grid->groups[g];

          if (group->n_lines > 0 && better (group->lines[0].solution, chosen, score))
            chosen = group->lines[0].solution;
        }
      return chosen != NULL ? chosen->setting.temperature : setting->temperature;
    }
  for (guint i = 0; i < best->n_rows; i++)
    {
      const IplSolution *row = best->rows[i];
      double distance;

      if (row == NULL)
        continue;
      distance = fabs (log ((double)ipl_setting_largest_width (&row->setting)
                            / (double)ipl_setting_largest_width (setting)));
      if (distance < least)
        {
          least = distance;
          chosen = row;
        }
    }
  return chosen != NULL ? chosen->setting.temperature : setting->temperature;
}
