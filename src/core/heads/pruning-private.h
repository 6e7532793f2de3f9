/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/pruning.h"

IplPruning *ipl_pruning_new (const IplHeadReport *report, const IplPruningOptions *options);
IplPruning *ipl_pruning_copy (const IplPruning *self);

/* Memory limit of the cache of fine-tuned networks; others are computed again. */
#define IPL_PRUNING_KEEP_BYTES ((gsize)256 << 20)

/* Called at every report of the trainer; fraction of this fine-tuning. */
typedef void (*IplPruningTuneProgress) (double fraction, gpointer data);

/* Removes a further head and fine-tunes: the n-th removal, from 1; head: index in the complete
 * network, gone: heads removed before. */
IplTrainedNetwork *ipl_pruning_tune (const IplPruningOptions *options,
                                     const IplTrainedNetwork *before, const gboolean *gone,
                                     guint head, guint n, guint threads,
                                     IplPruningTuneProgress progress, gpointer data,
                                     GCancellable *cancellable, GError **error);
