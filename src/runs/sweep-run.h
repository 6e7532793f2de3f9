/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/sweep.h"

#include "runs/job.h"
#include "runs/sampler.h"

G_BEGIN_DECLS

/* Whenever all draws of a setting are there, or a run that was stopped has some; FALSE ends the
 * sampling. */
typedef gboolean (*IplSweepDrawn) (guint row, const IplPosterior *posterior, gpointer data,
                                   GError **error);

/**
 * IplSweepRequest:
 * @the_case: the case
 * @kernel: (nullable): its path-path kernels, where they are there already
 * @solved: (nullable): their solutions, where they are there already: a sweep of @n rows
 * @n: number of @settings
 * @settings: [n]
 * @gp_paths: (nullable): subsets of paths whose GP limits are wanted too, as for
 *   ipl_path_subsets_parse()
 * @best: whether of each width only the best temperature is kept
 * @keep: whether a stop keeps the rows solved until then, each of the list where @best is wanted
 * @sample: whether the posterior is sampled at every row, too
 * @options: of the sampler
 * @draws: draws of each chain
 * @drawn: (nullable): told of the chains
 * @data: for @drawn
 * @checkpoint: (nullable): where the chains are kept meanwhile
 * @threads: threads; the numbers do not depend on it
 *
 * A list of settings to be solved, and sampled; all of it stays the caller's.
 */
typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSweep *solved;
  guint n;
  const IplSetting *settings;
  const char *gp_paths;
  gboolean best;
  gboolean keep;
  gboolean sample;
  IplPosteriorOptions options;
  guint draws;
  IplSweepDrawn drawn;
  gpointer data;
  const IplCheckpoint *checkpoint;
  guint threads;
} IplSweepRequest;

/**
 * IplSweepResult:
 * @kernel: (nullable): the path-path kernels of the case (a reference)
 * @sweep: (nullable): the rows
 * @posteriors: (nullable) (array length=n_rows): what has been sampled at each row of @sweep, %NULL
 *   where nothing
 * @stopped: whether it was stopped before its end
 * @error: (nullable): why something is missing
 *
 * What a list of settings came to.
 */
typedef struct
{
  IplKernel *kernel;
  IplSweep *sweep;
  IplPosteriorSummary **posteriors;
  gboolean stopped;
  GError *error;
} IplSweepResult;

void ipl_sweep_result_free (IplSweepResult *self);

extern const IplRun ipl_run_sweep;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSweepResult, ipl_sweep_result_free)

G_END_DECLS
