/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the words of a sentence look at the time shown: one head large, all small. A word stands to
 * the right of its place on the diagonal, at the end of its row and on top of its column. */

#include "core/experiments/text-result.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/sequence/sequence.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

/* Words smaller than this are not written, each; of smaller ones, some. */
#define LEAST_PT 4.5
/* The room for words, in widths of the map: longer ones are cut. */
#define WORDS_SHARE 0.16
#define LONGEST_WORD 14
/* The smallest side of small maps, in text sizes. */
#define LEAST_SIDE 1.2

typedef struct
{
  const IplTextResult *result;
  const IplTrajectoryArray *array; /* [layers x heads x n x n] at each moment */
  const double *attention;         /* that at the moment shown */
  guint n, layers, heads;
  guint layer, head; /* shown large */
} Sentence;

static gboolean
find_sentence (Sentence *self, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;

  *self = (Sentence){ .result = view->own != NULL ? view->own->data : NULL };
  if (trajectory != NULL && trajectory->S > 0)
    self->array = ipl_trajectory_find (trajectory, "attention");
  if (self->result == NULL || self->array == NULL)
    return FALSE;
  self->layers = (guint)self->array->shape[0];
  self->heads = (guint)self->array->shape[1];
  self->n = (guint)self->array->shape[2];
  self->layer = view->shown_layer >= 0 && view->shown_layer < (int)self->layers
                    ? (guint)view->shown_layer
                    : 0;
  self->head
      = view->shown_head >= 0 && view->shown_head < (int)self->heads ? (guint)view->shown_head : 0;
  self->attention = ipl_trajectory_get (trajectory, "attention", view->moment);
  return self->n > 0;
}

/* Returns: (transfer full): a word, cut where it is long; plain text */
static char *
make_word (const Sentence *self, guint i)
{
  const char *word = i < self->result->n_words ? self->result->words[i] : "";
  g_autofree char *start = NULL;

  if (g_utf8_strlen (word, -1) <= LONGEST_WORD)
    return g_strdup (word);
  start = g_utf8_substring (word, 0, LONGEST_WORD - 1);
  return g_strconcat (start, "…", NULL);
}

/* The attention of a head, [n x n]. */
static const double *
get_map (const Sentence *self, guint layer, guint head)
{
  return self->attention + ((gsize)layer * self->heads + head) * self->n * self->n;
}

/* The largest attention at any moment, but of the first half of the words, which have few to look
 * at: the scale does not change in time, and what is sparse is deep. */
static double
find_limit (const Sentence *self, const IplView *view)
{
  const gsize n = self->n,
              first = (gsize)(get_map (self, self->layer, self->head) - self->attention);
  double most = 0;

  for (gsize s = 0; s < view->trajectory->S; s++)
    for (gsize i = n / 2 * n; i < n * n; i++)
      {
        double value = self->array->values[s * self->array->size + first + i];

        most = isfinite (value) ? MAX (most, value) : most;
      }
  return most > 0 ? most : 1;
}

static IplPiece *
add_map (IplSequence *layout, const Sentence *self, IplRect area, guint layer, guint head,
         double limit)
{
  IplPiece *map = ipl_sequence_add (layout, IPL_PIECE_MAP, area, ipl_target_head (layer, head));

  map->n = self->n;
  map->attention = get_map (self, layer, head);
  map->limit = limit;
  map->lower = TRUE;
  return map;
}

/* As large as there is room for in a row. */
static void
add_words (IplSequence *layout, const Sentence *self, const IplStyle *style, const IplRect *map)
{
  double small = ipl_style_small (style), step = map->h / self->n;
  double room = MIN (small, small * step / ipl_text_height (style, small) * 1.15);
  double size = MAX (room, LEAST_PT);
  guint stride = MAX (1, (guint)ceil (size / MAX (room, 0.01) - 1e-9));

  for (guint i = 0; i < self->n; i += stride)
    {
      g_autofree char *word = make_word (self, i);

      ipl_sequence_write (layout, g_markup_escape_text (word, -1), size, style->ink,
                          map->x + (i + 1) * step + 0.35 * size, map->y + (i + 0.5) * step, 0, 0.5);
    }
}

