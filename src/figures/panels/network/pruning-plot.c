/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Accuracy as heads are removed, with what that saves on an axis above. */

#include "figures/panels/network/pruning-plot.h"

#include "figures/kit/scribe.h"
#include "figures/kit/frame.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/network/pruning-layout.h"
#include "figures/view/caption.h"
#include "figures/view/network-view.h"
#include "figures/view/panel.h"
#include "figures/view/target-network.h"
#include "figures/view/target-step.h"
#include "figures/view/usable-view.h"
#include "figures/view/words.h"

#include <math.h>

static void
draw_frame (const IplPruningLayout *self, const IplStyle *style, cairo_t *cr, double height)
{
  double em = style->font_pt, small = ipl_style_small (style), tick = ipl_axis_tick_length (style);
  double bottom = self->plot.y + self->plot.h;
  ipl_axis_draw_y (&self->y, style, cr, self->plot.x, bottom, self->plot.h, FALSE);
  ipl_axis_draw_x (&self->x, style, cr, self->plot.x, bottom, self->plot.w);
  ipl_text_draw (cr, style, "heads removed", em, style->ink, self->plot.x + self->plot.w / 2,
                 height - 0.4 * em, 0.5, 1);
  const char *title = ipl_case_get_score (self->view->the_case)->axis;
  double top = self->legend_y + self->legend.height
               + (self->n_rows ? self->plot.y - self->legend.height - self->legend_y : 0);
  double end = height - 0.4 * em;
  if (ipl_text_width (style, title, em) > end - top)
    title = ipl_case_get_score (self->view->the_case)->brief;
  ipl_text_draw_up_within (cr, style, title, em, style->ink, self->label_x,
                           self->plot.y + self->plot.h / 2, top, end);
  if (self->n_rows == 0)
    return;
  IplAxis upper = self->x;
  upper.n = 0;
  for (guint i = 0; i < self->x.n; i++)
    if (i % self->row_stride == 0 && self->x.at[i] < self->pruning->n_points)
      {
        upper.at[upper.n] = self->x.at[i];
        upper.label[upper.n++][0] = 0;
      }
  ipl_axis_draw_top (&upper, style, cr, self->plot.x, self->plot.y, self->plot.w);
  for (guint r = 0; r < self->n_rows; r++)
    {
      double y = self->plot.y - 1.2 * tick - (self->n_rows - r - 0.5) * self->row_h;
      ipl_text_draw (cr, style, self->row_name[r], small, style->ink, self->row_x, y, 1, 0.5);
      for (guint i = 0; i < upper.n; i++)
        {
          g_autofree char *text = ipl_pruning_row_text (self, r, (guint)lround (upper.at[i]));
          ipl_text_draw (cr, style, text, small, style->ink,
                         ipl_pruning_layout_x (self, upper.at[i]), y, 0.5, 0.5);
        }
    }
}

static void
draw_chance (const IplPruningLayout *self, const IplStyle *style, cairo_t *cr)
{
  if (!self->chance || self->y.lo > 0.5 || self->y.hi < 0.5)
    return;
  double y = ipl_pruning_layout_y (self, 0.5), small = ipl_style_small (style);
  cairo_move_to (cr, self->plot.x, y);
  cairo_line_to (cr, self->plot.x + self->plot.w, y);
  cairo_set_line_width (cr, 0.7 * style->line_pt);
  ipl_set_dash (cr, IPL_DASH_DOTTED, style->line_pt);
  ipl_set_color (cr, style->faint, 1);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  if (self->plot.h > 4 * small && self->plot.w > ipl_text_width (style, "chance", small))
    ipl_text_draw (cr, style, "chance", small, style->faint, self->plot.x + 0.35 * style->font_pt,
                   y, 0, 1);
}

/* Runs of numbers that are known; a point between two gaps has its mark alone. */
static void
trace_line (const IplPruningLayout *self, cairo_t *cr, const double *values)
{
  gboolean open = FALSE;
  for (guint i = 0; i < self->pruning->n_points; i++)
    {
      if (!isfinite (values[i]))
        {
          open = FALSE;
          continue;
        }
      double x = ipl_pruning_layout_x (self, i), y = ipl_pruning_layout_y (self, values[i]);
      if (open)
        cairo_line_to (cr, x, y);
      else
        cairo_move_to (cr, x, y);
      open = TRUE;
    }
}

