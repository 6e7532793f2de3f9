/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the words of a sentence look at the time shown: one head large, all small. */

#include "figures/kit/scribe.h"
#include "figures/kit/heat-map.h"
#include "figures/kit/matrix-picture.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/text/sentence-layout.h"
#include "figures/view/target-words.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

/* One head, for the picture. */
typedef struct
{
  const IplSentenceLayout *layout;
  guint layer, head;
} Cells;

static double
cell (gsize row, gsize column, gconstpointer data)
{
  const Cells *cells = data;

  return ipl_sentence_layout_get (cells->layout, cells->layer, cells->head, (guint)row,
                                  (guint)column);
}

/* The corner below the diagonal, with it: in steps where cells can be distinguished. */
static void
trace_corner (const IplSentenceLayout *self, cairo_t *cr, const IplRect *map)
{
  double step = map->w / self->n;

  cairo_move_to (cr, map->x, map->y + map->h);
  cairo_line_to (cr, map->x, map->y);
  for (guint i = 0; i < self->n; i++)
    {
      cairo_line_to (cr, map->x + (i + 1) * step, map->y + i * step);
      cairo_line_to (cr, map->x + (i + 1) * step, map->y + (i + 1) * step);
    }
  cairo_close_path (cr);
}

static void
draw_map (const IplSentenceLayout *self, const IplStyle *style, cairo_t *cr, guint layer,
          guint head, const IplRect *map)
{
  const Cells cells = { self, layer, head };
  guint32 colors[IPL_MATRIX_COLORS];

  for (int i = 0; i < IPL_MATRIX_COLORS; i++)
    {
      IplColor color = ipl_style_attention_color (style, 2.0 * i / (IPL_MATRIX_COLORS - 1) - 1);

      colors[i] = (guint32)lround (color.r * 255) << 16 | (guint32)lround (color.g * 255) << 8
                  | (guint32)lround (color.b * 255);
    }
  cairo_save (cr);
  trace_corner (self, cr, map);
  cairo_clip (cr);
  ipl_matrix_picture_draw (cr, map, self->n, cell, &cells, self->limit, colors);
  cairo_restore (cr);
  trace_corner (self, cr, map);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, 0.55), 1);
  cairo_stroke (cr);
}

static void
draw_words (const IplSentenceLayout *self, const IplStyle *style, cairo_t *cr)
{
  double step = self->map.h / self->n;

  for (guint i = 0; i < self->n; i += self->stride)
    ipl_text_draw (cr, style, self->words[i], self->word_size, style->ink,
                   self->map.x + (i + 1) * step + 0.35 * self->word_size,
                   self->map.y + (i + 0.5) * step, 0, 0.5);
}

static void
draw_bar (const IplSentenceLayout *self, const IplStyle *style, cairo_t *cr)
{
  const IplRect *bar = &self->bar;
  double small = ipl_style_small (style);

  ipl_color_bar_draw (bar, &self->bar_axis, IPL_COLORS_ATTENTION, style, cr);
  ipl_text_draw (cr, style, "attention", small, style->ink,
                 bar->x + bar->w + 1.5 * ipl_axis_tick_length (style) + self->bar_axis.label_w,
                 bar->y - 0.4 * ipl_text_height (style, small), 1, 1);
}

static void
outline (const IplSentenceLayout *self, const IplStyle *style, cairo_t *cr, const IplRect *r,
         double line)
{
  trace_corner (self, cr, r);
  cairo_set_line_width (cr, line);
  ipl_set_color (cr, style->accent, 1);
  cairo_stroke (cr);
}

