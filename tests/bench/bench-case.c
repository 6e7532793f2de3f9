/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include "core/case/case-io.h"

static void
fill (IplExamples *examples, const char *name, gsize count, gsize Pi, gsize N0, gsl_rng *rng,
      const double *teacher)
{
  examples->name = g_strdup (name);
  examples->count = count;
  examples->y = g_new (double, count);
  examples->xi = g_new (double, count * Pi * N0);
  for (gsize m = 0; m < count; m++)
    {
      double *xi = examples->xi + m * Pi * N0, f = 0;

      for (gsize i = 0; i < Pi * N0; i++)
        xi[i] = gsl_ran_gaussian_ziggurat (rng, 1);
      for (gsize i = 0; i < N0; i++)
        f += teacher[i] * (xi[i] + 0.5 * xi[(Pi - 1) * N0 + i]);
      examples->y[m] = f > 0 ? 1 : -1;
    }
}

IplCase *
bench_synthetic_case (gsize P, gsize P_test, guint L, const guint *H, gsize N0)
{
  IplCase *self = ipl_case_alloc ();
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
  g_autofree double *teacher = g_new (double, N0);

  gsl_rng_set (rng, 20241);
  self->name = g_strdup ("synthetic");
  self->L = L;
  self->Pi = 1;
  for (guint l = 0; l < L; l++)
    {
      self->H[l] = H[l];
      self->Pi *= H[l];
    }
  self->N0 = N0;
  self->temperature = 0.01;
  for (guint l = 0; l < L + 2; l++)
    self->variances[l] = 1;
  for (gsize i = 0; i < N0; i++)
    teacher[i] = gsl_ran_gaussian_ziggurat (rng, 1);
  fill (&self->train, "train", P, self->Pi, N0, rng, teacher);
  self->n_tests = 1;
  self->tests = g_new0 (IplExamples, 1);
  fill (&self->tests[0], "test", P_test, self->Pi, N0, rng, teacher);
  ipl_case_finish_names (self);
  gsl_rng_free (rng);

  return self;
}

IplCase *
bench_hmc4_case (void)
{
  const char *data = g_getenv ("INTERPLAY_TEST_DATA");
  g_autofree char *path = g_build_filename (data != NULL ? data : "tests/data", "hmc.npz", NULL);
  g_autoptr (GError) error = NULL;
  IplCase *self = ipl_case_load (path, FALSE, 1, NULL, &error);

  if (self == NULL)
    g_error ("%s", error->message);
  return self;
}
