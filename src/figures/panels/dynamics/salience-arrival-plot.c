/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When each component comes to 90 % of its mu, against mu, with the time that the growth of delta
 * alone says; the time shown is marked and can be dragged. */

#include "figures/kit/legend.h"
#include "figures/kit/marker.h"
#include "figures/kit/number.h"
#include "figures/panels/dynamics/salience-view.h"
#include "figures/panels/time/time-plot.h"
#include "figures/view/panel.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

/* Above this, times from the first arrival to the end are shown on a logarithmic axis. */
#define LONG 30

typedef struct
{
  IplSalienceView shown;
  const double *times, *theory;      /* [M] */
  const double *line_mu, *line_time; /* [n_line] the theory over mu */
  gsize n_line;
  double end, now; /* of the run, and shown */
  IplFrame frame;
  IplLegend legend;
  double legend_x, legend_y;
  double x[IPL_SALIENCE_MAX], y[IPL_SALIENCE_MAX];
} Layout;

static gboolean
fits (const IplView *view)
{
  return view->trajectory != NULL && view->trajectory->S > 0
         && ipl_trajectory_find (view->trajectory, "time_to_90_theory") != NULL;
}

static void
read_view (Layout *self, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;

  ipl_salience_view_init (&self->shown, view);
  self->times = ipl_trajectory_get (trajectory, "time_to_90", 0);
  self->theory = ipl_trajectory_get (trajectory, "time_to_90_theory", 0);
  self->line_mu = ipl_trajectory_get (trajectory, "theory_mu", 0);
  self->line_time = ipl_trajectory_get (trajectory, "theory_time_to_90", 0);
  self->n_line = ipl_trajectory_find (trajectory, "theory_mu")->size;
  self->end = trajectory->time[trajectory->S - 1];
  self->now = trajectory->time[view->moment];
}

/* From nothing to the end, with room above it for those that never come; of long runs decades. */
static void
find_range (const Layout *self, IplFrameSpec *spec)
{
  double first = self->end;

  for (guint l = 0; l < self->shown.M; l++)
    if (isfinite (self->times[l]))
      first = MIN (first, self->times[l]);
  spec->x_lo = self->line_mu[0];
  spec->x_hi = self->line_mu[self->n_line - 1];
  spec->y_log = first > 0 && self->end > LONG * first;
  spec->y_lo = spec->y_log ? first / 2 : 0;
  spec->y_hi = self->end > 0 ? self->end * (spec->y_log ? pow (self->end / first, 0.1) : 1.1) : 1;
}

static void
add_keys (Layout *self, const IplView *view, const IplStyle *style, double width)
{
  g_autofree char *time = ipl_trajectory_time_text (view->trajectory, self->now);
  gboolean never = FALSE;

  for (guint l = 0; l < self->shown.M; l++)
    never = never || !isfinite (self->times[l]);
  ipl_legend_init (&self->legend);
  ipl_legend_add_marker (&self->legend, IPL_KEY_MARKER, g_strdup_printf ("until %s", time),
                         style->ink, style->line_pt, IPL_DASH_SOLID, IPL_MARKER_DOT, FALSE);
  ipl_legend_add_marker (&self->legend, IPL_KEY_MARKER, g_strdup ("later"), style->ink,
                         style->line_pt, IPL_DASH_SOLID, IPL_MARKER_DOT, TRUE);
  if (never)
    ipl_legend_add_marker (&self->legend, IPL_KEY_MARKER, g_strdup ("not in this run"), style->ink,
                           style->line_pt, IPL_DASH_SOLID, IPL_MARKER_TRIANGLE, TRUE);
  ipl_legend_add (&self->legend, IPL_KEY_LINE, g_strdup ("by d<i>δ</i>/d<i>t</i> = −<i>bδ</i>"),
                  ipl_style_theory_color (style), style->line_pt, IPL_DASH_SOLID);
  ipl_legend_layout (&self->legend, style, width);
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double em = style->font_pt, margin = 0.4 * em;
  gboolean in_steps = view->trajectory->in_steps;
  IplFrameSpec spec
      = { .x_title = "target <i>μ</i>",
          .y_title = in_steps ? "steps to 90 % of <i>μ</i>" : "time <i>t</i> to 90 % of <i>μ</i>",
          .y_title_short = in_steps ? "steps" : "<i>t</i>" };
  IplRect area;

  read_view (self, view);
  add_keys (self, view, style, width - 2 * margin);
  self->legend_x = (width - self->legend.width) / 2;
  self->legend_y = margin;
  find_range (self, &spec);
  area = (IplRect){ margin, margin + self->legend.height, width - 2 * margin,
                    MAX (height - 2 * margin - self->legend.height, 1) };
  ipl_frame_init (&self->frame, style, &area, &spec);
  for (guint l = 0; l < self->shown.M; l++)
    {
      self->x[l] = ipl_frame_x (&self->frame, self->shown.drive[l]);
      self->y[l] = isfinite (self->times[l]) ? ipl_frame_y (&self->frame, self->times[l])
                                             : self->frame.plot.y + 0.4 * em;
    }
  return self;
}

