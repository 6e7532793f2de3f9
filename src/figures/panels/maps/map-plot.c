/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quantity over two parameters as a map: x from left to right, y upwards, with contours, the
 * line of zero gain over the GP limit, and marks at unreliable numbers. */
#include "core/base/number-text.h"
#include "figures/panels/maps/map-view.h"

#include <math.h>

/* Number of contours between the smallest and the largest number. */
#define N_CONTOURS 5

static double
get_gain (const IplMapView *self, guint y, guint x)
{
  return ipl_map_spread (self->map, y, x, IPL_MAP_GAIN).mean;
}

static double
get_mean (const IplMapView *self, guint y, guint x)
{
  return ipl_map_view_get (self, y, x).mean;
}

static double
get_error (const IplMapView *self, guint y, guint x)
{
  return ipl_map_view_get (self, y, x).se;
}

/* Returns the numbers of all cells, from the top row down. */
static double *
fill_cells (IplPlot *plot, const IplMapView *shown,
            double (*value) (const IplMapView *shown, guint y, guint x))
{
  guint nx = shown->map->nx, ny = shown->map->ny;
  double *cells = ipl_plot_new_numbers (plot, (gsize)nx * ny);

  for (guint y = 0; y < ny; y++)
    for (guint x = 0; x < nx; x++)
      cells[(gsize)(ny - 1 - y) * nx + x] = value (shown, y, x);
  return cells;
}

static double
get_most_gain (const IplMapView *self, guint y, guint x)
{
  return get_gain (self, y, x) + ipl_map_view_gain_error (self, y, x);
}

static double
get_least_gain (const IplMapView *self, guint y, guint x)
{
  return get_gain (self, y, x) - ipl_map_view_gain_error (self, y, x);
}

/* Adds the band in which the gain is compatible with 0. A single line would follow the noise of
 * the test set. */
static void
add_border (IplPlot *plot, IplPlotAxes *axes, const IplMapView *shown)
{
  const double *ends[]
      = { fill_cells (plot, shown, get_most_gain), fill_cells (plot, shown, get_least_gain) };
  gboolean is_named = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      IplMark *mark = ipl_axes_add_contour (plot, axes, ends[i], 0, IPL_ROLE (INK));

      if (mark == NULL)
        continue;
      mark->weight = 1.2;
      mark->label = is_named ? NULL : g_strdup ("gain equal to 0 within its error");
      is_named = TRUE;
    }
}

static void
add_contours (IplPlot *plot, IplPlotAxes *axes, const IplMapView *shown, double lo, double hi)
{
  IplMark *mark;

  for (guint k = 1; k <= N_CONTOURS && hi > lo; k++)
    {
      mark = ipl_axes_add_contour (plot, axes, axes->cells.data,
                                   lo + (hi - lo) * k / (N_CONTOURS + 1), IPL_ROLE (PAPER));
      if (mark != NULL)
        mark->weight = 0.45;
    }
  add_border (plot, axes, shown);
}

/* Lists the positions of cells with a seed that satisfies @is. Returns their number. */
static gsize
list_marked (const IplMapView *shown, IplMapCellIs is, double *x, double *y)
{
  const IplMap *map = shown->map;
  gsize n = 0;

  for (guint i = 0; i < map->ny; i++)
    for (guint j = 0; j < map->nx; j++)
      {
        if (!ipl_map_view_is (shown, i, j, is))
          continue;
        x[n] = j + 0.5;
        y[n++] = map->ny - i - 0.5;
      }
  return n;
}

static void
add_points (IplPlot *plot, IplPlotAxes *axes, const IplMapView *shown, IplMapCellIs is,
            IplMarker marker, const char *label)
{
  gsize cells = (gsize)shown->map->nx * shown->map->ny;
  double *x = ipl_plot_new_numbers (plot, cells), *y = ipl_plot_new_numbers (plot, cells);
  gsize n = list_marked (shown, is, x, y);

  if (n == 0)
    return;
  ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (x, n), .y = ipl_numbers (y, n),
                                 .label = g_strdup (label), .key = IPL_KEY_MARKER, .marker = marker,
                                 .hollow = TRUE, .size = 0.2 });
}

