/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the accuracy panel's axes, points and keys lie. */

#include "figures/panels/theory/accuracy-layout.h"

#include "core/base/units.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/text.h"
#include "figures/panels/theory/accuracy-parts.h"
#include "figures/panels/theory/accuracy-awaited.h"
#include "figures/panels/theory/accuracy-samples.h"
#include "figures/panels/theory/accuracy-seeds.h"
#include "figures/view/compared.h"
#include "figures/view/network-view.h"
#include "figures/view/path-color.h"
#include "figures/view/posterior-view.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

/* As much paler as a line of a limit is than its curve. */
#define PALE 0.65

void
ipl_accuracy_layout_clear (IplAccuracyLayout *self)
{
  if (self->compared != NULL)
    ipl_accuracy_layout_clear (self->compared);
  g_clear_pointer (&self->compared, g_free);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->posteriors, g_ptr_array_unref);
  ipl_legend_clear (&self->legend);
}

const IplPrediction *
ipl_accuracy_prediction (const IplSolution *solution, guint test)
{
  return solution != NULL && test < solution->n_tests ? &solution->tests[test] : NULL;
}

/* The case's own test set is ink with crosses, further ones have colours and marks of their own,
 * and no green or purple, which are paths and samples here. */
IplColor
ipl_accuracy_color (const IplStyle *style, guint test)
{
  static const gsize rank[] = { 4, 5, 2 };
  return test == 0 ? ipl_style_theory_color (style)
                   : ipl_style_series_color (style, rank[(test - 1) % G_N_ELEMENTS (rank)]);
}

IplMarker
ipl_accuracy_marker (guint test)
{
  static const IplMarker markers[] = { IPL_MARKER_CROSS, IPL_MARKER_TRIANGLE, IPL_MARKER_DIAMOND,
                                       IPL_MARKER_TRIANGLE_DOWN, IPL_MARKER_DOT };
  return markers[test == 0 ? 0 : 1 + (test - 1) % (G_N_ELEMENTS (markers) - 1)];
}

/* A GP line: paler than the curve it is the limit of. */
IplColor
ipl_accuracy_gp_color (const IplAccuracyLayout *self, const IplStyle *style, guint test, guint line)
{
  const IplGpLine *of
      = self->group != NULL && line < self->group->n_lines ? &self->group->lines[line] : NULL;

  return test == 0
             ? ipl_style_gp_line_color (style, self->view->the_case, of != NULL ? of->paths : NULL,
                                        of != NULL ? of->n_paths : 0, line)
             : ipl_color_mix (style->paper, ipl_accuracy_color (style, test), PALE);
}

/* All of what is compared has one colour: marks tell what it is. */
IplColor
ipl_accuracy_layout_color (const IplAccuracyLayout *self, const IplStyle *style, IplColor color,
                           gboolean pale)
{
  if (!self->is_compared)
    return color;
  return ipl_color_mix (style->paper, ipl_style_compared_color (style), pale ? PALE : 1);
}

/* And dashes of its own. */
IplDash
ipl_accuracy_layout_dash (const IplAccuracyLayout *self, IplDash dash)
{
  return self->is_compared ? (dash + 1) % IPL_N_DASHES : dash;
}

/* What the trained network reached, as far as the head panel or the pruning curve knows. */
static void
find_trained (IplAccuracyLayout *self)
{
  const IplView *view = self->view;
  const IplCaseTrained *trained = view->the_case->trained;
  const IplPruning *pruning = view->pruning;
  self->trained = (IplPrediction){ .accuracy = NAN, .accuracy_se = NAN };
  if (trained == NULL)
    return;
  for (guint l = 0; l <= view->the_case->L; l++)
    self->trained_N = MAX (self->trained_N, trained->N[l]);
  if (view->heads != NULL && isfinite (view->heads->trained.accuracy))
    {
      self->trained.accuracy = view->heads->trained.accuracy;
      self->trained_test = view->heads->test;
    }
  else if (pruning != NULL && pruning->is_trained)
    {
      self->trained.accuracy = pruning->curve[IPL_REMOVAL_BY_SCORE].accuracy[0];
      self->trained_test = pruning->test;
    }
  double p = self->trained.accuracy;
  if (self->trained_test < view->the_case->n_tests && !self->regression && p >= 0 && p <= 1)
    {
      gsize count = view->the_case->test_sets[self->trained_test].count;
      self->trained.accuracy_se = sqrt (p * (1 - p) / MAX (count, 1));
    }
}

