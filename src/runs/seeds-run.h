/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"

#include "runs/job.h"
#include "runs/shared-parameters.h"

/* One sweep over many seeds. */
typedef struct
{
  /* what makes the case, but for its seed, and its GP limits (a reference) */
  const IplParameters *parameters;
  guint n; /* number of @settings */
  /* [@n] where each case is solved; all of one temperature unless @best */
  IplSetting *settings;
  gboolean best; /* whether of each width only the best temperature counts */
  guint64 first; /* the first seed */
  guint n_seeds; /* how many, each one more than the last */
  guint threads; /* threads; the numbers do not depend on it */
} IplSeedsRequest;

IplSeedsRequest *ipl_seeds_request_new (const IplParameters *parameters, guint n,
                                        const IplSetting *settings, gboolean best);
void ipl_seeds_request_free (IplSeedsRequest *self);

/* The results so far. Immutable, reference-counted. */
typedef struct
{
  const IplParameters *parameters; /* what was asked (a reference) */
  IplSeedMean *mean;               /* (nullable): the accuracies of the seeds that are done */
  guint n_seeds;                   /* how many were asked for */
  GError *error;                   /* (nullable): why some are missing */
} IplSeedsResult;

IPL_DECLARE_SHARED (IplSeedsResult, ipl_seeds_result)

extern const IplRun ipl_run_seeds;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSeedsRequest, ipl_seeds_request_free)
