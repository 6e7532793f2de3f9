/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/head-gradient.h"

#include <cblas.h>
#include <math.h>

#include "core/base/memory.h"
#include "core/heads/case-prune-private.h"

/* What is left of the labels, in units of the largest, where all is rounding. */
#define FITTED 1e-9

/* What a head adds to the output for one example: the sum over its paths. */
static void
add_shares (const IplCase *the_case, const double *readout, const double *xi, double *share)
{
  gsize N0 = the_case->N0;

  for (gsize p = 0; p < the_case->Pi; p++)
    {
      double of_path = cblas_ddot ((int)N0, readout + p * N0, 1, xi + p * N0, 1);

      for (guint l = 0; l < the_case->L; l++)
        share[ipl_case_head_index (the_case, l, ipl_case_path_head (the_case, p, l))] += of_path;
    }
}

/* Every layer's to a root of the sum of squares of 1, where it has any. */
static void
level_layers (const IplCase *the_case, double *importance)
{
  double squares[IPL_MAX_LAYERS] = { 0 };
  guint n = ipl_case_n_heads (the_case), head;

  for (guint i = 0; i < n; i++)
    squares[ipl_case_head_layer (the_case, i, &head)] += importance[i] * importance[i];
  for (guint i = 0; i < n; i++)
    {
      double of_layer = sqrt (squares[ipl_case_head_layer (the_case, i, &head)]);

      importance[i] = of_layer > 0 ? importance[i] / of_layer : 0;
    }
}

/* How much the loss of a training example changes with a factor before a head's output, on the mean
 * over the training set: |d loss / d factor| at 1, divided in each layer by the root of the sum of
 * squares of its heads (Michel, Levy and Neubig, NeurIPS 2019; THEORY.md section 8.8). @readout:
 * [Pi x N0] of the predictor f(x) = sum_p readout_p . xi^p(x), a trained network's or the theory's
 * mean; Returns [n_heads] without a unit. */
double *
ipl_head_gradient (const IplCase *the_case, const double *readout, char **why_not, GError **error)
{
  const IplExamples *train = &the_case->train;
  gsize D = the_case->Pi * the_case->N0;
  guint n = ipl_case_n_heads (the_case);
  g_autofree double *importance
      = ipl_try_new0 (double, 2 * (double)n, "The gradients of heads", error);
  double *share, largest = 0, left = 0;

  *why_not = NULL;
  if (importance == NULL)
    return NULL;
  share = importance + n;
  for (gsize i = 0; i < train->count; i++)
    {
      const double *xi = train->xi + i * D;
      double f = cblas_ddot ((int)D, readout, 1, xi, 1), slope = f - train->y[i];

      largest = MAX (largest, MAX (fabs (f), fabs (train->y[i])));
      left = MAX (left, fabs (slope));
      for (guint h = 0; h < n; h++)
        share[h] = 0;
      add_shares (the_case, readout, xi, share);
      for (guint h = 0; h < n; h++)
        importance[h] += fabs (slope * share[h]) / (double)train->count;
    }
  if (!(left > FITTED * largest))
    {
      *why_not = g_strdup ("Every training example is fitted to rounding, so that no gradient of "
                           "the loss is left; take a larger temperature.");
      return NULL;
    }
  level_layers (the_case, importance);
  return g_steal_pointer (&importance);
}
