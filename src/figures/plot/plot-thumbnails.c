/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The layout of thumbnails: large maps, and small ones in a block to the right or below. Chooses
 * the division with the largest maps. */

#include "figures/plot/plot-thumbnails.h"

#include "figures/kit/text.h"

#include <math.h>

/* Minimum side of a large map, relative to its side without small maps. */
#define LEAST_LARGE 0.6
/* Maximum number of names that are measured. */
#define MOST_NAMES 64
/* Maximum number of cells whose names may be wider than a cell. */
#define FEW_CELLS 8
/* Maximum number of paths whose names can be hovered. */
#define MOST_HOVERED 16

/* A division of the plot, with its score. */
typedef struct
{
  double score;
  gboolean below;
  guint columns;      /* columns of small maps */
  double side, small; /* side of a large map, and of a small one */
  guint across, down; /* large maps in a row, and in a column */
  guint detail;
  double caption_w;
} Division;

/* The area to divide: @n small maps with @parts maps each, and @across x @down large ones. */
typedef struct
{
  guint n, parts, across, down;
  double width, height;
  double frame_w, frame_h; /* space around all large maps */
  double between;          /* gap between large maps */
  double caption_w, caption_h, gap, part_gap;
  double smallest;                    /* minimum useful side of a small map */
  double numbers_side, numbers_worth; /* minimum side of a large map with numbers in its cells, and
                                         their weight in the score */
} Task;

/* Adds empty thumbnails, owned by the plot. The caller sets the fields. */
IplThumbnails *
ipl_plot_add_thumbnails (IplPlot *self)
{
  self->thumbnails = g_new0 (IplThumbnails, 1);
  g_ptr_array_add (self->owned, self->thumbnails);
  return self->thumbnails;
}

/* Returns the axes of one part of small map @i. */
IplPlotAxes *
ipl_thumbnails_get_small (const IplPlot *plot, guint i, guint part)
{
  return ipl_plot_get_axes (plot, plot->thumbnails->n_large + i * plot->thumbnails->n_parts + part);
}

/* Returns the rectangle around all parts of small map @i. */
IplRect
ipl_thumbnails_get_area (const IplPlot *plot, guint i)
{
  IplRect area = ipl_thumbnails_get_small (plot, i, 0)->map.map;
  const IplRect *last = &ipl_thumbnails_get_small (plot, i, plot->thumbnails->n_parts - 1)->map.map;

  area.w = last->x + last->w - area.x;
  return area;
}

/* TRUE if a large map has numbers. */
gboolean
ipl_thumbnails_have_numbers (const IplPlot *plot)
{
  for (guint i = 0; i < plot->thumbnails->n_large; i++)
    if (ipl_plot_get_axes (plot, i)->cells.n > 0)
      return TRUE;
  return FALSE;
}

static void
count_maps (IplPlot *plot)
{
  IplThumbnails *self = plot->thumbnails;

  while (self->n_large < plot->axes->len
         && !ipl_plot_get_axes (plot, self->n_large)->caption.is_small)
    self->n_large++;
  self->n_parts = 1;
  while (self->n_large + self->n_parts < plot->axes->len
         && ipl_target_equal (&ipl_thumbnails_get_small (plot, 0, self->n_parts)->caption.item,
                              &ipl_thumbnails_get_small (plot, 0, 0)->caption.item))
    self->n_parts++;
  self->n_small = (plot->axes->len - self->n_large) / self->n_parts;
  for (guint i = 0; i < self->n_small; i++)
    self->has_limits |= ipl_thumbnails_get_small (plot, i, 0)->caption.limit != NULL;
}

static Division
divide (const Task *t)
{
  double most_w = (t->width - t->frame_w - (t->across - 1) * t->between) / t->across;
  double most_h = (t->height - t->down * t->frame_h - (t->down - 1) * t->between) / t->down;
  Division best = { .score = -INFINITY, .side = MIN (most_w, most_h) };

  for (int below = 0; below <= 1; below++)
    for (guint columns = 1; columns <= t->n; columns++)
      for (int step = 25; step <= 100; step++)
        {
          double side = MIN (most_w, most_h) * step / 100;
          guint rows = (t->n + columns - 1) / columns;
          double used_w = t->frame_w + t->across * side + (t->across - 1) * t->between;
          double used_h = t->down * (t->frame_h + side) + (t->down - 1) * t->between;
          double room_w = below ? t->width : t->width - used_w - 2 * t->gap;
          double room_h = below ? t->height - used_h - t->gap : t->height;
          double pitch_w = (room_w + t->gap) / columns, pitch_h = (room_h + t->gap) / rows;
          double part_w = (pitch_w - t->gap - (t->parts - 1) * t->part_gap) / t->parts;
          double small = MIN (MIN (part_w, pitch_h - t->gap - t->caption_h), 0.3 * side);
          double score = side + 1.5 * small + (side >= t->numbers_side ? t->numbers_worth : 0);

          score -= 3 * MAX (0, t->smallest - small);
          if (pitch_w >= t->caption_w + t->gap && small >= t->gap && score > best.score)
            best = (Division){ score, below, columns, side, small };
        }
  best.across = t->across;
  best.down = t->down;
  best.caption_w = t->caption_w;
  return best;
}

