/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/panels/theory/kernel-map.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/* The three kernels, from the left. */
enum
{
  IPL_SUM_GP,
  IPL_SUM_K,
  IPL_SUM_LABELS,
  IPL_N_SUMS,
};

/**
 * IplKernelSumLayout:
 * @picture: (nullable): what is shown; borrowed
 * @map: what each is
 * @area: where
 * @title: above each
 * @lines: (nullable): below each
 * @range: of the colours of all three
 * @strip: where the eigenvectors stand, of height 0 where none is asked for
 * @vector: (nullable): [n] those, and the labels with length 1; borrowed, or in @labels
 * @largest: the largest number in them
 */
typedef struct
{
  const IplKernelPicture *picture;
  IplKernelMap map[IPL_N_SUMS];
  IplRect area[IPL_N_SUMS];
  char *title[IPL_N_SUMS];
  char *lines[IPL_N_SUMS][2];
  double line_y;
  IplKernelRange range;
  IplRect bar;
  IplAxis bar_axis;
  IplRect strip[IPL_N_SUMS];
  char *strip_title[IPL_N_SUMS];
  const double *vector[IPL_N_SUMS];
  double *labels;
  double largest;
} IplKernelSumLayout;

void ipl_kernel_sum_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                                 double width, double height);
void ipl_kernel_sum_layout_clear (gpointer layout);

G_END_DECLS
