/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Even pairs, learned: steps beside finite differences of a loss that is written anew, and what the
 * theorem says of long times. */
#include <math.h>

#include "core/dynamics/even-pairs-dynamics.h"
#include "dynamics/trajectory-support.h"
#include "support.h"

#define L 3
#define D (2 * L)

/* The loss of parameters u, then W[key][query], over all words of one to three letters. */
static double
slow_loss (const double *p)
{
  double loss = 0;

  for (int length = 1; length <= L; length++)
    for (int word = 0; word < 1 << length; word++)
      {
        double top = 0, bottom = 0;
        int last = (word >> (length - 1)) & 1, y = (word & 1) == last ? 1 : -1;

        for (int l = 0; l < length; l++)
          {
            int key = 2 * l + ((word >> l) & 1), query = 2 * (length - 1) + last;
            double weight = exp (p[D + key * D + query]);

            top += weight * p[key];
            bottom += weight;
          }
        loss += log (1 + exp (-y * top / bottom)) / (1 << length);
      }
  return loss;
}

static IplTrajectory *
run (const IplEvenPairsDynamics *parameters)
{
  return TEST_OK (ipl_even_pairs_run (parameters, NULL, &error));
}

TEST (test_steps, "/even-pairs-dynamics/steps")
{
  const IplEvenPairsDynamics parameters = { L, 0.5, 3, 40 };
  g_autoptr (IplTrajectory) trajectory = run (&parameters);
  double p[D + D * D] = { 0 }, gradient[D + D * D];
  guint moment = 0;

  for (guint t = 1; t <= parameters.steps; t++)
    {
      double u = 0;

      for (int i = 0; i < D + D * D; i++)
        {
          double there = p[i], up;

          p[i] = there + 1e-5;
          up = slow_loss (p);
          p[i] = there - 1e-5;
          gradient[i] = (up - slow_loss (p)) / 2e-5;
          p[i] = there;
        }
      for (int i = 0; i < D + D * D; i++)
        p[i] -= parameters.rate * (i < D ? 1 : parameters.attention_rate) * gradient[i];
      if (moment == trajectory->S || trajectory->time[moment] != t)
        continue;
      for (int i = 0; i < D; i++)
        u += p[i] * p[i];
      test_assert_close (test_at (trajectory, "loss", moment, 0), slow_loss (p), 1e-7);
      test_assert_close (test_at (trajectory, "norm_u", moment, 0), sqrt (u), 1e-7);
      moment++;
    }
  g_assert_cmpuint (moment, ==, trajectory->S);
  g_assert_cmpuint (moment, >, 20);
}

/* Attention first, then the largest margin; the loss falls as 1 / t. */
TEST (test_theorem, "/even-pairs-dynamics/theorem")
{
  const IplEvenPairsDynamics parameters = { 4, 0.5, 2, 200000 };
  g_autoptr (IplTrajectory) trajectory = run (&parameters);
  guint last = trajectory->S - 1;

  g_assert_cmpfloat (test_at (trajectory, "accuracy", last, 0), ==, 1);
  test_assert_close (test_at (trajectory, "loss_slope", 0, 0), -1, 0.02);
  g_assert_cmpfloat (test_at (trajectory, "first_equal", last, 0), >, 0.9);
  g_assert_cmpfloat (test_at (trajectory, "first_unequal", last, 0), <, 0.05);
  g_assert_cmpfloat (test_at (trajectory, "margin_cosine", last, 0), >, 0.99);
  g_assert_cmpfloat (test_at (trajectory, "margin_cosine", last, 0), <=, 1 + 1e-9);
}

/* The slope is that of the last tenth of the steps, not of the last decade. */
TEST (test_slope, "/even-pairs-dynamics/slope")
{
  const IplEvenPairsDynamics parameters = { 6, 0.05, 5, 20000 };
  g_autoptr (IplTrajectory) trajectory = run (&parameters);
  guint last = trajectory->S - 1, first = last;
  double slope;

  while (trajectory->time[first - 1] >= 0.9 * trajectory->time[last])
    first--;
  g_assert_cmpuint (first, <, last);
  slope = log (test_at (trajectory, "loss", last, 0) / test_at (trajectory, "loss", first, 0))
          / log (trajectory->time[last] / trajectory->time[first]);
  test_assert_close (test_at (trajectory, "loss_slope", 0, 0), slope, 0.005);
}
