/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep that is asked for, by the command plan or in the window. */
#pragma once

#include "core/case/case.h"
#include "sweeps/job-script.h"

typedef struct
{
  IplParameters parameters;  /* what makes the case, its GP limits and how chains are moved */
  IplSweepAxis widths;       /* IPL_AXIS_WIDTHS */
  IplSweepAxis temperatures; /* not read where networks are trained, nor are the variances */
  IplSweepAxis variances;    /* one set of prior variances, or several */
  IplSweepAxis seeds;        /* of a mean; empty: none */
  gboolean best;             /* whether of each width only the best temperature counts */
  guint draws;               /* of each chain; 0: nothing is sampled */
  const char *prune;   /* (nullable): interned: the order in which heads are removed at every row */
  const char *test;    /* (nullable): name of the test set for that; NULL: the first */
  gboolean no_resolve; /* whether the theory is not solved anew without each head */
  guint train;         /* steps for which a network is trained at every row instead; 0: none is */
  IplJobOptions job;   /* what is asked of the scheduler; its texts are the request's own */
  char *partition;
  char *account;
  char *path; /* (nullable): the folder to make; NULL: only what it would cost is asked */
} IplPlanRequest;

void ipl_plan_request_init (IplPlanRequest *self, const IplParameters *parameters);
void ipl_plan_request_free (IplPlanRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPlanRequest, ipl_plan_request_free)

const char *ipl_plan_request_computes (const IplPlanRequest *self);
char *ipl_plan_request_command (const IplPlanRequest *self, const char *folder);
gboolean ipl_plan_request_reduce (const IplPlanRequest *self, IplParameters *reduced,
                                  GCancellable *cancellable, GError **error);
IplSweepPlan *ipl_plan_request_make (const IplPlanRequest *self, const IplParameters *reduced,
                                     const IplCase *outline, GError **error);
IplSweepPlan *ipl_plan_request_finish (const IplPlanRequest *self, IplRunSettings *run,
                                       const guint64 *seed, const IplCase *outline, GError **error);
