/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/sweep.h"

#include "runs/job.h"
#include "runs/sampler.h"

/* A list of settings to be solved, and sampled; all of it stays the caller's. */
typedef struct
{
  IplCase *the_case; /* the case */
  IplKernel *kernel; /* (nullable): its path-path kernels, where they are there already */
  /* (nullable): a setting whose solution is wanted too; with @best at the best of the temperatures
   * of
   * @settings */
  const IplSetting *shown;
  guint n;                    /* number of @settings */
  const IplSetting *settings; /* [n] */
  /* (nullable) [n]: which of them are rows of the result, where that is not all; without @keep */
  const gboolean *wanted;
  /* (nullable): subsets of paths whose GP limits are wanted too, as for ipl_path_subsets_parse() */
  const char *gp_paths;
  gboolean best; /* whether of each width only the best temperature is kept */
  /* whether a stop keeps the rows solved until then, each of the list where @best is wanted */
  gboolean keep;
  gboolean sample;                 /* whether the posterior is sampled at every row, too */
  IplPosteriorOptions options;     /* of the sampler */
  guint draws;                     /* draws of each chain */
  const IplCheckpoint *checkpoint; /* (nullable): where the chains are kept meanwhile */
  guint threads;                   /* threads; the numbers do not depend on it */
} IplSweepRequest;

/* The result of a list of settings. */
typedef struct
{
  IplKernel *kernel;    /* (nullable): the path-path kernels of the case (a reference) */
  IplSweep *sweep;      /* (nullable): the rows */
  IplSolution *current; /* (nullable): at @shown of the request: a row where it is one */
  /* (nullable): [n_rows] IplPosteriorSummary at each row of @sweep, NULL where nothing was sampled
   */
  GPtrArray *posteriors;
  gboolean stopped; /* whether it was stopped before its end */
  GError *error;    /* (nullable): why something is missing */
} IplSweepResult;

void ipl_sweep_result_free (IplSweepResult *self);

extern const IplRun ipl_run_sweep;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSweepResult, ipl_sweep_result_free)
