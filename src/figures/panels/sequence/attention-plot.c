/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a head looks: its attention over the patches of a sequence, and all heads small, on one
 * scale of their own. */

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/sequence/sequence-images.h"
#include "figures/view/network-view.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/words.h"

#include <math.h>

#define PATCHES IPL_ONE_SHOT_PATCHES
/* Between the thirds of a small map, in widths of one. */
#define THIRD_GAP 0.14
#define MAP_ASPECT (IPL_IMAGES + 2 * THIRD_GAP)
/* Sides of the thirds of small maps, in text sizes. */
#define SMALLEST 0.5
#define LARGEST 2.4
/* The share of the height that they take at most. */
#define MAPS_SHARE 0.45

static const char *const image_names[] = { "shot 1", "shot 2", "the query" };
static const char *const long_labels[] = { "shot, −1", "shot, +1", "query" };
static const char *const short_labels[] = { "−1", "+1", "?" };

/* The most that a head looks at one patch. */
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

/* The limit of the small maps; 1 where no head looks. */
static double
find_limit (const IplView *view)
{
  double limit = 0;

  for (guint l = 0; l < view->the_case->L; l++)
    for (guint h = 0; h < view->the_case->H[l]; h++)
      limit = MAX (limit, find_largest (view, l, h));
  return limit > 0 ? limit : 1;
}

/* Most heads of a layer. */
static guint
count_heads (const IplCaseInfo *the_case)
{
  guint n = 0;

  for (guint l = 0; l < the_case->L; l++)
    n = MAX (n, the_case->H[l]);
  return n;
}

/* Rows of small maps hold layers that are complete, or equal parts of one. */
static void
fit_maps (IplGrid *self, const IplCaseInfo *the_case, const IplRect *area, const IplGridCell *cell)
{
  guint heads = count_heads (the_case), n = the_case->L * heads;
  IplGrid grid;

  *self = (IplGrid){ .side = 0 };
  for (guint columns = 1; columns <= n && n > 1; columns++)
    {
      if (columns % heads != 0 && heads % columns != 0)
        continue;
      ipl_grid_fit (&grid, n, columns, columns, area, cell);
      if (grid.side >= self->side)
        *self = grid;
    }
}

static void
make_legend (IplSequence *self, const IplStyle *style, double width)
{
  g_autofree char *limit = ipl_number_markup (find_limit (self->view), 2);
  const IplView *view = self->view;
  IplLegend *legend = &self->legend;
  int token = view->shown_token;
  g_autofree char *label
      = ipl_view_head_label (view->the_case, view->shown_layer, view->shown_head);
  g_autofree char *head = ipl_view_name_markup (label);

  ipl_legend_add (legend, IPL_KEY_NONE,
                  g_strdup_printf ("<b>layer %d, %s</b>", view->shown_layer + 1, head), style->ink,
                  0, IPL_DASH_SOLID);
  ipl_legend_add (legend, IPL_KEY_NONE, g_strdup_printf ("sequence %d", view->shown_example + 1),
                  style->ink, 0, IPL_DASH_SOLID);
  ipl_legend_add (legend, IPL_KEY_BAR_OUTLINE,
                  token < 0 ? g_strdup ("looking: the query, mean")
                            : g_strdup_printf ("looking: patch %d of %s", token % PATCHES + 1,
                                               image_names[token / PATCHES]),
                  style->accent, style->line_pt, IPL_DASH_SOLID);
  if (view->the_case->L * count_heads (view->the_case) > 1)
    ipl_legend_add (legend, IPL_KEY_NONE, g_strdup_printf ("small: deep as √weight, to %s", limit),
                    style->ink, 0, IPL_DASH_SOLID);
  ipl_legend_layout (legend, style, width);
}

/* Around what looks. */
static void
add_looking (IplSequence *self, const IplPiece *image, int token)
{
  IplRect area = token < 0 ? image->area : ipl_piece_cell (image, (gsize)token % PATCHES);
  IplPiece *outline = ipl_sequence_add (self, IPL_PIECE_OUTLINE, area, IPL_TARGET_NONE);

  outline->dash = token < 0 ? IPL_DASH_DASHED : IPL_DASH_SOLID;
  outline->line = token < 0 ? 1 : 1.3;
}

/* The images tinted by what the head shown looks at, and the bar on their right. */
static void
add_images (IplSequence *self, const IplStyle *style, IplRect image, double gap)
{
  const IplView *view = self->view;
  guint layer = (guint)view->shown_layer, head = (guint)view->shown_head;
  const IplTaskExample *example = &view->gallery->examples[view->shown_example];
  double em = style->font_pt, *weights = ipl_view_attention (view, layer, head);
  double largest = find_largest (view, layer, head), limit = largest > 0 ? largest : 1;
  gboolean is_long = ipl_text_width (style, long_labels[0], ipl_style_small (style)) <= image.w;
  IplTarget target = ipl_target_head (layer, head);
  IplPiece looking = { .n = 1 };

  g_ptr_array_add (self->kept, weights);
  ipl_target_set (&target, IPL_PART_SEQUENCE, (gsize)view->shown_example);
  for (guint i = 0; i < IPL_IMAGES; i++, image.x += image.w + gap)
    {
      IplPiece *piece = ipl_sequence_add_image (self, style, example, i, image, target,
                                                is_long ? long_labels : short_labels);

      piece->is_picked = TRUE;
      piece->attention = weights + i * PATCHES;
      piece->limit = limit;
      if (view->shown_token < 0 || view->shown_token / PATCHES == (int)i)
        looking = *piece;
    }
  add_looking (self, &looking, view->shown_token);
  self->bar = (IplRect){ image.x - gap + 0.8 * em, image.y, 0.75 * em, image.h };
  ipl_axis_init (&self->bar_axis, style, 0, limit, FALSE, image.h, TRUE);
}

