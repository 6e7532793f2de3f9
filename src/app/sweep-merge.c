/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep-merge.h"

static IplSweep *
sweep_new (IplCase *the_case, guint n)
{
  IplSweep *self = g_new0 (IplSweep, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_ref (the_case);
  self->n_rows = n;
  self->rows = g_new0 (IplSolution *, MAX (n, 1));
  self->group = g_new0 (guint, MAX (n, 1));
  return self;
}

static gboolean
same_prior (const IplSetting *a, const IplSetting *b)
{
  IplSetting other = *b;

  other.gp = a->gp;
  for (guint l = 0; l <= a->L; l++)
    other.N[l] = a->N[l];
  return ipl_setting_equal (a, &other);
}

static void
copy_groups (IplSweep *to, const IplSweep *from)
{
  to->n_groups = from->n_groups;
  to->groups = g_new0 (IplSweepGroup, MAX (from->n_groups, 1));
  for (guint g = 0; g < from->n_groups; g++)
    {
      to->groups[g].n_lines = from->groups[g].n_lines;
      to->groups[g].lines = g_new0 (IplGpLine, MAX (from->groups[g].n_lines, 1));
      for (guint i = 0; i < from->groups[g].n_lines; i++)
        {
          const IplGpLine *line = &from->groups[g].lines[i];
          to->groups[g].lines[i] = (IplGpLine){ g_strdup (line->label), line->n_paths,
                                                ipl_solution_ref (line->solution) };
        }
    }
}

/**
 * ipl_sweep_resume:
 * @the_case: the case
 * @old: (nullable): an earlier sweep over the same case, maybe interrupted
 * @n: number of settings
 * @settings: [n] settings that share temperature and variances
 *
 * Returns: (transfer full): a sweep over @settings that holds what @old already knows; %NULL rows
 *   are still to be solved, and it has no groups where @old had none that fit
 */
IplSweep *
ipl_sweep_resume (IplCase *the_case, const IplSweep *old, guint n, const IplSetting *settings)
{
  IplSweep *self = sweep_new (the_case, n);

  if (old == NULL || old->the_case != the_case)
    return self;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < old->n_rows && self->rows[i] == NULL; k++)
      if (old->rows[k] != NULL && ipl_setting_equal (&old->rows[k]->setting, &settings[i]))
        self->rows[i] = ipl_solution_ref (old->rows[k]);
  if (n > 0 && old->n_groups == 1 && old->groups[0].n_lines > 0
      && same_prior (&settings[0], &old->groups[0].lines[0].solution->setting))
    copy_groups (self, old);
  self->seconds = old->seconds;
  return self;
}

/**
 * ipl_sweep_adopt:
 * @self: a sweep that is not shared yet
 * @row: a row of it
 * @part: a sweep over that row's setting alone
 *
 * Takes over the row, where it is missing, and the GP lines.
 */
void
ipl_sweep_adopt (IplSweep *self, guint row, const IplSweep *part)
{
  if (self->n_groups == 0)
    copy_groups (self, part);
  if (self->rows[row] == NULL && part->rows[0] != NULL)
    self->rows[row] = ipl_solution_ref (part->rows[0]);
  self->seconds += part->seconds;
}

/**
 * ipl_sweep_copy:
 * @self: a sweep
 *
 * Returns: (transfer full): a sweep of its own with the same, shared solutions
 */
IplSweep *
ipl_sweep_copy (const IplSweep *self)
{
  IplSweep *copy = sweep_new (self->the_case, self->n_rows);

  copy_groups (copy, self);
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i] != NULL)
      copy->rows[i] = ipl_solution_ref (self->rows[i]);
  copy->seconds = self->seconds;
  return copy;
}
