/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two minima beside each other: where attention on the marked token has just become as probable as
 * weak attention, plain chains stay where they began and replicas do not, and the weights of both
 * are those of a sum over a grid in plain loops. */
#include <math.h>
#include <string.h>

#include "attention/attention-support.h"
#include "core/attention/attention-posterior.h"
#include "core/attention/attention-scan.h"
#include "core/base/random.h"
#include "core/case/features.h"
#include "core/posterior/diagnostics.h"
#include "core/posterior/nuts.h"
#include "core/posterior/tempered.h"
#include "support.h"

#define TOKENS 8
#define SIZE 2
#define EXAMPLES 32
#define WIDTH 3
#define TEMPERATURE 0.5
#define VARIANCE 0.2
/* Of W_11 in the middle of the hill. */
#define MIDDLE 1.0
#define STRONG 1.9
#define CHAINS 4
/* Of sums over weights. */
#define LEAST -2.0
#define STEP 0.1
#define GRID 55

/* Tokens are (mark, sign). The first is marked and has the sign of the label, most of the others
 * have the opposite one; the last, which is read out, asks for the mark, so that the logit of token
 * s is (W_11 mark_s + W_21 sign_s) / 2. Weak attention reads the majority, strong attention the
 * marked token, and between them there is nothing to be read. */
static IplCase *
make_case (void)
{
  static const guint H[] = { 1 };
  /* Tokens among the six others with the sign of the label. */
  static const gsize alike[] = { 1, 2, 2, 3 };
  IplCase *self = ipl_case_of_heads ("marked", 1, H, 1);

  self->T = TOKENS;
  self->N0 = SIZE;
  self->readout = IPL_READOUT_LAST;
  self->labels = (IplLabels){ IPL_LABELS_SIGNS, 1 };
  self->weights[0].combined = g_new0 (double, SIZE *SIZE);
  self->train.name = g_strdup ("train");
  self->train.count = EXAMPLES;
  self->train.x = g_new0 (double, EXAMPLES *TOKENS *SIZE);
  self->train.y = g_new (double, EXAMPLES);
  self->train.xi = g_new (double, EXAMPLES *SIZE);
  for (gsize m = 0; m < EXAMPLES; m++)
    {
      double *x = self->train.x + m * TOKENS * SIZE;

      self->train.y[m] = m % 2 == 0 ? 1 : -1;
      x[0] = 2;
      x[1] = self->train.y[m];
      for (gsize t = 1; t + 1 < TOKENS; t++)
        x[t * SIZE + 1] = t <= alike[m / 2 % G_N_ELEMENTS (alike)] ? x[1] : -x[1];
      x[(TOKENS - 1) * SIZE] = 0.5;
    }
  g_assert_true (ipl_features_compute (self->weights, NULL, 1, H, NULL, TOKENS, SIZE, self->readout,
                                       EXAMPLES, self->train.x, self->train.xi, 1, NULL, NULL));
  ipl_case_finish_names (self);
  return self;
}

/* Sums over examples of xi xi^T, its eigenvalues, and of the squares of xi y along its axes. */
static void
sum_features (const IplCase *the_case, double w1, double w2, double value[2], double square[2])
{
  double a = 0, b = 0, d = 0, g[2] = { 0 }, angle;

  for (gsize m = 0; m < EXAMPLES; m++)
    {
      const double *x = the_case->train.x + m * TOKENS * SIZE;
      double total = 0, xi[2] = { 0 };

      for (gsize t = 0; t < TOKENS; t++)
        {
          double share = exp ((w1 * x[t * SIZE] + w2 * x[t * SIZE + 1]) * 0.5);

          total += share;
          xi[0] += share * x[t * SIZE];
          xi[1] += share * x[t * SIZE + 1];
        }
      xi[0] /= total;
      xi[1] /= total;
      a += xi[0] * xi[0];
      b += xi[0] * xi[1];
      d += xi[1] * xi[1];
      g[0] += xi[0] * the_case->train.y[m];
      g[1] += xi[1] * the_case->train.y[m];
    }
  angle = 0.5 * atan2 (2 * b, a - d);
  for (guint k = 0; k < 2; k++, angle += G_PI_2)
    {
      double c = cos (angle), s = sin (angle), along = c * g[0] + s * g[1];

      value[k] = c * c * a + 2 * c * s * b + s * s * d;
      square[k] = along * along;
    }
}

/* The likelihood over that of f = 0, the values integrated out: U = (a s)^2 with N a^2 and N s^2 of
 * chi squared laws of N degrees of freedom. */
static double
likelihood (const double value[2], const double square[2])
{
  double sum = 0;

  for (double log_a = -2; log_a < 1.2; log_a += 0.1)
    for (double log_s = -2; log_s < 1.2; log_s += 0.1)
      {
        double c = exp (2 * (log_a + log_s)) / SIZE, E = 0;

        for (guint k = 0; k < 2; k++)
          E += log1p (c * value[k] / TEMPERATURE)
               - c * square[k] / (TEMPERATURE + c * value[k]) / TEMPERATURE;
        sum += exp (WIDTH * (log_a + log_s - 0.5 * exp (2 * log_a) - 0.5 * exp (2 * log_s))
                    - 0.5 * E);
      }
  return sum;
}

