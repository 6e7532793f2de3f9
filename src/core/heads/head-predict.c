/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/head-predict-private.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/heads/case-prune.h"
#include "core/theory/predictor.h"
#include "core/theory/saddle.h"

double *
ipl_heads_trained_shares (const IplCase *the_case, guint test, GError **error)
{
  const IplExamples *examples = &the_case->tests[test];
  gsize Pi = the_case->Pi, N0 = the_case->N0;
  double *shares
      = ipl_memory_try_doubles ((double)examples->count * (double)Pi,
                                "What each path adds to the trained network's output", error);

  if (shares == NULL)
    return NULL;
  for (gsize i = 0; i < examples->count; i++)
    for (gsize p = 0; p < Pi; p++)
      shares[i * Pi + p] = cblas_ddot ((int)N0, the_case->trained->readout + p * N0, 1,
                                       examples->xi + (i * Pi + p) * N0, 1);
  return shares;
}

/* f(x) = sqrt (Pi / Pi left) sum over the paths left of readout_p . xi^p(x): a layer's factor
 * 1/sqrt(H_l) becomes that of the heads left (THEORY.md section 8), and Pi is the product of H_l.
 */
gboolean
ipl_heads_trained_outputs (const IplCase *the_case, guint test, const double *shares, gsize n,
                           const gboolean *const *removed, double *f, GError **error)
{
  gsize Pi = the_case->Pi, count = the_case->tests[test].count;
  g_autofree double *mask
      = ipl_memory_try_doubles ((double)(Pi * n), "The paths of each set of heads", error);
  g_autofree gboolean *kept = g_new (gboolean, Pi);
  guint left[IPL_MAX_LAYERS];

  g_return_val_if_fail (n > 0 && n <= IPL_HEADS_BLOCK, FALSE);

  if (mask == NULL)
    return FALSE;
  for (gsize k = 0; k < n; k++)
    {
      gsize Pi_left = ipl_case_paths_left (the_case, removed[k], kept, left);

      for (gsize p = 0; p < Pi; p++)
        mask[p * n + k] = kept[p] ? sqrt ((double)Pi / (double)Pi_left) : 0;
    }
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)count, (int)n, (int)Pi, 1.0, shares,
               (int)Pi, mask, (int)n, 0.0, f, (int)n);
  return TRUE;
}

/* The energy at U; NULL with an error. */
static IplEnergy *
energy_at (IplKernel *kernel, const IplSetting *setting, const double *U, GError **error)
{
  g_autoptr (IplEnergy) energy
      = ipl_energy_new (kernel, setting->variances[0], setting->temperature, FALSE, error);
  double E;

  if (energy == NULL || ipl_energy_evaluate (energy, U, &E))
    return g_steal_pointer (&energy);
  return ipl_fail_null (error, IPL_ERROR_SINGULAR,
                        "The training kernel with temperature %g is not positive definite: give a "
                        "larger temperature.",
                        setting->temperature);
}

double *
ipl_heads_theory_readout (const IplCase *the_case, IplKernel *kernel, const IplSolution *solution,
                          GError **error)
{
  g_autoptr (IplEnergy) energy = energy_at (kernel, &solution->setting, solution->U, error);
  g_autofree double *readout
      = energy != NULL ? ipl_memory_try_doubles ((double)the_case->Pi * (double)the_case->N0,
                                                 "The readout of each path", error)
                       : NULL;

  if (readout == NULL || !ipl_predictor_readout (energy, solution->U, readout, error))
    return NULL;
  return g_steal_pointer (&readout);
}

static gboolean
predict (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting, const double *U,
         guint test, double *mean, GError **error)
{
  g_autoptr (IplEnergy) energy = energy_at (kernel, setting, U, error);
  const IplExamples *examples = &the_case->tests[test];
  g_auto (IplPrediction) prediction = { 0 };

  if (energy == NULL || !ipl_predictor_mean (energy, U, examples, &prediction, error))
    return FALSE;
  memcpy (mean, prediction.mean, prediction.count * sizeof *mean);
  return TRUE;
}

gboolean
ipl_heads_zeroed_mean (const IplCase *the_case, IplKernel *kernel, const IplSolution *solution,
                       const gboolean *removed, guint test, double *mean, GError **error)
{
  gsize Pi = the_case->Pi;
  g_autofree double *U
      = ipl_memory_try_doubles ((double)Pi * (double)Pi, "U without the heads", error);
  g_autofree gboolean *kept = g_new (gboolean, Pi);
  guint left[IPL_MAX_LAYERS];

  if (U == NULL)
    return FALSE;
  ipl_case_paths_left (the_case, removed, kept, left);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      U[p * Pi + q] = kept[p] && kept[q] ? solution->U[p * Pi + q] : 0;
  return predict (the_case, kernel, &solution->setting, U, test, mean, error);
}

gboolean
ipl_heads_resolved_mean (const IplCase *the_case, const IplSolution *solution,
                         const gboolean *removed, guint test, double *mean, char **trouble,
                         GCancellable *cancellable, GError **error)
{
  const IplSetting *setting = &solution->setting;
  g_autoptr (IplCase) left = ipl_case_prune (the_case, removed, FALSE, error);
  g_autoptr (IplKernel) kernel = left != NULL ? ipl_kernel_new (left, error) : NULL;
  g_autoptr (IplSaddle) saddle = NULL;
  g_autofree double *gp = NULL;

  *trouble = NULL;
  if (kernel == NULL)
    return FALSE;
  if (setting->gp)
    {
      gp = ipl_try_new0 (double, (double)left->Pi *(double)left->Pi, "U without the heads", error);
      if (gp == NULL)
        return FALSE;
      for (gsize p = 0; p < left->Pi; p++)
        gp[p * left->Pi + p] = ipl_saddle_gp_scale (left, setting, p);
    }
  else
    {
      saddle = ipl_saddle_find (left, kernel, setting, NULL, 1, cancellable, error);
      if (saddle == NULL)
        return FALSE;
      *trouble = g_strdup (saddle->message);
    }
  if (predict (left, kernel, setting, saddle != NULL ? saddle->U : gp, test, mean, error))
    return TRUE;
  g_clear_pointer (trouble, g_free);
  return FALSE;
}

/* The relative residual of the labels below which all is rounding. */
#define FITTED 1e-9

/* The contribution of a head to the output for one example: the sum over its paths. */
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