static void
layout_free (gpointer layout)
{
  ipl_legend_clear (&((Layout *)layout)->legend);
  g_free (layout);
}

/* Where the time is not, the line is broken. */
static void
draw_theory (const Layout *self, const IplStyle *style, cairo_t *cr)
{
  gboolean begun = FALSE;

  for (gsize i = 0; i < self->n_line; i++)
    {
      double time = self->line_time[i];

      if (isfinite (time) && (time > 0 || !self->frame.y.log))
        {
          double x = ipl_frame_x (&self->frame, self->line_mu[i]);
          double y = ipl_frame_y (&self->frame, time);

          if (begun)
            cairo_line_to (cr, x, y);
          else
            cairo_move_to (cr, x, y);
          begun = TRUE;
        }
      else
        begun = FALSE;
    }
  ipl_set_color (cr, ipl_style_theory_color (style), 1);
  cairo_set_line_width (cr, style->line_pt);
  cairo_stroke (cr);
}

/* A line with a handle, as in plots against time. */
static void
draw_now (const Layout *self, const IplStyle *style, cairo_t *cr)
{
  const IplRect *plot = &self->frame.plot;
  double em = style->font_pt, y = ipl_frame_y (&self->frame, self->now);
  double right = plot->x + plot->w;

  if (y < plot->y || y > plot->y + plot->h)
    return;
  cairo_move_to (cr, plot->x, y);
  cairo_line_to (cr, right, y);
  ipl_set_color (cr, style->accent, 1);
  cairo_set_line_width (cr, 0.7 * style->line_pt);
  cairo_stroke (cr);
  cairo_move_to (cr, right, y - 0.42 * em);
  cairo_line_to (cr, right, y + 0.42 * em);
  cairo_line_to (cr, right - 0.64 * em, y);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_mark (const Layout *self, const IplStyle *style, cairo_t *cr, guint l, IplColor color,
           double r)
{
  gboolean there = isfinite (self->times[l]);

  ipl_draw_marker (cr, style, there ? IPL_MARKER_DOT : IPL_MARKER_TRIANGLE, color, self->x[l],
                   self->y[l], r, !there || self->times[l] > self->now);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_save (cr);
  ipl_frame_clip (&self->frame, cr, 0.3 * style->font_pt);
  draw_theory (self, style, cr);
  cairo_restore (cr);
  if (style->marks_shown)
    draw_now (self, style, cr);
  for (guint l = 0; l < self->shown.M; l++)
    draw_mark (self, style, cr, l, ipl_time_plot_color (style, l, self->shown.M),
               0.3 * style->font_pt);
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
      draw_mark (self, style, cr, (guint)targets[f]->component, style->accent,
                 0.42 * style->font_pt);
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

/* A drag anywhere moves the time shown; a click selects only. */
static gboolean
edit (gconstpointer layout, const IplView *view, const IplStyle *style, double from_x,
      double from_y, double x, double y, IplParameters *parameters)
{
  const IplFrame *frame = &((const Layout *)layout)->frame;
  const IplTrajectory *trajectory = view->trajectory;
  double time = ipl_axis_value (&frame->y, 1 - (y - frame->plot.y) / frame->plot.h);
  guint moment = ipl_trajectory_find_moment (trajectory, MAX (time, 0));

  if (!ipl_rect_contains (&frame->plot, from_x, from_y))
    return FALSE;
  if (x != from_x || y != from_y)
    parameters->shown_time = moment == trajectory->S - 1 ? -1 : trajectory->time[moment];
  return TRUE;
}

static void
describe (GString *text, const IplView *view)
{
  Layout self;
  guint there = 0;
  double worst = 0;

  read_view (&self, view);
  for (guint l = 0; l < self.shown.M; l++)
    if (isfinite (self.times[l]))
      {
        there++;
        if (self.theory[l] > 0)
          worst = fmax (worst, fabs (self.times[l] / self.theory[l] - 1));
      }
  g_string_append_printf (text,
                          "When each of %u components comes to 90 %% of its mu, against mu, beside "
                          "what the growth of delta alone says. %u come there",
                          self.shown.M, there);
  if (there > 0)
    {
      g_autofree char *percent = ipl_number_text (100 * worst, 2);

      g_string_append_printf (text, ", at most %s %% from it", percent);
    }
  g_string_append_c (text, '.');
  ipl_describe_moment (text, view);
}

static void
table (GString *text, const IplView *view)
{
  Layout self;

  read_view (&self, view);
  g_string_append (text, "component\tmu\ttime to 90 %\tby theory\n");
  for (guint l = 0; l < self.shown.M; l++)
    {
      const double values[] = { self.shown.drive[l], self.times[l], self.theory[l] };

      g_string_append_printf (text, "%u", l + 1);
      for (guint k = 0; k < G_N_ELEMENTS (values); k++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, values[k]);
        }
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_salience_arrival = {
  .id = "salience-arrival",
  .ranges = IPL_RANGE_XY,
  .title = "Time to 90 % of μ",
  .fits = fits,
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
  .height_narrow = 0.7,
  .height_wide = 0.45,
};
