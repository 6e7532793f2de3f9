/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/panels/maps/map-view.h"

#include "figures/kit/number.h"
#include "figures/view/words.h"
#include <math.h>

/* In the order of IplMapShown; U_pp is none of these. */
static const IplMapNumber numbers[]
    = { IPL_MAP_ACCURACY,  IPL_MAP_GAIN,           IPL_MAP_ACCURACY_GP, IPL_MAP_OFF_DIAGONAL,
        IPL_MAP_ALIGNMENT, IPL_MAP_TRAIN_RESIDUAL, IPL_MAP_ACTION,      IPL_MAP_STARTS_AGREEING };

static guint
find_cursor (guint wanted, guint n)
{
  return wanted == 0 ? 0 : MIN (wanted, n) - 1;
}

/* The path that is selected, else the first. */
static int
find_path (const IplView *view, const IplMap *map)
{
  int path = ipl_target_get (&view->kept, IPL_PART_PATH);

  return path >= 0 && path < (int)map->Pi ? path : 0;
}

static char *
make_title (const IplMapView *self)
{
  const IplMap *map = self->map;
  const IplScore *score = ipl_score_of_labels (&map->labels);

  if (self->path >= 0)
    {
      g_autofree char *name = map->paths != NULL ? ipl_view_name_markup (map->paths[self->path])
                                                 : g_strdup_printf ("%d", self->path + 1);

      return g_strdup_printf ("<i>U</i> of %s", name);
    }
  if (self->number == IPL_MAP_ACCURACY)
    return g_strdup (score->axis);
  if (self->number == IPL_MAP_ACCURACY_GP)
    return g_strdup_printf ("%s of the GP", score->axis);
  return g_markup_escape_text (ipl_map_quantity (self->number)->title, -1);
}

/* Returns: (transfer full): markup of what an axis is of, a single letter slanted */
char *
ipl_map_view_axis_title (const IplSweepAxis *axis)
{
  g_autofree char *title = ipl_sweep_axis_get_title (axis);

  return title[0] != '\0' && title[1] == '\0' ? g_strdup_printf ("<i>%s</i>", title)
                                              : g_steal_pointer (&title);
}

/* @view: one that has a map */
void
ipl_map_view_init (IplMapView *self, const IplView *view)
{
  const IplMap *map = view->map;
  guint shown = view->display.map_quantity;

  *self = (IplMapView){ .map = map, .path = -1, .is_frame = view->frames != NULL };
  if (shown < G_N_ELEMENTS (numbers))
    self->number = numbers[shown];
  else if (map->Pi > 0)
    self->path = find_path (view, map);
  self->ratio = view->display.map_load;
  self->inverse = view->display.map_inverse;
  self->diverges = self->path < 0 && ipl_map_quantity (self->number)->diverges;
  self->x = find_cursor (view->display.map_x, map->nx);
  self->y = find_cursor (view->display.map_y, map->ny);
  self->title = make_title (self);
  self->x_title = ipl_map_view_axis_title (&map->run.x);
  self->y_title = map->run.y.n > 0 ? ipl_map_view_axis_title (&map->run.y) : g_strdup ("");
}

void
ipl_map_view_clear (IplMapView *self)
{
  g_free (self->title);
  g_free (self->x_title);
  g_free (self->y_title);
}

gboolean
ipl_map_cell_has_several (const IplMapCell *cell)
{
  return cell->state == IPL_MAP_SOLVED
         && cell->numbers[IPL_MAP_STARTS_AGREEING] < cell->numbers[IPL_MAP_STARTS];
}

gboolean
ipl_map_cell_is_doubtful (const IplMapCell *cell)
{
  return cell->state == IPL_MAP_SOLVED && cell->numbers[IPL_MAP_CONVERGED] == 0;
}

