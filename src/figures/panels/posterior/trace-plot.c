/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An entry of U draw by draw, every chain, with the saddle point. */

#include "core/posterior/entry-draws.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/frame.h"
#include "figures/panels/posterior/posterior-words.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-step.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

/* Chains that have keys of their own. */
#define MAX_KEYS 8
/* Columns of a run that has more draws than can be told apart, in points. */
#define COLUMN_PT 0.35
/* Pieces in which the chains are drawn by turns, so that none hides the others throughout. */
#define PIECES 40

/* A chain as it is drawn. */
typedef struct
{
  guint n;
  double *x, *y;
} Trace;

static double
theory (const IplView *view)
{
  gsize Pi = view->the_case->Pi;
  return view->current != NULL ? view->current->U[view->pair_p * Pi + view->pair_q] : NAN;
}

static void
make_legend (IplLegend *legend, const IplView *view, const IplStyle *style, double width)
{
  const IplPosteriorSummary *posterior = view->posterior;
  ipl_legend_init (legend);
  ipl_legend_add_posterior (legend, view, style);
  if (posterior != NULL && isfinite (theory (view)))
    {
      ipl_legend_add (legend, IPL_KEY_CROSS, g_strdup ("theory"), ipl_style_theory_color (style),
                      style->line_pt, IPL_DASH_SOLID);
      ipl_legend_add_theory_doubt (legend, view, style, "theory not converged");
    }
  if (posterior != NULL && posterior->n_chains > MAX_KEYS)
    ipl_legend_add (legend, IPL_KEY_NONE, g_strdup_printf ("%u chains", posterior->n_chains),
                    style->ink, 0, IPL_DASH_SOLID);
  for (guint c = 0; posterior != NULL && posterior->n_chains <= MAX_KEYS && c < posterior->n_chains;
       c++)
    ipl_legend_add (legend, IPL_KEY_BAR, g_strdup_printf (c ? "%u" : "chain %u", c + 1),
                    ipl_style_chain_color (style, c), style->line_pt, IPL_DASH_SOLID);
  ipl_legend_layout (legend, style, width);
}

/* The draws as points of the plot; where several fall into a column, the first, the smallest, the
 * largest and the last stand for them. */
static Trace
trace_new (const IplFrame *frame, const double *draws, guint n)
{
  guint columns = MAX (1, (guint)(frame->plot.w / COLUMN_PT));
  gboolean thin = n > 4 * columns;
  Trace self
      = { 0, g_new (double, thin ? 4 * columns : n), g_new (double, thin ? 4 * columns : n) };
  for (guint c = 0; c < (thin ? columns : n); c++)
    {
      guint begin = thin ? (guint64)c * n / columns : c;
      guint end = thin ? (guint64)(c + 1) * n / columns : c + 1;
      guint low = begin, high = begin;
      for (guint i = begin; i < end; i++)
        {
          low = draws[i] < draws[low] ? i : low;
          high = draws[i] > draws[high] ? i : high;
        }
      guint kept[] = { begin, MIN (low, high), MAX (low, high), end - 1 };
      for (guint k = 0; k < (thin ? 4 : 1); k++)
        {
          if (!isfinite (draws[kept[k]]))
            continue;
          self.x[self.n] = ipl_frame_x (frame, kept[k] + 1);
          self.y[self.n++] = ipl_frame_y (frame, draws[kept[k]]);
        }
    }
  return self;
}

static void
draw_traces (const IplFrame *frame, const IplStyle *style, cairo_t *cr, const double *draws,
             guint n_chains, guint n_draws)
{
  g_autofree Trace *traces = g_new0 (Trace, n_chains);
  guint pieces = n_chains == 1 ? 1 : PIECES;
  for (guint c = 0; c < n_chains; c++)
    traces[c] = trace_new (frame, draws + (gsize)c * n_draws, n_draws);
  cairo_set_line_width (cr, MAX (0.2, 0.42 * style->line_pt));
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint piece = 0; piece < pieces; piece++)
    for (guint k = 0; k < n_chains; k++)
      {
        guint c = (piece + k) % n_chains;
        const Trace *trace = &traces[c];
        guint begin = (guint64)piece * trace->n / pieces;
        guint end = MIN ((guint64)(piece + 1) * trace->n / pieces + 1, trace->n);
        for (guint i = begin; i < end; i++)
          cairo_line_to (cr, trace->x[i], trace->y[i]);
        ipl_set_color (cr, ipl_style_chain_color (style, c), 1);
        if (n_draws == 1 && trace->n == 1)
          ipl_draw_dot (cr, style, ipl_style_chain_color (style, c), trace->x[0], trace->y[0],
                        0.2 * style->font_pt, FALSE);
        cairo_stroke (cr);
      }
  for (guint c = 0; c < n_chains; c++)
    {
      g_free (traces[c].x);
      g_free (traces[c].y);
    }
}

