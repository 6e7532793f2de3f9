/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a head looks: its attention over the patches of a sequence, and all heads small. */

#include "figures/kit/scribe.h"
#include "figures/kit/heat-map.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/network/attention-layout.h"
#include "figures/panels/network/picture.h"
#include "figures/view/network-view.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/target-words.h"
#include "figures/view/words.h"

#include <math.h>

#define PATCHES IPL_ONE_SHOT_PATCHES

static void
outline (cairo_t *cr, const IplStyle *style, const IplRect *r, double line, IplDash dash)
{
  cairo_rectangle (cr, r->x, r->y, r->w, r->h);
  cairo_set_line_width (cr, 1.7 * line);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  ipl_set_color (cr, style->paper, 0.6);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, line);
  ipl_set_dash (cr, dash, line);
  ipl_set_color (cr, style->accent, 1);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

static void
draw_images (const IplAttentionLayout *self, const IplStyle *style, cairo_t *cr)
{
  const IplView *view = self->view;
  const IplTaskExample *example = &self->gallery->examples[view->shown_example];
  double small = ipl_style_small (style), text_h = ipl_text_height (style, small);
  for (guint i = 0; i < 3; i++)
    {
      const IplRect *r = &self->image[i];
      gboolean plus = i < 2 && example->sequence.labels[i];
      IplColor tints[PATCHES];
      for (guint s = 0; s < PATCHES; s++)
        tints[s] = ipl_style_attention_color (style, self->weights[i * PATCHES + s] / self->limit);
      ipl_picture_draw (cr, style, example->pixels[i], r, tints, r->w > 3 * style->font_pt);
      const char *label = i == 2 ? "query" : plus ? "shot, +1" : "shot, −1";
      if (ipl_text_width (style, label, small) > r->w)
        label = i == 2 ? "?" : plus ? "+1" : "−1";
      if (ipl_text_width (style, label, small) <= r->w)
        ipl_text_draw (cr, style, label, small,
                       i == 2 ? style->ink
                              : ipl_style_text_color (style, ipl_style_sign_color (style, !plus)),
                       r->x + r->w / 2, r->y + r->h + 0.1 * text_h, 0.5, 0);
    }
  if (view->shown_token < 0)
    outline (cr, style, &self->image[2], style->line_pt, IPL_DASH_DASHED);
  else
    {
      IplRect patch = ipl_picture_patch (&self->image[view->shown_token / PATCHES],
                                         view->shown_token % PATCHES);
      outline (cr, style, &patch, 1.3 * style->line_pt, IPL_DASH_SOLID);
    }
}

/* Every small map from 0 to its own largest, what it looks at rather than how sharply, where there
 * is room to say how much that is; else on the bar's scale. */
static void
draw_map (const IplAttentionLayout *self, const IplStyle *style, cairo_t *cr, guint layer,
          guint head)
{
  g_autofree double *weights = ipl_view_attention (self->view, layer, head);
  IplRect map = ipl_attention_layout_map (self, layer, head);
  double limit = self->own_limits ? ipl_attention_layout_largest (self, layer, head) : self->limit;
  for (guint i = 0; i < 3; i++)
    {
      IplRect third = ipl_attention_layout_third (self, &map, i);
      cairo_rectangle (cr, third.x, third.y, third.w, third.h);
      ipl_set_color (cr, style->paper, 1);
      cairo_fill (cr);
      for (guint s = 0; s < PATCHES; s++)
        {
          IplRect patch = ipl_picture_patch (&third, s);
          double lap = 0.15;
          cairo_rectangle (cr, patch.x, patch.y, MIN (patch.w + lap, third.x + third.w - patch.x),
                           MIN (patch.h + lap, third.y + third.h - patch.y));
          ipl_set_color (
              cr,
              ipl_style_attention_color (style, limit > 0 ? weights[i * PATCHES + s] / limit : 0),
              1);
          cairo_fill (cr);
        }
      cairo_rectangle (cr, third.x, third.y, third.w, third.h);
      cairo_set_line_width (cr, ipl_style_hairline (style));
      ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, 0.55), 1);
      cairo_stroke (cr);
    }
}

static void
draw_small (const IplAttentionLayout *self, const IplStyle *style, cairo_t *cr)
{
  const IplCaseInfo *the_case = self->view->the_case;
  double em = style->font_pt, small = ipl_style_small (style);
  double text_h = ipl_text_height (style, small), middle = self->small_side / 2;
  /* Numbers at every so many rows where they would touch. */
  guint stride = MAX (1, (guint)ceil (0.95 * text_h / self->pitch_y));
  for (guint l = 0; l < the_case->L; l++)
    {
      IplRect first = ipl_attention_layout_map (self, l, 0);
      for (guint h = 0; h < the_case->H[l]; h++)
        {
          IplRect map = ipl_attention_layout_map (self, l, h);
          g_autofree char *number = g_strdup_printf ("%u", h + 1);
          IplTarget target = ipl_target_on_head (l, h);
          draw_map (self, style, cr, l, h);
          ipl_item_area (cr, &target, &map);
          double number_x = map.x - 0.3 * em;
          if (self->own_limits)
            {
              double largest = ipl_attention_layout_largest (self, l, h);
              g_autofree char *value = ipl_number_markup (largest, 2);
              g_autofree char *limit = g_strdup_printf ("≤ %s", value);
              ipl_text_draw (cr, style, limit, small, style->faint, number_x, map.y + middle, 1,
                             0.5);
              number_x = map.x - self->number_w + ipl_text_width (style, number, small);
            }
          if (the_case->H[l] > 1 && self->number_w > 0 && h / self->columns % stride == 0)
            ipl_text_draw (cr, style, number, small, style->ink, number_x, map.y + middle, 1, 0.5);
        }
      g_autofree char *text = g_strdup_printf ("layer %u", l + 1);
      double left = first.x - self->number_w;
      if (!self->layers_across)
        {
          if (self->rows * self->pitch_y >= 0.95 * text_h)
            ipl_text_draw (cr, style, text, small, style->ink, left - 0.8 * em, first.y + middle, 1,
                           0.5);
          continue;
        }
      if (ipl_text_width (style, text, small) > self->layer_w)
        {
          g_free (text);
          text = g_strdup_printf ("L%u", l + 1);
        }
      if (ipl_text_width (style, text, small) <= self->layer_w)
        ipl_text_draw (cr, style, text, small, style->ink, left, self->small_y - 0.12 * text_h, 0,
                       1);
    }
  IplRect shown = ipl_attention_layout_map (self, self->view->shown_layer, self->view->shown_head);
  outline (cr, style, &shown, style->line_pt, IPL_DASH_SOLID);
}

