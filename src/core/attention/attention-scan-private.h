/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pthread.h>

#include "core/attention/attention-scan.h"

/* From few examples to many, and back. */
#define IPL_ATTENTION_BRANCHES 2

/* Results at a value of P; NULL and NaN before they are computed. */
typedef struct
{
  IplAttentionMinimum *minima[IPL_ATTENTION_BRANCHES];
  double order[IPL_ATTENTION_BRANCHES];
  double accuracy;   /* of the lowest */
  double *U;         /* [rows x rows] of the lowest */
  double *attention; /* [heads x T x T] of the lowest */
  double *line;      /* [IPL_ATTENTION_LINE_POINTS] F less that at w = 0 */
  gboolean done;
  gboolean from_former_scan; /* taken from the scan before */
} IplAttentionRow;

typedef struct
{
  const IplCase *the_case;
  const IplAttentionPlan *plan;
  const IplTrajectory *before; /* (nullable) */
  const IplWork *watch;
  GCancellable *either; /* cancelled by either of @watch */
  gulong given_up, stopped;
  IplAttentionOrder order;
  IplAttentionRow rows[IPL_ATTENTION_MOST_P];
  gsize n;              /* of w */
  pthread_mutex_t lock; /* of the members below; see parallel.c for the reason not to use GMutex */
  double work, work_done;
  GError *error;
} IplAttentionScan;

/* attention-record.c
 * The lower branch of a row, which has both. */
const IplAttentionMinimum *ipl_attention_row_lowest (const IplAttentionRow *row);
IplTrajectory *ipl_attention_scan_record (const IplAttentionScan *self, GError **error);
/* TRUE if the scan before has finished a row with the same minima. */
gboolean ipl_attention_scan_has_before (const IplAttentionScan *self, guint row);
