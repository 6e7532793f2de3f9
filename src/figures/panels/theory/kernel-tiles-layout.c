/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the path-path kernels stand: all of them as in U where paths are few, else those that weigh
 * most in K, and one tile for the rest. */

#include "figures/panels/theory/kernel-tiles-layout.h"

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/view/outputs.h"
#include "figures/view/shown-paths.h"

#include <math.h>

static void
place_clear (gpointer data)
{
  g_free (((IplKernelPlace *)data)->title);
}

/* The tile as rows and columns of its place have it. */
IplKernelMap
ipl_kernel_place_map (const IplKernelTilesLayout *self, const IplKernelPlace *place)
{
  if (place->tile == NULL)
    return (IplKernelMap){ .n = self->picture->cells->n, .values = self->rest, .factor = 1 };
  return (IplKernelMap){ .n = self->picture->cells->n,
                         .values = place->tile->C,
                         .factor = 1,
                         .transposed = place->p != place->tile->p,
                         .kept = TRUE };
}

/* A frame as thick as |U_pq| at most @most, with the kernel inside, and a title that does not touch
 * the next one, @gap away. */
static void
add_place (IplKernelTilesLayout *self, const IplKernelTile *tile, gsize p, gsize q, double x,
           double y, double side, double most, double gap, char *title)
{
  double U = tile != NULL ? ipl_kernel_picture_U (self->picture, p, q) : 0;
  double frame = tile != NULL && isfinite (U) ? most * fabs (U) / self->largest : 0;
  IplKernelPlace place
      = { .tile = tile,
          .p = p,
          .q = q,
          .area = { x + most, y + most, MAX (side - 2 * most, 0.1), MAX (side - 2 * most, 0.1) },
          .frame = frame,
          .negative = U < 0,
          .title = title,
          .title_y = y + side + 0.05 * most,
          .title_w = MIN (1.08 * side, side + 0.45 * gap) };

  g_array_append_val (self->places, place);
}

static double
frame_room (const IplStyle *style, double side)
{
  return MIN (0.09 * side, 0.42 * style->font_pt);
}

/* All pairs of the paths that are shown, rows and columns as in the heatmap of U. */
static void
place_grid (IplKernelTilesLayout *self, const IplStyle *style, const IplRect *area,
            const IplShownPaths *shown)
{
  const IplCaseInfo *the_case = &self->picture->cells->the_case->info;
  gsize Pi = shown->n;
  double em = style->font_pt, small = ipl_style_small (style), label_w = 0;
  double label_h = ipl_text_height (style, small) + 0.15 * em;

  for (gsize i = 0; i < Pi; i++)
    {
      g_autofree char *name
          = ipl_view_name_markup (ipl_path_short_name (style->chosen, the_case, shown->path[i]));

      label_w = MAX (label_w, ipl_text_width (style, name, small) + 0.35 * em);
    }
  label_w = MIN (label_w, 0.3 * area->w);

  double pitch = MAX (MIN ((area->w - label_w) / Pi, (area->h - label_h) / Pi), 1);
  double gap = 0.05 * pitch, side = pitch - gap;
  double x = area->x + label_w + MAX (0, (area->w - label_w - pitch * Pi) / 2);
  double y = area->y + label_h;

  self->n_rows = Pi;
  self->label_x = x - 0.3 * em;
  self->label_y = y - 0.1 * em;
  for (gsize i = 0; i < Pi; i++)
    for (gsize j = 0; j < Pi; j++)
      {
        gsize p = shown->path[i], q = shown->path[j];

        add_place (self, ipl_kernel_picture_find (self->picture, p, q), p, q, x + j * pitch,
                   y + i * pitch, side, frame_room (style, side), 0, NULL);
      }
}

/* Names of a pair, and its share of all of them. */
static char *
pair_title (const IplKernelTilesLayout *self, const IplStyle *style, const IplKernelTile *tile)
{
  const IplCaseInfo *the_case = &self->picture->cells->the_case->info;
  g_autofree char *p
      = ipl_view_name_markup (ipl_path_short_name (style->chosen, the_case, tile->p));
  g_autofree char *q
      = ipl_view_name_markup (ipl_path_short_name (style->chosen, the_case, tile->q));
  double share = self->picture->weight > 0 ? 100 * tile->weight / self->picture->weight : 0;
  g_autofree char *percent = ipl_number_text (share, share < 1 ? 1 : 2);

  return tile->p == tile->q ? g_strdup_printf ("%s: %s %%", p, percent)
                            : g_strdup_printf ("%s–%s: %s %%", p, q, percent);
}

/* The largest side at which @k tiles, each with a line below, fit into @area; @columns of them. */
static double
fit (const IplRect *area, gsize k, double line, double gap, guint *columns)
{
  double best = 0;

  for (guint c = 1; c <= k; c++)
    {
      gsize rows = (k + c - 1) / c;
      double side = MIN ((area->w + gap) / c - gap, (area->h + gap) / (double)rows - gap - line);

      if (side > best)
        {
          best = side;
          *columns = c;
        }
    }
  return best;
}

