/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/view/solved-view.h"

/* The view of a solver's answer, with nothing selected and nothing of a network; borrowed of
 * @result.
 * @result: (nullable): what is solved
 * @parameters: the ways to draw it, and the time shown
 * Returns: whether there is anything to show */
gboolean
ipl_view_init_solved (IplView *self, const IplSolveResult *result, const IplParameters *parameters)
{
  *self = (IplView){ .display = parameters->display,
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
  self->made = result->made;
  return TRUE;
}
