/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulation-based calibration (Talts et al., arXiv 1804.06788): parameters from the prior, data
 * from the model, then the rank of the truth among posterior draws must be uniform. Chi-square over
 * eight bins at a level of 1e-3 for each of the quantities below, on three architectures.
 *
 * INTERPLAY_REPLICATIONS sets how many; 1000 is the long form (suite "long"). */
#include <gsl/gsl_cdf.h>
#include "core/base/parallel.h"
#include "core/posterior/posterior-private.h"
#include <math.h>
#include <string.h>

#include "core/posterior/posterior-target.h"
#include "support.h"

#define P 6
#define ROWS 18 /* of a kernel, at the most */
#define KEPT 63 /* draws the truth is ranked among: 64 ranks */
#define THIN 5
#define BINS 8
#define LEVEL 1e-3
#define QUANTITIES 5

static const char *const quantities[QUANTITIES] = { "U11", "U12", "U22", "trace", "u_a" };

typedef struct
{
  guint L;
  guint H[2];
  guint N[3];
  double temperature;
  guint outputs;
  guint (*ranks)[QUANTITIES]; /* [replications] */
} Study;

static void
quantities_of (const double *U, gsize Pi, double u_a, double *values)
{
  double trace = 0;

  for (gsize p = 0; p < Pi; p++)
    trace += U[p * Pi + p];
  values[0] = U[0];
  values[1] = U[1];
  values[2] = U[Pi + 1];
  values[3] = trace;
  values[4] = u_a;
}

/* y = f + noise, f of the kernel at the true U; that between outputs k and l is of U's block. */
static void
draw_labels (IplCase *the_case, const IplSetting *setting, const double *U, GRand *rand)
{
  gsize rows = P * the_case->labels.outputs;
  double kernel[ROWS * ROWS], z[ROWS];

  test_slow_kernel (the_case, setting->variances[0], U, kernel);
  for (gsize m = 0; m < rows; m++)
    {
      kernel[m * rows + m] += setting->temperature;
      z[m] = test_gaussian (rand);
    }
  g_assert_true (test_slow_cholesky (rows, kernel));
  for (gsize m = 0; m < rows; m++)
    {
      the_case->train.y[m] = 0;
      for (gsize k = 0; k <= m; k++)
        the_case->train.y[m] += kernel[m * rows + k] * z[k];
    }
}

static void
replicate (gsize index, gpointer data)
{
  Study *study = data;
  guint32 seed = (guint32)(1000 * (study->L + study->N[0]) + index);
  g_autoptr (IplCase) the_case = test_random_case (P, 1, study->L, study->H, 4, seed);
  g_autoptr (IplKernel) kernel = NULL;
  gsize rows = the_case->Pi * study->outputs;
  g_autofree double *U = g_new (double, rows *rows);
  g_autoptr (IplPosterior) posterior = NULL;
  GRand *rand = g_rand_new_with_seed (seed);
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
  IplPosteriorTarget *prior;
  IplPosteriorOptions options;
  IplSetting setting;
  double truth[QUANTITIES], u_a;

  if (study->outputs > 1)
    test_set_outputs (the_case, study->outputs, seed); /* drawn anew below */
  ipl_setting_init_for_case (&setting, the_case, 1);
  memcpy (setting.N, study->N, sizeof study->N);
  setting.temperature = study->temperature;
  setting.variances[1] = 1.3;
  prior = ipl_posterior_target_new (the_case, NULL, &setting, TRUE, NULL);
  gsl_rng_set (rng, seed);

  g_autofree double *q = g_new (double, prior->n);

  ipl_posterior_target_draw_prior (prior, rng, q);
  ipl_posterior_target_order (prior, q, U, &u_a);
  quantities_of (U, rows, u_a, truth);
  draw_labels (the_case, &setting, U, rand);
  kernel = ipl_kernel_prepare (the_case, NULL, NULL);

  ipl_posterior_options_init (&options);
  options.chains = 1;
  options.warmup = 200;
  options.seed = seed;
  posterior = ipl_posterior_prepare (the_case, kernel, &setting, &options, NULL, NULL);
  g_assert_nonnull (posterior);
  g_assert_true (ipl_posterior_run (posterior, KEPT * THIN, NULL, NULL));
  memset (study->ranks[index], 0, sizeof study->ranks[index]);
  for (guint i = 0; i < KEPT; i++)
    {
      guint draw = (i + 1) * THIN - 1;
      double values[QUANTITIES];

      quantities_of (ipl_posterior_get_U (posterior, 0, draw), rows,
                     posterior->chains[0].draws[draw].u_a, values);
      for (guint k = 0; k < QUANTITIES; k++)
        study->ranks[index][k] += values[k] < truth[k];
    }
  ipl_posterior_target_free (prior);
  gsl_rng_free (rng);
  g_rand_free (rand);
}

static void
run_study (Study study)
{
  const char *text = g_getenv ("INTERPLAY_REPLICATIONS");
  guint n = text != NULL ? (guint)g_ascii_strtoull (text, NULL, 10) : 128;

  study.ranks = g_malloc0_n (n, sizeof *study.ranks);
  ipl_parallel_for (n, 0, replicate, &study, NULL);
  for (guint k = 0; k < QUANTITIES; k++)
    {
      guint counts[BINS] = { 0 };
      double expected = (double)n / BINS, chi_square = 0, p;

      for (guint i = 0; i < n; i++)
        counts[study.ranks[i][k] * BINS / (KEPT + 1)]++;
      for (guint b = 0; b < BINS; b++)
        chi_square += (counts[b] - expected) * (counts[b] - expected) / expected;
      p = gsl_cdf_chisq_Q (chi_square, BINS - 1);
      g_test_message ("%s: chi-square %.1f of %d, p = %.3f over %u replications", quantities[k],
                      chi_square, BINS - 1, p, n);
      g_assert_cmpfloat (p, >, LEVEL);
    }
  g_free (study.ranks);
}

TEST (test_one_layer, "/calibration/one-layer")
{
  run_study ((Study){ 1, { 3 }, { 5, 4 }, 0.2, 1 });
}

TEST (test_two_layers, "/calibration/two-layers")
{
  run_study ((Study){ 2, { 2, 2 }, { 8, 6, 5 }, 0.1, 1 });
}

/* N below the number of paths: trapezoidal A. */
TEST (test_narrow, "/calibration/below-the-number-of-paths")
{
  run_study ((Study){ 2, { 2, 2 }, { 3, 2, 1 }, 0.3, 1 });
}

/* U11 and U22 are of two outputs of one path, U12 is between them. */
TEST (test_outputs, "/calibration/outputs")
{
  run_study ((Study){ 1, { 2 }, { 9, 7 }, 0.2, 2 });
}

/* A readout narrower than there are outputs, and a layer below its rows. */
TEST (test_narrow_outputs, "/calibration/outputs-below-the-rows")
{
  run_study ((Study){ 1, { 2 }, { 3, 1 }, 0.3, 2 });
}
