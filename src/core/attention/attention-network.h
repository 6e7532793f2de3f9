/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gsl/gsl_rng.h>

#include "core/attention/attention-model.h"

/* The network itself (THEORY.md section 1), all of whose weights are learned: attention weights,
 * V^0, V^(l,h) and a, each over its prior's deviation, in one vector: [n]. One per thread. */
typedef struct
{
  IplAttentionModel *model;      /* borrowed */
  gsize n, n_w;                  /* of all; of attention weights, which come first */
  gsize V0;                      /* place of V^0: [N_1 x N_0] */
  gsize V[IPL_MAX_LAYERS];       /* of V^(l,1), ..: [H_l x N_{l+1} x N_l] */
  gsize a;                       /* [K x N_a] */
  double *scale;                 /* [n] deviation of the prior */
  double *weights, *slope;       /* [n] in their own units */
  double *W[IPL_MAX_LAYERS + 1]; /* [rows of U_l x N_l] effective weights, the last is a */
  double *dW[IPL_MAX_LAYERS + 1];
  double *readout, *dreadout; /* [K x Pi x N0] f_k = sum_p readout_k,p . xi^p */
  double *residual;           /* [P x K] f - y */
  double *dxi;
  double *space;
} IplAttentionNetwork;

IplAttentionNetwork *ipl_attention_network_new (IplAttentionModel *model, GError **error);
void ipl_attention_network_free (IplAttentionNetwork *self);
/* |y - f|^2 / 2 T + |theta|^2 / 2, less a constant -log p of the posterior, and its gradient: [n];
 * infinity with @error where it is not defined. */
double ipl_attention_network_evaluate (IplAttentionNetwork *self, const double *theta,
                                       double *gradient, GCancellable *cancellable, GError **error);
/* U = W_1 W_1^T / N_1 at the last point: [rows of U x rows of U] */
void ipl_attention_network_U (const IplAttentionNetwork *self, double *U);

/* Langevin dynamics, corrected by Metropolis' rule, so that its stationary law is the posterior
 * whatever the step; the step adapts while @adapts. */
typedef struct
{
  IplAttentionNetwork *network; /* borrowed */
  gsl_rng *rng;                 /* borrowed */
  double step;
  gboolean adapts;
  double value;
  double *theta, *gradient, *trial, *trial_gradient; /* [n] */
  double *space;
  guint64 steps, accepted;
} IplAttentionLangevin;

gboolean ipl_attention_langevin_init (IplAttentionLangevin *self, IplAttentionNetwork *network,
                                      const double *theta, gsl_rng *rng, GError **error);
void ipl_attention_langevin_clear (IplAttentionLangevin *self);
gboolean ipl_attention_langevin_step (IplAttentionLangevin *self, GCancellable *cancellable,
                                      GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplAttentionNetwork, ipl_attention_network_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplAttentionLangevin, ipl_attention_langevin_clear)
