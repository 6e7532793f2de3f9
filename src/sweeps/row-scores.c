/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The accuracies of a sweep's rows, read from their files. */
#include "sweeps/row-scores.h"

#include "core/base/memory.h"
#include <math.h>
#include <string.h>

static double *
nans (gsize n, GError **error)
{
  double *values = ipl_try_new (double, (double)MAX (n, 1), "The accuracies of all rows", error);

  for (gsize i = 0; values != NULL && i < n; i++)
    values[i] = NAN;
  return values;
}

static gboolean
add_samples (IplRowScores *self, GError **error)
{
  self->sampled = nans (self->n_rows, error);
  self->sampled_se = self->sampled != NULL ? nans (self->n_rows, error) : NULL;
  self->sampled_doubtful = self->sampled_se != NULL
                               ? ipl_try_new (guint8, (double)MAX (self->n_rows, 1),
                                              "The accuracies of all rows", error)
                               : NULL;
  return self->sampled_doubtful != NULL;
}

static IplRowScores *
new_of_size (guint n_rows, guint n_groups, guint group_rows, gboolean samples, GError **error)
{
  g_autoptr (IplRowScores) self = g_new0 (IplRowScores, 1);

  self->n_rows = n_rows;
  self->n_groups = n_groups;
  self->group_rows = group_rows;
  self->accuracy = nans (n_rows, error);
  self->diagonal = self->accuracy != NULL ? nans (n_rows, error) : NULL;
  self->levelled = self->diagonal != NULL ? nans (n_rows, error) : NULL;
  if (self->levelled == NULL || (samples && !add_samples (self, error)))
    return NULL;
  return g_steal_pointer (&self);
}

/* Returns: (transfer full) (nullable): the scores of its rows, none of which is there yet */
IplRowScores *
ipl_row_scores_new (const IplSweepPlan *plan, GError **error)
{
  return new_of_size (plan->n_rows, plan->n_rows / plan->run.n_widths, plan->run.n_widths,
                      ipl_sweep_plan_samples (plan), error);
}

/* Returns: (transfer full) (nullable): the same ones */
IplRowScores *
ipl_row_scores_copy (const IplRowScores *self, GError **error)
{
  gsize n = self->n_rows, n_gp = (gsize)self->n_groups * self->n_lines;
  g_autoptr (IplRowScores) copy
      = new_of_size (self->n_rows, self->n_groups, self->group_rows, self->sampled != NULL, error);

  if (copy == NULL)
    return NULL;
  copy->regression = self->regression;
  memcpy (copy->accuracy, self->accuracy, n * sizeof (double));
  memcpy (copy->diagonal, self->diagonal, n * sizeof (double));
  memcpy (copy->levelled, self->levelled, n * sizeof (double));
  if (self->sampled != NULL)
    {
      memcpy (copy->sampled, self->sampled, n * sizeof (double));
      memcpy (copy->sampled_se, self->sampled_se, n * sizeof (double));
      memcpy (copy->sampled_doubtful, self->sampled_doubtful, n);
    }
  if (self->gp == NULL)
    return g_steal_pointer (&copy);
  copy->n_lines = self->n_lines;
  copy->lines = g_strdupv (self->lines);
  copy->gp = nans (2 * n_gp, error);
  if (copy->gp == NULL)
    return NULL;
  memcpy (copy->gp, self->gp, 2 * n_gp * sizeof (double));
  copy->gp_se = copy->gp + n_gp;
  return g_steal_pointer (&copy);
}

void
ipl_row_scores_free (IplRowScores *self)
{
  g_free (self->accuracy);
  g_free (self->diagonal);
  g_free (self->levelled);
  g_free (self->sampled);
  g_free (self->sampled_se);
  g_free (self->sampled_doubtful);
  g_strfreev (self->lines);
  g_free (self->gp);
  g_free (self);
}

/* Returns: that number; NaN where there is none */
double
ipl_row_number (const IplResultsPart *part, const char *name, gsize index)
{
  const IplArray *array = ipl_npz_lookup (part->npz, name);

  return array != NULL && array->values != NULL && index < array->size ? array->values[index] : NAN;
}

static double
score (const IplRowScores *self, const IplResultsPart *part, const char *prefix, const char *ending,
       gsize index)
{
  g_autofree char *name
      = g_strconcat (prefix, self->regression ? "mean_squared_error" : "accuracy", ending, NULL);

  return ipl_row_number (part, name, index);
}

/* The GP limits of a row's seed and prior; a file with several rows has them for each. */
static gboolean
take_lines (IplRowScores *self, guint row, const IplResultsPart *part, gsize index, GError **error)
{
  const IplArray *lines = ipl_npz_lookup (part->npz, "gp_lines");
  gsize group = row / self->group_rows, n_gp;

  if (lines == NULL || !lines->is_text)
    return TRUE;
  if (self->gp == NULL)
    {
      self->n_lines = (guint)lines->size;
      self->lines = g_strdupv (lines->texts);
      n_gp = (gsize)self->n_groups * self->n_lines;
      self->gp = nans (2 * n_gp, error);
      if (self->gp == NULL)
        return FALSE;
      self->gp_se = self->gp + n_gp;
    }
  for (guint k = 0; lines->size == self->n_lines && k < self->n_lines; k++)
    {
      gsize at = (part->grouped ? index * self->n_lines : 0) + k;

      self->gp[group * self->n_lines + k] = score (self, part, "", "_gp_lines", at);
      self->gp_se[group * self->n_lines + k] = score (self, part, "", "_se_gp_lines", at);
    }
  return TRUE;
}

/* Returns: whether there was memory for what the row has */
gboolean
ipl_row_scores_take (IplRowScores *self, guint row, const IplResultsPart *part, gsize index,
                     GError **error)
{
  self->regression = ipl_npz_lookup (part->npz, "mean_squared_error") != NULL;
  self->accuracy[row] = score (self, part, "", "", index);
  self->diagonal[row] = score (self, part, "", "_diagonal", index);
  self->levelled[row] = score (self, part, "", "_levelled", index);
  if (self->sampled != NULL)
    {
      self->sampled[row] = score (self, part, "posterior_", "", index);
      self->sampled_se[row] = score (self, part, "posterior_", "_se", index);
      self->sampled_doubtful[row] = ipl_row_number (part, "posterior_fine", index) == 0;
    }
  return take_lines (self, row, part, index, error);
}
