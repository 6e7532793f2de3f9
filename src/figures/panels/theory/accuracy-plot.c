/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panel c: accuracy (or mean squared error) against width, by theory and by sampling, with the GP
 * limits. */

#include "figures/panels/theory/accuracy-samples.h"
#include "core/base/units.h"
#include "figures/panels/theory/accuracy-plot.h"

#include "core/posterior/posterior-summary.h"
#include "figures/kit/scribe.h"
#include "figures/kit/text.h"
#include "figures/panels/theory/accuracy-curves.h"
#include "figures/panels/theory/accuracy-layout.h"
#include "figures/panels/theory/accuracy-words.h"
#include "figures/view/caption.h"
#include "figures/view/compared.h"
#include "figures/view/panel.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-step.h"
#include "figures/view/target-words.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

static void
draw_frame (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr, double height)
{
  double em = style->font_pt, small = ipl_style_small (style);
  double tick = ipl_axis_tick_length (style), bottom = self->plot.y + self->plot.h;
  double end = self->plot.x + self->plot.w, hair = ipl_style_hairline (style);

  ipl_axis_draw_y (&self->y, style, cr, self->plot.x, bottom, self->plot.h, FALSE);
  ipl_axis_draw_x (&self->x, style, cr, self->plot.x, bottom, self->plot.w);
  /* The break, and the stop beyond it. */
  ipl_part_begin (cr, "axis-gp");
  double break_x = (end + self->gp_x - 0.9 * em) / 2 + 0.1 * em;
  cairo_set_line_width (cr, hair);
  cairo_move_to (cr, end, bottom);
  cairo_line_to (cr, break_x - 0.14 * em, bottom);
  cairo_move_to (cr, break_x + 0.14 * em, bottom);
  cairo_line_to (cr, self->right, bottom);
  for (int k = -1; k <= 1; k += 2)
    {
      cairo_move_to (cr, break_x + (k * 0.14 - 0.14) * em, bottom + 0.32 * em);
      cairo_line_to (cr, break_x + (k * 0.14 + 0.14) * em, bottom - 0.32 * em);
    }
  cairo_move_to (cr, self->gp_x, bottom);
  cairo_line_to (cr, self->gp_x, bottom + tick);
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
  ipl_text_draw (cr, style, "GP", small, style->ink, self->gp_x, bottom + 1.2 * tick, 0.5, 0);
  ipl_part_end (cr);
  g_autofree char *x_title = ipl_accuracy_x_title (self);
  ipl_part_begin (cr, "titles");
  ipl_text_draw (cr, style, x_title, em, style->ink, self->plot.x + self->plot.w / 2,
                 height - 0.4 * em, 0.5, 1);
  const char *title = ipl_accuracy_y_title (self);
  double legend_bottom = self->legend_y + self->legend.height;
  if (ipl_text_width (style, title, em) > height - legend_bottom - 0.4 * em)
    title = self->regression ? "error"
            : self->percent  ? ipl_unit_label ("accuracy", IPL_PERCENT)
                             : "accuracy";
  ipl_text_draw_up_within (cr, style, title, em, style->ink, self->label_x,
                           self->plot.y + self->plot.h / 2, legend_bottom, height - 0.4 * em);
  ipl_part_end (cr);
}

static IplColor
series_color (const IplAccuracyLayout *self, const IplStyle *style, guint test)
{
  return ipl_accuracy_layout_color (self, style, ipl_accuracy_color (style, test), test > 0);
}

