/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alignment of paths with the labels, before a solution (THEORY.md section 2.3). */
#pragma once

#include "core/case/case.h"

/* More paths are not ranked. */
#define IPL_MAX_RANKED_PATHS 200000

double ipl_path_alignment (gsize P, gsize N0, const double *X, gsize row, const double *y,
                           double *scratch);
gsize ipl_path_alignment_scratch (gsize P, gsize N0);
gboolean ipl_path_rank (const IplCase *the_case, double *alignment, guint threads,
                        GCancellable *cancellable, GError **error);
void ipl_path_rank_heads (guint L, const guint *H, const double *alignment, gsize most,
                          gboolean *selected);
