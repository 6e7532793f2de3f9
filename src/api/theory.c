/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "api/theory-private.h"

#include "api/case-private.h"
#include "api/setting-private.h"

/**
 * interplay_theory_solve:
 * @the_case: a case
 * @setting: where
 * @start: (nullable): what the theory says of the same case at a setting nearby, to begin from
 * @cancellable: (nullable): looked at while solving
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Solves the finite-width theory for its order parameter U, or takes that of the Gaussian-process
 * limit where the setting is that, and reads off predictions and scores.
 *
 * Returns: (transfer full) (nullable): what the theory says, also where the solver did not quite
 *   converge: see interplay_theory_get_converged()
 */
InterplayTheory *
interplay_theory_solve (InterplayCase *the_case, const InterplaySetting *setting,
                        InterplayTheory *start, GCancellable *cancellable, GError **error)
{
  IplKernel *kernel;

  g_return_val_if_fail (the_case != NULL && setting != NULL, NULL);

  if (!ipl_setting_validate (&setting->setting, the_case->the_case, error))
    return NULL;
  kernel = interplay_case_get_kernel (the_case, error);
  if (kernel == NULL)
    return NULL;
  return (InterplayTheory *)(setting->setting.gp
                                 ? ipl_solution_gp (the_case->the_case, kernel, &setting->setting,
                                                    NULL, 0, cancellable, error)
                                 : ipl_solution_solve (the_case->the_case, kernel,
                                                       &setting->setting, (IplSolution *)start,
                                                       cancellable, error));
}

/**
 * interplay_theory_get_starts:
 * @self: a theory
 * @agreeing: (out) (optional): how many of them ended in the same minimum
 *
 * At small widths the action may have several minima, and is minimized from several starts.
 *
 * Returns: the starts of which this is the lowest minimum; 1 where there is one minimum only
 */
guint
interplay_theory_get_starts (InterplayTheory *self, guint *agreeing)
{
  if (agreeing != NULL)
    *agreeing = self->solution.agreeing;
  return self->solution.starts;
}

/**
 * interplay_theory_ref:
 * @self: a theory
 *
 * Returns: (transfer full): @self with one more reference
 */
InterplayTheory *
interplay_theory_ref (InterplayTheory *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (InterplayTheory *)ipl_solution_ref (&self->solution);
}

/**
 * interplay_theory_unref:
 * @self: (nullable) (transfer full): a theory
 */
void
interplay_theory_unref (InterplayTheory *self)
{
  if (self != NULL)
    ipl_solution_unref (&self->solution);
}

/**
 * interplay_theory_get_setting:
 * @self: a theory
 *
 * Returns: (transfer full): where it was solved
 */
InterplaySetting *
interplay_theory_get_setting (InterplayTheory *self)
{
  return interplay_setting_wrap (&self->solution.setting);
}

/**
 * interplay_theory_get_U:
 * @self: a theory
 * @n_paths: (out) (optional): Pi, times the outputs K of the case
 *
 * Returns: (transfer none): [Pi K x Pi K] row-major, symmetric: the order parameter U, whose rows
 *   are (path, output), the output fastest
 */
const double *
interplay_theory_get_U (InterplayTheory *self, gsize *n_paths)
{
  if (n_paths != NULL)
    *n_paths = self->solution.the_case->Pi * self->solution.the_case->labels.outputs;
  return self->solution.U;
}

/**
 * interplay_theory_get_action:
 * @self: a theory
 *
 * Returns: the action at U, in the paper's form; NaN in the Gaussian-process limit
 */
double
interplay_theory_get_action (InterplayTheory *self)
{
  return self->solution.action;
}

/**
 * interplay_theory_get_gradient:
 * @self: a theory
 *
 * Returns: the largest entry of the action's gradient in the paper's scaling, in units of 1/U; 0 in
 *   the Gaussian-process limit
 */
double
interplay_theory_get_gradient (InterplayTheory *self)
{
  return self->solution.gradient;
}

/**
 * interplay_theory_get_relative_gradient:
 * @self: a theory
 *
 * Returns: the action's gradient for relative changes of U, a number without units that is at most
 *   1e-8 where the solver converged; 0 in the Gaussian-process limit
 */
double
interplay_theory_get_relative_gradient (InterplayTheory *self)
{
  return self->solution.relative_gradient;
}

/**
 * interplay_theory_get_iterations:
 * @self: a theory
 *
 * Returns: iterations of the solver; 0 in the Gaussian-process limit
 */
guint
interplay_theory_get_iterations (InterplayTheory *self)
{
  return self->solution.iterations;
}

/**
 * interplay_theory_get_converged:
 * @self: a theory
 * @message: (out) (optional) (nullable) (transfer none): where it did not, a sentence why
 *
 * Returns: whether the solver met its criterion
 */
gboolean
interplay_theory_get_converged (InterplayTheory *self, const char **message)
{
  if (message != NULL)
    *message = self->solution.message;
  return self->solution.converged;
}

