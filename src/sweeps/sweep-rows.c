/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is there of a sweep in a folder while it fills: of rows that have come since the last look
 * the files are read, of all others only the names. */
#include "sweeps/sweep-rows.h"

#include "core/base/memory.h"
#include "sweeps/row-pack.h"
#include <math.h>
#include <string.h>

typedef struct
{
  IplSweepRows *rows;
  const IplSweepPlan *plan;
  const IplSweepRows *before; /* nullable */
  GCancellable *cancellable;
} Look;

static double *
nans (gsize n, GError **error)
{
  double *values = ipl_try_new (double, (double)MAX (n, 1), "The accuracies of all rows", error);

  for (gsize i = 0; values != NULL && i < n; i++)
    values[i] = NAN;
  return values;
}

/* A number of a row, NaN where there is none. */
static double
number (IplNpz *npz, const char *name, gsize index)
{
  const IplArray *array = ipl_npz_lookup (npz, name);

  return array != NULL && array->values != NULL && index < array->size ? array->values[index] : NAN;
}

static double
score (const Look *self, IplNpz *npz, const char *ending, gsize index)
{
  g_autofree char *name
      = g_strconcat (self->rows->regression ? "mean_squared_error" : "accuracy", ending, NULL);

  return number (npz, name, index);
}

/* The GP limits of a row's seed and temperature; a file with several rows has them for each. */
static gboolean
take_lines (const Look *self, guint row, IplNpz *npz, gsize index, GError **error)
{
  IplSweepRows *rows = self->rows;
  const IplArray *lines = ipl_npz_lookup (npz, "gp_lines");
  gsize groups = (gsize)self->plan->n_seeds * self->plan->run.n_temperatures;
  gsize group = row / self->plan->run.n_widths;

  if (rows->gp == NULL)
    {
      if (lines == NULL || !lines->is_text)
        return TRUE;
      rows->n_lines = (guint)lines->size;
      rows->lines = g_strdupv (lines->texts);
      rows->gp = nans (groups * rows->n_lines, error);
      if (rows->gp == NULL)
        return FALSE;
    }
  if (lines == NULL || lines->size != rows->n_lines)
    return TRUE;
  for (guint k = 0; k < rows->n_lines; k++)
    rows->gp[group * rows->n_lines + k] = score (self, npz, "_gp_lines", index * rows->n_lines + k);
  return TRUE;
}

static gboolean
take (const Look *self, guint row, IplNpz *npz, gsize index, GError **error)
{
  IplSweepRows *rows = self->rows;

  rows->regression = ipl_npz_lookup (npz, "mean_squared_error") != NULL;
  rows->accuracy[row] = score (self, npz, "", index);
  rows->diagonal[row] = score (self, npz, "_diagonal", index);
  rows->levelled[row] = score (self, npz, "_levelled", index);
  return take_lines (self, row, npz, index, error);
}

/* What cannot be read is not there; a file may be renamed into its pack while it is looked for. */
static gboolean
lose (const Look *self, guint first, guint end, GError *why, GError **error)
{
  IplSweepStatus *status = self->rows->status;

  if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, why);
      return FALSE;
    }
  for (guint row = first; row < end; row++)
    if (status->states[row] == IPL_ROW_DONE)
      {
        status->states[row] = IPL_ROW_MISSING;
        status->done--;
        status->missing++;
      }
  if (self->rows->damage == NULL)
    self->rows->damage = g_strdup (why->message);
  g_error_free (why);
  return TRUE;
}

static gboolean
is_known (const Look *self, guint row)
{
  return self->before != NULL && self->before->status->states[row] == IPL_ROW_DONE;
}

static gboolean
is_news (const Look *self, guint row)
{
  return self->rows->status->states[row] == IPL_ROW_DONE && !is_known (self, row);
}

