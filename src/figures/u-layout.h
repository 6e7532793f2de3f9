/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure-private.h"

G_BEGIN_DECLS

/* A small heatmap of one sweep row. */
typedef struct
{
  guint row;
  const IplSolution *solution; /* NULL while it is not solved */
  IplRect map;
  char *title;
  char *limit_text; /* NULL with shared limits */
} IplThumbnail;

/* A label along the axes of the large map: cells [first, first + count) */
typedef struct
{
  char *markup;
  gsize first, count;
} IplCellLabel;

typedef struct
{
  const IplCase *the_case;
  const IplSolution *solution; /* nullable */
  gsize Pi;
  gsize *order; /* [Pi] path shown in row i */
  gsize *rank;  /* [Pi] row in which a path is shown */
  double limit;
  IplRect map;
  double title_h;
  char *title;
  GArray *row_labels, *column_labels; /* of IplCellLabel */
  gboolean grouped;                   /* labels are heads of layer 1 */
  IplRect bar;
  IplAxis bar_axis;
  GArray *thumbnails; /* of IplThumbnail */
  int current_row;
} IplULayout;

void ipl_u_layout_init (IplULayout *self, const IplView *view, const IplStyle *style, double width,
                        double height);
void ipl_u_layout_clear (IplULayout *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplULayout, ipl_u_layout_clear)

G_END_DECLS
