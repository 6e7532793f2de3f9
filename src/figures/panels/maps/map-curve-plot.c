/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A learning curve, or the curves of a map through its cursor along both axes, with bands over
 * seeds. Curves along widths or P can have P/N or N/P on the axis, where curves for several P
 * may collapse. */
#include "figures/kit/text.h"
#include "figures/panels/maps/map-view.h"

#include <math.h>

/* Maximum number of curves over P/N. */
#define MOST_CURVES 8

/* A cut: cells along one axis at a fixed index of the other. */
typedef struct
{
  const IplMapView *shown;
  gboolean along_y;
  guint at; /* index along the other axis */
  guint n;
} Cut;

static void
get_place (const Cut *self, guint i, guint *y, guint *x)
{
  *x = self->along_y ? self->at : i;
  *y = self->along_y ? i : self->at;
}

static const IplSweepAxis *
get_axis (const Cut *cut)
{
  return cut->along_y ? &cut->shown->map->run.y : &cut->shown->map->run.x;
}

static double *
list_x (IplPlot *plot, const Cut *cut, gboolean load)
{
  double *x = ipl_plot_new_numbers (plot, cut->n);

  for (guint i = 0; i < cut->n; i++)
    {
      guint row, column;

      get_place (cut, i, &row, &column);
      x[i] = load ? ipl_map_view_get_ratio (cut->shown, row, column) : get_axis (cut)->values[i];
    }
  return x;
}

static IplTarget
make_item (gsize i, gconstpointer data)
{
  const int *cells = data;

  return ipl_target_cell (cells[i]);
}

static const IplItems items = { "setting", IPL_TARGET_CELL, make_item, .is_of_plot = TRUE };

static const int *
list_cells (IplPlot *plot, const Cut *cut)
{
  int *cells = g_new (int, cut->n);

  for (guint i = 0; i < cut->n; i++)
    {
      guint row, column;

      get_place (cut, i, &row, &column);
      cells[i] = (int)(row * cut->shown->map->nx + column);
    }
  return (const int *)ipl_plot_adopt_text (plot, (char *)cells);
}

/* Adds the quantity along the cut: points, and a band of one standard deviation over seeds. */
static void
add_curve (IplPlot *plot, IplPlotAxes *axes, const Cut *cut, const double *x, IplRole role,
           char *label_take)
{
  double *mean = ipl_plot_new_numbers (plot, cut->n), *lo = ipl_plot_new_numbers (plot, cut->n);
  double *hi = ipl_plot_new_numbers (plot, cut->n), *se = ipl_plot_new_numbers (plot, cut->n);
  IplNumbers at = ipl_numbers (x, cut->n);
  const int *cells = list_cells (plot, cut);

  for (guint i = 0; i < cut->n; i++)
    {
      IplMapSpread spread;
      guint row, column;

      get_place (cut, i, &row, &column);
      spread = ipl_map_view_get (cut->shown, row, column);
      mean[i] = spread.mean;
      lo[i] = spread.mean - spread.sd;
      hi[i] = spread.mean + spread.sd;
      se[i] = spread.se;
    }
  if (cut->shown->map->n_seeds > 1)
    ipl_axes_add (axes, (IplMark){ IPL_MARK_BAND, .x = at, .lo = ipl_numbers (lo, cut->n),
                                   .hi = ipl_numbers (hi, cut->n), .role = role });
  g_autofree char *words = g_strdup_printf ("%s, %s", cut->shown->title, label_take);
  ipl_axes_add (axes,
                (IplMark){ .x = at,
                           .y = ipl_numbers (mean, cut->n),
                           .error = ipl_numbers (se, cut->shown->map->n_seeds > 1 ? cut->n : 0),
                           .role = role,
                           .label = label_take,
                           .series = ipl_plot_adopt_text (plot, ipl_markup_plain (words)),
                           .breaks = TRUE });
  ipl_axes_add (axes,
                (IplMark){ IPL_MARK_POINTS, .x = at, .y = ipl_numbers (mean, cut->n), .role = role,
                           .items = &items, .item_data = cells, .size = 0.24, .pick_by_x = TRUE });
  ipl_map_view_add_numbers (cut->shown, plot, axes, at, cells);
}

