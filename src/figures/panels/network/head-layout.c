/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the head panel's bars, marks and labels lie. */

#include "figures/panels/network/head-layout.h"

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/view/network-view.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

/* Between two layers, in widths of a head. */
#define LAYER_GAP 0.6

void
ipl_head_layout_clear (IplHeadLayout *self)
{
  ipl_legend_clear (&self->legend);
  g_clear_pointer (&self->place, g_free);
  for (guint l = 0; l < G_N_ELEMENTS (self->layer_text); l++)
    g_clear_pointer (&self->layer_text[l], g_free);
}

static gboolean
has_drops (const IplHeadReport *report, const IplHeadDrops *drops)
{
  for (guint k = 0; drops->drop != NULL && k < report->n_heads; k++)
    if (isfinite (drops->drop[k]))
      return TRUE;
  return FALSE;
}

static void
find_series (IplHeadLayout *self, const IplStyle *style)
{
  const IplHeadReport *report = ipl_view_get_heads (self->view);
  if (report == NULL)
    return;
  const IplHeadSeries all[] = {
    { &report->trained, "trained network", "trained", IPL_MARKER_SQUARE, FALSE,
      ipl_style_trained_color (style) },
    { &report->zeroed, "theory, zeroed", "zeroed", IPL_MARKER_CROSS, FALSE,
      ipl_style_theory_color (style) },
    { &report->resolved, "theory, solved anew", "solved anew", IPL_MARKER_DIAMOND, TRUE,
      ipl_style_series_color (style, 0) },
  };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (has_drops (report, all[i].drops))
      self->series[self->n_series++] = all[i];
}

/* "trained network, ρ = 0.83 [0.41, 0.95]", without the interval at 1, and in brief from there. */
static char *
series_markup (const IplHeadLayout *self, const IplHeadSeries *series, guint detail)
{
  const IplHeadReport *report = ipl_view_get_heads (self->view);
  const IplCorrelation *correlation = &series->drops->correlation;
  g_autofree char *rho = detail == 0                     ? ipl_correlation_text (correlation)
                         : isfinite (correlation->value) ? ipl_number_fixed (correlation->value, 2)
                                                         : NULL;
  gboolean partial = series->drops == &report->resolved && report->n_resolved < report->n_heads;
  GString *text = g_string_new (detail == 0 ? series->name : series->brief);
  if (partial)
    g_string_append_printf (text, " (%u of %u)", report->n_resolved, report->n_heads);
  if (rho != NULL)
    g_string_append_printf (text, ", <i>ρ</i> = %s", rho);
  return g_string_free (text, FALSE);
}

static void
make_legend (IplHeadLayout *self, const IplStyle *style, double width, guint detail)
{
  const IplSetting *setting = ipl_view_head_setting (self->view);
  ipl_legend_clear (&self->legend);
  ipl_legend_init (&self->legend);
  if (setting == NULL)
    return;
  g_autofree char *at = ipl_view_setting_markup (setting);
  ipl_legend_add (&self->legend, IPL_KEY_BAR, g_strdup_printf ("score, %s", at),
                  ipl_color_mix (style->paper, style->ink, 0.5), 0, IPL_DASH_SOLID);
  if (ipl_view_scores_are_doubtful (self->view))
    ipl_legend_add_theory_doubt (&self->legend, self->view, style, "theory not converged");
  for (guint i = 0; i < self->n_series; i++)
    {
      const IplHeadSeries *series = &self->series[i];
      ipl_legend_add_marker (&self->legend, IPL_KEY_MARKER, series_markup (self, series, detail),
                             series->color, style->line_pt, IPL_DASH_SOLID, series->marker,
                             series->hollow);
      if (series->drops == &ipl_view_get_heads (self->view)->resolved
          && ipl_view_get_heads (self->view)->n_doubtful > 0)
        ipl_legend_add (&self->legend, IPL_KEY_WARNING,
                        g_strdup_printf ("%u of these not converged",
                                         ipl_view_get_heads (self->view)->n_doubtful),
                        style->accent, style->line_pt, IPL_DASH_SOLID);
    }
  ipl_legend_layout (&self->legend, style, width);
}

