/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"

/* The contents of a file of results, shown without solving anything. */
typedef struct
{
  char *settings;  /* what they were computed from, JSON text; "{}" where the file does not say */
  IplSweep *sweep; /* the rows; its #IplCaseInfo is no part of a case */
  /* (nullable): [@sweep->n_rows] IplPosteriorSummary there, %NULL where nothing was sampled */
  GPtrArray *posteriors;
  IplSeedMean *seeds; /* (nullable): the accuracies of the same sweep over seeds of the case */
} IplResults;

gboolean ipl_results_is_file (const char *path);
IplResults *ipl_results_load (const char *path, GCancellable *cancellable, GError **error);
void ipl_results_free (IplResults *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplResults, ipl_results_free)
