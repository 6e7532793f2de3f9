/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The logits z beside what follows for them from the weights V, with how well that does. */

#include "core/dynamics/joint.h"
#include "figures/kit/frame.h"
#include "figures/kit/legend.h"
#include "figures/kit/number.h"
#include "figures/panels/dynamics/joint-view.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  IplJointView shown;
  const double *z, *predicted;
  double correlation, slope, error;
  double offset; /* z = slope zhat + offset is the straight line of least squares */
  IplLegend legend;
  double legend_x, legend_y;
  IplFrame frame;
} Layout;

static void
measure (Layout *self)
{
  double mean_z = 0, mean = 0;

  self->z = ipl_joint_view_get (&self->shown, "z");
  self->predicted = ipl_joint_view_get (&self->shown, "z_predicted");
  self->correlation = *ipl_joint_view_get (&self->shown, "correlation");
  self->slope = *ipl_joint_view_get (&self->shown, "slope");
  self->error = *ipl_joint_view_get (&self->shown, "relative_error");
  for (gsize m = 0; m < self->shown.M; m++)
    {
      mean_z += self->z[m] / (double)self->shown.M;
      mean += self->predicted[m] / (double)self->shown.M;
    }
  self->offset = mean_z - self->slope * mean;
}

static void
add_keys (Layout *self, const IplStyle *style)
{
  IplLegend *legend = &self->legend;
  g_autofree char *correlation = ipl_number_fixed (self->correlation, 4);
  g_autofree char *slope = ipl_number_text (self->slope, 3);
  g_autofree char *error = ipl_number_text (self->error, 3);

  ipl_legend_init (legend);
  ipl_legend_add (legend, IPL_KEY_NONE, g_strdup_printf ("correlation %s", correlation), style->ink,
                  0, IPL_DASH_SOLID);
  ipl_legend_add (legend, IPL_KEY_LINE, g_strdup_printf ("slope %s", slope),
                  ipl_style_theory_color (style), style->line_pt, IPL_DASH_SOLID);
  ipl_legend_add (legend, IPL_KEY_NONE, g_strdup_printf ("relative error %s", error), style->ink, 0,
                  IPL_DASH_SOLID);
  ipl_legend_add (legend, IPL_KEY_LINE, g_strdup ("<i>z</i> = <i>ẑ</i>"), style->faint,
                  0.7 * style->line_pt, IPL_DASH_DASHED);
  if (self->shown.n_distinct > 0 && self->shown.n_distinct < self->shown.M)
    {
      ipl_legend_add (legend, IPL_KEY_DOT, g_strdup ("distinct"),
                      ipl_joint_view_color (&self->shown, style, 0), style->line_pt,
                      IPL_DASH_SOLID);
      ipl_legend_add (legend, IPL_KEY_DOT_HOLLOW, g_strdup ("common"),
                      ipl_joint_view_color (&self->shown, style, self->shown.M - 1), style->line_pt,
                      IPL_DASH_SOLID);
    }
  if (ipl_joint_direction_only (self->correlation, self->error))
    ipl_legend_add (legend, IPL_KEY_WARNING, g_strdup ("only the direction holds"), style->accent,
                    style->line_pt, IPL_DASH_SOLID);
}

static void
widen (const double *values, gsize n, double *lo, double *hi)
{
  double pad;

  *lo = INFINITY;
  *hi = -INFINITY;
  for (gsize i = 0; i < n; i++)
    {
      *lo = fmin (*lo, values[i]);
      *hi = fmax (*hi, values[i]);
    }
  pad = *hi > *lo ? 0.06 * (*hi - *lo) : fmax (fabs (*hi), 1e-3);
  *lo -= pad;
  *hi += pad;
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt;
  IplFrameSpec spec = { .x_title = "predicted from <i>V</i>: <i>ẑ</i>",
                        .x_title_short = "<i>ẑ</i>",
                        .y_title = "logit <i>z</i>",
                        .y_title_short = "<i>z</i>" };
  IplRect area;

  ipl_joint_view_init (&self->shown, view);
  measure (self);
  add_keys (self, style);
  ipl_legend_layout (&self->legend, style, MAX (width - 2 * margin, 1));
  self->legend_x = margin + (width - 2 * margin - self->legend.width) / 2;
  self->legend_y = margin;
  area = (IplRect){ margin, margin + self->legend.height, MAX (width - 2 * margin, 1),
                    MAX (height - 2 * margin - self->legend.height, 1) };
  widen (self->predicted, self->shown.M, &spec.x_lo, &spec.x_hi);
  widen (self->z, self->shown.M, &spec.y_lo, &spec.y_hi);
  ipl_frame_init (&self->frame, style, &area, &spec);
  return self;
}

