/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Axes: round ticks, labels without overlap, and positions of values. */

#include "figures/kit/axis.h"

#include "figures/kit/number.h"
#include "figures/kit/recorder.h"
#include "figures/kit/text.h"

#include <math.h>
#include <string.h>

/* Minimum gap between neighbouring labels, in label heights. */
#define LABEL_GAP_X 0.7
#define LABEL_GAP_Y 0.15

double
ipl_axis_tick_length (const IplStyle *style)
{
  return 0.38 * style->font_pt;
}

/* Returns the number of decades above the linear part, which takes the length of one decade. */
static double
symlog_decades (double linear, double limit)
{
  return log10 (limit / linear);
}

/* Maps a value to [-1, 1]: linear within @linear, which takes the length of one decade, logarithmic
 * beyond.
 * @linear: magnitude up to which the scale is linear
 * @limit: magnitude at the ends, above @linear
 * Returns: the position: -1 at -@limit, 1 at @limit */
double
ipl_symlog (double value, double linear, double limit)
{
  double decades = symlog_decades (linear, limit), size = fabs (value);
  double at = size <= linear ? size / linear : 1 + log10 (size / linear);

  return copysign (at / (1 + decades), value);
}

/* Returns the position of a value along the axis: 0 at @lo, 1 at @hi; not clamped. */
double
ipl_axis_fraction (const IplAxis *self, double value)
{
  if (self->linear > 0)
    {
      double limit = MAX (fabs (self->lo), self->hi);
      double lowest = ipl_symlog (self->lo, self->linear, limit);
      double highest = ipl_symlog (self->hi, self->linear, limit);

      return (ipl_symlog (value, self->linear, limit) - lowest) / (highest - lowest);
    }
  if (self->log)
    return value > 0 ? log (value / self->lo) / log (self->hi / self->lo) : -INFINITY;
  return (value - self->lo) / (self->hi - self->lo);
}

double
ipl_axis_value (const IplAxis *self, double fraction)
{
  if (self->linear > 0)
    {
      double limit = MAX (fabs (self->lo), self->hi);
      double lowest = ipl_symlog (self->lo, self->linear, limit);
      double highest = ipl_symlog (self->hi, self->linear, limit);
      double at = lowest + fraction * (highest - lowest);
      double steps = fabs (at) * (1 + symlog_decades (self->linear, limit));

      return copysign (self->linear * (steps <= 1 ? steps : pow (10, steps - 1)), at);
    }
  if (self->log)
    return self->lo * pow (self->hi / self->lo, fraction);
  return self->lo + fraction * (self->hi - self->lo);
}

static void
add_tick (IplAxis *self, double value, char *label_take)
{
  if (self->n < IPL_AXIS_MAX_TICKS)
    {
      self->at[self->n] = value;
      g_strlcpy (self->label[self->n], label_take, sizeof self->label[0]);
      self->n++;
    }
  g_free (label_take);
}

/* Measures the labels. Returns TRUE if they keep the minimum gap. */
static gboolean
labels_fit (IplAxis *self, const IplStyle *style, double length, gboolean vertical)
{
  double size = ipl_style_small (style);
  double height = ipl_text_height (style, size);
  double last_end = -INFINITY;
  gboolean fit = TRUE;
  self->label_w = 0;
  for (guint i = 0; i < self->n; i++)
    {
      double w = ipl_text_width (style, self->label[i], size);
      double extent = vertical ? height : w;
      double at = ipl_axis_fraction (self, self->at[i]) * length;
      self->label_w = MAX (self->label_w, w);
      if (at - extent / 2 < last_end)
        fit = FALSE;
      last_end = at + extent / 2 + height * (vertical ? LABEL_GAP_Y : LABEL_GAP_X);
    }
  return fit;
}

/* Returns the smallest of 1, 2 or 5 times a power of ten that is at least @target. */
static double
step_at_least (double target)
{
  double power = pow (10, floor (log10 (target)));
  for (int k = 0; k < 4; k++)
    {
      double step = (double[]){ 1, 2, 5, 10 }[k] * power;
      if (step >= target * (1 - 1e-9))
        return step;
    }
  return 10 * power;
}