static double
find_caption_width (const IplPlot *plot, const IplStyle *style, guint detail)
{
  double small = ipl_style_small (style), widest = 0;

  for (guint i = 0; i < plot->thumbnails->n_small; i++)
    {
      const IplMapCaption *caption = &ipl_thumbnails_get_small (plot, i, 0)->caption;

      widest = MAX (widest, ipl_text_width (style, caption->headings[detail], small));
      if (caption->limit != NULL)
        widest = MAX (widest, ipl_text_width (style, caption->limit, small));
    }
  return widest;
}

/* Returns the best division with @n small maps; its score is -INFINITY if none fits. */
static Division
choose_among (IplPlot *plot, const IplStyle *style, Task task, guint n_small)
{
  const IplThumbnails *self = plot->thumbnails;
  Division best = { .score = -INFINITY };

  for (guint detail = 0; detail < (n_small > 0 ? IPL_MAP_HEADINGS : 1); detail++)
    for (guint columns = 1; columns <= self->n_large; columns++)
      {
        Division candidate, without_small;

        if (self->n_large % columns != 0)
          continue;
        task.across = columns;
        task.down = self->n_large / columns;
        task.n = 0;
        without_small = candidate = divide (&task);
        candidate.score = candidate.side;
        if (n_small > 0)
          {
            task.n = n_small;
            task.caption_w = find_caption_width (plot, style, detail);
            candidate = divide (&task);
            candidate.score -= detail * 1.2 * style->font_pt;
            candidate.detail = detail;
          }
        if (candidate.score > best.score
            && (n_small == 0 || candidate.side >= LEAST_LARGE * without_small.side))
          best = candidate;
      }
  return best;
}

/* Shortens the headings of small maps before it drops the maps. Without small maps, the large
 * ones get the whole area. */
static Division
choose (IplPlot *plot, const IplStyle *style, Task task)
{
  Division best = choose_among (plot, style, task, task.n);

  plot->thumbnails->has_small = task.n > 0 && isfinite (best.score);
  return plot->thumbnails->has_small || task.n == 0 ? best : choose_among (plot, style, task, 0);
}

/* Returns the space for row names, at the widest. */
static double
find_label_room (const IplThumbnails *self, const IplStyle *style)
{
  double small = ipl_style_small (style), widest = 0;

  for (guint k = self->n <= MOST_NAMES ? 0 : 1; k < IPL_THUMBNAILS_NAMES - 1; k++)
    for (const IplRowName *name = self->names[k]; name != NULL && name->markup != NULL; name++)
      widest = MAX (widest, ipl_text_width (style, name->markup, small));
  return widest + 0.5 * style->font_pt + (self->row_title != NULL ? 1.1 * small : 0);
}

/* TRUE if a name fits @space along its side of the map. */
static gboolean
has_room (const IplStyle *style, const IplRowName *name, double room, gboolean vertical)
{
  double small = ipl_style_small (style), line = name->is_group ? 1 : 0.95;

  return (vertical ? line * ipl_text_height (style, small)
                   : ipl_text_width (style, name->markup, small) + 0.45 * small)
         <= room;
}

/* Collects every @stride-th name of a list. If some paths are left out, group names of the last
 * list that do not fit become empty.
 * Returns: FALSE if a name does not fit */
static gboolean
choose_every (const IplThumbnails *self, GArray *names, const IplStyle *style, guint list,
              gsize stride, double cell, gboolean vertical)
{
  gboolean may_lack = list + 1 == IPL_THUMBNAILS_NAMES && self->paths != NULL
                      && !ipl_shown_paths_are_all (self->paths);

  g_array_set_size (names, 0);
  for (gsize i = 0; self->names[list][i].markup != NULL; i++)
    {
      IplRowName name = self->names[list][i];

      if (i % stride != 0)
        continue;
      if (!has_room (style, &name, cell * (double)(name.count * stride), vertical))
        {
          if (!may_lack)
            return FALSE;
          name.markup = "";
        }
      g_array_append_val (names, name);
    }
  return TRUE;
}

/* Returns the names of one side at @cell points per cell: all names, or else those of groups, or
 * else every n-th. */
