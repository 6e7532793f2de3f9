/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * IplCorrelation:
 * @value: Spearman's rank correlation, NaN with fewer than 3 heads or where all are alike
 * @low: 2.5th percentile over test sets drawn with replacement; NaN, as @high, where these cannot
 *   tell how sure it is
 * @high: 97.5th percentile
 */
typedef struct
{
  double value;
  double low;
  double high;
} IplCorrelation;

/**
 * IplHeadDrops:
 * @accuracy: accuracy with all heads; NaN where there is no such predictor
 * @drop: [n_heads] how much accuracy falls without the head; NaN where it is not known, or where
 *   the head is its layer's only one
 * @se: [n_heads] standard error over test examples, of the difference example by example
 * @correlation: of the heads' scores with @drop
 *
 * What removing one head at a time does to one predictor. For regression the mean squared error
 * stands in, and a drop is its rise.
 */
typedef struct
{
  double accuracy;
  double *drop;
  double *se;
  IplCorrelation correlation;
} IplHeadDrops;

G_END_DECLS
