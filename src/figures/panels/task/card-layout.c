/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where everything on the card of a task lies. */

#include "figures/panels/task/card-layout.h"

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/view/outputs.h"
#include "figures/view/words.h"

#include <math.h>

/* Smaller maps say nothing, in em. */
#define LEAST_SIDE 2.2
/* The plane takes at most this share of the width. */
#define PLANE_SHARE 0.29

/* State +, or label +1, has the colour of positive numbers; more classes have colours of their own.
 */
IplColor
ipl_card_kind_color (const IplStyle *style, guint8 kind)
{
  if (kind >= IPL_CARD_CLASS)
    return ipl_style_series_color (style, kind - IPL_CARD_CLASS);
  return kind == IPL_CARD_OTHER ? style->faint
                                : ipl_style_sign_color (style, kind == IPL_CARD_MINUS);
}

/* "label +1, sequence 12", markup */
char *
ipl_card_sequence_title (const IplTaskCard *card, guint sequence, const IplView *view)
{
  const IplCardSequence *shown = &card->sequences[sequence];
  g_autofree char *label = ipl_label_markup (view->the_case, shown->y, 3);

  return g_strdup_printf ("<b>%s %s</b>, sequence %" G_GSIZE_FORMAT,
                          ipl_view_has_classes (view) ? "class" : "label", label,
                          shown->number + 1);
}

/* The classes that there are more than two of, as many as have colours. */
static void
add_classes (IplLegend *legend, const IplView *view, const IplStyle *style)
{
  for (guint k = 0; k < MIN (view->the_case->labels.outputs, IPL_CARD_MOST_CLASSES); k++)
    ipl_legend_add (legend, IPL_KEY_DOT, ipl_view_name_markup (ipl_view_output_name (view, k)),
                    ipl_card_kind_color (style, (guint8)(IPL_CARD_CLASS + k)), style->line_pt,
                    IPL_DASH_SOLID);
}

static guint
count_heads (const IplTaskCard *card)
{
  guint n = 0;

  for (guint l = 0; l < card->L; l++)
    n += card->H[l];
  return n;
}

static void
make_legend (IplCardLayout *self, const IplView *view, const IplStyle *style, double width)
{
  const IplTaskCard *card = self->card;

  ipl_legend_init (&self->legend);
  if (card == NULL)
    return;
  if (ipl_view_has_classes (view) && !card->is_chain)
    add_classes (&self->legend, view, style);
  else if (ipl_labels_are_classes (&view->the_case->labels))
    for (guint8 kind = IPL_CARD_PLUS; kind <= IPL_CARD_MINUS; kind++)
      ipl_legend_add (&self->legend, IPL_KEY_DOT,
                      g_strdup_printf ("%s %s", card->is_chain ? "state" : "label",
                                       card->is_chain ? (kind == IPL_CARD_PLUS ? "+" : "−")
                                                      : (kind == IPL_CARD_PLUS ? "+1" : "−1")),
                      ipl_card_kind_color (style, kind), style->line_pt, IPL_DASH_SOLID);
  if (card->is_chain)
    {
      g_autofree char *outside = ipl_number_fixed (card->outside, 2);

      ipl_legend_add (&self->legend, IPL_KEY_NONE,
                      g_strdup_printf ("outside the plane %s |<i>v</i><sub>+</sub>|", outside),
                      style->ink, 0, IPL_DASH_SOLID);
    }
  else
    {
      g_autofree char *share = ipl_number_fixed (100 * card->share, 0);

      ipl_legend_add (&self->legend, IPL_KEY_NONE,
                      g_strdup_printf ("plane: %s %% of the tokens’ variance", share), style->ink,
                      0, IPL_DASH_SOLID);
    }
  ipl_legend_layout (&self->legend, style, MAX (PLANE_SHARE * width, 10 * style->font_pt));
  ipl_legend_init (&self->maps_legend);
  ipl_legend_add (&self->maps_legend, IPL_KEY_NONE,
                  g_strdup ("rows look at columns, deep as √weight"), style->ink, 0,
                  IPL_DASH_SOLID);
  ipl_legend_layout (&self->maps_legend, style, width);
}

