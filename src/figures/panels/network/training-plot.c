/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The learning curve: loss, training accuracy and held-out accuracy against steps, with time
 * above. */

#include "core/base/units.h"
#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trained-network-view.h"

#include <math.h>

/* Maximum number of points of the held-out accuracy with markers and errors. */
#define MOST_MARKERS 100
/* Number of bins of a curve for the range of its axis; coarser than the drawn curve, so that a
 * single outlier does not flatten the rest. */
#define RANGE_PLACES 150

/* The curves, and the axes that contain them. */
static const struct
{
  gsize offset; /* in IplTrainerPoint */
  guint axes;
  const char *label, *source, *part;
  IplRole role;
  IplDash dash;
} curves[] = {
  { G_STRUCT_OFFSET (IplTrainerPoint, loss),
    0,
    "loss",
    "results[\"loss\"]",
    "loss",
    { .kind = IPL_ROLE_INK },
    IPL_DASH_SOLID },
  { G_STRUCT_OFFSET (IplTrainerPoint, accuracy_train),
    1,
    "accuracy, training",
    "results[\"accuracy_train\"]",
    "train",
    { .kind = IPL_ROLE_TRAINED },
    IPL_DASH_DASHED },
  { G_STRUCT_OFFSET (IplTrainerPoint, accuracy_holdout),
    1,
    "accuracy, held out",
    "results[\"accuracy_holdout\"]",
    "holdout",
    { .kind = IPL_ROLE_SERIES },
    IPL_DASH_SOLID },
};

static gboolean
is_trained (const IplView *view)
{
  return view->the_case != NULL && view->the_case->trained != NULL;
}

static const char *
empty (const IplView *view, const char **more)
{
  const IplLearningCurve *training = view->training;
  gboolean running = training != NULL && training->running;
  if (training != NULL && training->n_points > 0)
    return NULL;
  *more = running             ? "the first point follows"
          : is_trained (view) ? "Continue adds one"
                              : "press Train";
  return running             ? "Training has begun"
         : is_trained (view) ? "The network's file has no learning curve"
                             : "Not trained yet";
}

/* Returns a number of each point. */
static IplNumbers
get_numbers (const IplLearningCurve *training, gsize offset, const char *source)
{
  return (IplNumbers){ G_STRUCT_MEMBER_P (training->points, offset), training->n_points,
                       sizeof (IplTrainerPoint) / sizeof (double), source };
}

static gsize
count_finite (const IplNumbers *numbers)
{
  gsize n = 0;

  for (gsize i = 0; i < numbers->n; i++)
    n += isfinite (ipl_numbers_get (numbers, i));
  return n;
}

/* Returns the end of the step axis: the planned or estimated end of a running training, else the
 * last step. */
static double
find_last_step (const IplLearningCurve *training)
{
  const IplTrainerPoint *point = &training->points[training->n_points - 1];
  double last = (double)point->step;

  if (training->running && training->total_steps > 0)
    last = MAX (last, (double)training->total_steps);
  else if (training->running && training->total_seconds > 0 && point->seconds > 0)
    last = MAX (last, ipl_round_up (MAX (1, last * training->total_seconds / point->seconds)));
  return MAX (last, 1);
}

/* Sets the range to that of the means, extended to the bands by at most 0.4 times its length. */
static void
choose_range (IplPlotAxes *axes, double last, gboolean is_accuracy)
{
  double lo = INFINITY, hi = -INFINITY, lowest = INFINITY, highest = -INFINITY, span, pad;

  for (guint m = 0; m < axes->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (axes->marks, IplMark, m);
      g_autoptr (GArray) places = ipl_mark_places (mark, last, RANGE_PLACES);

      for (guint i = 0; i < places->len; i++)
        {
          const IplPlotPlace *place = &g_array_index (places, IplPlotPlace, i);

          lo = MIN (lo, place->mean);
          hi = MAX (hi, place->mean);
          lowest = MIN (lowest, place->low);
          highest = MAX (highest, place->high);
        }
    }
  span = MAX (hi - lo, 0);
  lo = isfinite (lo) ? MAX (lowest, lo - 0.4 * span) : is_accuracy ? 0.5 : 0;
  hi = isfinite (hi) ? MIN (highest, hi + 0.4 * span) : 1;
  if (is_accuracy)
    lo = MIN (lo, 0.5);
  pad = MAX (0.06 * (hi - lo), 0.004);
  axes->y.lo = MAX (lo - pad, 0);
  axes->y.hi = is_accuracy ? MIN (hi + pad, 1.01) : hi + pad;
  axes->y.is_fixed = TRUE;
}

