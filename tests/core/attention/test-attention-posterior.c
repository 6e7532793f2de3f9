/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact posterior of attention and order parameter: its gradient beside finite differences, and
 * its draws beside networks whose weights are all drawn from the prior and weighed by how well they
 * fit, with nothing integrated out. */
#include <math.h>
#include <string.h>

#include "attention/attention-support.h"
#include "core/attention/attention-network.h"
#include "core/attention/attention-posterior.h"
#include "core/attention/free-energy.h"
#include "core/attention/lbfgs.h"
#include "core/base/random.h"
#include "core/posterior/nuts.h"
#include "support.h"

static IplAttentionModel *
make_model (const IplCase *the_case, IplAttentionRule rule, guint G, guint N1, guint Na)
{
  IplSetting setting;
  IplAttentionPrior prior = { rule, G, 0.6 };
  GError *error = NULL;
  IplAttentionModel *model;

  ipl_setting_init_for_case (&setting, the_case, N1);
  setting.N[the_case->L] = Na;
  setting.temperature = 0.8;
  setting.variances[the_case->L + 1] = 1.4;
  model = ipl_attention_model_new (the_case, 0, &setting, &prior, &error);
  g_assert_no_error (error);
  return model;
}

static void
test_gradient (void)
{
  static const guint two[] = { 2, 2 };

  for (guint i = 0; i < 6; i++)
    {
      guint L = 1 + i % 2, K = i < 4 ? 1 : 3, G = i % 3;
      g_autoptr (IplCase) the_case
          = test_token_case (8, 3, L, two, 4, 3, G, K, IPL_READOUT_LAST, i + 20);
      g_autoptr (IplAttentionModel) model
          = make_model (the_case, i % IPL_N_ATTENTION_RULES, G, 3, 2 + i % 3);
      g_autoptr (IplAttentionPosterior) posterior = ipl_attention_posterior_new (model, NULL);
      g_autofree double *q = g_new (double, posterior->n);
      g_autofree double *gradient = g_new (double, posterior->n);
      g_autofree double *unused = g_new (double, posterior->n);
      gsl_rng *rng = ipl_random_generator_new (i, 3);

      ipl_posterior_target_draw_prior (posterior->target, rng, q + posterior->n_w);
      for (gsize k = 0; k < posterior->n_w; k++)
        q[k] = 0.5 * ipl_random_gaussian (rng);
      g_assert_true (isfinite (ipl_attention_posterior_evaluate (q, gradient, NULL, posterior)));
      for (gsize k = 0; k < posterior->n; k++)
        {
          double value[4], at = q[k], step = 1e-3;

          for (int j = 0; j < 4; j++)
            {
              q[k] = at + (double[]){ -2, -1, 1, 2 }[j] * step;
              value[j] = ipl_attention_posterior_evaluate (q, unused, NULL, posterior);
            }
          q[k] = at;
          g_assert_cmpfloat (fabs ((value[0] - 8 * value[1] + 8 * value[2] - value[3]) / (12 * step)
                                   - gradient[k]),
                             <, 1e-7 * (1 + fabs (gradient[k])));
        }
      gsl_rng_free (rng);
    }
}

/* What is compared: U_11, U_12, |w|^2, attention of the last query of the second sequence on its
 * first token by both heads. */
#define QUANTITIES 5
#define H 2
#define T 3
#define N0 2
#define N1 2
#define NA 3
#define P 5

static void
attend (const IplCase *the_case, gsize m, const double *W, double *xi, double *first)
{
  const double *x = the_case->train.x + m * T * N0, *query = x + (T - 1) * N0;
  double O[T], sum = 0;

  for (guint s = 0; s < T; s++)
    {
      double logit = 0;

      for (guint a = 0; a < N0; a++)
        for (guint b = 0; b < N0; b++)
          logit += x[s * N0 + a] * W[a * N0 + b] * query[b];
      sum += O[s] = exp (logit);
    }
  for (guint a = 0; a < N0; a++)
    {
      xi[a] = 0;
      for (guint s = 0; s < T; s++)
        xi[a] += O[s] / sum * x[s * N0 + a];
    }
  *first = O[0] / sum;
}

