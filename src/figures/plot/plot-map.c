/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Maps: matrices as colours. Colour scales, paths as rows and columns, numbers in cells, and
 * contours of a level by marching squares between cell centres. */

#include "figures/plot/plot-private.h"

#include <math.h>

#include "figures/kit/number.h"
#include "figures/kit/recorder.h"
#include "figures/kit/text.h"
#include "figures/view/outputs.h"
#include "figures/view/trajectory-words.h"

typedef struct
{
  double x, y;
} Point;

static void
append (GArray *x, GArray *y, const Point *point)
{
  g_array_append_val (x, point->x);
  g_array_append_val (y, point->y);
}

/* Returns the point on edge ab where linear interpolation reaches the level. The values at a and
 * b are on opposite sides of it. */
static Point
cross (Point a, double at_a, Point b, double at_b, double level)
{
  double t = (level - at_a) / (at_b - at_a);

  return (Point){ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) };
}

/* Adds the contour segments within four neighbours: one, or two at a saddle. */
static void
add_square (const Point corner[4], const double value[4], double level, GArray *x, GArray *y)
{
  const Point gap = { NAN, NAN };
  Point crossing[4];
  guint n = 0;

  for (guint i = 0; i < 4; i++)
    {
      guint k = (i + 1) % 4;

      if (!isfinite (value[i]))
        return;
      if ((value[i] < level) != (value[k] < level))
        crossing[n++] = cross (corner[i], value[i], corner[k], value[k], level);
    }
  for (guint i = 0; i + 1 < n; i += 2)
    {
      append (x, y, &crossing[i]);
      append (x, y, &crossing[i + 1]);
      append (x, y, &gap);
    }
}

static void
find_lines (gsize rows, gsize columns, const double *cells, double level, GArray *x, GArray *y)
{
  static const guint along[4] = { 0, 1, 1, 0 }, up[4] = { 0, 0, 1, 1 };

  for (gsize i = rows; i-- > 1;)
    for (gsize j = 0; j + 1 < columns; j++)
      {
        Point corner[4];
        double values[4];

        for (guint k = 0; k < 4; k++)
          {
            gsize row = i - up[k], column = j + along[k];

            corner[k] = (Point){ (double)column + 0.5, (double)row + 0.5 };
            values[k] = cells[row * columns + column];
          }
        add_square (corner, values, level, x, y);
      }
}

IplMark *
ipl_axes_add_contour (IplPlot *plot, IplPlotAxes *map, const double *cells, double level,
                      IplRole role)
{
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) y = g_array_new (FALSE, FALSE, sizeof (double));
  double *to_x, *to_y;

  find_lines (map->map_spec.rows, map->map_spec.columns, cells, level, x, y);
  if (x->len == 0)
    return NULL;
  to_x = ipl_plot_new_numbers (plot, x->len);
  to_y = ipl_plot_new_numbers (plot, y->len);
  for (guint i = 0; i < x->len; i++)
    {
      to_x[i] = g_array_index (x, double, i);
      to_y[i] = g_array_index (y, double, i);
    }
  return ipl_axes_add (map, (IplMark){ .x = ipl_numbers (to_x, x->len),
                                       .y = ipl_numbers (to_y, y->len),
                                       .role = role,
                                       .breaks = TRUE });
}

/* @paths_take: initialised by ipl_shown_paths_init(); the plot clears it */
const IplShownPaths *
ipl_plot_adopt_paths (IplPlot *self, IplShownPaths paths_take)
{
  IplShownPaths *paths = g_memdup2 (&paths_take, sizeof paths_take);

  g_ptr_array_add (self->owned, paths->path);
  g_ptr_array_add (self->owned, paths->place);
  g_ptr_array_add (self->owned, paths);
  return paths;
}

/* Adds a note that names the paths shown, if some are left out. */
void
ipl_plot_describe_paths (IplPlot *self, const IplShownPaths *paths)
{
  g_autoptr (GString) text = g_string_new (NULL);

  ipl_describe_shown_paths (text, paths);
  if (text->len > 0)
    ipl_plot_add_note (self, "%s", g_strstrip (text->str));
}

/* Returns: [K] names of the outputs of the case, markup; owned by the plot */
const char *const *
ipl_plot_new_output_names (IplPlot *self)
{
  guint K = self->view->the_case->labels.outputs;
  const char **names = ipl_plot_new_names (self, K);

  for (guint k = 0; k < K; k++)
    names[k]
        = ipl_plot_adopt_text (self, ipl_view_name_markup (ipl_view_output_name (self->view, k)));
  return names;
}