/* The share of the posterior beyond the hill, and the least density between both peaks over that of
 * the lower one. */
static double
integrate (const IplCase *the_case, double *hill)
{
  double strong = 0, weak = 0, density[GRID];
  guint middle = 0, peak[2] = { 0 };

  for (guint i = 0; i < GRID; i++)
    {
      double w1 = LEAST + STEP * i;

      density[i] = 0;
      for (double w2 = -2.5; w2 < 2.5; w2 += STEP)
        {
          double value[2], square[2];

          sum_features (the_case, w1, w2, value, square);
          density[i] += likelihood (value, square) * exp (-(w1 * w1 + w2 * w2) / (2 * VARIANCE));
        }
      *(w1 > MIDDLE ? &strong : &weak) += density[i];
      if (density[i] > density[peak[w1 > MIDDLE]] || peak[w1 > MIDDLE] == 0)
        peak[w1 > MIDDLE] = i;
    }
  middle = peak[0];
  for (guint i = peak[0]; i < peak[1]; i++)
    middle = density[i] < density[middle] ? i : middle;
  *hill = density[middle] / MIN (density[peak[0]], density[peak[1]]);
  return strong / (strong + weak);
}

/* Half of the chains begin beyond the hill. */
static void
begin (const IplAttentionPosterior *posterior, guint chain, gsl_rng *rng, double *q)
{
  for (gsize i = 0; i < posterior->n_w; i++)
    q[i] = 0.3 * ipl_random_gaussian (rng);
  q[0] += chain % 2 * STRONG / sqrt (VARIANCE);
  ipl_posterior_target_draw_prior (posterior->target, rng, q + posterior->n_w);
}

static void
run_plain (IplAttentionPosterior *posterior, guint chain, guint n_draws, double *draws)
{
  const guint warmup = 300;
  gsl_rng *rng = ipl_random_generator_new (20, chain);
  g_autofree double *q = g_new (double, posterior->n);
  g_autofree double *variances = g_new (double, posterior->n);
  g_autoptr (IplNuts) nuts = NULL;

  begin (posterior, chain, rng, q);
  ipl_attention_posterior_variances (posterior, variances);
  nuts = ipl_nuts_new (posterior->n, ipl_attention_posterior_evaluate,
                       ipl_attention_posterior_settle, posterior->signs, posterior, q, variances,
                       NULL, warmup, rng, NULL);
  for (guint k = 0; k < warmup + n_draws; k++)
    {
      IplTransition transition;

      g_assert_true (ipl_nuts_step (nuts, NULL, &transition));
      if (k >= warmup)
        draws[k - warmup] = nuts->sample.q[0] * sqrt (VARIANCE) > MIDDLE;
    }
  gsl_rng_free (rng);
}

static void
run_tempered (IplAttentionPosterior *posterior, guint chain, guint n_draws, double *draws)
{
  const IplTemperedDensity density = ipl_attention_posterior_tempered (posterior);
  const IplTemperedPlan plan = { .warmup = 400, .target_acceptance = 0.8 };
  gsl_rng *rng = ipl_random_generator_new (21, chain);
  g_autofree double *q = g_new (double, posterior->n);
  g_autoptr (IplTempered) tempered = NULL;
  IplSamplerChainReport report;

  begin (posterior, chain, rng, q);
  tempered = ipl_tempered_new (&density, &plan, q, rng, NULL, NULL);
  for (guint k = 0; k < plan.warmup + n_draws; k++)
    {
      IplTransition transition;

      g_assert_true (ipl_tempered_step (tempered, NULL, &transition));
      if (k >= plan.warmup)
        draws[k - plan.warmup] = ipl_tempered_position (tempered)[0] * sqrt (VARIANCE) > MIDDLE;
    }
  ipl_tempered_report (tempered, &report);
  g_test_message ("%u rungs, exchanges %.2f, the least %.2f, %u round trips", report.rungs,
                  report.swap_acceptance, report.least_swap_acceptance, report.round_trips);
  g_assert_cmpfloat (report.least_swap_acceptance, >, 0.1);
  g_assert_cmpuint (report.round_trips, >, 20);
  gsl_rng_free (rng);
}

