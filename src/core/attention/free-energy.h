/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/attention/attention-model.h"
#include "core/theory/saddle.h"

/* F(w) = |w|^2 / s_w^2 + min_A [E + chain] (THEORY.md section 19.1), up to a constant: the minimum
 * over A is N times the action of the saddle point, N the largest width. @saddle: (inout)
 * (nullable): where the search begins, and where it ended. @gradient: (nullable): [n]. FALSE with
 * IPL_ERROR_SINGULAR or IPL_ERROR_VALUE where F is not defined. */
gboolean ipl_attention_free_energy (IplAttentionModel *self, const double *w, IplSaddle **saddle,
                                    double *value, double *gradient, GCancellable *cancellable,
                                    GError **error);
/* |w|^2 / s_w^2; adds its gradient: [n] (nullable) */
double ipl_attention_prior (const IplAttentionModel *self, const double *w, double *gradient);
