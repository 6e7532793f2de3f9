/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Moments, quantiles and diagnostics of one number of every draw: an entry of U, or a sum of some.
 */
typedef struct
{
  double mean;
  double mcse; /* Monte Carlo standard error of @mean */
  double sd;
  double quantiles[5]; /* at 5, 25, 50, 75 and 95 % */
  double rhat;         /* rank-normalized split R-hat (Vehtari et al. 2021) */
  double ess_bulk;
  double ess_tail;
} IplPosteriorEntry;

/* @draws: [n_chains x n_draws], sorted when it returns; scratch: [ipl_diagnostics_scratch()] */
void ipl_posterior_entry_init (IplPosteriorEntry *self, guint n_chains, guint n_draws,
                               double *draws, double *scratch);

typedef struct
{
  guint n_bins; /* 0 if no value is finite */
  double low, high;
  double *density; /* [n_bins] */
  double highest;
} IplHistogram;

IplHistogram *ipl_histogram_new (const double *draws, guint total);
void ipl_histogram_free (IplHistogram *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHistogram, ipl_histogram_free)
