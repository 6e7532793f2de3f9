/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  /* Spearman's rank correlation, NaN with fewer than 3 heads or where all are alike */
  double value;
  /* 2.5th percentile over test sets drawn with replacement; NaN, as @high, where these cannot tell
   * how sure it is */
  double low;
  double high; /* 97.5th percentile */
} IplCorrelation;

/* What removing one head at a time does to one predictor. For regression the mean squared error
 * stands in, and a drop is its rise. */
typedef struct
{
  double accuracy; /* accuracy with all heads; NaN where there is no such predictor */
  /* [n_heads] how much accuracy falls without the head; NaN where it is not known, or where the
   * head is its layer's only one */
  double *drop;
  /* [n_heads] standard error over test examples, of the difference example by example */
  double *se;
  IplCorrelation correlation; /* of the heads' scores with @drop */
} IplHeadDrops;

G_END_DECLS
