/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is read off a solution's U: predictions, accuracies, principal components, head scores. */
#include "core/theory/solution-private.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/theory/components.h"
#include "core/theory/energy.h"
#include "core/theory/observables.h"
#include "core/theory/predictor.h"
#include <math.h>

/* Accuracy on the first test set with another U; NaN where its kernel is singular, or memory is
 * short, with @error. */
static double
accuracy_with (IplEnergy *energy, const IplCase *the_case, const double *U, GError **error)
{
  double E, accuracy = NAN;
  g_auto (IplPrediction) prediction = { 0 };

  if (!ipl_energy_evaluate (energy, U, &E))
    return NAN;
  if (ipl_predictor_mean (energy, U, &the_case->tests[0], &prediction, error))
    accuracy = prediction.accuracy;
  return accuracy;
}

/* What is read off U, as pieces of work of like size that do not wait for each other. */
enum
{
  READ_COMPONENTS,
  READ_DIAGONAL,
  READ_LEVELLED,
  READ_TESTS, /* from here on: for each test set its mean, then the blocks of its variance */
};

typedef struct
{
  IplSolution *solution;
  IplKernel *kernel;
  IplEnergy *energy; /* at the solution's U */
  gboolean variants;
  GCancellable *cancellable;
  GError *error; /* atomic: of the first piece to fail */
} ReadWork;

/* Accuracy on the first test set with U's diagonal, levelled to its first entry or not, and nothing
 * off it; NaN where that kernel is singular. @alignment (nullable) is that of the same kernel. */
static double
accuracy_of_diagonal (const ReadWork *work, gboolean levelled, IplAlignment *alignment,
                      GError **error)
{
  const IplSolution *self = work->solution;
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);
  gsize Pi = the_case->Pi;
  g_autofree double *U = ipl_try_new0 (double, (double)Pi *(double)Pi, "The predictor", error);
  g_autoptr (IplEnergy) energy = U != NULL
                                     ? ipl_energy_new (work->kernel, self->setting.variances[0],
                                                       self->setting.temperature, FALSE, error)
                                     : NULL;

  if (energy == NULL)
    return NAN;
  energy->cancellable = work->cancellable;
  for (gsize p = 0; p < Pi; p++)
    U[p * Pi + p] = levelled ? self->U[0]
                                   * (ipl_saddle_gp_scale (the_case, &self->setting, p)
                                      / ipl_saddle_gp_scale (the_case, &self->setting, 0))
                             : self->U[p * Pi + p];
  energy->aligns = alignment != NULL;

  double accuracy = accuracy_with (energy, the_case, U, error);

  if (alignment != NULL)
    *alignment = energy->alignment;
  return accuracy;
}

static gboolean
read_test (ReadWork *work, gsize piece, GError **error)
{
  IplSolution *self = work->solution;
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);

  for (guint i = 0; i < self->n_tests; i++)
    {
      const IplExamples *test = &the_case->tests[i];
      gsize pieces = 1 + ipl_predictor_n_blocks (test);

      if (piece == 0)
        return ipl_predictor_mean (work->energy, self->U, test, &self->tests[i], error);
      if (piece < pieces)
        return ipl_predictor_variance (work->energy, self->U, test, piece - 1, self->tests[i].var,
                                       error);
      piece -= pieces;
    }
  return TRUE;
}

static gsize
wanted_components (const IplSetting *setting)
{
  return MAX (setting->components, IPL_COMPONENTS);
}

static gboolean
read_components (ReadWork *work, GError **error)
{
  IplSolution *self = work->solution;
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);
  const IplKernel *kernel = work->kernel;
  IplComponents components = { self->P, 0, self->eigenvalues, self->overlap, self->multiplicity };
  double P = (double)kernel->P, *K;
  /* For its scratch, which other pieces need as well. */
  g_autoptr (IplEnergy) energy = ipl_energy_new (work->kernel, self->setting.variances[0],
                                                 self->setting.temperature, FALSE, error);

  if (energy == NULL)
    return FALSE;
  K = ipl_try_new (double, P *P, "The principal components", error);
  if (K == NULL)
    return FALSE;
  ipl_kernel_assemble (kernel, self->setting.variances[0], self->U, K, energy->scratch,
                       work->cancellable);
  ipl_observables_head_scores (the_case->L, the_case->H, self->U, self->head_score);
  if (!ipl_components_read (&components, kernel->P, K, ipl_kernel_get_y (kernel),
                            kernel->rows.rest_square, wanted_components (&self->setting),
                            work->cancellable, error))
    return FALSE;
  self->n_components = (guint)components.known;
  return TRUE;
}