static void
draw_gp_line (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr,
              const IplSolution *solution, guint test, guint line, double width)
{
  const IplPrediction *p = ipl_accuracy_prediction (solution, test);
  if (p == NULL || !isfinite (p->accuracy))
    return;
  double y = ipl_accuracy_layout_y (self, p->accuracy);
  ipl_set_color (cr,
                 ipl_accuracy_layout_color (self, style,
                                            ipl_accuracy_gp_color (self, style, test, line), TRUE),
                 1);
  cairo_set_line_width (cr, width);
  /* Emphasis makes the dashes thicker, not longer: they lie on the ones below. */
  ipl_set_dash (cr, ipl_accuracy_layout_dash (self, ipl_style_gp_dash (line)), style->line_pt);
  cairo_move_to (cr, self->plot.x, y);
  cairo_line_to (cr, self->right, y);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

static void
draw_error_bar (const IplAccuracyLayout *self, cairo_t *cr, const IplPrediction *p, double x,
                double cap, double line)
{
  if (!isfinite (p->accuracy_se) || p->accuracy_se <= 0 || p->accuracy - p->accuracy_se > self->y.hi
      || p->accuracy + p->accuracy_se < self->y.lo)
    return;
  double low = ipl_accuracy_layout_y (self, MAX (p->accuracy - p->accuracy_se, self->y.lo));
  double high = ipl_accuracy_layout_y (self, MIN (p->accuracy + p->accuracy_se, self->y.hi));
  cairo_set_line_width (cr, line);
  cairo_move_to (cr, x, low);
  cairo_line_to (cr, x, high);
  cairo_move_to (cr, x - cap, low);
  cairo_line_to (cr, x + cap, low);
  cairo_move_to (cr, x - cap, high);
  cairo_line_to (cr, x + cap, high);
  cairo_stroke (cr);
}

static gboolean
is_current (const IplAccuracyLayout *self, const IplSolution *solution)
{
  const IplSolution *current = self->view->current;

  return current != NULL && ipl_setting_equal (&current->setting, &solution->setting);
}

/* A warning above an error bar and a mark of half height @radius. */
static void
draw_warning_above (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr,
                    const IplPrediction *p, double x, double radius, gboolean current)
{
  double se = isfinite (p->accuracy_se) ? p->accuracy_se : 0, size = 0.95 * style->font_pt;
  /* Below the scrubber's handle, where that stands there. */
  double highest = self->plot.y + (current ? 0.9 : 0.5) * size;
  double bar = ipl_accuracy_layout_y (self, MIN (p->accuracy + se, self->y.hi));
  double above = MIN (bar, ipl_accuracy_layout_y (self, p->accuracy) - radius) - 0.7 * size;

  ipl_draw_warning (cr, style, style->accent, x, MAX (above, highest), size);
}

/* One that the solver did not reach is hollow and has a warning above it. */
static void
draw_point (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr,
            const IplSolution *solution, guint test, double radius, double line)
{
  const IplPrediction *p = ipl_accuracy_prediction (solution, test);
  if (p == NULL || !isfinite (p->accuracy))
    return;
  double x = ipl_accuracy_layout_at (self, solution);
  gboolean doubtful = ipl_solution_is_doubtful (solution);
  IplColor color = series_color (self, style, test);
  ipl_set_color (cr, color, 1);
  draw_error_bar (self, cr, p, x, 0.6 * radius, 0.7 * line);
  cairo_set_line_width (cr, line);
  if (doubtful)
    draw_warning_above (self, style, cr, p, x, radius, is_current (self, solution));
  if (test > 0 || doubtful)
    {
      ipl_draw_marker (cr, style, ipl_accuracy_marker (test), color, x,
                       ipl_accuracy_layout_y (self, p->accuracy), (doubtful ? 1.25 : 1) * radius,
                       doubtful);
      return;
    }
  ipl_draw_cross (cr, x, ipl_accuracy_layout_y (self, p->accuracy), radius);
  cairo_stroke (cr);
}

/* What gradient descent reached, at its own width. */
static void
draw_trained (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr)
{
  const IplPrediction *p = &self->trained;
  if (!isfinite (p->accuracy) || !(self->trained_N > 0))
    return;
  double x = ipl_accuracy_layout_x (self, self->trained_N);
  IplColor color = ipl_accuracy_layout_color (self, style, ipl_style_trained_color (style), FALSE);
  ipl_set_color (cr, color, 1);
  draw_error_bar (self, cr, p, x, 0.17 * style->font_pt, 0.7 * style->line_pt);
  ipl_draw_marker (cr, style, IPL_MARKER_SQUARE, color, x,
                   ipl_accuracy_layout_y (self, p->accuracy), 0.36 * style->font_pt, FALSE);
}

/* One that its diagnostics do not vouch for is hollow and has a warning above it. */
static void
draw_sample (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr,
             const IplPosteriorSummary *posterior, guint test, double scale)
{
  const IplPrediction *p
      = posterior != NULL && test < posterior->n_tests ? &posterior->tests[test] : NULL;
  if (p == NULL || !isfinite (p->accuracy))
    return;
  double em = style->font_pt, radius = 0.32 * em * scale;
  double x = ipl_accuracy_layout_sample_x (self, posterior);
  double y = ipl_accuracy_layout_y (self, p->accuracy);
  IplColor color = ipl_accuracy_layout_color (self, style, ipl_style_sample_color (style), FALSE);
  ipl_set_color (cr, color, 1);
  draw_error_bar (self, cr, p, x, 0.17 * em, 0.7 * scale * style->line_pt);
  ipl_draw_dot (cr, style, color, x, y, radius, !posterior->fine);
  if (posterior->fine)
    return;
  draw_warning_above (self, style, cr, p, x, radius, FALSE);
}

/* The scrubber's place: a line with a handle, and a ring around the current value. */
static void
draw_current (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr)
{
  const IplSolution *current = self->view->current;
  if (current == NULL)
    return;
  double em = style->font_pt, x = ipl_accuracy_layout_at (self, current), top = self->plot.y;
  double bottom = self->plot.y + self->plot.h;
  ipl_set_color (cr, style->accent, 1);
  cairo_set_line_width (cr, 0.7 * style->line_pt);
  cairo_move_to (cr, x, top);
  cairo_line_to (cr, x, bottom);
  cairo_stroke (cr);
  ipl_text_record_place (cr, x - 0.5 * em, top - 0.5 * em, em, em);
  cairo_move_to (cr, x - 0.42 * em, top - 0.42 * em);
  cairo_line_to (cr, x + 0.42 * em, top - 0.42 * em);
  cairo_line_to (cr, x, top + 0.22 * em);
  cairo_close_path (cr);
  cairo_fill (cr);
  const IplPrediction *p = ipl_accuracy_prediction (current, 0);
  if (p == NULL || !isfinite (p->accuracy)
      || (self->limited && (p->accuracy < self->y.lo || p->accuracy > self->y.hi)))
    return;
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, ipl_accuracy_layout_y (self, p->accuracy), 0.5 * em, 0, 2 * G_PI);
  cairo_set_line_width (cr, 0.9 * style->line_pt);
  cairo_stroke (cr);
}

