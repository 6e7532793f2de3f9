/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panel d: overlap of the kernel's principal components with the labels, beside the GP's. */

#include "figures/panels/theory/overlap-plot.h"

#include "figures/kit/scribe.h"
#include "figures/kit/axis.h"
#include "figures/kit/legend.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/target-words.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  const IplView *view;
  const IplSolution *finite; /* nullable */
  const IplSolution *gp;     /* nullable */
  guint n;
  IplLegend legend;
  double legend_x, legend_y;
  IplRect plot;
  IplAxis x, y;
  double label_x;
  double pitch; /* width of a component */
} OverlapLayout;

static void
layout_clear (OverlapLayout *self)
{
  ipl_legend_clear (&self->legend);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OverlapLayout, layout_clear)

#define Y_TITLE "overlap |<i>v</i><sub>k</sub>·<i>y</i>| / |<i>y</i>|"
#define Y_TITLE_SHORT "overlap"
#define X_TITLE "principal component <i>k</i>"

static double
overlap (const IplSolution *solution, guint k)
{
  return solution != NULL && solution->overlap != NULL && k < solution->P ? solution->overlap[k]
                                                                          : NAN;
}

/* The first component of the eigenspace that component @k is of, and how many it has. */
static guint
cluster (const IplSolution *solution, guint k, guint *size)
{
  gsize all = 1, first = solution != NULL ? ipl_solution_get_cluster (solution, k, &all) : k;

  *size = (guint)all;
  return (guint)first;
}

/* One scale for all widths: bars change under the scrubber, the axis does not. */
static double
find_highest (const IplView *view)
{
  double highest = 0;
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  guint n = ipl_view_n_components (view);

  for (guint k = 0; k < n; k++)
    {
      for (guint i = 0; i < rows->len; i++)
        highest = fmax (highest, overlap (ipl_view_row (view, g_array_index (rows, guint, i)), k));
      for (guint i = 0; view->frames != NULL && i < view->frames->n; i++)
        highest = fmax (highest, overlap (view->frames->solutions[i], k));
      highest = fmax (highest, overlap (view->current, k));
      highest = fmax (highest, overlap (ipl_view_gp (view), k));
    }
  return highest;
}

/* And one for both of two that are compared. */
static double
choose_highest (const IplView *view)
{
  double highest = find_highest (view);

  if (view->compared != NULL)
    highest = fmax (highest, find_highest (view->compared));
  return highest > 0 ? MIN (1.06 * highest, MAX (1, highest)) : 1;
}

/* Components are counted from 1: 1, then the round numbers; never a half. */
static void
count_from_one (OverlapLayout *self, const IplStyle *style)
{
  double small = ipl_style_small (style);
  IplAxis ticks = self->x;
  self->x.n = 0;
  for (guint i = 0; i < ticks.n; i++)
    {
      double at = ticks.at[i];
      if (at != floor (at) || at < 1)
        continue;
      if (self->x.n == 0 && at > 1)
        {
          double w1 = ipl_text_width (style, "1", small);
          double w = ipl_text_width (style, ticks.label[i], small);
          if ((at - 1) * self->pitch > (w1 + w) / 2 + 0.5 * small)
            {
              self->x.at[0] = 1;
              g_strlcpy (self->x.label[0], "1", sizeof self->x.label[0]);
              self->x.n = 1;
            }
        }
      g_autofree char *text = ipl_number_fixed (at, 0);
      self->x.at[self->x.n] = at;
      g_strlcpy (self->x.label[self->x.n], text, sizeof self->x.label[0]);
      self->x.n++;
    }
}

