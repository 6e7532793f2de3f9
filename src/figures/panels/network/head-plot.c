/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Head scores, and below them what each predictor loses without the head. */

#include "figures/panels/network/head-plot.h"

#include "figures/kit/scribe.h"
#include "figures/kit/frame.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/network/head-layout.h"
#include "figures/view/caption.h"
#include "figures/view/network-view.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/target-words.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/usable-view.h"
#include "figures/view/words.h"

#include <math.h>

static double
drop_y (const IplHeadLayout *self, double value)
{
  double fraction = ipl_axis_fraction (&self->drop_axis, value);
  return self->drop.y + (1 - CLAMP (fraction, 0, 1)) * self->drop.h;
}

static void
trace_bar (const IplHeadLayout *self, const IplStyle *style, cairo_t *cr, guint layer, guint head)
{
  double score
      = ipl_view_head_score (self->view, ipl_case_head_index (self->view->the_case, layer, head));
  if (!isfinite (score))
    return;
  double w = MIN (0.68 * self->slot, 2.6 * style->font_pt);
  double h = CLAMP (ipl_axis_fraction (&self->score_axis, score), 0, 1) * self->score.h;
  cairo_rectangle (cr, ipl_head_layout_x (self, layer, head) - w / 2,
                   self->score.y + self->score.h - h, w, h);
}

static void
draw_marks (const IplHeadLayout *self, const IplStyle *style, cairo_t *cr, guint layer, guint head,
            double scale)
{
  guint k = ipl_case_head_index (self->view->the_case, layer, head);
  for (guint i = 0; i < self->n_series; i++)
    {
      const IplHeadSeries *series = &self->series[i];
      double value = series->drops->drop[k];
      double se = series->drops->se != NULL ? series->drops->se[k] : NAN;
      if (!isfinite (value))
        continue;
      double x = ipl_head_layout_series_x (self, layer, head, i), y = drop_y (self, value);
      if (isfinite (se) && se > 0)
        {
          cairo_set_line_width (cr, MIN (0.7 * style->line_pt, 0.4 * self->radius) * scale);
          ipl_set_color (cr, series->color, 1);
          ipl_draw_error_bar (cr, x, drop_y (self, value - se), drop_y (self, value + se),
                              0.55 * self->radius);
        }
      ipl_draw_marker (cr, style, series->marker, series->color, x, y, scale * self->radius,
                       series->hollow);
    }
}

static void
draw_labels (const IplHeadLayout *self, const IplStyle *style, cairo_t *cr)
{
  const IplCaseInfo *the_case = self->view->the_case;
  double small = ipl_style_small (style), text_h = ipl_text_height (style, small);
  double tick = ipl_axis_tick_length (style), y = self->bottom + 0.6 * tick;
  for (guint l = 0; l < self->L; l++)
    {
      double first = self->rises ? self->score.x : ipl_head_layout_x (self, l, 0);
      double last = self->rises ? self->score.x + self->score.w
                                : ipl_head_layout_x (self, l, the_case->H[l] - 1);
      for (guint h = 0; h < the_case->H[l]; h++)
        {
          guint at = self->rises ? self->place[ipl_case_head_index (the_case, l, h)] : h;
          g_autofree char *markup = self->names || self->rises
                                        ? ipl_view_head_markup (the_case, style, l, h)
                                        : ipl_case_head_text (the_case, l, h);
          if (at % self->stride != 0)
            continue;
          if (ipl_view_head_is_removed (self->view, ipl_case_head_index (the_case, l, h)))
            {
              g_autofree char *struck = g_strdup_printf ("<s>%s</s>", markup);

              ipl_text_draw (cr, style, struck, small, style->ink, ipl_head_layout_x (self, l, h),
                             y, 0.5, 0);
            }
          else
            ipl_text_draw (cr, style, markup, small, style->ink, ipl_head_layout_x (self, l, h), y,
                           0.5, 0);
        }
      ipl_text_draw (cr, style, self->layer_text[l], small, style->ink, (first + last) / 2,
                     y + 1.05 * text_h, 0.5, 0);
    }
}

/* The axis of heads: a stretch for every layer. */
static void
draw_base (const IplHeadLayout *self, const IplStyle *style, cairo_t *cr, double y)
{
  const IplCaseInfo *the_case = self->view->the_case;
  for (guint l = 0; l < self->L; l++)
    {
      double first = ipl_head_layout_x (self, l, 0) - self->slot / 2;
      double last = ipl_head_layout_x (self, l, the_case->H[l] - 1) + self->slot / 2;
      cairo_move_to (cr, self->rises ? self->score.x : first, y);
      cairo_line_to (cr, self->rises ? self->score.x + self->score.w : last, y);
    }
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
}