static void
draw_small (const IplSentenceLayout *self, const IplStyle *style, cairo_t *cr)
{
  double small = ipl_style_small (style);

  for (guint l = 0; l < self->layers; l++)
    for (guint h = 0; h < self->heads; h++)
      {
        IplRect map = ipl_sentence_layout_small (self, l, h);
        g_autofree char *label = ipl_sentence_layout_label (self, l, h);

        IplTarget target = ipl_target_on_head (l, h);

        draw_map (self, style, cr, l, h, &map);
        ipl_item_area (cr, &target, &map);
        if (ipl_text_width (style, label, small) <= map.w * 1.1)
          ipl_text_draw (cr, style, label, small, style->ink, map.x, map.y, 0, 1);
        if (l == self->layer && h == self->head)
          outline (self, style, cr, &map, style->line_pt);
      }
}

static const char *
empty (const IplView *view, const char **more)
{
  const IplTrajectory *trajectory = view->trajectory;

  *more = "begin the training";
  return view->own != NULL && view->own->data != NULL && trajectory != NULL && trajectory->S > 0
                 && ipl_trajectory_find (trajectory, "attention") != NULL
             ? NULL
             : "No attention yet";
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplSentenceLayout *self = layout;

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  draw_map (self, style, cr, self->layer, self->head, &self->map);
  draw_words (self, style, cr);
  draw_bar (self, style, cr);
  if (self->side > 0)
    draw_small (self, style, cr);
}

/* The two words that are hovered: a row looks, a component is looked at. */
static gboolean
get_pair (const IplSentenceLayout *self, const IplTarget *target, guint *row, guint *column)
{
  if (target->row < 0 || target->row >= (int)self->n || target->component < 0
      || target->component > target->row)
    return FALSE;
  *row = (guint)target->row;
  *column = (guint)target->component;
  return TRUE;
}

/* "dogs" looks at "the": 0.43 (layer 1) */
static char *
describe_pair (const IplSentenceLayout *self, char **words, guint row, guint column)
{
  g_autofree char *value
      = ipl_number_fixed (ipl_sentence_layout_get (self, self->layer, self->head, row, column), 3);
  g_autofree char *head
      = self->heads > 1 ? g_strdup_printf (", head %u", self->head + 1) : g_strdup ("");

  return g_strdup_printf ("“%s” (%u) looks at “%s” (%u): %s, layer %u%s", words[row], row + 1,
                          words[column], column + 1, value, self->layer + 1, head);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const IplSentenceLayout *self = layout;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  guint row, column;

  if (!get_pair (self, said, &row, &column))
    {
      ipl_caption_overlay (view, style, selected, hovered, cr, width);
      return;
    }
  double step = self->map.w / self->n;
  g_autofree char *text = describe_pair (self, self->words, row, column);

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  cairo_rectangle (cr, self->map.x, self->map.y + row * step, (row + 1) * step, step);
  cairo_rectangle (cr, self->map.x + column * step, self->map.y + column * step, step,
                   (self->n - column) * step);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->accent, 1);
  cairo_stroke (cr);
  cairo_rectangle (cr, self->map.x + column * step, self->map.y + row * step, step, step);
  cairo_set_line_width (cr, 1.2 * style->line_pt);
  cairo_stroke (cr);
  ipl_caption_markup (style, text, cr, width);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplSentenceLayout *self = layout;

  if (ipl_rect_contains (&self->map, x, y))
    {
      double step = self->map.w / self->n;
      guint row = MIN ((guint)((y - self->map.y) / step), self->n - 1);
      guint column = MIN ((guint)((x - self->map.x) / step), self->n - 1);

      if (column > row)
        return FALSE;
      target->row = (int)row;
      target->component = (int)column;
      target->layer = (int)self->layer;
      target->head = (int)self->head;
      return TRUE;
    }
  for (guint l = 0; l < self->layers && self->side > 0; l++)
    for (guint h = 0; h < self->heads; h++)
      {
        IplRect map = ipl_sentence_layout_small (self, l, h);

        if (!ipl_rect_contains (&map, x, y))
          continue;
        target->layer = (int)l;
        target->head = (int)h;
        return TRUE;
      }
  return FALSE;
}

/* The contents, before the layout. */
static gboolean
init_anywhere (IplSentenceLayout *self, const IplView *view)
{
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 9);
  ipl_sentence_layout_init (self, view, &style, 400, 300);
  return self->n > 0;
}

