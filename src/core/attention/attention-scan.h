/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"
#include "core/attention/attention-model.h"
#include "core/theory/solution.h"
#include "core/case/case.h"

/* Attention and order parameter at a minimum of the free energy. */
typedef struct
{
  double *w; /* [n] */
  double free_energy;
  double gradient; /* largest entry of dF/d(w / s_w) without its sign */
  gboolean converged;
  IplSaddle *saddle; /* at w */
} IplAttentionMinimum;

/* Descends from w: [n]. */
IplAttentionMinimum *ipl_attention_minimize (IplAttentionModel *model, const double *w,
                                             GCancellable *cancellable, GError **error);
void ipl_attention_minimum_free (IplAttentionMinimum *self);
/* Returns: (transfer full) (nullable): the solution of the path theory at this minimum */
IplSolution *ipl_attention_minimum_solve (const IplAttentionMinimum *self, IplAttentionModel *model,
                                          GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplAttentionMinimum, ipl_attention_minimum_free)

/* The order parameter of learned attention (THEORY.md section 19.3): how much of the first path of
 * the case, with the heads that the case itself has, is in a path of learned attention. */
typedef struct
{
  const IplCase *the_case; /* borrowed */
  gsize count;             /* test sequences */
  double *alpha;           /* [count x T] of the first path of the case */
  double square;           /* sum of its squares */
} IplAttentionOrder;

gboolean ipl_attention_order_init (IplAttentionOrder *self, const IplCase *the_case,
                                   GError **error);
void ipl_attention_order_clear (IplAttentionOrder *self);
/* Overlap of the path that has the largest; @weights: [L] of the same tokens. */
gboolean ipl_attention_order_measure (const IplAttentionOrder *self, const IplLayerWeights *weights,
                                      double *order, GError **error);
/* The mean of attention over test sequences: [heads x T query x T key], layer 1 first. */
gboolean ipl_attention_mean (const IplCase *the_case, const IplLayerWeights *weights, double *mean,
                             GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplAttentionOrder, ipl_attention_order_clear)

#define IPL_ATTENTION_MOST_P 64
#define IPL_ATTENTION_MOST_EXAMPLES 2000
#define IPL_ATTENTION_MOST_STARTS 100
#define IPL_ATTENTION_LINE_POINTS 61
/* Minima whose free energies differ by less are one. */
#define IPL_ATTENTION_SAME 1e-3

extern const char *const ipl_attention_rule_names[];

/* The request: attention learned from P examples, for several P. */
typedef struct
{
  IplSetting setting;
  IplAttentionPrior prior;
  guint n_P;
  guint P[IPL_ATTENTION_MOST_P]; /* [n_P] increasing */
  guint starts;                  /* random starts at the most examples */
  guint64 seed;
  guint threads;
} IplAttentionPlan;

void ipl_attention_plan_init (IplAttentionPlan *self, const IplCase *the_case);

/* Callbacks for progress and partial results (transfer full), on any thread, one call at a time. */
typedef struct
{
  void (*progress) (double fraction, const char *sentence, gpointer data);
  void (*show) (IplTrajectory *so_far, gpointer data); /* (nullable) */
  gpointer data;
  GCancellable *cancellable; /* cancels, with an error */
  GCancellable *stop;        /* (nullable): stops, with a partial result */
} IplAttentionWatch;

/* Recorded arrays of a scan, whose time counts examples. */
extern const IplRecordedArray ipl_attention_recorded[];

/* Minima from few examples to many and back, and the free energy along a line to the last.
 * @before: (nullable): result of a stopped scan with the same plan; its complete rows are reused if
 *   the minima agree to the last bit
 * @complete: (out): FALSE if the scan was stopped */
IplTrajectory *ipl_attention_scan (const IplCase *the_case, const IplAttentionPlan *plan,
                                   const IplTrajectory *before, const IplAttentionWatch *watch,
                                   gboolean *complete, GError **error);
/* free-energy.c
 * Where a point is on the line, between w = 0 at 0 and its end at 1. */
double ipl_attention_line_position (guint point);
/* Free energies along the line to @end: [n of the model], minus that at w = 0, NaN if undefined;
 * F: [IPL_ATTENTION_LINE_POINTS] */
gboolean ipl_attention_line_fill (IplAttentionModel *model, const double *end, double *F,
                                  GCancellable *cancellable, GError **error);
/* F: [n] along a line. The height of the barrier between its two deepest minima above the higher
 * one; NaN for fewer than two minima. */
double ipl_attention_line_barrier (guint n, const double *F);
