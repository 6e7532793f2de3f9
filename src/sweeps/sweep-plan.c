/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a sweep, and in which order they are computed. */
#include "sweeps/sweep-plan.h"

#include "core/base/error.h"
#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"
#include <string.h>

/* Rows that a task packs into one file: few enough that a folder has no more entries. */
#define SHARD_ROWS 1000
/* Bytes of such a file, which is read as a whole. */
#define SHARD_BYTES 67108864.0

static int
compare_widest_first (gconstpointer a, gconstpointer b, gpointer data)
{
  const IplRunSettings *run = data;
  guint i = *(const guint *)a, k = *(const guint *)b;
  const IplSetting left = ipl_run_settings_get (run, i), right = ipl_run_settings_get (run, k);
  guint wi = ipl_setting_largest_width (&left), wk = ipl_setting_largest_width (&right);

  if (left.gp != right.gp)
    return left.gp ? 1 : -1;
  if (wi != wk && !left.gp)
    return wi > wk ? -1 : 1;
  return i < k ? -1 : i > k;
}

/* Works out the order of work. */
void
ipl_sweep_plan_seal (IplSweepPlan *self)
{
  guint n = ipl_sweep_plan_group_rows (self);

  self->order = g_new (guint, MAX (n, 1));
  self->n_finite = 0;
  for (guint i = 0; i < n; i++)
    self->order[i] = i;
  if (ipl_sweep_plan_is_map (self) || ipl_sweep_plan_has_parts (self))
    return;
  for (guint i = 0; i < n; i++)
    {
      self->n_finite += !ipl_run_settings_get (&self->run, i).gp;
    }
  g_qsort_with_data (self->order, (gint)n, sizeof *self->order, compare_widest_first, &self->run);
}

/* TRUE if every row is that: "sweep", "sample" the posterior, "prune" heads, "train" a network, or
 * "dynamics", a part of an experiment in time. */
gboolean
ipl_sweep_plan_computes (const IplSweepPlan *self, const char *command)
{
  return strcmp (self->run.command, command) == 0;
}

/* TRUE if the files of rows have no axis of rows. */
gboolean
ipl_sweep_plan_stacks (const IplSweepPlan *self)
{
  return ipl_sweep_plan_computes (self, "prune") || ipl_sweep_plan_computes (self, "train");
}

gboolean
ipl_sweep_plan_is_map (const IplSweepPlan *self)
{
  return self->run.x.n > 0;
}

/* TRUE if its rows are parts of an experiment in time. */
gboolean
ipl_sweep_plan_has_parts (const IplSweepPlan *self)
{
  return ipl_sweep_plan_computes (self, "dynamics");
}

static guint
count_parts (const IplSweepPlan *self)
{
  const IplParameters *parameters = &self->run.parameters;
  const IplExperimentParts *parts = parameters->experiment->parts;

  return parts != NULL ? parts->count (ipl_parameters_get_own (parameters)) : 0;
}

/* The axis by which rows of a map take unlike times: what changes the case, else a width. */
static const IplSweepAxis *
find_kinds (const IplRunSettings *run)
{
  if (run->y.n > 0 && run->x.kind != IPL_AXIS_FIELD
      && (run->y.kind == IPL_AXIS_FIELD
          || (run->y.kind == IPL_AXIS_WIDTH && run->x.kind != IPL_AXIS_WIDTH)))
    return &run->y;
  return &run->x;
}

/* Rows that take unlike times. */
guint
ipl_sweep_plan_n_kinds (const IplSweepPlan *self)
{
  if (ipl_sweep_plan_has_parts (self))
    return count_parts (self);
  return ipl_sweep_plan_is_map (self) ? find_kinds (&self->run)->n : self->run.widths.n;
}

static guint
find_kind (const IplSweepPlan *self, guint row)
{
  const IplRunSettings *run = &self->run;
  guint cell;

  if (ipl_sweep_plan_has_parts (self))
    return row;
  if (!ipl_sweep_plan_is_map (self))
    return row % run->widths.n;
  cell = ipl_map_plan_row_cell (run, row);
  return find_kinds (run) == &run->x ? cell % run->x.n : cell / run->x.n % run->y.n;
}

