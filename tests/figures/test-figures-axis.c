/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ticks of axes, numbers as text, and text over several lines. */

#include "../test.h"
#include "figures/kit/axis.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"

#include <math.h>
#include <string.h>

static void
check_spacing (const IplAxis *axis, const IplStyle *style, double length, gboolean vertical)
{
  double size = ipl_style_small (style), height = ipl_text_height (style, size);
  for (guint i = 1; i < axis->n; i++)
    {
      g_assert_cmpfloat (axis->at[i - 1], <, axis->at[i]);
      double apart
          = (ipl_axis_fraction (axis, axis->at[i]) - ipl_axis_fraction (axis, axis->at[i - 1]))
            * length;
      double room = vertical ? height
                             : (ipl_text_width (style, axis->label[i - 1], size)
                                + ipl_text_width (style, axis->label[i], size))
                                   / 2;
      g_assert_cmpfloat (apart, >=, room);
      g_assert_cmpstr (axis->label[i - 1], !=, axis->label[i]);
    }
  for (guint i = 0; i < axis->n; i++)
    {
      g_assert_cmpfloat (ipl_axis_fraction (axis, axis->at[i]), >=, -1e-6);
      g_assert_cmpfloat (ipl_axis_fraction (axis, axis->at[i]), <=, 1 + 1e-6);
    }
}

/* Mantissa of a step: 1, 2 or 5. */
static void
check_step (const IplAxis *axis)
{
  if (axis->n < 2)
    return;
  double step = axis->at[1] - axis->at[0];
  double mantissa = step / pow (10, floor (log10 (step) + 1e-6));
  g_assert_true (fabs (mantissa - 1) < 1e-4 || fabs (mantissa - 2) < 1e-4
                 || fabs (mantissa - 5) < 1e-4);
  for (guint i = 0; i < axis->n; i++)
    {
      double multiple = axis->at[i] / step;
      g_assert_cmpfloat (fabs (multiple - round (multiple)), <, 1e-3 * fmax (1, fabs (multiple)));
    }
}

TEST (test_linear, "/figures/axis/linear")
{
  IplStyle style;
  ipl_style_init (&style, IPL_THEME_LIGHT, 7);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  for (int trial = 0; trial < 3000; trial++)
    {
      double lo = g_rand_double_range (rand, -1, 1) * pow (10, g_rand_double_range (rand, -6, 8));
      double span = pow (10, g_rand_double_range (rand, -6, 8));
      /* Below a part in 1e6 of their size, numbers differ past the digits a label can hold. */
      span = fmax (span, 1e-6 * fabs (lo));
      double length = g_rand_double_range (rand, 5, 500);
      gboolean vertical = g_rand_boolean (rand);
      IplAxis axis;
      ipl_axis_init (&axis, &style, lo, lo + span, FALSE, length, vertical);
      g_assert_cmpfloat (axis.lo, ==, lo);
      check_spacing (&axis, &style, length, vertical);
      check_step (&axis);
      if (length > 150)
        g_assert_cmpuint (axis.n, >=, 2);
      double v = ipl_axis_value (&axis, 0.3);
      g_assert_cmpfloat_with_epsilon (ipl_axis_fraction (&axis, v), 0.3, 1e-6);
    }
}

TEST (test_log, "/figures/axis/log")
{
  IplStyle style;
  ipl_style_init (&style, IPL_THEME_LIGHT, 7);
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  for (int trial = 0; trial < 3000; trial++)
    {
      double lo = pow (10, g_rand_double_range (rand, -3, 5));
      double hi = lo * pow (10, g_rand_double_range (rand, 0.02, 7));
      double length = g_rand_double_range (rand, 5, 500);
      IplAxis axis;
      ipl_axis_init (&axis, &style, lo, hi, TRUE, length, FALSE);
      check_spacing (&axis, &style, length, FALSE);
      if (length > 200)
        g_assert_cmpuint (axis.n, >=, 2);
      for (guint i = 1; i < axis.n_minor; i++)
        g_assert_cmpfloat (axis.minor[i - 1], <, axis.minor[i]);
      g_assert_cmpfloat_with_epsilon (
          log (ipl_axis_value (&axis, ipl_axis_fraction (&axis, 2 * lo))), log (2 * lo), 1e-9);
    }
}

/* The width axis of the published case. */
TEST (test_decades, "/figures/axis/decades")
{
  IplStyle style;
  IplAxis axis;
  ipl_style_init (&style, IPL_THEME_LIGHT, 7);
  ipl_axis_init (&axis, &style, 8, 1200, TRUE, 200, FALSE);
  g_assert_cmpuint (axis.n, ==, 3);
  g_assert_cmpstr (axis.label[0], ==, "10");
  g_assert_cmpstr (axis.label[1], ==, "100");
  g_assert_cmpstr (axis.label[2], ==, "1000");
  /* 8 9 10 20 .. 100 200 .. 1000 */
  g_assert_cmpuint (axis.n_minor, ==, 2 + 9 + 9 + 1);
}

