/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel.h"

G_BEGIN_DECLS

/* What is read off U and the kernel (THEORY.md section 5); every array is the caller's. */
void ipl_observables_head_scores (guint L, const guint *H, const double *U, double *scores);

G_END_DECLS