static void
layout_init (OverlapLayout *self, const IplView *view, const IplStyle *style, double width,
             double height)
{
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double tick = ipl_axis_tick_length (style), text_h = ipl_text_height (style, small);

  *self = (OverlapLayout){ .view = view, .n = ipl_view_n_components (view) };
  self->gp = ipl_view_gp (view);
  if (view->current != NULL && !view->current->setting.gp)
    self->finite = view->current;
  ipl_legend_init (&self->legend);
  if (self->finite != NULL)
    ipl_legend_add_marker (
        &self->legend, ipl_solution_is_doubtful (self->finite) ? IPL_KEY_BAR_OUTLINE : IPL_KEY_BAR,
        ipl_view_setting_markup (&self->finite->setting), ipl_style_theory_color (style),
        0.7 * style->line_pt, IPL_DASH_SOLID, IPL_MARKER_SQUARE, TRUE);
  ipl_legend_add_theory_doubt (&self->legend, view, style, "not converged");
  if (self->gp != NULL)
    ipl_legend_add (&self->legend, IPL_KEY_BAR_OUTLINE, g_strdup ("GP"),
                    ipl_style_gp_color (style, 0), 0.7 * style->line_pt, IPL_DASH_SOLID);
  if (self->finite == NULL && self->gp == NULL)
    ipl_legend_add (&self->legend, IPL_KEY_NONE, g_strdup ("not solved yet"), style->ink, 0,
                    IPL_DASH_SOLID);
  ipl_legend_layout (&self->legend, style, width - 2 * margin);
  self->legend_y = margin;

  double highest = choose_highest (view);
  double top = margin + self->legend.height + 0.35 * em;
  double label_h = ipl_text_height (style, em);
  double bottom = height - margin - label_h - 0.15 * em - text_h - 1.2 * tick;
  double plot_h = MAX (bottom - top, 1);
  ipl_axis_init_chosen (&self->y, style, 0, highest, FALSE, plot_h, TRUE);
  double left = margin + label_h + 0.35 * em + self->y.label_w + 1.5 * tick;
  self->legend_x = MAX (margin, width - margin - self->legend.width);
  /* The last number stands below the last component, and is not cut. */
  g_autofree char *last = g_strdup_printf ("%u", self->n);
  double beside = MAX (0.3 * em, ipl_text_width (style, last, small) / 2 - margin);
  double plot_w = MAX (width - margin - beside - left, 1);
  ipl_axis_init (&self->x, style, 0.5, self->n + 0.5, FALSE, plot_w, FALSE);
  self->plot = (IplRect){ left, top, plot_w, plot_h };
  self->label_x = margin + label_h / 2;
  self->pitch = plot_w / self->n;

  count_from_one (self, style);
}

/* The bar of component @k; @series 0 for finite width, 1 for the GP. Several components of one
 * eigenvalue have one overlap, and one bar in the first one's place. */
static gboolean
bar (const OverlapLayout *self, guint k, int series, IplRect *out)
{
  const IplSolution *solution = series == 0 ? self->finite : self->gp;
  double value = overlap (solution, k);
  guint size;
  if (!isfinite (value) || cluster (solution, k, &size) != k)
    return FALSE;
  gboolean both = self->finite != NULL && self->gp != NULL;
  double gap = 0.16 * self->pitch, w = (self->pitch - gap) / (both ? 2 : 1);
  double h = CLAMP (ipl_axis_fraction (&self->y, value), 0, 1) * self->plot.h;
  out->x = self->plot.x + k * self->pitch + gap / 2 + (both && series == 1 ? w : 0);
  out->y = self->plot.y + self->plot.h - h;
  out->w = w;
  out->h = h;
  return TRUE;
}

