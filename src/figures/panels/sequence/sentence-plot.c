/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention between the words of a sentence at the time shown: one head large, all heads small.
 * A word is written right of its diagonal cell, at the end of its row and on top of its column. */

#include "core/experiments/text-result.h"
#include "figures/plot/plot-thumbnails.h"
#include "figures/plot/plot-words.h"
#include "figures/view/target-arrow-keys.h"

#include <math.h>

/* Length in characters at which words are cut. */
#define LONGEST_WORD 14

typedef struct
{
  const IplTextResult *result;
  const IplTrajectoryArray *array; /* [layers x heads x n x n] at each moment */
  const double *attention;         /* the same at the moment shown */
  guint n, layers, heads;
  guint layer, head; /* the head shown large */
} Sentence;

static gboolean
find_sentence (Sentence *self, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;

  *self = (Sentence){ .result = view->dynamics != NULL ? view->dynamics->data : NULL };
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

/* Returns: (transfer full): a word as plain text, cut at LONGEST_WORD */
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

/* Returns the attention of a head, [n x n]. */
static const double *
get_map (const Sentence *self, guint layer, guint head)
{
  return self->attention + ((gsize)layer * self->heads + head) * self->n * self->n;
}

/* Returns the largest attention of the head at any moment, so that the scale is constant in
 * time. Excludes the first half of the words, which have few keys, so that sparse attention gets
 * deep colours. */
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

static const char *
empty (const IplView *view, const char **more)
{
  Sentence self;

  *more = "begin the training";
  return find_sentence (&self, view) ? NULL : "No attention yet";
}

/* Adds the attention of a head, with empty cells above the diagonal. */
static IplPlotAxes *
add_map (IplPlot *plot, const Sentence *self, guint layer, guint head, double limit)
{
  gsize n = self->n;
  double *cells = ipl_plot_new_numbers (plot, n * n);
  IplPlotAxes *map = ipl_plot_add_map (plot, n, n, ipl_numbers (cells, n * n));

  for (gsize i = 0; i < n * n; i++)
    cells[i] = i % n <= i / n ? get_map (self, layer, head)[i] : NAN;
  map->cells.source
      = ipl_plot_format (plot,
                         "np.where(np.tri(%u) > 0, results[\"attention\"][%u, %u, %u], np.nan)",
                         self->n, plot->view->moment, layer, head);
  map->map_spec.hi = limit;
  map->map_spec.square = map->map_spec.lower = map->map_spec.attention = TRUE;
  map->cell_items = &ipl_cells_of_rows;
  map->is_matrix = TRUE;
  map->row_each = "from";
  map->column_each = "to";
  return map;
}

static const char *
name_head (IplPlot *plot, guint layer, guint head)
{
  return ipl_plot_format (plot, "layer %u, head %u", layer + 1, head + 1);
}

/* Adds a small map. Text and table get its numbers from the large map. */
static void
add_small (IplPlot *plot, const Sentence *self, guint layer, guint head, double limit)
{
  IplPlotAxes *large = ipl_plot_get_axes (plot, 0), *map;
  gboolean is_shown = layer == self->layer && head == self->head;
  char *brief = self->heads > 1 ? g_strdup_printf ("%u.%u", layer + 1, head + 1)
                                : g_strdup_printf ("layer %u", layer + 1);

  map = add_map (plot, self, layer, head, limit);
  map->caption = (IplMapCaption){ .is_small = TRUE,
                                  .item = ipl_target_head (layer, head),
                                  .is_shown = is_shown };
  for (guint k = 0; k < IPL_MAP_HEADINGS; k++)
    map->caption.headings[k]
        = k == 0 ? ipl_plot_adopt_text (plot, brief) : map->caption.headings[0];
  if (!is_shown)
    ipl_axes_list_numbers (large, (IplNumbers){ 0 }, map->cells, name_head (plot, layer, head))
        ->listed
        = IPL_LISTED_IN_TABLE;
}

/* Sets the words as names along the axes, in text and in the table. */
static void
name_words (IplPlot *plot, const Sentence *self, IplPlotAxes *map)
{
  IplThumbnails *thumbnails = ipl_plot_add_thumbnails (plot);
  IplRowName *words = (IplRowName *)g_new0 (IplRowName, self->n + 1);
  const char **names = ipl_plot_new_names (plot, self->n);

  g_ptr_array_add (plot->owned, words);
  for (guint i = 0; i < self->n; i++)
    {
      g_autofree char *word = make_word (self, i);

      words[i] = (IplRowName){ ipl_plot_adopt_text (plot, g_markup_escape_text (word, -1)), i, 1,
                               FALSE };
      names[i] = ipl_plot_format (plot, "%s (%u)", words[i].markup, i + 1);
    }
  thumbnails->n = self->n;
  thumbnails->tile = 1;
  thumbnails->diagonal = TRUE;
  thumbnails->names[0] = words;
  thumbnails->bar_title = "attention";
  thumbnails->part = "head";
  map->names = names;
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *map;
  Sentence self;
  double limit;

  if (!find_sentence (&self, view))
    return;
  limit = find_limit (&self, view);
  map = add_map (plot, &self, self.layer, self.head, limit);
  map->y.title = name_head (plot, self.layer, self.head);
  map->caption.headings[0] = map->caption.headings[1] = map->y.title;
  map->shown_row = (int)self.n - 1;
  map->shown_column = 0;
  name_words (plot, &self, map);
  for (guint k = 0; k < self.layers * self.heads && self.layers * self.heads > 1; k++)
    add_small (plot, &self, k / self.heads, k % self.heads, limit);
}

extern const IplPanel ipl_panel_text_attention;

/* Describes a pair of words, or for a small map the word with the largest attention of the last
 * word. */
static char *
describe_pair (const IplTarget *target, const IplView *view)
{
  g_autoptr (IplPlot) plot = NULL;
  g_autofree char *from = NULL, *to = NULL;
  const double *attention;
  guint most = 0;
  int layer = ipl_target_get (target, IPL_PART_LAYER);
  int head = ipl_target_get (target, IPL_PART_HEAD);
  Sentence self;

  if (!find_sentence (&self, view))
    return NULL;
  if (target->kind != IPL_TARGET_HEAD || layer >= (int)self.layers || head >= (int)self.heads)
    {
      plot = ipl_plot_build_numbers (&ipl_panel_text_attention, view);
      return ipl_plot_describe_target (plot, target);
    }
  attention = get_map (&self, (guint)layer, (guint)head) + (gsize)(self.n - 1) * self.n;
  for (guint i = 1; i < self.n; i++)
    most = attention[i] > attention[most] ? i : most;
  from = make_word (&self, self.n - 1);
  to = make_word (&self, most);
  return g_strdup_printf ("Layer %d, head %d: “%s” (%u) attends most to “%s” (%u)", layer + 1,
                          head + 1, from, self.n, to, most + 1);
}

const IplPanel ipl_panel_text_attention = {
  .id = "text-attention",
  .title = "Attention over a sentence",
  .experiment = "joma-text",
  .empty = empty,
  .build = build,
  .describe_target = describe_pair,
  .sentence = "Attention of each word of a sentence to itself and to earlier words. A word is on "
              "the diagonal: its row is its attention to others, its column the attention that it "
              "receives. Small: all layers and heads.",
  .height_narrow = 0.8,
  .height_wide = 0.5,
};
