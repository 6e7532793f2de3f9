/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/panels/theory/kernel-map.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* A tile in its place. */
typedef struct
{
  const IplKernelTile *tile; /* NULL for all pairs that have none of their own */
  gsize p, q;                /* paths of its rows and columns */
  IplRect area;              /* of the kernel, within its frame */
  double frame;              /* how thick that is */
  gboolean negative;         /* U_pq */
  char *title;               /* nullable: below it */
  double title_y;            /* its top ... */
  double title_w;            /* ... and the most it has room for, around the middle */
} IplKernelPlace;

/**
 * IplKernelTilesLayout:
 * @picture: (nullable): what is shown; borrowed
 * @grid: whether all pairs stand as in U, rows and columns; else the pairs that weigh most, in
 * order
 * @places: (element-type IplKernelPlace): where
 * @first: the first tile that is shown, of the pairs in order
 * @n_shown: how many are
 * @most_shown: how many there is room for
 * @columns: in how many columns
 * @rest: (nullable): [n x n] what those that have no tile add to K
 * @limit: how far the colours of C reach from each tile's mean
 * @rest_mean, @rest_limit: of those of @rest, a scale of its own
 * @largest: the largest |U_pq|, whose frame is the thickest
 */
typedef struct
{
  const IplKernelPicture *picture;
  gsize n_rows; /* of a grid */
  gboolean grid;
  GArray *places;
  gsize first, n_shown, most_shown;
  guint columns;
  double *rest;
  double limit, rest_mean, rest_limit;
  double largest;
  double label_x; /* right end of the names of rows, of a grid */
  double label_y; /* bottom of those of columns */
  IplRect bar;
  IplAxis bar_axis;
  double key_y;     /* top of the lines below */
  char *notes[2];   /* nullable: sentences there */
  double frame_key; /* side of a frame that explains frames; 0 for none */
} IplKernelTilesLayout;

/* With so many paths all pairs stand as in U. */
#define IPL_KERNEL_GRID_PATHS 6

void ipl_kernel_tiles_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                                   double width, double height);
void ipl_kernel_tiles_layout_clear (gpointer layout);
gboolean ipl_kernel_tiles_scroll (const IplKernelTilesLayout *self, const IplTarget *target,
                                  int rows, guint *first);
IplKernelMap ipl_kernel_place_map (const IplKernelTilesLayout *self, const IplKernelPlace *place);
