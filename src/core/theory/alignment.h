/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel.h"

/* How well a kernel goes with the labels of its training set (THEORY.md section 5). */
typedef struct
{
  /* tr(HKH YY^T) / (|HKH|_F |HYY^TH|_F), H = I - 11^T/P; NaN where either is 0 */
  double centred;
  double cosine; /* tr(K YY^T) / (|K|_F |YY^T|_F), nothing centred; NaN where either is 0 */
} IplAlignment;

/* @kernel: whose labels and rows they are; @K: [r x r] over its rows in use, those of one output,
 * without the temperature; @scratch: [r] */
void ipl_alignment_measure (const IplKernel *kernel, const double *K, double *scratch,
                            IplAlignment *alignment);
