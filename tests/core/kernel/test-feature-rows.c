/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rotated training examples against the examples as they are, with kernels of either kind, and
 * against plain loops in extended precision where the temperature is tiny. */
#include <math.h>
#include <string.h>

#include "core/theory/curvature.h"
#include "core/theory/predictor.h"
#include "core/theory/solution.h"
#include "support.h"

typedef enum
{
  GENERIC,
  DUPLICATES, /* every second example has the features, but not the label, of the one before */
  DEAD,       /* token components that are 0, and one that another one is, to the last bit */
  SAME_PATHS, /* the last path is the first one */
  ZERO,       /* no features at all */
} Kind;

typedef struct
{
  const char *name;
  gsize P;
  guint H[2];
  gsize N0;
  Kind kind;
  gsize rows; /* expected */
  gsize components;
} Size;

static const Size sizes[] = {
  { "more columns than examples", 12, { 2, 2 }, 40, GENERIC, 12, 40 },
  { "more examples than columns", 40, { 2, 1 }, 5, GENERIC, 10, 5 },
  { "as many", 12, { 2, 2 }, 3, GENERIC, 12, 3 },
  { "one example", 1, { 2, 2 }, 3, GENERIC, 1, 3 },
  { "one path", 30, { 1, 1 }, 4, GENERIC, 4, 4 },
  { "one path, one component", 3, { 1, 1 }, 1, GENERIC, 1, 1 },
  { "one component", 20, { 3, 2 }, 1, GENERIC, 6, 1 },
  { "duplicates, few columns", 30, { 2, 1 }, 6, DUPLICATES, 12, 6 },
  { "duplicates, many columns", 16, { 2, 2 }, 20, DUPLICATES, 8, 20 },
  { "duplicates decide", 20, { 2, 2 }, 4, DUPLICATES, 10, 4 },
  { "dead components, few columns", 40, { 2, 1 }, 9, DEAD, 10, 5 },
  { "dead components, many columns", 30, { 2, 2 }, 40, DEAD, 30, 36 },
  { "few features at all", 3, { 4, 4 }, 200, GENERIC, 3, 48 },
  { "the same path twice", 30, { 3, 1 }, 4, SAME_PATHS, 8, 4 },
  { "no features", 9, { 2, 1 }, 3, ZERO, 1, 1 },
  { "no features, many columns", 4, { 2, 2 }, 30, ZERO, 1, 1 },
};

static void
spoil (IplExamples *examples, gsize Pi, gsize N0, Kind kind, double scale, gboolean train)
{
  gsize D = Pi * N0;

  for (gsize m = 0; m < examples->count; m++)
    {
      double *xi = examples->xi + m * D;

      if (kind == DUPLICATES && m % 2 == 1 && train)
        memcpy (xi, xi - D, D * sizeof *xi);
      /* The test examples have these components: nothing is known of them. */
      for (gsize p = 0; kind == DEAD && p < Pi && train; p++)
        {
          memset (xi + p * N0, 0, 3 * sizeof *xi);
          xi[p * N0 + 3] = -2 * xi[p * N0 + 4];
        }
      if (kind == SAME_PATHS)
        memcpy (xi + D - N0, xi, N0 * sizeof *xi);
      if (kind == ZERO && train)
        memset (xi, 0, D * sizeof *xi);
    }
  if (kind != DUPLICATES || !train || scale != 1)
    for (gsize i = 0; i < examples->count * D; i++)
      examples->xi[i] *= scale;
}

static IplCase *
make_case (const Size *size, double scale)
{
  IplCase *the_case = test_random_case (size->P, 7, 2, size->H, size->N0, 3 + (guint32)size->P);

  spoil (&the_case->train, the_case->Pi, size->N0, size->kind, scale, TRUE);
  spoil (&the_case->tests[0], the_case->Pi, size->N0, size->kind, scale, FALSE);
  return the_case;
}

/* Everything the theory takes from a kernel at one U. */
typedef struct
{
  gsize Pi;
  double E;
  double *U;
  double *G;
  double *dG; /* along U */
  double mean[7];
  double var[7];
} Answer;

static void
answer_clear (Answer *self)
{
  g_free (self->U);
  g_free (self->G);
  g_free (self->dG);
}

static Answer
answer_of (const IplCase *the_case, IplKernel *kernel, double temperature, gboolean applied)
{
  gsize Pi = the_case->Pi;
  Answer self = { Pi };
  g_autoptr (IplEnergy) energy = ipl_energy_new (kernel, 1.3, temperature, TRUE, NULL);
  g_autoptr (IplCurvature) curvature = ipl_curvature_new (energy, !applied, NULL);
  g_autofree double *G = g_new (double, Pi * Pi);
  IplPrediction prediction = { 0 };

  self.U = test_random_order (Pi, 5);
  self.G = g_new (double, Pi * Pi);
  self.dG = g_new (double, Pi * Pi);
  g_assert_true (ipl_energy_evaluate (energy, self.U, &self.E));
  self.E += energy->constant;
  ipl_energy_gradient (energy, self.G);
  g_assert_true (ipl_curvature_prepare (curvature, G, NULL));
  test_assert_near (Pi * Pi, G, self.G, 1e-9 * test_largest (Pi * Pi, G));
  ipl_curvature_apply (curvature, self.U, self.dG);
  g_assert_true (ipl_predictor_mean (energy, self.U, &the_case->tests[0], &prediction, NULL));
  memcpy (self.mean, prediction.mean, sizeof self.mean);
  g_free (prediction.mean);
  g_assert_true (ipl_predictor_covariance (energy, self.U, 0, 0, self.var, NULL));
  return self;
}

