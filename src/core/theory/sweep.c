/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/sweep.h"

#include <math.h>

#include "core/base/memory.h"
#include "core/base/ref-count.h"

static void
sweep_clear (IplSweep *self)
{
  for (guint i = 0; i < self->n_rows; i++)
    g_clear_pointer (&self->rows[i], ipl_solution_unref);
  for (guint i = 0; i < self->n_groups; i++)
    {
      for (guint k = 0; k < self->groups[i].n_lines; k++)
        {
          g_free (self->groups[i].lines[k].label);
          g_free (self->groups[i].lines[k].paths);
          g_clear_pointer (&self->groups[i].lines[k].solution, ipl_solution_unref);
        }
      g_free (self->groups[i].lines);
    }
  g_free (self->groups);
  g_free (self->rows);
  g_free (self->group);
  ipl_case_info_unref (self->the_case);
}

IPL_DEFINE_REFERENCES (IplSweep, ipl_sweep, sweep_clear)

static IplGpLine
line_copy (const IplGpLine *line, IplSolution *solution)
{
  return (IplGpLine){ g_strdup (line->label), line->n_paths,
                      g_memdup2 (line->paths, line->n_paths * sizeof *line->paths), solution };
}

/* Numbers the groups of the rows; @first: [n_rows] first row of each group. */
static void
find_groups (IplSweep *self, const IplSetting *settings, guint *first)
{
  for (guint i = 0; i < self->n_rows; i++)
    {
      guint g = 0;

      while (g < self->n_groups && !ipl_setting_same_prior (&settings[first[g]], &settings[i]))
        g++;
      if (g == self->n_groups)
        first[self->n_groups++] = i;
      self->group[i] = g;
    }
}

/* The group of @before for a setting, or NULL. */
static const IplSweepGroup *
find_group (const IplSweep *before, const IplSetting *setting)
{
  for (guint g = 0; g < before->n_groups; g++)
    if (before->groups[g].n_lines > 0
        && ipl_setting_same_prior (setting, &before->groups[g].lines[0].solution->setting))
      return &before->groups[g];
  return NULL;
}

/* Copies the solutions of @before, of the same case: rows at the same settings, and GP lines. */
static void
copy_solutions (IplSweep *self, const IplSetting *settings, const guint *first,
                const IplSweep *before)
{
  for (guint i = 0; i < self->n_rows; i++)
    for (guint k = 0; k < before->n_rows && self->rows[i] == NULL; k++)
      if (before->rows[k] != NULL && ipl_setting_equal (&before->rows[k]->setting, &settings[i]))
        self->rows[i] = ipl_solution_ref (before->rows[k]);
  for (guint g = 0; g < self->n_groups; g++)
    {
      const IplSweepGroup *solved = find_group (before, &settings[first[g]]);

      for (guint k = 0; solved != NULL && k < self->groups[g].n_lines; k++)
        self->groups[g].lines[k].solution = ipl_solution_ref (solved->lines[k].solution);
    }
  self->seconds = before->seconds;
}

/* A sweep with its groups, without solutions except those of @before (nullable).
 * @settings: [n_settings] in the order of the rows */
IplSweep *
ipl_sweep_new (IplCase *the_case, guint n_settings, const IplSetting *settings,
               const IplSweep *before, GError **error)
{
  static const char what[] = "The list of settings";
  g_autoptr (IplSweep) self = g_new0 (IplSweep, 1);
  g_autofree guint *first = ipl_try_new (guint, n_settings, what, error); /* of each group */

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_info_ref (&the_case->info);
  if (first != NULL)
    self->rows = ipl_try_new0 (IplSolution *, n_settings, what, error);
  if (self->rows != NULL)
    self->group = ipl_try_new0 (guint, n_settings, what, error);
  if (self->group == NULL)
    return NULL;
  self->n_rows = n_settings;
  find_groups (self, settings, first);
  self->groups = ipl_try_new0 (IplSweepGroup, self->n_groups, what, error);
  if (self->groups == NULL)
    {
      self->n_groups = 0;
      return NULL;
    }
  for (guint g = 0; g < self->n_groups; g++)
    {
      self->groups[g].n_lines = 1 + the_case->n_groups;
      self->groups[g].lines = g_new0 (IplGpLine, self->groups[g].n_lines);
      for (guint k = 0; k < self->groups[g].n_lines; k++)
        {
          const IplPathGroup *group = k > 0 ? &the_case->groups[k - 1] : NULL;
          const IplGpLine line = { group != NULL ? group->label : "all paths",
                                   group != NULL ? group->n_paths : the_case->Pi,
                                   group != NULL ? group->paths : NULL };

          self->groups[g].lines[k] = line_copy (&line, NULL);
        }
    }
  if (before != NULL && before->the_case == self->the_case)
    copy_solutions (self, settings, first, before);
  return g_steal_pointer (&self);
}