TEST (test_degenerate, "/figures/axis/degenerate")
{
  IplStyle style;
  ipl_style_init (&style, IPL_THEME_LIGHT, 7);
  static const double ranges[][2] = {
    { 0, 0 },   { 3, 3 },        { -2, -2 },       { 5, 1 },
    { NAN, 1 }, { 0, INFINITY }, { 1e300, 1e300 }, { -1e-300, 1e-300 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    for (int log = 0; log <= 1; log++)
      {
        IplAxis axis;
        ipl_axis_init (&axis, &style, ranges[i][0], ranges[i][1], log, 100, FALSE);
        g_assert_true (isfinite (axis.lo) && isfinite (axis.hi) && axis.lo < axis.hi);
        check_spacing (&axis, &style, 100, FALSE);
      }
}

TEST (test_numbers, "/figures/numbers")
{
  static const struct
  {
    double value;
    int digits;
    const char *text;
  } cases[] = {
    { 13.3653, 3, "13.4" },       { -5.397, 3, "−5.40" },  { 0.5463, 3, "0.546" },
    { -0.004, 2, "−0.0040" },     { 3e-12, 1, "3e−12" },   { 0, 3, "0" },
    { 9.996, 3, "10.0" },         { 123456, 3, "1.23e5" }, { 1234, 3, "1234" },
    { -0.0000012, 2, "−1.2e−6" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ipl_number_text (cases[i].value, cases[i].digits);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
  g_autofree char *zero = ipl_number_fixed (-0.001, 2);
  g_assert_cmpstr (zero, ==, "0.00");
  g_autofree char *markup = ipl_number_markup (-1.2e-6, 2);
  g_assert_cmpstr (markup, ==, "−1.2·10<sup>−6</sup>");
}

/* The diverging map is neutral at 0 and equally light on both sides; the sequential one rises. */
TEST (test_colors, "/figures/colors")
{
  double L, a, b, L2, last = -1;
  ipl_color_to_oklab (ipl_color_map_diverging (0, FALSE), &L, &a, &b);
  g_assert_cmpfloat (L, >, 0.95);
  g_assert_cmpfloat (hypot (a, b), <, 0.01);
  for (double t = 0.1; t <= 1; t += 0.1)
    for (int dark = 0; dark <= 1; dark++)
      {
        IplColor red = ipl_color_map_diverging (t, dark), blue = ipl_color_map_diverging (-t, dark);
        g_assert_cmpfloat (red.r, >, red.b);
        g_assert_cmpfloat (blue.b, >, blue.r);
        ipl_color_to_oklab (red, &L, &a, &b);
        ipl_color_to_oklab (blue, &L2, &a, &b);
        g_assert_cmpfloat (fabs (L - L2), <, 0.08);
      }
  for (double t = 0; t <= 1; t += 0.05)
    {
      ipl_color_to_oklab (ipl_color_map_sequential (t), &L, &a, &b);
      g_assert_cmpfloat (L, >, last);
      last = L;
    }
  IplColor c = { 0.2, 0.7, 0.4 };
  ipl_color_to_oklab (c, &L, &a, &b);
  IplColor back = ipl_color_from_oklab (L, a, b);
  g_assert_cmpfloat_with_epsilon (back.r, c.r, 1e-5);
  g_assert_cmpfloat_with_epsilon (back.g, c.g, 1e-5);
  g_assert_cmpfloat_with_epsilon (back.b, c.b, 1e-5);
}

/* Each letter of a text without spaces is laid out a few times, however long the text is, and each
 * line is as wide as there is room, and no wider. */
TEST (test_long_text, "/figures/long-text")
{
  const double size = 10, width = 300;
  gsize laid_out;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, size);
  for (gsize n = 500; n <= 128000; n *= 16)
    {
      g_autofree char *text = g_strnfill (n, 'a');
      g_autofree char *broken = ipl_text_break_lines (&style, text, size, width, &laid_out);
      g_auto (GStrv) lines = g_strsplit (broken, "\n", -1);
      g_autofree char *joined = g_strjoinv ("", lines);

      g_assert_cmpstr (joined, ==, text);
      g_assert_cmpuint (laid_out, <=, 2 * n);
      for (guint i = 0; lines[i + 1] != NULL; i++)
        {
          double w = ipl_text_width (&style, lines[i], size);

          g_assert_cmpfloat (w, <=, width);
          g_assert_cmpfloat (w, >, 0.9 * width);
          g_assert_cmpuint (strlen (lines[i + 1]), <=, 1000);
        }
    }
}
