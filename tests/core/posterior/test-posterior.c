/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact posterior: its signs, its prior, its limits, and how it is stopped and gone on with. */
#include "core/posterior/diagnostics.h"
#include "core/posterior/posterior-private.h"
#include <math.h>
#include <string.h>

#include "core/posterior/posterior-summary.h"
#include "core/posterior/nuts.h"
#include "core/posterior/posterior-target.h"
#include "support.h"
#include "posterior/posterior-support.h"
#include "posterior/weight-space.h"

/* A difference in units of both Monte Carlo errors; |z| > 4.5 is not chance in a few dozen looks.
 */
#define Z_LIMIT 4.5

static void
setting_of (IplSetting *setting, const IplCase *the_case, const guint *N, double temperature)
{
  ipl_setting_init_for_case (setting, the_case, 1);
  memcpy (setting->N, N, (the_case->L + 1) * sizeof *N);
  setting->temperature = temperature;
}

/* Folding changes the signs of all coordinates of one name or of none, those of different names not
 * always alike, and the metric couples only the first: so a transition from one copy is the mirror
 * image of that from another. */
TEST (test_signs, "/posterior/signs")
{
  const guint H[][3] = { { 2, 2, 1 }, { 2, 2, 1 }, { 2, 1, 3 }, { 1, 2, 1 }, { 3, 2, 2 } };
  const guint widths[][4]
      = { { 1, 1, 1, 1 }, { 4, 2, 2, 2 }, { 2, 1, 2, 1 }, { 1, 9, 1, 1 }, { 4, 3, 2, 5 } };

  for (guint k = 0; k < G_N_ELEMENTS (widths); k++)
    {
      g_autoptr (IplCase) the_case = test_random_case (5, 3, 3, H[k], 5, 3 + k);
      g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
      g_autoptr (IplPosteriorTarget) target = NULL;
      g_autoptr (gsl_rng) rng = gsl_rng_alloc (gsl_rng_mt19937);
      IplSetting setting;

      setting_of (&setting, the_case, widths[k], 0.2);
      target = ipl_posterior_target_new (the_case, kernel, &setting, FALSE, NULL);
      g_assert_nonnull (target->signs);

      gsize n = target->n, names = 0;
      g_autofree double *q = g_new (double, 4 * n), *covariance = g_new (double, n * n);
      double *folded = q + n, *p = q + 2 * n, *v = q + 3 * n;
      g_autofree gboolean *differ = g_new0 (gboolean, n * n);

      for (guint t = 0; t < 400; t++)
        {
          ipl_posterior_target_draw_prior (target, rng, q);
          memcpy (folded, q, n * sizeof *q);
          ipl_posterior_target_fold (target, folded, NULL);
          for (gsize i = 0; i < n; i++)
            for (gsize j = 0; j < n; j++)
              differ[i * n + j] |= (q[i] != folded[i]) != (q[j] != folded[j]);
        }
      for (gsize i = 0; i < n; i++)
        for (gsize j = 0; j < n; j++)
          {
            g_assert_true ((target->signs[i] != target->signs[j]) == differ[i * n + j]);
            names += j < i && !differ[i * n + j];
          }
      g_assert_cmpuint (names, >, 0); /* some are coupled */
      g_assert_cmpuint (names, <, n * (n - 1) / 2);

      IplNutsMetric *metric = ipl_nuts_metric_new (n, target->signs, NULL);

      for (gsize i = 0; i < n * n; i++)
        covariance[i] = i % (n + 1) == 0 ? 1 + (double)n : 1;
      ipl_nuts_metric_restart (metric, p, covariance, 100);
      for (gsize i = 0; i < n; i++)
        {
          memset (p, 0, n * sizeof *p);
          p[i] = 1;
          ipl_nuts_metric_velocity (metric, p, v);
          for (gsize j = 0; j < n; j++)
            g_assert_cmpfloat (v[j], ==, differ[i * n + j] ? 0 : covariance[i * n + j]);
        }
      ipl_nuts_metric_free (metric);
    }
}

/* The covariance at the saddle point is the inverse of the Hessian of -log p there, which is the
 * difference of gradients. */
