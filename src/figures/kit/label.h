/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pango/pangocairo.h>

/* Text that is set alike. */
typedef struct
{
  char *text;  /* plain text */
  double size; /* in points */
  /* how far its baseline is above that of the line, in points @bold, @italic: its type */
  double rise;
  gboolean bold;
  gboolean italic;
} IplLabelPiece;

typedef struct
{
  GArray *pieces;  /* (element-type IplLabelPiece): from left to right */
  double x;        /* where it begins, in points from the left of the layout */
  double width;    /* from its beginning to its end */
  double baseline; /* in points from the top of the layout */
} IplLabelLine;

GPtrArray *ipl_label_lines (PangoLayout *layout);
