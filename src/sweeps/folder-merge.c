/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One file of results out of a sweep's folder, as the command sweep or sample would have written
 * it. Files are read one at a time, each once; where every width takes its best temperature, twice.
 */
#include "sweeps/folder-merge.h"

#include "core/base/error.h"
#include "core/parameters/parameters.h"
#include "sweeps/map-merge.h"
#include "sweeps/part-rows.h"
#include "sweeps/row-files.h"
#include "sweeps/row-scores.h"
#include <math.h>
#include <string.h>

typedef struct
{
  const IplSweepPlan *plan;
  IplResultsMerge *merge;
  IplMergeReport *report;
  IplRowWalk walk;
  guint own;            /* rows of the case's own seed, which come first */
  IplRowScores *scores; /* (nullable) where rows are compared or their mean is taken */
  gboolean again;       /* whether only rows that are wanted are read, once more */
  gboolean *is_wanted;  /* (nullable) [own] which rows are written; %NULL for all */
} Merge;

static gboolean
wants_row (guint row, gpointer data)
{
  const Merge *self = data;

  return !self->again || (row < self->own && self->is_wanted[row]);
}

static void
note_doubt (Merge *self, guint row, const IplResultsPart *part, gsize index)
{
  if (ipl_row_number (part, "converged", index) != 0
      && ipl_row_number (part, "posterior_fine", index) != 0)
    return;
  if (self->report->doubtful == 0 || row < self->report->doubt)
    self->report->doubt = row;
  self->report->doubtful++;
}

static gboolean
write_row (Merge *self, guint row, const IplResultsPart *part, gsize index, GError **error)
{
  IplSetting setting = ipl_sweep_plan_setting (self->plan, row);

  if ((row >= self->own && !ipl_sweep_plan_stacks (self->plan))
      || (self->is_wanted != NULL && !self->is_wanted[row]))
    return TRUE;
  note_doubt (self, row, part, index);
  return ipl_results_merge_add (self->merge, part, index, &setting, error);
}

/* Every row that is there; of those that are read again only what is written. */
static gboolean
take_row (guint row, const IplResultsPart *part, gsize index, gpointer data, GError **error)
{
  Merge *self = data;

  if (self->again)
    return write_row (self, row, part, index, error);
  if (self->scores != NULL && !ipl_row_scores_take (self->scores, row, part, index, error))
    return FALSE;
  return self->plan->run.best || write_row (self, row, part, index, error);
}

static gboolean
is_better (const Merge *self, double a, double b)
{
  return ipl_score_is_better (ipl_score_of_labels (&self->scores->labels), a, b);
}

/* For every width of a seed the row of its best temperature, in the order of the widths; -1: none.
 * Returns how many widths there are, of which those alike count once. */
static guint
find_best (const Merge *self, guint seed, gint64 *best)
{
  const IplRunSettings *run = &self->plan->run;
  g_autofree guint *place = g_new (guint, run->widths.n);
  gsize size = ipl_sweep_axis_get_size (&run->widths) * sizeof (double);
  guint n = 0;

  for (guint w = 0; w < run->widths.n; w++)
    {
      guint before = 0;

      while (before < w
             && memcmp (ipl_sweep_axis_get_value (&run->widths, before),
                        ipl_sweep_axis_get_value (&run->widths, w), size)
                    != 0)
        before++;
      place[w] = before < w ? place[before] : n;
      if (before == w)
        best[n++] = -1;
    }
  for (guint i = 0; i < self->own; i++)
    {
      guint row = seed * self->own + i, k = place[i % run->widths.n];

      if (self->report->states[row] == IPL_ROW_DONE
          && (best[k] < 0
              || is_better (self, self->scores->accuracy[row], self->scores->accuracy[best[k]])))
        best[k] = row;
    }
  return n;
}

