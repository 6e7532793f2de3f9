/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Builds the plot of an IplMatrix: matrices at one moment. */

#include "figures/plot/matrix.h"

#include "figures/view/trajectory-words.h"

/* Number of matrices drawn; further ones are left out. */
#define MAX_IN_ROW 4

/* TRUE if a number of the array is negative at any moment, as in linear attention. */
static gboolean
has_negative (const IplTrajectory *trajectory, const IplTrajectoryArray *array)
{
  for (gsize n = 0; n < trajectory->S * array->size; n++)
    if (array->values[n] < 0)
      return TRUE;
  return FALSE;
}

/* Returns the transpose of @cells, without names. */
static IplMatrixCells
transpose (IplPlot *plot, const IplMatrixCells *cells)
{
  double *turned = ipl_plot_new_numbers (plot, cells->numbers.n);

  for (gsize i = 0; i < cells->numbers.n; i++)
    turned[i % cells->columns * cells->rows + i / cells->columns]
        = ipl_numbers_get (&cells->numbers, i);
  return (IplMatrixCells){ .rows = cells->columns,
                           .columns = cells->rows,
                           .numbers = ipl_numbers (turned, cells->numbers.n) };
}

/* Returns matrix @k of the array at a moment. */
static IplMatrixCells
get_recorded (IplPlot *plot, const IplMatrix *self, guint moment, gsize k)
{
  const IplTrajectory *trajectory = plot->view->trajectory;
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, self->array);
  gsize rows = array->shape[array->ndim - 2], columns = array->shape[array->ndim - 1];
  const double *numbers = ipl_trajectory_get (trajectory, self->array, moment);
  IplMatrixCells cells
      = { rows, columns, ipl_numbers (numbers + k * rows * columns, rows * columns) };

  if (self->is_transposed)
    cells = transpose (plot, &cells);
  if (self->is_transposed)
    cells.numbers.source = ipl_plot_format (plot, "results[\"%s\"][%u].T", self->array, moment);
  else if (array->ndim > 2)
    cells.numbers.source = ipl_plot_format (plot, "results[\"%s\"][%u, %" G_GSIZE_FORMAT "]",
                                            self->array, moment, k);
  return cells;
}

static IplPlotAxes *
add_map (IplPlot *plot, const IplMatrix *self, const IplMatrixCells *cells)
{
  IplPlotAxes *map = ipl_plot_add_map (plot, cells->rows, cells->columns, cells->numbers);

  map->map_spec.bar_title = self->bar;
  map->map_spec.row_title = self->row;
  map->map_spec.column_title = self->column;
  map->map_spec.row_names = cells->row_names;
  map->map_spec.column_names = cells->column_names;
  map->row_each = self->row_each;
  map->column_each = self->column_each;
  map->cell_digits = (int)self->digits;
  if (self->items != NULL)
    map->cell_items = self->items;
  if (self->hi > 0)
    {
      map->map_spec.lo = self->lo;
      map->map_spec.hi = self->hi;
    }
  return map;
}

/* Adds a map for each matrix of the array at a moment. */
static void
add_moment (IplPlot *plot, const IplView *view, guint moment)
{
  const IplMatrix *self = plot->panel->matrix;
  const IplTrajectory *trajectory = view->trajectory;
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, self->array);
  gsize n = array->ndim > 2 ? MIN (array->shape[0], MAX_IN_ROW) : 1;
  g_autofree char *time = ipl_trajectory_time_text (trajectory, trajectory->time[moment]);

  for (gsize k = 0; k < n; k++)
    {
      IplMatrixCells cells = get_recorded (plot, self, moment, k);
      IplPlotAxes *map = add_map (plot, self, &cells);

      ipl_plot_scale_map (plot, map, self->array, moment);
      map->map_spec.diverging = self->is_signed || has_negative (trajectory, array);
      if (self->has_first)
        map->map_spec.bar_title = ipl_plot_format (plot, "%s at %s", self->bar, time);
      if (self->each != NULL)
        map->map_spec.bar_title
            = ipl_plot_format (plot, "%s, %s %" G_GSIZE_FORMAT, self->bar, self->each, k + 1);
      for (guint t = 0; t < G_N_ELEMENTS (self->listed) && self->listed[t].array != NULL; t++)
        ipl_axes_list_numbers (map, map->cells,
                               ipl_numbers_at (trajectory, self->listed[t].array, moment),
                               self->listed[t].series);
      if (self->more != NULL)
        self->more (plot, map, view);
    }
}

void
ipl_matrix_build (IplPlot *plot, const IplView *view)
{
  const IplMatrix *self = plot->panel->matrix;
  IplMatrixCells cells;
  IplPlotAxes *map;

  plot->row_aspect = 1.1;
  if (self->fill == NULL)
    {
      if (self->has_first)
        add_moment (plot, view, 0);
      add_moment (plot, view, view->moment);
      return;
    }
  cells = self->fill (plot, view);
  map = add_map (plot, self, &cells);
  map->map_spec.diverging |= self->is_signed;
  if (self->more != NULL)
    self->more (plot, map, view);
}
