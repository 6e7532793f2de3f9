/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the pruning panel's axes, curves and keys lie. */

#include "figures/panels/network/pruning-layout.h"

#include "figures/kit/number.h"
#include "figures/kit/text.h"

#include <math.h>

void
ipl_pruning_layout_clear (IplPruningLayout *self)
{
  ipl_legend_clear (&self->legend);
}

IplColor
ipl_pruning_color (const IplStyle *style, IplRemovalOrder order)
{
  static const gsize ranks[IPL_REMOVAL_RANDOM] = {
    [IPL_REMOVAL_BY_SCORE] = 1,
    [IPL_REMOVAL_REVERSE] = 2,
    [IPL_REMOVAL_BY_ENTROPY] = 6,
    [IPL_REMOVAL_BY_GRADIENT] = 4,
  };
  return order < IPL_REMOVAL_RANDOM ? ipl_style_series_color (style, ranks[order]) : style->faint;
}

IplMarker
ipl_pruning_marker (IplRemovalOrder order)
{
  return order == IPL_REMOVAL_REVERSE       ? IPL_MARKER_TRIANGLE_DOWN
         : order == IPL_REMOVAL_BY_ENTROPY  ? IPL_MARKER_DIAMOND
         : order == IPL_REMOVAL_BY_GRADIENT ? IPL_MARKER_TRIANGLE
                                            : IPL_MARKER_SQUARE;
}

static gboolean
any_finite (const double *values, guint n)
{
  for (guint i = 0; values != NULL && i < n; i++)
    if (isfinite (values[i]))
      return TRUE;
  return FALSE;
}

static void
include (const double *values, const double *se, guint n, double *lo, double *hi)
{
  for (guint i = 0; values != NULL && i < n; i++)
    if (isfinite (values[i]))
      {
        double bar = se != NULL && isfinite (se[i]) ? se[i] : 0;
        *lo = MIN (*lo, values[i] - bar);
        *hi = MAX (*hi, values[i] + bar);
      }
}

static void
include_all (const IplPruning *pruning, double *lo, double *hi)
{
  guint n = pruning->n_points;

  for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
    {
      include (pruning->curve[o].accuracy, pruning->curve[o].se, n, lo, hi);
      include (pruning->curve[o].tuned, pruning->curve[o].tuned_se, n, lo, hi);
    }
  include (pruning->random_mean, NULL, n, lo, hi);
  include (pruning->random_low, NULL, n, lo, hi);
  include (pruning->random_high, NULL, n, lo, hi);
}

/* @compared: (nullable): what is compared, on the same scale. */
static void
find_range (const IplPruningLayout *self, const IplView *compared, double *lo, double *hi)
{
  *lo = INFINITY;
  *hi = -INFINITY;
  include_all (self->pruning, lo, hi);
  if (compared != NULL && ipl_view_get_pruning (compared) != NULL)
    include_all (ipl_view_get_pruning (compared), lo, hi);
  if (!isfinite (*lo))
    {
      *lo = self->chance ? 0.5 : 0;
      *hi = 1;
    }
  if (self->chance)
    {
      *lo = MIN (*lo, 0.5);
      *hi = MAX (*hi, 0.5);
    }
  double pad = MAX (0.05 * (*hi - *lo), self->chance ? 0.005 : 0.02 * fabs (*hi));
  *lo = MAX (*lo - pad, 0);
  *hi = self->chance ? MIN (*hi + pad, 1.01) : *hi + pad;
}

/* With how far its ranks agree with those by score. */
static char *
name_order (const char *name, const IplOrderCorrelation *agreement, gboolean brief)
{
  if (brief || agreement->n == 0 || isnan (agreement->spearman))
    return g_strdup (name);
  g_autofree char *rho = ipl_number_fixed (agreement->spearman, 2);
  return g_strdup_printf ("%s (ρ = %s)", name, rho);
}