static double
abscissa (const IplSolution *solution)
{
  return ipl_setting_largest_width (&solution->setting);
}

const IplSolution *
ipl_accuracy_layout_row (const IplAccuracyLayout *self, guint i)
{
  return ipl_view_row (self->view, g_array_index (self->rows, guint, i));
}

static void
include (const IplPrediction *p, gboolean bars, double *lo, double *hi)
{
  if (p == NULL || !isfinite (p->accuracy))
    return;
  double se = bars && isfinite (p->accuracy_se) ? p->accuracy_se : 0;
  *lo = MIN (*lo, p->accuracy - se);
  *hi = MAX (*hi, p->accuracy + se);
}

static void
include_value (double value, double *lo, double *hi)
{
  if (!isfinite (value))
    return;
  *lo = MIN (*lo, value);
  *hi = MAX (*hi, value);
}

/* The curves of what is left of U. */
static void
include_parts (const IplView *view, const IplSolution *row, double *lo, double *hi)
{
  for (IplAccuracyPart part = 0; part < IPL_N_PARTS; part++)
    if (ipl_accuracy_part_is_shown (view, part))
      include_value (ipl_accuracy_part_value (row, part), lo, hi);
}

/* Room around the points, on a logarithmic axis of widths. */
static void
pad_ranges (const IplAccuracyLayout *self, double *x0, double *x1, double *y0, double *y1)
{
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

/* One that need not be of the sweep. */
static void
include_solution (const IplAccuracyLayout *self, const IplSolution *solution, double *x0,
                  double *x1, double *y0, double *y1)
{
  if (solution == NULL || solution->setting.gp)
    return;
  for (guint t = 0; t < self->n_tests; t++)
    include (ipl_accuracy_prediction (solution, t), TRUE, y0, y1);
  include_parts (self->view, solution, y0, y1);
  *x0 = MIN (*x0, abscissa (solution));
  *x1 = MAX (*x1, abscissa (solution));
}

static void
include_all (const IplAccuracyLayout *self, double *x0, double *x1, double *y0, double *y1)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const IplSolution *row = ipl_accuracy_layout_row (self, i);
      for (guint t = 0; t < self->n_tests; t++)
        include (ipl_accuracy_prediction (row, t), TRUE, y0, y1);
      if (row->setting.gp)
        continue;
      include_parts (self->view, row, y0, y1);
      *x0 = MIN (*x0, abscissa (row));
      *x1 = MAX (*x1, abscissa (row));
    }
  for (guint t = 0; t < self->n_tests; t++)
    {
      for (guint l = 0; self->group != NULL && l < self->group->n_lines; l++)
        include (ipl_accuracy_prediction (self->group->lines[l].solution, t), FALSE, y0, y1);
      include (ipl_accuracy_prediction (ipl_view_gp (self->view), t), FALSE, y0, y1);
    }
  if (isfinite (self->trained.accuracy) && self->trained_N > 0)
    {
      include (&self->trained, TRUE, y0, y1);
      *x0 = MIN (*x0, self->trained_N);
      *x1 = MAX (*x1, self->trained_N);
    }
  include_solution (self, self->view->current, x0, x1, y0, y1);
  for (guint i = 0; self->view->frames != NULL && i < self->view->frames->n; i++)
    include_solution (self, self->view->frames->solutions[i], x0, x1, y0, y1);
  for (guint i = 0; i < self->posteriors->len; i++)
    {
      const IplPosteriorSummary *posterior = g_ptr_array_index (self->posteriors, i);
      double N = ipl_setting_largest_width (&posterior->setting);
      include (posterior->n_tests > 0 ? &posterior->tests[0] : NULL, TRUE, y0, y1);
      *x0 = MIN (*x0, N);
      *x1 = MAX (*x1, N);
    }
  ipl_accuracy_seeds_add_range (self->view, y0, y1);
}