/* Which temperature of a seed is best for a GP limit. */
static guint
find_best_line (const Merge *self, guint seed, guint line)
{
  guint n = ipl_run_settings_n_priors (&self->plan->run), best = 0;
  guint n_lines = self->scores->n_lines;
  const double *gp = self->scores->gp + (gsize)seed * n * n_lines + line;

  for (guint t = 1; t < n; t++)
    if (is_better (self, gp[t * n_lines], gp[best * n_lines]))
      best = t;
  return best;
}

/* The GP limits of the file, each at its own best temperature. */
static gboolean
set_best_lines (Merge *self, GError **error)
{
  const IplRunSettings *run = &self->plan->run;
  const IplRowScores *scores = self->scores;
  const IplScore *score = ipl_score_of_labels (&scores->labels);
  guint first = find_best_line (self, 0, 0) * run->widths.n;
  g_autofree double *values = g_new (double, scores->n_lines + 1);
  g_autofree double *errors = g_new (double, scores->n_lines + 1);

  for (guint k = 0; k < scores->n_lines; k++)
    {
      guint at = find_best_line (self, 0, k) * scores->n_lines + k;

      values[k] = scores->gp[at];
      errors[k] = scores->gp_se[at];
    }
  for (guint row = first; row < first + run->widths.n; row++)
    {
      g_autoptr (IplNpz) npz = NULL;
      IplResultsPart part;
      gsize index;

      if (self->report->states[row] != IPL_ROW_DONE)
        continue;
      npz = ipl_row_find (self->walk.folder, row, &part, &index, self->walk.cancellable, error);
      if (npz == NULL)
        return FALSE;
      ipl_results_merge_take_groups (self->merge, &part, index);
      break;
    }
  g_autofree char *name = ipl_score_field_name (score, "accuracy_gp_lines");
  g_autofree char *se_name = ipl_score_field_name (score, "accuracy_se_gp_lines");
  ipl_results_merge_set_numbers (self->merge, name, scores->n_lines, values);
  ipl_results_merge_set_numbers (self->merge, se_name, scores->n_lines, errors);
  return TRUE;
}

static gboolean
merge_best (Merge *self, GError **error)
{
  g_autofree gint64 *best = g_new (gint64, self->plan->run.widths.n);
  guint n = find_best (self, 0, best);
  g_autofree gboolean *wanted = NULL;
  gboolean ok = TRUE;

  /* The order is that of the widths, whatever their temperature: a row after the other. */
  wanted = g_new0 (gboolean, self->own);
  self->is_wanted = wanted;
  self->again = TRUE;
  for (guint k = 0; k < n && ok; k++)
    if (best[k] >= 0)
      {
        wanted[best[k]] = TRUE;
        ok = ipl_row_walk_shard (&self->walk, (guint)best[k] / self->plan->shard, error);
        wanted[best[k]] = FALSE;
      }
  self->is_wanted = NULL;
  return ok && (self->scores->gp == NULL || set_best_lines (self, error));
}

static gboolean
is_complete (const Merge *self, guint seed)
{
  const guint8 *states = self->report->states + (gsize)seed * self->own;

  for (guint i = 0; i < self->own; i++)
    if (states[i] != IPL_ROW_DONE)
      return FALSE;
  return TRUE;
}

static void
append_seed (const Merge *self, IplSeedMean *mean, guint seed)
{
  const IplRunSettings *run = &self->plan->run;
  const IplRowScores *scores = self->scores;
  guint priors = ipl_run_settings_n_priors (run);
  g_autofree gint64 *best = g_new (gint64, self->own);
  gsize at = (gsize)mean->n * mean->n_rows, line = (gsize)mean->n * mean->n_lines;

  if (run->best)
    find_best (self, seed, best);
  for (guint i = 0; i < mean->n_rows; i++)
    ipl_row_scores_put (scores, run->best ? (gsize)best[i] : (gsize)seed * self->own + i, mean,
                        at + i);
  for (guint k = 0; k < mean->n_lines; k++)
    {
      guint t = run->best ? find_best_line (self, seed, k) : 0;

      mean->gp[line + k] = scores->gp[((gsize)seed * priors + t) * scores->n_lines + k];
    }
  mean->seeds[mean->n++] = self->plan->seeds[seed];
}