/* A network of the prior: its quantities and its log likelihood. */
static double
draw_network (const IplCase *the_case, const IplSetting *setting, double variance, gsl_rng *rng,
              double quantity[QUANTITIES])
{
  double W[H][N0 * N0], V0[N1][N0], V[H][NA][N1], a[NA], effective[H][N1], likelihood = 0;

  quantity[2] = 0;
  for (guint h = 0; h < H; h++)
    for (guint i = 0; i < N0 * N0; i++)
      {
        W[h][i] = sqrt (variance) * ipl_random_gaussian (rng);
        quantity[2] += W[h][i] * W[h][i];
      }
  for (guint i = 0; i < N1; i++)
    for (guint j = 0; j < N0; j++)
      V0[i][j] = sqrt (setting->variances[0]) * ipl_random_gaussian (rng);
  for (guint i = 0; i < NA; i++)
    a[i] = sqrt (setting->variances[2]) * ipl_random_gaussian (rng);
  for (guint h = 0; h < H; h++)
    for (guint j = 0; j < N1; j++)
      {
        effective[h][j] = 0;
        for (guint i = 0; i < NA; i++)
          {
            V[h][i][j] = sqrt (setting->variances[1]) * ipl_random_gaussian (rng);
            effective[h][j] += a[i] * V[h][i][j] / sqrt (NA);
          }
      }
  quantity[0] = quantity[1] = 0;
  for (guint j = 0; j < N1; j++)
    {
      quantity[0] += effective[0][j] * effective[0][j] / N1;
      quantity[1] += effective[0][j] * effective[1][j] / N1;
    }
  for (gsize m = 0; m < P; m++)
    {
      double f = 0;

      for (guint h = 0; h < H; h++)
        {
          double xi[N0], first;

          attend (the_case, m, W[h], xi, &first);
          if (m == 1)
            quantity[3 + h] = first;
          for (guint i = 0; i < N1; i++)
            for (guint j = 0; j < N0; j++)
              f += effective[h][i] * V0[i][j] * xi[j] / sqrt (N1 * N0 * H);
        }
      likelihood
          -= (the_case->train.y[m] - f) * (the_case->train.y[m] - f) / (2 * setting->temperature);
    }
  return likelihood;
}

static void
weigh_networks (const IplCase *the_case, const IplAttentionModel *model, guint n,
                double mean[QUANTITIES], double error[QUANTITIES])
{
  gsl_rng *rng = ipl_random_generator_new (5, 5);
  g_autofree double *kept = g_new (double, n *QUANTITIES), *weight = g_new (double, n);
  double total = 0;

  memset (mean, 0, QUANTITIES * sizeof *mean);
  memset (error, 0, QUANTITIES * sizeof *error);
  for (guint i = 0; i < n; i++)
    {
      weight[i] = exp (draw_network (the_case, &model->setting, model->prior.variance, rng,
                                     kept + i * QUANTITIES));
      total += weight[i];
      for (guint k = 0; k < QUANTITIES; k++)
        mean[k] += weight[i] * kept[i * QUANTITIES + k];
    }
  for (guint k = 0; k < QUANTITIES; k++)
    mean[k] /= total;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < QUANTITIES; k++)
      {
        double off = weight[i] * (kept[i * QUANTITIES + k] - mean[k]) / total;

        error[k] += off * off;
      }
  for (guint k = 0; k < QUANTITIES; k++)
    error[k] = sqrt (error[k]);
  gsl_rng_free (rng);
}

