/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/panels/maps/map-checks.h"

#include <math.h>

void
ipl_map_cut_get_place (const IplMapCut *self, guint i, guint *y, guint *x)
{
  *x = self->along_y ? self->at : i;
  *y = self->along_y ? i : self->at;
}

/* TRUE if it does between a cell and the next one, of some seed. @along: of #IplMapBorder */
static gboolean
changes (const IplMap *map, guint y, guint x, guint along)
{
  for (guint s = 0; s < map->n_seeds; s++)
    if ((map->cells[ipl_map_index (map, s, y, x)].border & along) != 0)
      return TRUE;
  return FALSE;
}

static void
append_line (double *x, double *y, gsize *n, double from_x, double from_y, double to_x, double to_y)
{
  const double xs[] = { from_x, to_x, NAN }, ys[] = { from_y, to_y, NAN };

  for (guint i = 0; i < G_N_ELEMENTS (xs); i++, ++*n)
    {
      x[*n] = xs[i];
      y[*n] = ys[i];
    }
}

static void
style_border (IplMark *mark)
{
  mark->dash = IPL_DASH_DOTTED;
  mark->weight = 2;
}

/* Along the edges of cells. */
void
ipl_map_add_borders (IplPlot *plot, IplPlotAxes *axes, const IplMapView *shown)
{
  const IplMap *map = shown->map;
  gsize most = 6 * (gsize)map->nx * map->ny, n = 0;
  double *x = ipl_plot_new_numbers (plot, most), *y = ipl_plot_new_numbers (plot, most);
  IplMark *mark;

  for (guint row = 0; row < map->ny; row++)
    for (guint column = 0; column < map->nx; column++)
      {
        double top = map->ny - row - 1, right = column + 1;

        if (changes (map, row, column, IPL_MAP_BORDER_X))
          append_line (x, y, &n, right, top, right, top + 1);
        if (changes (map, row, column, IPL_MAP_BORDER_Y))
          append_line (x, y, &n, right - 1, top, right, top);
      }
  if (n == 0)
    return;
  mark = ipl_axes_add_line (axes, ipl_numbers (x, n), ipl_numbers (y, n), IPL_ROLE (ACCENT),
                            g_strdup ("lowest minimum changes"));
  mark->breaks = mark->is_plain = TRUE;
  style_border (mark);
}

/* Between the cells of a curve. @x: [cut->n] of these */
void
ipl_map_add_cut_borders (IplPlotAxes *axes, const IplMapCut *cut, const double *x)
{
  gboolean labelled = FALSE;

  for (guint i = 0; i + 1 < cut->n; i++)
    {
      double middle = axes->x.log ? sqrt (x[i] * x[i + 1]) : 0.5 * (x[i] + x[i + 1]);
      guint row, column;

      ipl_map_cut_get_place (cut, i, &row, &column);
      if (!isfinite (middle)
          || !changes (cut->shown->map, row, column,
                       cut->along_y ? IPL_MAP_BORDER_Y : IPL_MAP_BORDER_X))
        continue;
      style_border (ipl_axes_add_rule_at_x (axes, middle, IPL_ROLE (ACCENT),
                                            labelled ? NULL : g_strdup ("lowest minimum changes")));
      labelled = TRUE;
    }
}

/* "At 5 of its settings the lowest minimum changes towards a neighbour." */
void
ipl_map_describe_checks (GString *text, const IplMapView *shown)
{
  const IplMap *map = shown->map;
  guint n_borders = 0;

  for (guint y = 0; y < map->ny; y++)
    for (guint x = 0; x < map->nx; x++)
      n_borders += changes (map, y, x, IPL_MAP_BORDER_X | IPL_MAP_BORDER_Y);
  if (n_borders > 0)
    g_string_append_printf (
        text, " At %u of its settings the lowest minimum changes towards a neighbour.", n_borders);
}
