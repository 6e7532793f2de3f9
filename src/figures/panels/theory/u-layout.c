/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the heatmaps lie: one large, the sweep's small ones in a block beside or below it,
 * whichever leaves the maps largest. */

#include "figures/panels/theory/u-layout.h"

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/view/posterior-view.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

/* The least side of a large map over its side without small maps. */
#define LEAST_LARGE 0.6
/* A map whose largest entry is below this share of the common scale looks empty. */
#define PALE 0.05

static void
label_clear (gpointer data)
{
  g_free (((IplCellLabel *)data)->markup);
}

static void
thumbnail_clear (gpointer data)
{
  IplThumbnail *self = data;
  g_free (self->title);
  g_free (self->limit_text);
}

/* A label of the paths from @first on. */
static void
add_label (const IplULayout *self, GArray *labels, char *markup_take, gsize first, gsize count)
{
  gsize tile = self->maps.outputs.tile;
  IplCellLabel label = { markup_take, first * tile, count * tile };

  g_array_append_val (labels, label);
}

static guint
first_head (const IplULayout *self, gsize i)
{
  return ipl_case_path_head (self->maps.the_case, self->maps.shown.path[i], 0);
}

/* TRUE if the paths are listed head by head of layer 1. */
static gboolean
listed_by_first_head (const IplULayout *self)
{
  for (gsize i = 1; i < self->maps.shown.n; i++)
    if (first_head (self, i) < first_head (self, i - 1))
      return FALSE;
  return TRUE;
}

/* From @first on, how many paths go through the same head of layer 1. */
static gsize
count_group (const IplULayout *self, gsize first)
{
  gsize n = 1;
  while (first + n < self->maps.shown.n && first_head (self, first + n) == first_head (self, first))
    n++;
  return n;
}

static char *
head_markup (const IplCaseInfo *the_case, guint head, gboolean name)
{
  g_autofree char *label
      = name ? ipl_view_head_label (the_case, 0, head) : ipl_case_head_text (the_case, 0, head);
  return ipl_view_name_markup (label);
}

/* Labels for one axis, as many as fit at @cell points a path: every path, or else the heads of
 * layer 1 that head them, or else every so many paths. */
static GArray *
choose_labels (const IplULayout *self, const IplStyle *style, double cell, gboolean vertical)
{
  const IplCaseInfo *the_case = self->maps.the_case;
  double small = ipl_style_small (style), text_h = ipl_text_height (style, small);
  GArray *labels = g_array_new (FALSE, TRUE, sizeof (IplCellLabel));

  g_array_set_clear_func (labels, label_clear);
  for (gsize stride = 1; stride <= self->maps.shown.n; stride++)
    {
      double room = cell * stride;
      gboolean fits = TRUE;
      g_array_set_size (labels, 0);
      for (gsize i = 0; i < self->maps.shown.n && fits; i += stride)
        {
          char *name = ipl_view_name_markup (
              ipl_path_short_name (style->chosen, the_case, self->maps.shown.path[i]));
          double extent
              = vertical ? 0.95 * text_h : ipl_text_width (style, name, small) + 0.45 * small;
          fits = extent <= room;
          add_label (self, labels, name, i, 1);
        }
      if (fits)
        return labels;
      if (stride == 1 && self->grouped)
        break;
      /* 2, 5, 10, ... */
      stride = stride < 2 ? 1 : stride < 5 ? 4 : stride + 4;
    }
  g_array_set_size (labels, 0);
  if (!self->grouped)
    return labels;
  /* Where some paths are left out, the head of a few may go without a name. */
  gboolean all = ipl_shown_paths_are_all (&self->maps.shown);
  for (int name = 1; name >= 0; name--)
    {
      gboolean fits = TRUE;
      g_array_set_size (labels, 0);
      for (gsize i = 0, count; i < self->maps.shown.n; i += count)
        {
          count = count_group (self, i);
          char *markup = head_markup (the_case, first_head (self, i), name);
          double extent = vertical ? text_h : ipl_text_width (style, markup, small) + 0.45 * small;
          gboolean room = extent <= count * cell;
          if (!room && !all && name == 0)
            markup[0] = '\0';
          else
            fits = fits && room;
          add_label (self, labels, markup, i, count);
        }
      if (fits)
        return labels;
    }
  g_array_set_size (labels, 0);
  return labels;
}

