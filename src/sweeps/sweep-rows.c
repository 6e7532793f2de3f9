/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a sweep in a folder while it fills: of rows that have come since the last look
 * the files are read, of all others only the names. */
#include "sweeps/sweep-rows.h"

#include "sweeps/row-files.h"
#include <math.h>
#include <string.h>

typedef struct
{
  IplSweepRows *rows;
  const IplSweepRows *before; /* nullable */
} Look;

/* A row that has come since the last look. */
static gboolean
is_news (guint row, gpointer data)
{
  const Look *self = data;

  return self->rows->status->states[row] == IPL_ROW_DONE
         && (self->before == NULL || self->before->status->states[row] != IPL_ROW_DONE);
}

static gboolean
take (guint row, const IplResultsPart *part, gsize index, gpointer data, GError **error)
{
  const Look *self = data;

  return ipl_row_scores_take (self->rows->scores, row, part, index, error);
}

/* @before: (nullable): what was there at the last look
 * Returns: (transfer full) (nullable): what is there; of files that cannot be read the rows are
 *   missing */
IplSweepRows *
ipl_sweep_rows_read (const char *path, const IplSweepRows *before, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (IplSweepRows) self = g_atomic_rc_box_new0 (IplSweepRows);
  Look look = { .rows = self };
  g_auto (IplRowWalk) walk
      = { .cancellable = cancellable, .wants = is_news, .take = take, .data = &look };

  self->folder = ipl_sweep_folder_open (path, error);
  self->status
      = self->folder != NULL ? ipl_sweep_status_new (self->folder, cancellable, error) : NULL;
  if (self->status == NULL)
    return NULL;
  if (before != NULL && strcmp (before->folder->plan->hash, self->folder->plan->hash) == 0)
    look.before = before;
  self->scores = look.before != NULL ? ipl_row_scores_copy (before->scores, error)
                                     : ipl_row_scores_new (self->folder->plan, error);
  if (self->scores == NULL)
    return NULL;
  walk.folder = self->folder;
  walk.states = self->status->states;
  if (!ipl_row_walk_all (&walk, error))
    return NULL;
  self->status->done -= walk.lost;
  self->status->missing += walk.lost;
  self->damage = g_steal_pointer (&walk.damage);
  return g_steal_pointer (&self);
}

void
ipl_sweep_rows_clear (IplSweepRows *self)
{
  g_clear_pointer (&self->folder, ipl_sweep_folder_free);
  g_clear_pointer (&self->status, ipl_sweep_status_free);
  g_clear_pointer (&self->scores, ipl_row_scores_free);
  g_free (self->damage);
}

/* Returns: whether nothing has come, gone or failed between them */
gboolean
ipl_sweep_rows_equal (const IplSweepRows *self, const IplSweepRows *other)
{
  return strcmp (self->folder->plan->hash, other->folder->plan->hash) == 0
         && self->status->tasks == other->status->tasks
         && memcmp (self->status->states, other->status->states, self->status->n) == 0
         && g_strcmp0 (self->damage, other->damage) == 0;
}

/* @index: (out): which of the plan's they are, as in IplSweepPlace
 * Returns: whether they are some of them; where every width takes its best temperature, all
 *   temperatures are */
gboolean
ipl_sweep_rows_find_prior (const IplSweepRows *self, const IplSetting *at, guint *index)
{
  const IplSweepPlan *plan = self->folder->plan;
  guint n = ipl_run_settings_n_priors (&plan->run);

  for (*index = 0; *index < n; (*index)++)
    {
      IplSetting row = ipl_sweep_plan_setting (plan, *index * plan->run.widths.n);

      if (plan->run.best)
        row.temperature = at->temperature;
      if (row.L == at->L && ipl_setting_same_prior (&row, at))
        return TRUE;
    }
  return FALSE;
}

