/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panel a: attention paths as lines through the heads, pairs as arcs. */

#include "figures/kit/recorder.h"
#include "figures/kit/text.h"
#include "figures/panels/theory/path-diagram-layout.h"
#include "figures/view/trained-network-view.h"
#include "figures/view/panel.h"
#include "figures/view/shown-paths.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/target-sentence.h"

#include <math.h>

/* Maximum distance to a picked line, in text sizes. */
#define REACH 0.6

static void
draw_rounded (cairo_t *cr, const IplRect *r, double radius)
{
  radius = MIN (radius, MIN (r->w, r->h) / 2);
  cairo_new_sub_path (cr);
  cairo_arc (cr, r->x + r->w - radius, r->y + radius, radius, -G_PI / 2, 0);
  cairo_arc (cr, r->x + r->w - radius, r->y + r->h - radius, radius, 0, G_PI / 2);
  cairo_arc (cr, r->x + radius, r->y + r->h - radius, radius, G_PI / 2, G_PI);
  cairo_arc (cr, r->x + radius, r->y + radius, radius, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}

static void
draw_tokens (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, small = ipl_style_small (style), pitch = 1.3 * layout->square;
  gsize T = layout->the_case->T;
  /* If there are more tokens than squares, dots replace one of the squares. */
  gboolean all = T > 0 && layout->n_squares >= T;
  guint gap = !all && layout->n_squares >= 3 ? layout->n_squares - 2 : G_MAXUINT;
  IplReadout readout = layout->the_case->readout;

  cairo_set_line_width (cr, ipl_style_hairline (style));
  for (guint i = 0; i < layout->n_squares; i++)
    {
      double x = layout->tokens.x, y = layout->tokens.y + i * pitch;
      if (i == gap)
        {
          for (int k = -1; k <= 1; k++)
            {
              cairo_new_sub_path (cr);
              cairo_arc (cr, x + layout->square / 2, y + (0.5 + 0.3 * k) * layout->square,
                         0.08 * layout->square, 0, 2 * G_PI);
            }
          ipl_fill (cr, style->ink, 1);
          continue;
        }
      gboolean read = readout == IPL_READOUT_MEAN
                      || (readout == IPL_READOUT_FIRST ? i == 0 : i + 1 == layout->n_squares);
      cairo_rectangle (cr, x, y, layout->square, layout->square);
      ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, read ? 0.42 : 0.12), 1);
      cairo_fill_preserve (cr);
      ipl_set_color (cr, style->ink, 1);
      cairo_stroke (cr);
    }
  double x = layout->tokens.x - 0.3 * em;
  ipl_text_draw (cr, style, "<i>x</i><sub>0</sub>", small, style->ink, x,
                 layout->tokens.y + layout->square / 2, 1, 0.5);
  if (layout->n_squares >= 2)
    {
      g_autofree char *last
          = T > 0 ? g_strdup_printf ("<i>x</i><sub>%" G_GSIZE_FORMAT "</sub>", T - 1)
                  : g_strdup ("<i>x</i><sub>last</sub>");
      ipl_text_draw (cr, style, last, small, style->ink, x,
                     layout->tokens.y + layout->tokens.h - layout->square / 2, 1, 0.5);
    }
}

/* A residual connection is drawn as a dashed line around the wires that bypass the boxes. */
static gboolean
is_identity (const IplPathLayout *layout, guint index)
{
  guint layer, head;
  ipl_view_head_at (layout->the_case, index, &layer, &head);
  return ipl_case_head_is_identity (layout->the_case, layer, head);
}

