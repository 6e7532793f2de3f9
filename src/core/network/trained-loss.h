/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/score.h"

/* The loss of an example with outputs f and label y, [K] both (THEORY.md section 18.8). */
typedef enum
{
  IPL_TRAINED_SQUARED_ERROR, /* sum_k (f_k - y_k)^2 */
  IPL_TRAINED_CROSS_ENTROPY, /* -log softmax(f) at the label's class; K > 1 */
} IplTrainedLoss;

/* TRUE if the output is of the label's class, and of no other; of one output, its sign. */
static inline gboolean
ipl_trained_is_right (guint K, const float *y, const float *f)
{
  guint class = 0;

  if (K == 1)
    return ipl_label_is_right (y[0], f[0]);
  for (guint k = 1; k < K; k++)
    if (y[k] > y[class])
      class = k;
  for (guint k = 0; k < K; k++)
    if (k != class && !(f[class] > f[k]))
      return FALSE;
  return TRUE;
}
