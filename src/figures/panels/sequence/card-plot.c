/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The task card: an example of each class with its hidden chain, its tokens in the plane, and
 * the attention of each head (figures 2a and 3a of the paper). */

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/sequence/sequence.h"
#include "figures/view/trained-network-view.h"
#include "figures/view/outputs.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/view-words.h"

#include <math.h>
#include <string.h>

/* Minimum side of a readable map, in text sizes. */
#define LEAST_SIDE 2.2
/* Maximum fraction of the width for the plane. */
#define PLANE_SHARE 0.29
/* Minimum height of a sequence, in text sizes. */
#define LEAST_BAND 7

/* Returns "label +1, sequence 12" as markup. */
static char *
make_title (const IplView *view, guint i)
{
  const IplCardSequence *sequence = &view->card->sequences[i];
  g_autofree char *label = ipl_label_markup (view->the_case, sequence->y, 3);

  return g_strdup_printf ("<b>%s %s</b>, sequence %" G_GSIZE_FORMAT,
                          ipl_view_has_classes (view) ? "class" : "label", label,
                          sequence->number + 1);
}

static void
add_kind (IplLegend *legend, const IplStyle *style, guint8 kind, char *markup_take)
{
  ipl_legend_add (legend, IPL_KEY_DOT, markup_take, ipl_token_color (style, kind), style->line_pt,
                  IPL_DASH_SOLID);
}

/* Adds keys for the colours of tokens. */
static void
add_kinds (IplLegend *legend, const IplView *view, const IplStyle *style)
{
  static const char *const states[] = { "state +", "state −" }, *const labels[]
                                                                = { "label +1", "label −1" };
  const IplTaskCard *card = view->card;
  gboolean is_named = ipl_view_has_classes (view) && !card->is_chain;
  guint n = ipl_labels_are_classes (&view->the_case->labels) ? 2 : 0;

  if (is_named)
    n = MIN (view->the_case->labels.outputs, IPL_CARD_MOST_CLASSES);
  for (guint k = 0; k < n; k++)
    if (is_named)
      add_kind (legend, style, (guint8)(IPL_CARD_CLASS + k),
                ipl_view_name_markup (ipl_view_output_name (view, k)));
    else
      add_kind (legend, style, (guint8)(IPL_CARD_PLUS + k),
                g_strdup (card->is_chain ? states[k] : labels[k]));
}

/* Adds "σ∥ = 1.00 sd". */
static void
add_noise (IplSequence *self, const IplStyle *style, const char *direction, double noise)
{
  g_autofree char *value = ipl_number_fixed (noise, noise < 10 ? 2 : 1);

  ipl_legend_add_note (&self->legend, style,
                       g_strdup_printf ("<i>σ</i><sub>%s</sub> = %s sd", direction, value));
}

static void
add_keys (IplSequence *self, const IplStyle *style)
{
  const IplTaskCard *card = self->view->card;
  g_autofree char *outside = ipl_number_fixed (card->outside, 2);
  g_autofree char *share = ipl_number_fixed (100 * card->share, 0);

  add_kinds (&self->legend, self->view, style);
  if (card->is_chain)
    {
      add_noise (self, style, "∥", card->noise_parallel);
      add_noise (self, style, "⊥", card->noise_perpendicular);
    }
  ipl_legend_add_note (&self->legend, style,
                       card->is_chain
                           ? g_strdup_printf ("noise outside the plane: %s |<i>v</i><sub>+</sub>|",
                                              outside)
                           : g_strdup_printf ("plane: %s %% of the tokens’ variance", share));
  ipl_legend_add_note (&self->legend, style,
                       g_strdup ("rows: queries, columns: keys; shade ∝ √attention"));
}

/* Finds the range of a coordinate over all sequences. For a chain it is rounded to halves, so
 * that it does not change at each step of a drag. */
static void
find_range (const IplTaskCard *card, guint axis, double *lo, double *hi)
{
  double pad;

  *lo = card->is_chain ? -0.4 : INFINITY;
  *hi = card->is_chain ? 1.4 : -INFINITY;
  for (gsize i = 0; i < card->n_cloud; i++)
    {
      *lo = fmin (*lo, card->cloud[2 * i + axis]);
      *hi = fmax (*hi, card->cloud[2 * i + axis]);
    }
  for (gsize i = 0; i < card->n * card->T; i++)
    {
      double at = card->sequences[i / card->T].at[2 * (i % card->T) + axis];

      *lo = fmin (*lo, at);
      *hi = fmax (*hi, at);
    }
  if (card->is_chain)
    {
      *lo = floor (*lo / 0.5) * 0.5;
      *hi = ceil (*hi / 0.5) * 0.5;
      return;
    }
  pad = 0.05 * (*hi - *lo);
  *lo -= pad > 0 ? pad : 0.5;
  *hi += pad > 0 ? pad : 0.5;
}