/* The first and the last cell of a map with the value @kind of the axis that matters most. */
void
ipl_sweep_plan_kind_cells (const IplSweepPlan *self, guint kind, guint *first, guint *last)
{
  guint nx = ipl_map_plan_nx (&self->run), ny = ipl_map_plan_ny (&self->run);

  if (find_kinds (&self->run) == &self->run.x)
    {
      *first = kind;
      *last = (ny - 1) * nx + kind;
      return;
    }
  *first = kind * nx;
  *last = kind * nx + nx - 1;
}

double
ipl_sweep_plan_row_seconds (const IplSweepPlan *self, guint row)
{
  return self->seconds[find_kind (self, row)];
}

/* The rows whose places in the order of work are those of the same rows: the widths of a
 * temperature, all of a case of a map, or all parts. */
guint
ipl_sweep_plan_group_rows (const IplSweepPlan *self)
{
  return ipl_sweep_plan_is_map (self) || ipl_sweep_plan_has_parts (self)
             ? ipl_sweep_plan_seed_rows (self)
             : self->run.widths.n;
}

/* The rows that the axes make. */
double
ipl_sweep_plan_axes_rows (const IplSweepPlan *self)
{
  if (ipl_sweep_plan_has_parts (self))
    return count_parts (self);
  return ipl_sweep_plan_is_map (self)
             ? ipl_map_plan_n_cells (&self->run)
             : (double)self->n_seeds * ipl_run_settings_n_priors (&self->run) * self->run.widths.n;
}

/* The parameters of the case of a seed, its files as they were planned. */
IplParameters
ipl_sweep_plan_parameters (const IplSweepPlan *self, guint seed)
{
  IplParameters parameters = self->run.parameters;

  if (ipl_sweep_plan_is_map (self))
    ipl_map_plan_get (&self->run,
                      ipl_map_plan_row_cell (&self->run, seed * ipl_sweep_plan_seed_rows (self)),
                      &parameters);
  else if (self->n_seeds > 1)
    ipl_parameters_set_seed (&parameters, self->seeds[seed]);
  return parameters;
}

/* The rows of one seed, or of one case of a map, or all parts. */
guint
ipl_sweep_plan_seed_rows (const IplSweepPlan *self)
{
  if (ipl_sweep_plan_has_parts (self))
    return count_parts (self);
  if (ipl_sweep_plan_is_map (self))
    return (guint)ipl_map_plan_n_cells (&self->run) / ipl_map_plan_n_cases (&self->run);
  return ipl_run_settings_n_priors (&self->run) * self->run.widths.n;
}

/* The index of a row's seed. */
guint
ipl_sweep_plan_row_seed (const IplSweepPlan *self, guint row)
{
  return row / ipl_sweep_plan_seed_rows (self);
}

/* Returns: the index of that seed */
guint
ipl_sweep_plan_find_seed (const IplSweepPlan *self, guint64 seed)
{
  guint s = 0;

  while (s + 1 < self->n_seeds && self->seeds[s] != seed)
    s++;
  return s;
}

/* Returns: whether all rows of a seed have one temperature and one set of variances, so that they
 *   have their GP limits in common */
gboolean
ipl_sweep_plan_has_one_prior (const IplSweepPlan *self)
{
  const IplSetting first = ipl_sweep_plan_setting (self, 0);
  guint n = ipl_run_settings_n_priors (&self->run);

  for (guint p = 1; p < n; p++)
    {
      const IplSetting other = ipl_sweep_plan_setting (self, p * self->run.widths.n);

      if (!ipl_setting_same_prior (&first, &other))
        return FALSE;
    }
  return TRUE;
}

/* Lists the seeds: the case's own first, then those of the mean that are not its own; FALSE where
 * the case is made from no seed. */
gboolean
ipl_sweep_plan_list_seeds (IplSweepPlan *self)
{
  const IplRunSettings *run = &self->run;
  guint64 own = 0;
  gboolean has_seed = ipl_parameters_get_seed (&run->parameters, &own);

  if (ipl_sweep_plan_is_map (self))
    {
      self->n_seeds = ipl_map_plan_n_cases (run);
      return TRUE;
    }
  self->seeds = g_new0 (guint64, (gsize)run->seeds.n + 1);
  self->seeds[self->n_seeds++] = own;
  for (guint i = 0; i < run->seeds.n; i++)
    if (run->seeds.first + i != own)
      self->seeds[self->n_seeds++] = run->seeds.first + i;
  return has_seed && ipl_parameters_get_network (&run->parameters)[0] == '\0';
}

