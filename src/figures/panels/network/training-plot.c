/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The learning curve: loss, training and held-out accuracy against steps, and time above. */

#include "figures/panels/network/training-plot.h"

#include "figures/kit/scribe.h"
#include "figures/kit/frame.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/network/training-curve.h"
#include "figures/panels/network/training-layout.h"
#include "figures/view/caption.h"
#include "figures/view/network-view.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/usable-view.h"
#include "figures/view/words.h"

#include <math.h>

/* Width of a place of a curve, in text sizes. */
#define PLACE_EM 0.15

static void
draw_frames (const IplTrainingLayout *self, const IplStyle *style, cairo_t *cr, double height)
{
  static const char *const titles[] = { "loss", "accuracy" };
  double em = style->font_pt, tick = ipl_axis_tick_length (style);
  double text_h = ipl_text_height (style, ipl_style_small (style));
  double middle = (self->plot[0].y + self->plot[0].h + self->plot[1].y) / 2;
  for (guint p = 0; p < 2; p++)
    {
      const IplRect *plot = &self->plot[p];
      gboolean upper = self->beside || p == 0, lower = self->beside || p == 1;
      double bottom = plot->y + plot->h;
      IplAxis bare = self->x;
      for (guint i = 0; i < bare.n && !lower; i++)
        bare.label[i][0] = 0;
      ipl_axis_draw_y (&self->y[p], style, cr, plot->x, bottom, plot->h, FALSE);
      ipl_axis_draw_x (&bare, style, cr, plot->x, bottom, plot->w);
      if (upper && self->time.n > 0)
        {
          ipl_axis_draw_top (&self->time, style, cr, plot->x, plot->y, plot->w);
          if (ipl_text_width (style, self->time_title, em) <= plot->w)
            ipl_text_draw (cr, style, self->time_title, em, style->ink, plot->x + plot->w / 2,
                           plot->y - 1.2 * tick - text_h - 0.1 * em, 0.5, 1);
        }
      if (lower && ipl_text_width (style, "training steps", em) <= plot->w)
        ipl_text_draw (cr, style, "training steps", em, style->ink, plot->x + plot->w / 2,
                       height - 0.4 * em, 0.5, 1);
      ipl_text_draw_up_within (cr, style, titles[p], em, style->ink, self->label_x[p],
                               plot->y + plot->h / 2,
                               upper ? self->legend_y + self->legend.height : middle,
                               lower ? height - 0.4 * em : middle);
    }
}

static void
clip (const IplTrainingLayout *self, cairo_t *cr, guint plot, double margin)
{
  const IplRect *r = &self->plot[plot];
  cairo_rectangle (cr, r->x - margin, r->y - margin, r->w + 2 * margin, r->h + 2 * margin);
  cairo_clip (cr);
}

static void
draw_curve (const IplTrainingLayout *self, const IplStyle *style, cairo_t *cr, IplCurveKind kind,
            IplColor color, IplDash dash)
{
  guint plot = kind != IPL_CURVE_LOSS;
  guint n_bins = (guint)CLAMP (self->plot[plot].w / (PLACE_EM * style->font_pt), 1, 4000);
  g_autoptr (GArray) places = ipl_curve_places (self->training, kind, self->x.hi, n_bins);
  const IplCurvePlace *p = (const IplCurvePlace *)(gpointer)places->data;
  double r = 0.24 * style->font_pt;
  if (places->len == 0)
    return;
  cairo_save (cr);
  clip (self, cr, plot, r);
  /* How far the points of a place reach; of the held-out accuracy, its error. */
  gboolean marks
      = kind == IPL_CURVE_HOLDOUT
        && places->len * 2.4 * r < ipl_training_layout_x (self, plot, p[places->len - 1].step)
                                       - self->plot[plot].x + 4 * r;
  for (int side = 0; side < 2; side++)
    for (guint k = 0; k < places->len; k++)
      {
        guint i = side ? places->len - 1 - k : k;
        double se = isfinite (p[i].se) ? p[i].se : 0;
        double edge = side ? p[i].high + se : p[i].low - se;
        cairo_line_to (cr, ipl_training_layout_x (self, plot, p[i].step),
                       ipl_training_layout_y (self, plot, edge));
      }
  if (marks)
    cairo_new_path (cr);
  ipl_set_color (cr, color, 0.22);
  cairo_fill (cr);
  for (guint i = 0; i < places->len; i++)
    cairo_line_to (cr, ipl_training_layout_x (self, plot, p[i].step),
                   ipl_training_layout_y (self, plot, p[i].mean));
  ipl_set_color (cr, color, 1);
  cairo_set_line_width (cr, style->line_pt);
  ipl_set_dash (cr, dash, style->line_pt);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  /* A curve of one point is a point. */
  for (guint i = 0; i < places->len && (marks || places->len == 1); i++)
    {
      double x = ipl_training_layout_x (self, plot, p[i].step);
      if (isfinite (p[i].se))
        {
          ipl_set_color (cr, color, 1);
          cairo_set_line_width (cr, 0.7 * style->line_pt);
          ipl_draw_error_bar (cr, x, ipl_training_layout_y (self, plot, p[i].mean - p[i].se),
                              ipl_training_layout_y (self, plot, p[i].mean + p[i].se), 0.7 * r);
        }
      ipl_draw_marker (cr, style, IPL_MARKER_DOT, color, x,
                       ipl_training_layout_y (self, plot, p[i].mean), r, FALSE);
    }
  cairo_restore (cr);
}

