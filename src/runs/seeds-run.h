/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"

#include "runs/job.h"
#include "runs/parameters-ref.h"

/* A request for the same sweep over several seeds. */
typedef struct
{
  /* parameters of the case, except for the seed, and its GP limits (a reference) */
  const IplParameters *parameters;
  guint n; /* number of @settings */
  /* [@n] settings at which each case is solved; of one temperature unless @best */
  IplSetting *settings;
  gboolean best; /* TRUE to use only the best temperature of each width */
  guint64 first; /* the first seed */
  guint n_seeds; /* number of consecutive seeds */
  guint threads; /* number of threads; the results do not depend on it */
} IplSeedsRequest;

IplSeedsRequest *ipl_seeds_request_new (const IplParameters *parameters, guint n,
                                        const IplSetting *settings, gboolean best);
void ipl_seeds_request_free (IplSeedsRequest *self);

/* Results so far. Immutable, reference-counted. */
typedef struct
{
  const IplParameters *parameters; /* parameters of the request (a reference) */
  IplSeedMean *mean;               /* (nullable): the accuracies of the seeds that are done */
  guint n_seeds;                   /* number of requested seeds */
  GError *error;                   /* (nullable): reason why seeds are missing */
} IplSeedsResult;

IPL_DECLARE_SHARED (IplSeedsResult, ipl_seeds_result)

extern const IplRun ipl_run_seeds;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSeedsRequest, ipl_seeds_request_free)
