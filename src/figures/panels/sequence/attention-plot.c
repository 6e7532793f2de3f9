/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The attention of a head over the patches of a sequence, and small maps of all heads on a
 * common scale. */

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/sequence/sequence.h"
#include "figures/plot/plot.h"
#include "figures/view/trained-network-view.h"
#include "figures/view/target-arrow-keys.h"

#include <math.h>

#define PATCHES IPL_ONE_SHOT_PATCHES
/* Gap between the images of a small map, relative to the width of one. */
#define THIRD_GAP 0.14
#define MAP_ASPECT (IPL_IMAGES + 2 * THIRD_GAP)
/* Minimum and maximum side of the images of small maps, in text sizes. */
#define SMALLEST 0.5
#define LARGEST 2.4
/* Maximum fraction of the height for small maps. */
#define MAPS_SHARE 0.45

static const char *const image_names[] = { "shot 1", "shot 2", "the query" };
static const char *const long_labels[] = { "shot, −1", "shot, +1", "query" };
static const char *const short_labels[] = { "−1", "+1", "?" };

/* Returns the largest attention of a head to one patch. */
static double
find_largest (const IplView *view, guint layer, guint head)
{
  g_autofree double *weights = ipl_view_attention (view, layer, head);
  double largest = 0;

  for (guint s = 0; s < IPL_ONE_SHOT_T; s++)
    if (isfinite (weights[s]))
      largest = MAX (largest, weights[s]);
  return largest;
}

/* Returns the colour limit of the small maps; 1 if all attention is 0. */
static double
find_limit (const IplView *view)
{
  double limit = 0;

  for (guint l = 0; l < view->the_case->L; l++)
    for (guint h = 0; h < view->the_case->H[l]; h++)
      limit = MAX (limit, find_largest (view, l, h));
  return limit > 0 ? limit : 1;
}

/* Returns the largest number of heads in a layer. */
static guint
count_heads (const IplCaseInfo *the_case)
{
  guint n = 0;

  for (guint l = 0; l < the_case->L; l++)
    n = MAX (n, the_case->H[l]);
  return n;
}

/* Returns the number of grid places for small maps: layers times the largest number of heads. */
static guint
count_maps (const IplCaseInfo *the_case)
{
  return the_case->L * count_heads (the_case);
}

static void
add_keys (IplSequence *self, const IplStyle *style)
{
  g_autofree char *limit = ipl_number_markup (find_limit (self->view), 2);
  const IplView *view = self->view;
  int token = view->shown_token;
  g_autofree char *label
      = ipl_view_head_label (view->the_case, view->shown_layer, view->shown_head);
  g_autofree char *head = ipl_view_name_markup (label);

  ipl_legend_add_note (&self->legend, style,
                       g_strdup_printf ("<b>layer %d, %s</b>", view->shown_layer + 1, head));
  ipl_legend_add_note (&self->legend, style,
                       g_strdup_printf ("sequence %d", view->shown_example + 1));
  ipl_legend_add (&self->legend, IPL_KEY_BAR_OUTLINE,
                  token < 0 ? g_strdup ("query patches (mean)")
                            : g_strdup_printf ("query: patch %d of %s", token % PATCHES + 1,
                                               image_names[token / PATCHES]),
                  style->accent, style->line_pt, IPL_DASH_SOLID);
  if (count_maps (view->the_case) > 1)
    ipl_legend_add_note (&self->legend, style,
                         g_strdup_printf ("small: shade ∝ √attention, to %s", limit));
}

