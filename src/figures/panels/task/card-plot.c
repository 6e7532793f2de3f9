/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The task on a card: an example of each class, its hidden chain, its tokens in the plane, and what
 * every head looks at; the noise of the hidden Markov chain is dragged below (the paper's figures
 * 2a and 3a). */

#include "core/experiments/markov-chain-experiment.h"
#include "figures/kit/marker.h"
#include "figures/kit/matrix-picture.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/task/card-layout.h"
#include "figures/view/target-words.h"
#include "figures/view/network-view.h"
#include "figures/view/panel.h"
#include "figures/view/words.h"
#include "figures/view/target-step.h"

#include <math.h>
#include <string.h>

/* A token is found within this, in em. */
#define REACH 0.6
/* Noise is dragged in such steps, below and above the second number. */
#define FINE_STEP 0.05
#define COARSE_STEP 0.5
#define COARSE_FROM 5.0

static void
draw_title (const IplCardLayout *self, const IplView *view, const IplStyle *style, cairo_t *cr,
            guint i)
{
  const IplCardBand *band = &self->band[i];
  g_autofree char *text = ipl_card_sequence_title (self->card, i, view);

  ipl_text_draw_fitted (cr, style, text, style->font_pt, style->ink, band->title_x, band->title_y,
                        band->title_w);
}

static IplRect
strip_cell (const IplCardLayout *self, guint i, gsize token)
{
  const IplRect *strip = &self->band[i].strip;
  double pitch = strip->w / (double)self->card->T;

  return (IplRect){ strip->x + (double)token * pitch, strip->y, pitch, strip->h };
}

/* The hidden states, the beginning of the sequence hollow. */
static void
draw_strip (const IplCardLayout *self, const IplStyle *style, cairo_t *cr, guint i)
{
  const IplCardSequence *sequence = &self->card->sequences[i];
  double small = ipl_style_small (style);

  for (gsize t = 0; self->band[i].strip.w > 0 && t < self->card->T; t++)
    {
      IplRect cell = strip_cell (self, i, t);
      double gap = MIN (1, 0.12 * cell.w);

      cairo_rectangle (cr, cell.x + gap / 2, cell.y, cell.w - gap, cell.h);
      ipl_set_color (cr,
                     sequence->kinds[t] == IPL_CARD_OTHER
                         ? ipl_color_mix (style->paper, style->faint, 0.3)
                         : ipl_card_kind_color (style, sequence->kinds[t]),
                     1);
      cairo_fill (cr);
      if (cell.w > 0.75 * small && sequence->kinds[t] != IPL_CARD_OTHER)
        ipl_text_draw (cr, style, sequence->kinds[t] == IPL_CARD_PLUS ? "+" : "−", small,
                       style->paper, cell.x + cell.w / 2, cell.y + cell.h / 2, 0.5, 0.5);
    }
}

static void
draw_sentence (const IplCardLayout *self, const IplView *view, const IplStyle *style, cairo_t *cr,
               guint i)
{
  const IplRect *place = &self->band[i].sentence;
  g_autofree char *text = NULL, *markup = NULL;

  if (place->w <= 0)
    return;
  text = ipl_card_sentence (view, i);
  markup = g_markup_escape_text (text, -1);
  ipl_text_draw_fitted (cr, style, markup, style->font_pt, style->faint, place->x,
                        self->band[i].title_y, place->w);
}

static void
draw_plane (const IplCardLayout *self, const IplStyle *style, cairo_t *cr, guint i)
{
  const IplTaskCard *card = self->card;
  const IplCardSequence *sequence = &card->sequences[i];
  const IplFrame *frame = &self->band[i].frame;
  double em = style->font_pt;

  if (!self->band[i].has_frame)
    return;
  cairo_save (cr);
  ipl_frame_clip (frame, cr, 0.3 * em);
  for (gsize k = 0; k < card->n_cloud; k++)
    ipl_draw_dot (cr, style,
                  ipl_color_mix (style->paper, ipl_card_kind_color (style, card->cloud_kinds[k]),
                                 0.4),
                  ipl_frame_x (frame, card->cloud[2 * k]),
                  ipl_frame_y (frame, card->cloud[2 * k + 1]), 0.13 * em, FALSE);
  for (gsize t = 0; t < card->T; t++)
    cairo_line_to (cr, ipl_frame_x (frame, sequence->at[2 * t]),
                   ipl_frame_y (frame, sequence->at[2 * t + 1]));
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, 0.7 * ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 0.35);
  cairo_stroke (cr);
  for (gsize t = 0; t < card->T; t++)
    ipl_draw_dot (cr, style, ipl_card_kind_color (style, sequence->kinds[t]),
                  ipl_frame_x (frame, sequence->at[2 * t]),
                  ipl_frame_y (frame, sequence->at[2 * t + 1]), 0.25 * em,
                  sequence->kinds[t] == IPL_CARD_OTHER);
  cairo_restore (cr);
  ipl_frame_draw (frame, style, cr);
}

