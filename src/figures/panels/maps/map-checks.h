/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the lowest minimum of a map changes, as marks. */
#pragma once

#include "figures/panels/maps/map-view.h"

/* Cells along one axis, through a place of the other. */
typedef struct
{
  const IplMapView *shown;
  gboolean along_y;
  guint at; /* of the other axis */
  guint n;
} IplMapCut;

void ipl_map_cut_get_place (const IplMapCut *self, guint i, guint *y, guint *x);

void ipl_map_add_borders (IplPlot *plot, IplPlotAxes *axes, const IplMapView *shown);
void ipl_map_describe_checks (GString *text, const IplMapView *shown);
void ipl_map_add_cut_borders (IplPlotAxes *axes, const IplMapCut *cut, const double *x);
