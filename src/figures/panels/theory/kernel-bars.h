/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/panels/theory/kernel-map.h"

/* How K comes about: what each pair of paths adds to its mean diagonal, U_pq C_pq, one bar after
 * the other. */
typedef struct
{
  char *name;      /* markup: the pair, "others", or K */
  double from, to; /* the sum so far, before it and with it */
  gboolean is_sum;
} IplKernelBar;

typedef struct
{
  GArray *bars; /* (nullable): of IplKernelBar, largest first, K last */
  IplRect area; /* from where sums are 0 to the largest */
  double name_x;
  double lo, hi; /* of all sums */
} IplKernelBars;

void ipl_kernel_bars_init (IplKernelBars *self, const IplView *view, const IplStyle *style,
                           const IplRect *area);
void ipl_kernel_bars_clear (IplKernelBars *self);
void ipl_kernel_bars_draw (const IplKernelBars *self, const IplStyle *style, cairo_t *cr);
