/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* The inputs of one network's path features, prepared once and shared by threads. */
typedef struct _IplFeaturePlan IplFeaturePlan;

IplFeaturePlan *ipl_feature_plan_new (const IplLayerWeights *weights, guint L, const guint *H,
                                      const double *residual, gsize T, gsize N0, IplReadout readout,
                                      guint threads, GError **error);
void ipl_feature_plan_free (IplFeaturePlan *self);
gsize ipl_feature_block (gsize T);
void ipl_feature_plan_run (IplFeaturePlan *self, gsize count, const double *x,
                           const double *const *attention, double *xi, GCancellable *cancellable);
void ipl_feature_plan_entropy (IplFeaturePlan *self, gsize count, const double *x,
                               const double *const *attention, double *entropy,
                               GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplFeaturePlan, ipl_feature_plan_free)