/* A small map: a third for each image. */
static void
add_map (IplSequence *self, guint layer, guint head, IplRect area, double limit)
{
  const IplView *view = self->view;
  double *weights = ipl_view_attention (view, layer, head), side = area.h;

  g_ptr_array_add (self->kept, weights);
  area.w = MAP_ASPECT * side;
  ipl_sequence_add (self, IPL_PIECE_WHOLE, area, ipl_target_head (layer, head))->is_picked = TRUE;
  for (guint i = 0; i < IPL_IMAGES; i++)
    {
      IplRect third = { area.x + i * (1 + THIRD_GAP) * side, area.y, side, side };
      IplPiece *map = ipl_sequence_add (self, IPL_PIECE_MAP, third, IPL_TARGET_NONE);

      map->n = IPL_PATCH_ROWS;
      map->is_root = TRUE;
      map->attention = weights + i * PATCHES;
      map->limit = limit;
    }
  if ((int)layer == view->shown_layer && (int)head == view->shown_head)
    ipl_sequence_add (self, IPL_PIECE_OUTLINE, area, IPL_TARGET_NONE);
}

/* All heads, those of a layer after those of the layer before; numbers at every so many rows where
 * they would touch. */
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
          ipl_sequence_write (self, ipl_head_number (the_case, l, h), small, style->ink,
                              map.x - 0.3 * style->font_pt, map.y + map.h / 2, 1, 0.5);
      }
}

/* The images, and below them the small maps, in the middle of an area. */
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
  IplGrid grid;

  fit_maps (&grid, self->view->the_case, &maps, &cell);
  if (grid.side >= SMALLEST * em)
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

/* "patch 3 of shot 1: attention 0.034" */
static char *
say (const IplTarget *target, const IplView *view)
{
  g_autofree double *weights = NULL;
  g_autofree char *weight = NULL;
  int token = ipl_target_get (target, IPL_PART_TOKEN);

  if (token < 0 || token >= IPL_ONE_SHOT_T
      || ipl_target_get (target, IPL_PART_SEQUENCE) != view->shown_example)
    return NULL;
  weights = ipl_view_attention (view, (guint)view->shown_layer, (guint)view->shown_head);
  weight = ipl_number_fixed (weights[token], 3);
  return g_strdup_printf ("patch %d of %s: attention %s", token % PATCHES + 1,
                          image_names[token / PATCHES], weight);
}

static void
layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
             double height)
{
  IplSequence *self = layout;
  double margin = 0.4 * style->font_pt, top;

  ipl_sequence_init (self, view, say);
  if (view->gallery == NULL || view->gallery->attention == NULL)
    return;
  make_legend (self, style, width - 2 * margin);
  self->legend_x = (width - self->legend.width) / 2;
  self->legend_y = margin;
  top = margin + self->legend.height + margin;
  place (self, style,
         &(IplRect){ margin, top, MAX (width - 2 * margin, 1), MAX (height - margin - top, 1) });
}

static const char *
empty (const IplView *view, const char **more)
{
  *more = "open a one-shot task";
  return view->gallery != NULL && view->gallery->attention != NULL ? NULL : "No attention to show";
}

static void
describe (GString *text, const IplView *view)
{
  static const char *const images[] = { "first shot", "second shot", "query" };
  g_string_append (text, "Where a head looks: its attention over the patches of a sequence.");
  if (view->gallery == NULL)
    {
      g_string_append (text, " There are no sequences yet.");
      return;
    }
  g_string_append_printf (text, " Head %d of layer %d, sequence %d, ", view->shown_head + 1,
                          view->shown_layer + 1, view->shown_example + 1);
  if (view->shown_token >= 0)
    g_string_append_printf (text, "seen from patch %d of the %s.",
                            view->shown_token % IPL_ONE_SHOT_PATCHES + 1,
                            images[view->shown_token / IPL_ONE_SHOT_PATCHES]);
  else
    g_string_append (text, "mean over the query's patches.");
  g_autofree double *weights = ipl_view_attention (view, view->shown_layer, view->shown_head);
  for (int i = 0; i < 3; i++)
    {
      double sum = 0;
      for (int s = 0; s < IPL_ONE_SHOT_PATCHES; s++)
        sum += weights[i * IPL_ONE_SHOT_PATCHES + s];
      g_autofree char *share = ipl_number_fixed (100 * sum, 0);
      g_string_append_printf (text, "%s %s %% on the %s", i ? "," : " It is", share, images[i]);
    }
  g_string_append_c (text, '.');
}

/* The attention of every head, patch by patch. */
static void
table (GString *text, const IplView *view)
{
  static const char *const images[] = { "shot 1", "shot 2", "query" };
  const IplCaseInfo *the_case = view->the_case;
  g_string_append (text, "layer\thead");
  for (int s = 0; s < IPL_ONE_SHOT_T; s++)
    g_string_append_printf (text, "\t%s patch %d", images[s / IPL_ONE_SHOT_PATCHES],
                            s % IPL_ONE_SHOT_PATCHES + 1);
  g_string_append_c (text, '\n');
  for (guint l = 0; view->gallery != NULL && l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        g_autofree double *weights = ipl_view_attention (view, l, h);
        g_string_append_printf (text, "%u\t%u", l + 1, h + 1);
        for (int s = 0; s < IPL_ONE_SHOT_T; s++)
          {
            ipl_table_cell (text, weights[s]);
          }
        g_string_append_c (text, '\n');
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
  .describe = describe,
  .table = table,
  .height_narrow = 0.75,
  .height_wide = 0.36,
};
