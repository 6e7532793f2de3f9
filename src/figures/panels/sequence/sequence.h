/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/one-shot-task.h"
#include "core/tasks/task-card.h"
#include "figures/kit/axes-frame.h"
#include "figures/kit/legend.h"
#include "figures/plot/plot.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* Sequences of tokens and the attention over them, as in the task card, the images, their
 * attention and the sentence. A panel adds pieces; drawing, highlights and picking follow from
 * them. */

/* A one-shot sequence: two shots and the query. */
#define IPL_IMAGES 3
#define IPL_PATCH_ROWS (IPL_ONE_SHOT_SIZE / IPL_ONE_SHOT_PATCH)

typedef enum
{
  IPL_PIECE_SEQUENCE, /* a sequence or a head that is hovered as a unit; drawn if @line is not 0 */
  IPL_PIECE_MAP,      /* attention: queries are rows, keys are columns */
  IPL_PIECE_IMAGE,    /* tokens as patches of an image, tinted by attention */
  IPL_PIECE_STRIP,    /* tokens in a row, coloured by kind */
  IPL_PIECE_PLANE,    /* tokens as points of a plane, with the point cloud of the card */
} IplPieceKind;

typedef struct
{
  IplPieceKind kind;
  IplRect area;
  IplTarget target; /* target without its token; IPL_TARGET_NONE for a piece that is not picked */
  gsize n;          /* number of tokens: in a row, along a side of an image, or in the plane */
  int first;        /* index of the first token */
  /* Either of the two: [n x n] with rows that sum to 1; for an image, one number for each patch. */
  const float *weights;    /* (nullable) */
  const double *attention; /* (nullable) */
  double limit;            /* attention with the deepest colour */
  gboolean is_root;        /* colours follow the square root of the attention */
  const guint8 *pixels;    /* [size x size] of an image: 0 is ink, 255 is paper */
  const guint8 *kinds;     /* (nullable): [n] IplCardKind */
  const double *at;        /* [n x 2] positions in the plane */
  const IplFrame *frame;   /* frame of the plane */
  const IplTaskCard *card;
  double line; /* width of the outline of a unit relative to a data line; 0 for none */
  IplDash dash;
} IplPiece;

/* A text or a marker at a position. */
typedef struct
{
  double size;
  IplColor color;
  double x, y, anchor_x, anchor_y;
  double room; /* maximum width; 0 for no limit */
  IplMarker marker;
  gboolean is_verdict, is_right; /* without markup: a tick or a cross; otherwise a marker */
  char *markup;                  /* (nullable): owned */
} IplPieceText;

/* The layout of a panel with sequences. */
typedef struct
{
  const IplPanel *panel;
  const IplView *view;
  GArray *pieces;   /* of IplPiece; the first one at a position is picked */
  GArray *texts;    /* of IplPieceText */
  GPtrArray *owned; /* numbers and frames of the pieces, owned */
  IplLegend legend;
  double legend_x, legend_y;
  IplRect bar; /* colour bar; width 0 for none */
  IplAxis bar_axis;
} IplSequence;

/* The attention of a head over a sequence, for text and table. */
typedef struct
{
  IplTarget item; /* the head, and its sequence if there are several */
  gsize rows, columns;
  const double *attention;                     /* [rows x columns], owned by the plot */
  const char *const *row_names, *const *names; /* [rows], [columns], markup owned by the plot */
  const IplCellItems *items;                   /* either of the two below */
} IplSequenceNumbers;

extern const IplCellItems ipl_cells_of_queries; /* the token is the row */
extern const IplCellItems ipl_cells_of_keys;    /* the token is the column of a single row */

/* A grid of cells with equal shape. */
typedef struct
{
  guint columns, rows;
  double x, y, side; /* of the first cell; @side is 0 if the cells do not fit */
  double pitch_x, pitch_y;
} IplGrid;

/* Shape of a cell: width @aspect sides plus @more_w, height one side plus @more_h. */
typedef struct
{
  double aspect, more_w, more_h;
  double gap_x, gap_y;
  double largest;   /* maximum side; 0 for no limit */
  gboolean spread;  /* columns share the remaining width */
  gboolean centred; /* rows share the remaining height, and the grid is centred */
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

void ipl_sequence_add_numbers (IplPlot *plot, char *heading_take,
                               const IplSequenceNumbers *numbers);

/* Functions of the panels. */
void ipl_sequence_draw (gconstpointer layout, const IplView *view, const IplStyle *style,
                        cairo_t *cr, double width, double height);
void ipl_sequence_overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
                           const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                           double width, double height);
gboolean ipl_sequence_pick (gconstpointer layout, const IplView *view, const IplStyle *style,
                            double width, double height, double x, double y, IplTarget *target);

/* Functions of the task card. */
const char *ipl_card_empty (const IplView *view, const char **more);
const IplTokenTexts *ipl_card_tokens (const IplView *view);
char *ipl_card_sentence (const IplView *view, guint sequence);
void ipl_card_add_numbers (IplPlot *plot, const IplView *view);

extern const IplPanel ipl_panel_task_card, ipl_panel_task, ipl_panel_attention;

#define IPL_IS_SEQUENCE                                                                            \
  .layout_size = sizeof (IplSequence), .layout_clear = ipl_sequence_clear,                         \
  .draw = ipl_sequence_draw, .overlay = ipl_sequence_overlay, .pick = ipl_sequence_pick

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplSequence, ipl_sequence_clear)