typedef struct
{
  const float *weights;
  gsize T;
} Map;

static double
map_cell (gsize row, gsize column, gconstpointer data)
{
  const Map *map = data;

  return map->weights[row * map->T + column];
}

/* By the root of the weight, 0 to 1 on all maps, so that attention to all and to one token can be
 * distinguished and both be seen. */
static void
fill_colors (const IplStyle *style, guint32 colors[IPL_MATRIX_COLORS])
{
  for (int i = 0; i < IPL_MATRIX_COLORS; i++)
    {
      double weight = MAX (0, 2.0 * i / (IPL_MATRIX_COLORS - 1) - 1);
      IplColor color = ipl_style_attention_color (style, sqrt (weight));

      colors[i] = (guint32)lround (color.r * 255) << 16 | (guint32)lround (color.g * 255) << 8
                  | (guint32)lround (color.b * 255);
    }
}

/* The head's name with its layer, in full where there is room; in the paper's look the name is
 * both.
 */
static char *
map_title (const IplView *view, const IplStyle *style, guint layer, guint head, double room)
{
  g_autofree char *label = ipl_view_head_markup (view->the_case, style, layer, head);
  g_autofree char *whole = g_strdup_printf ("layer %u, %s", layer + 1, label);
  g_autofree char *plain = g_strdup_printf ("head %u", head + 1);
  g_autofree char *number = ipl_head_number (view->the_case, layer, head);

  if (style->look == IPL_LOOK_PAPER)
    return g_steal_pointer (&label);
  if (ipl_text_width (style, whole, ipl_style_small (style)) <= room)
    return g_steal_pointer (&whole);
  return strcmp (label, plain) == 0 || ipl_case_head_is_identity (view->the_case, layer, head)
             ? g_steal_pointer (&number)
             : g_strdup_printf ("%s %s", number, label);
}

/* The states of the queries on the left of a map, and those of the keys above it. */
static void
draw_edges (const IplCardLayout *self, const IplStyle *style, cairo_t *cr, guint i,
            const IplRect *area)
{
  const IplTaskCard *card = self->card;
  double pitch = area->w / (double)card->T, thick = MIN (0.25 * style->font_pt, 0.05 * area->w);

  for (gsize t = 0; card->is_chain && t < card->T; t++)
    {
      guint8 kind = card->sequences[i].kinds[t];

      if (kind == IPL_CARD_OTHER)
        continue;
      cairo_rectangle (cr, area->x + (double)t * pitch, area->y - thick, pitch, 0.8 * thick);
      cairo_rectangle (cr, area->x - thick, area->y + (double)t * pitch, 0.8 * thick, pitch);
      ipl_set_color (cr, ipl_card_kind_color (style, kind), 1);
      cairo_fill (cr);
    }
}

static void
draw_maps (const IplCardLayout *self, const IplView *view, const IplStyle *style, cairo_t *cr,
           guint i)
{
  const IplTaskCard *card = self->card;
  double small = ipl_style_small (style);
  guint32 colors[IPL_MATRIX_COLORS];

  fill_colors (style, colors);
  for (guint l = 0, index = 0; self->side > 0 && l < card->L; l++)
    for (guint h = 0; h < card->H[l]; h++, index++)
      {
        IplRect area = ipl_card_layout_map (self, i, index);
        Map map = { ipl_task_card_attention (card, i, l, h), card->T };
        g_autofree char *title = map_title (view, style, l, h, area.w);

        ipl_matrix_picture_draw (cr, &area, card->T, map_cell, &map, 1, colors);
        cairo_rectangle (cr, area.x, area.y, area.w, area.h);
        ipl_set_dash (cr, IPL_DASH_SOLID, 1);
        cairo_set_line_width (cr, 0.6 * ipl_style_hairline (style));
        ipl_set_color (cr, style->faint, 1);
        cairo_stroke (cr);
        draw_edges (self, style, cr, i, &area);
        ipl_text_draw_fitted (cr, style, title, small, style->ink, area.x, area.y - self->label_h,
                              area.w);
      }
}

static double
share_of (double noise)
{
  return CLAMP (cbrt (noise / IPL_CARD_MOST_NOISE), 0, 1);
}