static void
make_thumbnails (IplULayout *self, const IplView *view)
{
  g_autoptr (GArray) rows = ipl_view_rows (view, FALSE);
  for (guint i = 0; i < rows->len; i++)
    {
      guint row = g_array_index (rows, guint, i);
      const IplSolution *solution = ipl_view_row (view, row);
      IplThumbnail thumbnail = { .row = row };
      if (solution != NULL)
        {
          thumbnail.setting = &solution->setting;
          thumbnail.title = ipl_view_setting_markup (&solution->setting);
          ipl_u_maps_find_sources (&self->maps, solution,
                                   ipl_view_posterior_at (view, &solution->setting),
                                   thumbnail.source);
          thumbnail.largest = ipl_u_maps_largest (&self->maps, thumbnail.source);
          if (view->display.shared_limits)
            self->maps.limit = MAX (self->maps.limit, thumbnail.largest);
        }
      else
        thumbnail.title = g_strdup ("…");
      g_array_append_val (self->thumbnails, thumbnail);
    }
}

/* To one digit. */
static double
round_up (double value)
{
  double power = value > 0 ? pow (10, floor (log10 (value))) : 1;

  return ceil (value / power * (1 - 1e-9)) * power;
}

/* TRUE if a map looks empty whose largest entry is @largest. */
gboolean
ipl_u_layout_is_pale (const IplULayout *self, double largest)
{
  return largest < PALE * self->small_limit;
}

/* The largest number of a small map is said where it has a scale of its own, and on that of all
 * where it is too pale to be seen. Returns: whether any is */
static gboolean
say_limits (IplULayout *self, gboolean shared)
{
  const char *sign = shared || self->maps.mode == IPL_HEATMAP_SD ? "≤ " : "±";
  gboolean any = !shared;

  for (guint i = 0; i < self->thumbnails->len; i++)
    {
      IplThumbnail *t = &g_array_index (self->thumbnails, IplThumbnail, i);
      g_autofree char *text = shared ? ipl_number_markup (round_up (t->largest), 1)
                                     : ipl_number_markup (t->largest, 2);

      if (t->largest > 0 && (!shared || ipl_u_layout_is_pale (self, t->largest)))
        t->limit_text = g_strconcat (sign, text, NULL);
      else if (t->setting != NULL && !shared)
        /* Not sampled: the titles stay in line. */
        t->limit_text = g_strdup ("–");
      any = any || t->limit_text != NULL;
    }
  return any;
}

/* The heading of a small map: all of it at @detail 0, without "N =" at 1, with nothing but
 * the largest of its widths at 2. Its limit, where it has one of its own, is never left out. */
static char *
caption (const IplThumbnail *self, int detail)
{
  const IplSetting *setting = self->setting;
  if (detail < 1 || setting == NULL || setting->gp)
    return g_strdup (self->title);
  return detail == 1 || ipl_setting_has_equal_widths (setting)
             ? ipl_setting_widths_text (setting)
             : g_strdup_printf ("≤ %u", ipl_setting_largest_width (setting));
}

static double
caption_width (const IplULayout *self, const IplStyle *style, int detail)
{
  double small = ipl_style_small (style), widest = 0;
  for (guint i = 0; i < self->thumbnails->len; i++)
    {
      const IplThumbnail *t = &g_array_index (self->thumbnails, IplThumbnail, i);
      g_autofree char *title = caption (t, detail);
      widest = MAX (widest, ipl_text_width (style, title, small));
      if (t->limit_text != NULL)
        widest = MAX (widest, ipl_text_width (style, t->limit_text, small));
    }
  return widest;
}

