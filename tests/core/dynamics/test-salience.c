/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components that grow under the attention that follows them: against their invariants, against a
 * slow integration, and against the figure's numbers. */
#include "core/dynamics/salience.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include "core/experiments/salience-experiment.h"
#include "dynamics/trajectory-support.h"
#include "support.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

static IplTrajectory *
run (const IplSalience *salience)
{
  return TEST_OK (ipl_salience_run (salience, NULL, &error));
}

/* NumPy's RandomState (28).uniform (1, 4, 10), sorted, and what NumPy makes of it by the formula of
 * the figure. */
TEST (test_figure, "/salience/figure")
{
  const IplSalience figure
      = { .M = 10,
          .softmax = TRUE,
          .T = 3,
          .start = 0.05,
          .rate = 0.02,
          .steps = 5000,
          .drive = { 1.37490128, 1.54808008, 2.19277711, 2.53297894, 2.68371881, 3.18704123,
                     3.34392462, 3.56053863, 3.86611568, 3.9526404 } };
  g_autoptr (IplTrajectory) trajectory = run (&figure);

  g_assert_cmpuint (trajectory->S, ==, 5001);
  g_assert_true (trajectory->clock == IPL_CLOCK_STEPS);
  g_assert_null (trajectory->message);
  /* mu is rounded to 1e-8 here, and entropy depends on it as |d ln b / d mu| <= 2 mu / T < 3. */
  test_assert_close (test_at (trajectory, "entropy", 0, 0), log (10), 1e-12);
  g_assert_cmpfloat (test_at (trajectory, "entropy_minimum", 0, 0), ==, 656);
  test_assert_close (test_at (trajectory, "entropy_minimum", 0, 1), 0.9957989133453835, 1e-7);
  test_assert_close (test_at (trajectory, "entropy", 5000, 0), 1.4750395741620992, 1e-7);
  test_assert_close (test_at (trajectory, "entropy_limit", 0, 0), 1.6217554826146734, 1e-7);
}

/* Any draw dips below both ends, as joma.md's does: 2.303, 0.942 at step 669, 1.549, 1.622. */
TEST (test_draws, "/salience/draws")
{
  for (guint64 seed = 1; seed <= 20; seed++)
    {
      g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
      g_autoptr (IplTrajectory) trajectory = NULL;
      IplSalience salience;
      g_autofree char *json = g_strdup_printf (
          "{\"experiment\": \"joma-salience\", \"task\": {\"seed\": \"%u\"}}", (guint)seed);

      TEST_OK (ipl_parameters_from_json (parameters, json, &error));
      g_assert_true (ipl_salience_from_parameters (&salience, parameters));
      g_assert_cmpuint (salience.M, ==, 10);
      for (guint l = 0; l < 10; l++)
        {
          g_assert_cmpfloat (salience.drive[l], >=, 1);
          g_assert_cmpfloat (salience.drive[l], <, 4);
          g_assert_true (l == 0 || salience.drive[l] >= salience.drive[l - 1]);
        }
      trajectory = run (&salience);
      /* Of 60 draws of NumPy's, entropy rose again by 0.04 to 0.86, from step 603 to 1277 on. */
      g_assert_cmpfloat (test_at (trajectory, "entropy_minimum", 0, 1), <,
                         test_at (trajectory, "entropy", 5000, 0) - 0.02);
      g_assert_cmpfloat (test_at (trajectory, "entropy", 5000, 0), <,
                         test_at (trajectory, "entropy_limit", 0, 0));
      g_assert_cmpfloat (test_at (trajectory, "entropy_minimum", 0, 0), >, 500);
      g_assert_cmpfloat (test_at (trajectory, "entropy_minimum", 0, 0), <, 1500);
    }
}

/* dv / dt by the formulas as they stand. */
static void
slope (const IplSalience *salience, const double *v, double *dv)
{
  double sum = 0;

  for (guint l = 0; l < salience->M; l++)
    sum += exp (v[l] * v[l] / salience->T);
  for (guint l = 0; l < salience->M; l++)
    dv[l] = (salience->drive[l] - (salience->linear ? 0 : v[l])) * exp (v[l] * v[l] / salience->T)
            / (salience->softmax ? sum : 1);
}