static void
draw_title (const IplStyle *style, cairo_t *cr, const IplHeadLayout *self, const IplRect *plot,
            const char *title, const char *brief, double top, double bottom)
{
  if (ipl_text_width (style, title, style->font_pt) > bottom - top)
    title = brief;
  ipl_text_draw_up_within (cr, style, title, style->font_pt, style->ink, self->label_x,
                           plot->y + plot->h / 2, top, bottom);
}

static const char *
empty (const IplView *view, const char **more)
{
  *more = "solve the theory first";
  return ipl_heads_are_known (view) ? NULL : "The heads have no scores yet";
}

/* Bars and marks of heads that are gone at the point chosen on the pruning curve step back; their
 * names are struck through, and can be read. */
static void
fade_removed (const IplHeadLayout *self, const IplStyle *style, cairo_t *cr)
{
  const IplCaseInfo *the_case = self->view->the_case;
  for (guint l = 0; l < self->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      if (ipl_view_head_is_removed (self->view, ipl_case_head_index (the_case, l, h)))
        cairo_rectangle (cr, ipl_head_layout_x (self, l, h) - self->slot / 2, self->score.y,
                         self->slot, self->bottom - self->score.y);
  ipl_set_color (cr, style->paper, 0.72);
  cairo_fill (cr);
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplCaseInfo *the_case = view->the_case;
  const IplHeadLayout *self = data;
  const char *more, *sentence = empty (view, &more);
  if (sentence != NULL)
    {
      ipl_empty_draw_alone (style, cr, width, height, sentence, more);
      return;
    }
  double zero = drop_y (self, 0), middle = (self->score.y + self->score.h + self->drop.y) / 2;

  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  ipl_part_begin (cr, "scores");
  for (guint l = 0; l < self->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      trace_bar (self, style, cr, l, h);
  ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, 0.5), 1);
  cairo_fill (cr);
  ipl_part_end (cr);
  ipl_axis_draw_y (&self->score_axis, style, cr, self->score.x, self->score.y + self->score.h,
                   self->score.h, FALSE);
  draw_base (self, style, cr, self->score.y + self->score.h);
  draw_title (style, cr, self, &self->score, "head score", "score",
              self->legend_y + self->legend.height, self->n_series ? middle : height);
  if (self->n_series > 0 && self->drop.h > 0)
    {
      cairo_move_to (cr, self->drop.x, zero);
      cairo_line_to (cr, self->drop.x + self->drop.w, zero);
      cairo_set_line_width (cr, ipl_style_hairline (style));
      ipl_set_color (cr, style->faint, 1);
      cairo_stroke (cr);
      ipl_axis_draw_y (&self->drop_axis, style, cr, self->drop.x, self->bottom, self->drop.h,
                       FALSE);
      draw_base (self, style, cr, self->bottom);
      ipl_part_begin (cr, "drops");
      for (guint l = 0; l < self->L; l++)
        for (guint h = 0; h < the_case->H[l]; h++)
          draw_marks (self, style, cr, l, h, 1);
      ipl_part_end (cr);
      draw_title (style, cr, self, &self->drop, ipl_case_get_score (the_case)->loss,
                  ipl_case_get_score (the_case)->loss_brief, middle, height);
    }
  draw_labels (self, style, cr);
  fade_removed (self, style, cr);
  ipl_legend_draw (&self->legend, style, cr, (width - self->legend.width) / 2, self->legend_y);
}

/* Whether a target lights a head: it is the head, or a path of it runs through. */
static gboolean
is_lit (const IplTarget *target, const IplCaseInfo *the_case, guint layer, guint head)
{
  if (target->path >= 0)
    {
      const int paths[] = { target->path, target->other };
      for (int i = 0; i < 2; i++)
        if (paths[i] >= 0 && (gsize)paths[i] < the_case->Pi
            && ipl_case_path_uses_head (the_case, paths[i], layer, head))
          return TRUE;
      return FALSE;
    }
  return ipl_target_has_head (target, layer, head);
}

static void
light (const IplHeadLayout *self, const IplStyle *style, cairo_t *cr, guint layer, guint head,
       gboolean strong)
{
  double x = ipl_head_layout_x (self, layer, head) - self->slot / 2;
  double bottom = self->n_series > 0 ? self->bottom : self->score.y + self->score.h;
  cairo_rectangle (cr, x, self->score.y, self->slot, bottom - self->score.y);
  ipl_set_color (cr, style->accent, strong ? 0.2 : 0.12);
  cairo_fill (cr);
  trace_bar (self, style, cr, layer, head);
  ipl_set_color (cr, style->accent, 1);
  cairo_fill (cr);
  if (self->drop.h > 0)
    draw_marks (self, style, cr, layer, head, 1.2);
}

