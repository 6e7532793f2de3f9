/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/kit/rect.h"
#include "figures/panels/theory/u-source.h"

/* Between a heatmap and what stands above it, in em: scripts reach down into it. */
#define IPL_U_TITLE_GAP 0.15

/* A small heatmap of one sweep row, or several of them. */
typedef struct
{
  guint row;
  const IplSetting *setting; /* NULL while it is not solved */
  IplUSource source[IPL_U_MAX_MAPS];
  double largest; /* 0 while unknown */
  IplRect map[IPL_U_MAX_MAPS];
  char *title;
  char *limit_text; /* NULL where it has no need of one */
} IplThumbnail;

/* A label along the axes of the large map: cells [first, first + count) */
typedef struct
{
  char *markup;
  gsize first, count;
} IplCellLabel;

/* Cells of more paths have no numbers in them. */
#define IPL_U_MAX_NUMBERED 6

typedef struct
{
  IplUMaps maps;
  gsize n; /* rows and columns, as of @maps */
  IplRect map[IPL_U_MAX_MAPS];
  double title_h;
  double label_w; /* room for the labels of rows, and in the paper's look for the axis' title */
  GArray *row_labels, *column_labels; /* of IplCellLabel */
  gboolean grouped;                   /* labels are heads of layer 1 */
  IplRect bar;
  IplAxis bar_axis;
  GArray *thumbnails; /* of IplThumbnail */
  char *few;          /* (nullable): how many paths are shown of how many, a line at the bottom */
  char *doubt;        /* (nullable): which widths have not converged, a line at the bottom */
  int current_row;
  double largest;     /* of the large maps */
  double small_limit; /* of the small maps' colors, where they share one scale */
} IplULayout;

void ipl_u_layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
                        double height);
void ipl_u_layout_clear (gpointer layout);
gboolean ipl_u_layout_is_pale (const IplULayout *self, double largest);
IplRect ipl_u_layout_thumbnail_area (const IplULayout *self, const IplThumbnail *thumbnail);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplULayout, ipl_u_layout_clear)
