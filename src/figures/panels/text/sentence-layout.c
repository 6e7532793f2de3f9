/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/panels/text/sentence-layout.h"

#include "figures/kit/text.h"

#include <math.h>

/* Words smaller than this are not written, each; narrower panels write no small maps. */
#define LEAST_PT 4.5
/* The room for words, in widths of the map: longer ones are cut. */
#define WORDS_SHARE 0.16
#define LONGEST_WORD 14

static gboolean
find (IplSentenceLayout *self, const IplView *view)
{
  const IplTextResult *result = view->own != NULL ? view->own->data : NULL;
  const IplTrajectoryArray *array
      = view->trajectory != NULL ? ipl_trajectory_find (view->trajectory, "attention") : NULL;

  if (result == NULL || array == NULL || view->trajectory->S == 0)
    return FALSE;
  self->layers = (guint)array->shape[0];
  self->heads = (guint)array->shape[1];
  self->n = (guint)array->shape[2];
  self->layer = view->shown_layer >= 0 && view->shown_layer < (int)self->layers
                    ? (guint)view->shown_layer
                    : 0;
  self->head
      = view->shown_head >= 0 && view->shown_head < (int)self->heads ? (guint)view->shown_head : 0;
  self->attention = ipl_trajectory_get (view->trajectory, "attention", view->moment);
  self->words = g_new0 (char *, self->n + 1);
  self->plain = g_new0 (char *, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    {
      const char *word = i < result->n_words ? result->words[i] : "";
      g_autofree char *cut = g_utf8_strlen (word, -1) > LONGEST_WORD
                                 ? g_utf8_substring (word, 0, LONGEST_WORD - 1)
                                 : NULL;

      self->plain[i] = cut != NULL ? g_strconcat (cut, "…", NULL) : g_strdup (word);
      self->words[i] = g_markup_escape_text (self->plain[i], -1);
    }
  return TRUE;
}

double
ipl_sentence_layout_get (const IplSentenceLayout *self, guint layer, guint head, guint row,
                         guint column)
{
  gsize at = (((gsize)layer * self->heads + head) * self->n + row) * self->n + column;

  return self->attention[at];
}

/* The largest attention at any moment, but of the first half of the words, which have few to look
 * at: the scale does not change in time, and what is sparse is deep. */
static double
find_limit (const IplSentenceLayout *self, const IplView *view)
{
  const gsize n = self->n, size = (gsize)self->layers * self->heads * n * n;
  const gsize first = ((gsize)self->layer * self->heads + self->head) * n * n;
  double most = 0;

  for (guint s = 0; s < view->trajectory->S; s++)
    {
      const double *attention
          = ipl_trajectory_find (view->trajectory, "attention")->values + s * size + first;

      for (gsize i = n / 2 * n; i < n * n; i++)
        most = isfinite (attention[i]) ? MAX (most, attention[i]) : most;
    }
  return most > 0 ? most : 1;
}

/* The columns of small maps that make them largest; where there are several heads, one for each. */
static void
place_small (IplSentenceLayout *self, const IplRect *area, double em)
{
  guint n = self->layers * self->heads;

  self->side = 0;
  for (guint columns = 1; columns <= (self->heads > 1 ? 1 : self->layers); columns++)
    {
      guint across = self->heads > 1 ? self->heads : columns, down = (n + across - 1) / across;
      double gap = 0.4 * em;
      double side
          = MIN ((area->w + gap) / across - gap, (area->h + gap) / down - gap - self->label_h);

      if (side <= self->side)
        continue;
      self->side = side;
      self->columns = across;
      self->pitch_x = side + gap;
      self->pitch_y = side + gap + self->label_h;
    }
  if (self->side < 1.2 * em)
    self->side = 0;
  self->first_x = area->x;
  self->first_y = area->y + self->label_h;
}

IplRect
ipl_sentence_layout_small (const IplSentenceLayout *self, guint layer, guint head)
{
  guint k = layer * self->heads + head;

  return (IplRect){ self->first_x + k % self->columns * self->pitch_x,
                    self->first_y + k / self->columns * self->pitch_y, self->side, self->side };
}

/* (transfer full): "layer 1", or "1.2" for head 2 of layer 1 */
char *
ipl_sentence_layout_label (const IplSentenceLayout *self, guint layer, guint head)
{
  return self->heads > 1 ? g_strdup_printf ("%u.%u", layer + 1, head + 1)
                         : g_strdup_printf ("layer %u", layer + 1);
}

/* As large as there is room for in a row; of smaller ones, some. */
static void
choose_words (IplSentenceLayout *self, const IplStyle *style)
{
  double small = ipl_style_small (style), row = self->map.h / self->n;
  double size = MIN (small, small * row / ipl_text_height (style, small) * 1.15);

  self->word_size = MAX (size, LEAST_PT);
  self->stride = MAX (1, (guint)ceil (self->word_size / MAX (size, 0.01) - 1e-9));
}

/* Without a sentence with its attention, @n is 0. */
void
ipl_sentence_layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
                          double height)
{
  IplSentenceLayout *self = layout;
  double em = style->font_pt, margin = 0.4 * em, bar_w = 0.75 * em;
  double tick = ipl_axis_tick_length (style), room, side, right, words;
  gboolean has_small;
  IplRect small;

  *self = (IplSentenceLayout){ .layers = 0 };
  if (!find (self, view))
    return;
  self->limit = find_limit (self, view);
  self->label_h = ipl_text_height (style, ipl_style_small (style));
  ipl_axis_init (&self->bar_axis, style, 0, self->limit, FALSE, height / 3, TRUE);
  right = bar_w + 1.5 * tick + self->bar_axis.label_w;
  has_small = self->layers * self->heads > 1;
  room = width - 2 * margin;
  side = MIN (height - 2 * margin, room * (has_small ? 0.62 : 0.8));
  words = WORDS_SHARE * side;
  side = MIN (side, room - words - (has_small ? 0.25 * room : 0));
  self->map = (IplRect){ margin, margin, side, side };
  choose_words (self, style);
  /* The bar stands in the empty corner, above the words of the diagonal. */
  self->bar = (IplRect){ self->map.x + side - right + words / 2, self->map.y + 1.6 * self->label_h,
                         bar_w, MAX (0.3 * side, 1) };
  ipl_axis_init (&self->bar_axis, style, 0, self->limit, FALSE, self->bar.h, TRUE);
  small = (IplRect){ self->map.x + side + words + em, margin,
                     width - margin - self->map.x - side - words - em, height - 2 * margin };
  if (has_small && small.w > 0)
    place_small (self, &small, em);
}

void
ipl_sentence_layout_clear (gpointer layout)
{
  IplSentenceLayout *self = layout;
  g_clear_pointer (&self->words, g_strfreev);
  g_clear_pointer (&self->plain, g_strfreev);
}
