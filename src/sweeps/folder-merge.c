/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One file of results out of a sweep's folder, as the command sweep or sample would have written
 * it. Files are read one at a time, each once; where every width takes its best temperature, twice.
 */
#include "sweeps/folder-merge.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/parameters/parameters.h"
#include "sweeps/row-pack.h"
#include <math.h>
#include <string.h>

typedef struct
{
  const IplSweepFolder *folder;
  const IplSweepPlan *plan;
  IplResultsMerge *merge;
  IplMergeReport *report;
  GCancellable *cancellable;
  guint own; /* rows of the case's own seed, which come first */
  gboolean regression;
  double *score; /* [n_rows] of each of these; NaN where it is not there */
  double *diagonal;
  double *levelled;
  guint n_lines;
  GStrv lines;
  double *gp;   /* [n_seeds x n_temperatures x n_lines] */
  IplNpz *pack; /* (nullable) the one read last, where rows are looked for once more */
  guint pack_shard;
  gboolean *is_wanted; /* (nullable) [own] which rows are written; %NULL for all */
} Merge;

/* Called for every row that is there, in the order of the plan. */
typedef gboolean (*EachRow) (Merge *self, guint row, const IplResultsPart *part, gsize index,
                             GError **error);

void
ipl_merge_report_clear (IplMergeReport *self)
{
  g_clear_pointer (&self->states, g_free);
  g_clear_pointer (&self->damage, g_free);
}

/* What cannot be read is missing. */
static gboolean
lose (Merge *self, guint first, guint end, GError *why, GError **error)
{
  if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, why);
      return FALSE;
    }
  for (guint row = first; row < end; row++)
    {
      self->report->done -= self->report->states[row] == IPL_ROW_DONE;
      self->report->states[row] = IPL_ROW_MISSING;
    }
  if (self->report->damage == NULL)
    self->report->damage = g_strdup (why->message);
  g_error_free (why);
  return TRUE;
}

static gboolean
is_wanted (const Merge *self, guint first, guint end, gboolean again)
{
  if (!again)
    return TRUE;
  for (guint row = first; row < MIN (end, self->own); row++)
    if (self->is_wanted[row])
      return TRUE;
  return FALSE;
}

