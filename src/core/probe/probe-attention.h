/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention of every head on the first test examples of a file of probes, which is read when it is
 * shown: one head on one example at a time. */
#pragma once

#include "core/case/token-texts.h"
#include "core/probe/probe-file.h"

/* Attention between more tokens than this is not shown. */
#define IPL_PROBE_MOST_TOKENS 512

/* Immutable, reference-counted; what is read of it may be read from several threads. */
typedef struct
{
  char *why;                     /* (nullable): a sentence that says why there is none */
  guint n_layers;                /* how many layers of the file have it, the first */
  gsize H[IPL_PROBE_MAX_LAYERS]; /* [n_layers] heads */
  gsize count;                   /* test examples */
  gsize T;                       /* tokens of each */
  double *labels;                /* (nullable): [count] */
  IplTokenTexts *tokens;         /* (nullable): their texts */
  /*< private >*/
  IplNpz *npz;
  GMutex reading;
  gatomicrefcount ref_count;
} IplProbeAttention;

IplProbeAttention *ipl_probe_attention_open (const char *path, GCancellable *cancellable);
IplProbeAttention *ipl_probe_attention_ref (IplProbeAttention *self);
void ipl_probe_attention_unref (IplProbeAttention *self);
gboolean ipl_probe_attention_read (IplProbeAttention *self, guint layer, gsize head, gsize example,
                                   double *attention, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplProbeAttention, ipl_probe_attention_unref)