/* Marks the setting of the other panels. */
static void
add_cursor (IplPlot *plot, IplPlotAxes *axes, const IplMapView *shown)
{
  double *x = ipl_plot_new_numbers (plot, 1), *y = ipl_plot_new_numbers (plot, 1);

  *x = shown->x + 0.5;
  *y = shown->map->ny - shown->y - 0.5;
  ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (x, 1), .y = ipl_numbers (y, 1),
                                 .role = IPL_ROLE (ACCENT), .marker = IPL_MARKER_SQUARE,
                                 .hollow = TRUE });
}

/* TRUE if only this axis changes the ratio of P and N, so that ratios can replace its values. */
static gboolean
has_ratio (const IplMapView *shown, const IplSweepAxis *axis)
{
  const IplRunSettings *run = &shown->map->run;

  return shown->ratio && ipl_map_view_scales (shown, axis)
         && !ipl_map_view_scales (shown, axis == &run->x ? &run->y : &run->x);
}

/* Returns the tick labels of an axis, one for each cell; those of y from the top. */
static const char *const *
list_values (IplPlot *plot, const IplMapView *shown, const IplSweepAxis *axis)
{
  const char **names = ipl_plot_new_names (plot, axis->n);
  gboolean is_x = axis == &shown->map->run.x, ratio = has_ratio (shown, axis);

  for (guint i = 0; i < axis->n; i++)
    {
      double of_cell = ratio ? ipl_map_view_get_ratio (shown, is_x ? 0 : i, is_x ? i : 0) : 0;

      names[is_x ? i : axis->n - 1 - i]
          = ipl_plot_adopt_text (plot, ratio && !isnan (of_cell)
                                           ? ipl_map_view_number_text (of_cell)
                                           : ipl_map_view_value_text (axis, i));
    }
  return names;
}

/* Returns the values of an axis for text and table, with all digits even if ticks are ratios. */
static const char *const *
list_exact (IplPlot *plot, const IplSweepAxis *axis, gboolean is_x)
{
  const char **names = ipl_plot_new_names (plot, axis->n);

  for (guint i = 0; i < axis->n; i++)
    {
      char text[IPL_NUMBER_TEXT_SIZE];

      ipl_number_format (axis->values[i], text);
      names[is_x ? i : axis->n - 1 - i]
          = ipl_plot_adopt_text (plot, g_strdup (isinf (axis->values[i]) ? "GP" : text));
    }
  return names;
}

static void
set_titles (IplPlot *plot, IplPlotAxes *axes, const IplMapView *shown)
{
  const IplRunSettings *run = &shown->map->run;
  const char *ratio = ipl_map_view_ratio_title (shown);

  axes->map_spec.column_title
      = ipl_plot_adopt_text (plot, g_strdup (has_ratio (shown, &run->x) ? ratio : shown->x_title));
  axes->map_spec.row_title
      = ipl_plot_adopt_text (plot, g_strdup (has_ratio (shown, &run->y) ? ratio : shown->y_title));
  axes->map_spec.column_names = list_values (plot, shown, &run->x);
  axes->column_each = ipl_plot_adopt_text (plot, ipl_sweep_axis_get_sign (&run->x));
  axes->column_words = list_exact (plot, &run->x, TRUE);
  axes->row_each = "row";
  if (run->y.n == 0)
    return;
  axes->map_spec.row_names = list_values (plot, shown, &run->y);
  axes->row_each = ipl_plot_adopt_text (plot, ipl_sweep_axis_get_sign (&run->y));
  axes->names = list_exact (plot, &run->y, FALSE);
}

static double
get_decade (const IplMapView *shown, guint y, guint x)
{
  return log10 (ipl_map_view_get_ratio (shown, y, x));
}

