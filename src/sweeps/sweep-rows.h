/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"
#include "runs/run.h"
#include "sweeps/folder-status.h"
#include "sweeps/row-scores.h"

/* The accuracies of a sweep that are there. Reference-counted; immutable once it is
 * shared. */
typedef struct
{
  IplSweepFolder *folder; /* the sweep */
  IplSweepStatus *status; /* how far it is */
  IplRowScores *scores;   /* accuracies of its rows */
  char *damage;           /* (nullable): the sentence about the first file that cannot be read */
} IplSweepRows;

IPL_DECLARE_SHARED (IplSweepRows, ipl_sweep_rows)

IplSweepRows *ipl_sweep_rows_read (const char *path, const IplSweepRows *before,
                                   GCancellable *cancellable, GError **error);
gboolean ipl_sweep_rows_equal (const IplSweepRows *self, const IplSweepRows *other);
gboolean ipl_sweep_rows_find_prior (const IplSweepRows *self, const IplSetting *at, guint *index);
GPtrArray *ipl_sweep_rows_samples (const IplSweepRows *self, guint prior);
IplSeedMean *ipl_sweep_rows_mean (const IplSweepRows *self, guint prior);
