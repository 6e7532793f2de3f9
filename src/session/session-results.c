/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a session, to be written: as a file of results, or into a session's own. */
#include "session/session-results.h"

#include "core/files/npz-stream.h"
#include "core/parameters/result-file.h"
#include "core/parameters/run-settings.h"
#include "core/results/head-results.h"
#include "core/results/results-npz.h"

/* The samples of the sweep's rows. */
static IplPosteriorSummary **
posteriors_of_rows (const IplSolveResult *result)
{
  const IplSweep *sweep = result->sweep;
  IplPosteriorSummary **rows;
  gboolean any = FALSE;

  if (result->n_posteriors == 0)
    return NULL;
  rows = g_new0 (IplPosteriorSummary *, sweep->n_rows + 1);
  for (guint i = 0; i < sweep->n_rows; i++)
    {
      const IplPosteriorSummary *found
          = sweep->rows[i] != NULL
                ? ipl_solve_result_find_posterior (result, &sweep->rows[i]->setting)
                : NULL;

      if (found != NULL)
        rows[i] = ipl_posterior_summary_ref ((IplPosteriorSummary *)found);
      any = any || found != NULL;
    }
  if (!any)
    g_clear_pointer (&rows, g_free);
  return rows;
}

/* Whether what is known of heads is of the solution that is shown, not of one before. */
static gboolean
shows_heads (const IplView *view)
{
  return view->heads != NULL && view->pruning != NULL && view->current != NULL
         && ipl_setting_equal (&view->heads->setting, &view->current->setting);
}

static void
take_heads (IplSessionResults *self, const IplParameters *parameters, const IplView *view)
{
  /* How heads are pruned is not what is solved. */
  self->parameters.removal_order = parameters->removal_order;
  self->parameters.random_orders = parameters->random_orders;
  self->parameters.fine_tune_steps = parameters->fine_tune_steps;
  self->heads = ipl_head_report_ref ((IplHeadReport *)view->heads);
  self->solution = ipl_solution_ref ((IplSolution *)view->current);
  self->pruning = ipl_pruning_ref ((IplPruning *)view->pruning);
  /* Where there is no such order, the others are in the file all the same. */
  self->order
      = ipl_pruning_has_order (view->pruning, view->order) ? view->order : IPL_REMOVAL_BY_SCORE;
}

static gboolean
has_trajectory (const IplSolveResult *result)
{
  return result->own != NULL && result->own->trajectory != NULL;
}

/* Returns: whether there are results of the parameters shown, be it of part of the test examples */
gboolean
ipl_session_results_are_there (IplSession *self)
{
  const IplSolveResult *result = ipl_session_get_solve_result (self);

  return result != NULL
         && (has_trajectory (result) || (result->sweep != NULL && result->sweep_current));
}

/* Returns: whether it is known what heads of the solution shown are worth */
gboolean
ipl_session_results_have_heads (IplSession *self)
{
  IplView view;

  return ipl_session_get_view (self, &view) && shows_heads (&view);
}

/* Returns: (transfer full) (nullable): what is known now; NULL where nothing is, or only a first
 *   answer for few of the test examples, which is never written */
IplSessionResults *
ipl_session_take_results (IplSession *self)
{
  const IplSolveResult *result = ipl_session_get_solve_result (self);
  IplSessionResults *results;
  IplView view;

  if (result == NULL || result->few_tests > 0 || (result->sweep == NULL && !has_trajectory (result))
      || !ipl_session_get_view (self, &view))
    return NULL;
  results = g_new0 (IplSessionResults, 1);
  results->parameters = *result->parameters;
  if (has_trajectory (result))
    results->own = ipl_experiment_result_ref (result->own);
  if (result->sweep != NULL)
    {
      results->sweep = ipl_sweep_ref (result->sweep);
      results->posteriors = posteriors_of_rows (result);
    }
  if (view.seeds != NULL)
    results->seeds = ipl_seed_mean_ref ((IplSeedMean *)view.seeds);
  if (shows_heads (&view))
    take_heads (results, ipl_session_get_parameters (self), &view);
  return results;
}

void
ipl_session_results_free (IplSessionResults *self)
{
  for (guint i = 0; self->posteriors != NULL && i < self->sweep->n_rows; i++)
    g_clear_pointer (&self->posteriors[i], ipl_posterior_summary_unref);
  g_free (self->posteriors);
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  g_clear_pointer (&self->own, ipl_experiment_result_unref);
  g_clear_pointer (&self->heads, ipl_head_report_unref);
  g_clear_pointer (&self->seeds, ipl_seed_mean_unref);
  g_clear_pointer (&self->solution, ipl_solution_unref);
  g_clear_pointer (&self->pruning, ipl_pruning_unref);
  g_free (self);
}

/* Returns: (transfer full): what they were computed from, as JSON */
char *
ipl_session_results_settings (const IplSessionResults *self)
{
  g_auto (IplRunSettings) run = { .command = NULL };

  ipl_run_settings_init (&run,
                         self->own != NULL          ? "dynamics"
                         : self->posteriors != NULL ? "sample"
                                                    : "sweep",
                         &self->parameters);
  return ipl_run_files_to_json (&run, FALSE);
}

/* Writes them as a file of results.
 * Returns: whether the file was written */
gboolean
ipl_session_results_save (const IplSessionResults *self, const char *path, GError **error)
{
  g_autofree char *settings = ipl_session_results_settings (self);

  if (self->own != NULL)
    return ipl_result_file_save (self->own, settings, path, error);
  return ipl_results_save_npz_with_seeds (self->sweep,
                                          (const IplPosteriorSummary *const *)self->posteriors,
                                          self->seeds, settings, path, error);
}

/* Writes what heads are worth and what removing them does.
 * Returns: whether the file was written */
gboolean
ipl_session_results_save_heads (const IplSessionResults *self, const char *path, GError **error)
{
  g_autofree char *settings = ipl_run_files_parameters_to_json (&self->parameters, FALSE);

  return ipl_head_results_save_npz (self->heads, self->pruning, self->order, self->solution,
                                    settings, path, error);
}

/* Adds the arrays of ipl_session_results_save(), and those of ipl_session_results_save_heads() as
 * "pruning/head_score" and so on. */
void
ipl_session_results_add_npz (const IplSessionResults *self, IplNpzWriter *npz)
{
  g_autofree char *settings = ipl_session_results_settings (self);
  g_autofree char *parameters = ipl_run_files_parameters_to_json (&self->parameters, FALSE);

  if (self->own != NULL)
    ipl_result_file_add (self->own, settings, npz);
  else
    ipl_results_add_npz (npz, self->sweep, (const IplPosteriorSummary *const *)self->posteriors,
                         self->seeds, settings);
  if (self->heads == NULL)
    return;
  ipl_npz_writer_set_prefix (npz, "pruning/");
  ipl_head_results_add_npz (self->heads, self->pruning, self->order, self->solution, parameters,
                            npz);
  ipl_npz_writer_set_prefix (npz, NULL);
}
