/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map over one or two parameters: a job of its own, which takes over what the map before has
 * solved already. */
#include "session/session-private.h"

#include "core/base/error.h"
#include "core/maps/map-places.h"
#include "core/parameters/parameters.h"
#include "runs/map-run.h"
#include "runs/solver.h"

/* The case that is shown is there already. */
static void
lend_kernel (IplSession *self, IplMapRequest *request)
{
  const IplSolveResult *result = ipl_session_get_solve_result (self);

  if (result == NULL || result->kernel == NULL || result->few_tests > 0 || result->is_sketch)
    return;
  request->kernel = ipl_kernel_ref (result->kernel);
  request->known = *result->parameters;
}

/* Solves the map of the present parameters over these axes.
 * @x, @y: "N=10,100,1000"; @y: (nullable): of a curve
 * @seeds: (nullable): "1-8" */
gboolean
ipl_session_solve_map (IplSession *self, const char *x, const char *y, const char *seeds,
                       GError **error)
{
  const IplMapResult *before = ipl_session_get_result (self, IPL_MAP);
  g_auto (IplRunSettings) run = { .command = NULL };
  IplMapRequest *request;

  if (self->is_closed || ipl_session_get_solve_result (self) == NULL
      || self->parameters->experiment->make_case == NULL)
    return ipl_fail (error, IPL_ERROR_VALUE, "There is no case of attention paths to map.");
  ipl_run_settings_init (&run, "map", self->parameters);
  run.parameters.n_temperatures = 0;
  if (!ipl_map_axis_find (&run.x, "First axis", x, &run.parameters, error)
      || (y != NULL && !ipl_map_axis_find (&run.y, "Second axis", y, &run.parameters, error))
      || (seeds != NULL && !ipl_sweep_axis_parse (&run.seeds, "Seeds", seeds, TRUE, error))
      || !ipl_map_plan_check (&run, error))
    return FALSE;
  request = ipl_map_request_new (&run);
  run = (IplRunSettings){ .command = NULL };
  if (before != NULL && before->map != NULL)
    request->before = ipl_map_ref (before->map);
  lend_kernel (self, request);
  ipl_session_submit (self, IPL_MAP, request, IPL_AT_ONCE);
  return TRUE;
}

/* The cell of the map that is these parameters, whatever their own seed; of the first seed. */
static gboolean
find_cell (const IplMap *map, const IplParameters *parameters, guint *cell)
{
  g_autofree IplParameters *now = g_memdup2 (parameters, sizeof *now);

  if (map->run.seeds.n > 0 && map->run.parameters.experiment == parameters->experiment)
    ipl_map_plan_apply_seed (&map->run, 0, now);
  return ipl_map_plan_find (&map->run, now, cell);
}

/* Samples the exact posterior at the setting shown, which is a cell of the map. */
gboolean
ipl_session_sample_map (IplSession *self, GError **error)
{
  const IplMapResult *before = ipl_session_get_result (self, IPL_MAP);
  const IplMap *map = ipl_session_get_map (self);
  g_autofree char *text = NULL;
  IplRunSettings run;
  IplMapRequest *request;
  guint cell;

  if (map == NULL || !find_cell (map, self->parameters, &cell))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The setting shown is no cell of the map: click the cell to sample.");
  if (self->parameters->current.gp)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The GP limit has no order parameter to sample: click a cell of a width.");
  text = ipl_map_places_text (&map->run, &cell, 1);
  ipl_run_settings_init (&run, "map", &map->run.parameters);
  ipl_run_settings_set_map (&run, &map->run.x, &map->run.y, &map->run.seeds);
  ipl_parameters_get_sampler (self->parameters, &run.options);
  run.parameters.draws = self->parameters->draws;
  run.sample_at = g_intern_string (text);
  request = ipl_map_request_new (&run);
  request->before = ipl_map_ref (before->map);
  request->samples_alone = TRUE;
  lend_kernel (self, request);
  ipl_session_submit (self, IPL_MAP, request, IPL_AT_ONCE);
  return TRUE;
}

/* A map that a file holds. */
void
ipl_session_begin_map (IplSession *self, IplMap *map)
{
  g_autoptr (IplMapResult) result = ipl_map_result_new (map);

  ipl_session_keep_result (self, IPL_MAP, result);
  ipl_session_results_changed (self);
}

void
ipl_session_accept_map (IplSession *self, gpointer data)
{
  IplMapResult *result = data;

  if (result->error != NULL)
    ipl_session_tell (self, result->error->message, TRUE);
  if (result->map == NULL)
    return;
  ipl_session_keep_result (self, IPL_MAP, result);
  ipl_session_results_changed (self);
}

/* TRUE if the present parameters are those of the map but for what its axes vary. */
static gboolean
is_present (const IplMap *map, const IplParameters *parameters)
{
  g_autofree IplParameters *first = g_new (IplParameters, 1);
  g_autofree IplParameters *now = g_memdup2 (parameters, sizeof *now);

  if (map->run.parameters.experiment != parameters->experiment)
    return FALSE;
  ipl_map_plan_get (&map->run, 0, first);
  ipl_sweep_axis_apply (&map->run.x, 0, now);
  if (map->run.y.n > 0)
    ipl_sweep_axis_apply (&map->run.y, 0, now);
  if (map->run.seeds.n > 0)
    ipl_map_plan_apply_seed (&map->run, 0, now);
  return ipl_parameters_same_case (first, now)
         && ipl_setting_equal (&first->current, &now->current);
}

/* Returns: (nullable): the map, as far as it is one of the present parameters */
const IplMap *
ipl_session_get_map (IplSession *self)
{
  const IplMapResult *result = ipl_session_get_result (self, IPL_MAP);

  return result != NULL && is_present (result->map, self->parameters) ? result->map : NULL;
}

/* Shows the map, with its cursor where the present setting is a cell of it. */
void
ipl_session_view_map (IplSession *self, IplView *view)
{
  const IplMap *map = ipl_session_get_map (self);
  guint cell;

  view->map = map;
  if (map == NULL || !find_cell (map, self->parameters, &cell))
    return;
  view->display.map_x = cell % map->nx + 1;
  view->display.map_y = cell / map->nx % map->ny + 1;
}