static gboolean
read_shard (const Look *self, guint shard, GError **error)
{
  const IplSweepFolder *folder = self->rows->folder;
  g_autofree char *path = ipl_sweep_folder_pack_path (folder, shard);
  GError *wrong = NULL;
  guint first, end, news = 0;

  ipl_sweep_folder_shard (folder, shard, &first, &end);
  for (guint row = first; row < end; row++)
    news += is_news (self, row);
  if (news == 0)
    return TRUE;
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_autoptr (IplNpz) pack = ipl_pack_read (folder, shard, self->cancellable, &wrong);

      if (pack == NULL)
        return lose (self, first, end, wrong, error);
      for (guint row = first; row < end; row++)
        if (is_news (self, row) && !take (self, row, pack, row - first, error))
          return FALSE;
      return TRUE;
    }
  for (guint row = first; row < end; row++)
    {
      g_autoptr (IplNpz) npz = NULL;

      if (!is_news (self, row))
        continue;
      npz = ipl_row_read (folder, row, self->cancellable, &wrong);
      if (npz == NULL)
        {
          if (!lose (self, row, row + 1, g_steal_pointer (&wrong), error))
            return FALSE;
        }
      else if (!take (self, row, npz, 0, error))
        return FALSE;
    }
  return TRUE;
}

/* What is known already. */
static gboolean
copy (IplSweepRows *self, const IplSweepRows *before, GError **error)
{
  const IplSweepPlan *plan = self->folder->plan;
  gsize n = plan->n_rows, lines = (gsize)plan->n_seeds * plan->run.n_temperatures;

  self->regression = before->regression;
  memcpy (self->accuracy, before->accuracy, n * sizeof (double));
  memcpy (self->diagonal, before->diagonal, n * sizeof (double));
  memcpy (self->levelled, before->levelled, n * sizeof (double));
  if (before->gp == NULL)
    return TRUE;
  lines *= before->n_lines;
  self->n_lines = before->n_lines;
  self->lines = g_strdupv (before->lines);
  self->gp = nans (lines, error);
  if (self->gp != NULL)
    memcpy (self->gp, before->gp, lines * sizeof (double));
  return self->gp != NULL;
}

/**
 * ipl_sweep_rows_read:
 * @path: the folder of a sweep
 * @before: (nullable): what was there at the last look
 * @cancellable: (nullable)
 * @error: return location for an #IPL_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): what is there; of files that cannot be read the rows are
 *   missing
 */
IplSweepRows *
ipl_sweep_rows_read (const char *path, const IplSweepRows *before, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (IplSweepRows) self = g_new0 (IplSweepRows, 1);
  Look look = { .rows = self, .cancellable = cancellable };
  guint n;

  g_atomic_ref_count_init (&self->ref_count);
  self->folder = ipl_sweep_folder_open (path, error);
  self->status
      = self->folder != NULL ? ipl_sweep_status_new (self->folder, cancellable, error) : NULL;
  if (self->status == NULL)
    return NULL;
  look.plan = self->folder->plan;
  n = look.plan->n_rows;
  self->accuracy = nans (n, error);
  self->diagonal = self->accuracy != NULL ? nans (n, error) : NULL;
  self->levelled = self->diagonal != NULL ? nans (n, error) : NULL;
  if (self->levelled == NULL)
    return NULL;
  if (before != NULL && strcmp (before->folder->plan->hash, look.plan->hash) == 0)
    {
      look.before = before;
      if (!copy (self, before, error))
        return NULL;
    }
  for (guint shard = 0; shard < ipl_sweep_folder_n_shards (self->folder); shard++)
    if (g_cancellable_set_error_if_cancelled (cancellable, error)
        || !read_shard (&look, shard, error))
      return NULL;
  return g_steal_pointer (&self);
}

IplSweepRows *
ipl_sweep_rows_ref (IplSweepRows *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ipl_sweep_rows_unref (IplSweepRows *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->folder, ipl_sweep_folder_free);
  g_clear_pointer (&self->status, ipl_sweep_status_free);
  g_free (self->accuracy);
  g_free (self->diagonal);
  g_free (self->levelled);
  g_strfreev (self->lines);
  g_free (self->gp);
  g_free (self->damage);
  g_free (self);
}

/**
 * ipl_sweep_rows_equal:
 * @self: what is there
 * @other: what was there at another time
 *
 * Returns: whether nothing has come, gone or failed between them
 */
gboolean
ipl_sweep_rows_equal (const IplSweepRows *self, const IplSweepRows *other)
{
  return strcmp (self->folder->plan->hash, other->folder->plan->hash) == 0
         && self->status->tasks == other->status->tasks
         && memcmp (self->status->states, other->status->states, self->status->n) == 0
         && g_strcmp0 (self->damage, other->damage) == 0;
}

