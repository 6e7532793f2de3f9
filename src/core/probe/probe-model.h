/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network of the program's own, of which heads can be removed. */
#pragma once

#include "core/files/npz.h"

#define IPL_PROBE_MAX_LAYERS 256

typedef struct
{
  guint n_layers;
  gsize H[IPL_PROBE_MAX_LAYERS]; /* [n_layers] heads */
  gsize most;                    /* heads of the layer that has the most */
  /* its accuracy on the test examples without some heads: @removed: [n_layers x most] */
  gboolean (*measure) (gconstpointer data, const gboolean *removed, guint threads, double *accuracy,
                       GCancellable *cancellable, GError **error);
  gpointer data;
  GDestroyNotify free; /* of @data */
} IplProbeModel;

void ipl_probe_model_clear (IplProbeModel *self);
gboolean ipl_probe_model_add_drops (const IplProbeModel *self, IplNpz *to, guint threads,
                                    GCancellable *cancellable, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplProbeModel, ipl_probe_model_clear)