/* Adds lines of equal ratio over N and P, one for each power of ten. */
static void
add_ratios (IplPlot *plot, IplPlotAxes *axes, const IplMapView *shown)
{
  const IplRunSettings *run = &shown->map->run;
  g_autoptr (GString) label = g_string_new (ipl_map_view_ratio_title (shown));
  double lo = INFINITY, hi = -INFINITY, *decades;
  IplMark *mark = NULL;

  if (!shown->ratio || !ipl_map_view_scales (shown, &run->x)
      || !ipl_map_view_scales (shown, &run->y))
    return;
  decades = fill_cells (plot, shown, get_decade);
  for (gsize i = 0; i < axes->cells.n; i++)
    {
      lo = fmin (lo, isfinite (decades[i]) ? decades[i] : lo);
      hi = fmax (hi, isfinite (decades[i]) ? decades[i] : hi);
    }
  for (int decade = lo < hi ? (int)floor (lo) + 1 : 1; decade < hi; decade++)
    {
      IplMark *line = ipl_axes_add_contour (plot, axes, decades, decade, IPL_ROLE (INK));

      if (line == NULL)
        continue;
      g_string_append_printf (label, "%s%g", mark == NULL ? " = " : ", ", pow (10, decade));
      mark = line;
      mark->dash = IPL_DASH_DASHED;
    }
  if (mark != NULL)
    mark->label = g_strdup (label->str);
}

static void
build (IplPlot *plot, const IplView *view)
{
  g_auto (IplMapView) shown = { NULL };
  IplPlotAxes *axes;
  double *cells, lo = INFINITY, hi = -INFINITY;
  guint nx, ny;
  int *places;

  ipl_map_view_init (&shown, view);
  nx = shown.map->nx;
  ny = shown.map->ny;
  cells = fill_cells (plot, &shown, get_mean);
  for (guint y = 0; y < ny; y++)
    for (guint x = 0; x < nx; x++)
      {
        double value = cells[(gsize)(ny - 1 - y) * nx + x];

        lo = fmin (lo, isfinite (value) ? value : INFINITY);
        hi = fmax (hi, isfinite (value) ? value : -INFINITY);
      }
  axes = ipl_plot_add_map (plot, ny, nx, ipl_numbers (cells, (gsize)nx * ny));
  if (shown.map->n_seeds > 1)
    axes->cell_errors = ipl_numbers (fill_cells (plot, &shown, get_error), axes->cells.n);
  axes->cell_items = &ipl_cells_of_map;
  axes->map_spec.diverging = shown.diverges;
  if (!shown.diverges && hi > lo)
    {
      axes->map_spec.lo = lo;
      axes->map_spec.hi = hi;
    }
  axes->map_spec.bar_title = ipl_plot_adopt_text (plot, g_strdup (shown.title));
  set_titles (plot, axes, &shown);
  add_contours (plot, axes, &shown, lo, hi);
  add_ratios (plot, axes, &shown);
  add_points (plot, axes, &shown, ipl_map_cell_has_several, IPL_MARKER_DOT, "several minima");
  add_points (plot, axes, &shown, ipl_map_cell_is_doubtful, IPL_MARKER_CROSS, "not converged");
  add_cursor (plot, axes, &shown);
  places = g_new (int, (gsize)nx * ny);
  ipl_plot_adopt_text (plot, (char *)places);
  for (gsize i = 0; i < axes->cells.n; i++)
    places[i] = (int)((ny - 1 - i / nx) * nx + i % nx);
  ipl_map_view_add_numbers (&shown, plot, axes, axes->cells, places);
}

/* Selects the setting of a cell. */
static gboolean
choose_setting (const IplView *view, gsize row, gsize column, IplParameters *parameters)
{
  const IplMap *map = view->map;

  if (map == NULL || parameters->experiment != map->run.parameters.experiment)
    return FALSE;
  ipl_sweep_axis_apply (&map->run.x, (guint)column, parameters);
  if (map->run.y.n > 0)
    ipl_sweep_axis_apply (&map->run.y, map->ny - 1 - (guint)row, parameters);
  parameters->display.map_x = (guint)column + 1;
  parameters->display.map_y = map->ny - (guint)row;
  return TRUE;
}

const IplPanel ipl_panel_map = {
  .id = "map",
  .title = "Map",
  .needs = IPL_NEEDS_MAP,
  .choice = &ipl_choice_map_quantity,
  .empty = ipl_map_view_empty,
  .build = build,
  .choose_cell = choose_setting,
  .sentence = "A quantity of the theory over two parameters as a map.",
  .height_narrow = 0.8,
  .height_wide = 0.62,
};
