/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Calibration of the test predictions: standardised residuals against the standard normal, and for
 * classes how often a prediction is right beside how probable it was called. */

#include "core/posterior/calibration.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/frame.h"
#include "figures/panels/posterior/calibration-words.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-step.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

/* Points of a quantile curve, markers on it, and points of the band around it. */
#define CURVE_POINTS 240
#define MARKERS 13
#define ENVELOPE_POINTS 40

typedef enum
{
  SERIES_GP,
  SERIES_SAMPLES,
  SERIES_THEORY,
  N_SERIES,
} Series;

typedef struct
{
  IplCalibration *series[N_SERIES]; /* nullable */
  gboolean fine;                    /* the samples' diagnostics */
} Calibrations;

static void
calibrations_clear (Calibrations *self)
{
  for (int s = 0; s < N_SERIES; s++)
    g_clear_pointer (&self->series[s], ipl_calibration_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Calibrations, calibrations_clear)

static IplCalibration *
of_solution (const IplSolution *solution)
{
  return solution != NULL && solution->n_tests > 0
             ? ipl_calibration_new (ipl_case_info_get_case (solution->the_case),
                                    &solution->tests[0], solution->setting.temperature)
             : NULL;
}

static IplCalibration *
of_posterior (const IplPosteriorSummary *posterior)
{
  return posterior != NULL && posterior->n_tests > 0
             ? ipl_calibration_new (ipl_case_info_get_case (posterior->the_case),
                                    &posterior->tests[0], posterior->setting.temperature)
             : NULL;
}

static void
calibrations_init (Calibrations *self, const IplView *view)
{
  const IplSolution *gp = ipl_view_gp (view);
  self->fine = view->posterior == NULL || view->posterior->fine;
  self->series[SERIES_THEORY] = of_solution (view->current);
  self->series[SERIES_SAMPLES] = of_posterior (view->posterior);
  if (gp != view->current)
    self->series[SERIES_GP] = of_solution (gp);
}

static IplColor
series_color (const IplStyle *style, Series s)
{
  return s == SERIES_GP        ? ipl_style_gp_color (style, 0)
         : s == SERIES_SAMPLES ? ipl_style_sample_color (style)
                               : ipl_style_theory_color (style);
}

static void
make_legend (IplLegend *legend, const Calibrations *self, const IplView *view,
             const IplStyle *style, double width)
{
  ipl_legend_init (legend);
  ipl_legend_add_posterior (legend, view, style);
  if (self->series[SERIES_THEORY] != NULL)
    {
      ipl_legend_add (legend, IPL_KEY_CROSS, g_strdup ("theory"),
                      series_color (style, SERIES_THEORY), style->line_pt, IPL_DASH_SOLID);
      ipl_legend_add_theory_doubt (legend, view, style, "theory not converged");
    }
  if (self->series[SERIES_SAMPLES] != NULL)
    ipl_legend_add (legend, self->fine ? IPL_KEY_DOT : IPL_KEY_DOT_HOLLOW, g_strdup ("sampled"),
                    series_color (style, SERIES_SAMPLES), style->line_pt, IPL_DASH_SOLID);
  else if (self->series[SERIES_THEORY] != NULL)
    ipl_legend_add (legend, IPL_KEY_NONE, g_strdup ("not sampled yet"), style->faint, 0,
                    IPL_DASH_SOLID);
  if (self->series[SERIES_GP] != NULL)
    ipl_legend_add (legend, IPL_KEY_LINE, g_strdup ("GP"), series_color (style, SERIES_GP),
                    style->line_pt, ipl_style_gp_dash (1));
  ipl_legend_layout (legend, style, width);
}

/* A marker that tells the series apart without colour. */
static void
draw_marker (const IplStyle *style, cairo_t *cr, Series s, gboolean fine, double x, double y)
{
  double em = style->font_pt;
  if (s == SERIES_SAMPLES)
    ipl_draw_dot (cr, style, series_color (style, s), x, y, 0.26 * em, !fine);
  if (s != SERIES_THEORY)
    return;
  cairo_set_line_width (cr, style->line_pt);
  ipl_set_color (cr, series_color (style, s), 1);
  ipl_draw_cross (cr, x, y, 0.24 * em);
  cairo_stroke (cr);
}

/* How far the quantiles reach: of the theory and the samples whole, of the GP no further. */
static void
find_range (const Calibrations *self, double *lo, double *hi)
{
  *lo = -3;
  *hi = 3;
  for (int s = 0; s < N_SERIES; s++)
    if (self->series[s] != NULL && (s != SERIES_GP || self->series[SERIES_THEORY] == NULL))
      {
        const IplCalibration *c = self->series[s];
        *lo = MIN (*lo, c->z[0]);
        *hi = MAX (*hi, c->z[c->n - 1]);
      }
  *lo = MAX (*lo, -30);
  *hi = MIN (*hi, 30);
}

static gsize
most_examples (const Calibrations *self)
{
  gsize n = 0;
  for (int s = 0; s < N_SERIES; s++)
    n = MAX (n, self->series[s] ? self->series[s]->n : 0);
  return n;
}

/* The i-th of @points places along n values, evenly spaced in normal quantiles. */
static gsize
place (guint i, guint points, gsize n)
{
  double end = -ipl_calibration_normal (0, n);
  double z = points > 1 ? end * (2.0 * i / (points - 1) - 1) : 0;
  double share = 0.5 * erfc (-z / G_SQRT2);
  return (gsize)CLAMP (share * (double)n, 0, (double)n - 1);
}

static void
draw_envelope (const IplFrame *frame, const IplStyle *style, cairo_t *cr, gsize n)
{
  double x[ENVELOPE_POINTS], low[ENVELOPE_POINTS], high[ENVELOPE_POINTS];
  for (guint k = 0; k < ENVELOPE_POINTS; k++)
    {
      gsize i = place (k, ENVELOPE_POINTS, n);
      ipl_calibration_envelope (i, n, &low[k], &high[k]);
      x[k] = ipl_frame_x (frame, ipl_calibration_normal (i, n));
      cairo_line_to (cr, x[k], ipl_frame_y (frame, high[k]));
    }
  for (guint k = ENVELOPE_POINTS; k-- > 0;)
    cairo_line_to (cr, x[k], ipl_frame_y (frame, low[k]));
  cairo_close_path (cr);
  ipl_set_color (cr, style->ink, 0.12);
  cairo_fill (cr);
}

static void
draw_diagonal (const IplFrame *frame, const IplStyle *style, cairo_t *cr, double lo, double hi)
{
  cairo_move_to (cr, ipl_frame_x (frame, lo), ipl_frame_y (frame, lo));
  cairo_line_to (cr, ipl_frame_x (frame, hi), ipl_frame_y (frame, hi));
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
}

static void
draw_quantiles (const Calibrations *self, const IplFrame *frame, const IplStyle *style, cairo_t *cr,
                Series s)
{
  const IplCalibration *c = self->series[s];
  guint points = (guint)MIN (c->n, CURVE_POINTS), markers = (guint)MIN (c->n, MARKERS);
  for (guint k = 0; k < points; k++)
    {
      gsize i = place (k, points, c->n);
      cairo_line_to (cr, ipl_frame_x (frame, ipl_calibration_normal (i, c->n)),
                     ipl_frame_y (frame, c->z[i]));
    }
  ipl_set_color (cr, series_color (style, s), 1);
  cairo_set_line_width (cr, (s == SERIES_GP ? 0.8 : 0.7) * style->line_pt);
  ipl_set_dash (cr, s == SERIES_GP ? ipl_style_gp_dash (1) : IPL_DASH_SOLID, 0.8 * style->line_pt);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  /* The samples' marks lie between the theory's. */
  for (guint k = 0; k < markers; k++)
    {
      gsize i = s == SERIES_SAMPLES ? place (2 * k + 1, 2 * markers + 1, c->n)
                                    : place (k, markers, c->n);
      draw_marker (style, cr, s, self->fine, ipl_frame_x (frame, ipl_calibration_normal (i, c->n)),
                   ipl_frame_y (frame, c->z[i]));
    }
}

/* Plots need not be square, but should look so. */
#define ASPECT 1.3

/* Where the residuals lie; @plot_h as in a spec. */
static void
frame_residuals (const Calibrations *self, const IplStyle *style, const IplRect *area,
                 double plot_h, IplFrame *frame)
{
  double lo, hi, end = 3;
  gsize n = most_examples (self);

  find_range (self, &lo, &hi);
  if (n > 0)
    end = MAX (1, -ipl_calibration_normal (0, n));
  double pad = 0.04 * (hi - lo);
  ipl_frame_init (frame, style, area,
                  &(IplFrameSpec){ .x_lo = -1.06 * end,
                                   .x_hi = 1.06 * end,
                                   .y_lo = lo - pad,
                                   .y_hi = hi + pad,
                                   .x_title = "standard normal quantile",
                                   .x_title_short = "normal quantile",
                                   .y_title = "standardised residual",
                                   .y_title_short = "residual",
                                   .aspect = ASPECT,
                                   .plot_h = plot_h });
}

static void
draw_residuals (const Calibrations *self, const IplFrame *frame, const IplStyle *style, cairo_t *cr)
{
  cairo_save (cr);
  ipl_frame_clip (frame, cr, 0.2 * style->font_pt);
  draw_envelope (frame, style, cr, most_examples (self));
  draw_diagonal (frame, style, cr, MAX (frame->x.lo, frame->y.lo), MIN (frame->x.hi, frame->y.hi));
  for (Series s = 0; s < N_SERIES; s++)
    if (self->series[s] != NULL)
      draw_quantiles (self, frame, style, cr, s);
  cairo_restore (cr);
  ipl_frame_draw (frame, style, cr);
}

static void
draw_bins (const Calibrations *self, const IplFrame *frame, const IplStyle *style, cairo_t *cr,
           Series s)
{
  const IplCalibration *c = self->series[s];
  ipl_set_color (cr, series_color (style, s), 1);
  ipl_set_dash (cr, s == SERIES_GP ? ipl_style_gp_dash (1) : IPL_DASH_SOLID, 0.8 * style->line_pt);
  for (guint b = 0; b < c->n_bins; b++)
    cairo_line_to (cr, ipl_frame_x (frame, c->confidence[b]), ipl_frame_y (frame, c->correct[b]));
  cairo_set_line_width (cr, 0.7 * style->line_pt);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (guint b = 0; b < c->n_bins && s != SERIES_GP; b++)
    {
      double x = ipl_frame_x (frame, c->confidence[b]);
      cairo_move_to (cr, x, ipl_frame_y (frame, c->low[b]));
      cairo_line_to (cr, x, ipl_frame_y (frame, c->high[b]));
      ipl_set_color (cr, series_color (style, s), 1);
      cairo_set_line_width (cr, 0.6 * style->line_pt);
      cairo_stroke (cr);
      draw_marker (style, cr, s, self->fine, x, ipl_frame_y (frame, c->correct[b]));
    }
}

static void
frame_reliability (const Calibrations *self, const IplStyle *style, const IplRect *area,
                   double plot_h, IplFrame *frame)
{
  double lo = 0.5;
  for (int s = 0; s < N_SERIES; s++)
    for (guint b = 0; self->series[s] != NULL && b < self->series[s]->n_bins; b++)
      lo = MIN (lo, self->series[s]->low[b]);
  ipl_frame_init (frame, style, area,
                  &(IplFrameSpec){ .x_lo = 0.49,
                                   .x_hi = 1.01,
                                   .y_lo = lo - 0.01,
                                   .y_hi = 1.01,
                                   .x_title = "probability of the class predicted",
                                   .x_title_short = "probability",
                                   .y_title = "share predicted right",
                                   .y_title_short = "share right",
                                   .aspect = ASPECT,
                                   .plot_h = plot_h });
}

static void
draw_reliability (const Calibrations *self, const IplFrame *frame, const IplStyle *style,
                  cairo_t *cr)
{
  cairo_save (cr);
  ipl_frame_clip (frame, cr, 0.3 * style->font_pt);
  draw_diagonal (frame, style, cr, 0.5, 1);
  for (Series s = 0; s < N_SERIES; s++)
    if (self->series[s] != NULL)
      draw_bins (self, frame, style, cr, s);
  cairo_restore (cr);
  ipl_frame_draw (frame, style, cr);
}

static const char *
no_numbers (const IplView *view)
{
  return view->current != NULL ? "No predictive variances" : "Not solved yet";
}

static const char *
empty (const IplView *view, const char **more)
{
  g_auto (Calibrations) self = { 0 };
  calibrations_init (&self, view);
  *more = NULL;
  return most_examples (&self) == 0 ? no_numbers (view) : NULL;
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  double em = style->font_pt, margin = 0.4 * em, gap = 1.2 * em;
  g_auto (Calibrations) self = { 0 };
  g_auto (IplLegend) legend = { 0 };

  calibrations_init (&self, view);
  make_legend (&legend, &self, view, style, width - 2 * margin);
  IplRect area
      = { margin, margin + legend.height, width - 2 * margin, height - 2 * margin - legend.height };
  ipl_legend_draw (&legend, style, cr, width - margin - legend.width, margin);
  if (most_examples (&self) == 0)
    {
      ipl_empty_draw (style, cr, &area, no_numbers (view), NULL);
      return;
    }
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  IplFrame residuals, reliability;
  if (view->the_case->regression)
    {
      frame_residuals (&self, style, &area, 0, &residuals);
      draw_residuals (&self, &residuals, style, cr);
      return;
    }
  /* Side by side, equally high, or one above the other, whichever leaves them larger. */
  gboolean beside = area.w > area.h;
  IplRect first = area, second;
  if (beside)
    first.w = (area.w - gap) / 2;
  else
    first.h = (area.h - 0.4 * em) / 2;
  second = first;
  if (beside)
    second.x += first.w + gap;
  else
    second.y += first.h + 0.4 * em;
  frame_residuals (&self, style, &first, 0, &residuals);
  frame_reliability (&self, style, &second, 0, &reliability);
  if (beside)
    {
      double plot_h = MIN (residuals.plot.h, reliability.plot.h);
      frame_residuals (&self, style, &first, plot_h, &residuals);
      frame_reliability (&self, style, &second, plot_h, &reliability);
    }
  draw_residuals (&self, &residuals, style, cr);
  draw_reliability (&self, &reliability, style, cr);
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  return FALSE;
}

static IplTarget
step_widths (const IplTarget *self, const IplView *view, int dx, int dy)
{
  return ipl_step_rows (self, view, dx - dy);
}

const IplPanel ipl_panel_calibration = {
  .id = "calibration",
  .title = "Calibration on the test set",
  .label = "Calibration",
  .needs = IPL_NEEDS_SAMPLES,
  .empty = empty,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = step_widths,
  .describe = ipl_describe_calibration,
  .table = ipl_table_calibration,
  .height_narrow = 0.62,
  .height_wide = 0.5,
};
