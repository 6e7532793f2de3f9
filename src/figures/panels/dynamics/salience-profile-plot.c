/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All components at several times: v against what drives it, one line a time. */

#include "figures/kit/legend.h"
#include "figures/kit/marker.h"
#include "figures/panels/dynamics/salience-view.h"
#include "figures/panels/time/time-plot.h"
#include "figures/view/panel.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

/* Times shown: the last, half of it, a quarter and so on; of what blows up those at which a half, a
 * quarter and so on is left. */
#define N_TIMES 8

typedef struct
{
  IplSalienceView shown;
  guint moments[N_TIMES]; /* the first is the earliest */
  IplLegend legend;
  double legend_x, legend_y;
  IplFrame frame;
  double x[IPL_SALIENCE_MAX], y[IPL_SALIENCE_MAX]; /* at the moment shown */
} Layout;

static IplColor
time_color (const IplStyle *style, guint k)
{
  return ipl_time_plot_color (style, k, N_TIMES);
}

static void
find_moments (const IplSalienceView *shown, const IplTrajectory *trajectory, guint *moments)
{
  double end = trajectory->time[trajectory->S - 1];

  for (int k = 0; k < N_TIMES; k++)
    moments[k] = ipl_trajectory_find_moment (trajectory, isfinite (shown->until)
                                                             ? end - ldexp (end, -1 - k)
                                                             : ldexp (end, k + 1 - N_TIMES));
}

static void
find_range (const Layout *self, const IplTrajectory *trajectory, IplFrameSpec *spec)
{
  const IplSalienceView *shown = &self->shown;
  double pad;

  spec->x_lo = spec->y_lo = INFINITY;
  spec->x_hi = spec->y_hi = -INFINITY;
  for (guint l = 0; l < shown->M; l++)
    {
      spec->x_lo = MIN (spec->x_lo, shown->drive[l]);
      spec->x_hi = MAX (spec->x_hi, shown->drive[l]);
      for (guint k = 0; k < N_TIMES; k++)
        {
          double v = ipl_trajectory_get (trajectory, "v", self->moments[k])[l];

          spec->y_lo = MIN (spec->y_lo, MIN (0, v));
          spec->y_hi = MAX (spec->y_hi, MAX (v, shown->linear ? 0 : shown->drive[l]));
        }
    }
  pad = MAX (0.05 * (spec->x_hi - spec->x_lo), 0.05);
  spec->x_lo -= pad;
  spec->x_hi += pad;
  pad = MAX (0.05 * (spec->y_hi - spec->y_lo), 0.05);
  spec->y_lo -= spec->y_lo < 0 ? pad : 0;
  spec->y_hi += pad;
}

/* Where it ends before its time. */
static char *
end_text (const IplSalienceView *shown, const IplTrajectory *trajectory)
{
  gboolean known = isfinite (shown->blow_up);
  g_autofree char *end = ipl_trajectory_time_text (
      trajectory, known ? shown->blow_up : trajectory->time[trajectory->S - 1]);

  return g_strdup_printf (known ? "blow-up at %s" : "runs away after %s", end);
}

static void
add_keys (Layout *self, const IplView *view, const IplStyle *style, double width)
{
  const IplTrajectory *trajectory = view->trajectory;
  g_autofree char *now = ipl_trajectory_time_text (trajectory, trajectory->time[view->moment]);

  ipl_legend_init (&self->legend);
  if (isfinite (self->shown.until))
    ipl_legend_add (&self->legend, IPL_KEY_NONE, end_text (&self->shown, trajectory), style->ink, 0,
                    IPL_DASH_SOLID);
  for (guint k = 0; k < N_TIMES; k++)
    if (k == 0 || k == N_TIMES / 2 || k == N_TIMES - 1)
      ipl_legend_add (&self->legend, IPL_KEY_LINE,
                      ipl_trajectory_time_text (trajectory, trajectory->time[self->moments[k]]),
                      time_color (style, k), style->line_pt, IPL_DASH_SOLID);
  ipl_legend_add_marker (&self->legend, IPL_KEY_LINE_MARKER, g_strdup_printf ("shown: %s", now),
                         style->accent, 1.2 * style->line_pt, IPL_DASH_SOLID, IPL_MARKER_DOT,
                         FALSE);
  ipl_legend_add (&self->legend, IPL_KEY_LINE,
                  g_strdup (self->shown.linear ? "where all but the winner stop"
                                               : "<i>v</i> = <i>μ</i>"),
                  style->faint, style->line_pt, IPL_DASH_DASHED);
  ipl_legend_layout (&self->legend, style, width);
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  const IplTrajectory *trajectory = view->trajectory;
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt;
  IplFrameSpec spec = { .y_title = "component <i>v</i>", .y_title_short = "<i>v</i>" };
  IplRect area;

  ipl_salience_view_init (&self->shown, view);
  find_moments (&self->shown, trajectory, self->moments);
  add_keys (self, view, style, width - 2 * margin);
  self->legend_x = (width - self->legend.width) / 2;
  self->legend_y = margin;
  find_range (self, trajectory, &spec);
  spec.x_title = self->shown.linear ? "drive <i>Δ</i>" : "target <i>μ</i>";
  area = (IplRect){ margin, margin + self->legend.height, width - 2 * margin,
                    MAX (height - 2 * margin - self->legend.height, 1) };
  ipl_frame_init (&self->frame, style, &area, &spec);
  for (guint l = 0; l < self->shown.M; l++)
    {
      self->x[l] = ipl_frame_x (&self->frame, self->shown.drive[l]);
      /* What has run away stays at the edge. */
      self->y[l] = CLAMP (ipl_frame_y (&self->frame, self->shown.v[l]), self->frame.plot.y,
                          self->frame.plot.y + self->frame.plot.h);
    }
  return self;
}

