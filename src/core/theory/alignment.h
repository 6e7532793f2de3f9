/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel.h"

G_BEGIN_DECLS

/* How well a kernel goes with the labels of its training set (THEORY.md section 5). */
typedef struct
{
  double centred; /* tr(HKH yy^T) / (|HKH|_F |Hy|^2), H = I - 11^T/P; NaN where either is 0 */
  double cosine;  /* y^T K y / (|K|_F |y|^2), nothing centred; NaN where either is 0 */
} IplAlignment;

/* Of @K: [P x P] over the rows in use of @kernel, without the temperature; @scratch: [P] */
void ipl_alignment_measure (const IplKernel *kernel, const double *K, double *scratch,
                            IplAlignment *alignment);

G_END_DECLS
