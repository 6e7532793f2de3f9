/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shown quantity of a map, as means over seeds, and the cell of the cursor. */
#pragma once

#include "core/maps/map.h"
#include "figures/plot/plot.h"
#include "figures/view/view.h"

typedef struct
{
  const IplMap *map;
  IplMapNumber number; /* where @path is negative */
  int path;            /* whose U_pp is shown, or -1 */
  gboolean diverges;   /* whether 0 stands in the middle */
  gboolean is_frame;   /* whether it is one of a film */
  guint x, y;          /* of the cursor */
  char *title;         /* markup of the quantity */
  char *x_title;       /* markup of the axes */
  char *y_title;       /* "" of a learning curve */
} IplMapView;

void ipl_map_view_init (IplMapView *self, const IplView *view);
void ipl_map_view_clear (IplMapView *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplMapView, ipl_map_view_clear)

gboolean ipl_map_view_has_numbers (const IplView *view);
void ipl_map_view_build_empty (IplPlot *plot);
const char *ipl_map_view_empty (const IplView *view, const char **more);
IplMapSpread ipl_map_view_get (const IplMapView *self, guint y, guint x);
double ipl_map_view_get_shown (const IplMapView *self, guint y, guint x);
char *ipl_map_view_axis_title (const IplSweepAxis *axis);
char *ipl_map_view_value_text (const IplSweepAxis *axis, guint i);
char *ipl_map_view_say (const IplTarget *target, const IplView *view);

/* map-contours.c: lines of a level through the cells, in columns and rows from above, each segment
 * followed by NaN. @value: what a cell has, NaN for none */
typedef double (*IplMapValue) (const IplMapView *self, guint y, guint x);
void ipl_map_contours (const IplMapView *self, IplMapValue value, double level, GArray *x,
                       GArray *y);