static void
assert_alike (const Answer *a, const Answer *b, double tolerance)
{
  gsize n2 = a->Pi * a->Pi;

  g_assert_cmpfloat (fabs (a->E - b->E), <=, tolerance * (1 + fabs (a->E)));
  test_assert_near (n2, a->G, b->G, tolerance * test_largest (n2, a->G));
  test_assert_near (n2, a->dG, b->dG, 10 * tolerance * test_largest (n2, a->dG));
  test_assert_near (7, a->mean, b->mean, tolerance * (1 + test_largest (7, a->mean)));
  test_assert_near (7, a->var, b->var, tolerance * test_largest (7, a->var));
}

/* As few rows and components as there should be, and nothing that differs. */
TEST (test_plain, "/feature-rows/plain")
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (double scale = 1e-6; scale < 1e7; scale *= 1e6)
      {
        const Size *size = &sizes[i];
        g_autoptr (IplCase) the_case = make_case (size, scale);
        g_autoptr (IplKernel) plain = ipl_kernel_prepare_plain (the_case, NULL, NULL);
        g_autoptr (IplKernel) rotated = ipl_kernel_prepare (the_case, NULL, NULL);
        Answer exact = answer_of (the_case, plain, 0.1 * scale * scale, TRUE);
        Answer dense = answer_of (the_case, plain, 0.1 * scale * scale, FALSE);
        Answer fewer = answer_of (the_case, rotated, 0.1 * scale * scale, FALSE);
        Answer applied = answer_of (the_case, rotated, 0.1 * scale * scale, TRUE);

        g_test_message ("%s, scale %g: %zu rows of %zu components", size->name, scale, rotated->P,
                        rotated->N0);
        g_assert_cmpuint (plain->P, ==, size->P);
        g_assert_cmpuint (rotated->P, ==, size->rows);
        g_assert_cmpuint (rotated->P + rotated->rows.rest, ==, size->P);
        /* Components are left out where that is worth looking for. */
        if (rotated->S == NULL || size->P > size->rows)
          g_assert_cmpuint (rotated->N0, <=, size->N0);
        if (size->P > the_case->Pi * size->N0)
          g_assert_cmpuint (rotated->N0, ==, size->components);
        assert_alike (&exact, &dense, 1e-10);
        assert_alike (&exact, &fewer, 1e-10);
        assert_alike (&exact, &applied, 1e-10);
        answer_clear (&exact);
        answer_clear (&dense);
        answer_clear (&fewer);
        answer_clear (&applied);
      }
}

/* 113 bits: a kernel eight digits above the temperature, and labels that square, leave enough. */
typedef __float128 Long;

static Long
square_root (Long x)
{
  Long near = sqrtl ((long double)x);

  return (near + x / near) / 2;
}

