/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/removal-order-private.h"

#include <math.h>
#include <string.h>

#include "core/base/random-stream.h"

static const char *const order_ids[IPL_N_REMOVAL_ORDERS] = {
  [IPL_REMOVAL_BY_SCORE] = "score",     [IPL_REMOVAL_REVERSE] = "reverse",
  [IPL_REMOVAL_BY_ENTROPY] = "entropy", [IPL_REMOVAL_BY_GRADIENT] = "gradient",
  [IPL_REMOVAL_RANDOM] = "random",
};

/* "score", "reverse", "entropy", "gradient" or "random". */
const char *
ipl_removal_order_id (IplRemovalOrder order)
{
  g_return_val_if_fail (order >= 0 && order < IPL_N_REMOVAL_ORDERS, NULL);

  return order_ids[order];
}

/* TRUE if it stands for one. */
gboolean
ipl_removal_order_parse (const char *id, IplRemovalOrder *order)
{
  for (guint i = 0; i < IPL_N_REMOVAL_ORDERS; i++)
    if (strcmp (id, order_ids[i]) == 0)
      {
        *order = (IplRemovalOrder)i;
        return TRUE;
      }
  return FALSE;
}

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

void
ipl_removal_order_by_score (const IplHeadReport *report, gboolean reverse, guint *order)
{
  guint n = report->n_heads;
  g_autofree guint *listed = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    listed[i] = report->order[reverse ? n - 1 - i : i];
  keep_last (report, listed, order);
}

static int
compare_worths (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *worth = data;
  guint i = *(const guint *)a, k = *(const guint *)b;

  if (worth[i] != worth[k])
    return worth[i] < worth[k] ? -1 : 1;
  return i < k ? -1 : i > k;
}

/* TRUE if it is known. @worth: [n_heads] what a head is worth in this order, the least of which
 * goes first: the score, minus the entropy, the gradient score. */
gboolean
ipl_removal_order_worths (const IplHeadReport *report, IplRemovalOrder order, double *worth)
{
  g_return_val_if_fail (report != NULL && worth != NULL, FALSE);

  for (guint i = 0; i < report->n_heads; i++)
    {
      worth[i] = order == IPL_REMOVAL_BY_ENTROPY    ? -report->entropy[i]
                 : order == IPL_REMOVAL_BY_GRADIENT ? report->gradient[i]
                                                    : report->score[i];
      if (isnan (worth[i]))
        return FALSE;
    }
  return TRUE;
}

gboolean
ipl_removal_order_by_worth (const IplHeadReport *report, IplRemovalOrder which, guint *order)
{
  guint n = report->n_heads;
  g_autofree guint *listed = g_new (guint, n);
  g_autofree double *worth = g_new (double, n);

  if (!ipl_removal_order_worths (report, which, worth))
    return FALSE;
  for (guint i = 0; i < n; i++)
    listed[i] = i;
  g_qsort_with_data (listed, (gint)n, sizeof *listed, compare_worths, worth);
  keep_last (report, listed, order);
  return TRUE;
}

void
ipl_removal_order_random (const IplHeadReport *report, guint64 seed, guint index, guint *order)
{
  guint n = report->n_heads;
  g_autofree guint *listed = g_new (guint, n);
  IplRandomStream stream;

  ipl_random_stream_init (&stream, seed, IPL_STREAM_REMOVAL_ORDER, index);
  for (guint i = 0; i < n; i++)
    {
      guint k = (guint)(gsl_rng_uniform (&stream.rng) * (double)(i + 1));

      listed[i] = k < i ? listed[k] : i;
      listed[k] = i;
    }
  keep_last (report, listed, order);
}