/* What it is called: as its path where it is of one that somebody named, else as the case says. */
static const char *
gp_line_name (const IplAccuracyLayout *self, const IplGpLine *line)
{
  const IplPathStyle *path = line->paths != NULL && line->n_paths == 1
                                 ? ipl_figure_style_get_path (self->view->figure_style,
                                                              self->view->the_case, line->paths[0])
                                 : NULL;

  return path != NULL && path->name != NULL ? path->name : line->label;
}

static void
find_ranges (const IplAccuracyLayout *self, double *x0, double *x1, double *y0, double *y1)
{
  *x0 = *y0 = INFINITY;
  *x1 = *y1 = -INFINITY;
  include_all (self, x0, x1, y0, y1);
  if (self->compared != NULL)
    include_all (self->compared, x0, x1, y0, y1);
  pad_ranges (self, x0, x1, y0, y1);
}

/* Its keys go into @legend. */
static void
add_keys (const IplAccuracyLayout *self, const IplStyle *style, IplLegend *legend)
{
  const IplCaseInfo *the_case = self->view->the_case;
  if (self->view->best_temperature)
    ipl_legend_add (legend, IPL_KEY_NONE, g_strdup ("best temperature at each width"), style->ink,
                    0, IPL_DASH_SOLID);
  if (self->n_tests == 1)
    ipl_legend_add (legend, IPL_KEY_CROSS,
                    g_strdup (self->view->accuracy_lines == IPL_ACCURACY_FULL
                                  ? "theory"
                                  : "theory, full <i>U</i>"),
                    ipl_style_theory_color (style), style->line_pt, IPL_DASH_SOLID);
  for (guint t = 0; t < self->n_tests && self->n_tests > 1; t++)
    {
      g_autofree char *name = ipl_view_test_name (the_case, t);
      g_autofree char *markup = ipl_view_name_markup (name);
      ipl_legend_add_marker (legend, IPL_KEY_LINE_MARKER, g_strdup_printf ("theory, %s", markup),
                             ipl_accuracy_color (style, t), style->line_pt, t % IPL_N_DASHES,
                             ipl_accuracy_marker (t), FALSE);
    }
  ipl_accuracy_parts_add_keys (self->view, style, legend);
  ipl_accuracy_seeds_add_keys (self->view, style, legend);
  ipl_accuracy_awaited_add_keys (self->view, style, legend);
  if (ipl_view_has_doubtful_rows (self->view))
    ipl_legend_add_marker (legend, IPL_KEY_MARKER, g_strdup ("theory, not converged"),
                           ipl_style_theory_color (style), style->line_pt, IPL_DASH_SOLID,
                           IPL_MARKER_CROSS, TRUE);
  if (isfinite (self->trained.accuracy) && self->trained_N > 0)
    {
      g_autofree char *name = ipl_view_test_name (the_case, self->trained_test);
      g_autofree char *markup = ipl_view_name_markup (name);
      ipl_legend_add_marker (legend, IPL_KEY_MARKER,
                             self->n_tests > 1 ? g_strdup_printf ("trained network, %s", markup)
                                               : g_strdup ("trained network"),
                             ipl_style_trained_color (style), style->line_pt, IPL_DASH_SOLID,
                             IPL_MARKER_SQUARE, FALSE);
    }
  ipl_accuracy_samples_add_keys (self->posteriors, self->view, style, legend);
  for (guint l = 0; self->group != NULL && l < self->group->n_lines; l++)
    {
      g_autofree char *name = ipl_view_name_markup (gp_line_name (self, &self->group->lines[l]));
      ipl_legend_add (legend, IPL_KEY_LINE, g_strdup_printf ("GP, %s", name),
                      ipl_accuracy_gp_color (self, style, 0, l), style->line_pt,
                      ipl_style_gp_dash (l));
    }
  if (self->group == NULL && ipl_view_gp (self->view) != NULL)
    ipl_legend_add (legend, IPL_KEY_LINE, g_strdup ("GP, all paths"), ipl_style_gp_color (style, 0),
                    style->line_pt, IPL_DASH_SOLID);
}