/* Adds the images tinted by the attention of the head shown, and the colour bar at the right. */
static void
add_images (IplSequence *self, const IplStyle *style, IplRect image, double gap)
{
  const IplView *view = self->view;
  guint layer = (guint)view->shown_layer, head = (guint)view->shown_head;
  const IplTaskExample *example = &view->gallery->examples[view->shown_example];
  double em = style->font_pt, *weights = ipl_view_attention (view, layer, head);
  double largest = find_largest (view, layer, head), limit = largest > 0 ? largest : 1;
  int token = view->shown_token;
  gboolean is_long = ipl_text_width (style, long_labels[0], ipl_style_small (style)) <= image.w;
  IplTarget target = ipl_target_head (layer, head);
  IplRect looking = image;
  IplPiece *outline;

  g_ptr_array_add (self->owned, weights);
  ipl_target_set (&target, IPL_PART_SEQUENCE, (gsize)view->shown_example);
  for (guint i = 0; i < IPL_IMAGES; i++, image.x += image.w + gap)
    {
      IplPiece *piece = ipl_sequence_add_image (self, style, example, i, image, target,
                                                is_long ? long_labels : short_labels);

      piece->attention = weights + i * PATCHES;
      piece->limit = limit;
      if (token >= 0 && token / PATCHES == (int)i)
        looking = ipl_piece_cell (piece, (gsize)token % PATCHES);
      else if (token < 0)
        looking = image;
    }
  outline = ipl_sequence_add (self, IPL_PIECE_SEQUENCE, looking, IPL_TARGET_NONE);
  outline->dash = token < 0 ? IPL_DASH_DASHED : IPL_DASH_SOLID;
  outline->line = token < 0 ? 1 : 1.3;
  self->bar = (IplRect){ image.x - gap + 0.8 * em, image.y, 0.75 * em, image.h };
  ipl_axis_init (&self->bar_axis, style, 0, limit, FALSE, image.h, TRUE);
}

/* Adds a small map with the three images side by side. */
static void
add_map (IplSequence *self, guint layer, guint head, IplRect area, double limit)
{
  const IplView *view = self->view;
  double *weights = ipl_view_attention (view, layer, head), side = area.h;

  g_ptr_array_add (self->owned, weights);
  area.w = MAP_ASPECT * side;
  for (guint i = 0; i < IPL_IMAGES; i++)
    {
      IplRect third = { area.x + i * (1 + THIRD_GAP) * side, area.y, side, side };
      IplPiece *map = ipl_sequence_add (self, IPL_PIECE_MAP, third, IPL_TARGET_NONE);

      map->n = IPL_PATCH_ROWS;
      map->is_root = TRUE;
      map->attention = weights + i * PATCHES;
      map->limit = limit;
    }
  ipl_sequence_add (self, IPL_PIECE_SEQUENCE, area, ipl_target_head (layer, head))->line
      = (int)layer == view->shown_layer && (int)head == view->shown_head ? 1 : 0;
}

/* Adds the small maps of all heads, layer by layer. If their numbers would overlap, only every
 * n-th row has numbers. */
static void
add_maps (IplSequence *self, const IplStyle *style, const IplGrid *grid, double number_w)
{
  const IplCaseInfo *the_case = self->view->the_case;
  double small = ipl_style_small (style), limit = find_limit (self->view);
  guint heads = count_heads (the_case);
  guint stride = MAX (1, (guint)ceil (0.95 * ipl_text_height (style, small) / grid->pitch_y));

  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        IplRect map = ipl_grid_get (grid, l * heads + h);

        map.x += number_w;
        add_map (self, l, h, map, limit);
        if ((l * heads + h) / grid->columns % stride == 0)
          ipl_sequence_write (self, ipl_head_number (the_case, l, h),
                              (IplPieceText){ small, style->ink, map.x - 0.3 * style->font_pt,
                                              map.y + map.h / 2, 1, 0.5 });
      }
}

/* Places the images and below them the small maps, centred in an area. */
static void
place (IplSequence *self, const IplStyle *style, const IplRect *area)
{
  double em = style->font_pt, small = ipl_style_small (style);
  double frame_w
      = 2.55 * em + 1.5 * ipl_axis_tick_length (style) + ipl_text_width (style, "0.000", small);
  double frame_h = 1.15 * ipl_text_height (style, small), maps_w, maps_h = 0, side, y;
  IplRect maps = { area->x, area->y, area->w, MAPS_SHARE * area->h };
  IplGridCell cell = { .aspect = MAP_ASPECT,
                       .more_w = ipl_text_width (style, "0.00", small) + 0.35 * em,
                       .gap_x = 0.7 * em,
                       .gap_y = 0.35 * em,
                       .largest = LARGEST * em };
  const IplCaseInfo *the_case = self->view->the_case;
  IplGrid grid;

  ipl_grid_fit (&grid, count_maps (the_case), count_heads (the_case), &maps, &cell);
  if (grid.side >= SMALLEST * em && count_maps (the_case) > 1)
    maps_h = grid.rows * grid.pitch_y - cell.gap_y + 1.2 * em;
  side = MAX (1, MIN ((area->w - frame_w) / IPL_IMAGES, area->h - frame_h - maps_h));
  y = area->y + MAX (0, area->h - side - frame_h - maps_h) / 2;
  add_images (self, style,
              (IplRect){ area->x + (area->w - IPL_IMAGES * side - frame_w) / 2, y, side, side },
              0.5 * em);
  if (maps_h <= 0)
    return;
  maps_w = grid.columns * grid.pitch_x - cell.gap_x;
  grid.x = area->x + (area->w - maps_w) / 2;
  grid.y = y + side + frame_h + 1.2 * em;
  add_maps (self, style, &grid, cell.more_w);
}