static void
linear_ticks (IplAxis *self, const IplStyle *style, double length, gboolean vertical, double least)
{
  double span = self->hi - self->lo;
  double step = MAX (least, step_at_least (span / (vertical ? 7 : 8)));
  double largest = MAX (fabs (self->lo), fabs (self->hi));
  for (;;)
    {
      int exponent = (int)floor (log10 (step) + 1e-9);
      /* Labels of very large or small numbers have a power of ten each. */
      gboolean powers = largest >= 1e6 || largest < 1e-3;
      int decimals = MAX (0, -exponent);
      double first = ceil (self->lo / step - 1e-6), last = floor (self->hi / step + 1e-6);
      self->n = 0;
      for (double k = first; k <= last && self->n < IPL_AXIS_MAX_TICKS; k++)
        {
          double value = k == 0 ? 0 : k * step;
          if (powers && value != 0)
            {
              int digits = 1 + MAX (0, (int)floor (log10 (fabs (value)) + 1e-9) - exponent);
              add_tick (self, value, ipl_number_markup (value, MIN (digits, 15)));
            }
          else
            add_tick (self, value, ipl_number_fixed (value, decimals));
        }
      if (labels_fit (self, style, length, vertical) || self->n <= 1)
        return;
      step = step_at_least (step * 1.5);
    }
}

static void
log_label (IplAxis *self, double value, gboolean powers)
{
  int exponent = (int)lround (log10 (value));
  if (powers && fabs (value / pow (10, exponent) - 1) < 1e-9)
    {
      g_autofree char *text = ipl_number_fixed (exponent, 0);
      add_tick (self, value, g_strdup_printf ("10<sup>%s</sup>", text));
    }
  else
    add_tick (self, value, ipl_number_fixed (value, MAX (0, -(int)floor (log10 (value) + 1e-9))));
}

static void
log_ticks (IplAxis *self, const IplStyle *style, double length, gboolean vertical)
{
  int first = (int)floor (log10 (self->lo) + 1e-9), last = (int)floor (log10 (self->hi) + 1e-9);
  gboolean powers = self->hi >= 1e5 || self->lo < 1e-3;
  int n_decades = 0;

  /* Minor ticks at 2 .. 9 times each decade, or at decades only if those would be too dense. */
  double decade_pt = length / (log10 (self->hi) - log10 (self->lo));
  for (int e = first; e <= last; e++)
    for (int m = 1; m < 10; m++)
      {
        double value = m * pow (10, e);
        if (value < self->lo * (1 - 1e-9) || value > self->hi * (1 + 1e-9))
          continue;
        if (m == 1)
          n_decades++;
        if ((m == 1 || decade_pt > 20) && self->n_minor < IPL_AXIS_MAX_MINOR)
          self->minor[self->n_minor++] = value;
      }

  if (n_decades >= 2)
    for (int stride = 1;; stride++)
      {
        self->n = 0;
        for (int e = first; e <= last; e++)
          if (e % stride == 0 && pow (10, e) >= self->lo * (1 - 1e-9))
            log_label (self, pow (10, e), powers);
        if (labels_fit (self, style, length, vertical) || self->n <= 1)
          return;
      }
  /* Below two decades: ticks at 1, 2, 5 or fewer; otherwise even steps. */
  static const struct
  {
    guint n;
    double m[3];
  } choices[] = { { 3, { 1, 2, 5 } }, { 2, { 1, 3 } }, { 2, { 2, 5 } } };
  for (guint c = 0; c < G_N_ELEMENTS (choices); c++)
    {
      self->n = 0;
      for (int e = first; e <= last; e++)
        for (guint k = 0; k < choices[c].n; k++)
          {
            double value = choices[c].m[k] * pow (10, e);
            if (value >= self->lo * (1 - 1e-9) && value <= self->hi * (1 + 1e-9))
              log_label (self, value, FALSE);
          }
      if (self->n >= 2 && labels_fit (self, style, length, vertical))
        return;
    }
  linear_ticks (self, style, length, vertical, 0);
}