static GArray *
choose_names (const IplThumbnails *self, const IplStyle *style, double cell, gboolean vertical)
{
  GArray *names = g_array_new (TRUE, TRUE, sizeof (IplRowName));
  gboolean grouped = self->names[1] != NULL;

  for (guint list = 0; list < (grouped ? IPL_THUMBNAILS_NAMES : 1); list++)
    if (choose_every (self, names, style, list, 1, cell, vertical))
      return names;
  for (gsize stride = 2; stride <= self->n && !grouped; stride += stride < 5 ? 3 : 5)
    if (choose_every (self, names, style, 0, stride, cell, vertical))
      return names;
  g_array_set_size (names, 0);
  return names;
}

static const IplRowName *
adopt_names (IplPlot *plot, const IplStyle *style, double cell, gboolean vertical)
{
  GArray *names = choose_names (plot->thumbnails, style, cell, vertical);
  gpointer copy = g_array_free (names, FALSE);

  g_ptr_array_add (plot->owned, copy);
  return copy;
}

static void
place_map (IplPlotAxes *axes, double x, double y, double side)
{
  axes->map = (IplHeatMap){ .spec = axes->map_spec, .map = { x, y, side, side } };
}

/* Places the small maps in the middle of cells of size @pitch x @pitch_h, from (@x, @y) on. */
static void
place_small (IplPlot *plot, const Task *task, const Division *d, double part_w, double pitch,
             double pitch_h, double x, double y)
{
  const IplThumbnails *self = plot->thumbnails;

  for (guint i = 0; i < self->n_small; i++)
    for (guint m = 0; m < self->n_parts; m++)
      place_map (ipl_thumbnails_get_small (plot, i, m),
                 x + (i % d->columns) * pitch + (pitch - task->gap - part_w) / 2
                     + m * (d->small + task->part_gap),
                 y + (i / d->columns) * pitch_h + task->caption_h, d->small);
}

/* Places the large maps in the middle of the plot, with a colour bar of their height. */
static void
place_all (IplPlot *plot, const IplStyle *style, const Task *task, const Division *d, double bar_w)
{
  IplThumbnails *self = plot->thumbnails;
  double em = style->font_pt, margin = 0.4 * em, gap = task->gap, side = MAX (d->side, 1);
  guint across = d->across, down = d->down;
  gboolean strip = self->has_small;
  double part_w = task->parts * d->small + (task->parts - 1) * task->part_gap;
  double pitch = MAX (part_w, d->caption_w) + gap;
  guint rows = strip ? (self->n_small + d->columns - 1) / d->columns : 0;
  double pitch_h = d->small + task->caption_h + gap;
  double block_w = strip ? d->columns * pitch - gap : 0;
  double block_h = strip ? rows * pitch_h - gap : 0;
  double maps_w = across * side + (across - 1) * task->between;
  double maps_h = down * side + (down - 1) * (task->between + task->frame_h);
  double total_w = task->frame_w + maps_w, total_h = task->frame_h + maps_h;
  IplHeatMap *first = &ipl_plot_get_axes (plot, 0)->map;

  if (strip)
    {
      /* Distributes spare width between the columns. */
      double spare = d->below ? task->width - block_w : task->width - total_w - 2 * gap - block_w;

      pitch += MIN (MAX (0, spare) / d->columns, 1.5 * gap);
      block_w = d->columns * pitch - gap;
      total_w += d->below ? 0 : 2 * gap + block_w;
      total_h += d->below ? gap + block_h : 0;
    }
  double x = margin + MAX (0, (task->width - total_w) / 2);
  double y = margin + MAX (0, (task->height - total_h) / 2);

  for (guint m = 0; m < self->n_large; m++)
    place_map (ipl_plot_get_axes (plot, m),
               x + self->label_w + (across > 1 ? m * (side + task->between) : 0),
               y + self->title_h + (down > 1 ? m * (side + task->between + task->frame_h) : 0),
               side);
  first->bar = (IplRect){ x + self->label_w + maps_w + 0.7 * em, first->map.y, bar_w, maps_h };
  if (self->diagonal)
    {
      first->map.x = x;
      first->bar = (IplRect){ x + maps_w - self->bar_room, first->map.y + self->title_h, bar_w,
                              0.3 * side };
    }
  ipl_heat_map_init_bar (first, style, first->bar.h);
  self->row_names = adopt_names (plot, style, side / first->spec.rows, TRUE);
  self->column_names = adopt_names (plot, style, side / first->spec.rows, FALSE);
  if (strip)
    place_small (plot, task, d, part_w, pitch, pitch_h,
                 d->below ? margin + (task->width - block_w) / 2
                          : x + task->frame_w + maps_w + 2 * gap,
                 d->below ? y + task->frame_h + maps_h + gap
                          : margin + MAX (0, (task->height - block_h) / 2));
}