static char *
caption (const IplHeadLayout *self, const IplTarget *target)
{
  const IplCaseInfo *the_case = self->view->the_case;
  if (target->path >= 0 || target->head < 0 || target->layer < 0 || target->layer >= (int)self->L
      || target->head >= (int)the_case->H[target->layer])
    return ipl_target_caption (target, self->view);
  guint k = ipl_case_head_index (the_case, target->layer, target->head);
  g_autofree char *label = ipl_view_head_label (the_case, target->layer, target->head);
  g_autofree char *score = ipl_number_fixed (ipl_view_head_score (self->view, k), 2);
  GString *text = g_string_new (NULL);
  g_string_printf (text, "layer %d, %s: score %s", target->layer + 1, label, score);
  for (guint i = 0; i < self->n_series; i++)
    {
      const IplHeadDrops *drops = self->series[i].drops;
      if (!isfinite (drops->drop[k]))
        continue;
      g_autofree char *drop = ipl_number_fixed (drops->drop[k], 3);
      g_autofree char *se = ipl_number_fixed (drops->se != NULL ? drops->se[k] : NAN, 3);
      g_string_append_printf (text, ", %s %s ± %s", self->series[i].brief, drop, se);
    }
  char *markup = g_markup_escape_text (text->str, -1);
  g_string_free (text, TRUE);
  return markup;
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const IplHeadLayout *self = data;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  if (ipl_heads_are_known (self->view))
    for (guint l = 0; l < self->L; l++)
      for (guint h = 0; h < view->the_case->H[l]; h++)
        {
          gboolean over = is_lit (hovered, view->the_case, l, h);
          if (over || is_lit (selected, view->the_case, l, h))
            light (self, style, cr, l, h, over);
        }
  g_autofree char *text = caption (self, said);
  if (text != NULL)
    ipl_caption_markup (style, text, cr, width);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplCaseInfo *the_case = view->the_case;
  const IplHeadLayout *self = data;
  if (!ipl_heads_are_known (self->view) || y < self->score.y || y >= height)
    return FALSE;
  for (guint l = 0; l < self->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        double left = ipl_head_layout_x (self, l, h) - self->slot / 2;
        if (x < left || x >= left + self->slot)
          continue;
        target->layer = (int)l;
        target->head = (int)h;
        return TRUE;
      }
  return FALSE;
}

/* The middle of a head's place, for tests. */
gboolean
ipl_head_plot_point (const IplView *view, const IplStyle *style, double width, double height,
                     guint layer, guint head, double *x, double *y)
{
  g_auto (IplHeadLayout) self = { 0 };
  IplView usable = ipl_view_usable (view);
  ipl_head_layout_init (&self, &usable, style, width, height);
  *x = ipl_head_layout_x (&self, layer, head);
  *y = self.score.y + 0.6 * self.score.h;
  return ipl_heads_are_known (&usable);
}

static const struct
{
  const char *name;
  gsize offset;
} predictors[] = {
  { "trained network", G_STRUCT_OFFSET (IplHeadReport, trained) },
  { "theory, zeroed", G_STRUCT_OFFSET (IplHeadReport, zeroed) },
  { "theory, solved anew", G_STRUCT_OFFSET (IplHeadReport, resolved) },
};

static const IplHeadDrops *
drops_of (const IplHeadReport *report, guint i)
{
  return G_STRUCT_MEMBER_P (report, predictors[i].offset);
}