/* The bar stands in the empty corner, above the words of the diagonal. */
static void
add_bar (IplSequence *layout, const IplStyle *style, const IplRect *map, double words, double limit,
         double height)
{
  double em = style->font_pt, small = ipl_style_small (style), right;
  double text_h = ipl_text_height (style, small), tick = ipl_axis_tick_length (style);

  ipl_axis_init (&layout->bar_axis, style, 0, limit, FALSE, height / 3, TRUE);
  right = 0.75 * em + 1.5 * tick + layout->bar_axis.label_w;
  layout->bar = (IplRect){ map->x + map->w - right + words / 2, map->y + 1.6 * text_h, 0.75 * em,
                           MAX (0.3 * map->w, 1) };
  ipl_axis_init (&layout->bar_axis, style, 0, limit, FALSE, layout->bar.h, TRUE);
  ipl_sequence_write (layout, g_strdup ("attention"), small, style->ink,
                      layout->bar.x + layout->bar.w + 1.5 * tick + layout->bar_axis.label_w,
                      layout->bar.y - 0.4 * text_h, 1, 1);
}

/* All heads: those of a layer beside each other, or as many layers of one head as fit. */
static void
add_small (IplSequence *layout, const Sentence *self, const IplStyle *style, const IplRect *area,
           double limit)
{
  double em = style->font_pt, small = ipl_style_small (style);
  IplGridCell cell = {
    .aspect = 1, .more_h = ipl_text_height (style, small), .gap_x = 0.4 * em, .gap_y = 0.4 * em
  };
  IplGrid grid;

  ipl_grid_fit (&grid, self->layers * self->heads, self->heads,
                self->heads > 1 ? self->heads : self->layers, area, &cell);
  if (grid.side < LEAST_SIDE * em)
    return;
  for (guint i = 0; i < self->layers * self->heads; i++)
    {
      guint layer = i / self->heads, head = i % self->heads;
      g_autofree char *label = self->heads > 1 ? g_strdup_printf ("%u.%u", layer + 1, head + 1)
                                               : g_strdup_printf ("layer %u", layer + 1);
      IplRect at = ipl_grid_get (&grid, i);
      IplPiece *whole;

      if (ipl_text_width (style, label, small) <= 1.1 * at.w)
        ipl_sequence_write (layout, g_steal_pointer (&label), small, style->ink, at.x, at.y, 0, 0);
      at.y += cell.more_h;
      add_map (layout, self, at, layer, head, limit);
      whole = ipl_sequence_add (layout, IPL_PIECE_WHOLE, at, ipl_target_head (layer, head));
      whole->is_picked = TRUE;
      whole->n = self->n;
      whole->lower = TRUE;
      if (layer != self->layer || head != self->head)
        continue;
      whole = ipl_sequence_add (layout, IPL_PIECE_OUTLINE, at, IPL_TARGET_NONE);
      whole->n = self->n;
      whole->lower = TRUE;
    }
}

static char *say (const IplTarget *target, const IplView *view);

static void
layout_init (gpointer data, const IplView *view, const IplStyle *style, double width, double height)
{
  IplSequence *layout = data;
  double em = style->font_pt, margin = 0.4 * em, room = width - 2 * margin, side, words, limit, x;
  gboolean has_small;
  IplRect area;
  IplPiece *map;
  Sentence self;

  ipl_sequence_init (layout, view, say);
  if (!find_sentence (&self, view))
    return;
  limit = find_limit (&self, view);
  has_small = self.layers * self.heads > 1;
  side = MIN (height - 2 * margin, room * (has_small ? 0.62 : 0.8));
  words = WORDS_SHARE * side;
  side = MIN (side, room - words - (has_small ? 0.25 * room : 0));
  area = (IplRect){ margin, margin, side, side };
  map = add_map (layout, &self, area, self.layer, self.head, limit);
  map->is_picked = map->pairs = TRUE;
  add_words (layout, &self, style, &area);
  add_bar (layout, style, &area, words, limit, height);
  x = margin + side + words + em;
  area = (IplRect){ x, margin, width - margin - x, height - 2 * margin };
  if (has_small && area.w > 0)
    add_small (layout, &self, style, &area, limit);
}

