/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/probe/probe-model.h"

#include <math.h>

void
ipl_probe_model_clear (IplProbeModel *self)
{
  if (self->free != NULL)
    self->free (self->data);
  *self = (IplProbeModel){ 0 };
}

/* Without heads p and q of a layer, which may be the same. */
static gboolean
find_drop (const IplProbeModel *self, guint layer, gsize p, gsize q, double accuracy, guint threads,
           double *drop, GCancellable *cancellable, GError **error)
{
  g_autofree gboolean *removed = g_new0 (gboolean, self->n_layers * self->most);
  double without;

  removed[layer * self->most + p] = removed[layer * self->most + q] = TRUE;
  if (!self->measure (self->data, removed, threads, &without, cancellable, error))
    return FALSE;
  *drop = accuracy - without;
  return TRUE;
}

/* Adds what a file of probes says of its model: its accuracy, and what it loses without every head
 * and every two of a layer. */
gboolean
ipl_probe_model_add_drops (const IplProbeModel *self, IplNpz *to, guint threads,
                           GCancellable *cancellable, GError **error)
{
  gsize L = self->n_layers, H = self->most;
  g_autofree gboolean *none = g_new0 (gboolean, L * H);
  g_autofree double *drop = g_new (double, L * H), *both = g_new (double, L * H * H);
  double accuracy;

  for (gsize i = 0; i < L * H * H; i++)
    both[i] = drop[i / H] = NAN;
  if (!self->measure (self->data, none, threads, &accuracy, cancellable, error))
    return FALSE;
  for (guint l = 0; l < L; l++)
    for (gsize p = 0; p < self->H[l]; p++)
      for (gsize q = 0; q <= p; q++)
        {
          double *of_pair = &both[(l * H + p) * H + q];

          if (!find_drop (self, l, p, q, accuracy, threads, of_pair, cancellable, error))
            return FALSE;
          both[(l * H + q) * H + p] = *of_pair;
          if (p == q)
            drop[l * H + p] = *of_pair;
        }
  ipl_npz_add_numbers (to, "model_accuracy", &accuracy, 0, NULL);
  ipl_npz_add_numbers (to, "drop", drop, 2, (gsize[]){ L, H });
  ipl_npz_add_numbers (to, "pair_drop", both, 3, (gsize[]){ L, H, H });
  return TRUE;
}
