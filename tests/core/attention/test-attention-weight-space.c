/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All weights of a tiny network, attention, values and readout, by Hamiltonian dynamics in plain
 * loops that use nothing of the program but the tokens and labels of a case. Beside its draws stand
 * those of NUTS over attention weights and order parameter, from which values and readout are
 * integrated out, and Langevin dynamics of all weights: means, and the histogram of the order
 * parameter, agree within their Monte Carlo errors. */
#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <string.h>

#include "attention/attention-support.h"
#include "attention/plain-network.h"
#include "core/attention/attention-network.h"
#include "core/attention/attention-order.h"
#include "core/attention/attention-posterior.h"
#include "core/base/random.h"
#include "core/posterior/nuts.h"
#include "support.h"

/* A network, and how long it is sampled. */
typedef struct
{
  const char *name;
  PlainShape shape;
  guint hmc_draws, nuts_draws;
  guint langevin_steps; /* 0 for none */
} Comparison;

/* Softmax and linear attention, and one network with two layers. */
static const Comparison comparisons[] = {
  { "softmax", { IPL_ATTENTION_SOFTMAX, 1, { 2 }, { 2, 3 } }, 60000, 20000, 300000 },
  { "linear", { IPL_ATTENTION_LINEAR, 1, { 2 }, { 2, 3 } }, 60000, 20000, 300000 },
  { "two-layers", { IPL_ATTENTION_SOFTMAX, 2, { 2, 1 }, { 2, 3, 2 } }, 40000, 10000, 0 },
  { "linear-two-layers", { IPL_ATTENTION_LINEAR, 2, { 1, 2 }, { 2, 2, 3 } }, 40000, 10000, 0 },
};

static void
hold_gradient (const PlainNetwork *self, gsl_rng *rng)
{
  double theta[PLAIN_MOST_WEIGHTS], gradient[PLAIN_MOST_WEIGHTS], unused[PLAIN_MOST_WEIGHTS];

  for (guint i = 0; i < self->n; i++)
    theta[i] = ipl_random_gaussian (rng);
  plain_network_potential (self, theta, gradient);
  for (guint i = 0; i < self->n; i++)
    {
      double at = theta[i], value[2];

      for (guint k = 0; k < 2; k++)
        {
          theta[i] = at + (k == 0 ? -1e-5 : 1e-5);
          value[k] = plain_network_potential (self, theta, unused);
        }
      theta[i] = at;
      g_assert_cmpfloat (fabs ((value[1] - value[0]) / 2e-5 - gradient[i]), <,
                         1e-6 * (1 + fabs (gradient[i])));
    }
}

/* Means that are compared: U_11, U_12 (U_11 alone where there is one path), |w|^2, the attention of
 * the first head and its square, the order parameter m and m^2; then shares of draws in bins of m.
 */
enum
{
  U_11,
  U_12,
  SQUARE,
  ATTENTION,
  ATTENTION_SQUARED,
  ORDER,
  ORDER_SQUARED,
  BINS,
  N_BINS = 8,
  QUANTITIES = BINS + N_BINS
};

static const char *const names[QUANTITIES]
    = { "U_11",  "U_12",  "|w|^2", "attention", "attention^2", "m",     "m^2",  "bin 1",
        "bin 2", "bin 3", "bin 4", "bin 5",     "bin 6",       "bin 7", "bin 8" };

/* All but U and the order parameter, from attention weights w times @scale. */
static void
read_attention (const PlainNetwork *self, const double *w, double scale, double *to)
{
  double O[PLAIN_T][PLAIN_T];

  to[SQUARE] = 0;
  for (guint i = 0; i < self->V0; i++)
    to[SQUARE] += scale * scale * w[i] * w[i];
  plain_attend (self->shape->rule, self->the_case->train.x + PLAIN_T * PLAIN_N0, w, scale, O);
  to[ATTENTION] = O[0][PLAIN_T - 1];
  to[ATTENTION_SQUARED] = O[0][PLAIN_T - 1] * O[0][PLAIN_T - 1];
  to[ORDER_SQUARED] = to[ORDER] * to[ORDER];
}

