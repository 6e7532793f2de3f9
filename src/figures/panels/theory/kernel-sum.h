/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/panels/theory/kernel-bars.h"
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
