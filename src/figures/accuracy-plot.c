/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panel c: accuracy (or mean squared error) against width, with the GP limits. */

#include "figure-private.h"

#include <math.h>

typedef struct
{
  const IplView *view;
  const IplSweepGroup *group; /* nullable */
  GArray *rows;               /* of guint, solved, by rising width */
  gboolean regression;
  gboolean unequal; /* some widths differ from layer to layer */
  IplLegend legend;
  double legend_y;
  IplRect plot; /* the finite widths */
  double gp_x;  /* the stop for N -> infinity */
  double right; /* end of the GP zone */
  IplAxis x, y;
  double label_x; /* middle of the rotated label */
} AccuracyLayout;

static void
layout_clear (AccuracyLayout *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  ipl_legend_clear (&self->legend);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AccuracyLayout, layout_clear)

static const IplPrediction *
prediction (const IplSolution *solution)
{
  return solution && solution->n_tests > 0 ? &solution->tests[0] : NULL;
}

static double
abscissa (const IplSolution *solution)
{
  return ipl_setting_largest_width (&solution->setting);
}

static const IplSolution *
layout_row (const AccuracyLayout *self, guint i)
{
  return ipl_view_row (self->view, g_array_index (self->rows, guint, i));
}

static void
include (const IplSolution *solution, gboolean bars, double *lo, double *hi)
{
  const IplPrediction *p = prediction (solution);
  if (!p || !isfinite (p->accuracy))
    return;
  double se = bars && isfinite (p->accuracy_se) ? p->accuracy_se : 0;
  *lo = MIN (*lo, p->accuracy - se);
  *hi = MAX (*hi, p->accuracy + se);
}

static void
find_ranges (const AccuracyLayout *self, double *x0, double *x1, double *y0, double *y1)
{
  const IplSolution *current = self->view->current;
  *x0 = *y0 = INFINITY;
  *x1 = *y1 = -INFINITY;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const IplSolution *row = layout_row (self, i);
      include (row, TRUE, y0, y1);
      if (row->setting.gp)
        continue;
      *x0 = MIN (*x0, abscissa (row));
      *x1 = MAX (*x1, abscissa (row));
    }
  for (guint l = 0; self->group && l < self->group->n_lines; l++)
    include (self->group->lines[l].solution, FALSE, y0, y1);
  include (ipl_view_gp (self->view), FALSE, y0, y1);
  if (current && !current->setting.gp)
    {
      include (current, TRUE, y0, y1);
      *x0 = MIN (*x0, abscissa (current));
      *x1 = MAX (*x1, abscissa (current));
    }
  if (!(*x1 > 0))
    {
      *x0 = 10;
      *x1 = 1000;
    }
  if (*x1 <= *x0 * 1.01)
    {
      *x0 /= 3;
      *x1 *= 3;
    }
  else
    {
      double pad = pow (*x1 / *x0, 0.06);
      *x0 /= pad;
      *x1 *= pad;
    }
  if (!isfinite (*y0) || !isfinite (*y1))
    {
      *y0 = self->regression ? 0 : 0.5;
      *y1 = 1;
      return;
    }
  double pad = MAX (0.07 * (*y1 - *y0), self->regression ? 0.05 * fabs (*y1) : 0.004);
  *y0 -= pad;
  *y1 += pad;
  if (*y0 < 0)
    *y0 = 0;
  /* A fraction ends at 1, but a marker at 1 is drawn whole. */
  if (!self->regression)
    *y1 = MIN (*y1, 1.0 + 0.02 * (1 - *y0));
}

static void
make_legend (AccuracyLayout *self, const IplStyle *style, double width)
{
  ipl_legend_init (&self->legend);
  ipl_legend_add (&self->legend, IPL_KEY_CROSS, g_strdup ("theory"), ipl_style_theory_color (style),
                  style->line_pt, IPL_DASH_SOLID);
  for (guint l = 0; self->group && l < self->group->n_lines; l++)
    {
      g_autofree char *name = ipl_view_name_markup (self->group->lines[l].label);
      ipl_legend_add (&self->legend, IPL_KEY_LINE, g_strdup_printf ("GP, %s", name),
                      ipl_style_gp_color (style, l), style->line_pt, ipl_style_gp_dash (l));
    }
  if (!self->group && ipl_view_gp (self->view))
    ipl_legend_add (&self->legend, IPL_KEY_LINE, g_strdup ("GP, all paths"),
                    ipl_style_gp_color (style, 0), style->line_pt, IPL_DASH_SOLID);
  ipl_legend_layout (&self->legend, style, width);
}

static const char *
y_title (const AccuracyLayout *self)
{
  return self->regression ? "mean squared error" : "test accuracy";
}

static const char *
x_title (const AccuracyLayout *self)
{
  return self->unequal ? "largest width max <i>N</i><sub>l</sub>" : "width <i>N</i>";
}

