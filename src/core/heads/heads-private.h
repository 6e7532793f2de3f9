/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/solution.h"

/* Sets of heads whose outputs are taken at a time; fixed, so that sums do not depend on threads. */
#define IPL_HEADS_BLOCK 32

/* The contribution of every path of a trained network to its outputs on one test set: [count x K x
 * Pi] row-major, readout_k,p . xi^p(x); NULL with IPL_ERROR_MEMORY. */
double *ipl_heads_trained_shares (const IplCase *the_case, guint test, GError **error);
/* The trained network without each of n <= IPL_HEADS_BLOCK sets of heads: f: [count x K x n]; FALSE
 * with IPL_ERROR_MEMORY. */
gboolean ipl_heads_trained_outputs (const IplCase *the_case, guint test, const double *shares,
                                    gsize n, const gboolean *const *removed, double *f,
                                    GError **error);
/* The readout of the theory's mean, f(x) = sum_p readout_p . xi^p(x): [K x Pi x N0]; NULL with
 * IPL_ERROR_SINGULAR for a singular kernel, or IPL_ERROR_MEMORY. */
double *ipl_heads_theory_readout (const IplCase *the_case, IplKernel *kernel,
                                  const IplSolution *solution, GError **error);
/* The theory's mean with the heads' rows and columns of U zeroed: mean: [count x K]; FALSE with
 * IPL_ERROR_SINGULAR for a singular kernel, or IPL_ERROR_MEMORY. */
gboolean ipl_heads_zeroed_mean (const IplCase *the_case, IplKernel *kernel,
                                const IplSolution *solution, const gboolean *removed, guint test,
                                double *mean, GError **error);
/* The theory's mean from a new solution without the heads; trouble: (out) (nullable): reason why
 * it did not converge. */
gboolean ipl_heads_resolved_mean (const IplCase *the_case, const IplSolution *solution,
                                  const gboolean *removed, guint test, double *mean, char **trouble,
                                  GCancellable *cancellable, GError **error);

double *ipl_head_gradient (const IplCase *the_case, const double *readout, char **why_not,
                           GError **error);
