/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/view/view-of-result.h"

#include "core/maps/map-parameters.h"
#include "figures/view/posterior-view.h"

/* Initialises an empty view. @parameters: display settings */
void
ipl_view_init (IplView *self, const IplParameters *parameters)
{
  *self = (IplView){ .display = parameters->display,
                     .pruned = -1,
                     .shown_layer = -1,
                     .shown_head = -1,
                     .shown_token = -1 };
}

/* Shows a sweep at one of its solutions.
 * @posteriors: (nullable): [n_rows] samples at the rows */
void
ipl_view_set_sweep (IplView *self, const IplSweep *sweep, const IplSolution *current,
                    const GPtrArray *posteriors)
{
  self->the_case = sweep->the_case;
  self->sweep = sweep;
  self->current = current;
  self->gp = sweep->groups[ipl_view_group (self)].lines[0].solution;
  self->posteriors = posteriors;
  self->posterior = ipl_view_posterior_at (self, &current->setting);
}

/* Initialises the view of a solve result, without selection and network. The view borrows @result.
 * @result: (nullable): a solve result
 * @parameters: display settings, and the time shown
 * Returns: TRUE if there is a result to show */
gboolean
ipl_view_init_solved (IplView *self, const IplSolveResult *result, const IplParameters *parameters)
{
  ipl_view_init (self, parameters);
  ipl_removal_order_parse (parameters->removal_order, &self->order);
  if (result == NULL || (result->the_case == NULL && result->dynamics == NULL))
    return FALSE;
  self->quantities = result->quantities;
  if (result->dynamics != NULL)
    ipl_view_set_dynamics (self, result->dynamics, parameters->shown_time);
  if (result->the_case == NULL)
    return TRUE;
  self->the_case = &result->the_case->info;
  self->best_temperature = result->best_temperature;
  self->few_tests = result->few_tests;
  self->all_tests = result->all_tests;
  return TRUE;
}

/* Shows a map with its cursor at the cell nearest to a setting.
 * @map: (nullable): borrowed
 * @parameters: those of the map, with free values on its axes */
void
ipl_view_set_map (IplView *self, const IplMap *map, const IplParameters *parameters)
{
  guint x, y;

  self->map = map;
  if (map == NULL)
    return;
  ipl_map_find_nearest (map, parameters, &x, &y);
  self->display.map_x = x + 1;
  self->display.map_y = y + 1;
}
