/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/transformer/transformer-layout.h"
#include "core/transformer/transformer.h"

G_BEGIN_DECLS

/* A way of batches of one size through a network, with all that it needs of memory. */
typedef struct _IplTransformerPass IplTransformerPass;

/* What a step drops: nothing at a rate of 0. */
typedef struct
{
  double rate;
  guint64 key;
} IplTransformerDropout;

/* What a block has made of some sequences; borrowed. */
typedef struct
{
  guint l;
  gsize first, count;     /* sequences */
  gsize length;           /* tokens of each */
  gsize stride;           /* of attention */
  const float *attention; /* [count x heads x length x stride] */
  const float *hidden;    /* [count x length x hidden] */
} IplTransformerSeen;

/* Called on any thread. */
typedef void (*IplTransformerSeeFunc) (const IplTransformerSeen *seen, gpointer data);

IplTransformerPass *ipl_transformer_pass_new (const IplTransformerShape *shape, gsize count,
                                              gsize length, gboolean gradients, GError **error);
void ipl_transformer_pass_free (IplTransformerPass *self);
gboolean ipl_transformer_pass_fits (const IplTransformerPass *self,
                                    const IplTransformerBatch *batch);
gboolean ipl_transformer_batch_check (const IplTransformerBatch *self,
                                      const IplTransformerShape *shape, gboolean targets,
                                      GError **error);

void ipl_transformer_pass_look (IplTransformerPass *self, IplTransformerSeeFunc see, gpointer data);
gboolean ipl_transformer_pass_run (IplTransformerPass *self, const float *parameters,
                                   const IplTransformerBatch *batch, IplTransformerDropout dropout,
                                   float *gradient, IplTransformerScores *scores, guint threads,
                                   GCancellable *cancellable);
gboolean ipl_transformer_pass_logits (IplTransformerPass *self, const float *parameters,
                                      float *logits, guint threads, GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTransformerPass, ipl_transformer_pass_free)

G_END_DECLS
