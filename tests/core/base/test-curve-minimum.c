/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A curve that falls and comes back, as numbers. */
#include "core/base/curve-minimum.h"

#include <math.h>
#include "support.h"

TEST (test_dip, "/dip/numbers")
{
  const double values[] = { NAN, 9, 4, 8, 2, 7, 2, 6, 3, INFINITY };
  IplCurveMinimum dip = ipl_curve_minimum_find (values, G_N_ELEMENTS (values), 1);

  g_assert_cmpfloat (dip.first, ==, 4 + 5);
  g_assert_cmpfloat (dip.least, ==, 2);
  g_assert_cmpuint (dip.at, ==, 4);
  g_assert_cmpfloat (dip.last, ==, 3);
  g_assert_cmpfloat (dip.fall, ==, 7 / 9.0);
  g_assert_cmpfloat (dip.back, ==, 1 / 7.0);
  /* Every second number, from the second on: 9, 8, 7, 6. */
  dip = ipl_curve_minimum_find (values + 1, 4, 2);
  g_assert_cmpfloat (dip.least, ==, 6);
  g_assert_cmpuint (dip.at, ==, 3);
  g_assert_cmpfloat (dip.back, ==, 0);
}

/* Of a curve that rises there is no way back, of none no number. */
TEST (test_none, "/dip/none")
{
  const double rising[] = { 1, 2, 3 }, none[] = { NAN, NAN };
  IplCurveMinimum dip = ipl_curve_minimum_find (rising, 3, 1);

  g_assert_cmpfloat (dip.fall, ==, 0);
  g_assert_true (isnan (dip.back));
  dip = ipl_curve_minimum_find (none, 2, 1);
  g_assert_true (isnan (dip.first) && isnan (dip.least) && isnan (dip.last) && isnan (dip.back));
}
