/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/panels/theory/kernel-map.h"
#include "figures/view/view.h"

/* The three kernels, from the left. */
enum
{
  IPL_SUM_GP,
  IPL_SUM_K,
  IPL_SUM_LABELS,
  IPL_N_SUMS,
};

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

typedef struct
{
  const IplKernelPicture *picture; /* (nullable): what is shown; borrowed */
  IplKernelMap map[IPL_N_SUMS];    /* what each is */
  IplRect area[IPL_N_SUMS];        /* where */
  char *title[IPL_N_SUMS];         /* above each */
  char *lines[IPL_N_SUMS][2];      /* (nullable): below each */
  double line_y;
  double mean[IPL_N_SUMS]; /* of each off its diagonal, about which it is coloured */
  double limit;            /* how far the colours of all three reach from there */
  IplKernelBars bars;      /* left of all three */
  IplRect bar;
  IplAxis bar_axis;
  IplRect strip[IPL_N_SUMS]; /* where the eigenvectors stand, of height 0 where none is asked for */
  char *strip_title[IPL_N_SUMS];
  /* (nullable): [n] those, and the labels with length 1; borrowed, or in @labels */
  const double *vector[IPL_N_SUMS];
  double *labels;
  double largest; /* the largest number in them */
} IplKernelSumLayout;

void ipl_kernel_sum_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                                 double width, double height);
void ipl_kernel_sum_layout_clear (gpointer layout);