/* Returns: [paths->n] full names of the paths, markup; owned by the plot */
const char *const *
ipl_plot_new_path_names (IplPlot *self, const IplShownPaths *paths)
{
  const char **names = ipl_plot_new_names (self, paths->n);

  for (gsize i = 0; i < paths->n; i++)
    names[i] = ipl_plot_adopt_text (
        self, ipl_view_name_markup (ipl_view_path_name (self->view, paths->path[i])));
  return names;
}

static IplTarget
make_paths (const IplPlotAxes *axes, gsize row, gsize column)
{
  const IplShownPaths *paths = axes->cell_data;

  return ipl_target_pair (paths->path[row], paths->path[column]);
}

/* Returns FALSE if either path is not shown. */
static gboolean
find_paths (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  const IplShownPaths *paths = axes->cell_data;
  gsize p = (gsize)ipl_target_get (target, IPL_PART_PATH);
  gsize q = (gsize)ipl_target_get (target, IPL_PART_OTHER);

  if (p >= paths->Pi || q >= paths->Pi)
    return FALSE;
  *row = (gsize)MAX (paths->place[p], 0);
  *column = (gsize)MAX (paths->place[q], 0);
  return paths->place[p] >= 0 && paths->place[q] >= 0;
}

const IplCellItems ipl_cells_of_paths = { make_paths, find_paths };

/* Returns the number of rows of each path: 1, or the number of outputs. */
static gsize
get_tile (const IplPlotAxes *axes)
{
  const IplShownPaths *paths = axes->cell_data;

  return axes->map_spec.rows / paths->n;
}

static IplTarget
make_case_paths (const IplPlotAxes *axes, gsize row, gsize column)
{
  gsize tile = get_tile (axes);
  IplTarget target = make_paths (axes, row / tile, column / tile);

  if (tile > 1)
    {
      ipl_target_set (&target, IPL_PART_OUTPUT, row % tile);
      ipl_target_set (&target, IPL_PART_OTHER_OUTPUT, column % tile);
    }
  return target;
}

/* A pair without outputs maps to the first cell of its tile. */
static gboolean
find_case_paths (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  gsize tile = get_tile (axes);

  if (!find_paths (axes, target, row, column))
    return FALSE;
  *row *= tile;
  *column *= tile;
  if (tile > 1)
    {
      *row += (gsize)MAX (ipl_target_get (target, IPL_PART_OUTPUT), 0);
      *column += (gsize)MAX (ipl_target_get (target, IPL_PART_OTHER_OUTPUT), 0);
    }
  return TRUE;
}

const IplCellItems ipl_cells_of_case_paths = { make_case_paths, find_case_paths, FALSE, TRUE };

static IplTarget
make_cell (const IplPlotAxes *axes, gsize row, gsize column)
{
  return ipl_target_cell ((axes->map_spec.rows - 1 - row) * axes->map_spec.columns + column);
}

static gboolean
find_cell (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  gsize columns = axes->map_spec.columns, rows = axes->map_spec.rows;
  gsize cell = (gsize)ipl_target_get (target, IPL_PART_CELL);

  if (cell >= rows * columns)
    return FALSE;
  *row = rows - 1 - cell / columns;
  *column = cell % columns;
  return TRUE;
}

const IplCellItems ipl_cells_of_map = { make_cell, find_cell };

static void
append_list (GString *text, const gsize *list, gsize n)
{
  g_string_append_c (text, '[');
  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" G_GSIZE_FORMAT,
                            i == 0        ? ""
                            : i % 16 == 0 ? ",\n        "
                                          : ", ",
                            list[i]);
  g_string_append_c (text, ']');
}

/* Formats the NumPy expression for rows and columns of a recorded matrix at a moment.
 * @rows: (nullable): NULL for all */
char *
ipl_numbers_choose (const char *name, guint moment, const gsize *rows, gsize n_rows,
                    const gsize *columns, gsize n_columns)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "results[\"%s\"][%u][", name, moment);
  if (rows == NULL)
    g_string_append (text, ":, ");
  else
    {
      g_string_append (text, "np.ix_(");
      append_list (text, rows, n_rows);
      g_string_append (text, ", ");
    }
  append_list (text, columns, n_columns);
  g_string_append (text, rows != NULL ? ")]" : "]");
  return g_string_free (text, FALSE);
}

/* Sets the upper end of the colour scale to the largest absolute number of an array: at a moment,
 * or at all moments if maps share their limits. The scale diverges if a number is negative. A
 * diagonal without colour is ignored.
 * @name: an array of the trajectory with square matrices in its last two dimensions */
