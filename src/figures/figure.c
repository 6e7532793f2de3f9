/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the window and the exports call: one entry for all panels and the sheet. */

#include "figure-private.h"

typedef struct
{
  const char *id;
  const char *title;
  void (*draw) (const IplView *view, const IplStyle *style, cairo_t *cr, double width,
                double height);
  void (*overlay) (const IplView *view, const IplStyle *style, const IplFocus *selected,
                   const IplFocus *hovered, cairo_t *cr, double width, double height);
  gboolean (*pick) (const IplView *view, const IplStyle *style, double width, double height,
                    double x, double y, IplFocus *focus);
} Panel;

#define PANEL(id, title, name)                                                                     \
  {                                                                                                \
    id, title, ipl_##name##_draw, ipl_##name##_overlay, ipl_##name##_pick                          \
  }

static const Panel panels[IPL_N_PANELS] = {
  [IPL_PANEL_PATHS] = PANEL ("paths", "Attention paths", path_diagram),
  [IPL_PANEL_U] = PANEL ("u", "Order parameter U", u_heatmap),
  [IPL_PANEL_ACCURACY] = PANEL ("accuracy", "Accuracy and width", accuracy_plot),
  [IPL_PANEL_OVERLAP] = PANEL ("overlap", "Principal components", overlap_plot),
};

/**
 * ipl_panel_id:
 * @panel: a panel, or the sheet of all
 *
 * Returns: its name on the command line: "paths", "u", "accuracy", "overlap" or "all"
 */
const char *
ipl_panel_id (IplPanel panel)
{
  g_return_val_if_fail (panel <= IPL_PANEL_ALL, NULL);
  return panel == IPL_PANEL_ALL ? "all" : panels[panel].id;
}

/**
 * ipl_panel_title:
 * @panel: a panel, or the sheet of all
 *
 * Returns: its heading, plain text
 */
const char *
ipl_panel_title (IplPanel panel)
{
  g_return_val_if_fail (panel <= IPL_PANEL_ALL, NULL);
  return panel == IPL_PANEL_ALL ? "All panels" : panels[panel].title;
}

/**
 * ipl_panel_parse:
 * @id: a panel's name, as ipl_panel_id() gives it
 * @panel: (out): the panel
 *
 * Returns: whether there is such a panel
 */
gboolean
ipl_panel_parse (const char *id, IplPanel *panel)
{
  g_return_val_if_fail (id && panel, FALSE);
  for (IplPanel p = 0; p <= IPL_PANEL_ALL; p++)
    if (g_str_equal (id, ipl_panel_id (p)))
      {
        *panel = p;
        return TRUE;
      }
  return FALSE;
}

/* Smaller than this nothing can be read, and divisions end. */
#define MIN_SIDE 8

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
 * @panel: a panel, or the sheet of all
 * @view: what is shown
 * @style: its looks
 * @cr: a context whose user unit is a point
 * @width, @height: size in points
 *
 * Draws the static part of a figure, exactly what the window shows and what PNG, SVG and PDF hold.
 * The background is painted unless the style says otherwise.
 */
void
ipl_figure_draw (IplPanel panel, const IplView *view, const IplStyle *style, cairo_t *cr,
                 double width, double height)
{
  g_return_if_fail (panel <= IPL_PANEL_ALL && view && view->the_case && style && cr);
  IplView usable = ipl_view_usable (view);
  IplRect all = { 0, 0, width, height };

  cairo_save (cr);
  if (!style->transparent)
    {
      cairo_rectangle (cr, 0, 0, width, height);
      ipl_set_color (cr, style->paper, 1);
      cairo_fill (cr);
    }
  if (width < MIN_SIDE || height < MIN_SIDE)
    {
      cairo_restore (cr);
      return;
    }
  if (panel < IPL_PANEL_ALL)
    {
      begin (cr, &all);
      panels[panel].draw (&usable, style, cr, width, height);
      cairo_restore (cr);
    }
  else
    {
      IplSheet sheet;
      ipl_sheet_layout (&sheet, &usable, style, width, height);
      for (IplPanel p = 0; p < IPL_N_PANELS; p++)
        {
          const IplRect *area = &sheet.panel[p];
          if (area->w < MIN_SIDE || area->h < MIN_SIDE)
            continue;
          begin (cr, area);
          panels[p].draw (&usable, style, cr, area->w, area->h);
          cairo_restore (cr);
        }
      ipl_sheet_draw_letters (&sheet, style, cr);
    }
  cairo_restore (cr);
}

/**
 * ipl_figure_draw_overlay:
 * @panel: a panel, or the sheet of all
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
ipl_figure_draw_overlay (IplPanel panel, const IplView *view, const IplStyle *style,
                         const IplFocus *selected, const IplFocus *hovered, cairo_t *cr,
                         double width, double height)
{
  static const IplFocus none = { -1, -1, -1, -1, -1, -1 };
  g_return_if_fail (panel <= IPL_PANEL_ALL && view && view->the_case && style && cr);
  selected = selected ? selected : &none;
  hovered = hovered ? hovered : &none;
  if ((ipl_focus_is_none (selected) && ipl_focus_is_none (hovered)) || width < MIN_SIDE
      || height < MIN_SIDE)
    return;
  IplView usable = ipl_view_usable (view);
  IplRect all = { 0, 0, width, height };
  IplSheet sheet;
  if (panel == IPL_PANEL_ALL)
    ipl_sheet_layout (&sheet, &usable, style, width, height);
  for (IplPanel p = 0; p < IPL_N_PANELS; p++)
    {
      const IplRect *area = panel == IPL_PANEL_ALL ? &sheet.panel[p] : &all;
      if ((panel != IPL_PANEL_ALL && p != panel) || area->w < MIN_SIDE || area->h < MIN_SIDE)
        continue;
      begin (cr, area);
      panels[p].overlay (&usable, style, selected, hovered, cr, area->w, area->h);
      cairo_restore (cr);
    }
}

/**
 * ipl_figure_pick:
 * @panel: a panel, or the sheet of all
 * @view: what is shown
 * @style: its looks
 * @width, @height: size in points
 * @x, @y: a place in it, in points
 * @focus: (out): what is there
 *
 * Returns: whether there is something; %FALSE and nothing in @focus otherwise
 */
gboolean
ipl_figure_pick (IplPanel panel, const IplView *view, const IplStyle *style, double width,
                 double height, double x, double y, IplFocus *focus)
{
  g_return_val_if_fail (panel <= IPL_PANEL_ALL && view && view->the_case && style && focus, FALSE);
  *focus = IPL_FOCUS_NONE;
  if (width < MIN_SIDE || height < MIN_SIDE)
    return FALSE;
  IplView usable = ipl_view_usable (view);
  if (panel < IPL_PANEL_ALL)
    return panels[panel].pick (&usable, style, width, height, x, y, focus);
  IplSheet sheet;
  ipl_sheet_layout (&sheet, &usable, style, width, height);
  for (IplPanel p = 0; p < IPL_N_PANELS; p++)
    {
      const IplRect *area = &sheet.panel[p];
      if (ipl_rect_contains (area, x, y) && area->w >= MIN_SIDE && area->h >= MIN_SIDE)
        return panels[p].pick (&usable, style, area->w, area->h, x - area->x, y - area->y, focus);
    }
  return FALSE;
}