/* With its marks; what is beyond its end stands there. */
static void
draw_track (const IplRect *track, double noise, const IplStyle *style, cairo_t *cr)
{
  static const double marks[] = { 0, 1, 5, 20, IPL_CARD_MOST_NOISE };
  double em = style->font_pt, small = ipl_style_small (style), tick = ipl_axis_tick_length (style);
  double y = track->y + 0.3 * track->h;

  cairo_move_to (cr, track->x, y);
  cairo_line_to (cr, track->x + track->w, y);
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      double x = track->x + track->w * share_of (marks[i]);

      cairo_move_to (cr, x, y);
      cairo_line_to (cr, x, y + tick);
    }
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->faint, 1);
  cairo_stroke (cr);
  for (guint i = 0; track->w > 12 * em && i < G_N_ELEMENTS (marks); i++)
    {
      g_autofree char *mark = ipl_number_fixed (marks[i], 0);

      ipl_text_draw (cr, style, mark, small, style->faint,
                     track->x + track->w * share_of (marks[i]), y + 0.38 * em, 0.5, 0);
    }
  ipl_draw_dot (cr, style, style->ink, track->x + track->w * share_of (noise), y, 0.35 * em, FALSE);
}

/* Either noise, and in the window the track along which it is dragged. */
static void
draw_noises (const IplCardLayout *self, const IplStyle *style, cairo_t *cr)
{
  const double noises[] = { self->card->noise_parallel, self->card->noise_perpendicular };
  double em = style->font_pt;

  for (guint k = 0; k < IPL_CARD_N_NOISES; k++)
    {
      const IplRect *track = &self->track[k];
      double noise = noises[k];
      g_autofree char *value = ipl_number_fixed (noise, noise < 10 ? 2 : 1);
      g_autofree char *text = g_strdup_printf ("<i>σ</i><sub>%s</sub> = %s sd",
                                               k == IPL_CARD_PARALLEL ? "∥" : "⊥", value);

      if (track->w <= 0)
        continue;
      if (style->has_controls)
        draw_track (track, noise, style, cr);
      ipl_text_draw_fitted (cr, style, text, em, style->ink, track->x - em - self->track_label,
                            track->y + 0.3 * track->h - ipl_text_height (style, em) / 2,
                            self->track_label);
    }
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplCardLayout *self = data;
  for (guint i = 0; i < self->n; i++)
    {
      draw_title (self, view, style, cr, i);
      draw_strip (self, style, cr, i);
      draw_sentence (self, view, style, cr, i);
      draw_plane (self, style, cr, i);
      draw_maps (self, view, style, cr, i);
    }
  if (self->track[0].w > 0)
    draw_noises (self, style, cr);
  ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
  ipl_legend_draw (&self->maps_legend, style, cr, self->maps_legend_x, self->maps_legend_y);
}

/* A token wherever it is: in the chain, in the plane, and what heads look at from it. */
static void
light_token (const IplCardLayout *self, const IplStyle *style, cairo_t *cr, const IplTarget *target)
{
  const IplTaskCard *card = self->card;
  guint i = (guint)target->example, index = 0;
  gsize t = (gsize)target->token;
  double em = style->font_pt, pitch = self->side / (double)card->T;

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, 1.2 * style->line_pt);
  ipl_set_color (cr, style->accent, 1);
  if (self->band[i].strip.w > 0)
    {
      IplRect cell = strip_cell (self, i, t);

      cairo_rectangle (cr, cell.x, cell.y, cell.w, cell.h);
      cairo_stroke (cr);
    }
  if (self->band[i].has_frame)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, ipl_frame_x (&self->band[i].frame, card->sequences[i].at[2 * t]),
                 ipl_frame_y (&self->band[i].frame, card->sequences[i].at[2 * t + 1]), 0.45 * em, 0,
                 2 * G_PI);
      cairo_stroke (cr);
    }
  for (guint l = 0; self->side > 0 && l < card->L; l++)
    for (guint h = 0; h < card->H[l]; h++, index++)
      {
        IplRect map = ipl_card_layout_map (self, i, index);
        gboolean this = ipl_target_has_head (target, l, h);

        if (target->head >= 0 && !this)
          continue;
        cairo_rectangle (cr, map.x, map.y + (double)t * pitch, map.w, pitch);
        cairo_stroke (cr);
      }
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const IplCardLayout *self = data;
  const IplTarget *targets[] = { selected, hovered };
  g_autofree char *text = NULL;

  for (int f = 0; f < 2; f++)
    if (targets[f]->example >= 0 && targets[f]->example < (int)self->n && targets[f]->token >= 0
        && targets[f]->token < (int)self->card->T)
      light_token (self, style, cr, targets[f]);
  text = ipl_card_say (ipl_target_is_none (hovered) ? selected : hovered, view);
  if (text != NULL)
    ipl_caption_say (style, text, cr, width);
  else
    ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