static void
draw_chance (const IplTrainingLayout *self, const IplStyle *style, cairo_t *cr)
{
  double y = ipl_training_layout_y (self, 1, 0.5);
  if (self->y[1].lo > 0.5)
    return;
  cairo_move_to (cr, self->plot[1].x, y);
  cairo_line_to (cr, self->plot[1].x + self->plot[1].w, y);
  cairo_set_line_width (cr, 0.7 * style->line_pt);
  ipl_set_dash (cr, IPL_DASH_DOTTED, style->line_pt);
  ipl_set_color (cr, style->faint, 1);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

static const char *
empty (const IplView *view, const char **more)
{
  gboolean running = ipl_view_get_training (view) != NULL && ipl_view_get_training (view)->running;
  if (ipl_view_get_training (view) != NULL && ipl_view_get_training (view)->n_points > 0)
    return NULL;
  *more = running ? "the first point follows" : "press Train";
  return running ? "Training has begun" : "Not trained yet";
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplTrainingLayout *self = data;
  const char *more, *sentence = empty (view, &more);
  if (sentence != NULL)
    {
      ipl_empty_draw_alone (style, cr, width, height, sentence, more);
      return;
    }
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  draw_frames (self, style, cr, height);
  draw_chance (self, style, cr);
  ipl_part_begin (cr, "loss");
  draw_curve (self, style, cr, IPL_CURVE_LOSS, style->ink, IPL_DASH_SOLID);
  ipl_part_end (cr);
  ipl_part_begin (cr, "train");
  draw_curve (self, style, cr, IPL_CURVE_TRAIN, ipl_style_trained_color (style), IPL_DASH_DASHED);
  ipl_part_end (cr);
  ipl_part_begin (cr, "holdout");
  draw_curve (self, style, cr, IPL_CURVE_HOLDOUT, ipl_training_holdout_color (style),
              IPL_DASH_SOLID);
  ipl_part_end (cr);
  ipl_legend_draw (&self->legend, style, cr, (width - self->legend.width) / 2, self->legend_y);
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const IplTrainingLayout *self = data;
  const IplTarget *targets[] = { selected, hovered };
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  for (int f = 0; f < 2 && self->training != NULL; f++)
    {
      gsize index = (gsize)(targets[f]->step - IPL_TARGET_POINT);
      if (targets[f]->step < IPL_TARGET_POINT || index >= self->training->n_points)
        continue;
      const IplTrainerPoint *point = &self->training->points[index];
      for (guint p = 0; p < 2; p++)
        {
          double x = ipl_training_layout_x (self, p, point->step);
          cairo_save (cr);
          clip (self, cr, p, 0.5 * style->font_pt);
          cairo_move_to (cr, x, self->plot[p].y);
          cairo_line_to (cr, x, self->plot[p].y + self->plot[p].h);
          cairo_set_line_width (cr, 0.7 * style->line_pt);
          ipl_set_color (cr, style->accent, 1);
          cairo_stroke (cr);
          for (IplCurveKind kind = p; kind <= (p ? IPL_CURVE_HOLDOUT : IPL_CURVE_LOSS); kind++)
            {
              double value = ipl_curve_value (point, kind);
              if (isfinite (value))
                ipl_draw_marker (cr, style, IPL_MARKER_DOT, style->accent, x,
                                 ipl_training_layout_y (self, p, value), 0.36 * style->font_pt,
                                 kind == IPL_CURVE_TRAIN);
            }
          cairo_restore (cr);
        }
    }
  ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplTrainingLayout *self = data;
  for (guint p = 0; p < 2 && self->training != NULL; p++)
    {
      IplRect r = self->plot[p];
      r.x -= style->font_pt;
      r.w += 2 * style->font_pt;
      if (!ipl_rect_contains (&r, x, y))
        continue;
      double best = INFINITY;
      for (gsize i = 0; i < self->training->n_points; i++)
        {
          double d = fabs (ipl_training_layout_x (self, p, self->training->points[i].step) - x);
          if (d < best)
            {
              best = d;
              target->step = IPL_TARGET_POINT + (int)i;
            }
        }
      /* Where the run has not come yet there is nothing. */
      if (best > 2 * style->font_pt)
        target->step = -1;
      return target->step >= 0;
    }
  return FALSE;
}

/* Where a point of the curve of losses lies, for tests. */
gboolean
ipl_training_plot_point (const IplView *view, const IplStyle *style, double width, double height,
                         gsize index, double *x, double *y)
{
  g_auto (IplTrainingLayout) self = { 0 };
  IplView usable = ipl_view_usable (view);
  ipl_training_layout_init (&self, &usable, style, width, height);
  if (self.training == NULL || index >= self.training->n_points)
    return FALSE;
  *x = ipl_training_layout_x (&self, 0, self.training->points[index].step);
  *y = self.plot[0].y + self.plot[0].h / 2;
  return TRUE;
}

static void
describe (GString *text, const IplView *view)
{
  const IplLearningCurve *training = ipl_view_get_training (view);
  g_string_append (text, "Training by gradient descent: loss and accuracy against steps and time.");
  if (training == NULL || training->n_points == 0)
    {
      g_string_append (text, training != NULL ? " It has just begun." : " Not trained yet.");
      return;
    }
  const IplTrainerPoint *last = &training->points[training->n_points - 1];
  g_autofree char *seconds = ipl_seconds_text (last->seconds);
  g_autofree char *loss = ipl_number_text (last->loss, 3);
  g_string_append_printf (text, " After %" G_GUINT64_FORMAT " steps and %s the loss is %s",
                          last->step, seconds, loss);
  if (isfinite (last->accuracy_train))
    {
      g_autofree char *value = ipl_number_fixed (last->accuracy_train, 3);
      g_string_append_printf (text, ", the training accuracy %s", value);
    }
  for (gsize i = training->n_points; i-- > 0;)
    if (isfinite (training->points[i].accuracy_holdout))
      {
        g_autofree char *value = ipl_number_fixed (training->points[i].accuracy_holdout, 3);
        g_autofree char *se = ipl_number_fixed (training->points[i].standard_error, 3);
        g_string_append_printf (text, ", the held-out accuracy %s ± %s", value, se);
        break;
      }
  g_string_append_c (text, '.');
  if (training->running && training->seconds_left > 0)
    {
      g_autofree char *left = ipl_seconds_text (training->seconds_left);
      g_string_append_printf (text, " About %s are left.", left);
    }
}

static void
table (GString *text, const IplView *view)
{
  const IplLearningCurve *training = ipl_view_get_training (view);
  g_string_append (text, "step\tseconds\tloss\ttraining accuracy\theld-out accuracy\tstandard "
                         "error\n");
  for (gsize i = 0; training != NULL && i < training->n_points; i++)
    {
      const IplTrainerPoint *p = &training->points[i];
      const double values[]
          = { p->seconds, p->loss, p->accuracy_train, p->accuracy_holdout, p->standard_error };
      g_string_append_printf (text, "%" G_GUINT64_FORMAT, p->step);
      for (guint k = 0; k < G_N_ELEMENTS (values); k++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, values[k]);
        }
      g_string_append_c (text, '\n');
    }
}

static IplTarget
step_points (const IplTarget *self, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;
  gsize n = ipl_view_get_training (view) != NULL ? ipl_view_get_training (view)->n_points : 0;
  if (n > 0)
    target.step = IPL_TARGET_POINT
                  + (self->step < IPL_TARGET_POINT
                         ? n - 1
                         : ipl_step_move (self->step - IPL_TARGET_POINT, dx - dy, n));
  return target;
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTrainingLayout *self = g_new0 (IplTrainingLayout, 1);
  ipl_training_layout_init (self, view, style, width, height);
  return self;
}

static void
layout_free (gpointer layout)
{
  ipl_training_layout_clear (layout);
  g_free (layout);
}

const IplPanel ipl_panel_training = {
  .id = "training",
  .title = "Training",
  .needs = IPL_NEEDS_TRAINING,
  .empty = empty,
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = step_points,
  .describe = describe,
  .table = table,
  .height_narrow = 0.95,
  .height_wide = 0.36,
};
