/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/setting.h>

G_BEGIN_DECLS

/**
 * InterplayTheory:
 *
 * The solution of the theory at a setting. Immutable, thread-safe, reference-counted.
 */
typedef struct _InterplayTheory InterplayTheory;

INTERPLAY_PUBLIC GType interplay_theory_get_type (void);

/**
 * interplay_theory_solve:
 * @the_case: a case
 * @setting: the setting
 * @start: (nullable): a solution of the same case at a nearby setting, as the start of the solver
 * @cancellable: (nullable): checked while solving
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Solves the finite-width theory for its order parameter U, or computes U in the Gaussian-process
 * limit, and derives predictions and scores.
 *
 * Returns: (transfer full) (nullable): the solution, also if the solver did not reach its
 *   criterion: see interplay_theory_get_converged()
 */
INTERPLAY_PUBLIC InterplayTheory *
interplay_theory_solve (InterplayCase *the_case, const InterplaySetting *setting,
                        InterplayTheory *start, GCancellable *cancellable, GError **error);

/**
 * interplay_theory_ref:
 * @self: a theory
 *
 * Returns: (transfer full): @self with one more reference
 */
INTERPLAY_PUBLIC InterplayTheory *interplay_theory_ref (InterplayTheory *self);

/**
 * interplay_theory_unref:
 * @self: (nullable) (transfer full): a theory
 */
INTERPLAY_PUBLIC void interplay_theory_unref (InterplayTheory *self);

/**
 * interplay_theory_get_setting:
 * @self: a theory
 *
 * Returns: (transfer full): its setting
 */
INTERPLAY_PUBLIC InterplaySetting *interplay_theory_get_setting (InterplayTheory *self);

/**
 * interplay_theory_get_U:
 * @self: a theory
 * @n_paths: (out) (optional): Pi, times the outputs K of the case
 *
 * Returns: (transfer none): [Pi K x Pi K] row-major, symmetric: the order parameter U, whose rows
 *   are (path, output), the output fastest
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_U (InterplayTheory *self, gsize *n_paths);

/**
 * interplay_theory_get_action:
 * @self: a theory
 *
 * Returns: the action at U, in the paper's form; NaN in the Gaussian-process limit
 */
INTERPLAY_PUBLIC double interplay_theory_get_action (InterplayTheory *self);

/**
 * interplay_theory_get_gradient:
 * @self: a theory
 *
 * Returns: the largest entry of the action's gradient in the paper's scaling, in units of 1/U; 0 in
 *   the Gaussian-process limit
 */
INTERPLAY_PUBLIC double interplay_theory_get_gradient (InterplayTheory *self);

/**
 * interplay_theory_get_relative_gradient:
 * @self: a theory
 *
 * Returns: the action's gradient for relative changes of U, a dimensionless number that is at most
 *   1e-8 for a converged solution; 0 in the Gaussian-process limit
 */
INTERPLAY_PUBLIC double interplay_theory_get_relative_gradient (InterplayTheory *self);

/**
 * interplay_theory_get_iterations:
 * @self: a theory
 *
 * Returns: number of iterations of the solver; 0 in the Gaussian-process limit
 */
INTERPLAY_PUBLIC guint interplay_theory_get_iterations (InterplayTheory *self);

/**
 * interplay_theory_get_converged:
 * @self: a theory
 * @message: (out) (optional) (nullable) (transfer none): a sentence with the reason, if it did not
 *
 * Returns: TRUE if the solver met its criterion
 */
INTERPLAY_PUBLIC gboolean interplay_theory_get_converged (InterplayTheory *self,
                                                          const char **message);

/**
 * interplay_theory_get_starts:
 * @self: a theory
 * @agreeing: (out) (optional): number of starts that ended in this minimum
 *
 * At small widths the action can have several minima, and the solver uses several starts.
 *
 * Returns: number of starts whose lowest minimum this is; 1 without a search
 */
INTERPLAY_PUBLIC guint interplay_theory_get_starts (InterplayTheory *self, guint *agreeing);

/**
 * interplay_theory_get_accuracy:
 * @self: a theory
 * @test: test set, from 0
 * @standard_error: (out) (optional): its standard error
 *
 * Returns: the fraction of test examples whose mean has the sign of the label; for K > 2 classes,
 *   whose largest mean is that of the label; for regression, the mean squared error, averaged over
 *   outputs
 */
INTERPLAY_PUBLIC double interplay_theory_get_accuracy (InterplayTheory *self, guint test,
                                                       double *standard_error);

/**
 * interplay_theory_get_mean:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): length of the array, P' K
 *
 * Returns: (array length=n) (transfer none): [P' x K] posterior mean of the network's outputs on
 *   each test example
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_mean (InterplayTheory *self, guint test,
                                                          gsize *n);

/**
 * interplay_theory_get_variance:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): length of the array, P' K K
 *
 * Returns: (array length=n) (transfer none): [P' x K x K] posterior covariance of the outputs, the
 *   variance for K = 1, without the noise T
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_variance (InterplayTheory *self, guint test,
                                                              gsize *n);

/**
 * interplay_theory_get_class_probability:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): length of the array, P' K; 0 without one
 *
 * Returns: (array length=n) (transfer none) (nullable): [P' x K] the probability of each of K > 2
 *   classes for each test example; %NULL for other labels
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_class_probability (InterplayTheory *self,
                                                                       guint test, gsize *n);

/**
 * interplay_theory_get_confusion:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): K; 0 without a matrix
 *
 * Returns: (transfer none) (nullable): [K x K] number of test examples of each of K > 2 classes, a
 *   row, predicted as each class, a column; %NULL for other labels
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_confusion (InterplayTheory *self, guint test,
                                                               gsize *n);

/**
 * interplay_theory_get_eigenvalues:
 * @self: a theory
 * @n: (out) (optional): number of computed eigenvalues: at least the 50 largest, or all
 *
 * Returns: (array length=n) (transfer none): [n] eigenvalues of the training kernel, largest first
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_eigenvalues (InterplayTheory *self, gsize *n);

/**
 * interplay_theory_get_overlap:
 * @self: a theory
 * @n: (out) (optional): number of computed eigenvalues
 *
 * Returns: (array length=n) (transfer none): [n] overlap of each eigenvector with the labels, |v .
 *   y| / |y|. For each of several equal eigenvalues, the norm of the labels' projection on the
 *   eigenspace over that of the labels. With several outputs, the cosine of the least angle between
 *   the eigenspace and the space of the labels
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_overlap (InterplayTheory *self, gsize *n);

/**
 * interplay_theory_get_multiplicity:
 * @self: a theory
 * @n: (out) (optional): number of computed eigenvalues
 *
 * Returns: (array length=n) (transfer none): [n] multiplicity of each eigenvalue, to rounding
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_multiplicity (InterplayTheory *self, gsize *n);

/**
 * interplay_theory_get_head_score:
 * @self: a theory
 * @n: (out) (optional): number of heads
 *
 * Returns: (array length=n) (transfer none): [n] score of each head in [0, 1], layer 1 first
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_head_score (InterplayTheory *self, gsize *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayTheory, interplay_theory_unref)

G_END_DECLS
