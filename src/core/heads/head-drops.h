/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

typedef struct
{
  /* Spearman's rank correlation, NaN for fewer than 3 heads or equal values */
  double value;
  /* 2.5th percentile over bootstrap test sets; NaN, as @high, without an interval */
  double low;
  double high; /* 97.5th percentile */
} IplCorrelation;

/* The effect of removing one head at a time on one predictor. For regression the score is the
 * mean squared error, and a drop is its rise. */
typedef struct
{
  double accuracy; /* accuracy with all heads; NaN without such a predictor */
  /* [n_heads] drop of the accuracy without the head; NaN if unknown, or if the head is the only
   * one of its layer */
  double *drop;
  /* [n_heads] standard error over test examples, of the difference example by example */
  double *se;
  IplCorrelation correlation; /* of the heads' scores with @drop */
} IplHeadDrops;

/* The loss of a predictor without each head, example by example, for paired standard errors and
 * bootstrap test sets. */
typedef struct
{
  guint n_heads;
  gsize count;
  IplLabels labels;
  const double *y;     /* [count x K], the case's */
  double *f;           /* [count x K] with all heads */
  double *lost;        /* [count x n_heads] row-major */
  gboolean *has_value; /* [n_heads] */
} IplHeadLosses;

/* FALSE with IPL_ERROR_MEMORY; to be cleared all the same. */
gboolean ipl_head_losses_init (IplHeadLosses *self, const IplCase *the_case, guint test,
                               const double *f, GError **error);
void ipl_head_losses_clear (IplHeadLosses *self);
/* f: [count x K] */
void ipl_head_losses_set (IplHeadLosses *self, guint head, const double *f);
void ipl_head_losses_read (const IplHeadLosses *self, const double *score, guint64 seed,
                           guint threads, IplHeadDrops *drops);

/* Indices by rising worth: order: [n], ties by index */
void ipl_heads_sort (guint n, const double *worth, guint *order);
/* Spearman's rank correlation of n numbers; NaN for fewer than 3, or if one list is constant. */
double ipl_heads_spearman (gsize n, const double *a, const double *b);
