/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curvature from gradients: exact where it can be, and never worse than asked. */
#include <math.h>
#include <string.h>

#include "core/theory/curvature.h"
#include "core/theory/action-descent-private.h"
#include "support.h"

/* A symmetric matrix; positive with @more on its diagonal. */
static double *
random_symmetric (gsize Pi, double more, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  double *U = g_new (double, Pi * Pi);

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q <= p; q++)
      U[p * Pi + q] = U[q * Pi + p] = g_rand_double_range (rand, -1, 1) + (p == q ? more : 0);
  return U;
}

typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplEnergy *energy;
  IplCurvature *exact;
  IplSecant *secant;
  double *U, *G;
  gsize Pi, n2;
} Fixture;

static void
fixture_init (Fixture *self, gsize P, guint L, const guint *H, gsize N0)
{
  double E;

  self->the_case = test_random_case (P, 3, L, H, N0, 5);
  self->Pi = self->the_case->Pi;
  self->n2 = self->Pi * self->Pi;
  self->kernel = ipl_kernel_prepare (self->the_case, NULL, NULL);
  self->energy = ipl_energy_new (self->kernel, 1.3, 0.2, TRUE, NULL);
  self->exact = ipl_curvature_new (self->energy, ipl_curvature_would_be_dense (self->Pi), NULL);
  self->secant = ipl_secant_new (self->kernel, NULL);
  self->U = random_symmetric (self->Pi, (double)self->Pi, 6);
  self->G = g_new (double, self->n2);
  g_assert_true (ipl_energy_evaluate (self->energy, self->U, &E));
  g_assert_true (ipl_curvature_prepare (self->exact, self->G, NULL));
  g_assert_true (ipl_secant_begin (self->secant, self->energy, self->G));
}

static void
fixture_clear (Fixture *self)
{
  g_free (self->U);
  g_free (self->G);
  ipl_secant_free (self->secant);
  ipl_curvature_free (self->exact);
  ipl_energy_free (self->energy);
  ipl_kernel_unref (self->kernel);
  ipl_case_unref (self->the_case);
}

/* How far the model's answer is from @dG, as a share of it. */
static double
distance (Fixture *self, const double *dU, const double *dG)
{
  g_autofree double *model = g_new (double, self->n2);

  ipl_secant_apply (self->secant, dU, model);
  for (gsize p = 0; p < self->Pi; p++)
    for (gsize q = 0; q < p; q++)
      g_assert_cmpfloat (model[p * self->Pi + q], ==, model[q * self->Pi + p]);
  return test_largest_difference (self->n2, model, dG) / test_largest (self->n2, dG);
}

/* Where tokens have one component the blocks that the guess simplifies are numbers: it is exact. */
TEST (test_guess, "/secant/guess")
{
  const guint H[] = { 3, 2 };
  const gsize sizes[] = { 1, 4, 30 };

  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    {
      Fixture fixture;
      double *dG;

      fixture_init (&fixture, sizes[k], 2, H, 1);
      dG = g_new (double, fixture.n2);
      for (guint32 i = 0; i < 3; i++)
        {
          g_autofree double *dU = random_symmetric (fixture.Pi, 0, 10 + i);

          ipl_curvature_apply (fixture.exact, dU, dG);
          g_assert_cmpfloat (distance (&fixture, dU, dG), <, 1e-10);
        }
      g_free (dG);
      fixture_clear (&fixture);
    }
}

/* A correction holds, and those before it do where they speak of one linear map; the guess alone
 * does not. */