/* The theory on one test set, from width to width; no line leads to one that did not converge. */
static void
draw_series (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr, guint test)
{
  const IplSolution *current = self->view->current;
  ipl_set_color (cr, series_color (self, style, test), 1);
  cairo_set_line_width (cr, style->line_pt);
  ipl_set_dash (cr, ipl_accuracy_layout_dash (self, test % IPL_N_DASHES), style->line_pt);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const IplSolution *row = ipl_accuracy_layout_row (self, i);
      const IplPrediction *p = ipl_accuracy_prediction (row, test);
      if (p == NULL || !isfinite (p->accuracy) || row->setting.gp || ipl_solution_is_doubtful (row))
        cairo_new_sub_path (cr);
      else
        cairo_line_to (cr, ipl_accuracy_layout_at (self, row),
                       ipl_accuracy_layout_y (self, p->accuracy));
    }
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (guint i = 0; i < self->rows->len; i++)
    draw_point (self, style, cr, ipl_accuracy_layout_row (self, i), test, 0.28 * style->font_pt,
                style->line_pt);
  if (current != NULL && !current->setting.gp && ipl_view_current_row (self->view) < 0)
    draw_point (self, style, cr, current, test, 0.28 * style->font_pt, style->line_pt);
}

/* The GP limits, and the curves over seeds: what lies below the mark of the width. */
static void
draw_limits (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr)
{
  if (self->is_compared)
    ipl_accuracy_curves_draw_seeds_band (self, style, cr);
  ipl_part_begin (cr, "gp-limits");
  for (int t = self->n_tests - 1; t >= 0; t--)
    {
      double line = (t == 0 ? 1 : 0.7) * style->line_pt;
      /* Groups of paths have lines for the case's own test set alone. */
      guint n_lines = self->group != NULL
                          ? (t == 0 ? self->group->n_lines : MIN (1, self->group->n_lines))
                          : 0;
      for (guint l = 0; l < n_lines; l++)
        draw_gp_line (self, style, cr, self->group->lines[l].solution, t, l, line);
      if (self->group == NULL)
        draw_gp_line (self, style, cr, ipl_view_gp (self->view), t, 0, line);
    }
  ipl_part_end (cr);
  ipl_accuracy_curves_draw_seeds_lines (self, style, cr);
}

/* What lies above it. */
static void
draw_curves (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr)
{
  ipl_accuracy_curves_draw_parts (self, style, cr);
  ipl_part_begin (cr, "samples");
  for (guint i = 0; i < self->posteriors->len; i++)
    for (guint t = 0; t < self->n_tests; t++)
      draw_sample (self, style, cr, g_ptr_array_index (self->posteriors, i), t, 1);
  ipl_part_end (cr);
  for (int t = self->n_tests - 1; t >= 0; t--)
    {
      ipl_part_begin_number (cr, "theory", t + 1);
      draw_series (self, style, cr, t);
      ipl_part_end (cr);
    }
  ipl_part_begin (cr, "trained");
  draw_trained (self, style, cr);
  ipl_part_end (cr);
}

