/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the words of a sentence look at the time shown: one head large, all small. A word stands to
 * the right of its place on the diagonal, at the end of its row and on top of its column. */

#include "core/experiments/text-result.h"
#include "figures/kit/text.h"
#include "figures/panels/sequence/sequence.h"
#include "figures/view/target-step.h"

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
  IplPiece *map = ipl_sequence_add (layout, IPL_PIECE_MAP, area, IPL_TARGET_NONE);

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

      ipl_sequence_write (layout, g_markup_escape_text (word, -1),
                          (IplPieceText){ size, style->ink, map->x + (i + 1) * step + 0.35 * size,
                                          map->y + (i + 0.5) * step, 0, 0.5 });
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
  ipl_sequence_write (
      layout, g_strdup ("attention"),
      (IplPieceText){ small, style->ink,
                      layout->bar.x + layout->bar.w + 1.5 * tick + layout->bar_axis.label_w,
                      layout->bar.y - 0.4 * text_h, 1, 1 });
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

  ipl_grid_fit (&grid, self->layers * self->heads, self->heads, area, &cell);
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
        ipl_sequence_write (layout, g_steal_pointer (&label),
                            (IplPieceText){ small, style->ink, at.x, at.y });
      at.y += cell.more_h;
      add_map (layout, self, at, layer, head, limit);
      whole = ipl_sequence_add (layout, IPL_PIECE_WHOLE, at, ipl_target_on_head (layer, head));
      whole->n = self->n;
      whole->lower = TRUE;
      whole->line = layer == self->layer && head == self->head ? 1 : 0;
    }
}

static void
layout_init (gpointer data, const IplView *view, const IplStyle *style, double width, double height)
{
  IplSequence *layout = data;
  double em = style->font_pt, margin = 0.4 * em, room = width - 2 * margin, side, words, limit, x;
  gboolean has_small;
  IplRect area;
  IplPiece *map;
  Sentence self;

  ipl_sequence_init (layout, &ipl_panel_text_attention, view);
  if (!find_sentence (&self, view))
    return;
  limit = find_limit (&self, view);
  has_small = self.layers * self.heads > 1;
  side = MIN (height - 2 * margin, room * (has_small ? 0.62 : 0.8));
  words = WORDS_SHARE * side;
  side = MIN (side, room - words - (has_small ? 0.25 * room : 0));
  area = (IplRect){ margin, margin, side, side };
  map = add_map (layout, &self, area, self.layer, self.head, limit);
  map->target = ipl_target_on_head (self.layer, self.head);
  map->pairs = TRUE;
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

/* From word to word: up and down the one that looks, left and right the one looked at. */
static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;
  Sentence self;

  if (!find_sentence (&self, view))
    return target;
  target = ipl_target_on_head (self.layer, self.head);
  target.row = (int)self.n - 1;
  target.component = 0;
  if (from->row < 0 || from->row >= (int)self.n || from->component < 0
      || from->component > from->row)
    return target;
  target.row = (int)ipl_step_move ((gsize)from->row, dy, self.n);
  target.component = MIN (target.row, (int)ipl_step_move ((gsize)from->component, dx, self.n));
  return target;
}

/* The attention of every head, none above the diagonal. */
static void
tell (IplPlot *plot, const IplView *view)
{
  const char **names;
  Sentence self;
  gsize n;

  find_sentence (&self, view);
  n = self.n;
  names = (const char **)ipl_plot_new_numbers (plot, self.n);
  for (guint i = 0; i < self.n; i++)
    {
      g_autofree char *word = make_word (&self, i);
      g_autofree char *name = g_strdup_printf ("%s (%u)", word, i + 1);

      names[i] = ipl_plot_keep (plot, g_markup_escape_text (name, -1));
    }
  for (guint k = 0; k < self.layers * self.heads; k++)
    {
      guint layer = k / self.heads, head = k % self.heads;
      double *attention = ipl_plot_new_numbers (plot, n * n);

      for (gsize i = 0; i < n * n; i++)
        attention[i] = i % n <= i / n ? get_map (&self, layer, head)[i] : NAN;
      ipl_sequence_tell (plot, g_strdup_printf ("layer %u, head %u", layer + 1, head + 1),
                         &(IplSequenceTold){ ipl_target_on_head (layer, head), self.n, self.n,
                                             attention, names, names, &ipl_cells_of_pairs });
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
  .numbers = tell,
  .sentence = "How much each word of a sentence attends to itself and to those before it. A word "
              "stands on the diagonal: its row is what it attends to, its column what attends to "
              "it. Small, all layers and heads.",
  .height_narrow = 0.8,
  .height_wide = 0.5,
};