static void
draw_node (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr, guint index,
           gboolean highlighted)
{
  const IplRect *node = &layout->nodes[index];
  double line = highlighted ? 1.6 * style->line_pt : ipl_style_hairline (style);
  if (is_identity (layout, index))
    ipl_set_dash (cr, IPL_DASH_DOTTED, line);
  draw_rounded (cr, node, 0.45 * style->font_pt);
  ipl_stroke (cr, highlighted ? style->accent : style->ink, line);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

static void
draw_node_name (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr, guint index)
{
  const IplRect *node = &layout->nodes[index];
  if (layout->node_strip <= 0)
    return;
  ipl_text_draw (cr, style, layout->node_markup[index], ipl_style_small (style), style->ink,
                 node->x + node->w / 2, node->y + 0.13 * layout->node_strip, 0.5, 0);
}

static void
draw_line (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr, gsize path,
           double width, double alpha)
{
  ipl_path_layout_trace (layout, cr, path);
  cairo_set_line_width (cr, width);
  ipl_set_color (cr, ipl_style_path_color (style, layout->the_case, path), alpha);
  cairo_stroke (cr);
}

static void
draw_arc (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr, const IplArc *arc,
          double alpha)
{
  ipl_path_layout_trace_arc (layout, cr, arc);
  cairo_set_line_width (cr, arc->line_width);
  ipl_set_dash (cr, arc->U < 0 ? IPL_DASH_DASHED : IPL_DASH_SOLID,
                MIN (arc->line_width, 1.2 * style->line_pt));
  ipl_set_color (cr, ipl_style_sign_color (style, arc->U < 0), alpha);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

/* Opacity of paths that are not among the largest, and of the weakest pairs. */
static double
pale_alpha (const IplStyle *style)
{
  return style->theme == IPL_THEME_CONTRAST || style->theme == IPL_THEME_CONTRAST_DARK ? 0.7 : 0.35;
}

/* Opacity of an arc; weak pairs are pale. */
static double
arc_alpha (const IplPathLayout *layout, const IplStyle *style, const IplArc *arc)
{
  const IplArc *strongest = &g_array_index (layout->arcs, IplArc, layout->arcs->len - 1);
  double lowest = pale_alpha (style);
  return CLAMP (lowest + 3 * fabs (arc->U / strongest->U), 0, 1);
}

static void
draw_port_name (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr, gsize path)
{
  ipl_text_draw (cr, style, layout->port_markup[path], ipl_style_small (style),
                 ipl_style_path_text_color (style, layout->the_case, path),
                 layout->ports.x + layout->ports.w / 2, layout->name_y[path], 0.5, 0.5);
}

/* Draws the box of the readout with the names of the paths. */
static void
draw_readout (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr)
{
  ipl_part_begin (cr, "readout");
  draw_rounded (cr, &layout->ports, 0.45 * style->font_pt);
  ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, 0.055), 1);
  cairo_fill_preserve (cr);
  ipl_stroke (cr, style->ink, ipl_style_hairline (style));
  for (gsize i = 0; layout->port_markup != NULL && i < layout->shown.n; i++)
    if (layout->port_markup[layout->shown.path[i]][0] != '\0')
      {
        IplTarget target = ipl_target_path (layout->shown.path[i]);

        ipl_item_begin (cr, &target);
        draw_port_name (layout, style, cr, layout->shown.path[i]);
        ipl_item_end (cr);
      }
  ipl_part_end (cr);
}

static void
draw_lines (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr)
{
  g_autofree gsize *order = ipl_path_layout_order (layout);

  for (gsize i = 0; i < layout->shown.n; i++)
    {
      IplTarget target = ipl_target_path (order[i]);

      ipl_part_begin_number (cr, "path", order[i] + 1);
      ipl_item_begin (cr, &target);
      draw_line (layout, style, cr, order[i], layout->line_width[order[i]],
                 ipl_shown_paths_is_large (&layout->shown, order[i]) ? 1 : pale_alpha (style));
      ipl_item_end (cr);
      ipl_part_end (cr);
    }
}

static void
draw_heads (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr, guint n_heads)
{
  ipl_part_begin (cr, "heads");
  for (guint k = 0; k < n_heads; k++)
    {
      guint layer, head;
      IplTarget target;

      ipl_view_head_at (layout->the_case, k, &layer, &head);
      target = ipl_target_head (layer, head);
      ipl_item_begin (cr, &target);
      draw_node (layout, style, cr, k, FALSE);
      draw_node_name (layout, style, cr, k);
      ipl_item_end (cr);
    }
  ipl_part_end (cr);
}

