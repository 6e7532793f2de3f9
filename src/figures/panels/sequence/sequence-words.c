/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention over sequences as numbers, of which sentences and tables are made. */

#include "figures/panels/sequence/sequence.h"

static void
set_query (const IplPlotAxes *axes, gsize row, gsize column, IplTarget *target)
{
  *target = *(const IplTarget *)axes->cell_data;
  target->token = (int)row;
}

static void
set_key (const IplPlotAxes *axes, gsize row, gsize column, IplTarget *target)
{
  set_query (axes, column, 0, target);
}

/* Whether setting a cell of its own makes the target. */
static gboolean
is_cell (const IplPlotAxes *axes, const IplTarget *target, gsize row, gsize column)
{
  IplTarget own;

  axes->cell_items->set (axes, row, column, &own);
  return ipl_target_equal (&own, target);
}

static gboolean
find_query (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  *row = (gsize)MAX (target->token, 0);
  *column = 0;
  return target->token >= 0 && is_cell (axes, target, *row, 0);
}

static gboolean
find_key (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  *row = 0;
  *column = (gsize)MAX (target->token, 0);
  return target->token >= 0 && is_cell (axes, target, 0, *column);
}

const IplCellItems ipl_cells_of_queries = { set_query, find_query, TRUE };
const IplCellItems ipl_cells_of_keys = { set_key, find_key, FALSE };

/* Adds the attention of a head.
 * @heading_take: the head, and its sequence where there are several; plain text */
void
ipl_sequence_tell (IplPlot *plot, char *heading_take, const IplSequenceTold *told)
{
  IplPlotAxes *map = ipl_plot_add_map (plot, told->rows, told->columns,
                                       ipl_numbers (told->attention, told->rows * told->columns));
  IplTarget *item = g_memdup2 (&told->item, sizeof told->item);

  g_ptr_array_add (plot->kept, item);
  map->heading = ipl_plot_keep (plot, heading_take);
  map->is_matrix = told->items != &ipl_cells_of_keys;
  map->row_each = "from";
  map->column_each = "to";
  map->names = told->row_names;
  map->column_words = told->names;
  map->cell_items = told->items;
  map->cell_data = item;
}
