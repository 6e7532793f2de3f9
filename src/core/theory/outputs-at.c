/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/outputs-at.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/tiles.h"
#include "core/theory/order-parameter.h"
#include "core/theory/saddle.h"

#include <math.h>

static const char what[] = "The predictions";

static void
begin (IplOutputsAt *self, IplKernel *kernel, const IplSetting *setting, GCancellable *cancellable)
{
  *self = (IplOutputsAt){ .kernel = kernel,
                          .s0_squared = setting->variances[0],
                          .temperature = setting->temperature,
                          .cancellable = cancellable };
}

/* @U, @U_silent: stay where they are */
gboolean
ipl_outputs_at_U (IplOutputsAt *self, IplKernel *kernel, const IplSetting *setting, const double *U,
                  const double *U_silent, GCancellable *cancellable, GError **error)
{
  begin (self, kernel, setting, cancellable);
  self->U = U;
  self->U_silent = U_silent;
  self->energy = ipl_energy_new_at (kernel, setting, U, FALSE, cancellable, error);
  if (self->energy == NULL)
    return FALSE;
  self->alpha = self->energy->alpha;
  if (U_silent != NULL)
    self->silent = ipl_energy_new_at (kernel->silent, setting, U_silent, FALSE, cancellable, error);
  return U_silent == NULL || self->silent != NULL;
}

/* The same U for each output, nothing between outputs: [Pi R x Pi R] from a diagonal [Pi x Pi] */
static double *
repeat_diagonal (const IplKernel *kernel, const double *U, GError **error)
{
  gsize Pi = kernel->rows.Pi, n = kernel->Pi, R = kernel->outputs;
  double *all = ipl_try_new0 (double, (double)n *(double)n, "The order parameter", error);

  for (gsize i = 0; all != NULL && i < n; i++)
    all[i * n + i] = U[i / R * Pi + i / R];
  return all;
}

/* (K + T I)^-1 y of each output, where all have the same K: [R x rows] */
static double *
solve_labels (const IplOutputsAt *self, GError **error)
{
  const IplKernel *kernel = self->kernel;
  const double *factor = self->silent->factor;
  gsize r = kernel->rows.count, R = kernel->outputs;
  double *alpha = ipl_memory_try_copy (ipl_kernel_get_y (kernel), (double)(R * r), sizeof (double),
                                       what, error);

  if (alpha != NULL)
    ipl_tiles_solve (r, factor, r, R, alpha, r, self->cancellable);
  for (gsize k = 0; alpha != NULL && k < R; k++)
    ipl_tiles_solve_transposed (r, factor, r, alpha + k * r, self->cancellable);
  return alpha;
}

/* Outputs are independent, and have one kernel. @U_one: [Pi x Pi] diagonal U of one of them; stays
 * where it is */
gboolean
ipl_outputs_at_gp (IplOutputsAt *self, IplKernel *kernel, const IplSetting *setting,
                   const double *U_one, GCancellable *cancellable, GError **error)
{
  begin (self, kernel, setting, cancellable);
  self->U_silent = U_one;
  self->U = self->own_U = repeat_diagonal (kernel, U_one, error);
  if (self->U != NULL)
    self->silent = ipl_energy_new_at (kernel->silent, setting, U_one, FALSE, cancellable, error);
  if (self->silent != NULL)
    self->alpha = self->own_alpha = solve_labels (self, error);
  return self->alpha != NULL;
}

void
ipl_outputs_at_clear (IplOutputsAt *self)
{
  g_clear_pointer (&self->energy, ipl_energy_free);
  g_clear_pointer (&self->silent, ipl_energy_free);
  g_clear_pointer (&self->own_U, g_free);
  g_clear_pointer (&self->own_alpha, g_free);
}

