/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "network/trained-example.h"

#include "attention/attention-support.h"

#include <math.h>
#include <string.h>

const IplTrainedShape trained_shapes[N_TRAINED_SHAPES] = {
  { 1, { 1 }, 1, { 1, 1 }, 1, 1, IPL_READOUT_MEAN, 1 },
  { 1, { 3 }, 2, { 4, 5 }, 3, 17, IPL_READOUT_LAST, 1 },
  { 2, { 2, 3 }, 4, { 5, 3, 4 }, 6, 5, IPL_READOUT_MEAN, 1 },
  { 2, { 4, 5 }, 3, { 6, 7, 2 }, 5, 16, IPL_READOUT_FIRST, 1 },
  { 3, { 2, 1, 3 }, 9, { 3, 4, 5, 6 }, 4, 7, IPL_READOUT_MEAN, 1 },
  { 1, { 3 }, 2, { 4, 2 }, 3, 6, IPL_READOUT_LAST, 4 },
  { 2, { 2, 3 }, 4, { 5, 3, 4 }, 6, 5, IPL_READOUT_MEAN, 3 },
};

double *
trained_gaussians (GRand *rand, gsize n, double sd)
{
  double *values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    values[i]
        = sd * sqrt (-2 * log (1 - g_rand_double (rand))) * cos (2 * G_PI * g_rand_double (rand));
  return values;
}

/* All numbers are rounded to single precision, so that both precisions see the same. */
static void
round_to_floats (double *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    values[i] = (float)values[i];
}

static void
draw_label (GRand *rand, guint K, double *y)
{
  if (K == 1)
    {
      y[0] = g_rand_boolean (rand) ? 1 : -1;
      return;
    }
  for (guint k = 0; k < K; k++)
    y[k] = -1.0 / K;
  y[g_rand_int_range (rand, 0, (gint32)K)] += 1;
}

TrainedExample *
trained_example_new (const IplTrainedShape *shape, gsize count, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  TrainedExample *self = g_new0 (TrainedExample, 1);
  gsize tokens = count * shape->T * shape->N0;

  self->shape = *shape;
  self->count = count;
  ipl_trained_layout_init (&self->layout, shape);
  self->w = trained_gaussians (rand, self->layout.n, 0.8);
  self->x = trained_gaussians (rand, tokens, 1);
  self->y = g_new (double, count * shape->outputs);
  for (gsize e = 0; e < count; e++)
    draw_label (rand, shape->outputs, self->y + e * shape->outputs);
  round_to_floats (self->w, self->layout.n);
  round_to_floats (self->x, tokens);
  return self;
}

void
trained_example_free (TrainedExample *self)
{
  g_free (self->w);
  g_free (self->x);
  g_free (self->y);
  g_free (self);
}

IplTrainedNetwork *
trained_example_network (const TrainedExample *self)
{
  IplTrainedNetwork *network = ipl_trained_network_new (&self->shape, 1, 1, NULL);

  g_assert_cmpuint (network->n_parameters, ==, self->layout.n);
  for (gsize i = 0; i < self->layout.n; i++)
    network->parameters[i] = (float)self->w[i];
  return network;
}

float *
trained_to_floats (const double *from, gsize n)
{
  float *to = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    to[i] = (float)from[i];
  return to;
}

/* z^l from z^{l-1}, width by width and token by token; heads that are @removed are left out and the
 * layer rescaled by those left. */
static double *
slow_layer (const TrainedExample *self, guint l, const gboolean *removed, const double *x,
            const double *z)
{
  const IplTrainedShape *shape = &self->shape;
  gsize T = shape->T, N = shape->N[l], N_above = shape->N[l + 1];
  double *above = g_new0 (double, T * N_above);
  g_autofree double *row = g_new (double, T);
  const IplLayerWeights weights
      = { .G = shape->G, .wq = self->w + self->layout.wq[l], .wk = self->w + self->layout.wk[l] };
  guint left = 0;

  for (guint h = 0; h < shape->H[l]; h++)
    left += !removed[self->layout.first_head[l] + h];
  for (guint h = 0; h < shape->H[l]; h++)
    {
      const double *V = self->w + self->layout.V[l] + h * N_above * N;

      if (removed[self->layout.first_head[l] + h])
        continue;
      for (gsize t = 0; t < T; t++)
        {
          test_slow_attention (&weights, h, T, shape->N0, x, t, row);
          for (gsize s = 0; s < T; s++)
            for (gsize i = 0; i < N_above; i++)
              for (gsize j = 0; j < N; j++)
                above[t * N_above + i]
                    += V[i * N + j] * z[s * N + j] * row[s] / sqrt ((double)left * (double)N);
        }
    }
  return above;
}

/* THEORY.md section 1 by the letter. */
void
trained_example_outputs (const TrainedExample *self, const gboolean *removed, const double *x,
                         double *f)
{
  const IplTrainedShape *shape = &self->shape;
  gsize T = shape->T, N0 = shape->N0, N = shape->N[0];
  double *z = g_new0 (double, T * N);

  for (gsize t = 0; t < T; t++)
    for (gsize i = 0; i < N; i++)
      for (gsize j = 0; j < N0; j++)
        z[t * N + i] += self->w[self->layout.V0 + i * N0 + j] * x[t * N0 + j] / sqrt ((double)N0);
  for (guint l = 0; l < shape->L; l++)
    {
      double *above = slow_layer (self, l, removed, x, z);

      g_free (z);
      z = above;
    }
  N = shape->N[shape->L];
  memset (f, 0, shape->outputs * sizeof *f);
  for (gsize t = 0; t < T; t++)
    {
      double r = shape->readout == IPL_READOUT_MEAN   ? 1 / (double)T
                 : shape->readout == IPL_READOUT_LAST ? t == T - 1
                                                      : t == 0;

      for (guint k = 0; k < shape->outputs; k++)
        for (gsize i = 0; i < N; i++)
          f[k] += self->w[self->layout.a + k * N + i] * z[t * N + i] * r / sqrt ((double)N);
    }
  g_free (z);
}
