/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/sweep.h"

G_BEGIN_DECLS

/* GP limits of chosen paths that one sweep can have. */
#define IPL_MAX_SUBSETS 16

GPtrArray *ipl_path_subsets_parse (const IplCase *the_case, const char *text, GError **error);
char *ipl_path_subsets_toggle (const IplCase *the_case, const char *text, guint path);
char *ipl_path_subsets_understood (const IplCase *the_case, const GPtrArray *subsets);
IplSweep *ipl_sweep_with_subsets (const IplSweep *sweep, IplKernel *kernel,
                                  const GPtrArray *subsets, GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
