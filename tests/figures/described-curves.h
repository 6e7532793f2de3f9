/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot-table.h"

/* (nullable): the column that has the numbers of a mark. */
static inline const IplTableColumn *
find_column (const GPtrArray *tables, const IplMark *mark)
{
  for (guint i = 0; i < tables->len; i++)
    {
      const IplTable *table = tables->pdata[i];

      for (guint c = table->n_keys; c < table->columns->len; c++)
        {
          const IplNumbers *numbers = &ipl_table_column (table, c)->numbers;

          if (numbers->data == mark->y.data && numbers->stride == mark->y.stride)
            return ipl_table_column (table, c);
        }
    }
  return NULL;
}

/* A curve is described, one of several by what it is called: "layer 2". */
static inline void
assert_curves_described (const char *panel, const IplPlot *plot)
{
  g_autoptr (GPtrArray) tables = ipl_plot_make_tables (plot);

  for (guint a = 0; a < plot->axes->len; a++)
    for (guint m = 0; m < ipl_plot_get_axes (plot, a)->marks->len; m++)
      {
        const IplMark *mark = &g_array_index (ipl_plot_get_axes (plot, a)->marks, IplMark, m);
        const IplTableColumn *column = find_column (tables, mark);

        if (mark->kind != IPL_MARK_LINE || mark->listed != IPL_LISTED || column == NULL)
          continue;
        if (!column->is_drawn || column->is_unsaid
            || (g_ascii_isdigit (column->part[0]) && column->each == NULL))
          g_error ("%s: “%s %s” is not described", panel, column->series, column->part);
      }
}
