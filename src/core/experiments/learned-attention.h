/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The experiment of learned attention: its own parameters. */
#pragma once

#include "core/attention/attention-scan.h"
#include "core/experiments/experiment.h"

/* The task is the case of another experiment, given by its id and the text of its fields, as
 * "n-tokens=32; heads=previous"; strings are interned. */
typedef struct
{
  const char *task;    /* its id */
  const char *options; /* of its fields, if they differ from the default */
  const char *rule;
  gboolean causal;
  const char *P; /* numbers of examples, by commas */
  guint width;
  guint G;
  double variance;
  double temperature;
  guint starts;
  guint64 seed;
} IplLearnedAttention;

/* learned-attention-request.c */
extern const char *const ipl_learned_attention_tasks[]; /* their ids */
gboolean ipl_learned_attention_validate (gconstpointer own, GError **error);
/* (transfer full) (nullable): the task's case with all examples; also fills @plan. */
IplCase *ipl_learned_attention_prepare (const IplLearnedAttention *self,
                                        const IplExperimentRun *run, IplAttentionPlan *plan,
                                        GError **error);
/* Sets the task to the case of another experiment with its parameters. */
gboolean ipl_learned_attention_set_task (IplLearnedAttention *self, const IplParameters *parameters,
                                         GError **error);