/* Of two that are compared, the keys say whose they are. */
static void
name_keys (const IplAccuracyLayout *self, const IplStyle *style, IplLegend *legend, guint first)
{
  g_autofree char *name = ipl_view_name_markup (ipl_view_get_name (self->view));

  for (guint i = first; i < legend->keys->len; i++)
    {
      IplLegendKey *key = &g_array_index (legend->keys, IplLegendKey, i);
      char *markup = g_strdup_printf ("%s, %s", name, key->markup);

      g_free (key->markup);
      key->markup = markup;
      key->color = ipl_accuracy_layout_color (self, style, key->color, key->kind == IPL_KEY_LINE);
      key->dash = ipl_accuracy_layout_dash (self, key->dash);
    }
}

static void
make_legend (IplAccuracyLayout *self, const IplStyle *style, double width)
{
  ipl_legend_init (&self->legend);
  add_keys (self, style, &self->legend);
  if (self->compared != NULL)
    {
      guint n = self->legend.keys->len;

      name_keys (self, style, &self->legend, 0);
      add_keys (self->compared, style, &self->legend);
      name_keys (self->compared, style, &self->legend, n);
    }
  ipl_legend_layout (&self->legend, style, width);
}

const char *
ipl_accuracy_y_title (const IplAccuracyLayout *self)
{
  if (self->percent)
    return ipl_unit_label ("test accuracy", IPL_PERCENT);
  return self->regression ? "mean squared error" : "test accuracy";
}

/* What the ticks say, in per cent; never longer than the fractions. */
static void
label_in_percent (IplAxis *axis)
{
  for (guint i = 0; i < axis->n; i++)
    {
      g_ascii_formatd (axis->label[i], sizeof axis->label[i], "%.6g", 100 * axis->at[i]);
    }
}

/* (transfer full); says so where the predictions are for some of the test sequences only. */
char *
ipl_accuracy_x_title (const IplAccuracyLayout *self)
{
  const char *title = self->unequal ? "largest width max <i>N</i><sub>l</sub>" : "width <i>N</i>";

  if (self->view->few_tests == 0)
    return g_strdup (title);
  return g_strdup_printf ("%s, %u of %u tests", title, self->view->few_tests,
                          self->view->all_tests);
}

/* What there is to draw. */
static void
collect (IplAccuracyLayout *self, const IplView *view)
{
  *self = (IplAccuracyLayout){ .view = view, .regression = view->the_case->regression };
  self->rows = ipl_view_rows (view, TRUE);
  self->posteriors = ipl_accuracy_samples (view);
  self->n_tests = MAX (1, view->the_case->n_tests);
  find_trained (self);
  if (view->sweep != NULL && view->sweep->n_groups > 0)
    self->group = &view->sweep->groups[ipl_view_group (view)];
  for (guint i = 0; i < self->rows->len; i++)
    self->unequal = self->unequal
                    || !ipl_setting_has_equal_widths (&ipl_accuracy_layout_row (self, i)->setting);
  for (guint i = 0; i < self->posteriors->len; i++)
    {
      const IplPosteriorSummary *posterior = g_ptr_array_index (self->posteriors, i);
      self->unequal = self->unequal || !ipl_setting_has_equal_widths (&posterior->setting);
    }
}

/* What is compared has the axes of what it is compared with, and its samples on the other side of
 * their width. */
