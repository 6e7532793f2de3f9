/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/heads/head-drops.h"

G_BEGIN_DECLS

/* What one predictor loses without each head, example by example, so that standard errors are
 * paired and test sets can be drawn anew. */
typedef struct
{
  guint n_heads;
  gsize count;
  const IplScore *score;
  const double *y; /* [count], the case's */
  double *f;       /* [count] with all heads */
  double *lost;    /* [count x n_heads] row-major */
  gboolean *known; /* [n_heads] */
} IplHeadLosses;

/* FALSE with IPL_ERROR_MEMORY; to be cleared all the same. */
gboolean ipl_head_losses_init (IplHeadLosses *self, const IplCase *the_case, guint test,
                               const double *f, GError **error);
void ipl_head_losses_clear (IplHeadLosses *self);
/* f: [count], its numbers @stride apart. */
void ipl_head_losses_set (IplHeadLosses *self, guint head, const double *f, gsize stride);
/* Fills drops that have room; threads: 0 for as many as there are cores. */
void ipl_head_losses_read (const IplHeadLosses *self, const double *score, guint64 seed,
                           guint threads, IplHeadDrops *drops);

/* Spearman's, of n numbers; NaN with fewer than 3, or where all of one kind are alike. */
double ipl_heads_spearman (gsize n, const double *a, const double *b);

G_END_DECLS