static void
make_legend (IplPruningLayout *self, const IplStyle *style, double width, gboolean brief)
{
  static const char *const names[2][IPL_REMOVAL_RANDOM]
      = { { "lowest score first", "highest score first", "highest entropy first",
            "lowest gradient first" },
          { "lowest score", "highest score", "highest entropy", "lowest gradient" } };
  const IplPruning *pruning = self->pruning;
  IplLegend *legend = &self->legend;
  ipl_legend_clear (legend);
  ipl_legend_init (legend);
  if (pruning == NULL)
    return;
  if (!brief || !pruning->is_trained)
    ipl_legend_add (legend, IPL_KEY_NONE,
                    g_strdup (pruning->is_trained ? "trained network" : "theory, <i>U</i> zeroed"),
                    style->ink, 0, IPL_DASH_SOLID);
  for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
    if (any_finite (pruning->curve[o].accuracy, pruning->n_points))
      ipl_legend_add_marker (legend, IPL_KEY_LINE_MARKER,
                             name_order (names[brief][o], &pruning->correlation[o], brief),
                             ipl_pruning_color (style, o), style->line_pt, IPL_DASH_SOLID,
                             ipl_pruning_marker (o), FALSE);
  if (pruning->no_entropy != NULL)
    ipl_legend_add (legend, IPL_KEY_NONE, g_strdup ("entropy not known"), style->ink, 0,
                    IPL_DASH_SOLID);
  if (pruning->no_gradient != NULL)
    ipl_legend_add (legend, IPL_KEY_NONE, g_strdup ("gradient not known"), style->ink, 0,
                    IPL_DASH_SOLID);
  if (any_finite (pruning->random_mean, pruning->n_points))
    ipl_legend_add (legend, IPL_KEY_LINE,
                    brief ? g_strdup ("random")
                          : g_strdup_printf ("%u random order%s, 5–95 %%", pruning->n_random,
                                             pruning->n_random == 1 ? "" : "s"),
                    ipl_pruning_color (style, IPL_REMOVAL_RANDOM), style->line_pt,
                    IPL_DASH_DASH_DOT);
  gboolean tuned = FALSE;
  for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
    tuned = tuned || any_finite (pruning->curve[o].tuned, pruning->n_points);
  if (tuned)
    ipl_legend_add_marker (legend, IPL_KEY_LINE_MARKER,
                           pruning->fine_tune_steps && !brief
                               ? g_strdup_printf ("fine-tuned, %u steps", pruning->fine_tune_steps)
                               : g_strdup ("fine-tuned"),
                           style->ink, style->line_pt, IPL_DASH_DASHED, IPL_MARKER_SQUARE, TRUE);
  if (self->view->pruned > 0 && !brief)
    ipl_legend_add (legend, IPL_KEY_LINE,
                    g_strdup_printf ("chosen: %d removed", self->view->pruned), style->accent,
                    0.7 * style->line_pt, IPL_DASH_SOLID);
  ipl_legend_layout (legend, style, width);
}

/* The curve on which a point is chosen; without an order it is not known anywhere. */
const IplPruningCurve *
ipl_pruning_chosen (const IplPruningLayout *self)
{
  return &self->pruning->curve[self->view->order];
}

/* The share left at a step, for the axis above. */
char *
ipl_pruning_row_text (const IplPruningLayout *self, guint row, guint step)
{
  double share = self->row[row][step] / self->row[row][0];
  g_autofree char *number = ipl_number_fixed (100 * share, 0);
  return g_strdup_printf ("%s %%", number);
}

static void
find_rows (IplPruningLayout *self, const IplStyle *style, double width)
{
  const IplPruningCurve *curve = ipl_pruning_chosen (self);
  const double *rows[] = { curve->parameters, curve->multiply_adds };
  static const char *const names[][2]
      = { { "parameters left", "parameters left" }, { "multiply-adds left", "mult.-adds left" } };
  double small = ipl_style_small (style);
  gboolean brief = ipl_text_width (style, names[1][0], small) > 0.22 * width;
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    if (any_finite (rows[r], self->pruning->n_points) && rows[r][0] > 0)
      {
        self->row[self->n_rows] = rows[r];
        self->row_name[self->n_rows++] = names[r][brief];
      }
}

