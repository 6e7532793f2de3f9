/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep that is computed elsewhere, in a folder, or was before, in a file of results: its case is
 * the document, its rows are shown beside the theory's own, as they come. And the mean over seeds,
 * which is drawn there too. */
#include "session/session-private.h"

#include "core/parameters/parameters.h"
#include "core/parameters/run-settings.h"
#include "runs/seeds-run.h"
#include "sweeps/watch-run.h"

struct _IplSessionSweep
{
  const IplParameters *parameters; /* of its case, with its own seed */
  IplResults *results;             /* nullable: the file; else a folder is watched */
  IplSweepRows *rows;              /* nullable: what the following is of */
  const IplParameters *shown;      /* nullable: with these */
  IplSeedMean *mean;
  GPtrArray *stored; /* nullable: of IplPosteriorSummary */
  guint stored_seeds;
  GArray *awaited; /* nullable: of IplAwaited */
};

static void
drop_slice (IplSessionSweep *self)
{
  g_clear_pointer (&self->rows, ipl_sweep_rows_unref);
  g_clear_pointer (&self->mean, ipl_seed_mean_unref);
  g_clear_pointer (&self->stored, g_ptr_array_unref);
  g_clear_pointer (&self->awaited, g_array_unref);
}

/* A watched sweep is of no use to another case. */
void
ipl_session_close_sweep (IplSession *self)
{
  IplSessionSweep *sweep = self->sweep;

  if (sweep == NULL)
    return;
  self->sweep = NULL;
  ipl_session_cancel_job (self, IPL_WATCH);
  ipl_session_keep_result (self, IPL_WATCH, NULL);
  drop_slice (sweep);
  g_clear_pointer (&sweep->results, ipl_results_free);
  ipl_parameters_unref (sweep->parameters);
  g_clear_pointer (&sweep->shown, ipl_parameters_unref);
  g_free (sweep);
}

static void
begin (IplSession *self, const IplParameters *parameters)
{
  ipl_session_close_sweep (self);
  self->sweep = g_new0 (IplSessionSweep, 1);
  self->sweep->parameters = ipl_parameters_share (parameters);
}

/* From now on the folder is watched, whose case is @parameters. */
void
ipl_session_begin_sweep (IplSession *self, const char *folder, const IplParameters *parameters)
{
  begin (self, parameters);
  ipl_session_submit (self, IPL_WATCH, g_strdup (folder), 0);
}

/* From now on the rows of a file, which the session takes over, stand beside the theory's. */
void
ipl_session_begin_results (IplSession *self, IplResults *results, const IplParameters *parameters)
{
  begin (self, parameters);
  self->sweep->results = results;
  ipl_session_results_changed (self);
}

/* The result of reading the folder. */
void
ipl_session_accept_watch (IplSession *self, gpointer data)
{
  IplWatchResult *result = data;

  if (self->sweep == NULL)
    return;
  if (result->error != NULL)
    ipl_session_tell (self, result->error->message, TRUE);
  else if (result->rows != NULL && result->rows->damage != NULL)
    ipl_session_tell (self, result->rows->damage, TRUE);
  if (result->rows == NULL)
    return;
  ipl_session_keep_result (self, IPL_WATCH, result);
  ipl_session_results_changed (self);
}

static gboolean
same_case (const IplSessionSweep *self, const IplParameters *parameters)
{
  g_autofree IplParameters *other = g_memdup2 (parameters, sizeof *parameters);
  guint64 seed;

  if (ipl_parameters_get_seed (self->parameters, &seed))
    ipl_parameters_set_seed (other, seed);
  return ipl_parameters_same_case (self->parameters, other);
}

/* Rows of one width, of all seeds: at one prior, or at all where each takes its best. */
static void
count_rows (const IplSweepRows *rows, guint prior, guint width, IplAwaited *awaited)
{
  const IplSweepPlan *plan = rows->folder->plan;
  guint n = ipl_run_settings_n_priors (&plan->run), first = plan->run.best ? 0 : prior;
  guint end = plan->run.best ? n : prior + 1;

  awaited->setting = ipl_sweep_plan_setting (plan, prior * plan->run.widths.n + width);
  for (guint s = 0; s < plan->n_seeds; s++)
    for (guint t = first; t < end; t++)
      {
        guint row = (s * n + t) * plan->run.widths.n + width;
        guint state = rows->status->states[row];

        awaited->n++;
        awaited->done += state == IPL_ROW_DONE;
        awaited->running += state == IPL_ROW_RUNNING;
        awaited->failed += state == IPL_ROW_FAILED;
        if (state == IPL_ROW_FAILED && awaited->why == NULL)
          awaited->why = ipl_sweep_folder_read_failure (rows->folder, row, NULL);
      }
}

