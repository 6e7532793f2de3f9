/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/panels/maps/map-checks.h"

#include <math.h>

/* How far sampled numbers can be relied on, and how they are marked. */
typedef enum
{
  CHECK_AGREES,
  CHECK_DIFFERS,
  CHECK_TROUBLE,
  N_CHECKS,
} Check;

static const struct
{
  const char *label;
  IplMarker marker;
} kinds[N_CHECKS] = {
  [CHECK_AGREES] = { "sampled", IPL_MARKER_DOT },
  [CHECK_DIFFERS] = { "sampled, off by more than 3 errors", IPL_MARKER_TRIANGLE },
  [CHECK_TROUBLE] = { "sampled, chains not mixed", IPL_MARKER_DIAMOND },
};

static Check
get_kind (const IplMapChecked *checked)
{
  return checked->trouble != NULL ? CHECK_TROUBLE : checked->differs ? CHECK_DIFFERS : CHECK_AGREES;
}

void
ipl_map_cut_get_place (const IplMapCut *self, guint i, guint *y, guint *x)
{
  *x = self->along_y ? self->at : i;
  *y = self->along_y ? i : self->at;
}

/* Dots in the colors of the map, of one kind. */
static void
add_kind (IplPlot *plot, IplPlotAxes *axes, const IplMapView *shown, Check kind)
{
  const IplMap *map = shown->map;
  gsize most = map->checks->len, n = 0;
  double *x = ipl_plot_new_numbers (plot, most), *y = ipl_plot_new_numbers (plot, most);
  double *value = ipl_plot_new_numbers (plot, most);
  IplMark *mark;

  for (guint row = 0; row < map->ny; row++)
    for (guint column = 0; column < map->nx; column++)
      {
        IplMapChecked checked = ipl_map_view_get_checked (shown, row, column);

        if (checked.n == 0 || get_kind (&checked) != kind)
          continue;
        x[n] = column + 0.5;
        y[n] = map->ny - row - 0.5;
        value[n++] = checked.mean;
      }
  if (n == 0)
    return;
  mark = ipl_axes_add_points (axes, ipl_numbers (x, n), ipl_numbers (y, n), IPL_ROLE (INK),
                              g_strdup (kinds[kind].label));
  mark->key = IPL_KEY_MARKER;
  mark->marker = kinds[kind].marker;
  mark->shade = ipl_numbers (value, n);
  mark->size = 0.36;
}

/* Nothing where nothing was sampled. */
void
ipl_map_add_checks (IplPlot *plot, IplPlotAxes *axes, const IplMapView *shown)
{
  for (guint kind = 0; kind < N_CHECKS && shown->map->checks->len > 0; kind++)
    add_kind (plot, axes, shown, kind);
}

/* The same beside a curve, with their errors. @x: [cut->n] of its cells; @cells: for @items */
void
ipl_map_add_cut_checks (IplPlot *plot, IplPlotAxes *axes, const IplMapCut *cut, const double *x,
                        const IplItems *items, const int *cells)
{
  for (guint kind = 0; kind < N_CHECKS && cut->shown->map->checks->len > 0; kind++)
    {
      double *at = ipl_plot_new_numbers (plot, cut->n), *mean = ipl_plot_new_numbers (plot, cut->n);
      double *lo = ipl_plot_new_numbers (plot, cut->n), *hi = ipl_plot_new_numbers (plot, cut->n);
      int *shown = g_new (int, cut->n);
      IplMark *mark;
      gsize n = 0;

      ipl_plot_keep (plot, (char *)shown);
      for (guint i = 0; i < cut->n; i++)
        {
          IplMapChecked checked;
          guint row, column;

          ipl_map_cut_get_place (cut, i, &row, &column);
          checked = ipl_map_view_get_checked (cut->shown, row, column);
          if (checked.n == 0 || get_kind (&checked) != kind)
            continue;
          at[n] = x[i];
          mean[n] = checked.mean;
          lo[n] = checked.mean - checked.se;
          hi[n] = checked.mean + checked.se;
          shown[n++] = cells[i];
        }
      if (n == 0)
        continue;
      mark = ipl_axes_add_points (axes, ipl_numbers (at, n), ipl_numbers (mean, n),
                                  IPL_ROLE (SAMPLED), g_strdup (kinds[kind].label));
      mark->key = IPL_KEY_MARKER;
      mark->marker = kinds[kind].marker;
      mark->lo = ipl_numbers (lo, n);
      mark->hi = ipl_numbers (hi, n);
      mark->items = items;
      mark->item_data = shown;
    }
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

/* Samples at so many cells, from the @first of the map, as columns of the table. */
void
ipl_map_add_check_columns (IplPlot *plot, const IplMapView *shown, guint first, gsize n)
{
  double *mean, *se, *apart, *mixed;

  if (shown->map->checks->len == 0)
    return;
  mean = ipl_plot_new_numbers (plot, n);
  se = ipl_plot_new_numbers (plot, n);
  apart = ipl_plot_new_numbers (plot, n);
  mixed = ipl_plot_new_numbers (plot, n);
  for (guint i = 0; i < n; i++)
    {
      guint cell = first + i;
      IplMapChecked checked
          = ipl_map_view_get_checked (shown, cell / shown->map->nx, cell % shown->map->nx);

      mean[i] = checked.n > 0 ? checked.mean : NAN;
      se[i] = checked.n > 0 ? checked.se : NAN;
      apart[i] = checked.n > 0 ? (checked.mean - checked.theory) / checked.se : NAN;
      mixed[i] = checked.n > 0 ? checked.trouble == NULL : NAN;
    }
  ipl_plot_add_column (plot, g_strdup ("sampled"), ipl_numbers (mean, n));
  ipl_plot_add_column (plot, g_strdup ("error of the difference"), ipl_numbers (se, n));
  ipl_plot_add_column (plot, g_strdup ("errors apart"), ipl_numbers (apart, n));
  ipl_plot_add_column (plot, g_strdup ("chains mixed"), ipl_numbers (mixed, n));
}

/* "Sampled at 5 settings: at 1 theory and posterior differ by more than 3 standard errors." */
void
ipl_map_describe_checks (GString *text, const IplMapView *shown)
{
  const IplMap *map = shown->map;
  guint counts[N_CHECKS] = { 0 }, n_borders = 0, n = 0;

  for (guint y = 0; y < map->ny; y++)
    for (guint x = 0; x < map->nx; x++)
      {
        IplMapChecked checked = ipl_map_view_get_checked (shown, y, x);

        n += checked.n > 0;
        if (checked.n > 0)
          counts[get_kind (&checked)]++;
        n_borders += changes (map, y, x, IPL_MAP_BORDER_X | IPL_MAP_BORDER_Y);
      }
  if (n_borders > 0)
    g_string_append_printf (
        text, " At %u of its settings the lowest minimum changes towards a neighbour.", n_borders);
  if (n == 0)
    return;
  g_string_append_printf (text, " The posterior was sampled at %u", n);
  if (counts[CHECK_DIFFERS] > 0)
    g_string_append_printf (text, ", and differs by more than %d standard errors at %u",
                            IPL_MAP_CHECK_ERRORS, counts[CHECK_DIFFERS]);
  if (counts[CHECK_TROUBLE] > 0)
    g_string_append_printf (text, "; at %u chains did not mix", counts[CHECK_TROUBLE]);
  g_string_append_c (text, '.');
}
