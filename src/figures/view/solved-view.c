/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/view/solved-view.h"

#include "core/maps/map-asked.h"

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
  self->made = result->made;
  if (result->own != NULL)
    ipl_view_set_own (self, result->own, parameters->shown_time);
  if (result->the_case == NULL)
    return TRUE;
  self->the_case = &result->the_case->info;
  self->best_temperature = result->best_temperature;
  self->few_tests = result->few_tests;
  self->all_tests = result->all_tests;
  return TRUE;
}

/* Shows a map with its cursor at the cell next to a setting.
 * @map: (nullable): borrowed
 * @parameters: those of the map but for what its axes vary */
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
