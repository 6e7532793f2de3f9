/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of a map by the values of its axes: the nearest one is meant. */
#include "core/maps/map-places.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include <math.h>

/* How far the last value of an axis may be passed, over the value. */
#define BEYOND 1e-3

/* A sequence that covers the square evenly, after any number of points. */
#define STEP_X 0.7548776662466927
#define STEP_Y 0.5698402909980532

static double
measure (const IplSweepAxis *axis, double value)
{
  return ipl_sweep_axis_is_logarithmic (axis) && value > 0 ? log (value) : value;
}

/* The value of the axis that is nearest to that of @text. */
static gboolean
find_nearest (const IplSweepAxis *axis, const char *text, guint *at, GError **error)
{
  g_autofree char *sign = ipl_sweep_axis_get_sign (axis), *shown = ipl_text_shown (text);
  char low[IPL_NUMBER_TEXT_SIZE], high[IPL_NUMBER_TEXT_SIZE];
  double value, least = INFINITY, most = -INFINITY, nearest = INFINITY;

  if (g_ascii_strcasecmp (text, "gp") == 0)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The GP limit has no order parameter to sample: give a width.");
  if (!ipl_number_parse_real (text, &value))
    return ipl_fail (error, IPL_ERROR_VALUE, "“%s” is no value of %s: give a number.", shown, sign);
  for (guint i = 0; i < axis->n; i++)
    {
      double apart = fabs (measure (axis, axis->values[i]) - measure (axis, value));

      if (isinf (axis->values[i]))
        continue;
      least = fmin (least, axis->values[i]);
      most = fmax (most, axis->values[i]);
      if (!(apart < nearest))
        continue;
      nearest = apart;
      *at = i;
    }
  if (value >= least - BEYOND * fabs (least) && value <= most + BEYOND * fabs (most))
    return TRUE;
  if (!isfinite (least))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The GP limit has no order parameter to sample: the map has no other width.");
  ipl_number_format (least, low);
  ipl_number_format (most, high);
  return ipl_fail (error, IPL_ERROR_VALUE, "%s = %s is not on the map: give one from %s to %s.",
                   sign, shown, low, high);
}

static gboolean
parse_place (const IplRunSettings *run, const char *text, guint *cell, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  g_autofree char *shown = ipl_text_shown (text);
  guint x = 0, y = 0, n_axes = run->y.n > 0 ? 2 : 1;

  if (g_strv_length (words) != n_axes)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     n_axes == 2
                         ? "“%s” is no point of the map: give X,Y, its values along both axes."
                         : "“%s” is no point of the map: give its value along the axis.",
                     shown);
  if (!find_nearest (&run->x, g_strstrip (words[0]), &x, error)
      || (n_axes == 2 && !find_nearest (&run->y, g_strstrip (words[1]), &y, error)))
    return FALSE;
  *cell = y * ipl_map_plan_nx (run) + x;
  return TRUE;
}

static gboolean
has_cell (const GArray *cells, guint cell)
{
  for (guint i = 0; i < cells->len; i++)
    if (g_array_index (cells, guint, i) == cell)
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full) (element-type guint) (nullable): the cells of the first seed, each once
 */
GArray *
ipl_map_places_parse (const IplRunSettings *run, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ";", -1);
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (guint));
  guint cell;

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (g_strstrip (words[i])[0] == '\0')
        continue;
      if (!parse_place (run, words[i], &cell, error))
        return NULL;
      if (!has_cell (cells, cell))
        g_array_append_val (cells, cell);
    }
  return g_steal_pointer (&cells);
}

/* Returns: (transfer full): what ipl_map_places_parse() reads; the seeds of cells do not matter */
char *
ipl_map_places_text (const IplRunSettings *run, const guint *cells, guint n)
{
  GString *text = g_string_new (NULL);
  guint nx = ipl_map_plan_nx (run), ny = ipl_map_plan_ny (run);
  char number[IPL_NUMBER_TEXT_SIZE];

  for (guint i = 0; i < n; i++)
    {
      ipl_number_format (run->x.values[cells[i] % nx], number);
      g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", number);
      if (run->y.n == 0)
        continue;
      ipl_number_format (run->y.values[cells[i] / nx % ny], number);
      g_string_append_printf (text, ",%s", number);
    }
  return g_string_free (text, FALSE);
}

static gboolean
is_gp (const IplSweepAxis *axis, guint i)
{
  return axis->n > 0 && isinf (axis->values[i]);
}

/* Returns: (transfer full) (element-type guint): so many cells, or as many as there are, spread
 *   evenly; none of a GP limit */
GArray *
ipl_map_places_spread (const IplRunSettings *run, guint n)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (guint));
  guint nx = ipl_map_plan_nx (run), ny = ipl_map_plan_ny (run);
  double whole;

  for (guint i = 0; cells->len < n && i < 100 * n; i++)
    {
      guint x = (guint)(modf (0.5 + i * STEP_X, &whole) * nx);
      guint y = (guint)(modf (0.5 + i * STEP_Y, &whole) * ny), cell = y * nx + x;

      if (!is_gp (&run->x, x) && !is_gp (&run->y, y) && !has_cell (cells, cell))
        g_array_append_val (cells, cell);
    }
  return cells;
}

/* Returns: (interned): the places that @run samples, and those that are sampled on the map */
const char *
ipl_map_places_with_checks (const IplRunSettings *run, const IplMap *map)
{
  g_autoptr (GArray) cells = ipl_map_places_parse (run, run->sample_at, NULL);
  g_autofree char *text = NULL;

  if (cells == NULL)
    return run->sample_at;
  for (guint i = 0; i < map->checks->len; i++)
    {
      const IplMapCheck *check = map->checks->pdata[i];
      guint cell = check->cell % (map->nx * map->ny);

      if (!has_cell (cells, cell))
        g_array_append_val (cells, cell);
    }
  text = ipl_map_places_text (run, (const guint *)(gpointer)cells->data, cells->len);
  return g_intern_string (text);
}