static const char *
empty (const IplView *view, const char **more)
{
  *more = "open a one-shot task";
  return view->gallery != NULL && view->gallery->attention != NULL ? NULL : "No attention to show";
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplAttentionLayout *self = data;
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  draw_images (self, style, cr);
  ipl_color_bar_draw (&self->bar, &self->bar_axis, IPL_COLORS_ATTENTION, style, cr);
  if (self->small_side > 0)
    draw_small (self, style, cr);
  ipl_legend_draw (&self->legend, style, cr, (width - self->legend.width) / 2, self->legend_y);
}

/* TRUE if a target lights a head: it is the head, or a path of it runs through. */
static gboolean
is_lit (const IplTarget *target, const IplCaseInfo *the_case, guint layer, guint head)
{
  const int paths[] = { target->path, target->other };
  for (int i = 0; i < 2; i++)
    if (paths[i] >= 0 && (gsize)paths[i] < the_case->Pi
        && ipl_case_path_uses_head (the_case, paths[i], layer, head))
      return TRUE;
  return target->path < 0 && ipl_target_has_head (target, layer, head);
}

static char *
caption (const IplAttentionLayout *self, const IplTarget *target)
{
  static const char *const images[] = { "shot 1", "shot 2", "the query" };
  if (target->path >= 0 || target->token < 0 || target->token >= IPL_ONE_SHOT_T
      || target->example != self->view->shown_example)
    return ipl_target_caption (target, self->view);
  g_autofree char *weight = ipl_number_fixed (self->weights[target->token], 3);
  return g_strdup_printf ("patch %d of %s: attention %s", target->token % PATCHES + 1,
                          images[target->token / PATCHES], weight);
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const IplAttentionLayout *self = data;
  const IplTarget *targets[] = { selected, hovered };
  const IplCaseInfo *the_case = view->the_case;
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  for (int f = 0; f < 2; f++)
    {
      for (guint l = 0; l < the_case->L && self->small_side > 0; l++)
        for (guint h = 0; h < the_case->H[l]; h++)
          if (is_lit (targets[f], the_case, l, h))
            {
              IplRect map = ipl_attention_layout_map (self, l, h);
              outline (cr, style, &map, (f ? 1.6 : 1.2) * style->line_pt, IPL_DASH_SOLID);
            }
      int token = targets[f]->token;
      if (token < 0 || token >= IPL_ONE_SHOT_T || targets[f]->example != view->shown_example)
        continue;
      IplRect patch = ipl_picture_patch (&self->image[token / PATCHES], token % PATCHES);
      outline (cr, style, &patch, style->line_pt, IPL_DASH_SOLID);
    }
  g_autofree char *text = caption (self, ipl_target_is_none (hovered) ? selected : hovered);
  if (text != NULL)
    ipl_caption_markup (style, text, cr, width);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplAttentionLayout *self = data;
  const IplCaseInfo *the_case = view->the_case;
  for (guint i = 0; i < 3; i++)
    {
      int patch = ipl_picture_patch_at (&self->image[i], x, y);
      if (patch < 0)
        continue;
      target->layer = view->shown_layer;
      target->head = view->shown_head;
      target->example = view->shown_example;
      target->token = i * PATCHES + patch;
      return TRUE;
    }
  for (guint l = 0; l < the_case->L && self->small_side > 0; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        IplRect map = ipl_attention_layout_map (self, l, h);
        if (!ipl_rect_contains (&map, x, y))
          continue;
        target->layer = l;
        target->head = h;
        return TRUE;
      }
  return FALSE;
}

/* From patch to patch, image after image: a row of twelve patches, four high. A head alone is
 * stepped through by the small maps. */
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
  if (self->head >= 0 && self->token < 0)
    return ipl_step_heads (self, view, dx, dy);
  IplTarget target = ipl_target_on_head (view->shown_layer, view->shown_head);
  target.example = view->shown_example;
  if (self->token < 0 || self->token >= IPL_ONE_SHOT_T)
    {
      target.token = 2 * patches;
      return target;
    }
  int column = self->token / patches * side + self->token % side;
  int row = self->token % patches / side;
  column = ipl_step_move (column, dx, 3 * side);
  row = ipl_step_move (row, dy, side);
  target.token = column / side * patches + row * side + column % side;
  return target;
}

const IplPanel ipl_panel_attention = {
  .id = "attention",
  .title = "Attention",
  .needs = IPL_NEEDS_GALLERY,
  .empty = empty,
  .layout_size = sizeof (IplAttentionLayout),
  .layout_init = ipl_attention_layout_init,
  .layout_clear = ipl_attention_layout_clear,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = step_patches,
  .describe = describe,
  .table = table,
  .height_narrow = 0.75,
  .height_wide = 0.36,
};
