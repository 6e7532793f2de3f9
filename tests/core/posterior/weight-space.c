/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "posterior/weight-space.h"

#include <math.h>
#include <string.h>

#include "support.h"

/* All weights in one vector: V0 [N_1 x N0], then per layer V [H_l x N_{l+1} x N_l], then a: [K x
 * N_a].
 */
typedef struct
{
  const IplCase *the_case;
  const IplSetting *setting;
  gsize n;
  gsize at_V[IPL_MAX_LAYERS];
  gsize at_a;
  gsize K;
  gsize Pi[IPL_MAX_LAYERS + 1];  /* paths of a layer times outputs */
  double *W[IPL_MAX_LAYERS + 1]; /* [Pi_l x N_l]; the last is a */
  double *dW[IPL_MAX_LAYERS + 1];
} Net;

static void
net_init (Net *self, const IplCase *the_case, const IplSetting *setting)
{
  guint L = the_case->L;

  memset (self, 0, sizeof *self);
  self->the_case = the_case;
  self->setting = setting;
  self->n = setting->N[0] * the_case->N0;
  for (guint l = 0; l < L; l++)
    {
      self->at_V[l] = self->n;
      self->n += (gsize)the_case->H[l] * setting->N[l + 1] * setting->N[l];
    }
  self->at_a = self->n;
  self->K = self->Pi[L] = the_case->labels.outputs;
  self->n += self->K * setting->N[L];
  for (guint l = L; l-- > 0;)
    self->Pi[l] = the_case->H[l] * self->Pi[l + 1];
  for (guint l = 0; l <= L; l++)
    {
      self->W[l] = g_new0 (double, self->Pi[l] * setting->N[l]);
      self->dW[l] = g_new0 (double, self->Pi[l] * setting->N[l]);
    }
}

static void
net_clear (Net *self)
{
  for (guint l = 0; l <= self->the_case->L; l++)
    {
      g_free (self->W[l]);
      g_free (self->dW[l]);
    }
}

static double
prior_variance (const Net *self, gsize k)
{
  guint L = self->the_case->L;

  if (k >= self->at_a)
    return self->setting->variances[L + 1];
  for (guint l = L; l-- > 0;)
    if (k >= self->at_V[l])
      return self->setting->variances[l + 1];
  return self->setting->variances[0];
}

static void
forward (Net *self, const double *w)
{
  guint L = self->the_case->L;

  /* An identity head has no weights: those that stand in its place are not read. */
  memcpy (self->W[L], w + self->at_a, self->K * self->setting->N[L] * sizeof *w);
  for (guint l = L; l-- > 0;)
    {
      gsize N = self->setting->N[l], A = self->setting->N[l + 1];

      for (guint h = 0; h < self->the_case->H[l]; h++)
        for (gsize r = 0; r < self->Pi[l + 1]; r++)
          for (gsize j = 0; j < N; j++)
            {
              double sum = 0;

              if (ipl_case_head_is_identity (self->the_case, l, h))
                sum = self->the_case->residual[l] * self->W[l + 1][r * A + j] * sqrt ((double)A);
              for (gsize i = 0; i < A && !ipl_case_head_is_identity (self->the_case, l, h); i++)
                sum += self->W[l + 1][r * A + i] * w[self->at_V[l] + (h * A + i) * N + j];
              self->W[l][(h * self->Pi[l + 1] + r) * N + j] = sum / sqrt ((double)A);
            }
    }
}

/* Its @k-th number. */
static double
output (const Net *self, const double *w, const double *xi, gsize k)
{
  gsize N = self->setting->N[0], N0 = self->the_case->N0, Pi = self->the_case->Pi;
  double f = 0;

  for (gsize p = 0; p < Pi; p++)
    for (gsize j = 0; j < N; j++)
      for (gsize i = 0; i < N0; i++)
        f += self->W[0][(p * self->K + k) * N + j] * w[j * N0 + i] * xi[p * N0 + i];
  return f / sqrt ((double)(N * N0 * Pi));
}

/* What one label adds to the potential and to its gradient. */
static double
add_label (Net *self, const double *w, gsize m, gsize k, double *gradient)
{
  const IplCase *the_case = self->the_case;
  gsize N = self->setting->N[0], N0 = the_case->N0, Pi = the_case->Pi;
  const double *xi = the_case->train.xi + m * Pi * N0;
  double miss = output (self, w, xi, k) - the_case->train.y[m * self->K + k];
  double slope = miss / self->setting->temperature / sqrt ((double)(N * N0 * Pi));

  for (gsize p = 0; p < Pi; p++)
    for (gsize j = 0; j < N; j++)
      for (gsize i = 0; i < N0; i++)
        {
          gradient[j * N0 + i] += slope * self->W[0][(p * self->K + k) * N + j] * xi[p * N0 + i];
          self->dW[0][(p * self->K + k) * N + j] += slope * w[j * N0 + i] * xi[p * N0 + i];
        }
  return 0.5 * miss * miss / self->setting->temperature;
}