/* Adds the title of a sequence, and its states or words at the right. */
static void
add_heading (IplSequence *self, const IplStyle *style, guint i, const IplRect *area)
{
  const IplView *view = self->view;
  const IplTaskCard *card = view->card;
  double em = style->font_pt, line = ipl_text_height (style, em), width, x, room;
  g_autofree char *title = make_title (view, i);
  /* Strips of chains have equal lengths, so their titles get equal widths. */
  const char *longest
      = card->is_chain && !ipl_view_has_classes (view) ? "label +1, sequence 1000" : title;
  IplTarget target = ipl_target_sequence (i, -1);

  width = MIN (ipl_text_width (style, longest, em), area->w);
  ipl_sequence_write (self, g_steal_pointer (&title),
                      (IplPieceText){ em, style->ink, area->x, area->y, 0, 0, width });
  x = area->x + width + em;
  room = area->w - width - em;
  if (room <= 9 * em)
    return;
  if (card->is_chain)
    {
      IplPiece *strip;

      strip = ipl_sequence_add (self, IPL_PIECE_STRIP,
                                (IplRect){ x, area->y + 0.1 * line, room, 0.8 * line }, target);
      strip->n = card->T;
      strip->kinds = card->sequences[i].kinds;
    }
  else if (ipl_card_tokens (view) != NULL)
    {
      g_autofree char *text = ipl_card_sentence (view, i);

      ipl_sequence_write (self, g_markup_escape_text (text, -1),
                          (IplPieceText){ em, style->faint, x, area->y, 0, 0, room });
    }
}

static void
add_plane (IplSequence *self, const IplStyle *style, guint i, const IplRect *area)
{
  const IplTaskCard *card = self->view->card;
  IplFrame *frame = g_new0 (IplFrame, 1);
  IplTarget target = ipl_target_sequence (i, -1);
  IplPiece *plane;
  IplFrameSpec spec = { .aspect = 1.25,
                        .x_title = card->is_chain ? "along <i>v</i><sub>+</sub>" : "component 1",
                        .x_title_short = card->is_chain ? "<i>v</i><sub>+</sub>" : "1",
                        .y_title = card->is_chain ? "along <i>v</i><sub>−</sub>" : "component 2",
                        .y_title_short = card->is_chain ? "<i>v</i><sub>−</sub>" : "2" };

  g_ptr_array_add (self->owned, frame);
  find_range (card, 0, &spec.x_lo, &spec.x_hi);
  find_range (card, 1, &spec.y_lo, &spec.y_hi);
  ipl_frame_init (frame, style, area, &spec);
  plane = ipl_sequence_add (self, IPL_PIECE_PLANE, frame->plot, target);
  plane->n = card->T;
  plane->kinds = card->sequences[i].kinds;
  plane->at = card->sequences[i].at;
  plane->frame = frame;
  plane->card = card;
}

/* Returns the name of the head with its layer, shortened to fit. With the conventions of the
 * papers, the name includes the layer. */
static char *
make_map_title (const IplView *view, const IplStyle *style, guint layer, guint head, double room)
{
  g_autofree char *label = ipl_view_head_markup (view->the_case, style, layer, head);
  g_autofree char *full_name = g_strdup_printf ("layer %u, %s", layer + 1, label);
  g_autofree char *plain = g_strdup_printf ("head %u", head + 1);
  g_autofree char *number = ipl_head_number (view->the_case, layer, head);

  if (style->look == IPL_LOOK_PAPER)
    return g_steal_pointer (&label);
  if (ipl_text_width (style, full_name, ipl_style_small (style)) <= room)
    return g_steal_pointer (&full_name);
  return strcmp (label, plain) == 0 || ipl_case_head_is_identity (view->the_case, layer, head)
             ? g_steal_pointer (&number)
             : g_strdup_printf ("%s %s", number, label);
}

