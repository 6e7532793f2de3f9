/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pthread.h>

#include "core/attention/attention-scan.h"

/* Work of one chain and of one network, beside a minimum. */
#define IPL_ATTENTION_CHAIN_WORK 20.0
#define IPL_ATTENTION_NETWORK_WORK 20.0
/* From few examples to many, and back. */
#define IPL_ATTENTION_BRANCHES 2

/* Minima whose free energies differ by less are one. */
#define IPL_ATTENTION_SAME 1e-3

/* Results at one P; NULL and NaN where there are none. */
typedef struct
{
  IplAttentionMinimum *minima[IPL_ATTENTION_BRANCHES];
  double order[IPL_ATTENTION_BRANCHES];
  double accuracy;      /* of the lowest */
  double *U;            /* [rows x rows] of the lowest */
  double *attention;    /* [heads x T x T] of the lowest */
  double *line;         /* [points] F less that at w = 0 */
  double barrier;       /* between the two lowest minima of the line, from the higher one */
  double *order_draws;  /* [chains draws] */
  double *attention_sd; /* as @attention, over the draws */
  double order_mean, order_mcse; /* over the draws */
  double rhat, ess, divergences, posterior_accuracy;
  double swap, least_swap, round_trips; /* of the replicas of all chains, where they are tempered */
  double *order_trained;                /* [networks] by Adam */
  double *order_langevin;               /* [networks] */
  gboolean done;
} IplAttentionRow;

typedef struct
{
  const IplCase *the_case;
  const IplAttentionPlan *plan;
  const IplAttentionWatch *watch;
  GCancellable *either; /* of the watch: given up, or stopped */
  gulong given_up, stopped;
  IplAttentionOrder order;
  IplAttentionRow rows[IPL_ATTENTION_MOST_P];
  gsize n;              /* of w */
  double *direction;    /* [n] of the line */
  pthread_mutex_t lock; /* of what follows; see parallel.c for why not GMutex */
  double work, work_done;
  GError *error;
} IplAttentionScan;

/* attention-row.c
 * The lower branch of a row, which has both. */
const IplAttentionMinimum *ipl_attention_row_lowest (const IplAttentionRow *row);
IplAttentionModel *ipl_attention_scan_model (const IplAttentionScan *self, guint row,
                                             GError **error);
void ipl_attention_scan_advance (IplAttentionScan *self, double work, const char *sentence);
gboolean ipl_attention_scan_is_stopped (const IplAttentionScan *self);
double ipl_attention_scan_position (const IplAttentionPlan *plan, guint point);

/* attention-line.c */
gboolean ipl_attention_scan_line (IplAttentionScan *self, guint row, GError **error);
/* attention-sample.c */
gboolean ipl_attention_scan_sample (IplAttentionScan *self, guint row, GError **error);
/* attention-train.c */
gboolean ipl_attention_scan_train (IplAttentionScan *self, guint row, GError **error);
/* attention-record.c */
IplTrajectory *ipl_attention_scan_record (const IplAttentionScan *self, GError **error);
