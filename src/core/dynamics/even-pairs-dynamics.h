/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/base/trajectory.h"

#define IPL_EVEN_PAIRS_MAX_LENGTH 10
#define IPL_EVEN_PAIRS_MAX_STEPS 10000000

/* A layer of attention and a linear layer learn even pairs by gradient descent on all sequences
 * of up to some length (THEORY.md section 7.8). Plain value. */
typedef struct
{
  guint length;          /* of the longest sequences */
  double rate;           /* learning rate of the linear layer, > 0 */
  double attention_rate; /* ratio of the rate of attention to it, >= 0 */
  guint steps;
} IplEvenPairsDynamics;

extern const IplRecordedArray ipl_even_pairs_recorded[];

IplTrajectory *ipl_even_pairs_run (const IplEvenPairsDynamics *self, GCancellable *cancellable,
                                   void (*progress) (double fraction, gpointer data), gpointer data,
                                   GError **error);
