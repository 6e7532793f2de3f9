/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A latent tree: root at the top, tokens at the bottom with the attention of the first token to
 * the others at the time shown, and the flip rates next to it, in the window with sliders. */

#include "core/experiments/experiment-table.h"
#include "figures/kit/marker.h"
#include "figures/kit/number.h"
#include "figures/kit/recorder.h"
#include "figures/kit/text.h"
#include "figures/panels/hierarchy/latent-tree-view.h"
#include "figures/plot/panel-calls.h"
#include "figures/plot/plot.h"
#include "figures/view/target-sentence.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

#define MAX_FLIP 0.5
/* Step of a dragged flip rate. */
#define FLIP_STEP 0.005

extern const IplPanel ipl_panel_latent_tree;

typedef struct
{
  IplTreeView shown;
  IplRect tree;            /* from the root to the tokens */
  IplRect bars;            /* bars of attention */
  double track_x, track_w; /* of the flip rates and of their sliders */
  double radius;           /* radius of a token */
  gboolean has_sliders;
} Layout;

/* Returns y of a level; level 0 is the root. */
static double
level_y (const Layout *self, guint level)
{
  return self->tree.y + self->tree.h * level / self->shown.tree.depth;
}

static double
node_x (const Layout *self, guint level, guint node)
{
  return self->tree.x + self->tree.w * (node + 0.5) / (1u << level);
}

static double
track_y (const Layout *self, guint level)
{
  return (level_y (self, level) + level_y (self, level + 1)) / 2;
}

static char *
format_flip (guint level, double flip)
{
  g_autofree char *value = ipl_number_fixed (flip, 3);

  return g_strdup_printf ("<i>ε</i><sub>%u</sub> = %s", level + 1, value);
}

static void
layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
             double height)
{
  Layout *self = layout;
  double em = style->font_pt, margin = 0.6 * em, small = ipl_style_small (style);
  double text_h = ipl_text_height (style, small), track;
  g_autofree char *widest = format_flip (0, MAX_FLIP);

  ipl_tree_view_init (&self->shown, view);
  self->has_sliders = style->has_controls;
  track = ipl_text_width (style, widest, small) + 1.2 * em;
  if (self->has_sliders)
    track = MAX (track, 6.5 * em);
  track = MIN (track, 0.3 * width);
  self->tree = (IplRect){ margin, margin + 0.5 * em, MAX (width - 2 * margin - track - em, 1),
                          MAX (0.66 * (height - 2 * margin) - em, 1) };
  self->radius = MIN (0.32 * em, 0.3 * self->tree.w / self->shown.M);
  self->bars.x = self->tree.x;
  self->bars.w = self->tree.w;
  self->bars.y = self->tree.y + self->tree.h + 0.6 * em + text_h;
  self->bars.h = MAX (height - margin - text_h - 0.3 * em - self->bars.y, 1);
  self->track_x = self->tree.x + self->tree.w + 1.6 * em;
  self->track_w = MAX (track - 1.2 * em, 1);
}

/* Draws edges of lower correlation thinner and paler. */
static void
draw_edges (const Layout *self, const IplStyle *style, cairo_t *cr)
{
  const IplLatentTree *tree = &self->shown.tree;

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (guint level = 0; level < tree->depth; level++)
    {
      double correlation = 1 - 2 * tree->flip[level];

      for (guint child = 0; child < 2u << level; child++)
        {
          cairo_move_to (cr, node_x (self, level, child / 2), level_y (self, level));
          cairo_line_to (cr, node_x (self, level + 1, child), level_y (self, level + 1));
        }
      ipl_stroke (cr, ipl_color_mix (style->paper, style->ink, 0.25 + 0.65 * correlation),
                  (0.35 + 0.9 * correlation) * style->line_pt);
    }
}

/* Draws the ancestors of the query in the colors of their height. */
static void
draw_nodes (const Layout *self, const IplStyle *style, cairo_t *cr)
{
  guint depth = self->shown.tree.depth;

  for (guint level = 0; level <= depth; level++)
    for (guint node = 0; node < 1u << level; node++)
      {
        guint height = depth - level;
        gboolean above = node == IPL_TREE_QUERY >> height;
        IplColor color = !above ? style->faint
                         : height > 0
                             ? ipl_role_color (ipl_tree_view_role (&self->shown, height), style)
                             : style->ink;

        ipl_draw_dot (cr, style, color, node_x (self, level, node), level_y (self, level),
                      self->radius * (above ? 1.35 : 1), FALSE);
      }
}

