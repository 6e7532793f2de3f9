/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A figure: a panel or a composite, for the window and for exports. */

#include "figures/output/figure.h"

#include <string.h>

#include "figures/kit/axes-frame.h"
#include "figures/kit/recorder.h"
#include "figures/kit/text.h"
#include "figures/plot/panel-calls.h"
#include "figures/plot/plot.h"
#include "figures/view/target-sentence.h"
#include "figures/view/panel.h"
#include "figures/view/shown-paths.h"
#include "figures/view/trajectory-words.h"

/* (nullable): markup of the title above a single panel, if the user set one and the window does
 * not show it */
static char *
get_title (const IplPanel *panel, const IplView *view, const IplStyle *style)
{
  const char *title = ipl_panel_is_composite (panel) || style->has_heading
                          ? NULL
                          : ipl_panel_chosen_title (panel, view);

  return title != NULL && title[0] != '\0' ? g_markup_escape_text (title, -1) : NULL;
}

/* Returns: height in points; 0 without a title */
static double
ipl_title_height (const IplPanel *panel, const IplView *view, const IplStyle *style)
{
  g_autofree char *title = get_title (panel, view, style);

  return title != NULL ? 1.15 * ipl_text_height (style, style->font_pt) : 0;
}

static void
ipl_title_draw (const IplPanel *panel, const IplView *view, const IplStyle *style, cairo_t *cr,
                double width)
{
  g_autofree char *title = get_title (panel, view, style);
  double em = style->font_pt, w;

  if (title == NULL)
    return;
  ipl_part_begin (cr, "headings");
  w = MIN (ipl_text_width (style, title, em), MAX (width - 0.8 * em, 1));
  ipl_text_draw_fitted (cr, style, title, em, style->ink, (width - w) / 2, 0.2 * em, w);
  ipl_part_end (cr);
}

/* Minimum side of a readable part, in points. */
#define MIN_SIDE 8

/* A part of a figure: one panel. */
typedef struct
{
  const IplPanel *panel;
  IplRect area;    /* area in the figure */
  gpointer layout; /* (nullable): made on first use */
  IplStyle style;  /* style of the figure with the user's settings for this panel */
} Part;

struct _IplFigure
{
  const IplPanel *panel; /* panel or composite */
  gboolean is_set;
  IplView given;             /* view set by the caller */
  IplLearningCurve training; /* copy of its learning curve, which grows in place */
  IplTrajectory
      *trajectory; /* (nullable): reference to that of @given, so that its address is not reused */
  IplCaseInfo
      *the_case; /* (nullable): reference to that of @given; layouts need it until they are freed */
  const IplFigureStyle *chosen; /* (nullable): reference to that of @given */
  IplStyle given_style;         /* style set by the caller */
  IplView view; /* @given without quantities of another case; layouts hold its address */
  IplStyle style;
  double width, height;
  gboolean is_divided;
  guint n_parts;
  Part parts[IPL_PANEL_MAX_PARTS];
  guint n_layouts; /* number of layouts made, for tests */
};

/* Draws a sentence instead of a panel for a different kind of result. */
static void
draw_unfit (const Part *part, const IplView *view, const IplStyle *style, cairo_t *cr)
{
  if (!ipl_panel_accepts_outputs (part->panel, view))
    {
      g_autofree char *text
          = g_strdup_printf ("This figure needs cases of %s.", ipl_panel_get_cases (part->panel));

      ipl_empty_draw_full (style, cr, part->area.w, part->area.h, text, NULL);
      return;
    }
  ipl_empty_draw_full (style, cr, part->area.w, part->area.h,
                       part->panel->experiment != NULL
                           ? "This figure belongs to another experiment."
                       : part->panel->fits != NULL ? "The shown results have no such quantity."
                                                   : "This experiment has no attention paths.",
                       "Its own pages show its results.");
}

/* Adds a part, unless its area is too small. */
static void
add_part (IplFigure *self, const IplPanel *panel, const IplRect *area)
{
  Part *part = &self->parts[self->n_parts];

  if (area->w < MIN_SIDE || area->h < MIN_SIDE)
    return;
  *part = (Part){ .panel = panel, .area = *area, .style = self->style };
  part->style.panel = ipl_figure_style_get_panel (self->chosen, panel->id);
  self->n_parts++;
}

