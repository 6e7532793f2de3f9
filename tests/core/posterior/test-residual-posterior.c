/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The density of networks with identity heads (THEORY.md section 6.11): its gradient against
 * differences. Moments: test-importance. */
#include <math.h>
#include <string.h>

#include "core/posterior/posterior-target.h"
#include "support.h"

typedef struct
{
  guint L, H[3], N[4];
  double residual[3];
} Net;

/* Widths below, at and above the rows that the identity takes; alone in a layer; in some layers. */
static const Net nets[] = {
  { 2, { 2, 2 }, { 1, 1, 1 }, { 1, 1 } },
  { 2, { 2, 2 }, { 2, 2, 2 }, { 1.3, 0.7 } },
  { 2, { 2, 2 }, { 3, 3, 3 }, { 0.6, 1.2 } },
  { 2, { 2, 2 }, { 5, 5, 5 }, { 1, 1 } },
  { 2, { 3, 2 }, { 3, 3, 5 }, { 0.8, 0 } },
  { 2, { 2, 3 }, { 4, 2, 2 }, { 0, 1.1 } },
  { 3, { 2, 1, 3 }, { 2, 2, 2, 2 }, { 1.1, 0.9, 0.7 } },
  { 2, { 1, 1 }, { 3, 3, 3 }, { 1.2, 0.5 } },
};

static IplCase *
case_of (const Net *net, gsize P)
{
  IplCase *the_case = test_random_case (P, 4, net->L, net->H, 3, 41);

  memcpy (the_case->residual, net->residual, sizeof net->residual);
  return the_case;
}

static void
setting_of (IplSetting *setting, const IplCase *the_case, const Net *net)
{
  ipl_setting_init_for_case (setting, the_case, 1);
  memcpy (setting->N, net->N, (net->L + 1) * sizeof *net->N);
  setting->temperature = 0.3;
  setting->variances[0] = 1.2;
  setting->variances[1] = 0.9;
  setting->variances[net->L + 1] = 1.1;
}

/* The gradient against differences. */
TEST (test_target, "/residual-posterior/target")
{
  for (guint k = 0; k < G_N_ELEMENTS (nets); k++)
    {
      g_autoptr (IplCase) the_case = case_of (&nets[k], 6);
      g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
      gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
      IplPosteriorTarget *target;
      IplSetting setting;
      const double h = 1e-5;

      setting_of (&setting, the_case, &nets[k]);
      target = ipl_posterior_target_new (the_case, kernel, &setting, FALSE, NULL);

      gsize n = target->n;
      g_autofree double *q = g_new (double, n), *g = g_new (double, 2 * n);

      for (guint draw = 0; draw < 20; draw++)
        {
          ipl_posterior_target_draw_prior (target, rng, q);
          ipl_posterior_target_evaluate (target, q, g);
          for (gsize i = 0; i < n; i++)
            {
              double up, down;

              q[i] += h;
              up = ipl_posterior_target_evaluate (target, q, g + n);
              q[i] -= 2 * h;
              down = ipl_posterior_target_evaluate (target, q, g + n);
              q[i] += h;
              g_assert_cmpfloat (fabs ((up - down) / (2 * h) - g[i]), <,
                                 1e-6 * (1 + fabs (g[i]) + fabs (up)));
            }
        }
      ipl_posterior_target_free (target);
      gsl_rng_free (rng);
    }
}
