/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Curves against time: what there is, where it lies, and what is under the pointer. */

#include "figures/panels/time/time-plot.h"

#include "core/base/units.h"
#include "figures/kit/text.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* Curves of an array that all have keys; of more, the first, the middle and the last. */
#define MAX_KEYS 6

static void
curve_clear (gpointer data)
{
  g_free (((IplTimeCurve *)data)->label);
}

/* The first of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is not below: an axis that grows
 * with a run does so seldom. */
static double
round_up (double value)
{
  static const double steps[] = { 1, 1.5, 2, 3, 4, 5, 6, 8, 10 };
  double power = pow (10, floor (log10 (value)));

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * power >= value * (1 - 1e-9))
      return steps[i] * power;
  return value;
}

/* Whether there is more to come. */
static gboolean
goes_on (const IplView *view)
{
  if (view->own != NULL)
    return !view->own->complete;
  return view->training != NULL && view->training->running;
}

/* Begins a plot without curves: of the view's trajectory, whose moments can be pointed at and of
 * which the one shown is marked, or of no trajectory. */
void
ipl_time_plot_init (IplTimePlot *self, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;

  *self = (IplTimePlot){
    .now = NAN, .end = NAN, .lo = NAN, .hi = NAN, .until = INFINITY, .x_title = "time"
  };
  self->curves = g_array_new (FALSE, TRUE, sizeof (IplTimeCurve));
  g_array_set_clear_func (self->curves, curve_clear);
  ipl_legend_init (&self->legend);
  if (trajectory == NULL || trajectory->S == 0)
    return;
  self->time = trajectory->time;
  self->n_times = trajectory->S;
  self->first_target = ipl_target_of_moment (view, 0);
  self->now = trajectory->time[MIN (view->moment, trajectory->S - 1)];
  self->x_title = trajectory->in_steps ? "training steps" : "time <i>t</i>";
  if (goes_on (view) && trajectory->time[trajectory->S - 1] > 0)
    self->end = round_up (trajectory->time[trajectory->S - 1]);
}

void
ipl_time_plot_clear (IplTimePlot *self)
{
  g_clear_pointer (&self->curves, g_array_unref);
  ipl_legend_clear (&self->legend);
}

/* Adds a curve, solid and as wide as a data line.
 * @time: increasing; must live as long as the plot
 * @values: the first number; must live as long as the plot
 * @stride: numbers from one moment to the next
 * @label_take: (nullable): markup of its key
 * Returns: the curve, to be changed before the next is added */
IplTimeCurve *
ipl_time_plot_add (IplTimePlot *self, const double *time, const double *values, gsize n,
                   gsize stride, char *label_take, IplColor color)
{
  IplTimeCurve curve = { .time = time,
                         .values = values,
                         .n = n,
                         .stride = stride,
                         .label = label_take,
                         .color = color,
                         .weight = 1 };

  g_array_append_val (self->curves, curve);
  return &g_array_index (self->curves, IplTimeCurve, self->curves->len - 1);
}

/* Adds one number of an array that is recorded at every moment.
 * @trajectory: a trajectory, which must live as long as the plot
 * @label_take: (nullable): markup of its key
 * Returns: (nullable): the curve; NULL where there is no such number */
IplTimeCurve *
ipl_time_plot_add_number (IplTimePlot *self, const IplTrajectory *trajectory, const char *name,
                          gsize component, char *label_take, IplColor color)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, name);

  if (array == NULL || !array->in_time || component >= array->size)
    {
      g_free (label_take);
      return NULL;
    }
  return ipl_time_plot_add (self, trajectory->time, array->values + component, trajectory->S,
                            array->size, label_take, color);
}

/* Makes the title of the vertical axis of the words and the unit of the array.
 * @short_words: what it is called where there is little room */
void
ipl_time_plot_set_title (IplTimePlot *self, const IplTrajectory *trajectory, const char *name,
                         const char *short_words)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, name);

  self->y_title = ipl_unit_label (array->words, array->unit);
  self->y_title_short = ipl_unit_label (short_words, array->unit);
}

/* Returns: a color for each of a few curves; of many, which have an order (layers, components),
 *   from blue to red round the circle's cold side */