TEST (test_laplace, "/posterior/laplace")
{
  const double h = 1e-4;
  g_autoptr (IplCase) the_case = test_random_case (8, 1, HEADS (2, 2), 5, 3);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplPosteriorTarget) target = NULL;
  g_autoptr (IplSaddle) saddle = NULL;
  g_autofree double *covariance = NULL, *hessian = NULL, *space = NULL;
  double *q, *up, *down;
  IplSetting setting;
  gsize n;

  setting_of (&setting, the_case, (const guint[]){ 12, 10, 11 }, 0.5);
  target = ipl_posterior_target_new (the_case, kernel, &setting, FALSE, NULL);
  saddle = ipl_saddle_find (the_case, kernel, &setting, NULL, 0, NULL, NULL);
  g_assert_true (ipl_posterior_laplace_covariance_at (target, saddle, &covariance, NULL));
  g_assert_nonnull (covariance);
  n = target->n;
  hessian = g_new (double, n * n);
  space = g_new (double, 3 * n);
  q = space;
  up = q + n;
  down = up + n;
  for (gsize k = 0; k < n; k++)
    {
      double theta = ipl_saddle_get_theta (saddle)[target->place[k]];

      q[k] = target->degrees[k] > 0 ? log (theta) : theta;
    }
  for (gsize k = 0; k < n; k++)
    {
      double at = q[k];

      q[k] = at + h;
      ipl_posterior_target_evaluate (target, q, up);
      q[k] = at - h;
      ipl_posterior_target_evaluate (target, q, down);
      q[k] = at;
      for (gsize j = 0; j < n; j++)
        hessian[k * n + j] = (down[j] - up[j]) / (2 * h);
    }
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      {
        double product = 0;

        for (gsize k = 0; k < n; k++)
          product += covariance[i * n + k] * hessian[k * n + j];
        test_assert_close (product, i == j ? 1 : 0, 1e-5);
      }
}

/* Without data: first and second moments of U against weights drawn one by one. */
TEST (test_prior, "/posterior/prior-moments")
{
  const guint widths[][3] = { { 8, 6, 7 }, { 3, 3, 3 }, { 1, 1, 1 }, { 5, 1, 2 } };
  g_autoptr (IplCase) the_case = test_random_case (8, 3, HEADS (2, 2), 5, 3);

  for (guint k = 0; k < G_N_ELEMENTS (widths); k++)
    {
      g_autoptr (IplPosteriorSummary) summary = NULL;
      IplPosteriorOptions options;
      IplSetting setting;
      g_autoptr (GRand) rand = g_rand_new_with_seed (5);
      const guint n = 40000;
      double mean[16] = { 0 }, square[16] = { 0 }, fourth[16] = { 0 };

      setting_of (&setting, the_case, widths[k], 0.2);
      setting.variances[1] = 1.3;
      setting.variances[3] = 0.8;
      ipl_posterior_options_init (&options);
      options.prior_only = TRUE;
      summary = test_sample (the_case, &setting, &options, 4000, NULL);
      for (guint i = 0; i < n; i++)
        {
          double U[16];

          weight_space_prior (the_case, &setting, rand, U, NULL);
          for (guint j = 0; j < 16; j++)
            {
              mean[j] += U[j] / n;
              square[j] += U[j] * U[j] / n;
              fourth[j] += pow (U[j], 4) / n;
            }
        }
      for (guint j = 0; j < 16; j++)
        {
          double sd = sqrt (square[j] - mean[j] * mean[j]), error = sd / sqrt (n);
          double exact = j % 5 == 0 ? 1.3 * 0.8 : 0;

          /* E[U] is known: the product of the variances, and nothing between paths. */
          g_assert_cmpfloat (fabs (summary->U_mean[j] - exact), <, Z_LIMIT * summary->U_mcse[j]);
          g_assert_cmpfloat (fabs (summary->U_mean[j] - mean[j]), <,
                             Z_LIMIT * hypot (summary->U_mcse[j], error));

          /* E[U^2] from the draws, with the error both samples give it. */
          g_autofree double *draws = g_new (double, 4 * 4000);
          double ours = 0, spread = sqrt (fourth[j] - square[j] * square[j]);

          ipl_posterior_summary_get_draws (summary, j / 4, j % 4, draws);
          for (guint i = 0; i < 16000; i++)
            ours += draws[i] * draws[i] / 16000;
          test_assert_close (ours, square[j],
                             Z_LIMIT * spread * sqrt (1.0 / n + 1.0 / (0.2 * 16000)));
        }
    }
}

