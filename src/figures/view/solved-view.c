/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/view/solved-view.h"

#include "core/parameters/parameters-fields.h"

static guint
get_choice (const IplParameters *parameters, const IplChoice *choice)
{
  const char *id = ipl_parameters_get_display (parameters, choice->id);
  guint option = 0;

  if (id != NULL)
    ipl_choice_parse (choice, id, &option);
  return option;
}

/* What the solver's answer shows, with nothing selected and nothing of a network; borrowed of
 * @result.
 * @result: (nullable): what is solved
 * @parameters: the ways to draw it, and the time shown
 * Returns: whether there is anything to show */
gboolean
ipl_view_init_solved (IplView *self, const IplSolveResult *result, const IplParameters *parameters)
{
  *self = (IplView){ .n_components = parameters->n_components,
                     .shared_limits = parameters->shared_limits,
                     .heatmap = get_choice (parameters, &ipl_choice_heatmap),
                     .heatmap_scale = get_choice (parameters, &ipl_choice_heatmap_scale),
                     .accuracy_lines = get_choice (parameters, &ipl_choice_accuracy_lines),
                     .path_scale = get_choice (parameters, &ipl_choice_path_scale),
                     .paths_shown = parameters->paths_shown,
                     .paths_share = parameters->paths_share,
                     .shown_draw = parameters->shown_draw,
                     .normalised_kernels = parameters->normalised_kernels,
                     .pruned = -1,
                     .shown_layer = -1,
                     .shown_head = -1,
                     .shown_token = -1 };
  ipl_removal_order_parse (parameters->removal_order, &self->order);
  if (result == NULL || (result->the_case == NULL && result->own == NULL))
    return FALSE;
  if (result->own != NULL)
    ipl_view_set_own (self, result->own, parameters->shown_time);
  if (result->the_case == NULL)
    return TRUE;
  self->the_case = &result->the_case->info;
  self->sweep = result->sweep;
  self->current = result->current;
  self->gp = result->gp;
  self->best_temperature = result->best_temperature;
  self->few_tests = result->few_tests;
  self->all_tests = result->all_tests;
  if (result->n_posteriors > 0)
    {
      self->n_posteriors = result->n_posteriors;
      self->posteriors = (const IplPosteriorSummary *const *)result->posteriors;
      if (result->current != NULL)
        self->posterior = ipl_solve_result_find_posterior (result, &result->current->setting);
    }
  self->kernels = result->kernels;
  self->no_kernels = result->no_kernels;
  self->card = result->card;
  self->no_card = result->no_card;
  return TRUE;
}