/* Runge and Kutta's fourth-order steps. */
static void
runge_kutta (const IplSalience *salience, double *v, double duration, guint steps)
{
  double h = duration / steps, k[4][IPL_SALIENCE_MAX], w[IPL_SALIENCE_MAX];

  for (guint s = 0; s < steps; s++)
    {
      static const double place[] = { 0, 0.5, 0.5, 1 };

      for (guint i = 0; i < 4; i++)
        {
          for (guint l = 0; l < salience->M; l++)
            w[l] = v[l] + (i > 0 ? place[i] * h * k[i - 1][l] : 0);
          slope (salience, w, k[i]);
        }
      for (guint l = 0; l < salience->M; l++)
        v[l] += h / 6 * (k[0][l] + 2 * k[1][l] + 2 * k[2][l] + k[3][l]);
    }
}

/* The flow against 20 000 steps of fourth order: their error is some (f' h)^4 with f' at most
 * e^(mu^2 / T) < 14 and h = 1e-4. */
static void
check_flow (guint kind)
{
  const IplSalience salience = { .M = 4,
                                 .linear = kind & 1,
                                 .softmax = kind & 2,
                                 .flow = TRUE,
                                 .T = 2.5,
                                 .start = 0.1,
                                 .duration = 2,
                                 .drive = { -0.4, 0.3, 0.62, kind & 1 ? 0.55 : 2.4 } };
  g_autoptr (IplTrajectory) trajectory = run (&salience);
  double v[] = { 0.1, 0.1, 0.1, 0.1 };

  g_assert_true (trajectory->clock == IPL_CLOCK_FLOW);
  g_assert_null (trajectory->message);
  g_assert_cmpuint (trajectory->S, ==, 1001);
  for (guint s = 100; s <= 1000; s += 100)
    {
      runge_kutta (&salience, v, 0.2, 2000);
      test_assert_close (trajectory->time[s], 0.002 * s, 1e-12);
      for (guint l = 0; l < 4; l++)
        test_assert_close (test_at (trajectory, "v", s, l), v[l], 1e-9);
    }
}

TEST (test_flow, "/salience/flow")
{
  for (guint kind = 0; kind < 4; kind++)
    check_flow (kind);
}

/* erf (v / sqrt 2) / Delta is the same for all, the largest blows up at sqrt (pi / 2) / max |Delta|
 * and the others stop. */
TEST (test_linear, "/salience/linear")
{
  const IplSalience salience = { .M = 5,
                                 .linear = TRUE,
                                 .flow = TRUE,
                                 .T = 2,
                                 .duration = 10,
                                 .drive = { -0.7, 0, 0.2, 0.5, 0.9 } };
  g_autoptr (IplTrajectory) trajectory = run (&salience);
  guint last = trajectory->S - 1;
  double blow_up = sqrt (G_PI / 2) / 0.9;

  test_assert_close (ipl_salience_blow_up (&salience), blow_up, 1e-14);
  g_assert_cmpfloat (test_at (trajectory, "blow_up", 0, 0), ==, ipl_salience_blow_up (&salience));
  test_assert_close (trajectory->time[last], blow_up, 1e-9);
  g_assert_nonnull (strstr (trajectory->message, "blows up at t = 1.39257"));
  for (guint s = 1; s <= last; s++)
    {
      g_assert_cmpfloat (test_at (trajectory, "invariant", s, 0), <, 1e-8);
      for (guint l = 0; l < 5; l++)
        if (salience.drive[l] != 0)
          test_assert_close (erf (test_at (trajectory, "v", s, l) / G_SQRT2) / salience.drive[l],
                             trajectory->time[s] * sqrt (2 / G_PI), 1e-9);
    }
  /* What is left to the others as the winner takes all: erf is flat there by e^(-v^2 / 2) > 0.4. */
  for (guint l = 0; l < 4; l++)
    {
      double stop
          = G_SQRT2
            * copysign (gsl_cdf_ugaussian_Pinv ((1 + fabs (salience.drive[l]) / 0.9) / 2) / G_SQRT2,
                        salience.drive[l]);

      test_assert_close (ipl_salience_stop (&salience, salience.drive[l]), stop, 1e-12);
      test_assert_close (test_at (trajectory, "v", last, l), stop, 1e-7);
    }
  g_assert_true (isinf (ipl_salience_stop (&salience, 0.9)));
  g_assert_cmpfloat (test_at (trajectory, "attention", last, 4), >, 0.999999);
  g_assert_cmpfloat (test_at (trajectory, "entropy", last, 0), <, 1e-4);
}

