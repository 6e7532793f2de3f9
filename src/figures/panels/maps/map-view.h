/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The quantity of a map that is shown, as means over seeds, and the cell of the cursor. */
#pragma once

#include "core/maps/map.h"
#include "figures/plot/plot.h"
#include "figures/view/view.h"

typedef struct
{
  const IplMap *map;
  IplMapNumber number; /* used if @path is negative */
  int path;            /* path whose U_pp is shown, or -1 */
  gboolean diverges;   /* 0 is the middle of the colours */
  gboolean is_frame;   /* part of an animation */
  guint x, y;          /* cell of the cursor */
  char *title;         /* markup of the quantity */
  char *x_title;       /* markup of the axes */
  char *y_title;       /* "" for a learning curve */
  gboolean ratio;      /* shows P/N, or N/P if @inverse, instead of widths and P */
  gboolean inverse;
} IplMapView;

void ipl_map_view_init (IplMapView *self, const IplView *view);
void ipl_map_view_clear (IplMapView *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplMapView, ipl_map_view_clear)

/* Condition on a cell: several minima, or no convergence. */
typedef gboolean (*IplMapCellIs) (const IplMapCell *cell);
gboolean ipl_map_cell_has_several (const IplMapCell *cell);
gboolean ipl_map_cell_is_doubtful (const IplMapCell *cell);
gboolean ipl_map_view_is (const IplMapView *self, guint y, guint x, IplMapCellIs is);

const char *ipl_map_view_empty (const IplView *view, const char **more);
IplMapSpread ipl_map_view_get (const IplMapView *self, guint y, guint x);
gboolean ipl_map_view_scales (const IplMapView *self, const IplSweepAxis *axis);
double ipl_map_view_get_ratio (const IplMapView *self, guint y, guint x);
const char *ipl_map_view_ratio_title (const IplMapView *self);
double ipl_map_view_gain_error (const IplMapView *self, guint y, guint x);
char *ipl_map_view_axis_title (const IplSweepAxis *axis);
char *ipl_map_view_number_text (double value);
char *ipl_map_view_value_text (const IplSweepAxis *axis, guint i);
void ipl_map_view_add_numbers (const IplMapView *self, IplPlot *plot, IplPlotAxes *axes,
                               IplNumbers x, const int *cells);
