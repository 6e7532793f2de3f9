/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-summary.h"

#include "runs/checkpoint.h"
#include "runs/job.h"

/* The setting to sample beside the widths of the sweep. */
typedef struct
{
  guint serial; /* which request of the user this is, from 1; 0 where nothing is to be drawn */
  IplPosteriorOptions options; /* of runs that are to begin */
  gboolean again;              /* whether runs that have begun with other options begin anew */
  guint draws;                 /* draws of each chain that every width should have */
  /* where the user asked from, sampled first; not sampled where it is the GP limit */
  IplSetting setting;
  gboolean here;            /* whether only that is to be sampled */
  gboolean any_temperature; /* whether every width has a temperature of its own */
  /* whether a width is shown only when all its draws are there, which saves the summaries before */
  gboolean at_once;
  /* (nullable): interned; where chains are kept while they go on, and taken up from: what the names
   * of the files begin with */
  const char *keep;
  guint keep_seconds; /* how often */
  guint threads;      /* threads to draw on, 0 for the default; the draws do not depend on it */
} IplSamplingPlan;

/* In the thread of the run, whenever a summary has come; FALSE ends the sampling. */
typedef gboolean (*IplSamplerShow) (gpointer data, GError **error);

typedef struct _IplSampler IplSampler;

/* Draws of one case at any settings. Held by results, but used in one thread only. */
IPL_DECLARE_SHARED (IplSampler, ipl_sampler)

IplSampler *ipl_sampler_new (void);
gboolean ipl_sampler_has_draws (const IplSampler *self);
void ipl_sampler_set_checkpoint (IplSampler *self, const IplCheckpoint *checkpoint);
gboolean ipl_sampler_run (IplSampler *self, IplJob *job, IplCase *the_case, IplKernel *kernel,
                          const IplSamplingPlan *plan, const IplSetting *current, guint n,
                          const IplSetting *settings, IplSamplerShow show, gpointer data,
                          GError **error);
gboolean ipl_sampler_summarise (IplSampler *self, GCancellable *cancellable, GError **error);
GPtrArray *ipl_sampler_get_summaries (const IplSampler *self, const IplSetting *prior,
                                      gboolean any_temperature);
IplPosteriorSummary *ipl_sampler_find_summary (const IplSampler *self, const IplSetting *setting);
