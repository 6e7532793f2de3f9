/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel.h"

G_BEGIN_DECLS

/* What is read off U and the kernel (THEORY.md section 5); every array is the caller's. */
double ipl_observables_accuracy (gsize n, const double *mean, const double *y);
double ipl_observables_accuracy_se (gsize n, double accuracy);
double ipl_observables_mean_squared_error (gsize n, const double *mean, const double *y,
                                           double *standard_error);
void ipl_observables_head_scores (guint L, const guint *H, const double *U, double *scores);

G_END_DECLS
