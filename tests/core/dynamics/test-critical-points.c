/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gradient of a hidden unit over a mixture of clusters: against adaptive quadrature, its
 * potential, samples; its zeros; and the dynamics beside their local form. */
#include "core/dynamics/critical-points.h"
#include "dynamics/trajectory-support.h"
#include "support.h"

#include <gsl/gsl_integration.h>
#include <math.h>
#include <string.h>

typedef struct
{
  double mean, sd;
  guint order; /* of the derivative of softplus */
} Average;

static double
integrand (double x, void *data)
{
  const Average *self = data;
  double u = self->mean + self->sd * x, logistic = 1 / (1 + exp (-u));
  double value = self->order == 0   ? MAX (u, 0) + log1p (exp (-fabs (u)))
                 : self->order == 1 ? logistic
                                    : logistic * (1 - logistic);

  return value * exp (-x * x / 2) / sqrt (2 * G_PI);
}

static double
average (double mean, double sd, guint order)
{
  Average data = { mean, sd, order };
  gsl_function f = { integrand, &data };
  gsl_integration_workspace *space = gsl_integration_workspace_alloc (2000);
  double value, error, points[] = { -12, CLAMP (-mean / MAX (sd, 1e-9), -11, 11), 12 };

  gsl_integration_qagp (&f, points, 3, 1e-14, 1e-11, 2000, space, &value, &error);
  gsl_integration_workspace_free (space);
  return value;
}

static void
init_field (IplCriticalField *field, IplCriticalPoints *settings)
{
  ipl_critical_points_init (settings);
  TEST_OK (ipl_critical_field_init (field, settings, NULL, &error));
}

TEST (test_quadrature, "/critical-points/quadrature")
{
  const double sds[] = { 0, 1e-3, 0.1, 1, 5, 40 }, means[] = { -30, -2, 0, 0.3, 7 };
  g_auto (IplCriticalField) field = { 0 };
  IplCriticalPoints settings;

  init_field (&field, &settings);
  for (guint i = 0; i < G_N_ELEMENTS (sds); i++)
    for (guint k = 0; k < G_N_ELEMENTS (means); k++)
      {
        double slope, curvature;

        ipl_critical_field_scales (&field, means[k], sds[i], &slope, &curvature);
        test_assert_close (slope, average (means[k], sds[i], 1), 1e-10);
        test_assert_close (curvature, average (means[k], sds[i], 2), 1e-10);
      }
}

/* sum_j a_j E[softplus (v.x)], whose gradient the field is. */
static double
potential (const IplCriticalField *field, const double *v)
{
  double sum = 0, square = 0;

  for (gsize m = 0; m < field->M; m++)
    square += v[m] * v[m];
  for (gsize j = 0; j < field->C; j++)
    {
      double mean = 0;

      for (gsize m = 0; m < field->M; m++)
        mean += v[m] * field->centers[j * field->M + m];
      sum += field->a[j] * average (mean, field->noise * sqrt (square), 0);
    }
  return sum;
}

TEST (test_gradient, "/critical-points/gradient")
{
  const double h = 1e-4;
  g_auto (IplCriticalField) field = { 0 };
  IplCriticalPoints settings;
  double v[IPL_SALIENCE_MAX], Delta[IPL_SALIENCE_MAX];

  init_field (&field, &settings);
  for (gsize m = 0; m < field.M; m++)
    v[m] = 2 * sin ((double)m + 1);
  ipl_critical_field_at (&field, v, Delta);
  for (gsize m = 0; m < field.M; m++)
    test_assert_close (TEST_SLOPE (v[m], h, potential (&field, v)), Delta[m], 1e-8);
}

TEST (test_zeros, "/critical-points/zeros")
{
  IplCriticalPoints settings;
  g_auto (IplCriticalField) field = { 0 }, one = { 0 };
  IplCriticalZeros zeros;
  double Delta[IPL_SALIENCE_MAX];

  init_field (&field, &settings);
  TEST_OK (ipl_critical_field_zeros (&field, &settings, &zeros, NULL, &error));
  g_assert_cmpfloat (zeros.largest[0], <, 0);
  ipl_critical_field_at (&field, zeros.v[0], Delta);
  for (gsize m = 0; m < field.M; m++)
    g_assert_cmpfloat (fabs (Delta[m]), <, 1e-12);
  /* Of one cluster it lies on its center. */
  settings.clusters = 1;
  TEST_OK (ipl_critical_field_init (&one, &settings, NULL, &error));
  TEST_OK (ipl_critical_field_zeros (&one, &settings, &zeros, NULL, &error));
  for (gsize m = 1; m < one.M; m++)
    test_assert_close (zeros.v[0][m] / zeros.v[0][0], one.centers[m] / one.centers[0], 1e-9);
  /* B sigma / sqrt (2 pi) < |xbar| */
  one.a[1] = -5;
  TEST_REFUSED (ipl_critical_field_zeros (&one, &settings, &zeros, NULL, &error), IPL_ERROR_VALUE,
                "too weak");
}

/* The local form is the salience of these mu; both come to them; and the numbers told. */
TEST (test_dynamics, "/critical-points/dynamics")
{
  IplCriticalPoints settings;
  IplSalience salience = { .softmax = TRUE };
  g_autoptr (IplTrajectory) run = NULL, local = NULL;
  guint last;

  ipl_critical_points_init (&settings);
  run = TEST_OK (ipl_critical_points_run (&settings, NULL, &error));
  salience.M = settings.tokens;
  salience.T = settings.temperature;
  salience.start = settings.start;
  salience.rate = settings.rate;
  salience.steps = settings.steps;
  memcpy (salience.drive, ipl_trajectory_get (run, "mu", 0), salience.M * sizeof (double));
  local = TEST_OK (ipl_salience_run (&salience, NULL, &error));
  last = run->S - 1;
  g_assert_cmpfloat (run->time[last], ==, settings.steps);
  for (guint l = 0; l < salience.M; l++)
    {
      test_assert_close (ipl_trajectory_get (run, "v_local", last)[l],
                         ipl_trajectory_get (local, "v", local->S - 1)[l], 1e-13);
      g_assert_cmpfloat (test_at (run, "time_to_90_local", 0, l), ==,
                         test_at (local, "time_to_90", 0, l));
      g_assert_cmpfloat (test_at (run, "time_to_90", 0, l), >, 0);
      test_assert_close (ipl_trajectory_get (run, "v", last)[l] / salience.drive[l], 1, 0.1);
    }
  test_assert_close (test_at (run, "order_correlation", 0, 0), 1, 1e-12);
  test_assert_close (test_at (run, "time_factor", 0, 0), 1.17, 0.01);
  for (gsize i = 0; i < ipl_trajectory_find (run, "way")->size; i++)
    test_assert_close (test_at (run, "way_sampled", 0, i), test_at (run, "way_field", 0, i),
                       4 * test_at (run, "way_error", 0, i));
}

TEST (test_refused, "/critical-points/refused")
{
  IplCriticalPoints settings;
  g_autoptr (GError) missing = NULL, stopped = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  ipl_critical_points_init (&settings);
  settings.source = g_intern_string ("file");
  g_assert_false (ipl_critical_points_validate (&settings, &missing));
  test_assert_error (&missing, IPL_ERROR, IPL_ERROR_VALUE, "frequencies", NULL);
  ipl_critical_points_init (&settings);
  g_cancellable_cancel (cancellable);
  g_assert_null (ipl_critical_points_run (&settings, cancellable, &stopped));
  g_assert_error (stopped, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
