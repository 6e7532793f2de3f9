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
  double accuracy;   /* of the lowest */
  double *U;         /* [rows x rows] of the lowest */
  double *attention; /* [heads x T x T] of the lowest */
  double *line;      /* [points] F less that at w = 0 */
  double barrier;    /* between the two lowest minima of the line, from the higher one */
  double *plane;     /* [plane_points x plane_points] the same, rows along the second direction */
  double plane_barrier;          /* over the lowest pass between them */
  double plane_places[3][2];     /* of both minima, the deepest first, and of that pass */
  double *order_draws;           /* [chains draws] */
  double *attention_sd;          /* as @attention, over the draws */
  double order_mean, order_mcse; /* over the draws */
  double rhat, ess, divergences, posterior_accuracy;
  double swap, least_swap, round_trips; /* of the replicas of all chains, where they are tempered */
  double *order_trained;                /* [networks] by Adam */
  double *order_langevin;               /* [networks] */
  gboolean done;
  gboolean kept; /* taken from the scan before */
} IplAttentionRow;

typedef struct
{
  const IplCase *the_case;
  const IplAttentionPlan *plan;
  const IplTrajectory *before; /* (nullable) */
  const IplAttentionWatch *watch;
  GCancellable *either; /* of the watch: given up, or stopped */
  gulong given_up, stopped;
  IplAttentionOrder order;
  IplAttentionRow rows[IPL_ATTENTION_MOST_P];
  gsize n;              /* of w */
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
/* A place along a direction that has so many. */
double ipl_attention_scan_position (guint points, guint point);

/* attention-line.c */
gboolean ipl_attention_scan_line (IplAttentionScan *self, guint row, GError **error);
/* Work of a plane, beside a minimum. */
double ipl_attention_plane_work (const IplAttentionPlan *plan);
/* attention-sample.c */
gboolean ipl_attention_scan_sample (IplAttentionScan *self, guint row, GError **error);
/* attention-train.c */
gboolean ipl_attention_scan_train (IplAttentionScan *self, guint row, GError **error);
/* attention-record.c */
IplTrajectory *ipl_attention_scan_record (const IplAttentionScan *self, GError **error);
/* TRUE if the scan before has finished a row with the same minima. */
gboolean ipl_attention_scan_has_before (const IplAttentionScan *self, guint row);