static void
draw_band (const IplPruningLayout *self, const IplStyle *style, cairo_t *cr)
{
  const IplPruning *pruning = self->pruning;
  for (guint i = 1; i < pruning->n_points; i++)
    {
      const double edges[] = { pruning->random_low[i - 1], pruning->random_low[i],
                               pruning->random_high[i], pruning->random_high[i - 1] };
      gboolean known = TRUE;
      for (int k = 0; k < 4; k++)
        known = known && isfinite (edges[k]);
      if (!known)
        continue;
      cairo_move_to (cr, ipl_pruning_layout_x (self, i - 1), ipl_pruning_layout_y (self, edges[0]));
      cairo_line_to (cr, ipl_pruning_layout_x (self, i), ipl_pruning_layout_y (self, edges[1]));
      cairo_line_to (cr, ipl_pruning_layout_x (self, i), ipl_pruning_layout_y (self, edges[2]));
      cairo_line_to (cr, ipl_pruning_layout_x (self, i - 1), ipl_pruning_layout_y (self, edges[3]));
      cairo_close_path (cr);
    }
  ipl_set_color (cr, ipl_color_mix (style->paper, style->faint, 0.28), 1);
  cairo_fill (cr);
  trace_line (self, cr, pruning->random_mean);
  cairo_set_line_width (cr, style->line_pt);
  ipl_set_dash (cr, IPL_DASH_DASH_DOT, style->line_pt);
  ipl_set_color (cr, ipl_pruning_color (style, IPL_REMOVAL_RANDOM), 1);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

static double
mark_radius (const IplPruningLayout *self, const IplStyle *style)
{
  double pitch = self->plot.w / MAX (self->pruning->n_points, 2);
  return CLAMP (0.3 * pitch, 0.12 * style->font_pt, 0.3 * style->font_pt);
}

static void
draw_curve (const IplPruningLayout *self, const IplStyle *style, cairo_t *cr, IplRemovalOrder order,
            const double *values, const double *se, gboolean tuned)
{
  double thin = order == IPL_REMOVAL_BY_ENTROPY || order == IPL_REMOVAL_BY_GRADIENT ? 0.6 : 1;
  double r = thin * mark_radius (self, style);
  if (values == NULL)
    return;
  IplColor color = ipl_pruning_color (style, order);
  trace_line (self, cr, values);
  ipl_set_color (cr, color, 1);
  cairo_set_line_width (cr, thin * style->line_pt);
  ipl_set_dash (cr, tuned ? IPL_DASH_DASHED : IPL_DASH_SOLID, style->line_pt);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (guint i = 0; i < self->pruning->n_points; i++)
    {
      if (!isfinite (values[i]))
        continue;
      double x = ipl_pruning_layout_x (self, i);
      if (se != NULL && isfinite (se[i]) && se[i] > 0)
        {
          cairo_set_line_width (cr, 0.6 * style->line_pt);
          ipl_set_color (cr, color, 1);
          ipl_draw_error_bar (cr, x, ipl_pruning_layout_y (self, values[i] - se[i]),
                              ipl_pruning_layout_y (self, values[i] + se[i]), 0.5 * r);
        }
      ipl_draw_marker (cr, style, ipl_pruning_marker (order), color, x,
                       ipl_pruning_layout_y (self, values[i]), r, tuned);
    }
}

/* An order's curve, with that of the fine-tuned networks. */
static void
draw_order (const IplPruningLayout *self, const IplStyle *style, cairo_t *cr, IplRemovalOrder order)
{
  const IplPruningCurve *curve = &self->pruning->curve[order];
  draw_curve (self, style, cr, order, curve->tuned, curve->tuned_se, TRUE);
  draw_curve (self, style, cr, order, curve->accuracy, curve->se, FALSE);
}

/* The value the point of a step stands at; NaN where it is not known. */
static double
step_value (const IplPruningLayout *self, int step)
{
  return step >= 0 && step < (int)self->pruning->n_points
             ? ipl_pruning_chosen (self)->accuracy[step]
             : NAN;
}

static void
draw_chosen (const IplPruningLayout *self, const IplStyle *style, cairo_t *cr, int step)
{
  double em = style->font_pt, x = ipl_pruning_layout_x (self, step), top = self->plot.y;
  double value = step_value (self, step);
  ipl_set_color (cr, style->accent, 1);
  cairo_set_line_width (cr, 0.7 * style->line_pt);
  cairo_move_to (cr, x, top);
  cairo_line_to (cr, x, top + self->plot.h);
  cairo_stroke (cr);
  cairo_move_to (cr, x - 0.42 * em, top);
  cairo_line_to (cr, x + 0.42 * em, top);
  cairo_line_to (cr, x, top + 0.64 * em);
  cairo_close_path (cr);
  cairo_fill (cr);
  if (!isfinite (value))
    return;
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, ipl_pruning_layout_y (self, value), 0.55 * em, 0, 2 * G_PI);
  cairo_set_line_width (cr, 0.9 * style->line_pt);
  cairo_stroke (cr);
}

