/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/maps/map-parameters.h"

#include "core/base/error.h"
#include "core/parameters/parameters.h"
#include <math.h>
#include <string.h>

/* The run of the map with the axes of the parameters.
 * @run: (out): cleared by the caller in any case */
gboolean
ipl_map_get_run (const IplParameters *parameters, IplRunSettings *run, GError **error)
{
  const char *x = parameters->map_axis_x, *y = parameters->map_axis_y;
  const char *seeds = parameters->map_seeds;

  *run = (IplRunSettings){ .command = NULL };
  if (parameters->experiment->make_case == NULL)
    return ipl_fail (error, IPL_ERROR_VALUE, "There is no case of attention paths to map.");
  ipl_run_settings_init (run, "map", parameters);
  run->parameters.n_temperatures = 0;
  return (x[0] == '\0' || ipl_map_axis_find (&run->x, "First axis", x, &run->parameters, error))
         && (y[0] == '\0' || ipl_map_axis_find (&run->y, "Second axis", y, &run->parameters, error))
         && (seeds[0] == '\0' || ipl_sweep_axis_parse (&run->seeds, "Seeds", seeds, TRUE, error))
         && ipl_map_plan_check (run, error);
}

/* "N=10,100", interned; empty of no axis. */
static const char *
get_text (const IplSweepAxis *axis)
{
  g_autofree char *sign = ipl_sweep_axis_get_sign (axis);
  g_autofree char *values = ipl_sweep_axis_to_text (axis, ",");
  g_autofree char *text = g_strconcat (sign, "=", values, NULL);

  return axis->n > 0 ? g_intern_string (text) : "";
}

/* Sets the axes and seeds of the parameters to those of a map. */
void
ipl_map_set_parameters (IplParameters *parameters, const IplRunSettings *run)
{
  g_autofree char *seeds = ipl_sweep_axis_to_text (&run->seeds, ",");

  parameters->map_axis_x = get_text (&run->x);
  parameters->map_axis_y = get_text (&run->y);
  parameters->map_seeds = g_intern_string (seeds);
}

/* TRUE if the parameters agree with the map except for the values on its axes. */
gboolean
ipl_map_is_of (const IplMap *map, const IplParameters *parameters)
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

/* TRUE if it is the map requested by the parameters, solved or not. */
gboolean
ipl_map_answers (const IplMap *map, const IplParameters *parameters)
{
  g_auto (IplRunSettings) run = { .command = NULL };

  return ipl_map_is_of (map, parameters) && ipl_map_get_run (parameters, &run, NULL)
         && ipl_sweep_axis_equal (&map->run.x, &run.x) && ipl_sweep_axis_equal (&map->run.y, &run.y)
         && ipl_sweep_axis_equal (&map->run.seeds, &run.seeds);
}

/* Distance of two values on an axis; infinite between the GP limit and a width. */
static double
distance (const IplSweepAxis *axis, double a, double b)
{
  if (isinf (a) || isinf (b))
    return a == b ? 0 : INFINITY;
  return ipl_sweep_axis_is_logarithmic (axis) && a > 0 && b > 0 ? fabs (log (a / b)) : fabs (a - b);
}

static guint
find_nearest (const IplSweepAxis *axis, const IplParameters *parameters)
{
  double value = axis->n > 0 ? ipl_sweep_axis_read (axis, parameters) : 0;
  guint nearest = 0;

  for (guint i = 1; i < axis->n; i++)
    if (distance (axis, axis->values[i], value) < distance (axis, axis->values[nearest], value))
      nearest = i;
  return nearest;
}

/* The cell nearest to a setting.
 * @x, @y: (out): counted from 0 */
void
ipl_map_find_nearest (const IplMap *map, const IplParameters *parameters, guint *x, guint *y)
{
  *x = find_nearest (&map->run.x, parameters);
  *y = find_nearest (&map->run.y, parameters);
}