/* TRUE if some seed is so. */
gboolean
ipl_map_view_is (const IplMapView *self, guint y, guint x, IplMapCellIs is)
{
  for (guint s = 0; s < self->map->n_seeds; s++)
    if (is (&self->map->cells[ipl_map_index (self->map, s, y, x)]))
      return TRUE;
  return FALSE;
}

gboolean
ipl_map_view_has_numbers (const IplView *view)
{
  const IplMap *map = view->map;

  return map != NULL && map->n_done > 0;
}

const char *
ipl_map_view_empty (const IplView *view, const char **more)
{
  if (ipl_map_view_has_numbers (view))
    return NULL;
  if (view->map != NULL)
    return "No setting of the map is solved yet";
  *more = "Choose its axes, or open a file that interplay-cli map wrote";
  return "No map has been solved";
}

/* The quantity at a cell, over its seeds. */
IplMapSpread
ipl_map_view_get (const IplMapView *self, guint y, guint x)
{
  return self->path >= 0 ? ipl_map_spread_U (self->map, y, x, (guint)self->path)
                         : ipl_map_spread (self->map, y, x, self->number);
}

/* TRUE if an axis is a width or P, of which there is the ratio. */
gboolean
ipl_map_view_scales (const IplMapView *self, const IplSweepAxis *axis)
{
  IplSweepAxis P;

  if (axis->n == 0 || !ipl_sweep_axis_find (&P, "P", &self->map->run.parameters, NULL))
    return FALSE;
  return axis->kind == IPL_AXIS_WIDTH || ipl_sweep_axis_is_same (axis, &P);
}

/* The standard error of a cell's gain: over seeds, or of one seed that of two shares of its test
 * examples; NaN where neither is known. */
double
ipl_map_view_gain_error (const IplMapView *self, guint y, guint x)
{
  const IplMap *map = self->map;
  IplMapSpread gain = ipl_map_spread (map, y, x, IPL_MAP_GAIN);
  IplParameters parameters;
  IplSweepAxis tests;
  double n;

  if (gain.n > 1)
    return gain.se;
  ipl_map_plan_get (&map->run, ipl_map_index (map, 0, y, x), &parameters);
  if (!ipl_labels_are_classes (&map->labels)
      || !ipl_sweep_axis_find (&tests, "n-test", &parameters, NULL))
    return NAN;
  n = ipl_sweep_axis_read (&tests, &parameters);
  return hypot (ipl_score_binomial_error (ipl_map_spread (map, y, x, IPL_MAP_ACCURACY).mean, n),
                ipl_score_binomial_error (ipl_map_spread (map, y, x, IPL_MAP_ACCURACY_GP).mean, n));
}

/* P/N of a cell, or N/P; of a GP limit NaN, or infinity. */
double
ipl_map_view_get_ratio (const IplMapView *self, guint y, guint x)
{
  IplParameters parameters;
  IplSweepAxis P;
  double n_train, ratio;

  ipl_map_plan_get (&self->map->run, ipl_map_index (self->map, 0, y, x), &parameters);
  n_train = ipl_sweep_axis_find (&P, "P", &parameters, NULL) ? ipl_sweep_axis_read (&P, &parameters)
                                                             : NAN;
  if (parameters.current.gp)
    return self->inverse ? INFINITY : NAN;
  ratio = n_train / ipl_setting_largest_width (&parameters.current);
  return self->inverse ? 1 / ratio : ratio;
}

const char *
ipl_map_view_ratio_title (const IplMapView *self)
{
  return self->inverse ? "<i>N</i>/<i>P</i>" : "<i>P</i>/<i>N</i>";
}

/* Returns: (transfer full): the i-th value of an axis */
char *
ipl_map_view_value_text (const IplSweepAxis *axis, guint i)
{
  return ipl_map_view_number_text (axis->values[i]);
}

/* Returns: (transfer full): a value along an axis */
char *
ipl_map_view_number_text (double value)
{
  if (isinf (value))
    return g_strdup ("GP");
  return g_strdup_printf (fabs (value) >= 1000 && fabs (value) < 1e6 ? "%.0f" : "%.3g", value);
}

