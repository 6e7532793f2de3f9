/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/one-shot-task.h"
#include "core/tasks/task-card.h"
#include "figures/kit/frame.h"
#include "figures/kit/legend.h"
#include "figures/plot/plot.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* Sequences of tokens and the attention over them: the value that the task card, the images, their
 * attention and the sentence are. A panel puts its pieces together; drawing, highlighting and
 * picking are made from these here, once. */

/* A one-shot sequence: two shots and the query. */
#define IPL_IMAGES 3
#define IPL_PATCH_ROWS (IPL_ONE_SHOT_SIZE / IPL_ONE_SHOT_PATCH)

typedef enum
{
  IPL_PIECE_WHOLE, /* a sequence or a head that is hovered as one; drawn where it has a line */
  IPL_PIECE_MAP,   /* attention: rows look, columns are looked at */
  IPL_PIECE_IMAGE, /* tokens as patches of an image, tinted by attention */
  IPL_PIECE_STRIP, /* tokens in a row, by their kinds */
  IPL_PIECE_PLANE, /* tokens as points of a plane, with the cloud of the card */
} IplPieceKind;

typedef struct
{
  IplPieceKind kind;
  IplRect area;
  IplTarget target; /* what it is, but for its token; a piece that is nothing is not picked */
  gsize n;          /* tokens: in a row, along a side of an image, in the plane */
  int first;        /* its first token */
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
  double line; /* around a whole, over that of a data line; 0 for none */
  IplDash dash;
} IplPiece;

/* A text at a place, or a mark there. */
typedef struct
{
  double size;
  IplColor color;
  double x, y, anchor_x, anchor_y;
  double room; /* width that it is fitted into; 0 for any */
  IplMarker marker;
  gboolean is_verdict, is_right; /* where it has no markup: a tick or a cross, else a marker */
  char *markup;                  /* (nullable): owned */
} IplPieceText;

/* A layout of a panel. */
typedef struct
{
  const IplPanel *panel;
  const IplView *view;
  GArray *pieces;  /* of IplPiece; the first that contains a place is picked */
  GArray *texts;   /* of IplPieceText */
  GPtrArray *kept; /* numbers and frames of the pieces */
  IplLegend legend;
  double legend_x, legend_y;
  IplRect bar; /* of the colours; no width for none */
  IplAxis bar_axis;
} IplSequence;

/* The attention of a head over a sequence, in sentences and in the table of its panel. */
typedef struct
{
  IplTarget item; /* the head, and its sequence where there are several */
  gsize rows, columns;
  const double *attention;                     /* [rows x columns] of the plot */
  const char *const *row_names, *const *names; /* [rows], [columns] of the plot, markup */
  const IplCellItems *items;                   /* one of those below */
} IplSequenceTold;

extern const IplCellItems ipl_cells_of_queries; /* the token is the row */
extern const IplCellItems ipl_cells_of_keys;    /* the token is the column of the only row */

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

void ipl_grid_fit (IplGrid *self, guint n, guint each, const IplRect *area,
                   const IplGridCell *cell);
IplRect ipl_grid_get (const IplGrid *self, guint i);

void ipl_sequence_init (IplSequence *self, const IplPanel *panel, const IplView *view);
void ipl_sequence_clear (gpointer layout);
IplPiece *ipl_sequence_add (IplSequence *self, IplPieceKind kind, IplRect area, IplTarget target);
IplPiece *ipl_sequence_add_image (IplSequence *self, const IplStyle *style,
                                  const IplTaskExample *example, guint i, IplRect area,
                                  IplTarget target, const char *const labels[3]);
void ipl_sequence_write (IplSequence *self, char *markup_take, IplPieceText text);
IplRect ipl_sequence_place_legend (IplSequence *self, const IplStyle *style, double width,
                                   double height);
IplRect ipl_piece_cell (const IplPiece *self, gsize token);
IplColor ipl_token_color (const IplStyle *style, guint8 kind);

void ipl_sequence_tell (IplPlot *plot, char *heading_take, const IplSequenceTold *told);

/* Of the panels. */
void ipl_sequence_draw (gconstpointer layout, const IplView *view, const IplStyle *style,
                        cairo_t *cr, double width, double height);
void ipl_sequence_overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
                           const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                           double width, double height);
gboolean ipl_sequence_pick (gconstpointer layout, const IplView *view, const IplStyle *style,
                            double width, double height, double x, double y, IplTarget *target);

/* Of the task card. */
const char *ipl_card_empty (const IplView *view, const char **more);
const IplTokenTexts *ipl_card_tokens (const IplView *view);
char *ipl_card_sentence (const IplView *view, guint sequence);
void ipl_tell_card (IplPlot *plot, const IplView *view);

extern const IplPanel ipl_panel_task_card, ipl_panel_task, ipl_panel_attention;

#define IPL_IS_SEQUENCE                                                                            \
  .layout_size = sizeof (IplSequence), .layout_clear = ipl_sequence_clear,                         \
  .draw = ipl_sequence_draw, .overlay = ipl_sequence_overlay, .pick = ipl_sequence_pick

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplSequence, ipl_sequence_clear)
