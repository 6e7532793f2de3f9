/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/kit/legend.h"
#include "figures/kit/rect.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

#define IPL_HEAD_SERIES 3

/* One predictor's drops. */
typedef struct
{
  const IplHeadDrops *drops;
  const char *name, *brief;
  IplMarker marker;
  gboolean hollow;
  IplColor color;
} IplHeadSeries;

/* Scores above, drops below, both over the heads layer by layer; in the paper's look over those of
 * all layers as their scores rise. */
typedef struct
{
  const IplView *view;
  guint n_heads, L;
  gboolean rises; /* in the order of scores */
  guint *place;   /* [n_heads] of each head, from the left */
  guint n_series;
  IplHeadSeries series[IPL_HEAD_SERIES];
  IplLegend legend;
  double legend_y;
  IplRect score, drop; /* the plots; the latter without height where there are no drops */
  IplAxis score_axis, drop_axis;
  double slot;         /* width of a head */
  double spread;       /* from one series to the next */
  double radius;       /* of a mark */
  double label_x;      /* middle of the rotated titles */
  double bottom;       /* of the lower plot */
  gboolean names;      /* heads by their names rather than numbers */
  guint stride;        /* every so many of them */
  char *layer_text[8]; /* [L] */
} IplHeadLayout;

void ipl_head_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                           double width, double height);
void ipl_head_layout_clear (gpointer layout);
double ipl_head_layout_x (const IplHeadLayout *self, guint layer, guint head);
double ipl_head_layout_series_x (const IplHeadLayout *self, guint layer, guint head, guint series);
gboolean ipl_heads_are_known (const IplView *view);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplHeadLayout, ipl_head_layout_clear)

G_END_DECLS
