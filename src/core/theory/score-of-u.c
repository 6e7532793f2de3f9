/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/score-of-u.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/theory/predictor.h"
#include "core/theory/saddle.h"

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

/* The numbers are those of ipl_solution_read() to the last bit. */
gboolean
ipl_score_of_u (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                const double *U, IplScoreOfU *score, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplEnergy) energy
      = ipl_energy_new (kernel, setting->variances[0], setting->temperature, FALSE, error);
  g_auto (IplPrediction) prediction = { 0 };
  double E;

  if (energy == NULL)
    return FALSE;
  energy->cancellable = cancellable;
  energy->aligns = TRUE;
  if (!ipl_energy_evaluate (energy, U, &E))
    return g_cancellable_set_error_if_cancelled (cancellable, error)
               ? FALSE
               : ipl_fail (error, IPL_ERROR_SINGULAR,
                           "The training kernel with temperature %g is not positive definite: "
                           "give a larger temperature.",
                           setting->temperature);
  if (!ipl_predictor_mean (energy, U, &the_case->tests[0], &prediction, error))
    return FALSE;
  score->accuracy = prediction.accuracy;
  score->alignment = energy->alignment.centred;
  score->train_residual = ipl_train_residual (kernel, setting->temperature, energy->alpha);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

gboolean
ipl_score_of_gp (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                 IplScoreOfU *score, GCancellable *cancellable, GError **error)
{
  g_autofree double *U = ipl_gp_order_parameter (the_case, setting, error);

  return U != NULL && ipl_score_of_u (the_case, kernel, setting, U, score, cancellable, error);
}

/* Bytes that reading one off takes. */
double
ipl_score_of_u_memory (const IplKernel *kernel)
{
  return ipl_energy_memory (kernel, FALSE) + ipl_predictor_memory (kernel);
}
