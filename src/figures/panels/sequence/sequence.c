/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Builds and picks the pieces of sequences. */

#include "figures/panels/sequence/sequence.h"

#include "figures/kit/text.h"

#include <math.h>

/* Maximum distance to a picked point, in text sizes. */
#define REACH 0.6

static void
text_clear (gpointer data)
{
  g_free (((IplPieceText *)data)->markup);
}

void
ipl_sequence_init (IplSequence *self, const IplPanel *panel, const IplView *view)
{
  *self = (IplSequence){ .panel = panel, .view = view };
  self->pieces = g_array_new (FALSE, FALSE, sizeof (IplPiece));
  self->texts = g_array_new (FALSE, FALSE, sizeof (IplPieceText));
  g_array_set_clear_func (self->texts, text_clear);
  self->owned = g_ptr_array_new_with_free_func (g_free);
  ipl_legend_init (&self->legend);
}

void
ipl_sequence_clear (gpointer layout)
{
  IplSequence *self = layout;

  g_clear_pointer (&self->pieces, g_array_unref);
  g_clear_pointer (&self->texts, g_array_unref);
  g_clear_pointer (&self->owned, g_ptr_array_unref);
  ipl_legend_clear (&self->legend);
}

/* Returns: (transfer none): a piece, valid until the next one is added; the caller completes it */
IplPiece *
ipl_sequence_add (IplSequence *self, IplPieceKind kind, IplRect area, IplTarget target)
{
  IplPiece piece = { .kind = kind, .area = area, .target = target, .n = 1, .limit = 1 };

  g_array_append_val (self->pieces, piece);
  return &g_array_index (self->pieces, IplPiece, self->pieces->len - 1);
}

/* @markup_take: (nullable): replaces the markup of @text */
void
ipl_sequence_write (IplSequence *self, char *markup_take, IplPieceText text)
{
  text.markup = markup_take;
  g_array_append_val (self->texts, text);
}

/* Places the legend at the top, centred. Returns: the area below it */
IplRect
ipl_sequence_place_legend (IplSequence *self, const IplStyle *style, double width, double height)
{
  double margin = 0.4 * style->font_pt, top = margin;

  ipl_legend_layout (&self->legend, style, width - 2 * margin);
  self->legend_x = (width - self->legend.width) / 2;
  self->legend_y = margin;
  if (self->legend.height > 0)
    top += self->legend.height + margin;
  return (IplRect){ margin, top, MAX (width - 2 * margin, 1), MAX (height - margin - top, 1) };
}

/* Finds the number of columns with the largest cells; with cells of maximum size, the largest
 * number of columns.
 * @each: number of cells that form a group: a row holds whole groups or an integer fraction of
 * one; 0 for no groups */
void
ipl_grid_fit (IplGrid *self, guint n, guint each, const IplRect *area, const IplGridCell *cell)
{
  double w, h, spare_w, spare_h;

  *self = (IplGrid){ .columns = 1, .rows = n, .x = area->x, .y = area->y };
  for (guint columns = 1; columns <= n; columns++)
    {
      guint rows = (n + columns - 1) / columns;
      double room_w = (area->w - (columns - 1) * cell->gap_x) / columns - cell->more_w;
      double room_h = (area->h - (rows - 1) * cell->gap_y) / rows - cell->more_h;
      double side = MIN (room_w / cell->aspect, room_h);

      if (cell->largest > 0)
        side = MIN (side, cell->largest);
      if (side < self->side || (side == self->side && !(cell->largest > 0))
          || (each > 0 && columns % each != 0 && each % columns != 0))
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

/* Returns a square at the top left corner of cell @i. */
IplRect
ipl_grid_get (const IplGrid *self, guint i)
{
  return (IplRect){ self->x + i % self->columns * self->pitch_x,
                    self->y + i / self->columns * self->pitch_y, self->side, self->side };
}

/* Adds an image with its label below, if the label fits.
 * @labels: of a shot with label -1, of one with +1, and of the query
 * Returns: (transfer none): the image, valid until the next piece is added; the caller completes
 * it */
IplPiece *
ipl_sequence_add_image (IplSequence *self, const IplStyle *style, const IplTaskExample *example,
                        guint i, IplRect area, IplTarget target, const char *const labels[3])
{
  gboolean is_query = i + 1 == IPL_IMAGES, plus = !is_query && example->sequence.labels[i];
  double small = ipl_style_small (style);
  IplColor sign = ipl_style_text_color (style, ipl_style_sign_color (style, !plus));
  const char *label = labels[is_query ? 2 : plus ? 1 : 0];
  IplPiece *image = ipl_sequence_add (self, IPL_PIECE_IMAGE, area, target);

  image->n = IPL_PATCH_ROWS;
  image->first = (int)i * IPL_ONE_SHOT_PATCHES;
  image->pixels = example->pixels[i];
  if (ipl_text_width (style, label, small) <= area.w)
    ipl_sequence_write (self, g_strdup (label),
                        (IplPieceText){ small, is_query ? style->ink : sign, area.x + area.w / 2,
                                        area.y + area.h + 0.1 * ipl_text_height (style, small),
                                        0.5 });
  return image;
}

/* Returns the cell of a token: a row of a map, a patch of an image, or a part of a strip.
 * @token: relative to the first token of the piece */
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

/* Returns the point nearest to (x, y); -1 if none is within REACH. */
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

  if (self->kind == IPL_PIECE_PLANE ? point < 0 : !contains)
    return FALSE;
  *target = self->target;
  if (self->kind != IPL_PIECE_SEQUENCE)
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

      if (!ipl_target_is_none (&piece->target) && pick_piece (piece, style, x, y, target))
        return TRUE;
    }
  return FALSE;
}