static void
shorten_captions (IplULayout *self, int detail)
{
  for (guint i = 0; i < self->thumbnails->len && detail > 0; i++)
    {
      IplThumbnail *t = &g_array_index (self->thumbnails, IplThumbnail, i);
      char *title = caption (t, detail);
      g_free (t->title);
      t->title = title;
    }
}

/* Room for the labels of rows, at their widest. */
static double
label_room (const IplULayout *self, const IplStyle *style)
{
  const IplCaseInfo *the_case = self->maps.the_case;
  double small = ipl_style_small (style), widest = 0;
  for (gsize i = 0; i < self->maps.shown.n && self->maps.shown.n <= 64; i++)
    {
      g_autofree char *name = ipl_view_name_markup (
          ipl_path_short_name (style->chosen, the_case, self->maps.shown.path[i]));
      widest = MAX (widest, ipl_text_width (style, name, small));
    }
  for (guint h = 0; self->grouped && h < the_case->H[0]; h++)
    {
      g_autofree char *name = head_markup (the_case, h, TRUE);
      widest = MAX (widest, ipl_text_width (style, name, small));
    }
  return widest + 0.5 * style->font_pt;
}

/* The division that is taken. */
typedef struct
{
  IplUDivision d;
  gboolean strip;     /* whether there are small maps */
  guint across, down; /* large ones */
  double caption_w, caption_h;
  int detail; /* of the captions */
} Choice;

static Choice
choose (const IplULayout *self, const IplStyle *style, IplUTask task, gboolean limits)
{
  double em = style->font_pt, text_h = ipl_text_height (style, ipl_style_small (style));
  Choice best = { .d.score = -INFINITY, .across = 1, .down = 1 };
  /* Small maps say less rather than become too small or vanish. */
  for (int k = 0; k < 3 && task.n > 0; k++)
    for (guint columns = 1; columns <= self->maps.n_maps; columns++)
      {
        if (self->maps.n_maps % columns != 0)
          continue;
        task.caption_w = caption_width (self, style, k);
        task.caption_h = text_h * (limits ? 2 : 1) * 0.97 + 0.15 * em;
        task.across = columns;
        task.down = self->maps.n_maps / columns;
        IplUDivision candidate = ipl_u_divide (&task), alone = ipl_u_divide_alone (&task);
        candidate.score -= k * 1.2 * em;
        if (candidate.score > best.d.score && candidate.side >= LEAST_LARGE * alone.side)
          best = (Choice){ candidate,      FALSE, task.across, task.down, task.caption_w,
                           task.caption_h, k };
      }
  best.strip = task.n > 0 && isfinite (best.d.score);
  task.n = 0;
  for (guint columns = 1; columns <= self->maps.n_maps && !best.strip; columns++)
    {
      task.across = columns;
      task.down = self->maps.n_maps / columns;
      if (self->maps.n_maps % columns != 0)
        continue;
      IplUDivision candidate = ipl_u_divide (&task);
      if (columns > 1 && candidate.side <= best.d.side)
        continue;
      best.d = candidate;
      best.across = task.across;
      best.down = task.down;
    }
  return best;
}

/* The small maps: cells of @pitch by @pitch_h from (@x, @y) on, the maps in their middle. */
static void
place_thumbnails (IplULayout *self, const IplUTask *task, const Choice *choice, double part_w,
                  double pitch, double pitch_h, double x, double y)
{
  const IplUDivision *d = &choice->d;
  for (guint i = 0; choice->strip && i < self->thumbnails->len; i++)
    {
      IplThumbnail *t = &g_array_index (self->thumbnails, IplThumbnail, i);
      double cell_x = x + (i % d->columns) * pitch, cell_y = y + (i / d->columns) * pitch_h;
      for (guint m = 0; m < self->maps.n_parts; m++)
        t->map[m] = (IplRect){ cell_x + (pitch - task->gap - part_w) / 2
                                   + m * (d->small + task->part_gap),
                               cell_y + choice->caption_h, d->small, d->small };
    }
}