static void
read_piece (gsize index, gpointer data)
{
  ReadWork *work = data;
  IplSolution *self = work->solution;
  GError *error = NULL;

  if (g_atomic_pointer_get (&work->error) != NULL)
    return;
  if (index == READ_COMPONENTS)
    read_components (work, &error);
  else if (index == READ_DIAGONAL && work->variants)
    {
      IplAlignment alignment = { NAN, NAN };

      self->accuracy_diagonal = accuracy_of_diagonal (work, FALSE, &alignment, &error);
      self->alignment_diagonal = alignment.centred;
      self->label_cosine_diagonal = alignment.cosine;
    }
  else if (index == READ_LEVELLED && work->variants)
    self->accuracy_levelled = accuracy_of_diagonal (work, TRUE, NULL, &error);
  else if (index >= READ_TESTS)
    read_test (work, index - READ_TESTS, &error);
  if (error != NULL)
    ipl_error_keep_first (&work->error, error);
}

/* Bytes that one thread takes for its pieces, beside the energy that all share: workspaces are kept
 * from one to the next. */
static double
piece_memory (const IplKernel *kernel, gsize wanted)
{
  double components = ipl_components_memory (kernel->P, wanted);

  return components + ipl_energy_memory (kernel, FALSE) + ipl_predictor_memory (kernel);
}

/* Bytes of the arrays of a solution itself. */
static double
kept_memory (const IplCase *the_case)
{
  double doubles = 3 * (double)the_case->train.count + (double)the_case->Pi * (double)the_case->Pi;

  for (guint i = 0; i < the_case->n_tests; i++)
    doubles += 2 * (double)the_case->tests[i].count;
  return sizeof (double) * doubles;
}

/* Bytes that reading off a solution takes, @kept included. @settings: [n_settings] where it may be
 * solved. */
double
ipl_solution_memory (const IplCase *the_case, const IplKernel *kernel, guint n_settings,
                     const IplSetting *settings, guint threads, double *kept)
{
  gsize wanted = 0;

  for (guint i = 0; i < n_settings; i++)
    wanted = MAX (wanted, wanted_components (&settings[i]));
  *kept = kept_memory (the_case);
  return *kept + ipl_energy_memory (kernel, FALSE) + threads * piece_memory (kernel, wanted);
}

/* Predictions and readings of U (THEORY.md sections 3 and 5), which the cores share. */
gboolean
ipl_solution_read (IplSolution *self, IplKernel *kernel, gboolean variants,
                   GCancellable *cancellable, GError **error)
{
  G_GNUC_UNUSED g_autoptr (IplSpacesHold) hold = ipl_spaces_hold (kernel->spaces);
  g_autoptr (IplEnergy) energy = ipl_energy_new (kernel, self->setting.variances[0],
                                                 self->setting.temperature, FALSE, error);
  ReadWork work = { self, kernel, energy, variants, cancellable, NULL };
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);
  double E;

  if (energy == NULL)
    return FALSE;
  energy->cancellable = cancellable;
  energy->aligns = TRUE;
  if (!ipl_energy_evaluate (energy, self->U, &E))
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      g_set_error (error, IPL_ERROR, IPL_ERROR_SINGULAR,
                   "The training kernel with temperature %g is not positive definite: give a "
                   "larger temperature.",
                   self->setting.temperature);
      return FALSE;
    }

  gsize pieces = READ_TESTS;

  for (guint i = 0; i < self->n_tests; i++)
    {
      if (!ipl_prediction_init (&self->tests[i], the_case->tests[i].count, TRUE, error))
        return FALSE;
      pieces += 1 + ipl_predictor_n_blocks (&the_case->tests[i]);
    }
  ipl_parallel_for (pieces, 0, read_piece, &work, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_clear_error (&work.error);
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  if (work.error != NULL)
    {
      g_propagate_error (error, work.error);
      return FALSE;
    }
  self->alignment = energy->alignment.centred;
  self->label_cosine = energy->alignment.cosine;
  if (!variants)
    {
      self->alignment_diagonal = self->alignment;
      self->label_cosine_diagonal = self->label_cosine;
      self->accuracy_diagonal = self->accuracy_levelled = self->tests[0].accuracy;
    }

  return TRUE;
}
