/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/attention/attention-model.h"
#include "core/theory/solution.h"

/* Attention and order parameter at a minimum of the free energy. */
typedef struct
{
  double *w; /* [n] */
  double free_energy;
  double gradient; /* largest entry of dF/d(w / s_w) without its sign */
  gboolean converged;
  IplSaddle *saddle; /* at w */
} IplAttentionMinimum;

/* Descends from w: [n]. */
IplAttentionMinimum *ipl_attention_minimize (IplAttentionModel *model, const double *w,
                                             GCancellable *cancellable, GError **error);
void ipl_attention_minimum_free (IplAttentionMinimum *self);
/* Everything that the theory says there. */
IplSolution *ipl_attention_minimum_solve (const IplAttentionMinimum *self, IplAttentionModel *model,
                                          GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplAttentionMinimum, ipl_attention_minimum_free)