/* From word to word: up and down the one that looks, left and right the one looked at. */
static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  g_auto (IplSentenceLayout) self = { .n = 0 };
  IplTarget target = IPL_TARGET_NONE;
  guint row, column;

  if (!init_anywhere (&self, view))
    return target;
  if (!get_pair (&self, from, &row, &column))
    {
      row = self.n - 1;
      column = 0;
    }
  else
    {
      row = (guint)ipl_step_move (row, dy, self.n);
      column = MIN (row, (guint)ipl_step_move (column, dx, self.n));
    }
  target.row = (int)row;
  target.component = (int)column;
  target.layer = (int)self.layer;
  target.head = (int)self.head;
  return target;
}

/* The word that the last word of a small map attends to most. */
static char *
describe_head (const IplSentenceLayout *self, guint layer, guint head)
{
  guint row = self->n - 1, most = 0;
  g_autofree char *value = NULL;

  for (guint column = 1; column <= row; column++)
    if (ipl_sentence_layout_get (self, layer, head, row, column)
        > ipl_sentence_layout_get (self, layer, head, row, most))
      most = column;
  value = ipl_number_fixed (ipl_sentence_layout_get (self, layer, head, row, most), 3);
  return g_strdup_printf ("Layer %u, head %u: “%s” (%u) looks most at “%s” (%u), %s", layer + 1,
                          head + 1, self->plain[row], row + 1, self->plain[most], most + 1, value);
}

static char *
say (const IplTarget *target, const IplView *view)
{
  g_auto (IplSentenceLayout) self = { .n = 0 };
  guint row, column;

  if (!init_anywhere (&self, view))
    return NULL;
  if (get_pair (&self, target, &row, &column))
    return describe_pair (&self, self.plain, row, column);
  if (target->row < 0 && target->layer >= 0 && target->layer < (int)self.layers && target->head >= 0
      && target->head < (int)self.heads)
    return describe_head (&self, (guint)target->layer, (guint)target->head);
  return NULL;
}

static void
describe (GString *text, const IplView *view)
{
  const IplTextResult *result = view->own->data;

  g_string_append_printf (text,
                          "How much each word of a sentence of %u looks at itself and those before "
                          "it. A word stands on the diagonal: its row is what it looks at, its "
                          "column who looks at it. Small, all layers and heads.",
                          result->n_words);
  ipl_describe_moment (text, view);
}

static void
table (GString *text, const IplView *view)
{
  const IplTextResult *result = view->own->data;
  const IplTrajectoryArray *array
      = view->trajectory != NULL ? ipl_trajectory_find (view->trajectory, "attention") : NULL;

  g_string_append (text, "layer\thead\tword");
  for (guint i = 0; i < result->n_words; i++)
    g_string_append_printf (text, "\t%s", result->words[i]);
  g_string_append_c (text, '\n');
  for (gsize k = 0; array != NULL && k < array->size; k++)
    {
      gsize n = array->shape[3], row = k / n % array->shape[2];

      if (k % n == 0)
        g_string_append_printf (text, "%" G_GSIZE_FORMAT "\t%" G_GSIZE_FORMAT "\t%s",
                                k / n / n / array->shape[1] + 1, k / n / n % array->shape[1] + 1,
                                result->words[row]);
      g_string_append_c (text, '\t');
      if (k % n <= row)
        ipl_table_number (text,
                          ipl_trajectory_get (view->trajectory, "attention", view->moment)[k]);
      if (k % n == n - 1)
        g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_text_attention = {
  .id = "text-attention",
  .title = "Attention over a sentence",
  .experiment = "joma-text",
  .empty = empty,
  .layout_size = sizeof (IplSentenceLayout),
  .layout_init = ipl_sentence_layout_init,
  .layout_clear = ipl_sentence_layout_clear,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = step,
  .say = say,
  .describe = describe,
  .table = table,
  .height_narrow = 0.8,
  .height_wide = 0.5,
};
