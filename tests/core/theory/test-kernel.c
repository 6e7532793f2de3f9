/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels and the energy: by the letter, by finite differences, and one form against the other. */
#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/theory/curvature.h"
#include "support.h"

typedef struct
{
  gsize P;
  guint L;
  guint H[3];
  gsize N0;
  gboolean pairs; /* the form this size leads to */
} Size;

static const Size sizes[] = {
  { 12, 2, { 2, 2 }, 40, TRUE },
  { 30, 1, { 3 }, 5, FALSE },
  { 24, 3, { 2, 2, 2 }, 3, FALSE },
};

TEST (test_energy, "/energy/slow-implementation")
{
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const Size *size = &sizes[i];
      g_autoptr (IplCase) the_case
          = test_random_case (size->P, 4, size->L, size->H, size->N0, 21 + (guint32)i);
      g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
      g_autofree double *U = test_random_order (the_case->Pi, 5);
      IplSetting setting;
      double E, slow;

      test_random_setting (&setting, the_case, 9);
      g_autoptr (IplEnergy) energy
          = ipl_energy_new (kernel, setting.variances[0], setting.temperature, TRUE, NULL);

      g_assert_true (ipl_energy_evaluate (energy, U, &E));
      slow = test_slow_energy (the_case, &setting, U);
      E += energy->constant;
      g_assert_cmpfloat (fabs (E - slow), <, 1e-10 * (1 + fabs (slow)));
    }
}

/* Central differences of E along random symmetric directions, and of its gradient. */
TEST (test_derivatives, "/energy/finite-differences")
{
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const Size *size = &sizes[i];
      g_autoptr (IplCase) the_case
          = test_random_case (size->P, 4, size->L, size->H, size->N0, 31 + (guint32)i);
      gsize n2 = the_case->Pi * the_case->Pi;
      g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
      g_autoptr (IplEnergy) energy = ipl_energy_new (kernel, 1.3, 0.2, TRUE, NULL);
      g_autoptr (IplCurvature) curvature
          = ipl_curvature_new (energy, ipl_curvature_would_be_dense (the_case->Pi), NULL);
      g_autofree double *U = test_random_order (the_case->Pi, 6);
      g_autofree double *dU = test_random_order (the_case->Pi, 8);
      g_autofree double *space = g_new (double, 6 * n2);
      double *G = space, *dG = space + n2, *up = space + 2 * n2, *down = space + 3 * n2;
      double *G_up = space + 4 * n2, *G_down = space + 5 * n2;
      const double h = 1e-5;
      double E, E_up, E_down;

      for (gsize k = 0; k < n2; k++)
        {
          up[k] = U[k] + h * dU[k];
          down[k] = U[k] - h * dU[k];
        }
      g_assert_true (ipl_energy_evaluate (energy, up, &E_up));
      ipl_energy_gradient (energy, G_up);
      g_assert_true (ipl_energy_evaluate (energy, down, &E_down));
      ipl_energy_gradient (energy, G_down);
      g_assert_true (ipl_energy_evaluate (energy, U, &E));
      g_assert_true (ipl_curvature_prepare (curvature, G, NULL));
      ipl_curvature_apply (curvature, dU, dG);

      double slope = (E_up - E_down) / (2 * h);
      double exact = cblas_ddot ((int)n2, G, 1, dU, 1);

      /* h^2 of the third derivative, or rounding over h. */
      g_assert_cmpfloat (fabs (slope - exact), <, 1e-7 * (fabs (exact) + fabs (E)));
      for (gsize k = 0; k < n2; k++)
        G_up[k] = (G_up[k] - G_down[k]) / (2 * h);
      g_assert_cmpfloat (test_largest_difference (n2, G_up, dG), <, 1e-6 * test_largest (n2, dG));
    }
}

/* Energy, gradient and E'' a block of components at a time and all at once. */
TEST (test_blocks, "/energy/blocks")
{
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const Size *size = &sizes[i];
      g_autoptr (IplCase) the_case
          = test_random_case (size->P, 4, size->L, size->H, size->N0, 51 + (guint32)i);
      gsize n2 = the_case->Pi * the_case->Pi;
      g_autofree double *U = test_random_order (the_case->Pi, 6);
      g_autofree double *dU = test_random_order (the_case->Pi, 8);
      g_autofree double *G = g_new (double, 4 * n2);
      double E[2];

      if (size->pairs)
        continue;
      for (gsize k = 0; k < n2; k++) /* not positive definite */
        dU[k] *= k % (the_case->Pi + 1) == 0 ? -1 : 1;
      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (IplKernel) kernel = ipl_kernel_prepare_plain (the_case, NULL, NULL);

          g_assert_false (kernel->blocks);
          kernel->blocks = k == 1;

          g_autoptr (IplEnergy) energy = ipl_energy_new (kernel, 1.3, 0.2, TRUE, NULL);
          g_autoptr (IplCurvature) applied = ipl_curvature_new (energy, FALSE, NULL);

          g_assert_true (ipl_energy_evaluate (energy, U, &E[k]));
          g_assert_true (ipl_curvature_prepare (applied, G + k * n2, NULL));
          ipl_curvature_apply (applied, dU, G + (2 + k) * n2);
          /* The inverse of the triangle alone has not taken the place of the whole one. */
          ipl_energy_gradient (energy, G + k * n2);
          ipl_energy_invert (energy);
          ipl_curvature_apply (applied, dU, G + (2 + k) * n2);
        }
      g_assert_cmpfloat (fabs (E[0] - E[1]), <, 1e-12 * (fabs (E[0]) + 1));
      g_assert_cmpfloat (test_largest_difference (n2, G, G + n2), <, 1e-12 * test_largest (n2, G));
      g_assert_cmpfloat (test_largest_difference (n2, G + 2 * n2, G + 3 * n2), <,
                         1e-11 * test_largest (n2, G + 2 * n2));
    }
}

TEST (test_singular, "/energy/singular")
{
  const guint H[] = { 2 };
  /* 2 paths of 3 numbers: rank 6 at most for 10 examples. */
  g_autoptr (IplCase) the_case = test_random_case (10, 2, 1, H, 3, 5);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (IplEnergy) cold = ipl_energy_new (kernel, 1, 0, TRUE, NULL);
  g_autoptr (IplEnergy) warm = ipl_energy_new (kernel, 1, 1e-3, TRUE, NULL);
  const double U[] = { 1, 0, 0, 1 };
  double E;

  g_assert_false (ipl_energy_evaluate (cold, U, &E));
  g_assert_true (ipl_energy_evaluate (warm, U, &E));
}
