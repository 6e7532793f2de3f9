/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The posterior of an entry of U over all chains, against the saddle point and the GP limit. */

#include "core/posterior/entry-draws.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/frame.h"
#include "figures/kit/number.h"
#include "figures/panels/posterior/posterior-words.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-step.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/words.h"

#include <math.h>

/* The GP limit is drawn where it lies no further from the draws than this share of their range. */
#define GP_REACH 0.6

static double
entry_of (const IplSolution *solution, const IplView *view)
{
  return solution != NULL ? solution->U[view->pair_p * view->the_case->Pi + view->pair_q] : NAN;
}

static gboolean
on_scale (double value, double lo, double hi)
{
  return isfinite (value) && value >= lo - GP_REACH * (hi - lo)
         && value <= hi + GP_REACH * (hi - lo);
}

static void
make_legend (IplLegend *legend, const IplView *view, const IplStyle *style, double width,
             gboolean gp_shown)
{
  const IplPosteriorSummary *posterior = view->posterior;
  double saddle = entry_of (view->current, view), gp = entry_of (ipl_view_gp (view), view);
  gsize at = view->pair_p * view->the_case->Pi + view->pair_q;

  ipl_legend_init (legend);
  ipl_legend_add_posterior (legend, view, style);
  /* One digit of the Monte Carlo error tells how many of the mean are worth reading. */
  double mcse = posterior != NULL ? posterior->U_mcse[at] : NAN;
  int decimals = mcse > 0 && isfinite (mcse) ? CLAMP (-(int)floor (log10 (mcse)), 0, 9) : 3;
  if (posterior != NULL)
    {
      g_autofree char *mean = ipl_number_fixed (posterior->U_mean[at], decimals);
      g_autofree char *error = ipl_number_fixed (mcse, decimals);
      ipl_legend_add (legend, IPL_KEY_INTERVAL,
                      mcse > 0 ? g_strdup_printf ("E[<i>U</i>] = %s ± %s, 5–95 %%", mean, error)
                               : g_strdup_printf ("E[<i>U</i>] = %s, 5–95 %%", mean),
                      ipl_style_sample_color (style), 0.9 * style->line_pt, IPL_DASH_SOLID);
    }
  if (posterior != NULL && isfinite (saddle))
    {
      g_autofree char *text = ipl_number_fixed (saddle, decimals);
      ipl_legend_add (legend, IPL_KEY_CROSS, g_strdup_printf ("theory %s", text),
                      ipl_style_theory_color (style), style->line_pt, IPL_DASH_SOLID);
      ipl_legend_add_theory_doubt (legend, view, style, "theory not converged");
    }
  if (posterior != NULL && isfinite (gp))
    {
      g_autofree char *text = ipl_number_markup (gp, 3);
      ipl_legend_add (legend, IPL_KEY_LINE,
                      g_strdup_printf (gp_shown ? "GP %s" : "GP %s, off scale", text),
                      ipl_style_gp_color (style, 0), style->line_pt, ipl_style_gp_dash (1));
    }
  ipl_legend_layout (legend, style, width);
}

static void
draw_histogram (const IplHistogram *self, const IplFrame *frame, const IplStyle *style, cairo_t *cr)
{
  IplColor color = ipl_style_sample_color (style);
  double bottom = ipl_frame_y (frame, 0);
  cairo_move_to (cr, ipl_frame_x (frame, self->low), bottom);
  for (guint b = 0; b < self->n_bins; b++)
    {
      double y = ipl_frame_y (frame, self->density[b]), step = (self->high - self->low);
      cairo_line_to (cr, ipl_frame_x (frame, self->low + step * b / self->n_bins), y);
      cairo_line_to (cr, ipl_frame_x (frame, self->low + step * (b + 1) / self->n_bins), y);
    }
  cairo_line_to (cr, ipl_frame_x (frame, self->high), bottom);
  ipl_set_color (cr, ipl_color_mix (style->paper, color, 0.3), 1);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 0.6 * style->line_pt);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  ipl_set_color (cr, color, 1);
  cairo_stroke (cr);
}

