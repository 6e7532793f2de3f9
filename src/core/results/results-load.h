/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"

/* The contents of a file of results, for display without a solution. */
typedef struct
{
  char *settings;  /* settings of the computation, JSON text; "{}" if the file has none */
  IplSweep *sweep; /* the rows; its #IplCaseInfo is not part of a case */
  /* (nullable): [@sweep->n_rows] IplPosteriorSummary, %NULL for rows without samples */
  GPtrArray *posteriors;
  IplSeedMean *seeds; /* (nullable): the accuracies of the same sweep over seeds of the case */
} IplResults;

gboolean ipl_results_is_file (const char *path);
IplResults *ipl_results_load (const char *path, GCancellable *cancellable, GError **error);
void ipl_results_free (IplResults *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplResults, ipl_results_free)
