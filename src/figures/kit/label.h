/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/**
 * IplLabelPiece:
 * @text: plain text
 * @size: in points
 * @rise: how far its baseline is above that of the line, in points
 * @bold, @italic: its type
 *
 * Text that is set alike.
 */
typedef struct
{
  char *text;
  double size;
  double rise;
  gboolean bold;
  gboolean italic;
} IplLabelPiece;

/**
 * IplLabelLine:
 * @pieces: (element-type IplLabelPiece): from left to right
 * @x: where it begins, in points from the left of the layout
 * @width: from its beginning to its end
 * @baseline: in points from the top of the layout
 */
typedef struct
{
  GArray *pieces;
  double x;
  double width;
  double baseline;
} IplLabelLine;

GPtrArray *ipl_label_lines (PangoLayout *layout);

G_END_DECLS