static void
draw_pairs (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr)
{
  ipl_part_begin (cr, "pairs");
  for (guint i = 0; i < layout->arcs->len; i++)
    {
      const IplArc *arc = &g_array_index (layout->arcs, IplArc, i);
      IplTarget target = ipl_target_pair (arc->p, arc->q);

      ipl_item_begin (cr, &target);
      draw_arc (layout, style, cr, arc, arc_alpha (layout, style, arc));
      ipl_item_end (cr);
    }
  ipl_part_end (cr);
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplPathLayout *layout = data;
  guint n_heads = ipl_case_n_heads (view->the_case);
  double small = ipl_style_small (style);

  /* The nominal height of a head's box is three times its height, because boxes of many heads
   * may be a third of the minimum height of a plot. */
  for (guint k = 0; k < n_heads; k++)
    ipl_room_add_side (cr, 3 * MIN (layout->nodes[k].w, layout->nodes[k].h));
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  ipl_part_begin (cr, "layers");
  for (guint i = 0; i < layout->headings->len; i++)
    {
      const IplHeading *heading = &g_array_index (layout->headings, IplHeading, i);
      ipl_text_draw (cr, style, heading->markup, small, style->faint, heading->x, layout->heading_y,
                     0.5, 0);
    }
  ipl_part_end (cr);
  ipl_part_begin (cr, "boxes");
  for (guint k = 0; k < n_heads; k++)
    {
      if (is_identity (layout, k))
        continue;
      draw_rounded (cr, &layout->nodes[k], 0.45 * style->font_pt);
      ipl_fill (cr, ipl_color_mix (style->paper, style->ink, 0.055), 1);
    }
  ipl_part_end (cr);
  draw_lines (layout, style, cr);
  draw_heads (layout, style, cr, n_heads);
  ipl_part_begin (cr, "tokens");
  draw_tokens (layout, style, cr);
  ipl_part_end (cr);
  draw_pairs (layout, style, cr);
  draw_readout (layout, style, cr);
  ipl_legend_draw (&layout->legend, style, cr, (width - layout->legend.width) / 2,
                   layout->legend_y);
}

static gboolean
arc_is_highlighted (const IplTarget *target, const IplCaseInfo *the_case, const IplArc *arc)
{
  gboolean p = ipl_target_has_path (target, the_case, arc->p);
  gboolean q = ipl_target_has_path (target, the_case, arc->q);

  /* For a head, only pairs within its paths; otherwise all arcs would be highlighted. */
  return target->kind == IPL_TARGET_PATH ? p || q : p && q;
}

static void
light_path (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr, gsize p)
{
  ipl_path_layout_trace (layout, cr, p);
  cairo_set_line_width (cr, layout->line_width[p] + 1.6 * style->line_pt);
  ipl_set_color (cr, style->paper, 0.85);
  cairo_stroke (cr);
  draw_line (layout, style, cr, p, MAX (layout->line_width[p], 1.1 * style->line_pt), 1);
  if (layout->port_markup != NULL && (layout->all_named || layout->port_markup[p][0] != '\0'))
    draw_port_name (layout, style, cr, p);
}

/* Highlights the heads of highlighted paths once each. Hovered heads are coloured. */
static void
light_heads (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr,
             const gboolean *is_passed, const IplTarget *selected, const IplTarget *hovered)
{
  for (guint l = 0, k = 0; l < layout->L; l++)
    for (guint h = 0; h < layout->the_case->H[l]; h++, k++)
      if (is_passed[k])
        {
          draw_node (layout, style, cr, k,
                     ipl_target_has_head (selected, l, h) || ipl_target_has_head (hovered, l, h));
          draw_node_name (layout, style, cr, k);
        }
}

static void
light_arcs (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr,
            const IplTarget *selected, const IplTarget *hovered)
{
  const IplTarget *targets[] = { selected, hovered };
  IplArc extra;

  for (guint i = 0; i < layout->arcs->len; i++)
    {
      IplArc arc = g_array_index (layout->arcs, IplArc, i);

      if (!arc_is_highlighted (selected, layout->the_case, &arc)
          && !arc_is_highlighted (hovered, layout->the_case, &arc))
        continue;
      arc.line_width = MAX (arc.line_width, 1.1 * style->line_pt);
      draw_arc (layout, style, cr, &arc, 1);
    }
  for (int f = 0; f < 2; f++)
    {
      int path = ipl_target_get (targets[f], IPL_PART_PATH);
      int other = ipl_target_get (targets[f], IPL_PART_OTHER);

      if (path < 0 || other < 0
          || !ipl_path_layout_extra_arc (layout, style, (gsize)path, (gsize)other, &extra))
        continue;
      extra.line_width = MAX (extra.line_width, 1.1 * style->line_pt);
      draw_arc (layout, style, cr, &extra, 1);
    }
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const IplPathLayout *layout = data;

  if (ipl_target_is_of_paths (selected) || ipl_target_is_of_paths (hovered))
    {
      double x = layout->tokens.x + layout->tokens.w;

      cairo_rectangle (cr, x, layout->body.y, width - x, layout->body.h);
      ipl_fill (cr, style->paper, 0.74);
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
      cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
      g_autofree gboolean *is_passed = g_new0 (gboolean, ipl_case_n_heads (layout->the_case));
      for (gsize i = 0; i < layout->shown.n; i++)
        {
          gsize p = layout->shown.path[i];

          if (!ipl_target_has_path (selected, layout->the_case, p)
              && !ipl_target_has_path (hovered, layout->the_case, p))
            continue;
          light_path (layout, style, cr, p);
          for (guint l = 0; l < layout->L; l++)
            is_passed[ipl_case_head_index (layout->the_case, l,
                                           ipl_case_path_head (layout->the_case, p, l))]
                = TRUE;
        }
      light_heads (layout, style, cr, is_passed, selected, hovered);
      light_arcs (layout, style, cr, selected, hovered);
    }

  const IplTarget *described = ipl_target_is_none (hovered) ? selected : hovered;
  g_autofree char *caption = ipl_target_caption (described, view);
  if (caption != NULL
      && (!ipl_target_is_of_paths (described) || layout->port_markup == NULL || !layout->all_named
          || described->kind == IPL_TARGET_HEADS))
    ipl_caption_draw (cr, style, caption, layout->body.x, 0.15 * style->font_pt, layout->body.w);
}

