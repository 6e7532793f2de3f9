/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/pruning.h"

IplPruning *ipl_pruning_new (const IplHeadReport *report, const IplPruningOptions *options);
IplPruning *ipl_pruning_copy (const IplPruning *self);

/* Memory limit of the cache of fine-tuned networks; others are computed again. */
#define IPL_PRUNING_CACHE_BYTES ((gsize)256 << 20)

/* The network without one head more, trained a little: the n-th removal, from 1; head among those
 * of the whole network, gone: those removed before. */
IplTrainedNetwork *ipl_pruning_tune (const IplPruningOptions *options,
                                     const IplTrainedNetwork *before, const gboolean *gone,
                                     guint head, guint n, const IplWork *work, GError **error);