static void
include_drops (const IplHeadLayout *self, double *lo, double *hi)
{
  for (guint i = 0; i < self->n_series; i++)
    for (guint k = 0; k < self->n_heads; k++)
      {
        const IplHeadDrops *drops = self->series[i].drops;
        if (!isfinite (drops->drop[k]))
          continue;
        double se = drops->se != NULL && isfinite (drops->se[k]) ? drops->se[k] : 0;
        *lo = MIN (*lo, drops->drop[k] - se);
        *hi = MAX (*hi, drops->drop[k] + se);
      }
}

static void
find_drop_range (const IplHeadLayout *self, const IplStyle *style, double *lo, double *hi)
{
  *lo = *hi = 0;
  include_drops (self, lo, hi);
  if (self->view->compared != NULL)
    {
      const IplView *view = self->view->compared;
      IplHeadLayout compared = { .view = view, .n_heads = ipl_case_n_heads (view->the_case) };

      find_series (&compared, style);
      include_drops (&compared, lo, hi);
    }
  const IplScore *score = ipl_case_get_score (self->view->the_case);
  double pad = MAX (0.07 * (*hi - *lo), score->is_share ? 0.003 : 0.01 * *hi);
  *hi += pad;
  *lo -= *lo < 0 ? pad : 0.3 * pad;
}

/* What the heads stand in the order of, below the first layer's place. */
static void
name_order (IplHeadLayout *self, const IplStyle *style)
{
  static const char *const forms[]
      = { "(layer) head, in the order of their scores", "by rising score", "" };
  double small = ipl_style_small (style);
  guint f = 0;

  while (forms[f][0] != '\0' && ipl_text_width (style, forms[f], small) > self->score.w)
    f++;
  for (guint l = 0; l < self->L && l < G_N_ELEMENTS (self->layer_text); l++)
    self->layer_text[l] = g_strdup (l == 0 ? forms[f] : "");
}

static int
compare_scores (gconstpointer a, gconstpointer b, gpointer view)
{
  double score_a = ipl_view_head_score (view, *(const guint *)a);
  double score_b = ipl_view_head_score (view, *(const guint *)b);

  return (score_a > score_b) - (score_a < score_b);
}

/* Layer by layer, or as scores rise where they are known. */
static void
place_heads (IplHeadLayout *self, const IplStyle *style)
{
  g_autofree guint *order = g_new (guint, self->n_heads);

  self->place = g_new (guint, self->n_heads);
  self->rises = style->look == IPL_LOOK_PAPER;
  for (guint k = 0; k < self->n_heads; k++)
    {
      order[k] = k;
      self->rises = self->rises && isfinite (ipl_view_head_score (self->view, k));
    }
  if (self->rises)
    g_qsort_with_data (order, (int)self->n_heads, sizeof *order, compare_scores,
                       (gpointer)self->view);
  for (guint k = 0; k < self->n_heads; k++)
    self->place[order[k]] = k;
}

/* Names or numbers of heads, as many as fit; what a layer is called. */
static void
choose_labels (IplHeadLayout *self, const IplStyle *style)
{
  const IplCaseInfo *the_case = self->view->the_case;
  double small = ipl_style_small (style), space = 0.5 * small, widest = 0, number = 0;
  gboolean plain = TRUE;
  for (guint l = 0; l < self->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        g_autofree char *label = ipl_view_head_label (the_case, l, h);
        g_autofree char *markup = ipl_view_head_markup (the_case, style, l, h);
        g_autofree char *text = ipl_case_head_text (the_case, l, h);
        g_autofree char *usual = g_strdup_printf ("head %u", h + 1);
        plain = plain && (g_str_equal (label, usual) || ipl_case_head_is_identity (the_case, l, h))
                && style->look == IPL_LOOK_OWN;
        widest = MAX (widest, ipl_text_width (style, markup, small));
        number = MAX (number, ipl_text_width (style, text, small));
      }
  self->names = !plain && widest + space <= self->slot;
  self->stride = 1;
  if (self->rises)
    number = widest;
  while (!self->names && number + space > self->stride * self->slot && self->stride < 1000)
    self->stride = self->stride == 1 ? 2 : self->stride == 2 ? 5 : self->stride + 5;
  if (self->rises)
    {
      name_order (self, style);
      return;
    }
  static const char *const forms[] = { "heads of layer ", "layer ", "L" };
  for (guint f = 0; f < G_N_ELEMENTS (forms); f++)
    {
      gboolean fits = TRUE;
      /* The last one ends at the page, and the others at the next. */
      for (guint l = 0; l < self->L && l < G_N_ELEMENTS (self->layer_text); l++)
        {
          g_free (self->layer_text[l]);
          self->layer_text[l] = g_strdup_printf ("%s%u", forms[f], l + 1);
          fits = fits
                 && ipl_text_width (style, self->layer_text[l], small) + space
                        <= (the_case->H[l] + (l + 1 < self->L ? LAYER_GAP : 0)) * self->slot;
        }
      if (fits)
        return;
    }
  for (guint l = 0; l < self->L; l++)
    self->layer_text[l][0] = 0;
}