/* Adds markers at cells that satisfy @is. */
static void
add_doubt (IplPlot *plot, IplPlotAxes *axes, const Cut *cut, const double *x, IplMapCellIs is,
           IplMarker marker, const char *label)
{
  double *at = ipl_plot_new_numbers (plot, cut->n), *y = ipl_plot_new_numbers (plot, cut->n);
  gsize n = 0;

  for (guint i = 0; i < cut->n; i++)
    {
      guint row, column;

      get_place (cut, i, &row, &column);
      if (!ipl_map_view_is (cut->shown, row, column, is))
        continue;
      at[n] = x[i];
      y[n++] = ipl_map_view_get (cut->shown, row, column).mean;
    }
  if (n == 0)
    return;
  ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (at, n), .y = ipl_numbers (y, n),
                                 .label = g_strdup (label), .key = IPL_KEY_MARKER, .marker = marker,
                                 .hollow = TRUE, .size = 0.42, .listed = IPL_LISTED_NOWHERE });
}

/* Adds another number of the same cells, if known: the GP limit, or the best predictor for
 * accuracies. */
static void
add_companion (IplPlot *plot, IplPlotAxes *axes, const Cut *cut, const double *x,
               IplMapNumber number, IplRole role, IplDash dash, const char *label)
{
  double *values = ipl_plot_new_numbers (plot, cut->n);
  gboolean has_value = FALSE;

  for (guint i = 0; i < cut->n; i++)
    {
      guint row, column;

      get_place (cut, i, &row, &column);
      values[i] = ipl_map_spread (cut->shown->map, row, column, number).mean;
      has_value = has_value || !isnan (values[i]);
    }
  if (!has_value)
    return;
  ipl_axes_add (axes, (IplMark){ .x = ipl_numbers (x, cut->n),
                                 .y = ipl_numbers (values, cut->n),
                                 .role = role,
                                 .label = g_strdup (label),
                                 .dash = dash,
                                 .breaks = TRUE });
}

static gboolean
is_positive (const double *x, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!(x[i] > 0))
      return FALSE;
  return TRUE;
}

static char *
name_at (const IplSweepAxis *axis, guint i)
{
  g_autofree char *title = ipl_map_view_axis_title (axis);
  g_autofree char *value = ipl_map_view_value_text (axis, i);

  return g_strdup_printf ("%s = %s", title, value);
}

/* Finds the range over all cells, a common scale for the frames of an animation. */
static void
find_range (const IplMapView *shown, double *lo, double *hi)
{
  const IplMap *map = shown->map;
  double pad;

  for (guint i = 0; i < map->nx * map->ny; i++)
    {
      IplMapSpread spread = ipl_map_view_get (shown, i / map->nx, i % map->nx);
      IplMapSpread gp = ipl_map_spread (map, i / map->nx, i % map->nx, IPL_MAP_ACCURACY_GP);
      IplMapSpread best = ipl_map_spread (map, i / map->nx, i % map->nx, IPL_MAP_BEST_SCORE);

      *lo = fmin (*lo, spread.mean - spread.sd);
      *hi = fmax (*hi, spread.mean + spread.sd);
      if (shown->path >= 0 || shown->number != IPL_MAP_ACCURACY)
        continue;
      *lo = fmin (*lo, fmin (gp.mean, best.mean));
      *hi = fmax (*hi, fmax (gp.mean, best.mean));
    }
  pad = 0.05 * (*hi - *lo);
  *lo -= pad;
  *hi += pad;
}

static void
set_axes (IplPlot *plot, IplPlotAxes *axes, const Cut *cut, const double *x, gboolean load)
{
  const IplSweepAxis *axis = get_axis (cut);

  axes->x.title = load ? ipl_map_view_ratio_title (cut->shown)
                       : ipl_plot_adopt_text (plot, ipl_map_view_axis_title (axis));
  axes->x.log = (load || ipl_sweep_axis_is_logarithmic (axis)) && is_positive (x, cut->n);
  axes->x.lo = axes->x.hi = axes->y.lo = axes->y.hi = NAN;
  axes->x.pad = axes->y.pad = 0.05;
  axes->y.title = ipl_plot_adopt_text (plot, g_strdup (cut->shown->title));
  if (cut->shown->is_frame)
    find_range (cut->shown, &axes->y.lo, &axes->y.hi);
  if (cut->n > 0 && isinf (x[cut->n - 1]))
    axes->x.stop = "GP";
}

