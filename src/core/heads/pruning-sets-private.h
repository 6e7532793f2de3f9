/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/head-report.h"

G_BEGIN_DECLS

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

G_END_DECLS