/* What is reported of a chain follows from the numbers of its draws. */
static void
check_draw_stats (const IplPosteriorSummary *summary)
{
  guint n = summary->n_draws;

  for (guint c = 0; c < summary->n_chains; c++)
    {
      const IplSamplerChainReport *report = &summary->chains[c];
      const double *stats[IPL_N_DRAW_STATS];
      double means[IPL_N_DRAW_STATS] = { 0 };

      for (guint k = 0; k < IPL_N_DRAW_STATS; k++)
        {
          stats[k] = summary->draw_stats + ((gsize)k * summary->n_chains + c) * n;
          for (guint i = 0; i < n; i++)
            means[k] += stats[k][i] / n;
        }
      g_assert_cmpfloat (ipl_diagnostics_e_bfmi (n, stats[IPL_DRAW_ENERGY]), ==, report->e_bfmi);
      g_assert_cmpfloat_with_epsilon (means[IPL_DRAW_ACCEPTANCE], report->acceptance, 1e-12);
      g_assert_cmpfloat_with_epsilon (means[IPL_DRAW_DEPTH], report->mean_depth, 1e-12);
      g_assert_cmpfloat_with_epsilon (n * means[IPL_DRAW_DIVERGING], report->divergences, 1e-9);
    }
}

/* The figures of THEORY.md section 6: HMC on the collapsed density, E[U] with errors; NUTS over all
 * weights by another program. They are of the training examples alone. */
TEST (test_hmc, "/posterior/hmc")
{
  static const struct
  {
    guint p, q;
    double mean, error;            /* collapsed HMC */
    double weights, error_weights; /* weight-space NUTS */
  } known[] = {
    { 0, 0, 14.865, 0.025, 14.96, 0.22 }, { 2, 2, 7.184, 0.011, 7.04, 0.14 },
    { 0, 2, -5.923, 0.013, -6.05, 0.14 }, { 1, 1, 0.528, 0.002, 0.495, 0.026 },
    { 3, 3, 0.342, 0.001, 0.340, 0.014 },
  };
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplNpz) answers = NULL;
  const guint narrow[] = { 10, 10, 10 };
  g_autoptr (IplPosteriorSummary) summary = NULL;
  IplSetting setting;

  test_load_reference ("hmc", &the_case, &answers);
  setting_of (&setting, the_case, narrow, 0.01);
  summary = test_sample (the_case, &setting, NULL, 1000, NULL);
  g_assert_true (summary->fine);
  check_draw_stats (summary);
  for (guint k = 0; k < G_N_ELEMENTS (known); k++)
    {
      guint j = known[k].p * 4 + known[k].q;

      g_test_message ("U[%u,%u]: %.4f(%.4f), known %.3f(%.3f)", known[k].p + 1, known[k].q + 1,
                      summary->U_mean[j], summary->U_mcse[j], known[k].mean, known[k].error);
      g_assert_cmpfloat (fabs (summary->U_mean[j] - known[k].mean), <,
                         4 * hypot (summary->U_mcse[j], known[k].error));
      g_assert_cmpfloat (fabs (summary->U_mean[j] - known[k].weights), <,
                         4 * hypot (summary->U_mcse[j], known[k].error_weights));
    }
  /* Of the 100 test sequences the saddle point's mean is within 0.05 of 0 on two. */
  g_assert_cmpfloat (
      fabs (summary->tests[0].accuracy - ipl_npz_lookup (answers, "acc_0")->values[0]), <, 0.021);
}

static void
cancel_later (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  if (fraction > 0.35)
    g_cancellable_cancel (data);
}