static const char *
empty (const IplView *view, const char **more)
{
  *more = "press Prune";
  return ipl_view_get_pruning (view) != NULL ? NULL : "No heads have been removed yet";
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplPruningLayout *self = data;
  const char *more, *sentence = empty (view, &more);
  if (sentence != NULL)
    {
      ipl_empty_draw_alone (style, cr, width, height, sentence, more);
      return;
    }
  draw_frame (self, style, cr, height);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_save (cr);
  if (self->limited)
    {
      cairo_rectangle (cr, self->plot.x, self->plot.y, self->plot.w, self->plot.h);
      cairo_clip (cr);
    }
  draw_band (self, style, cr);
  draw_chance (self, style, cr);
  /* 0 is also what a view has that says nothing. */
  if (view->pruned > 0)
    draw_chosen (self, style, cr, view->pruned);
  /* Those by entropy and gradient, often another's, lie thinner upon it. */
  ipl_part_begin (cr, "reverse");
  draw_order (self, style, cr, IPL_REMOVAL_REVERSE);
  ipl_part_end (cr);
  ipl_part_begin (cr, "by-score");
  draw_order (self, style, cr, IPL_REMOVAL_BY_SCORE);
  ipl_part_end (cr);
  ipl_part_begin (cr, "by-entropy");
  draw_order (self, style, cr, IPL_REMOVAL_BY_ENTROPY);
  ipl_part_end (cr);
  ipl_part_begin (cr, "by-gradient");
  draw_order (self, style, cr, IPL_REMOVAL_BY_GRADIENT);
  ipl_part_end (cr);
  cairo_restore (cr);
  ipl_legend_draw (&self->legend, style, cr, (width - self->legend.width) / 2, self->legend_y);
}

