/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/heads-private.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/heads/case-prune.h"
#include "core/theory/saddle.h"
#include "core/theory/quick-scores.h"

double *
ipl_heads_trained_shares (const IplCase *the_case, guint test, GError **error)
{
  const IplExamples *examples = &the_case->tests[test];
  gsize Pi = the_case->Pi, N0 = the_case->N0, K = the_case->labels.outputs;
  double *shares
      = ipl_memory_try_doubles ((double)examples->count * (double)(K * Pi),
                                "What each path adds to the trained network's output", error);

  if (shares == NULL)
    return NULL;
  for (gsize i = 0; i < examples->count; i++)
    for (gsize row = 0; row < K * Pi; row++)
      shares[i * K * Pi + row] = cblas_ddot ((int)N0, the_case->trained->readout + row * N0, 1,
                                             examples->xi + (i * Pi + row % Pi) * N0, 1);
  return shares;
}

/* f(x) = sqrt (Pi / Pi left) sum over the paths left of readout_p . xi^p(x): a layer's factor
 * 1/sqrt(H_l) becomes that of the heads left (THEORY.md section 8), and Pi is the product of H_l.
 */
gboolean
ipl_heads_trained_outputs (const IplCase *the_case, guint test, const double *shares, gsize n,
                           const gboolean *const *removed, double *f, GError **error)
{
  gsize Pi = the_case->Pi;
  gsize count = ipl_labels_get_size (&the_case->labels, the_case->tests[test].count);
  g_autofree double *mask
      = ipl_memory_try_doubles ((double)(Pi * n), "The paths of each set of heads", error);
  g_autofree gboolean *remaining = g_new (gboolean, Pi);
  guint left[IPL_MAX_LAYERS];

  g_return_val_if_fail (n > 0 && n <= IPL_HEADS_BLOCK, FALSE);

  if (mask == NULL)
    return FALSE;
  for (gsize k = 0; k < n; k++)
    {
      gsize Pi_left = ipl_case_paths_left (the_case, removed[k], remaining, left);

      for (gsize p = 0; p < Pi; p++)
        mask[p * n + k] = remaining[p] ? sqrt ((double)Pi / (double)Pi_left) : 0;
    }
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)count, (int)n, (int)Pi, 1.0, shares,
               (int)Pi, mask, (int)n, 0.0, f, (int)n);
  return TRUE;
}

/* The kernel of a setting's U: in the GP limit outputs are alike. */
static IplKernel *
kernel_of (IplKernel *kernel, const IplSetting *setting)
{
  return setting->gp ? ipl_kernel_new_alike (kernel) : ipl_kernel_ref (kernel);
}

/* A solution's U as that of this kernel's outputs: [Pi x Pi] */
static double *
copy_U (const IplKernel *kernel, const IplSolution *solution, GError **error)
{
  gsize n = kernel->Pi, R = kernel->outputs, K = kernel->the_case->labels.outputs;
  double *copy = ipl_try_new (double, (double)n *(double)n, "U without the heads", error);

  for (gsize i = 0; copy != NULL && i < n; i++)
    for (gsize j = 0; j < n; j++)
      copy[i * n + j] = solution->U[(i / R * K + i % R) * kernel->rows.Pi * K + j / R * K + j % R];
  return copy;
}

double *
ipl_heads_theory_readout (const IplCase *the_case, IplKernel *kernel, const IplSolution *solution,
                          GError **error)
{
  g_autoptr (IplKernel) at = kernel_of (kernel, &solution->setting);
  g_autofree double *U = copy_U (at, solution, error), *readout = NULL;
  g_autoptr (IplEnergy) energy
      = U != NULL ? ipl_energy_new_at (at, &solution->setting, U, FALSE, NULL, error) : NULL;

  if (energy != NULL)
    readout = ipl_memory_try_doubles ((double)the_case->labels.outputs * (double)the_case->Pi
                                          * (double)the_case->N0,
                                      "The readout of each path", error);
  if (readout == NULL || !ipl_predictor_readouts (energy, U, readout, error))
    return NULL;
  return g_steal_pointer (&readout);
}

/* @U: [Pi x Pi] of the kernel */
static gboolean
predict (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting, const double *U,
         guint test, double *mean, GError **error)
{
  g_auto (IplPrediction) prediction = { 0 };
  g_autoptr (IplEnergy) energy = ipl_energy_new_at (kernel, setting, U, FALSE, NULL, error);

  if (energy == NULL || !ipl_predictor_mean (energy, U, &the_case->tests[test], &prediction, error))
    return FALSE;
  memcpy (mean, prediction.mean,
          ipl_labels_get_size (&the_case->labels, prediction.count) * sizeof *mean);
  return TRUE;
}