/* Stopped in the warm-up or after it and continued, on one thread or three: the same draws. */
TEST (test_resume, "/posterior/resume")
{
  g_autoptr (IplCase) the_case = test_random_case (10, 3, HEADS (2, 2), 5, 29);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplPosterior) whole = NULL;
  IplPosteriorOptions options;
  const guint draws = 60;
  IplSetting setting = test_setting (the_case, 6);

  ipl_posterior_options_init (&options);
  options.warmup = 50;
  whole = ipl_posterior_prepare (the_case, kernel, &setting, &options, NULL, NULL);
  g_assert_true (ipl_posterior_run (whole, draws, &(IplWork){ .threads = 3 }, NULL));

  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (IplPosterior) broken
          = ipl_posterior_prepare (the_case, kernel, &setting, &options, NULL, NULL);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();

      if (k == 1)
        g_assert_true (ipl_posterior_run (broken, 20, NULL, NULL));
      TEST_CANCELLED (ipl_posterior_run (
          broken, draws,
          &(IplWork){ .cancellable = cancellable, .progress = cancel_later, .data = cancellable },
          &error));
      g_assert_cmpuint (ipl_posterior_get_n_draws (broken), <, draws);
      g_assert_true (
          ipl_posterior_run (broken, draws - ipl_posterior_get_n_draws (broken), NULL, NULL));
      for (guint c = 0; c < options.chains; c++)
        test_assert_same (draws * 16, ipl_posterior_get_U (whole, c, 0),
                          ipl_posterior_get_U (broken, c, 0));
    }
}

/* Cancelled at random moments, in the middle of a gradient too: draws that were made stay as they
 * are, and more are added to them, until it has been cancelled in the middle. */
static void
check_cancel_anywhere (guint width, IplPosteriorMethod method)
{
  const guint H[] = { 2, 2 }, draws = 25, most = 1000, n = most * 16;
  g_autoptr (IplCase) the_case = test_random_case (90, 1, 2, H, 30, 37);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplPosterior) run = NULL;
  g_autofree double *kept = g_new0 (double, n);
  IplPosteriorOptions options;
  guint times = 0, n_stored = 0;
  IplSetting setting = test_setting (the_case, width);

  ipl_posterior_options_init (&options);
  options.warmup = 42;
  options.chains = 2;
  options.method = method;
  run = ipl_posterior_prepare (the_case, kernel, &setting, &options, NULL, NULL);
  while ((n_stored = ipl_posterior_get_n_draws (run)) < draws || (times == 0 && n_stored < most))
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      GThread *thread = test_cancel_later (cancellable, (gulong)g_test_rand_int_range (0, 1000));

      if (n_stored > 0)
        memcpy (kept, ipl_posterior_get_U (run, 0, 0), n_stored * 16 * sizeof (double));
      if (!ipl_posterior_run (
              run, 2, &(IplWork){ .threads = 2, .cancellable = times < 100 ? cancellable : NULL },
              NULL))
        times++;
      g_thread_join (thread);
      test_assert_same (n_stored * 16, ipl_posterior_get_U (run, 0, 0), kept);
    }
  g_test_message ("cancelled %u times", times);
  g_assert_cmpuint (times, >, 0);
  for (guint i = 0; i < n_stored * 16; i++)
    g_assert_true (isfinite (ipl_posterior_get_U (run, 1, 0)[i]));
  test_assert_same (16, ipl_posterior_get_U (run, 0, 0), kept);
}

TEST (test_cancel_anywhere, "/posterior/cancel-anywhere")
{
  check_cancel_anywhere (6, IPL_POSTERIOR_NUTS);
  check_cancel_anywhere (2, IPL_POSTERIOR_TEMPERED);
  check_cancel_anywhere (20, IPL_POSTERIOR_SURROGATE);
}

TEST (test_refused, "/posterior/refused")
{
  g_autoptr (IplCase) the_case = test_random_case (10, 3, HEADS (2), 2, 31);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplPosterior) empty = NULL;
  IplPosteriorOptions options;

  /* 4 features for 10 examples without noise: no density anywhere */
  IplSetting setting = test_setting (the_case, 6);
  setting.temperature = 0;
  TEST_REFUSED (ipl_posterior_prepare (the_case, kernel, &setting, NULL, NULL, &error),
                IPL_ERROR_SINGULAR);

  setting.temperature = 0.1;
  ipl_posterior_options_init (&options);
  options.chains = 0;
  TEST_REFUSED (ipl_posterior_prepare (the_case, kernel, &setting, &options, NULL, &error),
                IPL_ERROR_VALUE);

  empty = ipl_posterior_prepare (the_case, kernel, &setting, NULL, NULL, NULL);
  TEST_REFUSED (ipl_posterior_summarize (empty, 1, NULL, &error), IPL_ERROR_MISSING);
}
