/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/sweep-merge.h"

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

      to->lines[i] = (IplGpLine){ g_strdup (line->label), line->n_paths,
                                  g_memdup2 (line->paths, line->n_paths * sizeof *line->paths),
                                             ipl_solution_ref (line->solution) };
    }
}

/* The group of @old that goes with a setting, where it is known. */
static const IplSweepGroup *
find_group (const IplSweep *old, const IplSetting *setting)
{
  for (guint g = 0; g < old->n_groups; g++)
    if (old->groups[g].n_lines > 0
        && ipl_setting_same_prior (setting, &old->groups[g].lines[0].solution->setting))
      return &old->groups[g];
  return NULL;
}

/* A sweep over @settings that holds what @old already knows; NULL rows are still to be solved, and
 * groups without lines too. @settings: [n] settings. */
IplSweep *
ipl_sweep_resume (IplCase *the_case, const IplSweep *old, guint n, const IplSetting *settings)
{
  IplSweep *self = sweep_new (&the_case->info, n);
  g_autofree guint *first = g_new (guint, MAX (n, 1)); /* row of each group */

  for (guint i = 0; i < n; i++)
    {
      guint g = 0;

      while (g < self->n_groups && !ipl_setting_same_prior (&settings[i], &settings[first[g]]))
        g++;
      if (g == self->n_groups)
        first[self->n_groups++] = i;
      self->group[i] = g;
    }
  self->groups = g_new0 (IplSweepGroup, MAX (self->n_groups, 1));
  if (old == NULL || old->the_case != &the_case->info)
    return self;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < old->n_rows && self->rows[i] == NULL; k++)
      if (old->rows[k] != NULL && ipl_setting_equal (&old->rows[k]->setting, &settings[i]))
        self->rows[i] = ipl_solution_ref (old->rows[k]);
  for (guint g = 0; g < self->n_groups; g++)
    {
      const IplSweepGroup *known = find_group (old, &settings[first[g]]);

      if (known != NULL)
        copy_group (&self->groups[g], known);
    }
  self->seconds = old->seconds;
  return self;
}

/* Takes over the rows and the GP lines of their groups, where they are missing. @rows: [@n] rows of
 * it. */
void
ipl_sweep_adopt (IplSweep *self, guint n, const guint *rows, const IplSweep *part)
{
  for (guint k = 0; k < n; k++)
    {
      IplSweepGroup *group = &self->groups[self->group[rows[k]]];

      if (group->n_lines == 0)
        copy_group (group, &part->groups[part->group[k]]);
      if (self->rows[rows[k]] == NULL && part->rows[k] != NULL)
        self->rows[rows[k]] = ipl_solution_ref (part->rows[k]);
    }
  self->seconds += part->seconds;
}

/* A sweep of its own with the same, shared solutions. */
IplSweep *
ipl_sweep_copy (const IplSweep *self)
{
  IplSweep *copy = sweep_new (self->the_case, self->n_rows);

  copy->n_groups = self->n_groups;
  copy->groups = g_new0 (IplSweepGroup, MAX (self->n_groups, 1));
  for (guint g = 0; g < self->n_groups; g++)
    copy_group (&copy->groups[g], &self->groups[g]);
  for (guint i = 0; i < self->n_rows; i++)
    {
      copy->group[i] = self->group[i];
      if (self->rows[i] != NULL)
        copy->rows[i] = ipl_solution_ref (self->rows[i]);
    }
  copy->seconds = self->seconds;
  return copy;
}

/* A sweep of the rows and groups that are known, in the same order. */
IplSweep *
ipl_sweep_known (const IplSweep *self)
{
  g_autofree guint *place = g_new0 (guint, MAX (self->n_groups, 1));
  IplSweep *known = sweep_new (self->the_case, self->n_rows);

  known->groups = g_new0 (IplSweepGroup, MAX (self->n_groups, 1));
  for (guint g = 0; g < self->n_groups; g++)
    if (self->groups[g].n_lines > 0)
      {
        place[g] = known->n_groups;
        copy_group (&known->groups[known->n_groups++], &self->groups[g]);
      }
  known->n_rows = 0;
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i] != NULL && self->groups[self->group[i]].n_lines > 0)
      {
        known->group[known->n_rows] = place[self->group[i]];
        known->rows[known->n_rows++] = ipl_solution_ref (self->rows[i]);
      }
  known->seconds = self->seconds;
  return known;
}
