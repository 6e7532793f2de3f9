/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

typedef struct
{
  /* Spearman's rank correlation, NaN with fewer than 3 heads or where all are alike */
  double value;
  /* 2.5th percentile over test sets drawn with replacement; NaN, as @high, where these give no
   * interval */
  double low;
  double high; /* 97.5th percentile */
} IplCorrelation;

/* The effect of removing one head at a time on one predictor. For regression the score is the
 * mean squared error, and a drop is its rise. */
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

/* The loss of one predictor without each head, example by example, so that standard errors are
 * paired and test sets can be drawn anew. */
typedef struct
{
  guint n_heads;
  gsize count;
  IplLabels labels;
  const double *y; /* [count x K], the case's */
  double *f;       /* [count x K] with all heads */
  double *lost;    /* [count x n_heads] row-major */
  gboolean *known; /* [n_heads] */
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
/* Spearman's, of n numbers; NaN with fewer than 3, or where all of one kind are alike. */
double ipl_heads_spearman (gsize n, const double *a, const double *b);