/* The mark of the width shown, whose handle stands above the axes. */
static void
draw_mark (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr)
{
  const IplSolution *current = self->view->current;

  if (!style->marks_shown || (current != NULL && !ipl_accuracy_layout_shows (self, current)))
    return;
  ipl_part_begin (cr, "width-shown");
  draw_current (self, style, cr);
  ipl_part_end (cr);
}

/* All that is drawn between the axes. */
static void
draw_data (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr)
{
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  ipl_accuracy_curves_draw_awaited (self, style, cr);
  ipl_accuracy_curves_draw_seeds_band (self, style, cr);
  if (self->compared != NULL)
    {
      ipl_part_begin (cr, "compared");
      draw_limits (self->compared, style, cr);
      draw_curves (self->compared, style, cr);
      ipl_part_end (cr);
    }
  draw_limits (self, style, cr);
  if (!self->limited)
    draw_mark (self, style, cr);
  draw_curves (self, style, cr);
}

/* What lies outside axes whose ends were chosen is cut off, in both zones. */
static void
draw_clipped (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr)
{
  IplAccuracyLayout gp_zone = *self, compared;
  double end = self->plot.x + self->plot.w;

  gp_zone.finite_hidden = TRUE;
  if (self->compared != NULL)
    {
      compared = *self->compared;
      compared.finite_hidden = TRUE;
      gp_zone.compared = &compared;
    }
  cairo_save (cr);
  cairo_rectangle (cr, self->plot.x, self->plot.y, self->plot.w, self->plot.h);
  cairo_clip (cr);
  draw_data (self, style, cr);
  cairo_restore (cr);
  cairo_save (cr);
  cairo_rectangle (cr, end, self->plot.y, MAX (self->right - end, 0), self->plot.h);
  cairo_clip (cr);
  ipl_part_begin (cr, "gp-zone");
  draw_data (&gp_zone, style, cr);
  ipl_part_end (cr);
  cairo_restore (cr);
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplAccuracyLayout *self = data;

  draw_frame (self, style, cr, height);
  if (self->limited)
    {
      draw_mark (self, style, cr);
      draw_clipped (self, style, cr);
    }
  else
    draw_data (self, style, cr);
  ipl_legend_draw (&self->legend, style, cr, (width - self->legend.width) / 2, self->legend_y);
}

static gboolean
line_has_lit_path (const IplAccuracyLayout *self, const IplTarget *target, guint line)
{
  const IplCaseInfo *the_case = self->view->the_case;
  const IplGpLine *group = &self->group->lines[line];
  if (group->paths == NULL)
    return line == 0;
  gboolean path = FALSE, other = target->other < 0;
  for (gsize i = 0; i < group->n_paths; i++)
    {
      if (target->path < 0)
        path = path || ipl_target_has_path (target, the_case, group->paths[i]);
      else
        {
          path = path || group->paths[i] == (guint)target->path;
          other = other || group->paths[i] == (guint)target->other;
        }
    }
  return path && other;
}