/* Trajectories of 8 to 16 steps, whose length adapts to nine in ten accepted in the first tenth. */
static void
sample_hmc (const PlainNetwork *self, guint n_draws, double *draws)
{
  gsl_rng *rng = ipl_random_generator_new (11, 3);
  double theta[PLAIN_MOST_WEIGHTS], trial[PLAIN_MOST_WEIGHTS], p[PLAIN_MOST_WEIGHTS];
  double gradient[PLAIN_MOST_WEIGHTS], trial_gradient[PLAIN_MOST_WEIGHTS], step = 0.1, value;
  guint warmup = n_draws / 10, accepted = 0;

  hold_gradient (self, rng);
  for (guint i = 0; i < self->n; i++)
    theta[i] = ipl_random_gaussian (rng);
  value = plain_network_potential (self, theta, gradient);
  for (guint k = 0; k < warmup + n_draws; k++)
    {
      double *to = draws + (gsize)(k - warmup) * QUANTITIES, before = value, after = 0, next;
      guint steps = 8 + (guint)gsl_rng_uniform_int (rng, 9);

      memcpy (trial, theta, sizeof trial);
      memcpy (trial_gradient, gradient, sizeof gradient);
      for (guint i = 0; i < self->n; i++)
        {
          p[i] = ipl_random_gaussian (rng);
          before += 0.5 * p[i] * p[i];
        }
      next = value;
      for (guint s = 0; s < steps; s++)
        {
          for (guint i = 0; i < self->n; i++)
            {
              p[i] -= 0.5 * step * trial_gradient[i];
              trial[i] += step * p[i];
            }
          next = plain_network_potential (self, trial, trial_gradient);
          for (guint i = 0; i < self->n; i++)
            p[i] -= 0.5 * step * trial_gradient[i];
        }
      for (guint i = 0; i < self->n; i++)
        after += 0.5 * p[i] * p[i];
      if (log (gsl_rng_uniform_pos (rng)) < before - next - after)
        {
          memcpy (theta, trial, sizeof trial);
          memcpy (gradient, trial_gradient, sizeof gradient);
          value = next;
          step *= k < warmup ? 1.01 : 1;
          accepted += k >= warmup;
        }
      else
        step *= k < warmup ? 0.92 : 1;
      if (k < warmup)
        continue;
      to[ORDER] = plain_network_order (self, theta, self->s_w);
      plain_network_U (self, theta, &to[U_11], &to[U_12]);
      read_attention (self, theta, self->s_w, to);
    }
  g_assert_cmpfloat (accepted, >, 0.7 * n_draws);
  gsl_rng_free (rng);
}

static void
sample_nuts (const PlainNetwork *self, IplAttentionModel *model, guint n_draws, double *draws)
{
  const guint warmup = 500;
  g_autoptr (IplAttentionPosterior) posterior = ipl_attention_posterior_new (model, NULL);
  gsl_rng *rng = ipl_random_generator_new (12, 3);
  g_autofree double *q = g_new (double, posterior->n), *unused = g_new (double, posterior->n);
  g_autofree double *variances = g_new (double, posterior->n);
  g_autoptr (IplNuts) nuts = NULL;
  g_auto (IplAttentionOrder) measured = { .count = 0 };

  g_assert_true (ipl_attention_order_init (&measured, self->the_case, NULL));
  ipl_posterior_target_draw_prior (posterior->target, rng, q + posterior->n_w);
  for (gsize k = 0; k < posterior->n_w; k++)
    q[k] = ipl_random_gaussian (rng);
  ipl_attention_posterior_variances (posterior, variances);
  nuts = ipl_nuts_new (posterior->n, ipl_attention_posterior_evaluate,
                       ipl_attention_posterior_settle, posterior->signs, posterior, q, variances,
                       NULL, warmup, rng, NULL);
  for (guint k = 0; k < warmup + n_draws; k++)
    {
      double *to = draws + (gsize)(k - warmup) * QUANTITIES;
      IplTransition transition;

      g_assert_true (ipl_nuts_step (nuts, NULL, &transition));
      if (k < warmup)
        continue;
      ipl_attention_posterior_evaluate (nuts->sample.q, unused, NULL, posterior);
      to[U_11] = posterior->target->U[0];
      to[U_12] = posterior->target->U[1];
      g_assert_true (
          ipl_attention_order_measure (&measured, model->the_case->weights, &to[ORDER], NULL));
      read_attention (self, posterior->w, 1, to);
    }
  g_assert_no_error (posterior->error);
  gsl_rng_free (rng);
}