static void
layout_init (AccuracyLayout *self, const IplView *view, const IplStyle *style, double width,
             double height)
{
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double tick = ipl_axis_tick_length (style), text_h = ipl_text_height (style, small);
  double x0, x1, y0, y1;

  *self = (AccuracyLayout){ .view = view, .regression = view->the_case->regression };
  self->rows = ipl_view_rows (view, TRUE);
  if (view->sweep && view->sweep->n_groups > 0)
    self->group = &view->sweep->groups[ipl_view_group (view)];
  for (guint i = 0; i < self->rows->len; i++)
    self->unequal = self->unequal || !ipl_setting_same_widths (&layout_row (self, i)->setting);
  find_ranges (self, &x0, &x1, &y0, &y1);
  make_legend (self, style, width - 2 * margin);
  self->legend_y = margin;

  double top = margin + self->legend.height + 0.6 * em;
  double bottom = height - margin - ipl_text_height (style, em) - 0.15 * em - text_h - 1.2 * tick;
  double plot_h = MAX (bottom - top, 1);
  ipl_axis_init (&self->y, style, y0, y1, FALSE, plot_h, TRUE);
  double label_h = ipl_text_height (style, em);
  self->label_x = margin + label_h / 2;
  double left = margin + label_h + 0.35 * em + self->y.label_w + 1.5 * tick;
  double gp_half = MAX (1.1 * em, ipl_text_width (style, "GP", small) / 2 + 0.35 * em);
  self->right = width - margin;
  self->gp_x = self->right - gp_half;
  double plot_w = MAX (self->gp_x - gp_half - 0.5 * em - left, 1);
  ipl_axis_init (&self->x, style, x0, x1, TRUE, plot_w, FALSE);
  /* The last label keeps clear of "GP". */
  double over = ipl_axis_last_overhang (&self->x, style, plot_w);
  if (over > 0)
    {
      plot_w = MAX (plot_w - over, 1);
      ipl_axis_init (&self->x, style, x0, x1, TRUE, plot_w, FALSE);
    }
  self->plot = (IplRect){ left, top, plot_w, plot_h };
}

static double
at_x (const AccuracyLayout *self, double N)
{
  return self->plot.x + ipl_axis_fraction (&self->x, N) * self->plot.w;
}

static double
at_y (const AccuracyLayout *self, double value)
{
  return self->plot.y + (1 - ipl_axis_fraction (&self->y, value)) * self->plot.h;
}

static double
solution_x (const AccuracyLayout *self, const IplSolution *solution)
{
  return solution->setting.gp ? self->gp_x : at_x (self, abscissa (solution));
}

static void
draw_frame (const AccuracyLayout *self, const IplStyle *style, cairo_t *cr, double height)
{
  double em = style->font_pt, small = ipl_style_small (style);
  double tick = ipl_axis_tick_length (style), bottom = self->plot.y + self->plot.h;
  double end = self->plot.x + self->plot.w, hair = ipl_style_hairline (style);

  ipl_axis_draw_y (&self->y, style, cr, self->plot.x, bottom, self->plot.h, FALSE);
  ipl_axis_draw_x (&self->x, style, cr, self->plot.x, bottom, self->plot.w);
  /* The break, and the stop beyond it. */
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
  ipl_text_draw (cr, style, x_title (self), em, style->ink, self->plot.x + self->plot.w / 2,
                 height - 0.4 * em, 0.5, 1);
  const char *title = y_title (self);
  double legend_bottom = self->legend_y + self->legend.height;
  if (ipl_text_width (style, title, em) > height - legend_bottom - 0.4 * em)
    title = self->regression ? "error" : "accuracy";
  ipl_text_draw_up_within (cr, style, title, em, style->ink, self->label_x,
                           self->plot.y + self->plot.h / 2, legend_bottom, height - 0.4 * em);
}

