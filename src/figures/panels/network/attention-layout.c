/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the attention panel's images and small maps lie. */

#include "figures/panels/network/attention-layout.h"

#include "figures/kit/text.h"
#include "figures/view/network-view.h"

#include <math.h>

/* Between the thirds of a small map, in widths of one. */
#define THIRD_GAP 0.14
#define MAP_ASPECT (3 + 2 * THIRD_GAP)

void
ipl_attention_layout_clear (gpointer layout)
{
  IplAttentionLayout *self = layout;
  ipl_legend_clear (&self->legend);
  g_clear_pointer (&self->weights, g_free);
}

/* A division of the panel, rated. */
typedef struct
{
  double score;
  double side, small;
  gboolean below, across;
  guint columns; /* of a layer's small maps */
} Division;

typedef struct
{
  double w, h;             /* of all */
  double frame_w, frame_h; /* around the three images */
  double label_w, label_h; /* what a layer is called, before or above its small maps */
  double number_w;         /* a head's number and its limit, before its map */
  double gap, apart;       /* between small maps; between them and the images */
  double em;
  guint L, H; /* layers, most heads of a layer */
} Task;

/* Side of the thirds of small maps within an area. */
static double
small_side (const Task *t, double w, double h, gboolean across, guint columns)
{
  guint rows = (t->H + columns - 1) / columns;
  guint all_columns = across ? t->L * columns : columns, all_rows = across ? rows : t->L * rows;
  double map_w = (w - (across ? 0 : t->label_w) - all_columns * (t->number_w + t->gap) + t->gap)
                 / all_columns;
  double map_h = (h - (across ? t->label_h : 0) - (all_rows - 1) * 0.5 * t->gap) / all_rows;
  return MIN (map_w / MAP_ASPECT, map_h);
}

static Division
divide (const Task *t)
{
  double most = MIN ((t->w - t->frame_w) / 3, t->h - t->frame_h);
  Division best = { .score = -INFINITY, .side = MAX (most, 0), .columns = 1 };
  for (int step = 30; step <= 100 && t->L * t->H > 1; step += 2)
    for (int below = 0; below <= 1; below++)
      for (int across = 0; across <= 1; across++)
        for (guint columns = 1; columns <= t->H; columns++)
          {
            double side = most * step / 100;
            double w = below ? t->w : t->w - 3 * side - t->frame_w - t->apart;
            double h = below ? t->h - side - t->frame_h - t->apart : t->h;
            double small = small_side (t, w, h, across, columns);
            small = MIN (small, MIN (0.5 * side, 2.4 * t->em));
            if (small < 0.5 * t->em)
              continue;
            /* Small maps are worth being legible, and then little more. */
            double score = side + 8 * MIN (small, 1.3 * t->em) + 2 * MAX (0, small - 1.3 * t->em);
            if (score > best.score)
              best = (Division){ score, side, small, below, across, columns };
          }
  return best;
}

static void
make_legend (IplAttentionLayout *self, const IplStyle *style, double width)
{
  static const char *const images[] = { "shot 1", "shot 2", "the query" };
  const IplView *view = self->view;
  IplLegend *legend = &self->legend;
  ipl_legend_init (legend);
  if (self->gallery == NULL)
    return;
  g_autofree char *label
      = ipl_view_head_label (view->the_case, view->shown_layer, view->shown_head);
  g_autofree char *head = ipl_view_name_markup (label);
  ipl_legend_add (legend, IPL_KEY_NONE,
                  g_strdup_printf ("<b>layer %d, %s</b>", view->shown_layer + 1, head), style->ink,
                  0, IPL_DASH_SOLID);
  ipl_legend_add (legend, IPL_KEY_NONE, g_strdup_printf ("sequence %d", view->shown_example + 1),
                  style->ink, 0, IPL_DASH_SOLID);
  ipl_legend_add (legend, IPL_KEY_BAR_OUTLINE,
                  view->shown_token < 0
                      ? g_strdup ("looking: the query, mean")
                      : g_strdup_printf ("looking: patch %d of %s",
                                         view->shown_token % IPL_ONE_SHOT_PATCHES + 1,
                                         images[view->shown_token / IPL_ONE_SHOT_PATCHES]),
                  style->accent, style->line_pt, IPL_DASH_SOLID);
  ipl_legend_layout (legend, style, width);
}

/* The most that a head looks at one patch of the sequence shown. */
double
ipl_attention_layout_largest (const IplAttentionLayout *self, guint layer, guint head)
{
  g_autofree double *weights = ipl_view_attention (self->view, layer, head);
  double largest = 0;
  for (guint s = 0; s < IPL_ONE_SHOT_T; s++)
    if (isfinite (weights[s]))
      largest = MAX (largest, weights[s]);
  return largest;
}

/* The area to divide, and what each of its parts needs beside the maps. */
static Task
make_task (const IplCaseInfo *the_case, const IplStyle *style, double w, double h, double frame_w)
{
  double em = style->font_pt, small = ipl_style_small (style);
  double text_h = ipl_text_height (style, small);
  Task task = { .w = w,
                .h = h,
                .frame_w = frame_w,
                .frame_h = 1.15 * text_h,
                .gap = 0.7 * em,
                .apart = 1.2 * em,
                .em = em,
                .L = the_case->L };
  for (guint l = 0; l < the_case->L; l++)
    task.H = MAX (task.H, the_case->H[l]);
  task.label_w = ipl_text_width (style, "layer 8", small) + 0.8 * em;
  task.label_h = 1.15 * text_h;
  task.number_w
      = task.H > 1 ? ipl_text_width (style, task.H > 9 ? "00" : "0", small) + 0.35 * em : 0;
  return task;
}