/**
 * interplay_theory_get_accuracy:
 * @self: a theory
 * @test: test set, from 0
 * @standard_error: (out) (optional): its standard error
 *
 * Returns: the fraction of test examples whose mean has the sign of the label, or of K > 2 classes
 *   is largest at their own; for regression, the mean squared error, over outputs too
 */
double
interplay_theory_get_accuracy (InterplayTheory *self, guint test, double *standard_error)
{
  g_return_val_if_fail (test < self->solution.n_tests, 0);

  return ipl_prediction_read_score (&self->solution.tests[test], standard_error);
}

/**
 * interplay_theory_get_mean:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): how many numbers, P' K
 *
 * Returns: (transfer none): [P' x K] posterior mean of the network's outputs on each test example
 */
const double *
interplay_theory_get_mean (InterplayTheory *self, guint test, gsize *n)
{
  g_return_val_if_fail (test < self->solution.n_tests, NULL);

  return ipl_prediction_list (&self->solution.tests[test], FALSE, n);
}

/**
 * interplay_theory_get_variance:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): how many numbers, P' K K
 *
 * Returns: (transfer none): [P' x K x K] posterior covariance of its outputs, the variance of one,
 *   without the noise T
 */
const double *
interplay_theory_get_variance (InterplayTheory *self, guint test, gsize *n)
{
  g_return_val_if_fail (test < self->solution.n_tests, NULL);

  return ipl_prediction_list (&self->solution.tests[test], TRUE, n);
}

/**
 * interplay_theory_get_class_probability:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): how many numbers, P' K; 0 where there are none
 *
 * Returns: (transfer none) (nullable): [P' x K] the probability of each of K > 2 classes for each
 *   test example; %NULL where labels are others
 */
const double *
interplay_theory_get_class_probability (InterplayTheory *self, guint test, gsize *n)
{
  const IplPrediction *prediction;

  g_return_val_if_fail (test < self->solution.n_tests, NULL);

  prediction = &self->solution.tests[test];
  if (n != NULL)
    *n = prediction->probability != NULL ? prediction->count * prediction->outputs : 0;
  return prediction->probability;
}

/**
 * interplay_theory_get_confusion:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): K; 0 where there is no such matrix
 *
 * Returns: (transfer none) (nullable): [K x K] how many test examples of each of K > 2 classes, a
 *   row, are predicted to be of each, a column; %NULL where labels are others
 */
const double *
interplay_theory_get_confusion (InterplayTheory *self, guint test, gsize *n)
{
  const IplPrediction *prediction;

  g_return_val_if_fail (test < self->solution.n_tests, NULL);

  prediction = &self->solution.tests[test];
  if (n != NULL)
    *n = prediction->confusion != NULL ? prediction->outputs : 0;
  return prediction->confusion;
}

/* [@n] numbers, one of each component of the kernel that is known. */
static const double *
list_components (const InterplayTheory *self, const double *values, gsize *n)
{
  if (n != NULL)
    *n = self->solution.n_components;
  return values;
}

/**
 * interplay_theory_get_eigenvalues:
 * @self: a theory
 * @n: (out) (optional): how many are known: the 50 largest at least, or all there are
 *
 * Returns: (transfer none): [n] eigenvalues of the training kernel, largest first
 */
const double *
interplay_theory_get_eigenvalues (InterplayTheory *self, gsize *n)
{
  return list_components (self, self->solution.eigenvalues, n);
}

/**
 * interplay_theory_get_overlap:
 * @self: a theory
 * @n: (out) (optional): how many are known, as of the eigenvalues
 *
 * Returns: (transfer none): [n] overlap of each of its eigenvectors with the labels, |v . y| / |y|;
 *   in each place of an eigenvalue that occurs several times, the norm of the labels' projection on
 *   its eigenspace, over that of the labels. With several outputs, the cosine of the least angle
 *   between the eigenspace and the space of the labels
 */
const double *
interplay_theory_get_overlap (InterplayTheory *self, gsize *n)
{
  return list_components (self, self->solution.overlap, n);
}

/**
 * interplay_theory_get_multiplicity:
 * @self: a theory
 * @n: (out) (optional): how many are known, as of the eigenvalues
 *
 * Returns: (transfer none): [n] how many times each eigenvalue occurs, to rounding
 */
const double *
interplay_theory_get_multiplicity (InterplayTheory *self, gsize *n)
{
  return list_components (self, self->solution.multiplicity, n);
}

/**
 * interplay_theory_get_head_score:
 * @self: a theory
 * @n: (out) (optional): how many
 *
 * Returns: (transfer none): [n] score of each head in [0, 1], those of layer 1 first
 */
const double *
interplay_theory_get_head_score (InterplayTheory *self, gsize *n)
{
  if (n != NULL)
    *n = ipl_case_n_heads (self->solution.the_case);
  return self->solution.head_score;
}