static const char *
empty (const IplView *view, const char **more)
{
  Sentence self;

  *more = "begin the training";
  return find_sentence (&self, view) ? NULL : "No attention yet";
}

/* The two words that are hovered: a row looks, a component is looked at. */
static gboolean
get_pair (const Sentence *self, const IplTarget *target, guint *row, guint *column)
{
  *row = (guint)ipl_target_get (target, IPL_PART_ROW);
  *column = (guint)ipl_target_get (target, IPL_PART_COMPONENT);
  return *row < self->n && *column <= *row;
}

/* From word to word: up and down the one that looks, left and right the one looked at. */
static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  guint row, column;
  IplTarget target;
  Sentence self;

  if (!find_sentence (&self, view))
    return IPL_TARGET_NONE;
  if (get_pair (&self, from, &row, &column))
    {
      row = (guint)ipl_step_move (row, dy, self.n);
      column = MIN (row, (guint)ipl_step_move (column, dx, self.n));
    }
  else
    {
      row = (guint)self.n - 1;
      column = 0;
    }
  target = ipl_target_entry (row, column);
  ipl_target_set (&target, IPL_PART_LAYER, self.layer);
  ipl_target_set (&target, IPL_PART_HEAD, self.head);
  return target;
}

/* A pair of words as the head shown has it, or what the last word of another head looks at most. */
static char *
say (const IplTarget *target, const IplView *view)
{
  guint layer, head, row, column;
  g_autofree char *from = NULL, *to = NULL, *value = NULL;
  const double *looks;
  gboolean is_pair;
  Sentence self;

  if (!find_sentence (&self, view))
    return NULL;
  is_pair = get_pair (&self, target, &row, &column);
  layer = is_pair ? self.layer : (guint)ipl_target_get (target, IPL_PART_LAYER);
  head = is_pair ? self.head : (guint)ipl_target_get (target, IPL_PART_HEAD);
  if (!is_pair && (target->kind == IPL_TARGET_ENTRY || layer >= self.layers || head >= self.heads))
    return NULL;
  row = is_pair ? row : self.n - 1;
  looks = get_map (&self, layer, head) + (gsize)row * self.n;
  for (guint i = column = is_pair ? column : 0; i <= row && !is_pair; i++)
    column = looks[i] > looks[column] ? i : column;
  from = make_word (&self, row);
  to = make_word (&self, column);
  value = ipl_number_fixed (looks[column], 3);
  if (!is_pair)
    return g_strdup_printf ("Layer %u, head %u: “%s” (%u) looks most at “%s” (%u), %s", layer + 1,
                            head + 1, from, row + 1, to, column + 1, value);
  g_autofree char *of = self.heads > 1 ? g_strdup_printf (", head %u", head + 1) : g_strdup ("");
  return g_strdup_printf ("“%s” (%u) looks at “%s” (%u): %s, layer %u%s", from, row + 1, to,
                          column + 1, value, layer + 1, of);
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
  Sentence self;

  g_string_append (text, "layer\thead\tword");
  for (guint i = 0; i < result->n_words; i++)
    g_string_append_printf (text, "\t%s", result->words[i]);
  g_string_append_c (text, '\n');
  if (!find_sentence (&self, view))
    return;
  for (guint k = 0; k < self.layers * self.heads * self.n; k++)
    {
      guint map = k / self.n, row = k % self.n;

      g_string_append_printf (text, "%u\t%u\t%s", map / self.heads + 1, map % self.heads + 1,
                              result->words[row]);
      for (guint column = 0; column < self.n; column++)
        if (column <= row)
          ipl_table_cell (text, self.attention[(gsize)k * self.n + column]);
        else
          g_string_append_c (text, '\t');
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_text_attention = {
  .id = "text-attention",
  .title = "Attention over a sentence",
  .experiment = "joma-text",
  .empty = empty,
  IPL_IS_SEQUENCE,
  .layout_init = layout_init,
  .step = step,
  .say = say,
  .describe = describe,
  .table = table,
  .height_narrow = 0.8,
  .height_wide = 0.5,
};