static void
layout_free (gpointer layout)
{
  ipl_legend_clear (&((Layout *)layout)->legend);
  g_free (layout);
}

static void
draw_line (const Layout *self, cairo_t *cr, const double *v, IplColor color, double width)
{
  for (guint i = 0; i < self->shown.M; i++)
    {
      guint l = self->shown.order[i];

      if (isfinite (v[l]))
        cairo_line_to (cr, self->x[l], ipl_frame_y (&self->frame, v[l]));
    }
  ipl_set_color (cr, color, 1);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;
  const IplSalienceView *shown = &self->shown;
  const double *limit = ipl_trajectory_get (view->trajectory, "v_limit", 0);

  cairo_save (cr);
  ipl_frame_clip (&self->frame, cr, 0.3 * style->font_pt);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  ipl_set_dash (cr, IPL_DASH_DASHED, style->line_pt);
  draw_line (self, cr, shown->linear ? limit : shown->drive, style->faint, style->line_pt);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (guint k = 0; k < N_TIMES; k++)
    draw_line (self, cr, ipl_trajectory_get (view->trajectory, "v", self->moments[k]),
               time_color (style, k), 0.8 * style->line_pt);
  draw_line (self, cr, shown->v, style->accent, 1.2 * style->line_pt);
  for (guint l = 0; l < shown->M; l++)
    ipl_draw_marker (cr, style,
                     shown->v[l] > self->frame.y.hi   ? IPL_MARKER_TRIANGLE
                     : shown->v[l] < self->frame.y.lo ? IPL_MARKER_TRIANGLE_DOWN
                                                      : IPL_MARKER_DOT,
                     style->accent, self->x[l], self->y[l], 0.26 * style->font_pt, FALSE);
  cairo_restore (cr);
  ipl_frame_draw (&self->frame, style, cr);
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
      ipl_draw_dot (cr, style, style->accent, self->x[targets[f]->component],
                    self->y[targets[f]->component], 0.42 * style->font_pt, TRUE);
  ipl_salience_caption (view, style, selected, hovered, cr, width);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;

  ipl_salience_pick_nearest (self->x, self->y, self->shown.M, style, x, y, target);
  return target->component >= 0;
}

static void
describe (GString *text, const IplView *view)
{
  static const char *const names[] = { "v", "v_limit", NULL };

  g_string_append (text, "Components against what drives them, one line a time.");
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplSalienceView shown;
  guint moments[N_TIMES];

  ipl_salience_view_init (&shown, view);
  find_moments (&shown, trajectory, moments);
  g_string_append_printf (text, "component\t%s", shown.linear ? "Delta" : "mu");
  for (guint k = 0; k < N_TIMES; k++)
    {
      g_autofree char *time = NULL;

      time = ipl_trajectory_time_text (trajectory, trajectory->time[moments[k]]);
      g_string_append_printf (text, "\tv at %s", time);
    }
  for (guint l = 0; l < shown.M; l++)
    {
      g_string_append_printf (text, "\n%u\t", l + 1);
      ipl_table_number (text, shown.drive[l]);
      for (guint k = 0; k < N_TIMES; k++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, ipl_trajectory_get (trajectory, "v", moments[k])[l]);
        }
    }
  g_string_append_c (text, '\n');
}

const IplPanel ipl_panel_salience_profile = {
  .id = "salience-profile",
  .ranges = IPL_RANGE_Y,
  .title = "Growth by drive",
  .experiment = "joma-salience",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .say = ipl_salience_say,
  .step = ipl_salience_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.7,
  .height_wide = 0.45,
};