/* The same width of what is compared. */
static void
light_compared (const IplAccuracyLayout *self, const IplStyle *style, cairo_t *cr,
                const IplTarget *target)
{
  IplTarget other;

  if (self->compared == NULL
      || !ipl_target_translate (target, self->view, self->compared->view, &other))
    return;
  for (guint t = 0; t < self->compared->n_tests; t++)
    draw_point (self->compared, style, cr, ipl_view_row (self->compared->view, other.row), t,
                0.36 * style->font_pt, 1.3 * style->line_pt);
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const IplAccuracyLayout *self = data;
  const IplTarget *targets[] = { selected, hovered };
  double em = style->font_pt;

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  for (int f = 0; f < 2; f++)
    {
      const IplTarget *target = targets[f];
      const IplSolution *row = ipl_view_row (view, target->row);
      const IplPrediction *p = ipl_accuracy_prediction (row, 0);
      if (target->path >= 0 || target->head >= 0)
        for (guint l = 0; self->group != NULL && l < self->group->n_lines; l++)
          if (line_has_lit_path (self, target, l))
            draw_gp_line (self, style, cr, self->group->lines[l].solution, 0, l,
                          2.2 * style->line_pt);
      if (p == NULL || !isfinite (p->accuracy) || !ipl_accuracy_layout_shows (self, row)
          || p->accuracy < self->y.lo || p->accuracy > self->y.hi)
        continue;
      double x = ipl_accuracy_layout_at (self, row), y = ipl_accuracy_layout_y (self, p->accuracy);
      cairo_set_line_width (cr, 0.6 * style->line_pt);
      ipl_set_color (cr, style->accent, 1);
      ipl_set_dash (cr, IPL_DASH_DOTTED, 0.8 * style->line_pt);
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, x, self->plot.y + self->plot.h);
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, self->plot.x, y);
      cairo_stroke (cr);
      ipl_set_dash (cr, IPL_DASH_SOLID, 1);
      cairo_arc (cr, x, y, 0.62 * em, 0, 2 * G_PI);
      ipl_set_color (cr, style->paper, 0.8);
      cairo_fill_preserve (cr);
      ipl_set_color (cr, style->accent, 1);
      cairo_set_line_width (cr, 1.2 * style->line_pt);
      cairo_stroke (cr);
      for (guint t = 0; t < self->n_tests; t++)
        {
          draw_sample (self, style, cr, ipl_view_posterior_at (view, &row->setting), t, 1.35);
          draw_point (self, style, cr, row, t, 0.36 * em, 1.3 * style->line_pt);
        }
      light_compared (self, style, cr, target);
    }
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  /* A width has its place here, and needs no words. */
  g_autofree char *caption = said->row >= 0 ? NULL : ipl_target_caption (said, view);
  if (caption != NULL)
    ipl_caption_markup (style, caption, cr, width);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplAccuracyLayout *self = data;
  double best = 1.2 * style->font_pt;
  if (y < self->plot.y - style->font_pt || y > self->plot.y + self->plot.h + 2.5 * style->font_pt)
    return FALSE;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const IplSolution *row = ipl_accuracy_layout_row (self, i);
      double d = fabs (ipl_accuracy_layout_at (self, row) - x);
      if (d < best && ipl_accuracy_layout_shows (self, row))
        {
          best = d;
          target->row = g_array_index (self->rows, guint, i);
        }
    }
  return target->row >= 0;
}

gboolean
ipl_accuracy_plot_point (const IplView *view, const IplStyle *style, double width, double height,
                         guint row, double *x, double *y)
{
  g_auto (IplAccuracyLayout) self = { 0 };
  ipl_accuracy_layout_init (&self, view, style, width, height);
  const IplPrediction *p = ipl_accuracy_prediction (ipl_view_row (view, row), 0);
  if (p == NULL || !isfinite (p->accuracy))
    return FALSE;
  *x = ipl_accuracy_layout_at (&self, ipl_view_row (view, row));
  *y = ipl_accuracy_layout_y (&self, p->accuracy);
  return TRUE;
}

/* The axis read backwards, for dragging the marker. Outside the plot, its handle and tick labels
 * included, @N and @gp are set all the same, so that a drag may leave the plot. */
static gboolean
width_at (gconstpointer data, const IplStyle *style, double x, double y, double *N, gboolean *gp)
{
  const IplAccuracyLayout *self = data;
  double end = self->plot.x + self->plot.w;
  double fraction = CLAMP ((x - self->plot.x) / self->plot.w, 0, 1);
  double value = ipl_axis_value (&self->x, fraction);
  if (N != NULL)
    *N = CLAMP (value, 1, IPL_MAX_WIDTH);
  if (gp != NULL)
    *gp = x > (end + self->gp_x) / 2;
  return x >= self->plot.x - style->font_pt && x <= self->right + 1
         && y >= self->plot.y - style->font_pt
         && y <= self->plot.y + self->plot.h + 2.5 * style->font_pt;
}

static IplTarget
step_widths (const IplTarget *self, const IplView *view, int dx, int dy)
{
  return ipl_step_rows (self, view, dx - dy);
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplAccuracyLayout *self = g_new0 (IplAccuracyLayout, 1);
  ipl_accuracy_layout_init (self, view, style, width, height);
  return self;
}

static void
layout_free (gpointer layout)
{
  ipl_accuracy_layout_clear (layout);
  g_free (layout);
}

const IplPanel ipl_panel_accuracy = {
  .id = "accuracy",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_X,
  .title = "Accuracy and width",
  .title_regression = "Error and width",
  .label = "Accuracy",
  .needs = IPL_NEEDS_THEORY,
  .compares = IPL_COMPARES_WITHIN,
  .choice = &ipl_choice_accuracy_lines,
  .doubtful = ipl_accuracy_sample_doubtful,
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .width_at = width_at,
  .step = step_widths,
  .describe = ipl_describe_accuracy,
  .table = ipl_table_accuracy,
  .height_narrow = 0.66,
  .height_wide = 0.45,
};
