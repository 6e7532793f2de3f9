/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a picture of a story shows, solved. */

#include "figures/animation/story-picture.h"

#include "core/base/error.h"
#include "figures/output/arranged.h"
#include "figures/view/solved-view.h"

void
ipl_story_picture_clear (gpointer picture)
{
  IplStoryPicture *self = picture;

  ipl_network_figures_clear (&self->network);
  g_clear_pointer (&self->solved, ipl_solve_result_unref);
}

/* Returns: (nullable): what the samples of a stop are, where the window has them */
static const IplPosteriorSummary *
find_samples (const IplSolveResult *sampled, const IplParameters *parameters)
{
  if (sampled == NULL || !ipl_parameters_same_case (sampled->parameters, parameters))
    return NULL;
  return ipl_solve_result_find_posterior (sampled, &parameters->current);
}

static IplNeeds
needs_of (const IplStop *stop, const IplFigureStyle *style)
{
  guint needs = 0;

  for (guint p = 0; p < stop->n_panels; p++)
    needs |= ipl_panel_arranged (stop->panels[p], style)->needs;
  return needs;
}

/* @style: (nullable): what somebody chose of how figures look
 * @sampled: (nullable): where stops find samples of the posterior; sampling takes minutes and is
 *   not done on the way
 * Returns: whether there is all that its stops show */
gboolean
ipl_story_check_stops (const IplStory *story, const IplFigureStyle *style,
                       const IplSolveResult *sampled, GError **error)
{
  for (guint i = 0; i < ipl_story_n_stops (story); i++)
    {
      const IplStop *stop = ipl_story_get_stop (story, i);

      if ((needs_of (stop, style) & IPL_NEEDS_SAMPLES) == 0
          || find_samples (sampled, stop->parameters) != NULL)
        continue;
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "Stop %u of the story shows samples of the posterior, of which there are none "
                   "yet: sample at its width in the window, and export the story from there.",
                   i + 1);
      return FALSE;
    }
  if (ipl_story_n_stops (story) == 0)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE, "The story has no stops yet.");
  return ipl_story_n_stops (story) > 0;
}

/* Solves what it shows, by the solver that the window has.
 * @style: (nullable): what somebody chose of how figures look
 * @solver: memory of %ipl_run_solve, in which one picture finds what the one before needed
 * @cancellable: (nullable): to give up
 * Returns: whether it could be */
gboolean
ipl_story_picture_solve (IplStoryPicture *self, const IplFigureStyle *style, gpointer solver,
                         GCancellable *cancellable, GError **error)
{
  const IplParameters *parameters = &self->point.parameters;
  IplNeeds needs = needs_of (self->point.to, style);
  g_autoptr (IplSolveRequest) request = ipl_solve_request_new (ipl_parameters_share (parameters));
  IplView view;

  request->needs = needs;
  if (self->point.selected.component >= 0)
    request->vectors = parameters->display.n_components;
  self->solved = ipl_run_with (&ipl_run_solve, solver, request, cancellable, NULL, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || self->solved == NULL)
    return FALSE;
  if (self->solved->error != NULL)
    {
      g_propagate_error (error, g_error_copy (self->solved->error));
      return FALSE;
    }
  if (!ipl_view_init_solved (&view, self->solved, parameters) || view.the_case == NULL)
    return TRUE;
  return ipl_network_figures_make (&self->network, needs,
                                   &(IplQuantityInput){ .parameters = parameters,
                                                        .the_case = self->solved->the_case,
                                                        .kernel = self->solved->kernel,
                                                        .current = self->solved->current,
                                                        .gp = self->solved->gp },
                                   cancellable, NULL, NULL, &view, error);
}

/* The samples that the window has of it. */
static void
show_samples (const IplSolveResult *sampled, const IplStoryPicture *self, IplView *view)
{
  const IplParameters *parameters = &self->point.parameters;

  if (sampled == NULL || view->the_case == NULL
      || !ipl_parameters_same_case (sampled->parameters, parameters))
    return;
  view->n_posteriors = sampled->n_posteriors;
  view->posteriors = (const IplPosteriorSummary *const *)sampled->posteriors;
  view->posterior = find_samples (sampled, parameters);
}

/* @style: (nullable): what somebody chose of how figures look
 * @sampled: (nullable): where it finds samples
 * @view: (out): what it shows, which borrows of these three */
void
ipl_story_picture_get_view (IplStoryPicture *self, const IplFigureStyle *style,
                            const IplSolveResult *sampled, IplView *view)
{
  const IplTarget *selected = &self->point.selected;

  ipl_view_init_solved (view, self->solved, &self->point.parameters);
  if (view->the_case != NULL)
    ipl_network_figures_show (&self->network, view);
  show_samples (sampled, self, view);
  if (selected->path >= 0)
    view->pair_p = selected->path;
  view->pair_q = selected->other >= 0 ? selected->other : view->pair_p;
  view->eigenvector = (guint)(selected->component + 1);
  if (selected->layer >= 0 && selected->head >= 0)
    {
      view->shown_layer = selected->layer;
      view->shown_head = selected->head;
    }
  view->figure_style = style;
  ipl_view_keep (view, selected);
}
