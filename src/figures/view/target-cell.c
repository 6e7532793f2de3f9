/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A cell of a heat map that is pointed at: a target has its row as row, its column as component. */

#include "figures/view/target-cell.h"

#include "figures/view/target-step.h"

/* Returns: whether there is a cell */
gboolean
ipl_target_pick_cell (IplTarget *self, const IplHeatMap *map, double x, double y)
{
  gsize row, column;

  if (!ipl_heat_map_find (map, x, y, &row, &column))
    return FALSE;
  self->row = (int)row;
  self->component = (int)column;
  return TRUE;
}

/* @row, @column: (out): the cell
 * Returns: whether it is a cell of the matrix */
gboolean
ipl_target_get_cell (const IplTarget *self, gsize rows, gsize columns, gsize *row, gsize *column)
{
  if (self->row < 0 || self->component < 0 || (gsize)self->row >= rows
      || (gsize)self->component >= columns)
    return FALSE;
  *row = (gsize)self->row;
  *column = (gsize)self->component;
  return TRUE;
}

/* @from: what is pointed at; may be nothing
 * Returns: the next cell of the matrix */
IplTarget
ipl_target_step_cell (const IplTarget *from, int dx, int dy, gsize rows, gsize columns, gsize first)
{
  IplTarget target = IPL_TARGET_NONE;

  target.row = from->row < 0 ? 0 : (int)ipl_step_move ((gsize)from->row, dy, rows);
  target.component
      = (int)(from->component < 0 ? MIN (first, columns - 1)
                                  : ipl_step_move ((gsize)from->component, dx, columns));
  return target;
}