static gboolean
find_cell (const IplMapView *self, const IplTarget *target, guint *y, guint *x)
{
  guint cell = (guint)ipl_target_get (target, IPL_PART_CELL);

  if (cell >= self->map->nx * self->map->ny)
    return FALSE;
  *x = cell % self->map->nx;
  *y = cell / self->map->nx;
  return TRUE;
}

/* "N = 53, T = 0.351" */
static void
append_place (GString *text, const IplMap *map, guint y, guint x)
{
  const IplSweepAxis *const axes[] = { &map->run.x, &map->run.y };
  const guint at[] = { x, y };

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    if (axes[i]->n > 0)
      {
        g_autofree char *sign = ipl_sweep_axis_get_sign (axes[i]);
        g_autofree char *value = ipl_map_view_value_text (axes[i], at[i]);

        g_string_append_printf (text, "%s%s = %s", i > 0 ? ", " : "", sign, value);
      }
}

/* " accuracy 0.964 ± 0.006", with the digits of a score. */
static void
append_number (GString *text, const IplMap *map, IplMapNumber number, const IplMapSpread *spread)
{
  const IplScore *score = ipl_score_of_labels (&map->labels);
  gboolean is_score
      = ipl_map_quantity (number)->score || number == IPL_MAP_GAIN || number == IPL_MAP_BEST_SCORE;
  g_autofree char *value = !is_score ? ipl_number_fixed (spread->mean, 3)
                           : spread->n > 1
                               ? ipl_score_text_with_error (score, spread->mean, spread->se)
                               : ipl_score_text (score, spread->mean);

  g_string_append_printf (text, " %s %s",
                          number == IPL_MAP_ACCURACY      ? score->name
                          : number == IPL_MAP_ACCURACY_GP ? "GP"
                                                          : ipl_map_quantity (number)->title,
                          value);
  if (!is_score && spread->n > 1)
    ipl_number_append_fixed (text, " ± ", spread->se, 3);
}

/* The numbers of a cell in a line, without those that it has not. */
char *
ipl_map_view_say (const IplTarget *target, const IplView *view)
{
  g_auto (IplMapView) self = { NULL };
  GString *text;
  gboolean has_number = FALSE;
  guint x, y, cell;

  if (view->map == NULL)
    return NULL;
  ipl_map_view_init (&self, view);
  if (!find_cell (&self, target, &y, &x))
    return NULL;
  cell = ipl_map_index (self.map, 0, y, x);
  text = g_string_new (NULL);
  append_place (text, self.map, y, x);
  if (ipl_map_get_sentence (self.map, cell) != NULL)
    {
      g_string_append_printf (text, ": %s", ipl_map_get_sentence (self.map, cell));
      return g_string_free (text, FALSE);
    }
  g_string_append_c (text, ':');
  for (guint k = 0; k < IPL_MAP_STARTS; k++)
    {
      IplMapSpread spread = ipl_map_spread (self.map, y, x, k);

      if (spread.n == 0)
        continue;
      if (has_number)
        g_string_append_c (text, ',');
      append_number (text, self.map, k, &spread);
      has_number = TRUE;
    }
  if (!has_number)
    g_string_append (text, " not solved yet");
  if (self.map->cells[cell].state != IPL_MAP_SOLVED)
    return g_string_free (text, FALSE);
  if (ipl_map_get (self.map, cell, IPL_MAP_STARTS) > 1)
    g_string_append_printf (text, ", %g of %g starts agree",
                            ipl_map_get (self.map, cell, IPL_MAP_STARTS_AGREEING),
                            ipl_map_get (self.map, cell, IPL_MAP_STARTS));
  if (ipl_map_get (self.map, cell, IPL_MAP_CONVERGED) == 0)
    g_string_append (text, ", not converged");
  return g_string_free (text, FALSE);
}
