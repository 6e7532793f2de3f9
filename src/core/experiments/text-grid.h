/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/text-result.h"

/* Runs of one number of layers and one learning rate: the mean of their entropies over seeds. */
typedef struct
{
  guint n_seeds; /* 0 for a missing run */
  gsize S;       /* moments that all of them have */
  const double *time;
  double *mean, *sd; /* [S x layers]; of a single seed the sd is 0 */
} IplTextCell;

/* The runs of a result by layers and rates; their other parameters except seeds and steps agree
 * with the shown run. */
typedef struct
{
  guint n_layers, n_rates;
  guint *layers;      /* [n_layers] rising */
  double *rates;      /* [n_rates] rising */
  IplTextCell *cells; /* [n_layers x n_rates] */
} IplTextGrid;

IplTextGrid *ipl_text_grid_new (const IplTextResult *result);
void ipl_text_grid_free (gpointer self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTextGrid, ipl_text_grid_free)