/* Makes steps hoverable, and adds the time axis above. */
static void
set_steps (IplPlot *plot, IplPlotAxes *axes, const IplLearningCurve *training, IplNumbers steps,
           double last)
{
  const IplTrainerPoint *point = &training->points[training->n_points - 1];
  double total = point->step > 0 ? point->seconds * 1.012 * last / (double)point->step : 0;
  const IplTimeUnit *unit = ipl_time_unit (total);
  double *times = ipl_plot_new_numbers (plot, steps.n);

  for (gsize i = 0; i < steps.n; i++)
    times[i] = training->points[i].seconds / unit->seconds;
  axes->above[axes->n_above++] = (IplPlotAbove){ .title = ipl_unit_label ("time", unit->word),
                                                 .x = steps,
                                                 .y = ipl_numbers (times, steps.n) };
  axes->time = steps.data;
  axes->n_times = steps.n;
  axes->of_training = TRUE;
  /* Space for the last marker. */
  axes->x = (IplPlotAxis){ "training steps", "steps", 0, 1.012 * last, .is_fixed = TRUE };
}

static void
add_curve (IplPlot *plot, IplPlotAxes *axes, const IplLearningCurve *training, guint c,
           IplNumbers steps)
{
  IplNumbers numbers = get_numbers (training, curves[c].offset, curves[c].source);
  gboolean is_holdout = c == 2, marked = is_holdout && count_finite (&numbers) <= MOST_MARKERS;
  IplNumbers error = { 0 };
  IplMark mark;

  if (count_finite (&numbers) == 0)
    return;
  if (is_holdout)
    error = get_numbers (training, G_STRUCT_OFFSET (IplTrainerPoint, standard_error), NULL);
  ipl_axes_add (axes, (IplMark){ .x = steps,
                                 .y = numbers,
                                 .error = error,
                                 .role = curves[c].role,
                                 .label = g_strdup (curves[c].label),
                                 .dash = curves[c].dash,
                                 .averages = !marked,
                                 .marker = IPL_MARKER_DOT,
                                 .key = is_holdout ? IPL_KEY_LINE_MARKER : IPL_KEY_LINE,
                                 .part = curves[c].part });
  if (!marked)
    return;
  mark = (IplMark){
    IPL_MARK_POINTS, .x = steps,
    .y = numbers,    .role = curves[c].role,
    .size = 0.24,    .max_radius = 0.4 * steps.data[steps.n - 1] / (double)count_finite (&numbers)
  };
  ipl_mark_set_error (plot, &mark, error);
  ipl_axes_add (axes, mark);
}

/* Adds elapsed time to text and table, and a note on the remaining time. */
static void
add_duration (IplPlot *plot, IplPlotAxes *axes, const IplLearningCurve *training, IplNumbers steps)
{
  g_autofree char *seconds = ipl_seconds_text (training->points[training->n_points - 1].seconds);
  g_autofree char *left = ipl_seconds_text (training->seconds_left);

  ipl_axes_list_numbers (axes, steps,
                         get_numbers (training, G_STRUCT_OFFSET (IplTrainerPoint, seconds), NULL),
                         "seconds");
  ipl_plot_add_note (plot, "It took %s.", seconds);
  if (training->running && training->seconds_left > 0)
    ipl_plot_add_note (plot, "About %s are left.", left);
}

static void
build (IplPlot *plot, const IplView *view)
{
  const IplLearningCurve *training = view->training;
  IplPlotAxes *axes[] = { ipl_plot_add_axes (plot), ipl_plot_add_axes (plot) };
  double last, *numbers;
  IplNumbers steps;

  numbers = ipl_plot_new_numbers (plot, training->n_points);
  for (gsize i = 0; i < training->n_points; i++)
    numbers[i] = (double)training->points[i].step;
  steps = (IplNumbers){ numbers, training->n_points, 1, "results[\"step\"]" };
  last = find_last_step (training);
  plot->keys_of_all = plot->shared_x = TRUE;
  plot->row_aspect = 2.1;
  for (guint c = 0; c < G_N_ELEMENTS (curves); c++)
    add_curve (plot, axes[curves[c].axes], training, c, steps);
  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      set_steps (plot, axes[i], training, steps, last);
      choose_range (axes[i], last, i == 1);
      axes[i]->y.title = i == 0 ? "loss" : "accuracy";
    }
  ipl_axes_add (axes[1], (IplMark){ IPL_MARK_RULE, .offset = 0.5, .role = IPL_ROLE (FAINT),
                                    .weight = 0.7, .dash = IPL_DASH_DOTTED });
  add_duration (plot, axes[0], training, steps);
  if (training->running)
    {
      g_autofree char *left
          = training->seconds_left > 0 ? ipl_seconds_text (training->seconds_left) : NULL;

      ipl_axes_add_key (axes[1], IPL_KEY_NONE, IPL_ROLE (INK),
                        left != NULL ? g_strdup_printf ("about %s left", left)
                                     : g_strdup ("running"));
    }
}

const IplPanel ipl_panel_training = {
  .id = "training",
  .title = "Training",
  .needs = IPL_NEEDS_TRAINING,
  .empty = empty,
  .choice = &ipl_choice_time_axis,
  .build = build,
  .sentence = "Training by gradient descent: loss and accuracy against steps and time.",
  .height_narrow = 0.95,
  .height_wide = 0.36,
};