/* E, G = dE/dU and the mean on the test set, in extended precision, by the letter: K as it is. */
static void
slow_answer (const IplCase *the_case, double temperature, Answer *self)
{
  gsize P = the_case->train.count, Pi = the_case->Pi, N0 = the_case->N0;
  const double *y = the_case->train.y, *xi = the_case->train.xi, *U = self->U;
  Long c = (Long)1.3 / ((Long)N0 * (Long)Pi), E = 0;
  g_autofree Long *dots = g_new0 (Long, P * P * Pi * Pi), *L = g_new0 (Long, P * P);
  g_autofree Long *inverse = g_new0 (Long, P * P), *alpha = g_new0 (Long, P);

  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n < P; n++)
      for (gsize p = 0; p < Pi; p++)
        for (gsize q = 0; q < Pi; q++)
          {
            Long *dot = &dots[((m * P + n) * Pi + p) * Pi + q];

            for (gsize i = 0; i < N0; i++)
              *dot += (Long)xi[(m * Pi + p) * N0 + i] * (Long)xi[(n * Pi + q) * N0 + i];
            L[m * P + n] += c * U[p * Pi + q] * *dot;
          }
  for (gsize m = 0; m < P; m++)
    L[m * P + m] += temperature;
  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n <= m; n++)
      {
        Long sum = L[m * P + n];

        for (gsize k = 0; k < n; k++)
          sum -= L[m * P + k] * L[n * P + k];
        L[m * P + n] = m == n ? square_root (sum) : sum / L[n * P + n];
      }
  for (gsize j = 0; j < P; j++)
    {
      E += 2 * logl ((long double)L[j * P + j]);
      for (gsize m = 0; m < P; m++)
        {
          Long sum = m == j;

          for (gsize k = 0; k < m; k++)
            sum -= L[m * P + k] * inverse[k * P + j];
          inverse[m * P + j] = sum / L[m * P + m];
        }
      for (gsize m = P; m-- > 0;)
        {
          Long sum = inverse[m * P + j];

          for (gsize k = m + 1; k < P; k++)
            sum -= L[k * P + m] * inverse[k * P + j];
          inverse[m * P + j] = sum / L[m * P + m];
        }
    }
  for (gsize m = 0; m < P; m++)
    {
      for (gsize n = 0; n < P; n++)
        alpha[m] += inverse[m * P + n] * y[n];
      E += alpha[m] * y[m];
    }
  self->E = (double)E;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        Long sum = 0;

        for (gsize m = 0; m < P; m++)
          for (gsize n = 0; n < P; n++)
            sum += (inverse[m * P + n] - alpha[m] * alpha[n])
                   * (dots[((m * P + n) * Pi + p) * Pi + q] + dots[((m * P + n) * Pi + q) * Pi + p])
                   / 2;
        self->G[p * Pi + q] = (double)(c * sum);
      }
  for (gsize x = 0; x < 7; x++)
    {
      Long mean = 0;

      for (gsize m = 0; m < P; m++)
        for (gsize p = 0; p < Pi; p++)
          for (gsize q = 0; q < Pi; q++)
            for (gsize i = 0; i < N0; i++)
              mean += c * U[p * Pi + q] * alpha[m] * xi[(m * Pi + p) * N0 + i]
                      * the_case->tests[0].xi[(x * Pi + q) * N0 + i];
      self->mean[x] = (double)mean;
    }
}

/* Eight digits below the kernel, where a P x P factorization has only eight left, and none of the
 * misfit: what is left of G and mean has all but some of the digits that double precision has. */
TEST (test_tiny_temperature, "/feature-rows/tiny-temperature")
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (double scale = 1e-6; scale < 1e7; scale *= 1e6)
      {
        const Size *size = &sizes[i];
        double temperature = 1e-8 * scale * scale;
        g_autoptr (IplCase) the_case = make_case (size, scale);
        g_autoptr (IplKernel) rotated = ipl_kernel_prepare (the_case, NULL, NULL);
        Answer fewer = answer_of (the_case, rotated, temperature, FALSE);
        Answer exact = answer_of (the_case, rotated, temperature, FALSE);

        slow_answer (the_case, temperature, &exact);

        gsize n2 = exact.Pi * exact.Pi;
        double largest = test_largest (n2, exact.G);

        g_test_message ("%s, scale %g: E %.17g off by %.1e, gradient by %.1e, mean by %.1e",
                        size->name, scale, exact.E, fabs (fewer.E / exact.E - 1),
                        test_largest_difference (n2, exact.G, fewer.G) / largest,
                        test_largest_difference (7, exact.mean, fewer.mean));
        g_assert_cmpfloat (fabs (fewer.E - exact.E), <=, 1e-13 * fabs (exact.E));
        test_assert_near (n2, exact.G, fewer.G, 1e-10 * largest);
        test_assert_near (7, exact.mean, fewer.mean, 1e-10 * (1 + test_largest (7, exact.mean)));
        answer_clear (&fewer);
        answer_clear (&exact);
      }
}

/* At temperature 0 an example that is none of the rows is one too many. */
TEST (test_singular, "/feature-rows/singular")
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const Size *size = &sizes[i];
      g_autoptr (IplCase) the_case = make_case (size, 1);
      g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
      g_autoptr (IplSolution) solution = NULL;
      IplSetting setting = test_setting (the_case, 30);

      setting.temperature = 0;
      if (size->rows == size->P && size->kind != ZERO)
        solution = TEST_OK (ipl_solution_solve (the_case, kernel, &setting, NULL, 1, NULL, &error));
      else
        TEST_REFUSED (ipl_solution_solve (the_case, kernel, &setting, NULL, 1, NULL, &error),
                      IPL_ERROR_SINGULAR, "features");
    }
}

/* One number beside which all others are rounding: what is left out on its account is not nothing.
 */
TEST (test_giant, "/feature-rows/giant")
{
  static const Size giant = { "giant", 9, { 2, 1 }, 3, GENERIC, 1, 3 };
  g_autoptr (IplCase) the_case = make_case (&giant, 1);
  g_autoptr (IplKernel) kernel = NULL;

  the_case->train.xi[7] = 1e99;
  kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_assert_cmpuint (kernel->P, ==, 1);
  IplSetting setting = test_setting (the_case, 30);
  TEST_REFUSED (ipl_solution_solve (the_case, kernel, &setting, NULL, 1, NULL, &error),
                IPL_ERROR_SINGULAR, "double precision");
}

TEST (test_cancelled, "/feature-rows/cancelled")
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (IplCase) the_case = make_case (&sizes[i], 1);

      TEST_CANCELLED (ipl_kernel_prepare (the_case, cancelled, &error));
    }
}
