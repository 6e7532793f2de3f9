/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/panels/maps/map-view.h"

#include "figures/kit/number.h"
#include "figures/view/view-words.h"
#include <math.h>

/* Numbers in the order of IplMapShown, without U_pp. */
static const IplMapNumber numbers[]
    = { IPL_MAP_ACCURACY,  IPL_MAP_GAIN,           IPL_MAP_ACCURACY_GP, IPL_MAP_OFF_DIAGONAL,
        IPL_MAP_ALIGNMENT, IPL_MAP_TRAIN_RESIDUAL, IPL_MAP_ACTION,      IPL_MAP_STARTS_AGREEING };

static guint
find_cursor (guint wanted, guint n)
{
  return wanted == 0 ? 0 : MIN (wanted, n) - 1;
}

/* Returns the selected path, else the first. */
static int
find_path (const IplView *view, const IplMap *map)
{
  int path = ipl_target_get (&view->pinned, IPL_PART_PATH);

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

/* Returns: (transfer full): markup of the title of an axis; single letters are italic */
char *
ipl_map_view_axis_title (const IplSweepAxis *axis)
{
  g_autofree char *title = ipl_sweep_axis_get_title (axis);

  return title[0] != '\0' && title[1] == '\0' ? g_strdup_printf ("<i>%s</i>", title)
                                              : g_steal_pointer (&title);
}

/* @view: a view with a map */
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

/* TRUE if some seed of the cell satisfies @is. */
gboolean
ipl_map_view_is (const IplMapView *self, guint y, guint x, IplMapCellIs is)
{
  for (guint s = 0; s < self->map->n_seeds; s++)
    if (is (&self->map->cells[ipl_map_index (self->map, s, y, x)]))
      return TRUE;
  return FALSE;
}

const char *
ipl_map_view_empty (const IplView *view, const char **more)
{
  if (view->map != NULL && view->map->n_done > 0)
    return NULL;
  if (view->map != NULL)
    return "No setting of the map is solved yet";
  *more = "Choose its axes, or open a file that interplay-cli map wrote";
  return "No map has been solved";
}

/* Returns the quantity at a cell, over its seeds. */
IplMapSpread
ipl_map_view_get (const IplMapView *self, guint y, guint x)
{
  return self->path >= 0 ? ipl_map_spread_U (self->map, y, x, (guint)self->path)
                         : ipl_map_spread (self->map, y, x, self->number);
}

/* TRUE if the axis is a width or P, for which a ratio exists. */
gboolean
ipl_map_view_scales (const IplMapView *self, const IplSweepAxis *axis)
{
  IplSweepAxis P;

  if (axis->n == 0 || !ipl_sweep_axis_find (&P, "P", &self->map->run.parameters, NULL))
    return FALSE;
  return axis->kind == IPL_AXIS_WIDTH || ipl_sweep_axis_is_same (axis, &P);
}

/* Returns the standard error of the gain of a cell: over seeds, or for one seed the binomial
 * error of both accuracies; NaN if unknown. */
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

/* Returns P/N of a cell, or N/P; NaN or infinity for a GP limit. */
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

/* Returns: (transfer full): text of the i-th value of an axis */
char *
ipl_map_view_value_text (const IplSweepAxis *axis, guint i)
{
  return ipl_map_view_number_text (axis->values[i]);
}

/* Returns: (transfer full): text of a value on an axis */
char *
ipl_map_view_number_text (double value)
{
  if (isinf (value))
    return g_strdup ("GP");
  return g_strdup_printf (fabs (value) >= 1000 && fabs (value) < 1e6 ? "%.0f" : "%.3g", value);
}

/* Returns: (nullable): the problem of a cell */
static const char *
get_state (const IplMapView *self, guint y, guint x)
{
  guint cell = ipl_map_index (self->map, 0, y, x);

  if (ipl_map_get_sentence (self->map, cell) != NULL)
    return ipl_map_get_sentence (self->map, cell);
  if (self->map->cells[cell].state != IPL_MAP_SOLVED)
    return "not solved yet";
  return ipl_map_view_is (self, y, x, ipl_map_cell_is_doubtful) ? "not converged" : NULL;
}

/* Adds all other numbers of the cells and their problems to text and table.
 * @x: as in the mark with one number for each cell
 * @cells: [x.n] row * columns + column, with rows from the bottom */
void
ipl_map_view_add_numbers (const IplMapView *self, IplPlot *plot, IplPlotAxes *axes, IplNumbers x,
                          const int *cells)
{
  const IplScore *score = ipl_score_of_labels (&self->map->labels);
  const char **states = ipl_plot_new_names (plot, x.n);
  double *is_wrong = ipl_plot_new_numbers (plot, x.n);
  IplMark *mark;

  for (IplMapNumber k = 0; k < IPL_MAP_CONVERGED; k++)
    {
      double *mean = ipl_plot_new_numbers (plot, x.n), *se = ipl_plot_new_numbers (plot, x.n);
      gboolean has_value = FALSE;

      for (gsize i = 0; i < x.n; i++)
        {
          IplMapSpread spread
              = ipl_map_spread (self->map, cells[i] / self->map->nx, cells[i] % self->map->nx, k);

          mean[i] = spread.mean;
          se[i] = spread.n > 1 ? spread.se : NAN;
          /* A single start always gives 1 of 1. */
          has_value = has_value || (isfinite (mean[i]) && (k < IPL_MAP_STARTS || mean[i] != 1));
        }
      if (!has_value || (self->path < 0 && k == self->number))
        continue;
      mark = ipl_axes_list_numbers (axes, x, ipl_numbers (mean, x.n),
                                    k == IPL_MAP_ACCURACY      ? score->name
                                    : k == IPL_MAP_ACCURACY_GP ? "GP"
                                                               : ipl_map_quantity (k)->title);
      mark->error = ipl_numbers (se, self->map->n_seeds > 1 ? x.n : 0);
    }
  for (gsize i = 0; i < x.n; i++)
    {
      states[i] = get_state (self, cells[i] / self->map->nx, cells[i] % self->map->nx);
      is_wrong[i] = states[i] != NULL ? 1 : NAN;
    }
  ipl_axes_list_numbers (axes, x, ipl_numbers (is_wrong, x.n), "state")->names = states;
}
