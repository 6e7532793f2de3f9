/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/marker.h"

typedef enum
{
  IPL_KEY_NONE, /* text only */
  IPL_KEY_LINE,
  IPL_KEY_CROSS,       /* line with a cross and an error bar */
  IPL_KEY_CROSS_ONLY,  /* cross without a line */
  IPL_KEY_DOT,         /* filled dot */
  IPL_KEY_DOT_HOLLOW,  /* hollow dot */
  IPL_KEY_INTERVAL,    /* filled dot on a bar */
  IPL_KEY_WARNING,     /* triangle with a mark */
  IPL_KEY_BAR,         /* filled bar */
  IPL_KEY_BAR_OUTLINE, /* pale bar with an outline; without fill if hollow */
  IPL_KEY_MARKER,      /* the marker of the key */
  IPL_KEY_LINE_MARKER, /* line with the marker of the key */
} IplKeyKind;

typedef struct
{
  IplKeyKind kind;
  char *markup;
  IplColor color;
  double line_width;
  IplDash dash;
  IplMarker marker;
  gboolean hollow;
  double x, y; /* set by the layout, relative to the top left corner of the legend */
} IplLegendKey;

typedef struct
{
  GArray *keys; /* of IplLegendKey */
  double width, height, row_height, key_width;
} IplLegend;

void ipl_legend_init (IplLegend *self);
void ipl_legend_clear (IplLegend *self);
void ipl_legend_add (IplLegend *self, IplKeyKind kind, char *markup_take, IplColor color,
                     double line_width, IplDash dash);
void ipl_legend_add_note (IplLegend *self, const IplStyle *style, char *markup_take);
void ipl_legend_add_marker (IplLegend *self, IplKeyKind kind, char *markup_take, IplColor color,
                            double line_width, IplDash dash, IplMarker marker, gboolean hollow);
void ipl_legend_layout (IplLegend *self, const IplStyle *style, double max_width);
void ipl_legend_draw (const IplLegend *self, const IplStyle *style, cairo_t *cr, double x,
                      double y);