static void
sample (IplAttentionPosterior *posterior, guint n, double *draws)
{
  gsl_rng *rng = ipl_random_generator_new (6, 6);
  g_autofree double *q = g_new (double, posterior->n), *unused = g_new (double, posterior->n);
  g_autofree double *variances = g_new (double, posterior->n);
  g_autoptr (IplNuts) nuts = NULL;
  const IplCase *the_case = posterior->model->the_case;

  ipl_posterior_target_draw_prior (posterior->target, rng, q + posterior->n_w);
  for (gsize k = 0; k < posterior->n_w; k++)
    q[k] = ipl_random_gaussian (rng);
  ipl_attention_posterior_variances (posterior, variances);
  nuts = ipl_nuts_new (posterior->n, ipl_attention_posterior_evaluate,
                       ipl_attention_posterior_settle, posterior->signs, posterior, q, variances,
                       NULL, 500, rng, NULL);
  for (guint k = 0; k < 500 + n; k++)
    {
      double *to = draws + (k - 500) * QUANTITIES, xi[N0];
      IplTransition transition;

      g_assert_true (ipl_nuts_step (nuts, NULL, &transition));
      if (k < 500)
        continue;
      ipl_attention_posterior_evaluate (nuts->sample.q, unused, NULL, posterior);
      to[0] = posterior->target->U[0];
      to[1] = posterior->target->U[1];
      to[2] = 0;
      for (gsize i = 0; i < posterior->n_w; i++)
        to[2] += posterior->w[i] * posterior->w[i];
      for (guint h = 0; h < H; h++)
        attend (the_case, 1, posterior->w + h * N0 * N0, xi, &to[3 + h]);
    }
  g_assert_no_error (posterior->error);
  gsl_rng_free (rng);
}

static void
test_weight_space (void)
{
  static const guint heads[] = { H };
  const guint n_networks = 3000000, n_draws = 60000;
  g_autoptr (IplCase) the_case
      = test_token_case (P, 2, 1, heads, T, N0, 0, 1, IPL_READOUT_LAST, 17);
  g_autoptr (IplAttentionModel) model = make_model (the_case, IPL_ATTENTION_SOFTMAX, 0, N1, NA);
  g_autoptr (IplAttentionPosterior) posterior = ipl_attention_posterior_new (model, NULL);
  g_autofree double *draws = g_new (double, n_draws *QUANTITIES);
  g_autofree double *column = g_new (double, n_draws);
  double mean[QUANTITIES], error[QUANTITIES];

  weigh_networks (the_case, model, n_networks, mean, error);
  sample (posterior, n_draws, draws);
  for (guint k = 0; k < QUANTITIES; k++)
    {
      double own_error, own;

      for (guint i = 0; i < n_draws; i++)
        column[i] = draws[i * QUANTITIES + k];
      own = test_mean_and_error (column, n_draws, 1, &own_error);
      g_test_message ("%u: networks %.5f(%.5f), posterior %.5f(%.5f)", k, mean[k], error[k], own,
                      own_error);
      g_assert_cmpfloat (fabs (own - mean[k]), <, 4.5 * hypot (own_error, error[k]));
      g_assert_cmpfloat (own_error, <, 0.05 * (1 + fabs (own)));
    }
}

/* -2 log p at attention weights that stay. */
typedef struct
{
  IplAttentionPosterior *posterior;
  double *q, *gradient; /* [n] */
} Section;

static double
evaluate_section (const double *A, double *gradient, gpointer data)
{
  Section *self = data;
  gsize n_w = self->posterior->n_w, n = self->posterior->n - n_w;
  double value;

  memcpy (self->q + n_w, A, n * sizeof *A);
  value = ipl_attention_posterior_evaluate (self->q, self->gradient, NULL, self->posterior);
  for (gsize i = 0; i < n; i++)
    gradient[i] = -2 * self->gradient[n_w + i];
  return -2 * value;
}

/* Of one path the chain of the posterior is that of the saddle point: at attention that was sampled
 * the free energy is the least of -2 log p over A, up to a constant. */