/* Initialises an axis with ticks at 1, 2 or 5 times a power of ten (logarithmic: decades, or 1-2-5
 * within them), as dense as the labels allow.
 * @lo, @hi: range in data units; an empty, reversed or infinite range is corrected
 * @log: logarithmic; ends that are not positive are corrected
 * @vertical: labels are above each other */
void
ipl_axis_init (IplAxis *self, const IplStyle *style, double lo, double hi, gboolean log,
               double length, gboolean vertical)
{
  *self = (IplAxis){ .log = log };
  if (!isfinite (lo) || !isfinite (hi))
    {
      lo = log ? 1 : 0;
      hi = log ? 10 : 1;
    }
  if (lo > hi)
    {
      double swap = lo;
      lo = hi;
      hi = swap;
    }
  if (log)
    {
      lo = MAX (lo, 1e-12);
      hi = MAX (hi, lo);
      if (hi < lo * 1.01)
        {
          lo /= 2;
          hi *= 2;
        }
    }
  else if (hi - lo <= 1e-9 * MAX (fabs (lo), fabs (hi)))
    {
      double widen = lo == 0 ? 1 : 0.1 * fabs (lo);
      lo -= widen;
      hi += widen;
    }
  self->lo = lo;
  self->hi = hi;
  length = MAX (length, 1);
  if (log)
    log_ticks (self, style, length, vertical);
  else
    linear_ticks (self, style, length, vertical, 0);
}

/* Labels every @stride-th power of ten on both sides of 0, from the largest down to the linear
 * part. */
static void
symlog_labels (IplAxis *self, int last, int stride)
{
  int first = (int)ceil (log10 (self->linear) - 1e-9);
  gboolean powers = self->hi >= 1e5 || self->linear < 1e-3;

  self->n = 0;
  for (int sign = self->lo < 0 ? -1 : 1; sign <= 1; sign += 2)
    {
      for (int k = first; k <= last; k++)
        {
          int e = sign < 0 ? last - (k - first) : k;
          double value = pow (10, e);
          g_autofree char *text
              = powers ? ipl_number_fixed (e, 0) : ipl_number_fixed (value, MAX (0, -e));

          if ((last - e) % stride == 0)
            add_tick (self, sign * value,
                      g_strdup_printf ("%s%s%s%s", sign < 0 ? "−" : "", powers ? "10<sup>" : "",
                                       text, powers ? "</sup>" : ""));
        }
      if (sign < 0)
        add_tick (self, 0, g_strdup ("0"));
    }
  if (self->lo >= 0)
    {
      memmove (self->at + 1, self->at, self->n * sizeof *self->at);
      memmove (self->label + 1, self->label, self->n * sizeof *self->label);
      self->at[0] = 0;
      g_strlcpy (self->label[0], "0", sizeof self->label[0]);
      self->n++;
    }
}

/* Initialises a symmetric logarithmic axis with ticks at powers of ten and at 0, and minor ticks at
 * 2 to 9 times them.
 * @lo, @hi: range: -@hi and @hi, or 0 and @hi
 * @linear: magnitude up to which it is linear, between 0 and @hi
 * @vertical: labels are above each other */
void
ipl_axis_init_symlog (IplAxis *self, const IplStyle *style, double lo, double hi, double linear,
                      double length, gboolean vertical)
{
  int first, last = (int)floor (log10 (hi) + 1e-9);

  *self = (IplAxis){ .lo = lo, .hi = hi, .linear = linear };
  first = (int)ceil (log10 (linear) - 1e-9);
  length = MAX (length, 1);
  for (int stride = 1; stride <= MAX (1, last - first + 1); stride++)
    {
      symlog_labels (self, last, stride);
      if (labels_fit (self, style, length, vertical))
        break;
    }
  if (length / (symlog_decades (linear, hi) * (lo < 0 ? 2 : 1)) < 20)
    return;
  for (int e = first - 1; e <= last; e++)
    for (int m = 1; m < 10; m++)
      {
        double value = m * pow (10, e);

        if (value < linear * (1 - 1e-9) || value > hi * (1 + 1e-9))
          continue;
        if (self->n_minor + 2 <= IPL_AXIS_MAX_MINOR)
          self->minor[self->n_minor++] = value;
        if (lo < 0 && self->n_minor < IPL_AXIS_MAX_MINOR)
          self->minor[self->n_minor++] = -value;
      }
}