static void
draw_theory (const IplFrame *frame, const IplStyle *style, cairo_t *cr, double value)
{
  double em = style->font_pt, y = ipl_frame_y (frame, value);
  double right = frame->plot.x + frame->plot.w;
  for (int halo = 1; halo >= 0; halo--)
    {
      cairo_set_line_width (cr, (halo ? 2.6 : 1) * style->line_pt);
      ipl_set_color (cr, halo ? style->paper : ipl_style_theory_color (style), 1);
      cairo_move_to (cr, frame->plot.x, y);
      cairo_line_to (cr, right, y);
      ipl_draw_cross (cr, right - 0.6 * em, y, 0.28 * em);
      cairo_stroke (cr);
    }
}

/* The range of the draws and of the theory, where something is sampled. */
static void
include (const IplView *view, double *lo, double *hi)
{
  const IplPosteriorSummary *posterior = view->posterior;
  g_autofree double *draws = NULL;
  double saddle = theory (view);

  if (posterior == NULL)
    return;
  draws = ipl_posterior_entry_draws (posterior, view->pair_p, view->pair_q);
  for (gsize i = 0; i < (gsize)posterior->n_chains * posterior->n_draws; i++)
    if (isfinite (draws[i]))
      {
        *lo = MIN (*lo, draws[i]);
        *hi = MAX (*hi, draws[i]);
      }
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
  double margin = 0.4 * style->font_pt, saddle = theory (view), lo = INFINITY, hi = -INFINITY;
  g_auto (IplLegend) legend = { 0 };

  make_legend (&legend, view, style, width - 2 * margin);
  IplRect area
      = { margin, margin + legend.height, width - 2 * margin, height - 2 * margin - legend.height };
  ipl_legend_draw (&legend, style, cr, width - margin - legend.width, margin);
  if (posterior == NULL)
    {
      const char *more, *sentence = ipl_view_no_posterior (view, &more);
      ipl_empty_draw (style, cr, &area, sentence, more);
      return;
    }
  g_autofree double *draws = ipl_posterior_entry_draws (posterior, view->pair_p, view->pair_q);
  include (view, &lo, &hi);
  if (view->compared != NULL)
    include (view->compared, &lo, &hi);
  double pad = 0.03 * (hi - lo);
  g_autofree char *entry = ipl_view_entry_markup (view);
  IplFrame frame;
  ipl_frame_init (&frame, style, &area,
                  &(IplFrameSpec){ .x_lo = 1,
                                   .x_hi = MAX (posterior->n_draws, 2),
                                   .y_lo = lo - pad,
                                   .y_hi = hi + pad,
                                   .x_title = "draw after warm-up",
                                   .x_title_short = "draw",
                                   .y_title = entry });
  cairo_save (cr);
  ipl_frame_clip (&frame, cr, style->line_pt);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  draw_traces (&frame, style, cr, draws, posterior->n_chains, posterior->n_draws);
  if (isfinite (saddle))
    draw_theory (&frame, style, cr, saddle);
  cairo_restore (cr);
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
  if (!ipl_words_begin (text, view, "Trace"))
    return;
  ipl_words_append (text, " Mean %s.", view->posterior->U_mean[ipl_words_pair (view)], 4);
  ipl_words_append (text, " R-hat %s.", view->posterior->rhat[ipl_words_pair (view)], 4);
  if (view->current != NULL)
    ipl_words_append (text, " The theory's saddle point, a line, is at %s.",
                      view->current->U[ipl_words_pair (view)], 4);
  ipl_describe_doubt (text, view->current);
}

static void
table (GString *text, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  g_string_append (text, "draw");
  for (guint c = 0; posterior != NULL && c < posterior->n_chains; c++)
    g_string_append_printf (text, "\tchain %u", c + 1);
  g_string_append (text, posterior != NULL ? "\n" : "\tchain 1\n");
  if (posterior == NULL)
    return;
  g_autofree double *draws = ipl_posterior_entry_draws (posterior, view->pair_p, view->pair_q);
  for (guint i = 0; i < posterior->n_draws; i++)
    {
      g_string_append_printf (text, "%u", i + 1);
      for (guint c = 0; c < posterior->n_chains; c++)
        ipl_table_cell (text, draws[(gsize)c * posterior->n_draws + i]);
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_trace = {
  .id = "trace",
  .ranges = IPL_RANGE_XY,
  .title = "Trace",
  .needs = IPL_NEEDS_SAMPLES,
  .compares = IPL_COMPARES_BESIDE,
  .empty = ipl_view_posterior_empty,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = ipl_step_entries,
  .describe = describe,
  .table = table,
  .height_narrow = 0.5,
  .height_wide = 0.33,
};
