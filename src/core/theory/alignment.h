/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/kernel/kernel.h"

/* Alignment of a kernel with the labels of its training set (THEORY.md section 5). */
typedef struct
{
  /* tr(HKH YY^T) / (|HKH|_F |HYY^TH|_F), H = I - 11^T/P; NaN if either is 0 */
  double centred;
  double cosine; /* tr(K YY^T) / (|K|_F |YY^T|_F), without centring; NaN if either is 0 */
} IplAlignment;

/* @kernel: whose labels and rows they are; @K: [P x P] over its rows, without the temperature, of
 * which the blocks of an output with itself are summed */
void ipl_alignment_measure (const IplKernel *kernel, const double *K, IplAlignment *alignment);