/* The step after which a head is gone on the chosen curve, or -1. */
static int
step_of_head (const IplPruningLayout *self, const IplTarget *target)
{
  const IplCaseInfo *the_case = self->view->the_case;
  if (target->path >= 0 || target->layer < 0 || target->head < 0
      || target->layer >= (int)the_case->L || target->head >= (int)the_case->H[target->layer])
    return -1;
  guint index = ipl_case_head_index (the_case, target->layer, target->head);
  const guint *order = ipl_pruning_chosen (self)->order;
  for (guint i = 1; order != NULL && i < self->pruning->n_points; i++)
    if (order[i - 1] == index)
      return i;
  return -1;
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const IplPruningLayout *self = data;
  const IplTarget *targets[] = { selected, hovered };
  for (int f = 0; f < 2 && self->pruning != NULL; f++)
    {
      gboolean is_step = targets[f]->step >= 0 && targets[f]->step < (int)self->pruning->n_points;
      int step = is_step ? targets[f]->step : step_of_head (self, targets[f]);
      double value = step_value (self, step), x = ipl_pruning_layout_x (self, step);
      if (step < 0)
        continue;
      double y = isfinite (value) ? ipl_pruning_layout_y (self, value) : self->plot.y;
      cairo_set_line_width (cr, 0.6 * style->line_pt);
      ipl_set_color (cr, style->accent, 1);
      ipl_set_dash (cr, IPL_DASH_DOTTED, 0.8 * style->line_pt);
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, x, self->plot.y + self->plot.h);
      cairo_stroke (cr);
      ipl_set_dash (cr, IPL_DASH_SOLID, 1);
      if (isfinite (value))
        {
          cairo_new_sub_path (cr);
          cairo_arc (cr, x, y, 0.62 * style->font_pt, 0, 2 * G_PI);
          ipl_set_color (cr, style->paper, 0.8);
          cairo_fill_preserve (cr);
          ipl_set_color (cr, style->accent, 1);
          cairo_set_line_width (cr, 1.2 * style->line_pt);
          cairo_stroke (cr);
          ipl_draw_marker (cr, style, ipl_pruning_marker (view->order),
                           ipl_pruning_color (style, view->order), x, y, 0.34 * style->font_pt,
                           FALSE);
        }
    }
  ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplPruningLayout *self = data;
  if (self->pruning == NULL || x < self->plot.x - style->font_pt
      || x > self->plot.x + self->plot.w + style->font_pt || y < self->plot.y - style->font_pt
      || y > self->plot.y + self->plot.h + 2.5 * style->font_pt)
    return FALSE;
  double step = ipl_axis_value (&self->x, (x - self->plot.x) / self->plot.w);
  target->step = (int)CLAMP (lround (step), 0, (long)self->pruning->n_points - 1);
  return TRUE;
}

/* Where a point of the chosen curve lies, for tests. */
gboolean
ipl_pruning_plot_point (const IplView *view, const IplStyle *style, double width, double height,
                        guint step, double *x, double *y)
{
  g_auto (IplPruningLayout) self = { 0 };
  IplView usable = ipl_view_usable (view);
  ipl_pruning_layout_init (&self, &usable, style, width, height);
  if (self.pruning == NULL || step >= self.pruning->n_points)
    return FALSE;
  double value = step_value (&self, step);
  *x = ipl_pruning_layout_x (&self, step);
  *y = isfinite (value) ? ipl_pruning_layout_y (&self, value) : self.plot.y + self.plot.h / 2;
  return TRUE;
}

/* Whether words and table speak of an order: of one that cannot be known only to say so. */
static gboolean
is_listed (const IplPruning *pruning, IplRemovalOrder order)
{
  return pruning == NULL || ipl_pruning_has_order (pruning, order);
}

/* How far other ways to rank heads agree with that by score. */
static void
append_agreement (GString *text, const IplPruning *pruning)
{
  for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
    {
      const IplOrderCorrelation *of = &pruning->correlation[o];
      if (of->n == 0 || isnan (of->spearman) || isnan (of->kendall))
        continue;
      g_autofree char *rho = ipl_number_fixed (of->spearman, 2);
      g_autofree char *tau = ipl_number_fixed (of->kendall, 2);
      g_string_append_printf (text,
                              " Ranked %s heads agree with their scores by Spearman’s %s and "
                              "Kendall’s %s (%u heads).",
                              ipl_removal_order_words (o), rho, tau, of->n);
    }
}