static void
test_free_energy (void)
{
  static const guint one[] = { 1 };

  for (IplAttentionRule rule = 0; rule < IPL_N_ATTENTION_RULES; rule++)
    {
      g_autoptr (IplCase) the_case
          = test_token_case (8, 3, 1, one, 4, 3, 0, 1, IPL_READOUT_LAST, rule + 60);
      g_autoptr (IplAttentionModel) model = make_model (the_case, rule, 0, 4, 3);
      g_autoptr (IplAttentionPosterior) posterior = ipl_attention_posterior_new (model, NULL);
      gsize n = posterior->n;
      g_autofree double *q = g_new0 (double, n), *gradient = g_new (double, n);
      g_autofree double *variances = g_new (double, n), *A = g_new (double, n);
      Section section = { posterior, q, gradient };
      gsl_rng *rng = ipl_random_generator_new (rule, 5);
      g_autoptr (IplNuts) nuts = NULL;
      double constant = NAN, first = NAN;

      ipl_attention_posterior_variances (posterior, variances);
      nuts = ipl_nuts_new (n, ipl_attention_posterior_evaluate, ipl_attention_posterior_settle,
                           posterior->signs, posterior, q, variances, NULL, 100, rng, NULL);
      for (guint k = 0; k < 200; k++)
        {
          g_autoptr (IplSaddle) saddle = NULL;
          IplLbfgsResult result;
          IplTransition transition;
          double F;

          g_assert_true (ipl_nuts_step (nuts, NULL, &transition));
          if (k < 100 || k % 10 != 0)
            continue;
          memcpy (q, nuts->sample.q, n * sizeof *q);
          memcpy (A, q + posterior->n_w, (n - posterior->n_w) * sizeof *A);
          g_assert_true (ipl_lbfgs_minimize (n - posterior->n_w, evaluate_section, &section, A,
                                             1e-8, 200, NULL, &result, NULL));
          g_assert_true (
              ipl_attention_free_energy (model, posterior->w, &saddle, &F, NULL, NULL, NULL));
          if (isnan (constant))
            {
              constant = result.value - F;
              first = F;
            }
          g_assert_cmpfloat (fabs (result.value - F - constant), <, 1e-6);
          g_assert_true (k == 100 || F != first);
        }
      gsl_rng_free (rng);
    }
}

/* All weights of the network move, by what the posterior's own code knows nothing of. */
static void
test_network_gradient (void)
{
  static const guint two[] = { 2, 2 };

  for (guint i = 0; i < 4; i++)
    {
      guint L = 1 + i % 2, K = i < 2 ? 1 : 3, G = i % 2 * 2;
      g_autoptr (IplCase) the_case
          = test_token_case (6, 3, L, two, 4, 3, G, K, IPL_READOUT_LAST, i + 40);
      g_autoptr (IplAttentionModel) model
          = make_model (the_case, i % IPL_N_ATTENTION_RULES, G, 3, 2);
      g_autoptr (IplAttentionNetwork) network = ipl_attention_network_new (model, NULL);
      g_autofree double *theta = g_new (double, network->n), *slope = g_new (double, network->n);
      g_autofree double *unused = g_new (double, network->n);
      gsl_rng *rng = ipl_random_generator_new (i, 4);

      for (gsize k = 0; k < network->n; k++)
        theta[k] = 0.7 * ipl_random_gaussian (rng);
      ipl_attention_network_evaluate (network, theta, slope, NULL, NULL);
      for (gsize k = 0; k < network->n; k++)
        {
          double value[2], at = theta[k], step = 1e-4;

          for (int j = 0; j < 2; j++)
            {
              theta[k] = at + (j == 0 ? -step : step);
              value[j] = ipl_attention_network_evaluate (network, theta, unused, NULL, NULL);
            }
          theta[k] = at;
          g_assert_cmpfloat (fabs ((value[1] - value[0]) / (2 * step) - slope[k]), <,
                             1e-5 * (1 + fabs (slope[k])));
        }
      gsl_rng_free (rng);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/attention-posterior/gradient", test_gradient);
  g_test_add_func ("/attention-posterior/weight-space", test_weight_space);
  g_test_add_func ("/attention-posterior/free-energy", test_free_energy);
  g_test_add_func ("/attention-posterior/network-gradient", test_network_gradient);
  return g_test_run ();
}
