/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves and samples a list of settings: kernels, theory, samples. */
#include "runs/sweep-run.h"

#include "core/base/parallel.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"
#include "runs/time-left.h"

/* Share of the progress before the first draw, if samples are requested. */
#define SOLVING 0.05

typedef struct
{
  const IplSweepRequest *request;
  IplSweepResult *result;
  const IplWork *outer; /* (nullable): of the caller */
  IplWork work;         /* of the parts, with @report */
  double from, to;      /* of the present part in the progress */
  IplTimeLeft time_left;
} Run;

static GCancellable *
get_cancellable (const Run *run)
{
  return run->work.stop != NULL ? run->work.stop : run->work.cancellable;
}

void
ipl_sweep_result_free (IplSweepResult *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->posteriors, g_ptr_array_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  g_clear_pointer (&self->current, ipl_solution_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static void
report (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Run *run = data;

  if (fraction >= 0)
    fraction = run->from + (run->to - run->from) * fraction;
  if (seconds_left < 0)
    seconds_left = ipl_time_left (&run->time_left, fraction, g_get_monotonic_time ());
  ipl_work_progress (run->outer, fraction, seconds_left, sentence);
}

/* Adds the GP limits of chosen paths. A stop that keeps the solved rows does not interrupt this
 * step. */
static gboolean
add_subsets (const Run *run, IplSweep **grid, GError **error)
{
  const IplSweepRequest *request = run->request;
  g_autoptr (GPtrArray) subsets = NULL;
  IplSweep *with_lines;

  if (request->gp_paths == NULL)
    return TRUE;
  subsets = ipl_path_subsets_parse (request->the_case, request->gp_paths, error);
  if (subsets == NULL)
    return FALSE;
  with_lines
      = ipl_sweep_with_subsets (*grid, run->result->kernel, subsets, run->work.cancellable, error);
  if (with_lines == NULL)
    return FALSE;
  ipl_sweep_unref (*grid);
  *grid = with_lines;
  return TRUE;
}

/* A stop keeps the draws so far. */
static gboolean
sample (Run *run, GError **error)
{
  const IplSweepRequest *request = run->request;
  IplSweepResult *result = run->result;
  guint n = result->sweep->n_rows;
  g_autoptr (IplSampler) sampler = ipl_sampler_new ();
  g_autofree IplSetting *settings = g_new0 (IplSetting, n + 1);
  const IplSamplingPlan plan = { .serial = 1,
                                 .options = request->options,
                                 .draws = request->draws,
                                 .at_once = TRUE,
                                 .setting = result->sweep->rows[0]->setting };
  IplWork work = run->work;
  g_autoptr (GError) run_error = NULL;

  result->posteriors = ipl_posterior_list_new (n);
  ipl_sampler_set_checkpoint (sampler, request->checkpoint);
  for (guint i = 0; i < n; i++)
    settings[i] = result->sweep->rows[i]->setting;
  work.threads = work.threads > 0 ? work.threads : ipl_parallel_default_threads ();
  work.cancellable = get_cancellable (run);
  run->from = SOLVING;
  run->to = 1;
  if (!ipl_sampler_run (sampler, request->the_case, result->kernel, &plan, &settings[0], n,
                        settings, &work, &run_error))
    {
      result->stopped = g_error_matches (run_error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      if (!result->stopped)
        {
          g_propagate_error (error, g_steal_pointer (&run_error));
          return FALSE;
        }
      work.cancellable = NULL;
      if (!ipl_sampler_summarise (sampler, &work, error))
        return FALSE;
    }
  for (guint i = 0; i < n; i++)
    result->posteriors->pdata[i] = ipl_sampler_find_summary (sampler, &settings[i]);
  return TRUE;
}

/* Lists the settings at which the shown widths are solved: one for each temperature of the list if
 * the best one is requested, else @shown of the request.
 * Returns: number of settings */
static guint
list_shown (const IplSweepRequest *request, IplSetting *settings)
{
  guint n = 0;

  settings[n++] = *request->shown;
  for (guint i = 0; request->best && i < request->n; i++)
    {
      IplSetting setting = *request->shown;
      gboolean is_listed = FALSE;

      setting.temperature = request->settings[i].temperature;
      for (guint k = 0; i > 0 && k < n; k++)
        is_listed = is_listed || settings[k].temperature == setting.temperature;
      if (i == 0)
        settings[0] = setting;
      else if (!is_listed)
        settings[n++] = setting;
    }
  return n;
}

static gboolean
solve_shown (const Run *run, GError **error)
{
  const IplSweepRequest *request = run->request;
  IplSweepResult *result = run->result;
  IplWork work = run->work;
  g_autofree IplSetting *settings = g_new (IplSetting, request->n + 1);
  g_autoptr (IplSweep) own = NULL, best = NULL;

  for (guint i = 0; i < result->sweep->n_rows && result->current == NULL; i++)
    {
      IplSolution *row = result->sweep->rows[i];
      IplSetting setting = *request->shown;

      if (request->best)
        setting.temperature = row->setting.temperature;
      if (ipl_setting_equal (&row->setting, &setting))
        result->current = ipl_solution_ref (row);
    }
  if (result->current != NULL)
    return TRUE;
  work.cancellable = get_cancellable (run);
  work.stop = NULL;
  own = ipl_sweep_run (result->kernel, list_shown (request, settings), settings, NULL, NULL, &work,
                       error);
  if (own == NULL)
    return FALSE;
  best = request->best ? ipl_sweep_best (own) : ipl_sweep_ref (own);
  result->current = ipl_solution_ref (best->rows[0]);
  return TRUE;
}

/* Prepares the kernels and solves the settings; then samples, and solves the shown setting.
 * @work: (nullable): its stop keeps the solved rows, with best temperatures at all temperatures of
 *   them; both ways to end it keep the draws
 * Returns: (transfer full) */
IplSweepResult *
ipl_sweep_request_run (const IplSweepRequest *request, const IplWork *work)
{
  IplSweepResult *result = g_new0 (IplSweepResult, 1);
  GError **error = &result->error;
  Run run = {
    .request = request, .result = result, .outer = work, .to = request->sample ? SOLVING : 1
  };
  g_autoptr (IplSweep) grid = NULL;

  if (work != NULL)
    run.work = *work;
  run.work.progress = report;
  run.work.show = NULL;
  run.work.data = &run;
  result->kernel = request->kernel != NULL
                       ? ipl_kernel_ref (request->kernel)
                       : ipl_kernel_prepare (request->the_case, get_cancellable (&run), error);
  if (result->kernel != NULL)
    grid = ipl_sweep_run (result->kernel, request->n, request->settings, request->wanted, NULL,
                          &run.work, error);
  if (grid == NULL || !add_subsets (&run, &grid, error))
    return result;
  result->stopped = run.work.stop != NULL && grid->n_rows < request->n;
  result->sweep
      = request->best && !result->stopped ? ipl_sweep_best (grid) : g_steal_pointer (&grid);
  if ((!request->sample || sample (&run, error)) && request->shown != NULL)
    solve_shown (&run, error);
  return result;
}
