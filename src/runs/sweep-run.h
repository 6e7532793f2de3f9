/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/sweep.h"

#include "runs/sampler.h"

/* A request to solve and sample a list of settings. The caller owns all of it. */
typedef struct
{
  IplCase *the_case;
  IplKernel *kernel; /* (nullable): its path-path kernels, if they exist already */
  /* (nullable): additional setting to solve; with @best at the best of the temperatures of
   * @settings */
  const IplSetting *shown;
  guint n;                    /* number of @settings */
  const IplSetting *settings; /* [n] */
  /* (nullable): [n] TRUE for the settings that are rows of the result; NULL for all */
  const gboolean *wanted;
  /* (nullable): additional subsets of paths with GP limits, in the syntax of
   * ipl_path_subsets_parse() */
  const char *gp_paths;
  gboolean best;                   /* TRUE to keep only the best temperature of each width */
  gboolean sample;                 /* TRUE to sample the posterior at every row */
  IplPosteriorOptions options;     /* options of the sampler */
  guint draws;                     /* draws of each chain */
  const IplCheckpoint *checkpoint; /* (nullable): checkpoint of the chains */
} IplSweepRequest;

/* The result of a list of settings. */
typedef struct
{
  IplKernel *kernel;    /* (nullable): the path-path kernels of the case (a reference) */
  IplSweep *sweep;      /* (nullable): the rows */
  IplSolution *current; /* (nullable): solution at @shown of the request; the row if it is one */
  /* (nullable): [n_rows] IplPosteriorSummary at each row of @sweep, NULL without draws */
  GPtrArray *posteriors;
  gboolean stopped; /* TRUE if it was stopped before its end */
  GError *error;    /* (nullable): reason why results are missing */
} IplSweepResult;

IplSweepResult *ipl_sweep_request_run (const IplSweepRequest *request, const IplWork *work);
void ipl_sweep_result_free (IplSweepResult *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSweepResult, ipl_sweep_result_free)