/* How many rows go into one file. */
static guint
shard_rows (const IplSweepPlan *self, const IplCase *the_case)
{
  double K = the_case->labels.outputs, Pi = (double)the_case->Pi * K;
  double P = (double)the_case->train.count * K, tests = 0, bytes;

  /* Means and variances, or covariances and probabilities, each of the GP limit too. */
  for (guint i = 0; i < the_case->n_tests; i++)
    tests += (K > 1 ? 2 * K * (K + 2) : 4) * (double)the_case->tests[i].count;
  bytes = 8 * (Pi * Pi + 6 * P + tests + 100);
  if (ipl_sweep_plan_computes (self, "sample"))
    bytes += 8 * Pi * Pi * (12.0 + (double)self->run.options.chains * self->run.parameters.draws);
  return (guint)CLAMP (SHARD_BYTES / bytes, 1, SHARD_ROWS);
}

/* A file has rows of one case, whose arrays are of one shape. */
static guint
divide_shard (guint shard, guint rows)
{
  shard = MIN (shard, rows);
  while (rows % shard != 0)
    shard--;
  return shard;
}

/* @run: what is to be computed; taken over, also on error
 * Returns: (transfer full) (nullable): the plan, without files, cost and hash */
IplSweepPlan *
ipl_sweep_plan_new (const IplRunSettings *run, const IplCase *the_case, GError **error)
{
  g_autoptr (IplSweepPlan) self = g_new0 (IplSweepPlan, 1);
  double rows;

  self->run = *run;
  if (!ipl_sweep_plan_list_seeds (self) && run->seeds.n > 0)
    return ipl_fail_null (
        error, IPL_ERROR_VALUE,
        "A mean over seeds is for a case that is made from a seed: of a file, or with a "
        "trained network, there is only one.");
  if (ipl_sweep_plan_is_map (self) && !ipl_map_plan_check (run, error))
    return NULL;
  rows = ipl_sweep_plan_axes_rows (self);
  if (rows < 1 || rows > IPL_SWEEP_MAX_ROWS)
    return ipl_fail_null (error, IPL_ERROR_VALUE,
                          "The sweep has %.0f rows, and must have from 1 to %d.", rows,
                          IPL_SWEEP_MAX_ROWS);
  self->n_rows = (guint)rows;
  self->layers = the_case->L;
  self->continuation = ipl_sweep_continuation_length (the_case);
  self->shard = shard_rows (self, the_case);
  if (ipl_sweep_plan_is_map (self))
    {
      self->continuation = 1;
      self->shard = divide_shard (self->shard, ipl_sweep_plan_seed_rows (self));
    }
  self->n_tasks = 1;
  self->cores = 1;
  self->seconds = g_new0 (double, ipl_sweep_plan_n_kinds (self));
  self->hash = g_strdup ("");
  ipl_sweep_plan_seal (self);
  return g_steal_pointer (&self);
}

void
ipl_sweep_plan_free (IplSweepPlan *self)
{
  ipl_run_settings_clear (&self->run);
  for (guint i = 0; i < self->n_files; i++)
    {
      g_free (self->files[i].from);
      g_free (self->files[i].name);
      g_free (self->files[i].sha256);
    }
  g_free (self->files);
  g_free (self->seeds);
  g_free (self->seconds);
  g_free (self->order);
  g_free (self->hash);
  g_free (self);
}

/* Seed after seed, one set of variances after the other, temperature after temperature, from the
 * widest down, so that what stands beside each other can continue from each other; GP limits
 * last. */
IplSweepPlace
ipl_sweep_plan_place (const IplSweepPlan *self, guint position)
{
  guint widths = ipl_sweep_plan_group_rows (self), group = position / widths;
  guint at = position % widths;
  guint priors = ipl_sweep_plan_is_map (self) ? 1 : ipl_run_settings_n_priors (&self->run);
  IplSweepPlace place = { .seed = group / priors,
                          .prior = group % priors,
                          .width = self->order[at],
                          .continues = at < self->n_finite && at % self->continuation != 0 };

  place.row = group * widths + place.width;
  return place;
}