/* Means and score of a prediction that has no means yet. */
gboolean
ipl_outputs_at_predict (const IplOutputsAt *self, const IplExamples *test,
                        IplPrediction *prediction, GError **error)
{
  const IplKernel *kernel = self->kernel;
  const IplLabels *labels = &kernel->the_case->labels;
  g_autofree double *means
      = ipl_memory_try_doubles ((double)test->count * kernel->outputs, what, error);

  if (means == NULL
      || !ipl_predictor_output_means (kernel, self->s0_squared, self->alpha, self->U, test, means,
                                      error))
    return FALSE;
  ipl_output_turn_means (&kernel->turn, test->count, means, prediction->mean);
  prediction->accuracy = ipl_labels_measure (labels, test->count, test->y, prediction->mean,
                                             &prediction->accuracy_se);
  return TRUE;
}

/* U traced over all outputs of the case: [Pi x Pi] */
double *
ipl_outputs_at_trace (const IplOutputsAt *self, GError **error)
{
  const IplOutputTurn *turn = &self->kernel->turn;
  gsize Pi = self->kernel->rows.Pi;
  double *of_paths = ipl_try_new (double, (double)Pi *(double)Pi, "The order parameter", error);

  if (of_paths == NULL)
    return NULL;
  ipl_order_trace_outputs (Pi, turn->rank, self->U, of_paths);
  for (gsize i = 0; i < Pi * Pi && self->U_silent != NULL; i++)
    of_paths[i] += (turn->K - turn->rank) * self->U_silent[i];
  return of_paths;
}

/* How well the kernel summed over outputs goes with the labels. @of_paths: U traced over them, or a
 * part of it */
gboolean
ipl_outputs_at_align (const IplOutputsAt *self, const double *of_paths, IplAlignment *alignment,
                      GError **error)
{
  IplKernel *one = self->kernel->silent;
  double r = (double)one->P, *K, *scratch, *row;
  g_autofree double *space = ipl_try_parts ("The alignment with the labels", error, { &K, r * r },
                                            { &scratch, ipl_kernel_scratch (one) }, { &row, r });

  if (space == NULL)
    return FALSE;
  ipl_kernel_assemble (one, self->s0_squared, of_paths, K, scratch, self->cancellable);
  ipl_alignment_measure (self->kernel, K, row, alignment);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

/* The score on the first test set without what U has between different paths, and with each path's
 * part levelled to that of the first; NaN where that kernel is singular. */
gboolean
ipl_outputs_at_diagonal (const IplOutputsAt *self, const IplSetting *setting, gboolean levelled,
                         double *accuracy, GError **error)
{
  const IplCase *the_case = self->kernel->the_case;
  gsize n = self->kernel->Pi, R = self->kernel->outputs;
  g_autofree double *U = ipl_try_new0 (double, (double)n *(double)n, what, error);
  g_auto (IplOutputsAt) part = { 0 };
  g_auto (IplPrediction) prediction = { 0 };
  g_autoptr (GError) singular = NULL;

  *accuracy = NAN;
  if (U == NULL)
    return FALSE;
  for (gsize p = 0; p < n / R; p++)
    for (gsize i = 0; i < R * R; i++)
      {
        gsize from = levelled ? 0 : p;
        double scale = levelled ? ipl_saddle_gp_scale (the_case, setting, p)
                                      / ipl_saddle_gp_scale (the_case, setting, 0)
                                : 1;

        U[(p * R + i / R) * n + p * R + i % R]
            = scale * self->U[(from * R + i / R) * n + from * R + i % R];
      }
  if (!ipl_outputs_at_U (&part, self->kernel, setting, U, NULL, self->cancellable, &singular))
    {
      if (g_error_matches (singular, IPL_ERROR, IPL_ERROR_SINGULAR))
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&singular));
      return FALSE;
    }
  if (!ipl_prediction_init (&prediction, the_case->tests[0].count, &the_case->labels, FALSE, error)
      || !ipl_outputs_at_predict (&part, &the_case->tests[0], &prediction, error))
    return FALSE;
  *accuracy = prediction.accuracy;
  return TRUE;
}
