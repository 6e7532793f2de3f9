/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/quick-scores.h"

#include "core/base/memory.h"
#include "core/theory/order-parameter.h"
#include "core/theory/predictor.h"

#include <cblas.h>

/* Returns: (transfer full) (nullable): [Pi x Pi] the U of infinite width, a diagonal (THEORY.md
 *   section 3) */
double *
ipl_gp_order_parameter (const IplCase *the_case, const IplSetting *setting, GError **error)
{
  gsize Pi = the_case->Pi;
  double *U = ipl_try_new0 (double, (double)Pi *(double)Pi, "The order parameter", error);

  for (gsize p = 0; U != NULL && p < Pi; p++)
    U[p * Pi + p] = ipl_saddle_gp_scale (the_case, setting, p);
  return U;
}

/* Scores of a kernel at U, and U traced over all outputs. */
static gboolean
score_of (IplKernel *kernel, const IplSetting *setting, const double *U, IplQuickScores *score,
          double **of_paths, GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = kernel->the_case;
  gsize Pi = the_case->Pi;
  g_autoptr (IplEnergy) energy = ipl_energy_new_at (kernel, setting, U, TRUE, cancellable, error);
  g_autofree double *traced
      = energy != NULL ? ipl_try_new (double, (double)Pi *(double)Pi, "The order parameter", error)
                       : NULL;
  g_auto (IplPrediction) prediction = { 0 };

  if (traced == NULL || !ipl_predictor_mean (energy, U, &the_case->tests[0], &prediction, error))
    return FALSE;
  ipl_order_trace_outputs (Pi, kernel->outputs, U, traced);
  cblas_dscal ((int)(Pi * Pi), kernel->copies, traced, 1);
  score->accuracy = prediction.accuracy;
  score->alignment = energy->alignment.centred;
  score->train_residual = ipl_train_residual (kernel, setting->temperature, energy->alpha);
  *of_paths = g_steal_pointer (&traced);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* The numbers are those of a solution to the last bit. */
gboolean
ipl_score_of_saddle (IplKernel *kernel, const IplSetting *setting, const IplSaddle *saddle,
                     IplQuickScores *score, double **of_paths, GCancellable *cancellable,
                     GError **error)
{
  return score_of (kernel, setting, saddle->U, score, of_paths, cancellable, error);
}

gboolean
ipl_score_of_gp (IplKernel *kernel, const IplSetting *setting, IplQuickScores *score,
                 double **of_paths, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplKernel) alike = ipl_kernel_new_alike (kernel);
  g_autofree double *U = ipl_gp_order_parameter (kernel->the_case, setting, error);

  return U != NULL && score_of (alike, setting, U, score, of_paths, cancellable, error);
}