static void
test_two_minima (void)
{
  const guint n_plain = 1000, n_tempered = 1500;
  g_autoptr (IplCase) the_case = make_case ();
  IplAttentionPrior prior = { IPL_ATTENTION_SOFTMAX, 0, VARIANCE };
  IplSetting setting;
  g_autoptr (IplAttentionModel) model = NULL;
  g_autoptr (IplAttentionPosterior) posterior = NULL;
  g_autofree double *draws = g_new (double, CHAINS *n_tempered);
  g_autofree double *scratch = g_new (double, (gsize)ipl_diagnostics_scratch (CHAINS, n_tempered));
  double hill, share = integrate (the_case, &hill), mean = 0, error, rhat;

  g_test_message ("share of strong attention %.4f, hill %.2g", share, hill);
  g_assert_cmpfloat (hill, <, 0.01);
  g_assert_cmpfloat (fabs (share - 0.5), <, 0.3);
  ipl_setting_init_for_case (&setting, the_case, WIDTH);
  setting.temperature = TEMPERATURE;
  model = ipl_attention_model_new (the_case, 0, &setting, &prior, NULL);
  posterior = ipl_attention_posterior_new (model, NULL);

  for (guint c = 0; c < CHAINS; c++)
    run_plain (posterior, c, n_plain, draws + c * n_plain);
  for (guint c = 0; c < CHAINS; c++)
    {
      double own = 0;

      for (guint k = 0; k < n_plain; k++)
        own += draws[c * n_plain + k] / n_plain;
      g_test_message ("a plain chain: %.3f", own);
      g_assert_cmpfloat (fabs (own - c % 2), <, 0.1);
    }

  rhat = ipl_diagnostics_rhat (CHAINS, n_plain, draws, scratch);
  g_test_message ("plain R-hat %.2f", rhat);
  g_assert_true (!(rhat < 1.5));

  for (guint c = 0; c < CHAINS; c++)
    run_tempered (posterior, c, n_tempered, draws + c * n_tempered);
  for (guint i = 0; i < CHAINS * n_tempered; i++)
    mean += draws[i] / (CHAINS * n_tempered);
  error = ipl_diagnostics_mcse_mean (CHAINS, n_tempered, draws, scratch);
  rhat = ipl_diagnostics_rhat (CHAINS, n_tempered, draws, scratch);
  g_test_message ("tempered %.4f(%.4f), R-hat %.3f", mean, error, rhat);
  g_assert_cmpfloat (rhat, <, 1.05);
  g_assert_cmpfloat (error, <, 0.04);
  g_assert_cmpfloat (fabs (mean - share), <, 4 * error);
  g_assert_no_error (posterior->error);
}

static void
say_nothing (double fraction, const char *sentence, gpointer data)
{
}

/* A scan that samples by either, where both do. */
static void
test_scan (void)
{
  static const guint H[] = { 2 };
  g_autoptr (IplCase) the_case = test_token_case (12, 10, 1, H, 4, 2, 0, 1, IPL_READOUT_LAST, 8);
  const IplAttentionWatch watch = { .progress = say_nothing };
  double mean[2], error[2];

  for (IplAttentionSampler sampler = IPL_ATTENTION_NUTS; sampler <= IPL_ATTENTION_TEMPERED;
       sampler++)
    {
      g_autoptr (IplTrajectory) found = NULL;
      IplAttentionPlan plan;
      gboolean complete;

      ipl_attention_plan_init (&plan, the_case);
      plan.prior.variance = 0.5;
      plan.n_P = 1;
      plan.P[0] = 12;
      plan.points = plan.starts = 0;
      plan.draws = 200;
      plan.warmup = 150;
      plan.sampler = sampler;
      found = ipl_attention_scan (the_case, &plan, NULL, &watch, &complete, NULL);
      g_assert_nonnull (found);
      mean[sampler] = *ipl_trajectory_get (found, "posterior_order", 0);
      error[sampler] = *ipl_trajectory_get (found, "posterior_order_mcse", 0);
      g_assert_cmpfloat (*ipl_trajectory_get (found, "posterior_rhat", 0), <, 1.1);
      g_assert_true ((ipl_trajectory_find (found, "posterior_swap") != NULL)
                     == (sampler == IPL_ATTENTION_TEMPERED));
      if (sampler == IPL_ATTENTION_NUTS)
        continue;
      g_assert_cmpfloat (*ipl_trajectory_get (found, "posterior_swap", 0), >, 0.2);
      g_assert_cmpfloat (*ipl_trajectory_get (found, "posterior_swap", 0), <, 1);
      g_assert_cmpfloat (*ipl_trajectory_get (found, "posterior_least_swap", 0), <=,
                         *ipl_trajectory_get (found, "posterior_swap", 0));
      g_assert_cmpfloat (*ipl_trajectory_get (found, "posterior_round_trips", 0), >, 4);
    }
  g_test_message ("NUTS %.4f(%.4f), tempered %.4f(%.4f)", mean[0], error[0], mean[1], error[1]);
  g_assert_cmpfloat (fabs (mean[0] - mean[1]), <, 4.5 * hypot (error[0], error[1]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/attention-tempered/two-minima", test_two_minima);
  g_test_add_func ("/attention-tempered/scan", test_scan);
  return g_test_run ();
}