static void
draw_slider (const Layout *self, const IplStyle *style, cairo_t *cr, double y, double flip)
{
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->faint, 1);
  cairo_move_to (cr, self->track_x, y);
  cairo_line_to (cr, self->track_x + self->track_w, y);
  cairo_stroke (cr);
  ipl_draw_dot (cr, style, style->ink, self->track_x + self->track_w * flip / MAX_FLIP, y,
                0.32 * style->font_pt, FALSE);
}

/* Draws the flip rate of each level as a number, above its slider if there is one. */
static void
draw_flips (const Layout *self, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, small = ipl_style_small (style);
  double text_h = ipl_text_height (style, small);
  double pitch = self->tree.h / self->shown.tree.depth;

  for (guint level = 0; level < self->shown.tree.depth; level++)
    {
      double y = track_y (self, level), slider_y = y + 0.35 * em;
      double flip = self->shown.tree.flip[level];
      g_autofree char *text = format_flip (level, flip);

      if (self->has_sliders)
        draw_slider (self, style, cr, slider_y, flip);
      if (pitch > (self->has_sliders ? 1.9 * em : text_h))
        ipl_text_draw_fitted (cr, style, text, small, style->ink, self->track_x,
                              self->has_sliders ? slider_y - 0.45 * em - text_h : y - text_h / 2,
                              self->track_w);
    }
}

static void
draw_attention (const Layout *self, const IplView *view, const IplStyle *style, cairo_t *cr)
{
  const IplTreeView *shown = &self->shown;
  const IplRect *bars = &self->bars;
  double em = style->font_pt, small = ipl_style_small (style), largest = 0;
  double pitch = bars->w / shown->M, bottom = bars->y + bars->h;
  g_autofree char *time
      = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
  g_autofree char *top = NULL, *text = NULL;

  for (guint k = 0; k < shown->tree.depth; k++)
    largest = MAX (largest, shown->attention[k]);
  for (guint m = 0; m < shown->M; m++)
    {
      guint height = ipl_latent_tree_height (m, IPL_TREE_QUERY);
      double h = height > 0 ? shown->attention[height - 1] / largest * bars->h : 0;

      if (height == 0)
        continue;
      cairo_rectangle (cr, bars->x + (m + 0.15) * pitch, bottom - h, 0.7 * pitch, h);
      ipl_fill (cr, ipl_role_color (ipl_tree_view_role (shown, height), style), 1);
    }
  cairo_move_to (cr, bars->x, bottom);
  cairo_line_to (cr, bars->x + bars->w, bottom);
  ipl_stroke (cr, style->ink, ipl_style_hairline (style));
  top = ipl_number_text (largest, 2);
  text = g_strdup_printf ("attention of token 1 at %s, highest %s", time, top);
  ipl_text_draw_fitted (cr, style, text, small, style->ink, bars->x, bottom + 0.2 * em,
                        bars->w + em + self->track_w);
}

/* Draws the numbers of the tokens, every n-th if not all fit. */
static void
draw_numbers (const Layout *self, const IplStyle *style, cairo_t *cr)
{
  double small = ipl_style_small (style), em = style->font_pt;
  double room = ipl_text_width (style, "00", small) + 0.3 * em;
  guint stride = 1, M = self->shown.M;

  while (stride * self->tree.w / M < room && stride < M)
    stride *= 2;
  for (guint m = 0; m < M; m += stride)
    {
      g_autofree char *text = g_strdup_printf ("%u", m + 1);

      ipl_text_draw (cr, style, text, small, style->ink, node_x (self, self->shown.tree.depth, m),
                     self->tree.y + self->tree.h + 0.45 * em, 0.5, 0);
    }
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;

  ipl_room_add_side (cr, MIN (self->tree.w, self->tree.h));
  draw_edges (self, style, cr);
  draw_nodes (self, style, cr);
  draw_numbers (self, style, cr);
  draw_attention (self, view, style, cr);
  draw_flips (self, style, cr);
  for (gsize i = 0; i < self->shown.M && ipl_items_are_recorded (cr); i++)
    {
      double w = self->tree.w / self->shown.M,
             top = self->tree.y + self->tree.h - 0.8 * style->font_pt;
      IplTarget target = ipl_target_component (i);

      ipl_item_area (cr, &target,
                     &(IplRect){ self->tree.x + i * w, top, w, self->bars.y + self->bars.h - top });
    }
}

