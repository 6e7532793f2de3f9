/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/removal-order.h"

#include <math.h>
#include <string.h>

#include "core/base/random-stream.h"
#include "core/heads/head-drops.h"

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

/* TRUE for the id of an order. */
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

/* Keeps the order of the heads, without the last one of each layer. */
static void
exclude_last (const IplHeadReport *report, const guint *listed, guint *order)
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

/* FALSE if unknown. @worth: [n_heads] value of a head by entropy or gradient, smallest removed
 * first: minus the entropy, the gradient score. */
static gboolean
find_worths (const IplHeadReport *report, IplRemovalOrder order, double *worth)
{
  for (guint i = 0; i < report->n_heads; i++)
    {
      worth[i] = order == IPL_REMOVAL_BY_ENTROPY ? -report->entropy[i] : report->gradient[i];
      if (isnan (worth[i]))
        return FALSE;
    }
  return TRUE;
}

static void
shuffle (guint n, guint64 seed, guint index, guint *listed)
{
  IplRandomStream stream;

  ipl_random_stream_init (&stream, seed, IPL_STREAM_REMOVAL_ORDER, index);
  for (guint i = 0; i < n; i++)
    {
      guint k = (guint)(gsl_rng_uniform (&stream.rng) * (double)(i + 1));

      listed[i] = k < i ? listed[k] : i;
      listed[k] = i;
    }
}

gboolean
ipl_removal_order_list (const IplHeadReport *report, IplRemovalOrder which, guint64 seed,
                        guint index, guint *order)
{
  guint n = report->n_heads;
  g_autofree guint *listed = g_new (guint, n);
  g_autofree double *worth = g_new (double, n);

  if (which == IPL_REMOVAL_RANDOM)
    shuffle (n, seed, index, listed);
  else if (which == IPL_REMOVAL_BY_SCORE || which == IPL_REMOVAL_REVERSE)
    for (guint i = 0; i < n; i++)
      listed[i] = report->order[which == IPL_REMOVAL_REVERSE ? n - 1 - i : i];
  else if (find_worths (report, which, worth))
    ipl_heads_sort (n, worth, listed);
  else
    return FALSE;
  exclude_last (report, listed, order);
  return TRUE;
}

/* Kendall's tau-b: of all pairs, those in the same order minus those in opposite orders, over
 * the geometric mean of the numbers of pairs not tied in @a and in @b (Kendall, Biometrika 33,
 * 1945). @a: [n]; @b: [n]; Returns in [-1, 1]; NaN for fewer than three, or if all of @a or of
 * @b are equal. */
double
ipl_kendall (gsize n, const double *a, const double *b)
{
  double same = 0, untied_a = 0, untied_b = 0;

  if (n < 3)
    return NAN;
  for (gsize i = 0; i < n; i++)
    for (gsize k = 0; k < i; k++)
      {
        int of_a = (a[i] > a[k]) - (a[i] < a[k]), of_b = (b[i] > b[k]) - (b[i] < b[k]);

        same += of_a * of_b;
        untied_a += of_a != 0;
        untied_b += of_b != 0;
      }
  return untied_a > 0 && untied_b > 0 ? same / sqrt (untied_a * untied_b) : NAN;
}

/* @order: by entropy or gradient; others have no correlation; @correlation: with the order by
 *   score. */
void
ipl_order_correlation (const IplHeadReport *report, IplRemovalOrder order,
                       IplOrderCorrelation *correlation)
{
  guint n = report->n_heads;
  g_autofree double *worth = g_new (double, n);

  *correlation = (IplOrderCorrelation){ n, NAN, NAN };
  if ((order != IPL_REMOVAL_BY_ENTROPY && order != IPL_REMOVAL_BY_GRADIENT)
      || !find_worths (report, order, worth))
    return;
  correlation->spearman = ipl_heads_spearman (n, report->score, worth);
  correlation->kendall = ipl_kendall (n, report->score, worth);
}
