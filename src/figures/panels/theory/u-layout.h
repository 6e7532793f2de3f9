/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "figures/kit/axis.h"
#include "figures/kit/rect.h"
#include "figures/kit/style.h"
#include "figures/panels/theory/u-source.h"
#include "figures/view/view.h"

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

/* A division of the panel, rated. */
typedef struct
{
  double score;
  gboolean below;
  guint columns;
  double side;  /* of the large map */
  double small; /* of a small one */
} IplUDivision;

/* The area to divide: @n small maps, each of @parts parts, beside or below @across x @down
 * large ones. */
typedef struct
{
  guint n, parts, across, down;
  double width, height;
  double frame_w, frame_h; /* around all large maps, around each of them */
  double between;          /* large maps in a row, and in a column */
  double caption_w, caption_h, gap, part_gap;
  double smallest;                    /* side of a small map that is worth having */
  double numbers_side, numbers_worth; /* side from which a large map holds its numbers */
} IplUTask;

IplUDivision ipl_u_divide (const IplUTask *self);
IplUDivision ipl_u_divide_alone (const IplUTask *self);

void ipl_u_heatmap_draw (gconstpointer data, const IplView *view, const IplStyle *style,
                         cairo_t *cr, double width, double height);