/* The first tile when the end of @n has come into sight, @k of them at a time: of a whole row. */
static gsize
last_first (gsize n, gsize k, guint columns)
{
  return n > k ? (n - k + columns - 1) / columns * columns : 0;
}

/* @target: (nullable): a pair of paths that is to come into sight
 * @first: (out): the first tile, then
 * Returns: whether there are more tiles than are shown */
gboolean
ipl_kernel_tiles_scroll (const IplKernelTilesLayout *self, const IplTarget *target, int rows,
                         guint *first)
{
  const IplKernelTile *tile;
  gint64 to = (gint64)self->first + (gint64)rows * self->columns, last;

  if (self->picture == NULL || self->grid || self->n_shown >= self->picture->n_tiles)
    return FALSE;
  last = (gint64)last_first (self->picture->n_tiles, self->most_shown, self->columns);
  tile = target != NULL && target->path >= 0 && target->other >= 0
             ? ipl_kernel_picture_find (self->picture, (gsize)target->path, (gsize)target->other)
             : NULL;
  if (tile != NULL)
    {
      gint64 at = tile - self->picture->tiles;

      if (at < to)
        to = at - at % self->columns;
      else if (at >= to + (gint64)self->n_shown)
        to = (gint64)last_first ((gsize)at + 1, self->most_shown, self->columns);
    }
  *first = (guint)CLAMP (to, 0, last);
  return TRUE;
}

/* The pairs that weigh most from @first on, as many as can be distinguished. */
static void
place_ranked (IplKernelTilesLayout *self, const IplStyle *style, const IplRect *area, gsize first)
{
  const IplKernelPicture *picture = self->picture;
  gsize Pi = picture->cells->the_case->Pi, n_pairs = Pi * (Pi + 1) / 2, n = picture->cells->n;
  double em = style->font_pt, small = ipl_style_small (style);
  double line = ipl_text_height (style, small) + 0.15 * em, gap = 0.6 * em, widest = 0;
  gsize k = picture->n_tiles, shown = 0;
  guint columns = 1;
  double side = 0;

  for (gsize i = 0; i < picture->n_tiles; i++)
    {
      g_autofree char *title = pair_title (self, style, &picture->tiles[i]);

      widest = MAX (widest, ipl_text_width (style, title, small));
    }
  /* With fewer of them each is larger; names are not to be cut, if that can be. */
  for (; k >= 1; k--)
    {
      shown = k + (k < n_pairs ? 1 : 0);
      side = fit (area, shown, line, gap, &columns);
      if (1.08 * side >= MIN (MAX (4.6 * em, widest), 0.3 * area->w))
        break;
    }
  k = MAX (k, 1);
  self->columns = columns;
  self->most_shown = k;
  self->first = MIN (first, last_first (picture->n_tiles, k, columns));
  self->n_shown = k = MIN (k, picture->n_tiles - self->first);
  shown = k + (k < n_pairs ? 1 : 0);
  side = MAX (side, 1);

  gsize rows = (shown + columns - 1) / columns;
  double pitch_x = side + gap, pitch_y = side + line + gap;
  double x = area->x + MAX (0, (area->w - (columns * pitch_x - gap)) / 2);
  double y = area->y + MAX (0, (area->h - ((double)rows * pitch_y - gap)) / 2);

  for (gsize i = 0; i < shown; i++)
    {
      const IplKernelTile *tile = i < k ? &picture->tiles[self->first + i] : NULL;
      char *title = tile != NULL ? pair_title (self, style, tile) : NULL;

      if (tile == NULL)
        title = g_strdup_printf ("%" G_GSIZE_FORMAT " others", n_pairs - k);
      add_place (self, tile, tile != NULL ? tile->p : 0, tile != NULL ? tile->q : 0,
                 x + (double)(i % columns) * pitch_x, y + (double)(i / columns) * pitch_y, side,
                 frame_room (style, side), gap, title);
    }
  if (k < n_pairs)
    {
      IplKernelMap map;

      self->rest = g_new (double, n * n);
      ipl_kernel_picture_rest (picture, self->first, k, self->rest);
      map = ipl_kernel_place_map (self, &g_array_index (self->places, IplKernelPlace, k));
      ipl_kernel_map_find_moments (&map, &self->rest_mean, &self->rest_limit);
      self->rest_limit = ipl_kernel_limit_finish (ipl_kernel_limit (0, self->rest_limit));
    }
}

