/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior.h"

/* All weights of one network (THEORY.md section 1). */
typedef struct
{
  guint L;                     /* attention layers */
  guint H[IPL_MAX_LAYERS];     /* [L] heads per layer */
  guint N[IPL_MAX_LAYERS + 1]; /* [L + 1] widths N_1 .. N_L, N_a */
  guint outputs;               /* K */
  gsize N0;                    /* token width */
  double *V0;                  /* [N_1 x N0] row-major embedding */
  /* [L][H_l x N_{l+1} x N_l] row-major value matrices, N_{L+1} = N_a */
  double *V[IPL_MAX_LAYERS];
  double *a; /* [K x N_a] row-major readout */
} IplNetworkWeights;

IplNetworkWeights *ipl_posterior_draw_weights (const IplPosterior *self, guint chain, guint draw,
                                               guint64 seed, GError **error);
void ipl_network_weights_free (IplNetworkWeights *self);
double *ipl_network_weights_effective (const IplNetworkWeights *self, GError **error);
gboolean ipl_network_weights_predict (const IplNetworkWeights *self, gsize count, const double *xi,
                                      double *f, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplNetworkWeights, ipl_network_weights_free)