static void
init_bar (IplULayout *self, const IplStyle *style, double length)
{
  double limit = self->maps.limit, lowest = self->maps.mode == IPL_HEATMAP_SD ? 0 : -limit;

  if (self->maps.scale == IPL_HEATMAP_SYMLOG)
    ipl_axis_init_symlog (&self->bar_axis, style, lowest, limit, IPL_U_LINEAR_SHARE * limit, length,
                          TRUE);
  else
    ipl_axis_init (&self->bar_axis, style, lowest, limit, FALSE, length, TRUE);
}

/* The large maps from (@x, @y) on and their colour bar, as high as they are; the whole stands in
 * the middle of the panel. */
static void
place_maps (IplULayout *self, const IplStyle *style, const IplUTask *task, const Choice *choice,
            double bar_w)
{
  double em = style->font_pt, margin = 0.4 * em, gap = task->gap;
  double label_w = self->label_w, side = MAX (choice->d.side, 1);
  const IplUDivision *d = &choice->d;
  guint n = self->thumbnails->len, across = choice->across, down = choice->down;
  gboolean strip = choice->strip;

  double part_w = task->parts * d->small + (task->parts - 1) * task->part_gap;
  double pitch = MAX (part_w, choice->caption_w) + gap;
  guint rows = strip ? (n + d->columns - 1) / d->columns : 0;
  double pitch_h = d->small + choice->caption_h + gap;
  double block_w = strip ? d->columns * pitch - gap : 0;
  double block_h = strip ? rows * pitch_h - gap : 0;
  double maps_w = across * side + (across - 1) * task->between;
  double maps_h = down * side + (down - 1) * (task->between + task->frame_h);
  double total_w = task->frame_w + maps_w, total_h = task->frame_h + maps_h;
  if (strip)
    {
      /* Spare width spreads the columns. */
      double spare = d->below ? task->width - block_w : task->width - total_w - 2 * gap - block_w;
      pitch += MIN (MAX (0, spare) / d->columns, 1.5 * gap);
      block_w = d->columns * pitch - gap;
      total_w += d->below ? 0 : 2 * gap + block_w;
      total_h += d->below ? gap + block_h : 0;
    }
  double x = margin + MAX (0, (task->width - total_w) / 2);
  double y = margin + MAX (0, (task->height - total_h) / 2);
  for (guint m = 0; m < self->maps.n_maps; m++)
    self->map[m] = (IplRect){ x + label_w + (across > 1 ? m * (side + task->between) : 0),
                              y + self->title_h
                                  + (down > 1 ? m * (side + task->between + task->frame_h) : 0),
                              side, side };
  /* One scale for all. */
  self->bar = (IplRect){ x + label_w + maps_w + 0.7 * em, self->map[0].y, bar_w, maps_h };
  init_bar (self, style, maps_h);
  self->row_labels = choose_labels (self, style, side / self->maps.shown.n, TRUE);
  self->column_labels = choose_labels (self, style, side / self->maps.shown.n, FALSE);
  double bx
      = d->below ? margin + (task->width - block_w) / 2 : x + task->frame_w + maps_w + 2 * gap;
  double by = d->below ? y + task->frame_h + maps_h + gap
                       : margin + MAX (0, (task->height - block_h) / 2);
  place_thumbnails (self, task, choice, part_w, pitch, pitch_h, bx, by);
}

