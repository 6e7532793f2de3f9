/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the training panel's plots and axes lie. */

#include "figures/panels/network/training-layout.h"

#include "core/base/units.h"
#include "figures/kit/text.h"
#include "figures/panels/network/training-curve.h"
#include "figures/view/network-view.h"

#include <math.h>
#include <string.h>

void
ipl_training_layout_clear (IplTrainingLayout *self)
{
  ipl_legend_clear (&self->legend);
}

/* Held-out accuracy: green, with dots. */
IplColor
ipl_training_holdout_color (const IplStyle *style)
{
  return ipl_style_series_color (style, 0);
}

/* The first of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is not below: an axis that grows
 * with a run does so seldom. */
static double
round_up (double value)
{
  static const double steps[] = { 1, 1.5, 2, 3, 4, 5, 6, 8, 10 };
  double power = pow (10, floor (log10 (MAX (value, 1))));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * power >= value * (1 - 1e-9))
      return steps[i] * power;
  return value;
}

/* Where the axis of steps ends: where the run is to end, as far as that is known. */
static double
find_last_step (const IplLearningCurve *training)
{
  double last = training->n_points ? training->points[training->n_points - 1].step : 0;
  double seconds = training->n_points ? training->points[training->n_points - 1].seconds : 0;
  if (training->running && training->total_steps > 0)
    last = MAX (last, training->total_steps);
  else if (training->running && training->total_seconds > 0 && seconds > 0)
    last = MAX (last, round_up (last * training->total_seconds / seconds));
  return MAX (last, 1);
}

/* The step reached at a time; beyond the last point at the rate so far. */
static double
step_at (const IplLearningCurve *training, double seconds)
{
  double s0 = 0, t0 = 0;
  gsize low = 0, high = training->n_points;
  while (low < high)
    {
      gsize middle = (low + high) / 2;
      if (training->points[middle].seconds < seconds)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == training->n_points)
    {
      const IplTrainerPoint *last = &training->points[low - 1];
      return last->seconds > 0 ? last->step * seconds / last->seconds : 0;
    }
  if (low > 0)
    {
      s0 = training->points[low - 1].step;
      t0 = training->points[low - 1].seconds;
    }
  const IplTrainerPoint *next = &training->points[low];
  double share = next->seconds > t0 ? (seconds - t0) / (next->seconds - t0) : 1;
  return s0 + share * (next->step - s0);
}

/* Ticks at round times, where those lie among the steps. */
static void
make_time_axis (IplTrainingLayout *self, const IplStyle *style, double length)
{
  const IplLearningCurve *training = self->training;
  const IplTrainerPoint *last = &training->points[training->n_points - 1];
  double total = last->step > 0 ? last->seconds * self->x.hi / last->step : 0;
  const IplTimeUnit *unit = ipl_time_unit (total);
  double size = ipl_style_small (style);
  self->time = (IplAxis){ .lo = self->x.lo, .hi = self->x.hi };
  self->time_title = ipl_unit_label ("time", unit->word);
  if (!(total > 0) || !isfinite (total))
    return;
  IplAxis even;
  double end = -INFINITY;
  ipl_axis_init (&even, style, 0, total / unit->seconds, FALSE, length, FALSE);
  for (guint i = 0; i < even.n; i++)
    {
      double step = step_at (training, even.at[i] * unit->seconds);
      double at = ipl_axis_fraction (&self->x, step) * length;
      double half = ipl_text_width (style, even.label[i], size) / 2;
      if (step > self->x.hi * (1 + 1e-9) || at - half < end)
        continue;
      self->time.at[self->time.n] = step;
      memcpy (self->time.label[self->time.n++], even.label[i], sizeof even.label[i]);
      end = at + half + 0.4 * size;
    }
}

static void
find_range (const IplTrainingLayout *self, guint plot, double *lo, double *hi)
{
  const IplCurveKind kinds[2][2]
      = { { IPL_CURVE_LOSS, IPL_CURVE_LOSS }, { IPL_CURVE_TRAIN, IPL_CURVE_HOLDOUT } };
  double lowest = INFINITY, highest = -INFINITY;
  *lo = INFINITY;
  *hi = -INFINITY;
  for (int k = 0; k < 2; k++)
    {
      /* Coarser than what is drawn, so that one wild step does not flatten the rest. */
      g_autoptr (GArray) places
          = ipl_curve_places (self->training, kinds[plot][k], self->x.hi, 150);
      for (guint i = 0; i < places->len; i++)
        {
          const IplCurvePlace *place = &g_array_index (places, IplCurvePlace, i);
          double se = isfinite (place->se) ? place->se : 0;
          *lo = MIN (*lo, place->mean - se);
          *hi = MAX (*hi, place->mean + se);
          lowest = MIN (lowest, place->low);
          highest = MAX (highest, place->high);
        }
    }
  if (!isfinite (*lo))
    {
      *lo = plot == 0 ? 0 : 0.5;
      *hi = 1;
    }
  else
    {
      /* The band too, unless it is far wilder than the curve. */
      double span = *hi - *lo;
      *lo = MIN (*lo, MAX (lowest, *lo - 0.4 * span));
      *hi = MAX (*hi, MIN (highest, *hi + 0.4 * span));
    }
  if (plot == 1)
    *lo = MIN (*lo, 0.5);
  double pad = MAX (0.06 * (*hi - *lo), 0.004);
  *lo = MAX (*lo - pad, 0);
  *hi = plot == 1 ? MIN (*hi + pad, 1.01) : *hi + pad;
}

