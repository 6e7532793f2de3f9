/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/kept-run.h"
#include "runs/sampler.h"

/* One setting: its run, and what was last said about it. */
typedef struct
{
  IplPosterior *run;
  IplPosteriorOptions options;
  IplPosteriorSummary *summary; /* maybe of the run before this one */
  gboolean summarised;          /* all draws of the run */
  double done;                  /* transitions, all chains together, warm-up included */
  IplKeptRun *kept;             /* (nullable): its checkpoint */
} IplSamplerSlot;

/* Lives in the worker thread. */
struct _IplSampler
{
  GPtrArray *slots;                /* of IplSamplerSlot */
  const IplCheckpoint *checkpoint; /* (nullable) */

  guint threads; /* of the present request */
  /* The present request, for the time left. */
  guint serial;
  double begun_at; /* transitions that were done when it came */
  gint64 busy_usec;
};

/* sampler-work.c */
IplSamplerSlot *ipl_sampler_find (const IplSampler *self, const IplSetting *setting);
gboolean ipl_sampler_slot_begins_anew (const IplSamplerSlot *slot, const IplSamplingPlan *plan);
gboolean ipl_sampler_slot_has_enough (const IplSamplerSlot *slot, const IplSamplingPlan *plan);
double ipl_sampler_count_work (const IplSampler *self, const IplSamplingPlan *plan, guint n_places,
                               const IplSetting **places, const IplSamplerSlot *but, double *done,
                               double *others);
