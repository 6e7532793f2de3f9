/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of one case. */
#pragma once

#include "core/maps/map.h"
#include "core/theory/kernel.h"
#include "core/theory/saddle.h"

/* Solutions of cells where several minima were searched for, to be followed to their neighbours: as
 * many as there is room for. Filled by several threads. */
typedef struct
{
  IplSaddle **of_cell; /* [n of the map] (nullable) each */
  guint n;
  guint n_kept; /* atomic */
} IplMapKept;

void ipl_map_kept_init (IplMapKept *self, guint n);
void ipl_map_kept_clear (IplMapKept *self);
gboolean ipl_map_kept_take (IplMapKept *self, guint cell, IplSaddle *saddle);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplMapKept, ipl_map_kept_clear)

/* Cells to be solved, of one case. */
typedef struct
{
  const IplMap *map; /* what they are; it is filled by @done */
  IplKernel *kernel; /* of the case */
  guint n;
  const guint *cells; /* [n] */
  double *gp; /* [n of the map] accuracies of GP limits at ipl_map_plan_gp_cell(), NaN where not
                 known */
  IplMapKept *kept; /* (nullable) */
  guint threads;
  GCancellable *cancellable;
  /* A cell is solved, or cannot be; from one thread at a time. @sentence: (nullable): why not */
  void (*done) (guint cell, const double *numbers, const double *diagonal, const char *sentence,
                gpointer data);
  gpointer data;
} IplMapCells;

gboolean ipl_map_cells_solve (const IplMapCells *self, GError **error);