gboolean
ipl_heads_zeroed_mean (const IplCase *the_case, IplKernel *kernel, const IplSolution *solution,
                       const gboolean *removed, guint test, double *mean, GError **error)
{
  g_autoptr (IplKernel) at = kernel_of (kernel, &solution->setting);
  gsize n = at->Pi, outputs = at->outputs;
  g_autofree double *U = copy_U (at, solution, error);
  g_autofree gboolean *remaining = g_new (gboolean, the_case->Pi);
  guint left[IPL_MAX_LAYERS];

  if (U == NULL)
    return FALSE;
  ipl_case_paths_left (the_case, removed, remaining, left);
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      if (!remaining[i / outputs] || !remaining[j / outputs])
        U[i * n + j] = 0;
  return predict (the_case, at, &solution->setting, U, test, mean, error);
}

gboolean
ipl_heads_resolved_mean (const IplCase *the_case, const IplSolution *solution,
                         const gboolean *removed, guint test, double *mean, char **trouble,
                         GCancellable *cancellable, GError **error)
{
  const IplSetting *setting = &solution->setting;
  g_autoptr (IplCase) left = ipl_case_prune (the_case, removed, FALSE, error);
  g_autoptr (IplKernel) kernel = left != NULL ? ipl_kernel_prepare (left, NULL, error) : NULL;
  g_autoptr (IplKernel) at = kernel != NULL ? kernel_of (kernel, setting) : NULL;
  g_autoptr (IplSaddle) saddle = NULL;
  g_autofree double *gp = NULL;

  *trouble = NULL;
  if (kernel == NULL)
    return FALSE;
  if (setting->gp)
    {
      gp = ipl_gp_order_parameter (left, setting, error);
      if (gp == NULL)
        return FALSE;
    }
  else
    {
      saddle = ipl_saddle_find (left, kernel, setting, NULL, 1, cancellable, error);
      if (saddle == NULL)
        return FALSE;
      *trouble = g_strdup (saddle->message);
    }
  if (predict (left, at, setting, saddle != NULL ? saddle->U : gp, test, mean, error))
    return TRUE;
  g_clear_pointer (trouble, g_free);
  return FALSE;
}

/* The relative residual of the labels below which all is rounding. */
#define FITTED 1e-9

/* The contribution of a head to an output for one example: the sum over its paths. */
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

/* Normalizes the numbers of each layer to a sum of squares of 1, unless all are 0. */
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

/* The slope of an example's loss with each head's factor: the sum over outputs of residual times
 * contribution of the head. @slopes, @share: [n_heads]. Returns the largest residual; @largest
 * grows to the largest number compared. */
static double
find_slopes (const IplCase *the_case, const double *readout, gsize example, double *slopes,
             double *share, double *largest)
{
  const IplExamples *train = &the_case->train;
  gsize D = the_case->Pi * the_case->N0, K = the_case->labels.outputs;
  guint n = ipl_case_n_heads (the_case);
  const double *xi = train->xi + example * D, *y = train->y + example * K;
  double left = 0;

  memset (slopes, 0, n * sizeof *slopes);
  for (gsize k = 0; k < K; k++)
    {
      double f = cblas_ddot ((int)D, readout + k * D, 1, xi, 1), residual = f - y[k];

      *largest = MAX (*largest, MAX (fabs (f), fabs (y[k])));
      left = MAX (left, fabs (residual));
      memset (share, 0, n * sizeof *share);
      add_shares (the_case, readout + k * D, xi, share);
      for (guint h = 0; h < n; h++)
        slopes[h] += residual * share[h];
    }
  return left;
}

/* Sensitivity of the loss of a training example to a factor before a head's output, mean over
 * the training set: |d loss / d factor| at 1, divided in each layer by the root of the sum of
 * squares of its heads (Michel, Levy and Neubig, NeurIPS 2019; THEORY.md section 8.8). @readout:
 * [K x Pi x N0] of the predictor f(x) = sum_p readout_p . xi^p(x), a trained network's or the
 * theory's mean; Returns [n_heads] dimensionless. */
double *
ipl_head_gradient (const IplCase *the_case, const double *readout, char **why_not, GError **error)
{
  const IplExamples *train = &the_case->train;
  guint n = ipl_case_n_heads (the_case);
  g_autofree double *importance
      = ipl_try_new0 (double, 3 * (double)n, "The gradients of heads", error);
  double *slopes, largest = 0, left = 0;

  *why_not = NULL;
  if (importance == NULL)
    return NULL;
  slopes = importance + n;
  for (gsize i = 0; i < train->count; i++)
    {
      left = MAX (left, find_slopes (the_case, readout, i, slopes, slopes + n, &largest));
      for (guint h = 0; h < n; h++)
        importance[h] += fabs (slopes[h]) / (double)train->count;
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
