/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/pruning.h"

G_BEGIN_DECLS

/* Heads in the order they go: order: [n_heads - L]. A layer's last head is passed over. */
void ipl_pruning_order_by_score (const IplHeadReport *report, gboolean reverse, guint *order);
void ipl_pruning_order_random (const IplHeadReport *report, guint64 seed, guint index,
                               guint *order);

/* Accuracies without sets of heads, each worked out once however often it is asked for. */
typedef struct _IplPruningSets IplPruningSets;

IplPruningSets *ipl_pruning_sets_new (const IplHeadReport *report, const IplSolution *solution,
                                      GError **error);
void ipl_pruning_sets_free (IplPruningSets *self);
/* Adds the sets that an order passes through to those wanted. */
void ipl_pruning_sets_want (IplPruningSets *self, const guint *order);
/* FALSE when cancelled; what is not known then reads NaN. */
gboolean ipl_pruning_sets_work_out (IplPruningSets *self, guint threads, GCancellable *cancellable,
                                    GError **error);
/* accuracy, se (nullable): [n_points] */
void ipl_pruning_sets_read (const IplPruningSets *self, const guint *order, double *accuracy,
                            double *se);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPruningSets, ipl_pruning_sets_free)

/* A fine-tuned network, shared by all reports on one run. */
typedef struct
{
  gatomicrefcount ref_count;
  IplTrainedNetwork *network;
} IplPrunedNetwork;

IplPrunedNetwork *ipl_pruned_network_new (IplTrainedNetwork *network);
IplPrunedNetwork *ipl_pruned_network_ref (IplPrunedNetwork *self);
void ipl_pruned_network_unref (IplPrunedNetwork *self);

/* Fine-tuned networks beyond this much memory are made again when asked for. */
#define IPL_PRUNING_KEEP_BYTES ((gsize)256 << 20)

/* Called as often as the trainer says something; fraction of this fine-tune. */
typedef void (*IplPruningTuneProgress) (double fraction, gpointer data);

gboolean ipl_pruning_can_tune (const IplPruningOptions *options);
/* The network without one head more, trained a little: the n-th removal, from 1; head among those
 * of the whole network, gone: those removed before. */
IplTrainedNetwork *ipl_pruning_tune (const IplPruningOptions *options,
                                     const IplTrainedNetwork *before, const gboolean *gone,
                                     guint head, guint n, guint threads,
                                     IplPruningTuneProgress progress, gpointer data,
                                     GCancellable *cancellable, GError **error);

IplPruning *ipl_pruning_new (const IplHeadReport *report, const IplPruningOptions *options);
IplPruning *ipl_pruning_copy (const IplPruning *self);

G_END_DECLS