/* The title of the maps stands over them, that of the plane over it; one above the other where they
 * do not fit beside each other. */
static void
place_legends (IplCardLayout *self, const IplStyle *style, double width)
{
  double margin = 0.5 * style->font_pt, right = width - margin - self->maps_legend.width;

  self->legend_x = self->legend_y = margin;
  self->maps_legend_x = MAX (margin, MIN (PLANE_SHARE * width + 3 * margin, right));
  self->maps_legend_y = margin;
  self->legend_h = MAX (self->legend.height, self->maps_legend.height);
  if (self->legend.keys->len == 0 || self->maps_legend_x >= margin + self->legend.width + margin)
    return;
  self->maps_legend_y += self->legend.height;
  self->legend_h = self->legend.height + self->maps_legend.height;
}

/* The range of a coordinate over everything shown; of the chain in halves, so that it does not
 * move with every step of a drag. */
static void
find_range (const IplTaskCard *card, guint axis, double *lo, double *hi)
{
  double step = card->is_chain ? 0.5 : 0;

  *lo = card->is_chain ? -0.4 : INFINITY;
  *hi = card->is_chain ? 1.4 : -INFINITY;
  for (gsize i = 0; i < card->n_cloud; i++)
    {
      *lo = fmin (*lo, card->cloud[2 * i + axis]);
      *hi = fmax (*hi, card->cloud[2 * i + axis]);
    }
  for (guint s = 0; s < card->n; s++)
    for (gsize t = 0; t < card->T; t++)
      {
        *lo = fmin (*lo, card->sequences[s].at[2 * t + axis]);
        *hi = fmax (*hi, card->sequences[s].at[2 * t + axis]);
      }
  if (step > 0)
    {
      *lo = step * floor (*lo / step);
      *hi = step * ceil (*hi / step);
    }
  else
    {
      double pad = 0.05 * (*hi - *lo);

      *lo -= pad > 0 ? pad : 0.5;
      *hi += pad > 0 ? pad : 0.5;
    }
}

/* Maps as large as there is room for in @w x @h, for each sequence. */
static void
divide_maps (IplCardLayout *self, const IplStyle *style, double w, double h)
{
  guint n = count_heads (self->card);
  double gap = 0.8 * style->font_pt;

  /* With the states of the keys below it. */
  self->label_h = ipl_text_height (style, ipl_style_small (style)) + 0.3 * style->font_pt;
  for (guint columns = 1; columns <= n; columns++)
    {
      guint rows = (n + columns - 1) / columns;
      double side = MIN ((w - (columns - 1) * gap) / columns,
                         (h - (rows - 1) * 0.3 * gap) / rows - self->label_h);

      if (side <= self->side)
        continue;
      self->side = side;
      self->columns = columns;
      self->pitch_x = side + gap + MAX (0, (w - columns * (side + gap)) / (columns + 1));
      self->pitch_y = side + self->label_h + 0.3 * gap;
    }
  if (self->side < LEAST_SIDE * style->font_pt)
    self->side = 0;
}