void
ipl_thumbnails_layout (IplPlot *plot, const IplStyle *style, double width, double height)
{
  IplThumbnails *self = plot->thumbnails;
  IplPlotAxes *first = ipl_plot_get_axes (plot, 0);
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double text_h = ipl_text_height (style, small), bar_w = 0.75 * em;
  gsize n = first->map_spec.rows;
  gboolean titled = self->names[1] != NULL || self->column_title != NULL;

  count_maps (plot);
  for (guint i = 0; i < IPL_THUMBNAILS_NOTES; i++)
    height -= self->notes[i] != NULL ? 1.3 * text_h : 0;
  self->label_w = find_label_room (self, style);
  self->title_h = 1.15 * text_h + IPL_THUMBNAILS_TITLE_GAP * em;
  /* The space for the colour bar is independent of the range, so that the layout is stable when
   * numbers change. */
  first->map.spec = first->map_spec;
  ipl_heat_map_init_bar (&first->map, style, height / 2);
  double bar_label = MAX (first->map.bar_axis.label_w, ipl_text_width (style, "−0.00", small));
  self->bar_room = 0.9 * em + bar_w + 1.5 * ipl_axis_tick_length (style) + bar_label;
  Task task = { .n = self->n_small,
                .parts = self->n_parts,
                .width = width - 2 * margin,
                .height = height - 2 * margin,
                .frame_w = self->label_w + (self->diagonal ? 0 : self->bar_room),
                .frame_h
                = self->title_h + (self->diagonal ? 0 : text_h + 0.25 * em) + (titled ? text_h : 0),
                /* A name wider than its cell extends into the gap. */
                .between = n > FEW_CELLS ? MAX (0.9 * em, self->label_w) : 0.9 * em,
                .caption_h = text_h * (self->has_limits ? 2 : 1) * 0.97 + 0.15 * em,
                .gap = 0.8 * em,
                .part_gap = 0.15 * em,
                .smallest = 2.8 * em,
                /* A large map with numbers in its cells may reduce the small ones. */
                .numbers_side = first->cell_digits != 0
                                    ? n * (ipl_text_width (style, "−00.00", small) + 0.55 * small)
                                    : INFINITY,
                .numbers_worth = 6 * em };
  Division division = choose (plot, style, task);

  self->detail = division.detail;
  place_all (plot, style, &task, &division, bar_w);
}

/* Picks a path by its name left of or below a large map. */
static gboolean
pick_name (const IplPlot *plot, const IplStyle *style, const IplHeatMap *heat, double x, double y,
           IplTarget *target)
{
  const IplThumbnails *self = plot->thumbnails;
  const IplRect *map = &heat->map;
  IplRect rows = { map->x - 3 * style->font_pt, map->y, 3 * style->font_pt, map->h };
  IplRect columns = { map->x, map->y + map->h, map->w, 1.6 * style->font_pt };
  gboolean first = map->x == ipl_plot_get_axes (plot, 0)->map.map.x;
  double at = first && ipl_rect_contains (&rows, x, y) ? (y - map->y) / map->h
              : ipl_rect_contains (&columns, x, y)     ? (x - map->x) / map->w
                                                       : -1;

  if (self->paths == NULL || self->n > MOST_HOVERED || at < 0)
    return FALSE;
  *target = ipl_target_path (self->paths->path[(gsize)(at * (double)self->n)]);
  return TRUE;
}

gboolean
ipl_thumbnails_pick (const IplPlot *plot, const IplStyle *style, double x, double y,
                     IplTarget *target)
{
  const IplThumbnails *self = plot->thumbnails;
  double heading = 0;
  gsize row, column;

  for (guint m = 0; m < self->n_large; m++)
    {
      const IplPlotAxes *axes = ipl_plot_get_axes (plot, m);

      if (!ipl_heat_map_find (&axes->map, x, y, &row, &column)
          || (axes->map_spec.lower && column > row))
        continue;
      *target = axes->cell_items->make (axes, row, column);
      return TRUE;
    }
  heading = ipl_text_height (style, ipl_style_small (style));
  for (guint i = 0; self->has_small && i < self->n_small; i++)
    {
      IplRect area = ipl_thumbnails_get_area (plot, i);

      area.y -= heading;
      area.h += heading;
      if (!ipl_rect_contains (&area, x, y))
        continue;
      *target = ipl_thumbnails_get_small (plot, i, 0)->caption.item;
      return TRUE;
    }
  for (guint m = 0; m < self->n_large; m++)
    if (pick_name (plot, style, &ipl_plot_get_axes (plot, m)->map, x, y, target))
      return TRUE;
  return FALSE;
}
