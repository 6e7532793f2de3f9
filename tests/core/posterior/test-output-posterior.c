/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact posterior over one output and several (THEORY.md section 18.7): its density by the
 * letter, the kernel of networks, and what is the same in every basis of the outputs. */
#include "core/posterior/posterior-private.h"
#include "core/posterior/posterior-summary.h"
#include "core/posterior/posterior-target.h"
#include "posterior/posterior-support.h"
#include "posterior/weight-space.h"
#include "support.h"

#include <math.h>
#include <string.h>

#define P_TEST 4
/* Rows of U at the most. */
#define ROWS 12

typedef struct
{
  const char *name;
  guint L, H[3], K, N[4];
  gsize P;
  double residual[3];
} Net;

static const Net nets[] = {
  { "above the rows", 1, { 2 }, 2, { 9, 7 }, 6 },
  { "two layers", 2, { 2, 2 }, 2, { 10, 6, 4 }, 6 },
  { "below the rows", 2, { 2, 2 }, 2, { 5, 3, 3 }, 6 },
  { "readout below the outputs", 1, { 2 }, 3, { 4, 2 }, 5 },
  { "at the rows", 2, { 1, 2 }, 2, { 4, 4, 2 }, 6 },
  { "width 1", 2, { 2, 1 }, 2, { 1, 1, 1 }, 6 },
  { "more outputs than examples", 1, { 1 }, 5, { 8, 6 }, 3 },
  { "one output", 2, { 2, 2 }, 1, { 3, 2, 1 }, 7 },
  { "one output, a wide layer", 2, { 2, 2 }, 1, { 4, 2, 5 }, 7 },
};

static IplCase *
case_of (const Net *net, guint32 seed)
{
  IplCase *self = test_random_case (net->P, P_TEST, net->L, net->H, 3, seed);

  memcpy (self->residual, net->residual, sizeof net->residual);
  test_set_outputs (self, net->K, seed + 1);
  return self;
}

static void
setting_of (IplSetting *setting, const IplCase *the_case, const Net *net, double temperature)
{
  ipl_setting_init_for_case (setting, the_case, 1);
  memcpy (setting->N, net->N, (net->L + 1) * sizeof *net->N);
  setting->temperature = temperature;
  setting->variances[0] = 1.2;
  setting->variances[1] = 0.9;
  setting->variances[net->L + 1] = 1.1;
}

/* With identity heads (THEORY.md section 6.11): widths below, at and above the rows that the
 * identity takes; alone in a layer; in some layers. */
static const Net residual_nets[] = {
  { NULL, 2, { 2, 2 }, 1, { 1, 1, 1 }, 6, { 1, 1 } },
  { NULL, 2, { 2, 2 }, 1, { 2, 2, 2 }, 6, { 1.3, 0.7 } },
  { NULL, 2, { 2, 2 }, 1, { 3, 3, 3 }, 6, { 0.6, 1.2 } },
  { NULL, 2, { 2, 2 }, 1, { 5, 5, 5 }, 6, { 1, 1 } },
  { NULL, 2, { 3, 2 }, 1, { 3, 3, 5 }, 6, { 0.8, 0 } },
  { NULL, 2, { 2, 3 }, 1, { 4, 2, 2 }, 6, { 0, 1.1 } },
  { NULL, 3, { 2, 1, 3 }, 1, { 2, 2, 2, 2 }, 6, { 1.1, 0.9, 0.7 } },
  { NULL, 2, { 1, 1 }, 1, { 3, 3, 3 }, 6, { 1.2, 0.5 } },
};

/* log p of the coordinates q in the order of their rows, by THEORY.md sections 6.1 and 18.7: A has
 * min (rows, N) columns, a diagonal entry i that is not the N-th is exp q, B follows from above. */
