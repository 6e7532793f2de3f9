/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/task-card.h"
#include "figures/kit/frame.h"
#include "figures/kit/legend.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* Sequences of tokens and the attention over them: the value that the task card, the images, their
 * attention and the sentence are. A panel puts its pieces together; drawing, highlighting and
 * picking are made from these here, once. */

typedef enum
{
  IPL_PIECE_WHOLE,   /* a sequence or a head that is hovered as one, not drawn */
  IPL_PIECE_MAP,     /* attention: rows look, columns are looked at */
  IPL_PIECE_IMAGE,   /* tokens as patches of an image, tinted by attention */
  IPL_PIECE_STRIP,   /* tokens in a row, by their kinds */
  IPL_PIECE_PLANE,   /* tokens as points of a plane, with the cloud of the card */
  IPL_PIECE_OUTLINE, /* around what is shown */
  IPL_PIECE_MARKER,
  IPL_PIECE_VERDICT, /* a tick or a cross */
} IplPieceKind;

typedef struct
{
  IplPieceKind kind;
  IplRect area;
  gboolean is_picked;
  IplTarget target; /* what it is, but for its token */
  gsize n;          /* tokens: in a row, along a side of an image, in the plane */
  int first;        /* its first token */
  gboolean pairs;   /* a map is hovered by pairs of a row and a component, row after row */
  gboolean lower;   /* of a map those on and below the diagonal are there alone */
  /* One of these: [n x n], rows sum to 1; of an image its patches. */
  const float *weights;    /* (nullable) */
  const double *attention; /* (nullable) */
  double limit;            /* the attention of the deepest colour */
  gboolean is_root;        /* colours are by the root of the attention */
  const guint8 *pixels;    /* [size x size] 0 ink and 255 paper, of an image */
  const guint8 *kinds;     /* (nullable): [n] IplCardKind */
  const double *at;        /* [n x 2] places in the plane */
  const IplFrame *frame;   /* of the plane */
  const IplTaskCard *card;
  IplDash dash;
  double line; /* of an outline, over that of a data line */
  IplMarker marker;
  IplColor color;
  gboolean is_right; /* of a verdict */
} IplPiece;

typedef struct
{
  char *markup; /* owned */
  IplColor color;
  double size, x, y, anchor_x, anchor_y;
  double room; /* width that it is fitted into; 0 for any */
} IplPieceText;

/* A layout of a panel. */
typedef struct
{
  const IplView *view;
  GArray *pieces;  /* of IplPiece; the first that contains a place is picked */
  GArray *texts;   /* of IplPieceText */
  GPtrArray *kept; /* numbers and frames of the pieces */
  IplLegend legend;
  double legend_x, legend_y;
  IplRect bar; /* of the colours; no width for none */
  IplAxis bar_axis;
  /* (nullable): the caption of a target, plain; else that of all panels */
  char *(*say) (const IplTarget *target, const IplView *view);
} IplSequence;

/* Cells of one shape in rows and columns. */
typedef struct
{
  guint columns, rows;
  double x, y, side; /* of the first; 0 where there is no room */
  double pitch_x, pitch_y;
} IplGrid;

/* Cells are as wide as @aspect sides and @more_w, and as high as a side and @more_h. */
typedef struct
{
  double aspect, more_w, more_h;
  double gap_x, gap_y;
  double largest;   /* side; 0 for any */
  gboolean spread;  /* columns share the width that is left */
  gboolean centred; /* so do rows, and all are in the middle */
} IplGridCell;

void ipl_grid_fit (IplGrid *self, guint n, guint least, guint most, const IplRect *area,
                   const IplGridCell *cell);
IplRect ipl_grid_get (const IplGrid *self, guint i);

void ipl_sequence_init (IplSequence *self, const IplView *view,
                        char *(*say) (const IplTarget *target, const IplView *view));
void ipl_sequence_clear (gpointer layout);
IplPiece *ipl_sequence_add (IplSequence *self, IplPieceKind kind, IplRect area, IplTarget target);
void ipl_sequence_write (IplSequence *self, char *markup_take, double size, IplColor color,
                         double x, double y, double anchor_x, double anchor_y);
void ipl_sequence_write_fitted (IplSequence *self, char *markup_take, double size, IplColor color,
                                double x, double y, double room);
IplRect ipl_piece_cell (const IplPiece *self, gsize token);
IplColor ipl_token_color (const IplStyle *style, guint8 kind);

/* Of the panels. */
void ipl_sequence_draw (gconstpointer layout, const IplView *view, const IplStyle *style,
                        cairo_t *cr, double width, double height);
void ipl_sequence_overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
                           const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                           double width, double height);
gboolean ipl_sequence_pick (gconstpointer layout, const IplView *view, const IplStyle *style,
                            double width, double height, double x, double y, IplTarget *target);

#define IPL_IS_SEQUENCE                                                                            \
  .layout_size = sizeof (IplSequence), .layout_clear = ipl_sequence_clear,                         \
  .draw = ipl_sequence_draw, .overlay = ipl_sequence_overlay, .pick = ipl_sequence_pick

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplSequence, ipl_sequence_clear)