static void
describe (GString *text, const IplView *view)
{
  const IplPruning *pruning = ipl_view_get_pruning (view);
  g_string_append_printf (
      text, "%s as heads are removed by rising score, in reverse%s%s and at random.",
      ipl_case_get_score (view->the_case)->brief_title,
      is_listed (pruning, IPL_REMOVAL_BY_ENTROPY) ? ", by falling entropy" : "",
      is_listed (pruning, IPL_REMOVAL_BY_GRADIENT) ? ", by rising gradient" : "");
  if (pruning == NULL)
    {
      g_string_append (text, " Not pruned yet.");
      return;
    }
  const IplPruningCurve *curve = &pruning->curve[view->order];
  g_string_append_printf (text, " %s, %u of %u heads can go.",
                          pruning->is_trained ? "The trained network" : "The theory with U zeroed",
                          pruning->n_points - 1, pruning->n_heads);
  if (pruning->no_entropy != NULL)
    g_string_append_printf (text, " There is no curve by entropy: %s", pruning->no_entropy);
  if (pruning->no_gradient != NULL)
    g_string_append_printf (text, " There is no curve by gradient: %s", pruning->no_gradient);
  append_agreement (text, pruning);
  guint last = pruning->n_points;
  while (last > 0 && !isfinite (curve->accuracy[last - 1]))
    last--;
  if (last == 0)
    return;
  g_autofree char *all = ipl_number_fixed (curve->accuracy[0], 3);
  g_autofree char *end = ipl_number_fixed (curve->accuracy[last - 1], 3);
  g_string_append_printf (text, " With all heads it is %s, without %u %s %s.", all, last - 1,
                          ipl_removal_order_words (view->order), end);
  if (view->pruned >= 0)
    {
      IplTarget target = IPL_TARGET_NONE;
      target.step = view->pruned;
      g_autofree char *chosen = ipl_target_describe_step (&target, view);
      if (chosen != NULL)
        g_string_append_printf (text, " Chosen: %s.", chosen);
    }
}

static void
append_value (GString *text, double value)
{
  g_string_append_c (text, '\t');
  ipl_table_number (text, value);
}

static void
table (GString *text, const IplView *view)
{
  const IplPruning *pruning = ipl_view_get_pruning (view);
  const char *what = ipl_case_get_score (view->the_case)->brief;
  g_string_append (text, "heads removed");
  for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
    {
      const char *name = ipl_removal_order_words (o);
      if (!is_listed (pruning, o))
        continue;
      g_string_append_printf (text,
                              "\tlayer, head gone, %s\t%s, %s\tstandard error\tfine-tuned, "
                              "%s\tstandard error\tparameters, %s\tmultiply-adds, %s",
                              name, what, name, name, name, name);
    }
  g_string_append (text, "\trandom, mean\trandom, 5 %\trandom, 95 %\n");
  for (guint i = 0; pruning != NULL && i < pruning->n_points; i++)
    {
      g_string_append_printf (text, "%u", i);
      for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
        {
          const IplPruningCurve *curve = &pruning->curve[o];
          if (!is_listed (pruning, o))
            continue;
          guint layer = 0, head = i > 0 ? curve->order[i - 1] : 0;
          while (layer + 1 < view->the_case->L && head >= view->the_case->H[layer])
            head -= view->the_case->H[layer++];
          g_autofree char *gone
              = i > 0 ? ipl_head_number (view->the_case, layer, head) : g_strdup ("");
          g_string_append_printf (text, "\t%s", gone);
          append_value (text, curve->accuracy[i]);
          append_value (text, curve->se[i]);
          append_value (text, curve->tuned[i]);
          append_value (text, curve->tuned_se[i]);
          append_value (text, curve->parameters[i]);
          append_value (text, curve->multiply_adds[i]);
        }
      append_value (text, pruning->random_mean[i]);
      append_value (text, pruning->random_low[i]);
      append_value (text, pruning->random_high[i]);
      g_string_append_c (text, '\n');
    }
}

static IplTarget
step_points (const IplTarget *self, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;
  if (ipl_view_get_pruning (view) != NULL)
    target.step
        = self->step < 0 || self->step >= IPL_TARGET_POINT
              ? MAX (0, view->pruned)
              : (int)ipl_step_move (self->step, dx - dy, ipl_view_get_pruning (view)->n_points);
  return target;
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplPruningLayout *self = g_new0 (IplPruningLayout, 1);
  ipl_pruning_layout_init (self, view, style, width, height);
  return self;
}

static void
layout_free (gpointer layout)
{
  ipl_pruning_layout_clear (layout);
  g_free (layout);
}

const IplPanel ipl_panel_pruning = {
  .id = "pruning",
  .ranges = IPL_RANGE_Y,
  .title = "Pruning",
  .needs = IPL_NEEDS_PRUNING,
  .compares = IPL_COMPARES_BESIDE,
  .controls = IPL_CONTROL_TEST_SET,
  .empty = empty,
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = step_points,
  .describe = describe,
  .table = table,
  .height_narrow = 0.78,
  .height_wide = 0.5,
};
