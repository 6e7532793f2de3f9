/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/job.h"
#include "sweeps/sweep-rows.h"

/* Immutable, reference-counted. */
typedef struct
{
  char *path;         /* the folder */
  IplSweepRows *rows; /* (nullable): what is there of the sweep */
  GError *error;      /* (nullable): why nothing can be said any more */
} IplWatchResult;

IPL_DECLARE_SHARED (IplWatchResult, ipl_watch_result)

/* Its request is the path of a folder, to be freed with g_free(). It ends when all rows are there.
 */
extern const IplRun ipl_run_watch;
