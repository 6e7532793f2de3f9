/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention of each component at the time shown, and below it what drives the component, to be
 * dragged: its mu with v inside, or its Delta. */

#include "core/experiments/salience-experiment.h"
#include "figures/kit/legend.h"
#include "figures/kit/text.h"
#include "figures/panels/dynamics/salience-view.h"
#include "figures/panels/time/time-plot.h"
#include "figures/view/panel.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

#define BAR 0.36 /* half the width of a bar */
/* The axis of drives has two lengths, so that it does not run away under a bar that is dragged. */
#define NEAR_MU 4.5
#define FAR_MU 6.5
#define NEAR_DELTA 1.1
#define FAR_DELTA 2.2

typedef struct
{
  IplSalienceView shown;
  IplLegend legend;
  double legend_x, legend_y;
  IplFrame upper, lower; /* attention, drives */
} Layout;

static void
find_range (const IplSalienceView *shown, double *lo, double *hi)
{
  double near = shown->linear ? NEAR_DELTA : NEAR_MU, largest = 0, least = 0;

  for (guint l = 0; l < shown->M; l++)
    {
      largest = MAX (largest, fabs (shown->drive[l]));
      least = MIN (least, MIN (shown->drive[l], shown->linear ? 0 : shown->v[l]));
    }
  *hi = largest < 0.97 * near ? near : shown->linear ? FAR_DELTA : FAR_MU;
  *lo = shown->linear || least < 0 ? -*hi : 0;
}

static void
add_keys (Layout *self, const IplView *view, const IplStyle *style, double width)
{
  g_autofree char *time
      = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
  IplColor color = ipl_time_plot_color (style, self->shown.M / 2, self->shown.M);

  ipl_legend_init (&self->legend);
  ipl_legend_add (&self->legend, IPL_KEY_NONE, g_strdup_printf ("<b>%s</b>", time), style->ink, 0,
                  IPL_DASH_SOLID);
  if (!self->shown.linear)
    {
      ipl_legend_add (&self->legend, IPL_KEY_BAR, g_strdup ("now"), color, style->line_pt,
                      IPL_DASH_SOLID);
      ipl_legend_add (&self->legend, IPL_KEY_BAR_OUTLINE, g_strdup ("in the end"), color,
                      style->line_pt, IPL_DASH_SOLID);
    }
  ipl_legend_layout (&self->legend, style, width);
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  const double *limit = ipl_trajectory_get (view->trajectory, "attention_limit", 0);
  double em = style->font_pt, margin = 0.4 * em, lo, hi, largest = 0, room, left, w;
  IplFrameSpec spec
      = { .x_title_short = "", .y_title = "attention <i>b</i>", .y_title_short = "<i>b</i>" };
  IplRect area;

  ipl_salience_view_init (&self->shown, view);
  add_keys (self, view, style, width - 2 * margin);
  self->legend_x = (width - self->legend.width) / 2;
  self->legend_y = margin;
  for (guint l = 0; l < self->shown.M; l++)
    largest = fmax (largest, fmax (self->shown.attention[l], limit != NULL ? limit[l] : 0));
  area = (IplRect){ margin, margin + self->legend.height, width - 2 * margin,
                    height - 2 * margin - self->legend.height };
  room = MAX (area.h, 4);
  spec.x_lo = 0.5;
  spec.x_hi = self->shown.M + 0.5;
  spec.y_hi = largest > 0.5 ? 1 : 0.5;
  /* The upper plot has no title below, whose room the lower one takes. */
  area.h = 0.48 * room;
  ipl_frame_init (&self->upper, style, &area, &spec);
  find_range (&self->shown, &lo, &hi);
  spec.x_title = "component";
  spec.y_title = self->shown.linear ? "drive <i>Δ</i>" : "<i>v</i>, target <i>μ</i>";
  spec.y_title_short = self->shown.linear ? "<i>Δ</i>" : "<i>μ</i>";
  spec.y_lo = lo;
  spec.y_hi = hi;
  area.y += area.h - ipl_text_height (style, em);
  area.h = room - area.h + ipl_text_height (style, em);
  ipl_frame_init (&self->lower, style, &area, &spec);
  left = MAX (self->upper.plot.x, self->lower.plot.x);
  w = MIN (self->upper.plot.x + self->upper.plot.w, self->lower.plot.x + self->lower.plot.w) - left;
  self->upper.plot.x = self->lower.plot.x = left;
  self->upper.plot.w = self->lower.plot.w = MAX (w, 1);
  ipl_axis_init_whole (&self->lower.x, style, 0.5, self->shown.M + 0.5, w, FALSE);
  self->upper.x = self->lower.x;
  for (guint i = 0; i < self->upper.x.n; i++)
    self->upper.x.label[i][0] = '\0';
  return self;
}

static void
layout_free (gpointer layout)
{
  ipl_legend_clear (&((Layout *)layout)->legend);
  g_free (layout);
}

static void
bar_path (const IplFrame *frame, cairo_t *cr, guint l, double value)
{
  double x = ipl_frame_x (frame, l + 1 - BAR), x2 = ipl_frame_x (frame, l + 1 + BAR);
  double y = ipl_frame_y (frame, 0), y2 = ipl_frame_y (frame, value);

  cairo_rectangle (cr, x, MIN (y, y2), x2 - x, fabs (y2 - y));
}