static void
layout_free (gpointer layout)
{
  ipl_legend_clear (&((Layout *)layout)->legend);
  g_free (layout);
}

static void
draw_line (const Layout *self, cairo_t *cr, double slope, double offset)
{
  const IplAxis *x = &self->frame.x;

  cairo_move_to (cr, ipl_frame_x (&self->frame, x->lo),
                 ipl_frame_y (&self->frame, slope * x->lo + offset));
  cairo_line_to (cr, ipl_frame_x (&self->frame, x->hi),
                 ipl_frame_y (&self->frame, slope * x->hi + offset));
  cairo_stroke (cr);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;
  double r = 0.3 * style->font_pt;

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  ipl_frame_draw (&self->frame, style, cr);
  cairo_save (cr);
  ipl_frame_clip (&self->frame, cr, 0);
  cairo_set_line_width (cr, 0.7 * style->line_pt);
  ipl_set_dash (cr, IPL_DASH_DASHED, 0.7 * style->line_pt);
  ipl_set_color (cr, style->faint, 1);
  draw_line (self, cr, 1, 0);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, style->line_pt);
  ipl_set_color (cr, ipl_style_theory_color (style), 1);
  if (isfinite (self->slope))
    draw_line (self, cr, self->slope, self->offset);
  cairo_restore (cr);
  cairo_set_line_width (cr, style->line_pt);
  for (gsize m = 0; m < self->shown.M; m++)
    ipl_draw_dot (cr, style, ipl_joint_view_color (&self->shown, style, m),
                  ipl_frame_x (&self->frame, self->predicted[m]),
                  ipl_frame_y (&self->frame, self->z[m]), r, m >= self->shown.n_distinct);
  ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
}

static char *
describe_token (const Layout *self, gsize token)
{
  g_autofree char *z = ipl_number_text (self->z[token], 4);
  g_autofree char *predicted = ipl_number_text (self->predicted[token], 4);

  return g_strdup_printf ("Token %" G_GSIZE_FORMAT ": z = %s, predicted %s", token + 1, z,
                          predicted);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  gsize token, unit;

  if (!ipl_joint_view_get_cell (&self->shown, said, &token, &unit))
    {
      ipl_caption_overlay (view, style, selected, hovered, cr, width);
      return;
    }
  g_autofree char *text = describe_token (self, token);
  ipl_draw_dot (cr, style, style->accent, ipl_frame_x (&self->frame, self->predicted[token]),
                ipl_frame_y (&self->frame, self->z[token]), 0.42 * style->font_pt, FALSE);
  ipl_caption_markup (style, text, cr, width);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;
  double nearest = style->font_pt;

  for (gsize m = 0; m < self->shown.M; m++)
    {
      double d = hypot (ipl_frame_x (&self->frame, self->predicted[m]) - x,
                        ipl_frame_y (&self->frame, self->z[m]) - y);

      if (d < nearest)
        {
          nearest = d;
          target->row = (int)m;
        }
    }
  return target->row >= 0;
}

static void
describe (GString *text, const IplView *view)
{
  static const char *const names[] = { "correlation", "slope", "relative_error", NULL };
  Layout self = { 0 };

  ipl_joint_view_init (&self.shown, view);
  measure (&self);
  g_string_append_printf (text,
                          "The logits z of %" G_GSIZE_FORMAT
                          " tokens against what follows for them from the weights V.",
                          self.shown.M);
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
  if (ipl_joint_direction_only (self.correlation, self.error))
    g_string_append (text, " Only the direction of z still follows from V, not its size.");
}

static void
table (GString *text, const IplView *view)
{
  Layout self = { 0 };

  ipl_joint_view_init (&self.shown, view);
  measure (&self);
  g_string_append (text, "token\tz\tz predicted\n");
  for (gsize m = 0; m < self.shown.M; m++)
    {
      g_string_append_printf (text, "%" G_GSIZE_FORMAT "\t", m + 1);
      ipl_table_number (text, self.z[m]);
      g_string_append_c (text, '\t');
      ipl_table_number (text, self.predicted[m]);
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_joint_prediction = {
  .id = "joint-prediction",
  .ranges = IPL_RANGE_XY,
  .title = "Logits from weights",
  .experiment = "joma-joint",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = ipl_joint_view_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.75,
  .height_wide = 0.45,
};
