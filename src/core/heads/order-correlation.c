/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/order-correlation.h"

#include <math.h>

#include "core/heads/head-drops-private.h"
#include "core/heads/removal-order-private.h"

/* Kendall's tau-b: of all pairs, those in the same order minus those in opposite orders, over the
 * geometric mean of the numbers of pairs not tied in @a and in @b (Kendall, Biometrika 33, 1945).
 * @a: [n]; @b: [n]; Returns in [-1, 1]; NaN for less than three, or where all of @a or of @b are
 * equal. */
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

/* @order: by entropy or gradient; there is none for others; @correlation: with the order by
 * score. */
void
ipl_order_correlation (const IplHeadReport *report, IplRemovalOrder order,
                       IplOrderCorrelation *correlation)
{
  guint n = report->n_heads;
  g_autofree double *worth = g_new (double, n);

  *correlation = (IplOrderCorrelation){ n, NAN, NAN };
  if ((order != IPL_REMOVAL_BY_ENTROPY && order != IPL_REMOVAL_BY_GRADIENT)
      || !ipl_removal_order_worths (report, order, worth))
    return;
  correlation->spearman = ipl_heads_spearman (n, report->score, worth);
  correlation->kendall = ipl_kendall (n, report->score, worth);
}