/* The rows at the present temperature and variances, of the present case. */
static void
make_slice (IplSessionSweep *self, IplSweepRows *rows, const IplParameters *parameters)
{
  guint prior;

  drop_slice (self);
  self->rows = ipl_sweep_rows_ref (rows);
  if (!same_case (self, parameters)
      || !ipl_sweep_rows_find_prior (rows, &parameters->current, &prior))
    return;
  self->mean = ipl_sweep_rows_mean (rows, prior);
  self->stored = ipl_sweep_rows_samples (rows, prior);
  self->awaited = ipl_awaited_list_new ();
  self->stored_seeds = MAX (rows->folder->plan->run.seeds.n, 1);
  for (guint i = 0; i < rows->folder->plan->run.widths.n; i++)
    {
      IplAwaited awaited = { .n = 0 };

      count_rows (rows, prior, i, &awaited);
      if (awaited.done < awaited.n)
        g_array_append_val (self->awaited, awaited);
      else
        g_free (awaited.why);
    }
}

/* TRUE if every row stands at the best temperature of its width: such have their GP limits in
 * common, whatever their temperatures. */
static gboolean
is_best (const IplSweep *sweep)
{
  for (guint i = 1; sweep->n_groups == 1 && i < sweep->n_rows; i++)
    if (sweep->rows[i]->setting.temperature != sweep->rows[0]->setting.temperature)
      return TRUE;
  return FALSE;
}

/* (transfer full): the indices of the rows, guint */
static GArray *
find_rows (const IplResults *results, const IplSetting *at)
{
  const IplSweep *sweep = results->sweep;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean best = is_best (sweep);

  for (guint i = 0; i < sweep->n_rows; i++)
    {
      IplSetting row = sweep->rows[i]->setting;

      if (best)
        row.temperature = at->temperature;
      if (ipl_setting_same_prior (&row, at))
        g_array_append_val (rows, i);
    }
  return rows;
}

/* One value of each of @rows, of every seed; (transfer full): [n x rows] */
static double *
take_columns (const double *values, guint n, guint n_rows, const GArray *rows)
{
  double *taken = g_new (double, MAX ((gsize)n * rows->len, 1));

  for (guint s = 0; s < n; s++)
    for (guint i = 0; i < rows->len; i++)
      taken[s * rows->len + i] = values[(gsize)s * n_rows + g_array_index (rows, guint, i)];
  return taken;
}

/* The accuracies over seeds, as the file has them. */
static void
take_seeds (const IplSeedMean *seeds, const GArray *rows, IplSeedMean *mean)
{
  mean->n = seeds->n;
  mean->seeds = g_memdup2 (seeds->seeds, seeds->n * sizeof *seeds->seeds);
  mean->accuracy = take_columns (seeds->accuracy, seeds->n, seeds->n_rows, rows);
  mean->diagonal = take_columns (seeds->diagonal, seeds->n, seeds->n_rows, rows);
  mean->levelled = take_columns (seeds->levelled, seeds->n, seeds->n_rows, rows);
  mean->n_lines = seeds->n_lines;
  mean->lines = g_strdupv (seeds->lines);
  mean->gp = g_memdup2 (seeds->gp, MAX ((gsize)seeds->n * seeds->n_lines, 1) * sizeof (double));
}

/* The rows themselves, as those of one seed. */
static void
take_rows (const IplSweep *sweep, const GArray *rows, IplSeedMean *mean)
{
  mean->n = 1;
  mean->seeds = g_new0 (guint64, 1);
  mean->seeds[0] = sweep->the_case->seed;
  mean->accuracy = g_new (double, rows->len);
  mean->diagonal = g_new (double, rows->len);
  mean->levelled = g_new (double, rows->len);
  for (guint i = 0; i < rows->len; i++)
    {
      const IplSolution *row = sweep->rows[g_array_index (rows, guint, i)];

      mean->accuracy[i] = row->tests[0].accuracy;
      mean->diagonal[i] = row->accuracy_diagonal;
      mean->levelled[i] = row->accuracy_levelled;
    }
  mean->lines = g_new0 (char *, 1);
  mean->gp = g_new0 (double, 1);
}