static double
slow_density (const Net *net, const IplCase *the_case, const IplSetting *setting, const double *q,
              gsize n_q)
{
  double B[ROWS * ROWS], next[ROWS * ROWS], U[ROWS * ROWS], log_p = 0;
  gsize inner = 1, above = 1, sizes[3] = { 0 }, rows = net->K;

  /* q holds A_1 first, and A_{L+1} last: from the end backwards. */
  for (guint l = net->L + 1; l-- > 0;)
    {
      gsize cols = MIN (rows, net->N[l]);

      for (gsize i = 0; i < rows; i++)
        sizes[l] += MIN (i + 1, cols);
      rows = l > 0 ? cols * net->H[l - 1] : cols;
    }
  rows = net->K;
  B[0] = 1;
  for (guint l = net->L + 1; l-- > 0;)
    {
      guint heads = l == net->L ? 1 : net->H[l];
      gsize cols = MIN (rows, net->N[l]), outer = l == net->L ? net->K : heads * above;
      double A[ROWS * ROWS] = { 0 }, N = net->N[l];
      const double *at;

      n_q -= sizes[l];
      at = q + n_q;
      for (gsize i = 0; i < rows; i++)
        for (gsize j = 0; j < MIN (i + 1, cols); j++, at++)
          {
            gboolean logarithm = i == j && i + 1 < net->N[l];
            double a = logarithm ? exp (*at) : *at;

            A[i * cols + j] = a;
            log_p -= 0.5 * N * a * a;
            /* (N - i) log A_ii, i counted from 1, and the Jacobian's log A_ii */
            log_p += logarithm ? (N - (double)(i + 1) + 1) * *at : 0;
          }
      memset (next, 0, sizeof next);
      for (gsize r = 0; r < outer; r++)
        for (gsize j = 0; j < cols; j++)
          for (gsize i = 0; i < inner; i++)
            next[r * cols + j] += sqrt (setting->variances[l + 1])
                                  * (l == net->L ? A[r * cols + j]
                                                 : B[r % above * inner + i]
                                                       * A[(r / above * inner + i) * cols + j]);
      memcpy (B, next, sizeof B);
      above = outer;
      inner = cols;
      rows = l > 0 ? cols * net->H[l - 1] : cols;
    }
  g_assert_cmpuint (n_q, ==, 0);
  for (gsize r = 0; r < above; r++)
    for (gsize s = 0; s < above; s++)
      {
        U[r * above + s] = 0;
        for (gsize j = 0; j < inner; j++)
          U[r * above + s] += B[r * inner + j] * B[s * inner + j];
      }
  return log_p - 0.5 * test_slow_energy (the_case, setting, U);
}

/* With identity heads the gradient alone. */
static void
check_density (const Net *net, const IplCase *the_case)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplPosteriorTarget) target = NULL;
  g_autoptr (gsl_rng) rng = gsl_rng_alloc (gsl_rng_mt19937);
  IplSetting setting;
  const double h = 1e-5;
  gboolean identity = net->residual[0] + net->residual[1] > 0;

  setting_of (&setting, the_case, net, 0.3);
  target = ipl_posterior_target_new (the_case, kernel, &setting, FALSE, NULL);

  gsize n = target->n;
  g_autofree double *q = g_new (double, n), *g = g_new (double, n), *unused = g_new (double, n);

  for (guint t = 0; t < 5; t++)
    {
      double value, slow;

      ipl_posterior_target_draw_prior (target, rng, q);
      value = ipl_posterior_target_evaluate (target, q, g);
      slow = identity ? value : slow_density (net, the_case, &setting, q, n);
      test_assert_close (value, slow, 1e-9 * (1 + fabs (slow)));
      for (gsize i = 0; i < n; i++)
        {
          double slope = TEST_SLOPE (q[i], h, ipl_posterior_target_evaluate (target, q, unused));

          test_assert_close (slope, g[i], 1e-6 * (1 + fabs (g[i]) + fabs (value)));
        }
    }
}