/* Draws the connection of both tokens to their common ancestor. */
static void
draw_connection (const Layout *self, const IplStyle *style, cairo_t *cr, guint l, guint m)
{
  guint depth = self->shown.tree.depth, height = ipl_latent_tree_height (l, m);
  const guint ends[] = { l, m };

  for (guint end = 0; end < 2; end++)
    {
      cairo_move_to (cr, node_x (self, depth, ends[end]), level_y (self, depth));
      for (guint up = 1; up <= height; up++)
        cairo_line_to (cr, node_x (self, depth - up, ends[end] >> up), level_y (self, depth - up));
      ipl_stroke (cr, style->accent, 1.8 * style->line_pt);
      ipl_draw_dot (cr, style, style->accent, node_x (self, depth, ends[end]),
                    level_y (self, depth), 1.4 * self->radius, FALSE);
    }
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *described = ipl_target_is_none (hovered) ? selected : hovered;
  g_autofree char *text = ipl_panel_describe_target (&ipl_panel_latent_tree, described, view);
  guint l, m;

  if (ipl_tree_view_get_pair (&self->shown, described, &l, &m))
    draw_connection (self, style, cr, l, m);
  if (text != NULL)
    ipl_caption_draw_plain (style, text, cr, width);
  else
    ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;
  double top = self->tree.y + self->tree.h - 0.8 * style->font_pt;

  if (x < self->tree.x || x >= self->tree.x + self->tree.w || y < top
      || y > self->bars.y + self->bars.h)
    return FALSE;
  *target = ipl_target_component ((x - self->tree.x) / self->tree.w * self->shown.M);
  return TRUE;
}

static gboolean
edit (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
      double from_y, double x, double y, IplParameters *parameters)
{
  const Layout *self = layout;
  IplLatentTree *tree = ipl_parameters_edit_latent_tree (parameters);
  double em = style->font_pt;

  if (tree == NULL || !self->has_sliders || from_x < self->track_x - 0.6 * em
      || from_x > self->track_x + self->track_w + 0.6 * em)
    return FALSE;
  for (guint level = 0; level < self->shown.tree.depth; level++)
    if (fabs (from_y - track_y (self, level) - 0.35 * em) < 0.7 * em)
      {
        double flip = MAX_FLIP * (x - self->track_x) / self->track_w;

        tree->flip[level] = CLAMP (round (flip / FLIP_STEP) * FLIP_STEP, 0, MAX_FLIP);
        return TRUE;
      }
  return FALSE;
}

static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  int component = ipl_target_get (from, IPL_PART_COMPONENT);
  IplTreeView shown;

  ipl_tree_view_init (&shown, view);
  return ipl_target_component (component < 0 ? 1
                                             : ipl_step_move ((gsize)component, dx + dy, shown.M));
}

/* TRUE if the target is the token relative to the query. A target with another reference token
 * is a different item. */
static gboolean
has_token (const IplTarget *target, gsize i, gconstpointer data)
{
  return target->kind == IPL_TARGET_COMPONENT
         && ipl_target_get (target, IPL_PART_COMPONENT) == (int)i;
}

static const IplItems tokens = { "token", IPL_TARGET_COMPONENT, NULL, has_token };

/* Adds the relation of each token to the query to text and table. */
static void
add_numbers (IplPlot *plot, const IplView *view)
{
  IplTreeView shown;
  ipl_tree_view_init (&shown, view);
  gsize n = shown.M;
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  double *height = ipl_plot_new_numbers (plot, n), *attention = ipl_plot_new_numbers (plot, n);
  IplNumbers at = ipl_plot_new_steps (plot, n, 1, 1);
  g_autoptr (GString) flips = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      guint up = ipl_latent_tree_height (i, IPL_TREE_QUERY);

      height[i] = up;
      attention[i] = up > 0 ? shown.attention[up - 1] : NAN;
    }
  axes->x.title = "token";
  ipl_axes_list_numbers (axes, at, ipl_numbers (height, n), "levels up to the common ancestor");
  ipl_axes_list_numbers (axes, at, ipl_numbers (shown.P + IPL_TREE_QUERY * shown.M, n),
                         "P beside token 1");
  ipl_axes_list_numbers (axes, at, ipl_numbers (shown.counted + IPL_TREE_QUERY * shown.M, n),
                         "counted");
  ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = at, .y = ipl_numbers (attention, n),
                                 .series = "attention of token 1", .items = &tokens });
  for (guint k = 0; k < shown.tree.depth; k++)
    ipl_number_append_fixed (flips, k > 0 ? ", " : "", shown.tree.flip[k], 3);
  ipl_plot_add_note (plot, "%u tokens; flip rates %s from the root down.", shown.M, flips->str);
}

const IplPanel ipl_panel_latent_tree = {
  .id = "latent-tree",
  .title = "Latent tree",
  .experiment = "joma-tree",
  .layout_size = sizeof (Layout),
  .layout_init = layout_init,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .edit = edit,
  .step = step,
  .numbers = add_numbers,
  .sentence = "A binary latent tree with its tokens; below, the attention of the first to the "
              "others.",
  .height_narrow = 0.75,
  .height_wide = 0.5,
};