/* Mean, quartiles and 5 to 95 % above the histogram: a dot on a thick and a thin bar. */
static void
draw_interval (const IplPosteriorSummary *posterior, gsize at, const IplFrame *frame,
               const IplStyle *style, cairo_t *cr, double y)
{
  static const double widths[] = { 0.9, 2.6 };
  IplColor color = ipl_style_sample_color (style);
  ipl_set_color (cr, color, 1);
  for (int k = 0; k < 2; k++)
    {
      double low = posterior->U_quantiles[k][at], high = posterior->U_quantiles[4 - k][at];
      if (!isfinite (low) || !isfinite (high))
        continue;
      cairo_move_to (cr, ipl_frame_x (frame, low), y);
      cairo_line_to (cr, ipl_frame_x (frame, high), y);
      cairo_set_line_width (cr, widths[k] * style->line_pt);
      cairo_stroke (cr);
    }
  if (isfinite (posterior->U_mean[at]))
    ipl_draw_dot (cr, style, color, ipl_frame_x (frame, posterior->U_mean[at]), y,
                  0.36 * style->font_pt, !posterior->fine);
}

static void
draw_value (const IplFrame *frame, const IplStyle *style, cairo_t *cr, double value, IplColor color,
            IplDash dash, double top)
{
  double x = ipl_frame_x (frame, value);
  cairo_set_line_width (cr, style->line_pt);
  ipl_set_dash (cr, dash, style->line_pt);
  ipl_set_color (cr, color, 1);
  cairo_move_to (cr, x, frame->plot.y + frame->plot.h);
  cairo_line_to (cr, x, top);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

/* What stands within the frame: the histogram, the limits beside it, and the interval above it. */
static void
draw_within (const IplView *view, const IplHistogram *histogram, const IplFrame *frame,
             const IplStyle *style, cairo_t *cr, gboolean gp_shown, double highest)
{
  double saddle = entry_of (view->current, view);
  gsize at = view->pair_p * view->the_case->Pi + view->pair_q;
  double strip = ipl_frame_y (frame, 1.09 * highest);
  double crown = ipl_frame_y (frame, 1.2 * highest);
  cairo_save (cr);
  ipl_frame_clip (frame, cr, 0.4 * style->font_pt);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  draw_histogram (histogram, frame, style, cr);
  if (gp_shown)
    draw_value (frame, style, cr, entry_of (ipl_view_gp (view), view),
                ipl_style_gp_color (style, 0), ipl_style_gp_dash (1), frame->plot.y);
  if (isfinite (saddle))
    {
      draw_value (frame, style, cr, saddle, ipl_style_theory_color (style), IPL_DASH_SOLID, crown);
      ipl_draw_cross (cr, ipl_frame_x (frame, saddle), crown, 0.28 * style->font_pt);
      cairo_stroke (cr);
    }
  draw_interval (view->posterior, at, frame, style, cr, strip);
  cairo_restore (cr);
}

/* What the axes take in: the histogram with the saddle point beside it. */
static void
include (const IplView *view, const IplHistogram *histogram, double *lo, double *hi,
         double *highest)
{
  double saddle = entry_of (view->current, view);

  if (histogram == NULL || histogram->n_bins == 0)
    return;
  *lo = MIN (*lo, histogram->low);
  *hi = MAX (*hi, histogram->high);
  *highest = MAX (*highest, histogram->highest);
  if (isfinite (saddle))
    {
      *lo = MIN (*lo, saddle);
      *hi = MAX (*hi, saddle);
    }
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplPosteriorSummary *posterior = view->posterior;
  double em = style->font_pt, margin = 0.4 * em;
  double gp = entry_of (ipl_view_gp (view), view);
  g_autoptr (IplHistogram) histogram
      = posterior != NULL ? ipl_histogram_new (posterior, view->pair_p, view->pair_q) : NULL;
  g_auto (IplLegend) legend = { 0 };
  double lo = INFINITY, hi = -INFINITY, highest = 0;

  include (view, histogram, &lo, &hi, &highest);
  if (view->compared != NULL && view->compared->posterior != NULL)
    {
      const IplView *other = view->compared;
      g_autoptr (IplHistogram) beside
          = ipl_histogram_new (other->posterior, other->pair_p, other->pair_q);

      include (other, beside, &lo, &hi, &highest);
    }
  gboolean gp_shown = on_scale (gp, lo, hi);
  make_legend (&legend, view, style, width - 2 * margin, gp_shown);
  IplRect area
      = { margin, margin + legend.height, width - 2 * margin, height - 2 * margin - legend.height };
  ipl_legend_draw (&legend, style, cr, MAX (margin, width - margin - legend.width), margin);
  if (histogram == NULL || histogram->n_bins == 0)
    {
      const char *more, *sentence = ipl_view_no_posterior (view, &more);
      ipl_empty_draw (style, cr, &area, sentence, more);
      return;
    }
  if (gp_shown)
    {
      lo = MIN (lo, gp);
      hi = MAX (hi, gp);
    }
  if (view->compared != NULL)
    {
      double other = entry_of (ipl_view_gp (view->compared), view->compared);

      lo = on_scale (other, lo, hi) ? MIN (lo, other) : lo;
      hi = on_scale (other, lo, hi) ? MAX (hi, other) : hi;
    }
  double pad = 0.03 * (hi - lo);
  g_autofree char *entry = ipl_view_entry_markup (view);
  IplFrame frame;
  ipl_frame_init (&frame, style, &area,
                  &(IplFrameSpec){ .x_lo = lo - pad,
                                   .x_hi = hi + pad,
                                   .y_lo = 0,
                                   /* The interval, and above it the saddle point's cross. */
                                   .y_hi = 1.26 * highest,
                                   .x_title = entry,
                                   .y_title = "posterior density",
                                   .y_title_short = "density" });
  draw_within (view, histogram, &frame, style, cr, gp_shown, highest);
  ipl_frame_draw (&frame, style, cr);
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

static void
describe (GString *text, const IplView *view)
{
  if (!ipl_words_begin (text, view, "Posterior"))
    return;
  const IplPosteriorSummary *posterior = view->posterior;
  gsize at = ipl_words_pair (view);
  ipl_words_append (text, " Mean %s", posterior->U_mean[at], 4);
  ipl_words_append (text, " with a Monte Carlo error of %s", posterior->U_mcse[at], 2);
  ipl_words_append (text, ", standard deviation %s", posterior->U_sd[at], 3);
  ipl_words_append (text, ", 5 to 95 % from %s", posterior->U_quantiles[0][at], 3);
  ipl_words_append (text, " to %s.", posterior->U_quantiles[4][at], 3);
  const IplSolution *gp = ipl_view_gp (view);
  if (view->current != NULL)
    ipl_words_append (text, " The theory's saddle point is %s.", view->current->U[at], 4);
  ipl_describe_doubt (text, view->current);
  if (gp != NULL)
    ipl_words_append (text, " The Gaussian process has %s.", gp->U[at], 3);
}

static void
table (GString *text, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  g_string_append (text, "U from\tU to\tdensity\n");
  if (posterior == NULL)
    return;
  g_autoptr (IplHistogram) histogram = ipl_histogram_new (posterior, view->pair_p, view->pair_q);
  for (guint b = 0; b < histogram->n_bins; b++)
    {
      double step = (histogram->high - histogram->low) / histogram->n_bins;
      ipl_table_number (text, histogram->low + b * step);
      ipl_table_cell (text, histogram->low + (b + 1) * step);
      ipl_table_cell (text, histogram->density[b]);
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_marginal = {
  .id = "marginal",
  .ranges = IPL_RANGE_XY,
  .title = "Posterior of an entry of U",
  .title_markup = "Posterior of an entry of <i>U</i>",
  .label = "Marginal",
  .needs = IPL_NEEDS_SAMPLES,
  .compares = IPL_COMPARES_BESIDE,
  .empty = ipl_view_posterior_empty,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = ipl_step_entries,
  .describe = describe,
  .table = table,
  .height_narrow = 0.66,
  .height_wide = 0.42,
};
