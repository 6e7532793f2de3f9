/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/score-of-u.h"

#include "core/base/memory.h"
#include "core/theory/outputs-at.h"

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

static gboolean
score_of_one (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
              const double *U, IplScoreOfU *score, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplEnergy) energy = ipl_energy_new_at (kernel, setting, U, TRUE, cancellable, error);
  g_auto (IplPrediction) prediction = { 0 };

  if (energy == NULL || !ipl_predictor_mean (energy, U, &the_case->tests[0], &prediction, error))
    return FALSE;
  score->accuracy = prediction.accuracy;
  score->alignment = energy->alignment.centred;
  score->train_residual = ipl_train_residual (kernel, setting->temperature, energy->alpha);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static gboolean
score_of_outputs (const IplOutputsAt *at, IplScoreOfU *score, double **of_paths, GError **error)
{
  const IplCase *the_case = at->kernel->the_case;
  const IplExamples *test = &the_case->tests[0];
  g_auto (IplPrediction) prediction = { 0 };
  g_autofree double *traced = ipl_outputs_at_trace (at, error);
  IplAlignment alignment;

  if (traced == NULL || !ipl_outputs_at_align (at, traced, &alignment, error)
      || !ipl_prediction_init (&prediction, test->count, &the_case->labels, FALSE, error)
      || !ipl_outputs_at_predict (at, test, &prediction, error))
    return FALSE;
  score->accuracy = prediction.accuracy;
  score->alignment = alignment.centred;
  score->train_residual = ipl_train_residual (at->kernel, at->temperature, at->alpha);
  *of_paths = g_steal_pointer (&traced);
  return !g_cancellable_set_error_if_cancelled (at->cancellable, error);
}

/* The numbers are those of a solution to the last bit. */
gboolean
ipl_score_of_saddle (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                     const IplSaddle *saddle, IplScoreOfU *score, double **of_paths,
                     GCancellable *cancellable, GError **error)
{
  const double *silent = saddle->silent != NULL ? saddle->silent->U : NULL;
  double n = (double)saddle->Pi;
  g_auto (IplOutputsAt) at = { 0 };

  if (kernel->turn.K > 1)
    return ipl_outputs_at_U (&at, kernel, setting, saddle->U, silent, cancellable, error)
           && score_of_outputs (&at, score, of_paths, error);
  *of_paths = ipl_memory_try_copy (saddle->U, n * n, sizeof n, "The order parameter", error);
  return *of_paths != NULL
         && score_of_one (the_case, kernel, setting, saddle->U, score, cancellable, error);
}

gboolean
ipl_score_of_gp (const IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                 IplScoreOfU *score, double **of_paths, GCancellable *cancellable, GError **error)
{
  g_autofree double *U = ipl_gp_order_parameter (the_case, setting, error);
  g_auto (IplOutputsAt) at = { 0 };

  if (U == NULL)
    return FALSE;
  if (kernel->turn.K > 1)
    return ipl_outputs_at_gp (&at, kernel, setting, U, cancellable, error)
           && score_of_outputs (&at, score, of_paths, error);
  if (!score_of_one (the_case, kernel, setting, U, score, cancellable, error))
    return FALSE;
  *of_paths = g_steal_pointer (&U);
  return TRUE;
}
