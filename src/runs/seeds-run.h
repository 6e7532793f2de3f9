/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "core/theory/seed-mean.h"

#include "runs/job.h"
#include "runs/shared-parameters.h"

G_BEGIN_DECLS

/**
 * IplSeedsRequest:
 * @parameters: what makes the case, but for its seed, and its GP limits (a reference)
 * @n: number of @settings
 * @settings: [@n] where each case is solved; all of one temperature unless @best
 * @best: whether of each width only the best temperature counts
 * @first: the first seed
 * @n_seeds: how many, each one more than the last
 * @threads: threads; the numbers do not depend on it
 *
 * One sweep over many seeds.
 */
typedef struct
{
  const IplParameters *parameters;
  guint n;
  IplSetting *settings;
  gboolean best;
  guint64 first;
  guint n_seeds;
  guint threads;
} IplSeedsRequest;

IplSeedsRequest *ipl_seeds_request_new (const IplParameters *parameters, guint n,
                                        const IplSetting *settings, gboolean best);
void ipl_seeds_request_free (IplSeedsRequest *self);

/**
 * IplSeedsResult:
 * @parameters: what was asked (a reference)
 * @mean: (nullable): the accuracies of the seeds that are done
 * @n_seeds: how many were asked for
 * @error: (nullable): why some are missing
 *
 * What is known so far. Immutable, reference-counted.
 */
typedef struct
{
  const IplParameters *parameters;
  IplSeedMean *mean;
  guint n_seeds;
  GError *error;
  /*< private >*/
  gatomicrefcount ref_count;
} IplSeedsResult;

IplSeedsResult *ipl_seeds_result_ref (IplSeedsResult *self);
void ipl_seeds_result_unref (IplSeedsResult *self);

extern const IplRun ipl_run_seeds;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSeedsRequest, ipl_seeds_request_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSeedsResult, ipl_seeds_result_unref)

G_END_DECLS
