/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/setting.h>

G_BEGIN_DECLS

/**
 * InterplayTheory:
 *
 * Everything the theory says at one setting. Immutable, may be used from several threads,
 * reference-counted.
 */
typedef struct _InterplayTheory InterplayTheory;

INTERPLAY_PUBLIC GType interplay_theory_get_type (void);

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
 * Returns: (transfer full): where it was solved
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
 * Returns: the action's gradient for relative changes of U, a number without units that is at most
 *   1e-8 where the solver converged; 0 in the Gaussian-process limit
 */
INTERPLAY_PUBLIC double interplay_theory_get_relative_gradient (InterplayTheory *self);

/**
 * interplay_theory_get_iterations:
 * @self: a theory
 *
 * Returns: iterations of the solver; 0 in the Gaussian-process limit
 */
INTERPLAY_PUBLIC guint interplay_theory_get_iterations (InterplayTheory *self);

/**
 * interplay_theory_get_converged:
 * @self: a theory
 * @message: (out) (optional) (nullable) (transfer none): where it did not, a sentence why
 *
 * Returns: whether the solver met its criterion
 */
INTERPLAY_PUBLIC gboolean interplay_theory_get_converged (InterplayTheory *self,
                                                          const char **message);

/**
 * interplay_theory_get_starts:
 * @self: a theory
 * @agreeing: (out) (optional): how many of them ended in the same minimum
 *
 * At small widths the action may have several minima, and is minimized from several starts.
 *
 * Returns: the starts of which this is the lowest minimum; 1 where there is one minimum only
 */
INTERPLAY_PUBLIC guint interplay_theory_get_starts (InterplayTheory *self, guint *agreeing);

/**
 * interplay_theory_get_accuracy:
 * @self: a theory
 * @test: test set, from 0
 * @standard_error: (out) (optional): its standard error
 *
 * Returns: the fraction of test examples whose mean has the sign of the label, or of K > 2 classes
 *   is largest at their own; for regression, the mean squared error, over outputs too
 */
INTERPLAY_PUBLIC double interplay_theory_get_accuracy (InterplayTheory *self, guint test,
                                                       double *standard_error);

/**
 * interplay_theory_get_mean:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): how many numbers, P' K
 *
 * Returns: (array length=n) (transfer none): [P' x K] posterior mean of the network's outputs on
 * each test example
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_mean (InterplayTheory *self, guint test,
                                                          gsize *n);

/**
 * interplay_theory_get_variance:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): how many numbers, P' K K
 *
 * Returns: (array length=n) (transfer none): [P' x K x K] posterior covariance of its outputs, the
 * variance of one, without the noise T
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_variance (InterplayTheory *self, guint test,
                                                              gsize *n);

/**
 * interplay_theory_get_class_probability:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): how many numbers, P' K; 0 where there are none
 *
 * Returns: (array length=n) (transfer none) (nullable): [P' x K] the probability of each of K > 2
 * classes for each test example; %NULL where labels are others
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_class_probability (InterplayTheory *self,
                                                                       guint test, gsize *n);

/**
 * interplay_theory_get_confusion:
 * @self: a theory
 * @test: test set, from 0
 * @n: (out) (optional): K; 0 where there is no such matrix
 *
 * Returns: (transfer none) (nullable): [K x K] how many test examples of each of K > 2 classes, a
 *   row, are predicted to be of each, a column; %NULL where labels are others
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_confusion (InterplayTheory *self, guint test,
                                                               gsize *n);

/**
 * interplay_theory_get_eigenvalues:
 * @self: a theory
 * @n: (out) (optional): how many are known: the 50 largest at least, or all there are
 *
 * Returns: (array length=n) (transfer none): [n] eigenvalues of the training kernel, largest first
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_eigenvalues (InterplayTheory *self, gsize *n);

/**
 * interplay_theory_get_overlap:
 * @self: a theory
 * @n: (out) (optional): how many are known, as of the eigenvalues
 *
 * Returns: (array length=n) (transfer none): [n] overlap of each of its eigenvectors with the
 * labels, |v . y| / |y|; in each place of an eigenvalue that occurs several times, the norm of the
 * labels' projection on its eigenspace, over that of the labels. With several outputs, the cosine
 * of the least angle between the eigenspace and the space of the labels
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_overlap (InterplayTheory *self, gsize *n);

/**
 * interplay_theory_get_multiplicity:
 * @self: a theory
 * @n: (out) (optional): how many are known, as of the eigenvalues
 *
 * Returns: (array length=n) (transfer none): [n] how many times each eigenvalue occurs, to rounding
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_multiplicity (InterplayTheory *self, gsize *n);

/**
 * interplay_theory_get_head_score:
 * @self: a theory
 * @n: (out) (optional): how many
 *
 * Returns: (array length=n) (transfer none): [n] score of each head in [0, 1], those of layer 1
 * first
 */
INTERPLAY_PUBLIC const double *interplay_theory_get_head_score (InterplayTheory *self, gsize *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayTheory, interplay_theory_unref)

G_END_DECLS