/* Adds the curve through the cursor. */
static void
add_cut (IplPlot *plot, const IplMapView *shown, gboolean along_y)
{
  const IplMap *map = shown->map;
  const Cut cut = { shown, along_y, along_y ? shown->x : shown->y, along_y ? map->ny : map->nx };
  const IplSweepAxis *other = along_y ? &map->run.x : &map->run.y;
  double *x = list_x (plot, &cut, FALSE);
  IplPlotAxes *axes = ipl_plot_add_axes (plot);

  set_axes (plot, axes, &cut, x, FALSE);
  if (shown->path < 0 && shown->number == IPL_MAP_ACCURACY)
    {
      add_companion (plot, axes, &cut, x, IPL_MAP_ACCURACY_GP, IPL_ROLE_OF (GP, 0), IPL_DASH_DASHED,
                     "GP limit");
      add_companion (plot, axes, &cut, x, IPL_MAP_BEST_SCORE, IPL_ROLE (INK), IPL_DASH_DOTTED,
                     "best possible");
    }
  add_doubt (plot, axes, &cut, x, ipl_map_cell_has_several, IPL_MARKER_DOT, "several minima");
  add_doubt (plot, axes, &cut, x, ipl_map_cell_is_doubtful, IPL_MARKER_CROSS, "not converged");
  add_curve (plot, axes, &cut, x, IPL_ROLE (THEORY),
             other->n > 0 ? name_at (other, cut.at) : g_strdup ("theory"));
}

static gboolean
is_width (const IplSweepAxis *axis)
{
  return axis->n > 0 && axis->kind == IPL_AXIS_WIDTH;
}

/* Adds curves along widths or P over their ratio, one for each value of the other axis. */
static void
add_collapse (IplPlot *plot, const IplMapView *shown)
{
  const IplMap *map = shown->map;
  gboolean along_y = is_width (&map->run.y) || !ipl_map_view_scales (shown, &map->run.x);
  const IplSweepAxis *other = along_y ? &map->run.x : &map->run.y;
  guint n = MAX (other->n, 1), every = (n - 1) / MOST_CURVES + 1, count = (n - 1) / every + 1;
  IplPlotAxes *axes = ipl_plot_add_axes (plot);

  for (guint i = 0; i < n; i += every)
    {
      const Cut cut = { shown, along_y, i, along_y ? map->ny : map->nx };
      double *x = list_x (plot, &cut, TRUE);

      if (i == 0)
        set_axes (plot, axes, &cut, x, TRUE);
      axes->x.log = TRUE;
      add_curve (plot, axes, &cut, x, IPL_ROLE_OF_N (ORDERED, i / every, count),
                 other->n > 0 ? name_at (other, i) : g_strdup ("theory"));
      ipl_axes_list_numbers (axes, ipl_numbers (x, cut.n),
                             ipl_numbers (get_axis (&cut)->values, cut.n),
                             ipl_plot_adopt_text (plot, ipl_sweep_axis_get_sign (get_axis (&cut))))
          ->listed
          = IPL_LISTED_IN_TABLE;
    }
}

static void
build (IplPlot *plot, const IplView *view)
{
  g_auto (IplMapView) shown = { NULL };
  const IplRunSettings *run;

  ipl_map_view_init (&shown, view);
  run = &shown.map->run;
  plot->row_aspect = 1.4;
  if (shown.ratio
      && (ipl_map_view_scales (&shown, &run->x) || ipl_map_view_scales (&shown, &run->y)))
    {
      add_collapse (plot, &shown);
      return;
    }
  add_cut (plot, &shown, FALSE);
  if (run->y.n > 1)
    add_cut (plot, &shown, TRUE);
}

const IplPanel ipl_panel_map_curve = {
  .id = "map-curve",
  .title = "Curves through the map",
  .needs = IPL_NEEDS_MAP,
  .choice = &ipl_choice_map_quantity,
  .ranges = IPL_RANGE_Y,
  .empty = ipl_map_view_empty,
  .build = build,
  .sentence = "A quantity of the theory along the axes of a map, through the setting shown.",
  .height_narrow = 0.7,
  .height_wide = 0.42,
};
