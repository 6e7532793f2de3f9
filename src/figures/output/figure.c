/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the window and the exports call: one entry for all panels and sheets. */

#include "figures/view/panel-support.h"

typedef struct
{
  const char *id;
  const char *title;
  void (*draw) (const IplView *view, const IplStyle *style, cairo_t *cr, double width,
                double height);
  void (*overlay) (const IplView *view, const IplStyle *style, const IplTarget *selected,
                   const IplTarget *hovered, cairo_t *cr, double width, double height);
  gboolean (*pick) (const IplView *view, const IplStyle *style, double width, double height,
                    double x, double y, IplTarget *target);
} Panel;

#define PANEL(id, title, name)                                                                     \
  {                                                                                                \
    id, title, ipl_##name##_draw, ipl_##name##_overlay, ipl_##name##_pick                          \
  }

static const Panel panels[IPL_PANEL_COUNT] = {
  [IPL_PANEL_PATHS] = PANEL ("paths", "Attention paths", path_diagram),
  [IPL_PANEL_U] = PANEL ("u", "Order parameter U", u_heatmap),
  [IPL_PANEL_ACCURACY] = PANEL ("accuracy", "Accuracy and width", accuracy_plot),
  [IPL_PANEL_OVERLAP] = PANEL ("overlap", "Principal components", overlap_plot),
  [IPL_PANEL_ALL] = { "all", "All panels" },
  [IPL_PANEL_TRACE] = PANEL ("trace", "Trace", trace_plot),
  [IPL_PANEL_RANKS] = PANEL ("ranks", "Ranks by chain", rank_plot),
  [IPL_PANEL_MARGINAL] = PANEL ("marginal", "Posterior of an entry of U", marginal_plot),
  [IPL_PANEL_CALIBRATION] = PANEL ("calibration", "Calibration on the test set", calibration_plot),
  [IPL_PANEL_POSTERIOR] = { "posterior", "Posterior" },
  [IPL_PANEL_TASK] = PANEL ("task", "Task", task_plot),
  [IPL_PANEL_ATTENTION] = PANEL ("attention", "Attention", attention_plot),
  [IPL_PANEL_TRAINING] = PANEL ("training", "Training", training_plot),
  [IPL_PANEL_HEADS] = PANEL ("heads", "Heads", head_plot),
  [IPL_PANEL_PRUNING] = PANEL ("pruning", "Pruning", pruning_plot),
  [IPL_PANEL_NETWORK] = { "network", "Trained network" },
};

/**
 * ipl_panel_id:
 * @panel: a panel or a composite
 *
 * Returns: its name on the command line: "paths", "u", "accuracy", "overlap", "all", "trace",
 *   "ranks", "marginal", "calibration", "posterior", "task", "attention", "training", "heads",
 *   "pruning" or "network"
 */
const char *
ipl_panel_id (IplPanel panel)
{
  g_return_val_if_fail (panel < IPL_PANEL_COUNT, NULL);
  return panels[panel].id;
}

/**
 * ipl_panel_title:
 * @panel: a panel or a composite
 *
 * Returns: its heading, plain text
 */
const char *
ipl_panel_title (IplPanel panel)
{
  g_return_val_if_fail (panel < IPL_PANEL_COUNT, NULL);
  return panels[panel].title;
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
  for (IplPanel p = 0; p < IPL_PANEL_COUNT; p++)
    if (g_str_equal (id, panels[p].id))
      {
        *panel = p;
        return TRUE;
      }
  return FALSE;
}

static const struct
{
  const char *id;
  const char *title;
} heatmap_modes[IPL_N_HEATMAPS] = {
  [IPL_HEATMAP_THEORY] = { "theory", "Theory" },
  [IPL_HEATMAP_SAMPLED] = { "sampled", "Sampled mean" },
  [IPL_HEATMAP_DIFFERENCE] = { "difference", "Sampled − theory" },
  [IPL_HEATMAP_SD] = { "sd", "Posterior standard deviation" },
  [IPL_HEATMAP_SIDE_BY_SIDE] = { "side-by-side", "Side by side" },
  [IPL_HEATMAP_TRAINED] = { "trained", "Gradient descent" },
};

