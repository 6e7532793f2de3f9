/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/text-result.h"
#include "figures/kit/axis.h"
#include "figures/kit/rect.h"
#include "figures/view/view.h"

/**
 * IplSentenceLayout:
 * @words, @plain: [n] the words as markup and as text, long ones cut
 * @layers, @heads: what there is
 * @layer, @head: what is shown large
 * @attention: [layers x heads x n x n] at the moment shown
 * @limit: the attention of the deepest color, the same at all moments
 * @word_size: of the words on the diagonal, in points; 0 where there is no room for any
 * @stride: every so many words are written
 * @map: the square of all pairs; of them those on and below the diagonal are there
 * @bar: where the colors are explained
 * @first, @side, @pitch_x, @pitch_y, @columns: the small maps of all heads; @side 0 for none
 *
 * Attention over a sentence: rows look, columns are looked at. A word stands to the right of its
 * place on the diagonal, at the end of its row and on top of its column.
 */
typedef struct
{
  guint n;
  char **words;
  char **plain;
  guint layers, heads;
  guint layer, head;
  const double *attention;
  double limit;
  double word_size;
  guint stride;
  IplRect map, bar;
  IplAxis bar_axis;
  double first_x, first_y, side, pitch_x, pitch_y, label_h;
  guint columns;
} IplSentenceLayout;

void ipl_sentence_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                               double width, double height);
void ipl_sentence_layout_clear (gpointer layout);
double ipl_sentence_layout_get (const IplSentenceLayout *self, guint layer, guint head, guint row,
                                guint column);
IplRect ipl_sentence_layout_small (const IplSentenceLayout *self, guint layer, guint head);
char *ipl_sentence_layout_label (const IplSentenceLayout *self, guint layer, guint head);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplSentenceLayout, ipl_sentence_layout_clear)
