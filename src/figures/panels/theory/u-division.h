/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

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