/**
 * ipl_heatmap_mode_id:
 * @mode: what the U panel shows
 *
 * Returns: its name on the command line: "theory", "sampled", "difference", "sd",
 *   "side-by-side" or "trained"
 */
const char *
ipl_heatmap_mode_id (IplHeatmapMode mode)
{
  g_return_val_if_fail (mode < IPL_N_HEATMAPS, NULL);
  return heatmap_modes[mode].id;
}

/**
 * ipl_heatmap_mode_title:
 * @mode: what the U panel shows
 *
 * Returns: what a menu calls it, plain text
 */
const char *
ipl_heatmap_mode_title (IplHeatmapMode mode)
{
  g_return_val_if_fail (mode < IPL_N_HEATMAPS, NULL);
  return heatmap_modes[mode].title;
}

/**
 * ipl_heatmap_mode_parse:
 * @id: a mode's name, as ipl_heatmap_mode_id() gives it
 * @mode: (out): the mode
 *
 * Returns: whether there is such a mode
 */
gboolean
ipl_heatmap_mode_parse (const char *id, IplHeatmapMode *mode)
{
  g_return_val_if_fail (id && mode, FALSE);
  for (IplHeatmapMode m = 0; m < IPL_N_HEATMAPS; m++)
    if (g_str_equal (id, heatmap_modes[m].id))
      {
        *mode = m;
        return TRUE;
      }
  return FALSE;
}

/* Smaller than this nothing can be read, and divisions end. */
#define MIN_SIDE 8

/* A panel's place in a figure. */
typedef struct
{
  IplPanel panel;
  IplRect area;
} Part;

/* The panels of which a figure consists, without those that have no room; how many there are. */
static guint
divide (IplPanel panel, const IplView *view, const IplStyle *style, double width, double height,
        Part parts[IPL_COMPOSITE_PARTS])
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
  for (guint i = 0; i < IPL_COMPOSITE_PARTS; i++)
    if (composite.panel[i].w >= MIN_SIDE && composite.panel[i].h >= MIN_SIDE)
      parts[n++] = (Part){ ipl_composite_panel (panel, i), composite.panel[i] };
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
ipl_figure_draw (IplPanel panel, const IplView *view, const IplStyle *style, cairo_t *cr,
                 double width, double height)
{
  g_return_if_fail (panel < IPL_PANEL_COUNT && view && view->the_case && style && cr);
  IplView usable = ipl_view_usable (view);
  Part parts[IPL_COMPOSITE_PARTS];

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
      panels[parts[i].panel].draw (&usable, style, cr, parts[i].area.w, parts[i].area.h);
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
ipl_figure_draw_overlay (IplPanel panel, const IplView *view, const IplStyle *style,
                         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                         double width, double height)
{
  static const IplTarget none = { -1, -1, -1, -1, -1, -1, -1, -1, -1 };
  g_return_if_fail (panel < IPL_PANEL_COUNT && view && view->the_case && style && cr);
  selected = selected ? selected : &none;
  hovered = hovered ? hovered : &none;
  if (ipl_target_is_none (selected) && ipl_target_is_none (hovered))
    return;
  IplView usable = ipl_view_usable (view);
  Part parts[IPL_COMPOSITE_PARTS];
  guint n = divide (panel, &usable, style, width, height, parts);
  for (guint i = 0; i < n; i++)
    {
      begin (cr, &parts[i].area);
      panels[parts[i].panel].overlay (&usable, style, selected, hovered, cr, parts[i].area.w,
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
ipl_figure_pick (IplPanel panel, const IplView *view, const IplStyle *style, double width,
                 double height, double x, double y, IplTarget *target)
{
  g_return_val_if_fail (panel < IPL_PANEL_COUNT && view && view->the_case && style && target, FALSE);
  *target = IPL_TARGET_NONE;
  IplView usable = ipl_view_usable (view);
  Part parts[IPL_COMPOSITE_PARTS];
  guint n = divide (panel, &usable, style, width, height, parts);
  for (guint i = 0; i < n; i++)
    {
      const IplRect *area = &parts[i].area;
      /* A panel alone has the whole plane: a drag may leave it. */
      if (!ipl_panel_is_composite (panel) || ipl_rect_contains (area, x, y))
        return panels[parts[i].panel].pick (&usable, style, area->w, area->h, x - area->x,
                                            y - area->y, target);
    }
  return FALSE;
}
