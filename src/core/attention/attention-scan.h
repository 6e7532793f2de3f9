/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/attention/attention-minimum.h"
#include "core/attention/attention-order.h"
#include "core/base/trajectory.h"

#define IPL_ATTENTION_MOST_P 64
#define IPL_ATTENTION_MOST_EXAMPLES 2000
#define IPL_ATTENTION_MOST_STARTS 100

/* Along which ray from w = 0 the free energy is drawn. */
typedef enum
{
  IPL_ATTENTION_LINE_LEARNED, /* to the lowest minimum at the most examples */
  IPL_ATTENTION_LINE_OWN,     /* to the heads that the case itself has */
  IPL_ATTENTION_N_LINES,
} IplAttentionLine;

/* How chains of the posterior are moved. */
typedef enum
{
  IPL_ATTENTION_NUTS,
  IPL_ATTENTION_TEMPERED, /* by replicas, which go over between minima that are far apart */
} IplAttentionSampler;

extern const char *const ipl_attention_rule_names[];
extern const char *const ipl_attention_sampler_names[];
extern const char *const ipl_attention_line_names[];

/* The request: attention learned from P examples, for several P. */
typedef struct
{
  IplSetting setting;
  IplAttentionPrior prior;
  guint n_P;
  guint P[IPL_ATTENTION_MOST_P]; /* [n_P] increasing */
  guint starts;                  /* random starts at the most examples */
  IplAttentionLine line;
  guint points; /* on that line, 0 for none */
  guint draws;  /* of each chain of the posterior, 0 for none */
  IplAttentionSampler sampler;
  guint chains;
  guint warmup;
  guint networks; /* that are trained, 0 for none */
  guint steps;    /* of their training */
  guint64 seed;
  guint threads;
} IplAttentionPlan;

void ipl_attention_plan_init (IplAttentionPlan *self, const IplCase *the_case);
gboolean ipl_attention_plan_validate (const IplAttentionPlan *self, const IplCase *the_case,
                                      GError **error);

/* How far it is, and what there is so far (transfer full). From any thread, one at a time. */
typedef struct
{
  void (*progress) (double fraction, const char *sentence, gpointer data);
  void (*show) (IplTrajectory *so_far, gpointer data); /* (nullable) */
  gpointer data;
  GCancellable *cancellable; /* gives up */
  GCancellable *stop;        /* (nullable) keeps what there is */
} IplAttentionWatch;

/* The arrays of what it gives, whose time counts examples. */
extern const IplRecordedArray ipl_attention_recorded[];

/* Minima from few examples to many and back, and what is asked for beside them.
 * @complete: (out): FALSE where it was stopped */
IplTrajectory *ipl_attention_scan (const IplCase *the_case, const IplAttentionPlan *plan,
                                   const IplAttentionWatch *watch, gboolean *complete,
                                   GError **error);