/* @first: (out): its first place in the order of work
 * @end: (out): the first that is not its own */
void
ipl_sweep_plan_task (const IplSweepPlan *self, guint task, guint n_tasks, guint *first, guint *end)
{
  *first = (guint)((guint64)self->n_rows * (task - 1) / n_tasks);
  *end = (guint)((guint64)self->n_rows * task / n_tasks);
}

/* Returns: where it is solved */
IplSetting
ipl_sweep_plan_setting (const IplSweepPlan *self, guint row)
{
  return ipl_sweep_plan_is_map (self)
             ? ipl_map_plan_setting (&self->run, ipl_map_plan_row_cell (&self->run, row))
             : ipl_run_settings_get (&self->run, row % ipl_sweep_plan_seed_rows (self));
}

/* "seed 3, T = 0.1, N = 20"; "variances 1,2,1" stand before the temperature where there are several
 * sets. */
static char *
name_setting (const IplSweepPlan *self, guint row)
{
  IplSetting setting = ipl_sweep_plan_setting (self, row);
  g_autofree char *widths = ipl_setting_widths_text (&setting);
  GString *name = g_string_new (NULL);

  if (self->n_seeds > 1)
    g_string_append_printf (name, "seed %" G_GUINT64_FORMAT ", ",
                            self->seeds[ipl_sweep_plan_row_seed (self, row)]);
  for (guint i = 0; self->run.variances.n > 0 && i < setting.L + 2; i++)
    g_string_append_printf (name, "%s%g%s", i == 0 ? "variances " : ",", setting.variances[i],
                            i == setting.L + 1 ? ", " : "");
  g_string_append_printf (name, "T = %g, N = %s", setting.temperature, widths);
  return g_string_free (name, FALSE);
}

/* Returns: (transfer full): what a person calls it: "row 7 (seed 3, T = 0.1, N = 20)", from 0 */
char *
ipl_sweep_plan_row_name (const IplSweepPlan *self, guint row)
{
  const IplParameters *parameters = &self->run.parameters;
  g_autofree char *name
      = ipl_sweep_plan_has_parts (self)
            ? parameters->experiment->parts->name (ipl_parameters_get_own (parameters), row + 1)
        : ipl_sweep_plan_is_map (self)
            ? ipl_map_plan_describe (&self->run, ipl_map_plan_row_cell (&self->run, row))
            : name_setting (self, row);

  return g_strdup_printf ("row %u (%s)", row, name);
}

/* Returns: (transfer full): what the file of this row, and of no other, bears */
char *
ipl_sweep_plan_row_hash (const IplSweepPlan *self, guint row)
{
  g_autofree char *text = g_strdup_printf ("%s row %u", self->hash, row);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

/* Returns: how long all rows together are expected to take, one after the other */
double
ipl_sweep_plan_seconds (const IplSweepPlan *self)
{
  double sum = 0;

  for (guint i = 0; i < ipl_sweep_plan_n_kinds (self); i++)
    sum += self->seconds[i];
  return sum * self->n_rows / ipl_sweep_plan_n_kinds (self) + self->seed_seconds * self->n_seeds;
}

/* Returns: how long the longest of them is expected to take */
double
ipl_sweep_plan_task_seconds (const IplSweepPlan *self, guint n_tasks)
{
  double longest = 0;
  guint seed_rows = ipl_sweep_plan_seed_rows (self);

  for (guint k = 1; k <= n_tasks; k++)
    {
      guint first, end;
      double seconds = 0;

      ipl_sweep_plan_task (self, k, n_tasks, &first, &end);
      for (guint i = first; i < end; i++)
        seconds += ipl_sweep_plan_row_seconds (self, ipl_sweep_plan_place (self, i).row);
      if (end > first)
        seconds += ((end - 1) / seed_rows - first / seed_rows + 1) * self->seed_seconds;
      longest = MAX (longest, seconds);
    }
  return longest;
}