static void
fill_bar (const IplFrame *frame, cairo_t *cr, guint l, double value, IplColor color, double alpha)
{
  bar_path (frame, cr, l, value);
  ipl_set_color (cr, color, alpha);
  cairo_fill (cr);
}

static void
outline_bar (const IplFrame *frame, const IplStyle *style, cairo_t *cr, guint l, double value,
             IplColor color, double line)
{
  bar_path (frame, cr, l, value);
  ipl_set_color (cr, color, 1);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

static void
draw_zero (const IplFrame *frame, const IplStyle *style, cairo_t *cr)
{
  double y = ipl_frame_y (frame, 0);

  cairo_move_to (cr, frame->plot.x, y);
  cairo_line_to (cr, frame->plot.x + frame->plot.w, y);
  ipl_set_color (cr, style->ink, 1);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  cairo_stroke (cr);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;
  const IplSalienceView *shown = &self->shown;
  const double *limit = ipl_trajectory_get (view->trajectory, "attention_limit", 0);
  double line = 0.7 * style->line_pt;

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (guint l = 0; l < shown->M; l++)
    {
      IplColor color = ipl_time_plot_color (style, l, shown->M);

      fill_bar (&self->upper, cr, l, shown->attention[l], color, 1);
      if (limit != NULL)
        outline_bar (&self->upper, style, cr, l, limit[l],
                     shown->attention[l] > limit[l] ? style->ink : color, line);
      fill_bar (&self->lower, cr, l, shown->drive[l], color, shown->linear ? 1 : 0.22);
      if (!shown->linear)
        {
          cairo_save (cr);
          ipl_frame_clip (&self->lower, cr, 0);
          fill_bar (&self->lower, cr, l, shown->v[l], color, 1);
          cairo_restore (cr);
        }
      outline_bar (&self->lower, style, cr, l, shown->drive[l], color, line);
    }
  if (self->lower.y.lo < 0)
    draw_zero (&self->lower, style, cr);
  ipl_frame_draw (&self->upper, style, cr);
  ipl_frame_draw (&self->lower, style, cr);
  ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *targets[] = { selected, hovered };

  for (int f = 0; f < 2; f++)
    if (targets[f]->component >= 0 && targets[f]->component < (int)self->shown.M)
      {
        guint l = (guint)targets[f]->component;

        outline_bar (&self->upper, style, cr, l, self->shown.attention[l], style->accent,
                     1.3 * style->line_pt);
        outline_bar (&self->lower, style, cr, l, self->shown.drive[l], style->accent,
                     1.3 * style->line_pt);
      }
  ipl_salience_caption (view, style, selected, hovered, cr, width);
}

/* The component above or below which a place is, or -1. */
static int
component_at (const Layout *self, const IplFrame *frame, double x, double y)
{
  int l = (int)floor (ipl_axis_value (&frame->x, (x - frame->plot.x) / frame->plot.w) - 0.5);

  return ipl_rect_contains (&frame->plot, x, y) ? CLAMP (l, 0, (int)self->shown.M - 1) : -1;
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;

  target->component = component_at (self, &self->upper, x, y);
  if (target->component < 0)
    target->component = component_at (self, &self->lower, x, y);
  return target->component >= 0;
}

static gboolean
edit (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
      double from_y, double x, double y, IplParameters *parameters)
{
  const Layout *self = layout;
  const IplFrame *frame = &self->lower;
  int component = component_at (self, frame, from_x, from_y);
  double value = ipl_axis_value (&frame->y, 1 - (y - frame->plot.y) / frame->plot.h);

  return component >= 0
         && ipl_parameters_set_salience_drive (parameters, (guint)component,
                                               MAX (value, frame->y.lo));
}

static void
describe (GString *text, const IplView *view)
{
  static const char *const names[] = { "attention", "mu", "Delta", NULL };

  g_string_append (text, "Bars of the attention that each component has, and of what drives it, "
                         "which can be dragged.");
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  const double *limit = ipl_trajectory_get (view->trajectory, "attention_limit", 0);
  const double *times = ipl_trajectory_get (view->trajectory, "time_to_90", 0);
  IplSalienceView shown;

  ipl_salience_view_init (&shown, view);
  g_string_append_printf (text, "component\t%s\tv\tattention%s\n", shown.linear ? "Delta" : "mu",
                          shown.linear ? "" : "\tattention in the end\ttime to 90 %");
  for (guint l = 0; l < shown.M; l++)
    {
      const double values[] = { shown.drive[l], shown.v[l], shown.attention[l],
                                limit != NULL ? limit[l] : NAN, times != NULL ? times[l] : NAN };

      g_string_append_printf (text, "%u", l + 1);
      for (guint k = 0; k < (shown.linear ? 3 : 5); k++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, values[k]);
        }
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_salience_bars = {
  .id = "salience-bars",
  .title = "Attention and drives",
  .experiment = "joma-salience",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .edit = edit,
  .say = ipl_salience_say,
  .step = ipl_salience_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.8,
  .height_wide = 0.5,
};