static void
describe (GString *text, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  const IplSetting *setting = ipl_view_head_setting (view);
  guint n = ipl_case_n_heads (the_case), best = 0;
  g_string_append_printf (text, "Scores of %u head%s", n, n == 1 ? "" : "s");
  g_string_append_printf (text, " beside the %s without each.",
                          ipl_case_get_score (the_case)->loss_words);
  if (setting == NULL)
    {
      g_string_append (text, " Nothing is solved yet.");
      return;
    }
  g_autofree char *at = ipl_view_setting_text (setting);
  for (guint k = 1; k < n; k++)
    if (ipl_view_head_score (view, k) > ipl_view_head_score (view, best))
      best = k;
  guint layer = 0, head = best;
  while (layer + 1 < the_case->L && head >= the_case->H[layer])
    head -= the_case->H[layer++];
  if (ipl_case_head_is_identity (the_case, layer, head))
    g_string_append_printf (text,
                            " Shown at %s. The highest score is that of the identity of layer %u.",
                            at, layer + 1);
  else
    g_string_append_printf (text, " Shown at %s. The highest score is that of head %u of layer %u.",
                            at, head + 1, layer + 1);
  guint gone = 0;
  for (guint k = 0; k < n; k++)
    if (ipl_view_head_is_removed (view, k))
      {
        ipl_view_head_at (the_case, k, &layer, &head);
        g_autofree char *number = ipl_head_number (the_case, layer, head);
        g_string_append_printf (text, "%s%s", gone++ == 0 ? " Removed: " : ", ", number);
      }
  if (gone > 0)
    g_string_append_c (text, '.');
  if (ipl_view_scores_are_doubtful (view))
    ipl_describe_doubt (text, view->current);
  for (guint i = 0; ipl_view_get_heads (view) != NULL && i < G_N_ELEMENTS (predictors); i++)
    {
      const IplHeadDrops *drops = drops_of (ipl_view_get_heads (view), i);
      g_autofree char *rho = ipl_correlation_text (&drops->correlation);
      if (rho != NULL)
        g_string_append_printf (text, " Rank correlation with the drop of the %s: %s.",
                                predictors[i].name, rho);
    }
  if (ipl_view_get_heads (view) != NULL && ipl_view_get_heads (view)->n_doubtful > 0)
    g_string_append_printf (
        text, " Of the theory solved anew, %u heads have not converged. %s",
        ipl_view_get_heads (view)->n_doubtful,
        ipl_view_get_heads (view)->message != NULL ? ipl_view_get_heads (view)->message : "");
}

static void
table (GString *text, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  g_string_append_printf (text, "layer\thead\tscore%s\tattention entropy\tgradient",
                          ipl_view_scores_are_doubtful (view) ? ipl_view_doubt_heading (view) : "");
  for (guint i = 0; i < G_N_ELEMENTS (predictors); i++)
    g_string_append_printf (text, "\tdrop, %s\tstandard error", predictors[i].name);
  g_string_append_c (text, '\n');
  for (guint l = 0, k = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++, k++)
      {
        g_autofree char *name = ipl_case_head_text (the_case, l, h);
        g_string_append_printf (text, "%u\t%s\t", l + 1, name);
        ipl_table_number (text, ipl_view_head_score (view, k));
        g_string_append_c (text, '\t');
        ipl_table_number (text, ipl_view_head_entropy (view, k));
        g_string_append_c (text, '\t');
        ipl_table_number (text, ipl_view_head_gradient (view, k));
        for (guint i = 0; i < G_N_ELEMENTS (predictors); i++)
          {
            const IplHeadDrops *drops = ipl_view_get_heads (view) != NULL
                                            ? drops_of (ipl_view_get_heads (view), i)
                                            : NULL;
            g_string_append_c (text, '\t');
            ipl_table_number (text, drops != NULL && drops->drop != NULL ? drops->drop[k] : NAN);
            g_string_append_c (text, '\t');
            ipl_table_number (text, drops != NULL && drops->se != NULL ? drops->se[k] : NAN);
          }
        g_string_append_c (text, '\n');
      }
  if (ipl_view_get_heads (view) == NULL)
    return;
  g_string_append (text, "rank correlation\tfrom\tto\tpredictor\n");
  for (guint i = 0; i < G_N_ELEMENTS (predictors); i++)
    {
      const IplCorrelation *c = &drops_of (ipl_view_get_heads (view), i)->correlation;
      if (!isfinite (c->value))
        continue;
      ipl_table_number (text, c->value);
      g_string_append_c (text, '\t');
      ipl_table_number (text, c->low);
      g_string_append_c (text, '\t');
      ipl_table_number (text, c->high);
      g_string_append_printf (text, "\t%s\n", predictors[i].name);
    }
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  IplHeadLayout *self = g_new0 (IplHeadLayout, 1);
  ipl_head_layout_init (self, view, style, width, height);
  return self;
}

static void
layout_free (gpointer layout)
{
  ipl_head_layout_clear (layout);
  g_free (layout);
}

const IplPanel ipl_panel_heads = {
  .id = "heads",
  .title = "Heads",
  .needs = IPL_NEEDS_HEADS,
  .compares = IPL_COMPARES_BESIDE,
  .controls = IPL_CONTROL_TEST_SET,
  .empty = empty,
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = ipl_step_heads,
  .describe = describe,
  .table = table,
  .height_narrow = 0.9,
  .height_wide = 0.48,
};