/* Returns: (transfer full) (nullable): the accuracies over seeds of its rows there, or of the rows
 *   alone where the file has no seeds; NULL where it has no row there */
static IplSeedMean *
stored_mean (const IplResults *results, const IplSetting *at)
{
  g_autoptr (GArray) rows = find_rows (results, at);
  const IplSweep *sweep = results->sweep;
  IplSeedMean *mean;

  if (rows->len == 0)
    return NULL;
  mean = ipl_seed_mean_new ();
  mean->best = is_best (sweep);
  mean->partial = TRUE;
  mean->labels = sweep->the_case->labels;
  mean->n_rows = rows->len;
  mean->settings = g_new (IplSetting, rows->len);
  for (guint i = 0; i < rows->len; i++)
    mean->settings[i] = sweep->rows[g_array_index (rows, guint, i)]->setting;
  if (results->seeds != NULL)
    take_seeds (results->seeds, rows, mean);
  else
    take_rows (sweep, rows, mean);
  return mean;
}

/* Returns: (transfer full): what was sampled at its rows there */
static GPtrArray *
stored_samples (const IplResults *results, const IplSetting *at)
{
  g_autoptr (GArray) rows = find_rows (results, at);
  GPtrArray *samples = ipl_posterior_list_new (0);

  for (guint i = 0; results->posteriors != NULL && i < rows->len; i++)
    {
      IplPosteriorSummary *sample
          = g_ptr_array_index (results->posteriors, g_array_index (rows, guint, i));

      if (sample != NULL)
        g_ptr_array_add (samples, ipl_posterior_summary_ref (sample));
    }
  return samples;
}

/* The same of a file: its rows at the present temperature and variances. */
static void
make_stored_slice (IplSessionSweep *self, const IplParameters *parameters)
{
  drop_slice (self);
  if (!same_case (self, parameters))
    return;
  self->mean = stored_mean (self->results, &parameters->current);
  self->stored = stored_samples (self->results, &parameters->current);
  self->stored_seeds = 1;
}

/* Adds to @view what has come; FALSE where no sweep is watched that is one of what is shown. */
gboolean
ipl_session_view_sweep (IplSession *self, IplView *view)
{
  const IplWatchResult *result = ipl_session_get_result (self, IPL_WATCH);
  IplSessionSweep *sweep = self->sweep;

  if (sweep == NULL || (result == NULL && sweep->results == NULL))
    return FALSE;
  if (sweep->shown != self->parameters || (sweep->results == NULL && sweep->rows != result->rows))
    {
      if (sweep->results != NULL)
        make_stored_slice (sweep, self->parameters);
      else
        make_slice (sweep, result->rows, self->parameters);
      ipl_parameters_take (&sweep->shown, ipl_parameters_ref (self->parameters));
    }
  if (sweep->mean == NULL)
    return FALSE;
  view->seeds = sweep->mean;
  view->awaited = sweep->awaited;
  view->stored = sweep->stored;
  view->stored_seeds = sweep->stored_seeds;
  return TRUE;
}

/* Returns: (nullable): what is there of the sweep that is watched */
const IplSweepRows *
ipl_session_get_sweep (IplSession *self)
{
  const IplWatchResult *result = ipl_session_get_result (self, IPL_WATCH);

  return self->sweep != NULL && result != NULL ? result->rows : NULL;
}

/* The case that is shown. */
static const IplCase *
shown_case (IplSession *self)
{
  const IplSolveResult *result = ipl_session_get_solve_result (self);

  return result != NULL ? result->the_case : NULL;
}

/* Returns: whether the case is made from a seed, and solved over widths */
gboolean
ipl_session_can_follow_seeds (IplSession *self)
{
  guint64 seed;

  return !self->is_closed && self->opening.label == NULL && shown_case (self) != NULL
         && self->parameters->n_widths > 0 && ipl_parameters_get_seed (self->parameters, &seed)
         && ipl_parameters_get_network (self->parameters)[0] == '\0';
}