static void
share_axes (const IplAccuracyLayout *self, IplAccuracyLayout *compared)
{
  compared->percent = self->percent;
  compared->limited = self->limited;
  compared->plot = self->plot;
  compared->gp_x = self->gp_x;
  compared->right = self->right;
  compared->x = self->x;
  compared->y = self->y;
  compared->aside = -self->aside;
}

void
ipl_accuracy_layout_init (IplAccuracyLayout *self, const IplView *view, const IplStyle *style,
                          double width, double height)
{
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double tick = ipl_axis_tick_length (style), text_h = ipl_text_height (style, small);
  double x0, x1, y0, y1;

  collect (self, view);
  if (view->compared != NULL)
    {
      self->compared = g_new0 (IplAccuracyLayout, 1);
      collect (self->compared, view->compared);
      self->compared->is_compared = TRUE;
      self->unequal = self->unequal || self->compared->unequal;
    }
  find_ranges (self, &x0, &x1, &y0, &y1);
  make_legend (self, style, width - 2 * margin);
  self->legend_y = margin;

  double top = margin + self->legend.height + 0.6 * em;
  double bottom = height - margin - ipl_text_height (style, em) - 0.15 * em - text_h - 1.2 * tick;
  double plot_h = MAX (bottom - top, 1);
  self->percent = style->look == IPL_LOOK_PAPER && !self->regression;
  self->limited = ipl_panel_style_take_range (style->panel, IPL_AXIS_X, TRUE, &x0, &x1);
  self->limited |= ipl_panel_style_take_range (style->panel, IPL_AXIS_Y, FALSE, &y0, &y1);
  ipl_axis_init (&self->y, style, y0, y1, FALSE, plot_h, TRUE);
  if (self->percent)
    label_in_percent (&self->y);
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
  /* Beside the cross, but nowhere near the next one. */
  self->aside = 0.85 * em;
  for (guint i = 1; i < self->rows->len; i++)
    {
      double apart = ipl_accuracy_layout_at (self, ipl_accuracy_layout_row (self, i))
                     - ipl_accuracy_layout_at (self, ipl_accuracy_layout_row (self, i - 1));
      if (apart > 0)
        self->aside = MIN (self->aside, 0.35 * apart);
    }
  if (self->compared != NULL)
    share_axes (self, self->compared);
}

/* A dot stands at its width, or beside the cross that is there. */
double
ipl_accuracy_layout_sample_x (const IplAccuracyLayout *self, const IplPosteriorSummary *posterior)
{
  double x = ipl_accuracy_layout_x (self, ipl_setting_largest_width (&posterior->setting));
  const IplSolution *current = self->view->current;
  if (current != NULL && ipl_setting_equal (&current->setting, &posterior->setting))
    return x + self->aside;
  for (guint i = 0; i < self->rows->len; i++)
    if (ipl_setting_equal (&ipl_accuracy_layout_row (self, i)->setting, &posterior->setting))
      return x + self->aside;
  return x;
}

double
ipl_accuracy_layout_x (const IplAccuracyLayout *self, double N)
{
  return self->finite_hidden ? -self->right
                             : self->plot.x + ipl_axis_fraction (&self->x, N) * self->plot.w;
}

double
ipl_accuracy_layout_y (const IplAccuracyLayout *self, double value)
{
  return self->plot.y + (1 - ipl_axis_fraction (&self->y, value)) * self->plot.h;
}

double
ipl_accuracy_layout_at (const IplAccuracyLayout *self, const IplSolution *solution)
{
  return solution->setting.gp ? self->gp_x : ipl_accuracy_layout_x (self, abscissa (solution));
}

/* Whether it stands on the axes, and not beyond ends that were chosen. */
gboolean
ipl_accuracy_layout_shows (const IplAccuracyLayout *self, const IplSolution *solution)
{
  double N = abscissa (solution);

  return !self->limited || solution->setting.gp
         || (N >= self->x.lo * (1 - 1e-9) && N <= self->x.hi * (1 + 1e-9));
}