static void
draw_gp_line (const AccuracyLayout *self, const IplStyle *style, cairo_t *cr,
              const IplSolution *solution, guint line, double width)
{
  const IplPrediction *p = prediction (solution);
  if (!p || !isfinite (p->accuracy))
    return;
  double y = at_y (self, p->accuracy);
  ipl_set_color (cr, ipl_style_gp_color (style, line), 1);
  cairo_set_line_width (cr, width);
  /* Emphasis makes the dashes thicker, not longer: they lie on the ones below. */
  ipl_set_dash (cr, ipl_style_gp_dash (line), style->line_pt);
  cairo_move_to (cr, self->plot.x, y);
  cairo_line_to (cr, self->right, y);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

static void
draw_point (const AccuracyLayout *self, const IplStyle *style, cairo_t *cr,
            const IplSolution *solution, double radius, double line)
{
  const IplPrediction *p = prediction (solution);
  if (!p || !isfinite (p->accuracy))
    return;
  double x = solution_x (self, solution), y = at_y (self, p->accuracy);
  if (isfinite (p->accuracy_se) && p->accuracy_se > 0)
    {
      double low = at_y (self, MAX (p->accuracy - p->accuracy_se, self->y.lo));
      double high = at_y (self, MIN (p->accuracy + p->accuracy_se, self->y.hi));
      double cap = 0.6 * radius;
      cairo_set_line_width (cr, 0.7 * line);
      cairo_move_to (cr, x, low);
      cairo_line_to (cr, x, high);
      cairo_move_to (cr, x - cap, low);
      cairo_line_to (cr, x + cap, low);
      cairo_move_to (cr, x - cap, high);
      cairo_line_to (cr, x + cap, high);
      cairo_stroke (cr);
    }
  cairo_set_line_width (cr, line);
  ipl_draw_cross (cr, x, y, radius);
  cairo_stroke (cr);
}

/* The scrubber's place: a line with a handle, and a ring around the current value. */
static void
draw_current (const AccuracyLayout *self, const IplStyle *style, cairo_t *cr)
{
  const IplSolution *current = self->view->current;
  if (!current)
    return;
  double em = style->font_pt, x = solution_x (self, current), top = self->plot.y;
  double bottom = self->plot.y + self->plot.h;
  ipl_set_color (cr, style->accent, 1);
  cairo_set_line_width (cr, 0.7 * style->line_pt);
  cairo_move_to (cr, x, top);
  cairo_line_to (cr, x, bottom);
  cairo_stroke (cr);
  cairo_move_to (cr, x - 0.42 * em, top - 0.42 * em);
  cairo_line_to (cr, x + 0.42 * em, top - 0.42 * em);
  cairo_line_to (cr, x, top + 0.22 * em);
  cairo_close_path (cr);
  cairo_fill (cr);
  const IplPrediction *p = prediction (current);
  if (!p || !isfinite (p->accuracy))
    return;
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, at_y (self, p->accuracy), 0.5 * em, 0, 2 * G_PI);
  cairo_set_line_width (cr, 0.9 * style->line_pt);
  cairo_stroke (cr);
}

void
ipl_accuracy_plot_draw (const IplView *view, const IplStyle *style, cairo_t *cr, double width,
                        double height)
{
  g_auto (AccuracyLayout) self = { 0 };
  layout_init (&self, view, style, width, height);

  draw_frame (&self, style, cr, height);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (self.group)
    for (guint l = 0; l < self.group->n_lines; l++)
      draw_gp_line (&self, style, cr, self.group->lines[l].solution, l, style->line_pt);
  else
    draw_gp_line (&self, style, cr, ipl_view_gp (view), 0, style->line_pt);
  draw_current (&self, style, cr);

  ipl_set_color (cr, ipl_style_theory_color (style), 1);
  cairo_set_line_width (cr, style->line_pt);
  for (guint i = 0; i < self.rows->len; i++)
    {
      const IplSolution *row = layout_row (&self, i);
      const IplPrediction *p = prediction (row);
      if (!p || !isfinite (p->accuracy) || row->setting.gp)
        cairo_new_sub_path (cr);
      else
        cairo_line_to (cr, solution_x (&self, row), at_y (&self, p->accuracy));
    }
  cairo_stroke (cr);
  for (guint i = 0; i < self.rows->len; i++)
    draw_point (&self, style, cr, layout_row (&self, i), 0.28 * style->font_pt, style->line_pt);
  if (view->current && !view->current->setting.gp && ipl_view_current_row (view) < 0)
    draw_point (&self, style, cr, view->current, 0.28 * style->font_pt, style->line_pt);
  ipl_legend_draw (&self.legend, style, cr, (width - self.legend.width) / 2, self.legend_y);
}

static gboolean
line_has_lit_path (const AccuracyLayout *self, const IplFocus *focus, guint line)
{
  const IplCase *the_case = self->view->the_case;
  if (line == 0)
    return TRUE;
  if (line > the_case->n_groups)
    return FALSE;
  const IplPathGroup *group = &the_case->groups[line - 1];
  gboolean path = FALSE, other = focus->other < 0;
  for (gsize i = 0; i < group->n_paths; i++)
    {
      if (focus->path < 0)
        path = path || ipl_focus_has_path (focus, the_case, group->paths[i]);
      else
        {
          path = path || group->paths[i] == (guint)focus->path;
          other = other || group->paths[i] == (guint)focus->other;
        }
    }
  return path && other;
}

