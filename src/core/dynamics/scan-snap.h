/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/base/trajectory.h"

#define IPL_SCAN_SNAP_MAX_STEPS 100000

/* A layer of attention and a decoder learn the next token by gradient descent (THEORY.md section
 * 7.10). Plain value. */
typedef struct
{
  guint last_tokens; /* last tokens, the queries */
  guint next_tokens; /* next tokens of each of them */
  guint common;      /* context tokens common to all next tokens */
  guint distinct;    /* context tokens of a single next token */
  double least;      /* frequency of the rarest distinct token, over that of a common one */
  double rate;       /* learning rate of attention, > 0 */
  double ratio;      /* ratio of the decoder's rate to it, > 0 */
  double momentum;   /* in [0, 1) */
  guint batch;       /* sequences of a step; 0 for their expectation */
  guint length;      /* tokens of a sequence before its last one */
  guint steps;
  guint64 seed;
} IplScanSnap;

extern const IplRecordedArray ipl_scan_snap_recorded[];

guint ipl_scan_snap_vocabulary (const IplScanSnap *self);
double ipl_scan_snap_decoder_margin (const IplScanSnap *self, double step);
double ipl_scan_snap_time (const IplScanSnap *self);
IplTrajectory *ipl_scan_snap_run (const IplScanSnap *self, GCancellable *cancellable,
                                  void (*progress) (double fraction, gpointer data), gpointer data,
                                  GError **error);