/* The row of a seed and a width: at @prior, or at the best of those that are there. */
static guint
find_row (const IplSweepRows *self, guint seed, guint prior, guint width)
{
  const IplSweepPlan *plan = self->folder->plan;
  const IplRunSettings *run = &plan->run;
  const IplScore *score = ipl_score_of_labels (&self->scores->labels);
  const double *accuracy = self->scores->accuracy;
  guint best = seed * ipl_sweep_plan_seed_rows (plan) + width, first = best;

  if (!run->best)
    return first + prior * run->widths.n;
  for (guint t = 1; t < ipl_run_settings_n_priors (run); t++)
    {
      guint row = first + t * run->widths.n;
      double a = accuracy[row], b = accuracy[best];

      if (ipl_score_is_better (score, a, b))
        best = row;
    }
  return best;
}

/* The k-th seed of the mean, where one was asked for; else the case's own. */
static guint
find_seed (const IplSweepPlan *plan, guint k)
{
  return plan->run.seeds.n > 0 ? ipl_sweep_plan_find_seed (plan, plan->run.seeds.first + k) : 0;
}

/* The samples at one width: of one seed with their error, of several their mean with the standard
 * deviation between seeds; (nullable). */
static IplPosteriorSummary *
make_sample (const IplSweepRows *self, guint prior, guint width)
{
  const IplSweepPlan *plan = self->folder->plan;
  const IplRowScores *scores = self->scores;
  IplSetting setting = ipl_sweep_plan_setting (plan, prior * plan->run.widths.n + width);
  guint n = MAX (plan->run.seeds.n, 1), there = 0;
  double mean = 0, squares = 0, error = 0;
  gboolean fine = TRUE;

  for (guint k = 0; k < n; k++)
    {
      guint row = find_row (self, find_seed (plan, k), prior, width);
      double value = scores->sampled[row], step = value - mean;

      if (isnan (value))
        continue;
      there++;
      mean += step / there;
      squares += step * (value - mean);
      error = scores->sampled_se[row];
      fine = fine && scores->sampled_doubtful[row] == 0;
      if (n == 1)
        setting = ipl_sweep_plan_setting (plan, row);
    }
  if (there == 0)
    return NULL;
  if (n > 1)
    error = there > 1 ? sqrt (squares / (there - 1)) : 0;
  return ipl_posterior_summary_new_score (&setting, mean, error, fine);
}

/* Returns: (transfer full): what was sampled at it so far, at each width of which something is
 *   there; empty where the sweep samples nothing */
GPtrArray *
ipl_sweep_rows_samples (const IplSweepRows *self, guint prior)
{
  GPtrArray *samples = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_posterior_summary_unref);

  for (guint i = 0; self->scores->sampled != NULL && i < self->folder->plan->run.widths.n; i++)
    {
      IplPosteriorSummary *sample = make_sample (self, prior, i);

      if (sample != NULL)
        g_ptr_array_add (samples, sample);
    }
  return samples;
}

/* Returns: (transfer full): the accuracies of the seeds of the mean at it, or of the case's own
 *   where none was asked for; NaN for rows that are not there */
IplSeedMean *
ipl_sweep_rows_mean (const IplSweepRows *self, guint prior)
{
  const IplSweepPlan *plan = self->folder->plan;
  const IplRowScores *scores = self->scores;
  const IplRunSettings *run = &plan->run;
  gsize n = MAX (run->seeds.n, 1);
  IplSeedMean *mean
      = ipl_row_scores_mean (scores, n, run->widths.n, run->best ? 0 : scores->n_lines);

  mean->n = (guint)n;
  mean->best = run->best;
  mean->partial = TRUE;
  mean->settings = g_new0 (IplSetting, MAX (run->widths.n, 1));
  for (guint i = 0; i < run->widths.n; i++)
    mean->settings[i] = ipl_sweep_plan_setting (plan, prior * run->widths.n + i);
  for (gsize k = 0; k < n; k++)
    {
      guint s = find_seed (plan, (guint)k);
      gsize lines = ((gsize)s * ipl_run_settings_n_priors (run) + prior) * scores->n_lines;

      mean->seeds[k] = plan->seeds[s];
      for (guint i = 0; i < run->widths.n; i++)
        ipl_row_scores_put (scores, find_row (self, s, prior, i), mean, k * mean->n_rows + i);
      for (guint l = 0; l < mean->n_lines; l++)
        mean->gp[k * mean->n_lines + l] = scores->gp[lines + l];
    }
  return mean;
}
