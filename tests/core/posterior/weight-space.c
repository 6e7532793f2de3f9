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
    self->W[l] = g_new0 (double, self->Pi[l] * setting->N[l]);
}

static void
net_clear (Net *self)
{
  for (guint l = 0; l <= self->the_case->L; l++)
    g_free (self->W[l]);
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

/* Outputs are linear in V0, of variance @s0_squared: over (example, output). */
static void
covariance_of_outputs (const Net *self, double s0_squared, double *K)
{
  const IplCase *the_case = self->the_case;
  gsize N = self->setting->N[0], N0 = the_case->N0, Pi = the_case->Pi, D = N * N0;
  gsize n = the_case->train.count * self->K;
  g_autofree double *slope = g_new0 (double, n * D);

  for (gsize m = 0; m < n; m++)
    for (gsize p = 0; p < Pi; p++)
      for (gsize j = 0; j < N; j++)
        for (gsize i = 0; i < N0; i++)
          slope[m * D + j * N0 + i] += self->W[0][(p * self->K + m % self->K) * N + j]
                                       * the_case->train.xi[(m / self->K * Pi + p) * N0 + i]
                                       / sqrt ((double)(N * N0 * Pi));
  for (gsize m = 0; m < n * n; m++)
    {
      K[m] = 0;
      for (gsize d = 0; d < D; d++)
        K[m] += s0_squared * slope[m / n * D + d] * slope[m % n * D + d];
    }
}

void
weight_space_prior (const IplCase *the_case, const IplSetting *setting, GRand *rand, double *U,
                    double *K)
{
  Net net;
  g_autofree double *w = NULL;

  net_init (&net, the_case, setting);
  w = g_new (double, net.n);
  for (gsize k = 0; k < net.n; k++)
    w[k] = sqrt (prior_variance (&net, k)) * test_gaussian (rand);
  forward (&net, w);
  order_parameter (&net, U);
  if (K != NULL)
    covariance_of_outputs (&net, setting->variances[0], K);
  net_clear (&net);
}
