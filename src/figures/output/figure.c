/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the window and the exports call: one entry for all panels and sheets. */

#include "figures/view/panel-support.h"

/* Smaller than this nothing can be read, and divisions end. */
#define MIN_SIDE 8

/* A panel's place in a figure. */
typedef struct
{
  const IplPanel *panel;
  IplRect area;
} Part;

/* The panels of which a figure consists, without those that have no room; how many there are. */
static guint
divide (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
        double height, Part parts[IPL_PANEL_MAX_PARTS])
{
  guint n = 0;
  if (width < MIN_SIDE || height < MIN_SIDE)
    return 0;
  if (!ipl_panel_is_composite (panel))
    {
      parts[0] = (Part){ panel, { 0, 0, width, height } };
      return 1;
    }
  IplComposite composite;
  ipl_composite_layout (&composite, panel, view, style, width, height);
  for (guint i = 0; i < panel->n_parts; i++)
    if (composite.panel[i].w >= MIN_SIDE && composite.panel[i].h >= MIN_SIDE)
      parts[n++] = (Part){ panel->parts[i].panel, composite.panel[i] };
  return n;
}

static void
begin (cairo_t *cr, const IplRect *area)
{
  cairo_save (cr);
  cairo_translate (cr, area->x, area->y);
  cairo_rectangle (cr, 0, 0, area->w, area->h);
  cairo_clip (cr);
  cairo_new_path (cr);
}

/**
 * ipl_figure_draw:
 * @panel: a panel or a composite
 * @view: what is shown
 * @style: its looks
 * @cr: a context whose user unit is a point
 * @width, @height: size in points
 *
 * Draws the static part of a figure, exactly what the window shows and what PNG, SVG and PDF hold.
 * The background is painted unless the style says otherwise.
 */
void
ipl_figure_draw (const IplPanel *panel, const IplView *view, const IplStyle *style, cairo_t *cr,
                 double width, double height)
{
  g_return_if_fail (panel && view && view->the_case && style && cr);
  IplView usable = ipl_view_usable (view);
  Part parts[IPL_PANEL_MAX_PARTS];

  cairo_save (cr);
  if (!style->transparent)
    {
      cairo_rectangle (cr, 0, 0, width, height);
      ipl_set_color (cr, style->paper, 1);
      cairo_fill (cr);
    }
  guint n = divide (panel, &usable, style, width, height, parts);
  for (guint i = 0; i < n; i++)
    {
      begin (cr, &parts[i].area);
      parts[i].panel->draw (&usable, style, cr, parts[i].area.w, parts[i].area.h);
      cairo_restore (cr);
    }
  if (n > 0 && ipl_panel_is_composite (panel))
    {
      IplComposite composite;
      ipl_composite_layout (&composite, panel, &usable, style, width, height);
      ipl_composite_draw_letters (&composite, style, cr);
    }
  cairo_restore (cr);
}

/**
 * ipl_figure_draw_overlay:
 * @panel: a panel or a composite
 * @view: what is shown
 * @style: its looks
 * @selected: what is selected
 * @hovered: what the pointer is over
 * @cr: the context the static part was drawn into
 * @width, @height: the same size
 *
 * Draws what is lit on top of the static part: cheap enough for every pointer motion. A panel that
 * has no place of its own for what is lit says its numbers in a caption.
 */
void
ipl_figure_draw_overlay (const IplPanel *panel, const IplView *view, const IplStyle *style,
                         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                         double width, double height)
{
  static const IplTarget none = { -1, -1, -1, -1, -1, -1, -1, -1, -1 };
  g_return_if_fail (panel && view && view->the_case && style && cr);
  selected = selected ? selected : &none;
  hovered = hovered ? hovered : &none;
  if (ipl_target_is_none (selected) && ipl_target_is_none (hovered))
    return;
  IplView usable = ipl_view_usable (view);
  Part parts[IPL_PANEL_MAX_PARTS];
  guint n = divide (panel, &usable, style, width, height, parts);
  for (guint i = 0; i < n; i++)
    {
      begin (cr, &parts[i].area);
      parts[i].panel->overlay (&usable, style, selected, hovered, cr, parts[i].area.w,
                               parts[i].area.h);
      cairo_restore (cr);
    }
}

/**
 * ipl_figure_pick:
 * @panel: a panel or a composite
 * @view: what is shown
 * @style: its looks
 * @width, @height: size in points
 * @x, @y: a place in it, in points
 * @target: (out): what is there
 *
 * Returns: whether there is something; %FALSE and nothing in @target otherwise
 */
gboolean
ipl_figure_pick (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
                 double height, double x, double y, IplTarget *target)
{
  g_return_val_if_fail (panel && view && view->the_case && style && target, FALSE);
  *target = IPL_TARGET_NONE;
  IplView usable = ipl_view_usable (view);
  Part parts[IPL_PANEL_MAX_PARTS];
  guint n = divide (panel, &usable, style, width, height, parts);
  for (guint i = 0; i < n; i++)
    {
      const IplRect *area = &parts[i].area;
      /* A panel alone has the whole plane: a drag may leave it. */
      if (!ipl_panel_is_composite (panel) || ipl_rect_contains (area, x, y))
        return parts[i].panel->pick (&usable, style, area->w, area->h, x - area->x, y - area->y,
                                     target);
    }
  return FALSE;
}

/**
 * ipl_figure_step:
 * @panel: the panel that has the keyboard
 * @from: where the keyboard stands; may be nothing
 * @view: what it shows
 * @dx: columns to the right (left when below 0)
 * @dy: rows down (up when below 0)
 *
 * Moves through a panel by the arrow keys. Paths: up and down through paths or the heads of a
 * layer, left and right through the layers. U: cell by cell, and past the right or lower edge into
 * the small maps. Accuracy and calibration: from width to width. Overlap: from component to
 * component. Trace, ranks, marginal: from the entry of U that is shown to the next. Task: from
 * sequence to sequence. Attention: from patch to patch, or from head to head where a head alone is
 * held. Heads: from head to head. Training and pruning: from point to point. Where @from is
 * nothing, or nothing of this panel, the panel's first thing.
 *
 * Returns: the next thing, or nothing where the panel has nothing to point at
 */
IplTarget
ipl_figure_step (const IplPanel *panel, const IplTarget *from, const IplView *view, int dx, int dy)
{
  g_return_val_if_fail (panel && from && view && view->the_case, IPL_TARGET_NONE);
  IplView usable = ipl_view_usable (view);
  return panel->step ? panel->step (from, &usable, dx, dy) : IPL_TARGET_NONE;
}

/**
 * ipl_figure_width_at:
 * @panel: a single panel
 * @view: the view
 * @style: the style it is drawn in
 * @width, @height: size of the panel in points
 * @x, @y: a place in it
 * @N: (out): the width there, between the ends of the axis; not rounded
 * @gp: (out): whether @x lies at the GP end of the axis, beyond the break
 *
 * An axis of widths read backwards, for dragging its marker.
 *
 * Returns: %FALSE where (@x, @y) is outside the plot, its handle and tick labels included; @N and
 * @gp are set all the same, so that a drag may leave the plot. %FALSE also on a panel without such
 * an axis
 */
gboolean
ipl_figure_width_at (const IplPanel *panel, const IplView *view, const IplStyle *style,
                     double width, double height, double x, double y, double *N, gboolean *gp)
{
  g_return_val_if_fail (panel && view && view->the_case && style, FALSE);
  return panel->width_at && panel->width_at (view, style, width, height, x, y, N, gp);
}
