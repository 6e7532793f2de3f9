/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves and samples a list of settings: kernels, theory, samples. */
#include "runs/sweep-run.h"

#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"

/* Share of the progress before the first draw, if samples are requested. */
#define SOLVING 0.05

typedef struct
{
  IplJob *job;
  const IplSweepRequest *request;
  IplSweepResult *result;
  IplSampler *sampler;
} Work;

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
on_solved (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  const Work *work = data;

  ipl_job_progress (work->job, (work->request->sample ? SOLVING : 1) * fraction, seconds_left,
                    sentence);
}

/* @keep_partial: TRUE if a stop keeps what is solved. */
static IplSweep *
solve_settings (Work *work, guint n, const IplSetting *settings, const gboolean *wanted,
                gboolean keep_partial, GError **error)
{
  const IplSweepRequest *request = work->request;
  GCancellable *cancellable = ipl_job_get_cancellable (work->job);

  return ipl_sweep_run (work->result->kernel, n, settings, wanted, NULL,
                        &(IplWork){ .threads = request->threads,
                                    .cancellable = keep_partial ? NULL : cancellable,
                                    .stop = keep_partial ? cancellable : NULL,
                                    .progress = on_solved,
                                    .data = work },
                        error);
}

/* Adds the GP limits of chosen paths. A stop that keeps the solved rows does not interrupt this
 * step. */
static gboolean
add_subsets (Work *work, IplSweep **grid, GError **error)
{
  const IplSweepRequest *request = work->request;
  g_autoptr (GPtrArray) subsets = NULL;
  IplSweep *with_lines;

  if (request->gp_paths == NULL)
    return TRUE;
  subsets = ipl_path_subsets_parse (request->the_case, request->gp_paths, error);
  if (subsets == NULL)
    return FALSE;
  with_lines
      = ipl_sweep_with_subsets (*grid, work->result->kernel, subsets,
                                request->keep_partial ? NULL : ipl_job_get_cancellable (work->job),
                                error);
  if (with_lines == NULL)
    return FALSE;
  ipl_sweep_unref (*grid);
  *grid = with_lines;
  return TRUE;
}

static gboolean
solve (Work *work, GError **error)
{
  const IplSweepRequest *request = work->request;
  IplSweepResult *result = work->result;
  g_autoptr (IplSweep) grid = NULL;

  result->kernel
      = request->kernel != NULL
            ? ipl_kernel_ref (request->kernel)
            : ipl_kernel_prepare (request->the_case, ipl_job_get_cancellable (work->job), error);
  if (result->kernel == NULL)
    return FALSE;
  grid = solve_settings (work, request->n, request->settings, request->wanted,
                         request->keep_partial, error);
  if (grid == NULL)
    return FALSE;
  result->stopped = request->keep_partial && grid->n_rows < request->n;
  if (!add_subsets (work, &grid, error))
    return FALSE;
  result->sweep
      = request->best && !result->stopped ? ipl_sweep_best (grid) : g_steal_pointer (&grid);
  return TRUE;
}

/* A stop keeps the draws so far. */
static gboolean
sample (Work *work, GError **error)
{
  const IplSweepRequest *request = work->request;
  IplSweepResult *result = work->result;
  guint n = result->sweep->n_rows;
  g_autofree IplSetting *settings = g_new0 (IplSetting, n + 1);
  IplSamplingPlan plan = { .serial = 1,
                           .options = request->options,
                           .draws = request->draws,
                           .at_once = TRUE,
                           .threads = request->threads };
  g_autoptr (GError) run_error = NULL;

  for (guint i = 0; i < n; i++)
    settings[i] = result->sweep->rows[i]->setting;
  plan.setting = settings[0];
  ipl_job_begin_part (work->job, SOLVING);
  if (!ipl_sampler_run (work->sampler, work->job, request->the_case, result->kernel, &plan,
                        &settings[0], n, settings, NULL, NULL, &run_error))
    {
      result->stopped = g_error_matches (run_error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      if (!result->stopped)
        {
          g_propagate_error (error, g_steal_pointer (&run_error));
          return FALSE;
        }
      if (!ipl_sampler_summarise (work->sampler, NULL, error))
        return FALSE;
    }
  for (guint i = 0; i < n; i++)
    result->posteriors->pdata[i] = ipl_sampler_find_summary (work->sampler, &settings[i]);
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
solve_shown (Work *work, GError **error)
{
  const IplSweepRequest *request = work->request;
  IplSweepResult *result = work->result;
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
  own = solve_settings (work, list_shown (request, settings), settings, NULL, FALSE, error);
  if (own == NULL)
    return FALSE;
  best = request->best ? ipl_sweep_best (own) : ipl_sweep_ref (own);
  result->current = ipl_solution_ref (best->rows[0]);
  return TRUE;
}

static void
run (IplJob *job, gpointer data, gpointer memory)
{
  g_autoptr (IplSampler) sampler = ipl_sampler_new ();
  Work work = { job, data, g_new0 (IplSweepResult, 1), sampler };
  IplSweepResult *result = work.result;

  if (solve (&work, &result->error) && work.request->sample)
    {
      result->posteriors = ipl_posterior_list_new (result->sweep->n_rows);
      ipl_sampler_set_checkpoint (sampler, work.request->checkpoint);
      sample (&work, &result->error);
    }
  if (result->error == NULL && work.request->shown != NULL)
    solve_shown (&work, &result->error);
  ipl_job_post (job, result);
}

/* Carries out an IplSweepRequest. Posts one IplSweepResult, at the end. */
const IplRun ipl_run_sweep = {
  .id = "sweep",
  .title = "Solve and sample a list of settings",
  .run = run,
  .result_unref = (GDestroyNotify)ipl_sweep_result_free,
};
