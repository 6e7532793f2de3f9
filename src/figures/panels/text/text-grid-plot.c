/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Entropy of attention of each layer against the logarithm of steps, for each number of layers
 * (rows) and learning rate (columns) among the runs: the mean over seeds with a band of one
 * standard deviation. */

#include "core/base/curve-minimum.h"
#include "core/base/units.h"
#include "core/experiments/text-grid.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* Minimum fall relative to the first number for a dip. */
#define LEAST_FALL 0.05

/* The numbers of one layer of a cell. */
typedef struct
{
  guint layers, layer;
  double rate;
  const IplTextCell *cell;
  IplCurveMinimum dip;
} Row;

static IplTextGrid *
get_grid (const IplView *view)
{
  return ipl_text_grid_new (view->dynamics->data);
}

/* Lists each layer of each cell with runs. */
static GArray *
list_rows (const IplTextGrid *grid)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (Row));

  for (guint i = 0; i < grid->n_layers * grid->n_rates; i++)
    for (guint l = 0; l < grid->layers[i / grid->n_rates] && grid->cells[i].n_seeds > 0; l++)
      {
        const IplTextCell *cell = &grid->cells[i];
        guint layers = grid->layers[i / grid->n_rates];
        Row row = { layers, l, grid->rates[i % grid->n_rates], cell };

        row.dip = ipl_curve_minimum_find (cell->mean + l, cell->S, layers);
        /* Without a fall there is no rise back. */
        if (row.dip.fall < LEAST_FALL)
          row.dip.back = NAN;
        g_array_append_val (rows, row);
      }
  return rows;
}

/* Returns "−43 %, back 18 %", or "−2 %, no dip": means over the layers of a cell. */
static char *
summarize (const GArray *rows, const IplTextCell *cell)
{
  double fall = 0, back = 0;
  guint n = 0, fallen = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      gboolean falls = row->dip.fall >= LEAST_FALL;

      if (row->cell != cell)
        continue;
      fall += row->dip.fall;
      back += falls ? row->dip.back : 0;
      fallen += falls;
      n++;
    }
  return fallen == 0
             ? g_strdup_printf ("−%.0f %%, no dip", 100 * fall / n)
             : g_strdup_printf ("−%.0f %%, recovers %.0f %%", 100 * fall / n, 100 * back / fallen);
}

static void
add_layer (IplPlot *plot, IplPlotAxes *axes, const IplTextCell *cell, guint layers, guint l,
           guint most, gboolean has_key)
{
  IplRole role = IPL_ROLE_OF_N (ORDERED, l, most);
  double *time = ipl_plot_new_numbers (plot, cell->S), *mean = ipl_plot_new_numbers (plot, cell->S);
  double *lo = ipl_plot_new_numbers (plot, cell->S), *hi = ipl_plot_new_numbers (plot, cell->S);

  for (gsize s = 0; s < cell->S; s++)
    {
      gsize at = s * layers + l;

      time[s] = cell->time[s];
      mean[s] = cell->mean[at];
      lo[s] = cell->mean[at] - cell->sd[at];
      hi[s] = cell->mean[at] + cell->sd[at];
    }
  if (cell->n_seeds > 1)
    ipl_axes_add (axes,
                  (IplMark){ IPL_MARK_BAND, .x = ipl_numbers (time, cell->S), .role = role,
                             .lo = ipl_numbers (lo, cell->S), .hi = ipl_numbers (hi, cell->S) });
  ipl_axes_add (axes, (IplMark){ .x = ipl_numbers (time, cell->S),
                                 .y = ipl_numbers (mean, cell->S),
                                 .role = role,
                                 .label = !has_key ? NULL
                                          : l == 0 ? g_strdup ("layer 1")
                                                   : g_strdup_printf ("%u", l + 1),
                                 .series = ipl_plot_format (plot, "entropy of layer %u (%s)", l + 1,
                                                            axes->brief),
                                 .dip = TRUE });
}

/* Adds a table with a row for each layer of each cell. */
static void
add_rows (IplPlot *plot, const GArray *rows)
{
  static const char *const titles[]
      = { "layers", "learning rate", "layer",   "seeds",       "at first",
          "least",  "at step",       "at last", "fall, share", "recovery, share of the fall" };
  const guint n = G_N_ELEMENTS (titles);
  double *numbers = ipl_plot_new_numbers (plot, rows->len * n);
  IplPlotAxes *axes = ipl_plot_get_axes (plot, 0);

  axes->row_each = titles[0];
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      const double values[] = { row->layers,
                                row->rate,
                                row->layer + 1,
                                row->cell->n_seeds,
                                row->dip.first,
                                row->dip.least,
                                row->cell->time[row->dip.at],
                                row->dip.last,
                                row->dip.fall,
                                row->dip.back };

      memcpy (numbers + i * n, values, sizeof values);
    }
  for (guint c = 1; c < n; c++)
    ipl_axes_list_numbers (axes, (IplNumbers){ numbers, rows->len, n, NULL },
                           (IplNumbers){ numbers + c, rows->len, n, NULL }, titles[c])
        ->listed
        = IPL_LISTED_IN_TABLE;
}

static void
build_cell (IplPlot *plot, const IplTextGrid *grid, const GArray *rows, guint i)
{
  guint layers = grid->layers[i / grid->n_rates], most = grid->layers[grid->n_layers - 1];
  const IplTextCell *cell = &grid->cells[i];
  IplPlotAxes *axes = ipl_plot_add_log_time_axes (plot);
  double rate = grid->rates[i % grid->n_rates];
  g_autofree char *summary = cell->n_seeds > 0 ? summarize (rows, cell) : g_strdup ("no run");
  gboolean is_last_row = i / grid->n_rates + 1 == grid->n_layers;

  axes->heading
      = ipl_plot_format (plot, "%u layer%s, %g: %s", layers, layers == 1 ? "" : "s", rate, summary);
  axes->brief = ipl_plot_format (plot, "%u, %g", layers, rate);
  axes->y.title = ipl_unit_label ("entropy", IPL_NATS);
  axes->y.brief = "entropy";
  ipl_plot_add_note (plot, "%s.", axes->heading);
  for (guint l = 0; l < layers && cell->n_seeds > 0; l++)
    add_layer (plot, axes, cell, layers, l, most, is_last_row && i % grid->n_rates == 0);
}

static void
build (IplPlot *plot, const IplView *view)
{
  g_autoptr (IplTextGrid) grid = get_grid (view);
  g_autoptr (GArray) rows = list_rows (grid);

  plot->grid = plot->keys_of_all = TRUE;
  plot->grid_columns = grid->n_rates;
  for (guint i = 0; i < grid->n_layers * grid->n_rates; i++)
    build_cell (plot, grid, rows, i);
  add_rows (plot, rows);
}

const IplPanel ipl_panel_text_grid = {
  .id = "text-grid",
  .title = "Entropy by layers and learning rates",
  .experiment = "joma-text",
  .choice = &ipl_choice_time_axis,
  .build = build,
  .sentence
  = "Entropy of attention of every layer against the logarithm of steps, for every number "
    "of layers and learning rate: means over seeds.",
  .height_narrow = 1.2,
  .height_wide = 0.62,
};
