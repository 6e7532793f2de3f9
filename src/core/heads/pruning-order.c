/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/pruning-private.h"

#include "core/base/random-stream.h"

/* Heads as they are listed, but for the last one of each layer. */
static void
keep_last (const IplHeadReport *report, const guint *listed, guint *order)
{
  const IplCase *the_case = report->the_case;
  guint left[IPL_MAX_LAYERS], n = 0;

  for (guint l = 0; l < the_case->L; l++)
    left[l] = the_case->H[l];
  for (guint i = 0; i < report->n_heads; i++)
    {
      guint *in_layer = &left[report->layer[listed[i]]];

      if (*in_layer == 1)
        continue;
      (*in_layer)--;
      order[n++] = listed[i];
    }
}

/*< private > */
void
ipl_pruning_order_by_score (const IplHeadReport *report, gboolean reverse, guint *order)
{
  guint n = report->n_heads;
  g_autofree guint *listed = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    listed[i] = report->order[reverse ? n - 1 - i : i];
  keep_last (report, listed, order);
}

/*< private > */
void
ipl_pruning_order_random (const IplHeadReport *report, guint64 seed, guint index, guint *order)
{
  guint n = report->n_heads;
  g_autofree guint *listed = g_new (guint, n);
  IplRandomStream stream;

  ipl_random_stream_init (&stream, seed, IPL_STREAM_PRUNE_ORDER, index);
  for (guint i = 0; i < n; i++)
    {
      guint k = (guint)(gsl_rng_uniform (&stream.rng) * (double)(i + 1));

      listed[i] = k < i ? listed[k] : i;
      listed[k] = i;
    }
  keep_last (report, listed, order);
}