/**
 * ipl_sweep_rows_find_temperature:
 * @self: what is there
 * @temperature: a temperature
 * @index: (out): which of the plan's it is
 *
 * Returns: whether it is one of them; where every width takes its best, all are
 */
gboolean
ipl_sweep_rows_find_temperature (const IplSweepRows *self, double temperature, guint *index)
{
  const IplRunSettings *run = &self->folder->plan->run;

  *index = 0;
  for (guint t = 0; t < run->n_temperatures; t++)
    if (run->temperatures[t] == temperature)
      {
        *index = t;
        return TRUE;
      }
  return run->best;
}

/* The row of a seed and a width: at @temperature, or at the best of those that are there. */
static guint
find_row (const IplSweepRows *self, guint seed, guint temperature, guint width)
{
  const IplRunSettings *run = &self->folder->plan->run;
  guint own = run->n_temperatures * run->n_widths, best = seed * own + width;

  if (!run->best)
    return best + temperature * run->n_widths;
  for (guint t = 1; t < run->n_temperatures; t++)
    {
      guint row = seed * own + t * run->n_widths + width;
      double a = self->accuracy[row], b = self->accuracy[best];

      if (!isnan (a) && (isnan (b) || (self->regression ? a < b : a > b)))
        best = row;
    }
  return best;
}

/* The seeds of the mean, where one was asked for; else all, which is the case's own. */
static guint
find_seed (const IplSweepPlan *plan, guint i)
{
  guint s = 0;

  while (plan->run.n_seeds > 0 && s + 1 < plan->n_seeds
         && plan->seeds[s] != plan->run.first_seed + i)
    s++;
  return s;
}

/**
 * ipl_sweep_rows_mean:
 * @self: what is there
 * @temperature: index of a temperature of the plan
 *
 * Returns: (transfer full): the accuracies of the seeds of the mean at it, or of the case's own
 *   where none was asked for; NaN for rows that are not there
 */
IplSeedMean *
ipl_sweep_rows_mean (const IplSweepRows *self, guint temperature)
{
  const IplSweepPlan *plan = self->folder->plan;
  const IplRunSettings *run = &plan->run;
  IplSeedMean *mean = ipl_seed_mean_new ();
  gsize n = MAX (run->n_seeds, 1);

  mean->n = (guint)n;
  mean->best = run->best;
  mean->partial = TRUE;
  mean->regression = self->regression;
  mean->n_rows = run->n_widths;
  mean->n_lines = run->best ? 0 : self->n_lines;
  mean->lines = g_new0 (char *, mean->n_lines + 1);
  mean->seeds = g_new0 (guint64, n);
  mean->settings = g_new0 (IplSetting, MAX (run->n_widths, 1));
  mean->accuracy = g_new0 (double, MAX (n * mean->n_rows, 1));
  mean->diagonal = g_new0 (double, MAX (n * mean->n_rows, 1));
  mean->levelled = g_new0 (double, MAX (n * mean->n_rows, 1));
  mean->gp = g_new0 (double, MAX (n * mean->n_lines, 1));
  for (guint i = 0; i < run->n_widths; i++)
    mean->settings[i] = ipl_sweep_plan_setting (plan, temperature * run->n_widths + i);
  for (guint k = 0; k < mean->n_lines; k++)
    mean->lines[k] = g_strdup (self->lines[k]);
  for (gsize k = 0; k < n; k++)
    {
      guint s = find_seed (plan, (guint)k);
      gsize lines = ((gsize)s * run->n_temperatures + temperature) * self->n_lines;

      mean->seeds[k] = plan->seeds[s];
      for (guint i = 0; i < run->n_widths; i++)
        {
          guint row = find_row (self, s, temperature, i);

          mean->accuracy[k * mean->n_rows + i] = self->accuracy[row];
          mean->diagonal[k * mean->n_rows + i] = self->diagonal[row];
          mean->levelled[k * mean->n_rows + i] = self->levelled[row];
        }
      for (guint l = 0; l < mean->n_lines; l++)
        mean->gp[k * mean->n_lines + l] = self->gp[lines + l];
    }
  return mean;
}
