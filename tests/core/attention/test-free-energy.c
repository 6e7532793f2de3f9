/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The free energy of attention: its gradient beside finite differences, frozen attention beside the
 * theory of fixed attention, and its value beside loops that know nothing of kernels and chains. */
#include <math.h>
#include <string.h>

#include "attention/attention-support.h"
#include "core/attention/attention-scan.h"
#include "core/attention/attention-model.h"
#include "core/attention/lbfgs.h"
#include "core/base/random.h"
#include "support.h"

static void
set_up_causal (const IplCase *the_case, IplAttentionRule rule, guint G, double variance,
               gboolean causal, IplAttentionModel **model, gsize P)
{
  IplAttentionPrior prior = { rule, G, variance, causal };
  IplSetting setting = test_setting (the_case, 6);

  setting.N[0] = 5;
  setting.variances[1] = 1.3;
  *model = TEST_OK (ipl_attention_model_new (the_case, P, &setting, &prior, &error));
}

static void
set_up (const IplCase *the_case, IplAttentionRule rule, guint G, double variance,
        IplAttentionModel **model, gsize P)
{
  set_up_causal (the_case, rule, G, variance, FALSE, model, P);
}

static double
free_energy (IplAttentionModel *model, const double *w, double *gradient)
{
  IplSaddle *saddle = NULL;
  double value;

  TEST_OK (ipl_attention_free_energy (model, w, &saddle, &value, gradient, NULL, &error));
  g_assert_true (saddle->converged);
  ipl_saddle_free (saddle);
  return value;
}

/* Along random directions, by central differences of two lengths. */
static void
hold_gradient (const IplCase *the_case, IplAttentionRule rule, guint G, gboolean causal)
{
  g_autoptr (IplAttentionModel) model = NULL;
  g_autofree double *w = NULL, *at = NULL, *gradient = NULL, *direction = NULL;
  g_autoptr (gsl_rng) rng = ipl_random_generator_new (7, 0);

  set_up_causal (the_case, rule, G, 0.4, causal, &model, 0);
  w = g_new (double, model->n);
  at = g_new (double, model->n);
  gradient = g_new (double, model->n);
  direction = g_new (double, model->n);
  for (gsize i = 0; i < model->n; i++)
    w[i] = 0.4 * ipl_random_gaussian (rng);
  free_energy (model, w, gradient);
  for (guint k = 0; k < 3; k++)
    {
      double slope = 0, value[4];

      for (gsize i = 0; i < model->n; i++)
        {
          direction[i] = ipl_random_gaussian (rng);
          slope += gradient[i] * direction[i];
        }
      for (int j = 0; j < 4; j++)
        {
          for (gsize i = 0; i < model->n; i++)
            at[i] = w[i] + (double[]){ -2, -1, 1, 2 }[j] * 2e-4 * direction[i];
          value[j] = free_energy (model, at, NULL);
        }

      double difference = (value[0] - 8 * value[1] + 8 * value[2] - value[3]) / (12 * 2e-4);

      test_assert_close (difference, slope, 1e-6 * (1 + fabs (slope)));
    }
}