/* A line from the bar over all components it stands for, and a foot at their end. */
static void
draw_reach (const OverlapLayout *self, const IplStyle *style, cairo_t *cr, guint k, int series,
            const IplRect *r, const IplColor *color)
{
  guint size;
  cluster (series == 0 ? self->finite : self->gp, k, &size);
  if (size == 1)
    return;
  double right = self->plot.x + (MIN (k + size, self->n) - 0.08) * self->pitch;
  double line = MAX (style->line_pt, 0.5), y = r->y + line / 2;
  cairo_move_to (cr, r->x + r->w, y);
  cairo_line_to (cr, right, y);
  /* Those that are not shown go on beyond the edge. */
  if (k + size <= self->n)
    cairo_line_to (cr, right, MIN (y + 0.4 * style->font_pt, self->plot.y + self->plot.h));
  ipl_set_color (cr, *color, 1);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

static void
draw_bar (const OverlapLayout *self, const IplStyle *style, cairo_t *cr, guint k, int series,
          gboolean lit)
{
  IplRect r;
  IplColor color = lit           ? style->accent
                   : series == 0 ? ipl_style_theory_color (style)
                                 : ipl_style_gp_color (style, 0);
  if (!bar (self, k, series, &r))
    return;
  draw_reach (self, style, cr, k, series, &r, &color);
  if (series == 0 && !ipl_solution_is_doubtful (self->finite))
    {
      cairo_rectangle (cr, r.x, r.y, r.w, r.h);
      ipl_set_color (cr, color, 1);
      cairo_fill (cr);
      return;
    }
  double line = MIN (0.7 * style->line_pt, 0.3 * r.w);
  double h = MAX (r.h - line, 0);
  cairo_rectangle (cr, r.x + line / 2, r.y + r.h - h - line / 2, r.w - line, h);
  /* The theory's bar is empty where it has not converged. */
  ipl_set_color (cr, series == 0 ? style->paper : color, series == 0 ? 1 : 0.22);
  cairo_fill_preserve (cr);
  ipl_set_color (cr, color, 1);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const OverlapLayout *self = data;
  double em = style->font_pt, bottom = self->plot.y + self->plot.h;

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  ipl_part_begin (cr, "bars");
  for (guint k = 0; k < self->n; k++)
    for (int series = 1; series >= 0; series--)
      draw_bar (self, style, cr, k, series, FALSE);
  ipl_part_end (cr);
  ipl_axis_draw_y (&self->y, style, cr, self->plot.x, bottom, self->plot.h, FALSE);
  ipl_axis_draw_x (&self->x, style, cr, self->plot.x, bottom, self->plot.w);
  ipl_text_draw (cr, style, X_TITLE, em, style->ink, self->plot.x + self->plot.w / 2,
                 height - 0.4 * em, 0.5, 1);
  const char *title = Y_TITLE;
  if (ipl_text_width (style, title, em) > height - 0.8 * em)
    title = Y_TITLE_SHORT;
  ipl_text_draw_up_within (cr, style, title, em, style->ink, self->label_x,
                           self->plot.y + self->plot.h / 2, 0.4 * em, height - 0.4 * em);
  ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const OverlapLayout *self = data;
  const IplTarget *targets[] = { selected, hovered };
  double em = style->font_pt;

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (int f = 0; f < 2; f++)
    {
      const IplTarget *target = targets[f];
      if (target->component >= 0 && target->component < (int)self->n)
        {
          guint size, first = cluster (self->finite != NULL ? self->finite : self->gp,
                                       (guint)target->component, &size);
          guint end = MIN (first + size, self->n);
          cairo_rectangle (cr, self->plot.x + first * self->pitch, self->plot.y,
                           (end - first) * self->pitch, self->plot.h);
          ipl_set_color (cr, style->accent, 0.14);
          cairo_fill (cr);
          for (int series = 1; series >= 0; series--)
            draw_bar (self, style, cr,
                      cluster (series == 0 ? self->finite : self->gp, (guint)target->component,
                               &size),
                      series, TRUE);
        }
      /* Another width's overlaps, as dots over the current one's bars. */
      const IplSolution *row = ipl_view_row (view, target->row);
      for (guint k = 0; row != NULL && k < self->n; k++)
        {
          double value = overlap (row, k);
          guint size;
          if (!isfinite (value) || cluster (row, k, &size) != k)
            continue;
          double y = self->plot.y
                     + (1 - CLAMP (ipl_axis_fraction (&self->y, value), 0, 1)) * self->plot.h;
          cairo_new_sub_path (cr);
          cairo_arc (cr, self->plot.x + (k + 0.5) * self->pitch, y,
                     CLAMP (0.28 * self->pitch, 0.1 * em, 0.24 * em), 0, 2 * G_PI);
        }
      ipl_set_color (cr, style->accent, 1);
      cairo_fill_preserve (cr);
      cairo_set_line_width (cr, 0.3 * style->line_pt);
      ipl_set_color (cr, style->paper, 1);
      cairo_stroke (cr);
    }
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  g_autofree char *caption = ipl_target_caption (said, view);
  if (caption != NULL)
    ipl_caption_markup (style, caption, cr, width);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const OverlapLayout *self = data;
  IplRect area = self->plot;
  area.h += 2 * style->font_pt;
  if (!ipl_rect_contains (&area, x, y) || (self->finite == NULL && self->gp == NULL))
    return FALSE;
  target->component = CLAMP ((int)((x - self->plot.x) / self->pitch), 0, (int)self->n - 1);
  return TRUE;
}

gboolean
ipl_overlap_plot_point (const IplView *view, const IplStyle *style, double width, double height,
                        guint component, double *x, double *y)
{
  g_auto (OverlapLayout) self = { 0 };
  layout_init (&self, view, style, width, height);
  if (component >= self.n)
    return FALSE;
  *x = self.plot.x + (component + 0.5) * self.pitch;
  *y = self.plot.y + 0.9 * self.plot.h;
  return TRUE;
}

static void
describe (GString *text, const IplView *view)
{
  const IplSolution *gp = ipl_view_gp (view);
  const IplSolution *shown = view->current != NULL ? view->current : gp;
  guint n = ipl_view_n_components (view), best = 0;
  g_string_append_printf (text,
                          "Overlap of the labels with the first %u principal components of the "
                          "kernel, finite width beside the Gaussian process.",
                          n);
  ipl_describe_setting (text, view);
  if (shown == NULL || shown->overlap == NULL)
    return;
  for (guint k = 1; k < MIN (n, shown->P); k++)
    if (shown->overlap[k] > shown->overlap[best]) /* never true of one that is not known */
      best = k;
  g_autofree char *value = ipl_number_fixed (shown->overlap[best], 3);
  guint size, first = cluster (shown, best, &size);
  if (size > 1)
    g_string_append_printf (text,
                            " The largest is %s, of components %u to %u together, which have one "
                            "eigenvalue.",
                            value, first + 1, first + size);
  else
    g_string_append_printf (text, " The largest is component %u with %s.", best + 1, value);
}

/* Whether some of the first @n components have an eigenvalue in common. */
static gboolean
has_clusters (const IplSolution *solution, guint n)
{
  guint size;

  for (guint k = 0; k < n; k++)
    {
      cluster (solution, k, &size);
      if (size > 1)
        return TRUE;
    }
  return FALSE;
}

static void
table (GString *text, const IplView *view)
{
  const IplSolution *columns[]
      = { view->current != NULL && !view->current->setting.gp ? view->current : NULL,
          ipl_view_gp (view) };
  guint n = ipl_view_n_components (view);
  const char *doubt = ipl_view_doubt_heading (view);
  gboolean several = has_clusters (columns[0], n) || has_clusters (columns[1], n);
  g_string_append_printf (text,
                          "component\toverlap%s\teigenvalue%s%s\toverlap (GP)\teigenvalue (GP)%s\n",
                          doubt, doubt, several ? "\tmultiplicity" : "",
                          several ? "\tmultiplicity (GP)" : "");
  for (guint k = 0; k < n; k++)
    {
      g_string_append_printf (text, "%u", k + 1);
      for (int c = 0; c < 2; c++)
        {
          gboolean known = columns[c] != NULL && k < columns[c]->P;
          g_string_append_c (text, '\t');
          ipl_table_number (text,
                            known && columns[c]->overlap != NULL ? columns[c]->overlap[k] : NAN);
          g_string_append_c (text, '\t');
          ipl_table_number (
              text, known && columns[c]->eigenvalues != NULL ? columns[c]->eigenvalues[k] : NAN);
          if (several)
            {
              guint size;
              cluster (columns[c], k, &size);
              g_string_append_c (text, '\t');
              ipl_table_number (text, known ? size : NAN);
            }
        }
      g_string_append_c (text, '\n');
    }
}

static IplTarget
step_components (const IplTarget *self, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;
  target.component = self->component < 0
                         ? 0
                         : ipl_step_move (self->component, dx - dy, ipl_view_n_components (view));
  return target;
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  OverlapLayout *self = g_new0 (OverlapLayout, 1);
  layout_init (self, view, style, width, height);
  return self;
}

static void
layout_free (gpointer layout)
{
  layout_clear (layout);
  g_free (layout);
}

const IplPanel ipl_panel_overlap = {
  .id = "overlap",
  .ranges = IPL_RANGE_Y,
  .title = "Principal components",
  .label = "PC overlap",
  .needs = IPL_NEEDS_THEORY,
  .compares = IPL_COMPARES_BESIDE,
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = step_components,
  .describe = describe,
  .table = table,
  .height_narrow = 0.55,
  .height_wide = 0.36,
};