/* The grid of the small maps. */
static void
set_small_maps (IplAttentionLayout *self, const Task *task, const Division *division)
{
  self->small_side = division->small;
  self->layers_across = division->across;
  self->columns = division->columns;
  self->rows = (task->H + division->columns - 1) / division->columns;
  self->number_w = task->number_w;
  self->pitch_x = task->number_w + MAP_ASPECT * division->small + task->gap;
  self->layer_w = division->columns * self->pitch_x - task->gap;
  self->pitch_y = division->small + 0.5 * task->gap;
}

/* Of the weights of one query; 1 where there is none. */
static double
largest_weight (const double *weights)
{
  double largest = 0;

  for (guint s = 0; s < IPL_ONE_SHOT_T; s++)
    if (isfinite (weights[s]))
      largest = MAX (largest, weights[s]);
  return largest > 0 ? largest : 1;
}

void
ipl_attention_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                           double width, double height)
{
  IplAttentionLayout *self = layout;
  const IplCaseInfo *the_case = view->the_case;
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double text_h = ipl_text_height (style, small), tick = ipl_axis_tick_length (style);

  *self = (IplAttentionLayout){ .view = view };
  if (view->gallery != NULL && view->gallery->attention != NULL)
    self->gallery = view->gallery;
  make_legend (self, style, width - 2 * margin);
  self->legend_y = margin;
  if (self->gallery == NULL)
    return;
  self->weights = ipl_view_attention (view, view->shown_layer, view->shown_head);
  self->limit = largest_weight (self->weights);

  double top = margin + self->legend.height + 0.4 * em, gap = 0.5 * em, bar_w = 0.75 * em;
  double bar_room = 0.8 * em + bar_w + 1.5 * tick + ipl_text_width (style, "0.000", small);
  Task task = make_task (the_case, style, MAX (width - 2 * margin, 1),
                         MAX (height - margin - top, 1), 2 * gap + bar_room);
  double plain_w = task.number_w;
  task.number_w += ipl_text_width (style, "≤ 0.000", small) + 0.35 * em;
  Division d = divide (&task);
  self->own_limits = d.small + 0.5 * task.gap >= 0.95 * text_h;
  if (!self->own_limits)
    {
      /* No room to say how far each small map goes: one scale for all, the bar's. */
      task.number_w = plain_w;
      d = divide (&task);
    }
  if (d.small > 0 && !self->own_limits)
    for (guint l = 0; l < the_case->L; l++)
      for (guint h = 0; h < the_case->H[l]; h++)
        self->limit = MAX (self->limit, ipl_attention_layout_largest (self, l, h));
  double side = MAX (d.side, 1), main_w = 3 * side + task.frame_w, main_h = side + task.frame_h;
  double maps_w = 0, maps_h = 0;
  if (d.small > 0)
    {
      set_small_maps (self, &task, &d);
      maps_w = (d.across ? task.L * d.columns : d.columns) * self->pitch_x - task.gap
               + (d.across ? 0 : task.label_w);
      maps_h = (d.across ? self->rows : task.L * self->rows) * self->pitch_y - 0.5 * task.gap
               + (d.across ? task.label_h : 0);
    }
  double all_w = d.below || maps_w == 0 ? MAX (main_w, maps_w) : main_w + task.apart + maps_w;
  double all_h = !d.below || maps_h == 0 ? MAX (main_h, maps_h) : main_h + task.apart + maps_h;
  double x = margin + MAX (0, (task.w - all_w) / 2), y = top + MAX (0, (task.h - all_h) / 2);
  double main_x = d.below ? x + (all_w - main_w) / 2 : x;
  double main_y = d.below || maps_h == 0 ? y : y + (all_h - main_h) / 2;
  for (guint i = 0; i < 3; i++)
    self->image[i] = (IplRect){ main_x + i * (side + gap), main_y, side, side };
  self->bar = (IplRect){ self->image[2].x + side + 0.8 * em, main_y, bar_w, side };
  ipl_axis_init (&self->bar_axis, style, 0, self->limit, FALSE, side, TRUE);
  double maps_x = d.below ? x + (all_w - maps_w) / 2 : main_x + main_w + task.apart;
  double maps_y = d.below ? y + main_h + task.apart : y + (all_h - maps_h) / 2;
  self->small_x = maps_x + (d.across ? 0 : task.label_w);
  self->small_y = maps_y + (d.across ? task.label_h : 0);
}

IplRect
ipl_attention_layout_map (const IplAttentionLayout *self, guint layer, guint head)
{
  guint columns = MAX (1, self->columns), column = head % columns, row = head / columns;
  if (self->layers_across)
    column += layer * columns;
  else
    row += layer * self->rows;
  return (IplRect){ self->small_x + column * self->pitch_x + self->number_w,
                    self->small_y + row * self->pitch_y, MAP_ASPECT * self->small_side,
                    self->small_side };
}

/* The part of a small map that is an image's. */
IplRect
ipl_attention_layout_third (const IplAttentionLayout *self, const IplRect *map, guint i)
{
  double side = self->small_side;
  return (IplRect){ map->x + i * (1 + THIRD_GAP) * side, map->y, side, side };
}