TEST (test_gradient, "/attention/gradient")
{
  static const guint one[] = { 1 }, two[] = { 2, 2 }, three[] = { 2, 1, 2 };
  static const struct
  {
    guint L;
    const guint *H;
    guint G, K;
    IplReadout readout;
  } shapes[] = { { 1, one, 0, 1, IPL_READOUT_LAST },  { 1, two, 2, 1, IPL_READOUT_MEAN },
                 { 2, two, 0, 1, IPL_READOUT_FIRST }, { 2, two, 3, 3, IPL_READOUT_LAST },
                 { 2, two, 2, 1, IPL_READOUT_MEAN },  { 3, three, 0, 1, IPL_READOUT_LAST },
                 { 1, two, 0, 3, IPL_READOUT_LAST } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (IplAttentionRule rule = 0; rule < IPL_N_ATTENTION_RULES; rule++)
      {
        g_autoptr (IplCase) the_case
            = test_token_case (12, 4, shapes[i].L, shapes[i].H, 5, 4, shapes[i].G, shapes[i].K,
                               shapes[i].readout, i + 1);

        hold_gradient (the_case, rule, shapes[i].G, FALSE);
        hold_gradient (the_case, rule, shapes[i].G, TRUE);
      }
}

/* At the case's own weights the features are the case's, and what is minimized over A is its
 * action, to the last bit. */
TEST (test_frozen, "/attention/frozen")
{
  for (guint G = 0; G < 3; G += 2)
    {
      g_autoptr (IplCase) the_case
          = test_token_case (15, 6, HEADS (2, 2), 6, 5, G, 1, IPL_READOUT_LAST, 3);
      g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
      g_autoptr (IplAttentionModel) model = NULL;
      g_autoptr (IplSaddle) saddle = NULL, learned = NULL;
      g_autofree double *w = NULL;
      double value;

      set_up (the_case, IPL_ATTENTION_SOFTMAX, G, 1, &model, 0);
      saddle = ipl_saddle_find (the_case, kernel, &model->setting, NULL, 0, NULL, NULL);
      w = g_new (double, model->n);
      g_assert_true (ipl_attention_model_get_case_weights (model, the_case, w));
      g_assert_true (ipl_attention_free_energy (model, w, &learned, &value, NULL, NULL, NULL));
      test_assert_same (15 * 4 * 5, model->the_case->train.xi, the_case->train.xi);
      g_assert_true (learned->action == saddle->action);
      test_assert_same (16, learned->U, saddle->U);
      g_assert_true (value == ipl_attention_prior (model, w, NULL) + 6 * saddle->action);
      g_assert_true (ipl_attention_model_set_tests (model, NULL, NULL));
      test_assert_same (6 * 4 * 5, model->the_case->tests[0].xi, the_case->tests[0].xi);
    }
}

/* Attention and features of one layer and one head, by the letter of THEORY.md section 19.1. */
static void
slow_features (const IplCase *the_case, IplAttentionRule rule, const double *W, double *xi)
{
  gsize T = the_case->T, N0 = the_case->N0;

  for (gsize m = 0; m < the_case->train.count; m++)
    {
      const double *x = the_case->train.x + m * T * N0, *query = x + (T - 1) * N0;
      g_autofree double *O = g_new (double, T);
      double sum = 0;

      for (gsize s = 0; s < T; s++)
        {
          double logit = 0;

          for (gsize a = 0; a < N0; a++)
            for (gsize b = 0; b < N0; b++)
              logit += x[s * N0 + a] * W[a * N0 + b] * query[b];
          O[s] = rule == IPL_ATTENTION_LINEAR ? logit : exp (logit);
          sum += O[s];
        }
      for (gsize a = 0; a < N0; a++)
        {
          xi[m * N0 + a] = 0;
          for (gsize s = 0; s < T; s++)
            xi[m * N0 + a]
                += O[s] / (rule == IPL_ATTENTION_SOFTMAX ? sum : (double)T) * x[s * N0 + a];
        }
    }
}

/* O_st = rule of the logits of query t with the keys s <= t, 0 for the others: [T x T], by the
 * letter of THEORY.md section 19.1. */
static void
slow_causal (const IplCase *the_case, IplAttentionRule rule, const double *W, const double *x,
             double *O)
{
  gsize T = the_case->T, N0 = the_case->N0;

  memset (O, 0, T * T * sizeof *O);
  for (gsize t = 0; t < T; t++)
    {
      double sum = 0;

      for (gsize s = 0; s <= t; s++)
        {
          double logit = 0;

          for (gsize a = 0; a < N0; a++)
            for (gsize b = 0; b < N0; b++)
              logit += x[s * N0 + a] * W[a * N0 + b] * x[t * N0 + b];
          O[s * T + t] = rule == IPL_ATTENTION_LINEAR ? logit : exp (logit);
          sum += O[s * T + t];
        }
      for (gsize s = 0; s <= t; s++)
        O[s * T + t] /= rule == IPL_ATTENTION_SOFTMAX ? sum : (double)(t + 1);
    }
}

static double
get_readout (const IplCase *the_case, gsize t)
{
  if (the_case->readout == IPL_READOUT_MEAN)
    return 1.0 / (double)the_case->T;
  return t == (the_case->readout == IPL_READOUT_LAST ? the_case->T - 1 : 0);
}

/* Features of two layers with a causal mask, xi^(g,h) = X O^(1,g) O^(2,h) r, by loops. */
static void
hold_causal (IplAttentionRule rule, IplReadout readout)
{
  const gsize T = 4, N0 = 3;
  g_autoptr (IplCase) the_case = test_token_case (5, 2, HEADS (2, 1), T, N0, 0, 1, readout, 4);
  g_autoptr (IplAttentionModel) model = NULL;
  double *w, *O[3], mean[3 * 16];
  g_autofree double *space = g_new0 (double, 27 + 3 * T * T);

  set_up_causal (the_case, rule, 0, 1, TRUE, &model, 0);
  w = space;
  for (guint h = 0; h < 3; h++)
    O[h] = space + 27 + h * T * T;
  g_assert_true (ipl_attention_model_get_case_weights (model, the_case, w));
  g_assert_true (ipl_attention_model_set (model, w, NULL, NULL));
  for (gsize m = 0; m < 5; m++)
    {
      const double *x = the_case->train.x + m * T * N0;

      for (guint h = 0; h < 3; h++)
        slow_causal (the_case, rule, w + h * 9, x, O[h]);
      for (guint g = 0; g < 2; g++)
        for (gsize a = 0; a < N0; a++)
          {
            double xi = 0;

            for (gsize s = 0; s < T; s++)
              for (gsize t = 0; t < T; t++)
                for (gsize u = 0; u < T; u++)
                  xi += x[s * N0 + a] * O[g][s * T + t] * O[2][t * T + u]
                        * get_readout (the_case, u);
            g_assert_cmpfloat (fabs (xi - model->the_case->train.xi[(m * 2 + g) * N0 + a]), <,
                               1e-12 * (1 + fabs (xi)));
          }
    }
  g_assert_true (ipl_attention_mean (the_case, model->the_case->weights, mean, NULL));
  for (gsize i = 0; i < 3 * T * T; i++)
    g_assert_true (i % T <= i / T % T || mean[i] == 0);
}

TEST (test_causal, "/attention/causal")
{
  for (IplAttentionRule rule = 0; rule < IPL_N_ATTENTION_RULES; rule++)
    for (IplReadout readout = 0; readout <= IPL_READOUT_MEAN; readout++)
      hold_causal (rule, readout);
}

/* Of one path U is a number u = (s_1 s_a a s)^2, and at given u a^2 and s^2 are where
 * N_1 (a^2 - 2 log a) + N_a (s^2 - 2 log s) is least: both found by bisection. */
static double
slow_action (const IplCase *the_case, const IplSetting *setting, double u)
{
  double product = u / (setting->variances[1] * setting->variances[2]); /* a^2 s^2 */
  double N1 = setting->N[0], Na = setting->N[1], low = 1e-6, high = 1e6;

  for (guint k = 0; k < 200; k++)
    {
      double a2 = sqrt (low * high); /* N1 (a2 - 1) = Na (s2 - 1) at the least */

      if (N1 * (a2 - 1) < Na * (product / a2 - 1))
        low = a2;
      else
        high = a2;
    }
  return test_slow_energy (the_case, setting, &u) + N1 * (low - log (low))
         + Na * (product / low - log (product / low));
}

TEST (test_slow, "/attention/slow")
{
  const double golden = 0.5 * (sqrt (5) - 1);

  for (IplAttentionRule rule = 0; rule < IPL_N_ATTENTION_RULES; rule++)
    {
      g_autoptr (IplCase) the_case
          = test_token_case (9, 3, HEADS (1), 5, 3, 0, 1, IPL_READOUT_LAST, 11);
      g_autoptr (IplAttentionModel) model = NULL;
      const double *W = the_case->weights[0].combined;
      double low = -6, high = 6, prior = 0, constant, value;

      set_up (the_case, rule, 0, 0.7, &model, 0);
      value = free_energy (model, W, NULL);
      slow_features (the_case, rule, W, the_case->train.xi);
      for (guint k = 0; k < 80; k++) /* in log u */
        {
          double a = high - golden * (high - low), b = low + golden * (high - low);

          if (slow_action (the_case, &model->setting, exp (a))
              < slow_action (the_case, &model->setting, exp (b)))
            high = b;
          else
            low = a;
        }
      for (gsize i = 0; i < 9; i++)
        prior += W[i] * W[i] / 0.7;
      constant = 5 * log (model->setting.variances[1]) + 6 * log (model->setting.variances[2]);
      g_assert_cmpfloat (
          fabs (value + constant - prior - slow_action (the_case, &model->setting, exp (low))), <,
          1e-9 * fabs (value));
    }
}

/* Rosenbrock's function in pairs, from the usual start. */
static double
valley (const double *x, double *gradient, gpointer data)
{
  double sum = 0;

  for (gsize i = 0; i < 10; i += 2)
    {
      double bend = x[i + 1] - x[i] * x[i];

      sum += 100 * bend * bend + (1 - x[i]) * (1 - x[i]);
      gradient[i] = -400 * x[i] * bend - 2 * (1 - x[i]);
      gradient[i + 1] = 200 * bend;
    }
  return sum;
}

TEST (test_lbfgs, "/attention/lbfgs")
{
  double x[] = { -1.2, 1, -1.2, 1, -1.2, 1, -1.2, 1, -1.2, 1 };
  IplLbfgsResult result;

  g_assert_true (ipl_lbfgs_minimize (10, valley, NULL, x, 1e-9, 200, NULL, &result, NULL));
  g_assert_true (result.converged);
  g_assert_cmpuint (result.evaluations, <, 100);
  for (guint i = 0; i < 10; i++)
    test_assert_close (x[i], 1, 1e-9);
}

TEST (test_refused, "/attention/refused")
{
  g_autoptr (IplCase) features = test_random_case (5, 3, HEADS (1), 4, 1);

  TEST_REFUSED (ipl_attention_check (features, &error), IPL_ERROR_MISSING);
}