/* With the softmax there is no blow-up, on the same curves; with steps the invariant drifts by
 * little, and less with smaller ones. */
TEST (test_linear_softmax, "/salience/linear-softmax")
{
  IplSalience salience = { .M = 3,
                           .linear = TRUE,
                           .softmax = TRUE,
                           .flow = TRUE,
                           .T = 2,
                           .duration = 30,
                           .drive = { -0.7, 0.2, 0.9 } };
  g_autoptr (IplTrajectory) flow = run (&salience), coarse = NULL, fine = NULL;
  double drift;

  g_assert_null (flow->message);
  for (guint s = 0; s <= 1000; s++)
    g_assert_cmpfloat (test_at (flow, "invariant", s, 0), <, 1e-9);
  test_assert_close (test_at (flow, "v", 1000, 0), ipl_salience_stop (&salience, -0.7), 1e-4);
  salience.flow = FALSE;
  salience.rate = 0.1;
  salience.steps = 30;
  coarse = run (&salience);
  salience.rate = 0.01;
  salience.steps = 300;
  fine = run (&salience);
  drift = test_at (coarse, "invariant", 30, 0) / test_at (fine, "invariant", 300, 0);
  g_assert_cmpfloat (test_at (coarse, "invariant", 30, 0), >, 1e-4);
  test_assert_close (drift, 10, 1);
}

/* ln (1 / delta_j) / ln (1 / delta_k) -> e^((mu_j^2 - mu_k^2) / 2), and the time to 90 % is the
 * integral of 1 / ((mu - v) e^(v^2 / 2)), which /salience/arrival checks. */
TEST (test_nonlinear, "/salience/nonlinear")
{
  const IplSalience salience
      = { .M = 4, .flow = TRUE, .T = 2, .duration = 1000, .drive = { -0.8, 1, 2, 4 } };
  IplSalience brief = salience;
  g_autoptr (IplTrajectory) trajectory = run (&salience), early = NULL;

  for (guint j = 0; j < 4; j++)
    {
      double mu = salience.drive[j], grown = test_at (trajectory, "log_delta", 1000, j);
      double before = test_at (trajectory, "log_delta", 500, j);

      test_assert_close ((before - grown) / 500 / exp (mu * mu / 2), 1, 1e-9);
      test_assert_close (grown / test_at (trajectory, "log_delta", 1000, 1),
                         exp ((mu * mu - 1) / 2), 2e-3 * exp ((mu * mu - 1) / 2));
    }
  brief.duration = 3;
  early = run (&brief);
  for (guint l = 0; l < 4; l++)
    test_assert_close (test_at (early, "time_to_90", 0, l),
                       ipl_salience_arrival (&brief, salience.drive[l]), 1e-9);
  g_assert_cmpfloat (test_at (early, "time_to_90", 0, 3), <, test_at (early, "time_to_90", 0, 2));
}

/* The same by steps over v, where the formula stands as it is. */
static double
arrival_by_v (double mu, double start, double T)
{
  const guint n = 4000000;
  double to = mu + (start > mu ? 1 : -1) * 0.1 * fabs (mu), h = (to - start) / n, sum = 0;

  for (guint i = 0; i < n; i++)
    {
      double v = start + (i + 0.5) * h;

      sum += h * exp (-v * v / T) / (mu - v);
    }
  return sum;
}

/* Quadrature in ln |mu - v| against midpoints in v, whose error is f'' h^2 / 24 of the length:
 * below 1e-9 of the sum where f bends within 0.01 at the least, the last tenth of mu = 0.1. */
TEST (test_arrival, "/salience/arrival")
{
  const struct
  {
    double mu, start, T;
  } cases[] = { { 4, 0.05, 3 },  { 1, 0.05, 3 },     { 6, -2, 0.25 }, { -6, 2, 0.25 },
                { 0.1, 2, 0.5 }, { -0.1, 0.2, 100 }, { 1.5, 2, 2 } };
  IplSalience salience = { .M = 1, .flow = TRUE, .duration = 1 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double expected = arrival_by_v (cases[i].mu, cases[i].start, cases[i].T);

      salience.T = cases[i].T;
      salience.start = cases[i].start;
      test_assert_close (ipl_salience_arrival (&salience, cases[i].mu) / expected, 1, 1e-9);
    }
  g_assert_true (isinf (ipl_salience_arrival (&salience, 0)));
  salience.start = 1;
  g_assert_cmpfloat (ipl_salience_arrival (&salience, 1), ==, 0);
  g_assert_cmpfloat (ipl_salience_arrival (&salience, 1.05), ==, 0);
}

