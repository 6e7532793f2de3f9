/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-summary.h"

#include "runs/checkpoint.h"
#include "runs/run.h"

/* Settings to sample: @setting, and the widths of the sweep. */
typedef struct
{
  guint serial;                /* serial of the request, from 1; 0 to draw nothing */
  IplPosteriorOptions options; /* options of new chains */
  gboolean again;              /* TRUE if chains with other options restart */
  guint draws;                 /* draws of each chain that every width requires */
  /* setting that was shown at the request, sampled first; not sampled if it is the GP limit */
  IplSetting setting;
  gboolean here;            /* TRUE to sample @setting only */
  gboolean any_temperature; /* TRUE if each width has its own temperature */
  /* TRUE to show a width only when it is complete, which saves partial summaries */
  gboolean at_once;
  /* (nullable), interned: file prefix of the checkpoints that chains are written to and resume
   * from */
  const char *path;
  guint save_seconds; /* interval between two checkpoints */
} IplSamplingPlan;

typedef struct _IplSampler IplSampler;

/* Draws of one case at any number of settings. Results hold references, but only one thread uses
 * it. */
IPL_DECLARE_SHARED (IplSampler, ipl_sampler)

IplSampler *ipl_sampler_new (void);
gboolean ipl_sampler_has_chains (const IplSampler *self);
void ipl_sampler_set_checkpoint (IplSampler *self, const IplCheckpoint *checkpoint);
gboolean ipl_sampler_run (IplSampler *self, IplCase *the_case, IplKernel *kernel,
                          const IplSamplingPlan *plan, const IplSetting *current, guint n,
                          const IplSetting *settings, const IplWork *work, GError **error);
gboolean ipl_sampler_summarise (IplSampler *self, const IplWork *work, GError **error);
GPtrArray *ipl_sampler_get_summaries (const IplSampler *self, const IplSetting *prior,
                                      gboolean any_temperature);
IplPosteriorSummary *ipl_sampler_find_summary (const IplSampler *self, const IplSetting *setting);
