/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/sweep-private.h"

#include "core/base/memory.h"

IplSweep *
ipl_sweep_ref (IplSweep *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ipl_sweep_unref (IplSweep *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
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
  g_free (self);
}

static gboolean
same_group (const IplSetting *a, const IplSetting *b)
{
  if (a->temperature != b->temperature)
    return FALSE;
  for (guint l = 0; l < a->L + 2; l++)
    if (a->variances[l] != b->variances[l])
      return FALSE;
  return TRUE;
}

/* A sweep with its groups, of which nothing is solved. @settings: [n_settings] in the order of the
 * rows to come. */
IplSweep *
ipl_sweep_new (IplCase *the_case, guint n_settings, const IplSetting *settings, GError **error)
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
  for (guint i = 0; i < n_settings; i++)
    {
      guint g = 0;

      while (g < self->n_groups && !same_group (&settings[first[g]], &settings[i]))
        g++;
      if (g == self->n_groups)
        first[self->n_groups++] = i;
      self->group[i] = g;
    }
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
          IplGpLine *line = &self->groups[g].lines[k];

          line->label = g_strdup (k == 0 ? "all paths" : the_case->groups[k - 1].label);
          line->n_paths = k == 0 ? the_case->Pi : the_case->groups[k - 1].n_paths;
          if (k > 0)
            line->paths
                = g_memdup2 (the_case->groups[k - 1].paths,
                                     line->n_paths * sizeof *line->paths);
        }
    }
  return g_steal_pointer (&self);
}
