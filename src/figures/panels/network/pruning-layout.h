/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/kit/legend.h"
#include "figures/kit/rect.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

#define IPL_PRUNING_ROWS 2

typedef struct
{
  const IplView *view;
  const IplPruning *pruning; /* nullable */
  IplLegend legend;
  double legend_y;
  IplRect plot;
  gboolean limited; /* the ends of its axis were chosen: curves may lie outside */
  IplAxis x, y;
  double label_x;   /* middle of the rotated title */
  guint n_rows;     /* of the axis above: what is left */
  guint row_stride; /* at every so many of the ticks below */
  const char *row_name[IPL_PRUNING_ROWS];
  const double *row[IPL_PRUNING_ROWS]; /* [n_points] */
  double row_x, row_h;                 /* right end of their names */
  gboolean chance;                     /* whether there is a level of guessing */
} IplPruningLayout;

void ipl_pruning_layout_init (IplPruningLayout *self, const IplView *view, const IplStyle *style,
                              double width, double height);
void ipl_pruning_layout_clear (IplPruningLayout *self);
double ipl_pruning_layout_x (const IplPruningLayout *self, double step);
double ipl_pruning_layout_y (const IplPruningLayout *self, double value);
const IplPruningCurve *ipl_pruning_chosen (const IplPruningLayout *self);
char *ipl_pruning_row_text (const IplPruningLayout *self, guint row, guint step);
IplColor ipl_pruning_color (const IplStyle *style, IplRemovalOrder order);
IplMarker ipl_pruning_marker (IplRemovalOrder order);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplPruningLayout, ipl_pruning_layout_clear)

G_END_DECLS
