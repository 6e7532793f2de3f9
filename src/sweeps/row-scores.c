/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The accuracies of a sweep's rows, read from their files. */
#include "sweeps/row-scores.h"

#include "core/base/memory.h"
#include "core/results/results-load.h"
#include <math.h>
#include <string.h>

/* The numbers of a row: accuracies, and those of samples. */
#define ROW_VALUES 3
#define SAMPLED_VALUES 3

static double *
nans (gsize n, GError **error)
{
  double *values = ipl_try_new (double, (double)MAX (n, 1), "The accuracies of all rows", error);

  for (gsize i = 0; values != NULL && i < n; i++)
    values[i] = NAN;
  return values;
}

static gboolean
add_values (IplRowScores *self, gboolean samples, GError **error)
{
  gsize n = self->n_rows;

  self->accuracy = nans (n * (ROW_VALUES + (samples ? SAMPLED_VALUES : 0)), error);
  if (self->accuracy == NULL)
    return FALSE;
  self->diagonal = self->accuracy + n;
  self->levelled = self->diagonal + n;
  if (!samples)
    return TRUE;
  self->sampled = self->levelled + n;
  self->sampled_se = self->sampled + n;
  self->sampled_doubtful = self->sampled_se + n;
  return TRUE;
}

static gboolean
add_lines (IplRowScores *self, char **lines, GError **error)
{
  gsize n;

  self->lines = g_strdupv (lines);
  self->n_lines = g_strv_length (lines);
  n = (gsize)self->n_groups * self->n_lines;
  self->gp = nans (2 * n, error);
  self->gp_se = self->gp != NULL ? self->gp + n : NULL;
  return self->gp != NULL;
}

/* Returns: (transfer full) (nullable): the scores of its rows, none of which is there yet */
IplRowScores *
ipl_row_scores_new (const IplSweepPlan *plan, GError **error)
{
  g_autoptr (IplRowScores) self = g_new0 (IplRowScores, 1);

  self->n_rows = plan->n_rows;
  self->group_rows = plan->run.widths.n;
  self->n_groups = plan->n_rows / self->group_rows;
  return add_values (self, ipl_sweep_plan_computes (plan, "sample"), error)
             ? g_steal_pointer (&self)
             : NULL;
}

/* Returns: (transfer full) (nullable): the same ones */
IplRowScores *
ipl_row_scores_copy (const IplRowScores *self, GError **error)
{
  gboolean samples = self->sampled != NULL;
  g_autoptr (IplRowScores) copy = g_new0 (IplRowScores, 1);

  copy->n_rows = self->n_rows;
  copy->group_rows = self->group_rows;
  copy->n_groups = self->n_groups;
  copy->labels = self->labels;
  if (!add_values (copy, samples, error)
      || (self->gp != NULL && !add_lines (copy, self->lines, error)))
    return NULL;
  memcpy (copy->accuracy, self->accuracy,
          (gsize)self->n_rows * (ROW_VALUES + (samples ? SAMPLED_VALUES : 0)) * sizeof (double));
  if (self->gp != NULL)
    memcpy (copy->gp, self->gp, 2 * (gsize)self->n_groups * self->n_lines * sizeof (double));
  return g_steal_pointer (&copy);
}

void
ipl_row_scores_free (IplRowScores *self)
{
  g_free (self->accuracy);
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
      = g_strconcat (prefix, ipl_score_of_labels (&self->labels)->field, ending, NULL);

  return ipl_row_number (part, name, index);
}

/* The GP limits of a row's seed and prior; a file with several rows has them for each. */
static gboolean
take_lines (IplRowScores *self, guint row, const IplResultsPart *part, gsize index, GError **error)
{
  const IplArray *lines = ipl_npz_lookup (part->npz, "gp_lines");
  gsize group = row / self->group_rows;

  if (lines == NULL || !lines->is_text)
    return TRUE;
  if (self->gp == NULL && !add_lines (self, lines->texts, error))
    return FALSE;
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
  self->labels = ipl_results_read_labels (part->npz);
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

/* Returns: (transfer full): a mean with room for so many seeds */
IplSeedMean *
ipl_row_scores_mean (const IplRowScores *self, gsize n_seeds, gsize n_rows, guint n_lines)
{
  IplSeedMean *mean = ipl_seed_mean_new ();
  gsize size = MAX (n_seeds * n_rows, 1);

  mean->labels = self->labels;
  mean->n_rows = (guint)n_rows;
  mean->n_lines = n_lines;
  mean->lines = g_new0 (char *, n_lines + 1);
  for (guint k = 0; k < n_lines; k++)
    mean->lines[k] = g_strdup (self->lines[k]);
  mean->seeds = g_new0 (guint64, n_seeds);
  mean->accuracy = g_new0 (double, size);
  mean->diagonal = g_new0 (double, size);
  mean->levelled = g_new0 (double, size);
  mean->gp = g_new0 (double, MAX (n_seeds * n_lines, 1));
  return mean;
}

/* A row's scores, as those of the mean at that place. */
void
ipl_row_scores_put (const IplRowScores *self, gsize row, IplSeedMean *mean, gsize at)
{
  mean->accuracy[at] = self->accuracy[row];
  mean->diagonal[at] = self->diagonal[row];
  mean->levelled[at] = self->levelled[row];
}
