/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep over many seeds of a case: means, spreads, and the seed that is most like the mean. */
#include "core/theory/sweep.h"

#include "core/base/ref-count.h"

#include <math.h>
#include <string.h>

/* The accuracies of no seed yet. */
IplSeedMean *
ipl_seed_mean_new (void)
{
  IplSeedMean *self = g_new0 (IplSeedMean, 1);

  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

static void
seed_mean_clear (IplSeedMean *self)
{
  g_free (self->seeds);
  g_free (self->settings);
  g_strfreev (self->lines);
  g_free (self->accuracy);
  g_free (self->diagonal);
  g_free (self->levelled);
  g_free (self->gp);
}

IPL_DEFINE_REFERENCES (IplSeedMean, ipl_seed_mean, seed_mean_clear)

/* The axes, which the first seed's sweep has. */
static void
copy_axes (IplSeedMean *self, const IplSweep *sweep, gboolean best)
{
  const IplSweepGroup *group = &sweep->groups[0];

  self->best = best;
  self->labels = sweep->the_case->labels;
  self->n_rows = sweep->n_rows;
  self->settings = g_new (IplSetting, sweep->n_rows);
  for (guint i = 0; i < sweep->n_rows; i++)
    self->settings[i] = sweep->rows[i]->setting;
  self->n_lines = group->n_lines;
  self->lines = g_new0 (char *, group->n_lines + 1);
  for (guint k = 0; k < group->n_lines; k++)
    self->lines[k] = g_strdup (group->lines[k].label);
}

static gboolean
has_axes (const IplSeedMean *self, const IplSweep *sweep)
{
  if (sweep->n_rows != self->n_rows || sweep->n_groups != 1
      || sweep->groups[0].n_lines != self->n_lines
      || sweep->the_case->labels.kind != self->labels.kind)
    return FALSE;
  for (guint i = 0; i < self->n_rows; i++)
    if (!ipl_setting_same_widths (&sweep->rows[i]->setting, &self->settings[i]))
      return FALSE;
  return TRUE;
}

/* Room for one more seed, whose index it returns. */
static guint
add_seed (IplSeedMean *self, guint64 seed)
{
  gsize n = (gsize)self->n + 1;

  self->seeds = g_renew (guint64, self->seeds, n);
  self->accuracy = g_renew (double, self->accuracy, n *self->n_rows);
  self->diagonal = g_renew (double, self->diagonal, n *self->n_rows);
  self->levelled = g_renew (double, self->levelled, n *self->n_rows);
  self->gp = g_renew (double, self->gp, n *self->n_lines);
  self->seeds[self->n] = seed;
  return self->n++;
}

/* TRUE if it could be added: the sweep has the same rows and GP lines as those before. */
gboolean
ipl_seed_mean_append (IplSeedMean *self, guint64 seed, const IplSweep *sweep, gboolean best)
{
  if (self->n == 0 && sweep->n_groups == 1)
    copy_axes (self, sweep, best);
  if (!has_axes (self, sweep))
    return FALSE;

  guint at = add_seed (self, seed);
  gsize rows = self->n_rows, lines = self->n_lines;

  for (gsize i = 0; i < rows; i++)
    {
      const IplSolution *row = sweep->rows[i];

      self->accuracy[at * rows + i] = row->tests[0].accuracy;
      self->diagonal[at * rows + i] = row->accuracy_diagonal;
      self->levelled[at * rows + i] = row->accuracy_levelled;
    }
  for (gsize k = 0; k < lines; k++)
    self->gp[at * lines + k] = sweep->groups[0].lines[k].solution->tests[0].accuracy;
  return TRUE;
}

/* Like ipl_seed_mean_append(), for seed @at of another mean. */
gboolean
ipl_seed_mean_append_of (IplSeedMean *self, const IplSeedMean *other, guint at)
{
  gsize rows = other->n_rows, lines = other->n_lines;
  guint to;

  if (self->n == 0)
    {
      self->best = other->best;
      self->labels = other->labels;
      self->n_rows = other->n_rows;
      self->settings = g_memdup2 (other->settings, rows * sizeof *other->settings);
      self->n_lines = other->n_lines;
      self->lines = g_strdupv (other->lines);
    }
  if (at >= other->n || rows != self->n_rows || lines != self->n_lines)
    return FALSE;
  to = add_seed (self, other->seeds[at]);
  memcpy (self->accuracy + to * rows, other->accuracy + at * rows, rows * sizeof (double));
  memcpy (self->diagonal + to * rows, other->diagonal + at * rows, rows * sizeof (double));
  memcpy (self->levelled + to * rows, other->levelled + at * rows, rows * sizeof (double));
  memcpy (self->gp + to * lines, other->gp + at * lines, lines * sizeof (double));
  return TRUE;
}

/* A copy that can be shared while @self changes. */
IplSeedMean *
ipl_seed_mean_copy (const IplSeedMean *self)
{
  gsize cells = (gsize)self->n * self->n_rows * sizeof (double);
  IplSeedMean *copy = g_memdup2 (self, sizeof *self);

  g_atomic_ref_count_init (&copy->ref_count);
  copy->seeds = g_memdup2 (self->seeds, self->n * sizeof *self->seeds);
  copy->settings = g_memdup2 (self->settings, self->n_rows * sizeof *self->settings);
  copy->lines = g_strdupv (self->lines);
  copy->accuracy = g_memdup2 (self->accuracy, cells);
  copy->diagonal = g_memdup2 (self->diagonal, cells);
  copy->levelled = g_memdup2 (self->levelled, cells);
  copy->gp = g_memdup2 (self->gp, (gsize)self->n * self->n_lines * sizeof (double));
  return copy;
}

/* A copy with the first of the GP lines only. @n_lines: of which there are as many at least */
IplSeedMean *
ipl_seed_mean_with_lines (const IplSeedMean *self, guint n_lines)
{
  IplSeedMean *copy = ipl_seed_mean_copy (self);

  for (guint k = n_lines; k < self->n_lines; k++)
    g_clear_pointer (&copy->lines[k], g_free);
  for (gsize i = 0; i < self->n; i++)
    for (gsize k = 0; k < n_lines; k++)
      copy->gp[i * n_lines + k] = self->gp[i * self->n_lines + k];
  copy->n_lines = n_lines;
  return copy;
}

/* Mean and standard deviation between seeds; NaN if a seed has no number. @values: [n x @width]
 * one of its arrays. */
IplSeedSpread
ipl_seed_mean_get_spread (const IplSeedMean *self, const double *values, guint width, guint at)
{
  IplSeedSpread spread = { NAN, NAN };
  double sum = 0, squares = 0;
  guint n = self->n;

  if (n == 0)
    return spread;
  for (guint s = 0; s < n; s++)
    sum += values[(gsize)s * width + at];
  spread.mean = sum / n;
  for (guint s = 0; s < n; s++)
    squares += pow (values[(gsize)s * width + at] - spread.mean, 2);
  spread.sd = n > 1 ? sqrt (squares / (n - 1)) : 0 * squares;
  return spread;
}

/* Adds, for each seed, how far its numbers are from their means, in squared standard deviations. */
static guint
add_distances (const IplSeedMean *self, const double *values, guint width, double *squares)
{
  guint counted = 0;

  for (guint i = 0; i < width; i++)
    {
      IplSeedSpread spread = ipl_seed_mean_get_spread (self, values, width, i);

      if (!(spread.sd > 0))
        continue;
      counted++;
      for (gsize s = 0; s < self->n; s++)
        {
          double away = (values[s * width + i] - spread.mean) / spread.sd;

          squares[s] += away * away;
        }
    }
  return counted;
}

/* Index of the seed that is least far from the mean (THEORY.md section 7); the first of equals. */
guint
ipl_seed_mean_find_typical (const IplSeedMean *self, double *distance)
{
  g_autofree double *squares = g_new0 (double, MAX (self->n, 1));
  guint counted = add_distances (self, self->accuracy, self->n_rows, squares)
                  + add_distances (self, self->gp, self->n_lines, squares);
  guint typical = 0;

  for (guint s = 1; s < self->n; s++)
    if (squares[s] < squares[typical])
      typical = s;
  if (distance != NULL)
    *distance = counted > 0 ? sqrt (squares[typical] / counted) : 0;
  return typical;
}
