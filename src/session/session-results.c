/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a session, to be written: as a file of results, or into a session's own. */
#include "session/session-results.h"

#include "core/files/npz-stream.h"
#include "core/parameters/result-file.h"
#include "core/parameters/run-files.h"
#include "core/results/head-results.h"
#include "core/results/results-npz.h"
#include "figures/view/posterior-view.h"

/* Whether what is known of heads is of the solution that is shown, not of one before. */
static gboolean
shows_heads (const IplView *view)
{
  const IplHeadReport *heads = ipl_view_get_heads (view);

  return heads != NULL && ipl_view_get_pruning (view) != NULL && view->current != NULL
         && ipl_setting_equal (&heads->setting, &view->current->setting);
}

/* Where there is no such order, the others are in the file all the same. */
static IplRemovalOrder
get_order (const IplView *view)
{
  return ipl_pruning_has_order (ipl_view_get_pruning (view), view->order) ? view->order
                                                                          : IPL_REMOVAL_BY_SCORE;
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
  if (shows_heads (&view))
    {
      const IplParameters *parameters = ipl_session_get_parameters (self);

      /* How heads are pruned is not what is solved. */
      results->parameters.removal_order = parameters->removal_order;
      results->parameters.random_orders = parameters->random_orders;
      results->parameters.fine_tune_steps = parameters->fine_tune_steps;
    }
  results->view = ipl_view_share (&view);
  return results;
}

void
ipl_session_results_free (IplSessionResults *self)
{
  ipl_view_unref (self->view);
  g_free (self);
}

/* Returns: (transfer full): what they were computed from, as JSON */
char *
ipl_session_results_settings (const IplSessionResults *self)
{
  g_autofree const IplPosteriorSummary **samples = ipl_view_posteriors_of_rows (self->view);
  g_auto (IplRunSettings) run = { .command = NULL };

  ipl_run_settings_init (&run,
                         self->view->own != NULL ? "dynamics"
                         : samples != NULL       ? "sample"
                                                 : "sweep",
                         &self->parameters);
  return ipl_run_files_to_json (&run, FALSE);
}

/* Writes them as a file of results.
 * Returns: whether the file was written */
gboolean
ipl_session_results_save (const IplSessionResults *self, const char *path, GError **error)
{
  const IplView *view = self->view;
  g_autofree char *settings = ipl_session_results_settings (self);
  g_autofree const IplPosteriorSummary **samples = ipl_view_posteriors_of_rows (view);

  if (view->own != NULL)
    return ipl_result_file_save (view->own, settings, path, error);
  return ipl_results_save_npz_with_seeds (view->sweep, samples, ipl_view_get_seeds (view), settings,
                                          path, error);
}

/* Writes what heads are worth and what removing them does.
 * Returns: whether the file was written */
gboolean
ipl_session_results_save_heads (const IplSessionResults *self, const char *path, GError **error)
{
  const IplView *view = self->view;
  g_autofree char *settings = ipl_run_files_parameters_to_json (&self->parameters, FALSE);

  return ipl_head_results_save_npz (ipl_view_get_heads (view), ipl_view_get_pruning (view),
                                    get_order (view), view->current, settings, path, error);
}

/* Adds the arrays of ipl_session_results_save(), and those of ipl_session_results_save_heads() as
 * "pruning/head_score" and so on. */
void
ipl_session_results_add_npz (const IplSessionResults *self, IplNpzWriter *npz)
{
  const IplView *view = self->view;
  g_autofree char *settings = ipl_session_results_settings (self);
  g_autofree char *parameters = ipl_run_files_parameters_to_json (&self->parameters, FALSE);
  g_autofree const IplPosteriorSummary **samples = ipl_view_posteriors_of_rows (view);

  if (view->own != NULL)
    ipl_result_file_add (view->own, settings, npz);
  else
    ipl_results_add_npz (npz, view->sweep, samples, ipl_view_get_seeds (view), settings);
  if (!shows_heads (view))
    return;
  ipl_npz_writer_set_prefix (npz, "pruning/");
  ipl_head_results_add_npz (ipl_view_get_heads (view), ipl_view_get_pruning (view),
                            get_order (view), view->current, parameters, npz);
  ipl_npz_writer_set_prefix (npz, NULL);
}
