/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers are in the unit that their labels say. */
#include "core/base/units.h"

#include <math.h>

#include "core/case/features.h"
#include "core/dynamics/salience.h"
#include "support.h"

TEST (test_label, "/units/label")
{
  g_assert_cmpstr (ipl_unit_label ("loss", "nats"), ==, "loss (nats)");
  g_assert_cmpstr (ipl_unit_label ("loss", ""), ==, "loss");
}

/* A time is told in the largest unit of which it has two at least. */
TEST (test_time, "/units/time")
{
  const struct
  {
    double seconds, unit;
    const char *word;
  } times[] = { { 0, 1, "s" },       { 119, 1, "s" },     { 120, 60, "min" },
                { 7199, 60, "min" }, { 7200, 3600, "h" }, { 1e9, 3600, "h" } };

  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    {
      const IplTimeUnit *unit = ipl_time_unit (times[i].seconds);

      g_assert_cmpstr (unit->word, ==, times[i].word);
      g_assert_cmpfloat (unit->seconds, ==, times[i].unit);
    }
}

/* A choice among M that are alike has an entropy of ln M nats, or log2 M bits. */
TEST (test_entropy, "/units/entropy")
{
  const double even[4] = { 0.25, 0.25, 0.25, 0.25 };
  const IplSalience salience = { .M = 3, .T = 1 };
  const double v[3] = { 0.5, 0.5, 0.5 };
  double b[3];

  g_assert_cmpstr (IPL_NATS, ==, "nats");
  test_assert_close (ipl_features_entropy_sum (even, 1, 4), log (4), 1e-15);
  test_assert_close (ipl_salience_attention (&salience, v, b), log (3), 1e-15);
}