void
ipl_accuracy_plot_overlay (const IplView *view, const IplStyle *style, const IplFocus *selected,
                           const IplFocus *hovered, cairo_t *cr, double width, double height)
{
  g_auto (AccuracyLayout) self = { 0 };
  const IplFocus *focuses[] = { selected, hovered };
  double em = style->font_pt;

  layout_init (&self, view, style, width, height);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  for (int f = 0; f < 2; f++)
    {
      const IplFocus *focus = focuses[f];
      const IplSolution *row = ipl_view_row (view, focus->row);
      const IplPrediction *p = prediction (row);
      if (focus->path >= 0 || focus->head >= 0)
        for (guint l = 0; self.group && l < self.group->n_lines; l++)
          if (line_has_lit_path (&self, focus, l))
            draw_gp_line (&self, style, cr, self.group->lines[l].solution, l, 2.2 * style->line_pt);
      if (!p || !isfinite (p->accuracy))
        continue;
      double x = solution_x (&self, row), y = at_y (&self, p->accuracy);
      cairo_set_line_width (cr, 0.6 * style->line_pt);
      ipl_set_color (cr, style->accent, 1);
      ipl_set_dash (cr, IPL_DASH_DOTTED, 0.8 * style->line_pt);
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, x, self.plot.y + self.plot.h);
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, self.plot.x, y);
      cairo_stroke (cr);
      ipl_set_dash (cr, IPL_DASH_SOLID, 1);
      cairo_arc (cr, x, y, 0.62 * em, 0, 2 * G_PI);
      ipl_set_color (cr, style->paper, 0.8);
      cairo_fill_preserve (cr);
      ipl_set_color (cr, style->accent, 1);
      cairo_set_line_width (cr, 1.2 * style->line_pt);
      cairo_stroke (cr);
      ipl_set_color (cr, ipl_style_theory_color (style), 1);
      draw_point (&self, style, cr, row, 0.36 * em, 1.3 * style->line_pt);
    }
  const IplFocus *said = ipl_focus_is_none (hovered) ? selected : hovered;
  /* A width has its place here, and needs no words. */
  g_autofree char *caption = said->row >= 0 ? NULL : ipl_focus_caption (said, view);
  if (caption)
    ipl_caption_draw (cr, style, caption, 0.4 * em, 0.4 * em, width - 0.8 * em);
}

gboolean
ipl_accuracy_plot_pick (const IplView *view, const IplStyle *style, double width, double height,
                        double x, double y, IplFocus *focus)
{
  g_auto (AccuracyLayout) self = { 0 };
  layout_init (&self, view, style, width, height);
  double best = 1.2 * style->font_pt;
  if (y < self.plot.y - style->font_pt || y > self.plot.y + self.plot.h + 2.5 * style->font_pt)
    return FALSE;
  for (guint i = 0; i < self.rows->len; i++)
    {
      const IplSolution *row = layout_row (&self, i);
      double d = fabs (solution_x (&self, row) - x);
      if (d < best)
        {
          best = d;
          focus->row = g_array_index (self.rows, guint, i);
        }
    }
  return focus->row >= 0;
}

gboolean
ipl_accuracy_plot_point (const IplView *view, const IplStyle *style, double width, double height,
                         guint row, double *x, double *y)
{
  g_auto (AccuracyLayout) self = { 0 };
  layout_init (&self, view, style, width, height);
  const IplPrediction *p = prediction (ipl_view_row (view, row));
  if (!p || !isfinite (p->accuracy))
    return FALSE;
  *x = solution_x (&self, ipl_view_row (view, row));
  *y = at_y (&self, p->accuracy);
  return TRUE;
}

/**
 * ipl_figure_width_at:
 * @view: the view
 * @style: the style it is drawn in
 * @width, @height: size of the accuracy panel in points
 * @x, @y: a place in it
 * @N: (out): the width there, between the ends of the axis; not rounded
 * @gp: (out): whether @x lies at the GP end of the axis, beyond the break
 *
 * The accuracy panel's axis read backwards, for dragging the marker.
 *
 * Returns: %FALSE where (@x, @y) is outside the plot, its handle and tick labels included; @N and
 * @gp are set all the same, so that a drag may leave the plot
 */
gboolean
ipl_figure_width_at (const IplView *view, const IplStyle *style, double width, double height,
                     double x, double y, double *N, gboolean *gp)
{
  g_return_val_if_fail (view && view->the_case && style, FALSE);
  g_auto (AccuracyLayout) self = { 0 };
  layout_init (&self, view, style, width, height);
  double end = self.plot.x + self.plot.w;
  double fraction = CLAMP ((x - self.plot.x) / self.plot.w, 0, 1);
  double value = ipl_axis_value (&self.x, fraction);
  if (N)
    *N = CLAMP (value, 1, IPL_MAX_WIDTH);
  if (gp)
    *gp = x > (end + self.gp_x) / 2;
  return x >= self.plot.x - style->font_pt && x <= self.right + 1
         && y >= self.plot.y - style->font_pt
         && y <= self.plot.y + self.plot.h + 2.5 * style->font_pt;
}