static void
place (IplULayout *self, const IplStyle *style, double width, double height, gboolean limits)
{
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double text_h = ipl_text_height (style, small);

  gboolean titled = style->look == IPL_LOOK_PAPER;
  self->label_w = label_room (self, style) + (titled ? 1.1 * small : 0);
  double label_h = text_h + 0.25 * em + (self->grouped || titled ? text_h : 0);
  double bar_w = 0.75 * em, tick = ipl_axis_tick_length (style);
  /* The colour bar's axis is remade at its final length. */
  init_bar (self, style, height / 2);
  /* The same room whatever the current U's range, so that nothing jumps under the scrubber. */
  double bar_label = MAX (self->bar_axis.label_w, ipl_text_width (style, "−0.00", small));
  double bar_room = 0.7 * em + bar_w + 1.5 * tick + bar_label + 0.2 * em;
  self->title_h = text_h * 1.15 + IPL_U_TITLE_GAP * style->font_pt;

  IplUTask task
      = { .n = self->thumbnails->len,
          .parts = MAX (1, self->maps.n_parts),
          .width = width - 2 * margin,
          .height = height - 2 * margin,
          .frame_w = self->label_w + bar_room,
          .frame_h = self->title_h + label_h,
          /* A name wider than its cell reaches into the gap. */
          .between = self->n > 8 ? MAX (0.9 * em, self->label_w) : 0.9 * em,
          .gap = 0.8 * em,
          .part_gap = 0.15 * em,
          .smallest = 2.8 * em,
          /* A large map that can hold its numbers is worth smaller ones beside it. */
          .numbers_side = self->n <= 6
                              ? self->n * (ipl_text_width (style, "−00.00", small) + 0.55 * small)
                              : INFINITY,
          .numbers_worth = 6 * em };
  Choice choice = choose (self, style, task, limits);
  shorten_captions (self, choice.detail);
  place_maps (self, style, &task, &choice, bar_w);
}

void
ipl_u_layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
                   double height)
{
  IplULayout *self = layout;
  const IplCaseInfo *the_case = view->the_case;
  double own;
  *self = (IplULayout){ 0 };
  ipl_u_maps_init (&self->maps, view);
  self->thumbnails = g_array_new (FALSE, TRUE, sizeof (IplThumbnail));
  g_array_set_clear_func (self->thumbnails, thumbnail_clear);
  self->n = self->maps.n;
  self->few = ipl_u_maps_few_markup (&self->maps, view);
  self->grouped = self->maps.shown.n > 16 && the_case->H[0] > 1 && the_case->H[0] < self->maps.Pi
                  && listed_by_first_head (self);
  self->current_row = ipl_view_current_row (view);
  self->largest = self->maps.limit = ipl_u_maps_largest (&self->maps, self->maps.source);
  ipl_u_maps_include_frames (&self->maps, view);
  ipl_u_maps_include_ghost (&self->maps, view);
  own = self->maps.limit;
  if (self->maps.n_parts > 0)
    make_thumbnails (self, view);
  if (!(self->maps.limit > 1e-290))
    self->maps.limit = 1;
  self->small_limit = self->maps.limit;
  self->maps.is_apart = self->n > IPL_U_MAX_NUMBERED && self->maps.scale != IPL_HEATMAP_SYMLOG
                        && own > 0 && ipl_u_layout_is_pale (self, own);
  if (self->maps.is_apart)
    self->maps.limit = own;
  ipl_u_maps_make_titles (&self->maps, view, style);
  if (ipl_u_maps_shows_theory (&self->maps, 0))
    self->doubt = ipl_view_doubt_markup (view);
  if (self->few != NULL)
    height -= 1.3 * ipl_text_height (style, ipl_style_small (style));
  if (self->doubt != NULL)
    height -= 1.3 * ipl_text_height (style, ipl_style_small (style));
  place (self, style, width, height, say_limits (self, view->display.shared_limits));
}

void
ipl_u_layout_clear (gpointer layout)
{
  IplULayout *self = layout;
  g_clear_pointer (&self->few, g_free);
  ipl_u_maps_clear (&self->maps);
  g_clear_pointer (&self->row_labels, g_array_unref);
  g_clear_pointer (&self->column_labels, g_array_unref);
  g_clear_pointer (&self->thumbnails, g_array_unref);
  g_clear_pointer (&self->doubt, g_free);
}

/* All parts of a small map. */
IplRect
ipl_u_layout_thumbnail_area (const IplULayout *self, const IplThumbnail *thumbnail)
{
  IplRect area = thumbnail->map[0];
  const IplRect *last = &thumbnail->map[MAX (1, self->maps.n_parts) - 1];
  area.w = last->x + last->w - area.x;
  return area;
}
