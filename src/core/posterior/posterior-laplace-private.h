/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-target-private.h"
#include "core/theory/saddle.h"

/* The posterior covariance in q as the curvature at the saddle point gives it, [n x n]; NULL where
 * there is no such point: prior only, trapezoidal A, or too many dimensions for a matrix. FALSE:
 * IPL_ERROR_MEMORY */
gboolean ipl_posterior_laplace_covariance (IplPosteriorTarget *target, const IplCase *the_case,
                                           IplKernel *kernel, const IplSetting *setting,
                                           double **covariance, GError **error);
/* The same at a saddle point that is known, where ipl_posterior_laplace_applies(). */
gboolean ipl_posterior_laplace_covariance_at (IplPosteriorTarget *target, const IplSaddle *saddle,
                                              double **covariance, GError **error);
/* Whether there may be one: whether a saddle point is looked for. */
gboolean ipl_posterior_laplace_applies (const IplCase *the_case, const IplKernel *kernel,
                                        const IplSetting *setting, gboolean prior_only);