IplColor
ipl_time_plot_color (const IplStyle *style, gsize k, gsize n)
{
  double t = n > 1 ? (double)k / (double)(n - 1) : 0;

  if (n <= MAX_KEYS)
    return ipl_style_series_color (style, n == 1 ? 1 : k);
  return ipl_color_from_lch (ipl_style_is_dark (style) ? 0.78 - 0.1 * t : 0.45 + 0.15 * t, 0.135,
                             265 - 235 * t);
}

/* Adds a curve for each number of a moment, with keys where they are few; of many, the first, the
 * middle and the last have one.
 * @trajectory: a trajectory, which must live as long as the plot
 * @one: what one of its numbers is called where they are several ("layer"), plain text
 * Returns: how many there are; 0 where there is no such array */
guint
ipl_time_plot_add_array (IplTimePlot *self, const IplStyle *style, const IplTrajectory *trajectory,
                         const char *name, const char *one)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, name);
  gsize n = array != NULL && array->in_time ? array->size : 0;

  for (gsize k = 0; k < n; k++)
    {
      gboolean key = n > 1 && (n <= MAX_KEYS || k == 0 || k == n / 2 || k == n - 1);
      g_autofree char *part
          = key ? ipl_trajectory_part_text (array, k, k == 0 || n > MAX_KEYS ? one : NULL) : NULL;
      IplTimeCurve *curve = ipl_time_plot_add_number (self, trajectory, name, k,
                                                      key ? g_markup_escape_text (part, -1) : NULL,
                                                      ipl_time_plot_color (style, k, n));

      if (n <= MAX_KEYS)
        curve->dash = k % IPL_N_DASHES;
      else
        curve->weight = 0.8;
    }
  return (guint)n;
}

static gboolean
is_shown (const IplTimePlot *self, double value)
{
  return isfinite (value) && (!self->log || value > 0);
}

static void
find_ranges (const IplTimePlot *self, IplFrameSpec *spec)
{
  double lo = INFINITY, hi = -INFINITY, first = INFINITY, last = -INFINITY, pad;

  for (guint c = 0; c < self->curves->len; c++)
    {
      const IplTimeCurve *curve = &g_array_index (self->curves, IplTimeCurve, c);

      for (gsize i = 0; i < curve->n; i++)
        {
          double value = curve->values[i * curve->stride];
          gboolean counts = is_shown (self, value) && curve->time[i] <= self->until;

          first = MIN (first, curve->time[i]);
          last = MAX (last, curve->time[i]);
          lo = counts ? MIN (lo, value) : lo;
          hi = counts ? MAX (hi, value) : hi;
        }
    }
  pad = hi > lo ? (self->log ? pow (hi / lo, 0.04) : 0.05 * (hi - lo)) : self->log;
  spec->y_lo = self->log ? lo / pad : lo - pad;
  spec->y_hi = self->log ? hi * pad : hi + pad;
  /* Bounds that are given are kept to: 0 stays 0. */
  if (isfinite (self->lo))
    spec->y_lo = lo < self->lo ? spec->y_lo : self->lo;
  if (isfinite (self->hi))
    spec->y_hi = hi > self->hi ? spec->y_hi : self->hi;
  spec->x_lo = first;
  spec->x_hi = isfinite (self->end) ? MAX (last, self->end) : last;
  /* A single moment has no length: it stands at the left. */
  if (isfinite (first) && spec->x_hi <= first)
    spec->x_hi = first + 1;
}

static void
make_legend (IplTimePlot *self, const IplStyle *style, double width)
{
  for (guint c = 0; c < self->curves->len; c++)
    {
      const IplTimeCurve *curve = &g_array_index (self->curves, IplTimeCurve, c);

      if (curve->label != NULL)
        ipl_legend_add (&self->legend, IPL_KEY_LINE, g_strdup (curve->label), curve->color,
                        curve->weight * style->line_pt, curve->dash);
    }
  ipl_legend_layout (&self->legend, style, width);
}

/* Works out where everything lies. To be called once.
 * @self: the plot with its curves and titles; keys of the caller's own may be in its legend already
 */
void
ipl_time_plot_layout (IplTimePlot *self, const IplStyle *style, const IplRect *area)
{
  double em = style->font_pt, handle;
  IplFrameSpec spec = { .x_title = self->x_title,
                        .y_title = self->y_title,
                        .y_title_short = self->y_title_short,
                        .y_log = self->log };
  IplRect plot = *area;

  find_ranges (self, &spec);
  make_legend (self, style, area->w);
  self->legend_x = area->x + (area->w - self->legend.width) / 2;
  self->legend_y = area->y;
  /* Room for the handle of the time shown, of which the frame's own margin is a part. */
  handle = MAX (0, 0.7 * em - 0.5 * ipl_text_height (style, ipl_style_small (style)));
  plot.y += self->legend.height + handle;
  plot.h = MAX (plot.h - self->legend.height - handle, 1);
  ipl_frame_init (&self->frame, style, &plot, &spec);
}

