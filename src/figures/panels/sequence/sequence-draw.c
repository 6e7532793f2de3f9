/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws and highlights the pieces of sequences. */

#include "figures/panels/sequence/sequence.h"

#include "core/tasks/one-shot.h"
#include "figures/kit/heat-map.h"
#include "figures/kit/marker.h"
#include "figures/kit/matrix-picture.h"
#include "figures/kit/recorder.h"
#include "figures/kit/text.h"
#include "figures/plot/panel-calls.h"
#include "figures/view/target-sentence.h"

#include <math.h>

#define SIZE IPL_ONE_SHOT_SIZE
/* Minimum side of a patch for lines between the patches of an image, in text sizes. */
#define LEAST_PATCH 0.75

/* State + and label +1 have the colour of positive numbers; more than two classes have the
 * colours of series. */
IplColor
ipl_token_color (const IplStyle *style, guint8 kind)
{
  if (kind >= IPL_CARD_CLASS)
    return ipl_style_series_color (style, kind - IPL_CARD_CLASS);
  return kind == IPL_CARD_OTHER ? style->faint
                                : ipl_style_sign_color (style, kind == IPL_CARD_MINUS);
}

static guint32
get_pixel (IplColor color)
{
  return (guint32)lround (CLAMP (color.r, 0, 1) * 255) << 16
         | (guint32)lround (CLAMP (color.g, 0, 1) * 255) << 8
         | (guint32)lround (CLAMP (color.b, 0, 1) * 255);
}

static void
trace_area (const IplPiece *self, cairo_t *cr)
{
  cairo_rectangle (cr, self->area.x, self->area.y, self->area.w, self->area.h);
}

static void
stroke_area (const IplPiece *self, const IplStyle *style, cairo_t *cr)
{
  trace_area (self, cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  ipl_stroke (cr, ipl_color_mix (style->paper, style->ink, 0.55), ipl_style_hairline (style));
}

static double
get_attention (gsize row, gsize column, gconstpointer piece)
{
  const IplPiece *self = piece;
  gsize at = row * self->n + column;

  return self->weights != NULL ? self->weights[at] : self->attention[at];
}

/* The square root of the weight makes both uniform and sparse attention visible. */
static IplColor
get_color (const IplPiece *self, const IplStyle *style, double share)
{
  double t = CLAMP (share, 0, 1);

  return ipl_style_attention_color (style, self->is_root ? sqrt (t) : t);
}

/* Draws the kinds of tokens along a map: queries at the left, keys at the top. */
static void
draw_edges (const IplPiece *self, const IplStyle *style, cairo_t *cr)
{
  const IplRect *area = &self->area;
  double pitch = area->w / (double)self->n, thick = MIN (0.25 * style->font_pt, 0.05 * area->w);

  for (gsize t = 0; self->kinds != NULL && t < self->n; t++)
    {
      if (self->kinds[t] == IPL_CARD_OTHER)
        continue;
      cairo_rectangle (cr, area->x + (double)t * pitch, area->y - thick, pitch, 0.8 * thick);
      cairo_rectangle (cr, area->x - thick, area->y + (double)t * pitch, 0.8 * thick, pitch);
      ipl_fill (cr, ipl_token_color (style, self->kinds[t]), 1);
    }
}

static void
draw_map (const IplPiece *self, const IplStyle *style, cairo_t *cr)
{
  guint32 colors[IPL_MATRIX_COLORS];

  for (int i = 0; i < IPL_MATRIX_COLORS; i++)
    colors[i] = get_pixel (get_color (self, style, 2.0 * i / (IPL_MATRIX_COLORS - 1) - 1));
  ipl_matrix_picture_draw (cr, &self->area, self->n, get_attention, self, self->limit, colors,
                           NULL);
  stroke_area (self, style, cr);
  draw_edges (self, style, cr);
}

/* Fills pixels with ink on paper that is tinted by attention. */
static void
fill_pixels (const IplPiece *self, const IplStyle *style, cairo_surface_t *picture)
{
  guchar *data = cairo_image_surface_get_data (picture);
  int stride = cairo_image_surface_get_stride (picture);
  gsize patch = SIZE / self->n;

  for (gsize y = 0; y < SIZE; y++)
    for (gsize x = 0; x < SIZE; x++)
      {
        IplColor paper = style->paper;

        if (self->attention != NULL)
          paper = get_color (self, style,
                             self->attention[y / patch * self->n + x / patch] / self->limit);
        ((guint32 *)(gpointer)(data + y * (gsize)stride))[x]
            = get_pixel (ipl_color_mix (paper, style->ink, 1 - self->pixels[y * SIZE + x] / 255.0));
      }
  cairo_surface_mark_dirty (picture);
}

/* Enlarged pixels keep sharp edges; reduced ones are smoothed, so that thin strokes stay
 * visible. */
static void
paint_pixels (const IplPiece *self, cairo_t *cr, cairo_surface_t *picture)
{
  double across = self->area.w, up = 0;

  cairo_user_to_device_distance (cr, &across, &up);
  cairo_save (cr);
  cairo_translate (cr, self->area.x, self->area.y);
  cairo_scale (cr, self->area.w / SIZE, self->area.h / SIZE);
  cairo_set_source_surface (cr, picture, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), hypot (across, up) < 1.5 * SIZE
                                                       ? CAIRO_FILTER_GOOD
                                                       : CAIRO_FILTER_NEAREST);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_rectangle (cr, 0, 0, SIZE, SIZE);
  cairo_fill (cr);
  cairo_restore (cr);
}