void
ipl_head_layout_init (IplHeadLayout *self, const IplView *view, const IplStyle *style, double width,
                      double height)
{
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double tick = ipl_axis_tick_length (style), text_h = ipl_text_height (style, small);
  double label_h = ipl_text_height (style, em), lo, hi;

  *self = (IplHeadLayout){ .view = view, .L = view->the_case->L };
  self->n_heads = ipl_case_n_heads (view->the_case);
  place_heads (self, style);
  find_series (self, style);
  make_legend (self, style, width - 2 * margin, 0);
  if (self->legend.height > 0.2 * height)
    make_legend (self, style, width - 2 * margin, 1);
  self->legend_y = margin;

  double top = margin + self->legend.height + 0.6 * text_h;
  self->bottom = height - margin - 2.05 * text_h - 0.6 * tick;
  double room = MAX (self->bottom - top, 1);
  double gap = self->n_series > 0 ? 0.9 * text_h : 0;
  double score_h = self->n_series > 0 ? MAX (0.42 * (room - gap), 1) : room;
  double drop_h = MAX (room - score_h - gap, 0);
  find_drop_range (self, style, &lo, &hi);
  ipl_axis_init (&self->score_axis, style, 0, 1.04, FALSE, score_h, TRUE);
  ipl_axis_init (&self->drop_axis, style, lo, hi, FALSE, MAX (drop_h, 1), TRUE);
  double labels = MAX (self->score_axis.label_w, self->n_series > 0 ? self->drop_axis.label_w : 0);
  double left = margin + label_h + 0.35 * em + labels + 1.5 * tick;
  double w = MAX (width - margin - left, 1);
  self->label_x = margin + label_h / 2;
  self->score = (IplRect){ left, top, w, score_h };
  self->drop = (IplRect){ left, top + score_h + gap, w, drop_h };
  self->slot = w / (self->n_heads + (self->rises ? 0 : self->L - 1) * LAYER_GAP);
  self->spread = self->n_series > 0 ? MIN (0.72 * self->slot / self->n_series, 1.3 * em) : 0;
  self->radius = CLAMP (0.5 * self->spread, 0.1 * em, 0.33 * em);
  choose_labels (self, style);
}

/* Middle of a head's place. */
double
ipl_head_layout_x (const IplHeadLayout *self, guint layer, guint head)
{
  guint k = ipl_case_head_index (self->view->the_case, layer, head);
  return self->score.x
         + (self->place[k] + 0.5 + (self->rises ? 0 : layer) * LAYER_GAP) * self->slot;
}

double
ipl_head_layout_series_x (const IplHeadLayout *self, guint layer, guint head, guint series)
{
  return ipl_head_layout_x (self, layer, head)
         + (series - (self->n_series - 1) / 2.0) * self->spread;
}

/* Whether there is a score or a drop of some head. */
gboolean
ipl_heads_are_known (const IplView *view)
{
  const IplHeadReport *report = ipl_view_get_heads (view);
  if (report != NULL
      && (has_drops (report, &report->trained) || has_drops (report, &report->zeroed)
          || has_drops (report, &report->resolved)))
    return TRUE;
  for (guint k = 0; k < ipl_case_n_heads (view->the_case); k++)
    if (isfinite (ipl_view_head_score (view, k)))
      return TRUE;
  return FALSE;
}
