/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-summary.h"
#include "core/posterior/posterior.h"
#include "core/theory/predictor.h"

/* Predictions averaged over the first @n_draws draws of every chain: tests: [n_tests], filled,
 * mean_mcse: [n_tests], filled with [count] Monte Carlo errors of the means, and accuracy_draws:
 * [n_chains * n_draws] of each single draw on the first test set, filled. */
gboolean ipl_posterior_predict (IplPosterior *posterior, guint n_draws, IplPrediction *tests,
                                double **mean_mcse, double *accuracy_draws, guint threads,
                                GCancellable *cancellable, GError **error);

/* Fills worst_rhat, the least ESS, modes_doubtful, fine and message of a summary that has all else
 * (THEORY.md section 6.5). FALSE: IPL_ERROR_MEMORY */
gboolean ipl_posterior_judge (const IplPosterior *posterior, IplPosteriorSummary *summary,
                              GError **error);
