/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regression in context: the value of a linear function at the last token, from its noisy values
 * at the preceding tokens. Every sequence has a different function. */
#include "core/token-tasks/token-experiment.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Added to the diagonal if targets have no noise, in units of the mean of the diagonal. */
#define JITTER 1e-10

static gsize
get_T (const IplTokenTask *self)
{
  return (gsize)self->n_tokens + 1;
}

/* y = w . x / sqrt(d) + noise, with w and x standard Gaussian: a token is x, y. */
static double
compose (const IplTokenTask *self, gsize N0, gsl_rng *rng, double *x)
{
  guint d = self->n_symbols;
  double w[IPL_TOKEN_TASK_MAX_SYMBOLS], y = 0;

  for (guint i = 0; i < d; i++)
    w[i] = ipl_random_gaussian (rng) / sqrt (d);
  for (guint t = 0; t <= self->n_tokens; t++)
    {
      double *token = x + t * N0;

      y = 0;
      for (guint i = 0; i < d; i++)
        {
          token[i] = ipl_random_gaussian (rng);
          y += w[i] * token[i];
        }
      y += self->noise * ipl_random_gaussian (rng);
      if (t < self->n_tokens)
        token[d] = y;
    }
  return y;
}

static double
inner (const double *a, const double *b, guint d)
{
  double sum = 0;

  for (guint i = 0; i < d; i++)
    sum += a[i] * b[i];
  return sum / d;
}

/* The posterior mean, which is ridge regression: k^T (K + noise^2 I)^-1 y with K = x x^T / d. */
static double
predict (const IplTokenTask *self, gsize N0, const double *x)
{
  guint n = self->n_tokens, d = self->n_symbols;
  const double *query = x + n * N0;
  g_autofree double *K = g_new (double, (gsize)n *n);
  g_autofree double *y = g_new (double, n);
  double trace = 0, sum = 0;

  for (guint i = 0; i < n; i++)
    {
      y[i] = x[i * N0 + d];
      for (guint j = 0; j <= i; j++)
        K[i * n + j] = inner (x + i * N0, x + j * N0, d);
      trace += K[i * n + i];
    }
  for (guint i = 0; i < n; i++)
    K[i * n + i] += self->noise * self->noise + JITTER * trace / n;
  if (LAPACKE_dposv_work (LAPACK_ROW_MAJOR, 'L', (int)n, 1, K, (int)n, y, 1) != 0)
    return 0;
  for (guint i = 0; i < n; i++)
    sum += inner (query, x + i * N0, d) * y[i];
  return sum;
}

static const IplTokenTaskKind kind
    = { get_T, .is_regression = TRUE, .compose = compose, .predict = predict };

static const IplField fields[] = {
  IPL_TOKENS_FIELD (1, "How many values of the function a sequence has before the query"),
  IPL_SYMBOLS_FIELD (1, "Dimension", "Dimension of the inputs of the linear function"),
  IPL_TOKEN_NOISE_FIELD ("Standard deviation of the noise on each value of the function"),
  IPL_SHARPNESS_FIELDS,
  IPL_EXAMPLES_FIELDS (IPL_TOKEN_TASK_MAX_EXAMPLES),
  IPL_SEED_FIELD,
  IPL_KIT_FIELD,
};

static void
init (IplParameters *parameters)
{
  IplTokenTask *own = ipl_token_task_init (parameters, &kind, "match,uniform,random");

  own->n_tokens = 20;
  own->n_symbols = 2;
  own->noise = 0.1;
  own->beta = 5;
}

const IplExperiment ipl_experiment_context_regression = {
  .id = "context-regression",
  .title = "Regression in context",
  .about = "A linear function, from its values at the other tokens of the sequence",
  IPL_TOKEN_EXPERIMENT,
};