/* @again: whether only rows that are wanted need be read */
static gboolean
read_shard (Merge *self, guint shard, gboolean again, EachRow each, GError **error)
{
  const IplSweepFolder *folder = self->folder;
  g_autofree char *pack = ipl_sweep_folder_pack_path (folder, shard);
  guint first, end;

  ipl_sweep_folder_shard (folder, shard, &first, &end);
  if (!is_wanted (self, first, end, again))
    return TRUE;
  if (g_file_test (pack, G_FILE_TEST_EXISTS))
    {
      GError *wrong = NULL;
      IplResultsPart part = { self->pack, end - first, TRUE };

      if (part.npz == NULL || self->pack_shard != shard)
        {
          g_clear_pointer (&self->pack, ipl_npz_free);
          self->pack = part.npz = ipl_pack_read (folder, shard, self->cancellable, &wrong);
          self->pack_shard = shard;
        }
      if (part.npz == NULL)
        return lose (self, first, end, wrong, error);
      for (guint row = first; row < end; row++)
        if (!each (self, row, &part, row - first, error))
          return FALSE;
      return TRUE;
    }
  for (guint row = first; row < end; row++)
    {
      GError *wrong = NULL;
      g_autoptr (IplNpz) npz = NULL;

      if (self->report->states[row] != IPL_ROW_DONE || !is_wanted (self, row, row + 1, again))
        continue;
      npz = ipl_row_read (folder, row, self->cancellable, &wrong);
      if (npz == NULL)
        {
          if (!lose (self, row, row + 1, wrong, error))
            return FALSE;
          continue;
        }
      if (!each (self, row, &(IplResultsPart){ npz, 1, FALSE }, 0, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_rows (Merge *self, gboolean again, EachRow each, GError **error)
{
  guint n = ipl_sweep_folder_n_shards (self->folder);

  for (guint shard = 0; shard < n; shard++)
    if (g_cancellable_set_error_if_cancelled (self->cancellable, error)
        || !read_shard (self, shard, again, each, error))
      return FALSE;
  return TRUE;
}

/* A number of a row, NaN where there is none. */
static double
number (const IplResultsPart *part, const char *name, gsize index)
{
  const IplArray *array = ipl_npz_lookup (part->npz, name);

  return array != NULL && array->values != NULL && index < array->size ? array->values[index] : NAN;
}

static double
score (const Merge *self, const IplResultsPart *part, const char *ending, gsize index)
{
  g_autofree char *name
      = g_strconcat (self->regression ? "mean_squared_error" : "accuracy", ending, NULL);

  return number (part, name, index);
}

/* The GP limits of a row's temperature. */
static gboolean
take_lines (Merge *self, guint row, const IplResultsPart *part, gsize index, GError **error)
{
  const IplArray *lines = ipl_npz_lookup (part->npz, "gp_lines");
  gsize groups = (gsize)self->plan->n_seeds * self->plan->run.n_temperatures;
  guint group = row / self->plan->run.n_widths;

  if (self->gp == NULL)
    {
      if (lines == NULL || !lines->is_text)
        return TRUE;
      self->n_lines = (guint)lines->size;
      self->lines = g_strdupv (lines->texts);
      self->gp = ipl_try_new (double, (double)groups * self->n_lines, "The GP limits", error);
      for (gsize i = 0; self->gp != NULL && i < groups * self->n_lines; i++)
        self->gp[i] = NAN;
    }
  for (guint k = 0; self->gp != NULL && k < self->n_lines; k++)
    self->gp[group * self->n_lines + k]
        = score (self, part, "_gp_lines", (part->grouped ? index * self->n_lines : 0) + k);
  return self->gp != NULL;
}

static void
note_doubt (Merge *self, guint row, const IplResultsPart *part, gsize index)
{
  if (number (part, "converged", index) != 0 && number (part, "posterior_fine", index) != 0)
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

static gboolean
take_row (Merge *self, guint row, const IplResultsPart *part, gsize index, GError **error)
{
  self->regression = ipl_npz_lookup (part->npz, "mean_squared_error") != NULL;
  if (self->score != NULL)
    {
      self->score[row] = score (self, part, "", index);
      self->diagonal[row] = score (self, part, "_diagonal", index);
      self->levelled[row] = score (self, part, "_levelled", index);
      if (!take_lines (self, row, part, index, error))
        return FALSE;
    }
  return self->plan->run.best || write_row (self, row, part, index, error);
}

static double *
nans (guint n, GError **error)
{
  double *values = ipl_try_new (double, n, "The accuracies of all rows", error);

  for (guint i = 0; values != NULL && i < n; i++)
    values[i] = NAN;
  return values;
}

/* As ipl_sweep_best() has it: the first of equals, and any number rather than none. */
static gboolean
is_better (const Merge *self, double a, double b)
{
  if (isnan (b))
    return !isnan (a);
  return self->regression ? a < b : a > b;
}

/* Of every width of a seed the row of its best temperature, in the order of the widths; -1: none.
 * Returns how many widths there are, of which those alike count once. */
static guint
find_best (const Merge *self, guint seed, gint64 *best)
{
  const IplRunSettings *run = &self->plan->run;
  g_autofree guint *place = g_new (guint, run->n_widths);
  guint n = 0;

  for (guint w = 0; w < run->n_widths; w++)
    {
      guint before = 0;

      while (before < w && !ipl_setting_same_widths (&run->widths[before], &run->widths[w]))
        before++;
      place[w] = before < w ? place[before] : n;
      if (before == w)
        best[n++] = -1;
    }
  for (guint i = 0; i < self->own; i++)
    {
      guint row = seed * self->own + i, k = place[i % run->n_widths];

      if (self->report->states[row] == IPL_ROW_DONE
          && (best[k] < 0 || is_better (self, self->score[row], self->score[best[k]])))
        best[k] = row;
    }
  return n;
}

/* Which temperature of a seed is best for a GP limit. */
static guint
find_best_line (const Merge *self, guint seed, guint line)
{
  guint n = self->plan->run.n_temperatures, best = 0;
  const double *gp = self->gp + (gsize)seed * n * self->n_lines + line;

  for (guint t = 1; t < n; t++)
    if (is_better (self, gp[t * self->n_lines], gp[best * self->n_lines]))
      best = t;
  return best;
}

/* The GP limits of the file, each at its own best temperature. */
static gboolean
set_best_lines (Merge *self, GError **error)
{
  const IplRunSettings *run = &self->plan->run;
  guint first = find_best_line (self, 0, 0) * run->n_widths;
  g_autofree double *values = g_new (double, self->n_lines + 1);

  for (guint k = 0; k < self->n_lines; k++)
    values[k] = self->gp[find_best_line (self, 0, k) * self->n_lines + k];
  for (guint row = first; row < first + run->n_widths; row++)
    {
      guint shard = row / self->plan->shard, from, until;
      g_autofree char *pack = ipl_sweep_folder_pack_path (self->folder, shard);
      g_autoptr (IplNpz) npz = NULL;
      gboolean packed = g_file_test (pack, G_FILE_TEST_EXISTS);

      if (self->report->states[row] != IPL_ROW_DONE)
        continue;
      ipl_sweep_folder_shard (self->folder, shard, &from, &until);
      npz = packed ? ipl_pack_read (self->folder, shard, self->cancellable, error)
                   : ipl_row_read (self->folder, row, self->cancellable, error);
      if (npz == NULL)
        return FALSE;
      ipl_results_merge_take_groups (self->merge,
                                     &(IplResultsPart){ npz, packed ? until - from : 1, packed },
                                     packed ? row - from : 0);
      break;
    }
  ipl_results_merge_set_numbers (
      self->merge, self->regression ? "mean_squared_error_gp_lines" : "accuracy_gp_lines",
      self->n_lines, values);
  return TRUE;
}

static gboolean
merge_best (Merge *self, GError **error)
{
  g_autofree gint64 *best = g_new (gint64, self->plan->run.n_widths);
  guint n = find_best (self, 0, best);
  g_autofree gboolean *wanted = NULL;
  gboolean ok = TRUE;

  /* The order is that of the widths, whatever their temperature: a row after the other. */
  wanted = g_new0 (gboolean, self->own);
  self->is_wanted = wanted;
  for (guint k = 0; k < n && ok; k++)
    if (best[k] >= 0)
      {
        wanted[best[k]] = TRUE;
        ok = read_shard (self, (guint)best[k] / self->plan->shard, TRUE, write_row, error);
        wanted[best[k]] = FALSE;
      }
  self->is_wanted = NULL;
  return ok && (self->gp == NULL || set_best_lines (self, error));
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

/* Where the seed of the mean stands in the plan. */
static guint
find_seed (const IplSweepPlan *plan, guint64 seed)
{
  guint s = 0;

  while (s + 1 < plan->n_seeds && plan->seeds[s] != seed)
    s++;
  return s;
}

static gboolean
has_one_temperature (const IplRunSettings *run)
{
  for (guint t = 1; t < run->n_temperatures; t++)
    if (run->temperatures[t] != run->temperatures[0])
      return FALSE;
  return TRUE;
}

static void
append_seed (const Merge *self, IplSeedMean *mean, guint seed)
{
  const IplRunSettings *run = &self->plan->run;
  g_autofree gint64 *best = g_new (gint64, self->own);
  gsize at = (gsize)mean->n * mean->n_rows, line = (gsize)mean->n * mean->n_lines;

  if (run->best)
    find_best (self, seed, best);
  for (guint i = 0; i < mean->n_rows; i++)
    {
      gsize row = run->best ? (gsize)best[i] : (gsize)seed * self->own + i;

      mean->accuracy[at + i] = self->score[row];
      mean->diagonal[at + i] = self->diagonal[row];
      mean->levelled[at + i] = self->levelled[row];
    }
  for (guint k = 0; k < mean->n_lines; k++)
    {
      guint t = run->best ? find_best_line (self, seed, k) : 0;

      mean->gp[line + k] = self->gp[((gsize)seed * run->n_temperatures + t) * self->n_lines + k];
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
  g_autoptr (IplSeedMean) mean = ipl_seed_mean_new ();
  g_autofree gint64 *best = g_new (gint64, self->own);
  gsize n = run->n_seeds;

  mean->best = run->best;
  mean->regression = self->regression;
  mean->n_rows = run->best ? find_best (self, 0, best) : self->own;
  mean->n_lines = run->best || has_one_temperature (run) ? self->n_lines : 0;
  mean->lines = g_new0 (char *, mean->n_lines + 1);
  for (guint k = 0; k < mean->n_lines; k++)
    mean->lines[k] = g_strdup (self->lines[k]);
  mean->seeds = g_new0 (guint64, n);
  mean->accuracy = g_new0 (double, MAX (n * mean->n_rows, 1));
  mean->diagonal = g_new0 (double, MAX (n * mean->n_rows, 1));
  mean->levelled = g_new0 (double, MAX (n * mean->n_rows, 1));
  mean->gp = g_new0 (double, MAX (n * mean->n_lines, 1));
  for (guint i = 0; i < run->n_seeds; i++)
    {
      guint seed = find_seed (self->plan, run->first_seed + i);

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
  g_autofree char *settings = ipl_run_settings_to_json (run);
  gboolean stacks = ipl_sweep_plan_stacks (self->plan);
  g_autoptr (IplResultsMerge) results
      = stacks ? ipl_results_merge_new_stacked (path)
               : ipl_results_merge_new (path, !run->best && !has_one_temperature (run));
  g_autoptr (IplSeedMean) mean = NULL;

  self->merge = results;
  if (run->best || (run->n_seeds > 0 && !stacks))
    {
      self->score = nans (self->plan->n_rows, error);
      self->diagonal = self->score != NULL ? nans (self->plan->n_rows, error) : NULL;
      self->levelled = self->diagonal != NULL ? nans (self->plan->n_rows, error) : NULL;
      if (self->levelled == NULL)
        return FALSE;
    }
  if (!read_rows (self, FALSE, take_row, error) || (run->best && !merge_best (self, error)))
    return FALSE;
  if (run->n_seeds > 0 && !stacks)
    mean = make_mean (self);
  self->report->written = (guint)ipl_results_merge_get_n (results);
  return ipl_results_merge_write (results, settings, mean, error);
}

/**
 * ipl_sweep_folder_merge:
 * @folder: a sweep
 * @path: the file of results to write
 * @cancellable: (nullable)
 * @report: (out caller-allocates): what was found, to be cleared; filled on error too
 * @error: return location for an #IPL_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Writes the rows that are there, in the order of the plan, as if one command had computed them; of
 * a mean over seeds, those seeds that are complete.
 *
 * Returns: whether the file was written
 */
gboolean
ipl_sweep_folder_merge (const IplSweepFolder *folder, const char *path, GCancellable *cancellable,
                        IplMergeReport *report, GError **error)
{
  const IplSweepPlan *plan = folder->plan;
  Merge self = { .folder = folder,
                 .plan = plan,
                 .report = report,
                 .cancellable = cancellable,
                 .own = plan->run.n_temperatures * plan->run.n_widths };
  gboolean ok;

  *report = (IplMergeReport){ 0 };
  report->states = ipl_sweep_folder_scan (folder, 0, plan->n_rows, cancellable, error);
  if (report->states == NULL)
    return FALSE;
  for (guint row = 0; row < plan->n_rows; row++)
    report->done += report->states[row] == IPL_ROW_DONE;
  ok = merge (&self, path, error);
  g_clear_pointer (&self.pack, ipl_npz_free);
  g_free (self.score);
  g_free (self.diagonal);
  g_free (self.levelled);
  g_free (self.gp);
  g_strfreev (self.lines);
  return ok;
}
