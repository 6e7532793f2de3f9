/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The posterior of networks with identity heads (THEORY.md section 6.11) beyond test-importance:
 * its gradient, predictions against Hamiltonian Monte Carlo over all weights, and wide networks
 * against the saddle point. */
#include <math.h>
#include <string.h>

#include "core/posterior/posterior-summary.h"
#include "core/posterior/posterior-target.h"
#include "core/theory/saddle.h"
#include "posterior/weight-space.h"
#include "support.h"

#define Z_LIMIT 4.5

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

static IplPosteriorSummary *
sample (IplCase *the_case, const IplSetting *setting, guint draws)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (IplPosterior) posterior = NULL;
  g_autoptr (GError) error = NULL;
  IplPosteriorOptions options;
  IplPosteriorSummary *summary;

  ipl_posterior_options_init (&options);
  posterior = ipl_posterior_new (the_case, kernel, setting, &options, &error);
  g_assert_no_error (error);
  ipl_posterior_run (posterior, draws, 2, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  summary = ipl_posterior_summarize (posterior, 2, NULL, &error);
  g_assert_no_error (error);
  return summary;
}

/* The gradient against differences. */
static void
test_target (void)
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

/* Nothing integrated out on one side: U and predictions on the other. */
static void
test_weight_space (void)
{
  const guint which[] = { 1, 2 };

  for (guint k = 0; k < G_N_ELEMENTS (which); k++)
    {
      const Net *net = &nets[which[k]];
      g_autoptr (IplCase) the_case = case_of (net, 6);
      gsize n2 = the_case->Pi * the_case->Pi;
      g_autoptr (IplPosteriorSummary) summary = NULL;
      WeightSpaceRun *run;
      double worst = 0;
      IplSetting setting;

      setting_of (&setting, the_case, net);
      summary = sample (the_case, &setting, 8000);
      run = weight_space_sample (the_case, &setting, 200000, 0.12, 14, 7);
      g_assert_cmpfloat (run->acceptance, >, 0.6);
      for (gsize j = 0; j < n2; j++)
        {
          double error, mean = test_mean_and_error (run->U + j, run->draws, (guint)n2, &error);

          worst = MAX (worst, fabs (mean - summary->U_mean[j]) / hypot (error, summary->U_mcse[j]));
        }
      for (gsize x = 0; x < 4; x++)
        {
          double error, mean = test_mean_and_error (run->f + x, run->draws, 4, &error);

          /* The collapsed mean has an error too, at most that of as many independent draws of f. */
          worst = MAX (worst, fabs (mean - summary->tests[0].mean[x])
                                  / hypot (error, sqrt (summary->tests[0].var[x] / 8000)));
        }
      g_test_message ("network %u: %.2f errors at worst", which[k], worst);
      g_assert_cmpfloat (worst, <, Z_LIMIT);
      weight_space_free (run);
    }
}

/* E[U] comes to the saddle point as 1/N. */
static void
test_wide (void)
{
  const Net net = { 2, { 2, 2 }, { 0 }, { 1.2, 0.7 } };
  g_autoptr (IplCase) the_case = case_of (&net, 8);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  const guint widths[] = { 20, 200 };
  double gap[2], noise[2];

  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (IplPosteriorSummary) summary = NULL;
      g_autoptr (IplSaddle) saddle = NULL;
      IplSetting setting;

      ipl_setting_init_for_case (&setting, the_case, widths[k]);
      setting.temperature = 0.05;
      saddle = ipl_saddle_solve (the_case, kernel, &setting, NULL, NULL, NULL);
      g_assert_true (saddle->converged);
      summary = sample (the_case, &setting, 4000);
      g_assert_true (summary->fine);
      gap[k] = test_largest_difference (16, summary->U_mean, saddle->U);
      noise[k] = test_largest (16, summary->U_mcse);
      g_test_message ("N = %u: E[U] is %.4f(%.4f) from the saddle point", widths[k], gap[k],
                      noise[k]);
    }
  g_assert_cmpfloat (gap[0], >, 10 * noise[0]);
  g_assert_cmpfloat (gap[1], <, gap[0] / 10 + Z_LIMIT * noise[1] + 0.05 * gap[0]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/residual-posterior/target", test_target);
  if (g_test_slow ())
    g_test_add_func ("/residual-posterior/weight-space", test_weight_space);
  g_test_add_func ("/residual-posterior/wide", test_wide);
  return g_test_run ();
}