void
ipl_plot_scale_map (const IplPlot *self, IplPlotAxes *map, const char *name, guint moment)
{
  const IplTrajectory *trajectory = self->view->trajectory;
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, name);
  gboolean shared = self->view->display.shared_limits, negative = FALSE;
  gsize first = shared ? 0 : moment * array->size;
  gsize end = shared ? trajectory->S * array->size : first + array->size;
  gsize next = array->shape[array->ndim - 1] + 1; /* step between elements of the diagonal */
  double largest = 0;

  for (gsize n = first; n < end; n++)
    if (isfinite (array->values[n])
        && !(map->map_spec.leaves_diagonal && n % array->size % next == 0))
      {
        largest = fmax (largest, fabs (array->values[n]));
        negative |= array->values[n] < 0;
      }
  map->map_spec.hi = largest > 0 ? largest : 1;
  map->map_spec.diverging = negative;
}

/* Sets the colour scale of an order parameter over heads or paths at the moment shown, as set by
 * the user. */
void
ipl_plot_scale_order (const IplPlot *self, IplPlotAxes *map, const char *name)
{
  IplHeatMapSpec *spec = &map->map_spec;

  spec->square = TRUE;
  spec->leaves_diagonal
      = spec->rows > 1 && self->view->display.heatmap_scale == IPL_HEATMAP_OFF_DIAGONAL;
  ipl_plot_scale_map (self, map, name, self->view->moment);
  spec->diverging = TRUE;
  spec->linear = self->view->display.heatmap_scale == IPL_HEATMAP_SYMLOG ? 1e-3 * spec->hi : 0;
}

/* Adds the map of the order parameter of the heads of one layer at the moment shown: [heads x
 * heads]. */
void
ipl_plot_add_head_order (IplPlot *self, gsize heads)
{
  const IplTrajectory *trajectory = self->view->trajectory;
  IplPlotAxes *map
      = ipl_plot_add_map (self, heads, heads, ipl_numbers_at (trajectory, "U", self->view->moment));
  g_autofree char *time
      = ipl_trajectory_time_text (trajectory, trajectory->time[self->view->moment]);

  ipl_plot_scale_order (self, map, "U");
  map->map_spec.bar_title = ipl_plot_format (self, "<i>U</i> at %s", time);
  map->map_spec.row_title = map->map_spec.column_title = "head";
  map->cell_digits = 3;
}

/* Returns the number of decimals for numbers up to @largest in magnitude. */
static int
choose_decimals (double largest)
{
  int magnitude = (int)floor (log10 (largest));

  return magnitude >= 2 ? MAX (0, 3 - magnitude) : 2 - MIN (0, magnitude);
}

static char *
format_cell (const IplPlotAxes *self, double value)
{
  if (!isfinite (value))
    return g_strdup ("");
  if (self->cells_integer)
    return ipl_number_fixed (value, 0);
  return self->cell_digits > 0 ? ipl_number_text (value, self->cell_digits)
                               : ipl_number_fixed (value, choose_decimals (self->map_spec.hi));
}

/* Draws the number of each cell, if all of them fit. */
void
ipl_axes_draw_cell_numbers (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr)
{
  const IplHeatMapSpec *spec = &self->map_spec;
  double small = ipl_style_small (style), widest = 0;
  IplRect first = ipl_heat_map_cell (&self->map, 0, 0);
  g_auto (GStrv) texts = NULL;
  gsize n = spec->rows * spec->columns;

  if (spec->cell == NULL || ipl_text_height (style, small) > first.h)
    return;
  texts = g_new0 (char *, n + 1);
  for (gsize i = 0; i < n && widest + 0.5 * small <= first.w; i++)
    {
      texts[i] = format_cell (self, spec->cell (i / spec->columns, i % spec->columns, spec->data));
      widest = fmax (widest, ipl_text_width (style, texts[i], small));
    }
  if (widest + 0.5 * small > first.w)
    return;
  for (gsize i = 0; i < n; i++)
    {
      gsize row = i / spec->columns, column = i % spec->columns;
      IplRect at = ipl_heat_map_cell (&self->map, row, column);
      IplColor back
          = spec->leaves_diagonal && row == column
                ? ipl_color_mix (style->paper, style->ink, 0.16)
                : ipl_heat_map_color (&self->map, style, spec->cell (row, column, spec->data));

      ipl_cell_text_draw (cr, style, texts[i], small, back, at.x + at.w / 2, at.y + at.h / 2);
    }
}

/* Records the rectangles of the cells for web pages. */
void
ipl_axes_record_cells (const IplPlotAxes *self, cairo_t *cr)
{
  gsize columns = self->map_spec.columns, n = self->map_spec.rows * columns;

  for (gsize k = 0; k < n && n <= IPL_ITEMS_MOST_CELLS && ipl_items_are_recorded (cr); k++)
    {
      IplTarget target = self->cell_items->make (self, k / columns, k % columns);
      IplRect area = ipl_heat_map_cell (&self->map, k / columns, k % columns);

      if (self->map_spec.lower && k % columns > k / columns)
        continue;
      ipl_item_area (cr, &target, &area);
    }
}