static void
draw_image (const IplPiece *self, const IplStyle *style, cairo_t *cr)
{
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIZE, SIZE);
  const IplRect *area = &self->area;
  double patch = area->w / (double)self->n;

  if (cairo_surface_status (picture) == CAIRO_STATUS_SUCCESS)
    {
      fill_pixels (self, style, picture);
      paint_pixels (self, cr, picture);
    }
  cairo_surface_destroy (picture);
  if (patch > LEAST_PATCH * style->font_pt)
    {
      for (gsize k = 1; k < self->n; k++)
        {
          cairo_move_to (cr, area->x + (double)k * patch, area->y);
          cairo_line_to (cr, area->x + (double)k * patch, area->y + area->h);
          cairo_move_to (cr, area->x, area->y + (double)k * patch);
          cairo_line_to (cr, area->x + area->w, area->y + (double)k * patch);
        }
      ipl_set_dash (cr, IPL_DASH_SOLID, 1);
      cairo_set_line_width (cr, 0.6 * ipl_style_hairline (style));
      ipl_set_color (cr, style->ink, 0.16);
      cairo_stroke (cr);
    }
  stroke_area (self, style, cr);
}

/* Draws a strip; the beginning of the sequence is pale. */
static void
draw_strip (const IplPiece *self, const IplStyle *style, cairo_t *cr)
{
  double small = ipl_style_small (style);

  for (gsize t = 0; t < self->n; t++)
    {
      IplRect cell = ipl_piece_cell (self, t);
      double gap = MIN (1, 0.12 * cell.w);
      guint8 kind = self->kinds[t];

      cairo_rectangle (cr, cell.x + gap / 2, cell.y, cell.w - gap, cell.h);
      ipl_set_color (cr,
                     kind == IPL_CARD_OTHER ? ipl_color_mix (style->paper, style->faint, 0.3)
                                            : ipl_token_color (style, kind),
                     1);
      cairo_fill (cr);
      if (cell.w > 0.75 * small && kind != IPL_CARD_OTHER)
        ipl_text_draw (cr, style, kind == IPL_CARD_PLUS ? "+" : "−", small, style->paper,
                       cell.x + cell.w / 2, cell.y + cell.h / 2, 0.5, 0.5);
    }
}

static void
draw_plane (const IplPiece *self, const IplStyle *style, cairo_t *cr)
{
  const IplTaskCard *card = self->card;
  const IplFrame *frame = self->frame;
  double em = style->font_pt;

  cairo_save (cr);
  ipl_frame_clip (frame, cr, 0.3 * em);
  for (gsize k = 0; k < card->n_cloud; k++)
    ipl_draw_dot (cr, style,
                  ipl_color_mix (style->paper, ipl_token_color (style, card->cloud_kinds[k]), 0.4),
                  ipl_frame_x (frame, card->cloud[2 * k]),
                  ipl_frame_y (frame, card->cloud[2 * k + 1]), 0.13 * em, FALSE);
  for (gsize t = 0; t < self->n; t++)
    cairo_line_to (cr, ipl_frame_x (frame, self->at[2 * t]),
                   ipl_frame_y (frame, self->at[2 * t + 1]));
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, 0.7 * ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 0.35);
  cairo_stroke (cr);
  for (gsize t = 0; t < self->n; t++)
    ipl_draw_dot (cr, style, ipl_token_color (style, self->kinds[t]),
                  ipl_frame_x (frame, self->at[2 * t]), ipl_frame_y (frame, self->at[2 * t + 1]),
                  0.25 * em, self->kinds[t] == IPL_CARD_OTHER);
  cairo_restore (cr);
  ipl_frame_draw (frame, style, cr);
}

/* Strokes the path above a wider stroke of paper colour. */
static void
stroke_outline (const IplStyle *style, cairo_t *cr, double line, IplDash dash)
{
  double width = line * style->line_pt;

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, 1.7 * width);
  ipl_set_color (cr, style->paper, 0.6);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, width);
  ipl_set_dash (cr, dash, width);
  ipl_set_color (cr, style->accent, 1);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

static void
draw_piece (const IplPiece *self, const IplStyle *style, cairo_t *cr)
{
  switch (self->kind)
    {
    case IPL_PIECE_MAP:
      draw_map (self, style, cr);
      break;
    case IPL_PIECE_IMAGE:
      draw_image (self, style, cr);
      break;
    case IPL_PIECE_STRIP:
      draw_strip (self, style, cr);
      break;
    case IPL_PIECE_PLANE:
      draw_plane (self, style, cr);
      break;
    case IPL_PIECE_SEQUENCE:
    default:
      if (!(self->line > 0))
        break;
      trace_area (self, cr);
      stroke_outline (style, cr, self->line, self->dash);
      break;
    }
}

