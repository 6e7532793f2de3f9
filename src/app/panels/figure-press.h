/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/output/figure.h"
#include "document/document.h"

#define IPL_PX_PER_PT (96.0 / 72.0)

/* A place in a figure of a session. */
typedef struct
{
  IplDocument *document;
  const IplPanel *panel; /* panel of the figure */
  IplFigure *figure;     /* figure of the present results */
  double x, y;           /* from the top left corner of the figure, in points */
} IplFigurePlace;

/* @place: (out): place at (@x, @y) in pixels of @widget
 * Returns: FALSE if there is no figure */
typedef gboolean (*IplFindPlace) (gpointer widget, double x, double y, IplFigurePlace *place);

gboolean ipl_figure_place_can_drag (const IplFigurePlace *self);
gboolean ipl_figure_place_click (const IplFigurePlace *self);
void ipl_figure_select (IplDocument *document, const IplPanel *panel, const IplTarget *target);
void ipl_figure_add_drag (gpointer widget, IplFindPlace find);
