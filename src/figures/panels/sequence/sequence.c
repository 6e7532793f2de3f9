/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sequences as pieces: how these are put together and picked. */

#include "figures/panels/sequence/sequence.h"

#include <math.h>

/* A point is found within this, in text sizes. */
#define REACH 0.6

static void
text_clear (gpointer data)
{
  g_free (((IplPieceText *)data)->markup);
}

void
ipl_sequence_init (IplSequence *self, const IplView *view,
                   char *(*say) (const IplTarget *target, const IplView *view))
{
  *self = (IplSequence){ .view = view, .say = say };
  self->pieces = g_array_new (FALSE, FALSE, sizeof (IplPiece));
  self->texts = g_array_new (FALSE, FALSE, sizeof (IplPieceText));
  g_array_set_clear_func (self->texts, text_clear);
  self->kept = g_ptr_array_new_with_free_func (g_free);
  ipl_legend_init (&self->legend);
}

void
ipl_sequence_clear (gpointer layout)
{
  IplSequence *self = layout;

  g_clear_pointer (&self->pieces, g_array_unref);
  g_clear_pointer (&self->texts, g_array_unref);
  g_clear_pointer (&self->kept, g_ptr_array_unref);
  ipl_legend_clear (&self->legend);
}

/* Returns: (transfer none): a piece, to be completed before the next is added */
IplPiece *
ipl_sequence_add (IplSequence *self, IplPieceKind kind, IplRect area, IplTarget target)
{
  IplPiece piece = { .kind = kind, .area = area, .target = target, .n = 1, .limit = 1, .line = 1 };

  g_array_append_val (self->pieces, piece);
  return &g_array_index (self->pieces, IplPiece, self->pieces->len - 1);
}

/* A text with a point of its own at a place. */
void
ipl_sequence_write (IplSequence *self, char *markup_take, double size, IplColor color, double x,
                    double y, double anchor_x, double anchor_y)
{
  IplPieceText text = { markup_take, color, size, x, y, anchor_x, anchor_y, 0 };

  g_array_append_val (self->texts, text);
}

/* A text to the right of and below a place, fitted into a width. */
void
ipl_sequence_write_fitted (IplSequence *self, char *markup_take, double size, IplColor color,
                           double x, double y, double room)
{
  IplPieceText text = { markup_take, color, size, x, y, 0, 0, room };

  g_array_append_val (self->texts, text);
}

/* The columns, from @least to @most, that make cells largest. */
void
ipl_grid_fit (IplGrid *self, guint n, guint least, guint most, const IplRect *area,
              const IplGridCell *cell)
{
  double w, h, spare_w, spare_h;

  *self = (IplGrid){ .columns = 1, .rows = n, .x = area->x, .y = area->y };
  for (guint columns = least; columns <= most; columns++)
    {
      guint rows = (n + columns - 1) / columns;
      double room_w = (area->w - (columns - 1) * cell->gap_x) / columns - cell->more_w;
      double room_h = (area->h - (rows - 1) * cell->gap_y) / rows - cell->more_h;
      double side = MIN (room_w / cell->aspect, room_h);

      if (cell->largest > 0)
        side = MIN (side, cell->largest);
      if (side <= self->side)
        continue;
      self->side = side;
      self->columns = columns;
      self->rows = rows;
    }
  w = cell->aspect * self->side + cell->more_w;
  h = self->side + cell->more_h;
  spare_w = MAX (0, area->w - self->columns * (w + cell->gap_x) + cell->gap_x);
  spare_h = MAX (0, area->h - self->rows * (h + cell->gap_y) + cell->gap_y);
  self->pitch_x = w + cell->gap_x + (cell->spread ? spare_w / (self->columns + 1) : 0);
  self->pitch_y = h + cell->gap_y + (cell->centred ? spare_h / (self->rows + 1) : 0);
  if (!cell->centred)
    return;
  self->x += spare_w / (self->columns + 1);
  self->y += spare_h / (self->rows + 1);
}

/* Where a cell begins; its side is both sizes. */
IplRect
ipl_grid_get (const IplGrid *self, guint i)
{
  return (IplRect){ self->x + i % self->columns * self->pitch_x,
                    self->y + i / self->columns * self->pitch_y, self->side, self->side };
}

/* Where a token is: a row of a map, a patch, a part of a strip.
 * @token: counted from the piece's first */
IplRect
ipl_piece_cell (const IplPiece *self, gsize token)
{
  double w = self->area.w / (double)self->n, h = self->area.h / (double)self->n;
  double x = self->area.x, y = self->area.y;

  if (self->kind == IPL_PIECE_STRIP)
    return (IplRect){ x + (double)token * w, y, w, self->area.h };
  if (self->kind == IPL_PIECE_MAP)
    return (IplRect){ x, y + (double)token * h, self->area.w, h };
  return (IplRect){ x + (double)(token % self->n) * w, y + (double)(token / self->n) * h, w, h };
}

/* The point nearest to a place; -1 where none is near. */
static int
find_point (const IplPiece *self, const IplStyle *style, double x, double y)
{
  double nearest = REACH * style->font_pt;
  int found = -1;

  for (gsize t = 0; t < self->n; t++)
    {
      double away = hypot (x - ipl_frame_x (self->frame, self->at[2 * t]),
                           y - ipl_frame_y (self->frame, self->at[2 * t + 1]));

      if (away >= nearest)
        continue;
      nearest = away;
      found = (int)t;
    }
  return found;
}

static gboolean
pick_piece (const IplPiece *self, const IplStyle *style, double x, double y, IplTarget *target)
{
  gboolean contains = ipl_rect_contains (&self->area, x, y);
  int n = (int)self->n, column = MIN ((int)((x - self->area.x) / self->area.w * n), n - 1);
  int row = MIN ((int)((y - self->area.y) / self->area.h * n), n - 1);
  int point = self->kind == IPL_PIECE_PLANE ? find_point (self, style, x, y) : -1;

  if (self->kind == IPL_PIECE_PLANE ? point < 0
                                    : !contains || (self->pairs && self->lower && column > row))
    return FALSE;
  *target = self->target;
  if (self->pairs)
    {
      int layer = ipl_target_get (&self->target, IPL_PART_LAYER);
      int head = ipl_target_get (&self->target, IPL_PART_HEAD);

      *target = ipl_target_entry (row, column);
      ipl_target_set (target, IPL_PART_LAYER, (gsize)layer);
      ipl_target_set (target, IPL_PART_HEAD, (gsize)head);
    }
  else if (self->kind != IPL_PIECE_WHOLE)
    ipl_target_set (target, IPL_PART_TOKEN,
                    (gsize)(self->first
                            + (self->kind == IPL_PIECE_PLANE   ? point
                               : self->kind == IPL_PIECE_MAP   ? row
                               : self->kind == IPL_PIECE_STRIP ? column
                                                               : row * n + column)));
  return TRUE;
}

gboolean
ipl_sequence_pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width,
                   double height, double x, double y, IplTarget *target)
{
  const IplSequence *self = layout;

  for (guint i = 0; i < self->pieces->len; i++)
    {
      const IplPiece *piece = &g_array_index (self->pieces, IplPiece, i);

      if (piece->is_picked && pick_piece (piece, style, x, y, target))
        return TRUE;
    }
  return FALSE;
}