/* Divides the figure into the parts whose areas are large enough. */
static void
divide (IplFigure *self)
{
  const IplPanel *panel = self->panel;
  if (self->is_divided)
    return;
  self->is_divided = TRUE;
  if (self->width < MIN_SIDE || self->height < MIN_SIDE)
    return;
  if (!ipl_panel_is_composite (panel))
    {
      double head = ipl_title_height (panel, &self->view, &self->style);

      add_part (self, panel, &(IplRect){ 0, head, self->width, MAX (self->height - head, 1) });
      return;
    }
  IplComposite composite;
  ipl_composite_layout (&composite, panel, &self->style, self->width, self->height);
  for (guint i = 0; i < panel->n_parts; i++)
    add_part (self, panel->parts[i].panel, &composite.panel[i]);
}

static gconstpointer
get_layout (IplFigure *self, Part *part)
{
  if (part->layout == NULL && ipl_panel_fits (part->panel, &self->view))
    {
      part->layout
          = ipl_panel_layout (part->panel, &self->view, &part->style, part->area.w, part->area.h);
      self->n_layouts += part->layout != NULL;
    }
  return part->layout;
}

static void
clear (IplFigure *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    ipl_panel_free_layout (self->parts[i].panel, self->parts[i].layout);
  self->n_parts = 0;
  self->is_divided = FALSE;
  g_clear_pointer (&self->the_case, ipl_case_info_unref);
  g_clear_pointer (&self->trajectory, ipl_trajectory_unref);
  g_clear_pointer (&self->chosen, ipl_figure_style_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplFigure, clear)

/* memcmp() is exact: ipl_style_init() clears the style, and its fields have no gaps. */
static gboolean
same_style (const IplStyle *a, const IplStyle *b)
{
  G_STATIC_ASSERT (offsetof (IplStyle, chosen) + 2 * sizeof (gpointer) == sizeof (IplStyle));
  return memcmp (a, b, offsetof (IplStyle, chosen)) == 0;
}

/* Returns: (transfer full): an empty figure, until ipl_figure_set() */
IplFigure *
ipl_figure_new (const IplPanel *panel)
{
  g_return_val_if_fail (panel, NULL);
  IplFigure *self = g_new0 (IplFigure, 1);
  self->panel = panel;
  return self;
}

void
ipl_figure_free (IplFigure *self)
{
  clear (self);
  g_free (self);
}

/* Sets the content of the figure. Keeps the layouts if nothing differs from the last call.
 * @view: content; its objects must not change until the figure is set again, invalidated or
 * freed */
void
ipl_figure_set (IplFigure *self, const IplView *view, const IplStyle *style, double width,
                double height)
{
  g_return_if_fail (self && view && ipl_view_has_result (view) && style);
  if (self->is_set && self->width == width && self->height == height
      && same_style (&self->given_style, style) && ipl_view_same (&self->given, view, ~0u))
    return;
  clear (self);
  self->is_set = TRUE;
  self->given = *view;
  if (view->training != NULL)
    {
      self->training = *view->training;
      self->given.training = &self->training;
    }
  if (view->the_case != NULL)
    self->the_case = ipl_case_info_ref ((IplCaseInfo *)view->the_case);
  if (view->trajectory != NULL)
    self->trajectory = ipl_trajectory_ref ((IplTrajectory *)view->trajectory);
  if (view->figure_style != NULL)
    self->chosen = ipl_figure_style_ref (view->figure_style);
  self->view = ipl_view_usable (view);
  self->given_style = self->style = *style;
  ipl_style_follow_view (&self->style, &self->view);
  if (self->chosen != NULL && self->chosen->marks != IPL_MARKS_AS_ALWAYS)
    self->style.marks_shown = self->chosen->marks == IPL_MARKS_SHOWN;
  self->width = width;
  self->height = height;
}

/* Drops the layouts. Required after a change of the objects of the view. The figure is empty
 * until the next ipl_figure_set(). */
void
ipl_figure_invalidate (IplFigure *self)
{
  clear (self);
  self->is_set = FALSE;
}

/* Returns: the style set last */
const IplStyle *
ipl_figure_get_style (const IplFigure *self)
{
  return &self->style;
}

/* Returns: number of layouts made so far, for tests */
guint
ipl_figure_get_n_layouts (const IplFigure *self)
{
  return self->n_layouts;
}

/* Draws the static part of the figure, as in the window and in PNG, SVG and PDF files. Paints the
 * background unless the style is transparent.
 * @cr: a context with points as user units */
void
ipl_figure_paint (IplFigure *self, cairo_t *cr)
{
  g_return_if_fail (self && self->is_set && cr);
  cairo_save (cr);
  if (!self->style.transparent)
    {
      cairo_rectangle (cr, 0, 0, self->width, self->height);
      ipl_fill (cr, self->style.paper, 1);
    }
  divide (self);
  for (guint i = 0; i < self->n_parts; i++)
    {
      Part *part = &self->parts[i];
      ipl_area_begin (cr, &part->area);
      ipl_part_begin (cr, part->panel->id);
      if (ipl_panel_fits (part->panel, &self->view))
        ipl_panel_draw (part->panel, get_layout (self, part), &self->view, &part->style, cr,
                        part->area.w, part->area.h);
      else
        draw_unfit (part, &self->view, &self->style, cr);
      ipl_part_end (cr);
      cairo_restore (cr);
    }
  if (self->n_parts > 0 && ipl_panel_is_composite (self->panel))
    {
      IplComposite composite;
      ipl_composite_layout (&composite, self->panel, &self->style, self->width, self->height);
      ipl_part_begin (cr, "headings");
      ipl_composite_draw_letters (&composite, &self->view, &self->style, cr);
      ipl_part_end (cr);
    }
  ipl_title_draw (self->panel, &self->view, &self->style, cr, self->width);
  cairo_restore (cr);
}

/* Draws the caption of a panel for a hovered moment. */
static void
draw_words (const IplFigure *self, const Part *part, const IplTarget *shown, cairo_t *cr)
{
  g_autofree char *text = NULL;
  guint moment;

  if (self->view.dynamics == NULL || !ipl_target_get_moment (shown, &self->view, &moment))
    return;
  text = ipl_figure_describe_in_panel (part->panel, shown, &self->view);
  if (text != NULL)
    ipl_caption_draw_plain (&self->style, text, cr, part->area.w);
}

/* Draws the highlights above the static part; fast enough for each pointer motion. A panel without
 * a place for the target shows a caption.
 * @selected: (nullable): selected target
 * @hovered: (nullable): target under the pointer
 * @cr: the context of the static part */
void
ipl_figure_paint_highlights (IplFigure *self, const IplTarget *selected, const IplTarget *hovered,
                             cairo_t *cr)
{
  const IplTarget none = IPL_TARGET_NONE;
  g_return_if_fail (self && self->is_set && cr);
  selected = selected != NULL ? selected : &none;
  hovered = hovered != NULL ? hovered : &none;
  if (ipl_target_is_none (selected) && ipl_target_is_none (hovered))
    return;
  divide (self);
  for (guint i = 0; i < self->n_parts; i++)
    {
      Part *part = &self->parts[i];
      if (!ipl_panel_fits (part->panel, &self->view))
        continue;
      ipl_area_begin (cr, &part->area);
      ipl_panel_highlight (part->panel, get_layout (self, part), &self->view, &part->style,
                           selected, hovered, cr, part->area.w, part->area.h);
      draw_words (self, part, ipl_target_is_none (hovered) ? selected : hovered, cr);
      cairo_restore (cr);
    }
}

/* Finds the target at (x, y) of the figure in one of its parts. */
static gboolean
pick_in (IplFigure *self, Part *part, double x, double y, IplTarget *target)
{
  const IplRect *area = &part->area;
  IplTarget found = IPL_TARGET_NONE;

  if (!ipl_panel_fits (part->panel, &self->view)
      || !ipl_panel_pick (part->panel, get_layout (self, part), &self->view, &part->style, area->w,
                          area->h, x - area->x, y - area->y, &found))
    return FALSE;
  *target = found;
  return TRUE;
}

/* @target: (out): target at (x, y)
 * Returns: TRUE if there is one; otherwise @target is empty */
gboolean
ipl_figure_find (IplFigure *self, double x, double y, IplTarget *target)
{
  g_return_val_if_fail (self && self->is_set && target, FALSE);
  *target = IPL_TARGET_NONE;
  divide (self);
  for (guint i = 0; i < self->n_parts; i++)
    {
      Part *part = &self->parts[i];
      /* A single panel gets all events, so that a drag may leave it. */
      if (self->n_parts == 1 || ipl_rect_contains (&part->area, x, y))
        return pick_in (self, part, x, y, target);
    }
  return FALSE;
}

/* Converts a position to a width, for drags of the marker of the current width.
 * @N: (out): width within the range of the axis; not rounded
 * @gp: (out): TRUE if @x is at the GP end of the axis, beyond the break
 * Returns: FALSE if (@x, @y) is outside the plot with its handle and tick labels, or the panel
 * has no such axis. Outside the plot, @N and @gp are set nevertheless, so that a drag may leave
 * the plot */
gboolean
ipl_figure_width_at (IplFigure *self, double x, double y, double *N, gboolean *gp)
{
  g_return_val_if_fail (self && self->is_set, FALSE);
  divide (self);
  return self->panel->drags_width && self->n_parts > 0 && ipl_panel_fits (self->panel, &self->view)
         && ipl_plot_pick_width (get_layout (self, &self->parts[0]), &self->parts[0].style,
                                 x - self->parts[0].area.x, y - self->parts[0].area.y, N, gp);
}

/* Changes parameters by a drag.
 * @self: figure of a single panel
 * @parameters: (inout): those before the drag at the first call, the result of the previous call
 * afterwards
 * Returns: TRUE if the drag began on something that can be dragged */
gboolean
ipl_figure_edit (IplFigure *self, double from_x, double from_y, double x, double y,
                 IplParameters *parameters)
{
  g_return_val_if_fail (self && self->is_set && parameters, FALSE);
  divide (self);
  if (self->n_parts == 0 || !ipl_panel_fits (self->panel, &self->view))
    return FALSE;
  const IplRect *area = &self->parts[0].area;
  return ipl_panel_edit (self->panel, get_layout (self, &self->parts[0]), &self->view,
                         &self->parts[0].style, from_x - area->x, from_y - area->y, x - area->x,
                         y - area->y, parameters);
}

/* @self: figure of a single panel
 * @target: (nullable): target to scroll into view
 * @rows: number of rows to scroll, negative for back
 * @first: (out): first item shown after scrolling
 * Returns: TRUE if some items are not shown */
gboolean
ipl_figure_scroll (IplFigure *self, const IplTarget *target, int rows, guint *first)
{
  g_return_val_if_fail (self && self->is_set && first, FALSE);
  divide (self);
  return self->panel->build != NULL && self->n_parts > 0
         && ipl_panel_fits (self->panel, &self->view)
         && ipl_plot_scroll (get_layout (self, &self->parts[0]), target, rows, first);
}

/* Draws a figure once, like ipl_figure_paint().
 * @cr: a context with points as user units */
void
ipl_figure_draw (const IplPanel *panel, const IplView *view, const IplStyle *style, cairo_t *cr,
                 double width, double height)
{
  g_return_if_fail (panel && view && ipl_view_has_result (view) && style && cr);
  g_auto (IplFigure) self = { .panel = panel };
  ipl_figure_set (&self, view, style, width, height);
  ipl_figure_paint (&self, cr);
}

/* Steps through a panel by arrow keys: to the next path, cell or width. If @from is empty or not in
 * the panel, returns the first target of the panel.
 * @from: target with the keyboard focus; may be empty
 * @dx: columns to the right, negative for left
 * Returns: the next target; IPL_TARGET_NONE if the panel has none */
IplTarget
ipl_figure_step (const IplPanel *panel, const IplTarget *from, const IplView *view, int dx, int dy)
{
  g_return_val_if_fail (panel && from && view && ipl_view_has_result (view), IPL_TARGET_NONE);
  IplView usable = ipl_view_usable (view);
  if (!ipl_panel_fits (panel, &usable))
    return IPL_TARGET_NONE;
  return ipl_panel_step (panel, from, &usable, dx, dy);
}