/* The mean over the seeds whose rows are all there: of several temperatures a column each, and then
 * without GP limits, which differ between them. Without its settings, which files have as widths.
 */
static IplSeedMean *
make_mean (Merge *self)
{
  const IplRunSettings *run = &self->plan->run;
  const IplRowScores *scores = self->scores;
  g_autofree gint64 *best = g_new (gint64, self->own);
  gboolean one = run->best || ipl_sweep_plan_has_one_prior (self->plan);
  gsize n_rows = run->best ? find_best (self, 0, best) : self->own;
  g_autoptr (IplSeedMean) mean
      = ipl_row_scores_mean (scores, run->seeds.n, n_rows, one ? scores->n_lines : 0);

  mean->best = run->best;
  for (guint i = 0; i < run->seeds.n; i++)
    {
      guint seed = ipl_sweep_plan_find_seed (self->plan, run->seeds.first + i);

      if (is_complete (self, seed))
        append_seed (self, mean, seed);
    }
  self->report->seeds = mean->n;
  return g_steal_pointer (&mean);
}

static gboolean
merge (Merge *self, const char *path, GError **error)
{
  const IplRunSettings *run = &self->plan->run;
  g_autofree char *settings = ipl_sweep_folder_settings (self->walk.folder, run);
  gboolean stacks = ipl_sweep_plan_stacks (self->plan);
  g_autoptr (IplResultsMerge) results
      = stacks ? ipl_results_merge_new_stacked (path)
               : ipl_results_merge_new (path,
                                        !run->best && !ipl_sweep_plan_has_one_prior (self->plan));
  g_autoptr (IplSeedMean) mean = NULL;

  self->merge = results;
  if (run->best || (run->seeds.n > 0 && !stacks))
    {
      self->scores = ipl_row_scores_new (self->plan, error);
      if (self->scores == NULL)
        return FALSE;
    }
  if (!ipl_row_walk_all (&self->walk, error) || (run->best && !merge_best (self, error)))
    return FALSE;
  if (run->seeds.n > 0 && !stacks)
    mean = make_mean (self);
  self->report->written = (guint)ipl_results_merge_get_n (results);
  return ipl_results_merge_write (results, settings, mean, error);
}

/* Writes the rows that are there, in the order of the plan, as if one command had computed them; of
 * a mean over seeds, those seeds that are complete. */
gboolean
ipl_sweep_folder_merge (const IplSweepFolder *folder, const char *path, GCancellable *cancellable,
                        IplMergeReport *report, GError **error)
{
  const IplSweepPlan *plan = folder->plan;
  Merge self = { .plan = plan,
                 .report = report,
                 .walk = { .folder = folder,
                           .cancellable = cancellable,
                           .wants = wants_row,
                           .take = take_row,
                           .data = &self },
                 .own = ipl_sweep_plan_seed_rows (plan) };
  gboolean ok;

  if (ipl_sweep_plan_has_parts (plan))
    return ipl_part_rows_merge (folder, path, cancellable, report, error);
  if (ipl_sweep_plan_is_map (plan))
    return ipl_map_merge_write (folder, path, cancellable, report, error);
  *report = (IplMergeReport){ 0 };
  report->states = ipl_sweep_folder_scan (folder, 0, plan->n_rows, cancellable, error);
  if (report->states == NULL)
    return FALSE;
  for (guint row = 0; row < plan->n_rows; row++)
    report->done += report->states[row] == IPL_ROW_DONE;
  self.walk.states = report->states;
  ok = merge (&self, path, error);
  report->done -= self.walk.lost;
  report->damage = g_steal_pointer (&self.walk.damage);
  ipl_row_walk_clear (&self.walk);
  g_clear_pointer (&self.scores, ipl_row_scores_free);
  return ok;
}
