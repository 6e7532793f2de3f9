/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "attention/attention-support.h"

#include "core/base/random.h"
#include "core/case/features.h"
#include "support.h"
#include <math.h>

static double *
draw (gsl_rng *rng, gsize n)
{
  double *values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    values[i] = ipl_random_gaussian (rng);
  return values;
}

static void
fill (IplCase *self, IplExamples *examples, const char *name, gsize count, gsl_rng *rng)
{
  guint K = self->labels.outputs;

  examples->name = g_strdup (name);
  examples->count = count;
  examples->x = draw (rng, count * self->T * self->N0);
  examples->y = g_new (double, count *K);
  for (gsize m = 0; m < count; m++)
    if (K > 1)
      ipl_labels_code_class (&self->labels, (guint)gsl_rng_uniform_int (rng, K),
                             examples->y + m * K);
    else
      examples->y[m] = gsl_rng_uniform (rng) < 0.5 ? -1 : 1;
  examples->xi = g_new (double, count *self->Pi *self->N0);
  g_assert_true (ipl_features_compute (self->weights, NULL, self->L, self->H, self->residual,
                                       self->T, self->N0, self->readout, count, examples->x,
                                       examples->xi, 1, NULL, NULL));
}

IplCase *
test_token_case (gsize P, gsize P_test, guint L, const guint *H, gsize T, gsize N0, gsize G,
                 guint K, IplReadout readout, guint32 seed)
{
  g_autoptr (gsl_rng) rng = ipl_random_generator_new (seed, 0);
  IplCase *self = ipl_case_of_heads ("tokens", L, H, seed);

  self->T = T;
  self->N0 = N0;
  self->readout = readout;
  self->temperature = 0.3;
  self->labels = (IplLabels){ K > 1 ? IPL_LABELS_CLASSES : IPL_LABELS_SIGNS, K };
  for (guint l = 0; l < L; l++)
    {
      self->weights[l].G = G;
      if (G == 0)
        self->weights[l].combined = draw (rng, H[l] * N0 * N0);
      else
        {
          self->weights[l].wq = draw (rng, H[l] * G * N0);
          self->weights[l].wk = draw (rng, H[l] * G * N0);
        }
    }
  self->n_tests = 1;
  self->tests = g_new0 (IplExamples, 1);
  fill (self, &self->train, "train", P, rng);
  fill (self, &self->tests[0], "test", P_test, rng);
  ipl_case_finish_names (self);
  return self;
}

void
test_slow_attention (const IplLayerWeights *weights, guint head, gsize T, gsize N0, const double *x,
                     gsize t, double *row)
{
  gsize G = weights->G;
  double total = 0;

  for (gsize s = 0; s < T; s++)
    {
      double logit = 0;

      if (weights->combined != NULL)
        for (gsize i = 0; i < N0; i++)
          for (gsize j = 0; j < N0; j++)
            logit += x[s * N0 + i] * weights->combined[(head * N0 + i) * N0 + j] * x[t * N0 + j];
      else
        for (gsize g = 0; g < G; g++)
          {
            double k = 0, q = 0;

            for (gsize i = 0; i < N0; i++)
              {
                k += weights->wk[(head * G + g) * N0 + i] * x[s * N0 + i];
                q += weights->wq[(head * G + g) * N0 + i] * x[t * N0 + i];
              }
            logit += k * q / sqrt ((double)G);
          }
      total += row[s] = exp (logit);
    }
  for (gsize s = 0; s < T; s++)
    row[s] /= total;
}

double
test_slow_entropy (const IplLayerWeights *weights, guint head, gsize T, gsize N0, gsize count,
                   const double *x)
{
  g_autofree double *row = g_new (double, T);
  double sum = 0;

  for (gsize i = 0; i < count; i++)
    for (gsize t = 0; t < T; t++)
      {
        test_slow_attention (weights, head, T, N0, x + i * T * N0, t, row);
        for (gsize s = 0; s < T; s++)
          sum += row[s] > 0 ? -row[s] * log (row[s]) : 0;
      }
  return sum / (double)(count * T);
}