/* Finds the nearest arc, or else the nearest line. Returns: its distance */
static double
pick_line (const IplPathLayout *layout, const IplStyle *style, cairo_t *cr, double x, double y,
           IplTarget *target)
{
  guint n_arcs = layout->arcs->len;
  double best = REACH * style->font_pt;

  for (gsize i = 0; i < n_arcs + layout->shown.n && (i < n_arcs || target->kind != IPL_TARGET_PAIR);
       i++)
    {
      const IplArc *arc = i < n_arcs ? &g_array_index (layout->arcs, IplArc, i) : NULL;
      gsize p = arc != NULL ? arc->p : layout->shown.path[i - n_arcs];
      double d;

      if (arc != NULL)
        ipl_path_layout_trace_arc (layout, cr, arc);
      else
        ipl_path_layout_trace (layout, cr, p);
      d = ipl_path_distance (cr, x, y)
          - (arc != NULL ? arc->line_width : layout->line_width[p]) / 2;
      if (d >= best)
        continue;
      best = d;
      *target = arc != NULL ? ipl_target_pair (p, arc->q) : ipl_target_path (p);
    }
  return best;
}

/* Picks a head, except on a line inside its box below the name, which picks the path. */
static void
pick_head (const IplPathLayout *layout, const IplStyle *style, double x, double y, double distance,
           IplTarget *target)
{
  for (guint l = 0; l < layout->L; l++)
    for (guint h = 0; h < layout->the_case->H[l]; h++)
      {
        const IplRect *node = ipl_path_layout_node (layout, l, h);
        gboolean is_on_line = target->kind == IPL_TARGET_PATH && distance < 0.12 * style->font_pt
                              && y > node->y + 0.8 * layout->node_strip;

        if (ipl_rect_contains (node, x, y) && !is_on_line)
          *target = ipl_target_head (l, h);
      }
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplPathLayout *layout = data;
  cairo_surface_t *surface;
  double distance;
  cairo_t *cr;

  if (ipl_rect_contains (&layout->ports, x, y))
    {
      int path = ipl_path_layout_nearest_port (layout, y);

      *target = path >= 0 ? ipl_target_path (path) : IPL_TARGET_NONE;
      return path >= 0;
    }
  surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cr = cairo_create (surface);
  distance = pick_line (layout, style, cr, x, y, target);
  if (target->kind != IPL_TARGET_PAIR)
    pick_head (layout, style, x, y, distance, target);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return !ipl_target_is_none (target);
}

/* More paths need more height. */
static double
grow (gsize n_paths, gboolean narrow)
{
  return n_paths > 16 ? 1.25 : n_paths > 8 ? 1.1 : 1;
}

const IplPanel ipl_panel_paths = {
  .id = "paths",
  .title = "Attention paths",
  .needs = IPL_NEEDS_THEORY,
  .controls = IPL_CONTROL_OUTPUTS,
  .choice = &ipl_choice_path_scale,
  .layout_size = sizeof (IplPathLayout),
  .layout_init = ipl_path_layout_init,
  .layout_clear = ipl_path_layout_clear,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = ipl_step_paths,
  .numbers = ipl_paths_add_numbers,
  .sentence = "Path diagram: every attention path through the heads of the layers, as thick as its "
              "U, and arcs between correlated paths.",
  .height_narrow = 0.68,
  .height_wide = 0.42,
  .growth = grow,
};