/* Initialises a linear axis with ticks at integers only. */
void
ipl_axis_init_integers (IplAxis *self, const IplStyle *style, double lo, double hi, double length,
                        gboolean vertical)
{
  ipl_axis_init (self, style, lo, hi, FALSE, length, vertical);
  linear_ticks (self, style, MAX (length, 1), vertical, 1);
}

/* Returns the overhang of the last label beyond the end of a horizontal axis, in points. */
double
ipl_axis_last_overhang (const IplAxis *self, const IplStyle *style, double length)
{
  if (self->n == 0)
    return 0;
  double w = ipl_text_width (style, self->label[self->n - 1], ipl_style_small (style));
  return MAX (0, w / 2 - (1 - ipl_axis_fraction (self, self->at[self->n - 1])) * length);
}

/* Draws an axis that begins at (@x, @y).
 * @vertical: the axis goes up, otherwise to the right
 * @side: 1 for labels at the right or below, -1 for the opposite side
 * @minor: draws minor ticks
 * @gap: from the axis to the labels, in tick lengths */
static void
draw (const IplAxis *self, const IplStyle *style, cairo_t *cr, const char *part, double x, double y,
      double length, gboolean vertical, int side, gboolean minor, double gap)
{
  double tick = side * ipl_axis_tick_length (style);

  ipl_part_begin (cr, part);
  ipl_room_add_side (cr, length);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_move_to (cr, x, y);
  cairo_rel_line_to (cr, vertical ? 0 : length, vertical ? -length : 0);
  for (guint i = 0; i < (minor ? self->n_minor : 0) + self->n; i++)
    {
      gboolean is_minor = minor && i < self->n_minor;
      double value = is_minor ? self->minor[i] : self->at[i - (minor ? self->n_minor : 0)];
      double along = ipl_axis_fraction (self, value) * length, out = is_minor ? 0.55 * tick : tick;

      if (vertical)
        {
          cairo_move_to (cr, x, y - along);
          cairo_line_to (cr, x + out, y - along);
        }
      else
        {
          cairo_move_to (cr, x + along, y);
          cairo_line_to (cr, x + along, y + out);
        }
    }
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
  for (guint i = 0; i < self->n; i++)
    {
      double along = ipl_axis_fraction (self, self->at[i]) * length, across = side > 0 ? 0 : 1;

      ipl_text_draw (cr, style, self->label[i], ipl_style_small (style), style->ink,
                     x + (vertical ? gap * tick : along), y + (vertical ? -along : gap * tick),
                     vertical ? across : 0.5, vertical ? 0.5 : across);
    }
  ipl_part_end (cr);
}

/* Draws a horizontal axis below a plot; (@x, @y) is its left end. */
void
ipl_axis_draw_x (const IplAxis *self, const IplStyle *style, cairo_t *cr, double x, double y,
                 double length)
{
  draw (self, style, cr, "axis-x", x, y, length, FALSE, 1, TRUE, 1.2);
}

/* Draws a horizontal axis above a plot; (@x, @y) is its left end. */
void
ipl_axis_draw_top (const IplAxis *self, const IplStyle *style, cairo_t *cr, double x, double y,
                   double length)
{
  draw (self, style, cr, "axis-top", x, y, length, FALSE, -1, FALSE, 1.2);
}

/* Draws a vertical axis with labels at the left, or at the right of a colour bar; (@x, @y) is
 * its lower end. */
void
ipl_axis_draw_y (const IplAxis *self, const IplStyle *style, cairo_t *cr, double x, double y,
                 double length, gboolean labels_right)
{
  draw (self, style, cr, "axis-y", x, y, length, TRUE, labels_right ? 1 : -1, TRUE, 1.5);
}
