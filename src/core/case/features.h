/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

gboolean ipl_features_compute (const IplLayerWeights *weights, double *const *attention, guint L,
                               const guint *H, const double *residual, gsize T, gsize N0,
                               IplReadout readout, gsize count, const double *x, double *xi,
                               guint threads, GCancellable *cancellable, GError **error);
gboolean ipl_features_entropy (const IplLayerWeights *weights, double *const *attention, guint L,
                               const guint *H, const double *residual, gsize T, gsize N0,
                               gsize count, const double *x, double *entropy, guint threads,
                               GCancellable *cancellable, GError **error);
void ipl_features_attention_matrix (const IplLayerWeights *weights, guint head, gsize T, gsize N0,
                                    const double *x, double *O);
gboolean ipl_features_check (const double *xi, gsize count, gsize Pi, gsize N0, GError **error);
