/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-summary.h"

G_BEGIN_DECLS

double *ipl_posterior_entry_draws (const IplPosteriorSummary *self, gsize p, gsize q);

typedef struct
{
  guint n_bins; /* 0 where there is nothing finite */
  double low, high;
  double *density; /* [n_bins] */
  double highest;
} IplHistogram;

IplHistogram *ipl_histogram_new (const IplPosteriorSummary *posterior, gsize p, gsize q);
void ipl_histogram_free (IplHistogram *self);
guint ipl_rank_bins (const IplPosteriorSummary *posterior);
void ipl_rank_expectation (const IplPosteriorSummary *posterior, guint n_bins, double *expected,
                           double *spread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHistogram, ipl_histogram_free)

G_END_DECLS