/* Density and gradient, of labels in all outputs and of classes, one of which has no examples. */
TEST (test_density, "/output-posterior/density")
{
  for (guint k = 0; k < G_N_ELEMENTS (nets); k++)
    {
      g_autoptr (IplCase) the_case = case_of (&nets[k], 3 + k);

      g_test_message ("%s", nets[k].name);
      check_density (&nets[k], the_case);
      if (nets[k].K < 3)
        continue;
      test_set_classes (the_case, nets[k].K - 1);
      check_density (&nets[k], the_case);
    }
  for (guint k = 0; k < G_N_ELEMENTS (residual_nets); k++)
    {
      g_autoptr (IplCase) the_case = case_of (&residual_nets[k], 41);

      check_density (&residual_nets[k], the_case);
    }
}

/* Where labels are in fewer outputs than there are, the surrogate is about a saddle point in the
 * coordinates of all. */
TEST (test_dependent_labels, "/output-posterior/dependent-labels")
{
  const Net net = { NULL, 1, { 2 }, 3, { 9, 7 }, 11 };
  g_autoptr (IplCase) the_case = case_of (&net, 31);
  g_autoptr (IplPosteriorSummary) moved = NULL;
  IplSetting setting;

  test_set_classes (the_case, 3);
  setting_of (&setting, the_case, &net, 0.3);
  moved = test_sample_by (IPL_POSTERIOR_SURROGATE, the_case, &setting, 8, NULL);
  g_assert_cmpstr (moved->method, ==, ipl_posterior_method_names[IPL_POSTERIOR_SURROGATE]);
}

/* Folding leaves U and density as they are and makes every last diagonal at least 0. */
TEST (test_fold, "/output-posterior/fold")
{
  for (guint k = 0; k < G_N_ELEMENTS (nets); k++)
    {
      g_autoptr (IplCase) the_case = case_of (&nets[k], 3 + k);
      g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
      g_autoptr (IplPosteriorTarget) target = NULL;
      g_autoptr (gsl_rng) rng = gsl_rng_alloc (gsl_rng_mt19937);
      IplSetting setting;
      double U[ROWS * ROWS], folded[ROWS * ROWS], u_a;

      setting_of (&setting, the_case, &nets[k], 0.3);
      target = ipl_posterior_target_new (the_case, kernel, &setting, FALSE, NULL);

      gsize n = target->n, n2 = target->shape.paths[0] * target->shape.paths[0];
      g_autofree double *q = g_new (double, n), *before = g_new (double, n);
      g_autofree double *g = g_new (double, n), *unused = g_new (double, n);

      for (guint t = 0; t < 20; t++)
        {
          double value;

          ipl_posterior_target_draw_prior (target, rng, q);
          memcpy (before, q, n * sizeof *q);
          value = ipl_posterior_target_evaluate (target, q, g);
          ipl_posterior_target_order (target, q, U, &u_a);
          ipl_posterior_target_fold (target, q, g);
          ipl_posterior_target_order (target, q, folded, &u_a);
          test_assert_near (n2, U, folded, 1e-13 * test_largest (n2, U));
          g_assert_cmpfloat (fabs (ipl_posterior_target_evaluate (target, q, unused) - value), <=,
                             1e-10 * (1 + fabs (value)));
          for (gsize i = 0; i < n; i++)
            {
              guint l = target->layer[i];
              gsize N = setting.N[l], cols = target->shape.cols[l];

              g_assert_cmpfloat (fabs (g[i] - unused[i]), <=, 1e-7 * (1 + fabs (g[i])));
              if (N <= target->shape.rows[l]
                  && target->place[i] == target->shape.offset[l] + (N - 1) * (cols + 1))
                g_assert_cmpfloat (q[i], >=, 0);
              /* Coordinates of one name change their signs together. */
              for (gsize j = 0; j < i; j++)
                if (target->signs[i] == target->signs[j] && before[i] != 0 && before[j] != 0)
                  g_assert_true ((q[i] == before[i]) == (q[j] == before[j])
                                 || target->degrees[i] > 0 || target->degrees[j] > 0);
            }
        }
    }
}

