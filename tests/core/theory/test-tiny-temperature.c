/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver where the temperature is next to nothing beside the kernel: in tens of steps where the
 * path features fit fewer labels than there are, and with a reason where rounding has the last
 * word.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "core/theory/energy.h"
#include "core/theory/saddle.h"
#include "support.h"

static const double temperatures[] = { 1, 1e-2, 1e-4, 1e-6, 1e-8 };

typedef struct
{
  gsize P;
  guint L;
  guint H[2];
  gsize N0;
} Size;

/* More examples than path features, or one example. */
static const Size misfits[] = {
  { 3, 1, { 1 }, 1 },     { 3, 2, { 1, 1 }, 1 },  { 3, 1, { 1 }, 2 },
  { 1, 1, { 1 }, 1 },     { 6, 1, { 2 }, 1 },     { 10, 2, { 2, 1 }, 2 },
  { 20, 2, { 3, 1 }, 3 }, { 30, 2, { 3, 1 }, 5 }, { 60, 2, { 2, 2 }, 6 },
};

static IplSaddle *
solve (IplCase *the_case, guint width, double temperature)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  IplSetting setting = test_setting (the_case, width);

  setting.temperature = temperature;
  return TEST_OK (ipl_saddle_find (the_case, kernel, &setting, NULL, 0, NULL, &error));
}

TEST (test_misfit, "/tiny-temperature/misfit")
{
  static const guint widths[] = { 1, 2, 3, 10, 1000 };

  for (guint i = 0; i < G_N_ELEMENTS (misfits); i++)
    {
      guint most = 0;

      for (guint seed = 0; seed < 10; seed++)
        for (guint k = 0; k < G_N_ELEMENTS (widths) * G_N_ELEMENTS (temperatures); k++)
          {
            const Size *size = &misfits[i];
            g_autoptr (IplCase) the_case
                = test_random_case (size->P, 2, size->L, size->H, size->N0, 1000 + seed);
            g_autoptr (IplSaddle) saddle = solve (the_case, widths[k % G_N_ELEMENTS (widths)],
                                                  temperatures[k / G_N_ELEMENTS (widths)]);

            if (!saddle->converged)
              g_error ("P = %zu, seed %u, N = %u: %s", size->P, seed,
                       widths[k % G_N_ELEMENTS (widths)], saddle->message);
            most = MAX (most, saddle->iterations);
          }
      g_test_message ("P = %zu, N0 = %zu, %u paths: at most %u iterations", misfits[i].P,
                      misfits[i].N0, misfits[i].H[0] * MAX (misfits[i].H[1], 1), most);
      g_assert_cmpuint (most, <=, 60);
    }
}

/* What is fitted, and U, have a limit as the temperature vanishes: misfit tells U nothing. */
TEST (test_limit, "/tiny-temperature/limit")
{
  g_autoptr (IplCase) the_case = test_random_case (60, 2, HEADS (2, 2), 6, 3);
  g_autoptr (IplSaddle) cold = solve (the_case, 10, 1e-8);
  g_autoptr (IplSaddle) colder = solve (the_case, 10, 1e-10);

  g_assert_true (cold->converged && colder->converged);
  test_assert_near (16, cold->U, colder->U, 1e-6 * test_largest (16, cold->U));
}

/* Rounding of the kernel k of one example changes the energy log (k + T) + y^2 / (k + T) by as many
 * roundings as 1 + y^2 / (k + T), label or not. */
TEST (test_rounding, "/tiny-temperature/rounding")
{
  for (guint label = 0; label < 2; label++)
    {
      g_autoptr (IplCase) the_case = test_random_case (1, 1, HEADS (2, 2), 6, 3);
      g_autoptr (IplKernel) kernel = NULL;
      IplEnergy *energy;
      double U[16] = { 0 };

      the_case->train.y[0] *= label;
      kernel = ipl_kernel_prepare (the_case, NULL, NULL);
      IplSetting setting = test_setting (the_case, 10);
      for (guint p = 0; p < 4; p++)
        U[5 * p] = 1 + p;
      energy = ipl_energy_new_at (kernel, &setting, U, FALSE, NULL, NULL);
      test_assert_close (energy->rounding / DBL_EPSILON, 1 + energy->fit, 1e-12);
      ipl_energy_free (energy);
    }
}

/* Pairs of examples that differ by a millionth and have labels of their own. */
TEST (test_drowned, "/tiny-temperature/drowned")
{
  const gsize D = 80;
  g_autoptr (IplCase) the_case = test_random_case (24, 2, HEADS (2, 2), 20, 5);
  g_autoptr (IplSaddle) saddle = NULL;

  for (gsize m = 1; m < 24; m += 2)
    for (gsize i = 0; i < D; i++)
      {
        double *xi = the_case->train.xi + m * D + i;

        *xi = xi[-(gssize)D] + 1e-6 * *xi;
      }
  saddle = solve (the_case, 3, 1e-6);
  g_assert_false (saddle->converged);
  g_test_message ("%s", saddle->message);
  g_assert_cmpuint (saddle->iterations, <, 250);
  g_assert_nonnull (strstr (saddle->message, "so nearly singular at this temperature"));
}