static void
sample_langevin (const PlainNetwork *self, IplAttentionModel *model, guint n_steps, guint every,
                 double *draws)
{
  const guint burn = n_steps / 20;
  g_autoptr (IplAttentionNetwork) network = ipl_attention_network_new (model, NULL);
  g_autofree double *theta = g_new0 (double, network->n);
  g_auto (IplAttentionLangevin) langevin = { .space = NULL };
  gsl_rng *rng = ipl_random_generator_new (13, 3);

  g_assert_cmpuint (network->n, ==, self->n);
  for (gsize i = 0; i < network->n; i++)
    theta[i] = ipl_random_gaussian (rng);
  g_assert_true (ipl_attention_langevin_init (&langevin, network, theta, rng, NULL));
  for (guint k = 0; k < burn + n_steps; k++)
    {
      double *to = draws + (gsize)((k - burn) / every) * QUANTITIES;

      langevin.adapts = k < burn;
      g_assert_true (ipl_attention_langevin_step (&langevin, NULL, NULL));
      if (k < burn || (k - burn) % every != 0)
        continue;
      /* Both have the weights in the same order and units. */
      to[ORDER] = plain_network_order (self, langevin.theta, self->s_w);
      plain_network_U (self, langevin.theta, &to[U_11], &to[U_12]);
      read_attention (self, langevin.theta, self->s_w, to);
    }
  g_assert_cmpfloat ((double)langevin.accepted / (double)langevin.steps, >, 0.3);
  gsl_rng_free (rng);
}

/* Bins of the order parameter that hold alike many of these draws. */
static void
choose_bins (const double *draws, guint n, double *edges)
{
  g_autofree double *sorted = g_new (double, n);

  for (guint i = 0; i < n; i++)
    sorted[i] = draws[(gsize)i * QUANTITIES + ORDER];
  gsl_sort (sorted, 1, n);
  for (guint b = 1; b < N_BINS; b++)
    edges[b - 1] = sorted[(gsize)b * n / N_BINS];
}

static void
fill_bins (const double *edges, guint n, double *draws)
{
  for (guint i = 0; i < n; i++)
    {
      double *to = draws + (gsize)i * QUANTITIES;
      guint b = 0;

      while (b < N_BINS - 1 && to[ORDER] >= edges[b])
        b++;
      for (guint k = 0; k < N_BINS; k++)
        to[BINS + k] = k == b;
    }
}

static void
compare (const char *name, const double *hmc, guint n_hmc, const double *other, guint n_other)
{
  for (guint k = 0; k < QUANTITIES; k++)
    {
      double error[2], mean = test_mean_and_error (hmc + k, n_hmc, QUANTITIES, &error[0]);
      double own = test_mean_and_error (other + k, n_other, QUANTITIES, &error[1]);

      g_test_message ("%s: all weights %.5f(%.5f), %s %.5f(%.5f)", names[k], mean, error[0], name,
                      own, error[1]);
      g_assert_cmpfloat (fabs (own - mean), <, 4.5 * hypot (error[0], error[1]));
      g_assert_cmpfloat (hypot (error[0], error[1]), <, 0.06 * (1 + fabs (own)));
    }
}

static void
test_comparison (gconstpointer data)
{
  const Comparison *self = data;
  const PlainShape *shape = &self->shape;
  const guint every = 5, kept = self->langevin_steps / every;
  g_autoptr (IplCase) the_case = test_token_case (PLAIN_P, PLAIN_P_TEST, shape->L, shape->H,
                                                  PLAIN_T, PLAIN_N0, 0, 1, IPL_READOUT_LAST, 17);
  IplAttentionPrior prior = { shape->rule, 0, 0.6 };
  IplSetting setting;
  g_autoptr (IplAttentionModel) model = NULL;
  g_autofree double *hmc = g_new (double, self->hmc_draws *QUANTITIES);
  g_autofree double *nuts = g_new (double, self->nuts_draws *QUANTITIES);
  g_autofree double *langevin = g_new (double, kept *QUANTITIES);
  double edges[N_BINS - 1];
  PlainNetwork net;

  ipl_setting_init_for_case (&setting, the_case, 1);
  memcpy (setting.N, shape->N, (shape->L + 1) * sizeof *setting.N);
  setting.temperature = 0.4;
  setting.variances[shape->L + 1] = 1.4;
  model = ipl_attention_model_new (the_case, 0, &setting, &prior, NULL);
  plain_network_init (&net, shape, the_case, model);
  sample_hmc (&net, self->hmc_draws, hmc);
  choose_bins (hmc, self->hmc_draws, edges);
  fill_bins (edges, self->hmc_draws, hmc);
  sample_nuts (&net, model, self->nuts_draws, nuts);
  fill_bins (edges, self->nuts_draws, nuts);
  compare ("NUTS", hmc, self->hmc_draws, nuts, self->nuts_draws);
  if (kept == 0)
    return;
  sample_langevin (&net, model, self->langevin_steps, every, langevin);
  fill_bins (edges, kept, langevin);
  compare ("Langevin", hmc, self->hmc_draws, langevin, kept);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (comparisons); i++)
    {
      g_autofree char *path = g_strdup_printf ("/attention-weight-space/%s", comparisons[i].name);

      g_test_add_data_func (path, &comparisons[i], test_comparison);
    }
  return g_test_run ();
}
