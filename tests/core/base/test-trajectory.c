/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trajectory holds what was recorded at every moment, through growth and copies. */
#include "core/base/trajectory.h"

#include <math.h>
#include "support.h"

#define N_MOMENTS 1000

/* The k-th number of a moment of "v". */
static double
v_of (guint moment, gsize k)
{
  return 10.0 * moment + (double)k;
}

static IplTrajectory *
recorded (void)
{
  IplTrajectory *self = ipl_trajectory_new (IPL_CLOCK_STEPS);
  const gsize shape[] = { 2, 3 };
  const double mu[] = { 1, 2 };

  ipl_trajectory_add (self, "loss", 0, NULL);
  ipl_trajectory_add (self, "v", 2, shape);
  TEST_OK (ipl_trajectory_add_constant (self, "mu", 1, shape, mu, &error));
  for (guint s = 0; s < N_MOMENTS; s++)
    {
      double *v;

      TEST_OK (ipl_trajectory_append (self, 2.0 * s, &error));
      v = ipl_trajectory_edit (self, "v");
      for (gsize k = 0; k < 6; k++)
        v[k] = v_of (s, k);
      if (s % 2 == 0)
        *ipl_trajectory_edit (self, "loss") = s;
    }
  return self;
}

static void
assert_recorded (const IplTrajectory *self)
{
  g_assert_cmpuint (self->S, ==, N_MOMENTS);
  g_assert_true (self->clock == IPL_CLOCK_STEPS);
  for (guint s = 0; s < N_MOMENTS; s++)
    {
      g_assert_cmpfloat (self->time[s], ==, 2.0 * s);
      for (gsize k = 0; k < 6; k++)
        g_assert_cmpfloat (ipl_trajectory_get (self, "v", s)[k], ==, v_of (s, k));
      if (s % 2 == 0)
        g_assert_cmpfloat (*ipl_trajectory_get (self, "loss", s), ==, s);
      else
        g_assert_true (isnan (*ipl_trajectory_get (self, "loss", s)));
      g_assert_cmpfloat (ipl_trajectory_get (self, "mu", s)[1], ==, 2);
    }
  g_assert_null (ipl_trajectory_get (self, "v", N_MOMENTS));
  g_assert_null (ipl_trajectory_get (self, "none", 0));
  g_assert_cmpuint (ipl_trajectory_find (self, "v")->ndim, ==, 2);
  g_assert_cmpuint (ipl_trajectory_find (self, "v")->shape[1], ==, 3);
  g_assert_false (ipl_trajectory_find (self, "mu")->in_time);
}

TEST (test_recorded, "/trajectory/recorded")
{
  g_autoptr (IplTrajectory) self = recorded ();
  g_autoptr (IplTrajectory) copy = NULL;

  assert_recorded (self);
  ipl_trajectory_set_message (self, "It blows up.");
  copy = TEST_OK (ipl_trajectory_copy (self, &error));
  TEST_OK (ipl_trajectory_append (self, 1e6, &error));
  assert_recorded (copy);
  g_assert_cmpstr (copy->message, ==, "It blows up.");
  g_assert_cmpfloat (ipl_trajectory_get_bytes (self, 10), ==, 8 * (10 + 10 + 60 + 2));
}

/* The nearest moment; the last for a negative time and beyond the end. */
TEST (test_moments, "/trajectory/moments")
{
  g_autoptr (IplTrajectory) self = recorded ();

  g_assert_cmpuint (ipl_trajectory_find_moment (self, 0), ==, 0);
  g_assert_cmpuint (ipl_trajectory_find_moment (self, 0.9), ==, 0);
  g_assert_cmpuint (ipl_trajectory_find_moment (self, 1.1), ==, 1);
  g_assert_cmpuint (ipl_trajectory_find_moment (self, 1200), ==, 600);
  g_assert_cmpuint (ipl_trajectory_find_moment (self, -1), ==, N_MOMENTS - 1);
  g_assert_cmpuint (ipl_trajectory_find_moment (self, 1e9), ==, N_MOMENTS - 1);
}

/* Nothing recorded yet, and a single moment. */
TEST (test_short, "/trajectory/short")
{
  g_autoptr (IplTrajectory) self = ipl_trajectory_new (IPL_CLOCK_FLOW);
  g_autoptr (IplTrajectory) copy = NULL, one = NULL;

  ipl_trajectory_add (self, "loss", 0, NULL);
  copy = TEST_OK (ipl_trajectory_copy (self, &error));
  g_assert_cmpuint (copy->S, ==, 0);
  g_assert_null (ipl_trajectory_get (copy, "loss", 0));
  TEST_OK (ipl_trajectory_append (copy, 3.5, &error));
  g_assert_true (isnan (*ipl_trajectory_get (copy, "loss", 0)));
  one = TEST_OK (ipl_trajectory_copy (copy, &error));
  g_assert_cmpuint (ipl_trajectory_find_moment (one, 100), ==, 0);
  g_assert_cmpuint (ipl_trajectory_find_moment (one, -1), ==, 0);
}

/* What an array is called and measured in goes with it. */
TEST (test_words, "/trajectory/words")
{
  g_autoptr (IplTrajectory) self = recorded (), copy = NULL;
  g_autoptr (IplTrajectory) like = ipl_trajectory_new (IPL_CLOCK_STEPS);
  const IplTrajectoryArray *array;

  g_assert_cmpstr (ipl_trajectory_find (self, "v")->words, ==, "v");
  g_assert_cmpstr (ipl_trajectory_find (self, "v")->unit, ==, "");
  ipl_trajectory_set_words (self, "v", "weights", "steps");
  ipl_trajectory_set_words (self, "v", "weights of all", "nats");
  copy = ipl_trajectory_copy (self, NULL);
  ipl_trajectory_add_like (like, ipl_trajectory_find (copy, "v"));
  ipl_trajectory_add (like, "time_to_90", 0, NULL);
  array = ipl_trajectory_find (like, "v");
  g_assert_cmpstr (array->words, ==, "weights of all");
  g_assert_cmpstr (array->unit, ==, "nats");
  g_assert_cmpuint (array->size, ==, 6);
  g_assert_cmpuint (array->shape[1], ==, 3);
  g_assert_cmpstr (ipl_trajectory_find (like, "time_to_90")->words, ==, "time to 90");
}

static double *
values_of (const IplTrajectory *self, const char *name)
{
  return ipl_trajectory_find (self, name)->values;
}

/* What one record lacks another has; one of other times or constants gives nothing. */
TEST (test_fill, "/trajectory/fill")
{
  g_autoptr (IplTrajectory) self = recorded (), from = recorded (), later = recorded ();
  g_autoptr (IplTrajectory) other = recorded ();

  values_of (self, "v")[6] = NAN;
  values_of (self, "v")[7] = -1;
  values_of (from, "v")[7] = -2;
  values_of (from, "loss")[1] = 5;
  later->time[1] += 0.5;
  values_of (other, "mu")[0] = 7;
  g_assert_false (ipl_trajectory_fill (self, later));
  g_assert_false (ipl_trajectory_fill (self, other));
  g_assert_true (isnan (ipl_trajectory_get (self, "v", 1)[0]));
  g_assert_true (ipl_trajectory_fill (self, from));
  g_assert_cmpfloat (ipl_trajectory_get (self, "v", 1)[0], ==, v_of (1, 0));
  g_assert_cmpfloat (ipl_trajectory_get (self, "v", 1)[1], ==, -1);
  g_assert_cmpfloat (*ipl_trajectory_get (self, "loss", 1), ==, 5);
}
