/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/curvature.h"

/* E'' over several outputs from pairs (THEORY.md section 18.2), and the doubles of its arrays Y, W
 * and Q. */
void ipl_curvature_from_output_pairs (IplCurvature *self);
void ipl_curvature_output_sizes (const IplKernel *kernel, double *Y, double *W, double *Q);

static inline void
ipl_curvature_transpose (gsize n, const double *from, double *to)
{
  const gsize block = 16;

  for (gsize i = 0; i < n; i += block)
    for (gsize j = 0; j < n; j += block)
      for (gsize a = i; a < MIN (i + block, n); a++)
        for (gsize b = j; b < MIN (j + block, n); b++)
          to[b * n + a] = from[a * n + b];
}
