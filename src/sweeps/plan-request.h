/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sweeps/job-script.h"

G_BEGIN_DECLS

/**
 * IplPlanRequest:
 * @parameters: what makes the case, its variances, GP limits and how chains are moved
 * @n_widths: number of @widths
 * @widths: [@n_widths] widths
 * @n_temperatures: number of @temperatures
 * @temperatures: [@n_temperatures] temperatures
 * @n_variances: sets of prior variances; 0: only those of @parameters
 * @variances: (nullable): [@n_variances x IPL_RUN_VARIANCES_STRIDE] all of them
 * @best: whether of each width only the best temperature counts
 * @first_seed: the first of the seeds of a mean
 * @n_seeds: how many follow each other from there; 0: no mean
 * @draws: of each chain; 0: nothing is sampled
 * @prune: (nullable): interned; the order in which heads are removed at every row; %NULL: none is.
 *   Not beside @draws
 * @train: steps for which a network is trained for every width and seed instead; 0: none is.
 *   Temperatures and variances do not matter then
 * @job: what is asked of the scheduler; its texts are the request's own
 * @path: (nullable): the folder to make; %NULL to tell only what it would cost
 *
 * A sweep that somebody asks for: all that `interplay-cli plan` is told.
 */
typedef struct
{
  IplParameters parameters;
  guint n_widths;
  IplSetting *widths;
  guint n_temperatures;
  double *temperatures;
  guint n_variances;
  double *variances;
  gboolean best;
  guint64 first_seed;
  guint n_seeds;
  guint draws;
  const char *prune;
  guint train;
  IplJobOptions job;
  char *partition;
  char *account;
  char *path;
} IplPlanRequest;

void ipl_plan_request_free (IplPlanRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPlanRequest, ipl_plan_request_free)

char *ipl_plan_request_command (const IplPlanRequest *self, const char *folder);
gboolean ipl_plan_request_reduce (const IplPlanRequest *self, IplParameters *reduced,
                                  GCancellable *cancellable, GError **error);
IplSweepPlan *ipl_plan_request_make (const IplPlanRequest *self, const IplParameters *reduced,
                                     const IplCase *outline, const IplCost *cost, GError **error);

G_END_DECLS