void
ipl_pruning_layout_init (IplPruningLayout *self, const IplView *view, const IplStyle *style,
                         double width, double height)
{
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double tick = ipl_axis_tick_length (style), text_h = ipl_text_height (style, small);
  double label_h = ipl_text_height (style, em), lo = 0, hi = 1;

  *self = (IplPruningLayout){ .view = view,
                              .pruning = ipl_view_get_pruning (view),
                              .chance = !isnan (ipl_case_get_score (view->the_case)->chance) };
  make_legend (self, style, width - 2 * margin, FALSE);
  if (self->legend.height > 0.17 * height)
    make_legend (self, style, width - 2 * margin, TRUE);
  self->legend_y = margin;
  if (self->pruning == NULL)
    return;
  find_rows (self, style, width);
  /* The curves come before what is written above them. */
  double rest = height - self->legend.height - 2 * label_h - text_h - 2 * tick;
  while (self->n_rows > 0 && rest - self->n_rows * text_h < 6 * em)
    self->n_rows--;
  find_range (self, view->compared, &lo, &hi);
  self->limited = ipl_panel_style_take_range (style->panel, IPL_AXIS_Y, FALSE, &lo, &hi);
  self->row_h = 1.02 * text_h;
  guint last = self->pruning->n_points - 1;
  double above = self->n_rows ? 1.2 * tick + self->n_rows * self->row_h + 0.3 * em : 0.8 * em;
  double top = margin + self->legend.height + above + 0.3 * em;
  double bottom = height - margin - label_h - 0.15 * em - text_h - 1.2 * tick;
  double plot_h = MAX (bottom - top, 1);
  ipl_axis_init (&self->y, style, lo, hi, FALSE, plot_h, TRUE);
  double left = margin + label_h + 0.35 * em + self->y.label_w + 1.5 * tick, names = 0;
  double half = ipl_text_width (style, "100 %", small) / 2;
  for (guint r = 0; r < self->n_rows; r++)
    names = MAX (names, ipl_text_width (style, self->row_name[r], small));
  double right = width - margin - (self->n_rows ? MAX (0, half - 0.7 * em) : 0);
  /* The first number of a row stands over its tick, and the name before it. */
  double inset = 0.7 * em;
  if (self->n_rows)
    left = MAX (left, margin + names + 0.8 * em + half - inset);
  double plot_w = MAX (right - left, 1), pad = inset * MAX (last, 1) / MAX (plot_w - 2 * inset, 1);
  self->plot = (IplRect){ left, top, plot_w, plot_h };
  self->label_x = left - 1.5 * tick - self->y.label_w - 0.35 * em - label_h / 2;
  ipl_axis_init_whole (&self->x, style, -pad, MAX (last, 1) + pad, plot_w, FALSE);
  self->row_x = left + inset - half - 0.8 * em;
  double pitch = self->x.n > 1 ? ipl_pruning_layout_x (self, self->x.at[1])
                                     - ipl_pruning_layout_x (self, self->x.at[0])
                               : plot_w;
  self->row_stride = MAX (1, (guint)ceil ((2 * half + 0.5 * small) / MAX (pitch, 1)));
  /* No room for names, no rows. */
  if (self->row_x - names < margin - 1 || plot_w < 4 * half)
    self->n_rows = 0;
}

double
ipl_pruning_layout_x (const IplPruningLayout *self, double step)
{
  return self->plot.x + ipl_axis_fraction (&self->x, step) * self->plot.w;
}

double
ipl_pruning_layout_y (const IplPruningLayout *self, double value)
{
  double fraction = ipl_axis_fraction (&self->y, value);
  return self->plot.y + (1 - (self->limited ? fraction : CLAMP (fraction, 0, 1))) * self->plot.h;
}