TEST (test_corrections, "/secant/corrections")
{
  enum
  {
    N = 7
  };
  const guint H[] = { 3, 2 };
  Fixture fixture;
  double *dU[N], *dG[N];
  g_autofree double *other = random_symmetric (6, 0, 99);

  fixture_init (&fixture, 20, 2, H, 6);
  for (guint32 i = 0; i < N; i++)
    {
      dU[i] = random_symmetric (fixture.Pi, 0, 20 + i);
      dG[i] = g_new (double, fixture.n2);
      ipl_curvature_apply (fixture.exact, dU[i], dG[i]);
    }
  g_assert_cmpfloat (distance (&fixture, dU[0], dG[0]), >, 0.01);
  for (guint i = 0; i < N; i++)
    {
      g_assert_true (ipl_secant_correct (fixture.secant, dU[i], dG[i]));
      g_assert_cmpfloat (distance (&fixture, dU[i], dG[i]), <, 1e-10);
    }
  for (guint i = 0; i < N; i++)
    g_assert_cmpfloat (distance (&fixture, dU[i], dG[i]), <, 1e-7);

  /* What it knows already is no news, nor is no change. */
  memset (dU[1], 0, fixture.n2 * sizeof (double));
  g_assert_true (ipl_secant_correct (fixture.secant, dU[1], dU[1]));
  g_assert_cmpfloat (distance (&fixture, dU[0], dG[0]), <, 1e-7);

  /* Begun at another U, it still knows what it was told, and is another elsewhere. */
  double before = distance (&fixture, other, dG[0]), E;

  for (gsize i = 0; i < fixture.n2; i++)
    fixture.U[i] *= 3;
  g_assert_true (ipl_energy_evaluate (fixture.energy, fixture.U, &E));
  ipl_energy_gradient (fixture.energy, fixture.G);
  g_assert_true (ipl_secant_begin (fixture.secant, fixture.energy, fixture.G));
  for (guint i = 2; i < N; i++)
    g_assert_cmpfloat (distance (&fixture, dU[i], dG[i]), <, 1e-7);
  g_assert_cmpfloat (distance (&fixture, other, dG[0]), !=, before);
  for (guint i = 0; i < N; i++)
    {
      g_free (dU[i]);
      g_free (dG[i]);
    }
  fixture_clear (&fixture);
}

/* What was told last holds when more was told than is remembered; then it says that it is enough.
 */
TEST (test_full, "/secant/full")
{
  const guint H[] = { 5, 5 };
  Fixture fixture;
  guint taken = 0;
  gboolean room = TRUE;

  fixture_init (&fixture, 12, 2, H, 3);
  while (room && taken < 1000)
    {
      g_autofree double *dU = random_symmetric (fixture.Pi, 0, 100 + taken);
      g_autofree double *dG = random_symmetric (fixture.Pi, 0, 2000 + taken);

      room = ipl_secant_correct (fixture.secant, dU, dG);
      if (room)
        {
          g_assert_cmpfloat (distance (&fixture, dU, dG), <, 1e-6);
          taken++;
        }
    }
  g_assert_cmpuint (taken, ==, 160);
  fixture_clear (&fixture);
}

/* A curvature that is held as a matrix is corrected in the same way. */
TEST (test_curvature, "/secant/curvature")
{
  const guint H[] = { 3, 2 };
  g_autofree double *dU = random_symmetric (6, 0, 3), *dG = random_symmetric (6, 0, 4);
  g_autofree double *answer = g_new (double, 36);
  Fixture fixture;

  fixture_init (&fixture, 20, 2, H, 6);
  g_assert_true (fixture.exact->dense);
  ipl_curvature_correct (fixture.exact, dU, dG);
  ipl_curvature_apply (fixture.exact, dU, answer);
  test_assert_near (36, answer, dG, 1e-9 * test_largest (36, dG));
  fixture_clear (&fixture);
}

static void
multiply (const double *direction, double *out, gpointer diagonal)
{
  for (gsize i = 0; i < 3; i++)
    out[i] = ((const double *)diagonal)[i] * direction[i];
}

/* Within the radius a step leads to the minimum, else to the radius, also where there is none. */
TEST (test_newton, "/secant/newton")
{
  const double gradient[] = { 1, -2, 3 }, D[] = { 1, 2, 0.5 };
  static const struct
  {
    double H[3], radius;
    gboolean inside;
  } models[] = { { { 3, 1, 2 }, 100, TRUE },
                 { { 3, 1, 2 }, 2.4, FALSE },
                 { { 3, 1, 2 }, 0.1, FALSE },
                 { { -3, 1, 2 }, 5, FALSE } };

  for (guint k = 0; k < G_N_ELEMENTS (models); k++)
    {
      const double *H = models[k].H;
      double step[3], scratch[12], model = 0, decrease;
      gboolean on_boundary;

      decrease = ipl_newton_step (3, gradient, D, models[k].radius, 1e-12, 50, multiply,
                                  (gpointer)H, step, &on_boundary, scratch);
      g_assert_true (on_boundary == !models[k].inside);
      for (gsize i = 0; i < 3; i++)
        {
          model += gradient[i] * step[i] + H[i] * step[i] * step[i] / 2;
          if (models[k].inside)
            g_assert_cmpfloat (fabs (step[i] + gradient[i] / H[i]), <, 1e-12);
        }
      g_assert_cmpfloat (fabs (decrease + model), <, 1e-12 * (1 + fabs (model)));
      if (!models[k].inside)
        test_assert_close (ipl_newton_length (3, D, step) / models[k].radius, 1, 1e-12);
    }
}