static IplSweep *
sweep_new (const IplCaseInfo *the_case, guint n)
{
  IplSweep *self = g_new0 (IplSweep, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_info_ref (the_case);
  self->n_rows = n;
  self->rows = g_new0 (IplSolution *, MAX (n, 1));
  self->group = g_new0 (guint, MAX (n, 1));
  return self;
}

static void
copy_group (IplSweepGroup *to, const IplSweepGroup *from)
{
  to->n_lines = from->n_lines;
  to->lines = g_new0 (IplGpLine, MAX (from->n_lines, 1));
  for (guint i = 0; i < from->n_lines; i++)
    {
      const IplGpLine *line = &from->lines[i];

      to->lines[i] = line_copy (line, ipl_solution_ref (line->solution));
    }
}

/* TRUE if the GP limits of the group are solved. */
static gboolean
has_lines (const IplSweepGroup *self)
{
  for (guint k = 0; k < self->n_lines; k++)
    if (self->lines[k].solution == NULL)
      return FALSE;
  return self->n_lines > 0;
}

/* A copy with the same, shared solutions. A group whose GP limits are not all solved has no lines
 * in the copy, and its rows are NULL. */
IplSweep *
ipl_sweep_copy (const IplSweep *self)
{
  IplSweep *copy = sweep_new (self->the_case, self->n_rows);

  copy->n_groups = self->n_groups;
  copy->groups = g_new0 (IplSweepGroup, MAX (self->n_groups, 1));
  for (guint g = 0; g < self->n_groups; g++)
    if (has_lines (&self->groups[g]))
      copy_group (&copy->groups[g], &self->groups[g]);
  for (guint i = 0; i < self->n_rows; i++)
    {
      copy->group[i] = self->group[i];
      if (self->rows[i] != NULL && copy->groups[copy->group[i]].n_lines > 0)
        copy->rows[i] = ipl_solution_ref (self->rows[i]);
    }
  copy->seconds = self->seconds;
  return copy;
}

/* A sweep of the solved rows and groups, in the same order. */
IplSweep *
ipl_sweep_copy_solved (const IplSweep *self)
{
  g_autofree guint *place = g_new0 (guint, MAX (self->n_groups, 1));
  IplSweep *solved = sweep_new (self->the_case, self->n_rows);

  solved->groups = g_new0 (IplSweepGroup, MAX (self->n_groups, 1));
  for (guint g = 0; g < self->n_groups; g++)
    if (has_lines (&self->groups[g]))
      {
        place[g] = solved->n_groups;
        copy_group (&solved->groups[solved->n_groups++], &self->groups[g]);
      }
  solved->n_rows = 0;
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i] != NULL && has_lines (&self->groups[self->group[i]]))
      {
        solved->group[solved->n_rows] = place[self->group[i]];
        solved->rows[solved->n_rows++] = ipl_solution_ref (self->rows[i]);
      }
  solved->seconds = self->seconds;
  return solved;
}

/* The index of the group in @self that equals @from; adds it if it is missing. */
static guint
find_or_add_group (IplSweep *self, const IplSweepGroup *from, gboolean one_group)
{
  const IplSetting *setting = &from->lines[0].solution->setting;
  guint g = 0;

  while (g < self->n_groups && !one_group
         && !ipl_setting_same_prior (&self->groups[g].lines[0].solution->setting, setting))
    g++;
  if (g == self->n_groups)
    copy_group (&self->groups[self->n_groups++], from);
  return g;
}

/* A sweep whose row i + k * @n is row k of part i; parts with one row fewer come last.
 * @parts: [@n] solved sweeps of the same case
 * @one_group: TRUE if all rows share their GP limits, as those of ipl_sweep_best() */
IplSweep *
ipl_sweep_interleave (guint n, const IplSweep *const *parts, gboolean one_group)
{
  guint n_rows = 0;
  IplSweep *self;

  for (guint i = 0; i < n; i++)
    n_rows += parts[i]->n_rows;
  self = sweep_new (parts[0]->the_case, n_rows);
  self->groups = g_new0 (IplSweepGroup, MAX (n_rows, 1));
  for (guint row = 0; row < n_rows; row++)
    {
      const IplSweep *part = parts[row % n];
      guint k = row / n;

      self->rows[row] = ipl_solution_ref (part->rows[k]);
      self->group[row] = find_or_add_group (self, &part->groups[part->group[k]], one_group);
    }
  return self;
}

/* TRUE if @a has a better score than @b on the case's own test set. In a tie the first stays;
 * NaN is worse than any score. */
static gboolean
better (const IplSolution *a, const IplSolution *b, const IplScore *score)
{
  if (a == NULL || a->n_tests == 0)
    return FALSE;
  if (b == NULL)
    return TRUE;
  return ipl_score_is_better (score, a->tests[0].accuracy, b->tests[0].accuracy);
}

static void
update_best (IplSolution **best, IplSolution *solution, const IplScore *score)
{
  if (!better (solution, *best, score))
    return;
  g_clear_pointer (best, ipl_solution_unref);
  *best = ipl_solution_ref (solution);
}

/* The GP limits, each at its best temperature. */
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

      *line = line_copy (&grid->groups[0].lines[k], NULL);
      for (guint g = 0; g < grid->n_groups; g++)
        {
          IplSolution *solution = grid->groups[g].lines[k].solution;

          update_best (&line->solution, solution, score);
        }
    }
}

/* For each width, the row with the best score on the case's own test set, which is how the
 * authors choose the temperature (THEORY.md section 8), and the GP limits likewise; in a tie the
 * first in the list. All rows form a single group, for any temperature. The choice uses the test
 * labels, which makes every width look slightly better. */
IplSweep *
ipl_sweep_best (IplSweep *grid)
{
  IplSweep *self = sweep_new (grid->the_case, grid->n_rows);
  const IplScore *score = ipl_case_get_score (grid->the_case);
  g_autofree const IplSetting **widths = g_new (const IplSetting *, MAX (grid->n_rows, 1));

  self->seconds = grid->seconds;
  self->n_rows = 0;
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
      update_best (&self->rows[k], row, score);
    }
  if (grid->n_groups > 0)
    best_lines (self, grid);
  return self;
}

/* The best temperature at the width of @best nearest to the setting's, by the ratio of the
 * largest widths; for the GP limit that of its best line. The setting's temperature if @best has
 * no rows. */
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