static void
layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
             double height)
{
  IplSequence *self = layout;
  IplRect area;

  ipl_sequence_init (self, &ipl_panel_attention, view);
  if (view->gallery == NULL || view->gallery->attention == NULL)
    return;
  add_keys (self, style);
  area = ipl_sequence_place_legend (self, style, width, height);
  place (self, style, &area);
}

static const char *
empty (const IplView *view, const char **more)
{
  *more = "open a one-shot task";
  return view->gallery != NULL && view->gallery->attention != NULL ? NULL : "No attention to show";
}

/* Adds the attention of each head from the query shown to each patch to text and table. */
static void
add_numbers (IplPlot *plot, const IplView *view)
{
  const char **patches = ipl_plot_new_names (plot, IPL_ONE_SHOT_T);
  const char **query = ipl_plot_new_names (plot, 1);
  int token = view->shown_token;

  for (gsize t = 0; t < IPL_ONE_SHOT_T; t++)
    patches[t] = ipl_plot_format (plot, "patch %" G_GSIZE_FORMAT " of %s", t % PATCHES + 1,
                                  image_names[t / PATCHES]);
  query[0] = token < 0 ? "query (mean)" : patches[token];
  for (guint l = 0; l < view->the_case->L; l++)
    for (guint h = 0; h < view->the_case->H[l]; h++)
      {
        double *weights = ipl_view_attention (view, l, h);
        IplTarget item = ipl_target_token (l, h, view->shown_example, -1);

        g_ptr_array_add (plot->owned, weights);
        ipl_sequence_add_numbers (plot, g_strdup_printf ("head %u.%u", l + 1, h + 1),
                                  &(IplSequenceNumbers){ item, 1, IPL_ONE_SHOT_T, weights, query,
                                                         patches, &ipl_cells_of_keys });
      }
}

static IplTarget
step_patches (const IplTarget *self, const IplView *view, int dx, int dy)
{
  const int side = IPL_ONE_SHOT_SIZE / IPL_ONE_SHOT_PATCH, patches = IPL_ONE_SHOT_PATCHES;
  if (view->gallery == NULL)
    return IPL_TARGET_NONE;
  int token = ipl_target_get (self, IPL_PART_TOKEN);
  if (self->kind == IPL_TARGET_HEAD && token < 0)
    return ipl_step_heads (self, view, dx, dy);
  IplTarget target = ipl_target_head (view->shown_layer, view->shown_head);
  ipl_target_set (&target, IPL_PART_SEQUENCE, (gsize)view->shown_example);
  ipl_target_set (&target, IPL_PART_TOKEN, 2 * patches);
  if (token < 0 || token >= IPL_ONE_SHOT_T)
    return target;
  int column = token / patches * side + token % side;
  int row = token % patches / side;
  column = ipl_step_move (column, dx, 3 * side);
  row = ipl_step_move (row, dy, side);
  ipl_target_set (&target, IPL_PART_TOKEN,
                  (gsize)(column / side * patches + row * side + column % side));
  return target;
}

const IplPanel ipl_panel_attention = {
  .id = "attention",
  .title = "Attention",
  .needs = IPL_NEEDS_GALLERY,
  .empty = empty,
  IPL_IS_SEQUENCE,
  .layout_init = layout_init,
  .step = step_patches,
  .numbers = add_numbers,
  .sentence = "Attention of a head over the patches of a sequence.",
  .height_narrow = 0.75,
  .height_wide = 0.36,
};