/* Returns: TRUE if the maps fit */
static gboolean
add_maps (IplSequence *self, const IplStyle *style, guint i, const IplRect *area)
{
  const IplView *view = self->view;
  const IplTaskCard *card = view->card;
  double em = style->font_pt, small = ipl_style_small (style), gap = 0.8 * em;
  IplGridCell cell = { .aspect = 1,
                       .more_h = ipl_text_height (style, small) + 0.3 * em,
                       .gap_x = gap,
                       .gap_y = 0.3 * gap,
                       .spread = TRUE };
  guint n = 0, index = 0;
  IplGrid grid;

  for (guint l = 0; l < card->L; l++)
    n += card->H[l];
  ipl_grid_fit (&grid, n, 0, area, &cell);
  if (grid.side < LEAST_SIDE * em)
    return FALSE;
  for (guint l = 0; l < card->L; l++)
    for (guint h = 0; h < card->H[l]; h++, index++)
      {
        IplRect at = ipl_grid_get (&grid, index);
        IplTarget target = ipl_target_head (l, h);
        IplPiece *map;

        ipl_sequence_write (self, make_map_title (view, style, l, h, at.w),
                            (IplPieceText){ small, style->ink, at.x, at.y, 0, 0, at.w });
        at.y += cell.more_h;
        ipl_target_set (&target, IPL_PART_SEQUENCE, i);
        map = ipl_sequence_add (self, IPL_PIECE_MAP, at, target);
        map->n = card->T;
        map->weights = ipl_task_card_attention (card, i, l, h);
        map->is_root = TRUE;
        map->kinds = card->is_chain ? card->sequences[i].kinds : NULL;
      }
  return TRUE;
}

/* Returns: TRUE if the maps fit */
static gboolean
add_sequence (IplSequence *self, const IplStyle *style, guint i, const IplRect *area)
{
  double em = style->font_pt, line = ipl_text_height (style, em), head = line + 0.2 * em;
  IplRect plane = { area->x, area->y + head, MIN (PLANE_SHARE * area->w, 1.35 * (area->h - line)),
                    area->h - head };
  IplRect maps;

  add_heading (self, style, i, area);
  if (plane.w > 9 * em && plane.h > 6.5 * em)
    add_plane (self, style, i, &plane);
  else
    plane.w = 0;
  maps = (IplRect){ plane.x + plane.w + em, plane.y, area->w - plane.w - em, plane.h };
  return add_maps (self, style, i, &maps);
}

/* Shows as many sequences as fit. */
static void
layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
             double height)
{
  IplSequence *self = layout;
  double em = style->font_pt, margin = 0.5 * em, gap = 0.4 * em, top, pitch;
  IplLegend *legend = &self->legend;
  guint n = view->card != NULL ? view->card->n : 0;
  gboolean has_maps = FALSE;

  ipl_sequence_init (self, &ipl_panel_task_card, view);
  if (n == 0)
    return;
  self->legend_x = self->legend_y = margin;
  add_keys (self, style);
  ipl_legend_layout (legend, style, width - 2 * margin);
  top = margin + legend->height + gap;
  while (n > 1 && (height - margin - top) / n < LEAST_BAND * em)
    n--;
  pitch = (height - margin - top) / n;
  for (guint i = 0; i < n && pitch - gap >= 2 * em && width >= 8 * em; i++)
    has_maps = add_sequence (
        self, style, i, &(IplRect){ margin, top + i * pitch, width - 2 * margin, pitch - gap });
  if (!has_maps)
    g_array_set_size (legend->keys, legend->keys->len - 1);
}

/* Arrow keys: tokens with the horizontal ones, heads with the vertical ones. */
static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  const IplTaskCard *card = view->card;
  int token = ipl_target_get (from, IPL_PART_TOKEN);
  IplTarget target;

  if (card == NULL)
    return IPL_TARGET_NONE;
  target = ipl_step_heads (from, view, 0, dy);
  ipl_target_set (&target, IPL_PART_SEQUENCE,
                  (gsize)CLAMP (ipl_target_get (from, IPL_PART_SEQUENCE), 0, (int)card->n - 1));
  ipl_target_set (&target, IPL_PART_TOKEN,
                  token < 0 ? card->T - 1 : ipl_step_move ((gsize)token, dx, card->T));
  return target;
}

/* TRUE for cases with tokens, as opposed to path features only. */
static gboolean
fits (const IplPanel *panel, const IplView *view)
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
  IPL_IS_SEQUENCE,
  .layout_init = layout_init,
  .step = step,
  .numbers = ipl_card_add_numbers,
  .sentence = "Card of the task: single sequences, their tokens as points of a plane, and the "
              "attention of every head.",
  .height_narrow = 1.1,
  .height_wide = 0.6,
};
