/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/kit/legend.h"
#include "figures/kit/rect.h"
#include "figures/view/view.h"

/* The sequence's three images, large, with what one head looks at; all heads small. */
typedef struct
{
  const IplView *view;
  const IplTaskGallery *gallery; /* nullable */
  double *weights;               /* [T] of the head shown */
  double limit;                  /* of the bar's colours */
  IplLegend legend;
  double legend_y;
  IplRect image[3];
  IplRect bar;
  IplAxis bar_axis;
  gboolean own_limits;    /* small maps go to their own largest, which is said before them */
  double small_side;      /* of a third of a small map, 0 for no small maps */
  gboolean layers_across; /* the layers' small maps side by side rather than one below the other */
  guint columns, rows;    /* of a layer's small maps */
  double small_x, small_y, pitch_x, pitch_y;
  double layer_w;  /* of a layer's small maps */
  double number_w; /* room for a head's number, and its limit, before its map */
} IplAttentionLayout;

void ipl_attention_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                                double width, double height);
void ipl_attention_layout_clear (gpointer layout);
double ipl_attention_layout_largest (const IplAttentionLayout *self, guint layer, guint head);
IplRect ipl_attention_layout_map (const IplAttentionLayout *self, guint layer, guint head);
IplRect ipl_attention_layout_third (const IplAttentionLayout *self, const IplRect *map, guint i);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplAttentionLayout, ipl_attention_layout_clear)