static gboolean
has_values (const IplLearningCurve *training, IplCurveKind kind)
{
  for (gsize i = 0; i < training->n_points; i++)
    if (isfinite (ipl_curve_value (&training->points[i], kind)))
      return TRUE;
  return FALSE;
}

static void
make_legend (IplTrainingLayout *self, const IplStyle *style, double width)
{
  const IplLearningCurve *training = self->training;
  ipl_legend_init (&self->legend);
  ipl_legend_add (&self->legend, IPL_KEY_LINE, g_strdup ("loss"), style->ink, style->line_pt,
                  IPL_DASH_SOLID);
  if (has_values (training, IPL_CURVE_TRAIN))
    ipl_legend_add (&self->legend, IPL_KEY_LINE, g_strdup ("accuracy, training"),
                    ipl_style_trained_color (style), style->line_pt, IPL_DASH_DASHED);
  if (has_values (training, IPL_CURVE_HOLDOUT))
    ipl_legend_add_marker (&self->legend, IPL_KEY_LINE_MARKER, g_strdup ("accuracy, held out"),
                           ipl_training_holdout_color (style), style->line_pt, IPL_DASH_SOLID,
                           IPL_MARKER_DOT, FALSE);
  if (training->running)
    {
      g_autofree char *left
          = training->seconds_left > 0 ? ipl_seconds_text (training->seconds_left) : NULL;
      ipl_legend_add (&self->legend, IPL_KEY_NONE,
                      left != NULL ? g_strdup_printf ("about %s left", left) : g_strdup ("running"),
                      style->ink, 0, IPL_DASH_SOLID);
    }
  ipl_legend_layout (&self->legend, style, width);
}

void
ipl_training_layout_init (IplTrainingLayout *self, const IplView *view, const IplStyle *style,
                          double width, double height)
{
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em;
  double tick = ipl_axis_tick_length (style), text_h = ipl_text_height (style, small);
  double label_h = ipl_text_height (style, em), lo[2], hi[2];

  *self = (IplTrainingLayout){ .view = view };
  ipl_legend_init (&self->legend);
  if (ipl_view_get_training (view) == NULL || ipl_view_get_training (view)->n_points == 0)
    return;
  self->training = ipl_view_get_training (view);
  ipl_legend_clear (&self->legend);
  make_legend (self, style, width - 2 * margin);
  self->legend_y = margin;
  double head = label_h + 0.1 * em + text_h + 1.2 * tick, foot = head + 0.05 * em;
  double top = margin + self->legend.height + 0.4 * em + head;
  double bottom = height - margin - foot;
  double room = MAX (bottom - top, 1), gap = 0.8 * em;
  self->beside = width > 2.1 * height;
  self->x.hi = find_last_step (self->training);
  double plot_h = self->beside ? room : MAX ((room - gap) / 2, 1), left[2], labels = 0;
  for (guint p = 0; p < 2; p++)
    {
      find_range (self, p, &lo[p], &hi[p]);
      ipl_axis_init (&self->y[p], style, lo[p], hi[p], FALSE, plot_h, TRUE);
      labels = MAX (labels, self->y[p].label_w);
    }
  double frame = label_h + 0.35 * em + labels + 1.5 * tick, between = 1.2 * em;
  double plot_w = width - 2 * margin - frame;
  if (self->beside)
    plot_w = (width - 2 * margin - between) / 2 - frame;
  plot_w = MAX (plot_w, 1);
  /* The last mark is not cut. */
  double last = 1.012 * self->x.hi;
  ipl_axis_init (&self->x, style, 0, last, FALSE, plot_w, FALSE);
  double over = ipl_axis_last_overhang (&self->x, style, plot_w);
  plot_w = MAX (plot_w - over, 1);
  ipl_axis_init (&self->x, style, 0, last, FALSE, plot_w, FALSE);
  make_time_axis (self, style, plot_w);
  for (guint p = 0; p < 2; p++)
    {
      left[p] = margin + frame + (self->beside && p ? plot_w + over + between + frame : 0);
      self->plot[p]
          = (IplRect){ left[p], top + (self->beside || p == 0 ? 0 : plot_h + gap), plot_w, plot_h };
      self->label_x[p] = left[p] - frame + label_h / 2;
    }
}

double
ipl_training_layout_x (const IplTrainingLayout *self, guint plot, double step)
{
  return self->plot[plot].x + ipl_axis_fraction (&self->x, step) * self->plot[plot].w;
}

double
ipl_training_layout_y (const IplTrainingLayout *self, guint plot, double value)
{
  return self->plot[plot].y + (1 - ipl_axis_fraction (&self->y[plot], value)) * self->plot[plot].h;
}