static void
draw_text (const IplPieceText *self, const IplStyle *style, cairo_t *cr)
{
  if (self->markup == NULL && self->is_verdict)
    ipl_draw_verdict (cr, style, self->is_right, self->x, self->y, self->size);
  else if (self->markup == NULL)
    ipl_draw_marker (cr, style, self->marker, self->color, self->x, self->y, self->size, FALSE);
  else if (self->room > 0)
    ipl_text_draw_fitted (cr, style, self->markup, self->size, self->color, self->x, self->y,
                          self->room);
  else
    ipl_text_draw (cr, style, self->markup, self->size, self->color, self->x, self->y,
                   self->anchor_x, self->anchor_y);
}

void
ipl_sequence_draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr,
                   double width, double height)
{
  const IplSequence *self = layout;

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  for (guint i = 0; i < self->pieces->len; i++)
    draw_piece (&g_array_index (self->pieces, IplPiece, i), style, cr);
  /* Item areas are recorded above the drawing, where a web page finds them. */
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const IplPiece *piece = &g_array_index (self->pieces, IplPiece, i);

      if (piece->kind == IPL_PIECE_SEQUENCE && !ipl_target_is_none (&piece->target))
        ipl_item_area (cr, &piece->target, &piece->area);
    }
  if (self->bar.w > 0)
    ipl_color_bar_draw (&self->bar, &self->bar_axis, IPL_COLORS_ATTENTION, style, cr);
  for (guint i = 0; i < self->texts->len; i++)
    draw_text (&g_array_index (self->texts, IplPieceText, i), style, cr);
  ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
}

/* TRUE if the target is the sequence, the head, or a path through the head. */
static gboolean
is_sequence_or_head (const IplTarget *self, const IplTarget *target, const IplView *view)
{
  if (self->kind != IPL_TARGET_HEAD)
    return ipl_target_get (target, IPL_PART_SEQUENCE) == ipl_target_get (self, IPL_PART_SEQUENCE);
  return ipl_target_lights_head (target, view->the_case, (guint)self->number[0],
                                 (guint)self->number[1]);
}

static void
highlight_token (const IplPiece *self, const IplStyle *style, gsize token, cairo_t *cr)
{
  IplRect cell = ipl_piece_cell (self, token);

  if (self->kind == IPL_PIECE_PLANE)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, ipl_frame_x (self->frame, self->at[2 * token]),
                 ipl_frame_y (self->frame, self->at[2 * token + 1]), 0.45 * style->font_pt, 0,
                 2 * G_PI);
    }
  else
    cairo_rectangle (cr, cell.x, cell.y, cell.w, cell.h);
  stroke_outline (style, cr, 1.2, IPL_DASH_SOLID);
}

static void
highlight_piece (const IplPiece *self, const IplView *view, const IplStyle *style,
                 const IplTarget *target, cairo_t *cr)
{
  gsize n = self->kind == IPL_PIECE_IMAGE ? self->n * self->n : self->n;
  int sequence = ipl_target_get (target, IPL_PART_SEQUENCE);
  int token = ipl_target_get (target, IPL_PART_TOKEN) - self->first;

  if (self->kind == IPL_PIECE_SEQUENCE && !ipl_target_is_none (&self->target)
      && is_sequence_or_head (&self->target, target, view))
    {
      trace_area (self, cr);
      stroke_outline (style, cr, 1.2, IPL_DASH_SOLID);
    }
  else if (self->kind <= IPL_PIECE_PLANE && self->kind != IPL_PIECE_SEQUENCE && sequence >= 0
           && sequence == ipl_target_get (&self->target, IPL_PART_SEQUENCE) && token >= 0
           && token < (int)n
           && (self->kind != IPL_PIECE_MAP || target->kind != IPL_TARGET_HEAD
               || ipl_target_has_head (target, (guint)self->target.number[0],
                                       (guint)self->target.number[1])))
    highlight_token (self, style, (gsize)token, cr);
}

void
ipl_sequence_overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
                      const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                      double width, double height)
{
  const IplSequence *self = layout;
  const IplTarget *targets[] = { selected, hovered };
  const IplTarget *shown = ipl_target_is_none (hovered) ? selected : hovered;
  g_autofree char *text = ipl_panel_describe_target (self->panel, shown, view);

  for (guint f = 0; f < G_N_ELEMENTS (targets); f++)
    for (guint i = 0; i < self->pieces->len && !ipl_target_is_none (targets[f]); i++)
      highlight_piece (&g_array_index (self->pieces, IplPiece, i), view, style, targets[f], cr);
  if (text != NULL)
    ipl_caption_draw_plain (style, text, cr, width);
  else
    ipl_caption_overlay (view, style, selected, hovered, cr, width);
}