/* Given U the outputs of a network have the covariance that the kernel says, to rounding. */
static void
check_kernel (const Net *net)
{
  g_autoptr (IplCase) the_case = case_of (net, 11);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  gsize n = net->P * net->K;
  g_autofree double *K = g_new (double, n * n), *kernel = g_new (double, n * n);
  IplSetting setting;
  double U[ROWS * ROWS];

  setting_of (&setting, the_case, net, 0.3);
  weight_space_prior (the_case, &setting, rand, U, K);
  test_slow_kernel (the_case, setting.variances[0], U, kernel);
  test_assert_near (n * n, K, kernel, 1e-12 * (1 + test_largest (n * n, kernel)));
}

TEST (test_kernel, "/output-posterior/kernel")
{
  for (guint k = 0; k < G_N_ELEMENTS (nets); k++)
    check_kernel (&nets[k]);
  for (guint k = 0; k < G_N_ELEMENTS (residual_nets); k++)
    check_kernel (&residual_nets[k]);
}

/* Where all A_l are trapezoidal too the first covariance is one, and about that of the draws. */
TEST (test_first_metric, "/output-posterior/first-metric")
{
  const Net net = { NULL, 2, { 2, 1 }, 2, { 3, 3, 4 }, 40 };
  g_autoptr (IplCase) the_case = case_of (&net, 43);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplPosteriorTarget) target = NULL;
  g_autofree double *covariance = NULL;
  g_autoptr (IplPosterior) run = NULL;
  g_autoptr (IplPosteriorSummary) summary = NULL;
  g_autoptr (IplSaddle) saddle = NULL;
  IplSetting setting;
  guint near = 0;

  setting_of (&setting, the_case, &net, 0.5);
  saddle = ipl_saddle_solve_narrow (the_case, kernel, &setting, setting.N, NULL, NULL, NULL);
  g_assert_true (saddle->converged);
  target = ipl_posterior_target_new (the_case, kernel, &setting, FALSE, NULL);
  g_assert_true (
      ipl_posterior_laplace_covariance (target, the_case, kernel, &setting, &covariance, NULL));
  g_assert_nonnull (covariance);
  summary = test_sample_by (IPL_POSTERIOR_NUTS, the_case, &setting, 2000, &run);
  for (gsize i = 0; i < target->n; i++)
    {
      double mean = 0, square = 0;

      for (guint t = 0; t < 8000; t++)
        {
          double q = run->chains[t / 2000].q[t % 2000 * target->n + i];

          mean += q / 8000;
          square += q * q / 8000;
        }
      double ratio = covariance[i * (target->n + 1)] / (square - mean * mean);

      near += ratio > 1 / 3.0 && ratio < 3;
      g_test_message ("variance of coordinate %zu: %.3f of that of the draws", i, ratio);
    }
  g_assert_cmpuint (10 * near, >=, 8 * target->n);
}

/* A readout at most as wide as there are outputs is narrow, whatever the layers are. */
TEST (test_narrow, "/output-posterior/narrow")
{
  const Net of[] = { { NULL, 1, { 1 }, 3, { 9, 2 }, 4 },
                     { NULL, 1, { 1 }, 3, { 9, 3 }, 4 },
                     { NULL, 1, { 1 }, 3, { 9, 4 }, 4 } };

  for (guint k = 0; k < G_N_ELEMENTS (of); k++)
    {
      g_autoptr (IplCase) the_case = case_of (&of[k], 81);
      IplPosteriorOptions options;
      IplSetting setting;

      ipl_posterior_options_init (&options);
      setting_of (&setting, the_case, &of[k], 0.3);
      g_assert_true (ipl_posterior_is_narrow (the_case, &setting) == (k < 2));
      g_assert_cmpint (ipl_posterior_method_resolve (the_case, &setting, &options), ==,
                       k < 2 ? IPL_POSTERIOR_TEMPERED : IPL_POSTERIOR_NUTS);
    }
}