static void
place_band (IplCardLayout *self, const IplView *view, const IplStyle *style, guint i,
            const IplRect *area)
{
  IplCardBand *band = &self->band[i];
  double em = style->font_pt, line = ipl_text_height (style, em), plane_w;
  IplRect plane, maps;
  IplFrameSpec spec
      = { .aspect = 1.25,
          .x_title = self->card->is_chain ? "along <i>v</i><sub>+</sub>" : "component 1",
          .x_title_short = self->card->is_chain ? "<i>v</i><sub>+</sub>" : "1",
          .y_title = self->card->is_chain ? "along <i>v</i><sub>−</sub>" : "component 2",
          .y_title_short = self->card->is_chain ? "<i>v</i><sub>−</sub>" : "2" };

  band->title_x = area->x;
  band->title_y = area->y;
  band->title_w = area->w;
  if (self->card->is_chain || ipl_card_tokens (view) != NULL)
    {
      g_autofree char *title = !self->card->is_chain || ipl_view_has_classes (view)
                                   ? ipl_card_sequence_title (self->card, i, view)
                                   : g_strdup ("label +1, sequence 1000");

      band->title_w = MIN (ipl_text_width (style, title, em), area->w);
    }
  if (area->w - band->title_w > 10 * em)
    *(self->card->is_chain ? &band->strip : &band->sentence)
        = (IplRect){ area->x + band->title_w + em, area->y + 0.1 * line,
                     area->w - band->title_w - em, 0.8 * line };
  plane_w = MIN (PLANE_SHARE * area->w, 1.35 * (area->h - line));
  plane = (IplRect){ area->x, area->y + line + 0.2 * em, plane_w, area->h - line - 0.2 * em };
  band->has_frame = plane.w > 9 * em && plane.h > 6.5 * em;
  if (!band->has_frame)
    plane.w = 0;
  find_range (self->card, 0, &spec.x_lo, &spec.x_hi);
  find_range (self->card, 1, &spec.y_lo, &spec.y_hi);
  if (band->has_frame)
    ipl_frame_init (&band->frame, style, &plane, &spec);
  maps = (IplRect){ plane.x + plane.w + em, plane.y, area->w - plane.w - em, plane.h };
  if (i == 0)
    {
      divide_maps (self, style, maps.w, maps.h);
      self->map_x = maps.x;
    }
  self->map_y[i] = maps.y;
}

static void
place_tracks (IplCardLayout *self, const IplStyle *style, double width, double y, double h)
{
  double em = style->font_pt, half = width / 2;

  self->track_label = ipl_text_width (style, "<i>σ</i><sub>∥</sub> = 00.00 sd", em);
  for (guint k = 0; k < IPL_CARD_N_NOISES; k++)
    {
      double x = k * half + self->track_label + 1.8 * em;

      self->track[k] = (IplRect){ x, y, MAX ((k + 1) * half - x - 1.2 * em, 1), h };
    }
}

/* Works out where everything lies; as many sequences as there is room for. */
void
ipl_card_layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
                      double height)
{
  IplCardLayout *self = layout;
  double em = style->font_pt, margin = 0.5 * em, line = ipl_text_height (style, em);
  double top, bottom = height - margin, band_h;

  *self = (IplCardLayout){ .card = view->card };
  make_legend (self, view, style, width - 2 * margin);
  if (self->card == NULL)
    return;
  place_legends (self, style, width);
  top = margin + self->legend_h + 0.4 * em;
  if (self->card->is_chain && width > 26 * em && bottom - top > 12 * em)
    {
      bottom -= 1.2 * line;
      place_tracks (self, style, width, bottom, 1.2 * line);
    }
  self->n = self->card->n;
  while (self->n > 1 && (bottom - top) / self->n < 7 * em)
    self->n--;
  band_h = (bottom - top) / self->n - 0.4 * em;
  if (band_h < 2 * em || width < 8 * em)
    {
      self->n = 0;
      return;
    }
  for (guint i = 0; i < self->n; i++)
    place_band (self, view, style, i,
                &(IplRect){ margin, top + i * (band_h + 0.4 * em), width - 2 * margin, band_h });
  if (self->side <= 0)
    g_array_set_size (self->maps_legend.keys, 0);
  else if (self->map_x >= margin + self->legend.width + margin
           && self->map_x + self->maps_legend.width <= width - margin)
    self->maps_legend_x = self->map_x;
}

/* The map of a head, counted through the layers. */
IplRect
ipl_card_layout_map (const IplCardLayout *self, guint sequence, guint index)
{
  return (IplRect){ self->map_x + index % self->columns * self->pitch_x,
                    self->map_y[sequence] + index / self->columns * self->pitch_y + self->label_h,
                    self->side, self->side };
}

void
ipl_card_layout_clear (gpointer layout)
{
  IplCardLayout *self = layout;
  ipl_legend_clear (&self->legend);
  ipl_legend_clear (&self->maps_legend);
}