static gboolean
pick_map (const IplCardLayout *self, guint i, double x, double y, IplTarget *target)
{
  const IplTaskCard *card = self->card;

  for (guint l = 0, index = 0; self->side > 0 && l < card->L; l++)
    for (guint h = 0; h < card->H[l]; h++, index++)
      {
        IplRect map = ipl_card_layout_map (self, i, index);

        if (!ipl_rect_contains (&map, x, y))
          continue;
        target->layer = (int)l;
        target->head = (int)h;
        target->example = (int)i;
        target->token = MIN ((int)((y - map.y) / map.h * (double)card->T), (int)card->T - 1);
        return TRUE;
      }
  return FALSE;
}

static gboolean
pick_token (const IplCardLayout *self, const IplStyle *style, guint i, double x, double y,
            IplTarget *target)
{
  const IplCardBand *band = &self->band[i];
  double nearest = REACH * style->font_pt;

  if (band->strip.w > 0 && ipl_rect_contains (&band->strip, x, y))
    {
      target->token = MIN ((int)((x - band->strip.x) / band->strip.w * (double)self->card->T),
                           (int)self->card->T - 1);
      target->example = (int)i;
      return TRUE;
    }
  for (gsize t = 0; band->has_frame && t < self->card->T; t++)
    {
      const double *at = self->card->sequences[i].at + 2 * t;
      double away
          = hypot (x - ipl_frame_x (&band->frame, at[0]), y - ipl_frame_y (&band->frame, at[1]));

      if (away >= nearest)
        continue;
      nearest = away;
      target->token = (int)t;
      target->example = (int)i;
    }
  return target->example >= 0;
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplCardLayout *self = data;

  for (guint i = 0; i < self->n; i++)
    if (pick_map (self, i, x, y, target) || pick_token (self, style, i, x, y, target))
      return TRUE;
  return FALSE;
}

/* Along a track: another noise. */
static gboolean
edit (gconstpointer data, const IplView *view, const IplStyle *style, double from_x, double from_y,
      double x, double y, IplParameters *parameters)
{
  const IplCardLayout *self = data;
  IplMarkovChain *chain = ipl_parameters_edit_markov_chain (parameters);
  double em = style->font_pt;

  for (guint k = 0; style->has_controls && chain != NULL && k < IPL_CARD_N_NOISES; k++)
    {
      const IplRect *track = &self->track[k];
      double noise, step;

      if (track->w <= 0 || from_x < track->x - 0.6 * em || from_x > track->x + track->w + 0.6 * em
          || from_y < track->y - 0.2 * em || from_y > track->y + track->h)
        continue;
      noise = IPL_CARD_MOST_NOISE * pow (CLAMP ((x - track->x) / track->w, 0, 1), 3);
      step = noise < COARSE_FROM ? FINE_STEP : COARSE_STEP;
      *(k == IPL_CARD_PARALLEL ? &chain->noise_parallel : &chain->noise_perpendicular)
          = round (noise / step) * step;
      return TRUE;
    }
  return FALSE;
}

/* Left and right through the tokens, up and down through the heads. */
static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  const IplTaskCard *card = view->card;
  IplTarget target;

  if (card == NULL)
    return IPL_TARGET_NONE;
  target = dy != 0 || from->head < 0 ? ipl_step_heads (from, view, 0, dy)
                                     : ipl_target_on_head ((guint)from->layer, (guint)from->head);
  target.example = CLAMP (from->example, 0, (int)card->n - 1);
  target.token
      = from->token < 0 ? (int)card->T - 1 : (int)ipl_step_move ((gsize)from->token, dx, card->T);
  return target;
}

/* Cases with tokens: not path features alone. */
static gboolean
fits (const IplView *view)
{
  const IplCase *the_case = ipl_case_info_get_case (view->the_case);

  return the_case != NULL && the_case->level != IPL_LEVEL_PATHS && the_case->T > 0;
}

const IplPanel ipl_panel_task_card = {
  .id = "task-card",
  .title = "Task card",
  .fits = fits,
  .needs = IPL_NEEDS_CARD,
  .controls = IPL_CONTROL_TEST_SET | IPL_CONTROL_EXAMPLES,
  .empty = ipl_card_empty,
  .layout_size = sizeof (IplCardLayout),
  .layout_init = ipl_card_layout_init,
  .layout_clear = ipl_card_layout_clear,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .edit = edit,
  .say = ipl_card_say,
  .step = step,
  .describe = ipl_describe_card,
  .table = ipl_table_card,
  .height_narrow = 1.1,
  .height_wide = 0.6,
};