/* The plot with what belongs to it: its handle above, its tick labels below. */
static gboolean
holds (const IplTimePlot *self, const IplStyle *style, double x, double y)
{
  double em = style->font_pt;
  IplRect r = self->frame.plot;

  r.x -= em;
  r.w += 2 * em;
  r.y -= 0.8 * em;
  r.h += 2.4 * em;
  return self->n_times > 0 && ipl_rect_contains (&r, x, y);
}

/* The moment that is nearest to a place. */
static gsize
find_moment (const IplTimePlot *self, double x)
{
  double time = ipl_axis_value (&self->frame.x, (x - self->frame.plot.x) / self->frame.plot.w);
  gsize low = 0, high = self->n_times - 1;

  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;

      if (self->time[middle] <= time)
        low = middle;
      else
        high = middle;
    }
  return time - self->time[low] <= self->time[high] - time ? low : high;
}

/* @target: (inout): its step is set to the moment
 * Returns: whether a moment is there */
gboolean
ipl_time_plot_pick (const IplTimePlot *self, const IplStyle *style, double x, double y,
                    IplTarget *target)
{
  gsize moment;

  if (!holds (self, style, x, y))
    return FALSE;
  moment = find_moment (self, x);
  if (fabs (ipl_frame_x (&self->frame, self->time[moment]) - x) > 2 * style->font_pt)
    return FALSE;
  target->step = self->first_target + (int)moment;
  return TRUE;
}

/* Where a curve lies at a time, between its moments; NaN where it has none. */
static double
curve_at (const IplTimePlot *self, const IplTimeCurve *curve, double time)
{
  double t0 = NAN, v0 = NAN;

  for (gsize i = 0; i < curve->n; i++)
    {
      double t = curve->time[i], v = curve->values[i * curve->stride];

      if (!is_shown (self, v))
        continue;
      if (t >= time)
        return t == time || isnan (v0) ? (t == time ? v : NAN)
                                       : v0 + (v - v0) * (time - t0) / (t - t0);
      t0 = t;
      v0 = v;
    }
  return NAN;
}

/* Returns: the curve that is there, or -1 */
int
ipl_time_plot_find_curve (const IplTimePlot *self, const IplStyle *style, double x, double y)
{
  double time = ipl_axis_value (&self->frame.x, (x - self->frame.plot.x) / self->frame.plot.w);
  double nearest = 0.8 * style->font_pt;
  int found = -1;

  if (!ipl_rect_contains (&self->frame.plot, x, y))
    return -1;
  for (guint c = 0; c < self->curves->len; c++)
    {
      double value = curve_at (self, &g_array_index (self->curves, IplTimeCurve, c), time);
      double d = isnan (value) ? INFINITY : fabs (ipl_frame_y (&self->frame, value) - y);

      if (d < nearest)
        {
          nearest = d;
          found = (int)c;
        }
    }
  return found;
}

/* @parameters: (inout): its time shown is set to that of the nearest moment; to the end, which a
 *   run that goes on is followed at, where the drag has passed the last
 * Returns: whether the drag began in the plot */
gboolean
ipl_time_plot_edit (const IplTimePlot *self, const IplStyle *style, double from_x, double from_y,
                    double x, double y, IplParameters *parameters)
{
  gsize moment;

  if (!holds (self, style, from_x, from_y))
    return FALSE;
  moment = find_moment (self, x);
  parameters->shown_time = moment == self->n_times - 1 ? -1 : self->time[moment];
  return TRUE;
}

/* The arrow keys in a plot against time: from moment to moment, from the one shown. */
IplTarget
ipl_time_plot_step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;
  guint moment;

  if (view->trajectory == NULL || view->trajectory->S == 0)
    return target;
  if (ipl_target_get_moment (from, view, &moment))
    moment = (guint)CLAMP ((gint64)moment + dx - dy, 0, (gint64)view->trajectory->S - 1);
  else
    moment = view->moment;
  target.step = ipl_target_of_moment (view, moment);
  return target;
}
