/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels and the energy: by the letter, by finite differences, and one form against the other. */
#include <math.h>
#include <string.h>

#include "core/theory/curvature.h"
#include "core/kernel/kernel-private.h"
#include "support.h"
#include "theory/outputs-support.h"

/* Fewer rows than features, more of them, and features that are dependent. */
static const struct
{
  gsize P;
  guint L, H[3];
  gsize N0;
  guint K;
} sizes[] = {
  { 12, 2, { 2, 2 }, 40, 1 }, { 30, 1, { 3 }, 5, 1 },    { 24, 3, { 2, 2, 2 }, 3, 1 },
  { 7, 1, { 3 }, 4, 2 },      { 30, 2, { 2, 1 }, 5, 3 }, { 12, 2, { 2, 2 }, 9, 2 },
  { 20, 1, { 2 }, 3, 4 },
};

/* Energy, gradient and curvature of a kernel, against slow loops and differences. */
static void
check_energy (IplCase *the_case, IplKernel *kernel, const IplSetting *setting, guint32 seed)
{
  gsize n = the_case->Pi * the_case->labels.outputs, n2 = n * n;
  g_autofree double *U = test_random_order (n, seed), *G = g_new (double, n2),
                                                                  *moved = g_new (double, n2);
  g_autofree double *dU = test_random_order (n, seed + 1), *dG = g_new (double, n2);
  g_autofree double *up = g_new (double, n2), *down = g_new (double, n2);
  g_autoptr (IplEnergy) energy
      = ipl_energy_new (kernel, setting->variances[0], setting->temperature, TRUE, NULL);
  const double h = 1e-5;
  double E, slow = test_slow_energy (the_case, setting, U);

  g_assert_cmpuint (kernel->outputs, ==, the_case->labels.outputs);
  g_assert_true (ipl_energy_evaluate (energy, U, &E));
  g_assert_cmpfloat (fabs (E + energy->constant - slow), <, 1e-11 * (1 + fabs (slow)));
  ipl_energy_gradient (energy, G);
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j <= i; j++)
      {
        double change = 0;

        for (int sign = -1; sign <= 1; sign += 2)
          {
            memcpy (moved, U, n2 * sizeof *U);
            moved[i * n + j] += sign * h;
            moved[j * n + i] = moved[i * n + j];
            change += sign * test_slow_energy (the_case, setting, moved);
          }
        change /= (i == j ? 2 : 4) * h;
        test_assert_close (G[i * n + j], change, 1e-6 * (1 + test_largest (n2, G)));
        g_assert_cmpfloat (G[i * n + j], ==, G[j * n + i]);
      }

  for (guint applied = 0; applied < 2; applied++)
    {
      g_autoptr (IplCurvature) curvature = ipl_curvature_new (energy, !applied, NULL);
      double unused;

      g_assert_true (ipl_energy_evaluate (energy, U, &unused));
      g_assert_true (ipl_curvature_prepare (curvature, moved, NULL));
      test_assert_near (n2, moved, G, 1e-11 * test_largest (n2, G));
      ipl_curvature_apply (curvature, dU, dG);
      for (int sign = -1; sign <= 1; sign += 2)
        {
          for (gsize i = 0; i < n2; i++)
            moved[i] = U[i] + sign * h * dU[i];
          g_assert_true (ipl_energy_evaluate (energy, moved, &unused));
          ipl_energy_gradient (energy, sign > 0 ? up : down);
        }
      for (gsize i = 0; i < n2; i++)
        up[i] = (up[i] - down[i]) / (2 * h);
      test_assert_near (n2, up, dG, 1e-6 * test_largest (n2, dG));
    }
}

TEST (test_energy, "/energy/slow-implementation")
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint plain = 0; plain < 2; plain++)
      {
        g_autoptr (IplCase) the_case = test_case_of_outputs (sizes[i].P, 3, sizes[i].L, sizes[i].H,
                                                             sizes[i].N0, sizes[i].K, 10 + i);
        g_autoptr (IplKernel) kernel = plain ? ipl_kernel_prepare_plain (the_case, NULL, NULL)
                                             : ipl_kernel_prepare (the_case, NULL, NULL);
        IplSetting setting = test_setting (the_case, 10);

        setting.variances[0] = 1.3;
        check_energy (the_case, kernel, &setting, i);
        /* The other forms of the kernel and of its curvature, whichever it took. */
        if (kernel->S == NULL)
          g_assert_true (ipl_kernel_form_pairs (kernel, NULL, NULL));
        for (guint factors = 0; factors < 2; factors++)
          {
            kernel->curvature_by_factors = factors;
            check_energy (the_case, kernel, &setting, i);
          }
        g_clear_pointer (&kernel->S, g_free);
        check_energy (the_case, kernel, &setting, i);
      }
}

/* Energy, gradient and E'' a block of components at a time and all at once. */
TEST (test_blocks, "/energy/blocks")
{
  for (guint i = 1; i < 3; i++)
    {
      g_autoptr (IplCase) the_case
          = test_random_case (sizes[i].P, 4, sizes[i].L, sizes[i].H, sizes[i].N0, 51 + i);
      gsize n2 = the_case->Pi * the_case->Pi;
      g_autofree double *U = test_random_order (the_case->Pi, 6);
      g_autofree double *dU = test_random_order (the_case->Pi, 8);
      g_autofree double *G = g_new (double, 4 * n2);
      double E[2];

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
      test_assert_close (E[0], E[1], 1e-12 * (fabs (E[0]) + 1));
      test_assert_near (n2, G, G + n2, 1e-12 * test_largest (n2, G));
      test_assert_near (n2, G + 2 * n2, G + 3 * n2, 1e-11 * test_largest (n2, G + 2 * n2));
    }
}

TEST (test_singular, "/energy/singular")
{
  /* 2 paths of 3 numbers: rank 6 at most for 10 examples. */
  g_autoptr (IplCase) the_case = test_random_case (10, 2, HEADS (2), 3, 5);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplEnergy) cold = ipl_energy_new (kernel, 1, 0, TRUE, NULL);
  g_autoptr (IplEnergy) warm = ipl_energy_new (kernel, 1, 1e-3, TRUE, NULL);
  const double U[] = { 1, 0, 0, 1 };
  double E;

  g_assert_false (ipl_energy_evaluate (cold, U, &E));
  g_assert_true (ipl_energy_evaluate (warm, U, &E));
}