/* -log posterior and its gradient, by hand */
static double
potential (Net *self, const double *w, double *gradient)
{
  const IplCase *the_case = self->the_case;
  double V = 0;

  forward (self, w);
  for (gsize k = 0; k < self->n; k++)
    {
      double variance = prior_variance (self, k);

      V += 0.5 * w[k] * w[k] / variance;
      gradient[k] = w[k] / variance;
    }
  for (guint l = 0; l <= the_case->L; l++)
    memset (self->dW[l], 0, self->Pi[l] * self->setting->N[l] * sizeof (double));
  for (gsize m = 0; m < the_case->train.count; m++)
    for (gsize k = 0; k < self->K; k++)
      V += add_label (self, w, m, k, gradient);
  for (guint l = 0; l < the_case->L; l++)
    {
      gsize n = self->setting->N[l], A = self->setting->N[l + 1];
      double s = 1 / sqrt ((double)A);

      for (guint h = 0; h < the_case->H[l]; h++)
        for (gsize r = 0; r < self->Pi[l + 1]; r++)
          for (gsize j = 0; j < n; j++)
            {
              double d = self->dW[l][(h * self->Pi[l + 1] + r) * n + j];

              if (ipl_case_head_is_identity (the_case, l, h))
                {
                  self->dW[l + 1][r * A + j] += the_case->residual[l] * d;
                  continue;
                }
              for (gsize i = 0; i < A; i++)
                {
                  gsize k = self->at_V[l] + (h * A + i) * n + j;

                  gradient[k] += s * d * self->W[l + 1][r * A + i];
                  self->dW[l + 1][r * A + i] += s * d * w[k];
                }
            }
    }
  for (gsize i = 0; i < self->K * self->setting->N[the_case->L]; i++)
    gradient[self->at_a + i] += self->dW[the_case->L][i];
  return V;
}

static void
order_parameter (const Net *self, double *U)
{
  gsize Pi = self->Pi[0], N = self->setting->N[0];

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        U[p * Pi + q] = 0;
        for (gsize j = 0; j < N; j++)
          U[p * Pi + q] += self->W[0][p * N + j] * self->W[0][q * N + j] / (double)N;
      }
}

void
weight_space_prior_U (const IplCase *the_case, const IplSetting *setting, GRand *rand, double *U)
{
  Net net;
  g_autofree double *w = NULL;

  net_init (&net, the_case, setting);
  w = g_new (double, net.n);
  for (gsize k = 0; k < net.n; k++)
    w[k] = sqrt (prior_variance (&net, k)) * test_gaussian (rand);
  forward (&net, w);
  order_parameter (&net, U);
  net_clear (&net);
}

WeightSpaceRun *
weight_space_sample (const IplCase *the_case, const IplSetting *setting, guint draws, double step,
                     guint steps, guint32 seed)
{
  WeightSpaceRun *self = g_new0 (WeightSpaceRun, 1);
  GRand *rand = g_rand_new_with_seed (seed);
  gsize rows = ipl_case_rows_of_U (the_case), n2 = rows * rows;
  gsize K = the_case->labels.outputs, P_test = the_case->tests[0].count * K;
  guint warmup = draws / 5, accepted = 0;
  Net net;

  net_init (&net, the_case, setting);

  gsize n = net.n;
  g_autofree double *space = g_new0 (double, 5 * n);
  double *w = space, *g = space + n, *trial = space + 2 * n, *p = space + 3 * n;
  double *g_trial = space + 4 * n, V;

  self->draws = draws;
  self->U = g_new (double, draws * n2);
  self->f = g_new (double, draws * P_test);
  for (gsize k = 0; k < n; k++)
    w[k] = sqrt (prior_variance (&net, k)) * test_gaussian (rand);
  V = potential (&net, w, g);
  for (guint t = 0; t < warmup + draws; t++)
    {
      double H = V, H_trial = V, h = step * g_rand_double_range (rand, 0.6, 1.2);

      for (gsize k = 0; k < n; k++)
        {
          p[k] = test_gaussian (rand);
          H += 0.5 * p[k] * p[k];
        }
      memcpy (trial, w, n * sizeof *w);
      memcpy (g_trial, g, n * sizeof *g);
      for (guint s = 0; s < steps; s++)
        {
          for (gsize k = 0; k < n; k++)
            {
              p[k] -= 0.5 * h * g_trial[k];
              trial[k] += h * p[k];
            }
          H_trial = potential (&net, trial, g_trial);
          for (gsize k = 0; k < n; k++)
            p[k] -= 0.5 * h * g_trial[k];
        }

      double V_trial = H_trial;

      for (gsize k = 0; k < n; k++)
        H_trial += 0.5 * p[k] * p[k];
      if (g_rand_double (rand) < exp (H - H_trial))
        {
          memcpy (w, trial, n * sizeof *w);
          memcpy (g, g_trial, n * sizeof *g);
          V = V_trial;
          accepted += t >= warmup;
        }
      if (t < warmup)
        continue;
      forward (&net, w);
      order_parameter (&net, self->U + (t - warmup) * n2);
      for (gsize x = 0; x < P_test; x++)
        self->f[(t - warmup) * P_test + x]
            = output (&net, w, the_case->tests[0].xi + x / K * the_case->Pi * the_case->N0, x % K);
    }
  self->acceptance = (double)accepted / draws;
  net_clear (&net);
  g_rand_free (rand);
  return self;
}

void
weight_space_free (WeightSpaceRun *self)
{
  g_free (self->U);
  g_free (self->f);
  g_free (self);
}
