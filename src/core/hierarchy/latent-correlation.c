/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The correlation of neurons with latents (THEORY.md section 15.4). */
#include "core/hierarchy/latent-hierarchy.h"

#include "core/base/random-stream.h"
#include <cblas.h>
#include <math.h>

/* Centers @n numbers at a distance of @stride and scales them to norm 1, or to zeros if they are
 * equal up to rounding. Returns FALSE if they are equal. */
static gboolean
standardize (double *values, gsize n, gsize stride)
{
  double mean = 0, norm = 0, largest = 0;

  for (gsize i = 0; i < n; i++)
    mean += values[i * stride] / (double)n;
  for (gsize i = 0; i < n; i++)
    {
      largest = MAX (largest, fabs (values[i * stride]));
      values[i * stride] -= mean;
      norm = hypot (norm, values[i * stride]);
    }
  if (!(norm > 1e-12 * largest))
    norm = INFINITY;
  for (gsize i = 0; i < n; i++)
    values[i * stride] /= norm;
  return isfinite (norm);
}

/* Correlates neurons with latents: centred and signed. @activations: [n_classes x n] of every
 * neuron at the sequence of every class; @classes: (nullable): [n_classes] a permutation of the
 * latents' classes, NULL for the identity; @correlations: [n_latents x n], over all classes with
 * equal weights; NaN in the row of a latent of all classes or of none, and 0 for a constant
 * neuron. */
void
ipl_latent_correlation (const IplLatentHierarchy *hierarchy, gsize n_neurons,
                        const double *activations, const guint *classes, double *correlations)
{
  gsize C = hierarchy->shape.n_classes, K = hierarchy->n_latents;
  g_autofree double *has = g_new (double, C * K);
  g_autofree double *standard = g_memdup2 (activations, C * n_neurons * sizeof (double));
  g_autofree gboolean *varies = g_new (gboolean, K);

  for (gsize c = 0; c < C; c++)
    for (gsize k = 0; k < K; k++)
      has[c * K + k] = hierarchy->has[(classes != NULL ? classes[c] : c) * K + k];
  for (gsize k = 0; k < K; k++)
    varies[k] = standardize (has + k, C, K);
  for (gsize i = 0; i < n_neurons; i++)
    standardize (standard + i, C, n_neurons);
  cblas_dgemm (CblasRowMajor, CblasTrans, CblasNoTrans, (int)K, (int)n_neurons, (int)C, 1, has,
               (int)K, standard, (int)n_neurons, 0, correlations, (int)n_neurons);
  for (gsize k = 0; k < K; k++)
    for (gsize i = 0; i < n_neurons && !varies[k]; i++)
      correlations[k * n_neurons + i] = NAN;
}

/* Finds the neuron with the largest correlation for each latent. @correlations: [K x n]; @best:
 * [K] the largest of each row, NaN if the row has one; @neurons: (nullable): [K] its index. */
void
ipl_latent_correlation_best (gsize n_latents, gsize n_neurons, const double *correlations,
                             double *best, guint *neurons)
{
  for (gsize k = 0; k < n_latents; k++)
    {
      const double *row = correlations + k * n_neurons;
      gsize at = 0;

      for (gsize i = 1; i < n_neurons; i++)
        if (row[i] > row[at])
          at = i;
      best[k] = row[at];
      if (neurons != NULL)
        neurons[k] = (guint)at;
    }
}

/* @best: [n_latents]; @means: [n_levels] mean of @best over the latents of each level, without
 * those that are NaN. */
void
ipl_latent_correlation_levels (const IplLatentHierarchy *hierarchy, const double *best,
                               double *means)
{
  for (guint level = 0; level < hierarchy->shape.n_levels; level++)
    {
      double sum = 0;
      guint n = 0;

      for (gsize k = hierarchy->first[level]; k < hierarchy->first[level + 1]; k++)
        if (!isnan (best[k]))
          {
            sum += best[k];
            n++;
          }
      means[level] = n > 0 ? sum / n : NAN;
    }
}

/* The best correlation of each latent with shuffled classes, mean over shuffles: the level that
 * this number of neurons reaches by chance over this number of classes. @activations: [n_classes
 * x n]; @best: [n_latents]. */
void
ipl_latent_correlation_chance (const IplLatentHierarchy *hierarchy, gsize n_neurons,
                               const double *activations, guint shuffles, guint64 seed,
                               double *best)
{
  gsize C = hierarchy->shape.n_classes, K = hierarchy->n_latents;
  g_autofree double *correlations = g_new (double, K * n_neurons);
  g_autofree double *one = g_new (double, K);
  g_autofree guint *classes = g_new0 (guint, C);
  IplRandomStream stream;

  for (gsize k = 0; k < K; k++)
    best[k] = 0;
  for (guint s = 0; s < shuffles; s++)
    {
      ipl_random_stream_init (&stream, seed, IPL_STREAM_HIERARCHY_SHUFFLE, s);
      for (guint c = 0; c < C; c++)
        {
          guint other = (guint)gsl_rng_uniform_int (&stream.rng, c + 1);

          classes[c] = classes[other];
          classes[other] = c;
        }
      ipl_latent_correlation (hierarchy, n_neurons, activations, classes, correlations);
      ipl_latent_correlation_best (K, n_neurons, correlations, one, NULL);
      for (gsize k = 0; k < K; k++)
        best[k] += one[k] / shuffles;
    }
}
