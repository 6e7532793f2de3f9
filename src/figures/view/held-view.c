/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/view/held-view.h"

/* What each pointer of a view is referenced by. */
static void
take_references (IplView *view)
{
  if (view->the_case != NULL)
    ipl_case_info_ref (view->the_case);
  if (view->own != NULL)
    ipl_experiment_result_ref ((IplExperimentResult *)view->own);
  if (view->trajectory != NULL && view->own == NULL)
    ipl_trajectory_ref ((IplTrajectory *)view->trajectory);
  if (view->sweep != NULL)
    ipl_sweep_ref ((IplSweep *)view->sweep);
  if (view->current != NULL)
    ipl_solution_ref ((IplSolution *)view->current);
  if (view->gp != NULL)
    ipl_solution_ref ((IplSolution *)view->gp);
  if (view->posterior != NULL)
    ipl_posterior_summary_ref ((IplPosteriorSummary *)view->posterior);
  if (view->seeds != NULL)
    ipl_seed_mean_ref ((IplSeedMean *)view->seeds);
  if (view->kernels != NULL)
    ipl_kernel_picture_ref ((IplKernelPicture *)view->kernels);
  if (view->card != NULL)
    ipl_task_card_ref ((IplTaskCard *)view->card);
  if (view->gallery != NULL)
    ipl_task_gallery_ref ((IplTaskGallery *)view->gallery);
  if (view->heads != NULL)
    ipl_head_report_ref ((IplHeadReport *)view->heads);
  if (view->pruning != NULL)
    ipl_pruning_ref ((IplPruning *)view->pruning);
  if (view->figure_style != NULL)
    ipl_figure_style_ref (view->figure_style);
  for (guint i = 0; i < view->n_posteriors; i++)
    if (view->posteriors[i] != NULL)
      ipl_posterior_summary_ref ((IplPosteriorSummary *)view->posteriors[i]);
  for (guint i = 0; i < view->n_stored; i++)
    ipl_posterior_summary_ref ((IplPosteriorSummary *)view->stored[i]);
}

/* What is awaited, with its sentences; (transfer full) (nullable). */
static IplAwaited *
copy_awaited (const IplAwaited *awaited, guint n)
{
  IplAwaited *copy = n > 0 ? g_memdup2 (awaited, n * sizeof *awaited) : NULL;

  for (guint i = 0; i < n; i++)
    copy[i].why = g_strdup (awaited[i].why);
  return copy;
}

/* @view: what is shown; its @frames are left out
 * Returns: (transfer full): the same with its own references */
IplHeldView *
ipl_held_view_new (const IplView *view)
{
  IplHeldView *self = g_new0 (IplHeldView, 1);

  self->view = *view;
  self->view.frames = NULL;
  self->view.name = g_strdup (view->name);
  if (view->compared != NULL)
    {
      IplView compared = *view->compared;

      compared.compared = NULL;
      self->compared = ipl_held_view_new (&compared);
      self->view.compared = &self->compared->view;
    }
  self->view.no_kernels = g_strdup (view->no_kernels);
  self->view.no_card = g_strdup (view->no_card);
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
  if (view->n_stored > 0)
    self->view.stored = g_memdup2 (view->stored, view->n_stored * sizeof *view->stored);
  self->view.awaited = copy_awaited (view->awaited, view->n_awaited);
  take_references (&self->view);
  return self;
}

void
ipl_held_view_free (IplHeldView *self)
{
  IplView *view = &self->view;

  g_clear_pointer (&self->compared, ipl_held_view_free);
  g_free ((gpointer)view->name);
  if (view->trajectory != NULL && view->own == NULL)
    ipl_trajectory_unref ((IplTrajectory *)view->trajectory);
  if (view->the_case != NULL)
    ipl_case_info_unref ((IplCaseInfo *)view->the_case);
  if (view->own != NULL)
    ipl_experiment_result_unref ((IplExperimentResult *)view->own);
  if (view->sweep != NULL)
    ipl_sweep_unref ((IplSweep *)view->sweep);
  if (view->current != NULL)
    ipl_solution_unref ((IplSolution *)view->current);
  if (view->gp != NULL)
    ipl_solution_unref ((IplSolution *)view->gp);
  for (guint i = 0; i < view->n_posteriors; i++)
    if (view->posteriors[i] != NULL)
      ipl_posterior_summary_unref ((IplPosteriorSummary *)view->posteriors[i]);
  g_free ((gpointer)view->posteriors);
  for (guint i = 0; i < view->n_stored; i++)
    ipl_posterior_summary_unref ((IplPosteriorSummary *)view->stored[i]);
  g_free ((gpointer)view->stored);
  for (guint i = 0; i < view->n_awaited; i++)
    g_free (view->awaited[i].why);
  g_free ((gpointer)view->awaited);
  if (view->posterior != NULL)
    ipl_posterior_summary_unref ((IplPosteriorSummary *)view->posterior);
  if (view->seeds != NULL)
    ipl_seed_mean_unref ((IplSeedMean *)view->seeds);
  if (view->kernels != NULL)
    ipl_kernel_picture_unref ((IplKernelPicture *)view->kernels);
  if (view->card != NULL)
    ipl_task_card_unref ((IplTaskCard *)view->card);
  if (view->gallery != NULL)
    ipl_task_gallery_unref ((IplTaskGallery *)view->gallery);
  if (view->heads != NULL)
    ipl_head_report_unref ((IplHeadReport *)view->heads);
  if (view->pruning != NULL)
    ipl_pruning_unref ((IplPruning *)view->pruning);
  g_clear_pointer (&view->figure_style, ipl_figure_style_unref);
  g_free ((gpointer)view->no_kernels);
  g_free ((gpointer)view->no_card);
  g_free ((gpointer)self->training.points);
  g_free (self);
}
