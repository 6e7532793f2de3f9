/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pango/pangocairo.h>

/* Text with one set of font attributes. */
typedef struct
{
  char *text;  /* plain text */
  double size; /* in points */
  /* height of its baseline above that of the line, in points */
  double rise;
  gboolean bold;
  gboolean italic;
} IplLabelPiece;

typedef struct
{
  GArray *pieces;  /* (element-type IplLabelPiece): from left to right */
  double x;        /* left end, in points from the left of the layout */
  double width;    /* in points */
  double baseline; /* in points from the top of the layout */
} IplLabelLine;

GPtrArray *ipl_label_lines (PangoLayout *layout);
