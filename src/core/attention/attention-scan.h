/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/attention/attention-minimum.h"
#include "core/attention/attention-order.h"
#include "core/base/trajectory.h"

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

/* Minima from few examples to many and back, and the free energy along a line to the last.
 * @before: (nullable): what a scan with the same plan gave that was stopped; the rows that it
 * finished are taken from it, where the minima are the same to the last bit
 * @complete: (out): FALSE where it was stopped */
IplTrajectory *ipl_attention_scan (const IplCase *the_case, const IplAttentionPlan *plan,
                                   const IplTrajectory *before, const IplAttentionWatch *watch,
                                   gboolean *complete, GError **error);
/* attention-line.c
 * Where a point is on the line, between w = 0 at 0 and its end at 1. */
double ipl_attention_line_position (guint point);
/* Free energies along the line to @end: [n of the model], less that at w = 0, NaN where they are
 * not defined; F: [IPL_ATTENTION_LINE_POINTS] */
gboolean ipl_attention_line_fill (IplAttentionModel *model, const double *end, double *F,
                                  GCancellable *cancellable, GError **error);
/* F: [n] along a line. The height of the hill between its two deepest minima over the higher one;
 * NaN where there is one minimum at most. */
double ipl_attention_line_barrier (guint n, const double *F);
