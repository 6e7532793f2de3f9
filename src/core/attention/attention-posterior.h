/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/attention/attention-model.h"
#include "core/posterior/posterior-target.h"
#include "core/posterior/tempered.h"

/* The exact posterior of attention weights and order parameter (THEORY.md section 19.5), over q:
 * [n], w / s_w and then the coordinates of the collapsed posterior at this w. One per thread. */
typedef struct
{
  IplAttentionModel *model;   /* borrowed */
  IplPosteriorTarget *target; /* the chain; its energy is that of the last point */
  gsize n, n_w;
  double *w, *dxi, *slope;
  guint64 *signs; /* [n] for ipl_nuts_new(): settling changes none of w */
  double *space;
  GError *error; /* what no point can help */
} IplAttentionPosterior;

IplAttentionPosterior *ipl_attention_posterior_new (IplAttentionModel *model, GError **error);
void ipl_attention_posterior_free (IplAttentionPosterior *self);
/* log density up to a constant, and its gradient: [n]; an IplLogDensity with this as data */
double ipl_attention_posterior_evaluate (const double *q, double *gradient,
                                         GCancellable *cancellable, gpointer self);
/* Signs of the chain's coordinates that nothing depends on; an IplSettle. */
void ipl_attention_posterior_settle (double *q, double *gradient, gpointer self);
/* Variances of q where no data speak; [n] */
void ipl_attention_posterior_variances (const IplAttentionPosterior *self, double *variances);
/* The same for replicas (THEORY.md section 19.5): at power 0 attention weights have a wider prior,
 * which at 1 is the prior itself. */
IplTemperedDensity ipl_attention_posterior_tempered (IplAttentionPosterior *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplAttentionPosterior, ipl_attention_posterior_free)
