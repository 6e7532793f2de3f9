/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Splits a Pango layout into lines of pieces with equal font attributes. */

#include "figures/kit/layout-lines.h"

#include <string.h>

static void
piece_clear (gpointer data)
{
  g_free (((IplLabelPiece *)data)->text);
}

static IplLabelLine *
line_new (void)
{
  IplLabelLine *self = g_new0 (IplLabelLine, 1);

  self->pieces = g_array_new (FALSE, TRUE, sizeof (IplLabelPiece));
  g_array_set_clear_func (self->pieces, piece_clear);
  return self;
}

static void
line_free (gpointer data)
{
  IplLabelLine *self = data;

  g_array_unref (self->pieces);
  g_free (self);
}

static double
points (int units)
{
  return (double)units / PANGO_SCALE;
}

/* Compares size, rise and style only; a fallback font makes no difference. */
static gboolean
is_alike (const IplLabelPiece *a, const IplLabelPiece *b)
{
  return a->size == b->size && a->rise == b->rise && a->bold == b->bold && a->italic == b->italic;
}

static void
add_run (IplLabelLine *line, const PangoLayoutRun *run, const char *text, double rise)
{
  const PangoItem *item = run->item;
  gboolean left_out = (item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0;
  g_autofree char *piece_text
      = left_out ? g_strdup ("…") : g_strndup (text + item->offset, (gsize)item->length);
  PangoFontDescription *font = pango_font_describe_with_absolute_size (item->analysis.font);
  IplLabelPiece piece = {
    .size = points (pango_font_description_get_size (font)),
    .rise = rise,
    .bold = pango_font_description_get_weight (font) >= PANGO_WEIGHT_SEMIBOLD,
    .italic = pango_font_description_get_style (font) != PANGO_STYLE_NORMAL,
  };
  IplLabelPiece *last = line->pieces->len > 0
                            ? &g_array_index (line->pieces, IplLabelPiece, line->pieces->len - 1)
                            : NULL;

  pango_font_description_free (font);
  if (last != NULL && is_alike (last, &piece))
    {
      char *joined = g_strconcat (last->text, piece_text, NULL);

      g_free (last->text);
      last->text = joined;
      return;
    }
  piece.text = g_steal_pointer (&piece_text);
  g_array_append_val (line->pieces, piece);
}

/* @layout: a laid-out text
 * Returns: (transfer full): its lines that are not empty, from top to bottom */
GPtrArray *
ipl_label_lines (PangoLayout *layout)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (line_free);
  PangoLayoutIter *iter = pango_layout_get_iter (layout);
  const char *text = pango_layout_get_text (layout);
  IplLabelLine *line = NULL;

  do
    {
      const PangoLayoutRun *run = pango_layout_iter_get_run_readonly (iter);
      int baseline = pango_layout_iter_get_baseline (iter);

      if (run == NULL)
        {
          line = NULL;
          continue;
        }
      if (line == NULL)
        {
          PangoRectangle logical;

          line = line_new ();
          pango_layout_iter_get_line_extents (iter, NULL, &logical);
          line->x = points (logical.x);
          line->width = points (logical.width);
          line->baseline = points (baseline);
          g_ptr_array_add (lines, line);
        }
      add_run (line, run, text, points (baseline - pango_layout_iter_get_run_baseline (iter)));
    }
  while (pango_layout_iter_next_run (iter));
  pango_layout_iter_free (iter);
  return lines;
}