/* The line below the tiles. */
static void
make_notes (IplKernelTilesLayout *self, const char *few, const char *outputs)
{
  g_autofree char *largest = ipl_number_markup (self->largest, 3);
  gsize block = ipl_kernel_cells_largest (self->picture->cells);
  gsize Pi = self->picture->cells->the_case->Pi, n_pairs = Pi * (Pi + 1) / 2;
  g_autoptr (GString) text = g_string_new (NULL);

  self->notes[0]
      = g_strdup_printf ("|<i>U</i>| by thickness%s%s, at most %s", outputs != NULL ? ", " : "",
                         outputs != NULL ? outputs : "", largest);
  if (!self->grid)
    {
      gsize shown = self->places->len - (self->rest != NULL ? 1 : 0);

      if (self->first > 0)
        g_string_append_printf (text, "%" G_GSIZE_FORMAT " to ", self->first + 1);
      g_string_append_printf (text,
                              "%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT
                              " pairs by their share of |<i>U C</i>|",
                              self->first + shown, n_pairs);
      if (self->rest != NULL)
        g_string_append (text, "; the others’ sum has a scale of its own");
    }
  if (self->grid && few != NULL)
    g_string_append (text, few);
  if (block > 1)
    g_string_append_printf (text, "%sa cell is the mean of up to %" G_GSIZE_FORMAT " examples",
                            text->len > 0 ? "; " : "", block);
  if (text->len > 0)
    self->notes[1] = g_string_free (g_steal_pointer (&text), FALSE);
}

static void
include (IplKernelTilesLayout *self, const IplKernelPicture *picture)
{
  gsize Pi = picture->cells->the_case->Pi;
  double sd = 0;

  for (gsize i = 0; i < Pi * Pi; i++)
    if (isfinite (picture->U[i]))
      self->largest = MAX (self->largest, fabs (picture->U[i]));
  /* The limit suits most tiles; the strongest may end at the last colour. */
  for (gsize i = 0; i < picture->n_tiles; i++)
    sd += picture->tiles[i].sd / (double)picture->n_tiles;
  self->limit = ipl_kernel_limit (self->limit, sd);
}

static void
find_limits (IplKernelTilesLayout *self, const IplView *view)
{
  const IplQuantities *frame;

  self->largest = 0;
  self->limit = 0;
  include (self, self->picture);
  for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL && frame->kernels != NULL; i++)
    include (self, frame->kernels);
  if (!(self->largest > 1e-290))
    self->largest = 1;
  self->limit = ipl_kernel_limit_finish (self->limit);
}

void
ipl_kernel_tiles_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                              double width, double height)
{
  IplKernelTilesLayout *self = layout;
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double line = ipl_text_height (style, small), bar_w = 0.75 * em;
  double tick = ipl_axis_tick_length (style), title_h = 1.1 * line;

  *self = (IplKernelTilesLayout){ .picture = view->kernels };
  self->places = g_array_new (FALSE, TRUE, sizeof (IplKernelPlace));
  g_array_set_clear_func (self->places, place_clear);
  if (self->picture == NULL)
    return;
  self->grid = self->picture->cells->the_case->Pi <= IPL_KERNEL_GRID_PATHS;
  find_limits (self, view);

  /* Two lines below, the colours on the right. */
  g_auto (IplShownPaths) shown = { 0 };
  ipl_shown_paths_init (&shown, view);
  g_autofree char *few = ipl_shown_paths_markup (&shown), *outputs = ipl_view_traced_text (view);
  gboolean two = !self->grid || few != NULL || ipl_kernel_cells_largest (self->picture->cells) > 1;
  double below = (two ? 2 : 1) * 1.15 * line + 0.3 * em;
  double plot_h = MAX (height - 2 * margin - below, 1);

  ipl_axis_init (&self->bar_axis, style, -self->limit, self->limit, FALSE,
                 MAX (plot_h - title_h, 1), TRUE);
  double bar_room = 0.6 * em + bar_w + 1.6 * tick + self->bar_axis.label_w;
  IplRect area = { margin, margin, MAX (width - 2 * margin - bar_room, 1), plot_h };

  if (self->grid)
    place_grid (self, style, &area, &shown);
  else
    place_ranked (self, style, &area, view->first_tile);
  make_notes (self, few, outputs);

  double right = 0, top = INFINITY, bottom = 0;
  for (guint i = 0; i < self->places->len; i++)
    {
      const IplKernelPlace *place = &g_array_index (self->places, IplKernelPlace, i);

      right = MAX (right, place->area.x + place->area.w);
      top = MIN (top, place->area.y);
      bottom = MAX (bottom, place->area.y + place->area.h);
    }
  top = MAX (top, margin + title_h);
  self->bar
      = (IplRect){ right + frame_room (style, 1e9) + 0.4 * em, top, bar_w, MAX (bottom - top, 1) };
  ipl_axis_init (&self->bar_axis, style, -self->limit, self->limit, FALSE, self->bar.h, TRUE);
  self->key_y = MIN (height - margin - below + 0.3 * em,
                     bottom + (self->grid ? 0.5 * em : 0.5 * em + line));
  self->frame_key = 0.8 * line;
}

void
ipl_kernel_tiles_layout_clear (gpointer layout)
{
  IplKernelTilesLayout *self = layout;
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->rest, g_free);
  for (guint i = 0; i < G_N_ELEMENTS (self->notes); i++)
    g_clear_pointer (&self->notes[i], g_free);
}
