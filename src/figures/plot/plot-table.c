/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The table that a plot is as numbers. */

#include "figures/plot/plot.h"

#include "figures/view/words.h"

void
ipl_plot_set_rows (IplPlot *self, const char *title, gsize n)
{
  self->rows_title = title;
  self->n_rows = n;
}

void
ipl_plot_add_column (IplPlot *self, char *title_take, IplNumbers numbers)
{
  IplPlotColumn column = { title_take, numbers, -1 };

  g_array_append_val (self->columns, column);
}

/* A row of the table for every cell of the map: its row, its column, both counted from 1, and its
 * number. */
void
ipl_plot_add_cell_columns (IplPlot *self, const IplPlotAxes *map, const char *row_title,
                           const char *column_title, const char *title)
{
  gsize n = map->cells.n, columns = map->map_spec.columns;
  double *row = ipl_plot_new_numbers (self, n), *column = ipl_plot_new_numbers (self, n);

  for (gsize i = 0; i < n; i++)
    {
      row[i] = (double)(i / columns + 1);
      column[i] = (double)(i % columns + 1);
    }
  ipl_plot_set_rows (self, NULL, n);
  ipl_plot_add_column (self, g_strdup (row_title), ipl_numbers (row, n));
  ipl_plot_add_column (self, g_strdup (column_title), ipl_numbers (column, n));
  ipl_plot_add_column (self, g_strdup (title), map->cells);
}

/* Appends the columns below their titles; where the panel named none, the cells of a map. */
void
ipl_plot_append_table (const IplPlot *self, GString *text)
{
  g_string_append (text, self->rows_title != NULL ? self->rows_title : "");
  for (guint c = 0; c < self->columns->len; c++)
    g_string_append_printf (text, "%s%s", c > 0 || self->rows_title != NULL ? "\t" : "",
                            g_array_index (self->columns, IplPlotColumn, c).title);
  g_string_append_c (text, '\n');
  for (gsize i = 0; i < self->n_rows; i++)
    {
      if (self->rows_title != NULL)
        g_string_append_printf (text, "%" G_GSIZE_FORMAT, i + 1);
      for (guint c = 0; c < self->columns->len; c++)
        {
          const IplPlotColumn *column = &g_array_index (self->columns, IplPlotColumn, c);

          if (c > 0 || self->rows_title != NULL)
            g_string_append_c (text, '\t');
          if (i < column->numbers.n)
            ipl_table_number (text, ipl_numbers_get (&column->numbers, i));
        }
      g_string_append_c (text, '\n');
    }
}
