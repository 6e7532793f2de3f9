/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Time axes: linear or logarithmic, as set by the panel or the user. Means over seeds, with
 * bands of their standard deviations. */

#include "figures/plot/plot-private.h"

#include <math.h>

#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

/* Adds the numbers of each seed to the table. */
static void
add_seed_numbers (IplPlotAxes *axes, const IplTrajectory *trajectory,
                  const IplTrajectoryArray *array, gsize first, gsize apart, gsize n)
{
  for (gsize k = 0; n > 1 && k < n; k++)
    {
      IplMark *mark = ipl_axes_list_numbers (axes, ipl_numbers (trajectory->time, trajectory->S),
                                             (IplNumbers){ array->values + first + k * apart,
                                                           trajectory->S, array->size, NULL },
                                             NULL);

      mark->array = array;
      mark->number = first + k * apart;
      mark->listed = IPL_LISTED_IN_TABLE;
    }
}

/* Adds the mean over @n seeds: numbers @first, @first + @apart, ... of a recorded array.
 * Returns: the line of the mean; a band is added if @n > 1 */
IplMark *
ipl_plot_add_mean (IplPlot *self, IplPlotAxes *axes, const IplTrajectoryArray *array, gsize first,
                   gsize apart, gsize n, IplRole role, char *label_take)
{
  const IplTrajectory *trajectory = self->view->trajectory;
  guint S = trajectory->S;
  IplNumbers time = ipl_numbers (trajectory->time, S);
  double *mean = ipl_plot_new_numbers (self, S), *sd = ipl_plot_new_numbers (self, S);
  IplNumbers y = ipl_numbers (mean, S), error = ipl_numbers (sd, S);
  IplMark *mark;

  for (guint s = 0; s < S; s++)
    mean[s] = ipl_trajectory_array_mean (array, s, first, apart, n, &sd[s]);
  if (n > 1)
    ipl_axes_add (axes, (IplMark){ IPL_MARK_BAND, .x = time, .role = role,
                                   .lo = ipl_plot_add_numbers (self, y, error, -1),
                                   .hi = ipl_plot_add_numbers (self, y, error, 1) });
  mark = ipl_axes_add (
      axes,
      (IplMark){ .x = time, .y = y, .role = role, .label = label_take, .shows_points = TRUE });
  if (n > 1)
    mark->error = error;
  add_seed_numbers (axes, trajectory, array, first, apart, n);
  return mark;
}

/* Adds the key of the bands. */
void
ipl_axes_add_seeds_key (IplPlotAxes *self, gsize n)
{
  IplRole pale = { .kind = IPL_ROLE_FAINT, .fade = 0.6 };

  if (n > 1)
    ipl_axes_add_key (self, IPL_KEY_BAR, pale,
                      g_strdup_printf ("± sd of %" G_GSIZE_FORMAT " seeds", n));
}

/* Returns the smallest of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is >= @value, so
 * that the axis of a running job changes seldom. */
double
ipl_round_up (double value)
{
  static const double steps[] = { 1, 1.5, 2, 3, 4, 5, 6, 8, 10 };
  double power = pow (10, floor (log10 (value)));

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * power >= value * (1 - 1e-9))
      return steps[i] * power;
  return value;
}

/* TRUE if the run continues. */
static gboolean
is_incomplete (const IplView *view)
{
  if (view->dynamics != NULL)
    return !view->dynamics->complete;
  return view->training != NULL && view->training->running;
}

/* Adds axes with time along x. If the view has a trajectory, its moments can be hovered and
 * dragged, and the one shown is marked. */
IplPlotAxes *
ipl_plot_add_time_axes (IplPlot *self)
{
  const IplTrajectory *trajectory = self->view->trajectory;
  IplPlotAxes *axes = ipl_plot_add_axes (self);

  axes->x.pad = 0;
  axes->x.title = "time";
  if (trajectory == NULL || trajectory->S == 0)
    return axes;
  axes->time = trajectory->time;
  axes->n_times = trajectory->S;
  axes->now = trajectory->time[MIN (self->view->moment, trajectory->S - 1)];
  axes->x.title = ipl_clock_words[trajectory->clock].title;
  if (is_incomplete (self->view) && trajectory->time[trajectory->S - 1] > 0)
    axes->x.hi = ipl_round_up (trajectory->time[trajectory->S - 1]);
  return axes;
}

/* Adds axes with the logarithm of time along x. */
IplPlotAxes *
ipl_plot_add_log_time_axes (IplPlot *self)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (self);

  axes->x.log = TRUE;
  return axes;
}

/* Removes the first @n numbers. */
static void
skip (IplPlot *plot, IplNumbers *numbers, gsize n)
{
  if (n == 0 || numbers->n < n)
    return;
  numbers->data += n * numbers->stride;
  numbers->n -= n;
  if (numbers->source != NULL)
    numbers->source = ipl_plot_format (plot, "(%s)[%" G_GSIZE_FORMAT ":]", numbers->source, n);
}

/* Returns: count of leading numbers <= 0 in a rising sequence */
static gsize
count_until_zero (const IplNumbers *x)
{
  gsize n = 0;

  while (n < x->n && !(ipl_numbers_get (x, n) > 0))
    n++;
  return n;
}

/* Removes moments with time <= 0, which have no logarithm. */
static void
leave_out_zero (IplPlot *plot, IplPlotAxes *axes)
{
  const IplNumbers times = { axes->time, axes->n_times, 1, NULL };
  gsize n = count_until_zero (&times);

  axes->time += n;
  axes->n_times -= n;
  axes->first_moment += n;
  axes->x.lo = axes->x.lo > 0 ? axes->x.lo : NAN;
  for (guint m = 0; m < axes->marks->len; m++)
    {
      IplMark *mark = &g_array_index (axes->marks, IplMark, m);

      n = count_until_zero (&mark->x);
      skip (plot, &mark->x, n);
      skip (plot, &mark->y, n);
      skip (plot, &mark->lo, n);
      skip (plot, &mark->hi, n);
      mark->first += n;
      mark->averages = FALSE; /* bins of averages have equal width in time, not in its logarithm */
    }
  for (guint a = 0; a < axes->n_above; a++)
    {
      n = count_until_zero (&axes->above[a].x);
      skip (plot, &axes->above[a].x, n);
      skip (plot, &axes->above[a].y, n);
    }
}

/* Sets the scale chosen by the user, or that of the panel. A logarithmic scale requires at least
 * two moments after time 0. */
void
ipl_plot_choose_time_axis (IplPlot *self)
{
  IplTimeAxis chosen = self->view->display.time_axis;

  for (guint i = 0; i < self->axes->len; i++)
    {
      IplPlotAxes *axes = ipl_plot_get_axes (self, i);

      if (axes->time == NULL || axes->time_is_y)
        continue;
      if (chosen != IPL_TIME_AXIS_DEFAULT)
        axes->x.log = chosen == IPL_TIME_AXIS_LOG;
      axes->x.log = axes->x.log && axes->n_times > 1 && axes->time[axes->n_times - 2] > 0;
      if (axes->x.log)
        leave_out_zero (self, axes);
    }
}