/* Normalized attention: the clock is read off 1000 moments by trapezoids and between them by lines.
 * With h between moments both are wrong by h^2 times what 1 / Z bends, so by four times less with
 * twice the moments. */
TEST (test_arrival_by_softmax, "/salience/arrival/softmax")
{
  IplSalience salience = { .M = 4,
                           .softmax = TRUE,
                           .flow = TRUE,
                           .T = 3,
                           .start = 0.05,
                           .duration = 120,
                           .drive = { 1.4, 2.2, 3, 3.9 } };
  g_autoptr (IplTrajectory) whole = run (&salience), half = NULL;

  salience.duration = 60;
  half = run (&salience);
  for (guint l = 2; l < 4; l++)
    {
      double t = test_at (half, "time_to_90", 0, l);
      double one = fabs (test_at (whole, "time_to_90_theory", 0, l) - t);
      double other = fabs (test_at (half, "time_to_90_theory", 0, l) - t);

      g_test_message ("%g: off by %.2g, then %.2g", t, one, other);
      g_assert_cmpfloat (one, <, 1e-3 * t);
      g_assert_cmpfloat (other, <, one / 2);
    }
  /* One that has not come there has no time, and nor has its prediction. */
  salience.duration = 1;
  g_autoptr (IplTrajectory) brief = run (&salience);
  for (guint l = 0; l < 4; l++)
    {
      g_assert_true (isnan (test_at (brief, "time_to_90", 0, l)));
      g_assert_true (isnan (test_at (brief, "time_to_90_theory", 0, l)));
    }
}

/* Values of one's own, as lists and in documents. */
TEST (test_parameters, "/salience/parameters")
{
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autofree IplParameters *again = g_new0 (IplParameters, 1);
  const IplField *mu = NULL;
  IplSalience salience, drawn;
  g_autofree char *json = NULL, *text = NULL;
  gpointer own = ipl_parameters_edit_specific (parameters);

  ipl_parameters_init (parameters, "joma-salience");
  for (guint i = 0; i < parameters->experiment->groups[0].n_fields; i++)
    if (strcmp (parameters->experiment->groups[0].fields[i].id, "mu") == 0)
      mu = &parameters->experiment->groups[0].fields[i];
  g_assert_true (ipl_salience_from_parameters (&drawn, parameters));
  TEST_OK (ipl_field_set_text (mu, own, "1,3.14,-2", &error));
  json = ipl_parameters_to_json (parameters);
  TEST_OK (ipl_parameters_from_json (again, json, &error));
  g_assert_true (ipl_parameters_equal (parameters, again));

  TEST_OK (ipl_field_set_text (mu, own, " 1, 2.5,-3", &error));
  ipl_salience_from_parameters (&salience, parameters);
  g_assert_cmpuint (salience.M, ==, 3);
  g_assert_cmpfloat (salience.drive[2], ==, -3);
  text = ipl_field_get_text (mu, own);
  g_assert_cmpstr (text, ==, "1,2.5,-3");
  TEST_REFUSED (ipl_field_set_text (mu, own, "1,x", &error), IPL_ERROR_VALUE, "from -6 to 6");
  TEST_REFUSED (ipl_field_set_text (mu, own, "7", &error), IPL_ERROR_VALUE);
  TEST_REFUSED (ipl_parameters_from_json (
                    again, "{\"experiment\": \"joma-salience\", \"task\": {\"mu\": [1, \"2\"]}}",
                    &error),
                IPL_ERROR_VALUE, "mu");
  /* Nothing: those drawn. */
  g_assert_true (ipl_field_set_text (mu, own, "", NULL));
  ipl_salience_from_parameters (&salience, parameters);
  g_assert_cmpuint (salience.M, ==, 3);
  g_assert_cmpfloat (salience.drive[2], >=, 1);
}
