/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/output/export-job.h"

#include "core/posterior/posterior-summary.h"

/* Its own references to all that is drawn: the window may go on meanwhile. */
typedef struct
{
  const IplPanel *panel;
  IplView view;
  IplLearningCurve training;
  IplStyle style;
  IplPaper page;
  IplFormat format;
  char *path;
} Export;

static void
export_free (gpointer data)
{
  Export *self = data;

  if (self->view.the_case != NULL)
    ipl_case_unref ((IplCase *)self->view.the_case);
  if (self->view.own != NULL)
    ipl_experiment_result_unref ((IplExperimentResult *)self->view.own);
  if (self->view.sweep != NULL)
    ipl_sweep_unref ((IplSweep *)self->view.sweep);
  if (self->view.current != NULL)
    ipl_solution_unref ((IplSolution *)self->view.current);
  if (self->view.gp != NULL)
    ipl_solution_unref ((IplSolution *)self->view.gp);
  for (guint i = 0; i < self->view.n_posteriors; i++)
    if (self->view.posteriors[i] != NULL)
      ipl_posterior_summary_unref ((IplPosteriorSummary *)self->view.posteriors[i]);
  g_free ((gpointer)self->view.posteriors);
  if (self->view.posterior != NULL)
    ipl_posterior_summary_unref ((IplPosteriorSummary *)self->view.posterior);
  if (self->view.kernels != NULL)
    ipl_kernel_picture_unref ((IplKernelPicture *)self->view.kernels);
  if (self->view.gallery != NULL)
    ipl_task_gallery_unref ((IplTaskGallery *)self->view.gallery);
  if (self->view.heads != NULL)
    ipl_head_report_unref ((IplHeadReport *)self->view.heads);
  if (self->view.pruning != NULL)
    ipl_pruning_unref ((IplPruning *)self->view.pruning);
  g_free ((gpointer)self->view.no_kernels);
  g_free ((gpointer)self->training.points);
  g_free (self->path);
  g_free (self);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Export *self = data;
  GError *error = NULL;

  if (ipl_figure_export (self->panel, &self->view, &self->style, &self->page, self->format,
                         self->path, &error))
    g_task_return_pointer (task, g_strdup (self->path), g_free);
  else
    g_task_return_error (task, error);
}

/**
 * ipl_export_job_start:
 * @panel: a panel, or all
 * @view: what is shown; referenced
 * @style: its looks
 * @page: its size
 * @format: the file's format
 * @path: the file
 * @callback: called when it has been written or could not be
 * @user_data: for @callback
 *
 * Exports a figure in a thread of its own: a large PNG takes a second to compress.
 */
void
ipl_export_job_start (const IplPanel *panel, const IplView *view, const IplStyle *style,
                      const IplPaper *page, IplFormat format, const char *path,
                      GAsyncReadyCallback callback, gpointer user_data)
{
  Export *self = g_new0 (Export, 1);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  self->panel = panel;
  self->view = *view;
  self->style = *style;
  self->page = *page;
  self->format = format;
  self->path = g_strdup (path);
  if (view->the_case != NULL)
    ipl_case_ref ((IplCase *)view->the_case);
  if (view->own != NULL)
    ipl_experiment_result_ref ((IplExperimentResult *)view->own);
  if (view->sweep != NULL)
    ipl_sweep_ref ((IplSweep *)view->sweep);
  if (view->current != NULL)
    ipl_solution_ref ((IplSolution *)view->current);
  if (view->gp != NULL)
    ipl_solution_ref ((IplSolution *)view->gp);
  if (view->posterior != NULL)
    ipl_posterior_summary_ref ((IplPosteriorSummary *)view->posterior);
  if (view->kernels != NULL)
    ipl_kernel_picture_ref ((IplKernelPicture *)view->kernels);
  self->view.no_kernels = g_strdup (view->no_kernels);
  if (view->gallery != NULL)
    ipl_task_gallery_ref ((IplTaskGallery *)view->gallery);
  if (view->heads != NULL)
    ipl_head_report_ref ((IplHeadReport *)view->heads);
  if (view->pruning != NULL)
    ipl_pruning_ref ((IplPruning *)view->pruning);
  if (view->training != NULL)
    {
      self->training = *view->training;
      self->training.points
          = g_memdup2 (view->training->points, view->training->n_points * sizeof (IplTrainerPoint));
      self->view.training = &self->training;
    }
  if (view->n_posteriors > 0)
    self->view.posteriors
        = g_memdup2 (view->posteriors, view->n_posteriors * sizeof *view->posteriors);
  for (guint i = 0; i < view->n_posteriors; i++)
    if (view->posteriors[i] != NULL)
      ipl_posterior_summary_ref ((IplPosteriorSummary *)view->posteriors[i]);
  g_task_set_task_data (task, self, export_free);
  g_task_run_in_thread (task, run);
}

/**
 * ipl_export_job_finish:
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): the file that has been written, or %NULL
 */
char *
ipl_export_job_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
