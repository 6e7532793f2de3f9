/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention over sequences as numbers for text and table. */

#include "figures/panels/sequence/sequence.h"

static IplTarget
make_query (const IplPlotAxes *axes, gsize row, gsize column)
{
  IplTarget target = *(const IplTarget *)axes->cell_data;

  ipl_target_set (&target, IPL_PART_TOKEN, row);
  return target;
}

static IplTarget
make_key (const IplPlotAxes *axes, gsize row, gsize column)
{
  return make_query (axes, column, 0);
}

static gboolean
find_query (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  int token = ipl_target_get (target, IPL_PART_TOKEN);
  IplTarget own;

  if (token < 0)
    return FALSE;
  *row = (gsize)token;
  *column = 0;
  own = make_query (axes, *row, 0);
  return ipl_target_equal (&own, target);
}

static gboolean
find_key (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  return find_query (axes, target, column, row);
}

const IplCellItems ipl_cells_of_queries = { make_query, find_query, TRUE };
const IplCellItems ipl_cells_of_keys = { make_key, find_key, FALSE };

/* Adds the attention of a head. @heading_take: plain text: the head, and its sequence if there
 * are several */
void
ipl_sequence_add_numbers (IplPlot *plot, char *heading_take, const IplSequenceNumbers *numbers)
{
  IplPlotAxes *map
      = ipl_plot_add_map (plot, numbers->rows, numbers->columns,
                          ipl_numbers (numbers->attention, numbers->rows * numbers->columns));
  IplTarget *item = g_memdup2 (&numbers->item, sizeof numbers->item);

  g_ptr_array_add (plot->owned, item);
  map->heading = ipl_plot_adopt_text (plot, heading_take);
  map->is_matrix = numbers->items != &ipl_cells_of_keys;
  map->row_each = "from";
  map->column_each = "to";
  map->names = numbers->row_names;
  map->column_words = numbers->names;
  map->cell_items = numbers->items;
  map->cell_data = item;
}