/* Solves the present widths for as many seeds as the parameters say, in the background, for the
 * mean of the accuracy and its spread. */
void
ipl_session_follow_seeds (IplSession *self)
{
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autofree IplSetting *settings = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  if (!ipl_session_can_follow_seeds (self))
    return;
  ipl_run_settings_init (&run, "sweep", self->parameters);
  settings = ipl_run_settings_list (&run, shown_case (self), &n, &error);
  if (settings == NULL)
    {
      ipl_session_tell (self, error->message, TRUE);
      return;
    }
  ipl_session_submit (self, IPL_SEEDS,
                      ipl_seeds_request_new (ipl_parameters_ref (self->parameters), n, settings,
                                             run.best),
                      IPL_AT_ONCE);
}

/* A part of the mean, or all of it. */
void
ipl_session_accept_seeds (IplSession *self, gpointer data)
{
  IplSeedsResult *result = data;

  if (result->error != NULL)
    ipl_session_tell (self, result->error->message, TRUE);
  if (result->mean == NULL)
    return;
  ipl_session_keep_result (self, IPL_SEEDS, result);
  g_clear_pointer (&self->seeds_with_lines, g_ptr_array_unref);
  ipl_session_results_changed (self);
}

/* TRUE if both have the same curves but for their seed, and for GP limits of chosen paths. */
static gboolean
same_curves (const IplParameters *a, const IplParameters *b)
{
  g_autofree IplParameters *other = NULL;
  guint64 seed;

  if (a->experiment != b->experiment || !ipl_parameters_get_seed (a, &seed)
      || a->n_widths != b->n_widths || a->n_temperatures != b->n_temperatures
      || a->n_seeds != b->n_seeds)
    return FALSE;
  for (guint i = 0; i < a->n_widths; i++)
    {
      IplSetting of_a = ipl_parameters_get_setting (a, i), of_b = ipl_parameters_get_setting (b, i);

      if (!ipl_setting_equal (&of_a, &of_b))
        return FALSE;
    }
  for (guint i = 0; i < a->n_temperatures; i++)
    if (a->temperatures[i] != b->temperatures[i])
      return FALSE;
  other = g_memdup2 (b, sizeof *b);
  ipl_parameters_set_seed (other, seed);
  return ipl_parameters_same_case (a, other);
}

/* How many GP lines, from the first on, are those that are drawn now. */
static guint
count_common_lines (IplSession *self, const IplSeedMean *mean)
{
  const IplSolveResult *result = ipl_session_get_solve_result (self);
  const IplSweepGroup *drawn
      = result != NULL && result->sweep != NULL && result->sweep->n_groups > 0
            ? &result->sweep->groups[0]
            : NULL;
  guint n = 0;

  while (drawn != NULL && n < MIN (drawn->n_lines, mean->n_lines)
         && g_strcmp0 (drawn->lines[n].label, mean->lines[n]) == 0)
    n++;
  return n;
}

/* The mean without the limits of paths that were ticked otherwise when it was taken; each is made
 * once, and stays as long as views may show it. */
static const IplSeedMean *
with_lines (IplSession *self, const IplSeedMean *mean, guint n)
{
  if (n == mean->n_lines)
    return mean;
  if (self->seeds_with_lines == NULL)
    self->seeds_with_lines = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_seed_mean_unref);
  for (guint i = 0; i < self->seeds_with_lines->len; i++)
    if (((IplSeedMean *)self->seeds_with_lines->pdata[i])->n_lines == n)
      return self->seeds_with_lines->pdata[i];
  g_ptr_array_add (self->seeds_with_lines, ipl_seed_mean_with_lines (mean, n));
  return self->seeds_with_lines->pdata[self->seeds_with_lines->len - 1];
}

/* Returns: (nullable): the mean over seeds, as far as it is one of the present parameters */
const IplSeedMean *
ipl_session_get_seeds (IplSession *self)
{
  const IplSeedsResult *result = ipl_session_get_result (self, IPL_SEEDS);

  if (result == NULL || result->mean == NULL || !same_curves (result->parameters, self->parameters))
    return NULL;
  return with_lines (self, result->mean, count_common_lines (self, result->mean));
}
