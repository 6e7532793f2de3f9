/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What single heads of a transformer are to it. */
#pragma once

#include "core/transformer/transformer.h"

/* [layers x heads] each. */
typedef struct
{
  double *entropy;  /* of attention, mean over queries and sequences, in nats */
  double *gradient; /* |d loss / d factor| of a factor before the head, mean over sequences */
  double *norm;     /* root mean square of its output */
} IplTransformerHeads;

IplTransformer *ipl_transformer_load (const char *path, GCancellable *cancellable, GError **error);
void ipl_transformer_remove_heads (IplTransformer *self, const IplTransformer *from,
                                   const gboolean *removed);
gboolean ipl_transformer_measure_heads (const IplTransformer *self,
                                        const IplTransformerBatch *batch,
                                        const IplTransformerHeads *heads, GCancellable *cancellable,
                                        GError **error);
