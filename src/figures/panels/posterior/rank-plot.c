/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rank plots (Vehtari et al. 2021): how the ranks of each chain's draws of an entry of U among all
 * draws are spread. Level within the band where the chains agree. */

#include "core/posterior/diagnostics.h"
#include "core/posterior/entry-draws.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/frame.h"
#include "figures/kit/text.h"
#include "figures/panels/posterior/posterior-words.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-step.h"
#include "figures/view/words.h"

#include <math.h>

/* Chains with a histogram of their own. */
#define MAX_SHOWN 16

typedef struct
{
  const IplPosteriorSummary *posterior;
  guint n_shown, n_bins;
  guint *counts;           /* [n_chains x n_bins] */
  double expected, spread; /* of a bin's count if chains agree and draws are independent */
  double highest;
} Ranks;

static void
ranks_clear (Ranks *self)
{
  g_clear_pointer (&self->counts, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ranks, ranks_clear)

static void
ranks_init (Ranks *self, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  g_autofree double *draws = ipl_posterior_entry_draws (posterior, view->pair_p, view->pair_q);
  *self = (Ranks){ .posterior = posterior,
                   .n_shown = MIN (posterior->n_chains, MAX_SHOWN),
                   .n_bins = ipl_rank_bins (posterior) };
  self->counts = g_new0 (guint, (gsize)posterior->n_chains * self->n_bins + 1);
  ipl_diagnostics_rank_histogram (posterior->n_chains, posterior->n_draws, draws, self->n_bins,
                                  self->counts);
  ipl_rank_expectation (posterior, self->n_bins, &self->expected, &self->spread);
  self->highest = self->expected + 1.96 * self->spread;
  for (guint i = 0; i < self->n_shown * self->n_bins; i++)
    self->highest = MAX (self->highest, self->counts[i]);
}

static void
draw_histogram (const Ranks *self, const IplStyle *style, cairo_t *cr, guint chain,
                const IplRect *plot, const IplAxis *y)
{
  const guint *counts = self->counts + chain * self->n_bins;
  double bottom = plot->y + plot->h, pitch = plot->w / self->n_bins;
  IplColor color = ipl_style_chain_color (style, chain);
  double gap = MIN (0.14 * pitch, 0.08 * style->font_pt);

  for (guint b = 0; b < self->n_bins; b++)
    {
      double h = ipl_axis_fraction (y, counts[b]) * plot->h;
      cairo_rectangle (cr, plot->x + b * pitch + gap / 2, bottom - h, pitch - gap, h);
    }
  ipl_set_color (cr, ipl_color_mix (style->paper, color, 0.62), 1);
  cairo_fill (cr);

  double low = ipl_axis_fraction (y, MAX (0, self->expected - 1.96 * self->spread)) * plot->h;
  double high = ipl_axis_fraction (y, self->expected + 1.96 * self->spread) * plot->h;
  double middle = ipl_axis_fraction (y, self->expected) * plot->h;
  cairo_rectangle (cr, plot->x, bottom - high, plot->w, high - low);
  ipl_set_color (cr, style->ink, 0.16);
  cairo_fill (cr);
  cairo_move_to (cr, plot->x, bottom - middle);
  cairo_line_to (cr, plot->x + plot->w, bottom - middle);
  cairo_set_line_width (cr, 0.7 * style->line_pt);
  ipl_set_dash (cr, IPL_DASH_DASHED, 0.7 * style->line_pt);
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

/* Columns that make the histograms about one and a half times as wide as high. */
static guint
choose_columns (guint n, double w, double h, double head, double gap)
{
  guint best = 1;
  double least = INFINITY;
  for (guint columns = 1; columns <= n; columns++)
    {
      guint rows = (n + columns - 1) / columns;
      double cw = (w - (columns - 1) * gap) / columns, ch = (h - rows * head) / rows;
      double off = cw > 0 && ch > 0 ? fabs (log (cw / ch / 1.4)) : INFINITY;
      /* Empty places are a pity. */
      off += (rows * columns - n) / (double)n;
      if (off < least)
        {
          least = off;
          best = columns;
        }
    }
  return best;
}

/* From 0 to 1, the middle where there is room for it. */
static void
rank_axis (IplAxis *self, const IplStyle *style, double length)
{
  static const char *const labels[] = { "0", "0.5", "1" };
  double small = ipl_style_small (style);
  gboolean middle = length > 2.5 * (ipl_text_width (style, "0.5", small) + small);
  *self = (IplAxis){ .lo = 0, .hi = 1 };
  for (int i = 0; i < 3; i += middle ? 1 : 2)
    {
      self->at[self->n] = 0.5 * i;
      g_strlcpy (self->label[self->n++], labels[i], sizeof self->label[0]);
    }
}

static void
draw_grid (const Ranks *self, const IplStyle *style, cairo_t *cr, const IplRect *area)
{
  double em = style->font_pt, small = ipl_style_small (style);
  double text_h = ipl_text_height (style, small), label_h = ipl_text_height (style, em);
  double tick = ipl_axis_tick_length (style), gap = 1.3 * em, head = 1.1 * text_h;
  double foot = 1.2 * tick + text_h, row_gap = 0.45 * em;
  IplAxis y, x;

  ipl_axis_init (&y, style, 0, 1.06 * self->highest, FALSE, area->h / 2, TRUE);
  double left = label_h + 0.35 * em + y.label_w + 1.5 * tick;
  double w = area->w - left - 0.3 * em, h = area->h - label_h - 0.15 * em - foot;
  if (w < 2 * em || h < 1.5 * em)
    return;
  guint columns = choose_columns (self->n_shown, w, h, head, gap);
  guint rows = (self->n_shown + columns - 1) / columns;
  double cw = (w - (columns - 1) * gap) / columns;
  double ch = (h - (rows - 1) * row_gap) / rows - head;
  if (cw < em || ch < 0.5 * em)
    return;
  ipl_axis_init (&y, style, 0, 1.06 * self->highest, FALSE, ch, TRUE);
  rank_axis (&x, style, cw);
  for (guint c = 0; c < self->n_shown; c++)
    {
      guint column = c % columns, row = c / columns;
      IplRect plot = { area->x + left + column * (cw + gap),
                       area->y + row * (ch + head + row_gap) + head, cw, ch };
      double bottom = plot.y + plot.h;
      draw_histogram (self, style, cr, c, &plot, &y);
      g_autofree char *title = g_strdup_printf ("chain %u", c + 1);
      if (ipl_text_width (style, title, small) > cw + 0.5 * gap)
        {
          g_free (title);
          title = g_strdup_printf ("%u", c + 1);
        }
      ipl_text_draw (cr, style, title, small, style->ink, plot.x + cw / 2, plot.y, 0.5, 1);
      IplAxis bare = y;
      if (column > 0)
        bare.n = bare.n_minor = 0;
      ipl_axis_draw_y (&bare, style, cr, plot.x, bottom, ch, FALSE);
      bare = x;
      if (c + columns < self->n_shown)
        for (guint i = 0; i < bare.n; i++)
          bare.label[i][0] = 0;
      ipl_axis_draw_x (&bare, style, cr, plot.x, bottom, cw);
    }
  const char *title = "rank, as a share of all draws";
  if (ipl_text_width (style, title, em) > w)
    title = "rank (share)";
  double end = area->y + area->h;
  if (ipl_text_width (style, title, em) <= w)
    ipl_text_draw (cr, style, title, em, style->ink, area->x + left + w / 2, end, 0.5, 1);
  title = "draws in a bin";
  if (ipl_text_width (style, title, em) > area->h)
    title = "draws";
  ipl_text_draw_up_within (cr, style, title, em, style->ink, area->x + label_h / 2,
                           area->y + head + (rows * (ch + head + row_gap) - row_gap - head) / 2,
                           area->y, end);
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  double margin = 0.4 * style->font_pt;
  g_auto (IplLegend) legend = { 0 };
  g_auto (Ranks) ranks = { 0 };

  if (view->posterior != NULL)
    ranks_init (&ranks, view);
  ipl_legend_init (&legend);
  ipl_legend_add_posterior (&legend, view, style);
  if (view->posterior != NULL)
    {
      ipl_legend_add (&legend, IPL_KEY_NONE, ipl_view_entry_markup (view), style->ink, 0,
                      IPL_DASH_SOLID);
      ipl_legend_add (&legend, IPL_KEY_LINE, g_strdup ("chains agree"), style->ink,
                      0.7 * style->line_pt, IPL_DASH_DASHED);
      ipl_legend_add (&legend, IPL_KEY_BAR, g_strdup ("95 %"),
                      ipl_color_mix (style->paper, style->ink, 0.25), 0, IPL_DASH_SOLID);
    }
  if (view->posterior != NULL && ranks.n_shown < view->posterior->n_chains)
    ipl_legend_add (&legend, IPL_KEY_NONE,
                    g_strdup_printf ("%u of %u chains", ranks.n_shown, view->posterior->n_chains),
                    style->ink, 0, IPL_DASH_SOLID);
  ipl_legend_layout (&legend, style, width - 2 * margin);
  IplRect area
      = { margin, margin + legend.height, width - 2 * margin, height - 2 * margin - legend.height };
  ipl_legend_draw (&legend, style, cr, width - margin - legend.width, margin);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  if (view->posterior != NULL)
    {
      draw_grid (&ranks, style, cr, &area);
      return;
    }
  const char *more, *sentence = ipl_view_no_posterior (view, &more);
  ipl_empty_draw (style, cr, &area, sentence, more);
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
  if (!ipl_words_begin (text, view, "Rank histograms"))
    return;
  const IplPosteriorSummary *posterior = view->posterior;
  guint n_bins = ipl_rank_bins (posterior), inside = 0;
  g_autofree guint *counts = g_new0 (guint, (gsize)posterior->n_chains * n_bins + 1);
  g_autofree double *draws = ipl_posterior_entry_draws (posterior, view->pair_p, view->pair_q);
  double expected, spread;
  ipl_diagnostics_rank_histogram (posterior->n_chains, posterior->n_draws, draws, n_bins, counts);
  ipl_rank_expectation (posterior, n_bins, &expected, &spread);
  for (guint i = 0; i < posterior->n_chains * n_bins; i++)
    inside += fabs (counts[i] - expected) <= 1.96 * spread;
  g_string_append_printf (text,
                          " %u of %u bins lie within the band that holds 95 %% of them where the "
                          "chains agree and the draws are independent.",
                          inside, posterior->n_chains * n_bins);
}

static void
table (GString *text, const IplView *view)
{
  const IplPosteriorSummary *posterior = view->posterior;
  g_string_append (text, "rank from\trank to\texpected\tsd");
  for (guint c = 0; posterior != NULL && c < posterior->n_chains; c++)
    g_string_append_printf (text, "\tchain %u", c + 1);
  g_string_append_c (text, '\n');
  if (posterior == NULL)
    return;
  guint n_bins = ipl_rank_bins (posterior);
  g_autofree guint *counts = g_new0 (guint, (gsize)posterior->n_chains * n_bins + 1);
  g_autofree double *draws = ipl_posterior_entry_draws (posterior, view->pair_p, view->pair_q);
  double expected, spread;
  ipl_diagnostics_rank_histogram (posterior->n_chains, posterior->n_draws, draws, n_bins, counts);
  ipl_rank_expectation (posterior, n_bins, &expected, &spread);
  for (guint b = 0; b < n_bins; b++)
    {
      ipl_table_number (text, (double)b / n_bins);
      ipl_table_cell (text, (b + 1.0) / n_bins);
      ipl_table_cell (text, expected);
      ipl_table_cell (text, spread);
      for (guint c = 0; c < posterior->n_chains; c++)
        ipl_table_cell (text, counts[c * n_bins + b]);
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_ranks = {
  .id = "ranks",
  .title = "Ranks by chain",
  .label = "Ranks",
  .needs = IPL_NEEDS_SAMPLES,
  .empty = ipl_view_posterior_empty,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = ipl_step_entries,
  .describe = describe,
  .table = table,
  .height_narrow = 0.62,
  .height_wide = 0.33,
};
