/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cluster/plan.h"
#include "core/experiments/experiment.h"
#include "core/maps/map.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/sweep.h"
#include "runs/job.h"

typedef enum
{
  IPL_SLICE_MISSING,  /* no file, or one that cannot be read */
  IPL_SLICE_COMPLETE, /* its file is there */
  IPL_SLICE_FOREIGN,  /* a file of another plan, or of another slice, is in its place */
} IplSliceState;

/* How a slice is solved. */
typedef struct
{
  guint threads;
  GCancellable *cancellable;
  IplJobProgressFunc progress;
  gpointer data; /* for @progress */
} IplSliceWork;

/* What the rows of a slice gave: one of these. */
typedef struct
{
  IplSweep *sweep;       /* settings; of seeds the sweep of the first */
  GPtrArray *posteriors; /* (nullable): IplPosteriorSummary of each row of @sweep */
  IplSeedMean *seeds;    /* (nullable): seeds of the mean */
  IplMap *map;
  IplExperimentResult *own; /* of an experiment in time */
} IplSliceResult;

void ipl_slice_result_clear (IplSliceResult *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplSliceResult, ipl_slice_result_clear)
gboolean ipl_slice_result_save (const IplSliceResult *self, const char *settings, const char *path,
                                GError **error);

IplSliceState ipl_slice_get_state (const IplPlan *plan, guint slice);
char *ipl_slice_get_settings (const IplPlan *plan, guint slice);
gboolean ipl_slice_solve (const IplPlan *plan, guint slice, const IplSliceWork *work,
                          GError **error);

/* slice-rows.c */
gboolean ipl_slice_solve_rows (const IplPlan *plan, guint slice, const IplSliceWork *work,
                               IplSliceResult *result, GError **error);
