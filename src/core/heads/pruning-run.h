/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/pruning.h"

G_BEGIN_DECLS

typedef void (*IplPruningProgress) (const IplPruning *pruning, double fraction,
                                    const char *sentence, gpointer data);

/* On cancel the progress has had all there is. @pruning in it is lent, but stays as it is: take a
 * reference to keep it. */
IplPruning *ipl_pruning_run (const IplHeadReport *report, const IplSolution *solution,
                             const IplPruningOptions *options, guint threads,
                             IplPruningProgress progress, gpointer progress_data,
                             GCancellable *cancellable, GError **error);

G_END_DECLS
