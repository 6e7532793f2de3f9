/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/attention/attention-minimum.h"
#include "core/attention/attention-order.h"
#include "core/attention/attention-point.h"
#include "core/base/trajectory.h"

#define IPL_ATTENTION_MOST_P 64
#define IPL_ATTENTION_MOST_EXAMPLES 2000
#define IPL_ATTENTION_MOST_STARTS 100
#define IPL_ATTENTION_MOST_PLANE 200

/* How chains of the posterior are moved. */
typedef enum
{
  IPL_ATTENTION_NUTS,
  IPL_ATTENTION_TEMPERED, /* by replicas, which go over between minima that are far apart */
} IplAttentionSampler;

extern const char *const ipl_attention_rule_names[];
extern const char *const ipl_attention_sampler_names[];

/* The request: attention learned from P examples, for several P. */
typedef struct
{
  IplSetting setting;
  IplAttentionPrior prior;
  guint n_P;
  guint P[IPL_ATTENTION_MOST_P]; /* [n_P] increasing */
  guint starts;                  /* random starts at the most examples */
  IplAttentionPoint from, to;    /* of the line along which the free energy is drawn */
  IplAttentionPoint beside;      /* its plane goes through this point too */
  guint points;                  /* on that line, 0 for none */
  guint plane_points;            /* along each of both directions of the plane, 0 for none */
  guint draws;                   /* of each chain of the posterior, 0 for none */
  IplAttentionSampler sampler;
  guint chains;
  guint warmup;
  guint networks; /* that are trained, 0 for none */
  guint steps;    /* of their training */
  guint part;     /* the row that alone is read off, from 1; 0 for all */
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
 * @before: (nullable): what a scan with the same plan gave that was stopped; the rows that it
 * finished are taken from it, where the minima are the same to the last bit
 * @complete: (out): FALSE where it was stopped */
IplTrajectory *ipl_attention_scan (const IplCase *the_case, const IplAttentionPlan *plan,
                                   const IplTrajectory *before, const IplAttentionWatch *watch,
                                   gboolean *complete, GError **error);
